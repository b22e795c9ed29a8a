# SPDX-License-Identifier: BSD-3-Clause
"""Subscripts that go on by a number which only the running program has, as `y[iy + i * incy]`: up
or down, iterations have elements of their own unless it is 0."""

import itertools
from dataclasses import dataclass

from ..algebra import ranges
from ..algebra.affine import Polynomial
from ..shapes.extents import can_be_asked


@dataclass(frozen=True)
class _Strided:
    """What an iteration reaches by one use: element `stride` times its number, and `first`."""

    stride: Polynomial
    first: Polynomial
    write: bool


def are_in(arrays):
    """Whether items of one of a region's arrays are as far apart as a variable says."""
    maps = [dimension.map for array in arrays for dimension in array.dimensions]
    return any(found is not None and found.stride.value is None for found in maps)


def apart(uses, body):
    """C texts of what must hold for no iteration to reach what another one writes; None where that
    is not known."""
    found = _found(uses, body)
    if found is None or len({one.stride for one in found}) != 1:
        return None
    farthest = 0
    for one, other in itertools.product(found, repeat=2):
        if one.write or other.write:
            number = (one.first - other.first).value
            if number is None:
                return None
            farthest = max(farthest, abs(number))
    stride = f"({found[0].stride.wide})"
    if not farthest:
        return (f"({stride} != 0)",)
    return (f"({stride} > {farthest} || {stride} < -{farthest})",)


def reached(uses, body):
    """Pairs of C texts, of the least and the greatest element that iterations reach; None where
    these are not known."""
    found, (low, high) = _found(uses, body), ranges.bounds(body.parsed.node, body.values)
    if found is None or not can_be_asked(low, high, body):
        return None
    pairs = set()
    for one in found:
        first, last = (f"({(one.stride * end + one.first).wide})" for end in (low, high))
        down = f"({one.stride.wide}) < 0"
        pairs.add((f"({down} ? {last} : {first})", f"({down} ? {first} : {last})"))
    return pairs


def _found(uses, body):
    """A _Strided for each use; None where one of them is something else."""
    found = []
    for use in uses:
        odd = use.address or use.walks or len(use.subscripts) != 1
        number = None if odd else body.values.polynomial(use.subscripts[0])
        parts = None if number is None else number.factor(body.iteration)
        if parts is None or not can_be_asked(parts[0], parts[1], body):
            return None
        found.append(_Strided(parts[0], parts[1], use.write))
    # Others are understood without.
    return found if any(one.stride.value is None for one in found) else None
