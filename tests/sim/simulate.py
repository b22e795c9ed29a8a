# SPDX-License-Identifier: BSD-3-Clause
"""Runs the simulator and reads what it says; for the tests in this folder."""

import json
import os
import subprocess
from functools import cache
from pathlib import Path

DESCRIPTIONS = Path(__file__).resolve().parents[2] / "tools" / "sim"
PROGRAM = os.environ["SIMULATE"]


def description(kind, name):
    return str(DESCRIPTIONS / kind / f"{name}.json")


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)


@cache
def compare(machine, workload, policies, *options):
    """What each policy did, by label.  `policies` as for --policy; of every run, each pass."""
    done = run(
        "--json",
        "-",
        "--runs",
        *(["--policy", policies] if policies else []),
        *options,
        description("machines", machine),
        description("workloads", workload),
    )
    assert done.returncode == 0, done.stderr
    return {p["label"]: p for p in json.loads(done.stdout)["policies"]}


@cache
def policies():
    """The names of the library's policies."""
    done = run("--policy", "none", "machine", "workload")
    return done.stderr.split("policies: ")[1].strip().split(", ")


def quantile(values, q):
    """The value below which a part q of the values lies, interpolated."""
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


def efficiencies(policy, number):
    """Of pass `number` (from 1 on), one of each run."""
    return [one[number - 1]["best_s"] / one[number - 1]["time_s"] for one in policy["runs"]]
