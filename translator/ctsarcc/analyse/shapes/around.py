# SPDX-License-Identifier: BSD-3-Clause
"""Loops that count without a sign. With != and a bound below the first value inner ones end around
the end of what the variable holds; a bound below 0, or a difference that is, is a large one."""

from ...loops import ends, greatest, may_end_below, may_wrap, step_may_wrap
from ...syntax import INT, Binary, IntegerType, Select, integer
from ..algebra import affine, ranges
from . import fits
from .extents import can_be_asked, none_below


def find(body):
    """Has it asked before the loop that bounds are none below 0, or below first values. Keys of
    the variables of those loops of which that can be neither known nor asked."""
    found = set()
    for use in (*body.seen.arrays, *body.seen.paths, *body.seen.inside):
        for k, node in enumerate(use.loops):
            if node.loop.variable is not None and not _told(node, use.loops[:k], body):
                found.add(node.loop.variable.key)
    return frozenset(found)


def ask_ends(body):
    """Has it asked that the ends of the loop itself are the numbers that they seem to be: C makes
    large ones of differences below 0 that have no sign, and small ones of sums that are too
    large. Arrays are as long as they seem. Of 64 bits both are the same once they are a `long`."""
    for node in (part for end in ends(body.loop) if end is not None for part in _computed(end)):
        kind = node.type
        if not isinstance(kind, IntegerType) or kind.signed or kind.size != INT:
            continue
        number = body.values.polynomial(node)
        if not can_be_asked(number, number, body):
            continue
        if _is_difference(node, number):
            body.always[none_below(number)] = None
        if _may_be_too_large(number):
            body.always[f"{fits.real(number)} <= {greatest(kind)}.0L"] = None


def _computed(node):
    """What C computes in whole, and the operands of what is no sum or product: of `(n + k) / 2`
    the sum, too."""
    yield node
    if not isinstance(node, Select) and not (
        isinstance(node, Binary) and node.op in ("+", "-", "*")
    ):
        for child in node.children:
            yield from _computed(child)


def _may_be_too_large(number):
    """Whether a number is made of others which are less."""
    added = [(term, factor) for term, factor in number.items() if factor > 0]
    return len(added) > 1 or any(len(term) + (factor > 1) > 1 for term, factor in added if term)


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
    if step_may_wrap(node.loop) and not _steps_on(node.loop, body.values):
        return False
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
            asked.append(none_below(least))
    body.always |= dict.fromkeys(asked)
    return True


def _steps_on(loop, values):
    """Whether the variable holds what is a step behind its bound."""
    end, step = values.polynomial(ends(loop)[1]), values.polynomial(loop.step)
    if end is None or step is None or values.holds is None:
        return False
    return values.holds(loop.variable.type, end - step if loop.downward else end + step)
