#include "host/cli/made_folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace fs = std::filesystem;

MadeFolder::MadeFolder(const std::string& path, const char* name) : path_(path) {
  if (path == "-") {
    throw usage_error(
        fmt::format("{}: expected a folder, found -, which is stdout (a folder of that name is ./-)", name));
  }
  std::error_code error;
  for (fs::path folder = fs::path(path).lexically_normal(); !folder.empty() && !fs::exists(folder, error);
       folder = folder.parent_path()) {
    first_made_ = folder.string();
  }
  fs::create_directories(fs::path(path).lexically_normal(), error);
  if (error || !fs::is_directory(path)) {
    remove();  // parents may be there by now
    throw file_error(fmt::format("{}: expected a folder that is there or can be made: {}", path,
                                 error ? error.message() : "it is something else"));
  }
}

MadeFolder::~MadeFolder() { remove(); }

void MadeFolder::remove() const {
  if (first_made_.empty()) return;
  std::error_code ignored;  // only folders that are empty go: remove, not remove_all
  for (fs::path folder = fs::path(path_).lexically_normal();; folder = folder.parent_path()) {
    fs::remove(folder, ignored);
    if (folder.string() == first_made_ || folder.empty()) break;
  }
}

std::string MadeFolder::file(const std::string& name) const { return (fs::path(path_) / name).string(); }

}  // namespace qgpu::cli
