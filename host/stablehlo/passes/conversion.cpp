#include <memory>
#include <unordered_set>

#include "host/stablehlo/passes/rewrite.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

class Conversion {
 public:
  Conversion(const ConversionTarget& target, std::span<const Pattern> patterns, Diagnostics& diagnostics)
      : target_(target), patterns_(patterns), diagnostics_(diagnostics) {}

  bool run(Operation& function) {
    convert_arguments(function_body(function));
    if (!legalize_body(function)) return false;
    const bool fits = finish();
    update_function_type(function);
    return fits;
  }

 private:
  /// The arguments get their new types at once. Until the end, their old uses see a value of the old type instead.
  void convert_arguments(Block& body) {
    for (Value* argument : body.arguments()) {
      const Type old_type = argument->type(), new_type = target_.convert_type(old_type);
      if (new_type == old_type) continue;
      casts_.push_back(Operation::create(argument->location(), "builtin.unrealized_conversion_cast", {}, {old_type}));
      Value* cast = casts_.back()->result();
      argument->replace_all_uses_with(cast);
      argument->set_type(new_type);
      converted_[cast] = argument;
    }
  }

  bool legalize_body(Operation& op) {
    for (std::size_t r = 0; r < op.num_regions(); ++r) {
      for (std::size_t b = 0; b < op.region(r).num_blocks(); ++b) {
        Block& block = op.region(r).block(b);
        Operation* next = nullptr;
        for (Operation* inner = block.empty() ? nullptr : &block.front(); inner != nullptr; inner = next) {
          next = inner->next();
          if (legalize(*inner)) continue;
          if (!reported_)
            diagnostics_.error(inner->location(), "failed to legalize operation '" + inner->name() +
                                                      "' that was explicitly marked illegal");
          reported_ = true;
          return false;
        }
      }
    }
    return true;
  }

  /// False if the op, or something built in its place, has no legal form. Who called reports it: the op of the
  /// program is named, not one that a pattern made.
  bool legalize(Operation& op) {
    if (target_.is_legal(op)) return legalize_body(op);
    Operation* before = op.previous();
    for (const Pattern& pattern : patterns_) {
      if (!pattern.op_name.empty() && pattern.op_name != op.name()) continue;
      Rewriter rewriter(op, converted_, diagnostics_);
      const Outcome outcome = pattern.rewrite(op, rewriter);
      if (outcome == Outcome::kNoMatch) continue;
      if (outcome == Outcome::kRefused) return false;
      for (std::size_t i = 0; i < op.num_results(); ++i) converted_[op.result(i)] = rewriter.replacements()[i];
      replaced_.push_back(&op);
      Operation* built = before ? before->next() : &op.block()->front();
      for (; built != &op; built = built->next())
        if (!legalize(*built)) return false;
      return true;
    }
    return false;
  }

  Value* stand_in_for(Value* value) const {
    for (auto found = converted_.find(value); found != converted_.end(); found = converted_.find(value))
      value = found->second;
    return value;
  }

  bool finish() {
    const std::unordered_set<const Operation*> replaced(replaced_.begin(), replaced_.end());
    bool fits = true;
    for (Operation* op : replaced_) {
      for (Value* value : op->results()) {
        Value* stand_in = stand_in_for(value);
        const Type expected = target_.convert_type(value->type());
        for (OpOperand* use : value->uses()) {
          if (fits && stand_in->type() != expected && !replaced.contains(use->owner())) {
            fits = false;
            diagnostics_.error(op->location(), "failed to legalize unresolved materialization from ('" +
                                                   print_type(stand_in->type()) + "') to ('" + print_type(expected) +
                                                   "') that remained live after conversion");
          }
          use->set(stand_in);
        }
      }
    }
    for (const auto& [old_value, unused] : converted_)  // what is left are arguments of blocks
      for (OpOperand* use : old_value->uses()) use->set(stand_in_for(use->value()));
    for (Operation* op : replaced_) op->erase();
    return fits;
  }

  const ConversionTarget& target_;
  std::span<const Pattern> patterns_;
  Diagnostics& diagnostics_;
  ValueMap converted_;
  std::vector<std::unique_ptr<Operation>> casts_;  ///< in no block; see convert_arguments
  bool reported_ = false;
  std::vector<Operation*> replaced_;  ///< ops that stay until the end, so that their operands' old types can be read
};

}  // namespace

bool convert(Operation& function, const ConversionTarget& target, std::span<const Pattern> patterns,
             Diagnostics& diagnostics) {
  if (!has_body(function)) return true;
  return Conversion(target, patterns, diagnostics).run(function);
}

}  // namespace qgpu::stablehlo
