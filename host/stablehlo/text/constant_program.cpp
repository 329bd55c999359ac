#include "host/stablehlo/text/constant_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "host/stablehlo/text/attribute_printer.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

// MLIR lists so many elements and writes more of them as hexadecimal digits.
constexpr std::uint64_t kMostListedElements = 100;
constexpr std::size_t kCodesAtOnce = 1 << 15;

/// `dense<"0x`: two digits a code follow.
constexpr std::string_view kDigitsBegin = "\"0x";

bool is_transposed(const TensorInfo& info) { return info.fortran_order && info.shape.size() > 1; }

Type tensor_of(const std::vector<std::uint64_t>& shape, Type element) {
  return tensor_type({shape.begin(), shape.end()}, std::move(element));
}

}  // namespace

ConstantProgram::ConstantProgram(const TensorInfo& tensor, Sink& text)
    : info_(tensor), text_(text), is_listed_(tensor.count() <= kMostListedElements) {
  head_ = fmt::format("module {{\n  func.func @main() -> {} {{\n    %cst = stablehlo.constant() <{{value = ",
                      print_type(tensor_of(info_.shape, f32_type())));
  if (is_listed_) {
    listed_codes_.resize(info_.count());
  } else {
    head_ += "dense<";
    head_ += kDigitsBegin;
  }
  put(0, head_);
}

void ConstantProgram::put(std::uint64_t offset, std::string_view text) {
  text_.write(offset, reinterpret_cast<const std::byte*>(text.data()), text.size());
}

void ConstantProgram::write(std::uint64_t offset, const std::byte* codes, std::size_t size) {
  if (is_listed_) {
    std::copy_n(codes, size, listed_codes_.begin() + static_cast<std::ptrdiff_t>(offset));
    return;
  }
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string digits(2 * std::min(size, kCodesAtOnce), '0');
  for (std::size_t done = 0; done < size; done += kCodesAtOnce) {
    const std::size_t length = std::min(size - done, kCodesAtOnce);
    for (std::size_t i = 0; i < length; ++i) {
      const auto code = std::to_integer<unsigned>(codes[done + i]);
      digits[2 * i] = kDigits[code >> 4];
      digits[2 * i + 1] = kDigits[code & 15];
    }
    put(head_.size() + 2 * (offset + done), std::string_view(digits).substr(0, 2 * length));
  }
}

void ConstantProgram::finish(QuantizedType type) {
  if (type.is_per_axis() && is_transposed(info_))
    type.axis = static_cast<std::int64_t>(info_.shape.size()) - 1 - type.axis;
  const Type storage = tensor_of(info_.stored_shape(), storage_integer_type(type));
  const Type floats = with_element_type(storage, f32_type());
  const Type returned = tensor_of(info_.shape, f32_type());
  const std::string quantized = print_type(with_element_type(storage, type));

  std::string text = is_listed_ ? listed_literal(storage) : "\">";
  text += fmt::format(" : {}}}> : () -> {}\n", print_type(storage), quantized);
  text += fmt::format("    %0 = stablehlo.uniform_dequantize %cst : ({}) -> {}\n", quantized, print_type(floats));
  if (is_transposed(info_)) {
    std::vector<std::size_t> axes(info_.shape.size());
    std::iota(axes.rbegin(), axes.rend(), 0);
    text += fmt::format("    %1 = stablehlo.transpose %0, dims = [{}] : ({}) -> {}\n", fmt::join(axes, ", "),
                        print_type(floats), print_type(returned));
  }
  text += fmt::format("    return %{} : {}\n  }}\n}}\n", is_transposed(info_) ? 1 : 0, print_type(returned));
  put(head_.size() + (is_listed_ ? 0 : literal_bytes(info_)), text);
}

std::string ConstantProgram::listed_literal(const Type& storage) const {
  const bool are_equal =
      std::adjacent_find(listed_codes_.begin(), listed_codes_.end(), std::not_equal_to<>()) == listed_codes_.end();
  const bool is_splat = !listed_codes_.empty() && are_equal;
  return print_dense(is_splat ? DenseElements::splat(storage, {listed_codes_.front()})
                              : DenseElements::full(storage, listed_codes_));
}

}  // namespace qgpu::stablehlo
