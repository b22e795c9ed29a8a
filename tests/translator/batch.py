# SPDX-License-Identifier: BSD-3-Clause
"""Many loops in one file, each a function of its own: translated at once, run one after another.

A loop that kills ctsarcc, or that cc does not compile, is found by halving the file. One that ends
the program is the last whose name it printed, and the program goes on behind it."""

import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
from dataclasses import dataclass, field

from cases import CC, CTSARCC, FLAGS, environment, must, run, translate_batch

HERE = pathlib.Path(__file__).resolve().parent
PRAGMA = re.compile(r"(?m)^#pragma .*\bhetero\(.*$")
# The ids of warnings that leave a loop serial.
SERIAL = {"kept-serial"}
# A loop that no device of the list can have is none of the translator's mistakes: it has said so.
FORMLESS = "no unit of the region has a form of kernel"
REPORT = "report.json"
GONE = "takes no part any more"  # a device that has failed
NOT_BUILT = re.compile(r"kernel ctsar_(\w+?)_\d+(?:_\d+)? does not build")
NOT_BUILT_LINE = re.compile(r"kernel ctsar_\w+ does not build.*")
POLICIES = ("chunk", "static")
WAYS = [
    {"CTSAR_DEVICES": devices, "CTSAR_POLICY": policy}
    for devices in ("cpu:2", "cpu:2,emu:2", "emu:3")
    for policy in POLICIES
]


def ways(number: int) -> list[dict]:
    """Of the batch of this number. On OpenCL a batch has one policy: a device's driver builds each
    kernel for each number of iterations, which takes longer than all the rest."""
    return [*WAYS, {"CTSAR_DEVICES": "opencl", "CTSAR_POLICY": POLICIES[number % len(POLICIES)]}]


# Of three parts one is executed on an OpenCL device, each time another one: a driver takes a
# quarter of a second to build a kernel. ON_OPENCL=0, 1 or 2 says which one, ON_OPENCL=all all.
PART = os.environ.get("ON_OPENCL") or str(random.SystemRandom().randrange(3))


