#include "kernels/slot_work.hpp"

namespace qgpu::cuda {

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
      launch_roundtrip(slot.view, values, parameters, work.scheme,
                       {slot.tiles.data(), slot.tile_indices.data(), slot.largest.data(), counts}, launch,
                       stream.get());
      break;
  }
}

void copy_results(const Work& work, const Slot& slot, const GroupBuffers& groups, const Stream& stream) {
  const Step& step = *slot.step;
  copy_to_host(slot.counts_out.data(), slot.counts.data(), 2, stream);
  if (step.observe && step.window.ends_groups) {
    copy_to_host(slot.keys_out.data(), groups.state().keys, 2 * step.window.num_groups, stream);
  }
  if (step.apply) {
    copy_to_host(slot.output_out.data(), slot.output.data(), step.window.elements * element_bytes(work).out, stream);
    if (work.apply == Work::Apply::kRoundtrip) {
      copy_to_host(slot.tiles_out.data(), slot.tiles.data(), slot.view.num_tiles(), stream);
    }
    if (work.every_index) {
      copy_to_host(slot.tile_indices_out.data(), slot.tile_indices.data(), slot.view.num_tiles(), stream);
    }
  }
}

}  // namespace qgpu::cuda
