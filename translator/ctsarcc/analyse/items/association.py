# SPDX-License-Identifier: BSD-3-Clause
"""Arrays without clauses: which part of each an iteration needs, found from the subscripts."""

from dataclasses import replace

from ...model import Array, Dimension, Expression
from ...syntax import Binary, PointerType, StructType, integer, levels, variable_of
from .. import polyhedral
from ..algebra import affine, ranges
from ..independence import dependence, relations
from ..shapes import arrays, guarded, joined
from ..shapes.extents import at_most, can_be_asked, none_below, possible, strides
from ..shapes.reach import ZERO, reach
from . import blocks, existing, maps

READ = "copied in: it is only read"

# ---- What was not --------------------------------------------------------------------------------


def infer(variable, body) -> Array | None:
    """The array that the body uses and no clause names, or None after a message."""
    uses = [use for use in body.seen.arrays if use.variable.key == variable.key] or [
        use for use in body.uses.arrays if use.variable.key == variable.key
    ]
    array = _shaped(variable, uses, body)
    if array is None:
        return None
    written = any(access.write for access in array.accesses)
    array, reasons = _associated(array, written, body)
    walked = any(use.walks for use in uses) and not written
    if not array.associated and not walked:
        array, reasons = _mapped(array, uses, body) or (array, reasons)
    direction, reason = _written(array, uses, body) if written else ("in", READ)
    if direction is None:
        return None
    array, reasons = replace(array, direction=direction), [*reasons, reason]
    if blocks.of(variable, body) is not None:
        asked = blocks.own_items(array, body)
        if asked is None or any(use.walks for use in uses):
            _unknown(variable, uses, array.element, existing.SHORTER, body)
            return None
        body.guards |= dict.fromkeys(asked)
        return replace(array, reasons=tuple(reasons))  # which rows there are is known
    array = existing.fitted(array, body)
    before, length = array, None
    if not walked and not existing.persisted(array, body):  # regions must agree about what stays
        cut = maps.cut_short(array, body)
        if cut is not None:
            array = before = cut
            reasons.append(maps.CUT)
        array = maps.ends_early(array, body)
        if array is not before:
            reasons.append("its last row may end where what is reached of it does")
            length = maps.row(before, body, True) or maps.row(before, body)
    there, reason = existing.asked(before, length, body)
    if not there:
        _unknown(variable, uses, array.element, reason, body)
        return None
    reasons += [reason] if reason else []
    return replace(
        array, persist=_never_changes(variable) and not array.cut, reasons=tuple(reasons)
    )


def _shaped(variable, uses, body):
    """The array with its dimensions, as what is read, or None after a message."""
    extents, element = levels(variable.type)
    if arrays.open_ended(element) and not _several(uses):
        body.diagnostics.add("open-ended", body.where(uses[0].node), name=variable.name)
        return None
    why = "" if arrays.copyable(element) else f"its elements are of type '{element.spelling}'"
    dimensions = None
    # Regions must agree about what stays on the units.
    stays = _never_changes(variable) or existing.persisted(variable, body)
    vector = None if why or stays else joined.of(variable, uses, body)
    if vector is not None:
        return _as_vector(variable, extents, vector, body)
    if not why:
        dimensions, why = _dimensions(variable, uses, extents, body)
    if dimensions is None and len(extents) == 1 and arrays.copyable(element):
        dimensions = _vector(variable, element, uses, body)
    if dimensions is None:
        _unknown(variable, uses, element, why, body)
        return None
    if arrays.too_many(dimensions, variable, body.where(uses[0].node), body):
        return None
    return arrays.as_seen(Array(variable, element, dimensions, "in"), body)


def _as_vector(variable, extents, uses, body):
    """A matrix as the vector of its elements, or None after a message."""
    where = variable.location or body.where(uses[0].node)
    sizes = [body.polynomial(extent) for extent in extents if extent is not None]
    found, why = (sizes[0] * sizes[1], "") if len(sizes) == 2 and None not in sizes else (None, "")
    if found is None:
        found, why = _outermost(uses, [], False, body)
    _, element = levels(variable.type)
    if found is None:
        _unknown(variable, uses, element, why, body)
        return None
    size = Dimension(False, found.expression(where))
    return arrays.as_seen(Array(variable, element, (size,), "in", joined=True), body)


def _several(uses):
    """Whether there is an element behind the first one, which then is as long as its type."""
    return any(integer(subscript) != 0 for use in uses for subscript in use.subscripts)


