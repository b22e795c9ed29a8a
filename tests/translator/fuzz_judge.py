# SPDX-License-Identifier: BSD-3-Clause
"""What the judges of random loops (fuzz_oracle.py, fuzz_looks.py) have in common: how loops are
executed, what ctsarcc said of one, many at once, and smaller ones that are bad in the same way."""

from collections.abc import Callable, Iterator

from batch import HERE, Loop, in_parallel

WAYS = [
    {"CTSAR_DEVICES": "emu:3", "CTSAR_POLICY": "chunk"},
    {"CTSAR_DEVICES": "cpu:2,emu:2", "CTSAR_POLICY": "static"},
    {"CTSAR_DEVICES": "cpu:2,emu:2", "CTSAR_POLICY": "chunk"},
    {"CTSAR_DEVICES": "emu:3", "CTSAR_POLICY": "static"},
]
ON_OPENCL = {"CTSAR_DEVICES": "opencl", "CTSAR_POLICY": "static"}
REFUSED = "refused though independent"


def prelude(name: str) -> str:
    """What stands before the loops: the headers' text, so that a program is one file."""
    return (HERE / "fuzz_fill.h").read_text() + (HERE / name).read_text()


def laid_out(head: str, nests: list, write: Callable, recorded: bool) -> tuple[list, list[Loop]]:
    """(lines, where each nest stands) of the head and what `write` makes of each nest."""
    lines, loops = [*(["#define RECORDED"] if recorded else []), *head.split("\n")], []
    for nest in nests:
        first = len(lines) + 1
        lines += write(nest, recorded).text().split("\n")
        loops.append(Loop(nest.name, first, len(lines)))
    return lines, loops


def verdict(loop: Loop) -> str:
    if loop.broken:
        return "broken"
    return "refused" if loop.ids("error") else "kept" if loop.refused else "accepted"


def outcome(loop: Loop) -> str:
    """What was printed and what is right, where that differs."""
    said = [f"{way}: {said}" for way, said in loop.stopped]
    return "\n".join(
        [loop.broken, *said, *(f"{way}: {got}, not {right}" for way, got, right in loop.wrong)]
    ).strip()


def shown(found, remark: str, program: str) -> str:
    """A program of its own, with what is wrong with it."""
    looks = "".join(str(int(bit)) for bit in found.depends)
    said = "\n".join(message for _, _, message in found.messages)
    text = (
        f"{found.kind}: {found.verdict}, dependent in looks {looks}{remark}\n{found.wrong}\n{said}"
    )
    return f"/* {text.replace('*/', '* /')}\n */\n{program}"


def judged(seeds: range, size: int, make: Callable, judge: Callable) -> Iterator[tuple]:
    """(found, ways) of the nests of these numbers, `size` in a file; each tenth file on OpenCL."""

    def batch(start: int) -> tuple[list, list]:
        nests = [make(seed) for seed in range(start, min(start + size, seeds.stop))]
        number = (start - seeds.start) // size
        ways = [WAYS[number % len(WAYS)]] + ([ON_OPENCL] if number % 10 == 9 else [])
        return judge(nests, ways), ways

    jobs = in_parallel(batch, range(seeds.start, seeds.stop, size))
    try:
        for start in list(jobs):
            found, ways = jobs.pop(start).result()
            for one in found:
                yield one, ways
    finally:
        for job in jobs.values():
            job.cancel()


def shrunk(found, ways: list, judge: Callable, smaller: Callable, rounds: int = 15):
    """The smallest nest that is bad in the same way. `smaller(nest)`: those to try."""
    for _ in range(rounds):
        tries = smaller(found.nest)
        for number, nest in enumerate(tries):
            nest.seed = number
        better = (one for one in judge(tries, ways) if one.kind == found.kind) if tries else ()
        smallest = next(iter(better), None)
        if smallest is None:
            break
        found = smallest
    return found
