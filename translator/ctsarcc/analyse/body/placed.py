# SPDX-License-Identifier: BSD-3-Clause
"""C text of places, as it can stand before the loop."""

from ...syntax import Member, Name, Node, Unary


def text(node: Node, body):
    """C text of a place; None where it is one of the loop's own, or no name there."""
    bound = body.seen.bound
    if isinstance(node, Name) and node.variable is not None:
        if node.variable.key in bound:
            inner = text(bound[node.variable.key], body)
            return None if inner is None else f"({inner})"
        unseen = node.variable.scope == "local" or node.variable.key in body.unseen
        return None if unseen else node.variable.name
    if isinstance(node, Member):
        inner = text(node.children[0], body)
        return None if inner is None else f"{inner}{node.op}{node.name}"
    if isinstance(node, Unary) and node.op in ("&", "*"):
        inner = text(node.children[0], body)
        return None if inner is None else f"({node.op}{inner})"
    return None
