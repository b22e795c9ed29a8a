# SPDX-License-Identifier: BSD-3-Clause
"""CTSAR_SCHEDULE: what was recorded is executed again, by the same units in the same order, so that
sums in floating point have the same bits; what does not fit is said."""

import json
import os
import signal
import subprocess

import pytest

PROGRAM = os.environ["PROGRAM"]
EMULATED = "speed=4,latency=5us,bandwidth=1GB/s;speed=2,latency=5us,bandwidth=2GB/s"
N, PASSES = 60000, 6


def run(schedule, *arguments, n=N, passes=PASSES, **settings):
    return subprocess.run(
        [PROGRAM, str(n), str(passes), *arguments],
        env={
            **os.environ,
            "OMP_NUM_THREADS": "2",
            "CTSAR_DEVICES": "cpu,emu:2",
            "CTSAR_EMU": EMULATED,
            "CTSAR_BACKOFF": "0",
            "CTSAR_DEDICATED": "0",
            **({"CTSAR_SCHEDULE": schedule} if schedule else {}),
            **settings,
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def sums(done):
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.fixture
def record(tmp_path):
    return tmp_path / "schedule.json"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """One record that many tests read."""
    file = tmp_path_factory.mktemp("recorded") / "schedule.json"
    sums(run(f"record:{file}", CTSAR_POLICY="adaptive", CTSAR_CLOCK="virtual"))
    return file


@pytest.fixture(scope="module")
def recorded_alone(tmp_path_factory):
    """By one thread."""
    file = tmp_path_factory.mktemp("alone") / "schedule.json"
    how = {"CTSAR_POLICY": "adaptive", "CTSAR_CLOCK": "virtual", "OMP_NUM_THREADS": "1"}
    sums(run(f"record:{file}", **how))
    return file


def regions(record):
    return json.loads(record.read_text())["regions"]


@pytest.mark.parametrize(
    "policy, form, clock",
    [
        ("auto", "launched", "real"),
        ("chunk", "launched", "real"),
        ("split", "launched", "real"),
        ("chunk_dynamic", "inline", "real"),
        ("adaptive", "inline", "real"),
        ("hybrid", "launched", "virtual"),
        ("auto", "inline", "virtual"),
        ("chunk", "mixed", "real"),
    ],
)
def test_a_repeated_run_has_the_same_bits(record, policy, form, clock):
    """Under another policy, with other speeds, and under another clock."""
    form = [form] if form != "launched" else []
    how = {"CTSAR_POLICY": policy, "CTSAR_CHUNK": "700", "CTSAR_CLOCK": clock}
    recorded = sums(run(f"record:{record}", *form, **how))
    for other in (
        {"CTSAR_POLICY": "chunk", "CTSAR_CHUNK": "91", "CTSAR_EMU": "speed=1;speed=9"},
        {"CTSAR_POLICY": "adaptive", "CTSAR_CLOCK": "virtual"},
    ):
        assert sums(run(f"replay:{record}", *form, **other)) == recorded


def test_without_the_record_the_bits_differ():
    """Else the tests above would show nothing."""
    found = {
        tuple(sums(run(None, CTSAR_POLICY=policy, CTSAR_CHUNK=chunk, CTSAR_CLOCK="virtual")))
        for policy, chunk in (("chunk", "700"), ("chunk", "91"), ("static", "1"))
    }
    assert len(found) == 3


def test_a_record_of_a_repeated_run_is_the_record(record, tmp_path):
    """Ranges, units and pieces; not only sums.  The report of either has the same iterations."""
    reports = []
    for mode in ("record", "replay"):
        report = tmp_path / f"{mode}.json"
        sums(
            run(
                f"{mode}:{record}",
                CTSAR_POLICY="chunk_dynamic" if mode == "record" else "static",
                CTSAR_REPORT=str(report),
            )
        )
        [region] = json.loads(report.read_text())["regions"]
        reports.append([(u["name"], u["turns"], u["iterations"]) for u in region["units"]])
    assert reports[0] == reports[1]
    [region] = regions(record)
    assert region["name"] == "thirds"
    assert sum(p["times"] for p in region["passes"]) == PASSES


def test_passes_that_are_the_same_are_recorded_once(record):
    sums(run(f"record:{record}", CTSAR_POLICY="static", CTSAR_CLOCK="virtual", passes=50))
    [region] = regions(record)
    [only] = region["passes"]
    assert only["times"] == 50


MISFITS = [
    ({"n": N + 1}, {}, "the loop has other bounds"),
    ({}, {"OMP_NUM_THREADS": "3"}, "another number of cores takes part"),
    ({}, {"CTSAR_DEVICES": "cpu,emu:1"}, "there is another number of accelerators"),
    ({}, {"CTSAR_INFLIGHT": "1"}, "ranges in flight"),
    ({"passes": PASSES + 1}, {}, "the record has no further pass"),
    ({}, {"CTSAR_EMU": "speed=4,memory=100KB;speed=2"}, "a unit has executed other ranges"),
    ({}, {"CTSAR_EMU": "speed=4,fail=launch:2;speed=2"}, "a unit has executed other ranges"),
]


@pytest.mark.parametrize("arguments, settings, why", MISFITS, ids=[m[2] for m in MISFITS])
def test_what_does_not_fit_stops_the_program_in_one_line(
    recorded, recorded_alone, arguments, settings, why
):
    """Of one thread: of several each may say it before the first has ended the program."""
    file = recorded if "OMP_NUM_THREADS" in settings else recorded_alone
    how = {"CTSAR_CLOCK": "virtual", **settings, "OMP_NUM_THREADS": "1"}
    done = run(f"replay:{file}", **how, **arguments)
    assert done.returncode == -signal.SIGABRT
    [line] = [x for x in done.stderr.splitlines() if "CTSAR_SCHEDULE" in x]
    assert why in line and "thirds" in line


@pytest.mark.parametrize("arguments, settings, why", MISFITS, ids=[m[2] for m in MISFITS])
def test_or_is_given_up_in_one_line(recorded, arguments, settings, why):
    done = run(f"try:{recorded}", **settings, **arguments)
    assert done.returncode == 0
    [line] = [x for x in done.stderr.splitlines() if "CTSAR_SCHEDULE" in x]
    assert why in line and "not followed from here on" in line
    n = arguments.get("n", N)
    exact = sum((1 + i % 7) / 3 for i in range(n))
    found = [float.fromhex(x) for x in done.stdout.split()]
    assert len(found) == arguments.get("passes", PASSES)
    assert found == pytest.approx([exact] * len(found), rel=1e-3)


def test_without_accelerators_cores_share_what_does_not_fit(record):
    cores = {"CTSAR_DEVICES": "cpu"}
    sums(run(f"record:{record}", **cores))
    done = run(f"try:{record}", **cores, n=N + 7, passes=3)
    assert done.returncode == 0
    exact = sum((1 + i % 7) / 3 for i in range(N + 7))
    found = [float.fromhex(x) for x in done.stdout.split()]
    assert found == pytest.approx([exact] * 3, rel=1e-3)


def test_other_arrays_are_told(recorded, record):
    data = json.loads(recorded.read_text())
    data["regions"][0]["passes"][0]["registered"] = "123"
    record.write_text(json.dumps(data))
    done = run(f"replay:{record}")
    assert done.returncode == -signal.SIGABRT
    assert "registers other arrays or reductions" in done.stderr


def test_a_region_of_another_name_is_told(recorded_alone, record):
    record.write_text(recorded_alone.read_text().replace("thirds", "fourths"))
    done = run(f"replay:{record}", OMP_NUM_THREADS="1")
    assert "a region of another name" in done.stderr


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p["units"][0].__setitem__(0, 1),  # iteration 0 has no range
        lambda p: p["units"][1].__setitem__(0, 0),  # iteration 0 has two
        lambda p: p["units"][0].append(5),
        lambda p: p["units"].pop(),
        lambda p: p.__setitem__("n", -1),
        lambda p: p.__setitem__("times", 0),
        lambda p: p.__setitem__("cores", 1 << 40),
        lambda p: p.pop("registered"),
    ],
)
def test_a_record_that_would_give_wrong_results_is_refused(recorded, record, change):
    data = json.loads(recorded.read_text())
    change(data["regions"][0]["passes"][0])
    record.write_text(json.dumps(data))
    done = run(f"try:{record}")
    assert done.returncode == -signal.SIGABRT
    assert "it is damaged" in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ctsar_schedule":2,"regions":[]}'])
def test_what_is_no_record_is_refused(record, text):
    record.write_text(text)
    done = run(f"replay:{record}")
    assert done.returncode == -signal.SIGABRT
    assert "cannot be repeated" in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_missing_record_is_refused(record):
    assert "No such file" in run(f"replay:{record}").stderr
