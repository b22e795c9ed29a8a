# SPDX-License-Identifier: BSD-3-Clause
"""Variables that are products, as `plane = ny * nz;` before the loop: subscripts
`i * plane + j * nz + k` are those of a matrix then."""

from ...syntax import Binary, IntegerType, Name, Variable, variable_of
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


def facts(body):
    """Conditions that hold before the loop, as trees: `nc == n / 2` of `int nc = n / 2;`."""
    written = body.uses.written() | body.seen.written()
    named = (v for node in body.parsed.node.walk() if (v := variable_of(node)) is not None)
    for key, variable in {one.key: one for one in named}.items():
        tree = body.parsed.known.get(key)
        if tree is not None and key not in written and _signed(variable, tree):
            tree = converted(variable.type, tree)
            name = Name(tree.start, tree.start, (), variable.type, variable.name, variable)
            yield Binary(tree.start, tree.end, (name, tree), op="==")


def _signed(variable, tree):
    """Whether no number wraps around where a variable is set to a tree."""
    kinds = [variable.type, *(one.type for one in tree.walk() if one.type is not None)]
    return all(isinstance(kind, IntegerType) and kind.signed for kind in kinds)
