#include "host/stablehlo/text/value_names.hpp"

#include <fmt/format.h>

#include "host/stablehlo/ir/op_definition.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

/// The name an op suggests for its one result, or nothing.
std::string suggested_name(const Operation& op) {
  const std::string& name = op.name();
  if (name == "stablehlo.constant") {
    const Type element = element_type(op.result()->type());
    return is_integer(element) || element.is<IndexType>() ? "c" : "cst";
  }
  if (name == "arith.constant") {
    if (const auto* boolean = op.attribute_if<BoolAttr>("value")) return boolean->value ? "true" : "false";
    if (const auto* integer = op.attribute_if<IntegerAttr>("value")) {
      const std::string number = "c" + std::to_string(integer->value);
      return integer->type.is<IndexType>() ? number : number + "_" + print_type(integer->type);
    }
    return "cst";
  }
  if (name == "tensor.dim") return "dim";
  if (name == "tensor.cast") return "cast";
  if (name == "tensor.extract") return "extracted";
  if (name == "tensor.from_elements") return "from_elements";
  if (name == "func.constant") return "f";
  return "";
}

std::string sanitized(std::string_view name) {
  std::string clean;
  for (const char c : name) {
    const bool known = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       c == '$' || c == '.' || c == '-';
    clean += known ? c : '_';
  }
  return clean.empty() || (clean[0] >= '0' && clean[0] <= '9') ? "_" + clean : clean;
}

}  // namespace

ValueNames::ValueNames(const Operation& root, bool generic) : generic_(generic) {
  used_.emplace_back();
  Counters counters;
  number_op(root, counters);
  number_regions(root, counters);
}

std::string ValueNames::unique(std::string_view name, Counters& counters) {
  const auto is_used = [&](const std::string& probe) {
    for (const auto& names : used_)
      if (names.contains(probe)) return true;
    return false;
  };
  std::string chosen = sanitized(name);
  if (is_used(chosen)) {
    std::string probe;
    do probe = fmt::format("{}_{}", chosen, counters.conflict++);
    while (is_used(probe));
    chosen = std::move(probe);
  }
  used_.back().insert(chosen);
  return "%" + chosen;
}

void ValueNames::number_op(const Operation& op, Counters& counters) {
  if (op.num_results() == 0) return;
  if (!generic_) {
    const OpDefinition* definition = find_op_definition(op.name());
    if (definition && !definition->result_names.empty()) {
      std::string_view rest = definition->result_names;
      for (std::size_t i = 0; i < op.num_results() && !rest.empty(); ++i) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        names_[op.result(i)] = unique(word, counters);
      }
      if (names_.contains(op.result(op.num_results() - 1))) return;
    }
    if (op.num_results() == 1) {
      if (const std::string name = suggested_name(op); !name.empty()) {
        names_[op.result()] = unique(name, counters);
        return;
      }
    }
  }
  const std::string number = "%" + std::to_string(counters.value++);
  for (std::size_t i = 0; i < op.num_results(); ++i)
    names_[op.result(i)] = op.num_results() == 1 ? number : fmt::format("{}#{}", number, i);
}

void ValueNames::number_region(const Operation& op, const Region& region, Counters& counters) {
  for (std::size_t b = 0; b < region.num_blocks(); ++b) {
    const Block& block = region.block(b);
    for (Value* argument : block.arguments()) {
      if (!generic_ && op.name() == "stablehlo.while")
        names_[argument] = unique("iterArg", counters);
      else if (b == 0)
        names_[argument] = unique("arg" + std::to_string(counters.argument++), counters);
      else
        names_[argument] = "%" + std::to_string(counters.value++);
    }
    for (const Operation& nested : block) number_op(nested, counters);
  }
}

// MLIR takes the regions off a stack, last first. That shows in the generic form only, where the counters run on
// through the whole program.
void ValueNames::number_regions(const Operation& op, Counters& counters) {
  for (std::size_t r = op.num_regions(); r-- > 0;) {
    const Region& region = op.region(r);
    Counters inner = counters;
    Counters& used = generic_ ? counters : inner;
    used_.emplace_back();
    number_region(op, region, used);
    for (std::size_t b = region.num_blocks(); b-- > 0;) {
      const Block& block = region.block(b);
      for (auto nested = block.end(); nested != block.begin();) number_regions(*--nested, used);
    }
    used_.pop_back();
  }
}

std::string ValueNames::of(const Value* value) const {
  const auto found = names_.find(value);
  return found == names_.end() ? "<<UNKNOWN SSA VALUE>>" : found->second;
}

std::string ValueNames::results_of(const Operation& op) const {
  const std::string first = of(op.result(0));
  const std::size_t hash = first.find('#');
  if (hash != std::string::npos) return fmt::format("{}:{}", first.substr(0, hash), op.num_results());
  std::string text = first;
  for (std::size_t i = 1; i < op.num_results(); ++i) text += ", " + of(op.result(i));
  return text;
}

}  // namespace qgpu::stablehlo
