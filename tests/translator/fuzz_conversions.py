# SPDX-License-Identifier: BSD-3-Clause
"""Random loops of integers of all types: conversions, arithmetic without a sign, bounds that are
compared after a conversion, numbers near the ends of their types.

Expressions are tuples (kind, operands), with the types that C gives them: nothing here computes
them. A program that records where each access would be tells what a loop does, for several sets of
parameters ("looks"). What C leaves undefined, or what would need much memory, is left out. What is
left is moved to where an array has elements: by a literal, or by a parameter."""

import random
from dataclasses import dataclass, field

LOOKS, GROUPS, ELEMENTS, COLUMNS = 8, 16, 1024, 64
NARROW = {
    "uchar": (0, 255),
    "schar": (-128, 127),
    "short": (-(2**15), 2**15 - 1),
    "ushort_": (0, 2**16 - 1),
}
WIDE = {
    "int": (-(2**31), 2**31 - 1),
    "unsigned": (0, 2**32 - 1),
    "long": (-(2**63), 2**63 - 1),
    "size_t": (0, 2**64 - 1),
    "int64_t": (-(2**63), 2**63 - 1),
    "uint32_t": (0, 2**32 - 1),
}
TYPES = {**NARROW, **WIDE}
OFTEN = [
    "int",
    "int",
    "int",
    "unsigned",
    "unsigned",
    "unsigned",
    "long",
    "size_t",
    "uint32_t",
    "int64_t",
]
ELEMENT = ["double", "double", "int", "unsigned", "uchar", "long"]


def literal(value: int, chance=None) -> str:
    """C text of a number, of a type that it says by itself."""
    if value < 0:
        return (
            f"({value + 1}L - 1)"
            if value == -(2**63)
            else f"({value}{'' if value >= -(2**31) + 1 else 'L'})"
        )
    if value >= 2**63:
        return f"{value}UL"
    kinds = (
        ["", "", "u", "L", "UL"]
        if value < 2**31
        else ["u", "L", "UL"]
        if value < 2**32
        else ["L", "UL"]
    )
    return f"{value}{chance.choice(kinds) if chance else kinds[0]}"


def text(e) -> str:
    kind = e[0]
    if kind in ("v", "c"):
        return e[1]
    if kind == "op":
        return f"{inner(e[2])} {e[1]} {inner(e[3])}"
    if kind == "cast":
        return f"({e[1]}){inner(e[2])}"
    if kind == "call":
        return f"{e[1]}({text(e[2])})"
    if kind == "neg":
        return f"-{inner(e[1])}"
    if kind == "?":
        return f"{condition(e[1])} ? {inner(e[2])} : {inner(e[3])}"
    raise ValueError(kind)


def inner(e) -> str:
    return text(e) if e[0] in ("v", "c", "call") else f"({text(e)})"


def condition(c) -> str:
    kind = c[0]
    if kind == "cmp":
        return f"({inner(c[2])} {c[1]} {inner(c[3])})"
    if kind == "truth":
        return f"({text(c[1])})"
    if kind == "!":
        return f"(!{condition(c[1])})"
    return f"({condition(c[1])} {kind} {condition(c[2])})"


def names(e) -> set:
    if e[0] == "v":
        return {e[1]}
    return set().union(set(), *(names(part) for part in e if isinstance(part, tuple)))


@dataclass
class Loop:
    variable: str
    type: str
    first: tuple
    op: str
    bound: tuple
    form: str  # up, down, tests (i-- > bound)
    step: str = ""  # C text
    mirrored: bool = False
    outside: bool = False  # declared before the loop


@dataclass
class Access:
    array: int
    group: int
    at: list  # of expressions: one or two
    near: int = 0  # added to the last one


@dataclass
class Statement:
    target: Access
    operator: str
    value: tuple
    terms: list
    guard: tuple = ()
    locals: list = field(default_factory=list)  # (name, type, expression, how)
    level: int = 1


