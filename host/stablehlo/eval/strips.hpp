#pragma once
#include <cstdint>
#include <vector>

#include "host/stablehlo/eval/interpreter.hpp"

// Element-wise ops in a row, run strip by strip instead of op by op: what lies between them stays in the cache and
// never becomes a tensor. The same functions compute the same elements, so the bits are those of one op after another.
namespace qgpu::stablehlo {

/// Ops of one block, of one number of elements, each working on element i from elements i alone.
class StripRun {
 public:
  /// Collects from `first` on, up to the first op of another kind. Ops on scalars in between come with the run.
  StripRun(Block::const_iterator first, Block::const_iterator end);

  bool worthwhile() const { return steps_.size() > 1; }
  Block::const_iterator end() const { return end_; }
  /// Ops on scalars: to be evaluated before the rest. None depends on it.
  const std::vector<const Operation*>& scalar_ops() const { return scalar_ops_; }
  const std::vector<const Operation*>& steps() const { return steps_; }
  /// Values from outside that the steps read.
  const std::vector<const Value*>& inputs() const { return inputs_; }
  /// Results that are used outside the run.
  const std::vector<const Value*>& outputs() const { return outputs_; }

  /// The outputs, from the inputs.
  std::vector<Literal> run(const std::vector<Literal>& inputs, Interpreter& interpreter) const;

 private:
  bool take(const Operation& op);
  void run_strip(std::int64_t begin, std::int64_t end, const std::vector<Literal>& inputs, Interpreter& interpreter,
                 std::vector<Literal>& outputs) const;

  std::int64_t count_ = 0;
  Block::const_iterator end_;
  std::vector<const Operation*> scalar_ops_, steps_;
  std::vector<const Value*> inputs_, outputs_;
  std::vector<std::vector<std::size_t>> operand_slots_;  ///< of each step: an input, or inputs + the step that makes it
  std::vector<std::size_t> output_steps_;
};

}  // namespace qgpu::stablehlo
