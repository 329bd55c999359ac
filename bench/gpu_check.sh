#!/usr/bin/env bash
# gpu_check.sh [--emulated EMULATOR]: everything that only a GPU can tell, in under eight minutes, into one dated file
# under bench/results/. Builds for the GPU that is found, runs the CUDA tests and compute-sanitizer, the order of the
# streams, qgpu bench, which times a copy on the GPU beside each kernel, torch on the same GPU where it is installed, and
# whole processes beside cp.
# --emulated rehearses it without a GPU, on the program of the ci preset and the libcudart of the folder EMULATOR: no
# sanitizer, the kernels' counts in its place, and nothing in the file is then a measurement.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
emulated=
case ${1:-} in
  '') ;;
  --emulated) emulated=$(realpath "${2:?gpu_check.sh: --emulated needs the folder of the emulator}") ;;
  *) echo "gpu_check.sh: unknown argument $1 (known: --emulated EMULATOR)" >&2; exit 2 ;;
esac
cd "$root" || exit 1
[ -f build/env.sh ] && . build/env.sh
limit=$((SECONDS + 465))
passed=0 failed=0

if [ "$emulated" ]; then
  build=build/ci device=emulated
  export LD_LIBRARY_PATH=$emulated
  filter='*NoWindow*:*ANan*'
  bench_options=(--bytes 1M --samples 3)
  end_to_end_elements=$((1 << 20))
else
  build=build/gpu
  device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1) || { echo "gpu_check.sh: no GPU (nvidia-smi)" >&2; exit 4; }
  architecture=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
  filter='-*Slow*'
  bench_options=(--bytes 1G --samples 21)
  end_to_end_elements=$((1 << 29))
fi
mkdir -p bench/results
result=bench/results/$(date -u +%Y-%m-%d)-$(tr ' A-Z' '-a-z' <<<"${device#NVIDIA }").md

step() {  # step TITLE SECONDS COMMAND...: its output and status go to the result file; no step runs past the limit
  local title=$1 allowed=$2 start=$SECONDS status output
  shift 2
  ((allowed < limit - SECONDS)) || allowed=$((limit - SECONDS))
  if ((allowed <= 0)); then
    status=124 output="not run: no time left"
  else
    output=$(timeout "$allowed" "$@" 2>&1)
    status=$?
  fi
  ((status == 0)) && passed=$((passed + 1)) || failed=$((failed + 1))
  printf '\n## %s\n\n`%s`: status %d, %d s\n\n```\n%s\n```\n' "$title" "$*" $status $((SECONDS - start)) "$(tail -n 80 <<<"$output")" >>"$result"
  printf '%-20s status %d, %d s\n' "$title" $status $((SECONDS - start))
  return $status
}
machine() {
  git rev-parse HEAD
  uname -srm
  [ "$emulated" ] || nvidia-smi --query-gpu=name,driver_version,compute_cap,memory.total,clocks.sm,clocks.max.sm,clocks.mem,clocks.max.mem,power.limit --format=csv
}
build_for_gpu() {
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CUDA_ARCHITECTURES="$architecture" \
    -DCMAKE_CUDA_RUNTIME_LIBRARY=Shared >/dev/null && cmake --build "$build" --target qgpu_cli test_cuda -- --quiet
}
end_to_end() {  # whole processes on a file in the page cache, beside cp: what copies and the disk leave of the kernels
  local folder status=0
  folder=$(mktemp -d) || return
  python3 tests/conformance/large_npy.py "$folder/in.npy" "$end_to_end_elements" 1
  local TIMEFORMAT='%R s' device
  for ((i = 0; i < 3; i++)); do
    printf 'cp                 '; time cp "$folder/in.npy" "$folder/copy.npy"; rm "$folder/copy.npy"
    for device in cuda cpu; do
      printf '%-19s' "quantize $device"; time "$build/qgpu" quantize "$folder/in.npy" "$folder/out.$device.npy" --device $device >/dev/null || status=1
      printf '%-19s' "roundtrip $device"; time "$build/qgpu" roundtrip "$folder/in.npy" --device $device >/dev/null || status=1
    done
  done
  cmp "$folder/out.cuda.npy" "$folder/out.cpu.npy" || status=1
  rm -r "$folder"
  return $status
}
export -f build_for_gpu machine end_to_end
export build end_to_end_elements architecture=${architecture:-} emulated

echo "# GPU check, $device, $(date -u '+%Y-%m-%d %H:%M') UTC" >"$result"
[ ! "$emulated" ] || printf '\n**Emulated: no figure below was measured on a GPU. Times of qgpu bench are those of the emulator on a CPU and say nothing of any GPU; figures of kernel_counts.py are a model.**\n' >>"$result"
step machine 20 bash -c machine
[ "$emulated" ] || step build 240 bash -c build_for_gpu || exit 1
export QGPU_REQUIRE_CUDA=1
step tests 120 "$build/tests/test_cuda" --gtest_filter="$filter" --gtest_brief=1
if [ ! "$emulated" ] && command -v compute-sanitizer >/dev/null; then
  step memcheck 60 compute-sanitizer --error-exitcode 9 "$build/tests/test_cuda" --gtest_filter='*NoWindow*:*ANan*' --gtest_brief=1
  step racecheck 60 compute-sanitizer --tool racecheck --error-exitcode 9 "$build/tests/test_cuda" --gtest_filter='*NoWindow*:*ANan*' --gtest_brief=1
fi
step 'order of streams' 30 python3 tests/cuda/stream_order.py --qgpu "$build/qgpu"
step bench 120 "$build/qgpu" bench --device cuda "${bench_options[@]}" --table
[ "$emulated" ] || step peers 60 python3 bench/gpu_peers.py
step 'end to end' 60 bash -c end_to_end
[ ! "$emulated" ] || step 'kernel counts' 180 python3 bench/kernel_counts.py --qgpu "$build/qgpu"
printf '\n%d passed, %d failed, %d s\n' $passed $failed $SECONDS | tee -a "$result"
echo "$result"
exit $((failed > 0))
