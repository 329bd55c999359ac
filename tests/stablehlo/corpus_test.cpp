#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "host/stablehlo/text/expected_diagnostics.hpp"
#include "host/stablehlo/text/text.hpp"

// The public StableHLO test files, where they lie beside the project.
namespace qgpu::stablehlo {
namespace {

namespace fs = std::filesystem;

fs::path corpus() {
  const char* shared = std::getenv("QGPU_SHARED");
  return (shared ? fs::path(shared) : fs::path(QGPU_SOURCE_DIR) / ".." / "shared") / "stablehlo-tests" / "stablehlo";
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(corpus())) GTEST_SKIP() << "no StableHLO test files at " << corpus();
  }
};

TEST_F(Corpus, DataProgramsPrintAsTheyRead) {
  std::size_t programs = 0;
  for (const auto& entry : fs::directory_iterator(corpus() / "testdata" / "quantized")) {
    if (entry.path().extension() != ".mlir") continue;
    const std::string text = read(entry.path());
    for (const Source& chunk : split_source(entry.path().filename(), text)) {
      Diagnostics diagnostics;
      const auto module = read_module(chunk, diagnostics);
      ASSERT_TRUE(module) << render(diagnostics.all().front(), chunk);
      for (const bool generic : {false, true}) {
        const std::string once = print_module(*module, {.generic = generic});
        const auto again = read_module({"printed", once, 1}, diagnostics);
        ASSERT_TRUE(again) << entry.path();
        ASSERT_EQ(print_module(*again, {.generic = generic}), once) << entry.path();
      }
      ++programs;
    }
  }
  EXPECT_GT(programs, 0u);
}

TEST_F(Corpus, EveryExpectedErrorIsGivenAndNoOther) {
  for (const char* file :
       {"ops_stablehlo_quantized.mlir", "print_stablehlo.mlir", "verify_reduce.mlir", "verify_reduce_window.mlir",
        "verify_scatter.mlir", "verify_select_and_scatter.mlir", "interpret/quantized_ops.mlir"}) {
    const std::string text = read(corpus() / "tests" / file);
    ASSERT_FALSE(text.empty()) << file;
    for (const Source& chunk : split_source(file, text)) {
      Diagnostics diagnostics;
      read_module(chunk, diagnostics);
      const Diagnostics amiss = unmet_expectations(chunk, diagnostics);
      for (const Diagnostic& diagnostic : amiss.all()) ADD_FAILURE() << render(diagnostic, {file, text, 1});
    }
  }
}

}  // namespace
}  // namespace qgpu::stablehlo
