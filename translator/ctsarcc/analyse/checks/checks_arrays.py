# SPDX-License-Identifier: BSD-3-Clause
"""What a clause says about an array, held against its type and against what the body does with
it."""

from dataclasses import replace

from ...syntax import Binary, For, PointerType, Select, integer, levels
from .. import polyhedral
from ..algebra import ranges
from ..algebra.affine import Polynomial
from ..algebra.ranges import ONE
from ..independence import dependence, relations
from ..independence.dependence import text_of
from ..items import existing
from ..shapes.arrays import as_seen
from ..shapes.reach import ZERO, reach


def check(array, body):
    """All messages about one declared array."""
    clause = array.clause
    if not _declaration(array, body):
        return
    if not _range(array, body):
        return
    seen = as_seen(array, body)
    if not seen.accesses and array.variable.key not in body.uses.scalars:
        body.diagnostics.add("unused-clause", clause.where, name=array.name)
    if array.variable.key in body.uses.written() and isinstance(array.variable.type, PointerType):
        _, events = body.uses.scalars[array.variable.key]
        body.diagnostics.add(
            "pointer-moved",
            body.where(next(e.node for e in events if e.write)),
            name=array.name,
            variable=body.loop.variable.name,
        )
        return
    _uses(seen, body)


# ---- The clause alone ----------------------------------------------------------------------------


def _declaration(array, body):
    """Whether the rest is worth looking at."""
    clause, add = array.clause, body.diagnostics.add
    associated = [k for k, dimension in enumerate(array.dimensions) if dimension.associated]
    for dimension in clause.dimensions:
        if (
            dimension.below is not None
            and not dimension.associated
            and (dimension.below.value, dimension.above.value) != (0, 0)
        ):
            add("halo-unassociated", dimension.below.where, name=array.name)
    if array.direction != "in" and not associated:
        add("output-unassociated", clause.where, name=array.name, kind=clause.kind)
        return False
    if array.direction != "in" and len(associated) > 1:
        add("output-twice", clause.where, name=array.name)
        return False
    return _size(array, body) and _extents(array, body)


def _size(array, body):
    size = array.size.value if array.size is not None else None
    if size is not None and array.element.size and (size < 1 or size % array.element.size):
        body.diagnostics.add(
            "item-size",
            array.size.where,
            name=array.name,
            found=array.size.text,
            type=array.element.spelling,
            size=array.element.size,
        )
        return False
    return True


def _extents(array, body):
    """Extents of the clause against those of the type: the inner ones must agree, the first may be
    smaller."""
    declared, _ = levels(array.variable.type)
    if (
        array.clause.kind == "copyin"
        or len(declared) != len(array.dimensions)
        or array.size is not None
    ):
        return True
    for k, (extent, dimension) in enumerate(zip(declared, array.dimensions, strict=False)):
        if extent is None or dimension.extent.text == extent:
            continue
        difference = _difference(dimension.extent.text, extent, body)
        if difference is None and k:
            text = f"(long)({dimension.extent.text}) == (long)({extent})"
            body.guards |= {text: None}
            body.diagnostics.add(
                "extent-unsure",
                dimension.extent.where,
                name=array.name,
                dim=k + 1,
                found=dimension.extent.text,
                extent=extent,
            )
        elif difference is not None and (difference > 0 or (difference and k)):
            body.diagnostics.add(
                "extent-type",
                dimension.extent.where,
                name=array.name,
                dim=k + 1,
                found=dimension.extent.text,
                extent=extent,
            )
            return False
    return True


def _range(array, body):
    """Whether every iteration has an item of its own."""
    first, last = ranges.bounds(body.parsed.node, body.values)
    for k, dimension in enumerate(array.dimensions):
        extent, parts = _extent(dimension.extent.text, body)
        beyond = (
            last is not None
            and extent is not None
            and _surely_positive((last + ONE) * parts - extent)
        )
        if (
            dimension.associated
            and dimension.map is None
            and (beyond or ranges.at_least(first, ZERO) is False)
            and dimension.extent.value != 0
        ):
            body.diagnostics.add(
                "range-beyond",
                dimension.extent.where,
                name=array.name,
                variable=body.loop.variable.name,
                dim=k + 1,
                first=first,
                last=last,
                extent=dimension.extent.text,
            )
            return False
    return True


def _difference(left, right, body):
    left, right = body.polynomial(left), body.polynomial(right)
    return None if left is None or right is None else (left - right).value


# ---- The body ------------------------------------------------------------------------------------


