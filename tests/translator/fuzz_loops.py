# SPDX-License-Identifier: BSD-3-Clause
"""Random affine loop nests with random clauses. Each is a function of its own; many make one C
file, which prints a line of sums for each. Integers, and reals that are integers, must be equal to
the bit whoever executed what; reals after `~` are sums in another order."""

import random
import re
from dataclasses import dataclass, field

from ctsarcc.directives import POLICIES

INTEGERS = ["int", "int", "long", "short", "unsigned char", "unsigned", "long long", "signed char"]
TYPES = [*INTEGERS, "float", "double", "double"]
COUNTERS = ["int", "int", "long", "unsigned", "short", "unsigned long"]
PRELUDE = """#include <stdio.h>

#define FILL(a, seed)                                                                             \\
    for (long k_ = 0; k_ < (long)(sizeof(a) / sizeof(*(a))); ++k_)                                \\
    (a)[k_] = (int)((k_ * 7 + (seed)) % 23) - ((seed) % 3 ? 5 : 0)
#define HASH(a)                                                                                   \\
    ({                                                                                            \\
        long long h_ = 0;                                                                         \\
        for (long k_ = 0; k_ < (long)(sizeof(a) / sizeof(*(a))); ++k_)                            \\
            h_ += (long long)(a)[k_] * (k_ % 97 + 1);                                             \\
        h_;                                                                                       \\
    })

static inline int twice(int x)
{
    return x + x;
}

static inline double half_of(double x)
{
    return x < 0 ? -x / 2 : x / 2;
}
"""


@dataclass
class Array:
    """`kind`: global (a matrix by its declaration), flat (a pointer, subscripts computed), matrix
    (a parameter with extents), rows (a pointer to rows). `own`: the associated dimension, None
    where every unit gets all of it."""

    name: str
    type: str
    extents: list
    kind: str
    own: object
    output: bool = False
    reads: list = field(default_factory=list)  # (offset in the associated dimension)
    partly: bool = False  # not all of an iteration's part is written, or it is read
    used: bool = False
    sized: bool = False  # its clause says the size of an item

    def at(self, subscripts, chance):
        if self.kind != "flat":
            return self.name + "".join(f"[{s}]" for s in subscripts)
        texts = [s if s.isalnum() else f"({s})" for s in subscripts]
        if len(texts) == 1:
            return f"{self.name}[{subscripts[0]}]"
        if len(texts) == 2:
            return (
                f"{self.name}["
                + chance.choice(
                    [
                        f"{texts[0]} * {self.extents[1]} + {subscripts[1]}",
                        f"{subscripts[1]} + {self.extents[1]} * {texts[0]}",
                    ]
                )
                + "]"
            )
        m, k = self.extents[1:]
        return (
            f"{self.name}["
            + chance.choice(
                [
                    f"({texts[0]} * {m} + {texts[1]}) * {k} + {subscripts[2]}",
                    f"{texts[0]} * {m} * {k} + {texts[1]} * {k} + {subscripts[2]}",
                ]
            )
            + "]"
        )

    def parameter(self):
        constant = "" if self.output else "const "
        if self.kind == "flat":
            return f"{constant}{self.type} *{self.name}"
        if self.kind == "matrix":
            return f"{constant}{self.type} {self.name}" + "".join(f"[{e}]" for e in self.extents)
        return f"{constant}{self.type} (*{self.name})" + "".join(f"[{e}]" for e in self.extents[1:])

    def clause(self, chance):
        if self.own is None:
            return f"copyin({self.name}[0:{' * '.join(self.extents)}])"
        below = max([0, *(-r for r in self.reads)])
        above = max([0, *self.reads])
        halo = ""
        if below or above:
            halo = (
                f":{max(below, above) + chance.choice((0, 0, 1))}"
                if chance.random() < 0.6
                else f":{below}/{above}"
            )
        kind = (
            "part_copyin"
            if not self.output
            else "part_copy"
            if self.partly or chance.random() < 0.2
            else "part_copyout"
        )
        if chance.random() < 0.15:
            kind = kind.replace("part_", "p")
        if self.sized:
            rest = " * ".join(self.extents[1:])
            return f"{kind}({self.name}(sizeof({self.type}) * {rest})[1:{self.extents[0]}{halo}])"
        one, zero = chance.choice((("1", "0"), ("1", "0"), ("true", "false")))
        return (
            f"{kind}({self.name}"
            + "".join(
                f"[{one if d == self.own else zero}:{e}{halo if d == self.own else ''}]"
                for d, e in enumerate(self.extents)
            )
            + ")"
        )


