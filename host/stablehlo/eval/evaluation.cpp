#include "host/stablehlo/eval/evaluation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "host/counted.hpp"
#include "host/stablehlo/eval/value_order.hpp"
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

}  // namespace

std::optional<Module> read_runnable(const Source& source, Diagnostics& diagnostics) {
  std::optional<Module> module = parse_module(source, diagnostics);
  if (module && !verify(*module, diagnostics, {.allow_sub_channel = true})) module.reset();
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
    const std::int64_t steps = steps_between(position_of(a, i), position_of(b, i));
    difference.differing += steps != 0;
    difference.max_steps = std::max(difference.max_steps, steps);
  }
  return difference;
}

}  // namespace qgpu::stablehlo
