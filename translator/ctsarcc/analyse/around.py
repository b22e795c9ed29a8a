# SPDX-License-Identifier: BSD-3-Clause
"""Inner loops with != and a variable without a sign: with a bound below the first value they end
around the end of what the variable holds."""

from ..loops import may_wrap
from . import affine, ranges
from .affine import Polynomial
from .extents import can_be_asked


def find(body):
    """Has it asked before the loop that bounds are none below first values. Keys of the variables
    of those loops of which that can be neither known nor asked."""
    found = set()
    for use in (*body.seen.arrays, *body.seen.paths, *body.seen.inside):
        for k, node in enumerate(use.loops):
            if may_wrap(node.loop) and not _told(node, use.loops[:k], body):
                found.add(node.loop.variable.key)
    return frozenset(found)


def _told(node, outer, body):
    low, high = map(body.values.polynomial, affine.bounds(node.loop))
    if low is None or high is None:
        return False
    nest = (body.parsed.node, *outer)
    asked = []
    for wanted in (low, high - low):
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
