#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "qgpu/layout.hpp"
#include "qgpu/parameters.hpp"
#include "qgpu/statistics.hpp"
#include "qgpu/tensor.hpp"

namespace qgpu {

/// For benchmarks: how long the kernels of a device with its own memory take, apart from the copies to and from it.
/// While `samples` is above 0, every window's kernels run that often (and `warm_up` times before), in turn with a copy
/// and a read on the device, with its caches flushed before each. An operation takes part only while its whole tensor
/// is one window in device memory (Error kDevice otherwise), and what it returns is then meaningless.
struct KernelTimer {
  int warm_up = 0;
  int samples = 0;
  std::uint64_t copy_bytes = 0;                                    ///< read and written, together
  std::vector<double> kernel_seconds, copy_seconds, read_seconds;  ///< by sample, of the last operation
};

/// Bytes of host buffers where nobody says how many.
inline constexpr std::uint64_t kDefaultHostMemory = std::uint64_t{64} << 20;

/// Where work runs and what it may use.
struct BackendOptions {
  std::string device = "auto";               ///< `auto`, `cpu`, `cuda` or `cuda:N`
  std::string device_given_by = "--device";  ///< what an error about `device` names
  unsigned threads = 0;                      ///< CPU threads; 0: as many as the machine has
  std::uint64_t max_host_memory = 0;         ///< bytes of buffers; 0: kDefaultHostMemory
  std::uint64_t max_device_memory = 0;       ///< bytes of device memory; 0: what is free
  std::uint64_t max_window_elements = 0;     ///< for tests: the cut of `Windows`; 0: the backend's choice
  /// Told now and then how many of all bytes to be read have been read; may be empty. Called from one thread at a time.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
  KernelTimer* timer = nullptr;  ///< filled by backends with a device; must outlive them
};

/// What ran: for people and for the JSON.
struct DeviceInfo {
  std::string device;           ///< `cpu` or `cuda:N`
  std::string name;             ///< of the processor or GPU
  std::string fallback_reason;  ///< why `auto` took the CPU; else empty
  std::string simd;  ///< on the CPU: `avx512`, `avx2` or `baseline`; the environment's QGPU_SIMD beats the choice
  std::uint64_t l2_bytes = 0;  ///< of a GPU's cache, 0 where unknown
  double max_clock_mhz = 0;    ///< of a GPU's multiprocessors
  double max_memory_clock_mhz = 0;
};

/// What quantize met on its way.
struct QuantizeTotals {
  std::uint64_t clipped = 0;
  NonfiniteCounts nonfinite;

  void merge(const QuantizeTotals& other) {
    clipped += other.clipped;
    nonfinite.merge(other.nonfinite);
  }
};

/// A fused operation's ranges, parameters and result, from as few reads as the backend can.
struct DerivedQuantize {
  Ranges ranges;
  DerivedParameters derived;
  QuantizeTotals totals;
};
struct DerivedRoundtrip {
  Ranges ranges;
  DerivedParameters derived;
  RoundtripTotals totals;
};

/// The numeric work, on one kind of device. Every backend gives the same bits for the same input, whatever its windows,
/// threads and launch shapes. Non-finite elements never throw here: they are counted, a NaN gets its group's zero
/// point, infinities the end codes; the caller decides whether that is an error.
/// Reads use `Source` in windows, so that memory stays within the options' budgets (plus 16 bytes a group).
/// All throw Error kFile where the source or sink fails, or the source did not stay intact while it was read (so
/// nobody has to ask Source::check_intact), kDevice where the device does.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual const DeviceInfo& device() const = 0;

  /// Section 2: one read.
  Ranges observe(const Source& source, const GroupLayout& layout);

  /// Section 5: codes to `sink`, one byte each in stored order.
  QuantizeTotals quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                          const Parameters& parameters, Sink& sink);

  /// Section 6: float32 (little endian, stored order) to `sink`, of codes of `type`. Returns the range of the values
  /// written (an overflow to infinity is not in it).
  ObservedRange dequantize(const Source& codes, const GroupLayout& layout, CodeType type, const Parameters& parameters,
                           Sink& sink);

  /// Section 7: one read, nothing written.
  RoundtripTotals roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                            const Parameters& parameters, bool per_group);

  /// observe, derive, quantize: two reads. A backend may read groups that fit its fast memory once.
  DerivedQuantize derive_and_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                      const ParameterRule& rule, Sink& sink);
  /// observe, derive, roundtrip; likewise.
  DerivedRoundtrip derive_and_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                        const ParameterRule& rule, bool per_group);

 protected:
  // What a backend does for the functions above.
  virtual Ranges do_observe(const Source& source, const GroupLayout& layout) = 0;
  virtual QuantizeTotals do_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                     const Parameters& parameters, Sink& sink) = 0;
  virtual ObservedRange do_dequantize(const Source& codes, const GroupLayout& layout, CodeType type,
                                      const Parameters& parameters, Sink& sink) = 0;
  virtual RoundtripTotals do_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                       const Parameters& parameters, bool per_group) = 0;
  virtual DerivedQuantize do_derive_and_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                                 const ParameterRule& rule, Sink& sink);
  virtual DerivedRoundtrip do_derive_and_roundtrip(const Source& source, const GroupLayout& layout,
                                                   const Scheme& scheme, const ParameterRule& rule, bool per_group);

  /// Said before operations that together read a tensor `reads` times: progress counts them as one.
  virtual void expect_reads(std::uint64_t reads) { static_cast<void>(reads); }
};

/// The backend that `options.device` names. `auto`: a usable GPU, else the CPU with a reason. Throws Error kUsage for a
/// name that is none, kDevice for a device that is not there (with `unsupported` where the build lacks CUDA).
std::unique_ptr<Backend> make_backend(const BackendOptions& options);

/// The devices that `options.device` may name on this machine and that work, the CPU first. Touches the driver.
std::vector<DeviceInfo> available_devices();

/// What the binary's CUDA code was built for, such as `90` or `90-virtual` (PTX); empty without the CUDA backend.
std::vector<std::string> cuda_architectures();

/// The CPU backend; `fallback_reason` says why it was taken in place of a GPU.
std::unique_ptr<Backend> make_cpu_backend(const BackendOptions& options, std::string fallback_reason = {});

}  // namespace qgpu
