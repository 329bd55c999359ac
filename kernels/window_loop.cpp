#include "kernels/window_loop.hpp"

#include <tbb/parallel_for.h>

#include <array>
#include <cstring>

#include "kernels/budget.hpp"
#include "kernels/device.cuh"
#include "kernels/kernel_timer.cuh"
#include "kernels/slot_work.hpp"
#include "qgpu/source_floats.hpp"

namespace qgpu::cuda {
namespace {

/// One core does not copy as fast as a bus takes it.
void copy_in_parallel(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t kPiece = 1 << 20;
  tbb::parallel_for(std::size_t{0}, (bytes + kPiece - 1) / kPiece, [&](std::size_t i) {
    std::memcpy(to + i * kPiece, from + i * kPiece, std::min(kPiece, bytes - i * kPiece));
  });
}

class Loop {
 public:
  Loop(const Work& work, const LoopOptions& options, const std::function<void(const StepResult&)>& take);
  void run();

 private:
  void finish(Slot& slot);
  void load(Slot& slot);
  void compute(Slot& slot);
  void launch(Slot& slot, const ParameterView& given);
  void copy_out(Slot& slot);
  ParameterView given_parameters(Slot& slot);
  const std::byte* input_of(const Slot& slot) const;
  const GroupBuffers& groups_of(const Slot& slot) const { return slot.step->spans ? spanning_ : slot.groups; }

