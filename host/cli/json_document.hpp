#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "qgpu/error.hpp"

namespace qgpu::cli {

/// A JSON object read from a file, with the file's name for messages. Members throw Error kFile naming file, key,
/// index, what was expected and what was found.
class JsonDocument {
 public:
  /// `text` is untrusted: any bytes, any depth. Throws Error kFile for what is no JSON object, a key that comes twice
  /// and a number beyond float64.
  JsonDocument(std::string path, const std::string& text);

  const std::string& path() const { return path_; }
  bool has(const char* key) const { return json_.contains(key); }
  const nlohmann::json& at(const char* key) const;
  std::string text(const char* key) const;
  bool flag(const char* key) const;
  std::vector<std::uint64_t> counts(const char* key) const;
  std::int32_t integer(const char* key, std::int32_t least, std::int32_t most) const;
  /// A positive finite float32 or an array of them; decimal digits are rounded once. Another number is an Error kUsage,
  /// as it is in an option.
  std::vector<float> positive_floats(const char* key) const;
  /// An integer of 32 bits or an array of them.
  std::vector<std::int32_t> integers(const char* key) const;

  [[noreturn]] void refuse(const char* key, std::string_view expected) const;
  [[noreturn]] void refuse_entries(const char* key, std::string_view expected, std::size_t found) const;

 private:
  template <class Read>
  auto entries(const char* key, const char* expected, ErrorKind number_kind, Read&& read) const;

  std::string path_;
  nlohmann::json json_;
};

}  // namespace qgpu::cli
