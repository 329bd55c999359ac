#include "qgpu/version.hpp"

namespace qgpu {
const char* version() noexcept { return QGPU_VERSION; }
}  // namespace qgpu
