# SPDX-License-Identifier: BSD-3-Clause
"""What the policies must reach, in the simulator, with fixed seeds.

Efficiency is the time of the best split in hindsight over the time taken (ctsar-sim --help).
Figures are medians over seeds and, but where a worst machine is named, over the machines of the
group; "from pass k" holds for each pass from there on.
"""

import json
import statistics
from pathlib import Path

import pytest

from simulate import compare, description, efficiencies, policies, quantile, run

FINE = ("fine-2+1", "fine-8+1", "fine-8+2", "fine-8+4", "fine-64+8")
# A core's share is 4 to 8 iterations.  On coarse-64+8 it is 2: no target is set for that.
COARSE = ("coarse-2+1", "coarse-8+1", "coarse-8+2", "coarse-8+4")
SEEDS, SEEDS_OF_MANY_UNITS = 11, 3
PASSES = 20


def reached(name, figure, target):
    print(f"{name}: {figure:.4f}, target {target}")
    assert figure >= target, f"{name}: {figure:.4f}, target {target}"


def seeds_for(machine):
    return SEEDS_OF_MANY_UNITS if machine == "fine-64+8" else SEEDS


def play(machines, workload, policy, **options):
    """The policy's results, one for each machine."""

    def of(machine):
        chosen = {"passes": PASSES, "seeds": seeds_for(machine), **options}
        arguments = [part for key, value in chosen.items() for part in (f"--{key}", value)]
        return compare(machine, workload, policy, *arguments)[policy]

    return [of(machine) for machine in machines]


def pooled(results, number, q=0.5):
    """A quantile of the efficiency in a pass over machines and seeds."""
    return quantile([e for result in results for e in efficiencies(result, number)], q)


def speed(machine, accelerators=True):
    """Of its units together, in iterations a core's time."""
    units = json.loads(Path(description("machines", machine)).read_text())["units"]
    return sum(
        unit.get("count", 1) / unit["time"]
        for unit in units
        if accelerators or unit["kind"] == "core"
    )


def from_pass(results, first, q=0.5):
    return min(pooled(results, number, q) for number in range(first, PASSES + 1))


def needs(policy):
    return pytest.mark.skipif(policy not in policies(), reason=f"there is no policy {policy} yet")


# ---- adaptive, uniform ---------------------------------------------------------------------


@pytest.mark.parametrize("iterations", [1024, 4096])
@pytest.mark.parametrize("machine", FINE)
def test_adaptive_without_noise_is_at_its_optimum_from_pass_2(machine, iterations):
    results = play([machine], "uniform", "adaptive", noise=0, seeds=1, iterations=iterations)
    reached(f"adaptive, no noise, {machine}, N={iterations}", from_pass(results, 2), 0.985)


def test_adaptive_under_noise_of_2_percent():
    results = play(FINE, "uniform", "adaptive", noise=0.02)
    reached("adaptive, 2 %, median", from_pass(results, 2), 0.96)
    reached("adaptive, 2 %, p10", from_pass(results, 2, 0.1), 0.94)


def test_adaptive_under_noise_of_10_percent_against_the_oracle():
    figures = []
    for machine in FINE:
        both = compare(
            machine,
            "uniform",
            "adaptive",
            "--noise",
            0.1,
            "--passes",
            PASSES,
            "--seeds",
            seeds_for(machine),
        )
        figures.append(
            [
                [o["time_s"] / a["time_s"] for o, a in zip(one, other, strict=True)]
                for one, other in zip(both["oracle"]["runs"], both["adaptive"]["runs"], strict=True)
            ]
        )
    worst = min(
        statistics.median(run[number - 1] for runs in figures for run in runs)
        for number in range(5, PASSES + 1)
    )
    reached("adaptive, 10 %, against one range with perfect knowledge", worst, 0.97)


@pytest.mark.parametrize("machine, most", [("fine-8+1", 0.01), ("fine-8+4", 0.04)])
def test_a_gpus_share_hardly_varies_under_noise_of_10_percent(machine, most):
    (result,) = play([machine], "uniform", "adaptive", noise=0.1)
    name = f"share variation, {machine}"
    print(f"{name}: {result['share_variation']:.4f}, target {most}")
    assert result["share_variation"] <= most


