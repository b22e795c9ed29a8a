# SPDX-License-Identifier: BSD-3-Clause
"""The tables of docs/results.md, each a list of lines; empty without data."""
from .plan import SCHEDULES
from .results import dims, geometric_mean, overlap, seconds, size, spread, title


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def timed(line):
    return f"{seconds(line['median_s'])} ±{100 * spread(line):.0f} %"


# ---- Table 2 -----------------------------------------------------------------------------------------------------


def characteristics(results):
    rows = []
    for code in results.codes("characteristics"):
        both = results.one("characteristics", code, label="both")
        cores = results.one("characteristics", code, label="cores")
        alone = results.one("characteristics", code, label="accelerator")
        if not (both and cores and alone):
            continue
        passes = sum(region["passes"] for region in both["regions"])
        runs = both["variants"][0]["runs"]
        elapsed = sum(region["elapsed_s"] for region in both["regions"])
        core_time, other_time = cores["variants"][0], alone["variants"][0]
        rows.append((title(both), dims(both), both["variants"][0]["type"], str(round(passes / runs)),
                     seconds(elapsed / passes), timed(core_time), timed(other_time),
                     f"{core_time['median_s'] / other_time['median_s']:.2f}"))
    return table(("code", "dimensions", "type", "passes", "time a pass", "cores", "accelerator", "cores/accelerator"), rows) \
        if rows else []


# ---- Together ----------------------------------------------------------------------------------------------------


def together(results):
    """Co-execution efficiency: what all units would take if their speeds added up, over what they take."""
    rows = []
    for code in results.codes("characteristics"):
        cores = results.one("characteristics", code, label="cores")
        alone = results.one("characteristics", code, label="accelerator")
        both = alone and next((results.one("schedulers", code, devices=units) for units in results.units("schedulers")
                               if units.startswith("cpu,") and units.endswith(alone["job"]["devices"])), None)
        if not (cores and alone and both):
            continue
        core_time, other_time = cores["variants"][0]["median_s"], alone["variants"][0]["median_s"]
        first = best(both["variants"])
        ideal = 1 / (1 / core_time + 1 / other_time)
        rows.append((title(both), both["job"]["devices"], seconds(core_time), seconds(other_time), first["variant"],
                     timed(first), f"{ideal / first['median_s']:.2f}"))
    return table(("code", "units", "cores alone", "accelerator alone", "best policy", "together", "efficiency"), rows) \
        if rows else []


# ---- OpenMP ------------------------------------------------------------------------------------------------------


def best(lines):
    return min(lines, key=lambda line: line["median_s"])


def against_openmp(results):
    """(code, its title, best schedule's line, ctsar's lines by policy) of every code."""
    found = []
    for code in results.codes("openmp"):
        lines = {line["variant"]: line for line in results.one("openmp", code)["variants"]}
        theirs = best([lines[name] for name in SCHEDULES])
        ours = {name: line for name, line in lines.items() if name not in SCHEDULES}
        found.append((code, title(results.one("openmp", code)), theirs, ours))
    return found


def openmp(results):
    rows, ratios = [], {}
    for _, name, theirs, ours in against_openmp(results):
        cells = []
        for policy, line in ours.items():
            ratio = line["median_s"] / theirs["median_s"]
            ratios.setdefault(policy, []).append(ratio)
            cells.append(f"{ratio:.2f} ±{spread(line):.2f}")
        rows.append((name, f"{theirs['variant'].removeprefix('omp:')} {timed(theirs)}", *cells))
    if not rows:
        return []
    rows.append(("geometric mean", "", *(f"{geometric_mean(values):.3f}" for values in ratios.values())))
    return table(("code", "OpenMP's best", *(f"{policy}" for policy in ratios)), rows)


# ---- Peers -------------------------------------------------------------------------------------------------------


