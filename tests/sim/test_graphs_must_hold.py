# SPDX-License-Identifier: BSD-3-Clause
"""What placements must reach, in the simulator, with fixed seeds.

Efficiency is the greater one of the longest chain and the area bound over the time taken, from the
second execution on: units have learned then what tasks take.  Neither bound knows of copies.
"""

import json
from functools import cache

import pytest

from simulate import description, run

MACHINES = ((8, 4), (4, 1), (2, 8))
GRAPHS = ("cholesky", "lu", "matmul", "pbpi")
TARGET, CLOSE = 0.90, 1.02


@cache
def played(graph, cores, accelerators, *options):
    done = run(
        *("--json", "-", "--cores", cores, "--accelerators", accelerators, *options),
        *(description("machines", "tasks-8+8"), description("graphs", graph)),
    )
    assert done.returncode == 0, done.stderr
    return {p["label"]: p for p in json.loads(done.stdout)["placements"]}


def seeds_of(graph):
    return 1 if graph == "matmul" else 3


@pytest.mark.parametrize("cores, accelerators", MACHINES)
@pytest.mark.parametrize("graph", GRAPHS)
def test_earliest_is_close_to_what_no_placement_can_beat(graph, cores, accelerators):
    options = ("--policy", "earliest", "--seeds", seeds_of(graph), "--passes", 3)
    (placement,) = played(graph, cores, accelerators, *options).values()
    for number, execution in enumerate(placement["executions"][1:], 2):
        figure = execution["efficiency"]["median"]
        print(f"{graph} {cores}+{accelerators}, execution {number}: {figure:.3f}, target {TARGET}")
        assert figure >= TARGET


@pytest.mark.parametrize("cores, accelerators", MACHINES)
@pytest.mark.parametrize("graph", GRAPHS)
def test_earliest_is_no_worse_than_the_others(graph, cores, accelerators):
    smaller = ("--iterations", 20) if graph == "matmul" else ()
    placements = played(graph, cores, accelerators, "--seeds", 1, "--passes", 2, *smaller)
    times = {name: p["executions"][1]["time_s"]["median"] for name, p in placements.items()}
    print(graph, cores, accelerators, times)
    assert times["earliest"] <= CLOSE * min(times.values())


@pytest.mark.parametrize("cores, accelerators", MACHINES)
def test_a_first_execution_learns_while_it_runs(cores, accelerators):
    """Thousands are ready before anything is known of them."""
    options = ("--policy", "earliest", "--seeds", 1, "--passes", 3)
    (placement,) = played("matmul", cores, accelerators, *options).values()
    assert placement["executions"][0]["efficiency"]["median"] >= 0.95
