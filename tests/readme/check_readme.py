#!/usr/bin/env python3
"""Runs the commands of README.md's console blocks and compares what they print with what README shows.

    check_readme.py README.md QGPU                     the commands of the program
    check_readme.py README.md --builds [--done CMD]... the others, which set up, build and install; without CMD

Lines that begin with `$ ` are commands, the lines after them the expected output
(both streams), where a line `...` stands for any lines. All blocks share one fresh folder, in order. A ```mlir block is a
file there, by the name that the line above it ends with, in backquotes and with a colon. A command of the program in
the text itself has to succeed there, unless a word in capitals stands for something in it. The commands that build run
for minutes, in the checkout; they install below build/readme.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BUILDS = re.compile(r"(sudo |cmake |scripts/)")


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


def commands_in_text(readme):
    """(line number, command) of every `qgpu ...` outside the blocks."""
    inside = False
    for number, line in enumerate(readme.read_text().splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            for command in re.findall(r"`(qgpu [^`]+)`", line):
                if not re.search(r"\b[A-Z]+\b", command):
                    yield number, command


def files(readme):
    """{name: text} of the ```mlir blocks."""
    return dict(re.findall(r"`([^`/]+\.mlir)`:\n+```mlir\n(.*?)^```", readme.read_text(), re.DOTALL | re.MULTILINE))


def as_pattern(expected):
    lines = [r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + r"\n" for line in expected]
    return "".join(lines)


def run(command, folder, environment, seconds):
    return subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)


def check_program(readme, qgpu):
    """(commands run, those that differ)"""
    # The shown answers are the CPU's, on every machine.
    environment = {**os.environ, "PATH": f"{qgpu.parent}:{os.environ['PATH']}", "QGPU_DEVICE": "cpu"}
    count = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files(readme).items():
            pathlib.Path(folder, name).write_text(text)
        for number, command, expected in commands(readme):
            if BUILDS.match(command):
                continue
            done = run(command, folder, environment, 60)
            count += 1
            printed = done.stdout if done.stdout.endswith("\n") or not done.stdout else done.stdout + "\n"
            if not re.fullmatch(as_pattern(expected), printed):
                print(f"README.md:{number}: $ {command}\n--- README shows\n" + "\n".join(expected) + f"\n--- it prints (exit {done.returncode})\n{printed}")
                wrong += 1
        for number, command in commands_in_text(readme):
            done = run(command, folder, environment, 60)
            count += 1
            if done.returncode != 0:
                print(f"README.md:{number}: {command} (exit {done.returncode})\n{done.stdout}")
                wrong += 1
    return count, wrong


def check_builds(readme, already_done):
    """(commands run, those that failed)"""
    checkout = readme.parent
    environment = {**os.environ, "DESTDIR": str(checkout / "build" / "readme")}
    count = 0
    for number, command, _ in commands(readme):
        if not BUILDS.match(command) or command in already_done:
            continue
        # The folder below build/ is ours, and a container has no sudo.
        done = run(f". build/env.sh; {command.removeprefix('sudo ')}", checkout, environment, 3600)
        count += 1
        if done.returncode != 0:
            print(f"README.md:{number}: $ {command} (exit {done.returncode})\n{done.stdout[-4000:]}")
            return count, 1
    return count, 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("readme", type=pathlib.Path)
    parser.add_argument("qgpu", type=pathlib.Path, nargs="?")
    parser.add_argument("--builds", action="store_true")
    parser.add_argument("--done", metavar="CMD", action="append", default=[], help="a command that has run already")
    arguments = parser.parse_args()
    readme = arguments.readme.resolve()
    count, wrong = check_builds(readme, arguments.done) if arguments.builds else check_program(readme, arguments.qgpu.resolve())
    print(f"{count} commands run, {wrong} differ")
    return 1 if wrong or not count else 0


sys.exit(main())
