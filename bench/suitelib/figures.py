# SPDX-License-Identifier: BSD-3-Clause
"""The analogues of the paper's Figures 6, 8, 9 and 11. Each function returns a figure, or None without data."""
import math

import matplotlib
import matplotlib.patches
from matplotlib.figure import Figure

from .plan import SCHEDULES
from .results import title

matplotlib.rcParams.update({"svg.hashsalt": "ctsar-suite", "svg.fonttype": "none", "font.family": "sans-serif",
                            "font.size": 8})


def _plain(axes):
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _grid(count, width=3.2, height=2.2, columns=4):
    columns = min(columns, count)
    rows = math.ceil(count / columns)
    figure = Figure(figsize=(width * columns, height * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for spare in axes[count:]:
        spare.set_visible(False)
    return figure, axes


def _legend(figure, pairs):
    """Above the axes, in the room that an empty title makes."""
    handles = [matplotlib.patches.Patch(color=colour, label=label) for colour, label in pairs]
    figure.suptitle(" ")
    figure.legend(handles=handles, loc="upper center", ncols=len(pairs), frameon=False)


def _bars(axes, labels, lines, baseline, colours):
    """Speedups over `baseline` seconds with their spread."""
    heights = [baseline / line["median_s"] for line in lines]
    low = [h - baseline / line["p90_s"] for h, line in zip(heights, lines)]
    high = [baseline / line["p10_s"] - h for h, line in zip(heights, lines)]
    axes.set_ylim(0, 1.25 * max(heights + [1]))  # a spread that is larger leaves the picture
    axes.bar(range(len(lines)), heights, color=colours, yerr=[low, high], error_kw={"elinewidth": 0.7, "ecolor": "0.3"})
    axes.set_xticks(range(len(lines)), labels, rotation=90)
    axes.axhline(1, color="0.5", linewidth=0.7, linestyle="--")
    _plain(axes)


def padding(results):
    """Figure 6: GEMM's time over the width of its rows, with and without padding."""
    rows = sorted(results.part("padding"), key=lambda result: int(result["job"]["label"]))
    if not rows:
        return None
    figure = Figure(figsize=(7, 3.2), layout="constrained")
    axes = figure.subplots()
    first = rows[0]["variants"][0]["dims"]["NI"]
    for variant, label in (("static", "padded rows"), ("static-unpadded", "rows as on the host")):
        lines = [line for row in rows for line in row["variants"] if line["variant"] == variant]
        extra = [int(row["job"]["label"]) for row in rows]
        drawn, = axes.plot(extra, [line["median_s"] for line in lines], marker="o", markersize=3, label=label)
        axes.fill_between(extra, [line["p10_s"] for line in lines], [line["p90_s"] for line in lines], alpha=0.2,
                          color=drawn.get_color())
    axes.set_ylim(bottom=0)
    axes.set_xlabel(f"elements a row beyond {first}")
    axes.set_ylabel("seconds (median, band: 10 % to 90 %)")
    axes.set_title(f"GEMM on {rows[0]['job']['devices']} alone, static")
    axes.legend(frameon=False)
    _plain(axes)
    return figure


def chunks(results):
    """Figure 8: the chunk scheduler's time over the number of chunks, over its best."""
    codes = results.codes("chunks")
    if not codes:
        return None
    figure, axes = _grid(len(codes), width=2.4, height=1.8, columns=5)
    for place, code in zip(axes, codes):
        rows = sorted((r for r in results.part("chunks") if r["job"]["code"] == code), key=lambda r: int(r["job"]["label"]))
        counts = [int(row["job"]["label"]) for row in rows]
        lines = [row["variants"][0] for row in rows]
        best = min(line["median_s"] for line in lines)
        place.plot(counts, [line["median_s"] / best for line in lines], marker="o", markersize=3)
        place.fill_between(counts, [line["p10_s"] / best for line in lines], [line["p90_s"] / best for line in lines], alpha=0.2)
        place.set_xscale("log", base=2)
        place.set_ylim(bottom=0)
        place.set_title(title(rows[0]), fontsize=8)
        _plain(place)
    figure.supxlabel(f"chunks a pass, on {results.units('chunks')[0]}")
    figure.supylabel("time over that of the best number")
    return figure


def schedulers(results):
    """Figure 9: speedup over chunks on the cores, for each policy and set of units."""
    codes, units = results.codes("schedulers"), results.units("schedulers")
    codes = [code for code in codes if results.variant("schedulers", code, "chunk", devices="cpu")]
    if not codes:
        return None
    figure, axes = _grid(len(codes), width=3.0 * max(1, len(units) / 2), height=2.4)
    for place, code in zip(axes, codes):
        baseline = results.variant("schedulers", code, "chunk", devices="cpu")["median_s"]
        labels, lines, colours = [], [], []
        for number, devices in enumerate(units):
            result = results.one("schedulers", code, devices=devices)
            for line in result["variants"] if result else []:
                labels.append(line["variant"])
                lines.append(line)
                colours.append(f"C{number}")
        _bars(place, labels, lines, baseline, colours)
        place.set_title(title(results.one("schedulers", code)), fontsize=9)
        place.tick_params(axis="x", labelsize=6)
    _legend(figure, [(f"C{number}", devices) for number, devices in enumerate(units)])
    figure.supylabel("speedup over chunk on the cores")
    return figure


def peers(results):
    """Figure 11: three codes by libgomp, StarPU and ctsar; speedup over OpenMP's dynamic schedule."""
    measured = results.each("peers")
    if not measured:
        return None
    figure, axes = _grid(len(measured), width=4.2, height=3.2, columns=len(results.units("peers")))
    for place, (_, units, result) in zip(axes, measured):
        lines = {line["variant"]: line for line in result["variants"]}
        colours = ["C7" if name in SCHEDULES else "C0" if name.startswith("ctsar:") else "C1" for name in lines]
        _bars(place, [name.removeprefix("ctsar:") for name in lines], list(lines.values()),
              lines["omp:dynamic"]["median_s"], colours)
        place.set_title(f"{title(result)} on {units}")
    _legend(figure, [("C7", "OpenMP"), ("C0", "ctsar"), ("C1", "StarPU, dmda, tasks of N iterations")])
    figure.supylabel("speedup over OpenMP's dynamic schedule")
    return figure


ALL = {"figure-6": padding, "figure-8": chunks, "figure-9": schedulers, "figure-11": peers}
