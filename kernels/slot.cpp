#include "kernels/slot.hpp"

namespace qgpu::cuda {
namespace {

/// How many of each buffer's values a slot needs.
struct Sizes {
  std::uint64_t staged, parameters, groups, output, tiles, tile_indices, largest, keys;
};

Sizes sizes_of(const Work& work, const PlanDemand& demand, LaunchConfig launch) {
  const ElementBytes bytes = element_bytes(work);
  const bool roundtrip = work.apply == Work::Apply::kRoundtrip;
  const bool has_groups = work.observe || work.parameters != nullptr;
  Sizes sizes{};
  sizes.staged = demand.elements * bytes.in;
  sizes.parameters = work.parameters == nullptr ? 0 : work.parameters->size() == 1 ? 1 : demand.groups;
  sizes.groups = has_groups ? demand.groups : 0;
  sizes.output = demand.elements * bytes.out;
  sizes.tiles = roundtrip ? demand.tiles : 0;
  sizes.tile_indices = work.every_index ? demand.tiles : 0;
  sizes.largest = roundtrip ? max_blocks(launch) : 0;
  sizes.keys = work.observe ? 2 * demand.groups : 0;
  return sizes;
}

}  // namespace

ElementBytes element_bytes(const Work& work) {
  switch (work.apply) {
    case Work::Apply::kQuantize:
      return {sizeof(float), 1};
    case Work::Apply::kDequantize:
      return {1, sizeof(float)};
    case Work::Apply::kNothing:
    case Work::Apply::kRoundtrip:
      return {sizeof(float), 0};
  }
  throw internal_error("work: not one of the enumeration");
}

Slot::Slot(const Work& work, const PlanDemand& demand, LaunchConfig launch) {
  const Sizes sizes = sizes_of(work, demand, launch);
  staged = PinnedBuffer<std::byte>(sizes.staged);
  staged_scale = PinnedBuffer<float>(sizes.parameters);
  staged_zero_point = PinnedBuffer<std::int32_t>(sizes.parameters);
  input = DeviceBuffer<std::byte>(sizes.staged);
  groups = GroupBuffers(sizes.groups);
  counts = DeviceBuffer<WindowCounts>(2);
  output = DeviceBuffer<std::byte>(sizes.output);
  tiles = DeviceBuffer<TileStats>(sizes.tiles);
  tile_indices = DeviceBuffer<std::uint64_t>(sizes.tile_indices);
  largest = DeviceBuffer<LargestError>(sizes.largest);
  counts_out = PinnedBuffer<WindowCounts>(2);
  keys_out = PinnedBuffer<std::uint32_t>(sizes.keys);
  output_out = PinnedBuffer<std::byte>(sizes.output);
  tiles_out = PinnedBuffer<TileStats>(sizes.tiles);
  tile_indices_out = PinnedBuffer<std::uint64_t>(sizes.tile_indices);
}

SlotBytes slot_bytes(const Work& work, const PlanDemand& demand, LaunchConfig launch) {
  const Sizes sizes = sizes_of(work, demand, launch);
  const std::uint64_t both = sizes.staged + sizes.output + sizes.tiles * sizeof(TileStats) +
                             sizes.tile_indices * sizeof(std::uint64_t) + 2 * sizeof(WindowCounts);
  const std::uint64_t parameters = sizes.parameters * (sizeof(float) + sizeof(std::int32_t));
  return {both + parameters + sizes.keys * sizeof(std::uint32_t),
          both + sizes.groups * GroupBuffers::kBytes + sizes.largest * sizeof(LargestError)};
}

}  // namespace qgpu::cuda
