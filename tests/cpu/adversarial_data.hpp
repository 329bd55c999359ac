#pragma once
// Data that show what smooth random data hide: ties, odd zero points, powers of two, code boundaries, subnormals,
// groups without information, NaN and infinities anywhere.
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qgpu {

using Fill = std::function<void(std::vector<float>&)>;

inline std::vector<std::pair<std::string, Fill>> adversarial_fills() {
  const auto each = [](auto make) -> Fill {
    return [make](std::vector<float>& values) {
      std::mt19937 random(20240229);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = make(i, random);
    };
  };
  const auto normal = [](std::mt19937& random) { return std::normal_distribution<float>(0.3f, 2.0f)(random); };
  std::vector<std::pair<std::string, Fill>> fills;
  fills.emplace_back("normal", each([=](std::size_t, auto& r) { return normal(r); }));
  fills.emplace_back("ties", each([](std::size_t i, auto& r) {
                       // Halves of a range of 255 or 254 steps: quotients end in exactly .5.
                       return i == 0 ? -64.0f : (static_cast<float>(static_cast<int>(r() % 511)) - 128.0f) * 0.5f;
                     }));
  fills.emplace_back("one ulp beside ties", each([](std::size_t, auto& r) {
                       const float tie = (static_cast<float>(static_cast<int>(r() % 511)) - 255.0f) * 0.5f;
                       return std::nextafter(tie, r() % 2 == 0 ? -1000.0f : 1000.0f);
                     }));
  fills.emplace_back("powers of two", each([](std::size_t, auto& r) {
                       return std::ldexp(r() % 2 == 0 ? 1.0f : -1.0f, static_cast<int>(r() % 60) - 40);
                     }));
  fills.emplace_back("subnormal", each([](std::size_t, auto& r) {
                       return std::ldexp(static_cast<float>(r() % 2000) - 1000.0f, -149);
                     }));
  fills.emplace_back("smallest normals", each([=](std::size_t, auto& r) { return std::ldexp(normal(r), -118); }));
  fills.emplace_back("largest floats", each([](std::size_t, auto& r) {
                       return std::ldexp(static_cast<float>(r() % 2048) - 1024.0f, 117);
                     }));
  fills.emplace_back("zeros of both signs", each([](std::size_t, auto& r) { return r() % 2 == 0 ? 0.0f : -0.0f; }));
  fills.emplace_back("one value", each([](std::size_t, auto&) { return 0.1f; }));
  fills.emplace_back("positive", each([=](std::size_t, auto& r) { return std::fabs(normal(r)) + 1.0f; }));
  fills.emplace_back("spikes", each([=](std::size_t, auto& r) { return normal(r) * (r() % 97 == 0 ? 1e6f : 1e-3f); }));
  // Tiles of such different weight that a float64 sum of them shows in which order it was taken.
  fills.emplace_back("weights of tiles", each([=](std::size_t i, auto& r) {
                       return std::ldexp(normal(r), static_cast<int>(i / 1024 * 13 % 40) - 20);
                     }));
  fills.emplace_back("scattered non-finite", each([=](std::size_t, auto& r) {
                       const float inf = std::numeric_limits<float>::infinity();
                       const float bad[] = {NAN, inf, -inf};
                       return r() % 301 == 0 ? bad[r() % 3] : normal(r);
                     }));
  fills.emplace_back("groups of NaN", each([=](std::size_t i, auto& r) { return i / 50 % 3 == 0 ? NAN : normal(r); }));
  return fills;
}

/// The fill of that name in `adversarial_fills`.
inline Fill fill_named(std::string_view name) {
  for (const auto& [found, fill] : adversarial_fills()) {
    if (found == name) return fill;
  }
  throw std::invalid_argument("no data are called " + std::string(name));
}

}  // namespace qgpu
