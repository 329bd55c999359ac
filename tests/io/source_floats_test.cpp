#include "qgpu/source_floats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "qgpu/error.hpp"

namespace qgpu {
namespace {

/// Bytes behind pread-like reads only: counts how often it is read, and how much.
class ReadOnlySource final : public Source {
 public:
  ReadOnlySource(TensorInfo info, std::vector<std::byte> bytes) : info_(std::move(info)), bytes_(std::move(bytes)) {}
  const TensorInfo& info() const override { return info_; }
  const std::byte* data() const override { return nullptr; }
  void read(std::uint64_t first, std::uint64_t count, std::byte* out) const override {
    const std::size_t size = element_size(info_.type);
    ASSERT_LE((first + count) * size, bytes_.size());
    std::memcpy(out, bytes_.data() + first * size, count * size);
    ++reads_;
    bytes_read_ += count * size;
  }
  std::size_t reads() const { return reads_; }
  std::size_t bytes_read() const { return bytes_read_; }

 private:
  TensorInfo info_;
  std::vector<std::byte> bytes_;
  mutable std::size_t reads_ = 0, bytes_read_ = 0;
};

/// Element by element, byte by byte: what the file's bytes say.
template <class Element>
std::vector<std::byte> stored_bytes(const std::vector<Element>& elements, bool big_endian) {
  std::vector<std::byte> bytes;
  for (const Element element : elements) {
    std::byte raw[sizeof(Element)];
    std::memcpy(raw, &element, sizeof element);
    for (std::size_t i = 0; i < sizeof raw; ++i) bytes.push_back(raw[big_endian ? sizeof raw - 1 - i : i]);
  }
  return bytes;
}

template <class Element>
void expect_loads(ElementType type, const std::vector<Element>& elements, const std::vector<std::uint32_t>& expected) {
  for (const bool big_endian : {false, true}) {
    SCOPED_TRACE(big_endian ? "big endian" : "little endian");
    TensorInfo info{type, big_endian, false, {elements.size()}};
    // 4 bytes further than aligned for float64, as the data of a mapped file may lie.
    std::vector<std::byte> bytes = stored_bytes(elements, big_endian);
    const ReadOnlySource file(info, bytes);
    bytes.insert(bytes.begin(), 4, std::byte{0});
    const MemorySource mapped(info, bytes.data() + 4);
    for (const std::size_t first : {0, 1, 7}) {
      for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{5}, elements.size() - first}) {
        for (const Source* source : {static_cast<const Source*>(&file), static_cast<const Source*>(&mapped)}) {
          std::vector<float> scratch(count + 1, -77.0f);
          const float* values = load_floats(*source, first, count, scratch.data());
          for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t bits;
            std::memcpy(&bits, values + i, sizeof bits);
            ASSERT_EQ(bits, expected[first + i]) << "element " << first + i;
          }
          EXPECT_EQ(scratch[count], -77.0f);
        }
      }
    }
  }
}

TEST(LoadFloats, KeepsEveryBitOfFloat32) {
  std::vector<std::uint32_t> bits;
  for (std::uint32_t i = 0; i < 20000; ++i) bits.push_back(i * 2654435761u);
  bits[0] = 0x80000000u;
  bits[1] = 0x7fa00001u;  // a signalling NaN with a payload
  expect_loads(ElementType::kFloat32, bits, bits);
}

TEST(LoadFloats, RoundsFloat64OnceToTheNearestEven) {
  // Pairs by hand: the float64 and the float32 bits that the IEEE rule gives.
  const std::vector<std::pair<double, std::uint32_t>> known = {
      {1.0, 0x3f800000u},
      {-0.0, 0x80000000u},
      {0x1.000001p0, 0x3f800000u},           // half an ulp above 1: the tie goes to the even one below
      {0x1.000003p0, 0x3f800002u},           // the tie above the odd one: up
      {0x1.0000010000001p0, 0x3f800001u},    // just over the tie
      {0x1.ffffffp127, 0x7f800000u},         // the tie at the top overflows
      {0x1.fffffefffffffp127, 0x7f7fffffu},  // just below it stays the largest float
      {-1e300, 0xff800000u},
      {0x1p-149, 0x00000001u},
      {0x1p-150, 0x00000000u},  // half the smallest subnormal: to zero
      {0x1.8p-149, 0x00000002u},
      {std::numeric_limits<double>::infinity(), 0x7f800000u},
  };
  std::vector<double> elements;
  std::vector<std::uint32_t> expected;
  for (int repeat = 0; repeat < 1700; ++repeat) {
    for (const auto& [value, bits] : known) {
      elements.push_back(value);
      expected.push_back(bits);
    }
  }
  expect_loads(ElementType::kFloat64, elements, expected);
}

