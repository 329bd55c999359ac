#pragma once
#include <string>

namespace qgpu::cli {

/// A folder that is made where it is not there (with its parents), and removed again unless it is kept. Outputs in it
/// must be gone by then: it lives longer than their set.
class MadeFolder {
 public:
  /// `name` is what the user calls it. Throws Error kFile where it cannot be made, kUsage for `-`.
  MadeFolder(const std::string& path, const char* name);
  ~MadeFolder();
  MadeFolder(const MadeFolder&) = delete;
  MadeFolder& operator=(const MadeFolder&) = delete;

  void keep() { first_made_.clear(); }
  /// `name` in the folder.
  std::string file(const std::string& name) const;

 private:
  void remove() const;

  std::string path_;
  std::string first_made_;  // the outermost folder that was not there
};

}  // namespace qgpu::cli
