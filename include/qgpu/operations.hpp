#pragma once
// What the program's commands do, as functions: each validates, runs on a backend and returns a value. Nothing prints.
#include <map>
#include <optional>
#include <string>

#include "qgpu/backend.hpp"

namespace qgpu {

/// Ranges of a tensor and of its groups. Reads once. Never refuses a NaN or an infinity: it reports them.
/// Throws Error kUsage for a granularity that does not fit, kFile and kDevice as the backend.
Ranges inspect(const Source& source, const Granularity& granularity, Backend& backend);

/// What quantize did. `ranges` are there where the rule needed them.
struct Quantized {
  std::optional<Ranges> ranges;
  DerivedParameters derived;
  QuantizeTotals totals;
};

/// Codes of `source` to `sink`, one byte an element, in the stored order of the source.
/// Throws Error kFile where the tensor holds what the scheme refuses (naming `name`, the count and the first index),
/// kUsage where parameters do not fit.
Quantized quantize(const Source& source, const std::string& name, const Scheme& scheme, const ParameterRule& rule,
                   Sink& sink, Backend& backend);

/// Values of codes to `sink` as float32 in the stored order of `codes`. Returns the range of the values written (an
/// overflow to infinity is not in it). Throws Error kFile where the tensor `name` does not hold codes of `mode`,
/// kUsage where parameters do not fit.
ObservedRange dequantize(const Source& codes, const std::string& name, Mode mode, const Granularity& granularity,
                         const Parameters& parameters, Sink& sink, Backend& backend);

/// What a round trip found. `ranges` are there where the rule needed them.
struct Roundtrip {
  std::uint64_t count = 0;
  std::optional<Ranges> ranges;
  DerivedParameters derived;
  RoundtripTotals totals;
  /// With `per_group`: the groups (order of the layout) that hold a NaN or an infinity, and what they hold.
  std::map<std::uint64_t, NonfiniteCounts> nonfinite_groups;
};

/// Quantizes and dequantizes without writing. Throws as quantize.
Roundtrip roundtrip(const Source& source, const std::string& name, const Scheme& scheme, const ParameterRule& rule,
                    bool per_group, Backend& backend);

/// Refuses parameters that do not fit: a scale that is not positive and finite, a zero point outside the codes or not 0
/// in a symmetric mode, a count other than 1 or `num_groups`. Throws Error kUsage.
void check_parameters(const Parameters& parameters, const Scheme& scheme, std::uint64_t num_groups);

/// Refuses a scheme that does not exist: a symmetric mode of unsigned codes, a storage range of fewer than two codes or
/// beyond the code type. Throws Error kUsage.
void check_scheme(const Scheme& scheme);

/// Refuses a scheme that does not exist, and a rule that does not fit it: its range, its parameters, a mode that
/// kDynamic does not have. Throws Error kUsage.
void check_rule(const ParameterRule& rule, const Scheme& scheme, std::uint64_t num_groups);

/// Refuses a tensor that does not hold codes of `mode`. Throws Error kFile naming `name`.
void check_codes(const TensorInfo& codes, Mode mode, const std::string& name);

/// Refuses LO HI that is no range: LO > HI, NaN, infinite, beyond float32. Throws Error kUsage.
void check_range(const GivenRange& range);

/// Refuses the non-finite elements that a scheme does not take: a NaN always, infinities where the range came from the
/// data; nothing under Nonfinite::kSaturate. Throws Error kFile naming `name`, the count and the first index.
void check_nonfinite(const NonfiniteCounts& nonfinite, const Scheme& scheme, bool range_from_data,
                     const std::string& name);

}  // namespace qgpu
