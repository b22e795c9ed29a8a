# SPDX-License-Identifier: BSD-3-Clause
"""Which matrix a flat subscript means: extents from the factors of loops' variables."""

import re

from ...model import Access
from ...syntax import INT, IntegerType, Variable
from .. import polyhedral
from ..algebra import affine, ranges
from ..algebra.affine import Polynomial
from .arrays import rows_and_columns
from .reach import ZERO

# A variable, or a member that is found by way of one.
PLACE = re.compile(r"[A-Za-z_]\w*((->|\.)\w+)*")


def strides(uses, body):
    """Inner extents of a flattened array, from the factors of loops' variables; [] for a vector,
    None if unclear."""
    factors = _factors(uses, body)
    if not factors:
        return factors
    for found in (factors, _without_diagonals(factors, 1), _without_diagonals(factors, -1)):
        extents = _extents(found)
        if extents is not None and _inside(uses, extents, body):
            return extents
    return None


def _factors(uses, body):
    """Those of loops' variables in the subscripts, 1 left out; [] if there are none, None if
    unclear."""
    found = set()
    for use, index in zip(uses, _flat(uses, body), strict=False):
        if index is None:
            return None
        loops = [body.iteration] + [
            (inner.loop.variable.name, inner.loop.variable.key)
            for inner in use.loops
            if inner.loop.variable
        ]
        loops += [one for one in index.variables() if one[1] == affine.SKETCHED]
        for variable in loops:
            parts = index.factor(variable)
            if parts is None:
                return None
            factor = parts[0]
            if factor and factor.value not in (1, -1):
                if factor.variables() & set(loops):
                    return None
                # Rows may be counted from the last one.
                found.add(-factor if all(f < 0 for f in factor.values()) else factor)
    return sorted(found, key=lambda p: (max(len(m) for m in p), abs(p.value or 0)))


def _without_diagonals(factors, slope):
    """The same, where a variable may be the row and the column at once: of n + 1 in i * n + i, n;
    with a slope of -1 of n - 1 in i * n - i."""
    one = Polynomial.constant(slope)
    rows = [factor for factor in factors if factor - one not in factors]
    if len(rows) < len(factors):
        return rows
    alone = [factor.value is None and factor.get((), 0) == slope for factor in factors]
    return [f - one if on_diagonal else f for f, on_diagonal in zip(factors, alone, strict=True)]


def _extents(strides):
    extents: list = []
    below = Polynomial.constant(1)
    for stride in strides:
        extent = _quotient(stride, below)
        if extent is None:
            return None
        extents.insert(0, extent)
        below = stride
    return extents


def _quotient(stride, below):
    """stride / below, where it is a Polynomial and below a single product."""
    if len(below) != 1:
        return None
    ((monomial, factor),) = below.items()
    result = Polynomial()
    for m, f in stride.items():
        rest = list(m)
        for variable in monomial:
            if variable not in rest:
                return None
            rest.remove(variable)
        if f % factor:
            return None
        result[tuple(rest)] = f // factor
    return result


def _inside(uses, extents, body):
    """Whether inner subscripts stay within these extents: it is known, or can be asked when the
    loop is reached."""
    asked, texts = [], []
    split = [rows_and_columns(use, extents, body) for use in uses]
    if None in split or not all(any(terms[k] for terms in split) for k in range(len(extents))):
        return False
    for use, terms in zip(uses, split, strict=True):
        stays = None
        if any(affine.sum_of(part, body.values) is None for part in terms[1:]):
            text = _asked_to_stay(use, terms, extents, body)
            if text is None:
                return False
            texts += [text] if text else []
            continue
        for part, extent in zip(terms[1:], extents, strict=False):
            index = affine.sum_of(part, body.values)
            least, greatest = ranges.extremes(index, (body.parsed.node, *use.loops), body.values)
            ends = [(ZERO, least), (greatest, extent - ranges.ONE)]
            open_ = [not ranges.at_least(large, small) for small, large in ends]
            if any(open_) and stays is None:
                stays = _stays(use, terms, extents, body)
            if any(open_) and not stays and use.guards:
                text = _asked_to_stay(use, terms, extents, body)
                if text is not None:
                    texts += [text] if text else []
                    break
            if stays:  # where there are any; rows have a length
                row = (ranges.ONE, extent)
                ends = [row if o else end for o, end in zip(open_, ends, strict=True)]
            for small, large in ends:
                holds = ranges.at_least(large, small)
                if holds is False or (holds is None and not can_be_asked(small, large, body)):
                    return False
                if holds is None:
                    asked.append(f"{small} <= {large}")
                    texts.append(at_most(small, large, body))
    if asked and possible([*body.guards, *asked], body) is False:
        return False
    body.guards |= dict.fromkeys(texts)
    return True


