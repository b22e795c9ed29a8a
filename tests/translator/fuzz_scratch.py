# SPDX-License-Identifier: BSD-3-Clause
"""Random loops that fill an array of their function and read it, with `hetero(1)` alone. A loop is
independent where it prints the same though each iteration finds other numbers in the array than
those before have left, and though they are overwritten after the loop: POISONED."""

import pathlib
import random
import tempfile
from collections import Counter
from dataclasses import dataclass

from batch import Batch, Loop, in_parallel
from cases import CC, must
from fuzz_judge import WAYS, outcome

SIZE = 5
BAD = ("wrong", "accepted though dependent")
PRELUDE = """#ifdef POISONED
static unsigned poisoned = 7;
#define POISON(t) for (unsigned k_ = 0; k_ < sizeof(t) / sizeof(double); k_++) \\
    ((double *)(void *)(t))[k_] = (double)((poisoned = poisoned * 1103515245 + 12345) >> 8 & 1023)
#else
#define POISON(t) (void)0
#endif
#include "corpus.h"
"""


@dataclass
class Scratch:
    """One loop, as text."""

    seed: int
    text: str

    @property
    def name(self):
        return f"scratch_{self.seed}"


class Maker:
    def __init__(self, seed):
        self.seed, self.chance = seed, random.Random(f"scratch/{seed}")
        self.lines, self.depth, self.number = [], 3, 0
        self.ranges = {}  # of the variables in scope, inclusive
        self.matrix = self.maybe(0.25)

    def maybe(self, probability):
        return self.chance.random() < probability

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def block(self, head, *parts):
        self.line(f"{head} {{")
        self.depth += 1
        for part in parts:
            part()
        self.depth -= 1
        self.line("}")

    # ---- expressions

    def subscript(self):
        """One that is within the array."""
        chance = self.chance
        for _ in range(8):
            if not self.ranges or self.maybe(0.25):
                break
            name = chance.choice(list(self.ranges))
            low, high = self.ranges[name]
            text, low, high = chance.choice(
                [
                    (name, low, high),
                    (name, low, high),
                    (f"{name} + 1", low + 1, high + 1),
                    (f"{name} - 1", low - 1, high - 1),
                    (f"{SIZE - 1} - {name}", SIZE - 1 - high, SIZE - 1 - low),
                    (f"{name} / 2", low // 2, high // 2),
                    (f"{name} & 3", 0, 3),
                    (f"({name} + i) % {SIZE}", 0, SIZE - 1),
                ]
            )
            if low >= 0 and high < SIZE:
                return text
        return str(chance.randrange(SIZE))

    def element(self):
        return f"t[{self.subscript()}]" + (f"[{self.subscript()}]" if self.matrix else "")

    def value(self):
        terms = [self.chance.choice(["b[i]", "c[i]", "i", "1", *self.ranges, self.element()])]
        while self.maybe(0.35):
            terms.append(self.chance.choice(["d[i]", "2", *self.ranges, self.element()]))
        return " + ".join(terms)

    def condition(self):
        options = ["b[i] > 3", "flag[i] > 0", "i % 2 == 0", "i > 4", "s > 9"]
        options += [f"{name} > {self.chance.randrange(SIZE)}" for name in self.ranges]
        options += [f"{name} != {self.chance.randrange(SIZE)}" for name in self.ranges]
        return self.chance.choice(options)

    # ---- statements

    def set(self):
        op = self.chance.choice(["=", "=", "=", "=", "+="])
        self.line(f"{self.element()} {op} {self.value()};")

    def read(self):
        self.line(f"s += {self.element()};")

    def filled(self):
        """Most of what is read should be there."""
        first = self.chance.choice([0, 0, 0, 0, 1])
        last = self.chance.choice([SIZE, SIZE, SIZE, SIZE, SIZE - 1])
        column = "[q]" if self.matrix else ""
        inner = f" for (int q = 0; q < {SIZE}; q++)" if self.matrix else ""
        value = self.chance.choice(["b[i] + p", "c[i]", "p"])
        self.line(f"for (int p = {first}; p < {last}; p++){inner} t[p]{column} = {value};")

    def statement(self):
        kind = self.chance.random()
        if kind < 0.25:
            self.set()
        elif kind < 0.4:
            self.filled()
        elif kind < 0.6 or self.depth > 6:
            self.read()
        elif kind < 0.8:
            self.loop()
        elif kind < 0.95:
            self.block(f"if ({self.condition()})", *self.some())
            if self.maybe(0.3):
                self.block("else", *self.some())
        else:
            self.rounds()

    def some(self):
        return [self.statement] * self.chance.choice((1, 1, 2, 2, 3))

    def loop(self):
        name, chance = f"k{self.number}", self.chance
        self.number += 1
        low, high = chance.choice((0, 0, 0, 1)), chance.choice((SIZE - 1, SIZE - 1, SIZE - 2))
        outer = [n for n, (_, most) in self.ranges.items() if most < SIZE]
        bound = chance.choice(outer) if outer and self.maybe(0.2) else str(high)
        step = chance.choice(("++", "++", "++", " += 2"))
        head = f"for (int {name} = {low}; {name} <= {bound}; {name}{step})"
        most = self.ranges[bound][1] if bound in self.ranges else high
        if self.maybe(0.25):
            head, most = f"for (int {name} = {high}; {name} >= {low}; {name}--)", high
        parts = self.some()
        if self.maybe(0.12):
            jump = chance.choice(("break", "continue"))
            parts.insert(0, lambda: self.line(f"if ({self.condition()}) {jump};"))
        self.ranges[name] = (low, most)
        self.block(head, *parts)
        del self.ranges[name]

    def rounds(self):
        name = f"w{self.number}"
        self.number += 1
        self.line(f"int {name} = flag[i] & 3;")
        self.ranges[name] = (0, 3)
        self.block(f"while ({name} > 0)", *self.some(), lambda: self.line(f"{name}--;"))
        del self.ranges[name]

    def made(self):
        self.filled() if self.maybe(0.85) else self.set()
        for _ in range(self.chance.choice((1, 2, 2, 3, 4))):
            self.statement()
        self.read()
        self.line("a[i] = s;")
        body, name = "\n".join(self.lines), f"scratch_{self.seed}"
        behind = f"    keep(0, {self.element()});\n" if self.maybe(0.1) else ""
        before = "        keep(1, result[1] + t[0]%s);\n" % ("[1]" if self.matrix else "")
        before = before if self.maybe(0.05) else ""
        steps = self.chance.choice((1, 1, 2))
        extents = f"[{SIZE}][{SIZE}]" if self.matrix else f"[{SIZE}]"
        return Scratch(
            self.seed,
            f"""LOOP({name})
{{
    double t{extents} = {{0}};
    for (int step = 0; step < {steps}; step++) {{
{before}#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++) {{
            POISON(t);
            double s = 0;
{body}
        }}
        POISON(t);
    }}
{behind}}}""",
        )


def make(seed):
    return Maker(seed).made()


def program(nests):
    """(text, where the loops stand)."""
    lines, loops = PRELUDE.split("\n"), []
    for nest in nests:
        first = len(lines) + 1
        lines += nest.text.split("\n")
        loops.append(Loop(nest.name, first, len(lines)))
    lines += [f"#define LIST {' '.join(f'USES({nest.name})' for nest in nests)}", "MAIN(LIST)", ""]
    return "\n".join(lines), loops


def judge(nests, ways):
    """[(nest, its Loop, whether it is independent)]."""
    with tempfile.TemporaryDirectory(prefix="ctsar-fuzz-") as place:
        text, loops = program(nests)
        batch = Batch(text, loops, pathlib.Path(place))
        batch.build()
        batch.compare(ways)
        must(
            CC, "-O1", "-w", "-DPOISONED", "-ffp-contract=off", "-I",
            pathlib.Path(__file__).parent / "corpus", batch.source, "-o", batch.folder / "poisoned",
            "-lm",
        )  # fmt: skip
        plain, poisoned = (batch.printed(name, {})[0] for name in ("plain", "poisoned"))
        return [
            (nest, loop, plain[nest.name] == poisoned[nest.name])
            for nest, loop in zip(nests, loops, strict=True)
        ]


def kind(loop, independent):
    if outcome(loop):
        return "wrong"
    if loop.refused:
        return "refused though independent" if independent else "refused"
    return "accepted" if independent else "accepted though dependent"


def count(seeds, size, report):
    kinds: Counter = Counter()
    jobs = in_parallel(
        lambda first: judge([make(s) for s in seeds if first <= s < first + size],
                            [WAYS[first // size % len(WAYS)]]),
        range(seeds.start, seeds.stop, size),
    )  # fmt: skip
    for job in jobs.values():
        for nest, loop, independent in job.result():
            what = kind(loop, independent)
            kinds[what] += 1
            if what in BAD:
                report(f"{what}: {outcome(loop)}\n{nest.text}")
    return kinds


def summary(kinds):
    order = [*BAD, "refused though independent", "refused", "accepted"]
    return f"{kinds.total()} made: {', '.join(f'{kinds[kind]} {kind}' for kind in order)};"
