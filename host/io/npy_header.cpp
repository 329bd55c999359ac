#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "host/counted.hpp"
#include "qgpu/error.hpp"
#include "qgpu/npy.hpp"

namespace qgpu {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A piece of a foreign file that is fit for a message: printable and short.
std::string quoted(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, 40)) {
    shown += c >= ' ' && c <= '~' ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return fmt::format("'{}{}'", shown, text.size() > 40 ? "..." : "");
}

/// What bytes that are not a .npy file seem to be.
std::string guess_format(std::string_view bytes, std::string_view name) {
  if (bytes.empty()) return "an empty file";
  if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06") || name.ends_with(".npz")) {
    return "a zip archive (.npz is unsupported)";
  }
  if ((bytes.size() > 8 && bytes[8] == '{') || name.ends_with(".safetensors")) {
    return "what looks like safetensors (unsupported)";
  }
  if (bytes.starts_with('\x80')) return "a Python pickle (unsupported)";
  if (bytes.starts_with("\x89HDF")) return "an HDF5 file (unsupported)";
  if (kMagic.starts_with(bytes)) return fmt::format("a file cut short after {}", counted(bytes.size(), "byte"));
  const bool is_text = std::all_of(bytes.begin(), bytes.end(), [](unsigned char c) {
    return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\r' || c == '\t';
  });
  return fmt::format("{} that begin with {}", is_text ? "characters" : "bytes", quoted(bytes));
}

/// Reads the dictionary, a Python literal, from left to right. No recursion: a nested value is refused at its start.
class DictionaryReader {
 public:
  DictionaryReader(std::string_view text, bool allow_long_suffix, const std::string& name)
      : text_(text), allow_long_suffix_(allow_long_suffix), name_(name) {}

  NpyHeader read() {
    expect('{', "a dictionary");
    while (!accept('}')) {
      read_item();
      if (accept('}')) break;
      expect(',', "',' or '}' after a value");
    }
    skip_spaces();
    if (at_ != text_.size()) fail("the end of the header after '}'");
    if (!descr_) throw missing("descr");
    if (!fortran_order_) throw missing("fortran_order");
    if (!shape_) throw missing("shape");
    return {*descr_, *fortran_order_, *shape_, 0};
  }

 private:
  void read_item() {
    const std::string key = read_string("a key in quotes");
    expect(':', "':' after a key");
    if (key == "descr") {
      check_new(key, descr_.has_value());
      descr_ = read_descr();
    } else if (key == "fortran_order") {
      check_new(key, fortran_order_.has_value());
      fortran_order_ = read_boolean();
    } else if (key == "shape") {
      check_new(key, shape_.has_value());
      shape_ = read_shape();
    } else {
      throw file_error(
          fmt::format("{}: expected the header keys descr, fortran_order and shape, found {}", name_, quoted(key)));
    }
  }

  std::string read_descr() {
    skip_spaces();
    if (peek() == '[') {
      throw file_error(fmt::format("{}: unsupported element type: a structured one, {}", name_, quoted(rest())));
    }
    return read_string("an element type in quotes");
  }

  bool read_boolean() {
    skip_spaces();
    for (const auto& [word, value] : {std::pair{std::string_view("True"), true}, {"False", false}}) {
      if (rest().starts_with(word)) {
        at_ += word.size();
        return value;
      }
    }
    fail("True or False for fortran_order");
  }

  std::vector<std::uint64_t> read_shape() {
    std::vector<std::uint64_t> shape;
    expect('(', "a tuple for shape");
    bool ends_with_comma = false;
    while (!accept(')')) {
      if (!shape.empty() && !ends_with_comma) fail("',' or ')' in shape");
      if (shape.size() == kMaxNpyRank) {
        throw file_error(fmt::format("{}: expected a shape of at most {} axes, found more", name_, kMaxNpyRank));
      }
      shape.push_back(read_extent());
      ends_with_comma = accept(',');
    }
    if (shape.size() == 1 && !ends_with_comma) {
      throw file_error(
          fmt::format("{}: expected a tuple for shape, found ({}): a number in parentheses", name_, shape[0]));
    }
    check_product(shape);
    return shape;
  }

  std::uint64_t read_extent() {
    skip_spaces();
    if (peek() == '-')
      throw file_error(fmt::format("{}: expected extents of at least 0, found {}", name_, quoted(rest())));
    const std::size_t begin = at_;
    std::uint64_t value = 0;
    while (peek() >= '0' && peek() <= '9') {
      const auto digit = static_cast<std::uint64_t>(peek() - '0');
      if (value > (kMaxBytes - digit) / 10) {
        throw file_error(fmt::format("{}: expected extents below 2^63, found {}", name_, quoted(text_.substr(begin))));
      }
      value = 10 * value + digit;
      ++at_;
    }
    // Python reads neither '' nor '007' as a number.
    if (at_ == begin || (text_[begin] == '0' && at_ - begin > 1)) {
      at_ = begin;
      fail("an integer in shape");
    }
    if (allow_long_suffix_ && peek() == 'L') ++at_;
    return value;
  }

