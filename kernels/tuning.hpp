#pragma once
// Launch shapes as data: constexpr, printable, an argument of every launcher, so that tests run them all and the bench
// sweeps them. Results do not depend on them.
#include <cstdint>
#include <string>

namespace qgpu::cuda {

/// `threads` a block (a multiple of 32, at most 512); as many blocks as `blocks_per_multiprocessor` asks for at most,
/// each taking one piece of work after the other.
struct LaunchConfig {
  int threads = 256;
  int blocks_per_multiprocessor = 8;

  friend constexpr bool operator==(const LaunchConfig&, const LaunchConfig&) = default;
};

inline std::string to_string(const LaunchConfig& config) {
  return std::to_string(config.threads) + " threads, " + std::to_string(config.blocks_per_multiprocessor) +
         " blocks a multiprocessor";
}

/// What the backend launches with. Not measured on a GPU yet: the kernels that keep a tile in registers take up to 128
/// of them, so that two blocks fit a multiprocessor; they have 64 KiB of loads under way, and an H200 wants 48.
inline constexpr LaunchConfig kDefaultLaunch{256, 2};

/// Every shape the tests try: the least, the default, the largest.
inline constexpr LaunchConfig kLaunchSweep[] = {{32, 1}, {64, 3}, kDefaultLaunch, {512, 2}};

}  // namespace qgpu::cuda
