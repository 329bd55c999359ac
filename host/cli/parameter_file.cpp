#include "host/cli/parameter_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/cli/input_text.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

/// float32 numbers, so that decimal digits are rounded once.
using Json = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, float>;

/// The document and the name of its file, for messages.
class Document {
 public:
  Document(std::string path, const std::string& text) : path_(std::move(path)) {
    json_ = Json::parse(text, nullptr, false);
    if (json_.is_discarded()) throw file_error(path_ + ": expected the JSON that quantize prints, found no valid JSON");
    if (!json_.is_object()) throw file_error(path_ + ": expected a JSON object, found something else");
  }

  [[noreturn]] void refuse(const char* key, const std::string& expected) const {
    const auto found = json_.find(key);
    std::string text =
        found == json_.end() ? "no such key" : found->dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 60) + "...";
    throw file_error(fmt::format("{}: \"{}\": expected {}, found {}", path_, key, expected, text));
  }

  const Json& at(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) refuse(key, "a value (is this the JSON of quantize?)");
    return *found;
  }
  std::string text(const char* key) const {
    const Json& value = at(key);
    if (!value.is_string()) refuse(key, "a string");
    return value.get<std::string>();
  }
  bool flag(const char* key) const {
    const Json& value = at(key);
    if (!value.is_boolean()) refuse(key, "true or false");
    return value.get<bool>();
  }
  std::vector<std::uint64_t> counts(const char* key) const {
    const Json& value = at(key);
    if (!value.is_array()) refuse(key, "an array");
    std::vector<std::uint64_t> result;
    for (const Json& element : value) {
      if (!element.is_number_unsigned()) refuse(key, "counts");
      result.push_back(element.get<std::uint64_t>());
    }
    return result;
  }
  std::int32_t code(const char* key, arith::CodeLimits limits) const {
    const Json& value = at(key);
    if (!is_int32(value) || value.get<std::int32_t>() < limits.qmin || value.get<std::int32_t>() > limits.qmax)
      refuse(key, fmt::format("a code within {}..{}", limits.qmin, limits.qmax));
    return value.get<std::int32_t>();
  }
  std::vector<float> scales() const {
    return values<float>(
        "scale", [](const Json& element) { return element.is_number(); }, "a number or numbers");
  }
  std::vector<std::int32_t> zero_points() const {
    return values<std::int32_t>("zero_point", is_int32, "an integer or integers");
  }
  bool has(const char* key) const { return json_.contains(key); }

 private:
  static bool is_int32(const Json& value) {
    return value.is_number_integer() && value.get<std::int64_t>() >= INT32_MIN &&
           value.get<std::int64_t>() <= INT32_MAX &&
           !(value.is_number_unsigned() && value.get<std::uint64_t>() > INT32_MAX);
  }

  template <class T, class Fits>
  std::vector<T> values(const char* key, Fits fits, const char* expected) const {
    const Json& value = at(key);
    std::vector<T> result;
    const auto take = [&](const Json& element) {
      if (!fits(element)) refuse(key, expected);
      result.push_back(element.get<T>());
    };
    if (value.is_array()) {
      result.reserve(value.size());
      for (const Json& element : value) take(element);
    } else {
      take(value);
    }
    return result;
  }

  std::string path_;
  Json json_;
};

Granularity read_granularity(const Document& json, std::size_t rank) {
  std::optional<std::int64_t> axis;
  std::optional<BlockSize> block;
  if (const Json& value = json.at("axis"); !value.is_null()) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= rank)
      json.refuse("axis", "an axis of the shape, or null");
    axis = value.get<std::int64_t>();
  }
  if (const Json& value = json.at("block"); value.is_number_unsigned() && value.get<std::uint64_t>() > 0) {
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
void read_limits(const Document& json, Scheme& scheme) {
  if (!json.has("qmin") && !json.has("qmax")) return;
  const arith::CodeLimits all = code_limits(scheme.mode.code_type, false);
  const std::int32_t qmin = json.code("qmin", all);
  const std::int32_t qmax = json.code("qmax", all);
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
  const Document json(path, read_input_text(path));
  ParameterFile file;
  file.path = path;
  try {
    file.scheme.mode = parse_mode(json.text("mode"));
  } catch (const Error& error) {
    throw file_error(fmt::format("{}: \"mode\": {}", path, error.what()));
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
  file.parameters.scale = json.scales();
  file.parameters.zero_point = json.zero_points();
  if (file.parameters.scale.size() != file.parameters.zero_point.size())
    json.refuse("zero_point", "as many entries as \"scale\"");
  return file;
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
