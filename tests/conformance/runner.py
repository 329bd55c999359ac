"""Runs the program in ways that must not matter, and compares its answers to the bit."""
import json
import os
import pathlib
import subprocess

import numpy as np

F32 = np.float32
WHERE = ("qgpu_version", "input", "output", "device", "device_name", "fallback_reason")


def differences(expected, found, path=""):
    """What of a parsed answer (floats as their text) is not the bits expected."""
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            yield f"{path}: expected an object, found {found!r}"
            return
        for key in sorted({*expected, *found}):
            if key not in found or key not in expected:
                yield f"{path}.{key}: {'missing' if key not in found else 'not expected'}"
            else:
                yield from differences(expected[key], found[key], f"{path}.{key}")
    elif isinstance(expected, list):
        if not isinstance(found, list) or len(expected) != len(found):
            yield f"{path}: expected {len(expected)} values, found {str(found)[:80]}"
            return
        for i, (a, b) in enumerate(zip(expected, found)):
            yield from differences(a, b, f"{path}[{i}]")
    elif isinstance(expected, (F32, float)):
        number = isinstance(found, (str, int)) and not isinstance(found, bool)
        value = type(expected)(str(found)) if number else None
        digits = str(found).lstrip("-0.").split("e")[0].replace(".", "").rstrip("0")
        longest = 9 if isinstance(expected, F32) else 17
        if not number or value.hex() != expected.hex() if isinstance(expected, float) else \
                not number or value.tobytes() != expected.tobytes():
            yield f"{path}: expected {expected!r}, found {found!r}"
        elif str(found).startswith("-0") and value == 0 or isinstance(found, str) and len(digits) > longest:
            yield f"{path}: expected {expected!r} in its shortest form, found {found!r}"
    elif expected != found or type(expected) is not type(found):
        yield f"{path}: expected {expected!r}, found {found!r}"


class Runner:
    """Runs qgpu in a scratch folder, each time in another way."""

    def __init__(self, qgpu, device, rng, folder):
        self.qgpu, self.device, self.rng, self.folder = qgpu, device, rng, pathlib.Path(folder)
        self.levels = [level for level in ("baseline", "avx2", "avx512") if self._has(level)]
        self.commands, self.last = 0, ""

    def _has(self, level):
        np.save(self.folder / "level.npy", np.zeros(1, F32))
        return subprocess.run([self.qgpu, "roundtrip", "level.npy", "--device", "cpu"], cwd=self.folder, capture_output=True,
                              env={**os.environ, "QGPU_SIMD": level}).returncode == 0

    def __call__(self, name, *arguments, pipe=None):
        """Exit code, parsed answer (or None), messages."""
        rng = self.rng
        command = [self.qgpu, name, *map(str, arguments)]
        if name != "params":
            command += ["--device", self.device]
            if rng.random() < 0.7:
                command += ["--threads", str(rng.integers(1, 4))]
            if rng.random() < 0.4:
                command += ["--max-host-memory", str(rng.choice(["1M", "1M", "3M", "16M", "100M"]))]
            if self.device != "cpu" and rng.random() < 0.4:
                command += ["--max-device-memory", str(rng.choice(["2M", "8M", "100M"]))]
        level = str(rng.choice(self.levels))
        if pipe and rng.random() < 0.15:
            command[command.index(pipe)] = "-"
            stdin = open(self.folder / pipe, "rb")
        else:
            stdin = subprocess.DEVNULL
        self.commands += 1
        self.last = f"QGPU_SIMD={level} {' '.join(command)}"
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, stdin=stdin,
                              env={**os.environ, "QGPU_SIMD": level})
        if stdin is not subprocess.DEVNULL:
            stdin.close()
        answer = json.loads(done.stdout, parse_float=str) if done.stdout else None
        if answer is not None:
            answer = {key: value for key, value in answer.items() if key not in WHERE}
        return done.returncode, answer, done.stderr

    def evaluate(self, program):
        """The first result of a StableHLO program without arguments."""
        self.commands += 1
        done = subprocess.run([self.qgpu, "stablehlo", "run", program, "--output-dir", "results", "--device", self.device],
                              cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr}")
        return np.load(self.folder / "results" / "result_0.npy")
