# SPDX-License-Identifier: BSD-3-Clause
"""The tables of docs/results.md, each a list of lines; empty without data."""

import statistics
from typing import Any

from .plan import APART, CAREFUL, SCHEDULES
from .results import (
    Results,
    best,
    dims,
    geometric_mean,
    line,
    on_all,
    on_cores,
    ratio_spread,
    regions,
    seconds,
    size,
    spread,
    title,
)


def table(heads: tuple[str, ...], rows: list[Any]) -> list[str]:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def timed(line: dict[str, Any] | None) -> str:
    return "-" if line is None else f"{seconds(line['median_s'])} ±{100 * spread(line):.0f} %"


# ---- Table 2 --------------------------------------------------------------------------------


def characteristics(results: Results) -> list[str]:
    rows = []
    for result in results.part("characteristics"):
        cores, alone = line(result, "omp:static"), line(result, "static@gpu")
        counted, both = regions(result, "static"), line(result, "static")
        passes = sum(region["passes"] for region in counted)
        rows.append(
            (
                title(result),
                dims(result),
                result["variants"][0]["type"],
                str(round(passes / both["runs"])) if passes else "-",
                seconds(sum(region["elapsed_s"] for region in counted) / passes) if passes else "-",
                timed(cores),
                timed(alone),
                f"{cores['median_s'] / alone['median_s']:.2f}" if cores and alone else "-",
            )
        )
    return (
        table(
            (
                "code",
                "dimensions",
                "type",
                "passes",
                "time a pass",
                "cores",
                "accelerator",
                "cores/accelerator",
            ),
            rows,
        )
        if rows
        else []
    )


# ---- Together -------------------------------------------------------------------------------


def together(results: Results) -> list[str]:
    """Co-execution efficiency: what all units would take if their speeds added up, over what they
    take."""
    rows = []
    for _, units, result in results.each("schedulers"):
        cores, alone, first = (
            best(on_cores(result).values()),
            line(result, "static@gpu"),
            best(on_all(result).values()),
        )
        if not (cores and alone and first):
            continue
        ideal = 1 / (1 / cores["median_s"] + 1 / alone["median_s"])
        rows.append(
            (
                title(result),
                units,
                f"{cores['variant'].removesuffix('@cpu')}: {timed(cores)}",
                timed(alone),
                f"{first['variant']}: {timed(first)}",
                f"{ideal / first['median_s']:.2f}",
            )
        )
    return (
        table(
            ("code", "units", "cores alone", "accelerators alone", "together", "efficiency"), rows
        )
        if rows
        else []
    )


def reached(results: Results, code: str) -> dict[str, float]:
    """What of the sum of a core's and a device's speeds policies reach together, and what two
    "cores" reach of theirs; empty where something was not measured."""
    result = results.one("apart", code, devices=APART)
    core, device = line(result, "omp:static"), line(result, "static@gpu")
    both = {policy: line(result, policy) for policy in ("adaptive", "auto")}
    two = line(results.one("apart", code, devices="cpu"), "omp:static")
    if not (core and device and two and all(both.values())):
        return {}
    ideal = sum_of_speeds(core, device)
    of_each = {policy: ideal / found["median_s"] for policy, found in both.items()}
    return of_each | {"cores": core["median_s"] / two["median_s"] / 2}


def sum_of_speeds(core: dict[str, Any], device: dict[str, Any]) -> float:
    """Seconds that both would take if their speeds added up."""
    return 1 / (1 / core["median_s"] + 1 / device["median_s"])


