# SPDX-License-Identifier: BSD-3-Clause
"""Matrices in tiles, by tasks, on all kinds of units: results are as they were made."""

import os
import subprocess

import pytest

TASKS = os.environ["TASKS"]
UNITS = {
    "cores": {"CTSAR_DEVICES": "cpu:4"},
    "emulated": {"CTSAR_DEVICES": "emu:2", "CTSAR_EMU": "speed=4,latency=5us"},
    "narrow": {"CTSAR_DEVICES": "emu:1", "CTSAR_EMU": "memory=512KiB"},
    "mixed": {"CTSAR_DEVICES": "cpu:2,emu:2", "CTSAR_EMU": "speed=4,latency=5us;speed=2"},
    "virtual": {
        "CTSAR_DEVICES": "cpu:2,emu:2",
        "CTSAR_EMU": "speed=8,latency=20us,bandwidth=10GB/s;speed=2",
        "CTSAR_CLOCK": "virtual",
    },
    "pocl": {"CTSAR_DEVICES": "opencl:cpu"},
    "all": {"CTSAR_DEVICES": "cpu:2,emu:1,opencl:cpu"},
    "failing": {
        "CTSAR_DEVICES": "cpu:2,emu:2",
        "CTSAR_EMU": "speed=4,fail=launch:30;speed=2",
        "CTSAR_CACHE": "writethrough",
    },
}


def run(*arguments, **settings):
    return subprocess.run(
        [TASKS, *map(str, arguments)],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("program", ["matmul", "cholesky", "lu"])
def test_results_are_right(program, units):
    done = run(program, 192, 32, **UNITS[units])
    if "opencl" in UNITS[units]["CTSAR_DEVICES"] and "no OpenCL" in done.stderr:
        pytest.skip("no OpenCL device")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{program}: 192 by 192 in tiles of 32")


@pytest.mark.parametrize("placement", ["versioning", "affinity", "successor", "breadth"])
def test_placements_give_the_same(placement):
    done = run("cholesky", 256, 32, placement, **UNITS["virtual"])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "arguments", [[], ["qr"], ["lu", 0], ["lu", 10, 3], ["lu", 10, 11], ["lu", 10, 5, "best"]]
)
def test_wrong_arguments_are_refused_in_one_line(arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("tasks: ") and done.stderr.count("\n") == 1
