#include "qgpu/source_floats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "qgpu/arith.hpp"
#include "qgpu/error.hpp"

namespace qgpu {
namespace {

constexpr std::uint64_t kStagedElements = 8192;     // of float64: 64 KiB on the stack
constexpr std::uint64_t kGatherBytes = 256 * 1024;  // one read of several runs, gaps included
constexpr std::uint64_t kGapBytes = 4096;           // between runs: reading it takes about as long as another call

bool is_big_endian(const TensorInfo& info) { return info.big_endian && element_size(info.type) > 1; }

bool is_native_float32(const TensorInfo& info) {
  return info.type == ElementType::kFloat32 && is_big_endian(info) == (std::endian::native == std::endian::big);
}

// Four lanes in the compiler's own vector type: a scalar byte swap is not vectorised without byte shuffles, which the
// baseline instruction set lacks; shifts are as fast as memory.
using Lanes = std::uint32_t __attribute__((vector_size(16)));

Lanes swap_bytes(Lanes lanes) {
  lanes = (lanes >> 16) | (lanes << 16);
  return ((lanes & 0xff00ff00u) >> 8) | ((lanes & 0x00ff00ffu) << 8);
}

/// `stored` may be `out`.
void copy_swapped_float32(const std::byte* stored, std::uint64_t count, float* out) {
  constexpr std::uint64_t kLanes = sizeof(Lanes) / sizeof(float);
  const std::uint64_t whole = count / kLanes * kLanes;
  Lanes lanes{};
  for (std::uint64_t i = 0; i < whole; i += kLanes) {
    std::memcpy(&lanes, stored + 4 * i, sizeof lanes);
    lanes = swap_bytes(lanes);
    std::memcpy(out + i, &lanes, sizeof lanes);
  }
  std::memcpy(&lanes, stored + 4 * whole, 4 * (count - whole));
  lanes = swap_bytes(lanes);
  std::memcpy(out + whole, &lanes, 4 * (count - whole));
}

constexpr std::uint64_t kBlockElements = 256;

void swap_block(double (&block)[kBlockElements]) {
  for (std::uint64_t i = 0; i < kBlockElements; i += 2) {
    Lanes lanes;
    std::memcpy(&lanes, block + i, sizeof lanes);
    lanes = swap_bytes(lanes);
    lanes = Lanes{lanes[1], lanes[0], lanes[3], lanes[2]};
    std::memcpy(block + i, &lanes, sizeof lanes);
  }
}

void convert_float64(const std::byte* stored, std::uint64_t count, bool swapped, float* out) {
  // Blocks on the stack are aligned and alias nothing, wherever the stored bytes lie: the loop vectorises.
  double block[kBlockElements] = {};
  float rounded[kBlockElements];
  for (std::uint64_t done = 0; done < count; done += kBlockElements) {
    const std::uint64_t taken = std::min(kBlockElements, count - done);
    std::memcpy(block, stored + 8 * done, 8 * taken);
    if (swapped) swap_block(block);
    for (std::uint64_t i = 0; i < kBlockElements; ++i) rounded[i] = arith::value_of_float64(block[i]);
    std::memcpy(out + done, rounded, sizeof(float) * taken);
  }
}

/// `stored` may be `out` itself where an element is 4 bytes.
void convert(const TensorInfo& info, const std::byte* stored, std::uint64_t count, float* out) {
  const bool swapped = is_big_endian(info) != (std::endian::native == std::endian::big);
  if (info.type == ElementType::kFloat32) {
    if (swapped) {
      copy_swapped_float32(stored, count, out);
    } else if (stored != reinterpret_cast<const std::byte*>(out)) {
      std::memcpy(out, stored, count * sizeof(float));
    }
  } else {
    convert_float64(stored, count, swapped, out);
  }
}

void check_floats(const TensorInfo& info) {
  if (code_type_of(info.type)) {
    throw usage_error(
        fmt::format("input: expected float32 or float64 values, found {} codes", element_name(info.type)));
  }
}

/// Visits the stored bytes of a window's runs in order, with as few reads as their distances allow:
/// `visit(bytes, count)`, or `visit_long(run)` for a run that is read on its own.
template <class Visit, class VisitLong>
void gather(const Source& source, const GroupLayout& layout, const Window& window, Visit&& visit,
            VisitLong&& visit_long) {
  const std::size_t size = element_size(source.info().type);
  const std::byte* data = source.data();
  if (data != nullptr && !source.is_mapped()) {
    for_each_run(layout, window, [&](WindowRun run) { visit(data + run.first_element * size, run.elements); });
    return;
  }
  std::vector<WindowRun> pending;
  std::vector<std::byte> staged;
  const auto flush = [&] {
    if (pending.empty()) return;
    const std::uint64_t first = pending.front().first_element;
    const std::uint64_t count = pending.back().first_element + pending.back().elements - first;
    staged.resize(std::max<std::size_t>(staged.size(), count * size));
    source.read(first, count, staged.data());
    for (const WindowRun& run : pending) visit(staged.data() + (run.first_element - first) * size, run.elements);
    pending.clear();
  };
  for_each_run(layout, window, [&](WindowRun run) {
    if (run.elements * size > kGatherBytes / 2) {
      flush();
      visit_long(run);
      return;
    }
    if (!pending.empty()) {
      const std::uint64_t span = (run.first_element + run.elements - pending.front().first_element) * size;
      const std::uint64_t gap = (run.first_element - pending.back().first_element - pending.back().elements) * size;
      if (span > kGatherBytes || gap > kGapBytes) flush();
    }
    pending.push_back(run);
  });
  flush();
}

}  // namespace

const float* load_floats(const Source& source, std::uint64_t first, std::uint64_t count, float* scratch) {
  const TensorInfo& info = source.info();
  check_floats(info);
  if (count == 0) return scratch;
  const std::byte* data = source.data();
  if (data != nullptr) {
    source.will_use(count);
    const std::byte* stored = data + first * element_size(info.type);
    if (is_native_float32(info)) return reinterpret_cast<const float*>(stored);
    convert(info, stored, count, scratch);
  } else if (info.type == ElementType::kFloat32) {
    std::byte* stored = reinterpret_cast<std::byte*>(scratch);
    source.read(first, count, stored);
    convert(info, stored, count, scratch);
  } else {
    std::byte staged[kStagedElements * sizeof(double)];
    for (std::uint64_t done = 0; done < count; done += kStagedElements) {
      const std::uint64_t taken = std::min(kStagedElements, count - done);
      source.read(first + done, taken, staged);
      convert(info, staged, taken, scratch + done);
    }
  }
  return scratch;
}

const std::byte* load_bytes(const Source& source, std::uint64_t first, std::uint64_t count, std::byte* scratch) {
  if (count == 0) return scratch;
  if (source.data() != nullptr) {
    source.will_use(count);
    return source.data() + first * element_size(source.info().type);
  }
  source.read(first, count, scratch);
  return scratch;
}

const float* load_window(const Source& source, const GroupLayout& layout, const Window& window, float* scratch) {
  check_floats(source.info());
  if (const auto run = lone_run(layout, window)) return load_floats(source, run->first_element, run->elements, scratch);
  float* out = scratch;
  gather(
      source, layout, window,
      [&](const std::byte* stored, std::uint64_t count) {
        convert(source.info(), stored, count, out);
        out += count;
      },
      [&](WindowRun run) {
        const float* values = load_floats(source, run.first_element, run.elements, out);
        if (values != out) std::memcpy(out, values, run.elements * sizeof(float));
        out += run.elements;
      });
  return scratch;
}

const std::byte* load_window_bytes(const Source& source, const GroupLayout& layout, const Window& window,
                                   std::byte* scratch) {
  if (const auto run = lone_run(layout, window)) return load_bytes(source, run->first_element, run->elements, scratch);
  const std::size_t size = element_size(source.info().type);
  std::byte* out = scratch;
  gather(
      source, layout, window,
      [&](const std::byte* stored, std::uint64_t count) {
        std::memcpy(out, stored, count * size);
        out += count * size;
      },
      [&](WindowRun run) {
        source.read(run.first_element, run.elements, out);
        out += run.elements * size;
      });
  return scratch;
}

}  // namespace qgpu
