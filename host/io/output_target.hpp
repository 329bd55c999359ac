#pragma once
#include <sys/stat.h>

#include <string>

namespace qgpu::io {

/// Where an output goes, found out before anything is made.
struct OutputTarget {
  enum class Kind {
    kFile,     ///< a regular file, there or not: replaced by a rename
    kSpecial,  ///< a device, pipe or socket: written directly
    kStdout,
  };
  Kind kind = Kind::kFile;
  std::string name;    ///< as given, for messages
  std::string path;    ///< symbolic links followed
  std::string folder;  ///< of `path`
  bool exists = false;
  bool is_terminal = false;
  mode_t mode = 0;  ///< permissions of the existing file
  // Two targets are one if these agree: of a file its folder's identity and its name there, else its own identity.
  dev_t device = 0;
  ino_t inode = 0;
  std::string leaf;

  bool is_same(const OutputTarget& other) const;
};

/// True of `-` and the system's names of standard output.
bool names_stdout(const std::string& path);

/// Throws Error kFile for what cannot be written: a directory, a folder that is not there or not writable.
OutputTarget resolve_target(const std::string& path);

}  // namespace qgpu::io
