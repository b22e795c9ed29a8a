# SPDX-License-Identifier: BSD-3-Clause
"""Independent inner loops: those of a body that a device's grid gets a second dimension for.

The work-items of that dimension execute the whole body, but of these loops each only its own
iterations; the n-th goes to work-item n modulo their number. This is right where

- all else may be repeated: it changes nothing but variables of the iteration's own, and holds no
  loops,
- every array that the body writes is used in these loops alone, and in one dimension with the
  loop's variable, so that an element belongs to one work-item,
- no variable carries a value from one iteration of these loops to another, or out of them.
"""

from ...loops import below_none, may_wrap
from ...model import InnerLoop
from ...syntax import (
    INT,
    ArrayType,
    Assign,
    Block,
    Break,
    Call,
    Cast,
    Do,
    For,
    If,
    Index,
    Member,
    Name,
    Node,
    Switch,
    Unary,
    While,
    touched,
    variable_of,
)
from ..body.uses import Walk


def inner_loops(body, arrays, scalars):
    """An InnerLoop, or None."""
    stated = _outermost(lambda node: node.loop.independent, body)
    if stated:
        return (
            InnerLoop(stated, "stated by 'loop independent'")
            if _allowed(stated, body, scalars)
            and not _repeats(body.parsed.node.body, stated)
            and _in_loops(arrays, stated)
            else None
        )
    written = [array for array in arrays if any(access.write for access in array.accesses)]
    if any(
        use.write and use.variable.key not in {array.variable.key for array in arrays}
        for use in body.uses.arrays
    ):
        return None
    fastest = {
        v
        for array in written
        for access in array.accesses
        if access.indices and access.indices[-1] is not None
        for v in access.indices[-1].variables()
    }
    for choice in (
        lambda node: (node.loop.variable.name, node.loop.variable.key) in fastest,
        lambda node: True,
    ):
        loops = _outermost(choice, body)
        if (
            not loops
            or not _allowed(loops, body, scalars)
            or _repeats(body.parsed.node.body, loops)
        ):
            continue
        why = _proof(loops, written, body)
        if why is not None:
            return InnerLoop(loops, why)
    return None


def _outermost(wanted, body):
    """Of the loops that are wanted, those in no other one. A loop in a while, a do or a switch is
    none of them."""
    found, stack = [], [body.parsed.node.body]
    while stack:
        node = stack.pop(0)
        if (
            isinstance(node, For)
            and node.loop.variable is not None
            and not node.loop.downward
            and wanted(node)
        ):
            found.append(node)
        elif isinstance(node, For | Block | If):
            stack = [
                child for child in node.children if isinstance(child, For | Block | If)
            ] + stack
    return tuple(found)


def _within(node: Node, loops):
    """The loop of `loops` that `node` stands in the body of, or None."""
    return next(
        (
            inner
            for inner in loops
            if inner.loop.header_end <= node.start and node.end <= inner.loop.end
        ),
        None,
    )


def _repeats(node: Node, loops):
    """Whether `node` holds loops outside of `loops`: too much work for every work-item to
    repeat."""
    if node in loops:
        return False
    if isinstance(node, For | While | Do | Switch) and not any(
        node.start <= inner.start and inner.end <= node.end for inner in loops
    ):
        return True
    return any(_repeats(child, loops) for child in node.children)


# ---- Variables -----------------------------------------------------------------------------------


def _allowed(loops, body, scalars):
    """Whether headers are as they must be, and no variable carries a value."""
    roles = {scalar.variable.key: scalar.role for scalar in scalars}
    return all(_header(node, body) and not _keeps(node) for node in loops) and all(
        _variable(key, events, loops, roles) for key, (_, events) in body.uses.scalars.items()
    )


def _keeps(loop):
    """Whether the loop writes to an array of the iteration's own from outside of the loop: every
    work-item has one."""
    for node in loop.body.walk():
        place = touched(node)
        written = node.arguments if isinstance(node, Call) else () if place is None else (place,)
        for place in written:
            target = place
            while isinstance(target, Index | Member | Cast | Unary) and target.children:
                target = target.children[0]
            variable = variable_of(target)
            if (
                variable is not None
                and variable.scope == "local"
                and isinstance(variable.type, ArrayType)
                and not loop.start <= variable.key < loop.end
            ):
                return True
    return False


