# SPDX-License-Identifier: BSD-3-Clause
"""Between which values a subscript lies over the loops around it: symbolic, by the loops'
bounds."""

from ...syntax import Binary, For, Node, Select, Unary
from . import affine
from .affine import Polynomial

ONE = Polynomial.constant(1)


def bounds(node: For, values):
    """(least, greatest) of a `for`'s variable as Polynomials; either is None where it is not
    known."""
    return _bounds(node.loop, values)


def rough_bounds(node: For, values):
    """The same, where it is enough that no number lies outside: `1 + i % 2` is 1 or more."""
    return _bounds(
        node.loop,
        values,
        lambda tree: _estimated(tree, values, False),
        lambda tree: _estimated(tree, values, True),
    )


def _bounds(loop, values, least=None, greatest=None):
    if loop.variable is None or loop.variable.key in values.around:
        return None, None
    first, bound = affine.bounds(loop)
    low = (least or values.polynomial)(first)
    high = (greatest or values.polynomial)(bound)
    if low is not None and loop.above:
        low = low + ONE
    if high is not None and not loop.inclusive:
        high = high - ONE
    return low, high


def _estimated(tree: Node, values, most):
    """A polynomial that a sum is not below, or with `most` not above, by the ends of remainders in
    it; None where they are not known."""
    found = values.sketch(tree)
    sketched = [] if found is None else [v for v in found.variables() if v[1] == affine.SKETCHED]
    for variable in sketched:
        ends, parts = values.rest(variable), found.factor(variable)
        if ends is None or parts is None or parts[0].value is None:
            return None
        found = parts[0] * Polynomial.constant(ends[(parts[0].value > 0) == most]) + parts[1]
    return found


def _at_most(node: For, values):
    """A number that a `for`'s variable does not exceed which counts up to the lesser of two: the
    one of them that no loop changes; None where it is not of that form."""
    loop = node.loop
    if loop.variable is None or loop.downward or loop.variable.key in values.around:
        return None
    choice = None if loop.upper is None else values.tree(loop.upper)
    if not isinstance(choice, Select) or not isinstance(choice.condition, Binary):
        return None
    condition = choice.condition
    if condition.op not in ("<", "<=", ">", ">="):
        return None
    of_less = condition.children if condition.op[0] == "<" else condition.children[::-1]
    sides = [values.polynomial(side) for side in of_less]
    if None in sides or sides != [values.polynomial(side) for side in (choice.yes, choice.no)]:
        return None
    size = next((side for side in sides[::-1] if side and not _counted(side, values)), None)
    return size if size is None or loop.inclusive else size - ONE


def last(node: For, low, high, values):
    """The greatest number of a `for` that counts up from `low` to no more than `high`: with a step
    it need not be `high`."""
    step = None if node.loop.step is None else values.polynomial(node.loop.step)
    if low is None or high is None or node.loop.downward or step is None or step == ONE:
        return high
    passed = _greatest(high - low, values) if not _counted(low, values) else None
    if passed is None or step.value is None or step.value < 1:
        return high
    if any(key in values.loops for _, key in passed.variables()):
        return high  # no number is known before the loop
    if passed.value is not None:
        return low + Polynomial.constant(max(0, passed.value) // step.value * step.value)
    return low + step * values.quotient(passed, step)


def _counted(polynomial, values):
    """Variables of loops in it."""
    return [variable for variable in polynomial.variables() if variable[1] in values.loops]


def surely_at_most(polynomial, values):
    """A number that no iteration's exceeds, whatever the signs of what is no loop's variable; None
    where it is not known."""
    return _greatest(polynomial, values, True)


def _greatest(polynomial, values, sure=False):
    """The greatest number over all iterations of all loops; None where it is not known."""
    for _ in values.loops:
        variable = next(iter(_counted(polynomial, values)), None)
        headers = [] if variable is None else values.headers.get(variable[1], [])
        if sure and variable is not None:
            parts = polynomial.factor(variable)
            headers = headers if parts is not None and parts[0].value is not None else []
        if len(headers) == 1:
            low, high = _bounds(headers[0], values)
            polynomial = _extreme(polynomial, variable, high, low)
        if polynomial is None or variable is None:
            break
    return None if polynomial is None or _counted(polynomial, values) else polynomial


def extremes(polynomial, loops, values, stepped=False, limits=bounds):
    """(least, greatest) of `polynomial` over all iterations of `loops` (from the outside), each
    None if not known. `stepped`: with what steps leave out; `limits`: `rough_bounds` where it is
    enough that no number lies outside."""
    least = greatest = polynomial
    for node in reversed(loops):
        if node.loop.variable is None:
            continue
        variable = (node.loop.variable.name, node.loop.variable.key)
        low, high = limits(node, values)
        high = _at_most(node, values) if high is None else high
        if stepped:
            high = last(node, low, high, values)
        least = _extreme(least, variable, low, high)
        greatest = _extreme(greatest, variable, high, low)
    return least, greatest


def _extreme(polynomial, variable, at_rising, at_falling):
    """`polynomial` with `variable` at the end where it is extreme; extents count as positive."""
    if polynomial is None or all(variable not in m for m in polynomial):
        return polynomial
    parts = polynomial.factor(variable)
    if parts is None:
        return None
    rises = sign(parts[0])
    value = at_rising if rises > 0 else at_falling if rises < 0 else None
    return None if value is None else parts[0] * value + parts[1]


def sign(polynomial):
    """1 or -1 where all factors have that sign (symbols are sizes, and positive), else 0."""
    if polynomial and all(f > 0 for f in polynomial.values()):
        return 1
    return -1 if polynomial and all(f < 0 for f in polynomial.values()) else 0


def at_least(left, right):
    """Whether left >= right: True, False, or None where it is not known."""
    if left is None or right is None:
        return None
    difference = (left - right).value
    return None if difference is None else difference >= 0


def compared(node: Node, holds, values):
    """(a, b) of all a < b that a condition means."""
    if holds is None:
        return
    if isinstance(node, Unary) and node.op == "!":
        yield from compared(node.operand, not holds, values)
    elif isinstance(node, Binary) and node.op == ("&&" if holds else "||"):
        for side in node.children:
            yield from compared(side, holds, values)
    elif isinstance(node, Binary) and node.op == ("==" if holds else "!="):
        one, other = (values.polynomial(side) for side in node.children)
        if one is not None and other is not None:
            yield one, other + ONE
            yield other, one + ONE
    elif isinstance(node, Binary) and node.op in ("<", "<=", ">", ">="):
        sides = [values.polynomial(side) for side in node.children]
        small, large = sides if (node.op[0] == "<") == holds else reversed(sides)
        if small is not None and large is not None:
            inclusive = (len(node.op) == 2) == holds
            yield small, large + ONE if inclusive else large
