#pragma once
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "host/stablehlo/ir/builder.hpp"
#include "host/stablehlo/ir/diagnostics.hpp"
#include "host/stablehlo/ir/ir.hpp"

/// The driver of all passes: patterns that match one op and build what replaces it, and two ways of applying them.
namespace qgpu::stablehlo {

enum class Outcome {
  kNoMatch,    ///< not for this pattern: nothing was built
  kRewritten,  ///< the replacement was built and announced
  kRefused,    ///< for this pattern, but impossible: the reason was reported
};

/// What a pattern builds with. New ops go right before the op being rewritten and take over its location.
class Rewriter : public Builder {
 public:
  Rewriter(Operation& op, ValueMap& converted, Diagnostics& diagnostics)
      : Builder(Builder::before(op)), op_(op), converted_(converted), diagnostics_(diagnostics) {}

  /// What stands for a value by now. While a conversion runs, old ops stay in place with their old operands, so that
  /// patterns can read the old types there; what they build must use the converted values.
  Value* converted(Value* value) const;
  std::vector<Value*> converted(std::span<Value* const> values) const;

  /// Announces what takes the place of the op's results, one value for each.
  Outcome replace_with(std::span<Value* const> values);
  Outcome replace_with(std::initializer_list<Value*> values) {
    return replace_with(std::span<Value* const>(values.begin(), values.size()));
  }
  /// `old_argument`, of a block that goes with the op, is `argument` of a block that stays.
  void map_argument(Value* old_argument, Value* argument) { converted_[old_argument] = argument; }
  Outcome refuse(std::string message);
  const std::vector<Value*>& replacements() const { return replacements_; }

 private:
  Operation& op_;
  ValueMap& converted_;
  Diagnostics& diagnostics_;
  std::vector<Value*> replacements_;
};

struct Pattern {
  std::string_view op_name;  ///< empty: every op
  Outcome (*rewrite)(Operation& op, Rewriter& rewriter);
};

/// Tries the patterns in order at every op of the function, again and again until none matches. After each sweep dead
/// ops are dropped and constants uniqued, as MLIR's greedy driver does. False if a pattern refused.
bool rewrite_greedily(Operation& function, std::span<const Pattern> patterns, Diagnostics& diagnostics);

struct ConversionTarget {
  bool (*is_legal)(const Operation& op);
  Type (*convert_type)(const Type& type);  ///< of function arguments and results, and of values between ops
};

/// Rewrites every op that is not legal, and what the rewriting builds, until all are; then changes the function's
/// signature. An op without a pattern, or one whose replacement cannot be made legal, fails the conversion.
bool convert(Operation& function, const ConversionTarget& target, std::span<const Pattern> patterns,
             Diagnostics& diagnostics);

/// Erases ops whose results nobody needs, users before what they use. True if there were any.
bool erase_dead_ops(Operation& function);

/// Keeps one of equal constants and moves them to the front of the function, in the order in which MLIR's folder leaves
/// them. True if anything changed.
bool unique_constants(Operation& function);

/// The literal a value holds if it is the result of stablehlo.constant or tosa.const; else nothing.
std::optional<DenseElements> constant_elements(const Value* value);

}  // namespace qgpu::stablehlo
