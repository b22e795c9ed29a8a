# SPDX-License-Identifier: BSD-3-Clause
"""Matrices that one number goes through: `a[q / m][q % m]` is element q where rows have m."""

from dataclasses import replace

from ...syntax import Binary, Index, IntegerType, Name, StructType, levels


def of(variable, uses, body):
    """The uses of a matrix as those of a vector, or None."""
    extents, element = levels(variable.type)
    if len(extents) != 2 or extents[1] is None or isinstance(element, StructType):
        return None
    if body.parsed.versions or body.parsed.directive.kernels:
        return None  # they have subscripts of their own
    named = sum(isinstance(n, Name) and n.variable == variable for n in body.parsed.node.walk())
    own = [use for use in body.uses.arrays if use.variable.key == variable.key]
    numbers = [number(use, body) for use in uses]
    if None in numbers or not named == len(own) == len(uses):
        return None
    return [replace(use, subscripts=(one,)) for use, one in zip(uses, numbers, strict=True)]


def number(use, body):
    """The tree of the number that both subscripts are made of; None if they are not."""
    if use.address or len(use.subscripts) != 2 or not _is_written_so(use, body):
        return None
    row, column = map(body.values.tree, use.subscripts)
    sides = (row, column)
    if not all(isinstance(one, Binary) for one in sides) or (row.op, column.op) != ("/", "%"):
        return None
    found, kinds = row.left, {one.type and one.type.canonical for one in (*sides, row.left)}
    inside = body.loop.start <= found.start and found.end <= body.loop.end
    # What wraps around stands as it is.
    plain = isinstance(found, Name) or getattr(found.type, "signed", False)
    if len(kinds) != 1 or not inside or not plain or not isinstance(found.type, IntegerType):
        return None
    same = _same(found, column.left, body) and _same(row.right, column.right, body)
    return found if same and _is_pitch(row.right, use.variable, body) else None


def _is_written_so(use, body):
    node = use.node
    if not body.loop.start <= node.start < body.loop.end:
        return False
    for _ in use.subscripts:
        if not isinstance(node, Index):
            return False
        node = node.base
    return isinstance(node, Name) and node.variable == use.variable


def _same(one, other, body):
    left, right = (body.values.polynomial(node) for node in (one, other))
    return left is not None and left == right


def _is_pitch(node, variable, body):
    pitch = body.polynomial(levels(variable.type)[0][1])
    return pitch is not None and pitch == body.values.polynomial(node)
