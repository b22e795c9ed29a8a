# SPDX-License-Identifier: BSD-3-Clause
"""Loop nests as data, so that they can be written twice, and made smaller.

Subscripts are tuples: (kind, operands). Every array is as large as the subscripts need, which their
intervals tell."""

from dataclasses import dataclass, field


def text(e) -> str:
    """A subscript as C."""
    kind = e[0]
    if kind == "c":
        return str(e[1])
    if kind in ("v", "symbol", "local"):
        return e[1]
    if kind == "index":
        return f"{e[1]}[{text(e[2])}]"
    if kind == "clamp":
        x = inner(e[1])
        return f"({x} < {e[2]} ? {e[2]} : {x} > {e[3]} ? {e[3]} : {x})"
    if kind == "-c":
        return f"{e[1]} - {inner(e[2])}"
    left, right = (str(e[1]), inner(e[2])) if kind == "*" else (inner(e[1]), inner(e[2]))
    if kind == "+":
        left, right = text(e[1]), text(e[2])
        return f"{left} - {right[1:]}" if right.startswith("-") else f"{left} + {right}"
    return f"{left} {kind} {right}"


def inner(e) -> str:
    e = ("c", e) if isinstance(e, int) else e
    return (
        text(e)
        if e[0] in ("v", "c", "symbol", "local", "index", "clamp") and not text(e).startswith("-")
        else f"({text(e)})"
    )


def interval(e, ranges) -> tuple[int, int]:
    """The least and the greatest value."""
    kind = e[0]
    if kind == "c":
        return e[1], e[1]
    if kind in ("v", "symbol"):
        return ranges[e[1]]
    if kind == "local":
        return interval(e[2], ranges)
    if kind == "index":
        return 0, e[3] - 1
    if kind == "clamp":
        return e[2], e[3]
    if kind == "-c":
        low, high = interval(e[2], ranges)
        return e[1] - high, e[1] - low
    if kind == "*":
        low, high = interval(e[2], ranges)
        return min(e[1] * low, e[1] * high), max(e[1] * low, e[1] * high)
    low, high = interval(e[1], ranges)
    if kind == "+":
        other = interval(e[2], ranges)
        return low + other[0], high + other[1]
    return {
        "/": (low // e[2], high // e[2]),
        "%": (0, e[2] - 1),
        "&": (0, e[2]),
        ">>": (low >> e[2], high >> e[2]),
    }[kind]


def sound(e, ranges) -> bool:
    """Whether no operand is outside of what its operator is meant for."""
    if e[0] in ("/", "%", "&", ">>") and interval(e[1], ranges)[0] < 0:
        return False
    if e[0] == "index" and not (interval(e[2], ranges)[0] >= 0 and interval(e[2], ranges)[1] < 48):
        return False
    return all(sound(part, ranges) for part in e if isinstance(part, tuple))


def parts(e):
    """Smaller subscripts in the place of this one."""
    kind = e[0]
    if kind == "c":
        return [("c", 0)] if e[1] else []
    found = [part for part in e[1:] if isinstance(part, tuple)]
    for place, part in enumerate(e):
        if isinstance(part, tuple):
            found += [(*e[:place], smaller, *e[place + 1 :]) for smaller in parts(part)]
    if kind == "*" and e[1] != 1:
        found.append(("*", 2 if e[1] > 2 else 1, e[2]))
    return found


def within(e, kind) -> bool:
    return e[0] == kind or any(isinstance(part, tuple) and within(part, kind) for part in e)


def mentions(e, variable) -> bool:
    return e == ("v", variable) or any(
        isinstance(part, tuple) and mentions(part, variable) for part in e
    )


def replaced(e, variable, other):
    """A subscript with another in the place of a variable."""
    if e == ("v", variable):
        return other
    return tuple(replaced(part, variable, other) if isinstance(part, tuple) else part for part in e)


@dataclass
class Array:
    name: str
    style: (
        str  # global, pointer (one dimension), rows (a matrix in one dimension), alias (in another)
    )
    count: int  # of dimensions
    fields: int = 0  # a struct has so many
    into: str = ""  # what an alias points into
    offset: int = 0


@dataclass
class Access:
    array: int
    at: list
    field_: int = 0


@dataclass
class Statement:
    level: int  # 0: beside the inner loops, 1: within them
    target: Access | None
    operator: str
    terms: list  # of Access
    guard: tuple = ()  # what must hold: (kind, ...)
    otherwise: object = None  # the target in the other case
    jump: str = ""  # continue or break, instead of an assignment
    scalar: str = ""  # set first: once or under the guard, and used as a term


@dataclass
class Nest:
    seed: int
    type: str = "double"
    low: int = 0
    high: int = 20
    step: int = 1
    down: bool = False
    bound: str = ""  # the symbol that is the upper bound
    inner: list = field(default_factory=list)  # (variable, low, high) of subscripts
    arrays: list = field(default_factory=list)
    statements: list = field(default_factory=list)
    locals: dict = field(default_factory=dict)  # subscripts in variables
    repeats: bool = False  # the index array has some
    c89: bool = False
    private: bool = False
    reduction: bool = False

    @property
    def name(self):
        return f"nest_{self.seed}"

    # ---- what is asked of it

    def subscripts(self):
        for access in self.accesses():
            yield from access.at

    def accesses(self):
        for statement in self.statements:
            yield from statement.terms
            if statement.target:
                yield statement.target
            if statement.otherwise:
                yield statement.otherwise
            if statement.guard and statement.guard[0] == "data":
                yield statement.guard[1]

    def uses(self, kind) -> bool:
        return any(within(e, kind) for e in self.subscripts()) or any(
            within(e, kind) for _, *ends in self.inner for e in ends
        )

    @property
    def symbolic(self) -> bool:
        return self.uses("symbol")

    @property
    def by_data(self) -> bool:
        """Whether what is written depends on what memory holds, or on where pointers lead."""
        return self.uses("index") or any(array.style == "alias" for array in self.arrays)

    def valid(self) -> bool:
        """Whether subscripts are what their intervals say: below zero C's operators are others."""
        ranges = self.ranges()
        return (
            bool(self.statements)
            and all(sound(e, ranges) for e in self.subscripts())
            and any(s.target for s in self.statements)
        )

    def ranges(self) -> dict:
        found = {"i": (self.low, self.high - 1), "n": (6, 24), "k": (0, 9)}
        if self.bound:
            found["i"] = (self.low, 23)
        for variable, low, high in self.inner:
            first = interval(low, found)
            last = interval(high, found)
            found[variable] = (first[0], max(first[1], last[1] - 1))
        return found

    def shape(self) -> tuple[list, list]:
        """(what is added to each subscript of each array so that none is negative, extents)."""
        ranges = self.ranges()
        lows = [[0] * array.count for array in self.arrays]
        highs = [[0] * array.count for array in self.arrays]
        for access in self.accesses():
            for place, e in enumerate(access.at):
                low, high = interval(e, ranges)
                lows[access.array][place] = min(lows[access.array][place], low)
                highs[access.array][place] = max(highs[access.array][place], high)
        extents = [
            [high - low + 1 for low, high in zip(*both, strict=True)]
            for both in zip(lows, highs, strict=True)
        ]
        for number, array in enumerate(self.arrays):
            if array.style == "alias":
                base = next(k for k, other in enumerate(self.arrays) if other.name == array.into)
                extents[base][0] = max(extents[base][0], extents[number][0] + array.offset)
        return [[-low for low in row] for row in lows], extents
