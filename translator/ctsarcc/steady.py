# SPDX-License-Identifier: BSD-3-Clause
"""Extents of variable arrays. C computes them where the array is declared. A loop further down that
computes them again gets the same numbers only where nothing has changed meanwhile."""

import re
from dataclasses import replace

from .syntax import ArrayType, Declare, IndexedType, Unary, sets, variable_of

NAME = re.compile(r"[A-Za-z_]\w*")
SIDE_EFFECT = re.compile(r"\+\+|--|(?<![=<>!])=(?!=)|\b(?!sizeof\b)[A-Za-z_]\w*\s*\(")
MEMORY = re.compile(r"\[|->|\.|^\s*\*|[(+\-/%*]\s*\*")  # besides that of variables


def extents(kind):
    """C texts of all extents of a type that are no constants."""
    while isinstance(kind, IndexedType):
        if _varies(kind):
            yield kind.extent
        kind = kind.element


def _varies(kind):
    return isinstance(kind, ArrayType) and kind.extent is not None and kind.extent_value is None


class Extents:
    """What extents of one array mean in a loop. `body`: its function's tree, `key` the array's
    offset, `meant` {name: (key, whether other functions know it)} of the variables in its
    declaration."""

    def __init__(self, body, key, meant):
        self.meant, self.asked = meant, []
        self.changed, self.pointed_to, self.hiding = set(), set(), set()
        for node in body.walk():
            place = variable_of(node.children[0]) if node.children else None
            if place is not None and sets(node) and node.start > key:
                self.changed.add(place.key)
            if place is not None and isinstance(node, Unary) and node.op == "&":
                self.pointed_to.add(place.key)
            if isinstance(node, Declare) and node.variable.key > key:
                self.hiding.add(node.variable.name)

    def steady(self, kind, name, parameter=False):
        """The type, without those extents of which the text means another number in the loop, or
        may change something. `asked` gets C texts of what must hold for the others to be the
        array's. Of a parameter C does not keep the first one."""
        if not isinstance(kind, IndexedType):
            return kind
        kind = replace(kind, element=self.steady(kind.element, f"{name}[0]"))
        if not _varies(kind):
            return kind
        names = set(NAME.findall(kind.extent))
        keys = {self.meant[one][0] for one in names if one in self.meant}
        if SIDE_EFFECT.search(kind.extent) or names & self.hiding or keys & self.changed:
            return replace(kind, extent=None)
        elsewhere = any(self.meant[one][1] for one in names if one in self.meant)
        if (elsewhere or keys & self.pointed_to or MEMORY.search(kind.extent)) and not parameter:
            self.asked.append(f"sizeof({name}) == ({kind.extent}) * sizeof({name}[0])")
        return kind
