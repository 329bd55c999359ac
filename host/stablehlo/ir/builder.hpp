#pragma once
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/stablehlo/ir/ir.hpp"

namespace qgpu::stablehlo {

/// Makes ops at an insertion point; each new op goes right before it, so a sequence comes out in order.
///
///   Builder builder = Builder::before(op);
///   Value* sum = builder.create("stablehlo.add", {a, b}, {type});
class Builder {
 public:
  static Builder before(Operation& op) { return {op.block(), &op, op.location()}; }
  static Builder after(Operation& op) { return {op.block(), op.next(), op.location()}; }
  static Builder at_end(Block& block) { return {&block, nullptr, {}}; }

  /// Where the ops made from now on say they come from.
  void set_location(Location location) { location_ = location; }
  Location location() const { return location_; }
  Block& block() const { return *block_; }

  Operation& create_op(std::string name, std::span<Value* const> operands, std::vector<Type> result_types,
                       AttributeDictionary attributes = {}, std::size_t num_regions = 0) {
    return block_->insert(Operation::create(location_, std::move(name), operands, std::move(result_types),
                                            std::move(attributes), num_regions),
                          before_);
  }
  Operation& create_op(std::string name, std::initializer_list<Value*> operands, std::vector<Type> result_types,
                       AttributeDictionary attributes = {}, std::size_t num_regions = 0) {
    return create_op(std::move(name), std::span<Value* const>(operands.begin(), operands.size()),
                     std::move(result_types), std::move(attributes), num_regions);
  }
  /// An op with one result: that result.
  Value* create(std::string name, std::initializer_list<Value*> operands, Type result_type,
                AttributeDictionary attributes = {}) {
    return create_op(std::move(name), operands, {std::move(result_type)}, std::move(attributes)).result();
  }
  Value* create(std::string name, std::span<Value* const> operands, Type result_type,
                AttributeDictionary attributes = {}) {
    return create_op(std::move(name), operands, {std::move(result_type)}, std::move(attributes)).result();
  }
  /// stablehlo.constant of the literal's own type.
  Value* constant(DenseElements elements) {
    Type type = elements.type();
    return create("stablehlo.constant", {}, std::move(type), {{"value", DenseAttr{std::move(elements)}}});
  }

 private:
  Builder(Block* block, Operation* before, Location location) : block_(block), before_(before), location_(location) {}
  Block* block_;
  Operation* before_;
  Location location_;
};

}  // namespace qgpu::stablehlo
