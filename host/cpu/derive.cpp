// Parameters derived and used from one read, where windows hold whole groups: a window is still in the cache when it is
// read again.
#include <algorithm>

#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/chunk_codes.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_errors.hpp"
#include "host/cpu/window_ranges.hpp"

namespace qgpu::cpu {
namespace {

/// Windows of half of what a core's second cache commonly holds.
constexpr std::uint64_t kCachedElements = std::uint64_t{1} << 17;

std::uint64_t cached_elements(const Execution& execution) {
  return std::clamp(execution.window_elements, Windows::kLeastElements, kCachedElements);
}

/// Elements of a window: so few that every thread has some, and whole groups.
std::uint64_t window_elements(const Execution& execution, const GroupLayout& layout) {
  const std::uint64_t unit = layout.is_contiguous() ? layout.block[2] : layout.slab_elements();
  return std::min(cached_elements(execution), std::max(unit, execution.window_elements_of(layout.count())));
}

/// True where no group is cut by windows of so many elements, and each window is one run of the file.
bool windows_hold_whole_groups(const GroupLayout& layout, std::uint64_t elements) {
  if (layout.is_contiguous()) return layout.block[2] <= elements;
  return layout.has_contiguous_slabs() && layout.block[1] <= elements &&
         layout.row_length() <= elements / layout.block[1];
}

/// Counts of what one window's groups gave.
struct Degenerate {
  std::uint64_t all = 0, lossy = 0;
};

/// Ranges and parameters of groups, filled window by window from several threads: each has groups of its own.
class Derivation {
 public:
  Derivation(const ParameterRule& rule, const Scheme& scheme, Ranges& ranges, DerivedParameters& derived,
             std::uint64_t num_groups)
      : rule_(rule), scheme_(scheme), ranges_(ranges), derived_(derived) {
    ranges.groups.resize(num_groups);
    derived.parameters.scale.resize(num_groups);
    derived.parameters.zero_point.resize(num_groups);
  }

  Degenerate derive(const WindowRanges& found) {
    Degenerate degenerate;
    for (std::uint64_t i = 0; i < found.window.num_groups; ++i) {
      const std::uint64_t group = found.window.first_group + i;
      const ObservedRange& range = found.groups[i];
      const arith::GroupParams params = derive_group(rule_, scheme_, range);
      ranges_.groups[group] = range;
      derived_.parameters.scale[group] = params.scale;
      derived_.parameters.zero_point[group] = params.zero_point;
      degenerate.all += params.degenerate;
      degenerate.lossy += params.degenerate && range.has_nonzero();
    }
    return degenerate;
  }

  void merge(const WindowRanges& found, const Degenerate& degenerate) {
    ranges_.nonfinite.merge(found.nonfinite);
    derived_.degenerate += degenerate.all;
    derived_.lossy_degenerate += degenerate.lossy;
  }

 private:
  const ParameterRule& rule_;
  const Scheme& scheme_;
  Ranges& ranges_;
  DerivedParameters& derived_;
};

/// What is handed from a window's thread to the merge.
template <class Found>
struct FusedWindow {
  WindowRanges ranges;
  Degenerate degenerate;
  Found found;
};

}  // namespace

bool derives_from_one_read(const GroupLayout& layout, const ParameterRule& rule, const Execution& execution) {
  return rule.needs_ranges() && layout.count() > 0 && windows_hold_whole_groups(layout, cached_elements(execution));
}

DerivedQuantize derive_and_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                    const ParameterRule& rule, Sink& sink, const Execution& execution,
                                    Progress& progress) {
  struct Buffers {
    ValueBuffer values;
    ChunkQuantizer::Buffers codes;
  };
  DerivedQuantize result;
  Derivation derivation(rule, scheme, result.ranges, result.derived, layout.num_groups());
  const RangeMeter meter(layout, source.info(), range_loops(execution.simd_level));
  const ChunkQuantizer quantizer(source.info(), layout, result.derived.parameters, {scheme.limits(), scheme.order},
                                 sink, quantize_loops(execution.simd_level));
  const std::uint64_t elements = window_elements(execution, layout);
  Windows windows(layout, elements);
  BufferPool<Buffers> buffers;
  const auto compute = [&](const Window& window) {
    const auto buffer = buffers.borrow();
    const WindowValues values(source, layout, window, buffer->values);
    FusedWindow<QuantizeTotals> fused{meter.observe(window, values), {}, {}};
    fused.degenerate = derivation.derive(fused.ranges);
    const std::uint64_t first = layout.stored_row(window.first_slab, 0) * layout.row_length() + window.first_column;
    fused.found = quantizer.quantize({first, window.elements}, values.data(), buffer->codes);
    return fused;
  };
  const auto merge = [&](const FusedWindow<QuantizeTotals>& fused) {
    derivation.merge(fused.ranges, fused.degenerate);
    result.totals.merge(fused.found);
    progress.add(fused.ranges.window.elements * element_size(source.info().type));
  };
  run_ordered(
      execution, flight_of(execution, source, layout, elements, sizeof(ObservedRange)), [&] { return windows.next(); },
      compute, merge);
  return result;
}

DerivedRoundtrip derive_and_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                      const ParameterRule& rule, bool per_group, const Execution& execution,
                                      Progress& progress) {
  struct Buffers {
    ValueBuffer values;
    ColumnTable columns{ColumnTable::Use::kErrors};
  };
  DerivedRoundtrip result;
  Derivation derivation(rule, scheme, result.ranges, result.derived, layout.num_groups());
  const CodeRule code_rule{scheme.limits(), scheme.order};
  const RangeMeter meter(layout, source.info(), range_loops(execution.simd_level));
  const ErrorContext context{layout, result.derived.parameters, code_rule.limits, per_group};
  ErrorMeter errors(source.info(), context, code_rule, roundtrip_loops(execution.simd_level));
  ErrorMerge merged(context);
  const std::uint64_t elements = window_elements(execution, layout);
  Windows windows(layout, elements);
  BufferPool<Buffers> buffers;
  const auto compute = [&](const Window& window) {
    const auto buffer = buffers.borrow();
    const WindowValues values(source, layout, window, buffer->values);
    FusedWindow<WindowErrors> fused{meter.observe(window, values), {}, {}};
    fused.degenerate = derivation.derive(fused.ranges);
    fused.found = errors.measure(window, values, buffer->columns);
    return fused;
  };
  const auto merge = [&](FusedWindow<WindowErrors> fused) {
    derivation.merge(fused.ranges, fused.degenerate);
    merged.add(std::move(fused.found));
    progress.add(fused.ranges.window.elements * element_size(source.info().type));
  };
  run_ordered(
      execution, flight_of(execution, source, layout, elements, kErrorBytes), [&] { return windows.next(); }, compute,
      merge);
  result.totals = merged.result();
  return result;
}

}  // namespace qgpu::cpu
