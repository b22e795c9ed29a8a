# SPDX-License-Identifier: BSD-3-Clause
"""Headers of for loops: which variable runs from where to where."""

from dataclasses import replace

from .syntax import (
    Assign,
    Binary,
    BoolType,
    Cast,
    Declare,
    IntegerType,
    Node,
    Type,
    Unary,
    integer,
    variable_of,
)

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=", "==": "=="}


def normalise(loop):
    """`loop` with its variable and bounds, or as it is where the header is of no usual form (see
    `objection`)."""
    return loop if objection(loop) else _normalise(loop)


def _normalise(loop):
    variable, declared, first = _init(loop.init)
    op, bound = _condition(loop.condition, variable)
    step, down = _increment(loop.increment, variable)
    if down:
        return replace(
            loop,
            variable=variable,
            declared=declared,
            lower=bound,
            upper=first,
            inclusive=True,
            downward=True,
            above=op == ">",
            step=None,
        )
    return replace(
        loop,
        variable=variable,
        declared=declared,
        lower=first,
        upper=bound,
        inclusive=op == "<=",
        step=step,
    )


def objection(loop):
    """Why the loop cannot be split, or ""."""
    found = _init(loop.init)
    if found is None:
        return "it does not begin with one assignment to an integer"
    variable = found[0]
    if not isinstance(variable.type, IntegerType):
        return f"its variable '{variable.name}' is no integer but '{variable.type.spelling}'"
    compared = _condition(loop.condition, variable)
    if compared is None:
        return f"its condition does not compare '{variable.name}' with a bound"
    wrapped = _converted(variable, found[2], *compared)
    if wrapped:
        return wrapped
    stepped = _increment(loop.increment, variable)
    if stepped is None:
        return f"'{variable.name}' is not increased by a step"
    step, down = stepped
    for part, what in ((found[2], "first value"), (compared[1], "bound"), (step, "step")):
        if part is not None and any(_is(node, variable) for node in part.walk()):
            return f"its {what} is made of '{variable.name}' itself"
    if down and ((step is not None and integer(step) != 1) or compared[0] not in (">", ">=")):
        return (
            f"'{variable.name}' counts down by other than 1"
            if compared[0] in (">", ">=")
            else f"'{variable.name}' moves away from its bound"
        )
    if not down and compared[0] in (">", ">="):
        return f"'{variable.name}' moves away from its bound"
    known = integer(step)
    if known is not None and known <= 0:
        return f"its step is {known}"
    if compared[0] == "!=" and ((step is not None and integer(step) != 1) or down):
        return "with != the step must be 1"
    return "" if compared[0] != "==" else "its condition is an equality"


def _converted(variable, first, op, bound):
    """Why C compares other numbers than those that the header shows, or ""."""
    kind: Type | None = bound.type
    if kind is not None and not isinstance(kind, IntegerType | BoolType):
        return f"its bound is no integer but '{kind.spelling}'"
    if op == "!=" and variable.type.size < 4:
        return f"'{variable.name}' may wrap before it meets its bound"
    unsigned = kind is not None and not kind.signed and kind.size >= max(4, variable.type.size)
    if kind is not None and unsigned and variable.type.signed and _negative(first):
        return f"its first value is negative, and is compared with '{kind.spelling}'"
    return ""


def _negative(node: Node):
    while isinstance(node, Cast) and node.children:
        node = node.operand
    if isinstance(node, Unary) and node.op == "-":
        return (integer(node.operand) or 0) > 0
    return (integer(node) or 0) < 0


def _init(node: Node | None):
    """(variable, declared, first value) or None."""
    if isinstance(node, Declare) and node.children:
        return node.variable, True, node.children[-1]
    if isinstance(node, Assign) and node.op == "=" and variable_of(node.target):
        return variable_of(node.target), False, node.assigned
    return None


def _is(node: Node, variable):
    found = variable_of(node)
    return found is not None and found.key == variable.key


def _condition(node: Node | None, variable):
    """(operator with the variable on its left, bound) or None."""
    if not isinstance(node, Binary) or node.op not in MIRRORED:
        return None
    left, right = node.left, node.right
    if _is(left, variable):
        return node.op, right
    return (MIRRORED[node.op], left) if _is(right, variable) else None


def _increment(node: Node | None, variable):
    """(step or None for 1, downward) or None."""
    if isinstance(node, Unary) and node.steps and _is(node.operand, variable):
        return None, "-" in node.op
    if not isinstance(node, Assign) or not _is(node.target, variable):
        return None
    value = node.assigned
    if node.op in ("+=", "-="):
        return value, node.op == "-="
    if node.op == "=" and isinstance(value, Binary) and value.op in ("+", "-"):
        left, right = value.left, value.right
        if _is(left, variable):
            return right, value.op == "-"
        if _is(right, variable) and value.op == "+":
            return left, False
    return None
