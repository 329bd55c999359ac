#!/usr/bin/env bash
# run.sh QGPU: the comparison with ONNX Runtime, in a virtual environment of its own (.venv/conformance).
# QGPU_SEED repeats a run.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
venv=$here/../../.venv/conformance
if ! cmp -s "$here/requirements.txt" "$venv/pins.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" </dev/null
  cp "$here/requirements.txt" "$venv/pins.txt"
fi
exec "$venv/bin/python" "$here/onnx_conformance.py" --qgpu "$(realpath "$1")"
