#pragma once
// Groups of keys that several commands share, in the order they always have.
#include "host/cli/json_writer.hpp"
#include "qgpu/operations.hpp"

namespace qgpu::cli {

/// Above this number of groups, arrays with an entry for each leave the JSON.
inline constexpr std::uint64_t kMostGroupsInJson = 1'048'576;

/// A tensor with its granularity: knows whether and how arrays with an entry a group are written.
struct GroupedTensor {
  const TensorInfo& info;  ///< of a source that outlives this
  Granularity granularity;
  std::uint64_t num_groups;

  GroupedTensor(const TensorInfo& tensor_info, const Granularity& groups);
  bool is_grouped() const { return granularity.kind != Granularity::Kind::kTensor; }
  bool omits_arrays() const { return num_groups > kMostGroupsInJson; }
};

/// An array with an entry a group, brought from the order of the layout to C order of the parameter shape.
template <class ValueOf>
auto in_parameter_order(const GroupedTensor& tensor, ValueOf&& value_of) {
  std::vector<decltype(value_of(std::uint64_t{0}))> values(tensor.num_groups);
  for (std::uint64_t group = 0; group < tensor.num_groups; ++group) {
    values[parameter_index(tensor.info, tensor.granularity, group)] = value_of(group);
  }
  return values;
}

/// `null`, N, or [N, M].
void write_block(JsonWriter& json, const Granularity& granularity);
/// The axis, not negative, or null.
void write_axis(JsonWriter& json, const TensorInfo& info, const Granularity& granularity);

/// `mode type shape fortran_order axis block order narrow_range qmin qmax scale_type`
void write_scheme(JsonWriter& json, const GroupedTensor& tensor, const Scheme& scheme,
                  const std::optional<std::string>& type = {});

/// `scale zero_point degenerate`, with arrays_omitted where they are too many.
void write_parameters(JsonWriter& json, const GroupedTensor& tensor, const DerivedParameters& derived);

/// `nan posinf neginf`, and first_nan, first_inf where there are any.
void write_nonfinite(JsonWriter& json, const NonfiniteCounts& nonfinite);

/// `min max`
void write_range(JsonWriter& json, const ObservedRange& range);

/// `max_abs_error max_abs_error_index mean_abs_error mse rmse sqnr_db cosine clipped`
void write_errors(JsonWriter& json, const ErrorTotals& totals);

/// `groups`, of a tensor that has them: `min max` where `ranges` is not null, the error statistics and non-finite
/// counts where `errors`, a round trip that measured each group, is not, as arrays.
void write_groups(JsonWriter& json, const GroupedTensor& tensor, const Ranges* ranges,
                  const Roundtrip* errors = nullptr);

/// `scale zero_point count min max max_abs_error ... within_bound ... groups`: what `roundtrip` found;
/// `per_group` if it was told to measure the errors of each group.
void write_roundtrip(JsonWriter& json, const GroupedTensor& tensor, const Roundtrip& found, bool per_group = false);

/// `device device_name fallback_reason`
void write_device(JsonWriter& json, const DeviceInfo& device);

/// A float64 that most often is a float32: the shorter digits where they hold the same number.
void write_shortest(JsonWriter& json, double value);

}  // namespace qgpu::cli
