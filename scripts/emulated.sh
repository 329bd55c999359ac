#!/usr/bin/env bash
# emulated.sh EMULATOR [--full]: the CUDA tests of build/ci on emulated GPUs. EMULATOR is the folder with its libcudart.so.13.
# Once plain and whole; once with every check of the emulator; then a quick part under random schedules, delayed
# streams, other devices and little memory. --full takes the whole suite for those as well, on every device.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
emulator=$(realpath "$1")
full=${2:-}
cd "$root" || exit 1
export LD_LIBRARY_PATH=$emulator QGPU_REQUIRE_CUDA=1
tests=build/ci/tests/test_cuda
logs=build/emulated
rm -rf "$logs"
mkdir -p "$logs"
seed=${QGPU_SEED:-$((RANDOM * 32768 + RANDOM))}
whole='-*Slow*'
quick=$whole
[ "$full" ] || quick='*Quick*:*Agreement*-*Slow*'
failed=0 count=0

run() {  # run NAME FILTER [VARIABLE=VALUE...]: the test program once, in as many parts as there are cores
  local name=$1 filter=$2 start=$SECONDS shards pid i pids=() status=0
  shift 2
  shards=$(nproc)
  for ((i = 0; i < shards; i++)); do
    env "$@" GTEST_TOTAL_SHARDS="$shards" GTEST_SHARD_INDEX="$i" "$tests" --gtest_filter="$filter" --gtest_brief=1 >"$logs/$name.$i.log" 2>&1 &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid" || status=$?; done
  report "$name" $status $((SECONDS - start)) "$(cat "$logs/$name".*.log | grep -oE '[0-9]+ tests? from' | awk '{n += $1} END {print n + 0}') tests  $*"
}
report() {  # report NAME STATUS SECONDS WHAT
  count=$((count + 1))
  if [ "$2" = 0 ]; then
    printf '%-12s passed %4d s  %s\n' "$1" "$3" "$4"
  else
    failed=$((failed + 1))
    printf '%-12s FAILED %4d s  %s (status %d)\n' "$1" "$3" "$4" "$2"
    tail -qn 25 "$logs/$1".*.log
  fi
}

small_memory() {  # a tensor of 300 MiB through a device of 64 MiB: the answer of the CPU
  local start=$SECONDS file=$root/$logs/large.npy qgpu=$root/build/ci/qgpu status=0
  python3 tests/conformance/large_npy.py "$file" $((300 << 18)) "$seed"
  "$qgpu" roundtrip "$file" --device cpu >"$logs/memory.cpu.log" &&
    CUDAEMU_MEMORY=64M "$qgpu" roundtrip "$file" --device cuda >"$logs/memory.cuda.log" &&
    python3 tests/conformance/same_answer.py "$logs/memory.cpu.log" "$logs/memory.cuda.log" >"$logs/memory.diff.log" || status=$?
  rm -f "$file"
  report memory $status $((SECONDS - start)) "300 MiB on a device of 64 MiB, the bits of the CPU"
}

small_memory_program() {  # a StableHLO program with tensors of up to 4 MiB on a device of 2 MiB
  local start=$SECONDS program=$root/data/stablehlo/windows.mlir qgpu=$root/build/ci/qgpu status=0
  "$qgpu" stablehlo run "$program" --device cpu --output-dir "$logs/cpu" >"$logs/program.cpu.log" &&
    CUDAEMU_MEMORY=2M "$qgpu" stablehlo run "$program" --device cuda --output-dir "$logs/cuda" >"$logs/program.0.log" 2>&1 &&
    grep -qF '"cpu_ops": ["stablehlo.convert", "stablehlo.iota", "stablehlo.shift_right_logical", "stablehlo.xor"]' "$logs/program.0.log" && diff -r "$logs/cpu" "$logs/cuda" || status=$?
  report program $status $((SECONDS - start)) "a StableHLO program on a device of 2 MiB, the bits of the CPU"
}

[ -x "$tests" ] || { echo "emulated.sh: $tests is missing: build the ci preset first" >&2; exit 1; }
run plain "$whole"
run check "$whole" CUDAEMU_CHECK=all
for i in 1 2 3 4 5; do
  run "sched-$i" "$quick" CUDAEMU_SCHED=$((seed + i))
  run "async-$i" "$quick" CUDAEMU_ASYNC=$((seed + i))
done
devices=(t4 a100 h200 rtx4090)
[ "$full" ] || devices=("${devices[seed % 4]}" "${devices[(seed + 1) % 4]}")
for device in "${devices[@]}"; do
  run "$device" "$quick" CUDAEMU_DEVICE="$device"
done
small_memory
small_memory_program
echo "$((count - failed)) passed, $failed failed"
exit $((failed > 0))