# ---- hybrid and its profile ------------------------------------------------------------------


@needs("hybrid")
@pytest.mark.parametrize(
    "shape, second, third",
    [
        ("triangular", 0.94, 0.95),
        ("stepped", 0.94, 0.95),
        ("two-hump", 0.94, 0.95),
        ("random", 0.90, 0.95),
    ],
)
def test_hybrid_splits_work_by_its_profile(shape, second, third):
    results = play(FINE, shape, "hybrid")
    reached(f"hybrid, {shape}, pass 2", pooled(results, 2), second)
    reached(f"hybrid, {shape}, from pass 3", from_pass(results, 3), third)
    if shape != "random":
        reached(f"hybrid, {shape}, p10 from pass 10", from_pass(results, 10, 0.1), 0.93)


@needs("auto")
@pytest.mark.parametrize("shape", ["triangular", "stepped", "two-hump", "random"])
def test_autos_stealing_tail_makes_good_for_the_profile_s_errors(shape):
    reached(f"auto, {shape}, pass 2", pooled(play(FINE, shape, "auto"), 2), 0.96)


# ---- auto against the best policy in hindsight -----------------------------------------------

SHAPES = ("uniform", "triangular", "stepped", "two-hump", "random")


def everything():
    """All policies, those that hand out chunks with many chunk sizes, too."""
    return ",".join(
        policies()
        + [
            f"{name}:div={div}"
            for div in (10, 40, 100, 1000, 4000)
            for name in ("chunk", "chunk_static", "chunk_dynamic")
        ]
    )


def against_the_best(machine, shape, passes, noise, pass_time, first=1):
    """Time of the best policy, best chunk size included, over that of auto: medians over seeds of
    the time from pass `first` on."""
    all_of_them = compare(
        machine,
        shape,
        everything(),
        "--passes",
        passes,
        "--seeds",
        min(seeds_for(machine), 5),
        "--noise",
        noise,
        "--pass-time",
        pass_time,
    )
    times = {
        label: statistics.median(
            sum(p["time_s"] for p in one[first - 1 :]) for one in policy["runs"]
        )
        for label, policy in all_of_them.items()
        if label != "oracle"
    }
    return min(times.values()) / times["auto"]


@needs("auto")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "pass_time, noise, passes, target",
    [
        (0.3, 0.02, 1, 0.97),
        (0.3, 0.02, 7, 0.95),
        (0.3, 0.1, 1, 0.93),
        (0.3, 0.1, 7, 0.92),
        (0.003, 0.02, 1, 0.85),
    ],
)
def test_auto_keeps_up_with_the_best_policy(shape, pass_time, noise, passes, target):
    worst = min(against_the_best(machine, shape, passes, noise, pass_time) for machine in FINE)
    reached(f"auto, {shape}, T={pass_time}, {100 * noise:g} %, {passes} passes", worst, target)


@needs("auto")
@pytest.mark.parametrize("shape", SHAPES)
def test_auto_keeps_up_with_the_best_policy_from_pass_5_of_short_ones(shape):
    worst = min(against_the_best(machine, shape, 12, 0.02, 0.003, first=5) for machine in FINE)
    reached(f"auto, {shape}, T=0.003, from pass 5", worst, 0.94)


@needs("auto")
@pytest.mark.parametrize(
    "shape, number, p10, median",
    [
        ("uniform", 1, 0.95, 0.97),
        ("uniform", 2, 0.97, 0.98),
        ("uniform", 7, 0.99, 0.99),
        ("triangular", 1, 0.97, 0.97),
        ("triangular", 2, 0.97, 0.98),
        ("triangular", 7, 0.98, 0.99),
        ("stepped", 1, 0.85, 0.93),
        ("stepped", 2, 0.91, 0.99),
        ("stepped", 7, 0.97, 0.98),
        ("random", 1, 0.59, 0.74),
        ("random", 2, 0.74, 0.85),
        ("random", 7, 0.90, 0.94),
    ],
)
def test_auto_on_coarse_machines(shape, number, p10, median):
    results = play(COARSE, shape, "auto", passes=7, seeds=5)
    reached(f"auto, coarse, {shape}, pass {number}", pooled(results, number), median - 0.02)
    reached(f"auto, coarse, {shape}, pass {number}, p10", pooled(results, number, 0.1), p10 - 0.02)


