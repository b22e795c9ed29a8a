# SPDX-License-Identifier: BSD-3-Clause
"""Why not faster: what was lost comes to what was measured, and what is predicted of a change is
what the program takes once it is made."""

import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

PROGRAM = os.environ["PROGRAM"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "ctsar-report"
PAGE = ROOT / "docs" / "report.md"
ITERATIONS, PASSES = 20000, 10
FAST = "speed=4,latency=5us,bandwidth=1GB/s"
SLOW = "speed=2,latency=5us,bandwidth=2GB/s"
# What an iteration takes on a core is 1 us: so much do all four units together in a second.
TOGETHER = 8e6


def run(folder, *how, iterations=ITERATIONS, passes=PASSES, **settings):
    """The program's region in the report, and the report's file."""
    path = folder / "run.json"
    done = subprocess.run(
        [PROGRAM, str(iterations), str(passes), *how],
        env={
            **os.environ,
            "OMP_NUM_THREADS": "2",
            "CTSAR_DEVICES": "cpu,emu:2",
            "CTSAR_CLOCK": "virtual",
            "CTSAR_EMU": f"{FAST};{SLOW}",
            "CTSAR_REPORT": str(path),
            **settings,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(path.read_text())["regions"][0], path


def table(*how, iterations=ITERATIONS, passes=PASSES, **settings):
    """The table's line of what keeps the region from the sum of its units' speeds."""
    done = subprocess.run(
        [PROGRAM, str(iterations), str(passes), *how],
        env={
            **os.environ,
            "OMP_NUM_THREADS": "2",
            "CTSAR_DEVICES": "cpu,emu:2",
            "CTSAR_CLOCK": "virtual",
            "CTSAR_EMU": f"{FAST};{SLOW}",
            "CTSAR_REPORT": "1",
            **settings,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in done.stderr.splitlines() if "speeds add up to" in line]


@pytest.mark.parametrize(
    "expected, how, settings",
    [
        ("49 % waiting for the unit that ends last", (), {"CTSAR_POLICY": "static"}),
        ("9 % learning in first passes (1)", ("persist",), {"CTSAR_POLICY": "adaptive"}),
        (
            "58 % copies that no kernel hides",
            (),
            {
                "CTSAR_POLICY": "adaptive",
                "CTSAR_DEVICES": "cpu,emu",
                "CTSAR_EMU": "speed=4,latency=5us,bandwidth=10MB/s",
            },
        ),
    ],
)
def test_the_table_says_what_keeps_units_from_their_speeds(expected, how, settings):
    (line,) = table(*how, **settings)
    assert line.split(": ")[1].startswith(expected), line


def test_the_table_says_nothing_where_nothing_is_lost():
    assert table("persist", CTSAR_POLICY="auto") == []


@pytest.mark.skipif("GEMM" not in os.environ, reason="built without applications")
def test_the_page_shows_what_the_commands_print(tmp_path):
    shown = "".join(re.findall(r"```console\n(.*?)```", PAGE.read_text(), re.S))
    commands = [line[2:] for line in shown.splitlines() if line.startswith("$ ")]
    script = "\n".join(commands).replace("build/release/apps/gemm", os.environ["GEMM"])
    script = script.replace("tools/ctsar-report", f"{sys.executable} {TOOL}")
    done = subprocess.run(["bash", "-ec", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.stderr == ""
    said = "".join(line + "\n" for line in shown.splitlines() if not line.startswith("$ "))
    assert done.stdout == said


def tool(*arguments):
    done = subprocess.run(
        [sys.executable, TOOL, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def why(path):
    return json.loads(tool(path, "--json", "-"))["regions"][0]


def explained(folder, *how, **settings):
    region, path = run(folder, *how, **settings)
    return region, why(path)


@pytest.mark.parametrize("policy", ["auto", "adaptive", "chunk_dynamic"])
@pytest.mark.parametrize("how", [(), ("persist",)])
def test_the_bound_and_what_was_lost_come_to_what_was_measured(tmp_path, policy, how):
    region, found = explained(tmp_path, *how, CTSAR_POLICY=policy)
    assert found["measured_s"] == pytest.approx(region["elapsed_s"])
    assert found["bound_s"] + sum(found["lost_s"].values()) == pytest.approx(region["elapsed_s"])
    assert found["bound_s"] == pytest.approx(ITERATIONS * PASSES / TOGETHER, rel=1e-3)
    assert found["bound_s"] <= found["best_split_s"] <= region["elapsed_s"]
    assert all(lost > -1e-3 * region["elapsed_s"] for lost in found["lost_s"].values())


def test_each_loss_has_its_name(tmp_path):
    """Under static all units get a quarter, for which cores take 5 ms. A pass's copies are x and y
    of 5000 floats, the reduction's identity and its result."""
    _, found = explained(tmp_path, CTSAR_POLICY="static")
    lost, quarter = found["lost_s"], ITERATIONS / 4
    copies = {
        "fast": 4 * 5e-6 + (8 * quarter + 8) / 1e9,
        "slow": 4 * 5e-6 + (8 * quarter + 8) / 2e9,
    }
    assert lost["copies"] == pytest.approx(
        PASSES * (4 * copies["fast"] + 2 * copies["slow"]) / 8, rel=1e-3
    )
    assert lost["overhead"] == pytest.approx(PASSES * (4 + 2) / 8 * 5e-6, rel=1e-3)
    idle = {s: quarter * 1e-6 * (1 - 1 / n) - 5e-6 for s, n in (("fast", 4), ("slow", 2))}
    imbalance = 4 * (idle["fast"] - copies["fast"]) + 2 * (idle["slow"] - copies["slow"])
    assert lost["imbalance"] == pytest.approx(PASSES * imbalance / 8, rel=1e-3)
    assert lost["first_passes"] == lost["trials"] == lost["fetches"] == lost["left_out"] == 0


def test_first_passes_are_told_from_what_comes_later(tmp_path):
    region, found = explained(tmp_path, "persist", CTSAR_POLICY="adaptive")
    later = region["passes"][-1]["elapsed_s"]
    too_long = region["passes"][0]["elapsed_s"] - later
    assert found["lost_s"]["first_passes"] == pytest.approx(too_long, rel=0.05)
    assert found["changes"][0]["change"].startswith("CTSAR_HISTORY")


def test_probes_are_told(tmp_path):
    useless = f"speed=0.02,latency=230us;{SLOW}"
    region, path = run(
        tmp_path, iterations=2000, passes=200, CTSAR_EMU=useless, CTSAR_POLICY="auto"
    )
    found = why(path)
    assert region["scheduler"]["probes"] > 0
    assert found["lost_s"]["trials"] > 0
    assert found["bound_s"] == pytest.approx(2000 * 200 / 4e6, rel=1e-3)
    assert found["changes"][0]["change"] == "leaving out emu0"


def test_an_accelerator_that_is_gone_counts_in_no_pass(tmp_path):
    _, path = run(tmp_path, CTSAR_EMU=f"{FAST},fail=launch:3;{SLOW}", CTSAR_POLICY="static")
    found = why(path)
    assert found["notes"][0].startswith("emu0 is gone")
    assert found["passes"] < PASSES
    assert found["bound_s"] == pytest.approx(found["passes"] * ITERATIONS / 4e6, rel=1e-3)


# What the run is to be like for a change that is predicted, besides its policy.
CHANGES = {
    "CTSAR_POLICY=auto": {"CTSAR_POLICY": "auto"},
    "CTSAR_POLICY=adaptive": {"CTSAR_POLICY": "adaptive"},
    "CTSAR_POLICY=hybrid": {"CTSAR_POLICY": "hybrid"},
    "CTSAR_POLICY=quick": {"CTSAR_POLICY": "quick"},
    "CTSAR_POLICY=static": {"CTSAR_POLICY": "static"},
    "CTSAR_POLICY=chunk_dynamic": {"CTSAR_POLICY": "chunk_dynamic"},
    "leaving out emu0": {"CTSAR_DEVICES": "cpu,emu:1", "CTSAR_EMU": SLOW},
    "leaving out emu1": {"CTSAR_DEVICES": "cpu,emu:1", "CTSAR_EMU": FAST},
    "leaving out all accelerators": {"CTSAR_DEVICES": "cpu"},
    "leaving out the cores": {"CTSAR_DEVICES": "emu:2"},
}


@pytest.mark.parametrize(
    "policy, how",
    [("static", ()), ("auto", ()), ("auto", ("persist",)), ("adaptive", ("persist",))],
)
def test_a_change_gains_what_is_predicted(tmp_path, policy, how):
    _, found = explained(tmp_path, *how, CTSAR_POLICY=policy)
    predicted = {c["change"]: c["predicted_s"] for c in found["changes"]}
    made = [change for change in predicted if change in CHANGES]
    assert len(made) == len(CHANGES) - 1  # its own policy is no change
    for change in made:
        region, _ = run(tmp_path, *how, **{"CTSAR_POLICY": policy, **CHANGES[change]})
        assert predicted[change] == pytest.approx(region["elapsed_s"], rel=0.02), change


@pytest.mark.parametrize("policy", ["static", "auto"])
def test_persist_gains_what_is_predicted(tmp_path, policy):
    _, found = explained(tmp_path, CTSAR_POLICY=policy)
    predicted = [c["predicted_s"] for c in found["changes"] if c["change"].startswith("persist")]
    region, again = explained(tmp_path, "persist", CTSAR_POLICY=policy)
    assert predicted == [pytest.approx(region["elapsed_s"], rel=0.02)]
    assert not any(c["change"].startswith("persist") for c in again["changes"])


def test_a_history_gains_what_is_predicted(tmp_path):
    _, found = explained(tmp_path, CTSAR_POLICY="adaptive")
    predicted = [c["predicted_s"] for c in found["changes"] if "HISTORY" in c["change"]]
    settings = {"CTSAR_POLICY": "adaptive", "CTSAR_HISTORY": str(tmp_path / "history.json")}
    run(tmp_path, **settings)
    region, _ = run(tmp_path, **settings)
    assert predicted == [pytest.approx(region["elapsed_s"], rel=0.02)]


def test_the_text_says_the_bound_the_losses_and_the_change(tmp_path):
    _, path = run(tmp_path, CTSAR_POLICY="static")
    text = tool(path)
    assert "why not faster: 50 ms; the units together could do it in 25 ms\n" in text
    assert "49.1 %  imbalance: waiting for the unit that ends last\n" in text
    assert "without the cores\n" in text
    assert "gains most: CTSAR_POLICY=" in text
    assert "48 % less\n" in text


def test_a_run_that_is_played_otherwise_is_called_rough(tmp_path):
    _, path = run(tmp_path, CTSAR_POLICY="static")
    data = json.loads(path.read_text())
    for one in data["regions"][0]["passes"][::2]:
        one["elapsed_s"] *= 1.5
    path.write_text(json.dumps(data))
    assert "the same run takes 20 % less: " in tool(path)
    for one in data["regions"][0]["passes"]:
        one["elapsed_s"] *= 0.5
    path.write_text(json.dumps(data))
    assert "the same run takes 60 % more: " in tool(path)


@pytest.mark.parametrize("milliseconds", [1, 4])
def test_predictions_are_unsure_where_a_cache_decides_a_core_s_speed(tmp_path, milliseconds):
    """Of the real clock a core's short part of a pass says little of what a longer one takes."""
    _, path = run(
        tmp_path, iterations=4000 * milliseconds, CTSAR_DEVICES="cpu,emu", CTSAR_POLICY="static"
    )
    assert not any(change["unsure"] for change in why(path)["changes"])
    data = json.loads(path.read_text())
    data["regions"][0]["clock"] = "real"
    path.write_text(json.dumps(data))
    found = {change["change"]: change["unsure"] for change in why(path)["changes"]}
    assert not found.pop("leaving out the cores")
    assert set(found.values()) == {milliseconds == 1}
    assert ("are unsure: core 0 computes for " in tool(path)) == (milliseconds == 1)


@pytest.mark.parametrize("passes", [1, 2])
def test_of_a_single_range_nothing_is_known_of_later_ones(tmp_path, passes):
    """By the real clock an accelerator's first range takes what no later one takes."""
    settings = {"CTSAR_DEVICES": "cpu,emu", "CTSAR_POLICY": "static"}
    region, path = run(tmp_path, passes=passes, **settings)
    data, once = json.loads(path.read_text()), 2e-3
    data["regions"][0]["clock"] = "real"
    one = data["regions"][0]["passes"][0]
    accelerator = region["units"][-1]
    for key in ("busy", "fixed"):
        one["unit_times"][key][-1] += once
    one["elapsed_s"] += once
    path.write_text(json.dumps(data))
    found = {c["change"]: c for c in why(path)["changes"]}
    several = {f"CTSAR_POLICY={name}" for name in ("auto", "split", "hybrid", "chunk_dynamic")}
    assert accelerator["turns"] == passes
    assert {what for what in several if found[what]["unsure"]} == (
        several if passes == 1 else set()
    )
    assert not found["CTSAR_POLICY=adaptive"]["unsure"]
    assert ("known of the first one of emu0 only" in tool(path)) == (passes == 1)
    made, _ = run(tmp_path, passes=passes, **{**settings, "CTSAR_POLICY": "chunk_dynamic"})
    more = found["CTSAR_POLICY=chunk_dynamic"]["predicted_s"] - made["elapsed_s"]
    assert passes == 2 or more < once


def test_reports_that_do_not_say_enough_have_no_answer(tmp_path):
    region, path = run(tmp_path)
    for key in ("shortfall", "unit_times"):
        older = copy.deepcopy(region)
        older.pop(key, None)
        for one in older["passes"]:
            one.pop(key, None)
        path.write_text(json.dumps({"ctsar_report": 1, "regions": [older]}))
        assert "why not" not in tool(path)
        assert json.loads(tool(path, "--json", "-"))["regions"] == []


def test_without_the_simulator_the_rest_is_printed(tmp_path):
    _, path = run(tmp_path)
    shutil.copy(TOOL, tmp_path)
    shutil.copytree(TOOL.parent / "report", tmp_path / "report")
    done = subprocess.run(
        [sys.executable, tmp_path / TOOL.name, path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "shares in percent" in done.stdout
    assert "why not faster: not known: ctsar-sim is not installed\n" in done.stdout


@pytest.mark.parametrize("what", [[1], ["x"], [None, 0, 0, 0], [float("inf"), 0, 0, 0]])
def test_damaged_times_are_one_line(tmp_path, what):
    region, path = run(tmp_path)
    region["passes"][0]["unit_times"]["busy"] = what
    path.write_text(json.dumps({"ctsar_report": 1, "regions": [region]}))
    done = subprocess.run([sys.executable, TOOL, path], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "report" in done.stderr


@pytest.mark.parametrize("devices, formless", [("cpu,opencl:cpu", True), ("cpu,emu", False)])
def test_a_device_without_a_form_of_the_body_is_not_said_to_be_slow(tmp_path, devices, formless):
    try:
        region, _ = run(tmp_path, "inline", CTSAR_DEVICES=devices, CTSAR_CLOCK="real")
    except AssertionError as error:
        if "there is no opencl device" in str(error) or "no backend 'opencl'" in str(error):
            pytest.skip("there is no CPU device of OpenCL's")
        raise
    *cores, device = (unit["no_kernel"] for unit in region["units"])
    assert device == formless and not any(cores)
