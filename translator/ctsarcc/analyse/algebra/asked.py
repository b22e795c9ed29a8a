# SPDX-License-Identifier: BSD-3-Clause
"""What is asked when a loop is reached, without what is known and what says the same twice."""

import re

from ... import expression
from ...syntax import INT, Binary, IntegerType, Member, Name, Node, Number, Unary, Variable
from .affine import Polynomial

# They change no number that has a sign.
CASTS = re.compile(r"\((long double|long)\)")
MOST = {"<": (1, -1), "<=": (1, 0), ">": (-1, -1), ">=": (-1, 0)}


def simplified(texts, body):
    """The C texts, in their order. Of those that ask how large one sum is at least there is the
    strongest, in the place of the first: what comes behind it may rely on that."""
    found: dict = {}  # (the sum, or a text): (at least this, text)
    for text in texts:
        key, least = _bound(text, body)
        if not key:
            if least > 0:
                found[text] = (0, text)
        elif key not in found or least > found[key][0]:
            found[key] = (least, text)
    return tuple(dict.fromkeys(text for _, text in found.values()))


def _bound(text, body):
    """(a sum without a constant, what it is at least) of a comparison, () for none; (text, 0) of
    anything else."""
    tree = expression.read(CASTS.sub("", text), body.parsed.scope)
    if not isinstance(tree, Binary) or tree.op not in MOST:
        return text, 0
    left, right = (_sum(child, body) for child in tree.children)
    if left is None or right is None:
        return text, 0
    sign, more = MOST[tree.op]
    number = right - left if sign > 0 else left - right
    terms = {m: f for m, f in number.items() if m}
    return frozenset(terms.items()), -(number - Polynomial(terms)).value - more


def _sum(node: Node, body):
    """A Polynomial of numbers that have a sign; None: it is something else."""
    if isinstance(node, Number):
        return None if node.value is None else Polynomial.constant(node.value)
    if isinstance(node, Unary) and node.op == "-":
        operand = _sum(node.operand, body)
        return None if operand is None else -operand
    if isinstance(node, Binary) and node.op in ("+", "-"):
        left, right = (_sum(child, body) for child in node.children)
        if left is None or right is None:
            return None
        return left + right if node.op == "+" else left - right
    name = _name(node)
    kind = body.values.behind.get(name) if isinstance(node, Member) else getattr(node, "type", None)
    if not name or not isinstance(kind, IntegerType) or not (kind.signed or kind.size < INT):
        return None
    return Polynomial.of_pair((name, 0))


def _name(node: Node):
    if isinstance(node, Member):
        base = _name(node.base)
        return base and f"{base}{node.op}{node.name}"
    if isinstance(node, Name) and isinstance(node.variable, Variable):
        return node.variable.name
    return ""
