#include "host/stablehlo/passes/rewrite.hpp"

namespace qgpu::stablehlo {
namespace {

enum class Sweep { kNothing, kChanged, kRefused };

class GreedyRewriting {
 public:
  GreedyRewriting(std::span<const Pattern> patterns, Diagnostics& diagnostics)
      : patterns_(patterns), diagnostics_(diagnostics) {}

  Sweep sweep(Operation& op) {
    Sweep result = Sweep::kNothing;
    for (std::size_t r = 0; r < op.num_regions(); ++r) {
      for (std::size_t b = 0; b < op.region(r).num_blocks(); ++b) {
        Block& block = op.region(r).block(b);
        Operation* next = nullptr;
        for (Operation* inner = block.empty() ? nullptr : &block.front(); inner != nullptr; inner = next) {
          next = inner->next();
          for (const Sweep each : {sweep(*inner), rewrite(*inner)}) {
            if (each == Sweep::kRefused) return each;
            if (each == Sweep::kChanged) result = each;
          }
        }
      }
    }
    return result;
  }

 private:
  Sweep rewrite(Operation& op) {
    for (const Pattern& pattern : patterns_) {
      if (!pattern.op_name.empty() && pattern.op_name != op.name()) continue;
      ValueMap none;
      Rewriter rewriter(op, none, diagnostics_);
      const Outcome outcome = pattern.rewrite(op, rewriter);
      if (outcome == Outcome::kRefused) return Sweep::kRefused;
      if (outcome == Outcome::kNoMatch) continue;
      op.replace_with(rewriter.replacements());
      return Sweep::kChanged;
    }
    return Sweep::kNothing;
  }

  std::span<const Pattern> patterns_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool rewrite_greedily(Operation& function, std::span<const Pattern> patterns, Diagnostics& diagnostics) {
  GreedyRewriting rewriting(patterns, diagnostics);
  unique_constants(function);
  erase_dead_ops(function);
  for (;;) {
    const Sweep result = rewriting.sweep(function);
    if (result != Sweep::kChanged) return result == Sweep::kNothing;
    unique_constants(function);
    erase_dead_ops(function);
  }
}

bool erase_dead_ops(Operation& function) {
  bool erased = false;
  const std::vector<Operation*> ops = collect(function);
  // Backwards, so that what only dead ops used is dead when its turn comes. Ops of a region come after the op that
  // holds it, so they are gone before it.
  for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
    if (*op == &function || !is_dead(**op)) continue;
    (*op)->erase();
    erased = true;
  }
  return erased;
}

}  // namespace qgpu::stablehlo
