# SPDX-License-Identifier: BSD-3-Clause
"""Loops with several variables: `for (i = 0, j = n - 1; i < n; i++, j--)`. All but the one that the
condition asks are computed from it, at the head of the body."""

from dataclasses import replace

from .loops import ends, increment_of, initial, normalise, objection
from .syntax import (
    Assign,
    Binary,
    Block,
    Cast,
    Companion,
    Declare,
    IntegerType,
    Name,
    Node,
    Number,
    Unary,
    Variable,
    integer,
    names,
    touched,
    unused,
    variable_of,
)


def apart(node, known):
    """The `for` with one variable and Companions, or as it is where it has no others or they
    cannot be told. `known`: names that the function uses."""
    loop = node.loop
    if not objection(loop) or not node.children:
        return node
    starts = [initial(part) for part in _parts(loop.init)]
    steps = _parts(loop.increment)
    if None in starts:
        return node
    before = _set_before(steps, starts, known)
    if not starts or len(starts) + len(before) < 2:
        return node
    for part, (variable, declared, _) in zip(_parts(loop.init), starts, strict=True):
        own = [step for step in steps if increment_of(step, variable) is not None]
        if len(own) != 1:
            continue
        others = [start for start in (*starts, *before) if start[0] is not variable]
        found = normalise(_bounded(replace(loop, init=part, increment=own[0]), others, steps))
        made = found.variable is not None and _companions(found, others, steps, own[0])
        if made and not _changed(node, made):
            return _made(node, replace(found, declared=declared, companions=made))
    return node


def entered(loop):
    """The Companions that have their first values before the loop."""
    return [one for one in loop.companions if one.before]


def _set_before(steps, starts, known):
    """What `initial` says of a variable that the header steps and does not set: its value before
    the loop has a name of its own."""
    own, found = {start[0].key for start in starts}, []
    for variable in map(variable_of, map(touched, steps)):
        if variable is None or variable.key in own:
            continue
        own.add(variable.key)
        # What others may change, or see change, is left as it stands.
        if variable.scope != "function" or variable.outlives or variable.type.volatile:
            continue
        name = unused(f"{variable.name}_first", known)
        kind = replace(variable.type, const=False)
        made = Variable(name, -variable.key - 1, "function", kind)
        found.append((variable, False, Name(0, 0, (), kind, name=name, variable=made)))
    return found


def _bounded(loop, others, steps):
    """The header with a bound in the place of the variable that is set to it: `n = size; i < n`."""
    node = loop.condition
    if not isinstance(node, Binary):
        return loop
    sides = list(node.children)
    for variable, _, first in others:
        if not any(increment_of(step, variable) is not None for step in steps):
            sides = [first if names(side, variable) else side for side in sides]
    return replace(loop, condition=replace(node, children=tuple(sides)))


def _made(node, loop):
    """The `for` with what its companions are set to in front of its body."""
    at = loop.header_end
    heads = tuple(_set(one, loop, at) for one in loop.companions)
    body = Block(node.body.start, node.body.end, (*heads, node.body))
    return replace(node, loop=loop, children=(body,))


def _parts(node: Node | None):
    """What commas divide."""
    if node is None:
        return []
    if isinstance(node, Block):
        return list(node.children)
    if isinstance(node, Binary) and node.op == ",":
        return _parts(node.left) + _parts(node.right)
    return [node]


def _companions(loop, others, steps, own):
    """Companions of all `others`, or () where one of them follows no rule."""
    known = integer(loop.step) if loop.step is not None else 1
    rest, found = [step for step in steps if step is not own], []
    for variable, declared, first in others:
        mine = [step for step in rest if increment_of(step, variable) is not None]
        by = _by(mine[0], variable) if len(mine) == 1 else None if mine else 0
        if by is None or known is None or by % known or not computed_again(first):
            return ()
        if not isinstance(variable.type, IntegerType) or not variable.type.text:
            return ()
        rest = [step for step in rest if step not in mine]
        before = isinstance(first, Name) and first.start == first.end
        found.append(Companion(variable, declared, first, by // known, before))
    bounds = [part for part in (loop.lower, loop.upper) if part is not None]
    keys = {one.variable.key for one in found} | {loop.variable.key}
    parts = [one.first for one in found] + bounds
    strange = any(
        v is not None and v.key in keys for p in parts for v in map(variable_of, p.walk())
    )
    return () if rest or strange or not computed_again(ends(loop)[0]) else tuple(found)


def _by(step, variable):
    by, down = increment_of(step, variable)
    size = 1 if by is None else integer(by)
    return None if size is None else -size if down else size


def computed_again(node: Node):
    """Whether a value can be computed once more: it is made of numbers and integers."""
    if isinstance(node, Number):
        return node.value is not None and not node.local
    if isinstance(node, Name):
        return node.variable is not None and isinstance(node.variable.type, IntegerType)
    arithmetic = isinstance(node, Binary) and node.op in ("+", "-", "*", "/")
    sign = isinstance(node, Unary) and node.op in ("-", "+")
    return (arithmetic or sign or isinstance(node, Cast)) and all(
        map(computed_again, node.children)
    )


def _changed(node, companions):
    """Whether the body does something else to one of them than to read it."""
    keys = {one.variable.key for one in companions}
    for inner in node.body.walk():
        found = variable_of(touched(inner))
        if found is not None and found.key in keys:
            return True
    return False


def _set(one, loop, at):
    """The statement that sets a companion, as a tree."""
    kind = one.variable.type
    own = next(node for node in loop.increment.walk() if names(node, loop.variable))
    by = -one.by if loop.downward else one.by
    # Each by itself: texts of subscripts are put together from what stands in the source.
    far, near = (_times(at, by, tree, kind) for tree in (own, ends(loop)[0]))
    value = Binary(at, at, (one.first, Binary(at, at, (far, near), kind, op="-")), kind, op="+")
    if one.declared:
        return Declare(at, at, (value,), None, variable=one.variable)
    name = Name(at, at, (), kind, name=one.variable.name, variable=one.variable)
    return Assign(at, at, (name, value), kind, op="=")


def _times(at, by, tree, kind):
    return Binary(at, at, (Number(at, at, (), kind, value=by), tree), kind, op="*")