# ---- An accelerator that only costs, and one that recovers -----------------------------------


def cost_before_backoff(run):
    """Passes' worth of time lost until an accelerator is left out for the first time."""
    lost = 0
    for one in run:
        lost += one["time_s"] / one["best_s"] - 1
        if one["backoffs"]:
            break
    return lost


@needs("auto")
def test_an_accelerator_that_only_costs_costs_auto_at_most_a_quarter_of_a_pass():
    (result,) = play(["costly-8+1"], "uniform", "auto", noise=0)
    assert all(sum(one["backoffs"] for one in run) >= 1 for run in result["runs"])
    worst = max(cost_before_backoff(run) for run in result["runs"])
    reached("costly accelerator, part of a pass left of the quarter", 0.25 - worst, 0)


@needs("auto")
def test_probes_of_an_accelerator_that_only_costs_add_at_most_1_percent():
    always = compare(
        "costly-8+1",
        "uniform",
        "auto,adaptive:backoff=0",
        "--noise",
        0,
        "--passes",
        300,
        "--seeds",
        1,
    )["auto"]["runs"][0]
    first = next(i for i, one in enumerate(always) if one["backoffs"]) + 1
    later = always[first:]
    without = statistics.median(one["time_s"] for one in later if not one["probes"])
    assert sum(one["probes"] for one in later) >= 1
    added = sum(one["time_s"] - without for one in later) / (len(later) * without)
    reached("probes, part of the time left of 1 %", 0.01 - added, 0)


@needs("auto")
@pytest.mark.parametrize("noise", [0, 0.02])
def test_an_accelerator_that_recovers_is_back_within_100_passes(noise):
    recovery = 60
    (result,) = play(
        ["recovering-8+1"], "uniform", "auto", noise=noise, passes=recovery + 100, seeds=5
    )
    for passes in result["runs"]:
        slow = [one["accelerator_shares"][0] for one in passes[30 : recovery - 1]]
        assert statistics.median(slow) < 0.01
        end = passes[recovery + 99]
        assert end["accelerator_shares"][0] > 0.4 and end["best_s"] / end["time_s"] > 0.9


# ---- An accelerator that does not pay does no harm -------------------------------------------

HARMFUL = {"harmful-2+1": 50e-6, "harmful-2+3": 300e-6}  # the longest launch on an accelerator


def times(machine, policy, seconds, folder, passes=100):
    """The time of each of so many passes of 256 iterations, which take so long on the two cores.
    `machine`: its name, or keys of an accelerator beside two cores."""
    path = description("machines", machine) if isinstance(machine, str) else folder / "machine.json"
    if not isinstance(machine, str):
        accelerator = {"kind": "accelerator", "launch": 20e-6, "wake": 30e-6, **machine}
        units = [{"kind": "core", "count": 2}, accelerator]
        path.write_text(json.dumps({"ctsar_machine": 1, "name": "made", "units": units}))
    return times_on(path, policy, seconds, folder, passes)


def times_on(machine, policy, seconds, folder, passes=100):
    return times_of_each(machine, policy, seconds, folder, passes)[policy]


def times_of_each(machine, policies, seconds, folder, passes=100):
    """The same of several policies, by label."""
    loop = {"ctsar_workload": 1, "iterations": 256, "passes": passes, "time": seconds * 2 / 256}
    path = folder / "loop.json"
    path.write_text(json.dumps(loop))
    options = ("--policy", policies, "--seeds", 1, "--json", "-", "--runs")
    done = run(*options, machine, path)
    assert done.returncode == 0, done.stderr
    played = json.loads(done.stdout)["policies"]
    return {p["label"]: [one["time_s"] for one in p["runs"][0]] for p in played}


