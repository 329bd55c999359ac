#pragma once
// An independent, slow reference: ARITHMETIC.md written down once more, for one tensor in memory, by other means than
// qgpu's (a group is a list of stored indices; quotients are rounded from float64; nothing of qgpu is included).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace reference {

inline constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

/// A tensor's shape, how it is stored, and its groups: boxes of `block` (an extent for each logical axis; 0 where
/// the axis is not divided).
struct Grid {
  std::vector<std::uint64_t> shape;
  bool fortran = false;
  std::vector<std::uint64_t> block;
};

/// Codes and how they follow from a range.
struct Codes {
  int qmin, qmax;
  bool symmetric = false;
  bool stablehlo = false;
};

struct Params {
  float scale;
  int zero_point;
  bool degenerate = false;
};

struct Nonfinite {
  std::uint64_t nan = 0, posinf = 0, neginf = 0, first_nan = kNone, first_inf = kNone;
};

struct Sums {
  double a = 0, b = 0, x = 0, c = 0, q = 0;
};

struct Errors {
  Sums sums;
  std::uint64_t finite = 0, clipped = 0;
  float largest = 0;
  std::uint64_t index = kNone;
  bool within = true;
};

struct Group {
  std::vector<std::uint64_t> members;  ///< stored indices, ascending
  float min = std::numeric_limits<float>::infinity();
  float max = -std::numeric_limits<float>::infinity();
  Params params{};
  Errors errors;
};

struct Outcome {
  std::vector<Group> groups;
  Nonfinite nonfinite;
  std::vector<int> codes;
  std::vector<float> restored;
  Errors tensor;
  double bound = 0;
};

/// Coordinates of a stored element, one a stored axis.
inline std::vector<std::uint64_t> coordinates(const std::vector<std::uint64_t>& shape, std::uint64_t index) {
  std::vector<std::uint64_t> at(shape.size());
  for (std::size_t d = shape.size(); d-- > 0; index /= shape[d]) at[d] = index % shape[d];
  return at;
}

inline std::uint64_t flat(const std::vector<std::uint64_t>& shape, const std::vector<std::uint64_t>& at) {
  std::uint64_t index = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) index = index * shape[d] + at[d];
  return index;
}

inline std::vector<std::uint64_t> stored(const Grid& grid, std::vector<std::uint64_t> axes) {
  if (grid.fortran) std::reverse(axes.begin(), axes.end());
  return axes;
}

inline std::uint64_t logical_index(const Grid& grid, std::uint64_t index) {
  return flat(grid.shape, stored(grid, coordinates(stored(grid, grid.shape), index)));
}

/// Groups in C order of the stored tensor's parameter array.
inline std::vector<Group> make_groups(const Grid& grid, std::uint64_t count) {
  const auto shape = stored(grid, grid.shape);
  const auto block = stored(grid, grid.block);
  std::vector<std::uint64_t> parameter_shape(shape.size());
  std::uint64_t num_groups = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    parameter_shape[d] = block[d] == 0 ? 1 : (shape[d] + block[d] - 1) / block[d];
    num_groups *= parameter_shape[d];
  }
  std::vector<Group> groups(num_groups);
  for (std::uint64_t i = 0; i < count; ++i) {
    auto at = coordinates(shape, i);
    for (std::size_t d = 0; d < at.size(); ++d) at[d] = block[d] == 0 ? 0 : at[d] / block[d];
    groups[flat(parameter_shape, at)].members.push_back(i);
  }
  return groups;
}

inline double round_half_even(double t) {
  const double below = std::floor(t);
  const double part = t - below;
  if (part != 0.5) return part < 0.5 ? below : below + 1;
  return std::fmod(below, 2.0) == 0 ? below : below + 1;
}

/// Sections 3 and 4; lo <= 0 <= hi.
inline Params derive(double lo, double hi, const Codes& codes) {
  const double steps = codes.symmetric ? codes.qmax : codes.qmax - codes.qmin;
  const double s64 = (codes.symmetric ? std::max(-lo, hi) : hi - lo) / steps;
  const auto scale = static_cast<float>(s64);
  if (scale < std::numeric_limits<float>::min()) return {1, std::clamp(0, codes.qmin, codes.qmax), true};
  if (codes.symmetric) return {scale, 0};
  const double z = round_half_even(codes.qmin - lo / s64);
  return {scale, static_cast<int>(std::clamp<double>(z, codes.qmin, codes.qmax))};
}

/// x / s rounded to float32: a float64 quotient of two float32 has digits enough to be rounded again.
inline double quotient(float x, float s) { return static_cast<float>(static_cast<double>(x) / static_cast<double>(s)); }

/// The code before it is clamped, of a value that is not NaN.
inline double free_code(float x, const Params& p, const Codes& codes) {
  const double t = quotient(x, p.scale);
  if (std::isinf(t)) return t;
  if (codes.stablehlo) return round_half_even(static_cast<float>(t + p.zero_point));
  return round_half_even(t) + p.zero_point;
}

inline int code(float x, const Params& p, const Codes& codes) {
  if (std::isnan(x)) return p.zero_point;
  return static_cast<int>(std::clamp<double>(free_code(x, p, codes), codes.qmin, codes.qmax));
}

inline float restore(int code, const Params& p) {
  return static_cast<float>(static_cast<double>(code - p.zero_point) * static_cast<double>(p.scale));
}

inline int exponent_of(float scale) { return std::clamp(std::ilogb(scale), -127, 126); }

