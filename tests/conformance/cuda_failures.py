#!/usr/bin/env python3
"""Lets every CUDA call of a round trip and of a quantization fail once, under the emulator.

    LD_LIBRARY_PATH=EMULATOR cuda_failures.py --qgpu build/ci/qgpu

A failed call is exit status 4, one line on stderr, an empty stdout, no file left behind and the old output as it was.
Only where a call gives something back (a free, a destroy, the wait before it) may the complete answer stand instead.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

RELEASES = re.compile(r"cuda(Free\w*|StreamDestroy|EventDestroy|HostUnregister)$")
OLD_OUTPUT = b"what stood here before"
# Small windows, so that the tensor streams through several on both streams; with groups and without.
COMMANDS = {
    "roundtrip": ["roundtrip", "in.npy", "--max-device-memory", "1M"],
    "roundtrip by rows": ["roundtrip", "in.npy", "asym-u8", "--axis", "0"],
    "roundtrip by columns": ["roundtrip", "in.npy", "sym-i8", "--axis", "1"],
    "roundtrip by blocks": ["roundtrip", "in.npy", "--axis", "1", "--block", "32"],
    "quantize": ["quantize", "in.npy", "out.npy", "asym-u8"],
}
ROWS, COLUMNS = 300, 1000


class Sweep:
    def __init__(self, qgpu):
        self.qgpu = str(pathlib.Path(qgpu).resolve())
        self.passed = self.failed = 0
        rng = random.Random(1)
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({ROWS}, {COLUMNS}), }}".ljust(117) + "\n"
        values = struct.pack(f"<{ROWS * COLUMNS}f", *(rng.gauss(0, 1) for _ in range(ROWS * COLUMNS)))
        self.tensor = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values

    def run(self, arguments, **environment):
        """Exit status, stdout, stderr's own lines, the emulator's lines, and what the folder holds after."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "in.npy").write_bytes(self.tensor)
            (folder / "out.npy").write_bytes(OLD_OUTPUT)
            done = subprocess.run([self.qgpu, *arguments, "--device", "cuda"], cwd=folder, capture_output=True, text=True,
                                  timeout=120, env={**os.environ, "TMPDIR": str(folder), **environment})
            lines = done.stderr.splitlines()
            emulator = [line for line in lines if line.startswith("cudaemu:")]
            left = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "in.npy"}
            return done.returncode, done.stdout, [line for line in lines if line not in emulator], emulator, left

    def fault(self, command, good, failure, releases):
        """What is wrong with the run in which `failure` happens, or nothing."""
        status, stdout, messages, emulator, left = self.run(COMMANDS[command], **failure)
        if not emulator:
            return "the call was not made this time"
        if status == 0 and releases:
            return "" if (stdout, left) == good else "exit 0, but another answer"
        if status != 4:
            return f"exit {status}, expected 4: {messages}"
        if stdout:
            return f"stdout holds {stdout[:80]!r}"
        if len(messages) != 1 or not messages[0].startswith("qgpu: "):
            return f"expected one line on stderr, found {messages}"
        if left != {"out.npy": OLD_OUTPUT}:
            return f"left behind: {sorted(left)}"
        return ""

    def sweep(self, command, pool):
        status, stdout, messages, emulator, left = self.run(COMMANDS[command], CUDAEMU_TRACE="api")
        if status != 0:
            self.failed += 1
            print(f"{command}: exit {status} without any failure: {messages}")
            return
        calls = [m.group(1) for m in (re.match(r"cudaemu: (cuda\w+)\(", line) for line in emulator) if m]
        failures, seen = [], collections.Counter()
        for name, following in zip(calls, [*calls[1:], ""]):
            seen[name] += 1
            releases = bool(RELEASES.match(name)) or (name, following) == ("cudaStreamSynchronize", "cudaStreamDestroy")
            failures.append(({"CUDAEMU_FAIL_API": f"{name}:{seen[name]}"}, releases))
        allocations = sum(count for name, count in seen.items() if re.fullmatch(r"cudaMalloc(Async|Pitch|Managed|FromPoolAsync)?", name))
        failures += [({"CUDAEMU_FAIL_ALLOC": str(n)}, False) for n in range(1, allocations + 1)]
        good = stdout, left
        for (failure, _), fault in zip(failures, pool.map(lambda f: self.fault(command, good, *f), failures)):
            self.failed += bool(fault)
            self.passed += not fault
            if fault:
                print(f"{command}, {failure}: {fault}")
        print(f"{command}: {len(failures)} failures of {len(seen)} functions")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--qgpu", required=True)
    sweep = Sweep(parser.parse_args().qgpu)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for command in COMMANDS:
            sweep.sweep(command, pool)
    print(f"{sweep.passed} passed, {sweep.failed} failed")
    return 1 if sweep.failed or not sweep.passed else 0


sys.exit(main())
