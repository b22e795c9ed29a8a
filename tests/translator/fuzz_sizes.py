# SPDX-License-Identifier: BSD-3-Clause
"""Random loops over arrays behind pointers, of sizes that are known as the program runs: borders,
conditions that keep subscripts inside, triangles, rows with a pitch. Memory ends, or begins, where
the array does, so that what is copied beyond it is seen.

A program that records which element each access would be tells what a loop does, for several sets
of sizes ("looks"). Looks in which an element is not there are left out. Arrays have a row for each
iteration, the loop that is divided no step, and no step is a variable: then an array may be taken
to be as long as the loop goes (docs/loops.md)."""

import pathlib
import random
import re
from dataclasses import dataclass, field

import fuzz_judge
from cases import CC, must
from fuzz_conversions import condition, inner, text
from fuzz_shift import changing, parts, with_simpler_statements

HEADER = "fuzz_sizes.h"
PRELUDE = fuzz_judge.prelude(HEADER)
OFTEN = ["int", "int", "int", "int", "long", "size_t", "unsigned"]
ELEMENT = ["double", "double", "int", "unsigned char", "long"]
STEPS = 2  # that a look has, or it shows nothing

# ---- A nest --------------------------------------------------------------------------------------


def variable(name: str):
    return ("v", name)


def number(value: int):
    return ("c", str(value))


def add(e, offset):
    """e + offset, a number or a name with or without a minus."""
    if offset in (0, ""):
        return e
    if isinstance(offset, str):
        return ("op", "-" if offset[0] == "-" else "+", e, variable(offset.lstrip("-")))
    return ("op", "-" if offset < 0 else "+", e, number(abs(offset)))


def compare(left, op, right):
    return ("cmp", op, left, right)


def both(left, right):
    return ("&&", left, right)


@dataclass
class Array:
    type: str
    style: (
        str  # flat, row (by a pointer to the row), matrix (a parameter of two dimensions), vector
    )
    rows: tuple
    columns: tuple = ()


@dataclass
class Access:
    array: int
    at: list  # one or two expressions


@dataclass
class Loop:
    variable: str
    first: tuple
    bound: tuple
    step: str = ""
    down: bool = False


@dataclass
class Statement:
    target: Access
    operator: str
    terms: list
    guard: tuple = ()
    jump: bool = False  # the guard is a `continue`


@dataclass
class Nest:
    seed: int
    size: str = "int"  # the sizes' type
    index: str = "int"  # the variables'
    member: bool = False  # sizes and arrays are a struct's
    restrict: bool = True
    loops: list = field(default_factory=list)
    arrays: list = field(default_factory=list)
    statements: list = field(default_factory=list)
    total: bool = False  # the first statement's terms are summed, and set behind the inner loops
    looks: list = field(default_factory=list)

    @property
    def name(self):
        return f"nest_{self.seed}"

    def accesses(self):
        for s in self.statements:
            yield s.target
            yield from s.terms


