#pragma once
// The CPU backend's operations, one file each: windows of the tensor go through a pipeline of threads and are merged in
// order. What they compute is said in qgpu/backend.hpp.
#include "host/cpu/execution.hpp"
#include "qgpu/backend.hpp"

namespace qgpu::cpu {

/// How many windows of about `window_elements` may be under way: as many as the buffers of a source that must be read
/// or converted allow, and the results of `result_bytes` a group.
Flight flight_of(const Execution& execution, const Source& source, const GroupLayout& layout,
                 std::uint64_t window_elements, std::uint64_t result_bytes);

/// Rows of a window of columns, at least.
inline constexpr std::uint64_t kLeastRows = 16;

/// What the merge of a round trip takes of a group, roughly.
inline constexpr std::uint64_t kErrorBytes = 256;

/// How quantize and dequantize cut the tensor.
struct ChunkPlan {
  std::uint64_t elements;  ///< of a chunk
  std::uint64_t lead;      ///< so many fewer has the first, for writes that end where the sink likes it
  Flight flight;
};

/// Chunks of which `written_bytes` an element go to `sink`. Those of long rows whose columns are groups are longer, so
/// that what is prepared for a column serves several rows. Without buffers where source and sink are `in_memory`.
ChunkPlan plan_chunks(const Execution& execution, const GroupLayout& layout, const Sink& sink,
                      std::uint64_t written_bytes, bool in_memory);

Ranges observe(const Source& source, const GroupLayout& layout, const Execution& execution, Progress& progress);

QuantizeTotals quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                        const Parameters& parameters, Sink& sink, const Execution& execution, Progress& progress);

ObservedRange dequantize(const Source& codes, const GroupLayout& layout, CodeType type, const Parameters& parameters,
                         Sink& sink, const Execution& execution, Progress& progress);

RoundtripTotals roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                          const Parameters& parameters, bool per_group, const Execution& execution, Progress& progress);

/// Whether the functions below can be used: groups fit windows that a core's cache holds. Else: observe, then the rest.
bool derives_from_one_read(const GroupLayout& layout, const ParameterRule& rule, const Execution& execution);

DerivedQuantize derive_and_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                    const ParameterRule& rule, Sink& sink, const Execution& execution,
                                    Progress& progress);

DerivedRoundtrip derive_and_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                      const ParameterRule& rule, bool per_group, const Execution& execution,
                                      Progress& progress);

}  // namespace qgpu::cpu