class Nest:
    """One function with one region. `explicit`: no clause is left to be inferred."""

    def __init__(self, seed, explicit=False):
        self.seed, self.chance, self.explicit = seed, random.Random(f"nest/{seed}"), explicit
        self.name = f"nest_{seed}"
        self._space()
        self._arrays()
        self._statements()
        self.text = self._text()

    def maybe(self, probability):
        return self.chance.random() < probability

    # ---- what there is

    def _space(self):
        chance = self.chance
        self.count = chance.choice((1, 2, 3))
        self.ragged = self.maybe(0.1)
        self.sizes = [chance.randrange(12, 60), chance.randrange(5, 14), chance.randrange(4, 9)][
            : self.count
        ]
        # Extents are constants of the file or parameters.
        self.constant = self.maybe(0.5)
        self.names = [
            f"{letter}{self.seed}" if self.constant else letter.lower() * 2
            for letter in "NMK"[: self.count]
        ]
        self.margins = [chance.choice((0, 0, 1, 2))] + [
            chance.choice((0, 0, 1)) for _ in self.names[1:]
        ]
        self.step = 1 if self.maybe(0.8) else chance.choice((2, 3))
        self.counter = chance.choice(COUNTERS)
        # Dimensions in the order of the split array; the split one is any of them.
        self.split = chance.randrange(self.count) if self.maybe(0.4) else 0
        self.variables = ["j", "k"][: self.count - 1]
        self.outside = self.variables[:1] if self.variables and self.maybe(0.2) else []
        order = list(range(self.count))
        order.remove(self.split)
        self.index = {self.split: "i", **dict(zip(order, self.variables, strict=True))}

    def _arrays(self):
        chance = self.chance
        kinds = ["global"] if self.constant and self.maybe(0.4) else ["flat", "matrix", "rows"]

        def array(name, extents, own, output):
            kind = chance.choice(kinds)
            if len(extents) == 1 and kind in ("matrix", "rows"):
                kind = "flat"
            return Array(
                f"{name}{self.seed}" if kind == "global" else name,
                chance.choice(TYPES),
                extents,
                kind,
                own,
                output,
            )

        self.outputs = [array("out", list(self.names), self.split, True)]
        self.inputs = []
        for number in range(chance.choice((1, 2, 2, 3))):
            name = "abc"[number]
            if self.maybe(0.25):
                shape = sorted(
                    chance.sample(range(self.count), chance.randrange(1, self.count + 1))
                )
                self.inputs.append(array(name, [self.names[d] for d in shape], None, False))
                self.inputs[-1].shape = shape
            else:
                shape = sorted(
                    {
                        self.split,
                        *chance.sample(range(self.count), chance.randrange(1, self.count + 1)),
                    }
                )
                self.inputs.append(
                    array(name, [self.names[d] for d in shape], shape.index(self.split), False)
                )
                self.inputs[-1].shape = shape
        if self.count > 1 and self.maybe(0.25):
            self.outputs.append(array("total", [self.names[self.split]], 0, True))
        for a in self.inputs + self.outputs:
            a.sized = a.kind == "flat" and a.own == 0 and len(a.extents) > 1 and self.maybe(0.12)
        for output in self.outputs[:1]:
            output.shape = list(range(self.count))

    # ---- what it does

    def offset(self, d):
        margin = self.margins[d]
        return self.chance.randrange(-margin, margin + 1) if self.maybe(0.6) else 0

    def shifted(self, d, offset):
        name = self.index[d]
        if not offset:
            return name
        return (
            f"{name} {'+' if offset > 0 else '-'} {abs(offset)}"
            if self.maybe(0.8) or offset < 0
            else f"{offset} + {name}"
        )

    def read(self):
        """An element of an input."""
        array = self.chance.choice(self.inputs)
        array.used = True
        subscripts = []
        for place, d in enumerate(array.shape):
            offset = self.offset(d)
            if array.own is None and self.maybe(0.4):
                size = self.names[d]
                subscripts.append(
                    self.chance.choice(
                        [
                            f"{size} - 1 - {self.index[d]}",
                            f"({self.index[d]} * 3 + 1) % {size}",
                            str(self.chance.randrange(4)),
                        ]
                    )
                )
                continue
            if place == array.own:
                array.reads.append(offset)
            elif self.maybe(0.1):
                subscripts.append(f"{self.names[d]} - 1 - {self.index[d]}")
                continue
            subscripts.append(self.shifted(d, offset))
        if array.own == 0 and array.kind == "flat" and len(array.shape) == 2 and self.maybe(0.5):
            name = f"row{len(self.rows)}"
            begin = self.chance.choice(
                (
                    f"{array.name} + ({subscripts[0]}) * {array.extents[1]}",
                    f"&{array.name}[({subscripts[0]}) * {array.extents[1]}]",
                )
            )
            self.rows.append(f"const {array.type} *{name} = {begin};")
            return f"{name}[{subscripts[1]}]"
        return array.at(subscripts, self.chance)

    def value(self, depth=2):
        """An integer expression, if of a real type; small enough for all types."""
        kind = self.chance.random()
        if depth == 0 or kind < 0.35:
            return self.read()
        if kind < 0.5:
            return f"{self.chance.randrange(2, 5)} * {self.read()}"
        if kind < 0.6:
            return f"{self.read()} * {self.read()}"
        if kind < 0.68:
            variable = self.chance.choice(list(self.index.values()))
            return f"(int)({variable} % {self.chance.randrange(2, 6)})"
        if kind < 0.74:
            self.scalar = True
            return "shift"
        if kind < 0.8:
            return f"twice((int){self.read()})"
        if kind < 0.88:
            return f"({self.condition()} ? {self.value(depth - 1)} : {self.value(depth - 1)})"
        return f"({self.value(depth - 1)} {self.chance.choice('+-')} {self.value(depth - 1)})"

    def condition(self):
        return self.chance.choice(
            [
                f"({' + '.join(self.index.values())}) % {self.chance.randrange(2, 5)} == 0",
                f"{self.read()} > {self.chance.randrange(9)}",
                f"{self.index[self.split]} % 2",
            ]
        )

    def _statements(self):
        chance = self.chance
        self.scalar, self.reductions, self.rows, lines = False, [], [], []
        out = self.outputs[0]
        here = out.at([self.index[d] for d in range(self.count)], chance)
        whole = whole_number if out.type in INTEGERS else str
        if self.maybe(0.3):
            self.temporary = chance.choice(("inside", "outside", "private"))
            lines.append(
                f"{'int ' if self.temporary == 'inside' else ''}t = (int)({self.value()});"
            )
            value = f"t + {whole(self.value())}"
        else:
            self.temporary, value = "", whole(self.value())
        if self.maybe(0.25):
            out.partly = True
            lines.append(f"if ({self.condition()})\n    {here} = {value};")
        elif self.maybe(0.3):
            out.partly = True
            lines.append(
                f"{here} {chance.choice(('+=', '-=', '='))} {value};"
                if self.maybe(0.7)
                else f"{here} = {here} / 2 + {value};"
            )
        else:
            lines.append(f"{here} = {value};")
        if self.maybe(0.35):
            lines += self._reductions()
        self.lines = lines
        self.row = []
        if len(self.outputs) > 1:
            total = self.outputs[1]
            place = total.at(["i"], chance)
            self.row = [f"{place} = 0;"] if self.maybe(0.5) else []
            total.partly = not self.row
            lines.append(
                f"{place} += "
                f"{whole_number(self.value(1)) if total.type in INTEGERS else self.value(1)};"
            )
        covered = (
            all(m == 0 for d, m in enumerate(self.margins) if d != self.split)
            and self.step == 1
            and not self.ragged
        )
        out.partly = out.partly or not covered
        self.outputs[-1].partly = self.outputs[-1].partly or self.step != 1
        self.inputs = [array for array in self.inputs if array.used]

    def _reductions(self):
        lines = []
        for number in range(self.chance.choice((1, 1, 2))):
            name, kind = f"r{number}", self.chance.random()
            value = self.value(1)
            if kind < 0.35:
                self.reductions.append(
                    (name, self.chance.choice(("long", "double", "long long", "int")), "+", "3")
                )
                lines.append(
                    self.chance.choice(
                        [
                            f"{name} += {value};",
                            f"{name} = {name} + {value};",
                            f"{name} -= {value};",
                            f"{name}++;",
                        ]
                    )
                )
            elif kind < 0.5:
                self.reductions.append((name, "real", "+", "0.25"))
                lines.append(f"{name} += half_of({value}) * 0.37;")
            elif kind < 0.75:
                op = self.chance.choice(("min", "max"))
                self.reductions.append(
                    (name, self.chance.choice(("int", "double", "long")), op, "7")
                )
                value = value if self.reductions[-1][1] == "double" else whole_number(value)
                compare = "<" if op == "min" else ">"
                # The same text on both sides: it is a minimum of that.
                lines.append(f"if ({value} {compare} {name})\n    {name} = {value};")
            elif kind < 0.9:
                op = self.chance.choice("^|&")
                self.reductions.append(
                    (name, self.chance.choice(("int", "unsigned", "long")), op, "21")
                )
                lines.append(f"{name} {op}= (int)({value});")
            else:
                op = self.chance.choice(("&&", "||"))
                self.reductions.append((name, "int", op, self.chance.choice("01")))
                lines.append(f"{name} = {name} {op} {value} > {self.chance.randrange(4)};")
        return lines

    # ---- as C

    def header(self, variable, d, kind, declared):
        low, high = (
            self.margins[d],
            f"{self.names[d]} - {self.margins[d]}" if self.margins[d] else self.names[d],
        )
        declaration = f"{kind} {variable}" if declared else variable
        if d == self.split and self.step != 1:
            return (
                f"for ({declaration} = {low}; {variable} < {self.cast(high, kind)}; "
                + self.chance.choice(
                    (f"{variable} += {self.step}", f"{variable} = {variable} + {self.step}")
                )
                + ")"
            )
        form = self.chance.random()
        if d != self.split and self.ragged:
            return f"for ({declaration} = {low} + (int)(i % 2); {variable} < {high}; ++{variable})"
        if d == self.split and form < 0.1 and not kind.startswith("unsigned"):
            last = f"{self.cast(high, kind)} - 1"
            return f"for ({declaration} = {last}; {variable} >= {low}; --{variable})"
        if form < 0.2 and self.constant:
            return f"for ({declaration} = {low}; {variable} <= {high} - 1; {variable}++)"
        if d == self.split and form < 0.25:
            return (
                f"for ({declaration} = {low}; {variable} != {self.cast(high, kind)}; ++{variable})"
            )
        return f"for ({declaration} = {low}; {variable} < {self.cast(high, kind)}; ++{variable})"

    def cast(self, text, kind):
        """Bounds of unsigned loops without warnings about signs."""
        return (
            f"({kind})({text})"
            if (kind.startswith("unsigned") and not text.isalnum()) or kind.startswith("unsigned")
            else text
        )

    def body(self):
        """The loop's statement, as lines."""
        lines = self.lines
        inner = [d for d in range(self.count) if d != self.split]
        for d in reversed(inner):
            variable = self.index[d]
            head = self.header(variable, d, "int", variable not in self.outside)
            lines = [head + " {", *indented(lines), "}"]
            if (
                d == inner[0]
                and not self.reductions
                and len(self.outputs) == 1
                and not self.outside
                and self.temporary in ("", "inside")
                and self.maybe(0.2)
            ):
                lines = [f"#pragma {self.chance.choice(('ctsar', 'acc'))} loop independent", *lines]
        lines = self.rows + self.row + lines
        split = self.header("i", self.split, self.counter, True)
        return [split + " {", *indented(lines), "}"]

    def directive(self):
        chance, clauses = self.chance, []
        arrays = self.inputs + self.outputs
        listed = (
            arrays if self.explicit or self.maybe(0.6) else [a for a in arrays if self.maybe(0.5)]
        )
        clauses += [a.clause(chance) for a in listed]
        clauses += [f"reduction({op}: {name})" for name, _, op, _ in self.reductions]
        if self.temporary == "private":
            clauses.append("private(t)")
        if self.scalar and self.maybe(0.2):
            clauses.append("firstprivate(shift)")
        self.persistent = [
            a.name for a in listed if a.kind == "global" and self.passes > 1 and self.maybe(0.5)
        ]
        if self.persistent:
            clauses.append(f"persist({', '.join(self.persistent)})")
        condition = (
            chance.choice(("1", "1", "1", "TRUE", "shift > 0", "shift < 0")) if self.scalar else "1"
        )
        arguments = [
            condition,
            chance.choice(("all", "all", "all", "gpu", "cpu", "default")),
            chance.choice([*POLICIES, "default"]),
            chance.choice(("default", "0.5", "0.3")),
            chance.choice(("default", "3", "10")),
        ][: chance.choice((1, 3, 5))]
        clauses.append(f"hetero({', '.join(arguments)})")
        chance.shuffle(clauses)
        spelling = chance.choice(
            (
                "ctsar for",
                "ctsar for",
                "acc region for",
                "acc region",
                "acc parallel loop",
                "omp parallel for",
            )
        )
        lines, text = [], f"#pragma {spelling}"
        for clause in clauses:
            if len(text) + len(clause) > 110:
                lines.append(text + " \\")
                text = "   "
            text += " " + clause
        return [*lines, text]

    def _text(self):
        self.passes = self.chance.choice((1, 1, 2, 3))
        arrays = self.inputs + self.outputs
        parameters = [] if self.constant else [f"int {n}" for n in self.names]
        parameters += [a.parameter() for a in arrays if a.kind != "global"]
        parameters += ["int shift"] if self.scalar else []
        parameters += [f"{c_type(kind)} *{name}_" for name, kind, _, _ in self.reductions]
        lines = []
        if self.constant:
            lines.append(
                "enum { "
                ""
                + ", ".join(f"{n} = {s}" for n, s in zip(self.names, self.sizes, strict=True))
                + " };"
            )
        for a in arrays:
            extents = [str(self.sizes[self.names.index(e)]) for e in a.extents]
            if a.kind == "global":
                lines.append(
                    f"static {a.type} {a.name}" + "".join(f"[{e}]" for e in a.extents) + ";"
                )
            else:
                lines.append(f"static {a.type} {self.name}_{a.name}[{' * '.join(extents)}];")
        lines += ["", f"static void {self.name}({', '.join(parameters) or 'void'})", "{"]
        inner = [f"int {v};" for v in self.outside] + (
            ["int t;"] if self.temporary in ("outside", "private") else []
        )
        inner += [f"{c_type(kind)} {name} = *{name}_;" for name, kind, _, _ in self.reductions]
        region = [*self.directive(), *indented(self.body())]
        if not self.reductions and self.maybe(0.15):
            region = ["    for (int step = 0; step < 2; ++step) {", *indented(region), "    }"]
        lines += indented(inner) + region
        lines += indented([f"*{name}_ = {name};" for name, *_ in self.reductions])
        if self.persistent:
            lines.append(f"#pragma ctsar depersist({', '.join(self.persistent)})")
        lines += [
            "}",
            "",
            f"static void {self.name}_run(void)",
            "{",
            *indented(self._driver(arrays)),
            "}",
            "",
        ]
        return "\n".join(lines)

    def _driver(self, arrays):
        lines = []
        for number, a in enumerate(arrays):
            if a.kind == "global":
                flat = f"&{a.name}" + "[0]" * len(a.extents)
            else:
                flat = f"{self.name}_{a.name}"
            count = " * ".join(str(self.sizes[self.names.index(e)]) for e in a.extents)
            lines.append(
                f"{a.type} (*v{number})[{count}] = (void *){flat};"
                if a.kind == "global"
                else f"{a.type} (*v{number})[{count}] = &{flat};"
            )
            lines.append(f"FILL(*v{number}, {self.chance.randrange(1, 40)});")
        lines += [
            f"{c_type(kind)} {name} = {initial};" for name, kind, _, initial in self.reductions
        ]
        arguments = [] if self.constant else [str(s) for s in self.sizes]
        for a in arrays:
            if a.kind in ("flat",):
                arguments.append(f"{self.name}_{a.name}")
            elif a.kind != "global":
                arguments.append(f"(void *){self.name}_{a.name}")
        arguments += [str(self.chance.randrange(1, 6))] if self.scalar else []
        arguments += [f"&{name}" for name, *_ in self.reductions]
        call = f"{self.name}({', '.join(arguments)});"
        lines += (
            [call]
            if self.passes == 1
            else [f"for (int pass = 0; pass < {self.passes}; ++pass)", f"    {call}"]
        )
        formats = ["%lld"] * len(self.outputs)
        values = [f"HASH(*v{number})" for number, a in enumerate(arrays) if a.output]
        for name, kind, _, _ in self.reductions:
            formats.append("~%.15g" if kind in ("real", "double") else "%lld")
            values.append(name if kind in ("real", "double") else f"(long long){name}")
        return [*lines, f'printf("{self.seed}: {" ".join(formats)}\\n", {", ".join(values)});']


