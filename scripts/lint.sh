#!/usr/bin/env bash
# Checks format, names, lengths, include arrows and, on host files, clang-tidy. Changes nothing.
#
#   scripts/lint.sh               every file
#   scripts/lint.sh --since REF   clang-format and clang-tidy only on what changed since REF
#   scripts/lint.sh --no-tidy     without clang-tidy (what the pre-commit hook does: seconds)
#
# A file that clang-tidy found clean is remembered until it or any header changes, in ~/.cache/qgpu-tidy.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
since= tidy=1
while (($#)); do
  case $1 in
    --since) since=${2:?lint.sh: --since needs a commit}; shift ;;
    --no-tidy) tidy=0 ;;
    *) echo "lint.sh: unknown argument $1 (known: --since REF, --no-tidy)" >&2; exit 2 ;;
  esac
  shift
done
export clang_tidy=$root/.venv/lint/bin/clang-tidy
for tool in clang-format $( ((tidy)) && echo "$clang_tidy"); do
  command -v "$tool" >/dev/null || { echo "lint.sh: no $tool here; scripts/setup.sh --dev installs it" >&2; exit 1; }
done
failed=0

sources() {  # the existing files of the given patterns, all or those that changed
  if [ -n "$since" ]; then git diff --name-only --diff-filter=d "$since" -- "$@"; else git ls-files -- "$@"; fi
}

sources '*.cpp' '*.hpp' '*.cu' '*.cuh' | xargs -r clang-format --dry-run -Werror || failed=1
python3 scripts/lint_sources.py || failed=1

# The compiler's flags come from the CPU-only build: no CUDA header is in reach there.
if ((tidy)); then
  [ -f build/env.sh ] && . build/env.sh
  cmake --preset cpu >/dev/null || exit 1
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/qgpu-tidy
  mkdir -p "$cache"
  headers=$(git ls-files '*.hpp' .clang-tidy | xargs cat | sha256sum)
  export cache headers
  check() {
    local key
    key=$(cat "$1" - <<<"$1 $headers" | sha256sum | cut -d' ' -f1)
    [ -e "$cache/$key" ] && return
    # The count of suppressed warnings in system headers goes to stderr and interests nobody.
    "$clang_tidy" --quiet -p build/cpu "$1" 2>"$cache/$key.log" && touch "$cache/$key" && rm "$cache/$key.log" && return
    cat "$cache/$key.log" >&2
    rm "$cache/$key.log"
    return 1
  }
  export -f check
  sources 'host/*.cpp' | xargs -r -n 1 -P "$(nproc)" bash -c 'check "$0"' || failed=1
fi

((failed)) && echo "lint.sh: findings above" >&2
exit "$failed"
