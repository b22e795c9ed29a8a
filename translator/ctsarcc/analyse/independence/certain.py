# SPDX-License-Identifier: BSD-3-Clause
"""What each iteration evaluates, whatever its conditions say: a pointer that it follows leads
somewhere then, and may be followed before the loop as well."""

from types import SimpleNamespace

from ...syntax import (
    Binary,
    Block,
    Cast,
    Declare,
    For,
    If,
    Index,
    Member,
    Node,
    PointerType,
    Select,
    Sizeof,
    Statement,
    Unary,
    integer,
)
from .. import polyhedral
from ..body.uses import jumps_out

COMPARED = ("==", "!=", "<", "<=", ">", ">=")


def evaluated(node: For, every=True):
    """(a node of an expression that each iteration evaluates, the inner loops around it), those of
    the loop's header included; unless it is `every` iteration, inner loops are taken to have
    one."""
    for part in (node.loop.lower, node.loop.upper):
        yield from () if part is None else _expression(part, ())
    for one, inner in _statement(node.body, ()):
        if not (every and inner):
            yield one, inner


def _statement(node: Node, inner):
    if isinstance(node, Block):
        for child in node.children:
            yield from _statement(child, inner)
            if jumps_out(child):
                return
    elif isinstance(node, For):
        for part in (node.loop.init, node.loop.condition):
            yield from () if part is None else _statement(part, inner)
        yield from _statement(node.body, (*inner, node))
    elif isinstance(node, Declare):
        for child in node.children:
            yield from _expression(child, inner)
    elif isinstance(node, If):
        yield from _expression(node.condition, inner)
    elif not isinstance(node, Statement):
        yield from _expression(node, inner)


def _expression(node: Node, inner):
    """Nodes of an expression, but for those that it may leave out, or does not evaluate."""
    if isinstance(node, Sizeof):
        return
    yield node, inner
    one = isinstance(node, Select) or (isinstance(node, Binary) and node.op in ("&&", "||"))
    for child in node.children[:1] if one else node.children:
        yield from _expression(child, inner)


def nested(inner, body):
    """C text of that some iteration has one of all these inner loops; "" where each has, None where
    it cannot be told."""
    space = polyhedral.space(body)
    found = space.nest(SimpleNamespace(loops=inner, guards=()))
    return None if found is None else polyhedral.possible(found, space.known([]), space)


def otherwise_compared(node: Node):
    """Pointers that expressions compare with something else than NULL: they may lead nowhere where
    they are not NULL."""
    for one in node.walk():
        if isinstance(one, Binary) and one.op in COMPARED:
            sides = [_plain(side) for side in one.children]
            if not any(integer(side) == 0 for side in sides):
                yield from (side for side in sides if isinstance(side.type, PointerType))


def _plain(node: Node):
    while isinstance(node, Cast):
        node = node.operand
    return node


def followed(node: Node):
    """The pointer that an expression follows, if it follows one."""
    points = isinstance(node, Index) or (isinstance(node, Unary) and node.op == "*")
    if points or (isinstance(node, Member) and node.op == "->"):
        base = node.children[0]
        if isinstance(base.type, PointerType):
            yield base
