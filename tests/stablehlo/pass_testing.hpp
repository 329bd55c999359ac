#pragma once
#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "host/stablehlo/passes/pass.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {

struct PassResult {
  std::string text;     ///< of a program that verifies; empty if a pass refused
  std::string message;  ///< the first diagnostic
};

inline PassResult run_passes(std::string_view program, std::initializer_list<std::string_view> passes) {
  const Source source{"program.mlir", program};
  Diagnostics diagnostics;
  std::optional<Module> module = read_module(source, diagnostics);
  EXPECT_TRUE(module.has_value()) << program;
  PassResult result;
  if (module && run_pipeline(*module, {passes.begin(), passes.size()}, diagnostics) && verify(*module, diagnostics))
    result.text = print_module(*module);
  if (!diagnostics.all().empty()) result.message = diagnostics.all().front().message;
  return result;
}

inline constexpr std::string_view kQuantToMath = "stablehlo-legalize-quant-to-math";

/// The program after that pass, which must not refuse it.
inline std::string quant_to_math(std::string_view program) {
  const PassResult result = run_passes(program, {kQuantToMath});
  EXPECT_EQ(result.message, "");
  return result.text;
}

/// Every line is in the text, each after the one before.
inline void expect_in_order(const std::string& text, std::initializer_list<std::string_view> lines) {
  std::size_t from = 0;
  for (const std::string_view line : lines) {
    const std::size_t found = text.find(line, from);
    ASSERT_NE(found, std::string::npos) << "missing: " << line << "\nin:\n" << text;
    from = found + line.size();
  }
}

}  // namespace qgpu::stablehlo
