#pragma once
// What oneTBB orders, told to ThreadSanitizer. Distributions build oneTBB without it, so that everything one thread
// hands to another through it would look like a race. In every other build this is nothing.
#include <tbb/parallel_for.h>

#ifdef QGPU_THREAD_SANITIZER
extern "C" void __tsan_acquire(void* at);
extern "C" void __tsan_release(void* at);
#define QGPU_UNSANITIZED __attribute__((no_sanitize("thread")))
#else
#define QGPU_UNSANITIZED
#endif

namespace qgpu {

/// Lives in the thread that starts tasks and waits for them, for as long as they may run. A body of a task comes after
/// what was done before, and after the bodies that ended before it began; bodies that overlap in time remain unordered.
class TaskOrder {
 public:
  TaskOrder() { hand_over(); }
  TaskOrder(const TaskOrder&) = delete;
  TaskOrder& operator=(const TaskOrder&) = delete;
  ~TaskOrder() { take_over(); }

  /// The body of one task, first to last.
  class Body {
   public:
    explicit Body(TaskOrder& order) : order_(order) { order_.take_over(); }
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;
    ~Body() { order_.hand_over(); }

   private:
    TaskOrder& order_;
  };

 private:
#ifdef QGPU_THREAD_SANITIZER
  void take_over() { __tsan_acquire(this); }
  void hand_over() { __tsan_release(this); }
#else
  void take_over() {}
  void hand_over() {}
#endif
};

/// Work of one index, in its place in the order.
template <class Index, class Work>
void run_in_order(TaskOrder& order, const Work& work, Index i) {
  const TaskOrder::Body body(order);
  work(i);
}

/// tbb::parallel_for over 0, 1, ..., count - 1.
template <class Index, class Work, class... Partitioner>
void for_each_in_parallel(Index count, const Work& work, Partitioner... partitioner) {
  TaskOrder order;
  // What the body captures lies in a copy by oneTBB, which the order is told only after it has been read.
  tbb::parallel_for(
      Index{0}, count, [&](Index i) QGPU_UNSANITIZED { run_in_order(order, work, i); }, partitioner...);
}

}  // namespace qgpu
