#include "host/stablehlo/ops/contraction.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "host/stablehlo/ops/elementwise.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {

namespace {

/// Largest |stored - zero point|.
std::int64_t largest_magnitude(const Literal& operand) {
  const ElementFormat format = operand.format();
  if (format.bits > 32) return std::numeric_limits<std::int64_t>::max();
  const std::int64_t low = storage_min(static_cast<int>(format.bits), format.is_signed_integer());
  const std::int64_t high = storage_max(static_cast<int>(format.bits), format.is_signed_integer());
  std::int64_t largest = std::max(-low, high);
  if (const auto* type = operand.quantized()) {
    largest = 0;
    for (std::int64_t z : type->zero_points) largest = std::max({largest, z - low, high - z});
  }
  return largest;
}

template <class T>
void widen_into(const Literal& operand, std::vector<T>& packed) {
  const QuantizedType* type = operand.quantized();
  const std::unique_ptr<ParameterIndex> index =
      type == nullptr ? nullptr : std::make_unique<ParameterIndex>(*type, operand.shape());
  with_storage(operand.format().storage, [&]<class S>(S) {
    if constexpr (std::is_integral_v<S>) {
      parallel_ranges(operand.num_elements(), 16 * static_cast<std::int64_t>(kBlockElements),
                      [&](std::int64_t begin, std::int64_t end) {
                        const S* stored = operand.data<S>();
                        if (type == nullptr || index->uniform()) {
                          const T zero_point = type == nullptr ? T{0} : static_cast<T>(type->zero_points[0]);
                          for (std::int64_t i = begin; i < end; ++i)
                            packed[i] = static_cast<T>(static_cast<T>(stored[i]) - zero_point);
                          return;
                        }
                        std::int32_t k[kBlockElements];
                        for (std::int64_t i = begin; i < end; i += kBlockElements) {
                          const auto count = static_cast<std::size_t>(std::min<std::int64_t>(kBlockElements, end - i));
                          index->fill(i, count, k);
                          for (std::size_t j = 0; j < count; ++j)
                            packed[i + j] =
                                static_cast<T>(static_cast<T>(stored[i + j]) - static_cast<T>(type->zero_points[k[j]]));
                        }
                      });
    }
  });
}

template <class T>
std::vector<T> reordered(const std::vector<T>& values, const Literal& operand,
                         std::span<const std::int64_t> permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end())) return values;
  std::vector<T> result(values.size());
  const Shape shape = permuted_shape(operand.shape(), permutation);
  copy_strided(shape, sizeof(T), reinterpret_cast<const std::byte*>(values.data()),
               permuted_view(operand.shape(), permutation), reinterpret_cast<std::byte*>(result.data()),
               {0, strides_of(shape)});
  return result;
}

template <class T>
std::vector<T> packed_values(const Literal& operand, std::span<const std::int64_t> permutation) {
  std::vector<T> values(static_cast<std::size_t>(operand.num_elements()));
  widen_into(operand, values);
  return reordered(values, operand, permutation);
}

}  // namespace

bool is_integer_contraction(const Literal& lhs, const Literal& rhs, const Type& result_type,
                            const std::vector<bool>& rhs_summed) {
  const QuantizedType* left = lhs.quantized();
  const QuantizedType* right = rhs.quantized();
  const QuantizedType* result = quantized_element(result_type);
  if (left == nullptr && right == nullptr && result == nullptr) return lhs.format().is_integer();
  if (left == nullptr || right == nullptr || result == nullptr) return false;
  if (left->scales.size() != 1) return false;
  if (right->scales.size() == 1) return true;
  return right->is_per_axis() && !rhs_summed.at(static_cast<std::size_t>(right->axis));
}

PackedIntegers pack_integers(const Literal& operand, std::span<const std::int64_t> permutation,
                             PackedIntegers::Width width) {
  PackedIntegers packed;
  packed.width = width;
  if (width == PackedIntegers::Width::k16)
    packed.narrow = packed_values<std::int16_t>(operand, permutation);
  else if (width == PackedIntegers::Width::k32)
    packed.middle = packed_values<std::int32_t>(operand, permutation);
  else
    packed.wide = packed_values<std::int64_t>(operand, permutation);
  return packed;
}

