# SPDX-License-Identifier: BSD-3-Clause
"""Random loops with conversions (fuzz_conversions.py): where their accesses are, how these are
moved to where arrays have elements, and smaller loops."""

import copy
import pathlib
import subprocess

import fuzz_judge
from batch import Loop
from cases import CC, environment, must
from fuzz_conversions import COLUMNS, ELEMENTS, LOOKS, Nest, Writer, make

__all__ = ["HEADER", "make", "program", "recorded", "smaller"]

HEADER = "fuzz_conversions.h"
PRELUDE = fuzz_judge.prelude(HEADER)
# What C leaves undefined and the recorded program notices.
CHECKED = "-fsanitize=signed-integer-overflow,shift"


def program(nests: list, recorded: bool) -> tuple[str, list[Loop]]:
    lines, loops = fuzz_judge.laid_out(PRELUDE, nests, Writer, recorded)
    if recorded:
        uses = " ".join(f'{{"{n.name}", {n.name}_run, {n.groups}}},' for n in nests)
        return "\n".join([*lines, f"MAIN({LOOKS}, {uses})", ""]), loops
    uses = " ".join(
        f'{{"{n.name}", {n.name}_run, {{{", ".join(map(str, [*n.looks, -1]))}}}}},' for n in nests
    )
    return "\n".join([*lines, f"MAIN({uses})", ""]), loops


# ---- What they do --------------------------------------------------------------------------------


