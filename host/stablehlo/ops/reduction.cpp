#include <algorithm>
#include <numeric>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/eval/scalar_body.hpp"
#include "host/stablehlo/ops/contraction.hpp"
#include "host/stablehlo/ops/elementwise.hpp"
#include "host/stablehlo/ops/strided_copy.hpp"

// Reductions go from left to right: the accumulator starts as the init value and takes the elements in C order.
namespace qgpu::stablehlo {

namespace {

/// `rows` runs of `length` elements each, to be folded one by one.
struct Runs {
  std::vector<Literal> inputs;
  std::int64_t rows = 1, length = 1;
};

Literal fold_rows(const Literal& input, const Literal& init, const Type& result_type, std::int64_t length,
                  FoldKernel fold) {
  Literal result(result_type);
  const BlockReader reader(input);
  const BlockReader init_reader(init, true);
  const unsigned bits = input.format().bits;
  with_arithmetic(reader.arithmetic(), [&]<class A>(A) {
    using Compute = typename A::Compute;
    std::vector<Compute> sums(static_cast<std::size_t>(result.num_elements()));
    BlockBuffer first;
    const Compute start = *static_cast<const Compute*>(init_reader.read(0, 1, first));
    const std::int64_t grain = std::max<std::int64_t>(1, (1 << 15) / std::max<std::int64_t>(length, 1));
    parallel_ranges(result.num_elements(), grain, [&](std::int64_t begin, std::int64_t end) {
      BlockBuffer buffer;
      for (std::int64_t row = begin; row < end; ++row) {
        Compute sum = start;
        for (std::int64_t k = 0; k < length; k += kBlockElements) {
          const auto count = static_cast<std::size_t>(std::min<std::int64_t>(kBlockElements, length - k));
          fold(&sum, reader.read(row * length + k, count, buffer), count, bits);
        }
        sums[row] = sum;
      }
    });
    write_reals(result, sums.data());
  });
  return result;
}

std::vector<Literal> fold_runs(const OpCall& call, const Runs& runs, std::span<const Literal> inits,
                               const ScalarBody& body) {
  if (body.fold() != nullptr && runs.inputs.size() == 1) {
    return {fold_rows(runs.inputs[0], inits[0], call.result_type(), runs.length, body.fold())};
  }
  std::vector<Literal> results;
  results.reserve(runs.inputs.size());
  for (std::size_t i = 0; i < runs.inputs.size(); ++i) results.emplace_back(call.result_type(i));
  for (std::int64_t row = 0; row < runs.rows; ++row) {
    std::vector<Literal> scalars(inits.begin(), inits.end());
    for (std::int64_t k = 0; k < runs.length; ++k) {
      for (const Literal& input : runs.inputs) scalars.push_back(input.element_at(row * runs.length + k));
      scalars = body(scalars);
    }
    for (std::size_t i = 0; i < results.size(); ++i) results[i].set_element(row, scalars[i]);
  }
  return results;
}

/// Operands and init values in the element types of the body's arguments.
std::vector<Literal> promoted_operands(const OpCall& call, const ScalarBody& body) {
  std::vector<Literal> all;
  all.reserve(call.operands.size());
  for (std::size_t i = 0; i < call.operands.size(); ++i)
    all.push_back(promoted(call.operand(i), body.argument_element(i % (call.operands.size() / 2))));
  return all;
}

/// A view of `source` copied into C order as `shape`.
Literal materialized(const Literal& source, const Shape& shape, const StridedView& view) {
  Literal result(tensor_type(shape, source.element()));
  copy_strided(shape, source, view, result, {0, strides_of(shape)});
  return result;
}

std::vector<Literal> reduce(const OpCall& call) {
  const ScalarBody body(call.op.region(0), call.interpreter);
  const std::vector<Literal> operands = promoted_operands(call, body);
  const std::size_t num_inputs = operands.size() / 2;
  const std::vector<std::int64_t> reduced = call.dims("dimensions");
  const Shape& input_shape = operands[0].shape();
  std::vector<std::int64_t> order;  // kept dimensions, then reduced ones
  for (std::int64_t d = 0; d < static_cast<std::int64_t>(input_shape.size()); ++d) {
    if (std::ranges::find(reduced, d) == reduced.end()) order.push_back(d);
  }
  const std::size_t num_kept = order.size();
  for (std::int64_t d = 0; d < static_cast<std::int64_t>(input_shape.size()); ++d) {
    if (std::ranges::find(reduced, d) != reduced.end()) order.push_back(d);
  }
  const Shape shape = permuted_shape(input_shape, order);
  Runs runs;
  runs.rows = count_elements(std::span(shape).first(num_kept));
  runs.length = count_elements(std::span(shape).subspan(num_kept));
  for (std::size_t i = 0; i < num_inputs; ++i)
    runs.inputs.push_back(std::ranges::is_sorted(order) ? operands[i] : permuted(operands[i], order));
  return fold_runs(call, runs, std::span(operands).subspan(num_inputs), body);
}

/// Every window as a run. Padding and the holes of a dilated base are init values, and take part.
std::vector<Literal> reduce_window(const OpCall& call) {
  const ScalarBody body(call.op.region(0), call.interpreter);
  const std::vector<Literal> operands = promoted_operands(call, body);
  const std::size_t num_inputs = operands.size() / 2;
  const std::vector<std::int64_t> window = call.dims("window_dimensions");
  const std::size_t rank = window.size();
  const auto list = [&](std::string_view name, std::size_t size, std::int64_t otherwise) {
    return call.op.integers_attribute(name).value_or(std::vector<std::int64_t>(size, otherwise));
  };
  const auto strides = list("window_strides", rank, 1);
  const auto base_dilations = list("base_dilations", rank, 1);
  const auto window_dilations = list("window_dilations", rank, 1);
  const auto padding = list("padding", 2 * rank, 0);
  const Shape& output = call.result_type().get<TensorType>().shape;
  Runs runs;
  runs.rows = count_elements(output);
  runs.length = count_elements(window);
  if (runs.rows == 0) {  // then no window fits: there may be nothing to lay one over
    std::vector<Literal> results;
    results.reserve(num_inputs);
    for (std::size_t i = 0; i < num_inputs; ++i) results.emplace_back(call.result_type(i));
    return results;
  }
  for (std::size_t i = 0; i < num_inputs; ++i) {
    Shape padded_shape;
    std::vector<std::int64_t> low, interior;
    for (std::size_t d = 0; d < rank; ++d) {
      const std::int64_t size = operands[i].shape()[d];
      std::int64_t padded = 0;
      if (__builtin_mul_overflow(std::max<std::int64_t>(size - 1, 0), base_dilations[d], &padded) ||
          __builtin_add_overflow(padded, std::int64_t{size != 0}, &padded) ||
          __builtin_add_overflow(padded, padding[2 * d], &padded) ||
          __builtin_add_overflow(padded, padding[2 * d + 1], &padded)) {
        throw file_error(call.op.name() + ": a padded dimension does not fit 64 bits");
      }
      padded_shape.push_back(padded);
      low.push_back(padding[2 * d]);
      interior.push_back(base_dilations[d] - 1);
    }
    const Literal& init = operands[num_inputs + i];
    const Literal base =
        padded_literal(operands[i], init, tensor_type(padded_shape, operands[i].element()), low, interior);
    const Shape base_strides = strides_of(padded_shape);
    StridedView view;
    // A step that is never taken may be any number.
    for (std::size_t d = 0; d < rank; ++d) view.strides.push_back(output[d] == 1 ? 0 : base_strides[d] * strides[d]);
    for (std::size_t d = 0; d < rank; ++d)
      view.strides.push_back(window[d] == 1 ? 0 : base_strides[d] * window_dilations[d]);
    Shape shape = output;
    shape.insert(shape.end(), window.begin(), window.end());
    runs.inputs.push_back(materialized(base, shape, view));
  }
  return fold_runs(call, runs, std::span(operands).subspan(num_inputs), body);
}

/// Flat index of the element that `select` prefers in the window at `position`, or -1 for a window of padding.
std::int64_t selected_element(const Literal& operand, const Shape& window, const Shape& position,
                              const ScalarBody& select) {
  const Shape strides = strides_of(operand.shape());
  const Shape window_strides = strides_of(window);
  std::int64_t best = -1;
  for (std::int64_t w = 0; w < count_elements(window); ++w) {
    std::int64_t flat = 0;
    bool inside = true;
    for (std::size_t d = 0; d < window.size(); ++d) {
      const std::int64_t at = position[d] + w / window_strides[d] % window[d];
      inside &= at >= 0 && at < operand.shape()[d];
      flat += at * strides[d];
    }
    if (!inside) continue;
    const bool keep =
        best >= 0 &&
        select(std::vector<Literal>{operand.element_at(best), operand.element_at(flat)})[0].integer_at(0) != 0;
    if (!keep) best = flat;
  }
  return best;
}

std::vector<Literal> select_and_scatter(const OpCall& call) {
  const ScalarBody select(call.op.region(0), call.interpreter);
  const ScalarBody scatter(call.op.region(1), call.interpreter);
  const Literal& operand = call.operand(0);
  const Literal source = promoted(call.operand(1), scatter.argument_element(0));
  const Literal init = promoted(call.operand(2), scatter.argument_element(0));
  const std::size_t rank = operand.shape().size();
  const auto window = call.op.integers_attribute("window_dimensions").value_or(Shape(rank, 1));
  const auto strides = call.op.integers_attribute("window_strides").value_or(Shape(rank, 1));
  const auto padding = call.op.integers_attribute("padding").value_or(Shape(2 * rank, 0));
  Literal result = filled(call.result_type(), init);
  const Shape source_strides = strides_of(source.shape());
  for (std::int64_t s = 0; s < source.num_elements(); ++s) {
    Shape position;
    for (std::size_t d = 0; d < rank; ++d)
      position.push_back(s / source_strides[d] % source.shape()[d] * strides[d] - padding[2 * d]);
    const std::int64_t to = selected_element(operand, window, position, select);
    if (to < 0) continue;
    // The reference folds the init value into every source element, and puts what was scattered before on the right.
    if (call.interpreter.options().reference_quirks) {
      const Literal once_more = scatter(std::vector<Literal>{init, source.element_at(s)})[0];
      result.set_element(to, scatter(std::vector<Literal>{once_more, result.element_at(to)})[0]);
    } else {
      result.set_element(to, scatter(std::vector<Literal>{result.element_at(to), source.element_at(s)})[0]);
    }
  }
  return {result};
}

std::vector<Literal> map(const OpCall& call) {
  const ScalarBody body(call.op.region(0), call.interpreter);
  Literal result(call.result_type());
  for (std::int64_t i = 0; i < result.num_elements(); ++i) {
    std::vector<Literal> scalars;
    for (const Literal& operand : call.operands) scalars.push_back(operand.element_at(i));
    result.set_element(i, body(scalars)[0]);
  }
  return {result};
}

}  // namespace

std::span<const OpEntry> reduction_ops() {
  static const OpEntry entries[] = {
      {"stablehlo.map", map},
      {"stablehlo.reduce", reduce},
      {"stablehlo.reduce_window", reduce_window},
      {"stablehlo.select_and_scatter", select_and_scatter},
  };
  return entries;
}

}  // namespace qgpu::stablehlo
