#pragma once
// Ways to quantize the same tensor, side by side. compare_schemes reads the tensor once a scheme, and once more for
// each granularity; the others read it at most three times.
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "qgpu/operations.hpp"

namespace qgpu {

/// A round trip for each scheme, as `roundtrip` finds it with an observed range; ranges are read once for schemes that
/// share a granularity. `found` is told each as it is there, with its place in `schemes`. Throws as roundtrip, and
/// before any work where a scheme does not fit the tensor.
void compare_schemes(const Source& source, const std::string& name, std::span<const Scheme> schemes, bool per_group,
                     Backend& backend, const std::function<void(std::size_t, const Roundtrip&)>& found);

/// Symmetric int8 with a scale for each channel against one scale for all.
struct ChannelComparison {
  std::uint64_t axis = 0;  ///< not negative
  DerivedParameters per_channel;
  DerivedParameters per_tensor;
  /// The largest error in each channel, either way; none where a channel has no finite element.
  std::vector<std::optional<float>> per_channel_error, per_tensor_error;
  std::uint64_t channels_improved = 0;
  std::optional<double> best_gain;  ///< the largest per_tensor / per_channel where per_channel > 0
};

/// `order` and `nonfinite` are taken from `scheme`, all else is fixed. Throws as roundtrip.
ChannelComparison compare_channels(const Source& source, const std::string& name, std::int64_t axis,
                                   const Scheme& scheme, Backend& backend);

/// asym-u8 on the observed range against a narrowed one.
struct Saturation {
  Roundtrip full, narrow;
  std::optional<double> error_ratio;  ///< largest error, narrow / full
};

Saturation compare_saturation(const Source& source, const std::string& name, const GivenRange& range,
                              const Scheme& scheme, Backend& backend);

/// asym-u8 against sym-i8 on the observed range.
struct Symmetry {
  Roundtrip asym, sym;
  std::int64_t asym_levels = 0, sym_levels = 0;  ///< usable_levels (ARITHMETIC.md section 7)
  double scale_ratio = 0;                        ///< sym / asym
  std::optional<double> error_ratio;             ///< largest error, asym / sym
};

Symmetry compare_symmetry(const Source& source, const std::string& name, const Scheme& scheme, Backend& backend);

}  // namespace qgpu
