# SPDX-License-Identifier: BSD-3-Clause
"""Inner loops that count without a sign. With != and a bound below the first value they end around
the end of what the variable holds; a bound below 0, or a difference that is, is a large one."""

from ..loops import ends, may_end_below, may_wrap
from ..syntax import IntegerType, integer
from . import affine, ranges
from .affine import Polynomial
from .extents import can_be_asked


def find(body):
    """Has it asked before the loop that bounds are none below 0, or below first values. Keys of
    the variables of those loops of which that can be neither known nor asked."""
    found = set()
    for use in (*body.seen.arrays, *body.seen.paths, *body.seen.inside):
        for k, node in enumerate(use.loops):
            if node.loop.variable is not None and not _told(node, use.loops[:k], body):
                found.add(node.loop.variable.key)
    return frozenset(found)


def _wanted(loop, values):
    """What must be none below 0; None where it cannot be said."""
    low, high = map(values.polynomial, affine.bounds(loop))
    if may_wrap(loop):
        return None if low is None or high is None else (low, high - low)
    first, end = ends(loop)
    bound = low if loop.downward else high
    if _is_difference(end, bound):
        return (bound,)
    if not may_end_below(loop) or integer(first) == 0:
        return ()
    return None if bound is None else (bound,)


def _is_difference(node, number):
    """Whether it has no sign, and is large where more is taken away than there is."""
    unsigned = node is not None and isinstance(node.type, IntegerType) and not node.type.signed
    return unsigned and number is not None and any(factor < 0 for factor in number.values())


def _told(node, outer, body):
    nest = (body.parsed.node, *outer)
    found, asked = _wanted(node.loop, body.values), []
    if found is None:
        return False
    for wanted in found:
        least, _ = ranges.extremes(wanted, nest, body.values)
        if least is None or (least.value or 0) < 0:
            return False
        if least.value is None:
            if not can_be_asked(least, least, body):
                return False
            asked.append(_none_below(least))
    body.always |= dict.fromkeys(asked)
    return True


def _none_below(number):
    """C text of that a polynomial is none below 0, where no part of it may wrap around."""
    one = Polynomial({m: f for m, f in number.items() if f > 0})
    other = Polynomial({m: -f for m, f in number.items() if f < 0})
    return f"{_text(other)} <= {_text(one)}"


def _text(number):
    parts = ["*".join([str(f), *(f"(long){name}" for name, _ in m)]) for m, f in number.items()]
    return " + ".join(parts) or "0"
