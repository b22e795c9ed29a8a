# SPDX-License-Identifier: BSD-3-Clause
"""Which items of an array go with an iteration, where it is not item i: `width` items from
stride * i + offset on, as the relations say."""

from dataclasses import dataclass, replace

from ... import expression
from ...loops import ends
from ...model import Dimension, Expression, Map
from ...syntax import (
    INT,
    ArrayType,
    Binary,
    IntegerType,
    PointerType,
    Select,
    integer,
    rebuilt,
    variable_of,
)
from .. import polyhedral
from ..algebra import ranges
from ..algebra.affine import Polynomial
from ..independence import relations
from ..shapes.extents import at_most, can_be_asked, possible
from . import existing

CUT = "it may end before the last iterations' items do"
BY_ITSELF = "where the array is left out of clauses items are found, and --explain shows them"
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


# ---- What a clause says --------------------------------------------------------------------------


def declared(array, body):
    """The array with the items that its clause says an iteration has, held against the body; None
    after a message. An array whose clause says nothing of that is as it was."""
    for k, dimension in enumerate(array.dimensions):
        if dimension.first is not None and array is not None:
            array = _stated(array, k, body)
        if array is None:
            return None
    return array


def _stated(array, k, body):
    dimension, seen = array.dimensions[k], relations.seen(array, body)
    made = _read(array, k, body)
    if made is None:
        return None
    unknown = next((a for a in seen if a.indices is None or None in a.indices[k : k + 1]), None)
    if unknown is not None:
        why = "its subscript is not a sum of products"
        id = "write-not-affine" if unknown.write else "read-not-affine"
        _said(id, body.where(unknown.node), array, body, k, why=why)
        return None
    written = any(access.write for access in seen)
    if seen and not _lies_within(array, k, made, written, body):
        return None
    if written and made.width.value > abs(made.stride.value) * _step(body):
        why = "the next one has some of them, too"
        _said("items-of-iteration", dimension.first.where, array, body, k, why=why)
        return None
    guards = _exist(array, k, made, True, False, body)
    if guards is None:
        why = "for some iterations they are outside of the array"
        _said("items-of-iteration", dimension.first.where, array, body, k, why=why)
        return None
    body.guards |= dict.fromkeys(guards)
    dimensions = list(array.dimensions)
    dimensions[k] = replace(dimension, map=made)
    return replace(array, dimensions=tuple(dimensions))


def _said(id, where, array, body, k, help=BY_ITSELF, **words):
    first, width = array.dimensions[k].first, array.dimensions[k].width
    found = first.text if width is None else f"{first.text}:{width.text}"
    body.diagnostics.add(id, where, name=array.name, dim=k + 1, found=found, help=help, **words)


def _read(array, k, body):
    """The Map of the clause, or None after a message."""
    dimension, loop = array.dimensions[k], body.loop
    why = ""
    tree = expression.read(
        dimension.first.text, {**body.parsed.scope, loop.variable.name: loop.variable}
    )
    found = None if tree is None else body.values.polynomial(_within(tree, loop))
    parts = None if found is None else found.factor(body.iteration)
    width = 1 if dimension.width is None else dimension.width.value
    if not dimension.associated:
        why = f"dimension {k + 1} is not the one that the loop's variable selects"
    elif parts is None or not parts[0].value:
        why = f"that is no number times '{loop.variable.name}' and an offset"
    elif not isinstance(width, int) or width < 1:
        why = "how many these are is no number above 0"
    if why or parts is None:
        _said("items-of-iteration", dimension.first.where, array, body, k, why=why)
        return None
    where = dimension.first.where
    return Map(_number(parts[0].value, where), parts[1].expression(where), _number(width, where))


def _within(tree, loop):
    """The tree as of text in the loop, where its variable is an iteration's."""
    at = loop.header_end
    return replace(rebuilt(tree, lambda part: _within(part, loop)), start=at, end=at)


def _lies_within(array, k, made, written, body):
    """Whether what iterations write lies in the items, and what they read in these and the halo,
    or that is taken from the clause; else there is a message."""
    window = _window(array, k, made.stride.value, body, every=not written)
    holds = None if window is None else _holds_all(array.dimensions[k], made, window, written, body)
    if holds is None and not written:
        _said("items-assumed", array.dimensions[k].first.where, array, body, k)
    elif holds is None:
        why = "it cannot be told which it writes"
        _said("items-of-iteration", array.dimensions[k].first.where, array, body, k, why=why)
    elif not holds:
        _differs(array, k, made, window, written, body)
    return holds or (holds is None and not written)


