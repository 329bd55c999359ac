#include "host/stablehlo/eval/strips.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "host/stablehlo/ops/elementwise.hpp"
#include "host/stablehlo/ops/elementwise_kernels.hpp"

namespace qgpu::stablehlo {

namespace {

constexpr std::int64_t kStrip = std::int64_t{1} << 14;  // a few strips of 4 bytes an element fit the second-level cache
constexpr std::int64_t kFewestElements = 4 * kStrip;

bool is_element_wise(const Operation& op) {
  static const std::unordered_set<std::string_view> others = {
      "stablehlo.clamp",       "stablehlo.compare",          "stablehlo.convert",
      "stablehlo.is_finite",   "stablehlo.reduce_precision", "stablehlo.reshape",
      "stablehlo.select",      "stablehlo.uniform_quantize", "stablehlo.uniform_dequantize",
      "chlo.broadcast_compare"};
  if (others.contains(op.name())) return true;
  std::string_view name = op.name_in_dialect();
  constexpr std::string_view kBroadcast = "broadcast_";
  if (op.dialect() == "chlo" && name.starts_with(kBroadcast)) return is_binary_op(name.substr(kBroadcast.size()));
  return op.dialect() == "stablehlo" && (is_unary_op(name) || is_binary_op(name));
}

/// Elements of a static tensor whose elements need no place to know their parameters; -1 for other types.
std::int64_t plain_elements(const Type& type) {
  const auto* tensor = type.get_if<TensorType>();
  if (tensor == nullptr || !tensor->is_static() || tensor->element.is<ComplexType>()) return -1;
  const QuantizedType* quantized = quantized_element(type);
  return quantized == nullptr || quantized->is_per_tensor() ? count_elements(tensor->shape) : -1;
}

bool is_scalar(const Type& type) {
  const auto* tensor = type.get_if<TensorType>();
  return tensor != nullptr && tensor->shape.empty();
}

bool all_scalar(const Operation& op) {
  const auto scalar = [](const Value* value) { return is_scalar(value->type()); };
  return op.num_regions() == 0 && op.num_results() == 1 && std::ranges::all_of(op.operands(), scalar) &&
         scalar(op.result()) && (op.name() == "stablehlo.constant" || is_element_wise(op));
}

}  // namespace

StripRun::StripRun(Block::const_iterator first, Block::const_iterator end) : end_(first) {
  std::vector<const Operation*> waiting;  // scalar ops that only belong to the run if it goes on behind them
  for (; end_ != end; ++end_) {
    const Operation& op = *end_;
    if (take(op)) {
      scalar_ops_.insert(scalar_ops_.end(), waiting.begin(), waiting.end());
      waiting.clear();
    } else if (!steps_.empty() && all_scalar(op)) {
      waiting.push_back(&op);
    } else {
      break;
    }
  }
  // What comes after the last step runs as ever.
  while (!waiting.empty()) {
    --end_;
    waiting.pop_back();
  }
  std::unordered_map<const Value*, std::size_t> made;
  for (std::size_t s = 0; s < steps_.size(); ++s) made[steps_[s]->result()] = s;
  for (const Operation* step : steps_) {
    for (const Value* operand : step->operands()) {
      if (!made.contains(operand) && std::ranges::find(inputs_, operand) == inputs_.end()) inputs_.push_back(operand);
    }
  }
  const std::unordered_set<const Operation*> inside(steps_.begin(), steps_.end());
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    auto& slots = operand_slots_.emplace_back();
    for (const Value* operand : steps_[s]->operands()) {
      const auto found = made.find(operand);
      slots.push_back(found != made.end()
                          ? inputs_.size() + found->second
                          : static_cast<std::size_t>(std::ranges::find(inputs_, operand) - inputs_.begin()));
    }
    const auto uses = steps_[s]->result()->uses();
    if (std::ranges::all_of(uses, [&](const OpOperand* use) { return inside.contains(use->owner()); })) continue;
    outputs_.push_back(steps_[s]->result());
    output_steps_.push_back(s);
  }
}

bool StripRun::take(const Operation& op) {
  if (op.num_regions() != 0 || op.num_results() != 1 || op.num_operands() == 0 || !is_element_wise(op)) return false;
  const std::int64_t count = plain_elements(op.result()->type());
  if (count < kFewestElements || (!steps_.empty() && count != count_)) return false;
  for (const Value* operand : op.operands()) {
    if (!is_scalar(operand->type()) && plain_elements(operand->type()) != count) return false;
  }
  count_ = count;
  steps_.push_back(&op);
  return true;
}

std::vector<Literal> StripRun::run(const std::vector<Literal>& inputs, Interpreter& interpreter) const {
  std::vector<Literal> outputs;
  outputs.reserve(outputs_.size());
  for (const Value* value : outputs_) outputs.emplace_back(value->type());
  parallel_ranges(count_, kStrip,
                  [&](std::int64_t begin, std::int64_t end) { run_strip(begin, end, inputs, interpreter, outputs); });
  return outputs;
}

void StripRun::run_strip(std::int64_t begin, std::int64_t end, const std::vector<Literal>& inputs,
                         Interpreter& interpreter, std::vector<Literal>& outputs) const {
  std::vector<Literal> values;
  values.reserve(inputs.size() + steps_.size());
  for (const Literal& input : inputs) values.push_back(input.rank() == 0 ? input : input.strip(begin, end - begin));
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    std::vector<Literal> operands;
    operands.reserve(operand_slots_[s].size());
    for (std::size_t slot : operand_slots_[s]) operands.push_back(values[slot]);
    const Type type = tensor_type({end - begin}, element_type(steps_[s]->result()->type()));
    values.push_back(find_op(steps_[s]->name())({*steps_[s], operands, interpreter, &type}).front());
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Literal& strip = values[inputs.size() + output_steps_[i]];
    std::memcpy(outputs[i].bytes() + static_cast<std::size_t>(begin) * strip.format().bytes(), strip.bytes(),
                strip.num_bytes());
  }
}

}  // namespace qgpu::stablehlo