def on_opencl(count: int) -> range:
    """The numbers of what an OpenCL device executes, of so many."""
    if PART == "all":
        return range(count)
    return range(int(PART) * count // 3, (int(PART) + 1) * count // 3)


@dataclass
class Loop:
    name: str
    first: int  # lines, from 1
    last: int
    messages: list = field(default_factory=list)  # (severity, id, text)
    broken: str = ""  # by ctsarcc or cc
    wrong: list = field(default_factory=list)  # (way, what was printed, what is right)
    stopped: list = field(default_factory=list)  # (way, what the program said)
    serial: list = field(default_factory=list)  # for each way, how often guards left it serial

    def ids(self, severity: str) -> set:
        return {id for kind, id, _ in self.messages if kind == severity}

    @property
    def refused(self) -> bool:
        return bool(self.ids("error") or self.ids("warning") & SERIAL)


class Batch:
    """`text` is a program; `loops` stand in it, in the order in which it runs them. It prints a
    line `NAME RESULT` for each, and takes the number of the first as an argument. With `cuda` it
    has CUDA forms too, and needs no shared library of ours."""

    def __init__(
        self,
        text: str,
        loops: list[Loop],
        folder: pathlib.Path,
        suspects: tuple = (),
        cuda: bool = False,
    ):
        self.text, self.loops, self.folder, self.cuda = text, loops, folder, cuda
        self.suspects = suspects  # names of loops that broke the file before
        self.source = folder / "batch.c"

    # ---- what is translated and compiled

    def blanked(self, without: list[Loop]) -> str:
        """The text with the directives of some loops taken away."""
        lines = self.text.split("\n")
        for loop in without:
            lines[loop.first - 1 : loop.last] = [
                PRAGMA.sub("", line) for line in lines[loop.first - 1 : loop.last]
            ]
        return "\n".join(lines)

    def attempt(self, without: list[Loop]) -> tuple[str, list]:
        """(what goes wrong, messages) where only the others are directed."""
        self.source.write_text(self.blanked(without))
        cuda = [self.folder / "cuda.o"] if self.cuda else []
        status, output, said = translate_batch(self.source, self.folder / "batch.i", *cuda)
        if status:
            return f"ctsarcc ends with {status}: {said.strip()[-400:]}", []
        status, _, said = run(
            CC,
            *FLAGS,
            "-O1",
            "-w",
            "-ffp-contract=off",
            "-fopenmp",
            "-x",
            "cpp-output",
            "-c",
            self.folder / "batch.i",
            "-o",
            self.folder / "batch.o",
            timeout=600,
        )
        if status:
            return f"cc refuses the translation: {said.strip()[:400]}", []
        return "", json.loads(output)

    def build(self) -> None:
        wrong, messages = self.attempt([])
        if wrong:
            self._find(wrong)
            wrong, messages = self.attempt([loop for loop in self.loops if loop.broken])
            assert not wrong, wrong
        for line, severity, id, text in messages:
            loop = next((loop for loop in self.loops if loop.first <= line <= loop.last), None)
            if loop:
                loop.messages.append((severity, id, text))
        parts: list = [self.folder / "batch.o"]
        if self.cuda:
            parts += ["--static-ctsar", self.folder / "cuda.o"]
        must(CTSARCC, *parts, "-o", self.folder / "split")
        must(  # what is right, of loops that are over at once
            CC,
            "-O0",
            "-w",
            "-ffp-contract=off",
            "-I",
            HERE / "corpus",
            self.source,
            "-o",
            self.folder / "plain",
            "-lm",
        )

    def _find(self, wrong: str) -> None:
        """Marks the loops at fault: those that were so before are tried alone."""
        for loop in [loop for loop in self.loops if loop.name in self.suspects]:
            loop.broken, _ = self.attempt([other for other in self.loops if other is not loop])
        rest = [loop for loop in self.loops if not loop.broken]
        if len(rest) < len(self.loops):
            wrong, _ = self.attempt([loop for loop in self.loops if loop.broken])
        if wrong:
            self._halve(rest, wrong)

    def _halve(self, suspects: list[Loop], wrong: str) -> None:
        """Marks those of `suspects` that are at fault. `wrong`: what goes wrong with all."""
        if len(suspects) == 1:
            suspects[0].broken = wrong
            return
        middle = len(suspects) // 2
        for half in (suspects[:middle], suspects[middle:]):
            keep = {id(loop) for loop in half}
            wrong, _ = self.attempt([loop for loop in self.loops if id(loop) not in keep])
            if wrong:
                self._halve(half, wrong)

    # ---- what it prints

    def printed(self, program: str, settings: dict, part: range | None = None) -> tuple[dict, dict]:
        """({name: result}, {name: what the program said when it ended there}). `part`: of the
        loops with these numbers alone, for which the program takes the end as well."""
        results: dict = {}
        stops: dict = {}
        part = range(len(self.loops)) if part is None else part
        first, names = part.start, [loop.name for loop in self.loops[: part.stop]]
        end = [str(part.stop)] if part.stop < len(self.loops) else []
        while first < len(names):
            output, status, said = execute([self.folder / program, str(first), *end], settings)
            lines = output.splitlines()
            results |= {
                name: result
                for name, _, result in (line.partition(" ") for line in lines)
                if result
            }
            refused = NOT_BUILT.findall(said)
            stops |= dict.fromkeys(refused, "; ".join(NOT_BUILT_LINE.findall(said))[-600:])
            last = lines[-1].split()[0] if lines else names[first]
            if GONE in said and not refused:
                stops.setdefault(last, said.strip()[-300:])
            if not status:
                break
            # A device that has refused one loop's kernel is gone for those behind it, but not for
            # the next process.
            innocent = refused and last not in refused and last != names[first]
            if not innocent:
                stops.setdefault(last, f"status {status}: {said.strip()[-300:]}")
            first = names.index(last) + (0 if innocent else 1)
        return results, stops

    def left_serial(self) -> dict:
        """{name: how often its guards did not hold} of the program that has come to its end."""
        report = self.folder / REPORT
        if not report.exists():
            return {}
        lines = {
            int(loop["name"].rpartition(":")[2]): loop["times"]
            for loop in json.loads(report.read_text())["serial_loops"]
        }
        report.unlink()
        return {
            loop.name: times
            for loop in self.loops
            for line, times in lines.items()
            if loop.first <= line <= loop.last
        }

    def compare(self, ways: list[dict], on_opencl: range | None = None) -> None:
        """`on_opencl`: the numbers of the loops that OpenCL devices execute, if not all."""
        right, _ = self.printed("plain", {})
        for way in ways:
            part = range(len(self.loops))
            if on_opencl is not None and "opencl" in way["CTSAR_DEVICES"]:
                part = on_opencl
            results, stops = self.printed("split", settings(way, self.folder), part)
            left = self.left_serial()
            for loop in self.loops[part.start : part.stop]:
                if not stops:  # else what the program had counted is lost
                    loop.serial.append(left.get(loop.name, 0))
                if FORMLESS in stops.get(loop.name, ""):
                    continue
                if loop.name in stops:
                    loop.stopped.append((way, stops[loop.name]))
                elif results.get(loop.name) != right[loop.name]:
                    loop.wrong.append((way, results.get(loop.name), right[loop.name]))


def execute(command: list, settings: dict) -> tuple[str, int, str]:
    """(what it prints, status, what it says)."""
    try:
        # A device's driver compiles a kernel for each loop; on a busy machine that takes minutes.
        done = subprocess.run(
            command, env=environment(**settings), capture_output=True, text=True, timeout=600
        )
        return done.stdout, done.returncode, done.stderr
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(), 1, "it hangs"


def settings(way: dict, folder: pathlib.Path) -> dict:
    """The environment. The virtual clock is for emulated accelerators."""
    found = {
        "OMP_NUM_THREADS": "2",
        "CTSAR_BACKOFF": "0",
        # A program runs twice, and PoCL builds a kernel once more for what is kept.
        "CTSAR_CACHE_DIR": "0",
        "CTSAR_REPORT": str(folder / REPORT),
        **way,
    }
    if "opencl" not in way["CTSAR_DEVICES"]:
        found |= {"CTSAR_CLOCK": "virtual", "CTSAR_EMU": "speed=4,latency=1us;speed=2,simd=16"}
    return found


def opencl() -> bool:
    """Whether there is a device."""
    import ctypes.util

    return bool(ctypes.util.find_library("OpenCL"))


def in_parallel(function, items) -> dict:
    """{item: future}."""
    executor = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    return {item: executor.submit(function, item) for item in items}
