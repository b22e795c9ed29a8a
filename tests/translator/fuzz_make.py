# SPDX-License-Identifier: BSD-3-Clause
"""Random loop nests, independent or not, with `hetero(1)` and no clause that says so."""

import random
from dataclasses import replace

from fuzz_nests import Access, Array, Nest, Statement, interval, replaced

TYPES = ["double", "double", "float", "unsigned", "unsigned char", "long"]
STYLES = ["global", "global", "pointer", "rows"]


class Maker:
    def __init__(self, seed: int, attempt: int = 0):
        self.chance = random.Random(f"dependence/{seed}/{attempt}")
        self.nest = Nest(seed)
        self._space()
        self._arrays()
        count = self.chance.choice((1, 1, 1, 1, 1, 2, 2, 3))
        for _ in range(count):
            self.nest.statements.append(self._statement())
        if self.maybe(0.08):
            self._reduction()
        self.nest.private = self.maybe(0.4)
        self.nest.repeats = self.maybe(0.4)
        self._pivots(random.Random(f"pivots/{seed}/{attempt}"))

    def maybe(self, probability) -> bool:
        return self.chance.random() < probability

    def _space(self):
        nest, chance = self.nest, self.chance
        nest.type = chance.choice(TYPES)
        nest.low = chance.choice((0, 0, 0, 1, 1, 2))
        nest.high = nest.low + chance.randrange(8, 22)
        nest.step = chance.choice((1, 1, 1, 1, 1, 2, 3))
        nest.down = nest.step == 1 and self.maybe(0.1)
        nest.bound = "n" if self.maybe(0.2) else ""
        nest.c89 = self.maybe(0.25)
        outer = ["i"]
        low: tuple
        high: tuple
        for variable in ("j", "l")[: chance.choice((0, 0, 0, 1, 1, 1, 2))]:
            low, high = ("c", chance.choice((0, 0, 0, 1))), ("c", chance.randrange(3, 9))
            if self.maybe(0.15):
                low = ("v", chance.choice(outer))
                high = (
                    ("c", nest.high + 1)
                    if low[1] == "i" and not nest.bound
                    else ("+", low, ("c", 4))
                )
            elif self.maybe(0.12):
                high = ("+", ("v", chance.choice(outer)), ("c", chance.choice((0, 1))))
            nest.inner.append((variable, low, high))
            outer.append(variable)
        self.variables = outer

    def _arrays(self):
        chance = self.chance
        for number in range(chance.choice((1, 2, 2, 3, 3))):
            style, count = (
                chance.choice(STYLES),
                chance.choice((1, 1, 2) if self.nest.inner else (1,)),
            )
            if style == "pointer":
                count = 1
            if style == "rows":
                count = 2 if self.nest.inner else 1
                style = style if count == 2 else "pointer"
            fields = 2 if style == "global" and self.maybe(0.12) else 0
            self.nest.arrays.append(Array("abc"[number], style, count, fields))
        first = self.nest.arrays[0]
        if (
            len(self.nest.arrays) == 3
            and first.style == "pointer"
            and not first.fields
            and self.maybe(0.5)
        ):
            self.nest.arrays[2] = Array("c", "alias", 1, 0, "a", chance.choice((0, 1, 2, 30)))

    # ---- subscripts

    def subscript(self, variables, dimension, count):
        """One that is mostly of the kind that programs have."""
        chance = self.chance
        variable = variables[0] if len(variables) == 1 else chance.choice(variables)
        if count > 1:  # dimensions are mostly in the order of the loops
            variable = (
                variables[min(dimension, len(variables) - 1)] if self.maybe(0.85) else variable
            )
        elif self.maybe(0.5):
            variable = "i"
        e, kind = ("v", variable), chance.random()
        if kind < 0.34:
            return e
        if kind < 0.56:
            return ("+", e, ("c", chance.choice((-2, -1, -1, 1, 1, 2, 3))))
        if kind < 0.63:
            return ("-c", chance.choice((self.nest.high - 1, 15)), e)
        if kind < 0.71:
            return self.plus(("*", chance.choice((2, 2, 3)), e))
        if kind < 0.80 and len(variables) > 1:
            return self.plus(self.mixed(variables))
        return self.odd(e)

    def plus(self, e):
        return ("+", e, ("c", self.chance.choice((-1, 1, 2)))) if self.maybe(0.4) else e

    def mixed(self, variables):
        """Two of the loops' variables."""
        i, other = ("v", variables[0]), ("v", self.chance.choice(variables[1:]))
        factor = self.chance.choice((1, 1, 2, 4, 8, 10, 24))
        one: tuple = ("*", factor, i) if factor > 1 else i
        return ("+", one, other) if self.maybe(0.85) else ("+", one, ("*", -1, other))

    def odd(self, e):
        """What is no sum of products."""
        chance, kind = self.chance, self.chance.random()
        if kind < 0.15:
            return ("/", e, chance.choice((2, 3)))
        if kind < 0.35:
            return (
                "%",
                self.plus(e) if e[0] == "v" and interval(e, self.nest.ranges())[0] > 0 else e,
                chance.choice((4, 7, 30)),
            )
        if kind < 0.42:
            return ("&", e, chance.choice((3, 7, 31)))
        if kind < 0.47:
            return (">>", e, 1)
        if kind < 0.62:
            return (
                "clamp",
                ("+", e, ("c", chance.choice((-1, 1)))),
                0,
                chance.choice((self.nest.high - 1, 9)),
            )
        if kind < 0.75:
            return ("index", "ix", e, 48)
        if kind < 0.85:
            return ("+", e, ("symbol", "k"))
        if kind < 0.9 and self.nest.bound:
            return ("+", e, ("symbol", "n"))
        return ("c", chance.choice((0, 3, 12)))

    def access(self, level, array=None, target=False):
        nest, variables = self.nest, self.variables if level else ["i"]
        number = self.chance.randrange(len(nest.arrays)) if array is None else array
        array = nest.arrays[number]
        at = [self.subscript(variables, d, array.count) for d in range(array.count)]
        if target and self.maybe(0.75):
            at[self.chance.randrange(array.count)] = self.own(level if array.count == 1 else 0)
        if self.maybe(0.12):
            at[0] = self.local(at[0])
        return Access(number, at, self.chance.randrange(array.fields) if array.fields else 0)

    def own(self, level):
        """A subscript that no two iterations have in common."""
        chance, i, kind = self.chance, ("v", "i"), self.chance.random()
        if level and self.nest.inner and kind < 0.5:
            variable = chance.choice(self.variables[1:])
            low, high = interval(("v", variable), self.nest.ranges())
            pitch = high - low + chance.choice((1, 1, 1, 2, 5, 0))
            return self.plus(("+", ("*", max(1, pitch), i), ("v", variable)))
        if kind < 0.75:
            return i if self.maybe(0.5) else ("+", i, ("c", chance.choice((-2, -1, 1, 2))))
        return (
            self.plus(("*", chance.choice((2, 3)), i))
            if self.maybe(0.6)
            else ("-c", self.nest.high, i)
        )

    def local(self, e):
        """The subscript in a variable of its own."""
        name = f"q{len(self.nest.locals)}"
        self.nest.locals[name] = True
        return ("local", name, e)

    # ---- statements

    def _statement(self):
        chance, nest = self.chance, self.nest
        level = 1 if nest.inner and self.maybe(0.85) else 0
        if self.maybe(0.05):
            jump = "break" if nest.inner and level and self.maybe(0.5) else "continue"
            return Statement(level, None, "", [], self._guard(level, True), None, jump)
        target = self.access(level, 0 if self.maybe(0.7) else None, True)
        terms = [
            self.access(level, target.array if self.maybe(0.15) else None)
            for _ in range(chance.choice((0, 1, 1, 2, 3)))
        ]
        for term in terms:  # as programs have it: near what is written
            if term.array == target.array and self.maybe(0.8):
                term.at = [self.near(e) for e in target.at]
        guard = self._guard(level) if self.maybe(0.22) else ()
        other = self.access(level, None, True) if guard and self.maybe(0.2) else None
        return Statement(
            level,
            target,
            chance.choice(("=", "=", "=", "+=", "-=")),
            terms,
            guard,
            other,
            "",
            chance.choice(("", "", "", "", "", "always", "guarded" if guard else "")),
        )

    def _pivots(self, chance):
        """Has some nests read a row that is the same for all iterations, of what they write."""
        written = [s for s in self.nest.statements if s.target and not s.jump]
        if not written or chance.random() > 0.15:
            return
        for statement in chance.sample(written, chance.randint(1, len(written))):
            row = chance.choice(
                [
                    ("symbol", "k"),
                    ("symbol", "k"),
                    ("+", ("symbol", "k"), ("c", chance.choice((-1, 1, 12)))),
                    ("c", chance.choice((0, self.nest.low, self.nest.high, self.nest.high + 2))),
                ]
            )
            at = [e[2] if e[0] == "local" else e for e in statement.target.at]
            fixed = [replaced(e, "i", row) for e in at]
            statement.terms.append(replace(statement.target, at=fixed))
            if chance.random() < 0.5:
                statement.guard = ("order", "i", "k", chance.choice(("!=", ">", "<")))
                statement.otherwise = None

    def near(self, e):
        e = e[2] if e[0] == "local" else e
        if self.maybe(0.65):
            return e
        shift = self.chance.choice((-1, -1, 1, 1, -2, 2, 5, 20))
        return ("+", e, ("c", shift)) if e[0] != "c" else ("c", max(0, e[1] + shift))

    def _guard(self, level, jump=False):
        chance, variables = self.chance, self.variables if level else ["i"]
        kind = chance.random()
        if kind < 0.4:
            return ("data", self.access(level, None), chance.choice((3, 5, 9)))
        if kind < 0.6:
            return ("parity", chance.choice(variables), chance.choice((2, 3)))
        if kind < 0.8 or len(variables) == 1:
            return ("above", chance.choice(variables), chance.choice((1, 2, 5)))
        return ("order", variables[0], variables[-1], chance.choice(("<", "!=", ">=")))

    def _reduction(self):
        self.nest.reduction = True


def make(seed: int) -> Nest:
    """The nest of this number. What would leave its arrays is made anew."""
    attempt = 0
    while not (nest := Maker(seed, attempt).nest).valid():
        attempt += 1
    return nest