def _written(array, uses, body):
    """(direction, the reason for it) of an array that is written; (None, "") after a message."""
    if not array.associated:
        if not dependence.refuted(array, body):
            _explain_failure(array, body)
        return None, ""
    k = next(k for k, d in enumerate(array.dimensions) if d.associated)
    before = len(body.diagnostics.messages)
    dependence.check(array, body)
    if len(body.diagnostics.messages) > before:
        return None, ""
    if any(use.walks for use in uses):  # beyond what is copied, whoever says that it is apart
        _unknown(array.variable, uses, array.element, "", body)
        return None, ""
    # Setting a bit-field keeps the bits beside it, and so reads them.
    packed = isinstance(array.element, StructType) and array.element.bit_fields
    never_read = not packed and not any(access.read for access in array.accesses)
    if never_read and relations.written_fully(array, k, body) is True:
        return "out", "copied out: every element is written, none is read"
    return "inout", "copied in and out: it is written"


def _vector(variable, element, uses, body):
    """Dimensions of an array of which it is known how far it is reached, and nothing else."""
    if any(len(use.subscripts) != 1 or use.address for use in uses):
        return None
    found = maps.vector(uses, Array(variable, element, (), "in"), body)
    return None if found is None else found.dimensions


def _mapped(array, uses, body):
    """(the array, reasons) where an iteration has other items than item i; of what was taken for a
    matrix perhaps as a vector. None where it has none."""
    found = maps.associated(array, body)
    extents = levels(array.variable.type)[0]
    vector = None
    if found is None and len(extents) == 1:
        vector = maps.vector(uses, replace(array, accesses=()), body)
        vector = None if vector is None else arrays.as_seen(vector, body)
    if found is None and vector is not None and len(array.dimensions) > 1:
        found = maps.associated(vector, body)
    return found or _cut(array, vector, extents, body)


def _cut(array, vector, extents, body):
    """The same, where the last iterations' items need not all be there."""
    if existing.persisted(array, body):
        return None
    if None not in extents:
        known = tuple(
            Dimension(False, Expression(extent, array.dimensions[0].extent.where, _number(extent)))
            for extent in extents
        )
        whole = arrays.as_seen(replace(array, dimensions=known), body)
        return maps.associated(whole, body, cut=True)
    exact = vector is not None and all(one.exact for one in relations.of(vector, body))
    return maps.associated(vector, body, cut=True) if exact else None


def _unknown(variable, uses, element, why, body):
    """The message where dimensions are not found: about a write that no clause could make right, or
    about the array."""
    write = next(
        (
            use
            for use in uses
            if use.write
            and not use.address
            and use.subscripts
            and any(body.values.polynomial(subscript) is None for subscript in use.subscripts)
        ),
        None,
    )
    walks = next((use for use in uses if use.walks), None)
    if walks is not None and not isinstance(element, PointerType):
        body.diagnostics.add("pointer-wanders", body.where(walks.node), name=variable.name)
        return
    if isinstance(element, PointerType):
        help = f"make it a matrix: {_in_a_block(variable.name, element)}"
    else:
        row = next((found for use in uses if (found := _row(use, body)) is not None), None)
        part = f"{variable.name}[1:N]" if row is None else f"{variable.name}[1:ROWS][0:{row}]"
        help = f"add {_clauses_for(uses, part, f'{variable.name}[0:N]', body)}"
    if write is not None and not isinstance(element, PointerType):
        body.diagnostics.add(
            "write-not-affine",
            body.where(write.node),
            name=variable.name,
            why="its subscript is not a sum of products",
        )
    else:
        body.diagnostics.add(
            "array-unlisted", body.where(uses[0].node), name=variable.name, why=why, help=help
        )


def _in_a_block(name, element):
    """How to declare and to subscript what pointers to pointers lead to as one array."""
    rows = 0
    while isinstance(element.element, PointerType):
        element, rows = element.element, rows + 1
    extents = "[ROWS]" * rows + "[COLUMNS]"
    index = "i * COLUMNS + j" if not rows else "(i * ROWS + j) * COLUMNS + k" if rows == 1 else ""
    other = f", or {name}[{index}]" if index else ""
    return f"{element.element.spelling} (*{name}){extents}{other}"


