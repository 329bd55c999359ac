#!/usr/bin/env bash
# From a bare machine to the main job: sets up, builds the `release` preset, makes the sample data and measures the
# round trip of its weights. Machine code for every architecture is a minute of the build on two cores.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh"
. "$root/build/env.sh"
cd "$root"

echo "run.sh: building build/release/qgpu, some minutes the first time" >&2
cmake --preset release >/dev/null
cmake --build --preset release --target qgpu_cli -- --quiet >&2

qgpu=build/release/qgpu
show() { echo "\$ $*" >&2; "$@"; }
show "$qgpu" gen-data build/sample >&2
show "$qgpu" roundtrip build/sample/weights.npy
