# SPDX-License-Identifier: BSD-3-Clause
"""Whether memory is there as far as an array is copied: a program has what its iterations reach,
and need not have more. Where loops inside are empty, or conditions leave iterations out, they
reach less than the subscripts show."""

import math
from dataclasses import replace

from ...model import Expression
from ...syntax import ArrayType, Call, Index, Member, Name, Unary, levels, names
from .. import polyhedral
from ..algebra import ranges, strides
from ..algebra.affine import Polynomial
from ..independence import relations
from ..shapes import fits
from ..shapes.extents import can_be_asked

# How many elements of a dimension an array is taken to have behind those that are reached: of a
# matrix the whole last row where a stencil leaves out its end.
SLACK = (0, 1, 2, 4, 8, 16)

SHORTER = "no iteration reaches as far as the loop goes, or all reach what is before its beginning"
OPEN = "nobody can tell beforehand whether an iteration reaches its end"
BEFORE = "iterations may reach what lies before its beginning"
LONGER = "iterations reach beyond what its declaration says of it"
TAKEN = "it is taken to be as long as the loop goes, whatever conditions leave out"


def asked(array, length, body):
    """(whether it can be known, or asked before the loop, that an array is there, the reason to
    say where it is not, or is taken for granted). `length`: as far as its last row is copied; None:
    to its end."""
    space, found = polyhedral.space(body), relations.of(array, body)
    _rows(array, found, body)
    count = _unknown(array)
    if not count:
        stays = _stays_declared(array, found, body)
        body.guards |= _somewhere(array, found, body)
        return stays, "" if stays else LONGER
    sizes = [body.tree(dimension.extent.text) for dimension in array.dimensions[:count]]
    if length is not None:
        sizes[-1] = body.tree(str(length))
    ends = _ends(array, sizes, space, body)
    if ends[0] is None:
        if not _begins(found, body):
            return False, BEFORE
        body.guards |= _some(array) | _somewhere(array, found, body)
        return True, TAKEN
    return _reaches(array, found, length, (sizes, ends), body)


def _reaches(array, found, length, dimensions, body):
    """The same of an array whose sizes, and their ends, are understood."""
    (sizes, ends), holds, space = dimensions, known(body), polyhedral.space(body)
    sure = [relation for relation in found if relation.exact]
    text = polyhedral.reached(sure, ends, holds, space)
    enough = None if text == "" else _enough(array, length, body)
    taken = text is None and len(sure) < len(found) and not _may_end_early(array, found, body)
    if taken or enough is not None:
        text = polyhedral.possible(space.some(sizes), holds, space)
    body.guards |= {one: None for one in (text, enough) if one} | _some(array, "/%")
    if taken or enough is not None:
        body.guards |= _somewhere(array, found, body)
    if enough is not None:
        return True, ""
    if text is None and not taken:
        return False, SHORTER if len(sure) == len(found) else OPEN
    if not _begins(found if taken else [one for one in found if not one.exact], body):
        return False, BEFORE
    return True, TAKEN if taken else ""


def _somewhere(array, found, body):
    """C text of that a pointer leads anywhere, where iterations may follow it never: a program has
    NULL where it has no mask."""
    if array.variable.is_object:
        return {}
    sure = any(
        relation.exact
        and not relation.map.is_empty()
        and not access.use.guards
        and not access.use.skipped
        for access, relation in zip(relations.seen(array, body), found, strict=True)
    )
    return {} if sure else {f"{array.name} != NULL": None}


def _some(array, marks=""):
    """C texts of that extents are more than nothing: all, or those with one of the `marks`, which
    steps leave in them. What is asked of the last element takes steps for ones, by which some are
    always reached."""
    codes = [one.extent.code for one in array.dimensions if one.extent.value is None]
    wanted = [code for code in codes if not marks or set(marks) & set(code)]
    return {f"{code} >= 1": None for code in wanted}


def _begins(found, body):
    """Whether iterations are known not to reach what lies before an array's first element, whatever
    data decide; or have it asked."""
    text = polyhedral.begins(found, known(body), polyhedral.space(body))
    body.guards |= {text: None} if text else {}
    return text is not None


def _may_end_early(array, found, body):
    """Whether iterations may be kept from reaching so far: by jumps that leave a loop by what is
    known before it, or one that leads on from what is the iteration's own; by a condition on the
    element's number, or one of sizes that is not linear. A table that all read is as long as a loop
    goes which data leave."""
    return any(
        (access.use.skipped and (_leaves_by_sizes(access.use, body) or _leads_on(access, body)))
        or _has_end(access, array, body)
        or _left_out_by_sizes(access.use, body)
        for access, relation in zip(relations.seen(array, body), found, strict=True)
        if not relation.map.is_empty()
    )


