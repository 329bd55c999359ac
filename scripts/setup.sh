#!/usr/bin/env bash
# Installs what the build needs and a bare Debian 12 lacks, and writes build/env.sh, which names the compilers.
#
#   scripts/setup.sh           what building and testing needs
#   scripts/setup.sh --dev     also what the lint, the fuzz targets and the sanitizers need
#
# Where all is there it calls neither apt nor pip. A CUDA toolkit (13 or later) is used where it is found:
# $CUDACXX, nvcc on PATH, /usr/local/cuda. Else, or with QGPU_IGNORE_TOOLKIT=1, a pinned compiler from PyPI goes to .venv/cuda.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

packages=(g++ cmake ninja-build git ca-certificates python3 python3-venv nlohmann-json3-dev libcli11-dev libfmt-dev libtbb-dev
          libhwy-dev libgtest-dev libgmock-dev libbenchmark-dev)
dev=
for argument in "$@"; do
  case $argument in
    --dev) dev=1 packages+=(clang clang-format libclang-rt-14-dev) ;;
    *) echo "setup.sh: unknown argument $argument (known: --dev)" >&2; exit 2 ;;
  esac
done

if ! command -v dpkg-query >/dev/null; then
  echo "setup.sh: this is no Debian system; install what matches: ${packages[*]}" >&2
else
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Abbrev}\n' "${packages[@]}" 2>/dev/null | awk '$2 == "ii" {print $1}' || true)
  missing=()
  for package in "${packages[@]}"; do
    grep -qx -- "$package" <<<"$installed" || missing+=("$package")
  done
  if ((${#missing[@]})); then
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    log=$(mktemp)
    echo "setup.sh: installing ${missing[*]}" >&2
    install() {
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
    }
    # An index may be absent (bare image) or too old to download from: both show as a failed install.
    if ! install >"$log" 2>&1 </dev/null; then
      if ! { "${as_root[@]}" apt-get update && install; } >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        echo "setup.sh: apt-get could not install ${missing[*]}" >&2
        exit 1
      fi
    fi
    rm -f "$log"
  fi
fi

# pinned_venv NAME PINS: .venv/NAME with just what scripts/PINS says.
pinned_venv() {
  local pins=$root/scripts/$2 venv=$root/.venv/$1
  cmp -s "$pins" "$venv/pins.txt" && return
  echo "setup.sh: taking what $2 names from PyPI to .venv/$1" >&2
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$pins" >&2 </dev/null
  # The wheel has the shared CUDA runtime only under its soname, which no linker looks for.
  [ "$1" != cuda ] || (cd "$(dirname "$(venv_compiler)")/../lib" && ln -sf libcudart.so.13 libcudart.so)
  cp "$pins" "$venv/pins.txt"
}

toolkit_compiler() {
  local compiler
  [ "${QGPU_IGNORE_TOOLKIT:-0}" = 1 ] && return 1
  for compiler in "${CUDACXX:-}" "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc; do
    # C++20 and compute_120 need a recent one; 13 is what the kernels are tested with.
    if [ -x "$compiler" ] && [[ $("$compiler" --version) =~ release\ (1[3-9]|[2-9][0-9])\. ]]; then
      echo "$compiler"
      return 0
    fi
  done
  return 1
}

venv_compiler() { compgen -G "$root/.venv/cuda/lib/python3.*/site-packages/nvidia/cu13/bin/nvcc" | head -n 1; }

if ! compiler=$(toolkit_compiler); then
  pinned_venv cuda cuda_compiler.txt
  compiler=$(venv_compiler)
fi

[ -z "$dev" ] || pinned_venv lint lint_tools.txt

mkdir -p "$root/build"
{
  printf 'export CUDACXX=%q\n' "$compiler"
  if command -v ccache >/dev/null; then
    # Relative to the checkout, so that a fresh clone elsewhere finds what an older one compiled.
    printf 'export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_CUDA_COMPILER_LAUNCHER=ccache CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=%q\n' "$root"
  fi
} >"$root/build/env.sh.new"
mv "$root/build/env.sh.new" "$root/build/env.sh"