def _uses(array, body):
    # One message about a halo: the one that fits all accesses.
    short: set = set()
    associated = [k for k, dimension in enumerate(array.dimensions) if dimension.associated]
    before = len(body.diagnostics.messages)
    for access in array.accesses:
        if access.write and array.direction == "in":
            body.diagnostics.add("write-input", body.where(access.node), name=array.name)
        elif array.size is None:
            _access(array, access, associated, short, body)
    if array.direction == "in" or len(body.diagnostics.messages) > before or array.size is not None:
        return
    dependence.check(array, body)
    if array.direction == "out":
        _output(array, associated[0], body)


def _access(array, access, associated, short, body):
    if _flattened(array, access, associated, body):
        return
    # What a clause says of items has been held against the body (maps.py).
    owned = [k for k in associated if array.dimensions[k].map is None]
    if len(associated) > 1 and not access.write:
        # A row and a column: the whole array is there, and each access must lie in one of them.
        owned = (
            [] if any(_covered(array, k, reach(access, k, body)) for k in associated) else owned[:1]
        )
    if not all(_own_part(array, access, k, short, body) for k in owned):
        return
    if access.indices is not None:
        for k in range(min(len(array.dimensions), len(access.indices))):
            if access.use.branch or _inside(array, access, k, body):
                _inside_where_reached(array, access, k, body)


def _own_part(array, access, k, short, body):
    """Whether the access is the iteration's own; else a message has been given."""
    found, where, add = reach(access, k, body), body.where(access.node), body.diagnostics.add
    own = found.relative and found.least == ZERO and found.greatest == ZERO
    if access.use.address:
        if own or (
            access.indices is not None
            and k < len(access.indices)
            and _covered(array, k, found)
            and not access.write
        ):
            return True
        _address(array, access, body)
    elif access.write and found.index is None:
        add("write-not-affine", where, name=array.name, why=_unknown(access))
    elif access.write and not own:
        add(
            "write-elsewhere",
            where,
            name=array.name,
            dim=k + 1,
            found=found.text(),
            expected=body.loop.variable.name,
        )
    elif access.read and not access.write and not _covered(array, k, found):
        if found.index is None and _clamped(array, access, k, body):
            return True
        if _asked_to_be_idle(array, access, k, body):
            return True
        if found.relative and k in short:
            return False
        short |= {k} if found.relative else set()
        add(
            "read-outside"
            if found.index is not None or access.indices is None
            else "read-not-affine",
            where,
            name=array.name,
            dim=k + 1,
            found=found.text(),
            **_remedy(array, k, found, body),
        )
    else:
        return True
    return False


def _address(array, access, body):
    """An address that is not the iteration's own element's: of the whole array, or of another's."""
    name, where = access.use.argument, body.where(access.node)
    if name and not any(d.name == name and d.body is not None for d in body.parsed.needs):
        body.diagnostics.add("address-passed", where, name=array.name, function=name)
    else:
        body.diagnostics.add(
            "escapes",
            where,
            name=array.name,
            why=f"'{name}' gets it"
            if name
            else "it is that of the whole array or of another iteration's element",
        )


def _unknown(access):
    if access.indices is None:
        return "the flattened subscript does not fit the declared extents"
    return "its subscript is not a sum of products"


def _covered(array, k, found):
    """Whether a read lies in what the unit holds; what cannot be told counts as covered where it is
    relative."""
    if not found.relative:
        return False
    below, above = _halo(array.dimensions[k].below), _halo(array.dimensions[k].above)
    low = None if below is None or found.least is None else _holds(found.least + below)
    high = None if above is None or found.greatest is None else _holds(above - found.greatest)
    return low is not False and high is not False


def _holds(difference):
    """Whether a difference is 0 or more. Symbols count as sizes, which are positive: -radius is
    not."""
    if difference.value is not None:
        return difference.value >= 0
    return False if all(f < 0 for f in difference.values()) else None


def _halo(halo):
    """A halo as a Polynomial; None where it is not constant (then it is the user's word)."""
    if halo is None:
        return ZERO
    return None if halo.value is None else Polynomial.constant(halo.value)


