#pragma once
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/stablehlo/ir/attributes.hpp"
#include "host/stablehlo/ir/diagnostics.hpp"
#include "host/stablehlo/ir/types.hpp"

/// A program as a tree: a module op owns a region, a region blocks, a block ops in order, an op its results and
/// regions. Whether an op was written in its pretty or its generic form cannot be told from here: every op is a name,
/// operands, attributes by name, regions and results. Owners hold their children by unique_ptr, everything else is a
/// plain pointer that stays valid until the thing is erased.
///
///   for (Operation& op : function_body(*function)) { ... op.name() == "stablehlo.add" ... }
///
/// To erase ops while walking, collect them first: `for (Operation* op : collect(root)) ...`.
namespace qgpu::stablehlo {

class Block;
class Operation;
class Region;
class Value;

/// One place where a value is used: operand `index` of `owner`. A node of the value's list of uses.
class OpOperand {
 public:
  OpOperand() = default;
  OpOperand(const OpOperand&) = delete;
  OpOperand& operator=(const OpOperand&) = delete;
  ~OpOperand() { unlink(); }

  Value* value() const { return value_; }
  Operation* owner() const { return owner_; }
  std::size_t index() const { return index_; }
  void set(Value* value);

 private:
  friend class Operation;
  friend class Value;
  void unlink();
  Value* value_ = nullptr;
  Operation* owner_ = nullptr;
  std::size_t index_ = 0;
  OpOperand* previous_ = nullptr;
  OpOperand* next_ = nullptr;
};

/// A result of an op or an argument of a block.
class Value {
 public:
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;

  const Type& type() const { return type_; }
  void set_type(Type type) { type_ = std::move(type); }
  /// The op this is a result of; null for a block argument.
  Operation* defining_op() const { return op_; }
  std::size_t index() const { return index_; }
  Location location() const { return location_; }

  bool has_uses() const { return first_use_ != nullptr; }
  bool has_one_use() const;
  std::size_t num_uses() const;
  /// A copy of the list of uses, latest first: safe to change while going through it.
  std::vector<OpOperand*> uses() const;
  void replace_all_uses_with(Value* other);

 private:
  friend class Block;
  friend class OpOperand;
  friend class Operation;
  Value(Type type, Operation* op, Block* block, std::size_t index, Location location)
      : type_(std::move(type)), op_(op), block_(block), index_(index), location_(location) {}
  Type type_;
  Operation* op_;
  Block* block_;
  std::size_t index_;
  Location location_;
  OpOperand* first_use_ = nullptr;

 public:
  ~Value();  ///< remaining uses become null
};

using OperationList = std::list<std::unique_ptr<Operation>>;

/// An op. Made by Builder (in a block) or by Operation::create (nowhere yet).
class Operation {
 public:
  static std::unique_ptr<Operation> create(Location location, std::string name, std::span<Value* const> operands,
                                           std::vector<Type> result_types, AttributeDictionary attributes = {},
                                           std::size_t num_regions = 0);
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;
  ~Operation();

  /// The whole name, dialect first: "stablehlo.add".
  const std::string& name() const { return name_; }
  std::string_view dialect() const;          ///< "stablehlo"
  std::string_view name_in_dialect() const;  ///< "add"
  Location location() const { return location_; }

  std::size_t num_operands() const { return num_operands_; }
  Value* operand(std::size_t index) const { return operands_[index].value(); }
  void set_operand(std::size_t index, Value* value) { operands_[index].set(value); }
  std::vector<Value*> operands() const;
  void set_operands(std::span<Value* const> values);

  std::size_t num_results() const { return results_.size(); }
  Value* result(std::size_t index = 0) const { return results_[index].get(); }
  std::vector<Value*> results() const;
  std::vector<Type> operand_types() const;
  std::vector<Type> result_types() const;
  bool has_uses() const;  ///< of any result

  const AttributeDictionary& attributes() const { return attributes_; }
  AttributeDictionary& attributes() { return attributes_; }
  /// Null if there is none of that name.
  Attribute attribute(std::string_view name) const { return attributes_.get(name); }
  void set_attribute(std::string_view name, Attribute value) { attributes_.set(name, std::move(value)); }
  /// The payload, or null if the attribute is missing or of another kind.
  template <AttributeKind Kind>
  const Kind* attribute_if(std::string_view name) const {
    const Attribute value = attributes_.get(name);
    return value.get_if<Kind>();  // the dictionary keeps it alive
  }
  std::optional<std::int64_t> integer_attribute(std::string_view name) const;
  std::optional<std::vector<std::int64_t>> integers_attribute(std::string_view name) const;  ///< see integers_of
  std::optional<std::string> string_attribute(
      std::string_view name) const;  ///< a string, a symbol's root or an enum's value
  bool bool_attribute(std::string_view name, bool otherwise = false) const;

  std::size_t num_regions() const { return regions_.size(); }
  Region& region(std::size_t index) const { return *regions_[index]; }
  Region& add_region();
  Region& adopt_region(std::unique_ptr<Region> region);

