# SPDX-License-Identifier: BSD-3-Clause
"""The analogues of the paper's Figures 6, 8, 9 and 11. Each function returns a figure, or None
without data."""

import math
from typing import Any

import matplotlib
import matplotlib.patches
from matplotlib.figure import Figure

from .plan import APART, SCHEDULES
from .results import Results, best, line, on_all, on_cores, title

matplotlib.rcParams.update(
    {
        "svg.hashsalt": "ctsar-suite",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 8,
    }
)


def _plain(axes: Any) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _grid(
    count: int, width: float = 3.2, height: float = 2.2, columns: int = 4
) -> tuple[Figure, Any]:
    columns = min(columns, count)
    rows = math.ceil(count / columns)
    figure = Figure(figsize=(width * columns, height * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for spare in axes[count:]:
        spare.set_visible(False)
    return figure, axes


def _legend(figure: Any, pairs: list[tuple[str, str]]) -> None:
    """Above the axes, in the room that an empty title makes."""
    handles = [matplotlib.patches.Patch(color=colour, label=label) for colour, label in pairs]
    figure.suptitle(" ")
    figure.legend(handles=handles, loc="upper center", ncols=len(pairs), frameon=False)


def _bars(
    axes: Any, labels: list[str], lines: list[tuple[dict[str, Any], float]], colours: list[str]
) -> None:
    """Speedups with their spread; `lines`: (line, the seconds that it is compared with)."""
    heights = [base / each["median_s"] for each, base in lines]
    low = [h - base / each["p90_s"] for h, (each, base) in zip(heights, lines, strict=True)]
    high = [base / each["p10_s"] - h for h, (each, base) in zip(heights, lines, strict=True)]
    axes.set_ylim(0, 1.25 * max([*heights, 1]))  # a spread that is larger leaves the picture
    axes.bar(
        range(len(lines)),
        heights,
        color=colours,
        yerr=[low, high],
        error_kw={"elinewidth": 0.7, "ecolor": "0.3"},
    )
    axes.set_xticks(range(len(lines)), labels, rotation=90)
    axes.axhline(1, color="0.5", linewidth=0.7, linestyle="--")
    _plain(axes)


def apart(results: Results) -> Figure | None:
    """A core and a device on separate processors: speedup over the core, and what adding both
    speeds up would give."""
    codes = [
        code
        for code in results.codes("apart")
        if line(results.one("apart", code, devices=APART), "omp:static")
    ]
    if not codes:
        return None
    figure, axes = _grid(len(codes), width=2.0, height=2.0, columns=7)
    names = {"static@gpu": "device", "adaptive": "adaptive", "auto": "auto"}
    for place, code in zip(axes, codes, strict=False):
        result = results.one("apart", code, devices=APART)
        core, device = line(result, "omp:static"), line(result, "static@gpu")
        found = [line(result, variant) for variant in names]
        kept = [(n, f) for n, f in zip(names.values(), found, strict=True) if f]
        base = core["median_s"]
        _bars(
            place,
            ["core", *(name for name, _ in kept)],
            [(core, base), *((f, base) for _, f in kept)],
            ["C7", *("C2" if name == "device" else "C0" for name, _ in kept)],
        )
        if device:
            place.axhline(1 + base / device["median_s"], color="C3", linewidth=1)
        place.set_title(title(result), fontsize=8)
    _legend(
        figure,
        [("C7", "a core"), ("C2", "the device"), ("C0", "both"), ("C3", "sum of both speeds")],
    )
    figure.supylabel("speedup over the core")
    return figure


def padding(results: Results) -> Figure | None:
    """Figure 6: GEMM's time over the width of its rows, with and without padding."""
    rows = sorted(results.part("padding"), key=lambda result: int(result["job"]["label"]))
    if not rows:
        return None
    figure = Figure(figsize=(7, 3.2), layout="constrained")
    axes = figure.subplots()
    first = rows[0]["variants"][0]["dims"]["NI"]
    for variant, label in (("static", "padded rows"), ("static-unpadded", "rows as on the host")):
        have = [row for row in rows if line(row, variant)]
        lines = [line(row, variant) for row in have]
        extra = [int(row["job"]["label"]) for row in have]
        (drawn,) = axes.plot(
            extra, [each["median_s"] for each in lines], marker="o", markersize=3, label=label
        )
        axes.fill_between(
            extra,
            [each["p10_s"] for each in lines],
            [each["p90_s"] for each in lines],
            alpha=0.2,
            color=drawn.get_color(),
        )
    axes.set_ylim(bottom=0)
    axes.set_xlabel(f"elements a row beyond {first}")
    axes.set_ylabel("seconds (median, band: 10 % to 90 %)")
    axes.set_title(f"GEMM on {rows[0]['job']['devices']} alone, static")
    axes.legend(frameon=False)
    _plain(axes)
    return figure


def chunks(results: Results) -> Figure | None:
    """Figure 8: the chunk scheduler's time over the number of chunks, over its best."""
    measured = results.part("chunks")
    if not measured:
        return None
    figure, axes = _grid(len(measured), width=2.4, height=1.8, columns=5)
    for place, result in zip(axes, measured, strict=False):
        lines = result["variants"]
        counts = [int(each["variant"].removeprefix("chunk:")) for each in lines]
        least = best(lines)["median_s"]
        place.plot(counts, [each["median_s"] / least for each in lines], marker="o", markersize=3)
        place.fill_between(
            counts,
            [each["p10_s"] / least for each in lines],
            [each["p90_s"] / least for each in lines],
            alpha=0.2,
        )
        place.set_xscale("log", base=2)
        place.set_ylim(bottom=0)
        place.set_title(title(result), fontsize=8)
        _plain(place)
    figure.supxlabel(f"chunks a pass, on {results.units('chunks')[0]}")
    figure.supylabel("time over that of the best number")
    return figure


def schedulers(results: Results) -> Figure | None:
    """Figure 9: speedup over chunks on the cores, for each policy and set of units."""
    codes = [
        code
        for code in results.codes("schedulers")
        if line(results.one("schedulers", code), "chunk@cpu")
    ]
    if not codes:
        return None
    sets = ["cpu"] + [units for units in results.units("schedulers") if units != "cpu"]
    figure, axes = _grid(len(codes), width=3.0 * max(1, len(sets) / 2), height=2.4)
    for place, code in zip(axes, codes, strict=False):
        labels: list[str] = []
        speedups: list[tuple[dict[str, Any], float]] = []
        colours: list[str] = []
        for result in (
            result for result in results.part("schedulers") if result["job"]["code"] == code
        ):
            own, pick = line(result, "chunk@cpu"), {result["job"]["devices"]: on_all(result)}
            if result is results.first("schedulers", code):
                pick = {
                    "cpu": on_cores(result),
                    **{units: lines for units, lines in pick.items() if units != "cpu"},
                }
            for units, lines in pick.items():
                labels += lines
                speedups += [(found, own["median_s"]) for found in lines.values() if own]
                colours += [f"C{sets.index(units)}"] * len(lines)
        _bars(place, labels, speedups, colours)
        place.set_title(title(results.one("schedulers", code)), fontsize=9)
        place.tick_params(axis="x", labelsize=6)
    _legend(figure, [(f"C{number}", devices) for number, devices in enumerate(sets)])
    figure.supylabel("speedup over chunk on the cores")
    return figure


def peers(results: Results) -> Figure | None:
    """Figure 11: three codes by libgomp, StarPU and ctsar; speedup over OpenMP's dynamic
    schedule."""
    measured = [entry for entry in results.each("peers") if line(entry[2], "omp:dynamic")]
    if not measured:
        return None
    figure, axes = _grid(len(measured), width=4.2, height=3.2, columns=len(results.units("peers")))
    for place, (_, units, result) in zip(axes, measured, strict=False):
        names = [found["variant"] for found in result["variants"]]
        colours = [
            "C7"
            if name in SCHEDULES
            else "C0"
            if name.startswith("ctsar:")
            else "C2"
            if name == "opencl"
            else "C1"
            for name in names
        ]
        base = line(result, "omp:dynamic")["median_s"]
        _bars(
            place,
            [name.removeprefix("ctsar:") for name in names],
            [(found, base) for found in result["variants"]],
            colours,
        )
        place.set_title(f"{title(result)} on {units}")
    _legend(
        figure,
        [
            ("C7", "OpenMP"),
            ("C0", "ctsar"),
            ("C1", "StarPU, dmda, tasks of N iterations"),
            ("C2", "OpenCL by hand, one device"),
        ],
    )
    figure.supylabel("speedup over OpenMP's dynamic schedule")
    return figure


ALL = {
    "apart": apart,
    "figure-6": padding,
    "figure-8": chunks,
    "figure-9": schedulers,
    "figure-11": peers,
}
