#include "host/cpu/simd/simd_level.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "qgpu/backend.hpp"
#include "qgpu/error.hpp"

namespace qgpu {
namespace {

/// QGPU_SIMD for the life of a test.
class SimdLevelTest : public testing::Test {
 protected:
  SimdLevelTest() : before_(std::getenv("QGPU_SIMD") != nullptr ? std::getenv("QGPU_SIMD") : "") {}
  ~SimdLevelTest() override { setenv("QGPU_SIMD", before_.c_str(), 1); }
  static void set(const char* value) { setenv("QGPU_SIMD", value, 1); }

 private:
  std::string before_;
};

TEST_F(SimdLevelTest, TheEnvironmentChoosesAndTheBackendSaysSo) {
  set("baseline");
  EXPECT_EQ(make_cpu_backend({})->device().simd, "baseline");
  if (cpu::has_simd_level(cpu::SimdLevel::kAvx2)) {
    set("avx2");
    EXPECT_EQ(make_cpu_backend({})->device().simd, "avx2");
  }
}

TEST_F(SimdLevelTest, AnUnknownLevelIsAnError) {
  for (const char* name : {"avx", "AVX2", "avx2 ", "neon"}) {
    set(name);
    try {
      make_cpu_backend({});
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_EQ(std::string(error.what()),
                "QGPU_SIMD: expected avx512, avx2 or baseline, found '" + std::string(name) + "'");
    }
  }
}

TEST_F(SimdLevelTest, AnEmptyValueChoosesNothing) {
  set("");
  EXPECT_EQ(cpu::choose_simd_level(), cpu::has_simd_level(cpu::SimdLevel::kAvx512) ? cpu::SimdLevel::kAvx512
                                      : cpu::has_simd_level(cpu::SimdLevel::kAvx2) ? cpu::SimdLevel::kAvx2
                                                                                   : cpu::SimdLevel::kBaseline);
}

}  // namespace
}  // namespace qgpu
