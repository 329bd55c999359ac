#pragma once
#include <string>

namespace qgpu::cli {

/// A folder that is made where it is not there (with its parents), and removed again unless it is kept.
class MadeFolder {
 public:
  /// Throws Error kFile where it cannot be made.
  explicit MadeFolder(const std::string& path);
  ~MadeFolder();
  MadeFolder(const MadeFolder&) = delete;
  MadeFolder& operator=(const MadeFolder&) = delete;

  void keep() { first_made_.clear(); }
  /// `name` in the folder.
  std::string file(const std::string& name) const;

 private:
  std::string path_;
  std::string first_made_;  // the outermost folder that was not there
};

}  // namespace qgpu::cli
