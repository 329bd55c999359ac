#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/stablehlo/ir/ir.hpp"
#include "host/stablehlo/text/text.hpp"

// Internal to the verifier. The messages are those of StableHLO's own verifier, word for word.
namespace qgpu::stablehlo {

/// Thrown once an op has broken a rule and the diagnostic was recorded: one message an op.
struct VerifyFailure {};

/// The op under the eye of the verifier.
class OpChecks {
 public:
  OpChecks(const Operation& op, const VerifyOptions& options, Diagnostics& diagnostics)
      : op_(op), options_(options), diagnostics_(diagnostics) {}
  const Operation& op() const { return op_; }
  const VerifyOptions& options() const { return options_; }
  std::string_view name() const { return op_.name(); }

  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    diagnostics_.error(op_.location(), fmt::format(format, std::forward<Args>(args)...));
    throw VerifyFailure();
  }
  /// With `'NAME' op ` in front.
  template <class... Args>
  [[noreturn]] void fail_op(fmt::format_string<Args...> format, Args&&... args) const {
    diagnostics_.error(op_.location(),
                       fmt::format("'{}' op ", op_.name()) + fmt::format(format, std::forward<Args>(args)...));
    throw VerifyFailure();
  }

  /// About another place than the op's own.
  [[noreturn]] void fail_at(Location location, std::string message) const {
    diagnostics_.error(location, std::move(message));
    throw VerifyFailure();
  }

  std::size_t num_operands() const { return op_.num_operands(); }
  const Type& operand_type(std::size_t i) const { return op_.operand(i)->type(); }
  const Type& result_type(std::size_t i = 0) const { return op_.result(i)->type(); }
  const TensorType& operand(std::size_t i) const { return operand_type(i).get<TensorType>(); }
  const TensorType& result(std::size_t i = 0) const { return result_type(i).get<TensorType>(); }
  std::int64_t integer(std::string_view name) const;  ///< of an attribute that is there, or a failure
  Dimensions integers(std::string_view name) const;   ///< the same for a list

  /// The result must be of this type but for unknown dimensions and quantization parameters.
  void expect_inferred(const Type& inferred, std::size_t result = 0) const;
  void require_same_elements() const;        ///< all operands and results, parameters included
  void require_compatible_elements() const;  ///< but for quantization parameters

 private:
  const Operation& op_;
  const VerifyOptions& options_;
  Diagnostics& diagnostics_;
};

// What counts as the same (dynamic dimensions fit any size).
bool compatible_shapes(const TensorType& a, const TensorType& b);
bool compatible_shapes(const Type& a, const Type& b);  ///< false if one is no tensor
/// Equal, or quantized with equal storage, range, expressed type and axis: scales and zero points are free.
bool compatible_elements(const Type& a, const Type& b);
bool compatible_types(const Type& a, const Type& b);
/// True if a reduction may widen `from` to `to`: same kind, not narrower, for quantized types the same expressed type.
bool is_promotable(const Type& from, const Type& to);
/// The constraints of the op definitions on operand and result types. True if one is met only because sub-channel types
/// are allowed.
[[nodiscard]] bool verify_operand_types(const OpChecks& checks);
/// The same on attributes.
void verify_attributes(const OpChecks& checks);

// By family; each does nothing for ops of others.
void verify_elementwise(const OpChecks& checks);
void verify_data_movement(const OpChecks& checks);
void verify_quantized_movement(const OpChecks& checks);
void verify_contraction(const OpChecks& checks);
void verify_reduction(const OpChecks& checks);
void verify_gather(const OpChecks& checks);
void verify_scatter(const OpChecks& checks);
void verify_control_flow(const OpChecks& checks);

/// Rules of reducers: number and types of arguments and results against inputs and init values.
void verify_reducer(const OpChecks& checks, const Region& region, const std::vector<Type>& inputs,
                    const std::vector<Type>& inits, const std::vector<std::int64_t>& allowed_dimensions);
/// Window attributes against the number of window dimensions; lists may be empty where the attribute is missing.
void verify_window(const OpChecks& checks, const Dimensions& window, const Dimensions& strides,
                   std::string_view padding, const Dimensions& base_dilations, const Dimensions& window_dilations);

}  // namespace qgpu::stablehlo
