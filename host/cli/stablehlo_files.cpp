#include <cstdio>
#include <string>

#include "host/cli/input_text.hpp"
#include "host/cli/stablehlo_command.hpp"
#include "qgpu/output.hpp"

namespace qgpu::cli {

ProgramFile::ProgramFile(const std::string& path, bool split) : text_(read_input_text(path)) {
  if (split)
    chunks_ = stablehlo::split_source(path, text_);
  else
    chunks_ = {{path, text_, 1}};
}

void write_diagnostics(const stablehlo::Diagnostics& diagnostics, const stablehlo::Source& source) {
  stablehlo::Diagnostics sorted = diagnostics;
  sorted.sort();
  for (const stablehlo::Diagnostic& diagnostic : sorted.all()) {
    const std::string text = render(diagnostic, source);
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
}

std::vector<NamedPath> output_paths(const std::string& path) {
  return path.empty() ? std::vector<NamedPath>() : std::vector<NamedPath>{{"-o", path}};
}

void commit_text(OutputSet& outputs, const std::string& path, std::string_view text) {
  if (path.empty() || path == "-") {
    outputs.commit(text);
    return;
  }
  outputs.add_text(path).write(0, reinterpret_cast<const std::byte*>(text.data()), text.size());
  outputs.commit();
}

void write_text_output(const std::string& path, std::string_view text) {
  OutputSet outputs;
  commit_text(outputs, path, text);
}

}  // namespace qgpu::cli