def _clamped(array, access, k, body):
    """Whether the subscript is `i > 0 ? i - 1 : 0` or the like: at the ends another element, else
    within the halo."""
    if access.terms is None or k >= len(access.terms) or len(access.terms[k]) != 1:
        return False
    term = access.terms[k][0]
    if term.factor != 1 or len(term.trees) != 1 or not isinstance(term.trees[0], Select):
        return False
    found = False
    for branch in term.trees[0].children[1:]:
        index = body.values.polynomial(branch)
        if index is None:
            return False
        if body.iteration in index.variables():
            part = replace(
                access, indices=tuple(index if d == k else p for d, p in enumerate(access.indices))
            )
            if not _covered(array, k, reach(part, k, body)):
                return False
            found = True
    return found


def _remedy(array, k, found, body):
    kind = array.clause.kind if array.clause else "part_copyin"
    if not found.relative:
        whole = "".join(f"[0:{d.extent.text}]" for d in array.dimensions)
        if array.direction == "in":
            return {
                "missing": "which other iterations own",
                "help": f"every unit needs all of it: copyin({array.name}{whole})",
            }
        return {
            "missing": "which other iterations own",
            "help": "read what does not change: a copy of the array that is only copied in",
        }
    others = [other for access in array.accesses if (other := reach(access, k, body)).relative]
    below = _most([other.least for other in others], found.least, -1)
    above = _most([other.greatest for other in others], found.greatest, 1)
    halo = below if below == above else f"{below}/{above}"
    extents = [f"[{int(d.associated)}:{d.extent.text}]" for d in array.dimensions]
    extents[k] = f"[1:{array.dimensions[k].extent.text}:{halo}]"
    return {
        "missing": "beyond the halo"
        if array.dimensions[k].below is not None
        else "and there is no halo",
        "help": f"a halo of {halo} would do: {kind}({array.name}{''.join(extents)})",
    }


def _most(offsets, one, sign):
    """The halo that all offsets need on one side; where they are not constant, what this one
    needs."""
    values = [offset.value if offset is not None else None for offset in offsets]
    return (
        _needed(one, sign) if None in values else str(max(0, *(sign * value for value in values)))
    )


def _needed(offset, sign):
    """The halo that an offset needs, as C text."""
    if offset is None:
        return "HALO"
    size = offset if sign > 0 else -offset
    return (
        str(max(0, size.value))
        if size.value is not None
        else "0"
        if all(f < 0 for f in size.values())
        else str(size)
    )


def _flattened(array, access, associated, body):
    """A vector by its clause, subscripted as a matrix: i * m + j."""
    if (
        len(array.dimensions) != 1
        or not associated
        or array.dimensions[0].map is not None
        or access.indices is None
        or len(access.indices) != 1
        or access.indices[0] is None
    ):
        return False
    parts = access.indices[0].factor(body.iteration)
    if parts is None or parts[0].value in (0, 1, -1) or parts[0].variables() & _inner(access):
        return False
    least, greatest = ranges.extremes(parts[1], access.use.loops, body.values)
    if (
        parts[1].value is not None
        or least is None
        or greatest is None
        or (parts[0] - ONE - (greatest - least)).value is None
    ):
        return False
    rows = array.dimensions[0].extent.text
    body.diagnostics.add(
        "dimension-flat",
        body.where(access.node),
        name=array.name,
        found=text_of(access.node, body),
        example=f"{array.clause.kind}({array.name}[1:{rows}][0:{parts[0]}])",
    )
    return True


def _inner(access):
    return {
        (inner.loop.variable.name, inner.loop.variable.key)
        for inner in access.use.loops
        if inner.loop.variable
    }


def _inside(array, access, k, body):
    """Whether there is no message: where the subscript surely leaves the dimension, over all
    iterations."""
    found = _end_beyond(array, access, k, body)
    if found is not None:
        body.diagnostics.add(
            "beyond-extent",
            body.where(access.node),
            name=array.name,
            dim=k + 1,
            found=found[1],
            which=found[0],
            extent=array.dimensions[k].extent.text,
        )
    return found is None


def _end_beyond(array, access, k, body):
    """(which, what) of the subscript's ends lies beyond the dimension, whatever the conditions; or
    None."""
    index, (extent, parts) = access.indices[k], _extent(array.dimensions[k].extent.text, body)
    loops = (body.parsed.node, *access.use.loops)
    if (
        index is None
        or extent is None
        or array.dimensions[k].extent.value == 0
        or any(_steps(node, index) for node in loops)
    ):
        return None
    least, greatest = ranges.extremes(index, loops, body.values)
    if least is not None and least.value is not None and least.value < 0:
        return "least", least
    # What a parameter counts in a row of few, x[i][axis], is no size: any number from 1 on.
    sizes = 4 if extent.value is None else 1
    beyond = greatest is not None and _surely_positive((greatest + ONE) * parts - extent, sizes)
    return ("greatest", greatest) if beyond else None


