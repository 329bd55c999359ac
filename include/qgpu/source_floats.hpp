#pragma once
#include <cstddef>
#include <cstdint>

#include "qgpu/layout.hpp"
#include "qgpu/tensor.hpp"
#include "qgpu/windows.hpp"

namespace qgpu {

/// Stored elements `[first, first + count)` as native float32 (ARITHMETIC.md section 1: float64 is rounded once).
/// The source's own memory where it holds native float32, else `scratch`, which has room for `count` floats.
/// Throws Error kUsage for a tensor of integers, kFile where the source cannot be read.
const float* load_floats(const Source& source, std::uint64_t first, std::uint64_t count, float* scratch);

/// The stored bytes of elements `[first, first + count)`: the source's own memory, or a copy in `scratch`, which has
/// room for `count` elements. For codes. Throws Error kFile where the source cannot be read.
const std::byte* load_bytes(const Source& source, std::uint64_t first, std::uint64_t count, std::byte* scratch);

/// The elements of a window as float32, side by side in the window's own order (see for_each_run): the source's own
/// memory where the window is one run of native float32, else `scratch`, which has room for `window.elements` floats.
/// Runs that lie close together are read by one call. Throws as load_floats.
const float* load_window(const Source& source, const GroupLayout& layout, const Window& window, float* scratch);

/// The stored bytes of a window of codes, likewise.
const std::byte* load_window_bytes(const Source& source, const GroupLayout& layout, const Window& window,
                                   std::byte* scratch);

}  // namespace qgpu
