#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "host/cli/app.hpp"
#include "host/io/signals.hpp"
#include "qgpu/error.hpp"

namespace {

int exit_code(qgpu::ErrorKind kind) {
  switch (kind) {
    case qgpu::ErrorKind::kUsage:
      return 2;
    case qgpu::ErrorKind::kFile:
      return 3;
    case qgpu::ErrorKind::kDevice:
      return 4;
    case qgpu::ErrorKind::kInternal:
      return 70;
  }
  return 70;
}

/// An error is one line, whatever bytes a path in it has.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

int report(const std::string& text, int code) {
  fmt::print(stderr, "qgpu: {}\n", one_line(text));
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    qgpu::io::install_signal_handlers();
    return qgpu::cli::run_program({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const qgpu::Error& error) {
    if (error.is_stdout_closed()) return exit_code(error.kind());
    return report(error.what(), exit_code(error.kind()));
  } catch (const std::bad_alloc&) {
    return report("memory: expected more of it, found none left (--max-host-memory bounds the buffers)", 3);
  } catch (const std::exception& error) {
    return report(std::string("internal error: ") + error.what(), 70);
  }
}
