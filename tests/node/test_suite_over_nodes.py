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


def run(code, launcher, folder):
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
        timeout=600,
        cwd=folder,
    )


def iterations(path):
    return sum(region["iterations"] for region in json.loads(path.read_text())["regions"])


TWELVE = (
    *("gemm", "stream", "perlin", "nbody", "helmholtz", "cg"),
    *("atax", "corr", "fdtd2d", "kmeans", "convolution", "reduction"),
)
OPEN_MPI = (os.environ["MPIRUN"], "--oversubscribe")
MPICH = (os.environ["MPICH"],)
EACH = [
    *((OPEN_MPI, ranks, code) for code in TWELVE for ranks in (2, 3)),
    *((MPICH, 2, code) for code in TWELVE),
    *((OPEN_MPI, 2, code) for code in SMALL if code not in TWELVE),
]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """How many iterations one process executes of a code."""
    folder, known = tmp_path_factory.mktemp("alone"), {}

    def count(code):
        if code not in known:
            assert run(code, [], folder).returncode == 0
            known[code] = iterations(folder / "of%r.json")
        return known[code]

    return count


@pytest.mark.parametrize("launcher, ranks, code", EACH)
def test_a_code_meets_its_serial_version_on_every_rank(launcher, ranks, code, alone, tmp_path):
    if not launcher[0]:
        pytest.skip("no MPICH, or a build without it")
    done = run(code, [*launcher, "-n", str(ranks)], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("verified against the serial run") == ranks
    assert "ctsar" not in done.stderr
    together = [iterations(tmp_path / f"of{rank}.json") for rank in range(ranks)]
    assert sum(together) == alone(code)