def apart(results: Results) -> list[str]:
    """The same of a core and a device that have a processor each, beside what a second core
    brings."""
    efficiencies = {code: reached(results, code) for code in results.codes("apart")}
    efficiencies = {code: each for code, each in efficiencies.items() if each}
    if not efficiencies:
        return []
    rows: list[tuple[str, ...]] = []
    for code, each in efficiencies.items():
        result = results.one("apart", code, devices=APART)
        core, device = line(result, "omp:static"), line(result, "static@gpu")
        rows.append(
            (
                title(result),
                timed(core),
                timed(device),
                seconds(sum_of_speeds(core, device)),
                f"{timed(line(result, 'adaptive'))}: {each['adaptive']:.2f}",
                f"{timed(line(result, 'auto'))}: {each['auto']:.2f}",
                f"{each['cores']:.2f}",
            )
        )
    means = (
        f"{geometric_mean([each[name] for each in efficiencies.values()]):.2f}"
        for name in ("adaptive", "auto", "cores")
    )
    rows.append(("geometric mean", "", "", "", *means))
    heads = ("code", "core", "device", "sum of speeds", "adaptive", "auto", "two cores")
    return table(heads, rows)


# ---- OpenMP ---------------------------------------------------------------------------------


def against_openmp(results: Results) -> list[Any]:
    """(measurement, best schedule's line, ctsar's lines by policy) of every code."""
    found = []
    for result in results.part("openmp"):
        theirs = best(line for line in result["variants"] if line["variant"] in SCHEDULES)
        ours = {
            line["variant"]: line for line in result["variants"] if line["variant"] not in SCHEDULES
        }
        if theirs and ours:
            found.append((result, theirs, ours))
    return found


def openmp(results: Results) -> list[str]:
    measured = against_openmp(results)
    policies = list(dict.fromkeys(policy for _, _, ours in measured for policy in ours))
    rows = []
    ratios: dict[str, list[float]] = {policy: [] for policy in policies}
    for result, theirs, ours in measured:
        cells = []
        for policy in policies:
            if policy not in ours:
                cells.append("-")
                continue
            ratio = ours[policy]["median_s"] / theirs["median_s"]
            ratios[policy].append(ratio)
            cells.append(f"{ratio:.2f} ±{ratio_spread(ours[policy], theirs):.2f}")
        rows.append(
            (title(result), f"{theirs['variant'].removeprefix('omp:')} {timed(theirs)}", *cells)
        )
    if not rows:
        return []
    rows.append(
        ("geometric mean", "", *(f"{geometric_mean(values):.3f}" for values in ratios.values()))
    )
    return table(("code", "OpenMP's best", *policies), rows)


# ---- Peers ----------------------------------------------------------------------------------


def peers(results: Results) -> list[str]:
    rows = []
    for _, units, result in results.each("peers"):
        lines = result["variants"]
        gomp = best(line for line in lines if line["variant"] in SCHEDULES)
        ours = best(line for line in lines if line["variant"].startswith("ctsar:"))
        tasks = [line for line in lines if line["variant"].startswith("starpu:")]
        rows.append(
            (
                title(result),
                units,
                _named(gomp),
                timed(line(result, "opencl")),
                _named(ours),
                _named(tasks[0] if tasks else None),
                _named(best(tasks)),
                _over(ours, tasks[0] if tasks else None),
                _over(ours, best(tasks)),
            )
        )
    return (
        table(
            (
                "code",
                "units",
                "OpenMP's best, cores",
                "OpenCL by hand, one device",
                "ctsar's best",
                "StarPU, smallest tasks",
                "StarPU, best tasks",
                "ctsar/smallest",
                "ctsar/best",
            ),
            rows,
        )
        if rows
        else []
    )


def _over(ours: Any, theirs: Any) -> str:
    return (
        f"{ours['median_s'] / theirs['median_s']:.2f} ±{ratio_spread(ours, theirs):.2f}"
        if ours and theirs
        else "-"
    )


def _named(line: dict[str, Any] | None) -> str:
    return f"{line['variant'].split(':')[1]}: {timed(line)}" if line else "-"


# ---- Persistent arrays ----------------------------------------------------------------------


