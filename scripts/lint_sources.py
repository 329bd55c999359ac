#!/usr/bin/env python3
"""What no ready-made linter checks: who may include whom, how files are called and how long they are.

    lint_sources.py [ROOT]

One line a finding, `FILE:LINE: WHAT`; exit status 1 if there is any.
"""
import pathlib
import re
import subprocess
import sys

# Folder -> folders of the project that its files may include (by the path in the #include line).
# A longer path comes first: the first that fits decides.
MAY_INCLUDE = {
    "include/": ("qgpu/",),
    "kernels/": ("qgpu/", "kernels/"),
    "host/cli/": ("qgpu/", "host/", "kernels/cuda_backend.hpp"),
    "host/stablehlo/": ("qgpu/", "host/", "kernels/cuda_backend.hpp", "kernels/stablehlo_kernels.hpp"),
    "host/": ("qgpu/", "host/", "kernels/cuda_backend.hpp"),
}
LIBRARY_NEVER = "host/cli/"  # neither the library's own files nor the kernels know the program
SOURCE_ENDINGS = {".cpp", ".hpp", ".cu", ".cuh"}
NAMED_BY_CUSTOM = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "ARITHMETIC.md", "LICENSE", "CMakeLists.txt", "CMakePresets.json"}
VAGUE_WORDS = {"util", "utils", "helper", "helpers", "common", "manager", "v2", "fast", "misc"}
KERNEL_LINES = 200
OTHER_LINES = 300


def tracked_files(root):
    listing = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             check=True, capture_output=True).stdout
    return [pathlib.PurePosixPath(name) for name in listing.decode().split("\0") if name]


def include_findings(path, lines):
    for number, line in enumerate(lines, 1):
        match = re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', line)
        if not match:
            continue
        target, folder = match.group(1), next((f for f in MAY_INCLUDE if str(path).startswith(f)), None)
        ours = target.startswith(("qgpu/", "host/", "kernels/", "tests/", "bench/", "include/", "./", "../")) or f'"{target}"' in line
        if not ours:
            continue
        if "/" not in target or target.startswith(("include/", "./", "../")):
            yield number, f"include {target} by its path from the root (qgpu/..., host/..., kernels/...)"
        elif folder is None:  # tests and bench may include all
            continue
        elif not target.startswith(MAY_INCLUDE[folder]):
            yield number, f"{folder} must not include {target}"
        elif folder != LIBRARY_NEVER and target.startswith(LIBRARY_NEVER):
            yield number, f"{folder} must not include the program's {target}"


def name_findings(path):
    if path.name in NAMED_BY_CUSTOM or path.parts[0] == "data":
        return
    stem = path.name.lstrip(".").split(".")[0]
    if not re.fullmatch(r"[a-z0-9]+([_-][a-z0-9]+)*", stem) or ("-" in stem and path.suffix in SOURCE_ENDINGS):
        yield 1, "a file name is in snake_case"
    vague = VAGUE_WORDS.intersection(re.split(r"[_-]", stem))
    if vague:
        yield 1, f"the name says nothing with '{vague.pop()}' in it: name the idea"


def length_findings(path, lines):
    if path.suffix not in SOURCE_ENDINGS | {".py", ".sh", ".cmake"}:
        return
    limit = KERNEL_LINES if path.suffix in (".cu", ".cuh") and path.parts[0] == "kernels" else OTHER_LINES
    if len(lines) > limit:
        yield len(lines), f"{len(lines)} lines, at most {limit}: split it by operation"


def readme_findings(path, lines):
    """A command in a shell block of a README must at least exist."""
    if path.suffix != ".md":
        return
    for number, line in enumerate(lines, 1):
        for script in re.findall(r"\b((?:scripts|tests|bench|data)/[\w./-]+\.(?:sh|py|md|npy|json))\b", line):
            yield from [] if (ROOT / script).exists() else [(number, f"{script} does not exist")]
        for link in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", line):
            yield from [] if (ROOT / path.parent / link).exists() else [(number, f"the link {link} leads nowhere")]


def main():
    findings = []
    for path in tracked_files(str(ROOT)):
        if not (ROOT / path).is_file() or (ROOT / path).is_symlink():
            continue
        checks = [name_findings(path)]
        try:
            lines = (ROOT / path).read_text().splitlines()
        except UnicodeDecodeError:
            lines = None
        if lines is not None:
            checks += [length_findings(path, lines), readme_findings(path, lines)]
            if path.suffix in SOURCE_ENDINGS:
                checks.append(include_findings(path, lines))
        findings += [f"{path}:{number}: {what}" for check in checks for number, what in check]
    print("\n".join(findings), file=sys.stderr, end="\n" if findings else "")
    return 1 if findings else 0


ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
sys.exit(main())
