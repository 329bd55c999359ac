#include <fmt/format.h>

#include <filesystem>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/comparison_json.hpp"
#include "host/cli/report_text.hpp"
#include "host/cli/result_json.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

constexpr std::int64_t kChannelAxis = 0;
constexpr GivenRange kNarrowRange{-1.0, 1.0};

std::string report_document(const ReportNumbers& numbers, const TensorInfo& spread, const DeviceInfo& device,
                            Language language) {
  JsonWriter json;
  json.begin_object();
  json.member("bound_rule", bound_rule(language));
  json.key("spread");
  json.begin_object();
  write_roundtrip(json, GroupedTensor(spread, Granularity{}), numbers.saturation.full);
  json.end_object();
  json.member("positive_asym_over_sym", numbers.symmetry.error_ratio);
  json.member("channel_gain", numbers.channel.best_gain);
  json.member("saturation_ratio", numbers.saturation.error_ratio);
  write_device(json, device);
  json.end_object();
  return json.take();
}

}  // namespace

int run_report(const Options& options, Session& session) {
  check_word_count(options, 1, 1);
  const std::filesystem::path folder(options.words[0]);
  const auto path = [&](const char* name) { return (folder / name).string(); };
  const std::string spread_path = path("spread.npy"), positive_path = path("positive.npy"),
                    weights_path = path("weights.npy");
  CommandPaths paths;
  for (const std::string& input : {spread_path, positive_path, weights_path}) paths.inputs.push_back({input, input});
  for (const char* name : {"report.md", "report.json", "channel.json", "symmetry.json", "saturate.json"})
    paths.outputs.push_back({name, path(name)});
  check_paths(options, paths);
  const std::unique_ptr<Source> spread = session.open_values(spread_path);
  const std::unique_ptr<Source> positive = session.open_values(positive_path);
  const std::unique_ptr<Source> weights = session.open_values(weights_path);

  if (weights->info().shape.empty()) {
    throw file_error(
        fmt::format("{}: expected at least 1 axis, whose channels are compared, found rank 0", weights_path));
  }

  Backend& backend = session.backend();
  ReportNumbers numbers;
  numbers.saturation = compare_saturation(*spread, spread_path, kNarrowRange, Scheme{}, backend);
  numbers.symmetry = compare_symmetry(*positive, positive_path, Scheme{}, backend);
  numbers.channel = compare_channels(*weights, weights_path, kChannelAxis, Scheme{}, backend);
  session.warn_degenerate(spread_path, numbers.saturation.full.derived);
  session.warn_degenerate(positive_path, numbers.symmetry.asym.derived);
  session.warn_degenerate(weights_path, numbers.channel.per_channel);

  const Language language = options.lang == "ko" ? Language::kKorean : Language::kEnglish;
  const std::string document = report_document(numbers, spread->info(), backend.device(), language);
  session.add_text(path("saturate.json"),
                   saturation_document(spread_path, spread->info(), numbers.saturation, backend.device()));
  session.add_text(path("symmetry.json"), symmetry_document(positive_path, numbers.symmetry, backend.device()));
  session.add_text(path("channel.json"), channel_document(weights_path, numbers.channel, backend.device()));
  session.add_text(path("report.json"), document);
  session.add_text(path("report.md"), report_markdown(numbers, language));
  session.finish(document);
  return 0;
}

}  // namespace qgpu::cli