@dataclass
class Nest:
    seed: int
    parameters: dict = field(default_factory=dict)  # name: (type, values)
    loops: list = field(default_factory=list)
    arrays: list = field(default_factory=list)  # (name, type, style)
    statements: list = field(default_factory=list)
    calls: dict = field(default_factory=dict)  # name: (result's type, parameter's type, text)
    groups: int = 0
    moved: dict = field(default_factory=dict)  # group: "" by a literal, or the type of a parameter
    reduction: tuple = ()  # (type, expression)
    last: bool = False  # a variable is used after the loop
    word: bool = False  # OpenMP's directive
    looks: list = field(default_factory=list)  # those that it is run with
    shifts: dict = field(default_factory=dict)  # (group, dimension): [of each look]

    @property
    def name(self) -> str:
        return f"nest_{self.seed}"

    def accesses(self):
        for s in self.statements:
            yield s.target
            yield from s.terms


class Maker:
    def __init__(self, seed: int):
        self.chance = random.Random(f"conversions/{seed}")
        self.nest = Nest(seed)
        chance, nest = self.chance, self.nest
        # How often something is other than programs mostly have it.
        self.odd = chance.choice((0.1, 0.2, 0.2, 0.35, 0.6))
        for name in ("n", "m", "k", "p")[: chance.choice((1, 2, 3, 4, 4))]:
            nest.parameters[name] = self.parameter("nm".find(name) >= 0)
        self.variables: list = []
        self.visible = self.variables  # of loops, where an expression stands
        self._loops()
        for number in range(chance.choice((1, 2, 2, 3))):
            nest.arrays.append(
                (
                    "abd"[number],
                    chance.choice(ELEMENT),
                    chance.choice(("global", "global", "global", "pointer", "pointer", "matrix")),
                )
            )
        for _ in range(chance.choice((1, 1, 1, 1, 1, 2))):
            nest.statements.append(self.statement())
        self.visible = self.variables
        if self.maybe(0.1):
            nest.reduction = (chance.choice(("unsigned", "long", "size_t")), self.expression(1))
        elif self.maybe(0.06):
            nest.last = True
        nest.word = self.maybe(0.12)
        nest.moved = {g: self.moved() for g in range(nest.groups)}

    def maybe(self, probability) -> bool:
        return self.chance.random() < probability

    def moved(self):
        return self.chance.choice(("", "", "", "", "long", "same"))

    def parameter(self, size):
        chance = self.chance
        kind = chance.choice(list(NARROW) if self.oddly() else OFTEN)
        low, high = TYPES[kind]
        strange = 0.05 if self.maybe(0.45) else 0.3 if size else 0.5
        values = []
        for _ in range(LOOKS):
            if self.maybe(1 - strange):
                values.append(chance.randrange(1 if size else 0, 16))
                continue
            near = chance.choice(
                (
                    0,
                    0,
                    low,
                    low,
                    high,
                    high,
                    255,
                    256,
                    65536,
                    2**31,
                    2**32,
                    2**32,
                    2**31 + 2**32,
                    2**30,
                    2**33,
                    2**63,
                )
            )
            value = near + chance.choice((-16, -9, -5, -2, -1, 0, 0, 1, 2, 5, 9))
            values.append(value if low <= value <= high else chance.choice((0, 3, low, high)))
        return kind, values

    # ---- loops

    def _loops(self):
        chance = self.chance
        for variable in ("i", "j", "l")[: chance.choice((1, 1, 1, 1, 2, 2, 3))]:
            self.nest.loops.append(self.loop(variable))
            self.variables.append(variable)

    def oddly(self, probability=1.0) -> bool:
        return self.maybe(self.odd * probability)

    def number(self, e, probability=1.0):
        """Sometimes converted."""
        return ("cast", self.type(), e) if self.oddly(probability) else e

    def type(self):
        return self.chance.choice(list(NARROW) if self.oddly() else OFTEN)

    def small(self):
        return (
            "c",
            literal(
                self.chance.choice((0, 1, 1, 2, 2, 3, 4, 5, 7)),
                self.chance if self.maybe(0.4) else None,
            ),
        )

    def parameter_name(self):
        return ("v", self.chance.choice(list(self.nest.parameters)))

    def invariant(self, depth=1):
        """Made of parameters, and of outer loops' variables now and then."""
        chance = self.chance
        kind = chance.random()
        if kind < 0.35:
            e = self.parameter_name()
        elif kind < 0.5:
            e = self.small()
        elif kind < 0.6 and self.visible:
            e = ("v", chance.choice(self.visible))
        elif depth:
            op = chance.choice(("+", "-", "-", "+", "*", "/", "%", ">>"))
            right = self.small_positive() if op in ("/", "%", ">>") else self.invariant(depth - 1)
            e = ("op", op, self.invariant(depth - 1), right)
        else:
            e = self.parameter_name()
        return self.number(e, 0.6)

    def small_positive(self):
        return (
            "c",
            literal(self.chance.choice((1, 2, 3, 4, 5)), self.chance if self.maybe(0.4) else None),
        )

    def loop(self, variable):
        chance = self.chance
        kind = self.type()
        form = chance.choice(("down", "down", "tests")) if self.oddly(0.7) else "up"
        first: tuple = (
            ("c", literal(chance.choice((0, 0, 0, 0, 1, 1, 2))))
            if self.maybe(0.65)
            else self.invariant()
        )
        if self.oddly(0.2):
            low, high = TYPES[kind]
            first = (
                "c",
                literal(chance.choice((low, high - 9, 2**31 - 5, -3, -8, 250, 2**32 - 4))),
            )
        kinds = chance.random()
        bound: tuple
        if kinds < 0.3:
            bound = ("c", literal(chance.randrange(4, 18), chance if self.maybe(0.4) else None))
        elif kinds < 0.6:
            bound = self.number(self.parameter_name())
        elif kinds < 0.8:
            bound = (
                "op",
                "+",
                first,
                self.invariant(0) if self.maybe(0.5) else ("c", str(chance.randrange(3, 12))),
            )
        else:
            bound = self.invariant()
        step = ""
        if form != "up":
            first, bound = bound, first
            op = chance.choice((">", ">=", ">=", "!="))
            if form == "down" and op != ">=" and self.maybe(0.3):
                first = ("op", "-", first, ("c", "1"))
            if form == "tests":
                op = ">"
                if self.maybe(0.5):
                    bound = ("c", "0")
        else:
            op = chance.choice(("<=", "!=")) if self.oddly() else "<"
        if form != "tests" and self.oddly(0.5):
            step = (
                chance.choice(("2", "3", "2u", "4L"))
                if self.maybe(0.7)
                else text(self.parameter_name())
            )
        return Loop(variable, kind, first, op, bound, form, step, self.oddly(0.3), self.oddly(0.3))

    # ---- expressions

    def variable(self, level):
        names = self.variables if level else self.variables[:1]
        return ("v", "i") if self.maybe(0.5) else ("v", self.chance.choice(names))

    def constant(self):
        chance = self.chance
        if self.maybe(0.85):
            return self.small()
        value = chance.choice(
            (
                255,
                256,
                128,
                65535,
                65536,
                2**30,
                2**31,
                2**31 - 1,
                2**32 - 1,
                2**32,
                2**63,
                2**64 - 1,
            )
        )
        return (
            "c",
            literal(min(2**64 - 1, max(0, value - chance.choice((0, 0, 1, 4, 7)))), chance),
        )

    def expression(self, level, depth=2):
        """Of the loops' variables."""
        chance = self.chance
        if depth == 0 or (depth == 1 and self.maybe(0.4)):
            return self.number(self.variable(level), 0.6)
        part = self.expression(level, depth - 1)
        if not self.oddly(1.5):
            kind = chance.random()
            if kind < 0.3:
                return part
            if kind < 0.6:
                other = self.small() if self.maybe(0.6) else self.invariant(0)
                return ("op", chance.choice("+-"), part, other)
            if kind < 0.75:
                return (
                    "op",
                    "*",
                    part,
                    self.small_positive() if self.maybe(0.5) else self.parameter_name(),
                )
            if kind < 0.9:
                return ("op", chance.choice("++-"), part, self.expression(level, depth - 1))
            return ("op", "-", self.small() if self.maybe(0.4) else self.invariant(0), part)
        kind = chance.random()
        if kind < 0.1:  # there and back
            other = self.constant() if self.maybe(0.5) else self.invariant(0)
            op = chance.choice("+-")
            return ("op", "-" if op == "+" else "+", ("op", op, part, other), other)
        if kind < 0.15:
            return ("op", chance.choice("+-*"), part, self.constant())
        if kind < 0.5:
            return ("cast", self.type(), part)
        if kind < 0.75:
            op = chance.choice(("/", "%", "%", ">>", "&", "&"))
            by = (
                chance.choice((1, 3, 7, 15, 31, 255))
                if op == "&"
                else chance.choice((2, 3, 4, 7, 8, 24, 28, 31))
            )
            if op in ("/", "%") and self.maybe(0.25):
                by = chance.choice((256, 65536, 2**28, 2**31, 2**30 + 1))
            if op == ">>" and by > 8 and self.maybe(0.5):
                by = 1
            return ("op", op, part, ("c", literal(by, chance if self.maybe(0.4) else None)))
        if kind < 0.82:
            return ("op", "<<", part, ("c", str(chance.choice((1, 2, 3, 28, 31)))))
        if kind < 0.94:
            return ("call", self.callee(), part)
        if kind < 0.96:
            return ("neg", part)
        return ("?", self.comparison(level), part, self.expression(level, 0))

    def callee(self):
        name = f"f{len(self.nest.calls)}"
        result, parameter = self.type(), self.type()
        added = self.chance.choice(("", "", " + 1", " - 2", " * 2", " / 2"))
        self.nest.calls[name] = (result, parameter, f"return x{added};")
        return name

    def comparison(self, level):
        chance = self.chance
        kind = chance.random()
        if kind < 0.75:
            one, other = (
                self.expression(level, 1),
                self.constant() if self.maybe(0.5) else self.invariant(),
            )
            return (
                "cmp",
                chance.choice(("<", "<=", ">", ">=", "==", "!=")),
                *((one, other) if self.maybe(0.7) else (other, one)),
            )
        if kind < 0.83:
            return ("truth", self.expression(level, 1))
        if kind < 0.9:
            return ("!", self.comparison(level))
        return (chance.choice(("&&", "||")), self.comparison(level), self.comparison(level))

    # ---- statements

    def subscript(self, level):
        """Often one that keeps iterations apart."""
        chance, kind = self.chance, self.chance.random()
        i = self.number(("v", "i"), 0.6)
        if kind < 0.18:
            return i
        if kind < 0.3:
            return ("op", chance.choice("+-"), i, self.invariant(0))
        if kind < 0.4 and len(self.variables) > 1 and level:
            pitch = (
                self.number(self.parameter_name(), 0.3)
                if self.maybe(0.6)
                else ("c", literal(chance.choice((8, 16, 20)), chance))
            )
            return ("op", "+", ("op", "*", i, pitch), ("v", chance.choice(self.variables[1:])))
        if kind < 0.45:
            return ("op", "-", self.invariant(0), i)
        if kind < 0.52:
            return ("op", "*", i, self.parameter_name())
        return self.expression(level)

    def access(self, level, like=None):
        nest, chance = self.nest, self.chance
        if like is not None:
            near = chance.choice((0, 0, 0, 1, -1, 2, 7))
            return Access(like.array, like.group, like.at, near)
        array = chance.randrange(len(nest.arrays))
        group = nest.groups
        nest.groups += 1
        dimensions = 2 if nest.arrays[array][2] == "matrix" else 1
        return Access(array, group, [self.subscript(level) for _ in range(dimensions)])

    def statement(self):
        chance = self.chance
        level = 0 if len(self.variables) > 1 and self.maybe(0.15) else 1
        self.visible = self.variables if level else self.variables[:1]
        target = self.access(level)
        terms = []
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            if self.nest.groups < GROUPS - 4 or target:
                terms.append(self.access(level, target if self.maybe(0.55) else None))
        guard = self.comparison(level) if self.maybe(0.25) else ()
        value = self.expression(level, 1)
        made = Statement(
            target, chance.choice(("=", "=", "=", "+=")), value, terms, guard, [], level
        )
        if self.maybe(0.25):
            self.localised(made, target)
        return made

    def localised(self, s, access):
        """The subscript in a variable of its own."""
        name = f"q{sum(len(other.locals) for other in self.nest.statements) + len(s.locals)}"
        name = f"{name}_{len(self.nest.statements)}"
        place = self.chance.randrange(len(access.at))
        how = self.chance.choice(("initialised", "initialised", "assigned", "outside"))
        s.locals.append((name, self.type(), access.at[place], how))
        changed = [*access.at]
        changed[place] = ("v", name)
        for one in (s.target, *s.terms):
            if one.at is access.at or one.at == access.at:
                one.at = changed


