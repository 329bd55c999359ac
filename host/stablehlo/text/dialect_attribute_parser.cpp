#include <fmt/format.h>

#include <array>

#include "host/stablehlo/text/parser.hpp"

namespace qgpu::stablehlo {

/// `name = .., name = ..` up to the closing `>`; `read` gets each name, with the current token after the `=`.
void Parser::fields(const std::function<void(const std::string&)>& read) {
  std::vector<std::string> seen;
  while (!consume(">")) {  // a comma may stand after the last field
    const Location start = location();
    std::string name = word("field name");
    for (const std::string& earlier : seen)
      if (earlier == name) fail_at(start, fmt::format("duplicated `{}` entry", name));
    expect("=");
    read(name);
    seen.push_back(std::move(name));
    if (!consume(",") && !at(">")) fail("expected '>'");
  }
}

Attribute Parser::dot_dimensions() {
  DotDimensionsAttr dot;
  fields([&](const std::string& name) {
    if (name == "lhs_batching_dimensions")
      dot.lhs_batching = integer_list();
    else if (name == "rhs_batching_dimensions")
      dot.rhs_batching = integer_list();
    else if (name == "lhs_contracting_dimensions")
      dot.lhs_contracting = integer_list();
    else if (name == "rhs_contracting_dimensions")
      dot.rhs_contracting = integer_list();
    else
      fail(
          "expected one of `lhs_batching_dimensions`, `rhs_batching_dimensions`, `lhs_contracting_dimensions`, "
          "`rhs_contracting_dimensions`");
  });
  return dot;
}

Attribute Parser::gather_dimensions() {
  GatherDimensionsAttr gather;
  fields([&](const std::string& name) {
    if (name == "offset_dims")
      gather.offset_dims = integer_list();
    else if (name == "collapsed_slice_dims")
      gather.collapsed_slice_dims = integer_list();
    else if (name == "operand_batching_dims")
      gather.operand_batching_dims = integer_list();
    else if (name == "start_indices_batching_dims")
      gather.start_indices_batching_dims = integer_list();
    else if (name == "start_index_map")
      gather.start_index_map = integer_list();
    else if (name == "index_vector_dim")
      gather.index_vector_dim = integer();
    else
      fail(
          "expected one of `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, "
          "`start_indices_batching_dims`, `start_index_map`, `index_vector_dim`");
  });
  return gather;
}

Attribute Parser::scatter_dimensions() {
  ScatterDimensionsAttr scatter;
  fields([&](const std::string& name) {
    if (name == "update_window_dims")
      scatter.update_window_dims = integer_list();
    else if (name == "inserted_window_dims")
      scatter.inserted_window_dims = integer_list();
    else if (name == "input_batching_dims")
      scatter.input_batching_dims = integer_list();
    else if (name == "scatter_indices_batching_dims")
      scatter.scatter_indices_batching_dims = integer_list();
    else if (name == "scatter_dims_to_operand_dims")
      scatter.scatter_dims_to_operand_dims = integer_list();
    else if (name == "index_vector_dim")
      scatter.index_vector_dim = integer();
    else
      fail(
          "expected one of `update_window_dims`, `inserted_window_dims`, `input_batching_dims`, "
          "`scatter_indices_batching_dims`, `scatter_dims_to_operand_dims`, `index_vector_dim`");
  });
  return scatter;
}

Attribute Parser::dot_algorithm() {
  DotAlgorithmAttr algorithm;
  fields([&](const std::string& name) {
    if (name == "lhs_precision_type")
      algorithm.lhs_precision_type = type();
    else if (name == "rhs_precision_type")
      algorithm.rhs_precision_type = type();
    else if (name == "accumulation_type")
      algorithm.accumulation_type = type();
    else if (name == "lhs_component_count")
      algorithm.lhs_component_count = integer();
    else if (name == "rhs_component_count")
      algorithm.rhs_component_count = integer();
    else if (name == "num_primitive_operations")
      algorithm.num_primitive_operations = integer();
    else if (name == "allow_imprecise_accumulation")
      algorithm.allow_imprecise_accumulation = boolean();
    else
      fail(fmt::format("unknown field `{}` of a dot algorithm", name));
  });
  if (!algorithm.lhs_precision_type || !algorithm.rhs_precision_type || !algorithm.accumulation_type)
    fail("a dot algorithm needs lhs_precision_type, rhs_precision_type and accumulation_type");
  return algorithm;
}

Attribute Parser::result_accuracy() {
  ResultAccuracyAttr accuracy;
  fields([&](const std::string& name) {
    if (name == "atol")
      accuracy.atol = number();
    else if (name == "rtol")
      accuracy.rtol = number();
    else if (name == "ulps")
      accuracy.ulps = integer();
    else if (name == "mode") {
      if (at("#stablehlo.result_accuracy_mode") || at(TokenKind::kHash)) advance();
      expect("<");
      accuracy.mode = word("result accuracy mode");
      expect(">");
    } else {
      fail(fmt::format("unknown field `{}` of a result accuracy", name));
    }
  });
  return accuracy;
}

// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: a letter or the number of a spatial dimension for each position.
Attribute Parser::conv_dimensions() {
  ConvDimensionsAttr conv;
  const auto layout = [&](std::string_view letters, std::array<std::int64_t*, 2> places, Dimensions& spatial) {
    const Location start = location();
    expect("[");
    std::array<bool, 2> seen = {};
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    std::int64_t position = 0;
    list_until("]", [&] {
      if (at(TokenKind::kInteger)) {
        found.emplace_back(integer(), position);
      } else {
        const std::string letter = word("a dimension letter or number");
        const std::size_t which = letter.size() == 1 ? letters.find(letter) : std::string_view::npos;
        if (which == std::string_view::npos || seen[which])
          fail(fmt::format("unexpected dimension {}, expected {} or a number once", letter, letters));
        seen[which] = true;
        *places[which] = position;
      }
      ++position;
    });
    count(found.size());
    if (!seen[0] || !seen[1]) fail_at(start, fmt::format("expected dimensions {} in {} layout", letters, letters));
    spatial.assign(found.size(), -1);
    for (const auto& [number, where] : found) {
      if (number < 0 || static_cast<std::size_t>(number) >= found.size() ||
          spatial[static_cast<std::size_t>(number)] != -1)
        fail_at(start, "expected spatial dimensions 0, 1, ... each once");
      spatial[static_cast<std::size_t>(number)] = where;
    }
  };
  layout("bf", {&conv.input_batch, &conv.input_feature}, conv.input_spatial);
  // `x` is glued to the bracket before it or after it, never to a letter.
  expect("x");
  layout("io", {&conv.kernel_input_feature, &conv.kernel_output_feature}, conv.kernel_spatial);
  expect("->");
  layout("bf", {&conv.output_batch, &conv.output_feature}, conv.output_spatial);
  return conv;
}

Attribute Parser::enum_attribute(std::string dialect, std::string name) {
  EnumAttr choice{std::move(dialect), std::move(name), word("enum value")};
  expect(">");
  return choice;
}

Attribute Parser::struct_attribute(const std::string& name, const char* begin) {
  if (name == "#stablehlo.dot" && consume("<")) return dot_dimensions();
  if (name == "#stablehlo.gather" && consume("<")) return gather_dimensions();
  if (name == "#stablehlo.scatter" && consume("<")) return scatter_dimensions();
  if (name == "#stablehlo.dot_algorithm" && consume("<")) return dot_algorithm();
  if (name == "#stablehlo.result_accuracy" && consume("<")) return result_accuracy();
  if (name == "#stablehlo.channel_handle" && consume("<")) {
    ChannelHandleAttr handle;
    fields([&](const std::string& field) {
      if (field == "handle")
        handle.handle = integer();
      else if (field == "type")
        handle.type = integer();
      else
        fail("expected `handle` or `type`");
    });
    return handle;
  }
  if ((name == "#stablehlo.bounds" || name == "#stablehlo.type_extensions") && consume("<")) {
    BoundsAttr bounds;
    const auto read = [&] { bounds.bounds.push_back(consume("?") ? kDynamic : integer()); };
    if (name == "#stablehlo.bounds") {
      list_until(">", read);
    } else {
      fields([&](const std::string& field) {
        if (field != "bounds") fail("expected `bounds`");
        expect("[");
        list_until("]", read);
      });
    }
    return bounds;
  }
  if (name == "#stablehlo.conv" && consume("<")) {
    Attribute conv = conv_dimensions();
    expect(">");
    return conv;
  }
  return OpaqueAttr{balanced(begin)};
}

Attribute Parser::dialect_attribute() {
  const Token name = token_;
  const std::string_view spelling = name.spelling;
  if (spelling.size() < 2) fail("expected attribute value");
  const char* after = spelling.data() + spelling.size();
  const bool parameters = after != lexer_.end() && *after == '<';
  if (spelling.find('.') == std::string_view::npos && !parameters) {
    const auto alias = aliases_.find(std::string(spelling));
    if (alias == aliases_.end() || !alias->second.attribute)
      fail("undefined symbol alias id '" + std::string(spelling.substr(1)) + "'");
    count(alias->second.nodes);
    advance();
    return alias->second.attribute;
  }
  advance();
  if (spelling.find('.') != std::string_view::npos) {
    if (!parameters) return OpaqueAttr{std::string(spelling)};
    return struct_attribute(std::string(spelling), spelling.data());
  }
  // #dialect<name VALUE>, or anything else between the brackets.
  const Token bracket = token_;
  advance();
  if (at(TokenKind::kWord)) {
    std::string mnemonic = word("attribute name");
    if (at(TokenKind::kWord)) return enum_attribute(std::string(spelling.substr(1)), std::move(mnemonic));
  }
  lexer_.reset(bracket.spelling.data());
  advance();
  return OpaqueAttr{balanced(spelling.data())};
}

}  // namespace qgpu::stablehlo
