#pragma once
#include <optional>
#include <span>
#include <string>

#include "host/cli/options.hpp"
#include "qgpu/parameters.hpp"
#include "qgpu/scheme.hpp"

namespace qgpu::cli {

/// What `[MODE] [LO HI]` at the end of a command line says.
struct SchemeWords {
  std::optional<Mode> mode;
  std::optional<GivenRange> range;
};

/// Reads the words after a command's files: a mode, then a range; a first word that is a number begins the range.
/// Throws Error kUsage.
SchemeWords parse_scheme_words(std::span<const std::string> words);

/// `LO HI [MODE]`, the two or three words of `params`. Throws Error kUsage.
SchemeWords parse_params_words(std::span<const std::string> words);

/// MODE. Throws Error kUsage naming `where`, with the mode that was meant where that can be guessed.
Mode read_mode(const std::string& word, const std::string& where = "MODE");

/// LO HI, checked. Throws Error kUsage.
GivenRange parse_range(const std::string& lo, const std::string& hi);

/// What --axis and --block say together.
Granularity make_granularity(const std::optional<std::int64_t>& axis, const std::optional<BlockSize>& block);
Granularity granularity_of(const Options& options);

/// SCHEME of `compare`: MODE, or MODE@tensor, @axis=K, @block=N, @axis=K,block=N, @block=NxM. Throws Error kUsage.
Scheme parse_scheme(const std::string& word, const Options& options);

/// The scheme that the options give, in `mode`.
Scheme scheme_of(const Options& options, Mode mode);

}  // namespace qgpu::cli
