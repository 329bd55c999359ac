#include <fmt/format.h>

#include "host/stablehlo/ir/decimal.hpp"
#include "host/stablehlo/text/op_parser.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {

void OpParser::special(OpDraft& draft, std::string_view form) {
  struct Form {
    std::string_view name;
    void (OpParser::*read)(OpDraft&);
  };
  static constexpr Form kForms[] = {
      {"@module", &OpParser::module_form},
      {"@func", &OpParser::function_form},
      {"@call", &OpParser::call_form},
      {"@call_indirect", &OpParser::call_indirect_form},
      {"@constant", &OpParser::constant_form},
      {"@slice", &OpParser::slice_form},
      {"@reduce_precision", &OpParser::reduce_precision_form},
      {"@dot_general", &OpParser::dot_general_form},
      {"@convolution", &OpParser::convolution_form},
      {"@optimization_barrier", &OpParser::optimization_barrier_form},
      {"@while", &OpParser::while_form},
      {"@reduce", &OpParser::reduce_form},
      {"@custom_call", &OpParser::custom_call_form},
      {"@composite", &OpParser::composite_form},
      {"@assuming", &OpParser::assuming_form},
      {"@extract", &OpParser::extract_form},
  };
  for (const Form& known : kForms)
    if (known.name == form) return (this->*known.read)(draft);
  throw internal_error(fmt::format("stablehlo: no reader for the form {}", form));
}

// `dense<..> : T`, or for a quantized result `() <{value = ..}> : () -> T`.
void OpParser::constant_form(OpDraft& draft) {
  if (consume("(")) {
    expect(")");
    if (consume("<")) {
      attribute_dictionary(draft.attributes, false);
      expect(">", "to close properties");
    }
    optional_attributes(draft);
    expect(":");
    functional_types(draft);
    return;
  }
  optional_attributes(draft);
  const Location start = location();
  if (!at("dense")) {
    Attribute value = attribute();  // says what is wrong with it
    fail_at(start, "expected a dense literal");
  }
  Attribute value = dense_literal();
  draft.result_types = {value.get<DenseAttr>().elements.type()};
  draft.attributes.set("value", std::move(value));
}

void OpParser::slice_form(OpDraft& draft) {
  draft.operands = {operand()};
  std::vector<std::int64_t> starts, limits, strides;
  expect("[");
  list_until("]", [&] {
    starts.push_back(integer());
    expect(":");
    limits.push_back(integer());
    strides.push_back(consume(":") ? integer() : 1);
  });
  draft.attributes.set("start_indices", i64_array_attr(std::move(starts)));
  draft.attributes.set("limit_indices", i64_array_attr(std::move(limits)));
  draft.attributes.set("strides", i64_array_attr(std::move(strides)));
  optional_attributes(draft);
  expect(":");
  functional_types(draft);
}

// `format = e8m10`
void OpParser::reduce_precision_form(OpDraft& draft) {
  draft.operands = {operand()};
  expect(",");
  expect("format");
  expect("=");
  const Location start = location();
  const std::string text = word("exponent and mantissa bits");
  const std::size_t m = text.find('m');
  constexpr std::uint64_t kMost = 0x7FFFFFFF;
  const auto bits = [](std::string_view digits) { return parse_integer(digits).value_or(kMost + 1); };
  const bool has_both = text.starts_with('e') && m != std::string::npos;
  const std::uint64_t exponent = has_both ? bits(std::string_view(text).substr(1, m - 1)) : kMost + 1;
  const std::uint64_t mantissa = has_both ? bits(std::string_view(text).substr(m + 1)) : kMost + 1;
  if (exponent > kMost || mantissa > kMost)
    fail_at(start, fmt::format("expected exponent mantissa in format e#m#, saw {}", text));
  draft.attributes.set("exponent_bits", i32_attr(static_cast<std::int64_t>(exponent)));
  draft.attributes.set("mantissa_bits", i32_attr(static_cast<std::int64_t>(mantissa)));
  optional_attributes(draft);
  types(draft, TypeClause::kSame);
}