class Maker:
    def __init__(self, seed: int):
        self.chance = chance = random.Random(f"sizes/{seed}")
        self.nest = nest = Nest(seed, chance.choice(OFTEN))
        nest.index = nest.size if chance.random() < 0.6 else chance.choice(OFTEN)
        nest.member = chance.random() < 0.2
        nest.restrict = chance.random() < 0.7
        # How far from what programs mostly have.
        self.odd = chance.choice((0.05, 0.15, 0.3))
        # What an array has besides: a border of so many on both sides, which loops leave out.
        self.border = chance.choice((0, 0, 0, 1, 1, 2, "w"))
        for _ in range(chance.choice((1, 2, 2, 3))):
            nest.arrays.append(self.array())
        self.loops()
        nest.total = len(nest.loops) > 1 and chance.random() < 0.2
        for _ in range(1 if nest.total else chance.choice((1, 1, 2))):
            nest.statements.append(self.statement())

    def array(self) -> Array:
        chance = self.chance
        style = chance.choice(("flat", "flat", "flat", "row", "matrix", "vector", "vector"))
        rows = add(variable("n"), chance.choice((0, 0, 0, 0, 1, 2)))
        columns = chance.choice(
            [variable("m")] * 6 + [variable("n"), add(variable("m"), 2), add(variable("m"), "w")]
        )
        if style == "vector":
            rows = chance.choice([rows] * 4 + [("op", "*", number(2), rows)])
            return Array(chance.choice(ELEMENT), style, rows)
        return Array(chance.choice(ELEMENT), style, rows, columns)

    # ---- loops

    def ends(self, size: str) -> tuple:
        """First and bound of a loop over a size, less a border."""
        low = self.border if self.chance.random() < 0.6 else 0
        high = self.border if self.chance.random() < 0.6 else 0
        first = variable(low) if isinstance(low, str) else number(low)
        return first, add(variable(size), -high if isinstance(high, int) else f"-{high}")

    def loops(self) -> None:
        chance, nest = self.chance, self.nest
        first, bound = self.ends("n")
        down = nest.index in ("int", "long") and chance.random() < 0.1
        nest.loops = [Loop("i", first, bound, "", down)]
        for name in "jk"[: chance.choice((0, 1, 1, 1, 2))]:
            first, bound = self.ends("m" if chance.random() > self.odd else "n")
            shape = chance.random()
            if shape < 0.06:
                bound = add(variable("i"), chance.choice((0, 1)))
            elif shape < 0.12:
                first = add(variable("i"), chance.choice((0, 1)))
            elif shape < 0.16:
                bound = ("op", "-", bound, variable("i"))
            elif shape < 0.2:
                first, bound = number(0), variable("w")
            step = chance.choice(("", "", "", "", "", "", "", "2", "4"))
            nest.loops.append(Loop(name, first, bound, step))

    # ---- statements

    def subscript(self, row: bool, size):
        """One of a dimension; rows go mostly by the loop that is divided."""
        chance, names = self.chance, [loop.variable for loop in self.nest.loops]
        name = names[0] if row or len(names) == 1 else chance.choice(names[1:])
        if chance.random() < self.odd:
            name = chance.choice(names)
        e = variable(name)
        kind = chance.random()
        if kind < 0.45:
            return e
        if kind < 0.8:
            return add(e, chance.choice((-1, 1, -1, 1, 2, -2, "w", "-w")))
        if kind < 0.86:
            return ("op", "-", ("op", "-", size, number(1)), e)
        if kind < 0.9:
            low = compare(e, ">", number(0))
            return ("?", low, add(e, -1), number(0))
        if kind < 0.94:
            high = compare(e, "<", ("op", "-", size, number(1)))
            return ("?", high, add(e, 1), e)
        return (
            number(0) if kind < 0.97 else chance.choice((variable("w"), ("op", "/", e, number(2))))
        )

    def access(self, array: int, plain: bool) -> Access:
        shape, names = self.nest.arrays[array], [loop.variable for loop in self.nest.loops]
        if shape.style == "vector":
            return Access(array, [variable("i") if plain else self.subscript(True, shape.rows)])
        inside = names[1] if len(names) > 1 else "i"
        at = [self.subscript(True, shape.rows), self.subscript(False, shape.columns)]
        if plain:
            at = [variable("i"), at[1] if self.chance.random() < 0.3 else variable(inside)]
        return Access(array, at)

    def guard(self, accesses: list) -> tuple:
        """Conditions; mostly those that keep the subscripts of one of the accesses inside."""
        chance = self.chance
        if chance.random() < 0.3:
            name = chance.choice([loop.variable for loop in self.nest.loops])
            right = chance.choice((number(0), variable("w"), variable("i"), add(variable("n"), -1)))
            return compare(variable(name), chance.choice(("<", ">", ">=", "<=", "!=")), right)
        access = chance.choice(accesses)
        shape, found = self.nest.arrays[access.array], []
        for e, size in zip(access.at, (shape.rows, shape.columns), strict=False):
            if chance.random() < 0.3:
                continue
            form = chance.random()
            if form < 0.6:
                found += [compare(e, ">=", number(0)), compare(e, "<", size)]
            elif form < 0.8:
                found += [compare(e, "<", size)]
            else:
                found += [compare(e, ">", number(0)), compare(e, "<", add(size, -1))]
        result = found[0] if found else compare(variable("i"), ">", number(0))
        for other in found[1:]:
            result = both(result, other)
        return result

    def statement(self) -> Statement:
        chance, arrays = self.chance, range(len(self.nest.arrays))
        target = self.access(0, chance.random() < 0.8)
        if self.nest.total:
            target = Access(
                0, [e if "j" not in str(e) and "k" not in str(e) else number(0) for e in target.at]
            )
        terms = [
            self.access(chance.choice(arrays[1:] or arrays), chance.random() < 0.2)
            for _ in range(chance.choice((0, 1, 1, 2, 3)) or int(self.nest.total))
        ]
        statement = Statement(target, chance.choice(("=", "=", "+=", "-=")), terms)
        if chance.random() < 0.55:
            statement.guard = self.guard([*terms, target] if terms else [target])
            statement.jump = not self.nest.total and chance.random() < 0.2
        return statement


def make(seed: int) -> Nest:
    return Maker(seed).nest


# ---- As C ----------------------------------------------------------------------------------------


