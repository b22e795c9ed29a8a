# SPDX-License-Identifier: BSD-3-Clause
"""CTSAR_TRACE: the file is there however the program ends, has what the report has, to the byte and
the microsecond, and can be drawn: events of a track lie beside or within each other."""

import collections
import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import pytest

PROGRAM = os.environ["PROGRAM"]
REPORT_TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/ctsar-report"
KEPT = 1 << 16  # events a thread, libctsar/base/trace.h
NEAR = 1.0  # microseconds

EMULATED = "speed=4,latency=5us,bandwidth=1GB/s;speed=2,latency=5us,bandwidth=2GB/s"


def run(tmp_path, *arguments, program=PROGRAM, **settings):
    """The program's result, its trace and its report, each None where there is no file."""
    trace, report = tmp_path / "trace.json", tmp_path / "report.json"
    for file in (trace, report):
        file.unlink(missing_ok=True)
    done = subprocess.run(
        [program, *map(str, arguments)],
        env={
            **os.environ,
            "OMP_NUM_THREADS": "2",
            "CTSAR_DEVICES": "cpu,emu:2",
            "CTSAR_EMU": EMULATED,
            "CTSAR_TRACE": str(trace),
            "CTSAR_REPORT": str(report),
            **settings,
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert not list(tmp_path.glob("*.tmp"))
    return done, *(json.loads(f.read_text()) if f.exists() else None for f in (trace, report))


class Trace:
    def __init__(self, data):
        self.regions, self.track, self.events = {}, {}, []
        for e in data["traceEvents"]:
            if e.get("name") == "process_name":
                self.regions[e["pid"]] = e["args"]["name"]
            elif e.get("name") == "thread_name":
                self.track[e["pid"], e["tid"]] = e["args"]["name"]
            elif e["ph"] != "M":
                self.events.append(e)

    def of(self, name, unit=None):
        """Events called so, of a unit and its slots."""
        return [
            e for e in self.events if e["name"] == name and (unit is None or self.unit(e) == unit)
        ]

    def unit(self, event):
        return self.track[event["pid"], event["tid"]].split(" slot ")[0].removesuffix(" home")

    def seconds(self, name, unit):
        return sum(e["dur"] for e in self.of(name, unit)) * 1e-6

    def bytes(self, name, unit, key="bytes"):
        return sum(e["args"][key] for e in self.of(name, unit))


def assert_drawable(trace):
    """Of two events of a track that overlap one contains the other: else a viewer drops one."""
    tracks = collections.defaultdict(list)
    for e in trace.events:
        if e["ph"] == "X":
            begin = round(e["ts"] * 1000)
            tracks[e["pid"], e["tid"]].append((begin, begin + round(e["dur"] * 1000)))
    for key, spans in tracks.items():
        around: list[int] = []
        for begin, end in sorted(spans, key=lambda s: (s[0], -s[1])):
            while around and around[-1] <= begin:
                around.pop()
            assert not around or end <= around[-1], (trace.track[key], begin, end, around)
            around.append(end)


def assert_has_what_the_report_has(trace, report):
    [region] = report["regions"]
    assert list(trace.regions.values()) == [region["name"]]
    for unit in region["units"]:
        name = unit["name"]
        near = pytest.approx
        assert trace.seconds("turn", name) == near(unit["busy_s"], abs=NEAR * 1e-6)
        assert trace.seconds("wait", name) == near(unit["waiting_s"], abs=NEAR * 1e-6)
        assert len(trace.of("turn", name)) == unit["turns"]
        done = sum(e["args"]["hi"] - e["args"]["lo"] for e in trace.of("turn", name))
        assert done == unit["iterations"]
        for key in ("in", "out", "between"):
            assert trace.bytes(f"copy {key}", name) == unit[f"bytes_{key}"]
            # What registering copies, such as a reduction's identity, is no range's.
            assert trace.bytes("turn", name, f"bytes_{key}") <= unit[f"bytes_{key}"]
        copying = sum(trace.seconds(f"copy {way}", name) for way in ("in", "out", "between"))
        assert copying == near(unit["copying_s"], abs=NEAR * 1e-6)
    passes = trace.of("pass")
    assert len(passes) == region["pass_count"]
    assert sum(e["dur"] for e in passes) * 1e-6 == near(region["elapsed_s"], abs=NEAR * 1e-6)
    assert sum(e["args"]["solves"] for e in trace.of("solve")) == region["scheduler"]["solves"]


@pytest.mark.parametrize("clock", ["virtual", "real"])
@pytest.mark.parametrize("policy", ["adaptive", "auto", "chunk_dynamic", "split"])
@pytest.mark.parametrize("form", ["launched", "inline"])
def test_the_sums_are_the_report_s(tmp_path, clock, policy, form):
    inline = ["inline"] if form == "inline" else []
    done, trace, report = run(
        tmp_path, 20000, 4, *inline, CTSAR_CLOCK=clock, CTSAR_POLICY=policy, CTSAR_BACKOFF="0"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert trace["otherData"] == {"ctsar_trace": 1, "clock": clock, "dropped": 0}
    trace = Trace(trace)
    assert_has_what_the_report_has(trace, report)
    assert_drawable(trace)
    assert {e["name"] for e in trace.events} >= {"pass", "turn", "decide", "kernel", "copy in"}


def test_a_run_on_the_virtual_clock_has_one_trace(tmp_path):
    first, second = (
        run(tmp_path, 20000, 5, CTSAR_CLOCK="virtual", CTSAR_POLICY="chunk_dynamic")[1]
        for _ in range(2)
    )
    key = json.dumps
    assert sorted(map(key, first["traceEvents"])) == sorted(map(key, second["traceEvents"]))


def test_what_does_not_fit_is_streamed_and_says_so(tmp_path):
    done, trace, report = run(
        tmp_path,
        100000,
        2,
        CTSAR_CLOCK="virtual",
        CTSAR_POLICY="adaptive",
        CTSAR_EMU="speed=4,memory=200KB",
    )
    assert done.returncode == 0
    trace = Trace(trace)
    assert trace.of("streaming")
    assert_has_what_the_report_has(trace, report)
    assert_drawable(trace)


def test_building_and_leaving_out_are_there(tmp_path):
    _, trace, report = run(
        tmp_path,
        20000,
        6,
        CTSAR_CLOCK="virtual",
        CTSAR_POLICY="adaptive",
        CTSAR_EMU="speed=2,build=3ms;speed=0.001,latency=100ms,build=1ms",
    )
    trace = Trace(trace)
    assert [e["dur"] for e in sorted(trace.of("build"), key=lambda e: e["tid"])] == [3000, 1000]
    decided = report["regions"][0]["scheduler"]
    assert decided["backoffs"] > 0
    assert sum(e["args"]["accelerators"] for e in trace.of("left out")) == decided["backoffs"]
    assert sum(e["args"]["accelerators"] for e in trace.of("probe")) == decided["probes"]
    assert_drawable(trace)


@pytest.mark.parametrize(
    "how, status",
    [("abort", -signal.SIGABRT), ("error", -signal.SIGABRT), ("kill", -signal.SIGINT), ("fork", 0)],
)
def test_the_file_is_whole_however_the_program_ends(tmp_path, how, status):
    done, trace, report = run(tmp_path, 5000, 3, how)
    assert done.returncode == status
    assert bool(report) == (status != -signal.SIGABRT)
    trace = Trace(trace)
    assert len(trace.of("pass")) == 3
    executed = sum(e["args"]["hi"] - e["args"]["lo"] for e in trace.of("turn"))
    assert executed == 3 * 5000
    assert_drawable(trace)


@pytest.mark.parametrize("how, status", [("error", -signal.SIGABRT), ("kill", -signal.SIGINT)])
def test_the_file_is_there_where_a_driver_has_handlers_of_its_own(tmp_path, how, status):
    """PoCL's compiler handles signals from the moment when the driver is loaded."""
    done, trace, report = run(tmp_path, 5000, 3, how, CTSAR_DEVICES="cpu,opencl:cpu")
    if "there is no opencl device" in done.stderr or "no backend 'opencl'" in done.stderr:
        pytest.skip("there is no CPU device of OpenCL's")
    assert done.returncode == status
    assert trace and len(Trace(trace).of("pass")) == 3
    assert bool(report) == (how == "kill")


def test_a_signal_that_the_program_ignores_stays_ignored(tmp_path):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child inherits it
    try:
        done, trace, _ = run(tmp_path, 5000, 1, "kill")
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.returncode == 0
    assert trace


def test_a_ring_keeps_the_last_events_and_says_what_it_dropped(tmp_path):
    done, trace, report = run(
        tmp_path,
        3 * KEPT,
        1,
        "inline",
        CTSAR_DEVICES="cpu",
        CTSAR_POLICY="chunk",
        CTSAR_CHUNK="1",
        OMP_NUM_THREADS="1",
    )
    noted = sum(u["turns"] for u in report["regions"][0]["units"])
    dropped = trace["otherData"]["dropped"]
    assert noted == 3 * KEPT
    assert f"lacks {dropped} events" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    trace = Trace(trace)
    assert len(trace.events) == KEPT
    assert dropped >= noted - KEPT
    turns = trace.of("turn")
    assert max(e["args"]["hi"] for e in turns) == 3 * KEPT
    assert len(trace.of("pass")) == 1


def test_a_name_is_json_whatever_it_is(tmp_path):
    _, trace, _ = run(tmp_path, 100, 2, "renamed")
    assert list(Trace(trace).regions.values()) == ['renamed "\\ ?? ?']


def test_regions_of_one_name_are_one_process_however_often_they_open(tmp_path):
    for clock in ("real", "virtual"):
        _, trace, _ = run(tmp_path, 100, 2, "again", CTSAR_CLOCK=clock)
        trace = Trace(trace)
        assert list(trace.regions.values()) == ["thirds"]
        assert len(trace.of("pass")) == 4
        assert {e["pid"] for e in trace.events} == set(trace.regions)
        assert_drawable(trace)


def test_what_had_events_before_it_was_renamed_stays_a_process(tmp_path):
    slow = EMULATED.replace(";", ",build=20ms;") + ",build=20ms"
    _, trace, _ = run(tmp_path, 100, 2, "again", CTSAR_EMU=slow, CTSAR_CLOCK="virtual")
    trace = Trace(trace)
    first, other = trace.regions.values()
    assert first == "thirds" and re.fullmatch(r"program\.c:\d+", other)
    assert {e["pid"] for e in trace.events} == set(trace.regions)
    assert len(trace.of("build")) == 6


def test_a_file_that_cannot_be_written_is_one_line(tmp_path):
    done, _, _ = run(tmp_path, 100, 1, CTSAR_TRACE=str(tmp_path / "no/trace.json"))
    assert done.returncode == 0
    [line] = done.stderr.splitlines()
    assert "trace could not be written" in line and "No such file" in line


def test_a_link_is_replaced_and_not_followed(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / "link.json").symlink_to(victim)
    run(tmp_path, 100, 1, CTSAR_TRACE=str(tmp_path / "link.json"))
    assert victim.read_text() == "mine"
    assert not (tmp_path / "link.json").is_symlink()


# ---- Tasks

TASKS = os.environ["TASKS"]
BLOCKS, WAITS = 10, 3
TASKS_A_WAIT = 4 * BLOCKS + BLOCKS // 2


def union(events):
    """How long one of them at least was going on, in seconds."""
    total, until = 0.0, 0.0
    for begin, end in sorted((e["ts"], e["ts"] + e["dur"]) for e in events):
        total += max(end - max(begin, until), 0)
        until = max(until, end)
    return total * 1e-6


def named(trace, what):
    return [e for e in trace.events if e["name"].startswith(f"{what} ")]


@pytest.mark.parametrize("clock", ["virtual", "real"])
@pytest.mark.parametrize(
    "devices, emu",
    [
        ("cpu", EMULATED),
        ("emu:2", EMULATED),
        ("cpu,emu:2", EMULATED),
        ("cpu,emu:2", "speed=9,latency=1us,memory=40KiB"),
    ],
)
def test_sums_over_tasks_are_the_report_s(tmp_path, clock, devices, emu):
    done, trace, report = run(
        tmp_path,
        BLOCKS,
        WAITS,
        program=TASKS,
        CTSAR_CLOCK=clock,
        CTSAR_DEVICES=devices,
        CTSAR_EMU=emu,
        CTSAR_VIRTUAL_ITER="20ns",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert trace["otherData"]["dropped"] == 0
    trace = Trace(trace)
    assert_drawable(trace)
    [tasks] = report["regions"]
    periods = trace.of("period")
    elapsed = sum(e["dur"] for e in periods) * 1e-6
    near = pytest.approx
    assert elapsed == near(tasks["elapsed_s"], abs=NEAR * 1e-6)
    assert [e["args"]["tasks"] for e in periods] == WAITS * [TASKS_A_WAIT]
    everyone = named(trace, "task")
    for unit in tasks["units"]:
        name = unit["name"]
        own = [e for e in everyone if trace.unit(e) == name]
        assert len(own) == unit["turns"]
        assert sum(e["args"]["iterations"] for e in own) == unit["iterations"]
        for key in ("in", "out", "between"):
            assert trace.bytes(f"copy {key}", name) == unit[f"bytes_{key}"]
        copying = sum(trace.seconds(f"copy {way}", name) for way in ("in", "out", "between"))
        assert copying == near(unit["copying_s"], abs=NEAR * 1e-6)
        waiting = trace.seconds("wait", name)
        # A unit waits while it has no task; a core has one at a time.
        assert union(own) + waiting == near(elapsed, abs=NEAR * 1e-6)
        if unit["kind"] == "core":
            assert union(own) == near(unit["busy_s"], abs=NEAR * 1e-6)
            assert waiting == near(unit["waiting_s"], abs=NEAR * 1e-6)
        else:
            # Of kernels that overlap, as noted by threads of several slots, a moment counts once.
            kernels = union(trace.of("kernel", name))
            computing = kernels + copying - unit["hidden_s"]
            assert computing == near(unit["busy_s"], abs=NEAR * 1e-6)


def test_each_task_is_submitted_before_it_is_executed_after_those_that_it_follows(tmp_path):
    _, trace, _ = run(tmp_path, BLOCKS, WAITS, program=TASKS, CTSAR_CLOCK="real")
    trace = Trace(trace)
    submitted = {e["args"]["task"]: e for e in named(trace, "submit")}
    executed = {e["args"]["task"]: e for e in named(trace, "task")}
    assert sorted(submitted) == sorted(executed) == list(range(1, WAITS * TASKS_A_WAIT + 1))
    for number, e in executed.items():
        assert submitted[number]["ts"] <= e["ts"]
        assert submitted[number]["name"].removeprefix("submit ") == e["name"].removeprefix("task ")
    kinds = collections.Counter(e["name"] for e in executed.values())
    assert kinds == {
        "task fill": WAITS * BLOCKS,
        'task scale "2"': WAITS * (2 * BLOCKS + BLOCKS // 2),
        "task add up": WAITS * BLOCKS,
    }
    # The second task of a block follows the first one.
    for first in range(1, 4 * BLOCKS, 4):
        one, two = executed[first], executed[first + 1]
        assert one["ts"] + one["dur"] <= two["ts"] + 1e-3
    assert submitted[1]["args"]["follows"] == 0


def test_a_steal_is_a_moment_on_the_thief_s_track(tmp_path):
    """The accelerator gets most of it, and the cores have nothing to do in the end."""
    _, trace, _ = run(
        tmp_path,
        200,
        1,
        program=TASKS,
        CTSAR_CLOCK="virtual",
        CTSAR_DEVICES="cpu:2,emu:1",
        CTSAR_EMU="speed=3,latency=5us,bandwidth=1GB/s",
        CTSAR_VIRTUAL_ITER="1us",
    )
    trace = Trace(trace)
    steals = [e for e in trace.events if e["name"].startswith("steal from ")]
    assert steals
    executed = {e["args"]["task"]: e for e in named(trace, "task")}
    for e in steals:
        assert e["ph"] == "i"
        thief, victim = trace.unit(e), e["name"].removeprefix("steal from ")
        assert victim in ("emu0", "the cores") and thief != victim
        assert trace.unit(executed[e["args"]["task"]]) == thief


def test_the_summary_of_tasks_has_each_unit_s_sums(tmp_path):
    _, _, report = run(tmp_path, BLOCKS, WAITS, program=TASKS, CTSAR_CLOCK="virtual")
    done = summary("--trace", tmp_path / "trace.json")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    [tasks] = report["regions"]
    assert lines[0] == f"tasks: {WAITS} waits, virtual clock"
    assert lines[1].split()[:2] == ["unit", "tasks"]
    rows = {row.rsplit(maxsplit=6)[0]: row.rsplit(maxsplit=6)[1:] for row in lines[2:6]}
    for unit in tasks["units"]:
        executed, busy, waiting, _, copies, moved = map(float, rows[unit["name"]])
        assert executed == unit["turns"]
        assert busy + waiting == pytest.approx(tasks["elapsed_s"] * 1e3, abs=2e-3)
        if unit["kind"] == "core":
            assert busy == pytest.approx(unit["busy_s"] * 1e3, abs=1e-3)
        assert copies == pytest.approx(unit["copying_s"] * 1e3, abs=1e-3)
        assert moved == sum(unit[f"bytes_{way}"] for way in ("in", "out", "between"))
    kernels = dict(line.split(": ") for line in lines[6:])
    assert kernels["task fill"] == str(WAITS * BLOCKS)


def test_tasks_and_regions_follow_each_other_on_the_virtual_clock(tmp_path):
    _, trace, _ = run(tmp_path, BLOCKS, WAITS, "region", program=TASKS, CTSAR_CLOCK="virtual")
    trace = Trace(trace)
    assert [re.sub(r":\d+$", "", name) for name in sorted(trace.regions.values())] == [
        "tasks",
        "tasks_program.c",
    ]
    spans = sorted(
        (e["ts"], e["ts"] + e["dur"], e["name"])
        for e in trace.events
        if e["name"] in ("period", "pass")
    )
    assert [name for *_, name in spans] == WAITS * ["period", "pass"]
    assert all(a[1] <= b[0] + 1e-3 for a, b in itertools.pairwise(spans))
    assert_drawable(trace)


# ---- ctsar-report --trace


def test_the_commands_of_the_page_work(tmp_path):
    if "GEMM" not in os.environ:
        pytest.skip("built without applications")
    root = REPORT_TOOL.parents[1]
    [commands] = re.findall(r"```sh\n(.*?)```", (root / "docs/trace.md").read_text(), re.S)
    for written, there in (
        ("build/release/apps/gemm", os.environ["GEMM"]),
        ("tools/ctsar-report", f"{sys.executable} {REPORT_TOOL}"),
    ):
        assert written in commands
        commands = commands.replace(written, there)
    done = subprocess.run(
        ["sh", "-ec", commands], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "gemm.c:31: 3 passes, virtual clock" in done.stdout


def summary(*arguments):
    return subprocess.run(
        [sys.executable, REPORT_TOOL, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_summary_has_each_unit_s_sums(tmp_path):
    _, _, report = run(tmp_path, 20000, 4, CTSAR_CLOCK="virtual", CTSAR_POLICY="adaptive")
    done = summary("--trace", tmp_path / "trace.json")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "thirds: 4 passes, virtual clock"
    rows = {row.rsplit(maxsplit=6)[0]: row.rsplit(maxsplit=6)[1:] for row in lines[2:6]}
    for unit in report["regions"][0]["units"]:
        turns, busy, waiting, _, copies, moved = map(float, rows[unit["name"]])
        assert turns == unit["turns"]
        assert busy == pytest.approx(unit["busy_s"] * 1e3, abs=1e-3)
        assert waiting == pytest.approx(unit["waiting_s"] * 1e3, abs=1e-3)
        assert copies == pytest.approx(unit["copying_s"] * 1e3, abs=1e-3)
        assert moved == sum(unit[f"bytes_{way}"] for way in ("in", "out", "between"))


@pytest.mark.parametrize(
    "text, what",
    [
        ("[]", "it is no trace of ctsar's"),
        ("{", "it is not JSON"),
        ('{"otherData":{"ctsar_trace":1},"traceEvents":[{"ph":"X"}]}', "damaged"),
        ('{"otherData":{"ctsar_trace":2},"traceEvents":[]}', "version 2"),
    ],
)
def test_what_is_no_trace_is_refused_in_a_line(tmp_path, text, what):
    (tmp_path / "t.json").write_text(text)
    done = summary("--trace", tmp_path / "t.json")
    assert done.returncode == 2
    assert what in done.stderr and len(done.stderr.splitlines()) == 1


# ---- ctsar-report --otf2


@pytest.fixture
def otf2():
    return pytest.importorskip("otf2", reason="OTF2's Python module is not installed")


def archive(tmp_path, **settings):
    done = subprocess.run(
        [sys.executable, REPORT_TOOL, "--trace", tmp_path / "trace.json", "--otf2", tmp_path / "a"],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    return done, tmp_path / "a" / "traces.otf2"


def read_back(otf2, file):
    """Of each location and event: how many, their nanoseconds, and sums of arguments."""
    sums: dict[tuple, collections.Counter] = collections.defaultdict(collections.Counter)
    entered = collections.defaultdict(list)
    with contextlib.closing(otf2.reader.Reader(str(file))) as reader:
        assert reader.definitions.clock_properties.timer_resolution == 10**9
        for location, event in reader.events:
            if isinstance(event, otf2.events.Enter):
                entered[location].append(event)
                for attribute, value in (event.attributes or {}).items():
                    sums[location.name, event.region.name][attribute.name] += value
            else:
                begun = entered[location].pop()
                assert begun.region == event.region
                sums[location.name, event.region.name]["ns"] += event.time - begun.time
                sums[location.name, event.region.name]["events"] += 1
    assert not any(entered.values())
    return sums


@pytest.mark.parametrize("program", [PROGRAM, TASKS])
@pytest.mark.parametrize("clock", ["virtual", "real"])
def test_an_archive_has_the_trace_s_sums(tmp_path, otf2, program, clock):
    _, data, _ = run(tmp_path, 20, 3, program=program, CTSAR_CLOCK=clock)
    done, file = archive(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    trace = Trace(data)
    expected: dict[tuple, collections.Counter] = collections.defaultdict(collections.Counter)
    for e in trace.events:
        of = expected[trace.track[e["pid"], e["tid"]], e["name"]]
        of["ns"] += round(e.get("dur", 0) * 1000)
        of["events"] += 1
        of.update(e.get("args") or {})
    assert read_back(otf2, file) == expected
    if shutil.which("otf2-print"):
        printed = subprocess.run(["otf2-print", file], capture_output=True, text=True, check=True)
        assert printed.stdout.count("\nENTER ") == len(trace.events)


def test_an_archive_does_not_take_another_s_place(tmp_path, otf2):
    run(tmp_path, 20, 1)
    assert archive(tmp_path)[0].returncode == 0
    done, file = archive(tmp_path)
    assert done.returncode == 2 and file.exists()
    assert "is there already" in done.stderr and len(done.stderr.splitlines()) == 1


def test_without_the_module_it_is_one_line(tmp_path):
    (tmp_path / "otf2.py").write_text("raise ImportError")
    run(tmp_path, 20, 1)
    done, file = archive(tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 2 and not file.parent.exists()
    assert "python3-otf2" in done.stderr and len(done.stderr.splitlines()) == 1


def test_an_archive_needs_a_trace(tmp_path):
    done = summary("run.json", "--otf2", tmp_path / "a")
    assert done.returncode == 2 and "--trace TRACE.json" in done.stderr
