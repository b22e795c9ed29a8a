# SPDX-License-Identifier: BSD-3-Clause
"""What conditions around a use say of its subscripts: `if (i + j < n) a[i + j]` stays below n."""

from .. import polyhedral
from ..algebra.affine import Polynomial
from ..algebra.ranges import ONE, compared, sign


def under(polynomial, use, body):
    """The polynomial with loops' variables at the numbers that conditions around a use do not let
    them exceed, where these are constants and the polynomial rises with them."""
    values, strange = body.values, polyhedral.space(body).strange
    for condition, holds in use.guards:
        for small, large in compared(condition, holds, values):
            variable = next(iter(small.variables()), ("", None))
            # Whatever the types, what is at most a number from 0 on is no more.
            most, parts = (large - ONE).value, polynomial.factor(variable)
            counted = small == Polynomial.of_pair(variable) and variable[1] in values.loops
            known = counted and variable[1] not in strange and most is not None and most >= 0
            if known and parts is not None and sign(parts[0]) > 0:
                polynomial = parts[0] * Polynomial.constant(most) + parts[1]
    return polynomial
