# SPDX-License-Identifier: BSD-3-Clause
"""How far the memory behind pointers inside structs is reached, for the test that no array lies in
another's memory."""

import re
from dataclasses import replace

from ...model import OWN, Behind, Written
from ...syntax import BoolType, ComplexType, FloatType, IndexedType, IntegerType, Node, PointerType
from .. import polyhedral
from ..body.placed import text
from . import again, certain, relations


def behind(body, scalars):
    """A Behind for each pointer inside a struct that can be compared with the arrays, and for what
    is read once for all iterations: bounds, and scalars that a pointer may lead to."""
    found = [compared(array, body) for array in relations.behind(body, written=False)]
    return tuple(one for one in found if one is not None) + read_once(body, scalars)


def read_once(body, scalars):
    """A Behind for what is read once for all iterations, and that a pointer may write to."""
    everything = [use.variable for use in (*body.seen.arrays, *body.seen.paths) if use.write]
    written = [variable for variable in everything if isinstance(variable.type, PointerType)]
    found: dict = {}
    for read in again.reads(body):
        # A pointer may lead into an array that has a name, too.
        others = everything if read.followed else written
        if read.text and any(may_meet(read.type, variable) for variable in others):
            found[f"&({read.text})"] = read.size
    for place, kind in body.values.behind.items():
        if any(may_meet(kind, variable) for variable in everything):
            found[f"&({place})"] = kind.size
    before = body.source.text[body.parsed.function.start : body.loop.start]
    values = [scalar.variable for scalar in scalars if scalar.role == "value"]
    for variable in (*values, *again.variables(body), *_by_functions(body)):
        named = variable.scope == "file" or taken(variable.name, before)
        hidden = variable.key in body.unseen
        if named and not hidden and any(may_meet(variable.type, one) for one in written):
            found[f"&{variable.name}"] = variable.type.size
    own = _own_variables(body, scalars, before)
    return (
        *(Behind(text, str(size), False) for text, size in found.items() if size),
        *(Behind(f"&{one.name}", str(one.type.size), True) for one in own),
    )


def _own_variables(body, scalars, before):
    """The loop's variable, and such as clauses give each unit one of, where a pointer of the body
    may lead to them."""
    uses = [*body.seen.arrays, *body.seen.paths]
    pointers = [use.variable for use in uses if isinstance(use.variable.type, PointerType)]
    own = [scalar.variable for scalar in scalars if scalar.role in OWN]
    for variable in dict.fromkeys([body.loop.variable, *own]):
        named = variable.scope == "file" or taken(variable.name, before)
        inside = body.loop.start <= variable.key < body.loop.end
        if named and not inside and any(may_meet(variable.type, one) for one in pointers):
            yield variable


def scalars_met(body, scalars):
    """Whether a pointer of the body may lead to one of the loop's scalars, or to a variable of its
    bounds, and one of the two is written."""
    before = body.source.text[body.parsed.function.start : body.loop.start]
    uses = [
        use
        for use in (*body.seen.arrays, *body.seen.paths)
        if isinstance(use.variable.type, PointerType)
    ]

    def met(variable, written):
        named = variable.scope == "file" or taken(variable.name, before)
        return named and any(
            (written or use.write) and may_meet(variable.type, use.variable) for use in uses
        )

    return any(met(scalar.variable, scalar.role != "value") for scalar in scalars) or any(
        met(variable, False) for variable in (*again.variables(body), *_by_functions(body))
    )


def _by_functions(body):
    """Variables of the file that functions read which the loop calls."""
    own = body.uses.scalars
    found = [variable for key, (variable, _) in body.seen.scalars.items() if key not in own]
    return [
        variable
        for variable in found
        if variable.scope == "file"
        and not variable.type.const
        and not isinstance(variable.type, again.PLACES)
    ]


def taken(name, text):
    """Whether the address of a variable is taken in the text."""
    return re.search(rf"&[\s(]*{re.escape(name)}\b(?!\s*[\[.])", text) is not None


