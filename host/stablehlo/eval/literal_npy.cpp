#include "host/stablehlo/eval/literal_npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/counted.hpp"
#include "host/io/npy_file.hpp"
#include "host/stablehlo/ops/strided_copy.hpp"
#include "host/stablehlo/text/text.hpp"
#include "qgpu/arith_stablehlo.hpp"
#include "qgpu/npy.hpp"

namespace qgpu::stablehlo {

namespace {

struct NumpyType {
  const char* descr;
  const char* name;
};

NumpyType numpy_type(ElementFormat format) {
  if (format.is_boolean()) return {"|b1", "bool"};
  switch (format.storage) {
    case Storage::kI8:
      return {"|i1", "int8"};
    case Storage::kI16:
      return {"<i2", "int16"};
    case Storage::kI32:
      return {"<i4", "int32"};
    case Storage::kI64:
      return {"<i8", "int64"};
    case Storage::kU8:
      return {"|u1", "uint8"};
    case Storage::kU16:
      return {"<u2", "uint16"};
    case Storage::kU32:
      return {"<u4", "uint32"};
    case Storage::kU64:
      return {"<u8", "uint64"};
    case Storage::kF16:
      return {"<f2", "float16"};
    case Storage::kBF16:
      return {"<u2", "uint16"};
    case Storage::kF32:
      return {"<f4", "float32"};
    case Storage::kF64:
      return {"<f8", "float64"};
    case Storage::kC64:
      return {"<c8", "complex64"};
    case Storage::kC128:
      break;
  }
  return {"<c16", "complex128"};
}

void check_values(const Literal& literal, const std::string& path) {
  const ElementFormat format = literal.format();
  if (!format.is_integer() || format.bits >= 8) return;
  for (std::int64_t i = 0; i < literal.num_elements(); ++i) {
    const std::int64_t value = literal.integer_at(i);
    if (wrap_to_storage(value, static_cast<int>(format.bits), format.is_signed_integer()) != value) {
      throw file_error(fmt::format("{}: element {}: expected a value of {}, found {}", path, i,
                                   print_type(literal.element()), value));
    }
  }
}

/// First axis fastest in the file, last axis fastest here.
Literal from_fortran_order(const Literal& stored) {
  Literal literal(stored.type());
  StridedView from{0, Shape(stored.shape().size(), 1)};
  for (std::size_t d = 1; d < from.strides.size(); ++d) from.strides[d] = from.strides[d - 1] * stored.shape()[d - 1];
  copy_strided(stored.shape(), stored, from, literal, {0, strides_of(stored.shape())});
  return literal;
}

}  // namespace

std::string npy_descr(const Literal& literal) { return numpy_type(literal.format()).descr; }
std::string npy_dtype(const Literal& literal) { return numpy_type(literal.format()).name; }

Literal read_npy(const std::string& path, const Type& type) {
  Literal literal(type);
  const io::NpyFile npy = io::open_npy_file(path, [&](const NpyHeader& header, const std::string& name) {
    const std::vector<std::uint64_t> expected(literal.shape().begin(), literal.shape().end());
    const std::string descr = npy_descr(literal);
    if (header.shape == expected && header.descr == descr) return std::uint64_t{literal.num_bytes()};
    throw file_error(fmt::format("{}: expected {} [{}] for {}, found {} [{}]", name, descr, fmt::join(expected, ", "),
                                 print_type(type), header.descr, fmt::join(header.shape, ", ")));
  });
  const std::size_t found =
      io::read_fully_at(npy.file.number(), literal.bytes(), literal.num_bytes(), npy.header.data_offset, npy.name);
  if (found != literal.num_bytes()) {
    throw file_error(fmt::format("{}: the file was cut short while it was read: expected {} of data, found {}",
                                 npy.name, counted(literal.num_bytes(), "byte"), found));
  }
  if (npy.header.fortran_order) literal = from_fortran_order(literal);
  check_values(literal, npy.name);
  return literal;
}

void add_npy(OutputSet& outputs, const std::string& path, const Literal& literal) {
  // As bytes: OutputSet's own .npy knows only the types of the quantization commands.
  const std::vector<std::uint64_t> shape(literal.shape().begin(), literal.shape().end());
  const std::string header = format_npy_header(npy_descr(literal), false, shape);
  Sink& sink = outputs.add_text(path, header.size() + literal.num_bytes());
  sink.write(0, reinterpret_cast<const std::byte*>(header.data()), header.size());
  sink.write(header.size(), literal.bytes(), literal.num_bytes());
}

}  // namespace qgpu::stablehlo
