# SPDX-License-Identifier: BSD-3-Clause
"""What ctsarcc says of random loop nests, against what they do: an oracle executes each and records
every address that an iteration reads or writes. Many nests make one file, which is translated,
compiled and run at once."""

import pathlib
import tempfile
from collections import Counter
from dataclasses import dataclass, field

import fuzz_make
import fuzz_nests
import fuzz_smaller
import fuzz_write
from batch import HERE, Batch, Loop, in_parallel
from cases import CC, must

# Each nest runs with so many sets of data and parameters, and the oracle looks at more.
RUNS, LOOKS = 3, 12
WAYS = [
    {"CTSAR_DEVICES": "emu:3", "CTSAR_POLICY": "chunk"},
    {"CTSAR_DEVICES": "cpu:2,emu:2", "CTSAR_POLICY": "static"},
    {"CTSAR_DEVICES": "cpu:2,emu:2", "CTSAR_POLICY": "chunk"},
    {"CTSAR_DEVICES": "emu:3", "CTSAR_POLICY": "static"},
]
ON_OPENCL = {"CTSAR_DEVICES": "opencl", "CTSAR_POLICY": "static"}

PRELUDE = (HERE / "fuzz_nests.h").read_text()


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


REFUSED = "refused though independent"
BAD = ("broken", "wrong", "accepted though dependent")


def text(nests: list, recorded: bool) -> tuple[str, list[Loop]]:
    """A program of `nests`, and where they stand."""
    lines, loops = [*(["#define RECORDED"] if recorded else []), *PRELUDE.split("\n")], []
    for nest in nests:
        first = len(lines) + 1
        lines += fuzz_write.Writer(nest, recorded).text().split("\n")
        loops.append(Loop(nest.name, first, len(lines)))
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
            verdict(loop),
            outcome(loop),
            all(times >= sum(depends[nest.name][:RUNS]) for times in loop.serial),
            loop.messages,
        )
        for nest, loop in zip(nests, loops, strict=True)
    ]


def verdict(loop: Loop) -> str:
    if loop.broken:
        return "broken"
    return "refused" if loop.ids("error") else "kept" if loop.refused else "accepted"


def outcome(loop: Loop) -> str:
    said = [f"{way}: {said}" for way, said in loop.stopped]
    return "\n".join(
        [loop.broken, *said, *(f"{way}: {got}, not {right}" for way, got, right in loop.wrong)]
    ).strip()


def shrunk(found: Found, ways: list, rounds: int = 12) -> Found:
    """The smallest nest that is bad in the same way."""
    for _ in range(rounds):
        tries = [nest for nest in fuzz_smaller.smaller(found.nest) if nest.valid()][:60]
        for number, nest in enumerate(tries):
            nest.seed = number
        better = (
            next((other for other in judge(tries, ways) if other.kind == found.kind), None)
            if tries
            else None
        )
        if not better:
            break
        found = better
    return found


def shown(found: Found) -> str:
    """A program of its own, with what is wrong with it."""
    program = text([found.nest], False)[0]
    looks = "".join(str(int(bit)) for bit in found.depends)
    said = "\n".join(message for _, _, message in found.messages)
    remark = (
        f"{found.kind}: verdict {found.verdict}, dependent in looks {looks}\n{found.wrong}\n{said}"
    )
    return f"/* {remark.replace('*/', '* /')}\n */\n{program}"


def count(seeds: range, size: int, report) -> Counter:
    """Judges the nests of these numbers. `report(found, ways)` hears of each one that is bad."""
    kinds: Counter = Counter()

    def batch(start: int) -> tuple[list, list]:
        nests = [fuzz_make.make(seed) for seed in range(start, min(start + size, seeds.stop))]
        number = (start - seeds.start) // size
        ways = [WAYS[number % len(WAYS)]] + ([ON_OPENCL] if number % 10 == 9 else [])
        return judge(nests, ways), ways

    jobs = in_parallel(batch, range(seeds.start, seeds.stop, size))
    for start in list(jobs):
        found, ways = jobs.pop(start).result()
        for one in found:
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
