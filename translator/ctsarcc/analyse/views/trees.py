# SPDX-License-Identifier: BSD-3-Clause
"""Trees with other parts."""

from ...syntax import Name, Node, rebuilt


def substitute(node: Node, known):
    """`node` with variables replaced by the trees that they stand for."""
    if not known:
        return node
    if isinstance(node, Name):
        return known.get(node.variable.key, node) if node.variable is not None else node
    return rebuilt(node, lambda part: substitute(part, known))
