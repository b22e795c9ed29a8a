# SPDX-License-Identifier: BSD-3-Clause
"""Runs jobs one after the other, with a progress bar and an estimate of what is left."""

import ctypes
import dataclasses
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
from typing import Any

from . import machine
from .estimate import Estimates
from .plan import Job, needs
from .state import State

WIDTH = 30
PR_SET_PDEATHSIG = 1


class JobFailed(Exception):
    pass


def environment(job: Job, report: pathlib.Path, starpu: pathlib.Path) -> dict[str, str]:
    """The user's, without settings of ctsar that would change what is measured."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CTSAR_")}
    kept.update(job.settings)
    kept.update(CTSAR_DEVICES=job.devices, STARPU_HOME=str(starpu), STARPU_SILENT="1")
    if job.report:
        kept["CTSAR_REPORT"] = str(report)
    return kept


def _summary(path: pathlib.Path) -> list[dict[str, Any]]:
    """Of a report: what each region that had passes did, without them one by one."""
    regions = json.loads(path.read_text(encoding="utf-8"))["regions"]
    return [
        {
            "name": region["name"],
            "policy": region["policy"],
            "passes": region["pass_count"],
            "elapsed_s": region["elapsed_s"],
            **{key: region["scheduler"][key] for key in ("scheduler_s", "lp_s", "chunks")},
            "shortfall": region["shortfall"],
            "units": [
                {
                    key: unit[key]
                    for key in (
                        "name",
                        "kind",
                        "iterations",
                        "busy_s",
                        "waiting_s",
                        "copying_s",
                        "bytes_in",
                        "bytes_out",
                        "bytes_between",
                        "backed_off",
                    )
                }
                for unit in region["units"]
            ],
        }
        for region in regions
        if region["pass_count"]
    ]


def variants_of(program: pathlib.Path) -> str:
    """What the program's help says of its variants."""
    found = re.search(
        r"--variants LIST .*?: (.*)", _call([str(program), "--help"], None, 60).stdout
    )
    return found[1] if found else ""


def _process(
    job: Job, variants: tuple[str, ...], build: pathlib.Path, out: pathlib.Path, timeout: float
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """One process: (lines of its variants, regions of its report)."""
    folder = out / "work"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines, report = folder / "lines.json", folder / "report.json"
    done = _call(
        [str(build / "suite" / job.program), *job.words(variants), "--json", str(lines)],
        environment(job, report, out / "starpu"),
        timeout,
    )
    if done.returncode:
        said = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
        raise JobFailed(said)
    return (
        [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()],
        _summary(report) if job.report and report.exists() else [],
    )


def execute(
    job: Job, build: pathlib.Path, out: pathlib.Path, timeout: float, end: float = math.inf
) -> dict[str, Any]:
    """One job; returns what is kept of it. Where it fails, its variants are executed one by one,
    and those that fail then are named in the result. A process has `timeout` seconds, and until
    `end`."""
    before, start = machine.sample(), time.monotonic()
    result = {"job": dataclasses.asdict(job), **before}
    try:
        result["variants"], result["regions"] = _process(
            job, job.variants, build, out, min(timeout, end - start)
        )
    except JobFailed as error:
        if len(job.variants) == 1:
            raise
        result.update(_one_by_one(job, build, out, timeout, end))
        if not result["variants"]:
            raise error
    result["wall_s"] = time.monotonic() - start
    return result


def _one_by_one(
    job: Job, build: pathlib.Path, out: pathlib.Path, timeout: float, end: float
) -> dict[str, Any]:
    measured: list[dict[str, Any]] = []
    counted: list[dict[str, Any]] = []
    failed: dict[str, str] = {}
    for variant in job.variants:
        try:
            lines, regions = _process(
                job, (variant,), build, out, min(timeout, end - time.monotonic())
            )
            measured += lines
            counted += regions
        except JobFailed as error:
            failed[variant] = str(error)
    return {"variants": measured, "regions": counted, "failed": failed}


def _die_with_parent() -> None:
    """So that a command that was killed leaves nothing behind that disturbs the next one's
    measurements."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _call(
    command: list[str], settings: dict[str, str] | None, timeout: float
) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            env=settings,
            capture_output=True,
            text=True,
            timeout=max(timeout, 0.01),
            check=False,
            preexec_fn=_die_with_parent,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(
            command, -signal.SIGKILL, "", f"no end after {timeout:.0f} s"
        )
    except OSError as error:
        return subprocess.CompletedProcess(
            command, 127, "", f"{command[0]}: {error.strerror}; build it first"
        )


class Progress:
    """A bar on a terminal; a line now and then elsewhere."""

    def __init__(self, total: int) -> None:
        self.total, self.drawn = total, 0.0

    def show(self, done: int, left: float, text: str) -> None:
        """`left`: seconds that what is pending will take."""
        terminal = sys.stderr.isatty()
        if not terminal and time.monotonic() - self.drawn < 10:
            return
        self.drawn = time.monotonic()
        filled = WIDTH * done // max(1, self.total)
        bar = "#" * filled + "." * (WIDTH - filled)
        line = f"[{bar}] {done}/{self.total}, about {clock(left)} left  {text}"
        if terminal:
            columns = shutil.get_terminal_size().columns - 1
            print("\r\033[K" + line[:columns], end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def run_all(
    jobs: list[Job],
    state: State,
    build: pathlib.Path,
    out: pathlib.Path,
    timeout: float,
    seconds: float = math.inf,
) -> tuple[list[str], int]:
    """Runs what is not done yet, in this order; returns the messages of what failed, and how
    many jobs are left because they would not have ended `seconds` from now, or what they need
    has not."""
    pending = [job for job in jobs if not state.has(job)]
    progress, estimates = Progress(len(jobs)), Estimates(state.results())
    end, failed, left = time.monotonic() + seconds, [], 0
    while pending:
        job, rest = pending.pop(0), end - time.monotonic()
        if estimates.job(job) > rest or not all(state.has(other) for other in needs(job, jobs)):
            left += 1
            continue
        done = len(jobs) - len(pending) - 1 - left
        progress.show(
            done,
            min(rest, estimates.jobs([job, *pending])),
            f"{job.part}: {job.code} on {job.devices}",
        )
        try:
            result = execute(job, build, out, timeout, end)
            if result.get("failed") and time.monotonic() >= end:
                left += 1  # it was cut off
                continue
            state.add(job, result)
            estimates.learn(result)
            failed += [
                f"{job.part}: {job.code} on {job.devices}, {variant}: {said}"
                for variant, said in result.get("failed", {}).items()
            ]
        except JobFailed as error:
            if time.monotonic() >= end:
                left += 1  # it was cut off
                continue
            state.fail(job, str(error))
            failed.append(f"{job.part}: {job.code} on {job.devices}: {error}")
    progress.end()
    return failed, left
