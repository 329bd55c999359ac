#!/usr/bin/env bash
# run.sh SCRIPT ARGUMENTS...: a script of this folder in a virtual environment (.venv/conformance) that has what the
# program is compared with: ONNX Runtime, and the reference implementation of StableHLO in jaxlib.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
venv=$here/../../.venv/conformance
if ! cmp -s "$here/requirements.txt" "$venv/pins.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" </dev/null
  cp "$here/requirements.txt" "$venv/pins.txt"
fi
script=$1
shift
exec "$venv/bin/python" "$here/$script" "$@"
