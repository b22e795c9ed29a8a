# SPDX-License-Identifier: BSD-3-Clause
"""What figures and tables ask of the measurements."""

import json
import pathlib
import statistics
from collections.abc import Iterable
from typing import Any


# What may be None is Any: who asks knows whether it was measured.
class Unreadable(Exception):
    pass


class Results:
    def __init__(self, path: pathlib.Path) -> None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            self.machine = data["machine"]
            self.all = list(data["results"].values())
            self.planned, self.failed = data["planned"], list(data["failed"].values())
        except (OSError, ValueError, KeyError) as error:
            raise Unreadable(f"cannot read {path}: {error}") from error

    def part(self, name: str) -> list[dict[str, Any]]:
        return [result for result in self.all if result["job"]["part"] == name]

    def codes(self, part: str) -> list[str]:
        """In the order of measuring."""
        return list(dict.fromkeys(result["job"]["code"] for result in self.part(part)))

    def units(self, part: str) -> list[str]:
        return list(dict.fromkeys(result["job"]["devices"] for result in self.part(part)))

    def each(self, part: str) -> list[tuple[str, str, dict[str, Any]]]:
        """(code, units, measurement) of every code and set of units."""
        return [
            (code, units, self.one(part, code, devices=units))
            for code in self.codes(part)
            for units in self.units(part)
            if self.one(part, code, devices=units)
        ]

    def one(self, part: str, code: str, **job: str) -> Any:
        """The measurement of a code whose job has these fields, or None."""
        found = [
            result
            for result in self.part(part)
            if result["job"]["code"] == code
            and all(result["job"][key] == value for key, value in job.items())
        ]
        return found[-1] if found else None

    def first(self, part: str, code: str) -> Any:
        """The first measurement of a code, whatever its units."""
        return next((result for result in self.part(part) if result["job"]["code"] == code), None)

    def missing(self) -> list[tuple[dict[str, Any], str]]:
        """(job, why) of what was planned and is not there, why "" where it was not tried; variants
        that failed alone are named."""
        there = {_name(result["job"]) for result in self.all}
        why = {_name(entry["job"]): entry["message"] for entry in self.failed}
        found = [(job, why.get(_name(job), "")) for job in self.planned if _name(job) not in there]
        return found + [
            (result["job"], f"`{variant}`: {message}")
            for result in self.all
            for variant, message in result.get("failed", {}).items()
        ]


def _name(job: dict[str, Any]) -> tuple[str, ...]:
    return job["part"], job["code"], job["devices"], job["label"]


def line(result: dict[str, Any], variant: str) -> Any:
    """One variant's line of a measurement, or None."""
    found = [line for line in result["variants"] if line["variant"] == variant] if result else []
    return found[0] if found else None


def best(lines: Iterable[dict[str, Any]]) -> Any:
    """The line with the least median, or None."""
    return min(lines, key=lambda line: line["median_s"], default=None)


def on_cores(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The policies' lines of a schedulers' measurement that are on its cores alone, by policy."""
    return {
        line["variant"].removesuffix("@cpu"): line
        for line in result["variants"]
        if line["variant"].endswith("@cpu")
    }


def on_all(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Those on all of its units, by policy."""
    return {line["variant"]: line for line in result["variants"] if "@" not in line["variant"]}


def regions(result: dict[str, Any], variant: str) -> list[dict[str, Any]]:
    """What the library counted of one variant's regions: those that bear its name or, among the
    peers, its policy."""
    return [
        region
        for region in result.get("regions") or []
        if region["name"].endswith(f" {variant}")
        or (" " not in region["name"] and f"ctsar:{region['policy']}" == variant)
    ]


def paired(ours: dict[str, Any], theirs: dict[str, Any]) -> list[float]:
    """Ratios of the rounds that both were executed in."""
    return [a / b for a, b in zip(ours["seconds"], theirs["seconds"], strict=False)]


def percentile(values: list[float], part: float) -> float:
    """Interpolated."""
    values, at = sorted(values), part * (len(values) - 1)
    below = int(at)
    return values[below] + (at - below) * (values[min(below + 1, len(values) - 1)] - values[below])


def ratio_spread(ours: dict[str, Any], theirs: dict[str, Any]) -> float:
    """Half the way from the 10th to the 90th percentile of the rounds' ratios."""
    ratios = paired(ours, theirs)
    return (percentile(ratios, 0.9) - percentile(ratios, 0.1)) / 2


def title(result: dict[str, Any]) -> str:
    """The code's name, as its program has it."""
    return result["variants"][0]["code"]


def dims(result: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in result["variants"][0]["dims"].items())


def spread(line: dict[str, Any]) -> float:
    """Half the way from the 10th to the 90th percentile, over the median."""
    return (line["p90_s"] - line["p10_s"]) / 2 / line["median_s"]


def geometric_mean(values: list[float]) -> float:
    return statistics.geometric_mean(values) if values else float("nan")


def seconds(value: float) -> str:
    """Three digits and a unit."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def size(value: float) -> str:
    """Bytes, in powers of 1024."""
    for unit, power in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if value >= 2**power:
            return f"{value / 2**power:.3g} {unit}"
    return f"{value:.0f} B"
