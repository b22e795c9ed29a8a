# SPDX-License-Identifier: BSD-3-Clause
"""The suite's codes over nodes: each rank's results meet the serial ones, and together the ranks
execute what one process does."""

import json
import os
import pathlib
import subprocess

import pytest

from suite_codes import SMALL

SUITE = pathlib.Path(os.environ["SUITE"])
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "CTSAR_DEVICES": "cpu,emu:2",
    "CTSAR_EMU": "speed=4,latency=1us,simd=8;speed=2,simd=4",
    "CTSAR_BACKOFF": "0",
    "OMP_NUM_THREADS": "1",
    "CTSAR_REPORT": "of%r.json",
}


def run(code, launcher):
    command = [
        SUITE / "ctsar" / code,
        "-d",
        SMALL[code],
        "-r",
        1,
        "--check",
        "-v",
        "default,static",
    ]
    return subprocess.run(
        [*launcher, *map(str, command)],
        capture_output=True,
        text=True,
        env={**os.environ, **SETTINGS},
        timeout=120,
    )


def iterations(path):
    return sum(region["iterations"] for region in json.loads(path.read_text())["regions"])


@pytest.mark.parametrize("number, code", enumerate(SMALL))
def test_a_code_meets_its_serial_version_on_every_rank(number, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ranks = 2 if number % 4 else 3
    done = run(code, [os.environ["MPIRUN"], "--oversubscribe", "-n", str(ranks)])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("verified against the serial run") == ranks
    assert "ctsar" not in done.stderr
    together = [iterations(tmp_path / f"of{rank}.json") for rank in range(ranks)]
    assert run(code, []).returncode == 0
    assert sum(together) == iterations(tmp_path / "of%r.json")
