# SPDX-License-Identifier: BSD-3-Clause
"""The simulator's nodes: what exchange takes, how unlike nodes come to their parts, what is
refused; and docs/simulated-nodes.md says what the simulator says."""

import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simulate import PROGRAM, description, run

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "simulated-nodes.md"
CORE = {"kind": "core", "count": 2}
PASSES = 6


def written(folder, name, **keys):
    file = folder / f"{name}.json"
    file.write_text(json.dumps({f"ctsar_{name}": 1, **keys}))
    return file


def play(folder, nodes, network=None, options=(), **workload):
    """What `auto` did, on nodes of two cores and without noise."""
    machine = written(folder, "machine", units=[CORE], nodes=nodes, network=network or {})
    keys = {"passes": PASSES, "iterations": 4000, "time": 1e-3, **workload}
    done = run(machine, written(folder, "workload", **keys), "--seeds", 1, "--policy", "auto",
               *options, "--json", "-")  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return found["nodes"], found["policies"][1]


@pytest.mark.parametrize("nodes, rounds", [(2, 1), (4, 2), (5, 3), (1024, 10)])
def test_each_exchange_takes_the_latency_of_its_messages(tmp_path, nodes, rounds):
    network = {"latency": 1.0}
    of = [{"count": nodes}]
    assert play(tmp_path, of, network)[1]["exchange_s"] == pytest.approx(PASSES * rounds)
    shared = play(tmp_path, of, network, exchanged={"bytes_per_iteration": 8})[1]
    assert shared["exchange_s"] == pytest.approx(PASSES * 2 * rounds)
    halos = play(tmp_path, of, network, exchanged={"halo_bytes": 8})[1]
    assert halos["exchange_s"] == pytest.approx(PASSES * (rounds + 2))


def test_each_node_receives_what_the_others_have_written(tmp_path):
    network, of = {"bandwidth": 1e6}, [{"count": 4}]
    records = play(tmp_path, of, network)[1]["exchange_s"]
    found = play(tmp_path, of, network, exchanged={"bytes_per_iteration": 1000})[1]["exchange_s"]
    assert found - records == pytest.approx(PASSES * 4000 * 1000 * 3 / 4 / 1e6)


def test_unlike_nodes_get_parts_by_what_they_take(tmp_path):
    nodes, found = play(tmp_path, [{"count": 1}, {"count": 2, "time": 3}, {"cores": 1}])
    assert nodes == 4
    first, last = (found["passes"][i]["efficiency"]["median"] for i in (0, -1))
    # Speeds 2, 2/3, 2/3 and 1: a quarter of the work each is as slow as the slowest.
    assert first == pytest.approx(4 * (2 / 3) / (2 + 4 / 3 + 1), rel=0.01)
    assert last > 0.99


def test_stated_costs_divide_work_at_once(tmp_path):
    options = ("--policy", "auto:cost=stated")
    for label, least, most in (("auto", 0, 0.8), ("stated", 0.98, 1.01)):
        more = options if label == "stated" else ()
        machine = written(tmp_path, "machine", units=[CORE], nodes=[{"count": 4}])
        load = written(tmp_path, "workload", passes=1, iterations=4000, cost="triangular")
        done = run(machine, load, "--seeds", 1, *(more or ("--policy", "auto")), "--json", "-")
        found = json.loads(done.stdout)["policies"][1]
        assert least < found["efficiency"]["median"] < most


def test_so_many_nodes_are_left_in_their_parts(tmp_path):
    of = [{"count": 512}, {"count": 512, "time": 2}]
    assert play(tmp_path, of, options=("--nodes", 8))[0] == 8
    best = play(tmp_path, of, options=("--nodes", 8))[1]["best_s"]
    four_each = play(tmp_path, [{"count": 4}, {"count": 4, "time": 2}])[1]
    assert best == pytest.approx(four_each["best_s"])


@pytest.mark.parametrize("written_data", [False, True])
def test_data_persist_on_nodes_with_and_without_accelerators(tmp_path, written_data):
    load = written(tmp_path, "workload", persisted={"move": 2, "written": written_data}, passes=4)
    for machine in ("cluster-unequal", "fine-8+1"):
        options = ("--seeds", 1, "--nodes", 9) if machine != "fine-8+1" else ("--accelerators", 0)
        done = run(description("machines", machine), load, *options)
        assert done.returncode == 0, done.stderr


def test_one_node_is_the_machine_alone():
    files = (description("machines", "fine-8+1"), description("workloads", "uniform"))
    alone, one = run(*files, "--seeds", 1), run(*files, "--seeds", 1, "--nodes", 1)
    assert alone.stdout == one.stdout


@pytest.mark.parametrize(
    "keys, message",
    [
        ({"nodes": [{"counts": 2}]}, "counts"),
        ({"nodes": [{"count": 0}]}, "count"),
        ({"nodes": [{"count": 9000}, {"count": 9000}]}, "must be at most 10000 together"),
        ({"nodes": [{"count": 2, "cores": 0}]}, "has no unit that is left"),
        ({"network": {"speed": 2}}, "speed"),
        ({"network": {"latency": -1}}, "latency"),
    ],
)
def test_wrong_nodes_are_refused(tmp_path, keys, message):
    machine = written(tmp_path, "machine", units=[CORE], **keys)
    done = run(machine, description("workloads", "uniform"))
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_graphs_are_for_one_node():
    done = run(description("machines", "tasks-8+8"), description("graphs", "lu"), "--nodes", 2)
    assert done.returncode == 2
    assert "graphs of tasks are executed by each node; play them on one" in done.stderr


def test_the_page_is_what_the_program_writes(tmp_path):
    copy = tmp_path / "page.md"
    shutil.copy(PAGE, copy)
    program = ROOT / "tools" / "sim" / "over-nodes"
    subprocess.run([sys.executable, program, PROGRAM, copy, "strong", "decisions"], check=True)
    assert copy.read_text() == PAGE.read_text(), "run scripts/simulate-nodes"


@pytest.mark.parametrize(
    "name, made",
    [
        ("weak", lambda f: f["scaling"](PROGRAM, grows=True)),
        ("unequal", lambda f: f["unequal"](PROGRAM)),
    ],
)
def test_a_row_of_tables_that_take_long_is_what_the_program_writes(name, made):
    functions = runpy.run_path(str(ROOT / "tools/sim/over-nodes"))
    functions["scaling"].__globals__["CODES"] = ("gesummv",)
    (row,) = made(functions).splitlines()[2:]
    assert row.startswith("| GESUMMV |")
    table = PAGE.read_text().split(f"<!-- table {name} -->\n")[1].split("<!-- end -->")[0]
    assert row in table.splitlines(), "run scripts/simulate-nodes"