  Block* block() const { return block_; }  ///< the block it is in, or null
  Operation* parent_op() const;            ///< the op whose region holds it, or null
  Operation* next() const;                 ///< in its block, or null
  Operation* previous() const;

  /// Takes the op out of its block and destroys it. Nobody may use its results any more (internal error).
  void erase();
  /// Every use of result i becomes replacements[i], then the op is erased.
  void replace_with(std::span<Value* const> replacements);
  void move_before(Operation& other);
  std::unique_ptr<Operation> remove();  ///< out of its block, still whole

 private:
  friend class Block;
  Operation() = default;
  std::string name_;
  Location location_;
  std::unique_ptr<OpOperand[]> operands_;
  std::size_t num_operands_ = 0;
  std::vector<std::unique_ptr<Value>> results_;
  AttributeDictionary attributes_;
  std::vector<std::unique_ptr<Region>> regions_;
  Block* block_ = nullptr;
  OperationList::iterator position_ = {};
};

/// Arguments and ops in order.
class Block {
 public:
  /// Walks a list of unique_ptr as if it held the things themselves.
  template <class Base, class T>
  struct Iterator {
    Base base;
    T& operator*() const { return **base; }
    T* operator->() const { return base->get(); }
    Iterator& operator++() {
      ++base;
      return *this;
    }
    Iterator& operator--() {
      --base;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;
  };
  using iterator = Iterator<OperationList::iterator, Operation>;
  using const_iterator = Iterator<OperationList::const_iterator, const Operation>;

  Block() = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block();

  std::size_t num_arguments() const { return arguments_.size(); }
  Value* argument(std::size_t index) const { return arguments_[index].get(); }
  std::vector<Value*> arguments() const;
  Value* add_argument(Type type, Location location = {});

  iterator begin() { return {operations_.begin()}; }
  iterator end() { return {operations_.end()}; }
  const_iterator begin() const { return {operations_.begin()}; }
  const_iterator end() const { return {operations_.end()}; }
  bool empty() const { return operations_.empty(); }
  std::size_t size() const { return operations_.size(); }
  Operation& front() const { return *operations_.front(); }
  Operation& back() const { return *operations_.back(); }
  /// The last op: a return in a well-formed function or region; null in an empty block.
  Operation* terminator() const { return operations_.empty() ? nullptr : operations_.back().get(); }

  Region* region() const { return region_; }
  Operation* parent_op() const;

  /// Before `before`, or at the end if that is null.
  Operation& insert(std::unique_ptr<Operation> op, Operation* before = nullptr);

 private:
  friend class Operation;
  friend class Region;
  std::vector<std::unique_ptr<Value>> arguments_;
  OperationList operations_;
  Region* region_ = nullptr;
};

/// Blocks of an op; StableHLO's regions have one block each.
class Region {
 public:
  explicit Region(Operation* parent) : parent_(parent) {}
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  bool empty() const { return blocks_.empty(); }
  std::size_t num_blocks() const { return blocks_.size(); }
  Block& block(std::size_t index) const { return *blocks_[index]; }
  Block& front() const { return *blocks_.front(); }
  Block& add_block();
  Operation* parent_op() const { return parent_; }

 private:
  friend class Operation;
  Operation* parent_;
  std::vector<std::unique_ptr<Block>> blocks_;
};

/// A parsed program: owns the `builtin.module` op. Movable; values and ops keep their addresses.
class Module {
 public:
  Module();  ///< an empty module
  explicit Module(std::unique_ptr<Operation> op) : op_(std::move(op)) {}
  Operation& op() const { return *op_; }
  Block& body() const { return op_->region(0).front(); }
  std::vector<Operation*> functions() const;              ///< the func.func ops, in order
  Operation* find_function(std::string_view name) const;  ///< null if there is none
  Module clone() const;

 private:
  std::unique_ptr<Operation> op_;
};

// Functions: ops named func.func with sym_name, function_type and, if any, sym_visibility, arg_attrs, res_attrs.
std::string function_name(const Operation& function);
const FunctionType& function_type(const Operation& function);
/// Throws an internal error for a declaration (no body).
Block& function_body(const Operation& function);
bool has_body(const Operation& function);
/// Makes function_type say what the entry block's arguments and the return's operands are, after a rewrite.
void update_function_type(Operation& function);

/// The op itself first, then all ops in its regions, in textual order.
void walk(Operation& root, const std::function<void(Operation&)>& visit);
void walk(const Operation& root, const std::function<void(const Operation&)>& visit);
std::vector<Operation*> collect(Operation& root);

/// Old value -> new value, for clone.
using ValueMap = std::unordered_map<const Value*, Value*>;
/// A deep copy, in no block. Operands found in the map are replaced, others kept; results and block arguments of the
/// copy are added to the map.
std::unique_ptr<Operation> clone(const Operation& op, ValueMap& map);

/// True if no result is used and the op can go without changing what the program computes: no side effect, no
/// terminator, no region holding one.
bool is_dead(const Operation& op);

}  // namespace qgpu::stablehlo
