#include "host/cli/evaluation_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "host/stablehlo/eval/literal_npy.hpp"
#include "host/stablehlo/text/element_text.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::cli {

namespace {

using stablehlo::Literal;
using stablehlo::Storage;

constexpr std::int64_t kMostValues = 1000;

/// The shortest digits that read back as the same `Float`.
template <class Float>
void write_float(JsonWriter& json, Float value) {
  if (std::isnan(value)) return json.value("nan");
  if (std::isinf(value)) return json.value(value > 0 ? "inf" : "-inf");
  if (value == 0) return json.number(std::signbit(value) ? "-0.0" : "0.0");  // the sign is part of a result
  json.value(value);
}

void write_element(JsonWriter& json, const Literal& literal, std::int64_t i) {
  const auto format = literal.format();
  if (format.is_boolean()) return json.value(literal.integer_at(i) != 0);
  switch (format.storage) {
    case Storage::kF16:
    case Storage::kF32:
      return write_float(json, static_cast<float>(literal.float_at(i)));
    case Storage::kF64:
      return write_float(json, literal.float_at(i));
    case Storage::kBF16:
      return json.value(literal.data<std::uint16_t>()[i]);
    case Storage::kU64:
      return json.value(literal.data<std::uint64_t>()[i]);
    case Storage::kC64:
    case Storage::kC128:
      return json.value(stablehlo::element_text(literal, i));
    default:
      return json.value(literal.integer_at(i));
  }
}

/// An element that a check compared: a number or a boolean as such, "nan" and complex numbers as text.
void write_compared(JsonWriter& json, std::string_view name, const std::string& text) {
  json.key(name);
  const nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
  if (value.is_boolean()) {
    json.value(value.get<bool>());
  } else if (value.is_number_unsigned()) {
    json.value(value.get<std::uint64_t>());
  } else if (value.is_number_integer()) {
    json.value(value.get<std::int64_t>());
  } else if (value.is_number()) {
    json.value(value.get<double>());
  } else {
    json.value(text);
  }
}

}  // namespace

void write_result(JsonWriter& json, const Literal& literal, const std::optional<stablehlo::Difference>& difference) {
  json.begin_object();
  json.member("type", stablehlo::print_type(literal.type()));
  json.member("dtype", stablehlo::npy_dtype(literal));
  json.member("shape", literal.shape());
  if (literal.num_elements() <= kMostValues) {
    json.key("values");
    json.begin_array(false);
    for (std::int64_t i = 0; i < literal.num_elements(); ++i) write_element(json, literal, i);
    json.end_array();
  }
  if (difference) {
    json.member("differing", difference->differing);
    json.member("max_steps", difference->max_steps);
  }
  json.end_object();
}

void write_check(JsonWriter& json, const stablehlo::CheckOutcome& check) {
  json.begin_object();
  json.member("op", check.op);
  json.member("line", check.location.line);
  json.member("ok", check.ok());
  json.member("mismatches", check.mismatches);
  if (check.first) {
    json.key("first");
    json.begin_object();
    json.member("index", check.first->index);
    write_compared(json, "got", check.first->got);
    write_compared(json, "expected", check.first->expected);
    json.end_object();
  } else {
    json.null_member("first");
  }
  json.end_object();
}

}  // namespace qgpu::cli