TEST(LoadFloats, GivesTheSourcesOwnMemoryForNativeFloat32) {
  const std::vector<float> values = {1.0f, 2.0f, 3.0f};
  const MemorySource source({ElementType::kFloat32, false, false, {3}}, values.data());
  float scratch[2];
  EXPECT_EQ(load_floats(source, 1, 2, scratch), values.data() + 1);
}

TEST(LoadFloats, RefusesCodes) {
  const std::uint8_t codes[2] = {1, 2};
  const MemorySource source({ElementType::kUint8, false, false, {2}}, codes);
  float scratch[2];
  try {
    load_floats(source, 0, 2, scratch);
    FAIL() << "codes were taken for values";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("uint8"), std::string::npos);
  }
}

TEST(LoadWindow, GathersEveryElementOnceInTheWindowsOrder) {
  struct Case {
    std::vector<std::uint64_t> shape;
    Granularity granularity;
    bool fortran_order;
  };
  using Kind = Granularity::Kind;
  const std::vector<Case> cases = {
      {{200000}, {Kind::kTensor, {}, 0, 0}, false},    {{300, 400}, {Kind::kAxis, 1, 0, 0}, false},
      {{70, 3, 500}, {Kind::kAxis, 1, 0, 0}, false},   {{3, 70001}, {Kind::kAxis, 0, 0, 0}, false},
      {{2000, 50}, {Kind::kBlock, 0, 32, 0}, false},   {{40, 50, 60}, {Kind::kBlocks, {}, 16, 8}, true},
      {{110, 1200}, {Kind::kBlocks, {}, 7, 3}, false}, {{2, 1100, 300}, {Kind::kAxis, 2, 0, 0}, true},
  };
  for (std::size_t number = 0; number < cases.size(); ++number) {
    for (const ElementType type : {ElementType::kFloat32, ElementType::kFloat64}) {
      SCOPED_TRACE(number);
      TensorInfo info{type, type == ElementType::kFloat64, cases[number].fortran_order, cases[number].shape};
      const std::uint64_t count = info.count();
      std::vector<std::byte> bytes;
      std::vector<float> floats(count);
      for (std::uint64_t i = 0; i < count; ++i) floats[i] = static_cast<float>(i);
      bytes = type == ElementType::kFloat32 ? stored_bytes(floats, false)
                                            : stored_bytes(std::vector<double>(floats.begin(), floats.end()), true);
      const ReadOnlySource file(info, bytes);
      const MemorySource mapped(info, bytes.data());
      const GroupLayout layout = make_layout(info, cases[number].granularity);
      std::vector<int> seen(count, 0);
      Windows windows(layout, 65536);
      while (const auto window = windows.next()) {
        std::vector<float> from_file(window->elements), from_memory(window->elements);
        const float* read = load_window(file, layout, *window, from_file.data());
        const float* direct = load_window(mapped, layout, *window, from_memory.data());
        std::vector<float> expected;
        for_each_run(layout, *window, [&](WindowRun run) {
          const auto begin = floats.begin() + static_cast<std::ptrdiff_t>(run.first_element);
          expected.insert(expected.end(), begin, begin + static_cast<std::ptrdiff_t>(run.elements));
          for (std::uint64_t i = 0; i < run.elements; ++i) ++seen[run.first_element + i];
        });
        ASSERT_EQ(expected.size(), window->elements);
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), read));
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), direct));
      }
      EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(count));
      EXPECT_LE(file.bytes_read(), 4 * bytes.size());
    }
  }
}

TEST(LoadWindow, ReadsCloseRunsTogether) {
  // 100 columns of 128: 512 rows of 400 bytes, 512 bytes apart, are one read of 256 KiB.
  TensorInfo info{ElementType::kFloat32, false, false, {512, 128}};
  const ReadOnlySource file(info, std::vector<std::byte>(info.count() * 4));
  const GroupLayout layout = make_layout(info, {Granularity::Kind::kAxis, 1, 0, 0});
  Window window;
  window.kind = Window::Kind::kColumns;
  window.num_rows = 512;
  window.num_columns = 100;
  window.elements = 51200;
  std::vector<float> scratch(window.elements);
  load_window(file, layout, window, scratch.data());
  EXPECT_EQ(file.reads(), 1u);
}

}  // namespace
}  // namespace qgpu
