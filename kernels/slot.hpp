#pragma once
// The memory of one window under way, on both sides.
#include <optional>

#include "kernels/device.cuh"
#include "kernels/window_loop.hpp"

namespace qgpu::cuda {

/// Bytes of an input or output element on the device.
struct ElementBytes {
  std::size_t in;
  std::size_t out;
};
ElementBytes element_bytes(const Work& work);

/// State of groups on the device.
class GroupBuffers {
 public:
  GroupBuffers() = default;
  explicit GroupBuffers(std::uint64_t groups)
      : ranges_(3 * groups), scale_(groups), zero_point_(groups), groups_(groups) {}

  GroupState state() const { return {ranges_.data(), ranges_.data() + 2 * groups_, scale_.data(), zero_point_.data()}; }
  void clear(const Stream& stream) const { fill_zero(ranges_.data(), ranges_.size(), stream); }

  static constexpr std::size_t kBytes = 3 * sizeof(std::uint32_t) + sizeof(float) + sizeof(std::int32_t);

 private:
  DeviceBuffer<std::uint32_t> ranges_;  // keys, then finished
  DeviceBuffer<float> scale_;
  DeviceBuffer<std::int32_t> zero_point_;
  std::uint64_t groups_ = 0;
};

struct Slot {
  Slot(const Work& work, const PlanDemand& demand, LaunchConfig launch);

  PinnedBuffer<std::byte> staged;
  PinnedBuffer<float> staged_scale;
  PinnedBuffer<std::int32_t> staged_zero_point;
  DeviceBuffer<std::byte> input;
  GroupBuffers groups;
  DeviceBuffer<WindowCounts> counts;  // of observing, of applying
  DeviceBuffer<std::byte> output;
  DeviceBuffer<TileStats> tiles;
  DeviceBuffer<std::uint64_t> tile_indices;
  DeviceBuffer<LargestError> largest;
  PinnedBuffer<WindowCounts> counts_out;
  PinnedBuffer<std::uint32_t> keys_out;
  PinnedBuffer<std::byte> output_out;
  PinnedBuffer<TileStats> tiles_out;
  PinnedBuffer<std::uint64_t> tile_indices_out;
  Event copied_in, computed, copied_out;

  std::optional<Step> step;  ///< under way
  WindowView view{};
};

/// Bytes that a slot takes on the host and on the device.
struct SlotBytes {
  std::uint64_t host;
  std::uint64_t device;
};
SlotBytes slot_bytes(const Work& work, const PlanDemand& demand, LaunchConfig launch);

}  // namespace qgpu::cuda
