# SPDX-License-Identifier: BSD-3-Clause
"""Calls of functions of the file that compute an integer of what they are given, and do nothing
else, as what they return: `a[at(i, j)]` with `int at(int i, int j) { return i * M + j; }`."""

from dataclasses import replace

from ...syntax import (
    Binary,
    Block,
    BoolType,
    Call,
    Cast,
    Declare,
    If,
    IndexedType,
    IntegerType,
    Member,
    Name,
    Node,
    Number,
    Return,
    Select,
    Sizeof,
    Unary,
    rebuilt,
    sets,
    variable_of,
)
from ..algebra.affine import converted
from . import trees
from .settled import settled

DEPTH = 8  # of calls in calls
PLAIN = (Name, Number, Member, Binary, Unary, Cast, Select, Sizeof, Call)


class Calls:
    """Values of calls, each tree made once: what is found out about one is kept by its identity."""

    def __init__(self, parsed):
        self.functions = {
            d.name: d for d in parsed.needs if d.kind == "function" and d.body is not None
        }
        self.places = {(one.base, one.place): one.variable for one in parsed.hoisted}
        self.known: dict = {}

    def value(self, node: Node, depth=0) -> Node | None:
        """What a call returns, in the terms of whoever calls; None where it cannot be told."""
        if not isinstance(node, Call):
            return None
        if id(node) not in self.known:
            self.known[id(node)] = (node, self._value(node, depth))
        return self.known[id(node)][1]

    def expanded(self, node: Node, depth=0) -> Node:
        """The tree with values in the place of calls."""
        value = self.value(node, depth)
        if value is not None:
            return value
        return rebuilt(node, lambda part: self.expanded(part, depth))

    def _value(self, node: Call, depth):
        function = self.functions.get(node.name)
        if function is None or depth == DEPTH or not _is_whole(function.result):
            return None
        body = settled(function.body, function.parameters)
        if len(function.parameters) != len(node.arguments) or _does_more(body):
            return None
        known = {}
        for parameter, argument in zip(function.parameters, node.arguments, strict=True):
            if not _is_whole(parameter.type) and not _alike(parameter.type, argument):
                return None
            whole = _is_whole(parameter.type)
            known[parameter.key] = converted(parameter.type, argument) if whole else argument
        tree = _returned([body], known, function.result)
        return None if tree is None else self.expanded(self._named(tree), depth + 1)

    def _named(self, node: Node):
        """The tree with the variables for places that are read before the loop (hoisted.py);
        `(&g)->n` is `g.n`."""
        if isinstance(node, Member) and node.op == "->" and _is_address(node.base):
            node = replace(node, op=".", children=node.base.children)
        variable = self.places.get(_path(node)) if isinstance(node, Member) else None
        if variable is not None:
            at, kind = node.start, variable.type
            return Name(at, at, type=kind, name=variable.name, variable=variable)
        return rebuilt(node, self._named)


def _is_whole(kind):
    return isinstance(kind, IntegerType | BoolType) and not kind.volatile


def _is_address(node: Node):
    return isinstance(node, Unary) and node.op == "&"


def _does_more(body: Node):
    """Whether a function may do more than return a value: set something, read memory, loop."""
    statements = (Block, If, Return, Declare)
    return any(sets(node) or not isinstance(node, (*statements, *PLAIN)) for node in body.walk())


def _returned(statements, known, kind) -> Node | None:
    """What these statements return, of a type; None where they may return nothing."""
    if not statements:
        return None
    first, *rest = statements
    if isinstance(first, Block):
        return _returned([*first.children, *rest], known, kind)
    if isinstance(first, Return) and first.children:
        return converted(kind, trees.substitute(first.children[0], known))
    if isinstance(first, Declare) and len(first.children) == 1:
        variable = first.variable
        if not _is_whole(variable.type) or variable.storage == "static":
            return None
        value = converted(variable.type, trees.substitute(first.children[0], known))
        return _returned(rest, {**known, variable.key: value}, kind)
    if isinstance(first, If):
        yes = _returned([*first.branches[:1], *rest], known, kind)
        no = _returned([*first.branches[1:], *rest], known, kind)
        if yes is None or no is None:
            return None
        condition = trees.substitute(first.condition, known)
        return Select(first.start, first.end, (condition, yes, no), type=kind)
    return None


def _alike(kind, argument: Node):
    """Whether a variable, or the address of something, is of a parameter's type but for const: the
    type that the argument's tree has is the parameter's (parse/)."""
    variable = variable_of(argument)
    own = variable.type if variable is not None else None
    if _is_address(argument) and isinstance(kind, IndexedType):
        kind, own = kind.element, argument.children[0].type
    elif isinstance(kind, IndexedType) and isinstance(own, IndexedType):
        kind, own = kind.element, own.element
    return own is not None and kind.canonical.replace("const ", "") == own.canonical.replace(
        "const ", ""
    )


def _path(node: Node):
    """(the key of the variable that a member is found by, its C text as places have it)."""
    if isinstance(node, Name) and node.variable is not None:
        return node.variable.key, node.name
    if isinstance(node, Member):
        key, text = _path(node.base)
        return key, f"{text}{node.op}{node.name}"
    return None, ""