@needs("auto")
@pytest.mark.parametrize("machine", HARMFUL)
@pytest.mark.parametrize(
    "seconds, first, early, late",
    [
        (2e-6, 1.5, 1.25, 1.05),
        (10e-6, 1.5, 1.25, 1.05),
        (100e-6, 1.5, 1.15, 1.05),
        (1e-3, 1.3, 1.05, 1.02),
        (10e-3, 1.3, 1.05, 1.02),
        (100e-3, 1.3, 1.05, 1.02),
    ],
)
def test_auto_loses_little_by_trying_an_accelerator(tmp_path, machine, seconds, first, early, late):
    """Against the cores alone: the first pass (of less than 1 ms: besides one launch), the first 50
    together, and those after them."""
    beside = times(machine, "auto", seconds, tmp_path)
    launch = HARMFUL[machine] if seconds < 1e-3 else 0
    figures = (
        (beside[0] - launch) / seconds,
        sum(beside[:50]) / 50 / seconds,
        sum(beside[50:]) / 50 / seconds,
    )
    mosts = (first, early, late)
    for part, figure, most in zip(("first", "1-50", "51-"), figures, mosts, strict=True):
        print(f"regret, auto, {machine}, {seconds} s, {part}: {figure:.3f}, at most {most}")
    assert all(f <= most for f, most in zip(figures, mosts, strict=True)), figures


# The first pass (of less than 1 ms: besides one launch), the first 50 together, those after them.
MOST = {
    2e-6: (1.5, 1.25, 1.05),
    10e-6: (1.5, 1.25, 1.05),
    100e-6: (1.5, 1.15, 1.05),
    1e-3: (1.3, 1.05, 1.02),
    10e-3: (1.3, 1.05, 1.02),
    100e-3: (1.3, 1.05, 1.02),
}


def accelerators_of(machine):
    units = json.loads(Path(description("machines", machine)).read_text())["units"]
    return [unit for unit in units if unit["kind"] == "accelerator"]


def one_of(speed, latency):
    return [{"kind": "accelerator", "time": 1 / speed, "launch": latency, "wake": 30e-6}]


KINDS = {
    f"speed {speed}, {1e6 * latency:g} us": one_of(speed, latency)
    for speed in (0.1, 1, 8)
    for latency in (20e-6, 200e-6)
} | {machine: accelerators_of(machine) for machine in HARMFUL}


@needs("auto")
@pytest.mark.parametrize("seconds", MOST)
@pytest.mark.parametrize("kind", KINDS)
def test_no_policy_loses_by_an_accelerator_of_which_nothing_is_known(tmp_path, kind, seconds):
    """But its SIMD width. Against the same policy on the cores alone; auto also where times are
    stated, wrong ones. static always uses everything, so it has no bound."""
    labels = [f"{policy}:times=guessed" for policy in policies() if policy != "static"] + ["auto"]
    times = []
    for number, accelerators in enumerate(([], KINDS[kind])):
        path = tmp_path / f"{number}.json"
        units = [{"kind": "core", "count": 2}, *accelerators]
        path.write_text(json.dumps({"ctsar_machine": 1, "name": "made", "units": units}))
        times.append(times_of_each(path, ",".join(labels), seconds, tmp_path))
    launch = max(a["launch"] + a["wake"] for a in KINDS[kind]) if seconds < 1e-3 else 0
    missed = {}
    for label in labels:
        alone, beside = (each[label] for each in times)
        parts = [(beside[0] - launch) / alone[0]]
        parts += [sum(beside[part]) / sum(alone[part]) for part in (slice(50), slice(50, None))]
        print(f"regret, {label}, {kind}, {seconds} s: {parts}, at most {MOST[seconds]}")
        if any(part > most for part, most in zip(parts, MOST[seconds], strict=True)):
            missed[label] = parts
    assert not missed


