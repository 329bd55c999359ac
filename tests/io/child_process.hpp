#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>

#include "qgpu/error.hpp"

namespace qgpu {

/// Runs `body` in a forked process, which exits with its result, or as the program does for an Error.
template <class Body>
pid_t start_child(Body&& body) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  int status = 99;
  try {
    status = body();
  } catch (const Error& error) {
    status = error.kind() == ErrorKind::kUsage ? 2 : error.kind() == ErrorKind::kFile ? 3 : 70;
  } catch (const std::exception&) {
    status = 98;
  }
  ::_exit(status);
}

/// The exit status; 1000 + the signal where one ended the process.
inline int wait_for(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace qgpu