class Writer:
    """`recorded`: every access tells which element it is."""

    def __init__(self, nest: Nest, recorded: bool):
        self.nest, self.recorded = nest, recorded
        self.rows = 0  # pointers to rows that are declared

    def pitch(self, array: Array) -> str:
        return inner(array.columns) if array.columns else "1"

    def count(self, array: Array) -> str:
        return f"(long){inner(array.rows)} * (long){self.pitch(array)}"

    def place(self, access: Access, lines: list) -> str:
        array, name = self.nest.arrays[access.array], "abd"[access.array]
        at = access.at
        if array.style == "vector":
            return f"{name}[{text(at[0])}]"
        if array.style == "matrix":
            return f"{name}[{text(at[0])}][{text(at[1])}]"
        if array.style == "row":
            self.rows += 1
            const = "const " if access.array else ""
            row = f"{name} + {inner(at[0])} * {self.pitch(array)}"
            lines.append(f"{const}{array.type} *r{self.rows} = {row};")
            return f"r{self.rows}[{text(at[1])}]"
        return f"{name}[{inner(at[0])} * {self.pitch(array)} + {inner(at[1])}]"

    def touched(self, access: Access, written: int) -> str:
        array, at = self.nest.arrays[access.array], [f"(long)({text(e)})" for e in access.at]
        at += ["0"] * (2 - len(at))
        inside = int(array.style == "matrix")
        sizes = f"{inside}, (long){self.pitch(array)}, {self.count(array)}"
        return f"touch({access.array}, {written}, {sizes}, {', '.join(at)})"

    def value(self, s: Statement, lines: list) -> str:
        if self.recorded:
            return " + ".join([*(self.touched(t, 0) for t in s.terms), "1"])
        kind = self.nest.arrays[s.target.array].type
        own = f"({kind})(short)i" if kind == "double" else "i % 7"
        return " + ".join([*(self.place(t, lines) for t in s.terms), own])

    def assigned(self, s: Statement, value: str, lines: list) -> str:
        if self.recorded:
            return f"(void)({value}), (void){self.touched(s.target, 1)};"
        kind = self.nest.arrays[s.target.array].type
        return f"{self.place(s.target, lines)} {s.operator} ({kind})({value});"

    def statement(self, s: Statement) -> list:
        lines: list = []
        if self.nest.total:
            lines.append(f"sum += {self.value(s, lines)};")
        else:
            value = self.value(s, lines)
            lines.append(self.assigned(s, value, lines))
        if not s.guard:
            return lines
        if s.jump:
            return [f"if (!{condition(s.guard)})", "    continue;", *lines]
        return [f"if {condition(s.guard)} {{", *indented(lines), "}"]

    def header(self, loop: Loop) -> str:
        v, kind = loop.variable, self.nest.index
        if loop.down:
            return f"for ({kind} {v} = {text(loop.bound)} - 1; {v} >= {text(loop.first)}; {v}--) {{"
        step = f"{v} += {loop.step}" if loop.step else f"{v}++"
        return f"for ({kind} {v} = {text(loop.first)}; {v} < {text(loop.bound)}; {step}) {{"

    def body(self) -> list:
        nest = self.nest
        lines = [line for s in nest.statements for line in self.statement(s)]
        for loop in reversed(nest.loops[1:]):
            count = ["step(0);"] if self.recorded else []
            lines = [self.header(loop), *indented(count + lines), "}"]
        if nest.total:
            after: list = []
            after.append(self.assigned(nest.statements[0], "sum", after))
            kind = "long" if self.recorded else nest.arrays[0].type
            lines = [f"{kind} sum = 0;", *lines, *after]
        return (["step(1);"] if self.recorded else []) + lines

    def parameter(self, k: int) -> str:
        array, name = self.nest.arrays[k], "abd"[k]
        kind = f"{'const ' if k else ''}{array.type}"
        own = "restrict " if self.nest.restrict else ""
        if array.style == "matrix":
            return f"{kind} (*{own}{name})[{text(array.columns)}]"
        return f"{kind} *{own}{name}"

    def argument(self, k: int) -> str:
        array, name = self.nest.arrays[k], "abd"[k]
        if array.style != "matrix":
            return name
        kind = f"{'const ' if k else ''}{array.type}"
        return f"({kind} (*)[{text(array.columns)}]){name}"

    def owned(self, lines: list) -> list:
        """The same where sizes and arrays are members of what g points to."""
        lines = [re.sub(r"(?<![\w.>])([nmw])(?!\w)", r"g->\1", line) for line in lines]
        return [re.sub(r"(?<![\w.>])([abd])(?=\[| \+)", r"g->\1", line) for line in lines]

    def text(self) -> str:
        nest, names = self.nest, "abd"[: len(self.nest.arrays)]
        loop = [f"{self.header(nest.loops[0])}", *indented(self.body()), "}"]
        sizes = [f"{nest.size} {name}" for name in "nmw"]
        result: list = []
        if self.recorded:
            parameters, arguments = sizes, [f"({nest.size})sizes[v].{name}" for name in "nmw"]
        elif self.by_member():
            arrays = [f"{nest.arrays[k].type} *{names[k]};" for k in range(len(names))]
            result = [f"struct g_{nest.seed} {{ {'; '.join(sizes)}; {' '.join(arrays)} }};"]
            parameters, arguments = [f"struct g_{nest.seed} *g"], ["&g"]
            loop = self.owned(loop)
        else:
            parameters = sizes + [self.parameter(k) for k in range(len(names))]
            arguments = ["n", "m", "w", *map(self.argument, range(len(names)))]
        pragma = [] if self.recorded else ["#pragma ctsar for hetero(1)"]
        result += [
            f"static void {nest.name}({', '.join(parameters)})",
            "{",
            *pragma,
            *indented(loop),
            "}",
            f"static unsigned long {nest.name}_run(int v)",
            "{",
            "    unsigned long h = 1;",
        ]
        if not self.recorded:
            result += self.filled(names)
        call = f"    {nest.name}({', '.join(arguments)});"
        hashes = [
            f"    h = hash(h, {name}, (unsigned long)({self.count(array)}) * sizeof *{name});"
            for array, name in zip(nest.arrays, names, strict=True)
        ]
        return "\n".join([*result, call, *([] if self.recorded else hashes), "    return h;", "}"])

    def by_member(self) -> bool:
        return self.nest.member and all(array.style != "matrix" for array in self.nest.arrays)

    def filled(self, names: str) -> list:
        nest = self.nest
        lines = [f"    {nest.size} {name} = ({nest.size})sizes[v].{name};" for name in "nmw"]
        lines.append("    (void)n, (void)m, (void)w;")
        lines += [
            f"    ROOM({nest.arrays[k].type}, {name}, {k}, {self.count(nest.arrays[k])});"
            for k, name in enumerate(names)
        ]
        if self.by_member():
            lines.append(f"    struct g_{nest.seed} g = {{n, m, w, {', '.join(names)}}};")
        return lines


