# SPDX-License-Identifier: BSD-3-Clause
"""Units compute their interior while halos come: rank 1 holds its halos back until rank 0 has."""

import json
import os
import subprocess

import pytest

SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "CTSAR_POLICY": "static",
    "CTSAR_DEVICES": "cpu:1",
    "OMP_NUM_THREADS": "2",
}
VIRTUAL = {"CTSAR_CLOCK": "virtual"}
MPIS = {name: os.environ[name] for name in ("OPENMPI", "MPICH") if os.environ[name]}
RIGHT = ["0 of 2: right", "1 of 2: right"]
PASSES, ROW = 6, 48 * 8


@pytest.fixture(params=MPIS)
def overlap(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    launcher = [MPIS[request.param], *(["--oversubscribe"] if request.param == "OPENMPI" else [])]

    def run(iterations, what="", patience=60, **settings):
        program = os.environ[f"OVERLAP_{request.param}"]
        return subprocess.run(
            [*launcher, "-n", "2", program, "shared", str(iterations), str(patience), what],
            env={**os.environ, **SETTINGS, **settings},
            capture_output=True,
            text=True,
            timeout=200,
        )

    return run


@pytest.mark.parametrize(
    "devices, what, interior",
    [
        ("cpu:1", "", 22),
        ("cpu:1", "columns", 22),
        ("cpu:1", "backwards", 22),
        ("cpu:1", "wide", 18),
        ("cpu:2", "wide", 18),
        ("emu:1", "", 22),
    ],
)
def test_all_of_the_interior_is_computed_before_halos_come(overlap, devices, what, interior):
    """Each rank has 23 rows, or 21, of which one, or three, are the rim."""
    done = overlap(interior, what, CTSAR_DEVICES=devices, **VIRTUAL)
    assert sorted(done.stdout.splitlines()) == RIGHT, done.stderr


@pytest.mark.parametrize("devices", ["cpu:2", "cpu,emu:1"])
def test_ranges_on_demand_have_interiors_too(overlap, devices):
    done = overlap(1, CTSAR_DEVICES=devices, CTSAR_POLICY="chunk_dynamic", **VIRTUAL)
    assert sorted(done.stdout.splitlines()) == RIGHT, done.stderr


def test_exactly_the_halos_travel(overlap):
    done = overlap(22, CTSAR_REPORT="of%r.json", **VIRTUAL)
    assert sorted(done.stdout.splitlines()) == RIGHT, done.stderr
    for rank in range(2):
        with open(f"of{rank}.json", encoding="utf-8") as file:
            (region,) = json.load(file)["regions"]
        assert [p["bytes_received"] for p in region["passes"]] == [0] + [ROW] * (PASSES - 1)
        assert [(n["halos_hidden_s"], n["halos_awaited_s"]) for n in region["nodes"]] == [
            (0, 0)
        ] * 2


def test_the_report_says_how_long_halos_were_under_way(overlap):
    done = overlap(0, CTSAR_REPORT="r.json", CTSAR_DEVICES="cpu,emu:1")
    assert sorted(done.stdout.splitlines()) == RIGHT, done.stderr
    with open("r.json", encoding="utf-8") as file:
        (region,) = json.load(file)["regions"]
    # A busy machine may give all rows to one rank from the second pass on: the other receives none.
    received = [node["bytes_received"] > 0 for node in region["nodes"]]
    assert any(received)
    assert [node["halos_hidden_s"] > 0 for node in region["nodes"]] == received


def test_without_overlap_nothing_is_computed_before(overlap):
    done = overlap(0, CTSAR_OVERLAP="0", CTSAR_REPORT="r.json")
    assert sorted(done.stdout.splitlines()) == RIGHT, done.stderr
    with open("r.json", encoding="utf-8") as file:
        (region,) = json.load(file)["regions"]
    assert [node["halos_hidden_s"] for node in region["nodes"]] == [0, 0]
    assert min(node["halos_awaited_s"] for node in region["nodes"]) > 0
    os.unlink("shared")
    done = overlap(1, patience=2, CTSAR_OVERLAP="0", **VIRTUAL)
    assert done.returncode
    assert "rank 0 has computed 0 of 1 iterations of pass 1 before its halos came" in done.stderr