  void check_product(const std::vector<std::uint64_t>& shape) const {
    std::uint64_t product = 1;
    for (const std::uint64_t extent : shape) {
      if (extent == 0) continue;
      if (product > kMaxBytes / extent) {
        throw file_error(
            fmt::format("{}: expected a shape of fewer than 2^63 elements, found ({})", name_, fmt::join(shape, ", ")));
      }
      product *= extent;
    }
  }

  std::string read_string(const char* what) {
    skip_spaces();
    if (peek() == 'u') ++at_;  // Python 2's unicode
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail(what);
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\\' && text_[at_] != '\n') ++at_;
    if (peek() != quote) fail("the end of a string");
    return std::string(text_.substr(begin, at_++ - begin));
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  std::string_view rest() const { return text_.substr(at_); }

  void skip_spaces() {
    while (at_ < text_.size() && std::strchr(" \t\n\r\f", text_[at_]) != nullptr && text_[at_] != '\0') ++at_;
  }

  bool accept(char c) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c, const char* what) {
    if (!accept(c)) fail(what);
  }

  void check_new(const std::string& key, bool seen) const {
    if (seen) throw file_error(fmt::format("{}: expected the header key '{}' once, found it twice", name_, key));
  }

  [[noreturn]] void fail(const char* expected) const {
    const std::string found = at_ < text_.size() ? quoted(rest()) : "its end";
    throw file_error(fmt::format("{}: bad header: expected {}, found {}", name_, expected, found));
  }

  Error missing(const char* key) const {
    return file_error(fmt::format("{}: bad header: expected the key '{}', found none", name_, key));
  }

  static constexpr auto kMaxBytes = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

  std::string_view text_;
  bool allow_long_suffix_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::optional<std::string> descr_;
  std::optional<bool> fortran_order_;
  std::optional<std::vector<std::uint64_t>> shape_;
};

}  // namespace

std::uint64_t npy_data_offset(std::span<const std::byte> preamble, const std::string& name) {
  const std::string_view text = as_text(preamble);
  if (!text.starts_with(kMagic)) {
    throw file_error(fmt::format("{}: expected a .npy file, found {}", name, guess_format(text, name)));
  }
  const auto byte = [&](std::size_t i) { return std::to_integer<std::uint64_t>(preamble[i]); };
  if (preamble.size() < 10) {
    throw file_error(fmt::format("{}: truncated header: expected 10 bytes or more, found {}", name, preamble.size()));
  }
  const std::uint64_t major = byte(6);
  const std::uint64_t minor = byte(7);
  if (major < 1 || major > 3 || minor != 0) {
    throw file_error(fmt::format("{}: unsupported .npy version {}.{}: expected 1.0, 2.0 or 3.0", name, major, minor));
  }
  if (major == 1) return 10 + byte(8) + (byte(9) << 8);
  if (preamble.size() < kNpyPreambleBytes) {
    throw file_error(fmt::format("{}: truncated header: expected 12 bytes or more, found {}", name, preamble.size()));
  }
  const std::uint64_t length = byte(8) + (byte(9) << 8) + (byte(10) << 16) + (byte(11) << 24);
  if (length > kMaxNpyHeaderBytes) {
    throw file_error(
        fmt::format("{}: expected a header of at most {} bytes, found one of {}", name, kMaxNpyHeaderBytes, length));
  }
  return kNpyPreambleBytes + length;
}

NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string& name) {
  const std::uint64_t data_offset = npy_data_offset(bytes.first(std::min(bytes.size(), kNpyPreambleBytes)), name);
  if (bytes.size() < data_offset) {
    throw file_error(fmt::format("{}: truncated header: expected {} bytes, found {}", name, data_offset, bytes.size()));
  }
  const int major = std::to_integer<int>(bytes[6]);
  const std::size_t begin = major == 1 ? 10 : kNpyPreambleBytes;
  DictionaryReader reader(as_text(bytes.subspan(begin, data_offset - begin)), major < 3, name);
  NpyHeader header = reader.read();
  header.data_offset = data_offset;
  return header;
}

TensorInfo npy_tensor_info(const NpyHeader& header, const std::string& name) {
  std::string_view type = header.descr;
  char order = '=';
  if (!type.empty() && std::strchr("<>=|", type[0]) != nullptr) {
    order = type[0];
    type.remove_prefix(1);
  }
  TensorInfo info;
  if (type == "f4") {
    info.type = ElementType::kFloat32;
  } else if (type == "f8") {
    info.type = ElementType::kFloat64;
  } else if (type == "u1") {
    info.type = ElementType::kUint8;
  } else if (type == "i1") {
    info.type = ElementType::kInt8;
  } else {
    throw file_error(fmt::format("{}: unsupported element type {}: expected float32, float64, uint8 or int8", name,
                                 quoted(header.descr)));
  }
  const bool native_is_big = std::endian::native == std::endian::big;
  info.big_endian = element_size(info.type) > 1 && (order == '>' || (order != '<' && native_is_big));
  info.fortran_order = header.fortran_order;
  info.shape = header.shape;
  if (!info.has_countable_size()) {
    throw file_error(
        fmt::format("{}: expected a shape of fewer than 2^63 bytes, found ({})", name, fmt::join(header.shape, ", ")));
  }
  return info;
}

}  // namespace qgpu
