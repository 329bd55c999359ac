#include "host/stablehlo/eval/evaluation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "host/counted.hpp"
#include "host/stablehlo/passes/pass.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {

namespace {

void run_or_throw(Module& module, std::string_view pass, Diagnostics& diagnostics) {
  if (!run_pass(module, pass, diagnostics)) throw file_error(std::string(pass) + ": the program cannot be rewritten");
}

/// The program that a mode runs.
Module lowered(const Module& module, const EvaluationOptions& options, Diagnostics& diagnostics) {
  Module copy = module.clone();
  if (options.mode == EvaluationMode::kMath) {
    // The reference goes on to make chlo ops plain, which it can do for the last axis only; the interpreter takes them
    // as they are, so any axis works.
    run_or_throw(copy, "stablehlo-legalize-quant-to-math", diagnostics);
  } else if (options.mode == EvaluationMode::kTosa) {
    run_or_throw(copy, "stablehlo-quant-legalize-to-tosa-rescale", diagnostics);
    if (options.double_round) {
      walk(copy.op(), [](Operation& op) {
        if (op.name() == "tosa.rescale") op.set_attribute("rounding_mode", string_attr("DOUBLE_ROUND"));
      });
    }
  }
  return copy;
}

std::int64_t ordered(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits < 0 ? -static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) & ~(std::uint64_t{1} << 63)) : bits;
}

/// The position of element i among the values of its type, in order.
std::int64_t ordinal(const Literal& literal, std::int64_t i) {
  const ElementFormat format = literal.format();
  if (!format.is_float()) return literal.integer_at(i);
  if (format.storage == Storage::kF64) return ordered(literal.float_at(i));
  if (format.storage == Storage::kF32) {
    const auto bits = std::bit_cast<std::int32_t>(literal.data<float>()[i]);
    return bits < 0 ? -std::int64_t{bits & 0x7fffffff} : bits;
  }
  const auto bits = literal.data<std::uint16_t>()[i];
  return (bits & 0x8000) != 0 ? -std::int64_t{bits & 0x7fff} : bits;
}

}  // namespace

std::optional<Module> read_runnable(const Source& source, Diagnostics& diagnostics) {
  std::optional<Module> module = parse_module(source, diagnostics);
  if (!module) return {};
  std::set<std::pair<std::uint32_t, std::uint32_t>> sub_channel_places;
  walk(module->op(), [&](Operation& op) {
    const auto is_sub_channel = [](const Value* value) {
      const QuantizedType* type = quantized_element(value->type());
      return type != nullptr && type->is_sub_channel();
    };
    if (std::ranges::any_of(op.operands(), is_sub_channel) || std::ranges::any_of(op.results(), is_sub_channel)) {
      sub_channel_places.emplace(op.location().line, op.location().column);
    }
  });
  Diagnostics found;
  verify(*module, found);
  bool good = !diagnostics.has_errors();
  for (Diagnostic diagnostic : found.all()) {
    const bool about_operands = diagnostic.message.find(" must be ") != std::string::npos;
    if (diagnostic.severity == Severity::kError && about_operands &&
        sub_channel_places.contains({diagnostic.location.line, diagnostic.location.column})) {
      diagnostic = {Severity::kWarning, diagnostic.location, "sub-channel types are beyond StableHLO"};
    }
    good = good && diagnostic.severity != Severity::kError;
    diagnostics.add(std::move(diagnostic));
  }
  if (!good) return {};
  return module;
}

const Operation& entry_function(const Module& module, std::string_view name) {
  if (const Operation* named = module.find_function(name); named != nullptr && has_body(*named)) return *named;
  std::vector<Operation*> functions = module.functions();
  std::erase_if(functions, [](const Operation* function) { return !has_body(*function); });
  if (functions.size() == 1) return *functions[0];
  throw file_error(
      fmt::format("expected a function @{} or a single one, found {}", name, counted(functions.size(), "function")));
}

Evaluation evaluate(const Module& module, std::string_view function, std::span<const Literal> arguments,
                    const EvaluationOptions& options, Diagnostics& diagnostics) {
  const Operation& declared = entry_function(module, function);
  const std::string name = function_name(declared);
  const Module program = lowered(module, options, diagnostics);
  Interpreter interpreter(program, {options.exact_checks, options.mode == EvaluationMode::kMath, options.use_device});
  const Operation& entry = interpreter.function(name);
  const Block& body = function_body(entry);
  if (arguments.size() != body.num_arguments()) {
    throw file_error("function @" + name + ": expected " + std::to_string(body.num_arguments()) + " inputs, found " +
                     std::to_string(arguments.size()));
  }
  std::vector<Literal> inputs;
  inputs.reserve(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) inputs.push_back(arguments[i].with_type(body.argument(i)->type()));
  Evaluation evaluation;
  evaluation.results = interpreter.call(entry, inputs);
  evaluation.checks = interpreter.checks();
  evaluation.cpu_ops = interpreter.cpu_ops();
  const std::vector<Type>& types = function_type(declared).results;
  for (std::size_t i = 0; i < evaluation.results.size() && i < types.size(); ++i) {
    const auto* tensor = types[i].get_if<TensorType>();
    if (!evaluation.results[i].is_tensor()) throw file_error("unsupported: a result of type " + print_type(types[i]));
    if (tensor != nullptr && tensor->is_static()) evaluation.results[i] = evaluation.results[i].with_type(types[i]);
  }
  return evaluation;
}

Difference compare_results(const Literal& a, const Literal& b) {
  if (a.shape() != b.shape() || a.format() != b.format()) throw internal_error("stablehlo: results of different types");
  Difference difference;
  for (std::int64_t i = 0; i < a.num_elements() && !a.format().is_complex(); ++i) {
    if (a.format().is_float() && std::isnan(a.float_at(i)) && std::isnan(b.float_at(i))) continue;
    const std::int64_t x = ordinal(a, i), y = ordinal(b, i);
    if (x == y) continue;
    ++difference.differing;
    const std::uint64_t steps = x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
                                      : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
    difference.max_steps =
        std::max<std::int64_t>(difference.max_steps, steps > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(steps));
  }
  return difference;
}

}  // namespace qgpu::stablehlo
