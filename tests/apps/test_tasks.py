# SPDX-License-Identifier: BSD-3-Clause
"""Matrices in tiles, by tasks, on all kinds of units: results are as they were made."""

import collections
import json
import os
import pathlib
import subprocess
import sys

import pytest

TASKS = os.environ["TASKS"]
REPORT = pathlib.Path(__file__).resolve().parents[2] / "tools/ctsar-report"
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


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("program", ["stream", "nbody", "bitonic", "pbpi"])
def test_results_of_blocks_are_right(program, units):
    done = run(program, 256, 32, **UNITS[units])
    if "opencl" in UNITS[units]["CTSAR_DEVICES"] and "no OpenCL" in done.stderr:
        pytest.skip("no OpenCL device")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{program}: 256 in blocks of 32")


WAYS = ("add", "blocked", "openblas")


def ways():
    """The versions of the product that this build has."""
    text = run("--help").stdout
    return text.split("CTSAR_VERSIONS=product:")[1].split()[0].split("|")


def versions_used(tasks):
    """From a unit's name to how many tasks of the product it has executed by which version."""
    return {
        unit["name"]: {
            v["version"]: v["launches"] for v in unit["versions"] if v["kernel"] == "product"
        }
        for unit in tasks["units"]
    }


@pytest.mark.parametrize("units", [units for units in UNITS if units != "failing"])
@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_multiply_is_right(tmp_path, way, units):
    """In tiles that no block divides."""
    devices = UNITS[units]["CTSAR_DEVICES"]
    if way not in ways():
        pytest.skip("this build has no OpenBLAS")
    if way == "openblas" and "opencl" in devices:
        pytest.skip("no form for OpenCL")
    file = tmp_path / "report.json"
    settings = {"CTSAR_VERSIONS": f"product:{way}", "CTSAR_REPORT": str(file), **UNITS[units]}
    for program in ("matmul", "lu"):
        done = run(program, 90, 15, **settings)
        if "opencl" in devices and "no OpenCL" in done.stderr:
            pytest.skip("no OpenCL device")
        assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
        (tasks,) = json.loads(file.read_text())["regions"]
        used = versions_used(tasks).values()
        assert {version for unit in used for version in unit} == {way}


