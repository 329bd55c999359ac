#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

#include "host/cpu/operations.hpp"
#include "qgpu/backend.hpp"

namespace qgpu {
namespace {

std::string processor_name() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

cpu::Execution execution_of(const BackendOptions& options) {
  const std::uint64_t memory = options.max_host_memory != 0 ? options.max_host_memory : kDefaultHostMemory;
  // Half of the budget is for what is not a buffer: code, stacks, what the allocator keeps.
  const unsigned threads = options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  return {threads, memory / 2, options.max_window_elements != 0 ? options.max_window_elements : std::uint64_t{1} << 18,
          cpu::choose_simd_level(), std::make_shared<tbb::task_arena>(static_cast<int>(threads))};
}

class CpuBackend final : public Backend {
 public:
  CpuBackend(const BackendOptions& options, std::string fallback_reason)
      : execution_(execution_of(options)),
        progress_(options.progress),
        device_{"cpu", processor_name(), std::move(fallback_reason), cpu::simd_level_name(execution_.simd_level)} {}

  const DeviceInfo& device() const override { return device_; }

 protected:
  Ranges do_observe(const Source& source, const GroupLayout& layout) override {
    return cpu::observe(source, layout, execution_, reading(source));
  }

  QuantizeTotals do_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                             const Parameters& parameters, Sink& sink) override {
    return cpu::quantize(source, layout, scheme, parameters, sink, execution_, reading(source));
  }

  ObservedRange do_dequantize(const Source& codes, const GroupLayout& layout, CodeType type,
                              const Parameters& parameters, Sink& sink) override {
    return cpu::dequantize(codes, layout, type, parameters, sink, execution_, reading(codes));
  }

  RoundtripTotals do_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                               const Parameters& parameters, bool per_group) override {
    return cpu::roundtrip(source, layout, scheme, parameters, per_group, execution_, reading(source));
  }

  DerivedQuantize do_derive_and_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                         const ParameterRule& rule, Sink& sink) override {
    if (!cpu::derives_from_one_read(layout, rule, execution_)) {
      return Backend::do_derive_and_quantize(source, layout, scheme, rule, sink);
    }
    return cpu::derive_and_quantize(source, layout, scheme, rule, sink, execution_, reading(source));
  }

  DerivedRoundtrip do_derive_and_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                           const ParameterRule& rule, bool per_group) override {
    if (!cpu::derives_from_one_read(layout, rule, execution_)) {
      return Backend::do_derive_and_roundtrip(source, layout, scheme, rule, per_group);
    }
    return cpu::derive_and_roundtrip(source, layout, scheme, rule, per_group, execution_, reading(source));
  }

  void expect_reads(std::uint64_t reads) override { progress_.expect_reads(reads); }

 private:
  cpu::Progress& reading(const Source& source) {
    progress_.begin_read(source.info().count() * element_size(source.info().type));
    return progress_;
  }

  cpu::Execution execution_;
  cpu::Progress progress_;
  DeviceInfo device_;
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(const BackendOptions& options, std::string fallback_reason) {
  return std::make_unique<CpuBackend>(options, std::move(fallback_reason));
}

}  // namespace qgpu
