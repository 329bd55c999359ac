#!/usr/bin/env python3
"""Runs the commands of README.md's console blocks and compares what they print with what README shows.

    check_readme.py README.md QGPU

Lines that begin with `$ ` are commands, the lines after them the expected output
(both streams), where a line `...` stands for any lines. All blocks share one fresh folder, in order. A ```mlir block is a
file there, by the name that the line above it ends with, in backquotes and with a colon. Scripts of this
repository and cmake build for minutes and are run by CI itself; here they only have to exist.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NOT_RUN = re.compile(r"(git|cd|cmake|scripts/\S+|sudo)\b")


def commands(readme):
    """(line number, command, expected output) of every `$ ` line in a ```console block."""
    inside, found = False, []
    for number, line in enumerate(readme.read_text().splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ "):
            found.append((number, line[2:], []))
        elif inside and found:
            found[-1][2].append(line)
    return found


def files(readme):
    """{name: text} of the ```mlir blocks."""
    return dict(re.findall(r"`([^`/]+\.mlir)`:\n+```mlir\n(.*?)^```", readme.read_text(), re.DOTALL | re.MULTILINE))


def as_pattern(expected):
    lines = [r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + r"\n" for line in expected]
    return "".join(lines)


def main():
    readme, qgpu = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    # The shown answers are the CPU's, on every machine.
    environment = {**os.environ, "PATH": f"{qgpu.parent}:{os.environ['PATH']}", "QGPU_DEVICE": "cpu"}
    run, wrong = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files(readme).items():
            pathlib.Path(folder, name).write_text(text)
        for number, command, expected in commands(readme):
            if NOT_RUN.match(command):
                script = command.split()[0]
                if script.startswith("scripts/") and not (readme.parent / script).exists():
                    print(f"README.md:{number}: {script} does not exist")
                    wrong += 1
                continue
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
            run += 1
            printed = done.stdout if done.stdout.endswith("\n") or not done.stdout else done.stdout + "\n"
            if not re.fullmatch(as_pattern(expected), printed):
                print(f"README.md:{number}: $ {command}\n--- README shows\n" + "\n".join(expected) + f"\n--- it prints (exit {done.returncode})\n{printed}")
                wrong += 1
    if not run:
        print("README.md has no command to run")
    print(f"{run} commands run, {wrong} differ")
    return 1 if wrong or not run else 0


sys.exit(main())
