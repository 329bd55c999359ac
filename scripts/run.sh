#!/usr/bin/env bash
# From a bare machine to the main job: sets up, builds the `local` preset, makes the sample data and measures the round
# trip of its weights. `local` is `release` with code for this machine's GPU alone, or PTX where there is none: machine
# code for every architecture takes many times as long.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh"
. "$root/build/env.sh"
cd "$root"

architecture=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -d .) || true
echo "run.sh: building build/local/qgpu, some minutes the first time" >&2
cmake --preset local ${architecture:+-DCMAKE_CUDA_ARCHITECTURES="$architecture"} >/dev/null
cmake --build --preset local --target qgpu_cli -- --quiet >&2

qgpu=build/local/qgpu
show() { echo "\$ $*" >&2; "$@"; }
show "$qgpu" gen-data build/sample >&2
show "$qgpu" roundtrip build/sample/weights.npy
