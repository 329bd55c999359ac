#include "host/cli/json_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "host/cli/number_text.hpp"
#include "host/counted.hpp"

namespace qgpu::cli {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kDeepest = 16;  // the library's printing and copying recur
constexpr std::size_t kShownBytes = 60;

std::string shortened(std::string text) {
  if (text.size() > kShownBytes) text = text.substr(0, kShownBytes) + "...";
  return text;
}

/// Builds the document, as the library's own builder does but for this: it knows where it is, rounds decimal digits to
/// float32 once, and refuses depth and keys that come twice.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Builder(const std::string& path, const std::string& text) : path_(path), text_(text) {}

  Json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(std::int64_t value) override { return put(value); }
  bool number_unsigned(std::uint64_t value) override { return put(value); }
  bool number_float(double value, const std::string& digits) override {
    const float rounded = parse_float(digits).value_or(0);
    const bool fits = std::isfinite(rounded) && (rounded != 0 || value == 0);
    return put(fits ? static_cast<double>(rounded) : value);  // what does not fit is shown as it is
  }
  bool string(std::string& value) override { return put(std::move(value)); }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    if (open_.back()->contains(name))
      throw file_error(fmt::format("{}: expected the key \"{}\" once, found it twice", path_, name));
    keys_.back() = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) override {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow)
      throw file_error(fmt::format("{}: {}: expected a number within float64, found {}", path_, place(), token));
    const std::size_t end = std::min(position > 0 ? position - 1 : 0, text_.size());
    const std::string_view read = std::string_view(text_).substr(0, end);
    const auto line = 1 + std::count(read.begin(), read.end(), '\n');
    const std::size_t column = read.size() - (read.rfind('\n') + 1) + 1;  // npos + 1 is 0
    throw file_error(
        fmt::format("{}: expected valid JSON, found a mistake at line {}, column {}", path_, line, column));
  }

 private:
  Json* append(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back();
    if (parent.is_object()) return &(parent[keys_.back()] = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }
  bool put(Json value) {
    append(std::move(value));
    return true;
  }
  bool open(Json container) {
    if (open_.size() == kDeepest) {
      throw file_error(fmt::format("{}: {}: expected at most {} levels of arrays and objects, found more", path_,
                                   place(), kDeepest));
    }
    open_.push_back(append(std::move(container)));
    keys_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  /// `"groups" "min"[3]`
  std::string place() const {
    std::string text;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_[i]->is_array()) {
        text += fmt::format("[{}]", open_[i]->size() - (i + 1 < open_.size() ? 1 : 0));
      } else {
        text += fmt::format("{}\"{}\"", i == 0 ? "" : " ", keys_[i]);
      }
    }
    return shortened(text.empty() ? "the document" : text);
  }

  const std::string& path_;
  const std::string& text_;
  Json root_;
  std::vector<Json*> open_;
  std::vector<std::string> keys_;  // of each of them the last one
};

std::string shown(const Json& value) { return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace)); }

std::optional<std::int32_t> as_int32(const Json& value) {
  if (!value.is_number_integer()) return std::nullopt;
  const bool fits =
      value.is_number_unsigned() ? value.get<std::uint64_t>() <= INT32_MAX : value.get<std::int64_t>() >= INT32_MIN;
  return fits ? std::optional(value.get<std::int32_t>()) : std::nullopt;
}

}  // namespace

JsonDocument::JsonDocument(std::string path, const std::string& text) : path_(std::move(path)) {
  if (text.empty()) throw file_error(path_ + ": expected the JSON that quantize prints, found an empty file");
  Builder builder(path_, text);
  Json::sax_parse(text, &builder);
  json_ = builder.take();
  if (!json_.is_object()) throw file_error(fmt::format("{}: expected a JSON object, found {}", path_, shown(json_)));
}

void JsonDocument::refuse(const char* key, std::string_view expected) const {
  const auto found = json_.find(key);
  throw file_error(fmt::format("{}: \"{}\": expected {}, found {}", path_, key, expected,
                               found == json_.end() ? "no such key" : shown(*found)));
}

void JsonDocument::refuse_entries(const char* key, std::string_view expected, std::size_t found) const {
  throw file_error(
      fmt::format("{}: \"{}\": expected {}, found {}", path_, key, expected, counted(found, "entry", "entries")));
}

const Json& JsonDocument::at(const char* key) const {
  const auto found = json_.find(key);
  if (found == json_.end()) refuse(key, "a value (is this the JSON of quantize?)");
  return *found;
}

std::string JsonDocument::text(const char* key) const {
  const Json& value = at(key);
  if (!value.is_string()) refuse(key, "a string");
  return value.get<std::string>();
}

bool JsonDocument::flag(const char* key) const {
  const Json& value = at(key);
  if (!value.is_boolean()) refuse(key, "true or false");
  return value.get<bool>();
}

/// What `read` makes of each entry; null refuses it. `number_kind` is the kind of the error where it is a number.
template <class Read>
auto JsonDocument::entries(const char* key, const char* expected, ErrorKind number_kind, Read&& read) const {
  const Json& value = at(key);
  std::vector<typename decltype(read(value))::value_type> result;
  const auto take = [&](const Json& element, const std::string& index) {
    const auto entry = read(element);
    if (entry) return result.push_back(*entry);
    throw Error(element.is_number() ? number_kind : ErrorKind::kFile,
                fmt::format("{}: \"{}\"{}: expected {}, found {}", path_, key, index, expected, shown(element)));
  };
  if (!value.is_array()) {
    take(value, "");
    return result;
  }
  result.reserve(value.size());
  for (const Json& element : value) take(element, fmt::format("[{}]", result.size()));
  return result;
}

std::vector<std::uint64_t> JsonDocument::counts(const char* key) const {
  if (!at(key).is_array()) refuse(key, "an array");
  return entries(key, "a count", ErrorKind::kFile, [](const Json& element) {
    return element.is_number_unsigned() ? std::optional(element.get<std::uint64_t>()) : std::nullopt;
  });
}

std::int32_t JsonDocument::integer(const char* key, std::int32_t least, std::int32_t most) const {
  const std::optional<std::int32_t> value = as_int32(at(key));
  if (!value || *value < least || *value > most) refuse(key, fmt::format("a code within {}..{}", least, most));
  return *value;
}

std::vector<float> JsonDocument::positive_floats(const char* key) const {
  return entries(key, "a positive finite float32", ErrorKind::kUsage, [](const Json& element) -> std::optional<float> {
    if (!element.is_number()) return std::nullopt;
    const auto value = element.get<float>();
    return value > 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
  });
}

std::vector<std::int32_t> JsonDocument::integers(const char* key) const {
  return entries(key, "an integer of 32 bits", ErrorKind::kFile, as_int32);
}

}  // namespace qgpu::cli
