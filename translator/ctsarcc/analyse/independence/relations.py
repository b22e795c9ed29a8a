# SPDX-License-Identifier: BSD-3-Clause
"""An array's accesses as relations, and what is asked of them (polyhedral/)."""

from dataclasses import replace

from ...model import Array, Dimension, Expression
from ...syntax import ArrayType, PointerType, StructType, integer, members_of
from .. import polyhedral
from ..shapes.arrays import access, as_seen
from ..shapes.extents import strides
from . import library


def of(array, body):
    """The relations of what the iteration does with an array, under whatever name."""
    return of_accesses(replace(array, accesses=seen(array, body)), body)


def seen(array, body):
    """An array's accesses, under whatever name."""
    return array.accesses if array.variable.scope == "hidden" else as_seen(array, body).accesses


def of_accesses(array, body):
    """The relations of an array's accesses."""
    space = polyhedral.space(body)
    # That a pointer stays in its row is the word of a clause.
    found = [
        space.relation(
            access,
            len(array.dimensions),
            _members(array.element),
            array.clause is not None,
            library.selected(access, array, body),
        )
        for access in array.accesses
    ]
    return [replace(one, exact=False) for one in found] if _packed(array.element) else found


def _packed(element):
    """Whether members may share a byte, which threads then must not write at the same time."""
    return isinstance(element, StructType) and element.bit_fields


def _members(element):
    return () if _packed(element) else members_of(element)


def behind(body, written=True):
    """Arrays that stand for what pointers inside structs lead to; with `written`, those that
    are."""
    groups: dict = {}
    for use in body.seen.paths:
        groups.setdefault(use.variable.key, []).append(use)
    return [
        unnamed(uses, body)
        for uses in groups.values()
        if not written or any(use.write for use in uses)
    ]


def unnamed(uses, body):
    """An array that no clause can name, with as many dimensions as it has subscripts."""
    variable, count = uses[0].variable, max(len(use.subscripts) for use in uses)
    element = variable.type
    for _ in range(variable.type.depth):
        element = element.element
    where = body.where(uses[0].node)
    inner = strides(uses, body) if count == 1 and variable.key else None
    dimensions = [Dimension(False, extent.expression(where)) for extent in inner or ()]
    unknown = Dimension(False, Expression("", where))
    array = Array(
        variable, element, (*[unknown] * (count if not dimensions else 1), *dimensions), "inout"
    )
    return replace(array, accesses=tuple(access(array, use, body) for use in uses))


def flat(uses, body):
    """A vector that is reached by the first subscripts alone."""
    variable = uses[0].variable
    unknown = Dimension(False, Expression("", body.where(uses[0].node)))
    array = Array(variable, variable.type.element, (unknown,), "inout")
    first = [replace(use, subscripts=use.subscripts[:1], field="") for use in uses]
    return replace(array, accesses=tuple(access(array, use, body) for use in first))


def divided(array, body):
    """Whether iterations may be divided, as far as the array goes: a polyhedral.Verdict."""
    return polyhedral.divided(of(array, body), body.space, extents(array))


def leaves_row(array, body):
    """Whether a subscript within a row is, or may be, one beyond it, and reaches what others
    have."""
    known = extents(array)
    return any(
        known[k] is not None and polyhedral.leaves(relation, k, known[k]) is not False
        for relation in of(array, body)
        for k in range(1, len(known))
    )


def extents(array):
    """Of each dimension, as the array's type has them; none where subscripts are another matrix's,
    or the array is one of several that a pointer may lead to. A parameter's first is the least that
    a caller has there."""
    found: list = []
    kind = array.variable.type
    while isinstance(kind, ArrayType) or (isinstance(kind, PointerType) and not found):
        outer = array.variable.parameter and not found
        found.append(kind.extent_value if isinstance(kind, ArrayType) and not outer else None)
        kind = kind.element
    return found if len(found) == len(array.dimensions) else ()


def ends_of_matrix(array, body):
    """C texts of the least and the greatest subscript of a vector that is subscripted as a matrix,
    whose rows have a length that is no constant; None where it is not."""
    found = of_accesses(array, body)
    if len(array.dimensions) < 2 or len(array.accesses[0].use.subscripts) != 1:
        return None
    ends = [polyhedral.bounds(found, k, body.space) for k in range(len(array.dimensions))]
    if None in ends:
        return None
    rows = [f"({d.extent.code})" for d in array.dimensions[1:]]
    return tuple(
        " + ".join(" * ".join([f"({end[side]})", *rows[k:]]) for k, end in enumerate(ends))
        for side in (0, 1)
    )


def written_fully(array, k, body):
    """Whether the iteration writes all of what it brings back of an array whose dimension k is
    associated: True, False, or None where it cannot be told. With a step, what lies between two
    iterations is brought back too."""
    step = 1 if body.loop.step is None else integer(body.loop.step)
    relations = of(array, body)
    sizes = [body.tree(dimension.extent.text) for dimension in array.dimensions]
    made = array.dimensions[k].map
    window = (
        (1, 0, step) if made is None else (made.stride.value, made.offset.value, made.width.value)
    )
    wanted = (
        None if None in window else body.space.item(sizes, k, window, len(_members(array.element)))
    )
    fully = None if wanted is None else polyhedral.covered(relations, wanted)
    # What stands under a condition may be meant so.
    sure = not any(
        access.write and (access.use.branch or access.use.skipped) for access in array.accesses
    )
    return fully if fully or sure else None