def _stays(use, terms, extents, body):
    """Whether conditions in the loop keep inner subscripts within these extents."""
    relation, rows = _rows(use, terms, extents, body)
    return rows is not None and polyhedral.lies_in(relation, rows)


def _asked_to_stay(use, terms, extents, body):
    """C text of that inner subscripts which are no polynomials lie within these extents; "" where
    that is known, None where it cannot be asked."""
    relation, rows = _rows(use, terms, extents, body)
    if rows is None:
        return None
    if polyhedral.lies_in(relation, rows):
        return ""
    return polyhedral.lies_where(relation, rows, body.space)


def _rows(use, terms, extents, body):
    """(the relation of a use by rows and columns, the elements of a row; None: not known)."""
    space, products = polyhedral.space(body), tuple(tuple(part) for part in terms)
    access = Access("", use.node, use.read, use.write, None, products, use)
    rows = space.some([body.tree(extent.wide) for extent in extents])
    return space.relation(access, len(terms), ()), rows


def at_most(small, large, body):
    """C text of small <= large. Without a sign 0 is at most n - 1 also where n is 0; with one a sum
    may be none of its type."""
    number = large - small
    one, other = _sides(number)
    plain = all(len(side) <= 1 and all(len(m) <= 1 for m in side) for side in (one, other))
    factors = all(f == 1 or not m for side in (one, other) for m, f in side.items())
    if plain and factors and _signed(number, body):
        return f"{other} <= {one}"
    return none_below(number)


def _signed(number, body):
    """Whether C has a sign for it, as its variables have."""
    variables = {v.key: v for v in body.parsed.scope.values() if isinstance(v, Variable)}
    kinds = [getattr(variables.get(key), "type", None) for _, key in number.variables()]
    return all(isinstance(kind, IntegerType) and (kind.signed or kind.size < INT) for kind in kinds)


def _sides(number):
    """(what is added in it, what is taken away)."""
    return (
        Polynomial({m: f for m, f in number.items() if f > 0}),
        Polynomial({m: -f for m, f in number.items() if f < 0}),
    )


def none_below(number):
    """C text of that a polynomial is none below 0, where no part of it may wrap around."""
    one, other = _sides(number)
    return f"{_text(other)} <= {_text(one)}"


def _text(number):
    parts = []
    for monomial, factor in number.items():
        names = [f"(long){name}" for name, _ in monomial]
        parts.append("*".join(names if factor == 1 and names else [str(factor), *names]))
    return " + ".join(parts) or "0"


def possible(guards, body):
    """Whether guards may hold together: else the loop would be said to be divided, and never be.
    None where it cannot be told."""
    trees = [body.tree(guard) for guard in guards]
    found = polyhedral.space(body).possible([tree for tree in trees if tree is not None])
    return None if found and None in trees else found


def can_be_asked(small, large, body):
    """Whether both are made of what the function has before the loop, and the loop does not
    change."""
    if small is None or large is None:
        return False
    known = {getattr(variable, "key", None) for variable in body.parsed.scope.values()}
    used = small.variables() | large.variables()
    used |= {
        one
        for name, _ in used
        if name in body.values.quotients
        for one in body.values.quotients[name].variables()
    }
    return all(
        key in known
        and key not in body.values.changing
        and key not in body.values.loops
        and PLACE.fullmatch(name)
        for name, key in used
        if name not in body.values.quotients
    )


def _flat(uses, body):
    return [
        body.values.sketch(use.subscripts[0]) if len(use.subscripts) >= 1 else None for use in uses
    ]
