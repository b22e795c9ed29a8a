# SPDX-License-Identifier: BSD-3-Clause
"""What programs tell the compiler about how likely a condition is: `__builtin_expect(!!(c), 1)`,
and what macros of libraries wrap around c. It changes nothing of what c says."""

from dataclasses import replace

from ..syntax import (
    TRUTHS,
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    Declare,
    If,
    Name,
    Node,
    Other,
    Unary,
    integer,
)

HINTS = ("__builtin_expect", "__builtin_expect_with_probability")


def without(call: Call) -> Node:
    """The condition in the place of the call, where it is one; else the call."""
    truth = _truth(call.arguments[0]) if call.arguments else None
    if truth is None:
        return call
    hinted = truth.hinted or (truth.start, truth.end)
    return replace(truth, start=call.start, end=call.end, hinted=hinted)


def _truth(node: Node) -> Node | None:
    """The condition of which an expression is 1 or 0, or None."""
    if isinstance(node, Cast) or (isinstance(node, Unary) and node.op == "__extension__"):
        return _truth(node.operand)
    if isinstance(node, Unary) and node.op == "!":
        inner = node.operand
        twice = isinstance(inner, Unary) and inner.op == "!"
        return (_truth(inner.operand) if twice else None) or node
    if isinstance(node, Binary) and node.op in TRUTHS:
        return node
    asked = _chosen(node)
    return None if asked is None else _truth(asked) or _twice_not(asked)


def _twice_not(node: Node) -> Node:
    once = Unary(node.start, node.end, (node,), op="!")
    return Unary(node.start, node.end, (once,), op="!")


def _chosen(node: Node) -> Node | None:
    """c of `({ int b; if (c) b = 1; else b = 0; b; })`, or None."""
    block = node.children[0] if isinstance(node, Other) and len(node.children) == 1 else None
    if not isinstance(block, Block) or len(block.children) != 3:
        return None
    declared, choice, value = (_alone(child) for child in block.children)
    if not isinstance(declared, Declare) or not isinstance(choice, If):
        return None
    if not isinstance(value, Name) or value.variable != declared.variable:
        return None
    numbers = [_number(branch, value) for branch in choice.branches]
    return choice.condition if numbers == [1, 0] else None


def _number(node: Node, of: Name) -> int | None:
    """What the statement sets the variable to."""
    node = _alone(node)
    if not isinstance(node, Assign) or node.op != "=" or not isinstance(node.target, Name):
        return None
    return integer(node.assigned) if node.target.variable == of.variable else None


def _alone(node: Node) -> Node:
    """The statement in braces, or what one statement declares."""
    while isinstance(node, Block) and len(node.children) == 1:
        node = node.children[0]
    return node
