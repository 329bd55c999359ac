#!/usr/bin/env bash
# smoke.sh PROGRAM...: each program makes the sample arrays and measures their round trip on the CPU;
# the answers must be the same bytes from all.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
first=
for program in "$@"; do
  program=$(realpath "$program")
  mkdir -p "$scratch/data"
  (cd "$scratch" && "$program" gen-data data >/dev/null && "$program" roundtrip data/weights.npy --axis 0 --device cpu >answer.json)
  if [ -n "$first" ]; then
    cmp "$scratch/first.json" "$scratch/answer.json" || { echo "smoke.sh: $program and $first disagree" >&2; exit 1; }
  else
    first=$program
    mv "$scratch/answer.json" "$scratch/first.json"
  fi
done
echo "smoke.sh: $# programs agree"