def _leaves_by_sizes(use, body):
    space = polyhedral.space(body)
    return bool(use.ends) and all(
        space.leaves(use, level, condition) or _of_sizes(condition, body)
        for level, condition in use.ends
    )


def _left_out_by_sizes(use, body):
    """Whether a condition that relations do not say is one of sizes, not of data: `i * k < p`."""
    return any(_of_sizes(condition, body) for condition in body.space.terms(use).unsaid)


def _of_sizes(node, body):
    """Whether an expression is made of loops' variables and of what is known before the loop."""
    node, values = body.values.tree(node), body.values
    if isinstance(node, Call | Index | Member) or (isinstance(node, Unary) and node.op == "*"):
        return False
    if isinstance(node, Name) and node.variable is not None:
        key = node.variable.key
        known = key not in values.changing and node.variable.scope != "local"
        return known or key in values.loops
    return all(_of_sizes(child, body) for child in node.children)


def _leads_on(access, body):
    index = access.indices[0] if access.indices else None
    if index is None:
        return False
    least, greatest = ranges.extremes(index, access.use.loops, body.values)
    parts = None if greatest is None else greatest.factor(body.iteration)
    if parts is None or not parts[0] or greatest == least:
        return False
    width = parts[0] if all(factor > 0 for factor in parts[0].values()) else ranges.ONE
    return not ranges.at_least(width - ranges.ONE, parts[1])


def _has_end(access, array, body):
    """Whether a condition compares the number of an element of a matrix with something else than
    the number of all."""
    sizes = [body.polynomial(dimension.extent.text) for dimension in array.dimensions]
    if len(sizes) < 2 or len(access.use.subscripts) != 1 or None in sizes:
        return False
    index = body.values.polynomial(access.use.subscripts[0])
    return index is not None and any(
        can_be_asked(size, size, body)
        and not ranges.at_least(size, math.prod(sizes[1:], start=sizes[0]))
        for size in _left_by(access.use, index, body)
    )


def _stays_declared(array, found, body):
    """Whether iterations are known, or can be asked before the loop, to stay in an array that is a
    parameter: what its declaration says is the least that a caller has there."""
    size = body.tree(array.dimensions[0].extent.text) if array.variable.parameter else None
    space = polyhedral.space(body)
    before = None if size is None else space.before(size)
    told = [relation for relation in found if not relation.loose]
    if before is None or not told:
        return True
    text = polyhedral.within(told, before, known(body), space)
    body.guards |= {text: None} if text else {}
    return text is not None


def _ends(array, sizes, space, body):
    """The sets of elements of which one is reached where an array is there, the strictest first.
    Rows may be left out where iterations have them as their own, and no others."""
    if len(sizes) == 1:
        return [space.end(sizes, slack) for slack in SLACK]
    rows = SLACK if _own_items(array, body) else SLACK[:1]
    ends = [space.end(sizes, 0, slack) for slack in SLACK]  # of the last row, its end
    ends += [space.end(sizes, slack, slack) for slack in rows[1:]]
    return ends + [space.end(sizes, slack) for slack in rows]  # the last row is reached in part


def _own_items(array, body):
    """Whether an iteration has item i, and there are no others."""
    outer = array.dimensions[0]
    last = ranges.bounds(body.parsed.node, body.values)[1]
    extent = body.polynomial(outer.extent.text)
    if not outer.associated or outer.map is not None or None in (last, extent):
        return False
    return extent == last + ranges.ONE


def fitted(array, body):
    """The array without the last elements or rows that iterations are known not to reach, as where
    conditions leave them out; items i of all iterations stay, and others may be cut off."""
    outer = array.dimensions[0] if array.dimensions else None
    if outer is None or not _unknown(array):
        return array
    mapped = outer.map is not None
    if mapped and (outer.map.width.value != 1 or persisted(array, body)):
        return array
    extent = body.polynomial(outer.extent.text)
    least = None
    if outer.associated and not mapped:
        last = ranges.bounds(body.parsed.node, body.values)[1]
        if last is None:
            return array
        least = last + ranges.ONE
    size = _fitting(extent, least, array, body) if extent is not None else None
    if size is None:
        return array
    shorter = _least(extent, size, array, body) or size.expression(outer.extent.where)
    dimensions = (replace(outer, extent=shorter), *array.dimensions[1:])
    return replace(array, dimensions=dimensions, cut=array.cut or mapped)


def _least(extent, size, array, body):
    """The lesser of a vector's two ends of which nobody knows which one it is, as relations say it;
    None where these do not."""
    alone = len(array.dimensions) == 1 and not array.dimensions[0].associated
    if not alone or (size - extent).value is not None:
        return None
    found = relations.of(array, body)
    ends = polyhedral.bounds(found, 0, body.space) if all(r.exact for r in found) else None
    text = f"{ends[1]} + 1" if ends else ""
    chosen = bool(text) and body.polynomial(text) is None
    return Expression(text, array.dimensions[0].extent.where) if chosen else None


