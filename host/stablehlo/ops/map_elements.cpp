#include <algorithm>
#include <array>

#include "host/stablehlo/ops/elementwise.hpp"
#include "host/task_order.hpp"

namespace qgpu::stablehlo {

namespace {

constexpr std::size_t kMostOperands = 4;
// Below this the table costs more than it saves.
constexpr std::int64_t kTableThreshold = 4096;

void map_range(const std::vector<BlockReader>& readers, const BlockWriter& writer, const BlockFunction& compute,
               std::int64_t begin, std::int64_t end) {
  std::array<BlockBuffer, kMostOperands> inputs;
  BlockBuffer output;
  std::array<const void*, kMostOperands> values{};
  for (std::int64_t offset = begin; offset < end; offset += kBlockElements) {
    const auto count = static_cast<std::size_t>(std::min<std::int64_t>(kBlockElements, end - offset));
    for (std::size_t i = 0; i < readers.size(); ++i) values[i] = readers[i].read(offset, count, inputs[i]);
    void* result = writer.begin(offset, output);
    compute(std::span(values).first(readers.size()), result, count);
    writer.finish(offset, count, result);
  }
}

Literal map_directly(const Type& result_type, std::span<const Literal> operands, const BlockFunction& compute) {
  Literal result(result_type);
  std::vector<BlockReader> readers;
  for (const Literal& operand : operands) readers.emplace_back(operand, operand.rank() == 0);
  const BlockWriter writer(result);
  parallel_ranges(result.num_elements(), 64 * static_cast<std::int64_t>(kBlockElements),
                  [&](std::int64_t begin, std::int64_t end) { map_range(readers, writer, compute, begin, end); });
  return result;
}

bool uniform(const Type& type) {
  const QuantizedType* quantized = quantized_element(type);
  return quantized == nullptr || quantized->scales.size() == 1;
}

/// Evaluates all 256 codes once and looks the elements up.
Literal map_by_table(const Type& result_type, const Literal& operand, const BlockFunction& compute) {
  const Literal table = table_of_codes(operand.element(), element_type(result_type), compute);
  Literal result(result_type);
  const std::size_t width = result.format().bytes();
  const auto* code = operand.data<std::uint8_t>();
  const auto look_up = [&]<class T>(T) {
    const T* entries = table.data<T>();
    T* out = result.data<T>();
    parallel_ranges(result.num_elements(), 64 * static_cast<std::int64_t>(kBlockElements),
                    [&](std::int64_t begin, std::int64_t end) {
                      for (std::int64_t i = begin; i < end; ++i) out[i] = entries[code[i]];
                    });
  };
  if (width == 1)
    look_up(std::uint8_t{});
  else if (width == 2)
    look_up(std::uint16_t{});
  else if (width == 4)
    look_up(std::uint32_t{});
  else
    look_up(std::uint64_t{});
  return result;
}

}  // namespace

void parallel_ranges(std::int64_t count, std::int64_t grain,
                     const std::function<void(std::int64_t, std::int64_t)>& body) {
  if (count <= grain) {
    if (count > 0) body(0, count);
    return;
  }
  const std::int64_t num_pieces = (count + grain - 1) / grain;
  for_each_in_parallel(num_pieces,
                       [&](std::int64_t piece) { body(piece * grain, std::min(count, (piece + 1) * grain)); });
}

Literal table_of_codes(const Type& code_element, const Type& result_element, const BlockFunction& compute) {
  Literal codes(tensor_type({256}, code_element));
  for (int code = 0; code < 256; ++code) codes.bytes()[code] = static_cast<std::byte>(code);
  return map_directly(tensor_type({256}, result_element), std::span(&codes, 1), compute);
}

Literal map_elements(const Type& result_type, std::span<const Literal> operands, const BlockFunction& compute) {
  if (operands.size() > kMostOperands) throw internal_error("stablehlo: too many operands for an element-wise op");
  // The verifier knows better words; what it does not know must still not read beyond an operand.
  const std::int64_t count = count_elements(result_type.get<TensorType>().shape);
  for (const Literal& operand : operands) {
    if (operand.rank() != 0 && operand.num_elements() != count) throw file_error("operands of different shapes");
  }
  if (operands.size() == 1 && operands[0].rank() != 0 && operands[0].format().bytes() == 1 &&
      operands[0].num_elements() >= kTableThreshold && uniform(operands[0].type()) && uniform(result_type)) {
    return map_by_table(result_type, operands[0], compute);
  }
  return map_directly(result_type, operands, compute);
}

}  // namespace qgpu::stablehlo
