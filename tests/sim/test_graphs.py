# SPDX-License-Identifier: BSD-3-Clause
"""ctsar-sim on graphs of tasks: what a hand can compute, and what it refuses."""

import json

import pytest

from simulate import description, run

GPU = {"kind": "accelerator", "bandwidth": 1e9}
BOTH = [{"name": "k", "core": 1, "accelerator": 0.5}]
ON_GPU, ON_CORE = {"name": "gpu", "accelerator": 0.5}, {"name": "core", "core": 1}


@pytest.fixture
def play(tmp_path):
    """Plays tasks on units; returns what is said of it, and of each placement by name."""

    def play(units, kernels, *options, **graph):
        files = [tmp_path / "machine.json", tmp_path / "graph.json"]
        files[0].write_text(json.dumps({"ctsar_machine": 1, "units": units}))
        files[1].write_text(json.dumps({"ctsar_graph": 1, "kernels": kernels, **graph}))
        done = run("--json", "-", "--seeds", 1, *options, *files)
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        return said, {p["label"]: p for p in said["placements"]}

    return play


def time_of(placement, execution):
    return placement["executions"][execution - 1]["time_s"]["median"]


def test_the_bounds_are_what_a_hand_computes(play):
    # Two follow each other: 0.5 + 0.5.  Three in all: two on the accelerator, one on the core.
    tasks = [{"kernel": "k", "inout": [part]} for part in ("a", "a", "b")]
    said, placements = play([{"kind": "core"}, GPU], BOTH, parts={"a": 8, "b": 8}, tasks=tasks)
    assert said["longest_chain_s"] == pytest.approx(1)
    assert said["area_bound_s"] == pytest.approx(1)
    assert set(placements) >= {"earliest", "versioning", "affinity"}
    for placement in placements.values():
        assert all(e["efficiency"]["median"] <= 1 + 1e-9 for e in placement["executions"])


def test_the_area_bound_knows_who_is_good_at_what(play):
    # A core second is worth most where the accelerator gains least: 3 of y there, 3 of x here.
    kernels = [
        {"name": "x", "core": 10, "accelerator": 1},
        {"name": "y", "core": 1, "accelerator": 1},
    ]
    tasks = [{"kernel": k, "inout": [p]} for k in "xy" for p in "abc"]
    said, _ = play(
        [{"kind": "core"}, GPU], kernels, parts=dict.fromkeys("abc", 8), tasks=tasks, executions=1
    )
    assert said["area_bound_s"] == pytest.approx(3)
    assert said["longest_chain_s"] == pytest.approx(2)


def test_what_follows_is_found_as_the_library_finds_it(play):
    # Reductions wait for nobody but a reader waits for them; a writer waits for readers.
    tasks = [
        {"kernel": "k", "reduction": ["s"]},
        {"kernel": "k", "reduction": ["s"]},
        {"kernel": "k", "in": ["s"]},
        {"kernel": "k", "out": ["s"]},
    ]
    said, _ = play([{"kind": "core", "count": 4}], BOTH, parts={"s": 8}, tasks=tasks)
    assert said["longest_chain_s"] == pytest.approx(3)


def test_data_move_once_and_take_their_time(play):
    tasks = [{"kernel": "gpu", "in": ["a"]}]
    _, placements = play([GPU], [ON_GPU], parts={"a": 1e9}, tasks=tasks, executions=2)
    for placement in placements.values():
        assert time_of(placement, 1) == pytest.approx(1.5)
        assert time_of(placement, 2) == pytest.approx(0.5)
        assert [e["bytes_in"] for e in placement["executions"]] == [1e9, 0]


def test_what_an_accelerator_wrote_comes_home_for_a_core(play):
    tasks = [{"kernel": "gpu", "inout": ["a"]}, {"kernel": "core", "in": ["a"]}]
    units = [{"kind": "core"}, GPU]
    _, placements = play(units, [ON_GPU, ON_CORE], parts={"a": 1e9}, tasks=tasks, executions=2)
    for placement in placements.values():
        first, second = placement["executions"]
        assert (first["bytes_in"], first["bytes_out"]) == (1e9, 1e9)
        assert (second["bytes_in"], second["bytes_out"]) == (0, 1e9)
        assert time_of(placement, 1) == pytest.approx(1 + 0.5 + 1 + 1)
        assert time_of(placement, 2) == pytest.approx(0.5 + 1 + 1)
        assert placement["shares"] == {"gpu": [0, 1], "core": [1, 0]}