  const Work& work_;
  const LoopOptions& options_;
  const std::function<void(const StepResult&)>& take_;
  Budget budget_;
  DeviceBuffer<LogicalOrder> order_;
  DeviceBuffer<std::byte> resident_;
  GroupBuffers spanning_;
  std::array<std::optional<Slot>, kSlots> slots_;
  Slot* last_ = nullptr;  // of the step before
  std::uint64_t loaded_ = 0;
  Stream in_, compute_, out_;  // last: their work must end before the memory goes
};

Loop::Loop(const Work& work, const LoopOptions& options, const std::function<void(const StepResult&)>& take)
    : work_(work), options_(options), take_(take), budget_(plan_budget(work, options)) {
  const PlanDemand& demand = budget_.demand;
  if (budget_.resident_elements > 0 && demand.spanning_elements <= budget_.resident_elements) {
    resident_ = DeviceBuffer<std::byte>(demand.spanning_elements * element_bytes(work).in);
  } else {
    budget_.resident_elements = 0;
  }
  const bool has_groups = work.observe || work.parameters != nullptr;
  spanning_ = GroupBuffers(has_groups ? demand.spanning_groups : 0);
  for (std::optional<Slot>& slot : slots_) slot.emplace(work, demand, options.launch);
  const LogicalOrder order = make_logical_order(work.source.info());
  if (order.rank > 1) {
    order_ = DeviceBuffer<LogicalOrder>(1);
    check(cudaMemcpy(order_.data(), &order, sizeof order, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
}

void Loop::run() {
  WorkPlan plan(work_.layout, budget_.window_elements, work_.observe, work_.apply != Work::Apply::kNothing,
                budget_.resident_elements);
  std::size_t turn = 0;
  while (std::optional<Step> step = plan.next()) {
    Slot& slot = *slots_[turn++ % kSlots];
    if (slot.step) finish(slot);
    slot.view = make_window_view(work_.layout, step->window, order_.data());
    slot.step = std::move(step);
    if (slot.step->load) load(slot);
    compute(slot);
    copy_out(slot);
    last_ = &slot;
  }
  for (int i = 0; i < kSlots; ++i) {
    Slot& slot = *slots_[turn++ % kSlots];
    if (slot.step) finish(slot);
  }
}

const std::byte* Loop::input_of(const Slot& slot) const {
  if (slot.step->resident) return resident_.data() + *slot.step->resident * element_bytes(work_).in;
  return slot.input.data();
}

void Loop::load(Slot& slot) {
  const Window& window = slot.step->window;
  const std::size_t bytes = window.elements * element_bytes(work_).in;
  const bool codes = work_.apply == Work::Apply::kDequantize;
  std::byte* const staged = slot.staged.data();
  const std::byte* const stored = codes ? load_window_bytes(work_.source, work_.layout, window, staged)
                                        : reinterpret_cast<const std::byte*>(load_window(
                                              work_.source, work_.layout, window, reinterpret_cast<float*>(staged)));
  if (stored != staged) copy_in_parallel(staged, stored, bytes);
  // Memory where windows stay is free when the last of the row before has been applied.
  if (slot.step->resident && slot.step->begins && last_ != nullptr) last_->computed.hold_back(in_);
  copy_to_device(const_cast<std::byte*>(input_of(slot)), staged, bytes, in_);
  slot.copied_in.record(in_);
  slot.copied_in.hold_back(compute_);
  loaded_ += window.elements;
  if (options_.progress) {
    const std::uint64_t size = element_size(work_.source.info().type);
    options_.progress(loaded_ * size, budget_.demand.loaded * size);
  }
}

/// The parameters of a window's groups that come with the work, copied in; null where they are derived.
ParameterView Loop::given_parameters(Slot& slot) {
  if (work_.parameters == nullptr) return {};
  const GroupState state = slot.groups.state();
  const bool one = work_.parameters->size() == 1;
  const std::uint64_t first = one ? 0 : slot.step->window.first_group;
  const std::uint64_t count = one ? 1 : slot.step->window.num_groups;
  std::copy_n(work_.parameters->scale.data() + first, count, slot.staged_scale.data());
  std::copy_n(work_.parameters->zero_point.data() + first, count, slot.staged_zero_point.data());
  copy_to_device(state.scale, slot.staged_scale.data(), count, compute_);
  copy_to_device(state.zero_point, slot.staged_zero_point.data(), count, compute_);
  return {state.scale, state.zero_point, one ? std::uint64_t{0} : std::uint64_t{1}};
}

void Loop::compute(Slot& slot) {
  const ParameterView given = slot.step->apply ? given_parameters(slot) : ParameterView{};
  if (options_.timer != nullptr && options_.timer->samples > 0) {
    if (slot.step->window.elements != work_.layout.count()) {
      throw device_error(
          "a timed operation: expected a tensor that fits the memory of the device, found one that does not");
    }
    time_kernels(*options_.timer, compute_, [&] { launch(slot, given); });
  } else {
    launch(slot, given);
  }
  slot.computed.record(compute_);
}

void Loop::launch(Slot& slot, const ParameterView& given) {
  const Step& step = *slot.step;
  const auto* const values = reinterpret_cast<const float*>(input_of(slot));
  WindowCounts* const counts = slot.counts.data();
  fill_zero(counts, 2, compute_);
  if (step.observe && step.apply && !step.spans && can_fuse(slot.view)) {
    auto* const codes = reinterpret_cast<std::uint8_t*>(slot.output.data());
    launch_fused(slot.view, values, slot.groups.state(), work_.scheme,
                 {codes, roundtrip_output(work_, slot), counts, counts + 1}, options_.launch, compute_.get());
    return;
  }
  if (step.observe) {
    const GroupBuffers& groups = groups_of(slot);
    if (step.begins) {
      // The ranges of the groups before may still be on their way out.
      if (step.spans && last_ != nullptr) last_->copied_out.hold_back(compute_);
      groups.clear(compute_);
    }
    SchemeView scheme = work_.scheme;
    const bool derive = work_.apply != Work::Apply::kNothing && step.completes;
    if (!derive) scheme.derivation = Derivation::kNone;
    launch_ranges(slot.view, values, groups.state(), scheme, counts, options_.launch, compute_.get());
  }
  if (step.apply) {
    const GroupState derived = groups_of(slot).state();
    const ParameterView parameters =
        work_.parameters != nullptr ? given : ParameterView{derived.scale, derived.zero_point, 1};
    launch_apply(work_, slot, values, parameters, options_.launch, compute_);
  }
}

void Loop::copy_out(Slot& slot) {
  slot.computed.hold_back(out_);
  copy_results(work_, slot, groups_of(slot), out_);
  slot.copied_out.record(out_);
}

void Loop::finish(Slot& slot) {
  slot.copied_out.wait();
  const bool folds = roundtrip_output(work_, slot).runs != nullptr;
  const Step step = *std::exchange(slot.step, std::nullopt);
  const bool has_keys = step.observe && step.completes;
  const bool measured = step.apply && work_.apply == Work::Apply::kRoundtrip;
  take_({step, slot.view, slot.counts_out.data()[0], slot.counts_out.data()[1],
         has_keys ? slot.keys_out.data() : nullptr, step.apply ? slot.output_out.data() : nullptr,
         measured && !folds ? slot.tiles_out.data() : nullptr,
         measured && folds ? reinterpret_cast<const arith::Sums*>(slot.tiles_out.data()) : nullptr,
         measured && work_.every_index ? slot.tile_indices_out.data() : nullptr});
}

}  // namespace

void run_windows(const Work& work, const LoopOptions& options, const std::function<void(const StepResult&)>& take) {
  if (work.layout.count() == 0) return;
  Loop(work, options, take).run();
}

}  // namespace qgpu::cuda
