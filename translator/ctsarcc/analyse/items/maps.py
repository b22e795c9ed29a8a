# SPDX-License-Identifier: BSD-3-Clause
"""Which items of an array go with an iteration, where it is not item i: `width` items from
stride * i + offset on, as the relations say."""

from dataclasses import dataclass, replace

from ...loops import ends
from ...model import Dimension, Expression, Map
from ...syntax import INT, ArrayType, Binary, IntegerType, PointerType, Select, integer, variable_of
from .. import polyhedral
from ..algebra import ranges
from ..algebra.affine import Polynomial
from ..independence import relations
from ..shapes.extents import at_most, can_be_asked, possible
from . import existing

CUT = "it may end before the last iterations' items do"
INT_MAX = (1 << (8 * INT - 1)) - 1


@dataclass(frozen=True)
class Found:
    """A map with its halo, and what must hold for it."""

    map: Map
    below: int
    above: int
    guards: tuple = ()
    cut: bool = False


def associated(array, body, cut=False):
    """(the array with the dimension that the iteration selects by a map, reasons), or None. `cut`:
    the last iterations' items need not all be there."""
    for k in range(len(array.dimensions)):
        for stride in _strides(array, k, body):
            found = _found(array, k, stride, cut, body)
            if found is not None and not cut and _may_end(array, k, found, body):
                found = _found(array, k, stride, True, body) or found
            if found is not None:
                body.guards |= dict.fromkeys(found.guards)
                return _with(array, k, found, body)
    return None


def _may_end(array, k, found, body):
    """Whether an array behind a pointer may end before the last iteration's items do, as where a
    tile is not full."""
    of_rows = any(block.variable.key == array.variable.key for block in body.parsed.blocks)
    if of_rows or existing.persisted(array, body):
        return False
    if not isinstance(array.variable.type, PointerType):
        return False
    space, ends = polyhedral.space(body), first_and_last(found.map, body)
    tree = body.tree(f"{ends[1]} < {array.dimensions[k].extent.code}") if ends else None
    if tree is None or not all(relation.exact for relation in relations.of(array, body)):
        return False
    return polyhedral.possible(space.known([tree]), space.known([]), space) != ""


def _with(array, k, found, body):
    where = array.dimensions[k].extent.where
    halo = (
        [Expression(str(h), where, h) for h in (found.below, found.above)]
        if found.below or found.above
        else [None, None]
    )
    dimensions = list(array.dimensions)
    dimensions[k] = replace(
        dimensions[k], associated=True, below=halo[0], above=halo[1], map=found.map
    )
    items = "item" if found.map.width.value == 1 else f"{found.map.width.text} items from"
    first = found.map.text(body.loop.variable.name)
    reasons = [f"dimension {k + 1} is associated: an iteration has {items} {first}"]
    if found.below or found.above:
        reasons.append(f"it reads {found.below} before and {found.above} behind them as well")
    reasons += [CUT] if found.cut else []
    return replace(array, dimensions=tuple(dimensions), cut=found.cut), reasons


def _strides(array, k, body):
    """Factors of the iteration in subscripts, or in where inner loops begin to count these; those
    of what is written first."""
    found = {}
    for access in sorted(array.accesses, key=lambda access: not access.write):
        index = access.indices[k] if access.indices and k < len(access.indices) else None
        begin = ranges.extremes(index, access.use.loops, body.values)[0]
        for part in (index, begin):
            parts = None if part is None else part.factor(body.iteration)
            if parts is not None and parts[0].value:
                found[parts[0].value] = True
    return found


def _found(array, k, stride, cut, body):
    """A Found, or None."""
    accesses = relations.seen(array, body)
    pairs = list(zip(accesses, relations.of(array, body), strict=True))
    written = any(access.write for access in accesses)
    # What goes beyond the array for some iterations may only be read, and not by all.
    own = [
        (access, relation)
        for access, relation in pairs
        if (access.write if written else not (access.use.branch or access.use.skipped))
    ]
    if not own:
        return None
    place = polyhedral.place([relation for _, relation in own], k, stride, body.space)
    rest = polyhedral.around(
        [relation for _, relation in own], [relation for _, relation in pairs], k, stride
    )
    if place is None or rest is None:
        return None
    offset, width = place
    step = integer(body.loop.step) if body.loop.step is not None else 1
    if written and width > abs(stride) * (step or 1):
        return None  # iterations' items would overlap
    value = int(offset) if offset.lstrip("-").isdigit() else None
    where = array.dimensions[k].extent.where
    made = Map(_number(stride, where), Expression(offset, where, value), _number(width, where))
    sure = not any(access.use.branch or access.use.skipped for access, _ in own)
    # The library copies items that are apart whole or not at all.
    cut = cut and (width == 1 or width == abs(stride) * (step or 1))
    guards = _exist(array, k, made, sure, cut, body)
    return None if guards is None else Found(made, rest[0], rest[1], guards, cut)


