#include <algorithm>
#include <set>

#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"

namespace qgpu::stablehlo {
namespace {

class ScatterRules {
 public:
  explicit ScatterRules(const OpChecks& checks)
      : checks_(checks), dims_(*checks.op().attribute_if<ScatterDimensionsAttr>("scatter_dimension_numbers")) {}

  void verify() {
    split();
    index_vector();
    updates_rank();
    lists();
    sizes();
    std::vector<Type> scalars, inits;
    for (const Type& input : inputs_) scalars.push_back(scalar_tensor(element_type(input)));
    for (const Type& update : updates_) inits.push_back(scalar_tensor(element_type(update)));
    verify_reducer(checks_, checks_.op().region(0), scalars, inits, {});
    const Operation& end = *checks_.op().region(0).front().terminator();
    for (std::size_t i = 0; i < checks_.op().num_results() && i < end.num_operands() && i < inputs_.size(); ++i)
      checks_.expect_inferred(with_element_type(inputs_[i], element_type(end.operand(i)->type())), i);
  }

 private:
  const TensorType& input() const { return inputs_[0].get<TensorType>(); }
  const TensorType& updates() const { return updates_[0].get<TensorType>(); }

  // N inputs, the indices, N updates.
  void split() {
    const std::vector<Type> all = checks_.op().operand_types();
    if (all.size() % 2 == 0) checks_.fail_op("expects as many updates as inputs");
    const auto count = static_cast<std::ptrdiff_t>(all.size() / 2);
    inputs_.assign(all.begin(), all.begin() + count);
    indices_ = all[static_cast<std::size_t>(count)].get<TensorType>();
    updates_.assign(all.begin() + count + 1, all.end());
    for (const Type& type : inputs_)
      if (!compatible_shapes(type, inputs_[0])) checks_.fail("Not all inputs have compatible shapes.");
    for (const Type& type : updates_)
      if (!compatible_shapes(type, updates_[0])) checks_.fail("Not all updates have compatible shapes.");
  }

  void index_vector() {
    if (dims_.index_vector_dim < 0 || dims_.index_vector_dim > indices_.rank())
      checks_.fail("Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, {}]. got: {}.",
                   indices_.rank(), dims_.index_vector_dim);
    expanded_ = indices_.shape;
    if (dims_.index_vector_dim == indices_.rank()) expanded_.push_back(1);
  }

  void updates_rank() {
    const auto expected =
        static_cast<std::int64_t>(expanded_.size()) - 1 + static_cast<std::int64_t>(dims_.update_window_dims.size());
    if (updates().rank() != expected)
      checks_.fail(
          "expects updates tensor must be of rank {} ( == rank-of('scatter_indices') - 1 + "
          "size-of('update_window_dims'), where "
          "'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == "
          "rank-of('scatter_indices')), but got {}.",
          expected, updates().rank());
  }

  void sorted(std::string_view name, const Dimensions& list) const {
    if (!std::ranges::is_sorted(list)) checks_.fail("Expects {} to be sorted; got: [{}].", name, fmt::join(list, ", "));
  }
  void unique(std::string_view name, const Dimensions& list) const {
    if (std::set<std::int64_t>(list.begin(), list.end()).size() != list.size())
      checks_.fail("Expects {} to not repeat; got: [{}].", name, fmt::join(list, ", "));
  }
  void in_range(std::string_view name, const Dimensions& list, std::string_view what, std::int64_t limit) const {
    for (const std::int64_t d : list)
      if (d < 0 || d >= limit)
        checks_.fail("Expects each element of {} to be in range [0, rank-of('{}')) i.e. [0, {}). got: {}.", name, what,
                     limit, d);
  }
  /// Neither list may repeat a dimension, nor both hold it.
  void disjoint(std::string_view first, const Dimensions& a, std::string_view second, const Dimensions& b) const {
    std::set<std::int64_t> seen;
    for (const auto* list : {&a, &b})
      for (const std::int64_t d : *list)
        if (!seen.insert(d).second) checks_.fail("has duplicated dimension from {} and {}: {}", first, second, d);
  }

