# SPDX-License-Identifier: BSD-3-Clause
"""What must hold when a loop is reached, so that it may be split; where it does not, the loop runs
as it stands."""

import re

from ..syntax import lie_apart
from .common import named


def conditions(region):
    """C texts of what must hold, all of it."""
    rows = [
        ((_pointers(block), _pointers_size(block)), (array.name, _size(array)))
        for block, array in region.exposed
    ]
    return (
        [f"({text})" for text in _in_order(region)]
        + [_lie_apart(*pair) for pair in _pairs(region)]
        + list(_behind(region))
        + [_apart(*pair) for pair in rows]
        + list(_named_twice(region))
    )


def of_cores(region):
    """The same, so that cores may execute the loop: arrays need not be told apart by where they
    begin, and those may be one that are alike."""
    alike = region.otherwise.alike
    return (
        *(f"({text})" for text in _in_order(region)),
        *(_apart_or_one(first, second, alike) for first, second in _pairs(region)),
        *_behind(region),
    )


def _apart_or_one(first, second, alike):
    found = _lie_apart(first, second, False)
    if (first.name, second.name) not in alike:
        return found
    return f"({found} || (const char *){first.name} == (const char *){second.name})"


def _in_order(region):
    """What subscripts are taken for comes before rows are asked for; what is said of their distance
    comes behind."""
    of_rows = [array for array in region.arrays if array.block is not None]
    names = {array.block.pitch.name for array in of_rows}
    late = [text for text in region.guards if names & set(re.findall(r"\w+", text))]
    early = [text for text in region.guards if text not in late]
    return dict.fromkeys([*early, *(text for a in of_rows for text in _rows(a)), *late])


def _rows(array):
    """What must hold for rows to lie in a block, in the order in which it is asked."""
    block = array.block
    yield from block.guards
    yield f"({array.name} = {block.call()}) != NULL"
    halo = len(array.dimensions) > 1 and array.dimensions[1].below is not None
    if halo or not array.associated:  # more is copied than own rows or columns
        yield f"{block.pitch.name} == {block.length}"


def _pointers(block):
    """Where the pointers to rows stand."""
    return f"({block.place} + ({block.low}))"


def _pointers_size(block):
    return f"sizeof(void *) * (size_t)(({block.high}) - ({block.low}) + 1)"


def _named_twice(region):
    """Arrays that are only read may overlap, but one of two names would be registered twice."""
    for k, first in enumerate(region.arrays):
        for second in region.arrays[k + 1 :]:
            pointer = not all(one.variable.is_object for one in (first, second))
            pointer = pointer and first.pivot is None and second.pivot is None
            if first.direction == second.direction == "in" and pointer:
                yield f"((const char *){first.name} != (const char *){second.name})"


def _pairs(region):
    """Arrays that may lie in each other's memory, one of them written."""
    found = {one.variable.name for one in region.hoisted}
    for k, first in enumerate(region.arrays):
        for second in region.arrays[k + 1 :]:
            variables = (_owner(first), _owner(second))
            if variables[0] == variables[1]:
                continue  # that nothing is written of a part that is copied has been asked
            # What is read before the loop may have been found by a restrict pointer.
            sure = lie_apart(variables) and not {one.name for one in variables} & found
            if (first.direction, second.direction) != ("in", "in") and not sure:
                yield first, second


def _behind(region):
    """That memory behind pointers inside structs lies apart from arrays, and from other such
    memory, where one of the two is written."""
    for k, one in enumerate(region.behind):
        mine = (one.pointer, one.size)
        for other in region.behind[k + 1 :]:
            if one.written or other.written:
                yield _unless_null(
                    one.through + other.through, _apart(mine, (other.pointer, other.size))
                )
        for array in region.arrays:
            variable = _owner(array)
            alone = variable.type.restrict and not (one.anywhere or variable.handed_on)
            if not alone and (one.written or array.direction != "in"):
                apart = _apart(mine, _memory(array))
                yield _unless_null(one.through, apart)


def _unless_null(pointers, text):
    """Where one of the pointers leads nowhere, no iteration reaches what it is on the way to."""
    asked = [f"{pointer} == NULL" for pointer in dict.fromkeys(pointers)]
    return f"({' || '.join([*asked, text])})" if asked else text


def _lie_apart(first, second, registered=True):
    """That two arrays do, or what is read of the one and what is written of the other.
    `registered`: both are told apart by where they begin."""
    whole = _apart(_memory(first), _memory(second))
    read, other = (first, second) if first.direction == "in" else (second, first)
    made = other.written
    if read.direction != "in" or made is None:
        return whole
    element = f"sizeof({named(other.element)})"
    start = f"((const char *){other.name} + (long){element} * ({made.low}))"
    size = f"(long){element} * (({made.high}) - ({made.low}) + 1)"
    asked = [f"({one}) > 0" for one in made.asked]
    if registered:
        asked.append(f"(const char *){read.name} != (const char *){other.name}")
    part = " && ".join([*asked, _apart(_memory(read), (start, size))])
    return f"({whole} || ({part}))"


def _apart(first, second):
    return (
        f"({_end(*first)} <= (const char *){second[0]} || "
        f"{_end(*second)} <= (const char *){first[0]})"
    )


def _end(pointer, size):
    """The address one past what a pointer leads to."""
    return f"(const char *){pointer} + {size}"


def _owner(array):
    """The variable that leads to its memory: of a copy, to what is copied."""
    return array.variable if array.pivot is None else array.pivot.array


def _memory(array):
    """C texts of where it begins, and of its bytes."""
    if array.pivot is not None:
        return array.pivot.start, array.pivot.bytes
    return array.name, _size(array)


def _size(array):
    """Bytes of an array."""
    if array.size is not None:
        factors = [f"(size_t)({array.size.text})", array.dimensions[0].extent.code]
    else:
        factors = [
            f"sizeof({named(array.element)})",
            *(dimension.extent.code for dimension in array.dimensions),
        ]
    return " * ".join(
        text
        if text.isidentifier() or text.isdigit() or text.startswith(("sizeof(", "(size_t)"))
        else f"({text})"
        for text in factors
    )
