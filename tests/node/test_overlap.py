# SPDX-License-Identifier: BSD-3-Clause
"""Units compute their interior while halos come: rank 1 holds its halos back until rank 0 has."""

import json
import os
import re
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
# Accelerators of rank 0 alone are as ON_0 says.
ON_0 = '[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ] && export CTSAR_EMU="$ON_0"; exec "$@"'


@pytest.fixture(params=MPIS)
def overlap(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    launcher = [MPIS[request.param], *(["--oversubscribe"] if request.param == "OPENMPI" else [])]

    def run(iterations, what="", patience=60, **settings):
        program = [os.environ[f"OVERLAP_{request.param}"]]
        if "ON_0" in settings:
            program = ["sh", "-c", ON_0, "sh", *program]
        return subprocess.run(
            [*launcher, "-n", "2", *program, "shared", str(iterations), str(patience), what],
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


def by_host(done):
    """Of each rank and pass: messages that went from the host's array, and that came there."""
    found = re.findall(r"^(\d), pass \d: (\d+) went, (\d+) came by the host$", done.stdout, re.M)
    return [[(int(w), int(c)) for r, w, c in found if int(r) == rank] for rank in range(2)]


def regions_of_ranks():
    regions = []
    for rank in range(2):
        with open(f"of{rank}.json", encoding="utf-8") as file:
            regions += json.load(file)["regions"]
    return regions


DIRECT = {"CTSAR_DEVICES": "emu:1", "COUNTED": "1", "CTSAR_REPORT": "of%r.json", **VIRTUAL}


@pytest.mark.parametrize("what, halo", [("", 1), ("wide", 3), ("backwards", 1), ("padded", 1)])
@pytest.mark.parametrize("aside", ["1", "0"])
def test_halos_of_accelerators_do_not_come_by_the_host(overlap, what, halo, aside):
    """In the first pass all have all.  Then accelerators have no memory for the halo yet."""
    done = overlap(0, what, CTSAR_OVERLAP=aside, **DIRECT)
    assert set(RIGHT) <= set(done.stdout.splitlines()), done.stderr
    assert by_host(done) == [[(0, 0), (0, 1)] + [(0, 0)] * (PASSES - 2)] * 2
    for region in regions_of_ranks():
        direct = [p["bytes_direct"] for p in region["passes"]]
        assert direct == [0, halo * ROW] + [2 * halo * ROW] * (PASSES - 2)
        assert [n["bytes_direct"] for n in region["nodes"]] == [sum(direct)] * 2


def test_halos_come_by_the_host_where_that_is_asked_for(overlap):
    into = []
    for direct in ("1", "0"):
        done = overlap(0, CTSAR_DIRECT=direct, **DIRECT)
        assert set(RIGHT) <= set(done.stdout.splitlines()), done.stderr
        into += [[r["units"][0]["bytes_in"] for r in regions_of_ranks()]]
        os.unlink("shared")
    assert by_host(done) == [[(0, 0)] + [(1, 1)] * (PASSES - 1)] * 2
    assert not any(n["bytes_direct"] for r in regions_of_ranks() for n in r["nodes"])
    assert [a + (PASSES - 2) * ROW for a in into[0]] == into[1]


def test_an_accelerator_that_fails_takes_with_it_what_it_had(overlap):
    """Rank 0's, in the middle, when halos have come to it past the host."""
    settings = {**DIRECT, "CTSAR_DEVICES": "cpu:1,emu:1", "ON_0": "fail=launch:5"}
    done = overlap(0, **settings)
    assert done.returncode
    assert "existed only on emu0, which has failed" in done.stderr
    os.unlink("shared")
    done = overlap(0, **{**settings, "ON_0": "speed=1"})
    assert by_host(done)[0][4] == (0, 0), "halos come to emu0 before its launch 5"


@pytest.mark.parametrize("direct", ["1", "0"])
def test_what_could_be_survived_without_guests_is_survived_with_them(overlap, direct):
    """The accelerator has so few rows that cores, which read beside them, have them all."""
    failing = {"CTSAR_RATIO": "0.05", "CTSAR_BACKOFF": "0", "ON_0": "fail=launch:4"}
    settings = {**DIRECT, **failing, "CTSAR_DEVICES": "cpu:1,emu:1", "CTSAR_DIRECT": direct}
    done = overlap(0, **settings)
    assert set(RIGHT) <= set(done.stdout.splitlines()), done.stderr
    assert "emu0" in done.stderr, "it has failed"


def test_an_accelerator_whose_ranges_come_in_pieces_does_not_wait_for_its_halos(overlap):
    small = {"CTSAR_EMU": "memory=20KiB", "CTSAR_INFLIGHT": "1"}
    done = overlap(1, patience=8, **{**DIRECT, **small})
    assert set(RIGHT) <= set(done.stdout.splitlines()), done.stderr
    assert all(r["units"][0]["streamed"] for r in regions_of_ranks())
    assert not any(n["bytes_direct"] for r in regions_of_ranks() for n in r["nodes"])


def test_the_trace_has_the_bytes_that_the_report_counts(overlap):
    overlap(0, **DIRECT, CTSAR_TRACE="trace%r.json")
    for rank, region in enumerate(regions_of_ranks()):
        with open(f"trace{rank}.json", encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
        copies = [e["args"]["bytes"] for e in events if e.get("name") == "copy in"]
        assert sum(copies) == region["units"][0]["bytes_in"] > 0
        assert 0 in copies, "of what has come past the host only the time is shown"


def test_the_way_of_halos_is_each_units_own(overlap):
    """Behind rank 1's halo is a core.  Columns are no stretch, and go by the host."""
    done = overlap(0, **{**DIRECT, "CTSAR_DEVICES": "cpu:1,emu:1"})
    assert by_host(done) == [
        [(0, 0), (0, 1)] + [(0, 0)] * (PASSES - 2),
        [(0, 0)] + [(1, 1)] * (PASSES - 1),
    ]
    os.unlink("shared")
    done = overlap(0, "columns", **DIRECT)
    assert by_host(done) == [[(0, 0)] + [(1, 1)] * (PASSES - 1)] * 2


def test_halos_on_the_way_cost_the_same_time_on_an_emulated_bus(overlap):
    """What has come directly is paid for by the range that reads it."""
    seconds = []
    for direct in ("1", "0"):
        settings = {**DIRECT, "CTSAR_EMU": "speed=1,latency=1us,bandwidth=1MB/s"}
        overlap(0, **settings, CTSAR_DIRECT=direct)
        seconds += [[p["elapsed_s"] for p in r["passes"][2:]] for r in regions_of_ranks()]
        os.unlink("shared")
    assert seconds[:2] == [pytest.approx(s) for s in seconds[2:]]
    assert min(seconds[0]) > ROW / 1e6


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
    received = [node["bytes_received"] > 0 for node in region["nodes"]]
    assert any(received)
    assert [node["halos_awaited_s"] > 0 for node in region["nodes"]] == received
    os.unlink("shared")
    done = overlap(1, patience=2, CTSAR_OVERLAP="0", **VIRTUAL)
    assert done.returncode
    assert "rank 0 has computed 0 of 1 iterations of pass 1 before its halos came" in done.stderr
