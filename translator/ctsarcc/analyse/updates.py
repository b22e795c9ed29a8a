# SPDX-License-Identifier: BSD-3-Clause
"""How a body updates a scalar: with which operator of a reduction, or otherwise."""

from dataclasses import dataclass

from ..model import Node

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


def _is(node, key):
    return node.kind == "variable" and node.variable is not None and node.variable.key == key


def _mentions(node, key):
    return any(_is(n, key) for n in node.walk())


STATEMENTS = {"block", "if", "while", "do", "switch", "case", "label", "for"}


def _visit(node, key, text, conditions, found, used=False):
    """`used`: the value of the expression is, so that an update is a read as well."""
    if _is(node, key):
        found.append(Update(node, read=True))
    elif node.kind == "assign" and _is(node.children[0], key):
        _assignment(node, key, text, conditions, found)
        if used:
            found.append(Update(node, read=True))
    elif (
        node.kind == "unary"
        and node.op in ("x++", "++x", "x--", "--x")
        and _is(node.children[0], key)
    ):
        found.append(Update(node, ("+",), read=used))
    elif node.kind == "if" and _mentions(node.children[0], key):
        before = len(found)
        for child in node.children[1:]:
            _visit(child, key, text, (*conditions, node.children[0]), found)
        # The comparison belongs to a minimum or maximum; or to `if (!found)`, `if (ok && ...)`.
        if not any(u.ops for u in found[before:]):
            _visit(node.children[0], key, text, conditions, found)
    else:
        parts = (*(node.loop.parts() if node.loop else ()), *node.children)
        for child in parts:
            _visit(
                child, key, text, conditions, found, node.kind not in STATEMENTS and node.op != ","
            )


def _assignment(node, key, text, conditions, found):
    value = node.children[1]
    if node.op != "=":
        found.append(Update(node, (ASSIGNMENTS[node.op],) if node.op in ASSIGNMENTS else ()))
        if _mentions(value, key):
            found.append(Update(value, read=True))
    elif _mentions(value, key):
        ops = _chain(value, key) or _library(value, key) or _select(value, key, text)
        found.append(Update(node, ops, read=not ops))
    else:
        found.append(Update(node, _compared(value, key, conditions, text) or _constant(value)))


def _chain(node, key):
    """s + a - b, where s stands once and is only added to."""
    for op, family in CHAINS.items():
        at = node
        while at.kind == "binary" and at.op in family:
            left, right = at.children
            if (_mentions(right, key) and at.op in ("-", "/")) or (
                _mentions(left, key) and _mentions(right, key)
            ):
                break
            at = left if _mentions(left, key) else right
        if at is not node and _is(at, key):
            return (op,)
    return ()


def _library(node, key):
    if (
        node.kind == "call"
        and node.name in LIBRARY
        and sum(_is(child, key) for child in node.children[1:]) == 1
    ):
        return (LIBRARY[node.name],)
    return ()


def _same(left, right, text):
    while left.kind == "cast":
        left = left.children[0]
    while right.kind == "cast":
        right = right.children[0]
    return "".join(text[left.start : left.end].split()).strip("()") == "".join(
        text[right.start : right.end].split()
    ).strip("()")


def _select(node, key, text):
    """x < s ? x : s."""
    if (
        node.kind != "select"
        or node.children[0].kind != "binary"
        or node.children[0].op not in SMALLER
    ):
        return ()
    (left, right), yes, no = node.children[0].children, node.children[1], node.children[2]
    if not (_is(yes, key) or _is(no, key)):
        return ()
    op = SMALLER[node.children[0].op]
    if _same(yes, left, text) and _same(no, right, text):
        return (op,)
    return (OTHER[op],) if _same(yes, right, text) and _same(no, left, text) else ()


def _compared(value, key, conditions, text):
    """if (x < s) s = x."""
    for condition in conditions:
        for part in condition.walk():
            if part.kind == "binary" and part.op in SMALLER:
                left, right = part.children
                if _is(right, key) and _same(left, value, text):
                    return (SMALLER[part.op],)
                if _is(left, key) and _same(right, value, text):
                    return (OTHER[SMALLER[part.op]],)
    return ()


def _constant(value):
    """if (...) found = 1; if (...) ok = 0."""
    if value.value is None:
        return ()
    return ("||", "|", "max") if value.value else ("&&", "&", "min", "*")
