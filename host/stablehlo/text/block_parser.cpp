#include "host/stablehlo/text/op_parser.hpp"

// Regions and blocks, and where reading goes on after an error.
namespace qgpu::stablehlo {

// To the next line at this level that starts as ops do, or to the brace that closes the block.
void OpParser::recover() {
  int open = 0;
  bool first = true;
  while (!at(TokenKind::kEnd)) {
    const bool starts_line = !first && lexer_.starts_line(token().spelling.data());
    first = false;
    if (open <= 0 && starts_line) {
      const std::string_view text = token().spelling;
      const bool op_like = at(TokenKind::kValue) || at(TokenKind::kString) || at("return") || at("call") ||
                           at("module") || (at(TokenKind::kWord) && text.find('.') != std::string_view::npos);
      if (op_like || at("}")) return;
    }
    open += at("{") - at("}");
    if (open < 0) return;
    advance();
  }
}

void OpParser::block_body(Block& block) {
  while (!at("}") && !at(TokenKind::kBlock) && !at(TokenKind::kEnd)) operation(block);
}

void OpParser::block_label(Block& block) {
  advance();
  if (consume("(")) {
    list_until(")", [&] {
      const OperandName name = operand();
      expect(":");
      Value* argument = block.add_argument(type(), name.location);
      skip_location();
      bind(name.name, name.location, {argument});
    });
  }
  expect(":", "after block name");
}

std::unique_ptr<Region> OpParser::region(const std::vector<std::pair<OperandName, Type>>& arguments, bool isolated) {
  const Depth depth(*this);
  auto made = std::make_unique<Region>(nullptr);
  expect("{", "to begin a region");
  struct ScopeGuard {
    OpParser& parser;
    std::size_t scopes = parser.scopes_.size();
    std::size_t isolation = parser.isolation_.size();
    ~ScopeGuard() {
      parser.scopes_.resize(scopes);
      parser.isolation_.resize(isolation);
    }
  } guard{*this};
  scopes_.emplace_back();
  if (isolated) isolation_.push_back(scopes_.size() - 1);
  if (!arguments.empty() || (!at("}") && !at(TokenKind::kBlock))) {
    Block& entry = made->add_block();
    for (const auto& [name, type] : arguments)
      bind(name.name, name.location, {entry.add_argument(type, name.location)});
    block_body(entry);
  }
  while (at(TokenKind::kBlock)) {
    Block& block = made->add_block();
    block_label(block);
    block_body(block);
  }
  expect("}", "to end a region");
  return made;
}

}  // namespace qgpu::stablehlo
