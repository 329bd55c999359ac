#pragma once
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <nlohmann/json.hpp>

#include "tests/io/scratch_folder.hpp"

namespace qgpu {

using nlohmann::json;
using ::testing::HasSubstr;

struct Outcome {
  int exit_code;
  std::string output, errors;
  json answer() const { return json::parse(output); }
};

class StablehloCommand : public testing::Test {
 protected:
  /// Runs in the scratch folder, so that messages name files without a path.
  Outcome run(const std::string& words, const std::string& input = "/dev/null") const {
    const std::string command = "cd '" + folder_.path().string() + "' && '" QGPU_BINARY "' stablehlo " + words +
                                " >stdout.txt 2>stderr.txt <" + input;
    const int status = std::system(command.c_str());  // NOLINT(cert-env33-c): the words are this file's own
    return {WEXITSTATUS(status), read("stdout.txt"), read("stderr.txt")};
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  ScratchFolder folder_;
};

// 1 + 2 at scale 0.5, -0.3 and 40 beyond the range of i8 at 0.25: by hand.
inline constexpr const char* kQuantized = R"(module {
  func.func @main() -> (tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) {
    %cst = stablehlo.constant dense<[-3.000000e-01, 4.000000e+01]> : tensor<2xf32>
    %0 = stablehlo.uniform_quantize %cst : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
    %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>) -> tensor<2xf32>
    return %1, %0 : tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>
  }
}
)";

}  // namespace qgpu
