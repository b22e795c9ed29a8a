# SPDX-License-Identifier: BSD-3-Clause
"""Trees with other parts."""

from dataclasses import replace

from ..syntax import For, Name, Node


def substitute(node: Node, known):
    """`node` with variables replaced by the trees that they stand for."""
    if not known:
        return node
    if isinstance(node, Name):
        return known.get(node.variable.key, node) if node.variable is not None else node
    return rebuilt(node, lambda part: substitute(part, known))


def rebuilt(node: Node, change):
    """`node` of what `change` makes of its parts, a loop's header included."""
    children = tuple(change(child) for child in node.children)
    if isinstance(node, For):
        parts = {
            name: change(part)
            for name in ("init", "condition", "increment", "lower", "upper", "step")
            if (part := getattr(node.loop, name)) is not None
        }
        return replace(node, children=children, loop=replace(node.loop, **parts))
    return node if children == node.children else replace(node, children=children)