def _inside_where_reached(array, access, k, body):
    """A message where the subscript leaves the dimension by the conditions that it stands under:
    an error where these, and the subscript, are all understood, and keep nobody from it."""
    extent, tree = array.dimensions[k].extent, body.tree(array.dimensions[k].extent.text)
    if tree is None or extent.value == 0:
        return
    size = polyhedral.space(body).some([tree])
    (relation,) = relations.of_accesses(replace(array, accesses=(access,)), body)
    known = relation.told and size is not None
    if known:
        leaves = polyhedral.beyond(relation, k, size)
    else:
        leaves = access.use.branch and _end_beyond(array, access, k, body) is not None
    if not leaves:
        return
    text = None
    if known:
        rounds, holds = body.space.rounds(access.use), existing.known(body)
        text = polyhedral.stays_where(relation, k, size, rounds, holds, body.space)
    if text:
        body.guards |= {text: None}
        _leaves("beyond-if", array, access, k, body)
    elif text is None:
        sure = known and relation.exact
        _leaves("beyond-clause" if sure else "perhaps-beyond", array, access, k, body)


def _asked_to_be_idle(array, access, k, body):
    """Whether it is asked before the loop that no iteration comes to an access which is outside of
    its part; with a message."""
    if not access.use.branch:
        return False
    (relation,) = relations.of_accesses(replace(array, accesses=(access,)), body)
    rounds, holds = body.space.rounds(access.use), existing.known(body)
    text = polyhedral.idle_where(relation, rounds, holds, body.space)
    if text is None:
        return False
    if text:
        body.guards |= {text: None}
        _leaves("beyond-if", array, access, k, body)
    return True


def _leaves(id, array, access, k, body):
    body.diagnostics.add(
        id,
        body.where(access.node),
        name=array.name,
        found=text_of(access.node, body),
        dim=k + 1,
        extent=array.dimensions[k].extent.text,
    )


def rows(array, body):
    """Messages where a subscript of a matrix surely leaves its row: what it reaches is another
    iteration's, which subscripts do not tell."""
    if len(levels(array.variable.type)[0]) < 2:
        return
    for relation in relations.of(array, body):
        for k, dimension in enumerate(array.dimensions):
            extent = dimension.extent.value
            if (
                k
                and extent is not None
                and relation.exact
                and polyhedral.leaves(relation, k, extent)
            ):
                body.diagnostics.add(
                    "leaves-row",
                    body.where(relation.node),
                    name=array.name,
                    dim=k + 1,
                    found=text_of(relation.node, body),
                    extent=extent,
                )
                return


def _steps(node: For, index):
    """Whether it is not known that the loop reaches its bound, and the index depends on it."""
    loop = node.loop
    return (
        loop.variable is not None
        and loop.step is not None
        and integer(loop.step) != 1
        and (loop.variable.name, loop.variable.key) in index.variables()
    )


def _extent(text, body):
    """(dividend, divisor) of an extent, as Polynomials: of n / 2, (n, 2)."""
    tree = body.tree(text)
    if isinstance(tree, Binary) and tree.op == "/" and (integer(tree.right) or 0) > 0:
        return body.values.polynomial(tree.left), Polynomial.constant(integer(tree.right))
    return (None if tree is None else body.values.polynomial(tree)), ONE


def _surely_positive(difference, sizes=4):
    """Whether it is above 0 for all that are `sizes` and more."""
    shifted = Polynomial()
    for monomial, factor in difference.items():
        term = Polynomial.constant(factor)
        for variable in monomial:
            term = term * (Polynomial.of_pair(variable) + Polynomial.constant(sizes))
        shifted = shifted + term
    return bool(shifted) and all(f > 0 for f in shifted.values()) and shifted.get((), 0) > 0


def _output(array, k, body):
    first = min(array.accesses, key=lambda access: access.use.order, default=None)
    if first is not None and first.read and not first.use.address:
        body.diagnostics.add("read-uncopied", body.where(first.node), name=array.name)
        return
    fully = relations.written_fully(array, k, body)
    if fully is False:
        body.diagnostics.add("partly-written", array.clause.where, name=array.name)
    elif fully is None:
        writes = [access for access in array.accesses if access.write]
        if writes and all(
            access.use.branch or access.use.skipped or access.use.field for access in writes
        ):
            body.diagnostics.add("perhaps-unwritten", body.where(writes[0].node), name=array.name)