  void lists() {
    sorted("update_window_dims", dims_.update_window_dims);
    unique("update_window_dims", dims_.update_window_dims);
    in_range("update_window_dims", dims_.update_window_dims, "updates", updates().rank());
    disjoint("inserted_window_dims", dims_.inserted_window_dims, "input_batching_dims", dims_.input_batching_dims);
    sorted("inserted_window_dims", dims_.inserted_window_dims);
    in_range("inserted_window_dims", dims_.inserted_window_dims, "operand", input().rank());
    sorted("input_batching_dims", dims_.input_batching_dims);
    in_range("input_batching_dims", dims_.input_batching_dims, "operand", input().rank());
    const std::size_t window =
        dims_.update_window_dims.size() + dims_.inserted_window_dims.size() + dims_.input_batching_dims.size();
    if (input().rank() != static_cast<std::int64_t>(window))
      checks_.fail(
          "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + "
          "size-of('input_batching_dims') i.e. {} but got {}.",
          window, input().rank());
    unique("scatter_indices_batching_dims", dims_.scatter_indices_batching_dims);
    in_range("scatter_indices_batching_dims", dims_.scatter_indices_batching_dims, "scatter_indices", indices_.rank());
    if (std::ranges::find(dims_.scatter_indices_batching_dims, dims_.index_vector_dim) !=
        dims_.scatter_indices_batching_dims.end())
      checks_.fail("expects scatter_indices_batching_dims not to include index_vector_dim {}.", dims_.index_vector_dim);
    if (dims_.input_batching_dims.size() != dims_.scatter_indices_batching_dims.size())
      checks_.fail("input_batching_dims and scatter_indices_batching_dims should have the same size.");
    for (std::size_t i = 0; i < dims_.input_batching_dims.size(); ++i) {
      const std::int64_t a = input().shape[static_cast<std::size_t>(dims_.input_batching_dims[i])];
      const std::int64_t b = indices_.shape[static_cast<std::size_t>(dims_.scatter_indices_batching_dims[i])];
      if (a != b && a != kDynamic && b != kDynamic)
        checks_.fail(
            "input_batching_dims[{0}] and scatter_indices_batching_dims[{0}] must have compatible sizes, but got {1} "
            "and {2}.",
            i, a, b);
    }
    const std::int64_t vector_size = expanded_[static_cast<std::size_t>(dims_.index_vector_dim)];
    if (vector_size != kDynamic && vector_size != static_cast<std::int64_t>(dims_.scatter_dims_to_operand_dims.size()))
      checks_.fail(
          "Scatter op has {} elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim={} "
          "of "
          "scatter_indices is {}. These two numbers must be equal.",
          dims_.scatter_dims_to_operand_dims.size(), dims_.index_vector_dim, vector_size);
    disjoint("scatter_dims_to_operand_dims", dims_.scatter_dims_to_operand_dims, "input_batching_dims",
             dims_.input_batching_dims);
    in_range("scatter_dims_to_operand_dims", dims_.scatter_dims_to_operand_dims, "operand", input().rank());
  }

  void sizes() const {
    std::vector<std::int64_t> window_bounds;
    for (std::int64_t d = 0; d < input().rank(); ++d) {
      const auto in = [&](const Dimensions& list) { return std::ranges::find(list, d) != list.end(); };
      if (!in(dims_.inserted_window_dims) && !in(dims_.input_batching_dims))
        window_bounds.push_back(input().shape[static_cast<std::size_t>(d)]);
    }
    std::size_t next = 0;
    for (const std::int64_t d : dims_.update_window_dims) {
      const std::int64_t bound = window_bounds[next++];
      const std::int64_t update = updates().shape[static_cast<std::size_t>(d)];
      if (bound != kDynamic && update != kDynamic && update > bound)
        checks_.fail(
            "expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding "
            "dimensions of operand. "
            "For dimension {}, updates bound is {}, operand bound is {}.",
            d, update, bound);
    }
    std::size_t scatter = 0;
    for (std::int64_t d = 0; d < updates().rank(); ++d) {
      if (std::ranges::find(dims_.update_window_dims, d) != dims_.update_window_dims.end()) continue;
      if (static_cast<std::int64_t>(scatter) == dims_.index_vector_dim) ++scatter;
      const std::int64_t update = updates().shape[static_cast<std::size_t>(d)];
      const std::int64_t bound = expanded_[scatter];
      if (update != kDynamic && bound != kDynamic && update != bound)
        checks_.fail(
            "expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding "
            "dimensions of scatter "
            "indices. For scatter dimension {}, updates bound is {} , scatter_indices bound is {}.",
            scatter, update, bound);
      ++scatter;
    }
  }

  const OpChecks& checks_;
  const ScatterDimensionsAttr& dims_;
  std::vector<Type> inputs_, updates_;
  TensorType indices_;
  std::vector<std::int64_t> expanded_;  ///< shape of the indices with an index vector dimension
};

}  // namespace

void verify_scatter(const OpChecks& checks) {
  if (checks.name() == "stablehlo.scatter") ScatterRules(checks).verify();
}

}  // namespace qgpu::stablehlo