@needs("auto")
@pytest.mark.parametrize("speed", [0.1, 1, 8])
def test_a_first_range_that_takes_long_is_not_tried_in_short_passes(tmp_path, speed):
    """An accelerator says that a range takes 20 us, and the first one takes 700 us besides."""
    accelerator = {"time": 1 / speed, "launch": 20e-6, "cold": 700e-6}
    beside = times(accelerator, "auto", 10e-6, tmp_path, passes=500)
    reached(f"first range, {speed}: 500 passes, what is left of 1.05", 1.05 - sum(beside) / 5e-3, 0)


def played_code(code, passes, policy="auto", *more):
    """Efficiencies of a policy on the paper's machine: eight cores, of which an iteration takes up
    to 800 times as long as on each of four accelerators."""
    options = ("--policy", policy, "--passes", passes, "--seeds", 3, "--json", "-", "--runs", *more)
    done = run(*options, description("machines", "escaflowne"), description("codes", code))
    assert done.returncode == 0, done.stderr
    (played,) = [p for p in json.loads(done.stdout)["policies"] if p["label"] == policy]
    return played


@needs("auto")
@pytest.mark.parametrize(
    "code, first, ten", [("gemm", 0.58, 0.87), ("corr", 0.41, 0.81), ("3mm", 0.64, 0.9)]
)
def test_auto_tries_fast_accelerators_before_a_long_iteration_is_over(code, first, ten):
    played = played_code(code, 10)
    reached(f"{code}, first pass", pooled([played], 1), first)
    reached(f"{code}, ten passes", played["efficiency"]["median"], ten)


@pytest.mark.parametrize(
    "code, policy, accelerators, ten",
    [
        ("corr", "auto", 1, 0.74),
        ("covar", "auto", 1, 0.75),
        ("covar", "auto", 4, 0.63),
        ("atax", "auto", 1, 0.72),
        ("kmeans", "auto", 4, 0.92),
        ("corr", "hybrid", 1, 0.61),
        ("kmeans", "hybrid", 4, 0.9),
        ("kmeans", "chunk_dynamic", 1, 0.9),
    ],
)
def test_an_accelerator_that_is_slow_with_few_iterations_is_used(code, policy, accelerators, ten):
    """It takes half of a pass or so for any range, however short."""
    played = played_code(
        code, 10, policy, "--limits", "threads,bus", "--accelerators", accelerators
    )
    reached(f"slow with few, {code}, {policy}", played["efficiency"]["median"], ten)


@needs("auto")
def test_auto_tries_accelerators_soon_that_short_passes_could_pay_for():
    """A pass lasts four launches on the cores, and less than two with the accelerators."""
    played = played_code("fdtd2d", 100)
    reached("short passes, from pass 25", pooled([played], 25), 0.9)
    reached("short passes, 100 of them", played["efficiency"]["median"], 0.78)


@pytest.mark.parametrize("policy, most", [("hybrid", 1.65), ("chunk_dynamic", 1.65)])
@pytest.mark.parametrize("time", [0.5, 0.1, 0.02])
def test_a_first_pass_uses_an_accelerator_that_pays(tmp_path, policy, most, time):
    """256 iterations; as long as the best split would take."""
    seconds = 100e-3
    first = times({"time": time}, f"{policy}:times=guessed", seconds, tmp_path)[0]
    print(
        f"first pass beside a fast one, {policy}, {time}: {first / (seconds * 2 / (2 + 1 / time))}"
    )
    assert first <= most * seconds * 2 / (2 + 1 / time)


@needs("auto")
@pytest.mark.parametrize("policy", ["auto", "adaptive", "quick", "chunk_dynamic"])
@pytest.mark.parametrize("seconds", [1e-3, 10e-3])
def test_a_cold_start_tells_nothing_of_later_ranges(tmp_path, policy, seconds):
    """An accelerator as fast as both cores whose first range takes 10 ms more."""
    beside = times({"time": 0.5, "cold": 10e-3}, policy, seconds, tmp_path)
    reached(f"after a cold start, {policy}, {seconds} s", 0.5 * seconds / max(beside[4:]), 0.8)