def _clauses_for(uses, part, whole, body):
    """Which clauses could say what the iteration needs."""
    if any(use.write or use.address or not use.subscripts for use in uses):
        return f"part_copyin({part}), part_copy({part}) or copyin({whole})"
    indices = [body.values.polynomial(subscript) for use in uses for subscript in use.subscripts]
    own = any(index is not None and body.iteration in index.variables() for index in indices)
    return f"part_copyin({part}) or copyin({whole})" if own else f"copyin({whole})"


def _row(use, body):
    """The factor of the iteration in a flat subscript, or None."""
    index = body.values.polynomial(use.subscripts[0]) if len(use.subscripts) == 1 else None
    parts = index.factor(body.iteration) if index is not None else None
    return parts[0] if parts is not None and parts[0] and parts[0].value not in (1, -1) else None


def _never_changes(variable):
    return variable.constant


def _dimensions(variable, uses, extents, body):
    """(dimensions, "") or (None, why not)."""
    where = variable.location or body.where(uses[0].node)

    def dimension(text, value=None):
        return Dimension(False, Expression(text, where, value))

    walks = any(use.walks for use in uses)
    if walks and None in extents:
        return None, "a pointer walks through it, nobody knows how far"
    if len(extents) == 1 and not walks:
        found, why = _flattened(variable, uses, body)
        if found is not None and (len(found) > 1 or extents[0] is None):
            outer = found[0]
            first = outer if isinstance(outer, Expression) else outer.expression(where)
            rest = (Dimension(False, extent.expression(where)) for extent in found[1:])
            return (Dimension(False, first), *rest), ""
    if None not in extents:
        return tuple(dimension(extent, _number(extent)) for extent in extents), ""
    if None in extents[1:]:
        return None, "its type does not say how large it is"
    if len(extents) == 1:
        return None, why
    outer, why = _outermost(uses, [body.polynomial(extent) for extent in extents[1:]], True, body)
    if outer is None:
        return None, why
    return (
        Dimension(False, outer.expression(where)),
        *(dimension(extent, _number(extent)) for extent in extents[1:]),
    ), ""


def _flattened(variable, uses, body):
    """(extents of a vector, or of a matrix that is subscripted as one, "") or (None, why not)."""
    inner = strides(uses, body)
    if inner is None:
        return None, "its extents cannot be told from the subscripts"
    outer, why = _outermost(uses, inner, False, body)
    outer = outer or _reached(variable, uses, inner, body)
    return (None, why) if outer is None else ([outer, *inner], "")


def _reached(variable, uses, inner, body):
    """One more than the greatest row of a matrix, as relations say, or None: an Expression where it
    is no polynomial."""
    where = body.where(uses[0].node)
    rows = [Dimension(False, extent.expression(where)) for extent in inner]
    unknown = Dimension(False, Expression("", where))
    array = Array(variable, levels(variable.type)[1], (unknown, *rows), "in")
    found = relations.of_accesses(arrays.as_seen(array, body), body)
    if any(relation.loose for relation in found):
        return None
    ends = polyhedral.bounds(found, 0, body.space)
    if ends is None:
        return None
    text = f"{ends[1]} + 1"
    known = body.polynomial(text)
    around = all(_goes_all_around(use, body) for use in uses)
    if known is not None or not around or not _reach_their_ends(found, inner, body):
        return known
    if not ends[0].isdigit():
        body.guards |= {f"{ends[0]} >= 0": None}
    return Expression(text, where)


def _goes_all_around(use, body):
    """Whether remainders by sizes go through all numbers that are below these, and below the loop's
    end: those of a variable do that counts from 0 on by 1."""
    parts = [body.values.tree(node) for tree in use.subscripts for node in tree.walk()]
    loops = [node for node in (body.parsed.node, *use.loops) if _counts_from_0(node, body)]
    counted = {node.loop.variable.key for node in loops}
    return all(
        getattr(variable_of(node.left), "key", None) in counted
        for part in parts
        for node in part.walk()
        if isinstance(node, Binary) and node.op == "%" and integer(node.right) is None
    )


def _counts_from_0(node, body):
    loop = node.loop
    first = None if loop.variable is None else ranges.bounds(node, body.values)[0]
    return first is not None and first.value == 0 and loop.step is None


def _reach_their_ends(found, inner, body):
    """Whether rows are reached as far as they are long."""
    for k, extent in enumerate(inner, 1):
        ends = polyhedral.bounds(found, k, body.space)
        if ends is None or body.polynomial(f"{ends[1]} + 1") != extent:
            return False
    return True


