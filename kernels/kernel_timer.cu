#include "kernels/kernel_timer.cuh"

#include <cub/device/device_reduce.cuh>

namespace qgpu::cuda {
namespace {

/// An event with a time.
class Mark {
 public:
  Mark() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;
  ~Mark() { cudaEventDestroy(event_); }

  void record(const Stream& stream) { check(cudaEventRecord(event_, stream.get()), "cudaEventRecord"); }
  /// Waits for this mark.
  double seconds_since(const Mark& before) const {
    check(cudaEventSynchronize(event_), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, before.event_, event_), "cudaEventElapsedTime");
    return milliseconds * 1e-3;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Overwrites more than the cache holds, so that no sample reads what the one before left there.
class CacheFlush {
 public:
  CacheFlush() {
    int device = 0, bytes = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device), "cudaDeviceGetAttribute");
    memory_ = DeviceBuffer<std::byte>(2 * static_cast<std::size_t>(bytes));
  }
  void run(const Stream& stream) const { fill_zero(memory_.data(), memory_.size(), stream); }

 private:
  DeviceBuffer<std::byte> memory_;
};

/// A read of all of a buffer by a library's reduction: what a kernel that only reads can hope for.
class Read {
 public:
  explicit Read(const DeviceBuffer<std::uint32_t>& from) : from_(from), largest_(1) {
    std::size_t bytes = 0;
    check(cub::DeviceReduce::Max(nullptr, bytes, from.data(), largest_.data(), from.size()), "cub::DeviceReduce::Max");
    room_ = DeviceBuffer<std::byte>(bytes);
  }
  void run(const Stream& stream) {
    std::size_t bytes = room_.size();
    check(cub::DeviceReduce::Max(room_.data(), bytes, from_.data(), largest_.data(), from_.size(), stream.get()),
          "cub::DeviceReduce::Max");
  }

 private:
  const DeviceBuffer<std::uint32_t>& from_;
  DeviceBuffer<std::uint32_t> largest_;
  DeviceBuffer<std::byte> room_;
};

}  // namespace

void time_kernels(KernelTimer& timer, const Stream& stream, const std::function<void()>& launch) {
  const std::size_t words = timer.copy_bytes / 2 / sizeof(std::uint32_t);
  const DeviceBuffer<std::uint32_t> from(words), to(words);
  fill_zero(from.data(), words, stream);
  const CacheFlush flush;
  Read read(from);
  Mark begin, end;
  const auto seconds_of = [&](const std::function<void()>& enqueue) {
    flush.run(stream);
    begin.record(stream);
    enqueue();
    end.record(stream);
    return end.seconds_since(begin);
  };
  timer.kernel_seconds.clear();
  timer.copy_seconds.clear();
  timer.read_seconds.clear();
  for (int i = -timer.warm_up; i < timer.samples; ++i) {
    const double copy_seconds = seconds_of([&] {
      check(cudaMemcpyAsync(to.data(), from.data(), words * sizeof(std::uint32_t), cudaMemcpyDeviceToDevice,
                            stream.get()),
            "cudaMemcpyAsync");
    });
    const double kernel_seconds = seconds_of(launch);
    const double read_seconds = seconds_of([&] { read.run(stream); });
    if (i < 0) continue;
    timer.copy_seconds.push_back(copy_seconds);
    timer.kernel_seconds.push_back(kernel_seconds);
    timer.read_seconds.push_back(read_seconds);
  }
}

}  // namespace qgpu::cuda
