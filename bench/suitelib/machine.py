# SPDX-License-Identifier: BSD-3-Clause
"""The machine that a measurement is of."""

import functools
import hashlib
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any


def _first(path: str | pathlib.Path, pattern: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            found = re.search(pattern, file.read(), re.M)
    except OSError:
        return ""
    return found[1].strip().strip('"') if found else ""


REAL_TIME = ("chrt", "-f", "10")


@functools.cache
def allowed(*first: str) -> tuple[str, ...]:
    """The words before a command, if the system lets it start so; else none, and a line says it."""
    done = subprocess.run([*first, "true"], check=False, capture_output=True)
    if done.returncode == 0 and not done.stderr:
        return first
    print(f"{sys.argv[0]}: no {' '.join(first)} here; times may be disturbed", file=sys.stderr)
    return ()


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _digest(build: pathlib.Path) -> str:
    """Tells builds apart: a hash of the library and of all programs of the suite."""
    found = hashlib.sha256()
    for path in sorted([*(build / "suite").rglob("*"), *(build / "libctsar").glob("libctsar.so*")]):
        if path.is_file() and not path.is_symlink():
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:12]


def processor() -> str:
    return _first("/proc/cpuinfo", r"^model name\s*: (.*)$") or platform.machine()


def describe(root: pathlib.Path, build: pathlib.Path) -> dict[str, Any]:
    """What to say about the machine and the build beside every number."""
    compiler = _first(build / "CMakeCache.txt", r"^CMAKE_C_COMPILER:\w+=(.*)$")
    kind = _first(build / "CMakeCache.txt", r"^CMAKE_BUILD_TYPE:\w+=(.*)$")
    return {
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_GiB": round(int(_first("/proc/meminfo", r"^MemTotal:\s*(\d+)") or 0) / 2**20),
        "system": _first("/etc/os-release", r"^PRETTY_NAME=(.*)$"),
        "compiler": (_output(compiler or "cc", "--version").splitlines() or [""])[0],
        "build": kind,
        "programs": _digest(build),
        "version": _output("git", "-C", str(root), "describe", "--always", "--dirty"),
        "starpu": _output("pkg-config", "--modversion", "starpu-1.3")
        or _output("pkg-config", "--modversion", "starpu-1.4"),
        "accelerators": [
            f"{word} {model} ({driver})" for word, model, driver in accelerators(build)
        ],
    }


def accelerators(build: pathlib.Path) -> list[tuple[str, str, str]]:
    """What ctsar-info finds: (CTSAR_DEVICES' word, model, driver) of each."""
    try:
        found = json.loads(_output(str(build / "tools/info/ctsar-info"), "--json") or "{}").get(
            "units", []
        )
    except ValueError:
        return []
    return [
        (f"{unit['backend']}:{unit['number']}", unit["model"], unit["driver"])
        for unit in found
        if unit["backend"] != "emu"
    ]


def unit_sets(build: pathlib.Path) -> list[str]:
    """The cores with one, two, ... accelerators of one kind; emulated ones where there is no
    other."""
    words = [word for word, _, _ in accelerators(build)]
    words = [word for word in words if word.startswith("cuda")] or words
    return [",".join(["cpu", *words[: count + 1]]) for count in range(len(words))] or ["cpu,emu"]


def priority(real_time: bool) -> str:
    return "at real-time priority" if real_time else "without real-time priority"


def load() -> float:
    """How many threads wanted a processor in the last minute, on average."""
    return os.getloadavg()[0]


def under_load(measured: Sequence[float], processors: int) -> str:
    """What a page says beside times: the load before them and after."""
    before, after = measured
    said = f"The machine's load was {before:.1f} before and {after:.1f} after."
    if before > processors / 2:
        said += (
            " Its processors were busy, with other programs or with what was measured before: on an"
            " idle machine times are shorter."
        )
    return said


def with_load(measure: Callable[[], str]) -> str:
    """A table that this makes by measuring, and under it the machine's load."""
    before = load()
    table = measure()
    return f"{table}\n\n{under_load((before, load()), os.cpu_count() or 1)}"


def sample() -> dict[str, Any]:
    """What may have disturbed a measurement that begins now."""
    return {
        "at": time.strftime("%Y-%m-%dT%H:%M:%S"),
        "load": round(load(), 2),
        "real_time": os.sched_getscheduler(0) in (os.SCHED_FIFO, os.SCHED_RR),
    }