def recorded(nests: list, folder: pathlib.Path) -> list:
    """(nest, whether iterations depend, for each of its looks) of those that can be run."""
    source = folder / "recorded.c"
    source.write_text(program(nests, True)[0])
    must(CC, "-O0", "-w", CHECKED, "-c", source, "-o", folder / "recorded.o", timeout=600)
    must(CC, folder / "recorded.o", "-o", folder / "recorded")
    lines = must(folder / "recorded", timeout=600).splitlines()
    for nest, line in zip(nests, lines, strict=True):
        _, *looks = line.split("|")
        placed(nest, [[int(word) for word in look.split()] for look in looks])
    shifts = []
    for nest in nests:
        for v in range(LOOKS):
            for g in range(nest.groups):
                shifts += [str(nest.shifts.get((g, d), [0] * LOOKS)[v]) for d in (0, 1)]
    done = subprocess.run(
        [str(folder / "recorded"), "shifts"],
        input=" ".join(shifts),
        env=environment(),
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    result = []
    for nest, line in zip(nests, done.stdout.splitlines(), strict=True):
        bits = [int(bit) for bit in line.split()[1:]]
        # Of OpenMP's loops it is the user's word that iterations are independent.
        nest.looks = [v for v in nest.looks if bits[v] <= (0 if nest.word else 1)]
        if nest.looks and nest.shifts:
            result.append((nest, [bits[v] == 1 for v in nest.looks]))
    return result


def placed(nest: Nest, looks: list) -> None:
    """Chooses looks, and how far subscripts are moved in each."""
    nest.shifts, nest.looks = {}, []
    valid = [v for v in range(LOOKS) if looks[v][0] >= 0]
    bounds: dict = {}
    for access in nest.accesses():
        for d in range(len(access.at)):
            place = 1 + 4 * access.group + 2 * d
            bounds[access.group, d] = [
                (look[place], look[place + 1]) if look[0] > 0 else None for look in looks
            ]
    several = {g for g, d in bounds if d}
    for (g, d), row in bounds.items():
        most = COLUMNS if d else ELEMENTS // 8 if g in several else ELEMENTS
        valid = [v for v in valid if row[v] is None or row[v][1] - row[v][0] < most - 1]
        if not nest.moved[g]:
            valid = within(valid, row, most - 1)
    if not any(looks[v][0] > 1 for v in valid):
        return
    nest.looks = valid
    for (g, d), row in bounds.items():
        ends = [row[v] for v in valid if row[v] is not None]
        least = min((low for low, _ in ends), default=0)
        if not nest.moved[g]:
            shift = 0 if least >= 0 and max((high for _, high in ends), default=0) < 32 else least
            nest.shifts[g, d] = [shift] * LOOKS
        else:
            nest.shifts[g, d] = [
                row[v][0] if v in valid and row[v] is not None else 0 for v in range(LOOKS)
            ]


def within(looks: list, row: list, most: int) -> list:
    """As many of the looks as have all subscripts within `most` of each other."""
    best: list = []
    for start in [v for v in looks if row[v] is not None] or looks[:1]:
        low = row[start][0] if row[start] is not None else 0
        fits = [
            v for v in looks if row[v] is None or (row[v][0] >= low and row[v][1] <= low + most)
        ]
        best = fits if len(fits) > len(best) else best
    return best


# ---- Smaller ones --------------------------------------------------------------------------------


CONDITIONS = ("cmp", "truth", "!", "&&", "||")


def parts(e):
    """Simpler expressions in the place of one, or conditions in that of a condition."""
    if e[0] == "v":
        return
    if e[0] != "c" and e[0] not in CONDITIONS:
        yield ("c", "0")
        yield ("c", "1")
    for place, part in enumerate(e):
        if isinstance(part, tuple):
            if (part[0] in CONDITIONS) == (e[0] in CONDITIONS):
                yield part
            for other in parts(part):
                yield (*e[:place], other, *e[place + 1 :])


def changing(nest):
    """What makes another nest, changed by a function."""

    def changed(change):
        other = copy.deepcopy(nest)
        change(other)
        return other

    return changed


def with_simpler_statements(nest):
    """Nests of which a statement is simpler, or gone."""
    changed = changing(nest)
    for k, s in enumerate(nest.statements):
        if len(nest.statements) > 1:
            yield changed(lambda n, k=k: n.statements.pop(k))
        if s.guard:
            yield changed(lambda n, k=k: setattr(n.statements[k], "guard", ()))
        for e in parts(s.guard) if s.guard else ():
            yield changed(lambda n, k=k, e=e: setattr(n.statements[k], "guard", e))
        for t in range(len(s.terms)):
            yield changed(lambda n, k=k, t=t: n.statements[k].terms.pop(t))
        if s.operator != "=":
            yield changed(lambda n, k=k: setattr(n.statements[k], "operator", "="))


def smaller(nest: Nest):
    changed = changing(nest)
    yield from with_simpler_statements(nest)
    if nest.reduction:
        yield changed(lambda n: setattr(n, "reduction", ()))
    if nest.last:
        yield changed(lambda n: setattr(n, "last", False))
    if len(nest.loops) > 1:
        for k in range(1, len(nest.loops)):
            name = nest.loops[k].variable
            yield changed(lambda n, k=k, name=name: _without(n, k, name))
    for k, (name, kind, style) in enumerate(nest.arrays):
        if style == "pointer":
            yield changed(lambda n, k=k, a=(name, kind, "global"): n.arrays.__setitem__(k, a))
        if kind != "int":
            yield changed(lambda n, k=k, a=(name, "int", style): n.arrays.__setitem__(k, a))
    for g, moved in nest.moved.items():
        if moved:
            yield changed(lambda n, g=g: n.moved.__setitem__(g, ""))
    for k, loop in enumerate(nest.loops):
        for name, value in (("step", ""), ("mirrored", False), ("outside", False), ("type", "int")):
            if getattr(loop, name) != value:
                yield changed(
                    lambda n, k=k, name=name, value=value: setattr(n.loops[k], name, value)
                )
        for name in ("first", "bound"):
            for e in parts(getattr(loop, name)):
                yield changed(lambda n, k=k, name=name, e=e: setattr(n.loops[k], name, e))
    for k, s in enumerate(nest.statements):
        for e in [("c", "1")] if s.value != ("c", "1") else []:
            yield changed(lambda n, k=k, e=e: setattr(n.statements[k], "value", e))
        for q, (name, kind, tree, how) in enumerate(s.locals):
            for e in parts(tree):
                local = (name, kind, e, how)
                yield changed(
                    lambda n, k=k, q=q, local=local: n.statements[k].locals.__setitem__(q, local)
                )
            yield changed(lambda n, name=name, tree=tree: _inlined(n, name, tree))
    for number, access in enumerate(nest.accesses()):
        for d, at in enumerate(access.at):
            for e in parts(at):
                yield changed(lambda n, a=number, d=d, e=e: _put(n, a, d, e))


def _put(nest, number, d, e):
    access = list(nest.accesses())[number]
    access.at = [e if k == d else other for k, other in enumerate(access.at)]


def _without(nest, k, name):
    nest.loops.pop(k)
    _renamed(nest, name, ("c", "0"))


def _inlined(nest, name, tree):
    for s in nest.statements:
        s.locals = [local for local in s.locals if local[0] != name]
    _renamed(nest, name, tree)


def _renamed(nest, name, tree):
    def put(e):
        if e == ("v", name):
            return tree
        return tuple(put(part) if isinstance(part, tuple) else part for part in e)

    for access in nest.accesses():
        access.at = [put(e) for e in access.at]
    for s in nest.statements:
        s.value, s.guard = put(s.value), put(s.guard) if s.guard else ()
        s.locals = [(n, kind, put(e), how) for n, kind, e, how in s.locals]
    for loop in nest.loops:
        loop.first, loop.bound = put(loop.first), put(loop.bound)
    if nest.reduction:
        nest.reduction = (nest.reduction[0], put(nest.reduction[1]))
