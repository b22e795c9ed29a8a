# SPDX-License-Identifier: BSD-3-Clause
"""Inner loops that begin where their rows do: `for (k = i * m; k < (i + 1) * m; k++)` may as well
count from 0 to m, with i * m + k for k. Checks look at a body in which it does; emitters copy the
text."""

from dataclasses import replace

from ...companions import computed_again
from ...syntax import (
    Binary,
    Block,
    Break,
    Declare,
    For,
    If,
    IntegerType,
    Name,
    Node,
    Number,
    Select,
    holds,
    names,
    touched,
    variable_of,
)
from ..algebra.affine import Values, converted
from .trees import substitute, upwards

# Keys of variables that count so: behind those of induction.py.
BEYOND = 1 << 43


def from_0(body: Node) -> Node:
    """The body with as many of such loops as can be told."""
    if not _has_rows(body):
        return body
    made = _set_once(body)
    plain = {key: tree for key, tree in made.items() if _is_plain(tree)}
    return _from_0(body, Values(plain), made)


def _has_rows(body: Node):
    return any(isinstance(node, Binary) and node.op == "*" for node in body.walk())


def _set_once(body: Node):
    """{key: the tree that it is set to} of integers that the body makes and nothing changes."""
    changed = {v.key for v in map(variable_of, map(touched, body.walk())) if v is not None}
    return {
        node.variable.key: converted(node.variable.type, node.children[-1])
        for node in body.walk()
        if isinstance(node, Declare)
        and node.children
        and node.variable.storage != "static"
        and (_is_plain(node.children[-1]) or isinstance(node.children[-1], Select))
        and not changed & {node.variable.key, *(v.key for v in _variables(node.children[-1]))}
    }


def _is_plain(tree: Node):
    """Whether it is made of numbers and integers with signs."""
    kinds = [variable.type for variable in _variables(tree)]
    whole = all(isinstance(k, IntegerType) and k.signed and not k.volatile for k in kinds)
    return whole and computed_again(tree)


def _variables(tree: Node):
    return [v for v in map(variable_of, tree.walk()) if v is not None]


def _from_0(node: Node, values, made):
    children = tuple(_from_0(child, values, made) for child in node.children)
    node = node if children == node.children else replace(node, children=children)
    if not isinstance(node, For):
        return node
    for other in _ended(node, node.loop, values, made):
        rounds = _rounds(other.loop, other.body, values)
        if rounds is not None:
            return _counted(other, other.loop, rounds)
    return node


def _ended(node: For, loop, values, made):
    """The loop, or where it ends at the lesser of two ends, such that go to the one and are left at
    the other."""
    end = made.get(getattr(variable_of(loop.upper), "key", None), loop.upper)
    kind = getattr(loop.variable, "type", None)
    ends = _of_lesser(end, values) if isinstance(end, Select) and holds(kind, end.type) else ()
    if not ends:
        return [node]
    at = node.body.start
    name = Name(at, at, (), kind, loop.variable.name, loop.variable)
    found = []
    for one, other in (ends, ends[::-1]):
        behind = Binary(at, at, (name, other), op=">=")
        body = Block(at, node.body.end, (If(at, at, (behind, Break(at, at))), node.body))
        found.append(replace(node, children=(body,), loop=replace(loop, upper=one)))
    return found


def _of_lesser(tree: Select, values):
    """The two numbers of which `a < b ? a : b` is the lesser one, or ()."""
    condition, *chosen = tree.children
    if not isinstance(condition, Binary) or condition.op not in ("<", "<=", ">", ">="):
        return ()
    if not all(map(_is_plain, chosen)):
        return ()
    sides = condition.children if condition.op[0] == "<" else condition.children[::-1]
    numbers = [values.polynomial(side) for side in (*sides, *chosen)]
    return chosen if None not in numbers and numbers[:2] == numbers[2:] else ()


def _rounds(loop, body: Node, values):
    """How many rounds a loop has, as a tree, that counts up by 1 from a product on, or None."""
    kind = getattr(loop.variable, "type", None)
    if not isinstance(kind, IntegerType) or not kind.signed or loop.companions:
        return None
    if loop.downward or loop.inclusive or loop.step is not None:
        return None
    ends = (loop.lower, loop.upper)
    if not all(_is_plain(end) and holds(kind, end.type) for end in ends):
        return None
    fixed = [loop.variable, *(v for end in ends for v in _variables(end))]
    places = [touched(part) for part in body.walk()]
    if any(names(place, one) for place in places for one in fixed):
        return None
    first, end = map(values.polynomial, ends)
    if first is None or end is None or not any(len(monomial) > 1 for monomial in first):
        return None
    return _tree(end - first, [*fixed, *_behind(values)], loop)


def _behind(values):
    return [variable for tree in values.defined.values() for variable in _variables(tree)]


def _tree(number, variables, loop):
    """A sum of variables as a tree; None where it has products."""
    at, kind, known = loop.start, loop.variable.type, {v.key: v for v in variables}
    sum_: Node = Number(at, at, (), kind, value=number.get((), 0))
    for monomial, factor in number.items():
        if len(monomial) > 1:
            return None
        for _, key in monomial:
            name = Name(at, at, (), kind, known[key].name, known[key])
            by = Number(at, at, (), kind, value=factor)
            part = name if factor == 1 else Binary(at, at, (by, name), kind, op="*")
            sum_ = Binary(at, at, (sum_, part), kind, op="+")
    return sum_


def _counted(node: For, loop, rounds: Node):
    """The loop with a variable of its own that counts the rounds."""
    at, kind = loop.start, loop.variable.type
    own = replace(loop.variable, key=BEYOND + loop.variable.key)
    name = Name(at, at, (), kind, own.name, own)
    sum_ = Binary(at, at, (loop.lower, name), kind, op="+")
    body = substitute(node.body, {loop.variable.key: sum_})
    made = replace(upwards(loop, own, rounds), declared=True, independent=loop.independent)
    return replace(node, children=(body,), loop=made)
