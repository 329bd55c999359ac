#include "host/cli/command_table.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {

int run_bench(const Options&, Session&) {
  throw usage_error("bench: unsupported: this build has no throughput measurement");
}

}  // namespace qgpu::cli