def _holds_all(dimension, made, window, written, body):
    """The same of the window that it reaches; None where it is not known."""
    offset, width, below, above = window
    found = body.polynomial(offset)
    far = None if found is None else (found - body.polynomial(made.offset.text)).value
    if far is None:
        return None
    if written and (far < 0 or far + width > made.width.value):
        return False
    halo = [0 if part is None else part.value for part in (dimension.below, dimension.above)]
    left = [far - below, made.width.value - far - width - above]
    ends = [None if h is None else more + h >= 0 for h, more in zip(halo, left, strict=True)]
    return False if False in ends else None if None in ends else True


def _differs(array, k, made, window, written, body):
    """The message where the body reaches others."""
    dimension, where = array.dimensions[k], array.dimensions[k].first.where
    value = int(window[0]) if window[0].lstrip("-").isdigit() else None
    own = Map(made.stride, Expression(window[0], where, value), _number(window[1], where))
    halo = f":{window[2]}/{window[3]}" if window[2] or window[3] else ""
    items = own.text(body.loop.variable.name) + ("" if window[1] == 1 else f":{window[1]}")
    parts = [f"[{int(d.associated)}:{d.extent.text}]" for d in array.dimensions]
    parts[k] = f"[1:{dimension.extent.text}{halo}@{items}]"
    why = f"it {'writes' if written and not halo else 'reaches'} others"
    help = f"{array.clause.kind}({array.name}{''.join(parts)}) would do"
    _said("items-of-iteration", where, array, body, k, why=why, help=help)


# ---- What is found -------------------------------------------------------------------------------


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


def _own(array, body):
    """(those of an array's accesses that say which items are an iteration's, their relations, the
    relations of all)."""
    accesses, found = relations.seen(array, body), relations.of(array, body)
    written = any(access.write for access in accesses)
    # What goes beyond the array for some iterations may only be read, and not by all.
    own = [
        (access, relation)
        for access, relation in zip(accesses, found, strict=True)
        if (access.write if written else not (access.use.branch or access.use.skipped))
    ]
    return [access for access, _ in own], [relation for _, relation in own], found


def _window(array, k, stride, body, every=False):
    """(C text of the offset, width, and how far is read before and behind that) of the smallest
    window that has what is an iteration's own, or None. `every`: all that it reaches is."""
    _, own, found = _own(array, body)
    own = found if every else own
    if not own:
        return None
    place = polyhedral.place(own, k, stride, body.space)
    rest = polyhedral.around(own, found, k, stride)
    return None if place is None or rest is None else (*place, *rest)


def _step(body):
    return (integer(body.loop.step) if body.loop.step is not None else 1) or 1


def _found(array, k, stride, cut, body):
    """A Found, or None."""
    own, window = _own(array, body)[0], _window(array, k, stride, body)
    if window is None:
        return None
    offset, width, *rest = window
    step = _step(body)
    if any(access.write for access in own) and width > abs(stride) * step:
        return None  # iterations' items would overlap
    value = int(offset) if offset.lstrip("-").isdigit() else None
    where = array.dimensions[k].extent.where
    made = Map(_number(stride, where), Expression(offset, where, value), _number(width, where))
    seen = relations.seen(array, body)
    sure = all(any(_comes_to(other, access) for other in seen) for access in own)
    # The library copies items that are apart whole or not at all.
    cut = cut and (width == 1 or width == abs(stride) * step)
    guards = _exist(array, k, made, sure, cut, body)
    return None if guards is None else Found(made, rest[0], rest[1], guards, cut)


def _comes_to(access, other):
    """Whether every iteration comes to an access, of the elements that another one is of:
    `if (a[i] > 1) a[i] = 1` reads all that it may write."""
    use, indices = access.use, access.indices
    if use.branch or use.skipped:
        return False
    same = bool(indices) and None not in indices and indices == other.indices
    return access is other or (same and use.loops == other.use.loops)


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
