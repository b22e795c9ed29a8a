# SPDX-License-Identifier: BSD-3-Clause
"""ctsar-info as a user calls it."""

import json
import os
import pathlib
import re
import subprocess

import pytest

from suitelib.lists import BACKENDS

TUNING = (pathlib.Path(__file__).resolve().parents[2] / "docs/tuning.md").read_text()


def info(*arguments, **settings):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("CTSAR_")}
    return subprocess.run(
        [os.environ["INFO"], *arguments], capture_output=True, text=True, env={**clean, **settings}
    )


def data(**settings):
    done = info("--json", **settings)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_variable_is_explained():
    variables = data()["variables"]
    assert {v["name"] for v in variables} == set(re.findall(r"^## (CTSAR_\w+)", TUNING, re.M))
    assert all(v["meaning"] for v in variables)
    assert not any("value" in v for v in variables)


def test_what_only_the_environment_says_is_shown_as_it_holds():
    def meanings(**settings):
        return {v["name"]: v["meaning"] for v in data(**settings)["variables"]}

    unset = meanings()
    of_code = {f"CTSAR_{word}" for word in ("POLICY", "DIV", "CHUNK", "RATIO", "BACKOFF")}
    assert {name for name, what in unset.items() if what == "as the code says"} == of_code
    names = [f"CTSAR_{word}" for word in ("OVERLAP", "DIRECT", "INFLIGHT", "PREFETCH", "DEDICATED")]
    assert [unset[name] for name in names] == [
        "1",
        "emulated accelerators' only",
        "3",
        "2",
        "1",
    ]
    others = {
        "CTSAR_OVERLAP": "0",
        "CTSAR_DIRECT": "0",
        "CTSAR_INFLIGHT": "5",
        "CTSAR_CLOCK": "virtual",
    }
    assert [meanings(**others)[name] for name in names] == ["0", "0", "5", "4", "0"]
    assert meanings(CTSAR_PREFETCH="0", CTSAR_DEDICATED="0")["CTSAR_PREFETCH"] == "0"


def test_emulated_accelerators_are_those_that_are_asked_for():
    settings = {"CTSAR_DEVICES": "cpu:1,emu:3", "CTSAR_EMU": "speed=2;speed=8,memory=64MiB,simd=32"}
    got = data(**settings)
    emu = [u for u in got["units"] if u["backend"] == "emu"]
    assert [u["name"] for u in emu] == ["emu0", "emu1", "emu2"]
    assert all(u["used"] for u in emu)
    assert "memory" not in emu[0] and emu[2]["memory"] == 64 << 20 and emu[2]["width"] == 32
    meaning = {v["name"]: v["meaning"] for v in got["variables"]}
    assert meaning["CTSAR_DEVICES"] == "at most 1 core; emu: 0 1 2"
    assert "speed 8" in meaning["CTSAR_EMU"]


def test_a_backend_has_devices_or_a_reason():
    got = data()
    for backend in set(BACKENDS) - {"emu"}:  # whose devices are made up, where they are asked for
        units = [u for u in got["units"] if u["backend"] == backend]
        reasons = [a["why"] for a in got["absent"] if a["backend"] == backend]
        assert bool(units) != bool(reasons)
    for unit in got["units"]:
        assert "error" in unit or (unit["model"] and unit["windows"] and unit["launch"] > 0)


def test_how_windows_are_made_and_data_copied_is_said():
    found = [u for u in data(CTSAR_PINNED="1")["units"] if u["backend"] != "emu"]
    if not found:
        pytest.skip("no device but emulated ones")
    assert all("pinned" in u["copies"] and u["windows"] and u["driver"] for u in found)
    assert all(
        u["copies"] == "as the driver does it"
        for u in data(CTSAR_PINNED="0")["units"]
        if u["backend"] != "emu"
    )


def test_nodes_and_the_cores_near_a_device_are_those_of_the_topology():
    """A machine with two sockets, and one of the two devices of the tests' own driver on each."""
    topology = pathlib.Path(__file__).with_name("two_sockets.xml")
    got = data(HWLOC_XMLFILE=str(topology), HWLOC_COMPONENTS="xml")
    nodes = [(node["numa"], node["cores"], node["memory"]) for node in got["places"]]
    if not nodes:
        pytest.skip("built without hwloc")
    assert nodes == [(0, "0-1", 1 << 30), (1, "2-3", 2 << 30)]
    near = {u["name"]: (u["numa"], u["cores"]) for u in got["units"] if u["backend"] == "cuda"}
    if not near:
        pytest.skip("no device on a bus")
    assert near == {"cuda0": ("0", "0-1"), "cuda1": ("1", "2-3")}


def test_a_device_that_is_not_named_is_listed_and_said_not_to_be_used():
    got = data(CTSAR_DEVICES="cpu")
    assert got["cores"]["used"] and got["cores"]["usable"] >= 1
    assert not any(u["used"] for u in got["units"])


def test_the_table_says_the_same():
    shown = info(CTSAR_DEVICES="emu", CTSAR_EMU="speed=5,memory=3MiB")
    assert shown.returncode == 0
    assert (
        "emu:0" in shown.stdout and "3.00 MiB" in shown.stdout and "no units here" in shown.stdout
    )
    assert re.search(r"CTSAR_EMU +speed 5.*\[speed=5,memory=3MiB\]", shown.stdout)
    names = re.findall(r"^   CTSAR_\w+ +", shown.stdout, re.MULTILINE)
    assert len({len(name) for name in names}) == 1  # meanings begin in one column


@pytest.mark.parametrize("name, value", [("CTSAR_DEVICES", "gizmo"), ("CTSAR_DEVICS", "cpu")])
def test_what_is_not_understood_is_said_and_units_are_listed_all_the_same(name, value):
    done = info(**{name: value})
    assert done.returncode == 1
    assert name in done.stderr and "Cores:" in done.stdout


def test_help_and_wrong_arguments():
    assert info("--help").stdout.startswith("usage: ctsar-info")
    wrong = info("--gizmo")
    assert wrong.returncode == 2 and "no '--gizmo'" in wrong.stderr


@pytest.mark.parametrize("arguments", ["", "--json", "--help"])
@pytest.mark.parametrize("where", ["> /dev/full", ">&-"])
def test_what_cannot_be_written_is_told(arguments, where):
    done = subprocess.run(
        ["sh", "-c", f'"$INFO" {arguments} {where}'],
        capture_output=True,
        text=True,
        env={**os.environ, "CTSAR_DEVICES": "cpu"},
    )
    assert done.returncode == 3
    assert done.stderr.startswith("ctsar-info: stdout ") and done.stderr.count("\n") == 1


def test_control_characters_of_the_environment_are_not_printed():
    done = info(CTSAR_DEVICES="cpu,\x1b[31mred")
    assert done.returncode == 1 and "\x1b" not in done.stdout + done.stderr
