# SPDX-License-Identifier: BSD-3-Clause
"""Six codes over 1 to 4 ranks, as the suite has them and as written by hand for MPI: all ranks of
both meet the serial version.  And the benchmark that compares them."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

from suite_codes import SMALL

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITE = pathlib.Path(os.environ["SUITE"])
CODES = ("gemm", "stream", "perlin", "nbody", "helmholtz", "cg")
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "CTSAR_DEVICES": "cpu",
}


def run(side, code, ranks, threads=1, dims=None):
    command = [os.environ["MPIRUN"], "--oversubscribe", "-n", ranks, SUITE / side / code]
    return subprocess.run(
        [str(word) for word in (*command, "-d", dims or SMALL[code], "-r", 2, "--check")],
        capture_output=True,
        text=True,
        env={**os.environ, **SETTINGS, "OMP_NUM_THREADS": str(threads)},
        timeout=600,
    )


@pytest.mark.parametrize("side", ["ctsar", "mpi"])
@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
@pytest.mark.parametrize("code", CODES)
def test_all_ranks_meet_the_serial_version(side, code, ranks):
    done = run(side, code, ranks, threads=2 if ranks < 3 else 1)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("verified against the serial run") == ranks
    assert not done.stderr


def test_more_ranks_than_rows_are_refused_by_hand():
    done = run("mpi", "helmholtz", 3, dims="4,5,2")
    assert done.returncode != 0
    assert "there are 3 ranks for 2 rows; give it fewer ranks" in done.stderr


def bench(*options):
    command = [sys.executable, str(ROOT / "bench/nodes"), "--build", str(SUITE.parent), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_the_benchmark_measures_both_and_makes_a_page(tmp_path):
    file = tmp_path / "found.json"
    options = ("--codes", "gemm", "--dims", SMALL["gemm"], "--turns", "2", "--runs", "2")
    done = bench(*options, "--json", str(file))
    assert done.returncode == 0, done.stderr
    found = json.loads(file.read_text())
    assert [(row["ranks"], row["threads"]) for row in found["rows"]] == [(2, 1), (1, 2)]
    for row in found["rows"]:
        assert all(len(turn) == 2 for side in row["seconds"].values() for turn in side)
        assert row["ratio"] == row["median_s"]["ctsar"] / row["median_s"]["mpi"]
    shown = bench("--page", str(file)).stdout
    assert shown.count("| gemm | 37 29 43 |") == 2
    assert f"| {found['rows'][0]['ratio']:.2f} |" in shown


def test_the_page_is_made_of_the_figures_beside_it():
    page = bench("--page", str(ROOT / "docs/results/nodes.json")).stdout
    assert (ROOT / "docs/results-nodes.md").read_text() == page


def test_an_unknown_code_is_refused():
    done = bench("--codes", "gem")
    assert done.returncode == 2
    assert "there is no code 'gem'; codes: gemm, stream" in done.stderr
