#include "host/stablehlo/ir/ir.hpp"

namespace qgpu::stablehlo {

void OpOperand::unlink() {
  if (!value_) return;
  if (previous_)
    previous_->next_ = next_;
  else
    value_->first_use_ = next_;
  if (next_) next_->previous_ = previous_;
  value_ = nullptr;
  previous_ = next_ = nullptr;
}

void OpOperand::set(Value* value) {
  unlink();
  value_ = value;
  if (!value) return;
  next_ = value->first_use_;
  if (next_) next_->previous_ = this;
  value->first_use_ = this;
}

Value::~Value() {
  while (first_use_) first_use_->unlink();
}

bool Value::has_one_use() const { return first_use_ && !first_use_->next_; }

std::size_t Value::num_uses() const {
  std::size_t count = 0;
  for (const OpOperand* use = first_use_; use; use = use->next_) ++count;
  return count;
}

std::vector<OpOperand*> Value::uses() const {
  std::vector<OpOperand*> all;
  for (OpOperand* use = first_use_; use; use = use->next_) all.push_back(use);
  return all;
}

void Value::replace_all_uses_with(Value* other) {
  if (other == this) return;
  while (first_use_) first_use_->set(other);
}

std::unique_ptr<Operation> Operation::create(Location location, std::string name, std::span<Value* const> operands,
                                             std::vector<Type> result_types, AttributeDictionary attributes,
                                             std::size_t num_regions) {
  std::unique_ptr<Operation> op(new Operation);
  op->name_ = std::move(name);
  op->location_ = location;
  op->attributes_ = std::move(attributes);
  op->set_operands(operands);
  op->results_.reserve(result_types.size());
  for (Type& type : result_types)
    op->results_.emplace_back(new Value(std::move(type), op.get(), nullptr, op->results_.size(), location));
  for (std::size_t i = 0; i < num_regions; ++i) op->add_region();
  return op;
}

Operation::~Operation() = default;

std::string_view Operation::dialect() const {
  const std::string_view whole = name_;
  const std::size_t dot = whole.find('.');
  return dot == std::string_view::npos ? std::string_view() : whole.substr(0, dot);
}

std::string_view Operation::name_in_dialect() const {
  const std::string_view whole = name_;
  const std::size_t dot = whole.find('.');
  return dot == std::string_view::npos ? whole : whole.substr(dot + 1);
}

std::vector<Value*> Operation::operands() const {
  std::vector<Value*> all;
  all.reserve(num_operands_);
  for (std::size_t i = 0; i < num_operands_; ++i) all.push_back(operand(i));
  return all;
}

void Operation::set_operands(std::span<Value* const> values) {
  auto operands = std::make_unique<OpOperand[]>(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    operands[i].owner_ = this;
    operands[i].index_ = i;
    operands[i].set(values[i]);
  }
  operands_ = std::move(operands);
  num_operands_ = values.size();
}

std::vector<Value*> Operation::results() const {
  std::vector<Value*> all;
  all.reserve(results_.size());
  for (const auto& result : results_) all.push_back(result.get());
  return all;
}

std::vector<Type> Operation::operand_types() const {
  std::vector<Type> types;
  types.reserve(num_operands_);
  for (std::size_t i = 0; i < num_operands_; ++i) types.push_back(operand(i)->type());
  return types;
}

std::vector<Type> Operation::result_types() const {
  std::vector<Type> types;
  types.reserve(results_.size());
  for (const auto& result : results_) types.push_back(result->type());
  return types;
}

bool Operation::has_uses() const {
  for (const auto& result : results_)
    if (result->has_uses()) return true;
  return false;
}

std::optional<std::int64_t> Operation::integer_attribute(std::string_view name) const {
  if (const auto* integer = attribute_if<IntegerAttr>(name)) return integer->value;
  return std::nullopt;
}

std::optional<std::vector<std::int64_t>> Operation::integers_attribute(std::string_view name) const {
  return integers_of(attributes_.get(name));
}

std::optional<std::string> Operation::string_attribute(std::string_view name) const {
  if (const auto* string = attribute_if<StringAttr>(name)) return string->value;
  if (const auto* symbol = attribute_if<SymbolAttr>(name)) return symbol->root;
  if (const auto* choice = attribute_if<EnumAttr>(name)) return choice->value;
  return std::nullopt;
}

bool Operation::bool_attribute(std::string_view name, bool otherwise) const {
  if (const auto* boolean = attribute_if<BoolAttr>(name)) return boolean->value;
  return attributes_.get(name).is<UnitAttr>() || otherwise;
}

Region& Operation::add_region() { return *regions_.emplace_back(std::make_unique<Region>(this)); }

Region& Operation::adopt_region(std::unique_ptr<Region> region) {
  region->parent_ = this;
  return *regions_.emplace_back(std::move(region));
}

Operation* Operation::parent_op() const { return block_ ? block_->parent_op() : nullptr; }

Operation* Operation::next() const {
  if (!block_) return nullptr;
  const auto after = std::next(position_);
  return after == block_->operations_.end() ? nullptr : after->get();
}

Operation* Operation::previous() const {
  if (!block_ || position_ == block_->operations_.begin()) return nullptr;
  return std::prev(position_)->get();
}

std::unique_ptr<Operation> Operation::remove() {
  std::unique_ptr<Operation> self = std::move(*position_);
  block_->operations_.erase(position_);
  block_ = nullptr;
  return self;
}

void Operation::erase() {
  if (has_uses()) throw internal_error("stablehlo: " + name_ + " is erased while its results are still used");
  remove();
}

void Operation::replace_with(std::span<Value* const> replacements) {
  if (replacements.size() != results_.size())
    throw internal_error("stablehlo: " + name_ + " is replaced by another number of values");
  for (std::size_t i = 0; i < replacements.size(); ++i) results_[i]->replace_all_uses_with(replacements[i]);
  erase();
}

void Operation::move_before(Operation& other) {
  Block& target = *other.block_;
  target.insert(remove(), &other);
}

// Ops go last to first, so that users go before what they use.
Block::~Block() {
  while (!operations_.empty()) operations_.pop_back();
}

std::vector<Value*> Block::arguments() const {
  std::vector<Value*> all;
  all.reserve(arguments_.size());
  for (const auto& argument : arguments_) all.push_back(argument.get());
  return all;
}

Value* Block::add_argument(Type type, Location location) {
  return arguments_.emplace_back(new Value(std::move(type), nullptr, this, arguments_.size(), location)).get();
}

Operation* Block::parent_op() const { return region_ ? region_->parent_op() : nullptr; }

Operation& Block::insert(std::unique_ptr<Operation> op, Operation* before) {
  Operation& inserted = *op;
  inserted.block_ = this;
  inserted.position_ = operations_.insert(before ? before->position_ : operations_.end(), std::move(op));
  return inserted;
}

Block& Region::add_block() {
  Block& block = *blocks_.emplace_back(std::make_unique<Block>());
  block.region_ = this;
  return block;
}

}  // namespace qgpu::stablehlo
