// Integer dot products with the scale in the epilogue. A block of 16 x 16 threads owns 16 x 16 results of one batch and
// walks the depth in tiles of 32 through shared memory; each result is one thread's sum, so its order does not matter
// and its value is exact.
#include "kernels/stablehlo_codes.cuh"

namespace qgpu::stablehlo::cuda {

namespace {

constexpr int kSide = 16;
constexpr int kDepthTile = 32;

struct Epilogue {
  int bytes;
  double range_min, range_max;
  const double* scales;
  const double* zero_points;
};

__global__ void contract_kernel(ContractionShape shape, const std::int16_t* __restrict__ lhs,
                                const std::int16_t* __restrict__ rhs, Epilogue epilogue, void* __restrict__ result) {
  // One more element a row: threads of a column then read different banks.
  __shared__ std::int16_t a[kSide][kDepthTile + 2], b[kSide][kDepthTile + 2];
  const std::int64_t row_tiles = (shape.rows + kSide - 1) / kSide;
  const std::int64_t column_tiles = (shape.columns + kSide - 1) / kSide;
  for (std::int64_t tile = blockIdx.x; tile < shape.batches * row_tiles * column_tiles; tile += gridDim.x) {
    const std::int64_t batch = tile / (row_tiles * column_tiles);
    const std::int64_t first_row = tile / column_tiles % row_tiles * kSide;
    const std::int64_t first_column = tile % column_tiles * kSide;
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < shape.depth; k += kDepthTile) {
      for (int i = threadIdx.x; i < kDepthTile; i += kSide) {
        const bool inside = k + i < shape.depth;
        const std::int64_t row = first_row + threadIdx.y, column = first_column + threadIdx.y;
        a[threadIdx.y][i] =
            inside && row < shape.rows ? lhs[(batch * shape.rows + row) * shape.depth + k + i] : std::int16_t{0};
        b[threadIdx.y][i] = inside && column < shape.columns
                                ? rhs[(batch * shape.columns + column) * shape.depth + k + i]
                                : std::int16_t{0};
      }
      __syncthreads();
      std::int32_t partial = 0;
#pragma unroll
      for (int i = 0; i < kDepthTile; ++i) partial += std::int32_t{a[threadIdx.y][i]} * b[threadIdx.x][i];
      sum += partial;
      __syncthreads();
    }
    const std::int64_t row = first_row + threadIdx.y, column = first_column + threadIdx.x;
    if (row < shape.rows && column < shape.columns) {
      const std::int64_t channel = batch * shape.columns + column;
      store(result, epilogue.bytes, (batch * shape.rows + row) * shape.columns + column,
            accumulator_to_storage(sum, epilogue.scales[channel], epilogue.zero_points[channel], epilogue.range_min,
                                   epilogue.range_max));
    }
  }
}

}  // namespace

void contract(const ContractionShape& shape, const std::int16_t* lhs, const std::int16_t* rhs,
              const ContractionResult& layout, void* result) {
  const std::int64_t count = shape.batches * shape.rows * shape.columns;
  if (count == 0) return;
  Stream stream;
  const std::size_t channels = static_cast<std::size_t>(shape.batches * shape.columns) * sizeof(double);
  const auto a =
      uploaded(lhs, static_cast<std::size_t>(shape.batches * shape.rows * shape.depth) * sizeof(std::int16_t), stream);
  const auto b = uploaded(
      rhs, static_cast<std::size_t>(shape.batches * shape.columns * shape.depth) * sizeof(std::int16_t), stream);
  const auto scales = uploaded(layout.scales, channels, stream);
  const auto zero_points = uploaded(layout.zero_points, channels, stream);
  const int bytes = layout.bits <= 8 ? 1 : layout.bits <= 16 ? 2 : 4;
  const DeviceBuffer<std::byte> output(static_cast<std::size_t>(count * bytes));
  const std::int64_t tiles = shape.batches * ((shape.rows + kSide - 1) / kSide) * ((shape.columns + kSide - 1) / kSide);
  const Epilogue epilogue{bytes, layout.range_min, layout.range_max, reinterpret_cast<const double*>(scales.data()),
                          reinterpret_cast<const double*>(zero_points.data())};
  contract_kernel<<<static_cast<unsigned>(tiles < 65535 ? tiles : 65535), dim3(kSide, kSide), 0, stream.get()>>>(
      shape, reinterpret_cast<const std::int16_t*>(a.data()), reinterpret_cast<const std::int16_t*>(b.data()), epilogue,
      output.data());
  check_launch("contract_kernel");
  download(result, output, stream);
}

}  // namespace qgpu::stablehlo::cuda