def _header(node: For, body):
    """Whether the iterations are those that the header says, whatever the body does."""
    inside = Walk().body(node.body)
    written = inside.written() | {use.variable.key for use in body.uses.arrays if use.write}
    bounds = [part for part in (node.loop.lower, node.loop.upper, node.loop.step) if part]
    named = {
        n.variable.key for part in bounds for n in part.walk() if isinstance(n, Name) and n.variable
    }
    variable = node.loop.variable
    # A narrower one could not hold a grid's size.
    return (
        variable is not None
        and variable.type.size >= INT
        and not below_none(node.loop)
        and not may_wrap(node.loop)
        and not written & (named | {variable.key})
        and not _breaks(node.body)
        and not any(isinstance(n, Call | Assign) for part in bounds for n in part.walk())
    )


def _breaks(node: Node):
    """Whether a break leaves the loop that `node` is the body of."""
    if isinstance(node, Break):
        return True
    return not isinstance(node, For | While | Do | Switch) and any(
        _breaks(child) for child in node.children
    )


def _variable(key, events, loops, roles):
    if not any(event.write for event in events):
        return True
    own = [inner for inner in loops if inner.loop.variable.key == key]
    outside = [
        event
        for event in events
        if not any(inner.start <= event.node.start < inner.end for inner in loops)
    ]
    inside = [
        inner
        for inner in loops
        if any(
            inner.loop.header_end <= event.node.start < inner.end and event.write
            for event in events
        )
    ]
    if roles.get(key) == "reduction":
        return not outside
    if roles.get(key) == "firstprivate":
        return False
    if (own or inside) and any(not event.write for event in outside):
        return False
    return all(inner.start <= key < inner.end or _set_first(key, inner) for inner in inside)


def _set_first(key, node: For):
    """Whether every iteration sets the variable before it reads it."""
    _, events = Walk().body(node.body).scalars[key]
    return events[0].write and not events[0].conditional and not events[0].compound


# ---- Arrays --------------------------------------------------------------------------------------


def _in_loops(arrays, loops):
    return all(
        _within(access.node, loops) for array in arrays for access in array.accesses if access.write
    )


def _proof(loops, written, body):
    """Why the loops' iterations are independent, or None."""
    reasons = []
    for array in written:
        dimension = next(
            (d for d in range(len(array.dimensions)) if _owned(array, d, loops, body)), None
        )
        if dimension is None:
            return None
        names = sorted(
            {_within(access.node, loops).loop.variable.name for access in array.accesses}
        )
        place = f" in dimension {dimension + 1}" if len(array.dimensions) > 1 else ""
        reasons.append(f"every use of '{array.name}' has '{names[0]}'{place}")
    return "proved: " + ", ".join(reasons) if reasons else "proved: it writes no array"


def _owned(array, dimension, loops, body):
    """Whether elements of different index in this dimension belong to different work-items, and one
    to one."""
    seen = set()
    for access in array.accesses:
        node = _within(access.node, loops)
        if (
            node is None
            or access.use.address
            or not access.indices
            or len(access.indices) <= dimension
            or access.indices[dimension] is None
        ):
            return False
        variable = (node.loop.variable.name, node.loop.variable.key)
        parts = access.indices[dimension].factor(variable)
        lower = body.values.polynomial(node.loop.lower)
        step = body.values.polynomial(node.loop.step) if node.loop.step else None
        if (
            parts is None
            or not parts[0].value
            or lower is None
            or (node.loop.step and step is None)
        ):
            return False
        if (parts[1].variables() | lower.variables()) & _moving(body):
            return False
        seen.add((parts[0], parts[1], lower, step))
    return len(seen) == 1


def _moving(body):
    """Variables of inner loops: what changes while the iteration is executed."""
    return {
        (inner.loop.variable.name, inner.loop.variable.key)
        for inner in body.uses.loops
        if inner.loop.variable
    } - {body.iteration}
