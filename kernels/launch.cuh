#pragma once
// What the window loop launches. Every launcher takes its configuration and stream, allocates nothing, and does nothing
// for an empty window.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "kernels/tuning.hpp"
#include "kernels/window_view.hpp"
#include "qgpu/arith.hpp"

namespace qgpu::cuda {

/// Ranges of groups while they grow, and the parameters they give, arrays by group of the window. Zeros are the empty
/// state. `keys[2 g]` orders the largest value as an unsigned integer, `keys[2 g + 1]` the negated smallest one.
struct GroupState {
  std::uint32_t* keys;
  std::uint32_t* finished;  ///< tiles that have gone into a group's range
  float* scale;
  std::int32_t* zero_point;
};

/// The order of finite floats as unsigned integers above 0.
QGPU_HD inline std::uint32_t range_key(float x) {
  const std::uint32_t bits = arith::bits_of(x);
  return (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
}
QGPU_HD inline float value_of_key(std::uint32_t key) {
  return arith::float_of((key >> 31) != 0 ? key & 0x7fffffffu : ~key);
}

/// Counts of a window. Zeros are the empty state: a first index is kept as its complement, which grows.
struct WindowCounts {
  unsigned long long nan, posinf, neginf, clipped;
  unsigned long long before_nan, before_inf;  ///< ~first logical index
  std::uint32_t keys[2];                      ///< dequantize: of the values written, see GroupState
  std::uint32_t max_error_bits;               ///< roundtrip: the largest error, of a float
  std::uint32_t blocks_done;
  std::uint32_t beyond_bound;           ///< roundtrip that folds: groups with an error beyond their bound
  unsigned long long before_max_error;  ///< ~logical index of it, the lowest among equals; 0 without finite elements
};

/// How scale and zero point of a group follow from its range, where they do.
enum class Derivation { kNone, kRange, kDynamic };

struct SchemeView {
  arith::CodeLimits limits;
  bool symmetric;
  bool stablehlo_order;
  Derivation derivation;
};

/// Parameters by group of the window; `step` 0: one for all.
struct ParameterView {
  const float* scale;
  const std::int32_t* zero_point;
  std::uint64_t step;
};

/// A tile of a group after a round trip: sums in steps, and what else merges. Tile t of group g is at t * num_groups +
/// g.
struct alignas(16) TileStats {
  float a, b, x, c;
  std::uint64_t q;
  float max_abs_error;  ///< +infinity where a restored value overflowed
  std::uint16_t finite;
  std::uint16_t clipped;
};

/// The largest error that a warp or block has met; negative: none. Without an index yet, its tile is still to be
/// searched. Windows have less than 2^32 tiles.
struct alignas(16) LargestError {
  float error;
  std::uint32_t tile;
  std::uint64_t index;
};

/// Where a round trip leaves what it finds.
struct RoundtripOutput {
  TileStats* tiles;
  arith::Sums* runs;            ///< instead of `tiles`, where folds_groups: of each 64 groups, in units; else null
  std::uint64_t* tile_indices;  ///< logical index of each tile's largest error; null where not wanted
  LargestError* largest;        ///< room for `max_blocks(config)`
  WindowCounts* counts;
};

/// Adds the window to the ranges of its groups. With a derivation, the warp that brings a group's last tile leaves its
/// scale and zero point.
void launch_ranges(const WindowView& view, const float* values, const GroupState& state, const SchemeView& scheme,
                   WindowCounts* counts, LaunchConfig config, cudaStream_t stream);

void launch_quantize(const WindowView& view, const float* values, const ParameterView& parameters,
                     const SchemeView& scheme, std::uint8_t* codes, WindowCounts* counts, LaunchConfig config,
                     cudaStream_t stream);

void launch_dequantize(const WindowView& view, const std::uint8_t* codes, bool is_signed,
                       const ParameterView& parameters, float* values, WindowCounts* counts, LaunchConfig config,
                       cudaStream_t stream);

void launch_roundtrip(const WindowView& view, const float* values, const ParameterView& parameters,
                      const SchemeView& scheme, const RoundtripOutput& output, LaunchConfig config,
                      cudaStream_t stream);

/// The same where groups are columns, see columns.cuh; taken by the launchers above.
void launch_ranges_columns(const WindowView& view, const float* values, const GroupState& state,
                           const SchemeView& scheme, WindowCounts* counts, LaunchConfig config, cudaStream_t stream);
void launch_quantize_columns(const WindowView& view, const float* values, const ParameterView& parameters,
                             const SchemeView& scheme, std::uint8_t* codes, WindowCounts* counts, LaunchConfig config,
                             cudaStream_t stream);
void launch_dequantize_columns(const WindowView& view, const std::uint8_t* codes, bool is_signed,
                               const ParameterView& parameters, float* values, WindowCounts* counts,
                               LaunchConfig config, cudaStream_t stream);
void launch_roundtrip_columns(const WindowView& view, const float* values, const ParameterView& parameters,
                              const SchemeView& scheme, const RoundtripOutput& output, LaunchConfig config,
                              cudaStream_t stream);

/// The same where groups are short runs, see block_tile.cuh; taken by the launchers above.
void launch_ranges_blocks(const WindowView& view, const float* values, const GroupState& state,
                          const SchemeView& scheme, WindowCounts* counts, LaunchConfig config, cudaStream_t stream);
void launch_quantize_blocks(const WindowView& view, const float* values, const ParameterView& parameters,
                            const SchemeView& scheme, std::uint8_t* codes, WindowCounts* counts, LaunchConfig config,
                            cudaStream_t stream);
void launch_dequantize_blocks(const WindowView& view, const std::uint8_t* codes, bool is_signed,
                              const ParameterView& parameters, float* values, WindowCounts* counts, LaunchConfig config,
                              cudaStream_t stream);
void launch_roundtrip_blocks(const WindowView& view, const float* values, const ParameterView& parameters,
                             const SchemeView& scheme, const RoundtripOutput& output, LaunchConfig config,
                             cudaStream_t stream);

/// What follows when a group's range is known at once: its codes, or what they lose.
struct FusedOutput {
  std::uint8_t* codes;        ///< null where they are not wanted
  RoundtripOutput roundtrip;  ///< read where `codes` is null
  WindowCounts* observed;     ///< counts of the range
  WindowCounts* applied;
};

/// Whether launch_fused takes the window: groups that one team of warps holds in registers, and that it holds whole.
bool can_fuse(const WindowView& view);

/// Whether a round trip of the window can bring each 64 groups to one value, and how many these are.
bool folds_groups(const WindowView& view);
inline std::uint64_t num_runs_of(const WindowView& view) {
  return (view.num_groups + arith::kFoldRun - 1) / arith::kFoldRun;
}

/// Ranges, parameters, and codes or a round trip, from one read. Leaves the keys of every group.
void launch_fused(const WindowView& view, const float* values, const GroupState& state, const SchemeView& scheme,
                  const FusedOutput& output, LaunchConfig config, cudaStream_t stream);

/// The same for short groups, see block_tile.cuh, codes or a round trip; taken by launch_fused.
void launch_fused_blocks(const WindowView& view, const float* values, const GroupState& state, const SchemeView& scheme,
                         const FusedOutput& output, LaunchConfig config, cudaStream_t stream);
void launch_fused_blocks_roundtrip(const WindowView& view, const float* values, const GroupState& state,
                                   const SchemeView& scheme, const FusedOutput& output, LaunchConfig config,
                                   cudaStream_t stream);

/// Whether this build has code for the current device.
bool has_code_for_device();

/// Calls `launch` with a flag as a constant: kernels are compiled for both.
template <class Launch>
void with_flag(bool flag, Launch&& launch) {
  if (flag) {
    launch(std::true_type{});
  } else {
    launch(std::false_type{});
  }
}

/// Blocks that a launch has at most.
std::uint64_t max_blocks(LaunchConfig config);
/// Blocks for `work` pieces of which a block takes `per_block` at a time.
int blocks_for(std::uint64_t work, std::uint64_t per_block, LaunchConfig config);

}  // namespace qgpu::cuda
