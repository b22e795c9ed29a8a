# SPDX-License-Identifier: BSD-3-Clause
"""Index variables that are assigned rather than initialised: `k = i * m + j; b[k] = ...` is as good
as `int k = ...`."""

from ..model import Node
from .affine import keeps

STEPS = ("x++", "++x", "x--", "--x")


def once(body: Node, fixed):
    """{key: the tree that the variable is set to} of integers that one statement of the body sets,
    where all that read them stand behind it in its block. `fixed(tree, known)`: whether the tree
    keeps its value meanwhile, as those known do."""
    candidates: dict = {}
    writes = _writes(body)
    for block in (node for node in body.walk() if node.kind == "block"):
        if not any(
            child.kind in ("case", "label") for child in block.children
        ):  # else it may be reached otherwise
            candidates |= _of_block(block, body, writes)
    found: dict = {}
    while more := {
        key: tree
        for key, tree in candidates.items()
        if key not in found and fixed(tree, found.keys())
    }:
        found |= more
    return found


def _of_block(block, body, writes):
    found: dict = {}
    for number, statement in enumerate(block.children):
        target = (
            statement.children[0] if statement.kind == "assign" and statement.op == "=" else None
        )
        variable = target.variable if target is not None and target.kind == "variable" else None
        if (
            variable is None
            or not keeps(variable.type)
            or variable.scope == "file"
            or writes[variable.key] != 1
        ):
            continue
        behind = sum(_mentions(node, variable.key) for node in block.children[number + 1 :])
        if _mentions(body, variable.key) == behind + 1:
            found[variable.key] = statement.children[1]
    return found


def _mentions(node, key):
    return sum(
        n.kind == "variable" and n.variable is not None and n.variable.key == key
        for n in node.walk()
    )


def _writes(body):
    """How often each variable is set, or its address taken."""
    found: dict = {}
    for node in body.walk():
        set_ = node.kind == "assign" or (node.kind == "unary" and node.op in (*STEPS, "&"))
        target = node.children[0] if set_ and node.children else None
        if target is not None and target.kind == "variable" and target.variable is not None:
            found[target.variable.key] = found.get(target.variable.key, 0) + 1
    return found
