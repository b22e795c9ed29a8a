# SPDX-License-Identifier: BSD-3-Clause
"""ctsar-sim: what it computes, by hand where that is possible, and what it refuses."""

import json
import os
import subprocess
import sys

import pytest

from simulate import DESCRIPTIONS, policies, run

FRONT = str(DESCRIPTIONS.parent / "ctsar-sim")


def write(path, kind, **content):
    path.write_text(json.dumps({f"ctsar_{kind}": 1, **content}))
    return str(path)


@pytest.fixture
def files(tmp_path):
    """Makes a machine and a workload; returns their paths."""

    def make(units, events=(), **workload):
        return (
            write(tmp_path / "machine.json", "machine", units=units, events=list(events)),
            write(tmp_path / "workload.json", "workload", **workload),
        )

    return make


def played(files, *options):
    done = run("--json", "-", "--runs", *options, *files)
    assert done.returncode == 0, done.stderr
    return {p["label"]: p for p in json.loads(done.stdout)["policies"]}


TWO = [{"kind": "core"}, {"kind": "accelerator", "time": 0.5, "launch": 1}]


def test_the_best_split_is_what_a_hand_computes(files):
    # 1 s an iteration on the core, 1 + 0.5 n on the accelerator: 4 and 6 iterations end at 4.
    found = played(files(TWO, time=1, iterations=10, passes=1), "--policy", "static", "--seeds", 1)
    (only,) = found["oracle"]["runs"][0]
    assert only["time_s"] == only["best_s"] == pytest.approx(4)
    assert only["accelerator_shares"] == [0.6]
    assert only["busy"] == pytest.approx(1)


def test_costs_count_and_not_iterations(files):
    # Costs 3/5, 3/5, 9/5: the core takes two (1.2 s), the accelerator's is 1 + 0.9.
    made = files(TWO, time=1, iterations=3, passes=1, cost={"shape": "stepped", "steps": [1, 1, 3]})
    (only,) = played(made, "--policy", "static", "--seeds", 1)["oracle"]["runs"][0]
    assert only["time_s"] == pytest.approx(1.9)


def test_costs_are_read_from_a_file(files, tmp_path):
    (tmp_path / "costs.txt").write_text("1 1\n3\n")
    made = files(TWO, time=1, iterations=3, passes=1, cost={"shape": "file", "file": "costs.txt"})
    (only,) = played(made, "--policy", "static", "--seeds", 1)["oracle"]["runs"][0]
    assert only["time_s"] == pytest.approx(1.9)


def test_copies_take_their_bytes_over_the_bandwidth(files):
    gpu = {"kind": "accelerator", "time": 1, "bandwidth": 100}
    made = files([gpu], time=1, iterations=4, passes=1, bytes_per_iteration=50, bytes_per_range=200)
    (only,) = played(made, "--policy", "static", "--seeds", 1)["oracle"]["runs"][0]
    assert only["time_s"] == pytest.approx(4 + 2 + 2)


def test_a_range_beyond_the_memory_is_streamed_in_pieces(files):
    gpu = {"kind": "accelerator", "time": 1, "launch": 10, "memory": 100}
    made = files([gpu], time=1, iterations=5, passes=1, bytes_per_iteration=50)
    (only,) = played(made, "--policy", "static", "--seeds", 1)["oracle"]["runs"][0]
    assert only["time_s"] == pytest.approx(3 * 10 + 5)  # two fit at once


def test_moves_of_persisted_data_are_paid_once(files):
    made = files([{"kind": "accelerator"}], time=1, iterations=4, passes=2, persisted={"move": 3})
    first, second = played(made, "--policy", "static", "--seeds", 1)["static"]["runs"][0]
    assert first["time_s"] == pytest.approx(4 + 3 * 4)
    assert second["time_s"] == pytest.approx(4)


@pytest.mark.parametrize("written, back", [(True, 3), (False, 0)])
def test_written_data_come_back_to_the_cores_and_others_are_there(files, written, back):
    # From pass 2 on the accelerator is slow, and the core gets all four iterations in pass 3.
    units = [{"kind": "core"}, {"kind": "accelerator", "name": "GPU"}]
    made = files(
        units,
        [{"unit": "GPU", "pass": 2, "time": 1000}],
        time=1,
        iterations=4,
        passes=3,
        persisted={"move": 3, "written": written},
    )
    passes = played(made, "--policy", "static", "--seeds", 1)["oracle"]["runs"][0]
    assert passes[1]["accelerator_shares"] == [0]
    assert passes[1]["time_s"] == pytest.approx(4 + 2 * back)
    assert passes[2]["time_s"] == pytest.approx(4)


