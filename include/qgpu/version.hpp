#pragma once

namespace qgpu {
/// The version of the library, `MAJOR.MINOR.PATCH`.
const char* version() noexcept;
}  // namespace qgpu