def whole_number(text):
    """A real that is negative has no value in unsigned types, which C leaves to the machine."""
    return f"(int)({text})"


class Altered:
    """A nest whose clauses have been changed at random: what is then accepted must still be
    right."""

    def __init__(self, seed):
        nest, chance = Nest(seed, True), random.Random(f"altered/{seed}")
        self.seed, self.name = seed, nest.name
        lines = nest.text.split("\n")
        first = next(k for k, line in enumerate(lines) if "hetero(" in line or line.endswith("\\"))
        last = next(k for k in range(first, len(lines)) if not lines[k].endswith("\\"))
        directive = "\n".join(lines[first : last + 1])
        for _ in range(chance.choice((1, 1, 2))):
            directive = self.altered(directive, chance)
        self.text = "\n".join([*lines[:first], directive, *lines[last + 1 :]])

    @staticmethod
    def altered(text, chance):
        pattern, choices = chance.choice(ALTERATIONS)
        found = list(re.finditer(pattern, text))
        if not found:
            return text
        match = chance.choice(found)
        return text[: match.start()] + match.expand(chance.choice(choices)) + text[match.end() :]


ALTERATIONS = [
    (
        r"\bpart_copy\b|\bpart_copyin\b|\bpart_copyout\b|\bcopyin\b",
        ("part_copy", "part_copyin", "part_copyout", "copyin"),
    ),
    (r"\[(1|true):", ("[0:",)),
    (r"\[(0|false):", ("[1:",)),
    (r":(\d)\]", ("]", ":0]", ":1]", ":0/1]", ":1/0]")),
    (r":(\d)/(\d)\]", ("]", r":\1]", r":\2/\1]", ":0/1]", ":1/0]")),
    (r":(\w+)\]", (r":\1 - 1]", r":\1 + 1]", r":\1 / 2]", r":\1:1]")),
    (r"(\[[^\]]*\])(\[[^\]]*\])", (r"\2\1", r"\1", r"\1\2\2")),
    (
        r"reduction\((\S+): (\w+)\)",
        (r"private(\2)", r"firstprivate(\2)", r"reduction(+: \2)", r"reduction(max: \2)", ""),
    ),
    (r"(first)?private\((\w+)\)", (r"private(\2)", r"firstprivate(\2)", "", r"reduction(+: \2)")),
    (r"\b\w*copy\w*\((\w+)[^()]*\)", ("", r"private(\1)", r"firstprivate(\1)")),
]


def c_type(kind):
    return "double" if kind == "real" else kind


def indented(lines):
    return ["    " + part for line in lines for part in line.split("\n")]


def program(nests):
    """One file."""
    bodies = "\n".join(nest.text for nest in nests)
    calls = "\n".join(f"    {nest.name}_run();" for nest in nests)
    return f"{PRELUDE}\n{bodies}\nint main(void)\n{{\n{calls}\n    return 0;\n}}\n"


def differences(split, plain):
    """Lines that differ, as (seed, split, plain)."""
    found = []
    for left, right in zip(split.splitlines(), plain.splitlines(), strict=False):
        if not same(left.split(), right.split()):
            found.append((right.partition(":")[0], left, right))
    if len(split.splitlines()) != len(plain.splitlines()):
        found.append(("?", f"{len(split.splitlines())} lines", f"{len(plain.splitlines())} lines"))
    return found


def same(left, right):
    return len(left) == len(right) and all(equal(a, b) for a, b in zip(left, right, strict=True))


def equal(left, right):
    if left.startswith("~") and right.startswith("~"):
        a, b = float(left[1:]), float(right[1:])
        return abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
    return left == right
