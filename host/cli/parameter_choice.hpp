#pragma once
#include <optional>

#include "host/cli/options.hpp"
#include "host/cli/parameter_file.hpp"
#include "host/cli/scheme_words.hpp"
#include "host/cli/type_option.hpp"
#include "qgpu/parameters.hpp"

namespace qgpu::cli {

/// What a command line says of scheme and parameters before the tensor is known.
struct ParameterChoice {
  Scheme scheme;
  std::optional<GivenRange> range;
  std::optional<ParameterFile> file;
  std::optional<TypeChoice> type;
  bool dynamic = false;
  std::optional<std::string> scale, zero_point;  ///< numbers or files
  struct {
    const char* scale = "--scale";
    const char* zero_point = "--zero-point";
  } names;  ///< what the user calls them
};

/// Brings words and options together: LO HI, --scale, --params and --type exclude each other. Reads the --params file.
/// `default_mode` serves where neither words nor file name one. Throws Error kUsage, kFile.
ParameterChoice choose_parameters(const Options& options, const SchemeWords& words, Mode default_mode = {});

/// The mode that the type of the codes in the file `name` says, where no other is given. Throws Error kFile where it
/// holds no codes.
Mode mode_of_codes(const TensorInfo& info, const std::string& name);

/// The canonical text of --type, or nothing.
std::optional<std::string> type_text(const ParameterChoice& choice);

/// The granularity for a tensor, which a --type has to fit. Throws Error kUsage.
const Granularity& granularity_for(const ParameterChoice& choice, const TensorInfo& info);

/// The rule for a tensor: parameters from numbers and files brought to the order of its layout.
/// `whole_shape`: a --params file must be of a tensor of this very shape; else the parameter shape has to fit.
/// Throws Error kUsage (numbers, counts), kFile (files).
ParameterRule make_rule(const ParameterChoice& choice, const TensorInfo& info, bool whole_shape);

}  // namespace qgpu::cli
