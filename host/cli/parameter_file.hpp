#pragma once
#include <string>
#include <vector>

#include "host/cli/options.hpp"
#include "host/cli/scheme_words.hpp"
#include "qgpu/parameters.hpp"
#include "qgpu/scheme.hpp"

namespace qgpu::cli {

/// What `--params FILE` holds: the JSON that quantize printed.
struct ParameterFile {
  std::string path;
  Scheme scheme;
  std::vector<std::uint64_t> shape;  ///< of the tensor that was quantized
  Parameters parameters;             ///< in C order of the parameter shape

  /// The tensor that was quantized, as far as layouts need it.
  TensorInfo info() const;
};

/// Reads the file, `-` from stdin. Floats are rounded once, to float32. Throws Error kFile naming the file and the key.
ParameterFile read_parameter_file(const std::string& path);

/// Refuses a count of scales that is neither 1 nor `num_groups`, and zero points that the scheme has not. Throws Error
/// kFile, kUsage.
void check_entries(const ParameterFile& file, std::uint64_t num_groups);

/// Refuses a MODE, --axis, --block, --order or --narrow-range beside --params that says otherwise. Throws Error kUsage.
void check_agreement(const ParameterFile& file, const Options& options, const std::optional<Mode>& mode);

}  // namespace qgpu::cli