def make(seed: int) -> Nest:
    return Maker(seed).nest


# ---- As C ----------------------------------------------------------------------------------------


class Writer:
    def __init__(self, nest: Nest, recorded: bool):
        self.nest, self.recorded = nest, recorded

    def at(self, access: Access, d: int) -> str:
        e = access.at[d]
        if access.near and d == len(access.at) - 1:
            e = ("op", "+" if access.near > 0 else "-", e, ("c", str(abs(access.near))))
        if self.recorded:
            return f"(long)({text(e)})"
        moved, shifts = self.nest.moved[access.group], self.nest.shifts[access.group, d]
        if moved:
            return f"{inner(e)} - z{access.group}_{d}"
        shift = shifts[self.nest.looks[0]]
        if not shift:
            return text(e)
        sign = "-" if shift > 0 or shift == -(2**63) else "+"
        return f"{inner(e)} {sign} {literal(abs(shift))}"

    def place(self, access: Access) -> str:
        name, _, style = self.nest.arrays[access.array]
        name = name if style == "pointer" else f"{name}{self.nest.seed}"
        return name + "".join(f"[{self.at(access, d)}]" for d in range(len(access.at)))

    def touched(self, access: Access) -> str:
        ats = [self.at(access, d) for d in range(len(access.at))] + ["0"] * (2 - len(access.at))
        return f"{access.array}, {access.group}, {', '.join(ats)}"

    def read(self, access: Access) -> str:
        return f"READ({self.touched(access)})" if self.recorded else self.place(access)

    def statement(self, s: Statement) -> list:
        lines = []
        for name, kind, e, how in s.locals:
            if how == "initialised":
                lines.append(f"{kind} {name} = {text(e)};")
            else:
                lines += [f"{kind} {name};"] if how == "assigned" else []
                lines.append(f"{name} = {text(e)};")
        value = " + ".join([*map(self.read, s.terms), inner(s.value)])
        if self.recorded:
            assignment = f"WRITE({self.touched(s.target)}, {value});"
        else:
            kind = self.nest.arrays[s.target.array][1]
            held = {"double": "(double)(long)", "int": "(short)", "long": "(int)"}.get(
                kind, f"({kind})"
            )
            value = f"{held}({text(s.value)})"
            value = " + ".join([*map(self.read, s.terms), value])
            assignment = f"{self.place(s.target)} {s.operator} {value};"
        if s.guard:
            lines.append(f"if {condition(s.guard)}")
            assignment = f"    {assignment}"
        return [*lines, assignment]

    def header(self, loop: Loop, first: str) -> str:
        declared = "" if loop.outside else f"{loop.type} "
        v = loop.variable
        compared = f"{v} {loop.op} {inner(loop.bound)}"
        if loop.mirrored and loop.form != "tests":
            turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "!=": "!="}[loop.op]
            compared = f"{inner(loop.bound)} {turned} {v}"
        if loop.form == "tests":
            return f"for ({declared}{v} = {first}; {v}-- > {text(loop.bound)};) {{"
        sign = "+" if loop.form == "up" else "-"
        step = f"{v} {sign}= {loop.step}" if loop.step else f"{v}{sign}{sign}"
        return f"for ({declared}{v} = {first}; {compared}; {step}) {{"

    def body(self) -> list:
        nest = self.nest
        inside = [
            line
            for s in nest.statements
            if s.level or len(nest.loops) == 1
            for line in self.statement(s)
        ]
        if nest.reduction:
            inside.append(f"sum += {text(nest.reduction[1])};")
        if len(nest.loops) > 1:
            for loop in reversed(nest.loops[1:]):
                step = ["STEP(0);"] if self.recorded else []
                inside = [self.header(loop, text(loop.first)), *indented(step + inside), "}"]
            inside = [
                line for s in nest.statements if not s.level for line in self.statement(s)
            ] + inside
        if nest.last:
            inside = [f"last = {nest.loops[0].variable};", *inside]
        return (["STEP(1);"] if self.recorded else []) + inside

    def lines(self) -> list:
        nest = self.nest
        before = [f"{loop.type} {loop.variable};" for loop in nest.loops if loop.outside]
        before += [
            f"{kind} {name};"
            for s in nest.statements
            for name, kind, _, how in s.locals
            if how == "outside"
        ]
        clauses = ""
        if nest.reduction:
            before.append(f"{nest.reduction[0]} sum = 0;")
            clauses = " reduction(+: sum)"
        if nest.last:
            before.append("long last = 5;")
        outside = [loop.variable for loop in nest.loops[1:] if loop.outside]
        own = outside + [
            name for s in nest.statements for name, _, _, how in s.locals if how == "outside"
        ]
        if nest.word and own:
            clauses += f" private({', '.join(own)})"
        if nest.word and nest.last:
            clauses += " lastprivate(last)"
        parameters = [f"{kind} {name}" for name, (kind, _) in nest.parameters.items()]
        if not self.recorded:
            parameters += [
                f"{kind} *{name}" for name, kind, style in nest.arrays if style == "pointer"
            ]
            parameters += [
                f"{self.shift_type(g)} z{g}_{d}" for (g, d) in nest.shifts if nest.moved[g]
            ]
        spelled = "omp parallel for" if nest.word else "ctsar for"
        result = "sum" if nest.reduction else "last" if nest.last else "0"
        pragma = [] if self.recorded else [f"#pragma {spelled} hetero(1){clauses}"]
        calls = [
            f"static {result} {name}_{nest.seed}({kind} x) {{ {body} }}"
            for name, (result, kind, body) in nest.calls.items()
        ]
        lines = [
            f"static unsigned long {nest.name}({', '.join(parameters)})",
            "{",
            *indented([f"(void){name};" for name in nest.parameters]),
            *indented(before),
            *pragma,
            f"    {self.header(nest.loops[0], text(nest.loops[0].first))}",
            *indented(indented(self.body())),
            "    }",
            f"    return (unsigned long){result};",
            "}",
        ]
        for name in nest.calls:
            lines = [line.replace(f"{name}(", f"{name}_{nest.seed}(") for line in lines]
        return calls + lines

    def shift_type(self, g) -> str:
        """One in which the subtraction leaves what it should, whatever the subscript's type."""
        shifts = [
            shift for (group, _), row in self.nest.shifts.items() if group == g for shift in row
        ]
        if self.nest.moved[g] == "long":
            return "long"
        kinds = (
            kind
            for kind in ("unsigned", "int")
            if all(WIDE[kind][0] <= s <= WIDE[kind][1] for s in shifts)
        )
        return next(kinds, "long")

    def text(self) -> str:
        nest, lines = self.nest, []
        if not self.recorded:
            for name, kind, style in nest.arrays:
                shape = f"[{ELEMENTS // 8}][{COLUMNS}]" if style == "matrix" else f"[{ELEMENTS}]"
                lines.append(f"static {kind} {name}{nest.seed}{shape};")
        lines += self.lines()
        arguments = []
        for name, (kind, values) in nest.parameters.items():
            written = ", ".join(f"({kind}){literal(value)}" for value in values)
            lines.append(f"static const {kind} {name}_{nest.seed}[] = {{{written}}};")
            arguments.append(f"{name}_{nest.seed}[v]")
        if self.recorded:
            lines.append(
                f"static void {nest.name}_run(int v) {{ {nest.name}({', '.join(arguments)}); }}"
            )
            return "\n".join(lines)
        arguments += [f"{name}{nest.seed}" for name, _, style in nest.arrays if style == "pointer"]
        for (g, d), shifts in nest.shifts.items():
            if nest.moved[g]:
                kind = self.shift_type(g)
                written = ", ".join(f"({kind}){literal(value)}" for value in shifts)
                lines.append(f"static const {kind} z{g}_{d}_{nest.seed}[] = {{{written}}};")
                arguments.append(f"z{g}_{d}_{nest.seed}[v]")
        lines += [
            f"static unsigned long {nest.name}_run(int v)",
            "{",
            *[
                f"    FILL({name}{nest.seed}, {kind}, v + {k});"
                for k, (name, kind, _) in enumerate(nest.arrays)
            ],
            f"    unsigned long h = {nest.name}({', '.join(arguments)});",
            *[
                f"    h = hash(h, {name}{nest.seed}, sizeof {name}{nest.seed});"
                for name, _, _ in nest.arrays
            ],
            "    return h;",
            "}",
        ]
        return "\n".join(lines)


def indented(lines: list) -> list:
    return [f"    {line}" for line in lines]
