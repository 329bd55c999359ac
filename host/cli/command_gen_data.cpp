#include <fmt/format.h>

#include "host/cli/command_table.hpp"
#include "host/cli/json_writer.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"
#include "qgpu/sample_data.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {

int run_gen_data(const Options& options, Session& session) {
  check_word_count(options, 1, 1);
  const MadeFolder& folder = session.make_folder(options.words[0], "DIR");
  std::vector<std::string> files;
  for (const SampleArray& array : make_sample_arrays(options.seed)) {
    files.push_back(folder.file(array.name + ".npy"));
    Sink& sink = session.add_output(files.back(), array.info);
    sink.write(0, reinterpret_cast<const std::byte*>(array.values.data()), array.values.size() * sizeof(float));
  }
  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("seed", options.seed);
  json.member("files", files);
  json.end_object();
  session.finish(json.take());
  return 0;
}

}  // namespace qgpu::cli
