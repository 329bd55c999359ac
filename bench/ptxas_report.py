"""Registers and spilled bytes of every kernel, as ptxas reports them for sm_90."""
import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["-std=c++20", "-O3", "--fmad=false", "--extended-lambda", "--expt-relaxed-constexpr"]


def compiler():
    """nvcc through ccache where there is one: an unchanged kernel then costs nothing, its report is kept too."""
    nvcc = os.environ.get("CUDACXX") or shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    ccache = shutil.which("ccache")
    return [ccache, nvcc] if ccache else [nvcc]


def compiler_release():
    text = subprocess.run([compiler()[-1], "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"release ([\d.]+)", text).group(1)


def report_of(source: Path):
    with tempfile.TemporaryDirectory() as folder:
        command = [*compiler(), "-c", "-arch=sm_90", "-Xptxas=-v", *FLAGS, "-I.", "-Iinclude",
                   str(source.relative_to(ROOT)), "-o", f"{folder}/kernel.o"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"kernel_counts.py: {source.name} does not compile:\n{done.stderr}")
    return done.stdout + done.stderr


def parse(text: str):
    """Mangled name -> registers and spilled bytes."""
    pattern = (r"Compiling entry function '(\w+)' for.*?(\d+) bytes spill stores, (\d+) bytes spill loads.*?Used (\d+) registers")
    return {name: {"registers": int(registers), "spill_bytes": int(stores) + int(loads)}
            for name, stores, loads, registers in re.findall(pattern, text, re.DOTALL)}


def demangled(file: str, rows):
    names = subprocess.run(["c++filt"], input="\n".join(rows), capture_output=True, text=True, check=True).stdout.splitlines()
    return {f"{file} {short(name)}": row for name, row in zip(names, rows.values())}


def short(name: str):
    """The kernel and its template arguments, without namespaces and parameters."""
    name = name.removeprefix("void ").replace("(anonymous namespace)::", "")
    name = re.sub(r"\(\w[\w:]*\)(?=\d)", "", name)  # the type of an enumerator: (qgpu::cuda::Walk)0
    return re.sub(r"\b\w+::", "", name.split("(")[0])


def kernels():
    sources = sorted((ROOT / "kernels").glob("*.cu"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        reports = pool.map(report_of, sources)
        rows = {}
        for source, text in zip(sources, reports):
            rows |= demangled(source.name, parse(text))
    return dict(sorted(rows.items()))
