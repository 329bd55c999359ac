#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "qgpu/tensor.hpp"

namespace qgpu {

/// Several outputs that appear together, each whole or not at all.
///
/// Every output is a temporary file in its target's folder until `commit`; whatever ends the set before that (an error,
/// a signal, see host/io/signals.hpp) removes the temporaries and leaves old outputs as they were. An existing target
/// keeps its mode, a new one follows the umask; a symbolic link is followed, a hard link broken; a target may be an
/// input, as that stays open. What is no regular file (a pipe, /dev/null, `-` for the standard output) is written at
/// `commit` from a copy in $TMPDIR.
///
/// All members throw Error kFile, naming the path as it was given, where a file cannot be made or written; not safe to
/// call from several threads, but for `Sink::write`.
class OutputSet {
 public:
  enum class Flush {
    kNo,
    kToDisk,  ///< files and folders are synchronised with the disk before and after the renames
  };

  explicit OutputSet(Flush flush = Flush::kNo);
  ~OutputSet();
  OutputSet(const OutputSet&) = delete;
  OutputSet& operator=(const OutputSet&) = delete;

  /// An array, as numpy.save would write it: `info`'s type in little-endian order (whatever `big_endian` says), order
  /// and shape. The sink takes its data from offset 0 on and lives as long as the set; what is never written is zero.
  /// Throws Error kUsage for a path that is in the set already, and for a terminal; kFile where the data would not fit
  /// the free space.
  Sink& add_npy(const std::string& path, const TensorInfo& info);

  /// A text file, to be written before `commit`. Throws Error kUsage for a path that is in the set already, kFile where
  /// `expected_bytes` would not fit the free space.
  Sink& add_text(const std::string& path, std::uint64_t expected_bytes = 0);

  /// Completes all temporaries, writes the targets that are not regular files, then the standard output (`-`'s data,
  /// then `stdout_text`), then renames: the output that was added first last. A signal that comes during the renames
  /// waits for their end.
  void commit(std::string_view stdout_text = {});

 private:
  class Output;
  Output& add(const std::string& path, std::uint64_t expected_bytes, bool is_text);
  void check_free_space();

  Flush flush_;
  std::vector<std::unique_ptr<Output>> outputs_;
};

}  // namespace qgpu
