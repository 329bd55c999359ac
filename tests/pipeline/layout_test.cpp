#include "qgpu/layout.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "qgpu/error.hpp"
#include "qgpu/windows.hpp"

namespace qgpu {
namespace {

using Kind = Granularity::Kind;
using Shape = std::vector<std::uint64_t>;

struct LayoutCase {
  Shape shape;
  bool fortran;
  Granularity granularity;
};

/// Coordinates of an element in the logical array, from its place in the file.
Shape coordinates(const LayoutCase& c, std::uint64_t stored) {
  Shape at(c.shape.size());
  if (c.fortran) {
    for (std::size_t k = 0; k < c.shape.size(); ++k) {
      at[k] = stored % c.shape[k];
      stored /= c.shape[k];
    }
  } else {
    for (std::size_t k = c.shape.size(); k-- > 0;) {
      at[k] = stored % c.shape[k];
      stored /= c.shape[k];
    }
  }
  return at;
}

/// The logical coordinates of an element's parameter, as section 8 has it.
Shape parameter_coordinates(const LayoutCase& c, const Shape& at) {
  const Granularity& g = c.granularity;
  const std::size_t rank = c.shape.size();
  const std::size_t axis = static_cast<std::size_t>(
      g.axis.value_or(-1) < 0 ? g.axis.value_or(-1) + static_cast<std::int64_t>(rank) : *g.axis);
  Shape result = at;
  switch (g.kind) {
    case Kind::kTensor:
      return {};
    case Kind::kAxis:
      return {at[axis]};
    case Kind::kBlock:
      result[axis] /= g.block;
      return result;
    case Kind::kBlocks:
      result[rank - 2] /= g.block_rows;
      result[rank - 1] /= g.block;
      return result;
  }
  return {};
}

std::uint64_t c_order_index(const Shape& shape, const Shape& at) {
  std::uint64_t index = 0;
  for (std::size_t k = 0; k < shape.size(); ++k) index = index * shape[k] + at[k];
  return index;
}

Granularity axis(std::int64_t k) { return {Kind::kAxis, k, 0, 0}; }
Granularity block(std::uint64_t b, std::optional<std::int64_t> k = {}) { return {Kind::kBlock, k, b, 0}; }
Granularity blocks(std::uint64_t n, std::uint64_t m) { return {Kind::kBlocks, {}, m, n}; }

std::vector<LayoutCase> layout_cases() {
  std::vector<LayoutCase> cases;
  // Equal neighbouring extents on purpose: there a wrong axis shows by values alone.
  const std::vector<Shape> shapes = {{7}, {5, 5}, {4, 6}, {3, 3, 3}, {2, 5, 4}, {1, 6, 1}, {4, 1, 3, 2}, {2, 3, 3, 5}};
  for (const Shape& shape : shapes) {
    for (const bool fortran : {false, true}) {
      cases.push_back({shape, fortran, {}});
      for (std::int64_t k = -static_cast<std::int64_t>(shape.size()); k < static_cast<std::int64_t>(shape.size());
           ++k) {
        cases.push_back({shape, fortran, axis(k)});
        for (const std::uint64_t b : {1, 2, 3, 100}) cases.push_back({shape, fortran, block(b, k)});
      }
      if (shape.size() >= 2) {
        for (const auto& [n, m] : {std::pair{1, 1}, {2, 2}, {2, 3}, {3, 2}, {9, 9}}) {
          cases.push_back({shape, fortran, blocks(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(m))});
        }
      }
    }
  }
  return cases;
}

TensorInfo info_of(const LayoutCase& c) { return {ElementType::kFloat32, false, c.fortran, c.shape}; }

TEST(Layout, EveryElementFindsItsParameter) {
  for (const LayoutCase& c : layout_cases()) {
    const TensorInfo info = info_of(c);
    const GroupLayout layout = make_layout(info, c.granularity);
    const Shape parameters = parameter_shape(info, c.granularity);
    ASSERT_EQ(layout.count(), info.count());
    std::uint64_t expected_groups = 1;
    for (const std::uint64_t extent : parameters) expected_groups *= extent;
    ASSERT_EQ(layout.num_groups(), expected_groups);
    std::map<std::uint64_t, std::uint64_t> sizes;
    for (std::uint64_t stored = 0; stored < info.count(); ++stored) {
      const Shape at = coordinates(c, stored);
      ASSERT_EQ(logical_index(info, stored), c_order_index(c.shape, at));
      const std::uint64_t group = layout.group_of(stored);
      ++sizes[group];
      ASSERT_EQ(parameter_index(info, c.granularity, group), c_order_index(parameters, parameter_coordinates(c, at)))
          << "stored element " << stored << " of rank " << c.shape.size();
    }
    for (const auto& [group, size] : sizes) ASSERT_EQ(layout.size_of_group(group), size);
  }
}

TEST(Layout, RowsOfSlabsAreTheElementsOfTheirGroups) {
  for (const LayoutCase& c : layout_cases()) {
    const GroupLayout layout = make_layout(info_of(c), c.granularity);
    std::uint64_t seen = 0;
    for (std::uint64_t slab = 0; slab < layout.num_slabs(); ++slab) {
      for (std::uint64_t row = 0; row < layout.rows_of_slab(slab); ++row) {
        for (std::uint64_t column = 0; column < layout.row_length(); ++column) {
          const std::uint64_t stored = layout.stored_row(slab, row) * layout.row_length() + column;
          ASSERT_EQ(layout.group_of(stored), slab * layout.groups_per_slab() + column / layout.block[2]);
          ++seen;
        }
      }
    }
    ASSERT_EQ(seen, layout.count());
  }
}

TEST(Layout, EmptyTensorsKeepTheirGroups) {
  const auto groups = [](const Shape& shape, const Granularity& granularity) {
    return make_layout({ElementType::kFloat32, false, false, shape}, granularity).num_groups();
  };
  EXPECT_EQ(groups({0}, {}), 1u);
  EXPECT_EQ(groups({0, 3}, axis(1)), 3u);
  EXPECT_EQ(groups({0, 3}, axis(0)), 0u);
  EXPECT_EQ(groups({3, 0, 2}, axis(0)), 3u);
  EXPECT_EQ(groups({2, 0}, block(4)), 0u);
}

TEST(Layout, RefusesWhatIsNotThere) {
  const TensorInfo vector{ElementType::kFloat32, false, false, {5}};
  const TensorInfo scalar{ElementType::kFloat32, false, false, {}};
  const auto kind_of = [](const TensorInfo& info, const Granularity& granularity) {
    try {
      make_layout(info, granularity);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::kInternal;
  };
  EXPECT_EQ(kind_of(vector, axis(1)), ErrorKind::kUsage);
  EXPECT_EQ(kind_of(vector, axis(-2)), ErrorKind::kUsage);
  EXPECT_EQ(kind_of(scalar, axis(0)), ErrorKind::kUsage);
  EXPECT_EQ(kind_of(scalar, block(2)), ErrorKind::kUsage);
  EXPECT_EQ(kind_of(vector, blocks(2, 2)), ErrorKind::kUsage);
  EXPECT_EQ(kind_of(vector, block(0)), ErrorKind::kUsage);
}

/// Walks all windows: each element once, pieces of a group in its own order, tiles whole.
void check_windows(const GroupLayout& layout, std::uint64_t max_elements) {
  std::vector<char> seen(layout.count(), 0);
  std::vector<std::uint64_t> taken(layout.num_groups(), 0);
  std::uint64_t first_open_group = 0;
  Windows windows(layout, max_elements);
  while (const std::optional<Window> window = windows.next()) {
    std::uint64_t elements = 0;
    std::map<std::uint64_t, std::uint64_t> here;
    for_each_run(layout, *window, [&](const WindowRun& run) {
      elements += run.elements;
      for (std::uint64_t i = run.first_element; i < run.first_element + run.elements; ++i) {
        ASSERT_FALSE(seen[i]);
        seen[i] = 1;
        ++here[layout.group_of(i)];
      }
    });
    ASSERT_EQ(elements, window->elements);
    ASSERT_EQ(here.size(), window->num_groups);
    ASSERT_EQ(here.begin()->first, window->first_group);
    ASSERT_EQ(here.rbegin()->first, window->first_group + window->num_groups - 1);
    ASSERT_GE(window->first_group, first_open_group) << "groups end in order";
    for (const auto& [group, count] : here) {
      ASSERT_EQ(taken[group] == 0, window->begins_groups);
      ASSERT_EQ(taken[group] % 1024, 0u) << "a piece begins at a whole tile";
      if (window->kind == Window::Kind::kRun) {
        ASSERT_EQ(window->offset, taken[group]);
        ASSERT_EQ(taken[group] % 65536, 0u);
      }
      taken[group] += count;
      ASSERT_EQ(taken[group] == layout.size_of_group(group), window->ends_groups);
    }
    if (window->ends_groups) first_open_group = window->first_group + window->num_groups;
    const std::uint64_t least = 1024 * 1024;
    ASSERT_LE(window->elements, window->kind == Window::Kind::kColumns ? std::max(max_elements, least) : max_elements);
  }
  for (const char element : seen) ASSERT_TRUE(element);
}

TEST(Windows, CoverSmallTensorsInOne) {
  for (const LayoutCase& c : layout_cases()) check_windows(make_layout(info_of(c), c.granularity), 65536);
}

TEST(Windows, CutLargeTensorsAtTiles) {
  const std::vector<LayoutCase> cases = {
      {{300000}, false, {}},
      {{3, 100000}, false, axis(0)},
      {{5000, 70}, false, axis(1)},
      {{3, 5, 20000}, false, axis(1)},
      {{2100, 3, 50}, false, axis(1)},
      {{100, 3000}, false, block(128)},
      {{4096, 80}, false, block(32, 0)},
      {{300, 2000}, false, blocks(128, 100)},
      {{3, 70, 2000}, false, blocks(32, 7)},
      {{70, 60, 90}, true, blocks(32, 16)},
      {{1, 90000, 4}, false, axis(2)},
      {{1500, 1, 2000}, false, axis(1)},
      {{2, 200000}, false, block(70000)},
      {{400000, 1}, true, axis(0)},
      {{40, 3, 5000}, true, axis(1)},
  };
  for (const LayoutCase& c : cases) {
    const GroupLayout layout = make_layout(info_of(c), c.granularity);
    for (const std::uint64_t max_elements : {65536u, 100000u, 262144u, 1u << 30}) check_windows(layout, max_elements);
  }
}

TEST(Windows, AnEmptyTensorHasNone) {
  Windows windows(make_layout({ElementType::kFloat32, false, false, {0, 3}}, axis(1)), 65536);
  EXPECT_FALSE(windows.next().has_value());
}

TEST(Layout, BlocksLongerThanTheirDimensionAreAsLongAsIt) {
  constexpr std::uint64_t kHuge = ~std::uint64_t{0};
  for (const bool fortran : {false, true}) {
    for (const Shape& shape : {Shape{3, 5}, Shape{2, 3, 5}}) {
      TensorInfo info;
      info.shape = shape;
      info.fortran_order = fortran;
      EXPECT_EQ(make_layout(info, block(kHuge)), make_layout(info, block(5)));
      EXPECT_EQ(make_layout(info, block(kHuge, 0)), make_layout(info, block(shape[0], 0)));
      EXPECT_EQ(make_layout(info, blocks(kHuge, kHuge)), make_layout(info, blocks(3, 5)));
    }
  }
}

}  // namespace
}  // namespace qgpu
