#include "host/stablehlo/text/op_format.hpp"

#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "qgpu/error.hpp"

namespace qgpu::stablehlo {
namespace {

using Kind = Directive::Kind;

constexpr std::pair<std::string_view, TypeClause> kClauses[] = {
    {":same", TypeClause::kSame},
    {":fn", TypeClause::kFunction},
    {":result", TypeClause::kResult},
    {":operands", TypeClause::kOperands},
    {":first", TypeClause::kFirst},
    {":tuple", TypeClause::kTuple},
    {":complex", TypeClause::kComplex},
    {":select", TypeClause::kSelect},
    {":list_arrow", TypeClause::kListArrow},
    {":chlo", TypeClause::kListArrow},
    {":to", TypeClause::kTo},
    {":witness", TypeClause::kWitness},
    {":dim", TypeClause::kDim},
    {":from_elements", TypeClause::kElements},
    {":one", TypeClause::kSame},
    {":same_variadic", TypeClause::kSame},
    {"@end", TypeClause::kNone},
    {"@witness_end", TypeClause::kWitnessOnly},
};

constexpr std::pair<std::string_view, Kind> kAttributeKinds[] = {
    {"int", Kind::kInteger64}, {"int32", Kind::kInteger32}, {"list", Kind::kList},     {"ints", Kind::kIndexList},
    {"bool", Kind::kBool},     {"string", Kind::kString},   {"symbol", Kind::kSymbol}, {"enum", Kind::kEnum},
    {"enums", Kind::kEnums},   {"dense", Kind::kDense},     {"typed", Kind::kTyped},
};

Directive directive(std::string_view word) {
  if (word == "$*") return {Kind::kOperands, word};
  if (word.starts_with('$')) return {Kind::kOperand, word};
  if (word == "{}") return {Kind::kAttributes, word};
  if (word == "?(") return {Kind::kOptionalBegin, word};
  if (word == ")?") return {Kind::kOptionalEnd, word};
  if (const std::size_t colon = word.find(':'); colon != std::string_view::npos) {
    for (const auto& [prefix, kind] : kAttributeKinds) {
      if (word.substr(0, colon) != prefix) continue;
      const std::string_view rest = word.substr(colon + 1);
      const std::size_t second = rest.find(':');
      if (second == std::string_view::npos) return {kind, rest};
      return {kind, rest.substr(0, second), rest.substr(second + 1)};
    }
  }
  return {Kind::kLiteral, word};
}

OpFormat compile(std::string_view text) {
  OpFormat format;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size() == text.size() ? word.size() : word.size() + 1);
    if ((word.starts_with(':') && word.size() > 1) || word.starts_with('@')) {
      for (const auto& [name, clause] : kClauses)
        if (name == word) format.types = clause;
      format.directives.push_back({Kind::kTypes, word});
    } else {
      format.directives.push_back(directive(word));
    }
  }
  return format;
}

}  // namespace

const OpFormat& op_format(const OpDefinition& definition) {
  static std::mutex mutex;
  static std::unordered_map<const OpDefinition*, OpFormat> compiled;  // references stay valid as it grows
  const std::lock_guard lock(mutex);
  const auto found = compiled.find(&definition);
  if (found != compiled.end()) return found->second;
  return compiled.emplace(&definition, compile(definition.format)).first->second;
}

}  // namespace qgpu::stablehlo
