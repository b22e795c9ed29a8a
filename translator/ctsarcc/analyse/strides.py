# SPDX-License-Identifier: BSD-3-Clause
"""Variables that are products, as `plane = ny * nz;` before the loop: subscripts `i * plane + j * nz
+ k` are those of a matrix then."""

from ..syntax import Name, Variable, variable_of
from .affine import Values, converted


def known(parsed, written):
    """{key: tree} of variables that the body names and that are products of others, and of what
    these are made of."""
    trees = {key: tree for key, tree in parsed.known.items() if key not in written}
    kinds = {v.key: v.type for v in parsed.scope.values() if isinstance(v, Variable)}
    trees = {key: converted(kinds[key], tree) for key, tree in trees.items() if key in kinds}
    values = Values(trees, written)
    values.silent = True
    named = {v.key for node in parsed.node.body.walk() if (v := variable_of(node)) is not None}
    found: dict = {}
    for key in sorted(named & trees.keys()):
        number = values.polynomial(trees[key])
        if number is not None and any(len(monomial) > 1 for monomial in number):
            _take(key, trees, found)
    return found


def _take(key, trees, found):
    """The tree of a variable, and those of what it is made of."""
    if key in trees and key not in found:
        found[key] = trees[key]
        for node in trees[key].walk():
            if isinstance(node, Name) and node.variable is not None:
                _take(node.variable.key, trees, found)