def _exist(array, k, made, sure, cut, body):
    """C texts of what must hold for every iteration's items to exist, but for those behind the end
    where these are cut off; None where they may not. `sure`: a program that is right reaches
    them."""
    extent = array.dimensions[k].extent
    found = first_and_last(made, body)
    if found is None:
        return None
    guards = list(_none_wraps(made, body))
    for end, limit in ((found[0], None), *([] if cut else [(found[1], extent)])):
        holds = _holds(end, limit)
        if holds is False or (holds is None and not sure):
            return None
        if holds is None:
            guards.append(f"{end} >= 0" if limit is None else f"{end} < {limit.code}")
    return tuple(guards)


def first_and_last(made, body):
    """C texts of the first and of the last item of all iterations, or None."""
    if made.offset.value is not None:
        window = (made.stride.value, made.offset.value, made.width.value)
        return polyhedral.space(body).ends(window)
    first, last = ranges.bounds(body.parsed.node, body.values)
    if not can_be_asked(first, last, body):
        return None
    factor = Polynomial.constant(made.stride.value)
    low, high = (first, last) if made.stride.value > 0 else (last, first)
    return tuple(
        f"(long double)({(factor * end).wide}) + ({made.offset.text}){behind}"
        for end, behind in ((low, ""), (high, f" + {made.width.value - 1}"))
    )


def _none_wraps(made, body):
    """C texts of that no sum of what has no sign wraps around, in an offset and the loop's ends."""
    parts = [body.tree(made.offset.text), *ends(body.loop)]
    if made.offset.value is not None:
        return
    for node in (node for part in parts if part is not None for node in part.walk()):
        variable = variable_of(node)
        kind = None if variable is None else variable.type
        unsigned = isinstance(kind, IntegerType) and not kind.signed and kind.size == INT
        if variable is not None and unsigned:
            yield f"{variable.name} <= {INT_MAX}"


def _holds(end, limit):
    """Whether the item exists: True, False, or None where it is not known."""
    if not end.lstrip("-").isdigit() or (limit is not None and limit.value is None):
        return None
    return int(end) >= 0 if limit is None else int(end) < limit.value


def _number(value, where):
    return Expression(str(value), where, value)


def ends_early(array, body):
    """A matrix in a vector as what is reached of it, where its last row may end there; any other
    array as it is. `x[i * lda + j]` with j < m: rows of m, lda apart."""
    length = row(array, body)
    if length is None:
        return array
    outer, inner = array.dimensions
    where, pitch = inner.extent.where, body.polynomial(inner.extent.text)
    rows = body.polynomial(outer.extent.text)
    if pitch is None or rows is None or _whole(array, rows, pitch, length):
        return array
    if possible([*body.guards, f"{length} > {pitch}", f"{pitch} >= 1"], body):
        return array  # conditions keep it in its row
    if length.value is None:
        body.guards |= {at_most(ranges.ONE, length, body): None}
    length = row(array, body, True) or length
    extent = Expression(((rows - ranges.ONE) * pitch + length).wide, where)
    if not outer.associated:
        return replace(array, dimensions=(Dimension(False, extent),))
    distance = Expression(f"({pitch.wide})" if len(pitch) > 1 else pitch.wide, where)
    below, above = (
        None if part is None else Expression(f"{part.text} * {distance.text}", where)
        for part in (outer.below, outer.above)
    )
    made = Map(distance, _number(0, where), length.expression(where))
    return replace(array, dimensions=(Dimension(True, extent, below, above, map=made),))


