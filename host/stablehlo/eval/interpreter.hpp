#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "host/stablehlo/eval/literal.hpp"
#include "host/stablehlo/ir/ir.hpp"

// Evaluates a program op by op. Plain ops follow the reference interpreter, quantized ones the specification:
// dequantize - op - quantize with every step in the expressed type; a dot product or convolution whose operands and
// result are all quantized is an exact integer sum and one double scale. Other semantics are a matter of rewriting the
// program first (see evaluation.hpp).
namespace qgpu::stablehlo {

/// What a check op found. `first` is the first element that differs, as text.
struct CheckOutcome {
  struct Mismatch {
    std::vector<std::int64_t> index;
    std::string got;
    std::string expected;
  };
  std::string op;
  Location location;
  std::int64_t mismatches = 0;
  std::optional<Mismatch> first;
  bool ok() const { return mismatches == 0; }
};

class StripRun;

class Interpreter {
 public:
  struct Options {
    bool exact_checks = false;  ///< every check compares bits, whatever its tolerance
    /// Follow the reference interpreter also where it leaves the specification of plain ops: a convolution sums in the
    /// type of its lhs (i8 sums wrap at 8 bits), and comparisons of type TOTALORDER are those of type FLOAT.
    bool reference_quirks = false;
    bool use_device = false;  ///< ops with a kernel run on the GPU
  };

  Interpreter(const Module& module, Options options) : module_(module), options_(options) {}

  /// Throws a file error for an op that cannot be evaluated (`unsupported: OP`).
  std::vector<Literal> call(const Operation& function, std::span<const Literal> arguments);
  /// Runs the one block of a region of an op, with the values around it in sight.
  std::vector<Literal> run_region(const Region& region, std::span<const Literal> arguments);

  const Operation& function(std::string_view name) const;
  const Options& options() const { return options_; }
  void record(CheckOutcome outcome) { checks_.push_back(std::move(outcome)); }
  const std::vector<CheckOutcome>& checks() const { return checks_; }
  /// Names of the ops that ran on the CPU although a device was to be used.
  const std::set<std::string>& cpu_ops() const { return cpu_ops_; }

 private:
  std::vector<Literal> run_block(const Block& block, std::span<const Literal> arguments);
  std::vector<Literal> evaluate(const Operation& op, std::span<const Literal> operands);
  /// The operands; each is forgotten with its last use.
  std::vector<Literal> take_operands(const Operation& op);
  void keep_result(const Value& value, Literal literal, const Block& block, std::size_t uses);
  void run_op(const Operation& op, const Block& block);
  void run_strips(const StripRun& run, const Block& block);
  const Literal& lookup(const Value& value) const;

  const Module& module_;
  Options options_;
  std::vector<CheckOutcome> checks_;
  std::set<std::string> cpu_ops_;
  std::unordered_map<const Value*, Literal> values_;
  std::unordered_map<const Value*, std::size_t> uses_left_;
  int depth_ = 0;
};

/// One op about to be evaluated.
struct OpCall {
  const Operation& op;
  std::span<const Literal> operands;
  Interpreter& interpreter;
  const Type* strip_type = nullptr;  ///< where only a strip of the result is wanted: its type

  const Literal& operand(std::size_t i) const { return operands[i]; }
  const Type& result_type(std::size_t i = 0) const { return strip_type ? *strip_type : op.result(i)->type(); }
  std::vector<std::int64_t> dims(std::string_view attribute) const;  ///< throws an internal error if it is missing
  std::int64_t integer(std::string_view attribute) const;
};
using OpFunction = std::vector<Literal> (*)(const OpCall&);
struct OpEntry {
  std::string_view name;  ///< with its dialect
  OpFunction function;
};

/// Null if no family has the op.
OpFunction find_op(std::string_view name);

// The families; each lives in the file of its name.
std::span<const OpEntry> elementwise_ops();
std::span<const OpEntry> conversion_ops();
std::span<const OpEntry> complex_ops();
std::span<const OpEntry> dot_ops();
std::span<const OpEntry> convolution_ops();
std::span<const OpEntry> data_movement_ops();
std::span<const OpEntry> gather_scatter_ops();
std::span<const OpEntry> reduction_ops();
std::span<const OpEntry> sort_ops();
std::span<const OpEntry> control_flow_ops();
std::span<const OpEntry> check_ops();
std::span<const OpEntry> tosa_ops();
std::span<const OpEntry> triangular_solve_ops();

}  // namespace qgpu::stablehlo
