# SPDX-License-Identifier: BSD-3-Clause
"""Runs jobs one after the other, with a progress bar and an estimate of what is left."""
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from . import machine

WIDTH = 30


class JobFailed(Exception):
    pass


def environment(job, folder, starpu):
    """The user's, without settings of ctsar that would change what is measured."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CTSAR_")}
    kept.update(job.settings)
    kept.update(CTSAR_DEVICES=job.devices, STARPU_HOME=str(starpu), STARPU_SILENT="1")
    if job.report:
        kept["CTSAR_REPORT"] = str(pathlib.Path(folder) / "report.json")
    return kept


def _summary(path):
    """Of a report: what each region did, without its passes one by one."""
    regions = json.loads(path.read_text(encoding="utf-8"))["regions"]
    return [{"name": region["name"], "passes": len(region["passes"]), "elapsed_s": region["elapsed_s"],
             "units": [{key: unit[key] for key in ("name", "kind", "iterations", "busy_s", "waiting_s", "copying_s",
                                                   "bytes_in", "bytes_out", "bytes_between", "backed_off")}
                       for unit in region["units"]]} for region in regions]


def variants_of(program):
    """What the program's help says of its variants."""
    found = re.search(r"--variants LIST .*?: (.*)", _call([str(program), "--help"], None, 60).stdout)
    return found[1] if found else ""


def execute(job, build, starpu, check, timeout):
    """One job; returns what is kept of it."""
    program = build / "suite" / job.program
    with tempfile.TemporaryDirectory(prefix="ctsar-suite-") as folder:
        out = pathlib.Path(folder) / "out.json"
        command = [str(program), *job.words, "--json", str(out), *(["--check"] if check else [])]
        before, start = machine.sample(), time.monotonic()
        done = _call(command, environment(job, folder, starpu), timeout)
        wall = time.monotonic() - start
        if done.returncode:
            said = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
            raise JobFailed(f"{job.code} on {job.devices}: {said}")
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        report = pathlib.Path(folder) / "report.json"
        regions = _summary(report) if job.report and report.exists() else None
    result = {"job": dataclasses.asdict(job), "variants": lines, "wall_s": wall, **before}
    if regions is not None:
        result["regions"] = regions
    return result


def _call(command, settings, timeout):
    try:
        return subprocess.run(command, env=settings, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -signal.SIGKILL, "", f"no end after {timeout:.0f} s")
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, "", f"{command[0]}: {error.strerror}; build it first")


class Progress:
    """A bar on a terminal; a line now and then elsewhere."""

    def __init__(self, total, state):
        self.total, self.state, self.drawn = total, state, 0.0

    def left(self, pending):
        """Seconds that the pending jobs will take: as others of the same part and code did, of the same code, or as
        the average."""
        known = {}
        for part, code, seconds in self.state.seconds():
            for key in ((part, code), code, None):
                known.setdefault(key, []).append(seconds)
        if not known:
            return None
        times = [next(known[key] for key in ((job.part, job.code), job.code, None) if key in known) for job in pending]
        return sum(sum(found) / len(found) for found in times)

    def show(self, done, pending, text):
        terminal = sys.stderr.isatty()
        if not terminal and time.monotonic() - self.drawn < 10:
            return
        self.drawn = time.monotonic()
        filled = WIDTH * done // max(1, self.total)
        left = self.left(pending)
        estimate = "" if left is None else f", about {clock(left)} left"
        line = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{self.total}{estimate}  {text}"
        if terminal:
            columns = shutil.get_terminal_size().columns - 1
            print("\r\033[K" + line[:columns], end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def end(self):
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def clock(seconds):
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def run_all(jobs, state, build, starpu, check, timeout):
    """Runs what is not done yet; returns the messages of jobs that failed."""
    pending = [job for job in jobs if not state.has(job)]
    progress, failed = Progress(len(jobs), state), []
    while pending:
        job = pending[0]
        progress.show(len(jobs) - len(pending), pending, f"{job.part}: {job.code} on {job.devices}")
        try:
            state.add(job, execute(job, build, starpu, check, timeout))
        except JobFailed as error:
            failed.append(str(error))
        pending.pop(0)
    progress.end()
    return failed
