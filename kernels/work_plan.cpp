#include "kernels/work_plan.hpp"

#include <algorithm>
#include <vector>

#include "kernels/window_view.hpp"

namespace qgpu::cuda {

WorkPlan::WorkPlan(const GroupLayout& layout, std::uint64_t window_elements, bool observe, bool apply,
                   std::uint64_t resident_elements)
    : windows_(layout, window_elements), observe_(observe), apply_(apply), resident_elements_(resident_elements) {}

std::optional<Step> WorkPlan::next() {
  if (steps_.empty()) {
    const std::optional<Window> window = windows_.next();
    if (!window) return std::nullopt;
    const bool whole = window->begins_groups && window->ends_groups;
    if (observe_ && apply_ && !whole) {
      plan_spanning(*window);
    } else {
      steps_.push_back(
          {*window, true, observe_, apply_, !whole, window->begins_groups, window->ends_groups, std::nullopt});
    }
  }
  Step step = steps_.front();
  steps_.pop_front();
  return step;
}

void WorkPlan::plan_spanning(const Window& first) {
  std::vector<Window> windows{first};
  std::uint64_t elements = first.elements;
  while (!windows.back().ends_groups) {
    windows.push_back(*windows_.next());
    elements += windows.back().elements;
  }
  const bool stay = elements <= resident_elements_;
  for (auto window = windows.rbegin(); window != windows.rend(); ++window) {
    elements -= window->elements;
    const bool is_first = elements == 0;
    steps_.push_back({*window, true, true, is_first, true, window == windows.rbegin(), is_first,
                      stay ? std::optional(elements) : std::nullopt});
  }
  for (std::size_t i = 1; i < windows.size(); ++i) {
    elements += windows[i - 1].elements;
    steps_.push_back(
        {windows[i], !stay, false, true, true, false, false, stay ? std::optional(elements) : std::nullopt});
  }
}

PlanDemand demand_of(const GroupLayout& layout, std::uint64_t window_elements, bool observe, bool apply,
                     std::uint64_t resident_elements) {
  PlanDemand demand;
  WorkPlan plan(layout, window_elements, observe, apply, resident_elements);
  std::uint64_t spanning = 0;
  while (const std::optional<Step> step = plan.next()) {
    const Window& window = step->window;
    demand.elements = std::max(demand.elements, window.elements);
    demand.groups = std::max(demand.groups, window.num_groups);
    demand.tiles = std::max(demand.tiles, make_window_view(layout, window, nullptr).num_tiles());
    if (step->load) demand.loaded += window.elements;
    if (!step->spans || step->observe != observe) continue;  // a second step with a window adds none
    demand.spanning_groups = std::max(demand.spanning_groups, window.num_groups);
    spanning = step->begins ? window.elements : spanning + window.elements;
    demand.spanning_elements = std::max(demand.spanning_elements, spanning);
  }
  return demand;
}

}  // namespace qgpu::cuda
