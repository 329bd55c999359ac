#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "host/stablehlo/eval/evaluation.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {

inline std::string read_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Parses, verifies and runs one program; a test fails on any diagnostic.
inline Evaluation evaluate_source(const Source& source, const EvaluationOptions& options = {},
                                  const std::vector<Literal>& arguments = {}) {
  Diagnostics diagnostics;
  const auto module = read_module(source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << render(diagnostic, source);
  if (!module) return {};
  Evaluation evaluation = evaluate(*module, "main", arguments, options, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << render(diagnostic, source);
  return evaluation;
}

inline Evaluation evaluate_text(std::string_view text, const EvaluationOptions& options = {},
                                const std::vector<Literal>& arguments = {}) {
  return evaluate_source({"test.mlir", text, 1}, options, arguments);
}

inline std::vector<std::int64_t> integers(const Literal& literal) {
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < literal.num_elements(); ++i) values.push_back(literal.integer_at(i));
  return values;
}

inline std::vector<double> floats(const Literal& literal) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < literal.num_elements(); ++i) values.push_back(literal.float_at(i));
  return values;
}

/// Every check of every program in a file holds exactly. Returns how many there were.
inline std::size_t expect_all_checks(const std::string& path, EvaluationOptions options) {
  const std::string text = read_text(path);
  std::size_t num_checks = 0;
  for (const Source& chunk : split_source(path, text)) {
    const Evaluation evaluation = evaluate_source(chunk, options);
    num_checks += evaluation.checks.size();
    for (const CheckOutcome& check : evaluation.checks) {
      EXPECT_TRUE(check.ok()) << path << ":" << check.location.line << ": " << check.op << ": " << check.mismatches
                              << " differ, first got " << check.first->got << ", expected " << check.first->expected;
    }
  }
  return num_checks;
}

}  // namespace qgpu::stablehlo
