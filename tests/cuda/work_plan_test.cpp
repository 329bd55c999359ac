// The order of windows whose groups go over several of them, by hand.
#include "kernels/work_plan.hpp"

#include <gtest/gtest.h>

#include "tests/cpu/problem.hpp"

namespace qgpu::cuda {
namespace {

constexpr std::uint64_t kWindow = 65536;

struct Planned {
  std::uint64_t offset;
  bool load, observe, apply, begins, completes;
  std::optional<std::uint64_t> resident;

  friend bool operator==(const Planned&, const Planned&) = default;
};

std::vector<Planned> plan_of(const GroupLayout& layout, std::uint64_t resident_elements) {
  WorkPlan plan(layout, kWindow, true, true, resident_elements);
  std::vector<Planned> steps;
  while (const std::optional<Step> step = plan.next()) {
    steps.push_back(
        {step->window.offset, step->load, step->observe, step->apply, step->begins, step->completes, step->resident});
  }
  return steps;
}

GroupLayout three_windows() {
  const Problem problem = make_problem("", {2 * kWindow + 1000}, per_tensor());
  return make_layout(problem.info, problem.granularity);
}

TEST(WorkPlan, WindowsThatDoNotStayAreObservedBackwardsAndTheFirstIsNotLoadedAgain) {
  const std::vector<Planned> expected{
      {2 * kWindow, true, true, false, true, false, std::nullopt},
      {kWindow, true, true, false, false, false, std::nullopt},
      {0, true, true, true, false, true, std::nullopt},
      {kWindow, true, false, true, false, false, std::nullopt},
      {2 * kWindow, true, false, true, false, false, std::nullopt},
  };
  EXPECT_EQ(plan_of(three_windows(), 0), expected);
  EXPECT_EQ(demand_of(three_windows(), kWindow, true, true, 0).loaded, 3 * kWindow + 2 * 1000);
}

TEST(WorkPlan, WindowsThatStayAreLoadedOnce) {
  const std::uint64_t count = 2 * kWindow + 1000;
  const std::vector<Planned> expected{
      {2 * kWindow, true, true, false, true, false, 2 * kWindow},
      {kWindow, true, true, false, false, false, kWindow},
      {0, true, true, true, false, true, 0},
      {kWindow, false, false, true, false, false, kWindow},
      {2 * kWindow, false, false, true, false, false, 2 * kWindow},
  };
  EXPECT_EQ(plan_of(three_windows(), count), expected);
  const PlanDemand demand = demand_of(three_windows(), kWindow, true, true, count);
  EXPECT_EQ(demand.loaded, count);
  EXPECT_EQ(demand.spanning_elements, count);
}

}  // namespace
}  // namespace qgpu::cuda
