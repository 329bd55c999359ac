#!/usr/bin/env python3
"""Machine instructions an element, registers and spills of the CUDA kernels, in the code that ptxas makes for sm_90.

    bench/count_sass.py [--update [--accept-worse]]

Compiles kernels/*.cu and counts, for each row below, the hot loop of one kernel: the cheapest way round that passes, in
order, the blocks which hold its work (loads, arithmetic, reductions, stores). A row fails where it is over its limit
without being known for that in golden/sass.json, or where it rose above the figure there; a kernel fails where
ptxas spilled or, with the same compiler, where it takes more registers. No GPU is needed, and nothing is timed.
cuobjdump is taken from the toolkit, or from PyPI (sass_tools.txt) into .venv/sass.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sass_flow import Flow, functions

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
GOLDEN = HERE / "golden" / "sass.json"
FLAGS = ["-c", "-arch=sm_90", "-Xptxas=-v", "-std=c++20", "-O3", "--fmad=false", "--extended-lambda",
         "--expt-relaxed-constexpr", "-I.", "-Iinclude"]
RISE = 0.1  # instructions an element: less is the scheduling of a loop's ends

# What a block holds, and how often at least.
LOAD, LOAD_PAIR, LOAD_CODES = (r"LDG\.E\.128", 1), (r"LDG\.E\.64", 1), (r"LDG\.E(\.CONSTANT)? ", 1)
STORE, STORE_CODES = (r"STG\.E\.128", 1), (r"STG\.E ", 1)
PARTS, OWN = (r"^STS", 8), (r"^STS ", 2)  # of all the groups that a lane holds parts of; of the one that it owns
UNITS, FOLD = (r"^DMUL", 10), (r"^DADD", 10)  # of a group's sums, of which a lane has two; of those of 64 groups
SUMS, CODES, TREES, DIVISION = (r"^FFMA", 100), (r"^FFMA", 60), (r"SHFL\.BFLY", 6), (r"MUFU\.RCP64H", 1)
WALKS = {"tensor, rows": "0", "middle axis, wide": "1", "middle axis, narrow": "2"}


def on_walks(name, kernel, markers, limits):
    return [(f"{name} {walk}", kernel.replace("WALK", number), markers, 4, limit)
            for (walk, number), limit in zip(WALKS.items(), limits)]


def on_slots(name, kernel, markers, limit, *once):
    return [(f"{name} blocks of {slot}", kernel.replace("SLOT", str(slot)), markers, 4, limit, *((once, slot // 16),) * bool(once))
            for slot in (32, 64, 128)]


# Name, kernel, what its loop passes, elements that one match of the first stands for, limit; perhaps what it passes too
# once after how many times round, which is 64 groups of short ones.
ROWS = [
    *on_walks("ranges", "ranges_kernel<WALK>", (LOAD,), (2.8, 4, 4)),
    ("ranges columns", "ranges_columns_kernel<4>", (LOAD,), 4, 4),
    *on_walks("quantize", "quantize_kernel<false, WALK>", (LOAD, STORE_CODES), (16, 16, 16)),
    ("quantize columns", "quantize_columns_kernel<false, 4>", (LOAD, STORE_CODES), 4, 16),
    *on_slots("ranges", "ranges_blocks_kernel<SLOT, true>", (LOAD,), 7),
    *on_slots("quantize", "quantize_blocks_kernel<SLOT, true>", (LOAD, STORE_CODES), 16),
    *on_slots("dequantize", "dequantize_blocks_kernel<SLOT, true>", (LOAD_CODES, STORE), 8.5),
    *on_slots("round trip", "roundtrip_blocks_kernel<SLOT, true>", (LOAD, PARTS, OWN), 36, UNITS, UNITS, FOLD),
    *on_slots("one read, codes,", "fused_blocks_kernel<SLOT, true>", (LOAD, DIVISION, DIVISION, CODES, STORE_CODES), 19),
    *on_slots("one read, round trip,", "fused_blocks_roundtrip_kernel<SLOT, true>", (LOAD, DIVISION, DIVISION, PARTS, OWN), 36, UNITS, UNITS, FOLD),
    *on_walks("dequantize", "dequantize_kernel<true, WALK>", (LOAD_CODES, STORE), (4.1, 4.1, 4.1)),
    *on_walks("round trip", "roundtrip_kernel<false, WALK>", (LOAD, SUMS, TREES), (23, 32, 32)),
    ("round trip columns", "roundtrip_columns_kernel<false, 2>", (LOAD_PAIR, CODES), 2, 34),
    ("row in registers, codes", "fused_rows_kernel<false, true, 4>", (LOAD, DIVISION, DIVISION, CODES, STORE_CODES), 4, 29),
    ("row in registers, round trip", "fused_rows_kernel<false, false, 4>", (LOAD, DIVISION, DIVISION, SUMS, TREES), 4, 29),
]


def compiler():
    """nvcc through ccache where there is one: an unchanged kernel then costs nothing."""
    nvcc = os.environ.get("CUDACXX") or shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    ccache = shutil.which("ccache")
    return [ccache, nvcc] if ccache else [nvcc]


def compiler_release():
    text = subprocess.run([compiler()[-1], "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"release ([\d.]+)", text).group(1)


def disassembler():
    found = shutil.which("cuobjdump", path=f"{os.environ['PATH']}:{Path(compiler()[-1]).parent}")
    if found:
        return found
    folder, pins = ROOT / ".venv" / "sass", (HERE / "sass_tools.txt").read_text()
    stamp = folder / "pins.txt"
    if not stamp.exists() or stamp.read_text() != pins:
        venv.create(folder, clear=True, with_pip=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", HERE / "sass_tools.txt"], check=True)
        stamp.write_text(pins)
    return str(next(folder.glob("lib/python3.*/site-packages/nvidia/cu13/bin/cuobjdump")))


def short_names(mangled):
    """Kernels and their template arguments, without namespaces, parameters and the types of enumerators."""
    text = subprocess.run(["c++filt"], input="\n".join(mangled), capture_output=True, text=True, check=True).stdout
    for name in text.splitlines():
        name = name.removeprefix("void ").replace("(anonymous namespace)::", "")
        name = re.sub(r"\(\w[\w:]*\)(?=\d)", "", name)
        yield re.sub(r"\b\w+::", "", name.split("(")[0])


def kernels_of(source: Path, cuobjdump: str):
    """(file, kernel) -> registers, spilled bytes and instructions."""
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder) / "kernel.o"
        done = subprocess.run([*compiler(), *FLAGS, str(source.relative_to(ROOT)), "-o", compiled], cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"count_sass.py: {source.name} does not compile:\n{done.stderr}")
        path = f"{Path(cuobjdump).parent}:{os.environ['PATH']}"  # it calls nvdisasm
        listing = subprocess.run([cuobjdump, "-sass", compiled], capture_output=True, text=True, check=True, env=dict(os.environ, PATH=path)).stdout
    code = dict(functions(listing))
    pattern = r"Compiling entry function '(\w+)' for.*?(\d+) bytes spill stores, (\d+) bytes spill loads.*?Used (\d+) registers"
    found = {name: {"registers": int(registers), "spill_bytes": int(stores) + int(loads), "code": code[name]}
             for name, stores, loads, registers in re.findall(pattern, done.stdout + done.stderr, re.DOTALL)}
    return {(source.name, short): kernel for short, kernel in zip(short_names(found), found.values())}


def counted(kernels):
    """The table: name -> kernel, instructions an element, registers, spilled bytes, limit."""
    rows = {}
    for name, kernel, markers, elements, limit, *once in ROWS:
        found = next((k for (_, short), k in kernels.items() if short == kernel), None)
        flow = Flow(found["code"]) if found else None
        per_element = flow.loop(markers, elements) if flow else None
        for more, times in once:
            whole = flow.loop((*markers, *more), elements) if per_element else None
            per_element = per_element + (whole - per_element) / times if whole else None
        if per_element is None:
            sys.exit(f"count_sass.py: {name}: no loop found in {kernel}; its markers have to follow the code")
        rows[name] = {"kernel": kernel, "instructions": round(per_element, 2), "registers": found["registers"],
                      "spill_bytes": found["spill_bytes"], "limit": limit}
    return rows


def faults_of(row, golden):
    if golden is None:
        return ["not in the golden file (--update adds it)"]
    found = []
    if row["instructions"] > row["limit"] and not golden["instructions"] > golden["limit"]:
        found.append(f"{row['instructions']} instructions an element, the limit is {row['limit']}")
    if row["instructions"] > golden["instructions"] + RISE:
        found.append(f"{row['instructions']} instructions an element rose from {golden['instructions']}")
    if row["limit"] > golden["limit"]:
        found.append(f"the limit rose from {golden['limit']} to {row['limit']}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the golden file instead of comparing")
    parser.add_argument("--accept-worse", action="store_true", help="let --update raise figures")
    arguments = parser.parse_args()
    cuobjdump = disassembler()
    kernels = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda source: kernels_of(source, cuobjdump), sorted((ROOT / "kernels").glob("*.cu"))):
            kernels |= found
    rows = counted(kernels)
    registers = {f"{file} {name}": kernel["registers"] for (file, name), kernel in sorted(kernels.items())}
    golden = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    if arguments.update:
        worse = [f"{name}: {fault}" for name, row in rows.items() if name in golden.get("rows", {})
                 for fault in faults_of(row, golden["rows"][name])]
        if worse and not arguments.accept_worse:
            sys.exit("count_sass.py: this would loosen the golden file (--accept-worse does):\n  " + "\n  ".join(worse))
        golden = {"nvcc": compiler_release(), "rows": rows, "registers": registers}
        GOLDEN.write_text(as_text(golden))

    failed = 0

    def report(line, faults):
        nonlocal failed
        failed += bool(faults)
        print(line + ("  FAILED: " + "; ".join(faults) if faults else ""), flush=True)

    for name, row in rows.items():
        known = "*" if row["instructions"] > row["limit"] else " "
        report(f"{name:32} {row['instructions']:6.2f}{known} of {row['limit']:5.1f} instructions {row['registers']:4} registers",
               faults_of(row, golden.get("rows", {}).get(name)))
    # Another compiler spends registers otherwise, and that is no regression of the kernels; spills always are.
    comparable = golden.get("nvcc") == compiler_release()
    for (file, name), kernel in sorted(kernels.items()):
        before = golden.get("registers", {}).get(f"{file} {name}")
        faults = [f"spills {kernel['spill_bytes']} bytes"] if kernel["spill_bytes"] else []
        if comparable and before is None:
            faults.append("not in the golden file (--update adds it)")
        elif comparable and kernel["registers"] > before * 1.02:
            faults.append(f"rose from {before}")
        report(f"{file} {name}: {kernel['registers']} registers", faults)
    print("* over its limit, and known for that: it may not rise")
    print(f"{len(rows) + len(kernels) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


def as_text(golden):
    """JSON with a row a line, so that a difference reads as a table."""
    parts = [f'"nvcc": {json.dumps(golden["nvcc"])}']
    for part in ("rows", "registers"):
        parts.append(f'"{part}": {{\n' + ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in golden[part].items()) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
