#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/json_writer.hpp"
#include "host/cli/parameter_choice.hpp"
#include "host/cli/result_json.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

/// Compares what is written to it with the codes of a file.
class ComparingSink final : public Sink {
 public:
  explicit ComparingSink(const Source& expected) : expected_(expected) {}

  std::byte* data() override { return nullptr; }
  void write(std::uint64_t offset, const std::byte* bytes, std::size_t size) override {
    std::vector<std::byte> stored(std::min<std::size_t>(size, 1 << 20));
    for (std::size_t done = 0; done < size; done += stored.size()) {
      const std::size_t length = std::min(stored.size(), size - done);
      expected_.read(offset + done, length, stored.data());
      compare(offset + done, bytes + done, stored.data(), length);
    }
  }

  std::uint64_t differing() const { return differing_; }
  std::uint64_t first_differing() const { return first_differing_; }

 private:
  void compare(std::uint64_t first, const std::byte* bytes, const std::byte* stored, std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) {
      if (bytes[i] == stored[i]) continue;
      const std::lock_guard lock(mutex_);
      ++differing_;
      first_differing_ = std::min(first_differing_, logical_index(expected_.info(), first + i));
    }
  }

  const Source& expected_;
  std::mutex mutex_;
  std::uint64_t differing_ = 0;
  std::uint64_t first_differing_ = kNoIndex;
};

void check_shape(const TensorInfo& codes, const TensorInfo& source, const std::string& name,
                 const std::string& source_name) {
  if (codes.shape != source.shape) {
    throw file_error(fmt::format("{}: expected shape ({}), as {} has, found ({})", name, fmt::join(source.shape, ", "),
                                 source_name, fmt::join(codes.shape, ", ")));
  }
  if (codes.stored_shape() != source.stored_shape()) {
    const auto order = [](const TensorInfo& info) { return info.fortran_order ? "Fortran" : "C"; };
    throw file_error(
        fmt::format("{}: expected {} order, as {} has (quantize keeps the order of its input), found {} order", name,
                    order(source), source_name, order(codes)));
  }
}

}  // namespace

int run_verify(const Options& options, Session& session) {
  check_word_count(options, 2, 2);
  if (options.takes_dynamic_parameters() || !(options.params || options.scale || options.type)) {
    throw usage_error(fmt::format("--params: expected a file, the JSON of quantize, found {}",
                                  options.params ? "dynamic (a file of that name is ./dynamic)" : "none"));
  }
  const std::string& input = options.words[0];
  const std::string& output = options.words[1];
  check_paths(options, {{{"SOURCE", input}, {"OUT", output}}, {}});
  const std::unique_ptr<Source> source = session.open_values(input);
  const std::unique_ptr<Source> codes = session.open_codes(output);
  ParameterChoice choice = choose_parameters(options, {}, mode_of_codes(codes->info(), output));
  choice.scheme.nonfinite = Nonfinite::kSaturate;  // whether they were to be refused was decided when OUT was made
  check_codes(codes->info(), choice.scheme.mode, output);
  check_shape(codes->info(), source->info(), output, input);
  (void)granularity_for(choice, source->info());
  const ParameterRule rule = make_rule(choice, source->info(), true);
  ComparingSink sink(*codes);
  (void)quantize(*source, input, choice.scheme, rule, sink, session.backend());

  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("input", input);
  json.member("output", output);
  json.member("checked", codes->info().count());
  json.member("differing", sink.differing());
  if (sink.differing() > 0) json.member("first_differing", sink.first_differing());
  write_device(json, session.backend().device());
  json.end_object();
  session.finish(json.take());
  if (sink.differing() == 0) return 0;
  return session.fail_check(
      fmt::format("{}: expected the codes that {} gives, found {} of {} differing, the first at index {}", output,
                  input, sink.differing(), codes->info().count(), sink.first_differing()));
}

}  // namespace qgpu::cli
