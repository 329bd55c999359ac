#include "kernels/slot_work.hpp"

namespace qgpu::cuda {

RoundtripOutput roundtrip_output(const Work& work, const Slot& slot) {
  const Window& window = slot.step->window;
  const bool is_cut =
      window.first_group % arith::kFoldRun != 0 ||
      (window.num_groups % arith::kFoldRun != 0 && window.first_group + window.num_groups != work.layout.num_groups());
  const bool folds = !work.every_group && !is_cut && folds_groups(slot.view);
  static_assert(sizeof(arith::Sums) <= 2 * sizeof(TileStats));  // short groups are at least two
  return {slot.tiles.data(), folds ? reinterpret_cast<arith::Sums*>(slot.tiles.data()) : nullptr,
          slot.tile_indices.data(), slot.largest.data(), slot.counts.data() + 1};
}

void launch_apply(const Work& work, const Slot& slot, const float* values, const ParameterView& parameters,
                  LaunchConfig launch, const Stream& stream) {
  WindowCounts* const counts = slot.counts.data() + 1;
  switch (work.apply) {
    case Work::Apply::kNothing:
      break;
    case Work::Apply::kQuantize:
      launch_quantize(slot.view, values, parameters, work.scheme, reinterpret_cast<std::uint8_t*>(slot.output.data()),
                      counts, launch, stream.get());
      break;
    case Work::Apply::kDequantize:
      launch_dequantize(slot.view, reinterpret_cast<const std::uint8_t*>(values), work.is_signed, parameters,
                        reinterpret_cast<float*>(slot.output.data()), counts, launch, stream.get());
      break;
    case Work::Apply::kRoundtrip:
      launch_roundtrip(slot.view, values, parameters, work.scheme, roundtrip_output(work, slot), launch, stream.get());
      break;
  }
}

void copy_results(const Work& work, const Slot& slot, const GroupBuffers& groups, const Stream& stream) {
  const Step& step = *slot.step;
  copy_to_host(slot.counts_out.data(), slot.counts.data(), 2, stream);
  if (step.observe && step.completes) {
    copy_to_host(slot.keys_out.data(), groups.state().keys, 2 * step.window.num_groups, stream);
  }
  if (step.apply) {
    copy_to_host(slot.output_out.data(), slot.output.data(), step.window.elements * element_bytes(work).out, stream);
    if (work.apply == Work::Apply::kRoundtrip) {
      const bool folds = roundtrip_output(work, slot).runs != nullptr;
      const std::uint64_t bytes =
          folds ? num_runs_of(slot.view) * sizeof(arith::Sums) : slot.view.num_tiles() * sizeof(TileStats);
      copy_to_host(reinterpret_cast<std::byte*>(slot.tiles_out.data()),
                   reinterpret_cast<const std::byte*>(slot.tiles.data()), bytes, stream);
    }
    if (work.every_index) {
      copy_to_host(slot.tile_indices_out.data(), slot.tile_indices.data(), slot.view.num_tiles(), stream);
    }
  }
}

}  // namespace qgpu::cuda
