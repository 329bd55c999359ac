#pragma once
// What an operation's steps add up to.
#include "kernels/tile_results.hpp"

namespace qgpu::cuda {

/// The totals of a round trip, step by step.
class Measured {
 public:
  Measured(const GroupLayout& layout, const Parameters& parameters, const Scheme& scheme, bool per_group)
      : context_{layout, parameters, scheme.limits(), per_group}, merge_(context_) {}
  void see(const StepResult& result) {
    merge_.add(errors_of(result, context_));
    largest_.see_error(arith::float_of(result.applied.max_error_bits), ~std::uint64_t{result.applied.before_max_error});
  }
  RoundtripTotals result() {
    RoundtripTotals totals = merge_.result();
    totals.tensor.see_error(largest_.max_abs_error, largest_.max_abs_error_index);
    return totals;
  }

 private:
  ErrorContext context_;
  ErrorMerge merge_;
  ErrorTotals largest_;
};

/// Ranges of the groups that a step ends, and what it met of NaN and infinities.
void see_ranges(const StepResult& result, Ranges& ranges);

/// Counts of a step that made codes, which go to `sink`.
void see_codes(const StepResult& result, const GroupLayout& layout, Sink& sink, QuantizeTotals& totals);

/// Writes a step's output, elements of `size` bytes.
void write_output(const StepResult& result, const GroupLayout& layout, std::size_t size, Sink& sink);

}  // namespace qgpu::cuda