/// The float32 tree of one tile's 128 lanes.
inline float fold_lanes(std::vector<float> lanes) {
  std::vector<float> v(32);
  for (int l = 0; l < 32; ++l) v[l] = (lanes[4 * l] + lanes[4 * l + 1]) + (lanes[4 * l + 2] + lanes[4 * l + 3]);
  for (int h = 16; h > 0; h /= 2) {
    for (int l = 0; l < h; ++l) v[l] = v[l] + v[l + h];
  }
  return v[0];
}

/// The float64 fold of a list.
inline double fold(std::vector<double> list) {
  if (list.empty()) return 0;
  while (list.size() > 1) {
    std::vector<double> next;
    for (std::size_t begin = 0; begin < list.size(); begin += 64) {
      std::vector<double> v(64, 0.0);
      for (std::size_t i = begin; i < std::min(list.size(), begin + 64); ++i) v[i - begin] = list[i];
      for (int h = 32; h > 0; h /= 2) {
        for (int i = 0; i < h; ++i) v[i] = v[i] + v[i + h];
      }
      next.push_back(v[0]);
    }
    list = next;
  }
  return list[0];
}

inline Sums fold(const std::vector<Sums>& list) {
  Sums sums;
  for (double Sums::*part : {&Sums::a, &Sums::b, &Sums::x, &Sums::c, &Sums::q}) {
    std::vector<double> values;
    for (const Sums& each : list) values.push_back(each.*part);
    sums.*part = fold(values);
  }
  return sums;
}

/// Section 7 for one group.
inline Errors measure(const Group& group, const std::vector<float>& values, const Grid& grid, const Codes& codes) {
  const Params& p = group.params;
  const float k = std::ldexp(1.0f, -exponent_of(p.scale));
  Errors errors;
  std::vector<Sums> tiles;
  for (std::size_t begin = 0; begin < group.members.size(); begin += 1024) {
    std::vector<float> a(128), b(128), x2(128), c(128);
    double q = 0;
    for (std::size_t j = begin; j < std::min(group.members.size(), begin + 1024); ++j) {
      const float x = values[group.members[j]];
      if (!std::isfinite(x)) continue;
      const int difference = code(x, p, codes) - p.zero_point;
      const float e = std::fabs(x - restore(difference + p.zero_point, p));
      const float scaled = e * k;
      const float y = x * k;
      const std::size_t m = (j - begin) % 128;
      a[m] += scaled;
      b[m] = std::fma(scaled, scaled, b[m]);
      x2[m] = std::fma(y, y, x2[m]);
      c[m] = std::fma(y, static_cast<float>(difference), c[m]);
      q += static_cast<double>(difference) * difference;
      ++errors.finite;
      const double wanted = free_code(x, p, codes);
      errors.clipped += wanted < codes.qmin || wanted > codes.qmax;
      const std::uint64_t index = logical_index(grid, group.members[j]);
      if (e > errors.largest || (e == errors.largest && index < errors.index)) errors.index = index;
      errors.largest = std::max(errors.largest, e);
    }
    tiles.push_back({fold_lanes(a), fold_lanes(b), fold_lanes(x2), fold_lanes(c), q});
  }
  const Sums steps = fold(tiles);
  const double unit = std::pow(2.0, exponent_of(p.scale));
  const double s = p.scale;
  errors.sums = {steps.a * unit, steps.b * (unit * unit), steps.x * (unit * unit), steps.c * unit * s,
                 steps.q * (s * s)};
  errors.within = errors.largest <= s / 2 + (codes.qmax - codes.qmin) * std::pow(2.0, -23) * s;
  return errors;
}

/// What a tensor gives: `params` (one a group, or one for all) in place of the observed ranges' where not empty.
inline Outcome run(const std::vector<float>& values, const Grid& grid, const Codes& codes,
                   const std::vector<Params>& params = {}) {
  Outcome outcome;
  outcome.groups = make_groups(grid, values.size());
  outcome.codes.resize(values.size());
  outcome.restored.resize(values.size());
  std::vector<Sums> group_sums;
  for (std::size_t g = 0; g < outcome.groups.size(); ++g) {
    Group& group = outcome.groups[g];
    for (const std::uint64_t i : group.members) {
      const float x = values[i];
      const std::uint64_t index = logical_index(grid, i);
      Nonfinite& bad = outcome.nonfinite;
      if (std::isnan(x)) {
        ++bad.nan;
        bad.first_nan = std::min(bad.first_nan, index);
      } else if (std::isinf(x)) {
        ++(x > 0 ? bad.posinf : bad.neginf);
        bad.first_inf = std::min(bad.first_inf, index);
      } else {
        group.min = std::min(group.min, x == 0 ? 0.0f : x);
        group.max = std::max(group.max, x == 0 ? 0.0f : x);
      }
    }
    group.params = params.empty() ? derive(std::min(0.0f, group.min), std::max(0.0f, group.max), codes)
                                  : params[params.size() == 1 ? 0 : g];
    for (const std::uint64_t i : group.members) {
      outcome.codes[i] = code(values[i], group.params, codes);
      outcome.restored[i] = restore(outcome.codes[i], group.params);
    }
    group.errors = measure(group, values, grid, codes);
    group_sums.push_back(group.errors.sums);
    Errors& tensor = outcome.tensor;
    tensor.finite += group.errors.finite;
    tensor.clipped += group.errors.clipped;
    tensor.within = tensor.within && group.errors.within;
    if (group.errors.largest > tensor.largest) {
      tensor.largest = group.errors.largest;
      tensor.index = group.errors.index;
    } else if (group.errors.largest == tensor.largest) {
      tensor.index = std::min(tensor.index, group.errors.index);
    }
    outcome.bound = std::max(outcome.bound, group.params.scale / 2.0);
  }
  outcome.tensor.sums = fold(group_sums);
  return outcome;
}

}  // namespace reference