@needs("auto")
@pytest.mark.parametrize("policy, early", [("auto", 1.06), ("adaptive", None), ("hybrid", None)])
@pytest.mark.parametrize("seconds", [100e-6, 1e-3, 10e-3])
@pytest.mark.parametrize("time, slows", [(3, 0.5), (10, 0.1)])
def test_an_accelerator_that_slows_the_cores_is_left_out(
    tmp_path, policy, early, seconds, time, slows
):
    """By rates it gains: the cores' are those of cores beside it."""
    beside = times({"time": time, "slows": slows}, policy, seconds, tmp_path)
    figures = [sum(beside[:50]) / 50 / seconds, sum(beside[50:]) / 50 / seconds]
    print(f"slows the cores, {policy}, {seconds} s, {time}, {slows}: {figures}")
    assert figures[1] <= (1.02 if policy == "auto" else 1.04)
    assert early is None or figures[0] <= early


@needs("auto")
@pytest.mark.parametrize("policy", ["auto", "adaptive", "hybrid", "quick"])
@pytest.mark.parametrize("seconds", [10e-3, 100e-3])
@pytest.mark.parametrize(
    "time, slowed, early, late",
    [(0.05, 0.2, 1.08, 1.01), (0.025, 1, 1.4, 1.01), (0.1, 0.5, None, 1.12), (0.05, 2, None, 1.4)],
)
def test_cores_that_slow_an_accelerator_are_left_out(
    tmp_path, policy, seconds, time, slowed, early, late
):
    """By rates they gain: the accelerator's are those of one beside which they work.  Where they
    seem to do much it takes longer until it is tried alone."""
    alone = 2 * seconds * time + 50e-6
    beside = times({"time": time, "slowed": slowed}, policy, seconds, tmp_path)
    figures = [sum(beside[:50]) / 50 / alone, sum(beside[50:]) / 50 / alone]
    print(f"cores slow an accelerator, {policy}, {seconds} s, {time}, {slowed}: {figures}")
    assert figures[1] <= late
    assert early is None or figures[0] <= early
    assert min(beside) >= 0.99 * alone  # so there was nothing to gain


@needs("auto")
def test_a_comparison_makes_one_pass_longer(tmp_path):
    """Medians over runs with noise, so that iterations are handed out in pieces."""
    gpu = {"kind": "accelerator", "name": "GPU", "launch": 50e-6, "time": 0.1 / 16}
    units = [{"kind": "core", "count": 16, "launch": 1e-6}, gpu]
    machine, loop = tmp_path / "machine.json", tmp_path / "loop.json"
    machine.write_text(json.dumps({"ctsar_machine": 1, "name": "made", "units": units}))
    loop.write_text(
        json.dumps(
            {
                "ctsar_workload": 1,
                "iterations": 256,
                "passes": 60,
                "pass_time": 1.8e-3,
                "noise": 0.02,
                "cost": "uniform",
            }
        )
    )
    done = run("--policy", "auto", "--json", "-", "--runs", machine, loop)
    assert done.returncode == 0, done.stderr
    runs = json.loads(done.stdout)["policies"][-1]["runs"]
    times = [statistics.median(one["time_s"] for one in each) for each in zip(*runs, strict=True)]
    longer = [i for i, time in enumerate(times) if i >= 5 and time > 1.05 * min(times[5:])]
    print(f"longer passes, of {len(times)}: {longer}")
    assert len(longer) == 1


@needs("auto")
def test_a_comparison_with_cores_that_are_left_out_begins_as_large_as_any_pass(tmp_path):
    """Beside two accelerators a pass is handed out in pieces.  Cores that begin with single
    iterations hardly disturb anybody, and the comparison would have them return to do harm."""
    gpu = {"kind": "accelerator", "launch": 20e-6, "time": 0.1 / 16, "slowed": 0.5}
    units = [
        {"kind": "core", "count": 16, "launch": 1e-6},
        gpu | {"name": "a"},
        gpu | {"name": "b"},
    ]
    machine, loop = tmp_path / "machine.json", tmp_path / "loop.json"
    machine.write_text(json.dumps({"ctsar_machine": 1, "name": "made", "units": units}))
    loop.write_text(
        json.dumps(
            {
                "ctsar_workload": 1,
                "iterations": 20000,
                "passes": 400,
                "pass_time": 20e-3,
                "noise": 0.05,
                "cost": "uniform",
            }
        )
    )
    done = run("--policy", "auto", "--json", "-", "--runs", machine, loop)
    assert done.returncode == 0, done.stderr
    for each in json.loads(done.stdout)["policies"][-1]["runs"]:
        later = each[20:]
        usual = statistics.median(one["time_s"] for one in later)
        on_all = [one["time_s"] for one in later if sum(one["accelerator_shares"]) < 0.99]
        print(f"passes on all units: {[round(time / usual, 2) for time in on_all]}")
        assert len(on_all) == 1
        assert on_all[0] > 1.2 * usual