ProductBounds product_bounds(const Literal& lhs, const Literal& rhs) {
  const std::int64_t a = largest_magnitude(lhs);
  const std::int64_t b = largest_magnitude(rhs);
  const std::int64_t larger = std::max(a, b);
  if (larger <= INT16_MAX) return {PackedIntegers::Width::k16, a * b};
  return {larger <= INT32_MAX ? PackedIntegers::Width::k32 : PackedIntegers::Width::k64,
          std::numeric_limits<std::int64_t>::max()};
}

template <class Expressed>
std::vector<typename Expressed::Compute> pack_reals(const Literal& operand, std::span<const std::int64_t> permutation) {
  using Compute = typename Expressed::Compute;
  std::vector<Compute> values(static_cast<std::size_t>(operand.num_elements()));
  const BlockReader reader(operand);
  with_arithmetic(reader.arithmetic(), [&]<class From>(From) {
    parallel_ranges(operand.num_elements(), kBlockElements, [&](std::int64_t begin, std::int64_t end) {
      BlockBuffer buffer;
      const auto* block =
          static_cast<const typename From::Compute*>(reader.read(begin, static_cast<std::size_t>(end - begin), buffer));
      for (std::int64_t i = begin; i < end; ++i) values[i] = Expressed::round(static_cast<Compute>(block[i - begin]));
    });
  });
  return reordered(values, operand, permutation);
}
template std::vector<double> pack_reals<F16>(const Literal&, std::span<const std::int64_t>);
template std::vector<double> pack_reals<BF16>(const Literal&, std::span<const std::int64_t>);
template std::vector<float> pack_reals<F32>(const Literal&, std::span<const std::int64_t>);
template std::vector<double> pack_reals<F64>(const Literal&, std::span<const std::int64_t>);

void write_reals(Literal& result, const void* values) {
  const BlockWriter writer(result);
  with_arithmetic(writer.arithmetic(), [&]<class A>(A) {
    const auto* real = static_cast<const typename A::Compute*>(values);
    parallel_ranges(result.num_elements(), kBlockElements, [&](std::int64_t begin, std::int64_t end) {
      BlockBuffer buffer;
      void* block = writer.begin(begin, buffer);
      std::memcpy(block, real + begin, static_cast<std::size_t>(end - begin) * sizeof(*real));
      writer.finish(begin, static_cast<std::size_t>(end - begin), block);
    });
  });
}

SumWriter::SumWriter(Literal& result, const Literal& lhs, const Literal& rhs)
    : result_(result), type_(result_.quantized()) {
  if (type_ == nullptr) return;
  parameters_ = std::make_unique<ParameterIndex>(*type_, result.shape());
  lhs_scale_ = expressed_scales(*lhs.quantized())[0];
  rhs_scales_ = expressed_scales(*rhs.quantized());
  result_scales_ = expressed_scales(*type_);
}

void SumWriter::write(std::int64_t first, std::int64_t stride, std::size_t count, const std::int64_t* sums,
                      const std::int32_t* rhs_parameters) const {
  const ElementFormat format = result_.format();
  with_storage(format.storage, [&]<class T>(T) {
    if constexpr (std::is_integral_v<T>) {
      T* out = const_cast<T*>(result_.data<T>());
      for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t at = first + static_cast<std::int64_t>(i) * stride;
        if (type_ == nullptr) {
          out[at] =
              format.is_boolean()
                  ? static_cast<T>(sums[i] != 0)
                  : static_cast<T>(wrap_to_storage(sums[i], static_cast<int>(format.bits), format.is_signed_integer()));
          continue;
        }
        std::int32_t k = 0;
        if (!parameters_->uniform()) parameters_->fill(at, 1, &k);
        const double scale = accumulator_scale(
            lhs_scale_, rhs_scales_[rhs_parameters == nullptr ? 0 : rhs_parameters[i]], result_scales_[k]);
        out[at] = static_cast<T>(accumulator_to_storage(sums[i], scale, static_cast<double>(type_->zero_points[k]),
                                                        static_cast<double>(type_->storage_min),
                                                        static_cast<double>(type_->storage_max)));
      }
    }
  });
}

}  // namespace qgpu::stablehlo
