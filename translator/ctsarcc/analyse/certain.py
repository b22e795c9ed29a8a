# SPDX-License-Identifier: BSD-3-Clause
"""What each iteration evaluates, whatever its conditions say: a pointer that it follows leads
somewhere then, and may be followed before the loop as well."""

from ..syntax import (
    Binary,
    Block,
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
)
from .uses import jumps_out


def evaluated(node: For, every):
    """Nodes of expressions that each iteration evaluates, those of the loop's header included;
    unless it is `every` iteration, inner loops are taken to have one."""
    for part in (node.loop.lower, node.loop.upper):
        yield from () if part is None else _expression(part)
    yield from _statement(node.body, every)


def _statement(node: Node, every):
    if isinstance(node, Block):
        for child in node.children:
            yield from _statement(child, every)
            if jumps_out(child):
                return
    elif isinstance(node, For):
        for part in (node.loop.init, node.loop.condition):
            yield from () if part is None else _statement(part, every)
        yield from () if every else _statement(node.body, every)
    elif isinstance(node, Declare):
        for child in node.children:
            yield from _expression(child)
    elif isinstance(node, If):
        yield from _expression(node.condition)
    elif not isinstance(node, Statement):
        yield from _expression(node)


def _expression(node: Node):
    """Nodes of an expression, but for those that it may leave out, or does not evaluate."""
    if isinstance(node, Sizeof):
        return
    yield node
    one = isinstance(node, Select) or (isinstance(node, Binary) and node.op in ("&&", "||"))
    for child in node.children[:1] if one else node.children:
        yield from _expression(child)


def followed(node: Node):
    """The pointer that an expression follows, if it follows one."""
    points = isinstance(node, Index) or (isinstance(node, Unary) and node.op == "*")
    if points or (isinstance(node, Member) and node.op == "->"):
        base = node.children[0]
        if isinstance(base.type, PointerType):
            yield base