def may_meet(kind, variable, restrict=True):
    """Whether memory of the type may be a part of the array: types tell them apart as they do for
    cc, and so does `restrict` where no other pointers are made of that one."""
    if variable.type.restrict and restrict and not variable.handed_on:
        return False
    element = variable.type
    while isinstance(element, IndexedType):
        element = element.element
    simple = (IntegerType, FloatType, BoolType, ComplexType, PointerType)
    if not isinstance(kind, simple) or not isinstance(element, simple):
        return True
    if 1 in (kind.size, element.size):
        return True
    return (type(kind), kind.size) == (type(element), element.size)


def compared(array, body):
    """A Behind, or None: where the pointer does not stay the same while the loop runs, or nothing
    can be said of how far it is reached (unseen.py)."""
    base = array.accesses[0].use.base
    pointer, unsure = text(base, body), _unsure(base, body)
    odd = {text(node, body) for node in certain.otherwise_compared(body.parsed.node)}
    if pointer is None or array.variable.type.depth != 1 or odd & set(unsure):
        return None
    bounds = polyhedral.upper_bounds(relations.of(array, body), body.space)
    if not bounds:
        return None
    inner = [dimension.extent.code for dimension in array.dimensions[1:]]
    items = [f"((size_t)({bounds[0]}) + 1)", *(f"(size_t)({extent})" for extent in inner)]
    return Behind(
        pointer,
        f"sizeof *({pointer}) * {' * '.join(items)}",
        any(access.write for access in array.accesses),
        unsure,
    )


def _unsure(pointer: Node, body):
    """C texts of the pointers on the way to one that not every iteration follows."""
    every = certain.evaluated(body.parsed.node)
    sure = {text(base, body) for node, _ in every for base in certain.followed(node)}
    way = [text(base, body) for node in pointer.walk() for base in certain.followed(node)]
    return tuple(dict.fromkeys(one for one in reversed(way) if one not in sure and one))


def written(array, body):
    """The Written of an array, or None: it is all of it, or cannot be told. What one name reads may
    lie in the rest of another's memory, as the row of a matrix by which others are eliminated."""
    # Of what stays on a unit the host may have no current elements.
    if array.direction == "in" or array.persist or array.clause or array.size or array.joined:
        return None
    if array.block is not None or array.pivot is not None or body.unseen:
        return None
    if any(use.variable.key == array.variable.key for use in body.seen.elsewhere):
        return None
    writes = tuple(one for one in relations.seen(array, body) if one.write)
    found = relations.of_accesses(replace(array, accesses=writes), body)
    ends = [polyhedral.bounds(found, k, body.space) for k in range(len(array.dimensions))]
    if not writes or None in ends or (len(ends) == 1 and ends[0][0] == "0"):
        return None
    inner = [dimension.extent.code for dimension in array.dimensions[1:]]
    factors = [[f"(long)({one})" for one in inner[k:]] for k in range(len(ends))]
    low, high = (
        " + ".join(" * ".join([f"(long)({end[side]})", *factors[k]]) for k, end in enumerate(ends))
        for side in (0, 1)
    )
    return Written(low, high, tuple(one for one in inner if not one.isdigit()))


def alike(arrays):
    """Pairs of names of arrays that may be one and the same: of both each iteration has the same
    items, and reaches no others."""
    return tuple(
        (first.name, second.name)
        for k, first in enumerate(arrays)
        for second in arrays[k + 1 :]
        if _has_own(first) and _has_own(second) and _lie_alike(first, second)
    )


def _has_own(array):
    """Whether iterations reach nothing of an array but what is theirs."""
    odd = array.clause or array.size or array.joined or array.block or array.pivot
    halos = [halo for d in array.dimensions for halo in (d.below, d.above) if halo is not None]
    return array.associated and not odd and all(halo.value == 0 for halo in halos)


def _lie_alike(first, second):
    one, other = ((a.element.canonical or "").replace("const ", "") for a in (first, second))
    pairs = list(zip(first.dimensions, second.dimensions, strict=False))
    rows = [a.extent.code == b.extent.code for a, b in pairs[1:]]
    items = [a.associated == b.associated and _items(a) == _items(b) for a, b in pairs]
    same = len(first.dimensions) == len(second.dimensions) and one == other != ""
    return same and all(rows) and all(items)


def _items(dimension):
    found = dimension.map
    parts = () if found is None else (found.stride, found.offset, found.width)
    return [part.code if part.value is None else part.value for part in parts]
