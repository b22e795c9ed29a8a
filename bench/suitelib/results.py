# SPDX-License-Identifier: BSD-3-Clause
"""What figures and tables ask of the measurements."""
import json
import statistics


class Unreadable(Exception):
    pass


class Results:
    def __init__(self, path):
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            self.machine = data["machine"]
            self.all = list(data["results"].values())
        except (OSError, ValueError, KeyError) as error:
            raise Unreadable(f"cannot read {path}: {error}") from error

    def part(self, name):
        return [result for result in self.all if result["job"]["part"] == name]

    def codes(self, part):
        """In the order of measuring."""
        return list(dict.fromkeys(result["job"]["code"] for result in self.part(part)))

    def units(self, part):
        return list(dict.fromkeys(result["job"]["devices"] for result in self.part(part)))

    def each(self, part):
        """(code, units, measurement) of every code and set of units."""
        return [(code, units, self.one(part, code, devices=units)) for code in self.codes(part)
                for units in self.units(part) if self.one(part, code, devices=units)]

    def one(self, part, code, **job):
        """The measurement of a code whose job has these fields, or None."""
        found = [result for result in self.part(part) if result["job"]["code"] == code
                 and all(result["job"][key] == value for key, value in job.items())]
        return found[-1] if found else None

    def variant(self, part, code, variant, **job):
        """One variant's line of that measurement, or None."""
        result = self.one(part, code, **job)
        lines = [line for line in result["variants"] if line["variant"] == variant] if result else []
        return lines[0] if lines else None


def title(result):
    """The code's name, as its program has it."""
    return result["variants"][0]["code"]


def dims(result):
    return " ".join(f"{name}={value}" for name, value in result["variants"][0]["dims"].items())


def spread(line):
    """Half the way from the 10th to the 90th percentile, over the median."""
    return (line["p90_s"] - line["p10_s"]) / 2 / line["median_s"]


def overlap(a, b):
    """Whether two variants' spreads touch."""
    return a["p10_s"] <= b["p90_s"] and b["p10_s"] <= a["p90_s"]


def geometric_mean(values):
    return statistics.geometric_mean(values) if values else float("nan")


def seconds(value):
    """Three digits and a unit."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def size(value):
    """Bytes, in powers of 1024."""
    for unit, power in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if value >= 2**power:
            return f"{value / 2**power:.3g} {unit}"
    return f"{value:.0f} B"
