# SPDX-License-Identifier: BSD-3-Clause
"""Extents of variable arrays. C computes them where the array is declared. A loop further down that
computes them again gets the same numbers only where nothing has changed meanwhile."""

import re
from dataclasses import dataclass, field, replace

from .syntax import ArrayType, IndexedType

NAME = re.compile(r"(?<![\w.>])[A-Za-z_]\w*")  # of no member
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


@dataclass
class Marks:
    """What one function does to its names, by the offsets at which it does so."""

    last_change: dict[int, int] = field(default_factory=dict)  # key of a variable -> its last one
    last_declared: dict[str, int] = field(default_factory=dict)  # as whatever
    variables: set[str] = field(default_factory=set)  # declared in the function
    pointed_to: set[int] = field(default_factory=set)  # keys
    calls: list[int] = field(default_factory=list)
    stores: bool = False  # of what may be an extent, into memory

    def change(self, key, at):
        self.last_change[key] = max(at, self.last_change.get(key, at))

    def declare(self, name, at):
        self.last_declared[name] = max(at, self.last_declared.get(name, at))

    def stirred_outside(self, loop):
        """Whether what is found in memory, or known to other functions, may change outside a loop,
        or by its stores. Its calls change nothing of that, else it is not divided."""
        return self.stores or any(not loop[0] <= at < loop[1] for at in self.calls)


class Extents:
    """What extents of one array mean in a loop. `marks`: its function's, `since`: from where on
    they may have changed, `meant`: {name: (key, whether other functions know it)} of the variables
    in its declaration, `loop`: the loop's extent. `named`: whether the array has a name before
    it."""

    def __init__(self, marks, since, meant, loop, named=True):
        self.marks, self.since, self.meant = marks, since, meant
        self.loop, self.named = loop, named
        self.asked = []

    def steady(self, kind, name, parameter=False):
        """The type, without those extents of which the text means another number in the loop, or
        may change something. `asked` gets C texts of what must hold for the others to be the
        array's. Of a parameter C does not keep the first one, which cannot be asked then."""
        if not isinstance(kind, IndexedType):
            return kind
        kind = replace(kind, element=self.steady(kind.element, f"{name}[0]"))
        if not _varies(kind):
            return kind
        names = set(NAME.findall(kind.extent))
        keys = {self.meant[one][0] for one in names if one in self.meant}
        if SIDE_EFFECT.search(kind.extent) or self._other(names) or any(map(self._changed, keys)):
            return replace(kind, extent=None)
        elsewhere = any(self.meant[one][1] for one in names if one in self.meant)
        inside = keys & self.marks.pointed_to or MEMORY.search(kind.extent)
        if elsewhere or inside:
            if not self.named or (parameter and self.marks.stirred_outside(self.loop)):
                return replace(kind, extent=None)
            if parameter:
                return kind
            self.asked.append(f"sizeof({name}) == ({kind.extent}) * sizeof({name}[0])")
        return kind

    def _changed(self, key):
        return self.marks.last_change.get(key, self.since) > self.since

    def _other(self, names):
        """Whether one of the names may be that of something else in the loop."""
        declared = self.marks.last_declared
        return any(declared.get(one, self.since) > self.since for one in names) or bool(
            names & self.marks.variables - self.meant.keys()
        )
