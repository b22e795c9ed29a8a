# SPDX-License-Identifier: BSD-3-Clause
"""How far from 0 a subscript may be, as C that is evaluated before the loop. In double, so that
nothing wraps around: rounding goes by the order of numbers, and what a type holds is a double."""

import re

from ..loops import ends
from ..syntax import integer

# A variable, or a member that is found by way of one.
PLACE = re.compile(r"[A-Za-z_]\w*((->|\.)\w+)*")


def text(polynomial, values, within=()):
    """C text of a number that is no smaller than any value's distance from 0, or None. `within`:
    keys of loops' variables whose bounds are looked at."""
    parts = []
    for monomial, factor in polynomial.items():
        words = [_one(variable, values, within) for variable in monomial]
        if None in words:
            return None
        parts.append(" * ".join([*([str(abs(factor))] * (abs(factor) != 1 or not words)), *words]))
    return " + ".join(parts) or "0"


def _one(variable, values, within):
    name, key = variable
    if key not in values.loops:
        return f"__builtin_fabs((double){name})" if PLACE.fullmatch(name) else None
    loops = values.headers.get(key, ())
    if not loops or key in values.around or key in within:
        return None
    found = dict.fromkeys(_counted(loop, values, (*within, key)) for loop in loops)
    return None if None in found else f"({' + '.join(found)})"


def _counted(loop, values, within):
    """The same of what a loop's variable has in it, and behind it."""
    words = []
    step = 1 if loop.step is None else integer(loop.step)
    for node in ends(loop):
        number = None if node is None else values.polynomial(node)
        word = None if number is None else text(number, values, within)
        if word is None or step is None:
            return None
        words += [word] if word != "0" else []
    return " + ".join([*words, str(step)])
