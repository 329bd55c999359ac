#pragma once
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "host/cpu/simd/simd_level.hpp"
#include "host/task_order.hpp"

namespace qgpu::cpu {

/// Tells the caller's function how much has been read, a few hundred times in all.
class Progress {
 public:
  explicit Progress(std::function<void(std::uint64_t, std::uint64_t)> told) : told_(std::move(told)) {}

  /// Begins anew: `reads` reads of the same tensor are to come.
  void expect_reads(std::uint64_t reads) {
    reads_ = reads;
    begun_ = 0;
  }
  /// Begins a read of `bytes`.
  void begin_read(std::uint64_t bytes) {
    if (begun_ == reads_) expect_reads(1);
    if (begun_++ == 0) {
      total_ = reads_ * bytes;
      done_ = told_at_ = 0;
    }
  }
  void add(std::uint64_t bytes) {
    done_ += bytes;
    if (told_ && (done_ - told_at_ > total_ / 256 || done_ == total_)) {
      told_at_ = done_;
      told_(done_, total_);
    }
  }

 private:
  std::function<void(std::uint64_t, std::uint64_t)> told_;
  std::uint64_t reads_ = 1, begun_ = 1;
  std::uint64_t total_ = 0, done_ = 0, told_at_ = 0;
};

/// With what an operation runs.
struct Execution {
  unsigned threads;
  std::uint64_t buffer_bytes;     ///< for all buffers that live at once
  std::uint64_t window_elements;  ///< about so many elements are worked on at once by a thread, of a large tensor
  SimdLevel simd_level;
  std::shared_ptr<tbb::task_arena> arena;  ///< of `threads`; kept, as making one takes longer than a small tensor

  /// The same of a tensor of `count` elements: a small one has work for every thread too.
  std::uint64_t window_elements_of(std::uint64_t count) const {
    constexpr std::uint64_t kLeast = std::uint64_t{1} << 16;
    return std::min(window_elements, std::max(kLeast, count / (4 * std::uint64_t{threads})));
  }
};

/// How many items may be under way.
struct Flight {
  std::uint64_t buffers;  ///< of which so many are being computed
  std::uint64_t waiting;  ///< and so many more may be done before those that come before them
};

/// So many results are enough, where they are small: the system takes the processor from a thread for some
/// milliseconds, in which the others must not run out of work.
inline constexpr std::uint64_t kMostWaiting = 64;

/// Pulls items from `next` (until it returns nothing), has `compute` turn them into results on several threads, and
/// hands these to `merge` in the order of the items.
template <class Next, class Compute, class Merge>
void run_ordered(const Execution& execution, const Flight& flight, Next next, Compute compute, Merge merge) {
  using Item = typename decltype(next())::value_type;
  using Result = decltype(compute(std::declval<const Item&>()));
  struct Slot {
    std::optional<Item> item;
    std::optional<Result> result;
  };
  const std::uint64_t live = flight.buffers < execution.threads ? std::max<std::uint64_t>(1, flight.buffers)
                                                                : execution.threads + flight.waiting;
  // Tokens end in their order, so that whoever had a slot `live` tokens ago has left it. A pointer is what oneTBB
  // passes on without memory of its own.
  std::vector<Slot> slots(live);
  std::uint64_t begun = 0;
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, execution.threads);
  TaskOrder order;
  const auto take = [&](tbb::flow_control& control) -> Slot* {
    const TaskOrder::Body body(order);
    Slot& slot = slots[begun++ % live];
    slot.item = next();
    if (!slot.item) control.stop();
    return &slot;
  };
  const auto work = [&](Slot* slot) {
    const TaskOrder::Body body(order);
    slot->result.emplace(compute(std::as_const(*slot->item)));
    slot->item.reset();
    return slot;
  };
  const auto give = [&](Slot* slot) {
    const TaskOrder::Body body(order);
    merge(std::move(*slot->result));
    slot->result.reset();
  };
  execution.arena->execute([&] {
    tbb::parallel_pipeline(live, tbb::make_filter<void, Slot*>(tbb::filter_mode::serial_in_order, take) &
                                     tbb::make_filter<Slot*, Slot*>(tbb::filter_mode::parallel, work) &
                                     tbb::make_filter<Slot*, void>(tbb::filter_mode::serial_in_order, give));
  });
}

}  // namespace qgpu::cpu
