#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <vector>

#include "qgpu/backend.hpp"
#include "qgpu/error.hpp"

namespace qgpu {
namespace {

/// A tensor whose file is cut short as soon as somebody looks at its data.
class CutSource final : public Source {
 public:
  CutSource(TensorInfo info, const void* data) : memory_(std::move(info), data) {}
  const TensorInfo& info() const override { return memory_.info(); }
  const std::byte* data() const override {
    is_cut_ = true;
    return memory_.data();
  }
  void read(std::uint64_t first, std::uint64_t count, std::byte* out) const override {
    memory_.read(first, count, out);
  }
  bool is_mapped() const override { return true; }
  void check_intact() const override {
    if (is_cut_) throw file_error("cut");
  }

 private:
  MemorySource memory_;
  mutable std::atomic<bool> is_cut_{false};
};

TEST(IntactSource, NoOperationReturnsWhatAFileCutShortGave) {
  TensorInfo floats;
  floats.shape = {4, 100};
  TensorInfo bytes = floats;
  bytes.type = ElementType::kUint8;
  const std::vector<float> values(400, 1.0f);
  const std::vector<std::uint8_t> codes(400, 7);
  std::vector<float> out(400);
  MemorySink sink(out.data());
  Scheme scheme;
  for (const Granularity::Kind kind : {Granularity::Kind::kTensor, Granularity::Kind::kAxis}) {
    scheme.granularity.kind = kind;
    const GroupLayout layout = make_layout(floats, scheme.granularity);
    const Parameters parameters{std::vector<float>(layout.num_groups(), 0.5f),
                                std::vector<std::int32_t>(layout.num_groups(), 0)};
    const auto backend = make_cpu_backend({});
    const std::vector<std::function<void(const Source&)>> operations = {
        [&](const Source& source) { backend->observe(source, layout); },
        [&](const Source& source) { backend->quantize(source, layout, scheme, parameters, sink); },
        [&](const Source& source) { backend->roundtrip(source, layout, scheme, parameters, false); },
        [&](const Source& source) { backend->derive_and_quantize(source, layout, scheme, {}, sink); },
        [&](const Source& source) { backend->derive_and_roundtrip(source, layout, scheme, {}, false); },
    };
    for (const auto& operation : operations) {
      const CutSource cut(floats, values.data());
      EXPECT_THROW(operation(cut), Error);
      operation(MemorySource(floats, values.data()));
    }
    const CutSource cut(bytes, codes.data());
    EXPECT_THROW(backend->dequantize(cut, layout, CodeType::kUint8, parameters, sink), Error);
  }
}

}  // namespace
}  // namespace qgpu
