# SPDX-License-Identifier: BSD-3-Clause
"""Where a peer is faster than ctsar's best: by how much, and what was measured of why."""

import statistics
from typing import Any

from .results import Results, best, line, paired, percentile, regions, seconds, title
from .tables import against_openmp

SURE = 0.8  # of the rounds: what happens in fewer is noise


def wins(results: Results) -> list[str]:
    """A line of Markdown for each."""
    lines = []
    for result, theirs, ours in against_openmp(results):
        lines += _win(results, result, theirs, best(ours.values()), "")
    for _, _, result in results.each("peers"):
        ours = best(each for each in result["variants"] if each["variant"].startswith("ctsar:"))
        for kind in ("omp:", "starpu:"):
            theirs = best(each for each in result["variants"] if each["variant"].startswith(kind))
            if ours and theirs:
                lines += _win(results, result, theirs, ours, "peers")
    return lines


def _win(
    results: Results,
    result: dict[str, Any],
    theirs: dict[str, Any],
    ours: dict[str, Any],
    label: str,
) -> list[str]:
    ratio = ours["median_s"] / theirs["median_s"]
    if ratio <= 1:
        return []
    rounds = paired(ours, theirs)
    slower = sum(value > 1 for value in rounds)
    name = title(result) + (", the peers' kernels," if label else "")
    text = (
        f"- {name} on `{result['job']['devices']}`: `{ours['variant']}` takes {ratio:.2f} times "
        "as long as "
        f"`{theirs['variant']}`, and longer in {slower} of {len(rounds)} rounds. "
    )
    if slower < SURE * len(rounds):
        return [
            text + "That is within this machine's noise, as the rounds' ratios from "
            f"{percentile(rounds, 0.1):.2f} to {percentile(rounds, 0.9):.2f} show."
        ]
    counts = results.one(
        "counts", result["job"]["code"], devices=result["job"]["devices"], label=label
    )
    counted = (
        Counted(counts, ours["variant"]) if counts and regions(counts, ours["variant"]) else None
    )
    if not counted:
        return [text + "What the library counts of these passes was not measured."]
    lost = ours["median_s"] - theirs["median_s"]
    passes = f"{counted.passes:.0f} {_plural('pass', counted.passes)}"
    text += f"{seconds(lost)} more in {passes} of {seconds(counted.length)}. "
    return [text + _why(results, result, counted, lost, theirs)]


def _plural(word: str, count: float) -> str:
    return word if round(count) == 1 else f"{word}es" if word.endswith("s") else f"{word}s"


class Counted:
    """What the library's report says of one variant, in each execution."""

    def __init__(self, result: dict[str, Any], variant: str) -> None:
        found, runs = regions(result, variant), line(result, variant)["runs"]
        units = [unit for region in found for unit in region["units"]]
        cores = max(1, sum(unit["kind"] == "core" for unit in found[0]["units"]))
        passes = sum(region["passes"] for region in found)
        self.passes = passes / runs
        self.length = sum(region["elapsed_s"] for region in found) / passes
        self.pieces = sum(region["chunks"] for region in found) / passes
        self.deciding = sum(region["scheduler_s"] for region in found) / runs
        self.waiting = (
            sum(unit["waiting_s"] for unit in units if unit["kind"] == "core") / cores / runs
        )
        given = [unit for unit in units if unit["kind"] != "core"]
        self.share = sum(unit["iterations"] for unit in given) / max(
            1, sum(unit["iterations"] for unit in units)
        )
        self.copying = sum(unit["copying_s"] for unit in given) / runs
        self.accelerated = bool(given)


def _static_difference(result: dict[str, Any]) -> float | None:
    """Seconds of an execution by which ctsar's static is behind OpenMP's, which cuts alike, or
    None."""
    prefix = "ctsar:" if result["job"]["part"] == "peers" else ""
    ours, theirs = line(result, f"{prefix}static"), line(result, "omp:static")
    return (
        statistics.median(a - b for a, b in zip(ours["seconds"], theirs["seconds"], strict=False))
        if ours and theirs
        else None
    )


def _why(
    results: Results, result: dict[str, Any], counted: Counted, lost: float, theirs: dict[str, Any]
) -> str:
    """What was measured, each with the part of the loss that it comes to, and which is the
    largest."""
    found = []  # (seconds an execution, what was measured, in short)
    alike = _static_difference(result)
    if alike is not None and not counted.accelerated:
        found.append(
            (
                alike,
                f"OpenMP's static, which cuts alike, takes {seconds(abs(alike) / counted.passes)} "
                "a pass "
                f"{'less' if alike > 0 else 'more'} than ctsar's",
                "the cost of a pass itself",
            )
        )
    pieces = f", {counted.pieces:.0f} pieces a pass to hand out," if counted.pieces >= 2 else ""
    found.append(
        (
            counted.deciding,
            f"the policy's decisions{pieces} take {seconds(counted.deciding / counted.passes)} a "
            "pass",
            "the policy's decisions",
        )
    )
    found.append(
        (
            counted.waiting,
            f"a core waits {seconds(counted.waiting / counted.passes)} a pass for the others",
            "waiting: the split is behind, or a unit was disturbed",
        )
    )
    text = (
        "; ".join(
            f"{said} ({100 * value / lost:.0f} % of the difference)" for value, said, _ in found
        )
        + ". "
    )
    if counted.accelerated:
        text += _of_the_accelerator(results, result, counted, theirs)
    most = max(found)
    if most[0] < 0.25 * lost:
        return _capital(text) + "None of these explains it."
    return _capital(text) + f"Most of it is {most[2]}."


def _of_the_accelerator(
    results: Results, result: dict[str, Any], counted: Counted, theirs: dict[str, Any]
) -> str:
    alone = line(result, "opencl")
    text = (
        f"the accelerator got {100 * counted.share:.0f} % of the iterations, and copies took "
        f"{seconds(counted.copying)} an execution"
    )
    if alone:
        text += (
            f"; by hand the device alone takes {seconds(alone['median_s'])}, "
            f"{alone['median_s'] / theirs['median_s']:.2f} times "
            f"as long as `{theirs['variant']}`"
        )
    if any(
        "Portable Computing Language" in item for item in results.machine.get("accelerators") or []
    ):
        text += ", and it is made of the same cores"
    return _capital(text) + ". "


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
