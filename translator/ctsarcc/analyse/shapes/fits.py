# SPDX-License-Identifier: BSD-3-Clause
"""Whether a type holds what a loop counts in it: `i * k` and `(unsigned char)i` are numbers like
any other where they are small enough. That is known, or is asked before the loop."""

from ...loops import greatest, least
from ...syntax import IntegerType, Variable
from ..algebra import ranges
from ..algebra.affine import Polynomial
from .extents import can_be_asked


def asked(kind, number, body):
    """Whether an integer type holds a polynomial in all iterations, by what is known or has been
    asked (`narrowed`)."""
    nest = [body.parsed.node, *body.seen.loops]
    keys = [node.loop.variable.key for node in nest if node.loop.variable is not None]
    if any(keys.count(key) > 1 for _, key in number.variables()):
        return False  # several headers count it
    texts: dict = {}
    limits = (least(kind), greatest(kind))
    found = _extremes(number, nest, body, texts)
    if found is None or not all(_before(end, body) for end in found):
        return False
    for end, limit, text in zip(found, limits, (">=", "<="), strict=True):
        if end.value is None:
            texts[f"{real(end)} {text} {limit}.0L"] = None
        elif end.value < limits[0] or end.value > limits[1]:
            return False
    body.values.narrowed |= texts
    return True


def _extremes(number, nest, body, texts):
    """(least, greatest) as polynomials of what is there before the loop, or None. `texts`: C texts
    of what that takes for granted."""
    smallest = largest = number
    for node in reversed(nest):
        if node.loop.variable is None:
            continue
        variable = (node.loop.variable.name, node.loop.variable.key)
        if variable not in smallest.variables() | largest.variables():
            continue
        low, high = ranges.rough_bounds(node, body.values)
        ends = []
        for part, rising, falling in ((smallest, low, high), (largest, high, low)):
            factors = part.factor(variable)
            if factors is None or not _told(factors[0], nest, body, texts):
                return None
            negative = any(f < 0 for f in factors[0].values())
            end = falling if negative else rising
            if end is None:
                return None
            ends.append(factors[0] * end + factors[1])
        smallest, largest = ends
    return smallest, largest


def _told(factor, nest, body, texts):
    """Whether all summands of a factor have one sign, once it is known that variables are none
    below 0."""
    if any(f > 0 for f in factor.values()) and any(f < 0 for f in factor.values()):
        return False
    for variable in factor.variables():
        found = _extremes(Polynomial.of_pair(variable), nest, body, texts)
        if found is None or not _before(found[0], body):
            return False
        if found[0].value is None:
            texts |= {} if _unsigned(found[0], body) else {f"{real(found[0])} >= 0": None}
        elif found[0].value < 0:
            return False
    return True


def _before(number, body):
    """Whether it is known before the loop."""
    counted = any(key in body.values.loops for _, key in number.variables())
    return not counted and can_be_asked(number, number, body)


def _unsigned(number, body):
    """Whether it is a sum of products of variables that are none below 0."""
    kinds = {v.key: v.type for v in body.parsed.scope.values() if isinstance(v, Variable)}
    found = [kinds.get(key) for _, key in number.variables()]
    sums = all(factor > 0 for factor in number.values())
    return sums and all(isinstance(kind, IntegerType) and not kind.signed for kind in found)


def real(number):
    """C text of a number that no product in it may wrap around."""
    text = ""
    for monomial, factor in sorted(number.items(), key=lambda item: (item[1] < 0, not item[0])):
        names = [f"(long double){name}" for name, _ in monomial]
        product = "*".join(names if abs(factor) == 1 and names else [f"{abs(factor)}.0L", *names])
        sign = "-" if factor < 0 else "+"
        text += f" {sign} {product}" if text else product if factor > 0 else f"-{product}"
    return text or "0.0L"
