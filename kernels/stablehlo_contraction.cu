// Integer dot products with the scale in the epilogue. A block of 16 x 16 threads owns 16 x 16 results of one batch and
// walks the depth in tiles of 32 through shared memory; each result is one thread's sum, so its order does not matter
// and its value is exact.
#include <algorithm>

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

/// Part of a product that the device has room for; all of `shape` lies in its memory at once.
void contract_part(const ContractionShape& shape, const std::int16_t* lhs, const DeviceBuffer<std::byte>& b,
                   const Epilogue& epilogue, const Stream& stream, std::byte* result) {
  const auto a = uploaded(lhs, static_cast<std::size_t>(shape.batches * shape.rows * shape.depth) * 2, stream);
  const DeviceBuffer<std::byte> output(
      static_cast<std::size_t>(shape.batches * shape.rows * shape.columns * epilogue.bytes));
  const std::int64_t tiles = shape.batches * ((shape.rows + kSide - 1) / kSide) * ((shape.columns + kSide - 1) / kSide);
  contract_kernel<<<static_cast<unsigned>(tiles < 65535 ? tiles : 65535), dim3(kSide, kSide), 0, stream.get()>>>(
      shape, reinterpret_cast<const std::int16_t*>(a.data()), reinterpret_cast<const std::int16_t*>(b.data()), epilogue,
      output.data());
  check_launch("contract_kernel");
  download(result, output, output.size(), stream);
}

/// Rows and columns of one batch that are multiplied at a time.
struct Cut {
  std::int64_t rows, columns;
};

Cut cut_for(const ContractionShape& shape, int result_bytes, std::int64_t budget) {
  const std::int64_t column_bytes = 2 * shape.depth + 2 * std::int64_t{sizeof(double)};
  const std::int64_t columns = std::clamp<std::int64_t>(budget / 2 / column_bytes, 1, shape.columns);
  const std::int64_t row_bytes = 2 * shape.depth + result_bytes * columns;
  return {std::clamp<std::int64_t>((budget - columns * column_bytes) / row_bytes, 1, shape.rows), columns};
}

}  // namespace

void contract(const ContractionShape& shape, const std::int16_t* lhs, const std::int16_t* rhs,
              const ContractionResult& layout, void* result) {
  if (shape.batches * shape.rows * shape.columns == 0) return;
  Stream stream;
  const int bytes = layout.bits <= 8 ? 1 : layout.bits <= 16 ? 2 : 4;
  // The columns from `channel` on, by batch and column, times all or some of the rows.
  const auto columns_of = [&](std::int64_t channel, std::int64_t count, auto&& times_rows) {
    const auto b = uploaded(rhs + channel * shape.depth, static_cast<std::size_t>(count * shape.depth) * 2, stream);
    const auto scales = uploaded(layout.scales + channel, static_cast<std::size_t>(count) * sizeof(double), stream);
    const auto zero_points =
        uploaded(layout.zero_points + channel, static_cast<std::size_t>(count) * sizeof(double), stream);
    times_rows(b, Epilogue{bytes, layout.range_min, layout.range_max, reinterpret_cast<const double*>(scales.data()),
                           reinterpret_cast<const double*>(zero_points.data())});
  };
  auto* const out = static_cast<std::byte*>(result);
  const std::int64_t budget = memory_budget();
  const Cut whole{shape.rows * shape.batches, shape.columns * shape.batches};
  if (whole.rows * shape.depth * 2 + whole.columns * (shape.depth * 2 + 16) + whole.rows * shape.columns * bytes <=
      budget) {
    return columns_of(0, whole.columns, [&](const auto& b, const Epilogue& epilogue) {
      contract_part(shape, lhs, b, epilogue, stream, out);
    });
  }
  const Cut cut = cut_for(shape, bytes, budget);
  std::vector<std::byte> part(static_cast<std::size_t>(cut.rows * cut.columns * bytes));
  for (std::int64_t batch = 0; batch < shape.batches; ++batch) {
    for (std::int64_t column = 0; column < shape.columns; column += cut.columns) {
      const std::int64_t columns = std::min(cut.columns, shape.columns - column);
      columns_of(batch * shape.columns + column, columns, [&](const auto& b, const Epilogue& epilogue) {
        for (std::int64_t row = 0; row < shape.rows; row += cut.rows) {
          const std::int64_t rows = std::min(cut.rows, shape.rows - row), first = batch * shape.rows + row;
          contract_part({1, rows, columns, shape.depth}, lhs + first * shape.depth, b, epilogue, stream, part.data());
          for (std::int64_t r = 0; r < rows; ++r) {
            std::copy_n(part.data() + r * columns * bytes, columns * bytes,
                        out + ((first + r) * shape.columns + column) * bytes);
          }
        }
      });
    }
  }
}

}  // namespace qgpu::stablehlo::cuda
