#include <fmt/format.h>

#include "host/cli/command_table.hpp"
#include "host/cli/json_writer.hpp"
#include "host/cli/parameter_choice.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {

int run_params(const Options& options, Session& session) {
  check_word_count(options, 2, 3);
  const SchemeWords words = parse_params_words(options.words);
  const ParameterChoice choice = choose_parameters(options, words);
  if (choice.file) throw usage_error("--params: expected dynamic (params takes no file), found " + *options.params);
  const Scheme& scheme = choice.scheme;
  const ParameterRule rule = make_rule(choice, TensorInfo{}, false);
  check_rule(rule, scheme, 1);
  const arith::GroupParams params = derive_group(rule, scheme, {});
  const double lo = arith::range_low(words.range->lo);
  const double hi = arith::range_high(words.range->hi);

  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("mode", mode_name(scheme.mode));
  json.member("scale", params.scale);
  json.member("zero_point", params.zero_point);
  json.member("lo", lo);
  json.member("hi", hi);
  json.member("qmin", scheme.limits().qmin);
  json.member("qmax", scheme.limits().qmax);
  json.member("usable_levels", static_cast<std::int64_t>(arith::usable_levels(lo, hi, params.scale)));
  json.member("degenerate", params.degenerate);
  json.end_object();
  session.warn_degenerate(GivenRange{lo, hi}, {{}, params.degenerate ? 1u : 0u});
  session.finish(json.take());
  return 0;
}

}  // namespace qgpu::cli
