#include "qgpu/backend.hpp"
#include "qgpu/error.hpp"

namespace qgpu {

std::unique_ptr<Backend> make_cpu_backend(const BackendOptions&, std::string) {
  throw internal_error("the CPU backend is not written yet");
}

}  // namespace qgpu
