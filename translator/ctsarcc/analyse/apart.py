# SPDX-License-Identifier: BSD-3-Clause
"""How far the memory behind pointers inside structs is reached, for the test that no array lies in
another's memory."""

from .. import polyhedral
from ..model import Behind
from . import relations


def behind(body):
    """A Behind for each pointer inside a struct that stays the same while the loop runs. Where
    nothing can be said of how far it is reached, it counts for one element."""
    found = []
    for array in relations.behind(body, written=False):
        pointer = text(array.accesses[0].use.base, body.seen.bound)
        if pointer is None or array.variable.type.depth != 1:
            continue
        bounds = polyhedral.upper_bounds(relations.of(array, body), body.space)
        inner = [dimension.extent.text for dimension in array.dimensions[1:]]
        items = (
            " * ".join(
                [f"((size_t)({bounds[0]}) + 1)", *(f"(size_t)({extent})" for extent in inner)]
            )
            if bounds
            else "1"
        )
        found.append(
            Behind(
                pointer,
                f"sizeof *({pointer}) * {items}",
                any(access.write for access in array.accesses),
            )
        )
    return tuple(found)


def text(node, bound):
    """C text of a place, as it can stand before the loop; None where it is one of the loop's
    own."""
    if node.kind == "variable" and node.variable is not None:
        if node.variable.key in bound:
            inner = text(bound[node.variable.key], bound)
            return None if inner is None else f"({inner})"
        return None if node.variable.scope == "local" else node.variable.name
    if node.kind == "member":
        inner = text(node.children[0], bound)
        return None if inner is None else f"{inner}{node.op}{node.name}"
    if node.kind == "unary" and node.op in ("&", "*"):
        inner = text(node.children[0], bound)
        return None if inner is None else f"({node.op}{inner})"
    return None