def test_a_pass_time_scales_all_times_to_it(files):
    made = files(TWO, time=1, iterations=1000, passes=1, pass_time=7)
    assert played(made, "--policy", "static")["oracle"]["best_s"] == pytest.approx(7, rel=1e-4)


def test_an_event_changes_a_unit_from_its_pass_on(files):
    made = files(
        [{"kind": "core", "name": "c"}],
        [{"unit": "c", "pass": 2, "time": 3}, {"unit": "c", "pass": 3, "time": 1}],
        time=1,
        iterations=2,
        passes=3,
    )
    passes = played(made, "--policy", "static", "--seeds", 1)["static"]["runs"][0]
    assert [p["time_s"] for p in passes] == pytest.approx([2, 6, 2])


def test_noise_is_as_large_as_it_says(files):
    made = files([{"kind": "core"}], time=1, iterations=1, passes=400, noise=0.1)
    times = [
        p["time_s"] for p in played(made, "--policy", "static", "--seeds", 1)["static"]["runs"][0]
    ]
    mean = sum(times) / len(times)
    deviation = (sum((t - mean) ** 2 for t in times) / len(times)) ** 0.5
    assert 0.97 < mean < 1.03 and 0.08 < deviation < 0.12


def test_the_cold_start_is_paid_in_the_first_range(files):
    made = files([{"kind": "accelerator", "cold": 5}], time=1, iterations=2, passes=2)
    passes = played(made, "--policy", "static", "--seeds", 1)["static"]["runs"][0]
    assert [p["time_s"] for p in passes] == pytest.approx([7, 2])