void OpParser::dot_general_form(OpDraft& draft) {
  draft.operands = {operand()};
  expect(",");
  draft.operands.push_back(operand());
  DotDimensionsAttr dot;
  const auto pair = [&](Dimensions& lhs, Dimensions& rhs) {
    expect("=");
    lhs = integer_list();
    expect("x");
    rhs = integer_list();
  };
  bool contracting = false;
  while (consume(",")) {
    if (!contracting && consume("batching_dims")) {
      pair(dot.lhs_batching, dot.rhs_batching);
    } else if (!contracting && consume("contracting_dims")) {
      pair(dot.lhs_contracting, dot.rhs_contracting);
      contracting = true;
    } else if (contracting && consume("precision")) {
      expect("=");
      draft.attributes.set("precision_config", enum_list("precision"));
    } else if (contracting && consume("algorithm")) {
      expect("=");
      if (at(TokenKind::kHash)) {
        draft.attributes.set("algorithm", attribute());
      } else {
        expect("<");
        draft.attributes.set("algorithm", dot_algorithm());
      }
    } else {
      fail("expected batching_dims, contracting_dims, precision or algorithm");
    }
  }
  if (!contracting) fail("expected contracting_dims");
  draft.attributes.set("dot_dimension_numbers", std::move(dot));
  optional_attributes(draft);
  expect(":");
  functional_types(draft);
}

void OpParser::convolution_window(OpDraft& draft) {
  expect("{");
  list_until("}", [&] {
    const Location start = location();
    const std::string key = word("window attribute name");
    expect("=", "after window attribute name");
    std::string name;
    Attribute value;
    if (key == "stride" || key == "lhs_dilate" || key == "rhs_dilate") {
      name = key == "stride" ? "window_strides" : key == "lhs_dilate" ? "lhs_dilation" : "rhs_dilation";
      value = i64_array_attr(integer_list());
    } else if (key == "reverse") {
      name = "window_reversal";
      DenseArrayAttr flags{i1_type(), {}};
      expect("[");
      list_until("]", [&] { flags.integers.push_back(at("true") || at("false") ? boolean() : integer() != 0); });
      value = std::move(flags);
    } else if (key == "pad") {
      name = "padding";
      std::vector<std::int64_t> pads;
      expect("[");
      list_until("]", [&] {
        const std::vector<std::int64_t> pair = integer_list();
        if (pair.size() != 2) fail("expected two numbers of padding for each dimension");
        pads.insert(pads.end(), pair.begin(), pair.end());
      });
      value = DenseAttr{
          DenseElements::from_integers(tensor_type({static_cast<std::int64_t>(pads.size() / 2), 2}, i64_type()), pads)};
    } else {
      fail_at(start,
              fmt::format("unexpected keyword {}; expected one of stride, pad, lhs_dilate, rhs_dilate, reverse", key));
    }
    if (draft.attributes.contains(name)) fail_at(start, fmt::format("window attribute {} appears more than once", key));
    draft.attributes.set(name, std::move(value));
  });
}

void OpParser::convolution_form(OpDraft& draft) {
  expect("(");
  draft.operands = operands_until(")");
  expect("dim_numbers");
  expect("=");
  draft.attributes.set("dimension_numbers", conv_dimensions());
  if (consume(",")) {
    expect("window");
    expect("=");
    convolution_window(draft);
  }
  optional_attributes(draft);
  expect(":");
  functional_types(draft);
}

// `%a, %b : T, T`, or `()` for none: the results have the operands' types.
void OpParser::optimization_barrier_form(OpDraft& draft) {
  optional_attributes(draft);
  if (consume("(")) {
    expect(")");
    return;
  }
  do draft.operands.push_back(operand());
  while (consume(","));
  expect(":");
  draft.operand_types = type_list();
  draft.result_types = draft.operand_types;
}

void OpParser::custom_call_form(OpDraft& draft) {
  const SymbolAttr target = symbol_name();
  draft.attributes.set("call_target_name", StringAttr{target.root});
  expect("(");
  draft.operands = operands_until(")");
  optional_attributes(draft);
  expect(":");
  functional_types(draft);
}

void OpParser::composite_form(OpDraft& draft) {
  draft.attributes.set("name", StringAttr{string()});
  if (at(TokenKind::kValue)) {
    do draft.operands.push_back(operand());
    while (consume(","));
  }
  optional_attributes(draft);
  expect(":");
  functional_types(draft);
}

// `%tensor[%i, %j] : T`
void OpParser::extract_form(OpDraft& draft) {
  draft.operands = {operand()};
  expect("[");
  for (OperandName& index : operands_until("]")) draft.operands.push_back(std::move(index));
  optional_attributes(draft);
  expect(":");
  draft.operand_types.assign(draft.operands.size(), IndexType{});
  draft.operand_types.front() = type();
  draft.result_types = {element_type(draft.operand_types.front())};
}

}  // namespace qgpu::stablehlo