def indented(lines: list) -> list:
    return [f"    {line}" for line in lines]


# ---- What they do --------------------------------------------------------------------------------


def program(nests: list, recorded: bool) -> tuple:
    lines, loops = fuzz_judge.laid_out(PRELUDE, nests, Writer, recorded)
    uses = " ".join(
        f'{{"{n.name}", {n.name}_run'
        + ("" if recorded else f", {{{', '.join(map(str, [*n.looks, -1]))}}}")
        + "},"
        for n in nests
    )
    return "\n".join([*lines, f"MAIN({uses})", ""]), loops


def recorded(nests: list, folder: pathlib.Path) -> list:
    """(nest, whether iterations depend, for each of its looks) of those that can be run."""
    source = folder / "recorded.c"
    source.write_text(program(nests, True)[0])
    must(CC, "-O0", "-w", source, "-o", folder / "recorded", timeout=600)
    result = []
    for nest, line in zip(nests, must(folder / "recorded", timeout=600).splitlines(), strict=True):
        words = [int(word) for word in line.split()[1:]]
        bits, steps = words[::2], words[1::2]
        nest.looks = [v for v, bit in enumerate(bits) if bit < 2]
        if any(steps[v] >= STEPS for v in nest.looks):
            result.append((nest, [bits[v] == 1 for v in nest.looks]))
    return result


# ---- Smaller ones --------------------------------------------------------------------------------


def smaller(nest: Nest):
    """Nests that are simpler in one respect."""
    changed = changing(nest)
    yield from with_simpler_statements(nest)
    for k, s in enumerate(nest.statements):
        if s.jump:
            yield changed(lambda n, k=k: setattr(n.statements[k], "jump", False))
    plain = {"member": False, "size": "int", "index": "int", "restrict": True, "total": False}
    for name, value in plain.items():
        if getattr(nest, name) != value:
            yield changed(lambda n, name=name, value=value: setattr(n, name, value))
    for k, loop in enumerate(nest.loops):
        for name, value in (("step", ""), ("down", False), ("first", number(0))):
            if getattr(loop, name) != value:
                yield changed(
                    lambda n, k=k, name=name, value=value: setattr(n.loops[k], name, value)
                )
        for e in parts(loop.bound):
            yield changed(lambda n, k=k, e=e: setattr(n.loops[k], "bound", e))
    for place, access in enumerate(nest.accesses()):
        for d, at in enumerate(access.at):
            for e in parts(at):
                yield changed(
                    lambda n, p=place, d=d, e=e: list(n.accesses())[p].at.__setitem__(d, e)
                )
    for k, array in enumerate(nest.arrays):
        if array.type != "double":
            yield changed(lambda n, k=k: setattr(n.arrays[k], "type", "double"))
        if array.style in ("row", "matrix"):
            yield changed(lambda n, k=k: setattr(n.arrays[k], "style", "flat"))
