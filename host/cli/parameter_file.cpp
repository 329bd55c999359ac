#include "host/cli/parameter_file.hpp"

#include <fmt/format.h>

#include "host/cli/input_text.hpp"
#include "host/cli/json_document.hpp"
#include "host/cli/parameter_values.hpp"
#include "host/counted.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

Granularity read_granularity(const JsonDocument& json, std::size_t rank) {
  std::optional<std::int64_t> axis;
  std::optional<BlockSize> block;
  if (const nlohmann::json& value = json.at("axis"); !value.is_null()) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= rank)
      json.refuse("axis", "an axis of the shape, or null");
    axis = value.get<std::int64_t>();
  }
  if (const nlohmann::json& value = json.at("block"); value.is_number_unsigned() && value.get<std::uint64_t>() > 0) {
    block = BlockSize{0, value.get<std::uint64_t>()};
  } else if (value.is_array()) {
    const std::vector<std::uint64_t> extents = json.counts("block");
    if (extents.size() != 2 || extents[0] == 0 || extents[1] == 0 || axis || rank < 2)
      json.refuse("block", "N or [N, M] of a shape that fits");
    block = BlockSize{extents[0], extents[1]};
  } else if (!value.is_null()) {
    json.refuse("block", "N, [N, M] or null");
  }
  return make_granularity(axis, block);
}

/// qmin and qmax, which files written by hand may leave out.
void read_limits(const JsonDocument& json, Scheme& scheme) {
  if (!json.has("qmin") && !json.has("qmax")) return;
  const arith::CodeLimits all = code_limits(scheme.mode.code_type, false);
  const std::int32_t qmin = json.integer("qmin", all.qmin, all.qmax);
  const std::int32_t qmax = json.integer("qmax", all.qmin, all.qmax);
  if (qmin >= qmax) json.refuse("qmax", fmt::format("more than qmin, {}", qmin));
  const bool narrow_range = scheme.narrow_range;
  scheme.set_limits({qmin, qmax});
  if (narrow_range != scheme.narrow_range)
    json.refuse("narrow_range", fmt::format("what qmin and qmax, {} and {}, say", qmin, qmax));
}

}  // namespace

TensorInfo ParameterFile::info() const {
  TensorInfo result;
  result.shape = shape;
  return result;
}

ParameterFile read_parameter_file(const std::string& path) {
  const JsonDocument json(path == "-" ? "stdin" : path, read_input_text(path));
  ParameterFile file;
  file.path = json.path();
  const std::string mode = json.text("mode");
  try {
    file.scheme.mode = read_mode(mode, json.path() + ": \"mode\"");
  } catch (const Error& error) {
    throw file_error(error.what());
  }
  file.shape = json.counts("shape");
  file.scheme.granularity = read_granularity(json, file.shape.size());
  const std::string order = json.text("order");
  if (order != "onnx" && order != "stablehlo") json.refuse("order", "\"onnx\" or \"stablehlo\"");
  file.scheme.order = order == "onnx" ? Order::kOnnx : Order::kStablehlo;
  file.scheme.narrow_range = json.flag("narrow_range");
  read_limits(json, file.scheme);
  if (json.text("scale_type") != "float32")
    json.refuse("scale_type", "\"float32\" (others are unsupported in this build)");
  if (json.has("arrays_omitted")) {
    json.refuse("arrays_omitted",
                "scales in the file; give those that quantize saved as --scale FILE.npy --zero-point FILE.npy");
  }
  file.parameters.scale = json.positive_floats("scale");
  file.parameters.zero_point = json.integers("zero_point");
  if (file.parameters.scale.size() != file.parameters.zero_point.size())
    json.refuse_entries("zero_point", fmt::format("as many as \"scale\", {}", file.parameters.scale.size()),
                        file.parameters.zero_point.size());
  return file;
}

void check_entries(const ParameterFile& file, std::uint64_t num_groups) {
  const std::size_t found = file.parameters.size();
  if (found != 1 && found != num_groups) {
    throw file_error(fmt::format("{}: \"scale\": expected {}, one a group, or one; found {}", file.path,
                                 counted(num_groups, "entry", "entries"), counted(found, "entry", "entries")));
  }
  check_zero_points(file.parameters.zero_point, file.scheme, file.path + ": \"zero_point\"");
}

void check_agreement(const ParameterFile& file, const Options& options, const std::optional<Mode>& mode) {
  const auto refuse = [&](const char* what, const std::string& found) {
    throw usage_error(fmt::format("{}: expected what {} says, found {}", what, file.path, found));
  };
  if (mode && *mode != file.scheme.mode) refuse("MODE", mode_name(*mode));
  const Granularity& granularity = file.scheme.granularity;
  const TensorInfo info = file.info();
  if (options.axis) {
    Granularity given;
    given.kind = Granularity::Kind::kAxis;
    given.axis = options.axis;
    if (!granularity.axis || resolve_axis(info, given) != static_cast<std::uint64_t>(*granularity.axis)) {
      refuse("--axis", fmt::format("{}", *options.axis));
    }
  }
  if (options.block && (options.block->columns != granularity.block || options.block->rows != granularity.block_rows)) {
    refuse("--block", options.block->rows == 0 ? fmt::format("{}", options.block->columns)
                                               : fmt::format("{}x{}", options.block->rows, options.block->columns));
  }
  if (options.order && *options.order != file.scheme.order) refuse("--order", order_name(*options.order));
  if (options.narrow_range && !file.scheme.narrow_range) refuse("--narrow-range", "the option");
}

}  // namespace qgpu::cli