def _number(text):
    return int(text) if text.isdigit() else None


def _outermost(uses, inner, nested, body):
    """One more than the greatest outermost subscript, over all iterations."""
    found = _greatest(uses, inner, nested, body, stepped=True)
    if found[0] is None:
        found = _greatest(uses, inner, nested, body)
    return _greatest(uses, inner, nested, body, True) if found[0] is None else found


def _greatest(uses, inner, nested, body, conditions=False, stepped=False):
    """The same, without what `conditions` leave out; `stepped`: and what the steps of loops inside
    do."""
    greatest = None
    asked: dict = {}
    for use in uses:
        if not use.subscripts:
            return None, "the array as a whole is used, and its type does not say how large it is"
        if nested:
            index = body.values.polynomial(use.subscripts[0])
        else:
            terms = arrays.rows_and_columns(use, inner, body)
            index = affine.sum_of(terms[0], body.values) if terms else None
        if index is None:
            return None, "a subscript is not a sum of products of loops' variables and constants"
        most = guarded.under(index, use, body) if conditions else index
        _, high = ranges.extremes(most, use.loops, body.values, stepped)
        _, high = ranges.extremes(high, (body.parsed.node,), body.values)
        if high is None:
            return None, "the bounds of a loop are not known"
        own = body.iteration in index.variables()
        if greatest is None or ranges.at_least(high, greatest):
            greatest, of_iterations = high, own
        elif ranges.at_least(greatest, high) is None:
            # A row that is the same for all iterations is mostly one of theirs.
            small, large = (high, greatest) if of_iterations else (greatest, high)
            told = own != of_iterations and can_be_asked(small, large, body)
            body.guess.wanted |= told
            if not told or not body.guess.allowed:
                return None, f"it cannot be told which is larger, {greatest} or {high}"
            asked |= {at_most(small, large, body): None}
            greatest, of_iterations = large, True
    if possible([*body.guards, *asked], body) is False:
        return None, "a row lies behind those of the iterations"
    body.guards |= asked
    return greatest + ranges.ONE, ""


def _associated(array, written, body):
    """(the array with the dimension that the iteration selects, reasons)."""
    name = body.loop.variable.name
    if any(access.use.walks for access in array.accesses) and not written:
        return array, ["every unit has all of it: a pointer walks through it"]
    for k in range(len(array.dimensions)):
        found = [reach(access, k, body) for access in array.accesses]
        if (
            not found
            or not all(r.relative for r in found)
            or not _writes_own(array.accesses, found)
        ):
            continue
        low = _smallest([r.least for r in found])
        high = _smallest([None if r.greatest is None else -r.greatest for r in found])
        if low is None or high is None or not _holds_range(array, k, found, body):
            continue
        below, above = max(0, -low), max(0, -high)
        where = array.dimensions[k].extent.where
        halo = (
            [Expression(str(h), where, h) for h in (below, above)]
            if below or above
            else [None, None]
        )
        dimensions = list(array.dimensions)
        dimensions[k] = replace(dimensions[k], associated=True, below=halo[0], above=halo[1])
        reason = (
            f"dimension {k + 1} is associated: its subscripts are '{name}'"
            + (f" - {below}" if below else "")
            + (f" .. '{name}' + {above}" if above else "" if not below else f" .. '{name}'")
        )
        return replace(array, dimensions=tuple(dimensions)), [reason]
    return array, [
        f"every unit has all of it: no dimension is subscripted by '{name}' alone in all accesses"
    ]


def _writes_own(accesses, found):
    """Whether all writes are to the iteration's own item: what lies in a halo is not copied
    back."""
    return all(
        r.least == ZERO and r.greatest == ZERO
        for access, r in zip(accesses, found, strict=False)
        if access.write
    )


