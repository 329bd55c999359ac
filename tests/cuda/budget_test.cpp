// What the window loop allows itself. Needs no device.
#include "kernels/budget.hpp"

#include <gtest/gtest.h>

namespace qgpu::cuda {
namespace {

TEST(Budget, NoWindowIsLongerThan32BitsCount) {
  TensorInfo info;
  info.shape = {std::uint64_t{1} << 34};
  const MemorySource source(info, nullptr);
  const GroupLayout layout = make_layout(info, {});
  Work work{source, layout, {}};
  work.observe = true;
  constexpr std::uint64_t kPlenty = std::uint64_t{1} << 50;
  for (const std::uint64_t asked_for : {std::uint64_t{0}, std::uint64_t{1} << 33}) {
    const Budget budget = plan_budget(work, {kPlenty, kPlenty, asked_for, kDefaultLaunch, {}});
    EXPECT_EQ(budget.window_elements, std::uint64_t{1} << 31);
  }
}

}  // namespace
}  // namespace qgpu::cuda
