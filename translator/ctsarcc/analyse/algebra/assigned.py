# SPDX-License-Identifier: BSD-3-Clause
"""Index variables that are assigned rather than initialised: `k = i * m + j; b[k] = ...` is as good
as `int k = ...`."""

from ...syntax import Assign, Block, Case, Label, Name, Node, touched, variable_of
from .affine import converted, whole_number


def once(body: Node, fixed):
    """{key: the tree that the variable is set to} of integers that one statement of the body sets,
    where all that read them stand behind it in its block. `fixed(tree, known)`: whether the tree
    keeps its value meanwhile, as those known do."""
    candidates: dict = {}
    writes = _writes(body)
    for block in (node for node in body.walk() if isinstance(node, Block)):
        if not any(
            isinstance(child, Case | Label) for child in block.children
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
        if not isinstance(statement, Assign) or statement.op != "=":
            continue
        variable = variable_of(statement.target)
        if (
            variable is None
            or not whole_number(variable.type)
            or variable.scope == "file"
            or writes[variable.key] != 1
        ):
            continue
        behind = sum(_mentions(node, variable.key) for node in block.children[number + 1 :])
        if _mentions(body, variable.key) == behind + 1:
            found[variable.key] = converted(variable.type, statement.assigned)
    return found


def _mentions(node: Node, key):
    return sum(
        isinstance(n, Name) and n.variable is not None and n.variable.key == key
        for n in node.walk()
    )


def _writes(body):
    """How often each variable is set, or its address taken."""
    found: dict = {}
    for node in body.walk():
        variable = variable_of(touched(node))
        if variable is not None:
            found[variable.key] = found.get(variable.key, 0) + 1
    return found