def peers(results):
    rows = []
    for _, units, result in results.each("peers"):
        lines = result["variants"]
        gomp = best([line for line in lines if line["variant"] in SCHEDULES])
        ours = best([line for line in lines if line["variant"].startswith("ctsar:")])
        tasks = [line for line in lines if line["variant"].startswith("starpu:")]
        rows.append((title(result), units, _named(gomp), _named(ours),
                     *((_named(tasks[0]), _named(best(tasks)), f"{ours['median_s'] / tasks[0]['median_s']:.2f}",
                        f"{ours['median_s'] / best(tasks)['median_s']:.2f}") if tasks else ("-",) * 4)))
    return table(("code", "units", "OpenMP's best, cores", "ctsar's best", "StarPU, smallest tasks", "StarPU, best tasks",
                  "ctsar/smallest", "ctsar/best"), rows) if rows else []


def _named(line):
    return f"{line['variant'].split(':')[1]}: {timed(line)}"


def wins(results):
    """Every place where a peer is faster than ctsar's best, by how much, and what the measurement tells of why."""
    lines = []
    for _, name, theirs, ours in against_openmp(results):
        lines += _win(name, "cpu", theirs, best(list(ours.values())))
    for _, units, result in results.each("peers"):
        ours = best([line for line in result["variants"] if line["variant"].startswith("ctsar:")])
        for kind in ("omp:", "starpu:"):
            others = [line for line in result["variants"] if line["variant"].startswith(kind)]
            if others:
                lines += _win(f"{title(result)} (peers' kernels)", units, best(others), ours)
    return lines


def _win(name, where, theirs, ours):
    ratio = ours["median_s"] / theirs["median_s"]
    if ratio <= 1:
        return []
    lost = ours["median_s"] - theirs["median_s"]
    if overlap(ours, theirs):
        why = "their spreads overlap: this machine's noise is larger than the difference"
    else:
        why = f"{seconds(lost)} an execution more: the scheduler's own work, where passes are short, or a split that is behind"
    return [f"- {name} on `{where}`: `{ours['variant']}` takes {ratio:.2f} times as long as `{theirs['variant']}`; {why}."]


# ---- Persistent arrays -------------------------------------------------------------------------------------------


def persist(results):
    rows = []
    for code in results.codes("persist"):
        kept, copied = (results.one("persist", code, label=label) for label in ("writeback", "nocache"))
        if not (kept and copied):
            continue
        moved = [_moved(result) for result in (kept, copied)]
        rows.append((title(kept), dims(kept), kept["job"]["devices"], size(moved[0]), size(moved[1]),
                     f"{moved[1] / moved[0]:.0f}" if moved[0] else "-", timed(kept["variants"][0]), timed(copied["variants"][0])))
    return table(("code", "dimensions", "units", "bytes a pass, persist", "bytes a pass, copied", "times fewer",
                  "an execution, persist", "an execution, copied"), rows) if rows else []


def _moved(result):
    passes = sum(region["passes"] for region in result["regions"])
    return sum(unit[way] for region in result["regions"] for unit in region["units"]
               for way in ("bytes_in", "bytes_out", "bytes_between")) / passes


# ---- The schedulers ----------------------------------------------------------------------------------------------


def schedulers(results):
    """For each set of units, each policy's speedup over chunk on the cores, as a geometric mean, and where it is best."""
    rows = []
    for devices in results.units("schedulers"):
        speedups, firsts = {}, {}
        for code in results.codes("schedulers"):
            base = results.variant("schedulers", code, "chunk", devices="cpu")
            result = results.one("schedulers", code, devices=devices)
            if not base or not result:
                continue
            for line in result["variants"]:
                speedups.setdefault(line["variant"], []).append(base["median_s"] / line["median_s"])
            first = best(result["variants"])["variant"]
            firsts[first] = firsts.get(first, 0) + 1
        rows += [(devices, policy, f"{geometric_mean(values):.2f}", f"{min(values):.2f} to {max(values):.2f}",
                  str(firsts.get(policy, 0))) for policy, values in speedups.items()]
    return table(("units", "policy", "geometric mean", "from, to", "fastest on"), rows) if rows else []
