#include "kernels/budget.hpp"

#include <algorithm>

namespace qgpu::cuda {

Budget plan_budget(const Work& work, const LoopOptions& options) {
  const ElementBytes bytes = element_bytes(work);
  const bool apply = work.apply != Work::Apply::kNothing;
  Budget budget{};
  budget.window_elements =
      options.max_window_elements != 0
          ? options.max_window_elements
          : std::max(options.host_bytes / (kSlots * (bytes.in + bytes.out)), Windows::kLeastElements);
  budget.window_elements = std::min(budget.window_elements, kMostWindowElements);
  for (;;) {
    budget.demand = demand_of(work.layout, budget.window_elements, work.observe, apply, 0);
    const SlotBytes slot = slot_bytes(work, budget.demand, options.launch);
    const std::uint64_t device = kSlots * slot.device + budget.demand.spanning_groups * GroupBuffers::kBytes;
    const bool fits = kSlots * slot.host <= options.host_bytes && device <= options.device_bytes;
    if (!fits && budget.window_elements > Windows::kLeastElements && options.max_window_elements == 0) {
      budget.window_elements = std::max(budget.window_elements / 2, Windows::kLeastElements);
      continue;
    }
    if (work.observe && apply && options.device_bytes > device) {
      budget.resident_elements = (options.device_bytes - device) / bytes.in;
      budget.demand = demand_of(work.layout, budget.window_elements, true, true, budget.resident_elements);
    }
    return budget;
  }
}

}  // namespace qgpu::cuda