@needs("auto")
def test_cores_that_were_left_out_return_when_the_accelerator_becomes_slow(tmp_path):
    """From pass 60 on it takes eight times as long, and is not slowed any more than before."""
    machine = tmp_path / "machine.json"
    gpu = {"kind": "accelerator", "name": "GPU", "launch": 20e-6, "time": 0.05, "slowed": 0.2}
    machine.write_text(
        json.dumps(
            {
                "ctsar_machine": 1,
                "name": "made",
                "units": [{"kind": "core", "count": 2}, gpu],
                "events": [{"unit": "GPU", "pass": 60, "time": 8}],
            }
        )
    )
    beside = times_on(machine, "auto", 10e-3, tmp_path)
    alone = 2 * 10e-3 * 0.05
    print(f"left out, then back: {beside[50] / alone}, {sum(beside[70:]) / 30 / (8 * alone)}")
    assert beside[50] <= 1.05 * alone
    assert sum(beside[70:]) / 30 <= 0.7 * 8 * alone


# ---- Machines and loops on which a plan goes wrong --------------------------------------------


def made(folder, units, workload, policies="auto", events=()):
    """What policies did on a machine and a loop that are written down here, by label."""
    machine, loop = folder / "machine.json", folder / "loop.json"
    machine.write_text(
        json.dumps({"ctsar_machine": 1, "name": "made", "units": units, "events": list(events)})
    )
    loop.write_text(json.dumps({"ctsar_workload": 1, **workload}))
    done = run("--policy", policies, "--seeds", 5, "--json", "-", "--runs", machine, loop)
    assert done.returncode == 0, done.stderr
    return {p["label"]: p for p in json.loads(done.stdout)["policies"]}


@needs("auto")
@pytest.mark.parametrize(
    "cost, target", [("uniform", 0.94), ("triangular", 0.94), ("two-hump", 0.9)]
)
def test_ramps_end_when_a_unit_has_become_slower(tmp_path, cost, target):
    """One of two accelerators takes three times as long from pass 10 on."""
    gpu = {"kind": "accelerator", "name": "GPU", "count": 2, "time": 0.1, "launch": 20e-6}
    workload = {"passes": 50, "iterations": 4096, "pass_time": 5e-4, "noise": 0.02, "cost": cost}
    result = made(
        tmp_path,
        [{"kind": "core", "count": 8, "launch": 1e-6}, gpu],
        workload,
        events=[{"unit": "GPU 1", "pass": 10, "time": 3}],
    )["auto"]
    worst = min(pooled([result], number) for number in range(16, 29))
    reached(f"a slower accelerator, {cost}, passes 16 to 28", worst, target)


@needs("auto")
def test_accelerators_of_different_kinds_are_not_taken_to_be_alike(tmp_path):
    """One is 25 times as fast as a core, one twice, and one takes four times as long: what a few
    ranges show of each is its own."""
    kinds = ((0.04, 3e-6), (0.5, 300e-6), (4, 10e-6))
    units = [{"kind": "core", "count": 16, "launch": 1e-6}]
    units += [{"kind": "accelerator", "time": time, "launch": o} for time, o in kinds]
    loop = {"passes": 30, "iterations": 234, "pass_time": 20e-3, "cost": "two-hump", "noise": 0.02}
    result = made(tmp_path, units, loop)["auto"]
    reached("three kinds, from pass 3", min(pooled([result], k) for k in range(3, 31)), 0.9)


