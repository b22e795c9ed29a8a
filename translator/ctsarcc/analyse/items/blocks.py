# SPDX-License-Identifier: BSD-3-Clause
"""Matrices whose rows are found by pointers, as in `a[i][j]` with `double **a`: where these rows
lie equally far apart, they are one matrix, which accelerators can have. That is asked when the loop
is reached; where they do not, the loop is what it is without that."""

from dataclasses import replace

from ...model import Block, Dimension, Expression, Map, Scalar, fresh
from ...syntax import (
    ArrayType,
    Assign,
    Index,
    IndexedType,
    IntegerType,
    Name,
    Node,
    PointerType,
    Sizeof,
    Unary,
    Variable,
    rebuilt,
)
from ..algebra import ranges
from ..independence import apart, rows
from ..shapes.arrays import copyable
from . import maps

LONG = IntegerType("long", "long", 8, canonical="long")


def parsed_as_blocks(body):
    """The ParsedLoop of `body` with a matrix in the place of each array of pointers to rows; None
    where there is none, or it cannot be told which rows are reached."""
    parsed, made = body.parsed, []
    for variable in _variables(parsed):
        block = _block(variable, body)
        if block is None:
            return None
        made.append(block)
        own = (block.variable, block.pitch, block.shift)
        parsed = replace(
            parsed,
            scope={**parsed.scope, **{one.name: one for one in own}},
            names=parsed.names | {one.name for one in own},
        )
        body = replace(body, parsed=parsed)
    if not made:
        return None
    node = _replaced(parsed.node, {block.pointers.key: block.variable for block in made})
    return replace(parsed, node=node, blocks=tuple(made))


def of(variable, body):
    """The Block that the variable stands for, or None."""
    return next((b for b in body.parsed.blocks if b.variable.key == variable.key), None)


# ---- Which there are -----------------------------------------------------------------------------


def _variables(parsed):
    """Arrays of pointers that the loop uses as `a[i][j]`; none where it uses one in another way."""
    nodes = list(parsed.node.walk())
    found = {
        node.variable.key: node.variable
        for node in nodes
        if isinstance(node, Name) and node.variable is not None and _of_rows(node.variable)
    }
    rows_of = [node for node in nodes if isinstance(node, Index) and isinstance(node.base, Name)]
    changed = set(map(id, _changed(nodes)))
    bases = {id(node.base) for node in rows_of if id(node) not in changed}
    named = [node for node in nodes if _key(node) in found]
    if any(id(node) not in bases or node.start == node.end for node in named):
        return []
    return [] if set(found) & _elsewhere(parsed) else list(found.values())


def _key(node: Node):
    """Of the variable that it names; None: it names none."""
    return node.variable.key if isinstance(node, Name) and node.variable is not None else None


def _of_rows(variable):
    """Whether it holds pointers to rows of what can be copied."""
    kind = variable.type
    if not isinstance(kind, IndexedType) or variable.scope == "local" or variable.threads:
        return False
    row = kind.element
    if not isinstance(row, PointerType) or kind.volatile or row.volatile:
        return False
    return copyable(row.element) and not row.element.volatile


def _changed(nodes):
    """What is assigned to, or of which the address or the size is taken."""
    for node in nodes:
        if isinstance(node, Assign):
            yield node.target
        elif isinstance(node, Unary) and (node.op == "&" or node.steps):
            yield node.operand
        elif isinstance(node, Sizeof):
            yield from node.walk()


def _elsewhere(parsed):
    """Keys of variables that functions, clauses or the header name: of more than rows."""
    clauses = {c.name for c in parsed.directive.clauses if c.kind != "shared"}
    names = [n for d in parsed.needs if d.body is not None for n in d.body.walk()]
    loop = parsed.node.loop
    for part in (loop.init, loop.condition, loop.increment, loop.lower, loop.upper, loop.step):
        names += [] if part is None else part.walk()
    named = {v.key for v in parsed.scope.values() if isinstance(v, Variable) and v.name in clauses}
    return named | {n.variable.key for n in names if isinstance(n, Name) and n.variable is not None}


def _block(variable, body):
    uses = [use for use in body.seen.arrays if use.variable.key == variable.key]
    found = rows.of(uses, body, sure=False) if uses else None
    if found is None:
        return None
    array, one = found
    text = rows.all_between(array, body)
    low_is_row = not one.low.lstrip("-").isdigit() or int(one.low) >= 0
    if text is None or not low_is_row:
        return None
    there = [text] if text else []
    element, parsed = variable.type.element.element, body.parsed
    pitch, shift, name = (
        fresh(parsed, f"{variable.name}_{what}") for what in ("distance", "before", "block")
    )
    row = ArrayType(
        f"{element.spelling}[{pitch}]",
        None,
        element=element,
        extent=pitch,
        canonical=f"{element.canonical}[{pitch}]",
    )
    kind = PointerType(
        f"{element.spelling} (*)[{pitch}]",
        None,
        8,
        element=row,
        canonical=f"{element.canonical} (*)[{pitch}]",
    )
    key = -4 * variable.key - 8
    return Block(
        pointers=variable,
        variable=Variable(name, key, "function", kind, location=variable.location),
        pitch=Variable(pitch, key - 1, "function", LONG),
        shift=Variable(shift, key - 2, "function", LONG),
        place=one.place,
        low=one.low,
        high=one.high,
        first=one.first,
        last=one.last,
        guards=tuple(dict.fromkeys([*body.values.narrowed, *body.guards, *there])),
    )


