# SPDX-License-Identifier: BSD-3-Clause
"""Subscripts that a condition chooses: `b[x > 0 ? c - 1 : c]`, also by a variable that was set to
that before, is a use of b[c - 1] where the condition holds and one of b[c] where it does not."""

from dataclasses import replace
from itertools import product

from ...syntax import Binary, Cast, FloatType, Node, Select, Unary, integer, rebuilt
from . import affine

MOST = 8  # uses in the place of one


def apart(uses: list, values: affine.Values) -> list:
    """The uses of arrays, each of one choice."""
    return [one for use in uses for one in _each(use, values)]


def _each(use, values):
    # Which element is written must be known whatever the condition's sizes are.
    if use.write or not any(_chooses(subscript, values) for subscript in use.subscripts):
        return [use]
    cases = list(product(*(_cases(subscript, values) for subscript in use.subscripts)))
    if len(cases) > MOST:
        return [use]
    return [
        replace(
            use,
            subscripts=tuple(tree for _, tree in case),
            guards=(*use.guards, *(guard for guards, _ in case for guard in guards)),
            branch=True,
        )
        for case in cases
    ]


def _chooses(node: Node, values):
    node = values.tree(node)
    if isinstance(node, Select):
        return _has_rows(node.yes, values) or _has_rows(node.no, values)
    return _is_sum(node) and any(_chooses(child, values) for child in node.children)


def _has_rows(node: Node, values):
    """Whether a choice has a pitch in it: one among the elements of a row is told as it stands."""
    node = values.tree(node)
    if isinstance(node.type, FloatType):
        return False
    if isinstance(node, Binary) and node.op == "*":
        return integer(node.left) is None and integer(node.right) is None
    parts = node.children[1:] if isinstance(node, Select) else node.children
    return any(_has_rows(part, values) for part in parts)


def _is_sum(node: Node):
    """Whether it is made of numbers by sums, products and conversions."""
    if isinstance(node, Binary):
        return node.op in ("+", "-", "*")
    return isinstance(node, Cast) or (isinstance(node, Unary) and node.op == "-")


def _cases(node: Node, values):
    """[(conditions that hold or do not, the tree without a choice)]."""
    node = values.tree(node)
    if isinstance(node, Select) and _chooses(node, values):
        return [
            (((node.condition, holds), *guards), affine.converted(node.type, tree))
            for part, holds in ((node.yes, True), (node.no, False))
            for guards, tree in _cases(part, values)
        ]
    if not _is_sum(node):
        return [((), node)]
    found = []
    for parts in product(*(_cases(child, values) for child in node.children)):
        trees = iter(tree for _, tree in parts)
        guards = tuple(guard for some, _ in parts for guard in some)
        found.append((guards, rebuilt(node, lambda _, trees=trees: next(trees))))
    return found
