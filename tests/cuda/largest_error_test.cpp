// The index of the largest error over short groups: the lowest among equals, wherever they lie.
#include "tests/cpu/problem.hpp"
#include "tests/cuda/device.hpp"

namespace qgpu {
namespace {

/// Groups of `block` whose scale is 1 and whose elements restore exactly: 0, 255, 10, 10, ...
Problem exact_groups(std::vector<std::uint64_t> shape, Granularity granularity, bool fortran = false) {
  Problem problem = make_problem("", std::move(shape), granularity, fortran);
  for (std::size_t i = 0; i < problem.values.size(); ++i) {
    const std::size_t place = i % granularity.block;
    problem.values[i] = place == 0 ? 0.0f : place == 1 ? 255.0f : 10.0f;
  }
  return problem;
}

/// With the group's own stats and without, parameters derived and given.
void expect_largest(const Problem& problem, float error, std::uint64_t index, std::uint64_t window = 0) {
  Scheme scheme;
  scheme.granularity = problem.granularity;
  BackendOptions options;
  options.max_window_elements = window;
  const auto backend = cuda_backend(options);
  const GroupLayout layout = make_layout(problem.info, problem.granularity);
  const MemorySource source(problem.info, problem.values.data());
  for (const bool per_group : {false, true}) {
    const DerivedRoundtrip derived = backend->derive_and_roundtrip(source, layout, scheme, {}, per_group);
    EXPECT_EQ(derived.totals.tensor.max_abs_error, error) << per_group;
    EXPECT_EQ(derived.totals.tensor.max_abs_error_index, index) << per_group;
    const RoundtripTotals given = backend->roundtrip(source, layout, scheme, derived.derived.parameters, per_group);
    EXPECT_EQ(given.tensor.max_abs_error, error) << per_group;
    EXPECT_EQ(given.tensor.max_abs_error_index, index) << per_group;
  }
}

using CudaLargestError = CudaTest;

TEST_F(CudaLargestError, EqualOnesOfTilesAndRunsGiveTheFirstQuick) {
  for (const std::uint64_t block : {32, 64, 128, 256}) {
    SCOPED_TRACE(block);
    Problem problem = exact_groups({201 * block}, blocked(block));
    for (std::size_t group = 5; group < 201; ++group) problem.values[group * block + 7] = 0.25f;
    expect_largest(problem, 0.25f, 5 * block + 7);
    for (std::size_t group = 0; group < 70; ++group)
      problem.values[group * block + 7] = 10.0f;  // from the second run on
    expect_largest(problem, 0.25f, 70 * block + 7);
  }
}

TEST_F(CudaLargestError, EqualOnesOfAFortranFileGiveTheLowestLogicalIndexQuick) {
  for (const std::uint64_t block : {32, 64, 128, 256}) {
    SCOPED_TRACE(block);
    Problem problem = exact_groups({block, 200}, blocked(block, 0), true);
    for (std::size_t group = 5; group < 200; ++group) problem.values[group * block + 7] = 0.25f;
    problem.values[150 * block + 3] = 0.25f;
    expect_largest(problem, 0.25f, 3 * 200 + 150);
  }
}

TEST_F(CudaLargestError, InTheLastRaggedGroupQuick) {
  for (const std::uint64_t block : {32, 64, 128, 256}) {
    SCOPED_TRACE(block);
    const std::uint64_t count = 200 * block + 20;
    Problem problem = exact_groups({count}, blocked(block));
    for (std::size_t group = 0; group < 200; ++group) problem.values[group * block + 7] = 0.25f;
    problem.values[count - 1] = 0.5f;  // a tie, which goes to 0
    expect_largest(problem, 0.5f, count - 1);
  }
}

TEST_F(CudaLargestError, InTheSecondWindow) {
  Problem problem = exact_groups({140000}, blocked(32));
  for (std::size_t i = 100; i < problem.values.size(); i += 32) problem.values[i] = 0.25f;
  problem.values[139977] = 0.5f;
  problem.values[139984] = 0.5f;
  expect_largest(problem, 0.5f, 139977, 65536);
}

/// Elements that are not finite take their groups the exact way.
TEST_F(CudaLargestError, InAGroupThatGoesTheExactWayQuick) {
  for (const std::uint64_t block : {32, 64, 128, 256}) {
    SCOPED_TRACE(block);
    Problem problem = exact_groups({130 * block + 9}, blocked(block));
    for (std::size_t group = 0; group < 130; ++group) problem.values[group * block + 7] = 0.25f;
    problem.values[129 * block + 2] = NAN;
    problem.values[129 * block + 6] = 0.5f;
    problem.values[129 * block + 9] = 0.5f;
    problem.values[3 * block + 4] = -INFINITY;
    expect_largest(problem, 0.5f, 129 * block + 6);
  }
}

}  // namespace
}  // namespace qgpu