@needs("auto")
@pytest.mark.parametrize(
    "cost, target", [("triangular", 0.88), ("stepped", 0.88), ("moving-hump", 0.78)]
)
@pytest.mark.parametrize("seconds", [50e-6, 300e-6])
def test_short_passes_of_uneven_iterations_do_not_keep_level_boundaries(
    tmp_path, cost, target, seconds
):
    """Passes with these take up to three times as long as the ramp, which caches do not explain."""
    workload = {"passes": 40, "iterations": 4096, "pass_time": seconds, "cost": cost, "noise": 0.02}
    result = made(tmp_path, [{"kind": "core", "count": 8, "launch": 2e-7}], workload)["auto"]
    reached(f"short and uneven, {cost}, {seconds} s", result["efficiency"]["median"], target)


# ---- Persisted data, and few iterations ------------------------------------------------------


@needs("auto")
def test_persisted_data_stay_in_place_after_the_first_pass():
    results = play(["fine-2+1", "fine-8+1"], "persisted", "auto")
    reached("persisted, one GPU, pass 2", pooled(results, 2), 0.95)


SLOW_LINKS = [
    (policy, move)
    for policy in ("auto", "adaptive:times=guessed", "hybrid", "chunk_dynamic")
    for move in (3, 30, 100)
]


@needs("auto")
@pytest.mark.parametrize("machine", ["fine-8+1", "fine-8+4"])
@pytest.mark.parametrize("policy, move", SLOW_LINKS)
def test_fetching_persisted_data_makes_no_pass_much_longer(tmp_path, machine, policy, move):
    """Where fetching takes so many times what computing does: against the cores alone the first
    pass, in which auto fetches all if it takes at most twice as long, the first 5 together, and
    50."""
    path = tmp_path / "slow.json"
    workload = json.loads(Path(description("workloads", "persisted")).read_text())
    workload["persisted"] = {"move": move, "written": True}
    path.write_text(json.dumps(workload))
    options = ("--passes", 50, "--seeds", 3, "--json", "-", "--runs", "--policy", policy)
    done = run(*options, description("machines", machine), path)
    assert done.returncode == 0, done.stderr
    alone = workload["pass_time"] * speed(machine) / speed(machine, accelerators=False)
    runs = json.loads(done.stdout)["policies"][-1]["runs"]
    for passes, most in ((1, 2 if move == 3 else 1.3), (5, 1.2), (50, 1.0)):
        worst = max(sum(one["time_s"] for one in r[:passes]) / passes / alone for r in runs)
        print(f"slow link, {policy}, {machine}, {move}, {passes}: {worst:.3f}, at most {most}")
        assert worst <= most, f"{passes} passes: {worst:.3f}, at most {most}"


@needs("auto")
@pytest.mark.parametrize(
    "machine, second, third", [("fine-8+2", 0.94, 0.96), ("fine-8+4", 0.87, 0.94)]
)
def test_persisted_data_of_several_accelerators_lie_apart_after_the_first_pass(
    machine, second, third
):
    results = play([machine], "persisted", "auto")
    reached(f"persisted, {machine}, pass 2", pooled(results, 2), second)
    reached(f"persisted, {machine}, pass 3", pooled(results, 3), third)


@needs("chunk_dynamic")
def test_pieces_of_several_accelerators_settle_where_data_persist():
    results = play(["fine-8+2", "fine-8+4"], "persisted", "chunk_dynamic")
    reached("persisted, chunk_dynamic, pass 5", pooled(results, 5), 0.88)


@pytest.mark.parametrize("policy", ["adaptive", "hybrid", "auto"])
def test_fill_wastes_next_to_nothing_on_few_iterations(policy):
    if policy not in policies():
        pytest.skip(f"there is no policy {policy} yet")
    results = play(["coarse-8+4-r99"], "uniform", policy, iterations=512, noise=0, seeds=1)
    reached(f"N=512, R=99, {policy}", from_pass(results, 3), 0.97)
