#!/usr/bin/env bash
# From a bare machine to the main job: sets up, builds, makes the sample data and measures the round trip of its weights.
#
#   scripts/run.sh             builds for this machine: its GPU's machine code, or PTX alone where there is none
#   scripts/run.sh --release   builds the `release` preset, with machine code for every architecture (takes much longer)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=local
for argument in "$@"; do
  case $argument in
    --release) preset=release ;;
    *) echo "run.sh: unknown argument $argument (known: --release)" >&2; exit 2 ;;
  esac
done

"$root/scripts/setup.sh"
. "$root/build/env.sh"
cd "$root"

options=()
if [ "$preset" = local ] && capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1); then
  [ -z "$capability" ] || options+=("-DCMAKE_CUDA_ARCHITECTURES=${capability/./}")
fi
echo "run.sh: building build/$preset/qgpu" >&2
cmake --preset "$preset" "${options[@]}" >/dev/null
cmake --build --preset "$preset" --target qgpu_cli -- --quiet >&2

qgpu=build/$preset/qgpu
show() { echo "\$ $*" >&2; "$@"; }
show "$qgpu" gen-data build/sample >&2
show "$qgpu" roundtrip build/sample/weights.npy
