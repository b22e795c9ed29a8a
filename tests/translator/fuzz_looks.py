# SPDX-License-Identifier: BSD-3-Clause
"""What ctsarcc makes of random loops that are executed with several sets of parameters ("looks"),
against what they do.

A family of loops (fuzz_shift.py: conversions; fuzz_sizes.py: arrays of unknown sizes) is a module
with `make(seed)`, a nest; `recorded(nests, folder)`, what they do; `program(nests, recorded)`, its
text and where they stand; `smaller(nest)`; and HEADER."""

import functools
import json
import pathlib
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import fuzz_judge
from batch import Batch, Loop, execute, settings
from fuzz_judge import REFUSED

BAD = ("broken", "wrong", "divided though dependent")
SERIAL = "serial though independent"


@dataclass
class Found:
    """What came of a nest."""

    nest: Any
    depends: list  # for each of its looks
    verdict: str  # accepted, kept, refused, broken
    wrong: str
    divided: list = field(default_factory=list)  # the looks that were, though dependent
    serial: bool = False  # independent, but its guards said no
    messages: list = field(default_factory=list)

    @property
    def kind(self) -> str:
        if self.verdict == "broken":
            return "broken"
        if self.wrong:
            return "wrong"
        if self.divided:
            return "divided though dependent"
        independent = not any(self.depends)
        if self.verdict == "accepted":
            return (
                SERIAL if independent and self.serial else "accepted" if independent else "guarded"
            )
        return REFUSED if independent else "refused"


# ---- What ctsarcc makes of them ------------------------------------------------------------------


def judge(nests: list, ways: list, family) -> list[Found]:
    with tempfile.TemporaryDirectory(prefix="ctsar-fuzz-") as place:
        folder = pathlib.Path(place)
        depends = family.recorded(nests, folder)
        if not depends:
            return []
        text, loops = family.program([nest for nest, _ in depends], False)
        batch = Batch(text, loops, folder)
        batch.build()
        batch.compare(ways)
        found = []
        for (nest, looks), loop in zip(depends, loops, strict=True):
            serial = min(loop.serial, default=0)
            verdict = fuzz_judge.verdict(loop)
            unsure = verdict == "accepted" and any(looks) and serial < len(looks) and loop.serial
            number = loops.index(loop)
            divided = [
                v
                for v, depend in enumerate(looks)
                if unsure and depend and not _left(folder, number, v, ways[0], loop)
            ]
            found.append(
                Found(
                    nest,
                    looks,
                    verdict,
                    fuzz_judge.outcome(loop),
                    divided,
                    serial >= len(looks),
                    loop.messages,
                )
            )
        return found


def _left(folder: pathlib.Path, number: int, v: int, way: dict, loop: Loop) -> bool:
    """Whether guards leave the loop to one core in this look, or nothing asks them: there is no
    report of a program that has executed no region and left none."""
    chosen = settings(way, folder)
    report = pathlib.Path(chosen["CTSAR_REPORT"])
    report.unlink(missing_ok=True)
    _, status, said = execute([folder / "split", str(number), str(v)], chosen)
    assert not status, said
    if not report.exists():
        return True
    lines = [
        int(one["name"].rpartition(":")[2])
        for one in json.loads(report.read_text())["serial_loops"]
    ]
    return any(loop.first <= line <= loop.last for line in lines)


def shrunk(found: Found, ways: list, family) -> Found:
    judged = functools.partial(judge, family=family)
    return fuzz_judge.shrunk(found, ways, judged, lambda nest: list(family.smaller(nest))[:150])


def shown(found: Found, family) -> str:
    remark = f" of {found.nest.looks}, divided in {found.divided}"
    head = f'#include "fuzz_fill.h"\n#include "{family.HEADER}"\n'
    text = family.program([found.nest], False)[0]
    text = text.replace(fuzz_judge.prelude(family.HEADER), head)
    return fuzz_judge.shown(found, remark, text)


def count(seeds: range, size: int, report, family) -> Counter:
    """Judges the nests of these numbers. `report(found, ways)` hears of each one that is bad."""
    kinds: Counter = Counter(made=len(seeds))
    judged = functools.partial(judge, family=family)
    for one, ways in fuzz_judge.judged(seeds, size, family.make, judged):
        kinds["executed"] += 1
        kinds[one.kind] += 1
        kinds["independent"] += not any(one.depends)
        if one.kind in BAD:
            report(one, ways)
    return kinds


def refusals(kinds: Counter) -> float:
    return kinds[REFUSED] / max(1, kinds["independent"])


def summary(kinds: Counter) -> str:
    order = [*BAD, REFUSED, SERIAL, "refused", "accepted", "guarded"]
    counted = ", ".join(f"{kinds[kind]} {kind}" for kind in order)
    return (
        f"{kinds['executed']} of {kinds['made']} can be executed: {counted}; "
        f"{refusals(kinds):.1%} of {kinds['independent']} independent ones are refused;"
    )
