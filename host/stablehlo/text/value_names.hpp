#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "host/stablehlo/ir/ir.hpp"

namespace qgpu::stablehlo {

/// The names MLIR would print: %arg0 for arguments, %c and %cst for constants, %iterArg for loop values, else numbers.
/// A region goes on counting where the ops around it stopped; regions side by side start from the same number. The
/// generic form knows numbers and %argN only, each once in the whole program.
class ValueNames {
 public:
  ValueNames(const Operation& root, bool generic);
  /// `%0`, `%0#1`, `%arg0`; `<<UNKNOWN SSA VALUE>>` for one from outside.
  std::string of(const Value* value) const;
  /// What stands before the `=`: `%0`, `%0:2`, `%output, %batch_mean`.
  std::string results_of(const Operation& op) const;

 private:
  struct Counters {
    std::size_t value = 0;
    std::size_t argument = 0;
    std::size_t conflict = 0;
  };
  void number_op(const Operation& op, Counters& counters);
  void number_region(const Operation& op, const Region& region, Counters& counters);
  void number_regions(const Operation& op, Counters& counters);
  std::string unique(std::string_view name, Counters& counters);

  bool generic_;
  std::unordered_map<const Value*, std::string> names_;
  std::vector<std::unordered_set<std::string>> used_;  ///< names in sight, a set for each region around
};

}  // namespace qgpu::stablehlo
