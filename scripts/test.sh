#!/usr/bin/env bash
# Sets up, builds and runs every test that this machine can run. CUDA tests need a GPU and are skipped without one.
#
#   scripts/test.sh            the fast suite: a minute once it is built
#   scripts/test.sh --slow     also the exhaustive sweeps
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
labels=fast
for argument in "$@"; do
  case $argument in
    --slow) labels='fast|slow' ;;
    *) echo "test.sh: unknown argument $argument (known: --slow)" >&2; exit 2 ;;
  esac
done

"$root/scripts/setup.sh"
. "$root/build/env.sh"
cd "$root"

# The same program without CUDA, which must build and run where there is no compiler for it.
cmake --preset cpu >/dev/null
cmake --build --preset cpu --target qgpu_cli -- --quiet
cmake --preset ci >/dev/null
cmake --build --preset ci -- --quiet
scripts/smoke.sh build/cpu/qgpu build/ci/qgpu
ctest --test-dir build/ci --label-regex "^($labels)\$" --parallel "$(nproc)" --output-on-failure --no-tests=error --progress </dev/null
