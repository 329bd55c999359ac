#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "qgpu/layout.hpp"

namespace qgpu {

inline constexpr std::uint64_t kNoIndex = std::numeric_limits<std::uint64_t>::max();

/// NaN and infinities met in a tensor. A value that merges; indices are logical (C order), `kNoIndex` for none.
struct NonfiniteCounts {
  std::uint64_t nan = 0, posinf = 0, neginf = 0;
  std::uint64_t first_nan = kNoIndex;
  std::uint64_t first_inf = kNoIndex;

  std::uint64_t total() const { return nan + posinf + neginf; }
  /// Counts one non-finite value.
  void see(float value, std::uint64_t index) {
    if (arith::is_nan(value)) {
      ++nan;
      first_nan = first_nan < index ? first_nan : index;
    } else {
      ++(value > 0 ? posinf : neginf);
      first_inf = first_inf < index ? first_inf : index;
    }
  }
  void merge(const NonfiniteCounts& other) {
    nan += other.nan;
    posinf += other.posinf;
    neginf += other.neginf;
    first_nan = first_nan < other.first_nan ? first_nan : other.first_nan;
    first_inf = first_inf < other.first_inf ? first_inf : other.first_inf;
  }
};

/// Smallest and largest finite value of a group; empty (`min > max`) where there is none. A value that merges.
/// Never holds -0 or a non-finite value but in the empty state.
struct ObservedRange {
  float min = std::numeric_limits<float>::infinity();
  float max = -std::numeric_limits<float>::infinity();

  bool empty() const { return min > max; }
  /// Holds a value other than 0.
  bool has_nonzero() const { return !empty() && (min != 0.0f || max != 0.0f); }
  void merge(const ObservedRange& other) {
    min = other.min < min ? other.min : min;
    max = other.max > max ? other.max : max;
  }
};

/// What a first read of a tensor finds: a range for each group (order of the layout) and the tensor's non-finite ones.
struct Ranges {
  std::vector<ObservedRange> groups;
  NonfiniteCounts nonfinite;

  ObservedRange tensor() const;  ///< of all groups together
};

/// Scale and zero point of each group (order of the layout); one entry serves every group where `size() == 1`.
struct Parameters {
  std::vector<float> scale;
  std::vector<std::int32_t> zero_point;

  std::size_t size() const { return scale.size(); }
  float scale_of(std::uint64_t group) const { return scale[scale.size() == 1 ? 0 : group]; }
  std::int32_t zero_point_of(std::uint64_t group) const { return zero_point[zero_point.size() == 1 ? 0 : group]; }
};

/// A range as typed by a user, before it is widened to hold 0.
struct GivenRange {
  double lo;
  double hi;
};

/// From where scale and zero point come.
struct ParameterRule {
  enum class Kind {
    kObserved,  ///< each group's observed range
    kGiven,     ///< `range`, for every group
    kDynamic,   ///< ONNX DynamicQuantizeLinear, of the observed range or of `range` where it is set; asym-u8 only
    kExplicit,  ///< `parameters`
  };
  Kind kind = Kind::kObserved;
  std::optional<GivenRange> range;
  Parameters parameters;

  bool needs_ranges() const { return kind == Kind::kObserved || (kind == Kind::kDynamic && !range); }
};

/// Derived parameters, with the number of degenerate groups: `lossy` of those held a value other than 0.
struct DerivedParameters {
  Parameters parameters;
  std::uint64_t degenerate = 0;
  std::uint64_t lossy_degenerate = 0;
};

/// Sections 3 and 4 for one group's range. Throws Error kFile where kDynamic meets an infinite `hi - lo`.
arith::GroupParams derive_group(const ParameterRule& rule, const Scheme& scheme, const ObservedRange& observed);

/// The parameters of all groups. `ranges` is read where the rule needs it. A given range fills every group alike.
/// Throws as derive_group.
DerivedParameters derive_parameters(const ParameterRule& rule, const Scheme& scheme, const Ranges* ranges,
                                    std::uint64_t num_groups);

}  // namespace qgpu
