#include "host/cli/scheme_words.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "host/cli/number_text.hpp"
#include "host/cli/suggestion.hpp"
#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"

namespace qgpu::cli {
namespace {

double parse_end(const std::string& word, const char* name) {
  const std::optional<double> value = parse_double(word);
  if (!value) throw usage_error(fmt::format("{}: expected a number, found '{}'", name, word));
  if (!std::isfinite(static_cast<float>(*value)))
    throw usage_error(fmt::format("{}: expected a finite number within float32, found {}", name, word));
  return *value;
}

/// `axis=1,block=32`, the part of a SCHEME behind the @.
Granularity parse_granularity(const std::string& text, const std::string& scheme) {
  if (text == "tensor") return {};
  std::optional<std::int64_t> axis;
  std::optional<BlockSize> block;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, comma - begin);
    begin = comma + 1;
    if (part.starts_with("axis=") && !axis) {
      axis = parse_axis(part.substr(5), "SCHEME '" + scheme + "' axis");
    } else if (part.starts_with("block=") && !block) {
      block = parse_block(part.substr(6), "SCHEME '" + scheme + "' block");
    } else {
      throw usage_error(fmt::format(
          "SCHEME: expected tensor, axis=K, block=N, axis=K,block=N or block=NxM after the @, found '{}'", scheme));
    }
  }
  if (axis && block && block->rows != 0) {
    throw usage_error(fmt::format("SCHEME: block=NxM takes the last two axes and no axis=K, found '{}'", scheme));
  }
  return make_granularity(axis, block);
}

}  // namespace

Mode read_mode(const std::string& word, const std::string& where) {
  try {
    return parse_mode(word);
  } catch (const Error& error) {
    constexpr std::array kModes = std::to_array<std::string_view>({"asym-u8", "asym-i8", "sym-i8"});
    constexpr std::string_view kWhere = "MODE";
    const std::string text = error.what();
    const bool is_known = text.find("found") == std::string::npos;  // what is known and unsupported is no slip
    throw usage_error(where + text.substr(kWhere.size()) + (is_known ? "" : suggestion(word, kModes)));
  }
}

GivenRange parse_range(const std::string& lo, const std::string& hi) {
  const GivenRange range{parse_end(lo, "LO"), parse_end(hi, "HI")};
  check_range(range);
  return range;
}

SchemeWords parse_scheme_words(std::span<const std::string> words) {
  SchemeWords result;
  if (!words.empty() && !is_number(words[0])) {
    result.mode = read_mode(words[0]);
    words = words.subspan(1);
  }
  if (words.empty()) return result;
  if (words.size() == 1) {
    (void)parse_end(words[0], "LO");  // a second MODE, say, is no number at all
    throw usage_error(fmt::format("LO HI: expected two numbers, found one: {}", words[0]));
  }
  result.range = parse_range(words[0], words[1]);
  if (words.size() > 2) throw usage_error(fmt::format("LO HI: expected no word after it, found '{}'", words[2]));
  return result;
}

SchemeWords parse_params_words(std::span<const std::string> words) {
  SchemeWords result;
  result.range = parse_range(words[0], words[1]);
  if (words.size() == 3) result.mode = read_mode(words[2]);
  return result;
}

Granularity make_granularity(const std::optional<std::int64_t>& axis, const std::optional<BlockSize>& block) {
  Granularity granularity;
  granularity.axis = axis;
  if (block) {
    granularity.kind = block->rows == 0 ? Granularity::Kind::kBlock : Granularity::Kind::kBlocks;
    granularity.block = block->columns;
    granularity.block_rows = block->rows;
  } else if (axis) {
    granularity.kind = Granularity::Kind::kAxis;
  }
  return granularity;
}

Granularity granularity_of(const Options& options) { return make_granularity(options.axis, options.block); }

Scheme scheme_of(const Options& options, Mode mode) {
  Scheme scheme;
  scheme.mode = mode;
  scheme.granularity = granularity_of(options);
  scheme.order = options.order.value_or(Order::kOnnx);
  scheme.narrow_range = options.narrow_range;
  scheme.nonfinite = options.nonfinite;
  return scheme;
}

Scheme parse_scheme(const std::string& word, const Options& options) {
  const std::size_t at = word.find('@');
  Scheme scheme = scheme_of(options, read_mode(word.substr(0, at)));
  if (at != std::string::npos) scheme.granularity = parse_granularity(word.substr(at + 1), word);
  return scheme;
}

}  // namespace qgpu::cli