def cut_short(array, body):
    """A matrix in a vector, of which conditions leave out the end of the last row, as a vector that
    ends there; None where they do not."""
    if array.variable.type.depth != 1 or len(array.dimensions) != 2:
        return None
    outer, inner = array.dimensions
    step = 1 if body.loop.step is None else integer(body.loop.step)
    pitch, rows = inner.extent.value, body.polynomial(outer.extent.text)
    own = outer.associated and outer.map is None and not inner.associated
    if not own or pitch is None or rows is None or step != 1:
        return None
    where = inner.extent.where
    flat = replace(array, dimensions=(Dimension(False, Expression("", where)),))
    ends = polyhedral.bounds(relations.of(flat, body), 0, body.space)
    if ends is None or not ends[0].isdigit():
        return None
    extent = Expression(f"{ends[1]} + 1", where)
    size = body.polynomial(extent.text)
    if size is not None and ranges.at_least(size, rows * Polynomial.constant(pitch)):
        return None
    kind = array.variable.type
    known = kind.extent_value if isinstance(kind, ArrayType) else None
    if known is not None:
        extent = _number(known, where)
    elif size is not None:
        extent = size.expression(where)
    below, above = (
        None if part is None else _number(part.value * pitch, where)
        for part in (outer.below, outer.above)
    )
    width = _number(pitch, where)
    made = Map(width, _number(0, where), width)
    return replace(flat, dimensions=(Dimension(True, extent, below, above, map=made),), cut=True)


def _whole(array, rows, pitch, length):
    """Whether the last row is taken to be there to its end: where rows are reached to it, or but
    for a part that is known, unless the array's type says that it is shorter."""
    if ranges.at_least(length, pitch) is None:
        return False
    kind, size = array.variable.type, (rows * pitch).value
    known = kind.extent_value if isinstance(kind, ArrayType) else None
    return known is None or size is None or size <= known


def row(array, body, stepped=False):
    """How much of a row is reached, where an array is a matrix in a vector whose rows go with
    iterations; else None. `stepped`: without what the steps of loops inside leave out."""
    if array.variable.type.depth != 1 or len(array.dimensions) != 2:
        return None
    if array.dimensions[1].associated or array.dimensions[0].map is not None:
        return None
    greatest = None
    columns = [a.indices[1] for a in array.accesses if a.indices and len(a.indices) == 2]
    if None in columns and len(columns) == len(array.accesses):
        return _reached_of_row(array, body)
    for access in array.accesses:
        index = access.indices[1] if access.indices and len(access.indices) == 2 else None
        high = ranges.extremes(index, access.use.loops, body.values, stepped)[1]
        high = ranges.extremes(high, (body.parsed.node,), body.values)[1]
        if high is None or access.use.address:
            return None
        if greatest is None or ranges.at_least(high, greatest):
            greatest = high
        elif ranges.at_least(greatest, high) is None:
            return None
    known = greatest is not None and can_be_asked(greatest, greatest, body)
    return greatest + ranges.ONE if known else None


def _reached_of_row(array, body):
    """The same where a column is no polynomial, as relations say."""
    found = relations.of(array, body)
    ends = polyhedral.bounds(found, 1, body.space)
    addresses = any(access.use.address for access in array.accesses)
    if ends is None or addresses or any(relation.loose for relation in found):
        return None
    length = body.polynomial(f"{ends[1]} + 1")
    if can_be_asked(length, length, body):
        return length
    return next((one for one in _limits(array, body) if _lies_before(found, one, body)), None)


def _limits(array, body):
    """How long rows are by what columns are clamped to, or go around by."""
    products = [product for access in array.accesses for product in access.terms[1]]
    trees = [tree for product in products for tree in product.trees]
    for node in (node for tree in trees for node in body.values.tree(tree).walk()):
        if isinstance(node, Select):
            last = [body.values.polynomial(branch) for branch in (node.yes, node.no)]
            found = [one + ranges.ONE for one in last if one is not None]
        elif isinstance(node, Binary) and node.op == "%":
            found = [one for one in [body.values.polynomial(node.right)] if one is not None]
        else:
            continue
        yield from (one for one in found if can_be_asked(one, one, body))


def _lies_before(found, length, body):
    """Whether all columns lie before so many."""
    rows = body.space.some([body.tree(length.wide)])
    return rows is not None and all(polyhedral.lies_in(relation, rows) for relation in found)


def vector(uses, array, body):
    """`array` as a vector that is as long as what is reached of it, or None."""
    flat = relations.flat(uses, body)
    found = relations.of_accesses(flat, body)
    ends = polyhedral.bounds(found, 0, body.space)
    if ends is None or any(relation.loose for relation in found):
        return None
    low, high = ends
    if low.lstrip("-").isdigit() and int(low) < 0:
        return None
    if not low.isdigit():
        body.guards |= {f"{low} >= 0": None}
    value = int(high) + 1 if high.lstrip("-").isdigit() else None
    text = str(value) if value is not None else f"{high} + 1"
    where = array.dimensions[0].extent.where if array.dimensions else body.where(uses[0].node)
    return replace(array, dimensions=(Dimension(False, Expression(text, where, value)),))
