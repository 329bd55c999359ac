#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qgpu/backend.hpp"
#include "qgpu/scheme.hpp"

namespace qgpu::cli {

struct CommandLine;

/// Extents of --block: `rows` is 0 for a run along one axis.
struct BlockSize {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;

  friend bool operator==(const BlockSize&, const BlockSize&) = default;
};

/// The options of a command line, read and checked each for itself; what is unset was not given.
struct Options {
  std::string command;
  std::vector<std::string> words;

  std::optional<std::int64_t> axis;
  std::optional<BlockSize> block;
  std::optional<std::string> scale, zero_point, params;  ///< a number or a file; not looked into yet
  bool has_parameter_words = false;                      ///< scale and zero point are words, SCALE and ZERO_POINT
  std::optional<std::string> type;                       ///< not read yet
  std::optional<std::string> emit_stablehlo;
  std::optional<std::string> scale_out, zero_point_out, report;
  std::optional<Order> order;
  bool narrow_range = false;
  Nonfinite nonfinite = Nonfinite::kError;
  std::optional<double> max_error;
  bool require_bound = false;
  bool per_group = false;
  bool table = false;
  bool dry_run = false;
  bool fsync = false;
  bool quiet = false;
  bool verbose = false;
  BackendOptions backend;
  std::uint64_t seed = 0;
  std::string lang = "en";
  std::optional<std::uint64_t> bytes, columns, samples;
  std::vector<std::string> kernels, granularities;
  std::optional<std::string> compare;
  bool csv = false;

  bool takes_dynamic_parameters() const { return params == "dynamic"; }
};

/// Reads every option. Throws Error kUsage naming the option, what it takes and what was found.
Options read_options(const CommandLine& line);

inline constexpr std::size_t kAnyNumber = SIZE_MAX;

/// Throws Error kUsage unless the command has `least` to `most` words.
void check_word_count(const Options& options, std::size_t least, std::size_t most);

/// `32` or `16x16`. Throws Error kUsage naming `where`.
BlockSize parse_block(const std::string& text, const std::string& where);
/// An axis: an integer of 32 bits. Throws Error kUsage naming `where`.
std::int64_t parse_axis(const std::string& text, const std::string& where);

/// Throws Error kUsage naming `where`, the word that gave `axis`, unless a tensor of `rank` axes has it.
void check_axis(std::int64_t axis, std::size_t rank, const std::string& where);

/// The device to use, and what named it.
struct DeviceChoice {
  std::string name = "auto";
  std::string given_by = "--device";
};
/// What `option`, the value of --device, says, else the environment's QGPU_DEVICE. Throws Error kUsage naming the one
/// of the two that is no name of a device.
DeviceChoice choose_device(const std::optional<std::string>& option);

}  // namespace qgpu::cli
