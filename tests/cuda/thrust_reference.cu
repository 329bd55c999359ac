#include "tests/cuda/thrust_reference.hpp"

#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

#include <cuda/functional>

namespace qgpu::thrust_reference {

namespace {

struct RowOf {
  std::size_t length;
  __device__ std::size_t operator()(std::size_t i) const { return i / length; }
};

/// QuantizeLinear before it saturates.
struct Level {
  const float* values;
  const float* scales;
  const std::int32_t* zero_points;
  RowOf row;
  __device__ double operator()(std::size_t i) const {
    return static_cast<double>(rintf(values[i] / scales[row(i)])) + zero_points[row(i)];
  }
};

struct Saturate {
  Level level;
  __device__ std::uint8_t operator()(std::size_t i) const {
    return static_cast<std::uint8_t>(fmin(fmax(level(i), 0.0), 255.0));
  }
};

struct IsOutside {
  Level level;
  __device__ bool operator()(std::size_t i) const { return level(i) < 0 || level(i) > 255; }
};

/// DequantizeLinear.
struct Restore {
  const std::uint8_t* codes;
  Level of;
  __device__ float operator()(std::size_t i) const {
    return static_cast<float>(codes[i] - of.zero_points[of.row(i)]) * of.scales[of.row(i)];
  }
};

struct ErrorOf {
  const float* values;
  const float* restored;
  __device__ float operator()(std::size_t i) const { return fabsf(values[i] - restored[i]); }
};

template <class T>
const T* raw(const thrust::device_vector<T>& vector) {
  return thrust::raw_pointer_cast(vector.data());
}

template <class T>
std::vector<T> on_host(const thrust::device_vector<T>& vector) {
  std::vector<T> copy(vector.size());
  thrust::copy(vector.begin(), vector.end(), copy.begin());
  return copy;
}

}  // namespace

Rows round_trip(const std::vector<float>& values, const std::vector<float>& scales,
                const std::vector<std::int32_t>& zero_points) {
  const thrust::device_vector<float> x(values.begin(), values.end());
  const thrust::device_vector<float> s(scales.begin(), scales.end());
  const thrust::device_vector<std::int32_t> z(zero_points.begin(), zero_points.end());
  const RowOf row{values.size() / scales.size()};
  const Level level{raw(x), raw(s), raw(z), row};
  const thrust::counting_iterator<std::size_t> first(0), last(values.size());

  const auto of_each_row = [&](auto elements, auto merge) {
    const auto rows = thrust::make_transform_iterator(first, row);
    thrust::device_vector<float> results(scales.size());
    thrust::reduce_by_key(rows, rows + static_cast<std::ptrdiff_t>(values.size()), elements,
                          thrust::make_discard_iterator(), results.begin(), thrust::equal_to<std::size_t>(), merge);
    return on_host(results);
  };

  thrust::device_vector<std::uint8_t> codes(values.size());
  thrust::transform(first, last, codes.begin(), Saturate{level});
  thrust::device_vector<float> restored(values.size());
  thrust::transform(first, last, restored.begin(), Restore{raw(codes), level});
  const auto errors = thrust::make_transform_iterator(first, ErrorOf{raw(x), raw(restored)});

  Rows rows;
  rows.min = of_each_row(x.begin(), cuda::minimum<float>());
  rows.max = of_each_row(x.begin(), cuda::maximum<float>());
  rows.codes = on_host(codes);
  rows.restored = on_host(restored);
  rows.largest_errors = of_each_row(errors, cuda::maximum<float>());
  rows.clipped = static_cast<std::uint64_t>(thrust::count_if(first, last, IsOutside{level}));
  return rows;
}

}  // namespace qgpu::thrust_reference