def named(versions, program="matmul", **settings):
    settings = {"CTSAR_DEVICES": "cpu:1", **settings}
    done = run(program, 64, 32, CTSAR_VERSIONS=versions, **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr


def test_what_names_no_kernel_is_told_at_the_end():
    line = (
        "ctsar: warning: CTSAR_VERSIONS: {} has had no effect, since no kernel {} was executed; "
        "{}\n"
    )
    assert named("produkt:add") == line.format(
        "produkt:add", "produkt with versions", "those that were: product"
    )
    assert named("produkt:add,product:add") == named("produkt:add")
    assert named("add,bloked") == line.format(
        "bloked", "with a version of that name", "those that were: product"
    )
    assert named("product:add", "stream") == line.format(
        "product:add", "product with versions", "none was"
    )
    assert named("add", "stream", CTSAR_DEVICES="cpu:2,emu:1") == line.format(
        "add", "with a version of that name", "none was"
    )


def test_what_names_a_kernel_is_not_told_of_at_the_end():
    assert named("product:add") == ""
    assert named("add") == ""
    assert named("produkt:add", CTSAR_CHECK="1") == ""  # nothing is forced there
    once = named("bloked", CTSAR_DEVICES="cpu:2,emu:1")
    assert "kernel product has no version bloked" in once and once.count("\n") == 1


def test_help_names_programs_and_placements():
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage: tasks PROGRAM" in done.stdout and "\n  affinity: that has" in done.stdout
    assert set(ways()) <= set(WAYS) and {"add", "blocked"} <= set(ways())


def test_each_kind_of_unit_multiplies_by_its_fastest_version(tmp_path):
    """Which two kinds find by themselves, and no version differs from the first one."""
    file = tmp_path / "report.json"
    done = run(
        "matmul",
        256,
        16,
        CTSAR_DEVICES="cpu:2,emu:1",
        CTSAR_EMU="speed=2",
        CTSAR_CLOCK="virtual",
        CTSAR_VIRTUAL_VERSIONS="add=3,blocked=2,openblas=4",
        CTSAR_REPORT=str(file),
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    (tasks,) = json.loads(file.read_text())["regions"]
    for unit, launches in versions_used(tasks).items():
        assert launches["blocked"] > 0.9 * sum(launches.values()), unit


@pytest.mark.parametrize(
    "program", ["matmul", "cholesky", "lu", "stream", "nbody", "bitonic", "pbpi"]
)
def test_bodies_access_what_they_have_declared(program):
    done = run(program, 64, 16, CTSAR_CHECK="1")
    assert done.returncode == 0 and done.stderr == "", done.stdout + done.stderr


@pytest.mark.parametrize("placement", ["versioning", "affinity", "successor", "breadth"])
def test_placements_give_the_same(placement):
    done = run("cholesky", 256, 32, placement, **UNITS["virtual"])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["qr"],
        ["lu", 0],
        ["bitonic", 24, 8],
        ["lu", 10, 3],
        ["lu", 10, 11],
        ["lu", 10, 5, "best"],
    ],
)
def test_wrong_arguments_are_refused_in_one_line(arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("tasks: ") and done.stderr.count("\n") == 1


def report_of(tmp_path, *arguments, **settings):
    file = tmp_path / "report.json"
    done = run(*arguments, CTSAR_REPORT=str(file), **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    (tasks,) = json.loads(file.read_text())["regions"]
    return tasks


def test_the_report_says_which_unit_executed_which_tasks(tmp_path):
    tasks = report_of(tmp_path, "cholesky", 256, 32, **UNITS["virtual"])
    assert (tasks["name"], tasks["kind"], tasks["policy"]) == ("tasks", "tasks", "earliest")
    assert [u["name"] for u in tasks["units"]] == ["core 0", "core 1", "emu0", "emu1"]
    assert sum(u["turns"] for u in tasks["units"]) == 120  # of 8 by 8 tiles
    for unit in tasks["units"]:
        assert sum(v["launches"] for v in unit["versions"]) == unit["turns"]
        assert unit["busy_s"] + unit["waiting_s"] >= 0.999 * tasks["elapsed_s"]
    by_kernel: collections.Counter[str] = collections.Counter()
    for unit in tasks["units"]:
        for v in unit["versions"]:
            by_kernel[v["kernel"]] += v["launches"]
    assert by_kernel == {"cholesky": 8, "divide_right": 28, "add_transposed": 84}
    tile = 32 * 32 * 8
    fast = tasks["units"][2]
    assert fast["bytes_in"] >= tile and fast["bytes_out"] >= tile
    assert fast["bytes_in"] % tile == fast["bytes_out"] % tile == 0


def test_the_report_s_table_speaks_of_tasks():
    done = run("lu", 128, 32, CTSAR_REPORT="1", **UNITS["virtual"])
    lines = done.stderr.splitlines()
    assert lines[0] == "ctsar: tasks: placement earliest, virtual clock"
    assert lines[1].startswith("  1 wait, 30 tasks, ")
    assert lines[2].startswith("  longest chain ")
    assert lines[3].split()[:4] == ["unit", "waits", "tasks", "iterations"]


def test_what_tasks_take_is_known_in_the_next_run(tmp_path):
    slow = {
        "CTSAR_DEVICES": "cpu:2,emu:1",
        "CTSAR_EMU": "speed=0.05",
        "CTSAR_CLOCK": "virtual",
        "CTSAR_HISTORY": str(tmp_path / "history.json"),
    }
    first = report_of(tmp_path, "matmul", 256, 64, **slow)
    second = report_of(tmp_path, "matmul", 256, 64, **slow)
    assert first["units"][2]["turns"] > 0  # what it takes is learned
    assert second["units"][2]["turns"] == 0
    assert second["elapsed_s"] < 0.7 * first["elapsed_s"]


def test_ctsar_report_counts_tasks_by_kernel(tmp_path):
    report_of(tmp_path, "cholesky", 256, 32, **UNITS["cores"])
    shown = subprocess.run(
        [sys.executable, REPORT, tmp_path / "report.json"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert shown[0] == "tasks: placement earliest, real clock, 1 wait; shares in percent"
    at = next(i for i, line in enumerate(shown) if line.startswith("  tasks"))
    assert sorted(shown[at].split()[1:]) == ["add_transposed", "cholesky", "divide_right"]
    assert sum(int(n) for line in shown[at + 1 :] for n in line.split()[2:]) == 120


@pytest.mark.parametrize("cache", ["writeback", "writethrough"])
def test_copies_are_hidden_behind_kernels(tmp_path, cache):
    """By one version: to verify another one takes copies, too."""
    slow = {
        "CTSAR_DEVICES": "emu:1",
        "CTSAR_EMU": "bandwidth=1GB/s",
        "CTSAR_CLOCK": "virtual",
        "CTSAR_VERSIONS": "product:add",
    }
    tasks = report_of(tmp_path, "matmul", 256, 32, CTSAR_CACHE=cache, **slow)
    (device,) = tasks["units"]
    assert device["bytes_in"] == 3 * 256 * 256 * 8
    assert device["bytes_out"] == 256 * 256 * 8 * (8 if cache == "writethrough" else 1)
    assert device["hidden_s"] >= 0.95 * device["copying_s"]


def test_no_core_waits_beside_a_busy_accelerator(tmp_path):
    """Which takes half of the tasks: its kernels take as long as two cores together."""
    tasks = report_of(
        tmp_path,
        "matmul",
        256,
        16,
        CTSAR_DEVICES="cpu:2,emu:1",
        CTSAR_EMU="speed=2",
        CTSAR_CLOCK="virtual",
    )
    first, second, device = tasks["units"]
    assert device["busy_s"] > 0.95 * tasks["elapsed_s"]
    for core in (first, second):
        assert core["busy_s"] > 0.95 * tasks["elapsed_s"]
        assert core["turns"] > 0.23 * 16**3
    assert device["turns"] > 0.45 * 16**3


def test_what_is_transferred_first_is_run_first(tmp_path):
    """By the trace of an accelerator with several tasks in flight, whose copies take longer than
    its kernels."""
    file = tmp_path / "trace.json"
    done = run(
        "stream",
        65536,
        4096,
        CTSAR_DEVICES="emu:1",
        CTSAR_EMU="bandwidth=10MB/s",
        CTSAR_CLOCK="virtual",
        CTSAR_PREFETCH="4",
        CTSAR_TRACE=str(file),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    slots: dict[int, list] = collections.defaultdict(list)
    for event in json.loads(file.read_text())["traceEvents"]:
        if event.get("ph") == "X" and event["name"] in ("copy in", "kernel"):
            slots[event["tid"]].append(event)
    there, pairs = {}, []
    for slot, events in slots.items():
        for event in sorted(events, key=lambda one: one["ts"]):
            if event["name"] == "copy in":
                there[slot] = event["ts"] + event["dur"]
            elif slot in there:
                pairs.append((there.pop(slot), event["ts"]))
    assert len(slots) > 3 and len(pairs) >= 16
    begun = [kernel for _, kernel in sorted(pairs)]
    assert begun == sorted(begun)
