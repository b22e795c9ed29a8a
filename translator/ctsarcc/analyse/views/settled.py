# SPDX-License-Identifier: BSD-3-Clause
"""Integers that a block sets in several steps before it reads them, as what they are then:
`int k = i - 1; if (k < 0) k = 0; b[k]` is `b[i - 1 < 0 ? 0 : i - 1]`. For the checks; emitters copy
the text as it is."""

from dataclasses import replace

from ...syntax import (
    INT,
    Assign,
    Binary,
    Block,
    Case,
    Cast,
    Declare,
    For,
    If,
    Index,
    IntegerType,
    Label,
    Member,
    Name,
    Node,
    Number,
    Select,
    Sizeof,
    Unary,
    holds,
    names,
    sets,
    touched,
    variable_of,
)
from ..algebra.affine import converted
from .trees import substitute

PLAIN = (Name, Number, Member, Binary, Unary, Cast, Select, Sizeof)
FOUND = (*PLAIN, Index)  # the value that a variable has first
LARGEST = 300  # nodes of what a variable stands for
STEPS = {"x++": "+", "++x": "+", "x--": "-", "--x": "-"}


class Unsettled(Exception):
    """What a variable is cannot be told."""


def settled(block: Node, parameters=()) -> Node:
    """A block with values in the place of variables that are read behind where they are set.
    `parameters`: those of the function whose body it is, which have values before."""
    if not isinstance(block, Block) or any(isinstance(n, Label | Case) for n in block.walk()):
        return block
    found, at = block, block.start
    for one in parameters:
        found = _with(found, one, Name(at, at, (), one.type, one.name, one))
    known = {one.key for one in parameters}
    for variable in [v for child in block.children for v in _begun(child)]:
        if variable.key not in known:
            known.add(variable.key)
            found = _with(found, variable, None)
    return found


def _begun(statement: Node):
    """The variable that a statement gives its first value."""
    if isinstance(statement, Declare) and statement.children:
        yield statement.variable
    elif isinstance(statement, Assign) and statement.op == "=":
        variable = variable_of(statement.target)
        if variable is not None:
            yield variable
    elif isinstance(statement, If) and len(statement.branches) > 1:
        yield from _begun(statement.branches[0])
    elif isinstance(statement, Block) and len(statement.children) == 1:
        yield from _begun(statement.children[0])


def _with(block: Block, variable, value: Node | None):
    """The block with what the variable is in its place; the block as it is, where that cannot be
    told, or the variable is set once alone. `value`: before the block."""
    kind = variable.type
    lasts = variable.scope == "file" or variable.storage in ("static", "extern")
    if not isinstance(kind, IntegerType) or kind.volatile or lasts:
        return block
    numbers = [k for k, child in enumerate(block.children) if _sets(child, variable)]
    chosen = any(isinstance(block.children[number], If) for number in numbers)
    if len(numbers) + (value is not None) < 2 and not chosen:
        return block
    try:
        return _settled(block, variable, value, numbers)
    except Unsettled:
        return block


def _settled(block: Block, variable, value, numbers):
    first, last = numbers[0], numbers[-1]
    own = value is not None or isinstance(block.children[first], Declare)
    if own and any(_knows(child, variable) for child in block.children[:first]):
        return block
    kept = list(block.children[:first])
    for number, child in enumerate(block.children[first : last + 1], first):
        if number in numbers:
            first_value = number == first and value is None
            value = _behind(child, variable, value, FOUND if first_value else PLAIN)
            kept += [child] if isinstance(child, Declare) or not own else []
        elif _knows(child, variable):
            return block  # it is read meanwhile
        else:
            kept.append(child)
    rest = block.children[first + 1 :]
    if value is None or sum(1 for _ in value.walk()) > LARGEST or _changes(rest, value, variable):
        return block
    behind = (substitute(child, {variable.key: value}) for child in block.children[last + 1 :])
    return replace(block, children=(*kept, *behind))


def _behind(statement: Node, variable, value, parts=PLAIN) -> Node:
    """What the variable is behind a statement. `parts`: what an expression may be made of."""
    kind = variable.type
    if isinstance(statement, Block) and len(statement.children) == 1:
        return _behind(statement.children[0], variable, value)
    if isinstance(statement, Declare) and statement.children:
        return converted(kind, _plain(statement.children[0], variable, value, parts))
    if isinstance(statement, If):
        condition = _plain(statement.condition, variable, value)
        yes = _behind(statement.branches[0], variable, value)
        no = value
        if len(statement.branches) > 1:
            no = _behind(statement.branches[1], variable, value)
        if no is None:
            raise Unsettled
        return Select(statement.start, statement.end, (condition, yes, no), type=kind)
    if isinstance(statement, Unary) and statement.op in STEPS and value is not None:
        one: Node = Number(statement.start, statement.end, (), kind, value=1)
        return _sum(STEPS[statement.op], statement, kind, value, one)
    if not isinstance(statement, Assign) or not names(statement.target, variable):
        raise Unsettled
    assigned = _plain(statement.assigned, variable, value, parts)
    if statement.op == "=":
        return converted(kind, assigned)
    if value is None or not holds(kind, assigned.type):
        raise Unsettled
    return _sum(statement.op[:-1], statement, kind, value, assigned)


def _sum(op, at: Node, kind, left: Node, right: Node):
    if kind.size < INT:
        raise Unsettled  # C computes it in another type
    return Binary(at.start, at.end, (left, right), op=op, type=kind)


def _plain(node: Node, variable, value, parts=PLAIN):
    """An expression that only computes, with the value in the variable's place."""
    for part in node.walk():
        follows = isinstance(part, Unary) and part.op in ("*", "&")
        if sets(part) or follows or not isinstance(part, parts):
            raise Unsettled
    if value is None and _knows(node, variable):
        raise Unsettled
    return substitute(node, {variable.key: value})


def _sets(node: Node, variable):
    """Whether a statement sets the variable, or takes its address."""
    if isinstance(node, Declare):
        return node.variable.key == variable.key and bool(node.children)
    return any(names(touched(part), variable) for part in node.walk())


def _knows(node: Node, variable):
    return any(names(part, variable) for part in node.walk())


def _changes(statements, value: Node, variable):
    """Whether statements change what a value is made of, or declare another variable of that
    name."""
    of = {one.key: one for one in map(variable_of, value.walk()) if one is not None}
    of.pop(variable.key, None)
    for part in (part for child in statements for part in child.walk()):
        place = touched(part)
        while isinstance(place, Member):
            place = place.base
        if any(names(place, one) for one in of.values()):
            return True
        if isinstance(part, For) and part.loop.variable and part.loop.variable.key in of:
            return True
    return False