@pytest.mark.parametrize(
    "shape", ["uniform", "triangular", "random", "stepped", "two-hump", "moving-hump"]
)
def test_every_policy_plays_every_shape_and_the_same_each_time(files, shape):
    units = [
        {"kind": "core", "count": 3, "launch": 1e-6},
        {"kind": "accelerator", "count": 2, "time": 0.2, "launch": 50e-6},
    ]
    made = files(units, passes=6, iterations=500, pass_time=0.1, noise=0.05, cost=shape)
    first, again = (run("--json", "-", "--seeds", 3, *made) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout
    found = json.loads(first.stdout)["policies"]
    assert [p["label"] for p in found] == ["oracle", *policies()]
    for policy in found:
        assert 0 < policy["efficiency"]["p10"] <= policy["efficiency"]["p90"] < 1.15
        assert 0 < policy["busy"] <= 1 + 1e-9


def test_a_limit_leaves_the_first_units(files):
    units = [{"kind": "core", "count": 4}, {"kind": "accelerator", "count": 2}]
    made = files(units, time=1, iterations=12, passes=1)
    limits: tuple[list[str | int], ...] = ([], ["--cores", 0], ["--cores", 2, "--accelerators", 1])
    for limit, best in zip(limits, (2, 6, 4), strict=True):
        assert played(made, "--policy", "static", *limit)["oracle"]["best_s"] == pytest.approx(best)


ACCELERATOR = {"kind": "accelerator", "count": 2}


@pytest.mark.parametrize(
    "limit, units, workload, without, held",
    [
        # 4 cores and a unit as fast as 2 of them; one of the cores drives it.
        (
            "drivers",
            [{"kind": "core", "count": 4}, {"kind": "accelerator", "time": 0.5, "driver": True}],
            {"iterations": 25},
            4.5,
            5,
        ),
        # Each 2 iterations, of which each is copied in 1 s; or in 2 s.
        (
            "bus",
            [{**ACCELERATOR, "bandwidth": 10, "on_bus": 2}],
            {"iterations": 4, "bytes_per_iteration": 10},
            4,
            6,
        ),
        # All 9 take 9 s on one: 0.75 s each, and those of 3 iterations.
        (
            "threads",
            [{**ACCELERATOR, "half_speed": 6}],
            {"iterations": 9, "threads_per_iteration": 2},
            5,
            6,
        ),
        # All 4 take 4 s on one, 1 s of it for what lies apart.
        (
            "runs",
            [{**ACCELERATOR, "run": 0.5}],
            {"iterations": 4, "runs_per_range": 2},
            2,
            2.5,
        ),
    ],
)
def test_a_limit_of_the_machine_holds_where_it_is_asked_for(
    files, limit, units, workload, without, held
):
    made = files(units, time=1, passes=1, **workload)
    for limits, best in ((), without), (("--limits", limit), held), (("--limits", "all"), held):
        (only,) = played(made, "--policy", "static", *limits)["oracle"]["runs"][0]
        assert only["time_s"] == only["best_s"] == pytest.approx(best)


def test_a_bus_is_shared_by_those_that_are_there(files):
    made = files(
        [{**ACCELERATOR, "bandwidth": 10, "on_bus": 2}],
        time=1,
        passes=1,
        iterations=4,
        bytes_per_iteration=10,
    )
    found = played(made, "--policy", "static", "--limits", "bus", "--accelerators", 1)
    assert found["oracle"]["best_s"] == pytest.approx(8)


@pytest.mark.parametrize("policy", ["adaptive", "chunk", "auto"])
def test_the_core_that_drives_an_accelerator_is_back_when_that_is_left_out(files, policy):
    slow = {"kind": "accelerator", "time": 100, "launch": 50, "driver": True}
    made = files([{"kind": "core", "count": 4}, slow], time=1, iterations=240, passes=10)
    found = played(made, "--policy", policy, "--seeds", 1, "--limits", "drivers")
    last = found[policy]["runs"][0][-1]
    assert last["accelerator_shares"] == [0]
    assert last["time_s"] == pytest.approx(60) == last["best_s"]


LAUNCHES = [
    {"kind": "core", "count": 2},
    {"kind": "accelerator", "name": "GPU", "launch": 10, "simd": 4},
]


def test_the_papers_division_counts_launches_as_the_iterations_and_leaves_each_device_one(files):
    # 4 iterations each take 14 s on the accelerator, 3.5 s each, so it gets 1.5 of 12; 2 take 12 s,
    # 6 s each, so it gets 0.92, and then 0.52.  What is left of whole ones is the accelerator's.
    made = files(LAUNCHES, time=1, iterations=12, passes=5)
    setting = "adaptive:backoff=0:division=paper"
    found = played(made, "--policy", f"{setting},adaptive:backoff=0", "--seeds", 1)
    passes = found[setting]["runs"][0]
    assert [12 * p["accelerator_shares"][0] for p in passes] == pytest.approx([4, 2, 1, 1, 1])
    assert [p["time_s"] for p in passes] == pytest.approx([14, 12, 11, 11, 11])
    assert found["adaptive:backoff=0"]["runs"][0][1]["accelerator_shares"] == [0]  # by fill


def test_the_papers_division_leaves_slow_cores_none_and_does_not_probe_them(files):
    # The four accelerators are 20 times as fast as the core, whose fraction of 10 is 0.12.
    units = [{"kind": "core"}, {"kind": "accelerator", "count": 4, "time": 0.05, "simd": 4}]
    made = files(units, time=1, iterations=10, passes=1500)
    setting = "adaptive:backoff=paper:division=paper"
    found = played(made, "--policy", setting, "--seeds", 1)[setting]
    assert found["runs"][0][0]["time_s"] == pytest.approx(2)  # by default times all are alike
    later = [p["accelerator_shares"] for p in found["runs"][0][1:]]
    assert all(sum(shares) == pytest.approx(1) for shares in later)
    assert found["probes"] == 0


@pytest.mark.parametrize(
    "slower, seconds",
    [
        (1.4, 1400),  # of 2400 iterations 1400 and 1000
        (1.008, 1196 * 1.008),  # 1204.8 and 1195.2: the last unit has what is left
    ],
)
def test_the_papers_division_goes_by_the_last_pass_alone(files, slower, seconds):
    units = [{"kind": "core", "name": "one"}, {"kind": "core", "name": "two"}]
    event = {"unit": "two", "pass": 3, "time": slower}
    made = files(units, [event], time=1, iterations=2400, passes=4)
    setting = "adaptive:division=paper"
    passes = played(made, "--policy", setting, "--seeds", 1)[setting]["runs"][0]
    assert [p["time_s"] for p in passes] == pytest.approx([1200, 1200, 1200 * slower, seconds])


def test_the_papers_hybrid_takes_iterations_for_alike(files):
    # Half of the iterations each, of which the first half costs three quarters, and so those of the
    # one core three times what those of the other do: next it has a quarter, or 7/16 of the costs.
    made = files(
        [{"kind": "core", "count": 2}], time=1, iterations=2000, passes=3, cost="triangular"
    )
    found = played(made, "--policy", "hybrid,hybrid:division=paper", "--seeds", 1)
    learned, alike = (
        [p["time_s"] for p in found[label]["runs"][0][1:]]
        for label in ("hybrid", "hybrid:division=paper")
    )
    assert learned == pytest.approx([1000, 1000], rel=0.01)
    assert alike == pytest.approx([1500, 1125], rel=0.01)


@pytest.mark.parametrize(
    "policy, setting, seconds",
    [
        # Costs 1, 1, 1, 5 over 2: the accelerator takes half of the time, by default as long.
        ("static", "", 1.5),
        ("static", ":first=accelerators", 3),
        # In each of two parts, of 6 and then, at twice the speed, 4 of 6.
        ("split:div=2", "", 16 / 3),
        ("split:div=2", ":first=accelerators", 22 / 3),
    ],
)
def test_accelerators_have_the_first_iterations_of_each_round(files, policy, setting, seconds):
    steps = [1, 1, 1, 5] if policy == "static" else [1] * 10 + [4, 4]
    units = [{"kind": "core"}, {"kind": "accelerator", "time": 0.5, "simd": 4}]
    cost = {"shape": "stepped", "steps": steps}
    made = files(units, time=1, iterations=len(steps), passes=1, cost=cost)
    (only,) = played(made, "--policy", policy + setting, "--seeds", 1)[policy + setting]["runs"][0]
    assert only["time_s"] == pytest.approx(seconds)


@pytest.mark.parametrize(
    "setting, workload", [("", {"persisted": {"move": 1}}), (":cost=stated", {})]
)
def test_accelerators_are_not_first_where_policies_price_places(files, setting, workload):
    made = files(TWO, time=1, iterations=4, passes=1, **workload)
    done = run("--policy", f"adaptive:first=accelerators{setting}", *made)
    assert done.returncode == 2 and "cannot have the first iterations" in done.stderr
    assert done.stderr.count("\n") == 1


def test_settings_of_a_policy_reach_it(files):
    made = files([{"kind": "core", "count": 2}], time=1, iterations=100, passes=1)
    found = played(made, "--policy", "chunk:div=50,chunk:chunk=10,chunk")
    assert found["chunk:div=50"]["chunks"] == 50
    assert found["chunk:chunk=10"]["chunks"] == 10


@pytest.mark.parametrize(
    "content, message",
    [
        ("{", "workload.json:1: "),
        ("{}", '"ctsar_workload": 1'),
        ('{"ctsar_workload": 2}', "is not 1"),
        ('{"ctsar_workload": 1, "pases": 3}', "pases is no key; keys: ctsar_workload name"),
        ('{"ctsar_workload": 1, "passes": 0}', "passes must be a whole number from 1"),
        ('{"ctsar_workload": 1, "noise": "big"}', "noise must be a number from 0"),
        ('{"ctsar_workload": 1, "cost": "hilly"}', "cost must be uniform, triangular"),
        (
            '{"ctsar_workload": 1, "cost": {"shape": "stepped", "steps": [0]}}',
            "no iteration has a cost",
        ),
        ('{"ctsar_workload": 1, "cost": {"shape": "file", "file": "gone"}}', "cannot read"),
        ('{"ctsar_workload": 1, "persisted": {"move": 1, "bytes_per_iteration": 1}}', "not both"),
    ],
)
def test_a_wrong_workload_is_refused_in_one_line(files, tmp_path, content, message):
    machine, workload = files([{"kind": "core"}])
    (tmp_path / "workload.json").write_text(content)
    done = run(machine, workload)
    assert done.returncode == 2 and done.stdout == ""
    assert message in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "units, events, message",
    [
        ([], [], "units must list at least one unit"),
        ([{"kind": "gpu"}], [], 'units[0].kind must be "core" or "accelerator"'),
        ([{"kind": "core", "time": -1}], [], "units[0].time must be a number"),
        (
            [{"kind": "core"}],
            [{"unit": "GPU", "pass": 1}],
            "events[0].unit must be the name of a unit",
        ),
    ],
)
def test_a_wrong_machine_is_refused_in_one_line(files, units, events, message):
    done = run(*files(units, events))
    assert done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "options, message",
    [
        (["--policy", "magic"], "there is no policy 'magic'; policies: "),
        (["--policy", "chunk:size=3"], "'size' is no setting"),
        (["--policy", "adaptive:backoff=often"], "backoff must be"),
        (["--policy", "adaptive:division=even"], "'division' is no setting"),
        (["--policy", "adaptive:first=cores"], "'first' is no setting"),
        (["--seeds", "0"], "--seeds must be a whole number from 1"),
        (["--cores", "0"], "no unit that is left"),
        (["--cores", "3"], "has 1 cores; it cannot be played with 3"),
        (["--accelerators", "1"], "has 0 accelerators; it cannot be played with 1"),
        (["--limits", "bus,speed"], "there is no limit 'speed'; limits: drivers, bus, threads"),
        (["--json", "/no/such/folder/x.json"], "cannot write"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(files, options, message):
    done = run(*options, *files([{"kind": "core"}]))
    assert done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("kind", ["machines", "workloads", "codes"])
def test_the_descriptions_that_come_with_it_are_understood(kind):
    found = sorted((DESCRIPTIONS / kind).glob("*.json"))
    assert len(found) >= 7
    for path in found:
        pair = [
            DESCRIPTIONS / "machines" / "escaflowne.json",
            DESCRIPTIONS / "workloads/uniform.json",
        ]
        pair[kind != "machines"] = path
        done = run("--policy", "static", "--passes", 1, "--seeds", 1, *pair)
        assert done.returncode == 0, done.stderr


# ---- The command that users call -----------------------------------------------------------


def front(*arguments):
    return subprocess.run(
        [sys.executable, FRONT, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "MPLCONFIGDIR": "/tmp"},
    )


def test_names_of_descriptions_stand_for_their_files():
    done = front("fine-8+1", "uniform", "--policy", "static", "--passes", "2")
    assert done.returncode == 0 and "static" in done.stdout
    done = front("fine", "uniform")
    assert done.returncode == 2 and "fine-8+1" in done.stderr
    assert "escaflowne" in front("--list").stdout
    assert "--svg FILE" in front("--help").stdout


def test_the_drawing_shows_every_policy_and_is_the_same_each_time(tmp_path):
    pytest.importorskip("matplotlib")
    drawn = []
    for name in ("a.svg", "b.svg"):
        done = front(
            "fine-8+1", "uniform", "--passes", "3", "--seeds", "2", "--svg", str(tmp_path / name)
        )
        assert done.returncode == 0, done.stderr
        drawn.append((tmp_path / name).read_text())
    assert drawn[0] == drawn[1]
    assert all(name in drawn[0] for name in policies())


# ---- Where its words go ------------------------------------------------------------------------


def through_a_shell(command, *arguments):
    return subprocess.run(
        ["bash", "-c", command, "bash", sys.executable, FRONT, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", [["--help"], ["--list"], []])
def test_a_reader_that_has_seen_enough_is_no_error(files, arguments):
    arguments = arguments or files(TWO, time=1, iterations=3, passes=1)
    done = through_a_shell('"$@" | head -c 1; exit ${PIPESTATUS[0]}', *arguments)
    assert done.returncode == 0 and done.stderr == ""


@pytest.mark.parametrize("arguments", [["--help"], ["--list"], []])
@pytest.mark.parametrize("where", ["> /dev/full", ">&-"])
def test_what_cannot_be_written_is_told(files, arguments, where):
    arguments = arguments or files(TWO, time=1, iterations=3, passes=1)
    done = through_a_shell(f'"$@" {where}', *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("ctsar-sim: ") and "stdout" in done.stderr


def test_names_in_files_are_printed_without_control_characters(files):
    machine, workload = files(TWO, time=1, iterations=3, passes=1, name="w\x1b[31m\nforged")
    done = run(machine, workload)
    assert "w?[31m?forged on " in done.stdout and "\x1b" not in done.stdout
