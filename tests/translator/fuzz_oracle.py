# SPDX-License-Identifier: BSD-3-Clause
"""What ctsarcc says of random loop nests, against what they do: an oracle executes each and records
every address that an iteration reads or writes. Many nests make one file, which is translated,
compiled and run at once."""

import pathlib
import tempfile
from collections import Counter
from dataclasses import dataclass, field

import fuzz_judge
import fuzz_make
import fuzz_nests
import fuzz_smaller
import fuzz_write
from batch import Batch, Loop
from cases import CC, must
from fuzz_judge import REFUSED

# Each nest runs with so many sets of data and parameters, and the oracle looks at more.
RUNS, LOOKS = 3, 12

PRELUDE = fuzz_judge.prelude("fuzz_nests.h")


@dataclass
class Found:
    """What came of a nest."""

    nest: fuzz_nests.Nest
    depends: list  # for each look
    verdict: str  # accepted, kept, refused, broken
    wrong: str  # what was printed and what is right
    guarded: bool = False  # its guards have sent it to one core as often as it depends
    messages: list = field(default_factory=list)

    @property
    def kind(self) -> str:
        """What it counts as."""
        if self.verdict == "broken":
            return "broken"
        if self.wrong:
            return "wrong"
        if self.verdict == "accepted" and any(self.depends[:RUNS]) and not self.guarded:
            return "accepted though dependent"
        independent = not any(self.depends)
        if self.verdict == "accepted":
            return "accepted" if independent else "accepted, guarded or assumed"
        if independent:
            return "refused by data" if self.nest.by_data else REFUSED
        return "refused"


BAD = ("broken", "wrong", "accepted though dependent")


def text(nests: list, recorded: bool) -> tuple[str, list[Loop]]:
    """A program of `nests`, and where they stand."""
    lines, loops = fuzz_judge.laid_out(PRELUDE, nests, fuzz_write.Writer, recorded)
    uses = " ".join(f'{{"{nest.name}", {nest.name}_run}},' for nest in nests)
    return "\n".join([*lines, f"MAIN({LOOKS if recorded else RUNS}, {uses})", ""]), loops


def oracle(nests: list, folder: pathlib.Path) -> dict:
    """{name: whether iterations depend on each other, for each look}."""
    source = folder / "oracle.c"
    source.write_text(text(nests, True)[0])
    must(CC, "-O0", "-w", source, "-o", folder / "oracle", timeout=600)  # on a busy machine
    lines = must(folder / "oracle", timeout=600).splitlines()
    return {name: [bit == "1" for bit in bits] for name, *bits in (line.split() for line in lines)}


def judge(nests: list, ways: list) -> list[Found]:
    """All of them, in one file."""
    with tempfile.TemporaryDirectory(prefix="ctsar-fuzz-") as place:
        folder = pathlib.Path(place)
        depends = oracle(nests, folder)
        program, loops = text(nests, False)
        batch = Batch(program, loops, folder)
        batch.build()
        batch.compare(ways)
    return [
        Found(
            nest,
            depends[nest.name],
            fuzz_judge.verdict(loop),
            fuzz_judge.outcome(loop),
            all(times >= sum(depends[nest.name][:RUNS]) for times in loop.serial),
            loop.messages,
        )
        for nest, loop in zip(nests, loops, strict=True)
    ]


def smaller(nest: fuzz_nests.Nest) -> list:
    return [nest for nest in fuzz_smaller.smaller(nest) if nest.valid()][:60]


def shrunk(found: Found, ways: list) -> Found:
    return fuzz_judge.shrunk(found, ways, judge, smaller)


def shown(found: Found) -> str:
    return fuzz_judge.shown(found, "", text([found.nest], False)[0])


def count(seeds: range, size: int, report) -> Counter:
    """Judges the nests of these numbers. `report(found, ways)` hears of each one that is bad."""
    kinds: Counter = Counter()
    for one, ways in fuzz_judge.judged(seeds, size, fuzz_make.make, judge):
        kinds[one.kind] += 1
        kinds["independent"] += not any(one.depends)
        kinds["independent by data"] += not any(one.depends) and one.nest.by_data
        if one.kind in BAD:
            report(one, ways)
    return kinds


def refusals(kinds: Counter) -> float:
    """The part of the independent nests that is refused; what memory decides is left aside."""
    return kinds[REFUSED] / max(1, kinds["independent"] - kinds["independent by data"])


def summary(kinds: Counter) -> str:
    order = [
        *BAD,
        REFUSED,
        "refused by data",
        "refused",
        "accepted",
        "accepted, guarded or assumed",
    ]
    counted = ", ".join(f"{kinds[kind]} {kind}" for kind in order)
    return (
        f"{counted}; {refusals(kinds):.1%} of {kinds['independent']} independent ones are refused;"
    )
