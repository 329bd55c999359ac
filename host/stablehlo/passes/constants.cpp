#include <unordered_set>

#include "host/stablehlo/passes/rewrite.hpp"

namespace qgpu::stablehlo {
namespace {

bool is_constant(const Operation& op) {
  return op.name() == "stablehlo.constant" || op.name() == "tosa.const" || op.name() == "shape.const_shape";
}

bool same_constant(const Operation& a, const Operation& b) {
  return a.name() == b.name() && a.result()->type() == b.result()->type() && a.attributes() == b.attributes();
}

/// Cheap and equal for equal constants: the first element, and how many there are.
std::size_t fingerprint(const Operation& op) {
  const std::optional<DenseElements> elements = constant_elements(op.result());
  if (!elements || elements->bytes().empty()) return 0;
  std::size_t hash = static_cast<std::size_t>(elements->num_elements()) * 31 + elements->bytes().size();
  for (const std::byte byte : elements->element(0)) hash = hash * 257 + static_cast<std::size_t>(byte);
  return hash;
}

}  // namespace

std::optional<DenseElements> constant_elements(const Value* value) {
  const Operation* op = value->defining_op();
  if (op == nullptr) return std::nullopt;
  const std::string_view name = op->name() == "stablehlo.constant"  ? "value"
                                : op->name() == "tosa.const"        ? "values"
                                : op->name() == "shape.const_shape" ? "shape"
                                                                    : "";
  if (name.empty()) return std::nullopt;
  const DenseAttr* literal = op->attribute_if<DenseAttr>(name);
  if (literal == nullptr) return std::nullopt;
  return literal->elements;
}

bool unique_constants(Operation& function) {
  if (!has_body(function)) return false;
  Block& body = function_body(function);
  std::unordered_map<std::size_t, std::vector<Operation*>> kept;
  std::unordered_set<const Operation*> uniqued;
  bool changed = false;
  for (Operation* op : collect(function)) {
    if (!is_constant(*op)) continue;
    std::vector<Operation*>& alike = kept[fingerprint(*op)];
    Operation* twin = nullptr;
    for (Operation* other : alike)
      if (same_constant(*op, *other)) twin = other;
    if (twin != nullptr) {
      Value* value = twin->result();
      op->replace_with({&value, 1});
      changed = true;
      continue;
    }
    alike.push_back(op);
    uniqued.insert(op);
    const Operation* before = op->previous();
    const bool leads = op->block() == &body && (before == nullptr || uniqued.contains(before));
    if (!leads) {
      op->move_before(body.front());
      changed = true;
    }
  }
  return changed;
}

}  // namespace qgpu::stablehlo