def _replaced(node: Node, variables):
    """The tree with other variables; what a subscript of one leads to is a row."""
    if isinstance(node, Name):
        other = variables.get(_key(node))
        if other is None:
            return node
        return replace(node, name=other.name, variable=other, type=other.type)
    made = rebuilt(node, lambda part: _replaced(part, variables))
    if not isinstance(made, Index) or made.base == node.children[0]:
        return made
    base = made.base
    known = isinstance(base, Name) and base.variable is not None
    return replace(made, type=base.variable.type.element) if known else made


# ---- How they are copied -------------------------------------------------------------------------


def laid_out(array, body):
    """A matrix that is a block as it is registered, from the first element that is reached on: of
    each row what is reached, and nothing of what lies between rows."""
    block = of(array.variable, body)
    if block is None:
        return array
    outer, inner = array.dimensions
    where, pitch = outer.extent.where, block.pitch.name
    extent = _text(f"({block.rows} - 1) * {pitch} + {block.length}", where)
    dimensions: tuple[Dimension, ...] = (Dimension(False, extent),)
    if inner.associated:
        stride, offset, width = _window(inner, block.first)
        made = Map(_text(stride, where), _text(offset, where), _text(width, where))
        dimensions = (
            Dimension(False, _text(block.rows, where)),
            replace(inner, extent=_text(pitch, where), map=made),
        )
    elif outer.associated:
        below, above = (
            None if part is None else _text(f"{part.text} * {pitch}", where)
            for part in (outer.below, outer.above)
        )
        stride, offset, _ = _window(outer, block.low)
        made = Map(
            _text(_times(stride, pitch), where),
            _text(_times(offset, pitch), where),
            _text(block.length, where),
        )
        dimensions = (Dimension(True, extent, below, above, map=made),)
    asked = "they lie equally far apart, which is asked when the loop is reached"
    reason = f"the rows that '{block.place}' leads to are one matrix: {asked}"
    return replace(
        array,
        dimensions=dimensions,
        pitched=False,
        persist=False,
        block=block,
        reasons=(*array.reasons, reason),
    )


def own_items(array, body):
    """C texts of that all iterations' own rows, or columns, are among those that are reached: they
    are copied, whatever conditions leave out. None where it cannot be asked, or an iteration has
    several rows: what lies between them would be copied as well."""
    block = of(array.variable, body)
    found = []
    for k, ends in enumerate(((block.low, block.high), (block.first, block.last))):
        dimension = array.dimensions[k]
        if not dimension.associated:
            continue
        one = Expression("1", dimension.extent.where, 1)
        made = dimension.map or Map(one, replace(one, text="0", value=0), one)
        items = maps.first_and_last(made, body)
        if items is None or (k == 0 and made.width.value != 1):
            return None
        for low, high in ((ends[0], items[0]), (items[1], ends[1])):
            holds = ranges.at_least(body.polynomial(high), body.polynomial(low))
            if holds is False and low != high:
                return None
            found += [] if holds or low == high else [f"{low} <= {high}"]
    return found


def _window(dimension, first):
    """C texts of which items are an iteration's, counted from the one that is reached first."""
    made = dimension.map
    if made is None:
        return "1", "0" if first == "0" else f"-({first})", "1"
    offset = made.offset.text if first == "0" else f"({made.offset.text}) - ({first})"
    return made.stride.text, offset, made.width.text


def _times(text, pitch):
    return {"0": "0", "1": pitch}.get(text, f"({text}) * {pitch}")


def exposed(arrays):
    """(a Block, a written array) where the pointers to rows may lie in the array."""
    return tuple(
        (one.block, array)
        for one in arrays
        for array in arrays
        if one.block is not None
        and array.direction != "in"
        and apart.may_meet(one.block.pointers.type.element, array.variable)
    )


def scalars(parsed, known):
    """What a body needs to find rows, beside the scalars that are known."""
    names = {scalar.name for scalar in known}
    return tuple(
        Scalar(variable, "value", made=True)
        for block in parsed.blocks
        for variable in (block.pitch, block.shift)
        if variable.name not in names
    )


def _text(text, where):
    return Expression(text, where, int(text) if text.lstrip("-").isdigit() else None)
