#include <fmt/format.h>

#include <cmath>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/parameter_choice.hpp"
#include "host/cli/result_json.hpp"
#include "host/cli/result_table.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

/// An error that overflowed is above every limit, also above --max-error inf. The limit is read as float32, as the
/// error is printed: what the JSON shows is a limit that holds.
bool is_at_most(float error, double limit) { return std::isfinite(error) && error <= static_cast<float>(limit); }

/// The exit code after --max-error and --require-bound.
int check_result(const Options& options, const Roundtrip& found, Session& session) {
  const ErrorTotals& totals = found.totals.tensor;
  if (options.max_error && totals.finite > 0 && !is_at_most(totals.max_abs_error, *options.max_error)) {
    return session.fail_check(
        fmt::format("--max-error: expected max_abs_error <= {}, found {}", *options.max_error, totals.max_abs_error));
  }
  if (options.require_bound && !found.totals.within_bound) {
    return session.fail_check(fmt::format("--require-bound: expected every error within half a step ({}), found {}",
                                          static_cast<float>(found.totals.bound), totals.max_abs_error));
  }
  return 0;
}

}  // namespace

int run_roundtrip(const Options& options, Session& session) {
  check_word_count(options, 1, kAnyNumber);
  const std::string& input = options.words[0];
  check_paths(options, {{{"IN", input}}, {}});
  const ParameterChoice choice = choose_parameters(options, parse_scheme_words(std::span(options.words).subspan(1)));
  const std::unique_ptr<Source> source = session.open_values(input);
  const GroupedTensor tensor(source->info(), granularity_for(choice, source->info()));
  const ParameterRule rule = make_rule(choice, source->info(), false);
  const bool per_group = options.per_group && !tensor.omits_arrays();  // nothing kept that nothing shows
  const Roundtrip found = roundtrip(*source, input, choice.scheme, rule, per_group, session.backend());
  if (rule.range) {
    session.warn_degenerate(*rule.range, found.derived);
  } else {
    session.warn_degenerate(input, found.derived);
  }

  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("input", input);
  write_scheme(json, tensor, choice.scheme, type_text(choice));
  write_roundtrip(json, tensor, found, per_group);
  write_device(json, session.backend().device());
  json.end_object();
  session.finish(json.take(), options.table ? roundtrip_table(tensor, found) : std::string());
  return check_result(options, found, session);
}

}  // namespace qgpu::cli