def _holds_range(array, k, found, body):
    """Whether item i exists for every iteration i: the library moves it, whether or not the body
    reaches it."""
    first, last = ranges.bounds(body.parsed.node, body.values)
    pairs = [
        (access.use, r)
        for access, r in zip(array.accesses, found, strict=False)
        if not access.use.branch
    ]
    begins = ranges.at_least(first, ZERO)
    if begins is False:
        return False
    # A program that is right has item i if it reaches it, or one before.
    told = begins or not body.loop.variable.type.signed
    told = told or any(ranges.at_least(ZERO, r.least) for use, r in pairs if _surely(use, body))
    if not told and can_be_asked(first, first, body):
        body.guards |= {none_below(first): None}
    extent = body.polynomial(array.dimensions[k].extent.text)
    fits = ranges.at_least(extent, None if last is None else last + ranges.ONE)
    if fits is None:  # a program that is right has item i if it reaches it, or one beyond
        beyond = [use for use, r in pairs if ranges.at_least(r.greatest, ZERO)]
        told = any(_surely(use, body) for use in beyond)
        told = told or blocks.of(array.variable, body) is not None  # rows are as far apart
        if beyond and not told and can_be_asked(last, extent, body):
            body.guards |= {none_below(extent - last - ranges.ONE): None}
        return bool(beyond)
    return fits


def _surely(use, body):
    """Whether each iteration executes a use: no condition or jump leaves it out, and no loop around
    it may be empty."""
    ends = (ranges.bounds(node, body.values) for node in use.loops)
    return not use.branch and not use.skipped and all(ranges.at_least(b, a) for a, b in ends)


def _smallest(polynomials):
    """The least of constants; None where one is none."""
    values = [p.value for p in polynomials if p is not None and p.value is not None]
    return None if len(values) < len(polynomials) else min(values)


def _explain_failure(array, body):
    """Why an output without a clause has no dimension of its own."""
    writes = [access for access in array.accesses if access.write]
    access = next(
        (
            a
            for a in writes
            if not any(_writes_own([a], [reach(a, k, body)]) for k in range(len(array.dimensions)))
        ),
        writes[0],
    )
    where = body.where(access.node)
    if access.use.address:
        body.diagnostics.add(
            "escapes",
            where,
            name=array.name,
            why=f"'{access.use.argument}' gets it"
            if access.use.argument
            else "the array as a whole is used",
        )
        return
    if access.indices is None or None in access.indices:
        body.diagnostics.add(
            "write-not-affine", where, name=array.name, why="its subscript is not a sum of products"
        )
        return
    row = _row_length(array, access, body)
    if row is not None:
        body.diagnostics.add(
            "row-unproved",
            where,
            name=array.name,
            found=str(access.indices[0]),
            row=str(row),
            variable=body.loop.variable.name,
        )
        return
    own = [reach(access, k, body) for k in range(len(array.dimensions))]
    k = next((k for k, r in enumerate(own) if r.relative), None)
    if (
        k is not None and own[k].least == own[k].greatest == ZERO
    ):  # another write has it in another dimension
        other = next((a for a in writes if not _writes_own([a], [reach(a, k, body)])), access)
        where, own[k] = body.where(other.node), reach(other, k, body)
    if k is not None and _reads_elsewhere(array, k, own[k], body):
        return
    if k is not None and own[k].text() == body.loop.variable.name:
        why = "iterations may reach what stands before the element that it leads to"
        help = "subscript the first element that they reach, or a pointer to that"
        body.diagnostics.add("array-unlisted", where, name=array.name, why=why, help=help)
        return
    body.diagnostics.add(
        "write-elsewhere",
        where,
        name=array.name,
        dim=(k or 0) + 1,
        found=own[k or 0].text(),
        expected=body.loop.variable.name,
    )


def _reads_elsewhere(array, k, written, body):
    """True after a message: iterations write their own items, and read others."""
    if not written.least == written.greatest == ZERO:
        return False
    for access in array.accesses:
        at = reach(access, k, body)
        if access.read and not at.least == at.greatest == ZERO:
            body.diagnostics.add(
                "array-unlisted",
                body.where(access.node),
                name=array.name,
                why=f"dimension {k + 1} is {body.loop.variable.name} where it is written, and "
                f"{at.text()} where it is read",
                help="read from another array",
            )
            return True
    return False


def _row_length(array, access, body):
    """The factor of the iteration in the subscript of a flat array, where inner loops decide the
    rest, or None."""
    if len(array.dimensions) != 1:
        return None
    parts = access.indices[0].factor(body.iteration)
    inner = {
        (inner.loop.variable.name, inner.loop.variable.key)
        for inner in access.use.loops
        if inner.loop.variable is not None
    }
    if (
        parts is None
        or not parts[0]
        or parts[0].value in (1, -1)
        or not parts[1].variables() & inner
    ):
        return None
    return None if parts[0].variables() & inner else parts[0]
