# SPDX-License-Identifier: BSD-3-Clause
"""Subscripts that grow with the square of the loop's variable, as those of packed triangles do,
`a[i * (i + 1) / 2 + j]`: whether each iteration has a range of its own, behind that of the one
before."""

import itertools
import math
from dataclasses import dataclass

from ...syntax import INT, Binary, Cast, IntegerType, Node
from ..algebra import affine, ranges
from ..algebra.affine import Polynomial
from ..shapes.extents import can_be_asked, none_below

MOST = 4096  # remainders that are tried out for one quotient


@dataclass(frozen=True)
class _Scaled:
    """A number as a polynomial over an integer that divides it without a rest."""

    over: Polynomial
    by: int = 1

    def to(self, by):
        return self.over * Polynomial.constant(by // self.by)


@dataclass(frozen=True)
class _Span:
    """What an iteration reaches by one use: `by` times the first and the last element."""

    first: Polynomial
    last: Polynomial
    write: bool

    @property
    def ends(self):
        return self.first, self.first, self.last


def apart(uses, body):
    """C texts of what must hold for no iteration to reach what another one writes; None where that
    is not known."""
    found = _spans(uses, body)
    if found is None:
        return None
    asked: dict = {}
    for one, other in itertools.product(found[0], repeat=2):
        if not (one.write or other.write):
            continue
        wanted = (
            (_next(other.first, body) - one.last, 1),
            (_next(other.first, body) - other.first, 0),
        )
        for number, least in wanted:
            text = _at_least(number, least, body)
            if text is None:
                return None
            asked |= dict.fromkeys([text] if text else [])
    return tuple(asked)


def _spans(uses, body):
    """(a _Span for each use, by what they are divided); None where one is not understood."""
    if any(len(use.subscripts) != 1 or use.address or use.walks for use in uses):
        return None
    trees = [_scaled(use.subscripts[0], body.values) for use in uses]
    if None in trees:
        return None
    by = math.lcm(*(tree.by for tree in trees))
    found = []
    for use, tree in zip(uses, trees, strict=True):
        first, last = _ends(tree.to(by), use.loops, body)
        if first is None or last is None:
            return None
        found.append(_Span(first, last, use.write))
    return found, by


def _scaled(node: Node, values):
    """A subscript as a _Scaled, or None."""
    node = values.tree(node)
    known = values.polynomial(node)
    if known is not None:
        return _Scaled(known)
    if not isinstance(node, Binary | Cast) or not _as_it_looks(node) or values.cuts(node):
        return None
    if isinstance(node, Cast):
        return _scaled(node.operand, values)
    left, right = (_scaled(child, values) for child in node.children)
    if left is None or right is None:
        return None
    if node.op == "/":
        by = right.over.value if right.by == 1 else None
        found = _Scaled(left.over, left.by * by) if by and by > 0 else None
        return found if found is not None and _divides(found) else None
    if node.op == "*":
        return _Scaled(left.over * right.over, left.by * right.by)
    if node.op not in ("+", "-"):
        return None
    by = math.lcm(left.by, right.by)
    return _Scaled(affine.COMBINED[node.op](left.to(by), right.to(by)), by)


def _as_it_looks(node):
    """Whether C computes it so: nothing wraps around. No memory has elements beyond 2^61."""
    kind = node.type
    if not isinstance(kind, IntegerType):
        return kind is None
    return kind.signed or (kind.size > INT and getattr(node, "op", "") in ("+", "*", "/"))


def _divides(found):
    """Whether there is no rest, whatever integers the variables are."""
    variables = sorted(found.over.variables())
    if found.by ** len(variables) > MOST:
        return False
    for values in itertools.product(range(found.by), repeat=len(variables)):
        known = dict(zip(variables, values, strict=True))
        if sum(f * math.prod(known[v] for v in m) for m, f in found.over.items()) % found.by:
            return False
    return True


def _ends(number, loops, body):
    """(least, greatest) over the inner loops, whose variables have numbers as factors."""
    least = greatest = number
    for node in reversed(loops):
        least, greatest = _end(least, node, False, body), _end(greatest, node, True, body)
    return least, greatest


def _end(number, node, most, body):
    """The polynomial with a loop's variable at the end where it is least, or greatest; None where
    that is not known."""
    loop = node.loop
    if number is None or loop.variable is None:
        return None
    parts = number.factor((loop.variable.name, loop.variable.key))
    if parts is None or parts[0].value is None:
        return None
    if not parts[0]:
        return number
    end = ranges.bounds(node, body.values)[(parts[0].value > 0) == most]
    return None if end is None else parts[0] * end + parts[1]


def _at(number, value, body):
    """What a polynomial is where the loop's variable is another one."""
    found = Polynomial()
    for monomial, factor in number.items():
        part = Polynomial.constant(factor)
        for variable in monomial:
            part = part * (value if variable == body.iteration else Polynomial.of_pair(variable))
        found = found + part
    return found


def _next(number, body):
    """What it is in the next iteration."""
    return _at(number, Polynomial.of_pair(body.iteration) + Polynomial.constant(1), body)


def _at_least(number, least, body):
    """C text of that no iteration's number is below `least`; "" where that is so, None where it
    cannot be asked."""
    end = _end(number, body.parsed.node, False, body)
    if end is None:
        return None
    if end.value is not None:
        return "" if end.value >= least else None
    end = end - Polynomial.constant(least)
    if any(monomial and factor < 0 for monomial, factor in end.items()):
        return None  # it holds for few sizes, if for any
    return none_below(end) if can_be_asked(end, end, body) else None


def reached(uses, body):
    """Pairs of C texts, of the least and the greatest element that iterations reach which are
    apart; None where these are not known."""
    found, (low, high) = _spans(uses, body), ranges.bounds(body.parsed.node, body.values)
    if found is None or low is None or high is None or apart(uses, body) is None:
        return None
    pairs = set()
    for one in found[0]:
        # Of the last iteration, which need not reach anything, either may be the greater one.
        ends = [_at(part, at, body) for part, at in zip(one.ends, (low, high, high), strict=True)]
        if not all(can_be_asked(end, end, body) for end in ends):
            return None
        first, *others = (f"({end.wide}) / {found[1]}" for end in ends)
        pairs |= {(first, other) for other in others}
    return pairs
