#pragma once
// A tensor with its groups, posed to a backend and to the reference alike.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "qgpu/backend.hpp"
#include "tests/reference/reference.hpp"

namespace qgpu {

struct Problem {
  std::string name;
  TensorInfo info;
  Granularity granularity;
  std::vector<float> values;  ///< in stored order
};

inline Problem make_problem(std::string name, std::vector<std::uint64_t> shape, Granularity granularity,
                            bool fortran = false) {
  Problem problem;
  problem.name = std::move(name);
  problem.info.fortran_order = fortran;
  problem.info.shape = std::move(shape);
  problem.granularity = granularity;
  problem.values.resize(problem.info.count());
  return problem;
}

inline Granularity per_tensor() { return {}; }
inline Granularity per_axis(std::int64_t axis) { return {Granularity::Kind::kAxis, axis, 0, 0}; }
inline Granularity blocked(std::uint64_t block, std::int64_t axis = -1) {
  return {Granularity::Kind::kBlock, axis, block, 0};
}
inline Granularity tiled(std::uint64_t rows, std::uint64_t columns) {
  return {Granularity::Kind::kBlocks, std::nullopt, columns, rows};
}

/// The same groups as boxes over the logical axes.
inline reference::Grid grid_of(const Problem& problem) {
  const std::size_t rank = problem.info.shape.size();
  reference::Grid grid{problem.info.shape, problem.info.fortran_order, std::vector<std::uint64_t>(rank, 0)};
  const std::int64_t given = problem.granularity.axis.value_or(-1);
  const std::size_t axis = given < 0 ? rank - static_cast<std::size_t>(-given) : static_cast<std::size_t>(given);
  switch (problem.granularity.kind) {
    case Granularity::Kind::kTensor:
      break;
    case Granularity::Kind::kAxis:
      grid.block[axis] = 1;
      break;
    case Granularity::Kind::kBlock:
      std::fill(grid.block.begin(), grid.block.end(), 1);
      grid.block[axis] = problem.granularity.block;
      break;
    case Granularity::Kind::kBlocks:
      std::fill(grid.block.begin(), grid.block.end(), 1);
      grid.block[rank - 1] = problem.granularity.block;
      grid.block[rank - 2] = problem.granularity.block_rows;
      break;
  }
  return grid;
}

inline reference::Codes codes_of(const Scheme& scheme) {
  const bool is_signed = scheme.mode.code_type == CodeType::kInt8;
  reference::Codes codes{(is_signed ? -128 : 0) + scheme.narrow_range, is_signed ? 127 : 255, scheme.mode.symmetric,
                         scheme.order == Order::kStablehlo};
  if (scheme.storage_range) {
    codes.qmin = scheme.storage_range->qmin;
    codes.qmax = scheme.storage_range->qmax;
  }
  return codes;
}

/// A source that can only be read, as a pipe's copy or a file under --max-host-memory.
class ReadSource final : public Source {
 public:
  ReadSource(TensorInfo info, const void* data) : memory_(std::move(info), data) {}
  const TensorInfo& info() const override { return memory_.info(); }
  const std::byte* data() const override { return nullptr; }
  void read(std::uint64_t first, std::uint64_t count, std::byte* out) const override {
    memory_.read(first, count, out);
  }

 private:
  MemorySource memory_;
};

/// A sink that can only be written, as a file. Poisoned, so that what is never written shows.
class WriteSink final : public Sink {
 public:
  explicit WriteSink(std::size_t size) : bytes(size, std::byte{0xA5}) {}
  std::byte* data() override { return nullptr; }
  void write(std::uint64_t offset, const std::byte* from, std::size_t size) override {
    ASSERT_LE(offset + size, bytes.size());
    std::memcpy(bytes.data() + offset, from, size);
  }
  std::vector<std::byte> bytes;
};

inline std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }
inline std::uint64_t bits(double x) { return std::isnan(x) ? 0x7ff8000000000000 : std::bit_cast<std::uint64_t>(x); }

inline void expect_same(const NonfiniteCounts& found, const reference::Nonfinite& expected) {
  EXPECT_EQ(found.nan, expected.nan);
  EXPECT_EQ(found.posinf, expected.posinf);
  EXPECT_EQ(found.neginf, expected.neginf);
  EXPECT_EQ(found.first_nan, expected.first_nan);
  EXPECT_EQ(found.first_inf, expected.first_inf);
}

inline void expect_same(const ErrorTotals& found, const reference::Errors& expected, bool with_index) {
  EXPECT_EQ(found.finite, expected.finite);
  EXPECT_EQ(found.clipped, expected.clipped);
  EXPECT_EQ(bits(found.max_abs_error), bits(expected.largest)) << found.max_abs_error << " " << expected.largest;
  EXPECT_EQ(found.max_abs_error_index, with_index ? expected.index : kNoIndex);
  EXPECT_EQ(bits(found.sums.a), bits(expected.sums.a)) << found.sums.a << " " << expected.sums.a;
  EXPECT_EQ(bits(found.sums.b), bits(expected.sums.b)) << found.sums.b << " " << expected.sums.b;
  EXPECT_EQ(bits(found.sums.x), bits(expected.sums.x)) << found.sums.x << " " << expected.sums.x;
  EXPECT_EQ(bits(found.sums.c), bits(expected.sums.c)) << found.sums.c << " " << expected.sums.c;
  EXPECT_EQ(bits(found.sums.q), bits(expected.sums.q)) << found.sums.q << " " << expected.sums.q;
}

inline void expect_same_ranges(const Ranges& found, const reference::Outcome& expected) {
  ASSERT_EQ(found.groups.size(), expected.groups.size());
  for (std::size_t g = 0; g < found.groups.size() && !testing::Test::HasFailure(); ++g) {
    SCOPED_TRACE("group " + std::to_string(g));
    EXPECT_EQ(bits(found.groups[g].min), bits(expected.groups[g].min));
    EXPECT_EQ(bits(found.groups[g].max), bits(expected.groups[g].max));
  }
  expect_same(found.nonfinite, expected.nonfinite);
}

inline void expect_same_codes(const std::byte* found, const reference::Outcome& expected,
                              const std::vector<float>& values) {
  for (std::size_t i = 0; i < expected.codes.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(found[i]);
    ASSERT_EQ(byte, static_cast<std::uint8_t>(expected.codes[i]))
        << "element " << i << ", input bits " << std::hex << bits(values[i]);
  }
}

inline void expect_same_roundtrip(const RoundtripTotals& found, const reference::Outcome& expected, bool one_slab) {
  expect_same(found.tensor, expected.tensor, true);
  expect_same(found.nonfinite, expected.nonfinite);
  EXPECT_EQ(found.within_bound, expected.tensor.within);
  EXPECT_EQ(found.bound, expected.bound);
  for (std::size_t g = 0; g < found.groups.size() && !testing::Test::HasFailure(); ++g) {
    SCOPED_TRACE("group " + std::to_string(g));
    expect_same(found.groups[g], expected.groups[g].errors, one_slab);
  }
}

}  // namespace qgpu
