#pragma once
// The order in which windows are loaded and worked on.
#include <cstdint>
#include <deque>
#include <optional>

#include "qgpu/windows.hpp"

namespace qgpu::cuda {

/// What is done with one window. Where parameters are derived, a group's last `observe` comes before its first `apply`.
struct Step {
  Window window;
  bool load = true;       ///< copied to the device; else it still is there
  bool observe = false;   ///< adds to the ranges of its groups
  bool apply = false;     ///< quantize, dequantize or measure
  bool spans = false;     ///< its groups go over several windows, and keep their state beside the slots
  bool begins = true;     ///< the first that is done with these groups
  bool completes = true;  ///< observe: the last of its groups, whose ranges and parameters are there then
  std::optional<std::uint64_t>
      resident;  ///< elements before it in the memory where windows stay until they are applied
};

/// Walks the windows of a layout. Windows whose groups go over several of them are observed first, from the last to the
/// first, and applied then: from device memory where they all fit `resident_elements`, else loaded a second time. So
/// the first window is observed and applied in one step, and each pass begins with what the caches hold of the one
/// before; results of `apply` come in ascending order.
class WorkPlan {
 public:
  WorkPlan(const GroupLayout& layout, std::uint64_t window_elements, bool observe, bool apply,
           std::uint64_t resident_elements);

  std::optional<Step> next();

 private:
  void plan_spanning(const Window& first);

  Windows windows_;
  bool observe_, apply_;
  std::uint64_t resident_elements_;
  std::deque<Step> steps_;
};

/// What the steps of a plan need at most.
struct PlanDemand {
  std::uint64_t elements = 0;  ///< of a window
  std::uint64_t groups = 0;
  std::uint64_t tiles = 0;
  std::uint64_t loaded = 0;             ///< elements, of all loads together
  std::uint64_t spanning_groups = 0;    ///< of a window whose groups go over several
  std::uint64_t spanning_elements = 0;  ///< of the longest such row of windows
};
PlanDemand demand_of(const GroupLayout& layout, std::uint64_t window_elements, bool observe, bool apply,
                     std::uint64_t resident_elements);

}  // namespace qgpu::cuda
