# SPDX-License-Identifier: BSD-3-Clause
"""Host C: copies of what all iterations read alike of arrays that they write, which are made before
the loop (analyse/items/pivots)."""

from ..model import fresh
from .common import strides
from .text import Edit, subscript

ALIKE = 64  # elements: the extent of a row's copy is a multiple of it


def of(region):
    """The region's arrays that are copies."""
    return [array for array in region.arrays if array.pivot is not None]


def _kept(pivot):
    """Of the dimensions of which there is more than one subscript, the stretches."""
    return [side for side in pivot.sides if side.count]


# ---- In the body ---------------------------------------------------------------------------------


def edits(region, source):
    """Uses of what there are copies of lead to these."""
    return [edit for array in of(region) for edit in _edits(array, region, source)]


def _edits(array, region, source):
    steps, before = strides(array, region), []
    for k, side in enumerate(_kept(array.pivot)):
        if side.first is not None:
            step = f" * {steps[k]}" if k < len(steps) else ""
            before.append(f" - {side.first.name}{step}")
    for access in array.accesses:
        parts = subscript(access, steps, source.text) if access.terms else ["0"]
        yield Edit(access.node.start, access.node.end, (f"{array.name}[", *parts, *before, "]"))


# ---- Memory for them -----------------------------------------------------------------------------


def made(region):
    """C texts of that there is memory for the copies."""
    return [_memory(array) for array in of(region)]


def _memory(array):
    sides = _kept(array.pivot)
    parts = [f"{s.first.name} = {s.low}" for s in sides if s.first is not None]
    parts += [f"{s.count} = {_registered(s, sides)}" for s in sides]
    count = " * ".join(f"(size_t){s.count}" for s in sides) or "1"
    memory = f"__builtin_calloc({count}, sizeof *{array.name})"
    return f"({', '.join([*parts, f'({array.name} = {memory}) != NULL'])})"


def _number(side):
    """C text of how many subscripts there are."""
    return f"{side.high} + 1" if side.low == "0" else f"{side.high} - {side.low} + 1"


def _registered(side, sides):
    """The same as units have it: where passes differ by few, most register the same."""
    if len(sides) > 1:
        return _number(side)
    return f"({_number(side)} + {ALIKE - 1}) / {ALIKE} * {ALIKE}"


# ---- Making them ---------------------------------------------------------------------------------


def statement(array, region):
    """What the statement says of a copy: its variables, and the loops that make it around what
    copies a run of elements."""
    pivot, kept = array.pivot, _kept(array.pivot)
    numbers = [side.count if len(kept) > 1 else _number(side) for side in kept]
    run = numbers.pop() if pivot.sides[-1].count else ""  # of the last dimension
    loops: list[tuple[str, str]] = []
    subscripts = []
    for k, side in enumerate(pivot.sides):
        low = side.low
        if len(loops) < len(numbers) and side.count:
            index = fresh(region, f"{array.name}_at{k}")
            loops.append((index, numbers[len(loops)]))
            low = index if low == "0" else f"{low} + {index}"
        subscripts.append(low)
    return {
        "name": array.name,
        "array": pivot.array.name,
        "variables": [name for s in kept for name in (s.first and s.first.name, s.count) if name],
        "loops": loops,
        "to": _target(array.name, kept, [index for index, _ in loops], bool(run)),
        "from": f"&{pivot.place(subscripts)}",
        "bytes": f"sizeof *{array.name}" + (f" * (size_t)({run})" if run else ""),
    }


def _target(name, kept, indices, run):
    """C text of where in the copy that goes."""
    at = ""
    for side, index in zip(kept, indices, strict=False):
        at = f"({at}) * {side.count} + {index}" if at else index
    if at and run:
        at = f"({at}) * {kept[-1].count}"
    return f"{name} + {at}" if at else name
