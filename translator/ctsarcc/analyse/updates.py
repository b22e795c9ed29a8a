# SPDX-License-Identifier: BSD-3-Clause
"""How a body updates a scalar: with which operator of a reduction, or otherwise."""

from dataclasses import dataclass

from ..syntax import (
    Assign,
    Binary,
    Block,
    Call,
    Case,
    Cast,
    Do,
    For,
    If,
    Label,
    Name,
    Node,
    Operation,
    Select,
    Switch,
    Unary,
    While,
    integer,
)

ASSIGNMENTS = {"+=": "+", "-=": "+", "*=": "*", "/=": "*", "&=": "&", "|=": "|", "^=": "^"}
SMALLER = {"<": "min", "<=": "min", ">": "max", ">=": "max"}
OTHER = {"min": "max", "max": "min"}
LIBRARY = {
    "fmin": "min",
    "fminf": "min",
    "fminl": "min",
    "fmax": "max",
    "fmaxf": "max",
    "fmaxl": "max",
}
CHAINS = {
    "+": ("+", "-"),
    "*": ("*", "/"),
    "&": ("&",),
    "|": ("|",),
    "^": ("^",),
    "&&": ("&&",),
    "||": ("||",),
}


@dataclass(frozen=True)
class Update:
    """`ops`: operators of reductions that it fits; none: the value is overwritten. `read`: it is
    used for something else."""

    node: Node
    ops: tuple = ()
    read: bool = False


def updates(tree, key, text):
    """All uses of the variable `key` below `tree`, as Updates. `text`: the source's."""
    found: list = []
    _visit(tree, key, text, (), found)
    return found


def _is(node: Node, key):
    return isinstance(node, Name) and node.variable is not None and node.variable.key == key


def _mentions(node: Node, key):
    return any(_is(n, key) for n in node.walk())


STATEMENTS = (Block, If, While, Do, Switch, Case, Label, For)


def _visit(node: Node, key, text, conditions, found, used=False):
    """`used`: the value of the expression is, so that an update is a read as well."""
    if _is(node, key):
        found.append(Update(node, read=True))
    elif isinstance(node, Assign) and _is(node.target, key):
        _assignment(node, key, text, conditions, found)
        if used:
            found.append(Update(node, read=True))
    elif isinstance(node, Unary) and node.steps and _is(node.operand, key):
        found.append(Update(node, ("+",), read=used))
    elif isinstance(node, If) and _mentions(node.condition, key):
        before = len(found)
        for child in node.branches:
            _visit(child, key, text, (*conditions, node.condition), found)
        # The comparison belongs to a minimum or maximum; or to `if (!found)`, `if (ok && ...)`.
        if not any(u.ops for u in found[before:]):
            _visit(node.condition, key, text, conditions, found)
    else:
        comma = isinstance(node, Operation) and node.op == ","
        for child in node.below:
            _visit(
                child, key, text, conditions, found, not isinstance(node, STATEMENTS) and not comma
            )


def _assignment(node: Assign, key, text, conditions, found):
    value = node.assigned
    if node.op != "=":
        found.append(Update(node, (ASSIGNMENTS[node.op],) if node.op in ASSIGNMENTS else ()))
        if _mentions(value, key):
            found.append(Update(value, read=True))
    elif _mentions(value, key):
        ops = _chain(value, key) or _library(value, key) or _select(value, key, text)
        found.append(Update(node, ops, read=not ops))
    else:
        found.append(Update(node, _compared(value, key, conditions, text) or _constant(value)))


def _chain(node: Node, key):
    """s + a - b, where s stands once and is only added to."""
    for op, family in CHAINS.items():
        at = node
        while isinstance(at, Binary) and at.op in family:
            left, right = at.children
            if (_mentions(right, key) and at.op in ("-", "/")) or (
                _mentions(left, key) and _mentions(right, key)
            ):
                break
            at = left if _mentions(left, key) else right
        if at is not node and _is(at, key):
            return (op,)
    return ()


def _library(node: Node, key):
    if (
        isinstance(node, Call)
        and node.name in LIBRARY
        and sum(_is(child, key) for child in node.arguments) == 1
    ):
        return (LIBRARY[node.name],)
    return ()


def _same(left, right, text):
    while isinstance(left, Cast):
        left = left.operand
    while isinstance(right, Cast):
        right = right.operand
    return "".join(text[left.start : left.end].split()).strip("()") == "".join(
        text[right.start : right.end].split()
    ).strip("()")


def _select(node: Node, key, text):
    """x < s ? x : s."""
    if not isinstance(node, Select):
        return ()
    compared, yes, no = node.children
    if not isinstance(compared, Binary) or compared.op not in SMALLER:
        return ()
    left, right = compared.left, compared.right
    if not (_is(yes, key) or _is(no, key)):
        return ()
    op = SMALLER[compared.op]
    if _same(yes, left, text) and _same(no, right, text):
        return (op,)
    return (OTHER[op],) if _same(yes, right, text) and _same(no, left, text) else ()


def _compared(value, key, conditions, text):
    """if (x < s) s = x."""
    for condition in conditions:
        for part in condition.walk():
            if isinstance(part, Binary) and part.op in SMALLER:
                left, right = part.children
                if _is(right, key) and _same(left, value, text):
                    return (SMALLER[part.op],)
                if _is(left, key) and _same(right, value, text):
                    return (OTHER[SMALLER[part.op]],)
    return ()


def _constant(value):
    """if (...) found = 1; if (...) ok = 0."""
    known = integer(value)
    if known is None:
        return ()
    return ("||", "|", "max") if known else ("&&", "&", "min", "*")
