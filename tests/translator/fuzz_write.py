# SPDX-License-Identifier: BSD-3-Clause
"""Loop nests as C: as a user would have them, and with every access recorded (fuzz_nests.h)."""

from fuzz_nests import Access, Nest, Statement, text


class Writer:
    """`recorded`: every access tells the oracle."""

    def __init__(self, nest: Nest, recorded: bool):
        self.nest, self.recorded = nest, recorded
        self.shifts, self.extents = nest.shape()

    def place(self, access: Access) -> str:
        nest, array = self.nest, self.nest.arrays[access.array]
        subscripts = []
        for shift, e in zip(self.shifts[access.array], access.at, strict=True):
            moved = ("c", e[1] + shift) if e[0] == "c" else ("+", e, ("c", shift))
            subscripts.append(text(moved if shift else e))
        name = f"{array.name}{nest.seed}" if array.style == "global" else array.name
        if array.style == "rows":
            pitch = self.extents[access.array][1]
            return f"{name}[({subscripts[0]}) * {pitch} + {subscripts[1]}]"
        return (
            name
            + "".join(f"[{s}]" for s in subscripts)
            + (f".f{access.field_}" if array.fields else "")
        )

    def read(self, access) -> str:
        return f"RD({self.place(access)})" if self.recorded else self.place(access)

    def write(self, access, operator) -> str:
        kind = "WR" if operator == "=" else "RW"
        return f"{kind}({self.place(access)})" if self.recorded else self.place(access)

    def condition(self, guard) -> str:
        if guard[0] == "data":
            condition = f"{self.read(guard[1])} > {guard[2]}"
            return f"DATA({condition})" if self.recorded else condition
        if guard[0] == "parity":
            return f"{guard[1]} % {guard[2]} == 0"
        return (
            f"{guard[1]} > {guard[2]}"
            if guard[0] == "above"
            else f"{guard[1]} {guard[3]} {guard[2]}"
        )

    def statement(self, s: Statement) -> list:
        locals_ = {
            e[1]: e[2]
            for a in [
                s.target,
                s.otherwise,
                *s.terms,
                s.guard[1] if s.guard and s.guard[0] == "data" else None,
            ]
            if a
            for e in a.at
            if e[0] == "local"
        }
        lines = [f"int {name} = {text(e)};" for name, e in locals_.items()]
        condition = self.condition(s.guard) if s.guard else ""
        if s.jump:
            return [*lines, f"if ({condition})", f"    {s.jump};"]
        values = [self.read(a) for a in s.terms]
        if s.scalar:
            setting = (
                f"{'SW(t)' if self.recorded else 't'} = {' + '.join(values) if values else 'i'};"
            )
            values = ["SR(t)" if self.recorded else "t"]
            lines += (
                [f"if ({condition})", f"    {setting}"]
                if s.scalar == "guarded" and s.guard
                else [setting]
            )
        value = " + ".join([*values, "1" if s.operator != "=" else "i % 5 + 1"])
        assignment = f"{self.write(s.target, s.operator)} {s.operator} {value};"
        if not s.guard:
            return [*lines, assignment]
        lines += [f"if ({condition})", f"    {assignment}"]
        if s.otherwise:
            lines += ["else", f"    {self.write(s.otherwise, '=')} = i + 2;"]
        return lines

    def body(self) -> list:
        nest = self.nest
        inside = [
            line for s in nest.statements if s.level or not nest.inner for line in self.statement(s)
        ]
        if nest.reduction:
            inside.append(
                f"sum += (long)({self.read(nest.statements[0].target)} > 2);"
                if nest.statements[0].target
                else "sum += i;"
            )
        if nest.inner:
            declared = "" if nest.c89 else "int "
            for variable, low, high in reversed(nest.inner):
                ends = f"{variable} = {text(low)}; {variable} < {text(high)}"
                inside = [
                    f"for ({declared}{ends}; {variable}++) {{",
                    *indented(inside),
                    "}",
                ]
            inside = [
                line
                for s in nest.statements
                if not s.level and not s.jump
                for line in self.statement(s)
            ] + inside
        return (["ITERATION;"] if self.recorded else []) + inside

    def lines(self) -> list:
        nest = self.nest
        scalars = (
            [f"    {nest.type} t = 1;", "    (void)t;"]
            if any(s.scalar for s in nest.statements)
            else []
        )
        clauses = ""
        variables = ["i", *(v for v, _, _ in nest.inner)]
        if nest.c89:
            scalars.insert(0, f"    int {', '.join(variables)};")
            clauses = f" private({', '.join(variables)})"
        elif scalars and nest.private and all(s.scalar in ("", "always") for s in nest.statements):
            clauses = " private(t)"
        if nest.reduction:
            scalars.append("    long sum = 0;")
            clauses += " reduction(+: sum)"
        high = nest.bound or str(nest.high)
        declared = "" if nest.c89 else "int "
        header = (
            f"for ({declared}i = {high} - 1; i >= {nest.low}; i--)"
            if nest.down
            else f"for ({declared}i = {nest.low}; i < {high}; "
            + ("i++" if nest.step == 1 else f"i += {nest.step}")
            + ")"
        )
        parameters = ["int n", "int k", "const int *ix"] + [
            f"{nest.type} *{a.name}" for a in nest.arrays if a.style != "global"
        ]
        pragma = [] if self.recorded else [f"#pragma ctsar for hetero(1){clauses}"]
        return [
            f"static long {nest.name}({', '.join(parameters)})",
            "{",
            "    (void)n, (void)k, (void)ix;",
            *scalars,
            *pragma,
            f"    {header} {{",
            *indented(indented(self.body())),
            "    }",
            f"    return {'sum' if nest.reduction else '0'};",
            "}",
        ]

    def text(self) -> str:
        nest, lines = self.nest, []
        for array, extents in zip(nest.arrays, self.extents, strict=True):
            if array.style == "alias":
                continue
            shape = (
                "".join(f"[{e}]" for e in extents)
                if array.style != "rows"
                else f"[{extents[0] * extents[1]}]"
            )
            kind = f"struct {{ {nest.type} f0, f1; }}" if array.fields else nest.type
            lines.append(f"static {kind} {array.name}{nest.seed}{shape};")
        lines += self.lines()
        own = [a for a in nest.arrays if a.style != "alias"]
        fills = [
            f"FILL({a.name}{nest.seed}, {nest.type}, v + {number});" for number, a in enumerate(own)
        ]
        arguments = ["6 + v * 6 % 19", "v * 5 % 8", f"orders[{int(nest.repeats)}]"]
        for a in nest.arrays:
            if a.style == "alias":
                arguments.append(f"{a.into}{nest.seed} + {a.offset}")
            elif a.style != "global":
                arguments.append(f"{a.name}{nest.seed}")
        hashes = "".join(
            f"h = hash(h, {a.name}{nest.seed}, sizeof {a.name}{nest.seed});" for a in own
        )
        lines += [
            f"static unsigned long {nest.name}_run(int v)",
            "{",
            *indented(fills),
            f"    unsigned long h = (unsigned long){nest.name}({', '.join(arguments)});",
            f"    {hashes}",
            "    return h;",
            "}",
        ]
        return "\n".join(lines)


def indented(lines: list) -> list:
    return [f"    {line}" for line in lines]