def persist(results: Results) -> list[str]:
    rows = []
    for result in results.part("persist"):
        kept, copied = line(result, "static"), line(result, "static-copied")
        moved = [_moved(regions(result, variant)) for variant in ("static", "static-copied")]
        if not (kept and copied and None not in moved):
            continue
        rows.append(
            (
                title(result),
                dims(result),
                result["job"]["devices"],
                size(moved[0]),
                size(moved[1]),
                f"{moved[1] / moved[0]:.0f}" if moved[0] else "-",
                timed(kept),
                timed(copied),
            )
        )
    return (
        table(
            (
                "code",
                "dimensions",
                "units",
                "bytes a pass, persist",
                "bytes a pass, copied",
                "times fewer",
                "an execution, persist",
                "an execution, copied",
            ),
            rows,
        )
        if rows
        else []
    )


def _moved(counted: list[dict[str, Any]]) -> Any:
    passes = sum(region["passes"] for region in counted)
    return (
        sum(
            unit[way]
            for region in counted
            for unit in region["units"]
            for way in ("bytes_in", "bytes_out", "bytes_between")
        )
        / passes
        if passes
        else None
    )


# ---- The schedulers -------------------------------------------------------------------------


def schedulers(results: Results) -> list[str]:
    """For each set of units, each policy's speedup over chunk on the cores, as a geometric mean,
    and where it is best."""
    rows = []
    for devices, pick in [("cpu", on_cores)] + [
        (units, on_all) for units in results.units("schedulers") if units != "cpu"
    ]:
        speedups: dict[str, list[float]] = {}
        firsts: dict[str, int] = {}
        for result in results.part("schedulers"):
            base, lines = line(result, "chunk@cpu"), pick(result)
            if not (base and lines) or devices not in ("cpu", result["job"]["devices"]):
                continue
            if devices == "cpu" and len(lines) == 1 and len(on_all(result)) > 1:
                continue  # a further set of units: its chunk on the cores is for comparison alone
            for policy, found in lines.items():
                speedups.setdefault(policy, []).append(base["median_s"] / found["median_s"])
            first = min(lines, key=lambda policy: lines[policy]["median_s"])
            firsts[first] = firsts.get(first, 0) + 1
        rows += [
            (
                devices,
                policy,
                f"{geometric_mean(values):.2f}",
                f"{min(values):.2f} to {max(values):.2f}",
                str(firsts.get(policy, 0)),
            )
            for policy, values in speedups.items()
        ]
    return (
        table(("units", "policy", "geometric mean", "from, to", "fastest on"), rows) if rows else []
    )


# ---- Harm -----------------------------------------------------------------------------------


def over_alone(beside: dict[str, Any], alone: dict[str, Any]) -> tuple[float, float, float]:
    """Ratios of the first execution, of the first five together, and of the tenth percentiles."""
    first, early = (
        sum(beside["seconds"][:count]) / sum(alone["seconds"][:count]) for count in (1, 5)
    )
    return first, early, beside["p10_s"] / alone["p10_s"]


def harm(runs: list[Results]) -> list[str]:
    """For docs/harm.md: short passes beside an accelerator, over the same on the cores alone; the
    medians of several runs of the suite, and between which ratios their first executions lay."""
    rows = []
    for result in runs[0].part("harm"):
        job = result["job"]
        which = {key: job[key] for key in ("devices", "label")}
        same = [run.one("harm", job["code"], **which) for run in runs]
        for policy in CAREFUL:
            pairs = [(line(one, policy), line(one, f"{policy}@cpu")) for one in same]
            pairs = [(beside, alone) for beside, alone in pairs if beside and alone]
            if not pairs:
                continue
            first, early, late = zip(*(over_alone(*pair) for pair in pairs), strict=True)
            rows.append(
                (
                    title(result),
                    dims(result),
                    job["devices"].removeprefix("cpu,"),
                    policy,
                    seconds(statistics.median(alone["p10_s"] for _, alone in pairs)),
                    f"{statistics.median(first):.2f} ({min(first):.2f} to {max(first):.2f})",
                    f"{statistics.median(early):.2f}",
                    f"{statistics.median(late):.2f}",
                )
            )
    heads = ("code", "dimensions", "beside", "policy", "cores alone", "first", "1 to 5", "all")
    return table(heads, rows) if rows else []
