#include <cstdint>
#include <cstdio>
#include <qgpu/operations.hpp>

int main() {
  const float values[] = {-1, 0, 1, 2};
  std::uint8_t codes[4] = {};
  const qgpu::MemorySource source({.shape = {4}}, values);
  qgpu::MemorySink sink(codes);
  const auto backend = qgpu::make_backend({.device = "cpu"});
  const auto done = qgpu::quantize(source, "values", {}, {}, sink, *backend);
  std::printf("%d %d %d %d, %llu clipped\n", codes[0], codes[1], codes[2], codes[3], 0ULL + done.totals.clipped);
}
