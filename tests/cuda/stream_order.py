#!/usr/bin/env python3
"""Do copies and kernels of a windowed run overlap? Read from the order of its CUDA calls, without a clock.

    LD_LIBRARY_PATH=EMULATOR tests/cuda/stream_order.py --qgpu build/ci/qgpu

QGPU must use the shared CUDA runtime. Its calls are written down by stream_calls.c and replayed on a model in which a
stream does one thing after another, copies take the time of a bus, kernels that of DRAM, and the host none. Asserted:

- within the window loop (from the first to the last kernel) the host makes no call that may wait, but for
  cudaEventSynchronize on the end of a window's copy out, and that only when the next window is enqueued already
  (the window's buffers are about to be used anew);
- copies in, kernels and copies out are on three streams;
- the replayed run takes no longer than its slowest stage by more than one window;
- a tensor that fits is uploaded once although it is read twice, and a small one takes at most three launches.
"""
import argparse
import array
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

TO_DEVICE, TO_HOST = "1", "2"
BUS_BYTES_PER_S = 55e9
KERNEL_S = 2e-6  # a window here: small against its copies, as on every GPU behind a bus
SMALL_COPY = 4096  # bytes: counts and parameters, not the windows themselves
ELEMENTS = 1 << 20


def build_library(folder):
    library = folder / "stream_calls.so"
    source = Path(__file__).with_name("stream_calls.c")
    subprocess.check_call([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-Wall", "-o", library, source, "-ldl"])
    return library


def calls_of(qgpu, library, folder, *words):
    """The calls of one run as lists of words."""
    trace = folder / "calls.txt"
    environment = dict(os.environ, LD_PRELOAD=str(library), STREAM_CALLS=str(trace))
    done = subprocess.run([qgpu, *map(str, words), "--device", "cuda", "-q"], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"stream_order.py: qgpu {words[0]}: {done.stderr.strip()}")
    calls = [line.split() for line in trace.read_text().splitlines()]
    if not any(call[0] == "kernel" for call in calls):
        sys.exit("stream_order.py: no kernel was seen: is the CUDA runtime linked in statically?")
    return calls


def is_window(call, kind):
    return call[0] == "copy" and call[2] == kind and int(call[3]) > SMALL_COPY


def loop_of(calls):
    kernels = [i for i, call in enumerate(calls) if call[0] == "kernel"]
    return calls[kernels[0]:kernels[-1] + 1]


def host_waits(calls):
    """What the host waits for in the loop that it should not."""
    window = 0
    ended_by = {}  # event -> the window whose copy out it ends
    copied_out = set()
    in_loop = loop_of(calls)
    for call in in_loop:
        if call[0] == "kernel":
            window += 1
        elif is_window(call, TO_HOST):
            copied_out.add(call[1])
        elif call[0] == "record" and call[1] in copied_out:
            ended_by[call[2]] = window
        elif call[0] == "block":
            yield f"{call[1]} in the window loop"
        elif call[0] == "wait" and call[1] not in ended_by:
            yield "waits for an event that no copy out ends"
        elif call[0] == "wait" and ended_by[call[1]] >= window:
            yield f"waits for window {window} before the next is enqueued"


def streams(calls):
    return ({call[1] for call in calls if is_window(call, TO_DEVICE)}, {call[1] for call in calls if call[0] == "kernel"},
            {call[1] for call in calls if is_window(call, TO_HOST)})


def replayed(calls):
    """Seconds of the whole run and of each stage, on the model."""
    host, free, recorded, stages = 0.0, defaultdict(float), defaultdict(float), defaultdict(float)
    for call in calls:
        stage, cost = None, 0.0
        if call[0] == "copy":
            stage, cost = call[2], int(call[3]) / BUS_BYTES_PER_S
        elif call[0] == "kernel":
            stage, cost = "kernel", KERNEL_S
        if stage:
            free[call[1]] = max(host, free[call[1]]) + cost
            stages[stage] += cost
        elif call[0] == "record":
            recorded[call[2]] = max(host, free[call[1]])
        elif call[0] == "hold":
            free[call[1]] = max(free[call[1]], recorded[call[2]])
        elif call[0] == "wait":
            host = max(host, recorded[call[1]])
        elif call[0] == "block" and call[1] in ("cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaMemcpy"):
            host = max([host, *free.values()])
    return max([host, *free.values()]), stages


def streamed_run(name, calls):
    """Findings about a run in many windows."""
    windows = sum(is_window(call, TO_DEVICE) for call in calls)
    if windows < 8:
        yield f"{windows} windows: too few to tell"
        return
    yield from sorted(set(host_waits(calls)))
    into, kernels, out = streams(calls)
    if into & kernels or out & kernels or into & out:
        yield "copies in, kernels and copies out share a stream"
    took, stages = replayed(calls)
    slowest, of_all = max(stages.values()), sum(stages.values())
    print(f"{name}: {windows} windows; model: {took * 1e6:.0f} us, slowest stage {slowest * 1e6:.0f}, all stages {of_all * 1e6:.0f}")
    if took > slowest + of_all / windows:
        yield f"the model takes {took / slowest:.2f} of its slowest stage: stages wait for each other"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qgpu", required=True)
    qgpu = os.path.abspath(parser.parse_args().qgpu)
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        library = build_library(folder)
        values, small, codes = folder / "values.npy", folder / "small.npy", folder / "codes.npy"
        write_npy(values, ELEMENTS)
        write_npy(small, 1000)
        few = ("--max-device-memory", "512K")
        call = lambda *words: calls_of(qgpu, library, folder, *words)
        found["quantize"] = list(streamed_run("quantize", call("quantize", values, codes, "asym-u8", "-8", "8", *few)))
        found["dequantize"] = list(streamed_run("dequantize", call("dequantize", codes, folder / "back.npy", "0.0625", "128", *few)))
        uploaded = sum(int(c[3]) for c in call("quantize", values, codes, "asym-u8") if is_window(c, TO_DEVICE))
        found["one upload"] = [] if uploaded == 4 * ELEMENTS else [f"{uploaded} bytes go up for {4 * ELEMENTS}"]
        launches = sum(c[0] == "kernel" for c in call("quantize", small, codes, "asym-u8"))
        found["few launches"] = [] if launches <= 3 else [f"{launches} launches for 1000 elements"]
    for case, findings in found.items():
        for finding in findings:
            print(f"FAILED {case}: {finding}")
    failed = sum(bool(findings) for findings in found.values())
    print(f"{len(found) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


def write_npy(path, count):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({count},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    values = array.array("f", (i % 97 / 8 - 6 for i in range(count))).tobytes()
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + values)


if __name__ == "__main__":
    main()