def persisted(array, body):
    """Whether a clause has it stay on the units."""
    return any(c.kind == "persist" and c.name == array.name for c in body.parsed.directive.clauses)


def _fitting(extent, least, array, body):
    """What an array has, or what is asked so that it is enough, instead of its extent; None: the
    extent it is. `least`: the iterations' items, or None."""
    found, space = relations.of(array, body), polyhedral.space(body)
    if all(relation.map.is_empty() for relation in found):
        return None  # all sizes would be enough
    always = relations.of_accesses(_unguarded(array, body), body)

    def within(size, of=found):
        before = space.before(body.tree(size.wide))
        return None if before is None else polyhedral.within(of, before, known(body), space)

    other = least is not None and (extent - least).value is None
    if other and can_be_asked(least, least, body):
        text = within(least)
        if text is not None:
            body.guards |= {text: None} if text else {}
            return least
    for size in _named(array, body):
        larger = (size - extent).value
        # What all iterations keep to anyway is no end of the array's.
        less = larger < 0 if larger is not None else within(size, always) != ""
        if less and _has(size, least) and within(size) == "":
            return size
    best = None
    for less in range(1, SLACK[-1] + 1):
        size = extent - Polynomial.constant(less)
        if not _has(size, least) or within(size) != "":
            return best
        best = size
    return None  # nobody knows how much is left out


def _unguarded(array, body):
    """The array as if all conditions around its uses held."""
    accesses = relations.seen(array, body)
    free = tuple(replace(one, use=replace(one.use, guards=())) for one in accesses)
    return replace(array, accesses=free)


def _has(size, least):
    """Whether the items of all iterations are among so many."""
    if size.value is not None and size.value < 1:
        return False
    return least is None or bool(ranges.at_least(size, least))


def _named(array, body):
    """How many elements or rows conditions around the accesses leave: of `if (i < n - w) y[i + w]`,
    n."""
    found: dict[Polynomial, None] = {}
    for access in array.accesses:
        index = access.indices[0] if access.indices else None
        for size in _left_by(access.use, index, body) if index is not None else ():
            if can_be_asked(size, size, body):
                found[size] = None
    return list(found)


def _left_by(use, index, body):
    """What a subscript is less than by each of the conditions around a use."""
    for condition, holds in use.guards:
        for small, large in ranges.compared(condition, holds, body.values):
            yield large + index - small


def _enough(array, length, body):
    """C text of that an array of a known size has all elements that are copied; "" where it is
    known, None where the size is not."""
    kind = array.variable.type
    most = kind.extent_value if isinstance(kind, ArrayType) and kind.depth == 1 else None
    parts = [body.polynomial(dimension.extent.text) for dimension in array.dimensions]
    if most is None or None in parts:
        return None
    total = math.prod(parts[1:], start=parts[0])
    if length is not None:
        total = (parts[0] - ranges.ONE) * parts[1] + length
    if total.value is None:
        return f"{fits.real(total)} <= {most}.0L"
    return "" if total.value <= most else None


def some(array, body):
    """Has it asked whether an array that a clause names has elements, which may not be known."""
    dimensions = array.dimensions[: _unknown(array)]
    unknown = [dimension.extent for dimension in dimensions if dimension.extent.value is None]
    if array.size is not None or not unknown:
        return
    space = polyhedral.space(body)
    elements = space.some([body.tree(extent.text) for extent in unknown])
    text = polyhedral.possible(elements, known(body), space)
    body.guards |= {text: None} if text else {}


def known(body):
    """The iterations, where what has been asked holds."""
    trees = [tree for tree in map(body.tree, body.guards) if tree is not None]
    trees += strides.facts(body)
    return polyhedral.space(body).known(trees)


def _rows(array, found, body):
    """Has it asked whether pointers to rows stay in these: `double *p = a[i]; p[j]`."""
    extents = relations.extents(array)
    if len(extents) < 2:
        return
    pointed = [relation for relation in found if not _subscripts(relation.node, array)]
    inner = (None, *extents[1:])
    text = polyhedral.stays(pointed, inner, known(body), polyhedral.space(body))
    body.guards |= {text: None} if text else {}


def _subscripts(node, array):
    """Whether an element is named by all of its subscripts, where it stands."""
    count, base = 0, node
    while isinstance(base, Index | Member):
        count += isinstance(base, Index)
        base = base.children[0]
    here = node.start <= base.start < node.end  # else a pointer stands for the rest (views.py)
    return here and names(base, array.variable) and count == len(array.dimensions)


def _unknown(array):
    """How many dimensions the array's type does not tell, from the outside."""
    extents, _ = levels(array.variable.type)
    if array.joined and None not in extents:
        return 0
    if len(extents) != len(array.dimensions):
        return len(array.dimensions)
    return 1 if extents[0] is None else 0