def test_data_go_from_one_accelerator_to_another(play):
    kernels = [ON_GPU]
    tasks = [{"kernel": "gpu", "inout": ["a"]}, *({"kernel": "gpu", "in": ["a"]} for _ in "12")]
    units = [{**GPU, "count": 2}]
    _, placements = play(units, kernels, parts={"a": 1e6}, tasks=tasks, executions=3)
    moved = [e["bytes_between"] for e in placements["breadth"]["executions"]]
    assert max(moved) > 0 and all(bytes % 1e6 == 0 for bytes in moved)
    assert [e["bytes_out"] for e in placements["breadth"]["executions"]] == [0, 0, 0]


def test_copies_overlap_kernels_with_several_in_flight(play):
    tasks = [{"kernel": "gpu", "in": [f"p{i}"]} for i in range(10)]
    parts = {f"p{i}": 5e8 for i in range(10)}
    for inflight, seconds in ((1, 10), (3, 0.5 + 5)):
        _, placements = play(
            [GPU], [ON_GPU], "--inflight", inflight, parts=parts, tasks=tasks, executions=1
        )
        assert time_of(placements["earliest"], 1) == pytest.approx(seconds)


def test_the_same_command_prints_the_same():
    command = (description("machines", "tasks-8+8"), description("graphs", "cholesky"))
    first, second = (run("--iterations", 8, "--seeds", 2, *command) for _ in "12")
    assert first.returncode == 0 and first.stdout == second.stdout
    assert "earliest" in first.stdout and "longest chain" in first.stdout


@pytest.mark.parametrize("shape, tasks", [("cholesky", 120), ("lu", 204), ("matmul", 512)])
def test_shapes_have_the_tasks_of_the_algorithm(shape, tasks):
    graph = description("graphs", shape)
    done = run("--iterations", 8, "--seeds", 1, description("machines", "tasks-8+8"), graph)
    assert f"of {tasks} tasks" in done.stdout


@pytest.mark.parametrize(
    "graph, message",
    [
        ({"kernels": []}, "kernels must list at least one kernel"),
        ({"kernels": [{"name": "k"}]}, "kernels[0].core or accelerator must be the seconds"),
        ({"kernels": BOTH}, "tasks must list at least one task"),
        ({"kernels": BOTH, "shape": "qr"}, "shape must be one of cholesky, lu, matmul, pbpi"),
        ({"kernels": BOTH, "shape": "matmul"}, "kernels must say what gemm takes"),
        ({"kernels": BOTH, "tasks": [{"kernel": "j"}]}, "tasks[0].kernel must be the name of one"),
        ({"kernels": BOTH, "tasks": [{"kernel": "k", "in": ["a"]}]}, "must access what"),
        ({"kernels": BOTH, "tasks": [{"kernel": "k", "reads": []}]}, "reads is no key"),
        ({"kernels": [ON_GPU], "tasks": [{"kernel": "gpu"}]}, "has no unit that can execute"),
    ],
)
def test_mistakes_in_a_graph_are_named(tmp_path, graph, message):
    files = [tmp_path / "machine.json", tmp_path / "graph.json"]
    files[0].write_text(json.dumps({"ctsar_machine": 1, "units": [{"kind": "core"}]}))
    files[1].write_text(json.dumps({"ctsar_graph": 1, **graph}))
    done = run(*files)
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "option, message",
    [
        (("--policy", "adaptive"), "there is no placement 'adaptive'; placements: earliest"),
        (("--limits", "bus"), "--runs, --limits and --pass-time are not for graphs"),
        (("--sweep",), "--sweep is not for graphs"),
        (("--inflight", 9), "--inflight must be a whole number from 1 to 8"),
    ],
)
def test_options_that_mean_nothing_to_a_graph_are_refused(option, message):
    files = (description("machines", "tasks-8+8"), description("graphs", "cholesky"))
    done = run(*option, *files)
    assert done.returncode == 2 and message in done.stderr, done.stderr
