#include "host/cli/session.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "host/io/output_target.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {

Session::Session(const Options& options)
    : options_(options),
      progress_(!options.quiet),
      outputs_(options.fsync ? OutputSet::Flush::kToDisk : OutputSet::Flush::kNo) {}

Backend& Session::backend(KernelTimer* timer) {
  if (!backend_) {
    prepare_report();
    BackendOptions settings = options_.backend;
    settings.timer = timer;
    settings.progress = [this](std::uint64_t done, std::uint64_t total) { progress_.update(done, total); };
    backend_ = make_backend(settings);
    const DeviceInfo& device = backend_->device();
    note(fmt::format("device {} ({}){}{}", device.device, device.name, device.fallback_reason.empty() ? "" : ": ",
                     device.fallback_reason));
  }
  return *backend_;
}

std::unique_ptr<Source> Session::open_codes(const std::string& path) const {
  // A budget covers the pages of a mapped file too: under one, the input is read.
  return open_npy(path, options_.backend.max_host_memory != 0 ? FileAccess::kRead : FileAccess::kMapped);
}

std::unique_ptr<Source> Session::open_values(const std::string& path) const {
  std::unique_ptr<Source> source = open_codes(path);
  const ElementType type = source->info().type;
  if (code_type_of(type)) {
    throw file_error(
        fmt::format("{}: expected values of float32 or float64, found codes of {}", path, element_name(type)));
  }
  return source;
}

Sink& Session::add_output(const std::string& path, const TensorInfo& info) {
  has_stdout_output_ |= io::names_stdout(path);
  return outputs_.add_npy(path, info);
}

Sink& Session::add_text_output(const std::string& path, std::uint64_t expected_bytes) {
  has_stdout_output_ |= io::names_stdout(path);
  return outputs_.add_text(path, expected_bytes);
}

const MadeFolder& Session::make_folder(const std::string& path, const char* name) {
  return folder_.emplace(path, name);
}

void Session::add_text(const std::string& path, std::string_view text) {
  outputs_.add_text(path).write(0, reinterpret_cast<const std::byte*>(text.data()), text.size());
}

void Session::prepare_report() {
  if (report_ != nullptr || !options_.report) return;
  if (io::names_stdout(*options_.report)) {
    if (options_.table || options_.csv)
      throw usage_error(fmt::format("--report: expected another path than -, where {} writes, found -",
                                    options_.table ? "--table" : "--csv"));
    if (has_stdout_output_) throw usage_error("--report: expected another path than OUT, found - twice");
    return;  // the answer goes there anyway
  }
  report_ = &outputs_.add_text(*options_.report);
}

void Session::warn(const std::string& text) {
  if (options_.quiet) return;
  progress_.erase();
  fmt::print(stderr, "qgpu: warning: {}\n", text);
}

void Session::note(const std::string& text) {
  if (!options_.verbose) return;
  progress_.erase();
  fmt::print(stderr, "qgpu: note: {}\n", text);
}

void Session::warn_degenerate(const GivenRange& range, const DerivedParameters& derived) {
  const bool is_zero = range.lo == 0 && range.hi == 0;
  if (derived.degenerate == 0 || (is_zero && derived.lossy_degenerate == 0)) return;
  warn(fmt::format("LO HI: degenerate, {} {} is too narrow for a normal float32 scale; the scale is 1", range.lo,
                   range.hi));
}

void Session::warn_degenerate(const std::string& name, const DerivedParameters& derived) {
  if (derived.lossy_degenerate == 0) return;
  const std::size_t groups = derived.parameters.size();
  warn(fmt::format("{}: {}degenerate: values not all zero, but too small for a normal float32 scale; they become 0",
                   name, groups == 1 ? "" : fmt::format("{} of {} groups ", derived.lossy_degenerate, groups)));
}

void Session::finish(const std::string& document, const std::string& text) {
  prepare_report();
  if (report_ != nullptr) report_->write(0, reinterpret_cast<const std::byte*>(document.data()), document.size());
  progress_.erase();
  note(fmt::format("took {:.3f} s", std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count()));
  const std::string_view answer = options_.table || options_.csv ? text : document;
  outputs_.commit(has_stdout_output_ ? std::string_view() : answer);
  if (folder_) folder_->keep();
}

int Session::fail_check(const std::string& what) {
  fmt::print(stderr, "qgpu: {}\n", what);
  return 1;
}

}  // namespace qgpu::cli
