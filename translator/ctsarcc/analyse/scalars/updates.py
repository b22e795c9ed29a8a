# SPDX-License-Identifier: BSD-3-Clause
"""How a body updates a scalar: with which operator of a reduction, or otherwise."""

from dataclasses import dataclass

from ...syntax import (
    Assign,
    Binary,
    Block,
    BoolType,
    Call,
    Case,
    Cast,
    Declare,
    Do,
    Empty,
    FloatType,
    For,
    If,
    IntegerType,
    Label,
    Name,
    Node,
    Operation,
    Other,
    Return,
    Select,
    Switch,
    Unary,
    While,
    holds,
    indexed,
    integer,
    sets,
    touched,
    variable_of,
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
    used for something else; `decides`: whether it is changed, or other things are."""

    node: Node
    ops: tuple = ()
    read: bool = False
    decides: bool = False


def updates(body, key):
    """All uses of the variable `key` by a loop's body, as Updates."""
    found: list = []
    parsed = body.parsed
    functions = {d.name: d for d in parsed.needs if d.kind == "function" and d.body is not None}
    _visit(parsed.node.body, key, Source(body.source.text, functions), (), found)
    return found


@dataclass(frozen=True)
class Source:
    text: str
    functions: dict  # Declarations of the file's, by name


def _is(node: Node, key):
    return isinstance(node, Name) and node.variable is not None and node.variable.key == key


def _mentions(node: Node, key):
    return any(_is(n, key) for n in node.walk())


STATEMENTS = (Block, If, While, Do, Switch, Case, Label, For)


def _visit(node: Node, key, source, conditions, found, used=False):
    """`used`: the value of the expression is, so that an update is a read as well."""
    if _is(node, key):
        found.append(Update(node, read=True))
    elif isinstance(node, Assign) and _is(node.target, key):
        _assignment(node, key, source, conditions, found)
        if used:
            found.append(Update(node, read=True))
    elif isinstance(node, Unary) and node.steps and _is(node.operand, key):
        found.append(Update(node, ("+",), read=used))
    elif isinstance(node, If) and _mentions(node.condition, key):
        before = len(found)
        for child, holds in zip(node.branches, (True, False), strict=False):
            _visit(child, key, source, (*conditions, (node.condition, holds, child)), found)
        alone = all(_does_nothing_else(child, key) for child in node.branches)
        if not alone or not _belongs(node.condition, found[before:], key):
            decides = any(u.ops for u in found[before:])
            found.append(Update(node.condition, read=True, decides=decides))
    else:
        comma = isinstance(node, Operation) and node.op == ","
        for child in node.below:
            _visit(
                child,
                key,
                source,
                conditions,
                found,
                not isinstance(node, STATEMENTS) and not comma,
            )


def _belongs(condition, found, key):
    """Whether the condition's comparison is a part of the updates below it: of a minimum or
    maximum, or `if (!found) found = 1`. Where it decides about a sum the variable is read."""
    made = [u.node for u in found if u.ops]
    if (
        not made
        or _may_change(condition)
        or not all(
            isinstance(node, Assign) and node.op == "=" and not _mentions(node.assigned, key)
            for node in made
        )
    ):
        return False
    compared = all(integer(node.assigned) is None for node in made if isinstance(node, Assign))
    return _is_truth(condition, key) or (
        compared and sum(_is(node, key) for node in condition.walk()) == 1
    )


def _does_nothing_else(node: Node, key):
    """Whether what stands under a condition changes the variable only: else the condition decides
    about other things by what the variable is meanwhile."""
    if isinstance(node, Block | If):
        parts = node.branches if isinstance(node, If) else node.children
        quiet = not (isinstance(node, If) and _may_change(node.condition))
        return quiet and all(_does_nothing_else(part, key) for part in parts)
    if isinstance(node, Declare):
        return not _may_change(node)
    return isinstance(node, Empty) or (isinstance(node, Assign) and _is(node.target, key))


def _may_change(node: Node):
    """Whether an expression may change something."""
    return any(
        sets(part) or (isinstance(part, Call) and any(indexed(given) for given in part.arguments))
        for part in node.walk()
    )


def _is_truth(node: Node, key):
    """Whether it is asked of the variable only whether it is 0."""
    if isinstance(node, Binary) and node.op in ("==", "!="):
        return not _mentions(node, key) or 0 in map(integer, node.children)
    if (isinstance(node, Binary) and node.op in ("&&", "||")) or isinstance(node, Cast):
        return all(_is_truth(child, key) for child in node.children)
    if isinstance(node, Unary) and node.op == "!":
        return _is_truth(node.operand, key)
    return _is(node, key) or not _mentions(node, key)


def _assignment(node: Assign, key, source, conditions, found):
    value = _plain(node.assigned, False)
    if node.op != "=":
        found.append(Update(node, (ASSIGNMENTS[node.op],) if node.op in ASSIGNMENTS else ()))
        if _mentions(value, key):
            found.append(Update(value, read=True))
    elif _mentions(value, key):
        ops = (
            _chain(value, key)
            or _library(value, key)
            or _select(value, key, source.text)
            or _called(value, key, source)
            or _block(value, key, source.text)
        )
        found.append(Update(node, ops, read=not ops))
    else:  # a condition compares what is assigned, cast and all
        ops = _compared(node.assigned, key, conditions, source.text) or _constant(node)
        found.append(Update(node, ops))


def _chain(node: Node, key):
    """s + a - b, where s stands once and is only added to."""
    for op, family in CHAINS.items():
        at = node
        while isinstance(at, Binary) and at.op in family:
            left, right = at.children
            if (
                (_mentions(right, key) and at.op in ("-", "/"))
                or (_mentions(left, key) and _mentions(right, key))
                or (at.op in ("&&", "||") and _mentions(left, key) and _may_change(right))
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


def _called(node: Node, key, source):
    """`larger(s, x)` of a function of the file that returns what such an expression is."""
    if not isinstance(node, Call):
        return ()
    function = source.functions.get(node.name)
    if function is None or len(node.arguments) != len(function.parameters):
        return ()
    given = [k for k, child in enumerate(node.arguments) if _mentions(child, key)]
    if len(given) != 1 or not _is(node.arguments[given[0]], key):
        return ()
    parameter = function.parameters[given[0]]
    kinds = (node.arguments[given[0]].type, parameter.type, function.result)
    value = _returned(function.body)
    if value is None or len({kind and kind.canonical for kind in kinds}) != 1:
        return ()
    return _select(value, parameter.key, source.text) or _chain(value, parameter.key)


def _block(node: Node, key, text):
    """`({ T x = s, y = a; x > y ? x : y; })`, which macros are made of."""
    while isinstance(node, Unary) and node.op == "__extension__":
        node = node.operand
    inner = node.children[0] if isinstance(node, Other) and len(node.children) == 1 else None
    if not isinstance(inner, Block) or not inner.children:
        return ()
    *declared, value = _statements(inner)
    named = [one for one in declared if _mentions(one, key)]
    if not all(isinstance(one, Declare) for one in declared) or len(named) != 1:
        return ()
    variable, first = named[0].variable, named[0].children[-1]
    if not _is(first, key) or variable.type.canonical != first.type.canonical:
        return ()
    changed = any(sets(part) for one in declared for part in one.walk())
    if changed or _mentions(value, key):
        return ()
    return _select(value, variable.key, text) or _chain(value, variable.key)


def _statements(node: Node):
    """Those of a block; declarations that stand in one statement are a block of it."""
    for child in node.children:
        alone = isinstance(child, Block) and all(isinstance(d, Declare) for d in child.children)
        yield from child.children if alone else (child,)


def _returned(node: Node):
    """What a function returns, as one expression, where that is all that it does; or None."""
    if isinstance(node, Return):
        return node.children[0] if node.children else None
    if isinstance(node, Block):
        statements = [child for child in node.children if not isinstance(child, Empty)]
        if len(statements) == 2 and isinstance(statements[0], If):
            return _either(statements[0], (*statements[0].branches, statements[1]))
        return _returned(statements[0]) if len(statements) == 1 else None
    return _either(node, node.branches) if isinstance(node, If) else None


def _either(node: If, branches):
    """`if (c) return x; return y;` as `c ? x : y`."""
    values = [_returned(branch) for branch in branches]
    if len(values) != 2 or None in values:
        return None
    return Select(node.start, node.end, (node.condition, *values), type=values[0].type)


def _keeps(to, of, kept):
    """Whether a cast loses nothing, or, of what is `kept` after comparing, no order: who narrows
    that with a cast says that it fits."""
    if isinstance(to, IntegerType) and isinstance(of, IntegerType):
        return holds(to, of) or (kept and to.signed == of.signed)
    if isinstance(to, FloatType) and isinstance(of, FloatType):
        return kept or to.size >= of.size
    return isinstance(to, FloatType) and isinstance(of, IntegerType) and of.size < to.size


def _text(node: Node, text):
    return "".join(text[node.start : node.end].split()).strip("()")


def _plain(node: Node, kept):
    while isinstance(node, Cast) and _keeps(node.type, node.operand.type, kept):
        node = node.operand
    return node


def _same(compared: Node, kept: Node, text):
    return _text(compared, text) == _text(kept, text) or (
        _text(_plain(compared, False), text) == _text(_plain(kept, True), text)
    )


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
    if _same(left, yes, text) and _same(right, no, text):
        return (op,)
    return (OTHER[op],) if _same(right, yes, text) and _same(left, no, text) else ()


def _compared(value, key, conditions, text):
    """if (x < s) s = x. `conditions`: (what was asked, whether it holds, what is done then)."""
    for condition, true, branch in conditions:
        if _changes(branch, value, key):
            continue
        for part in _sure(condition, true):
            if isinstance(part, Binary) and part.op in SMALLER:
                op = SMALLER[part.op] if true else OTHER[SMALLER[part.op]]
                left, right = part.children
                if _is(right, key) and _same(left, value, text):
                    return (op,)
                if _is(left, key) and _same(right, value, text):
                    return (OTHER[op],)
    return ()


def _sure(condition: Node, true):
    """The parts of a condition that all hold where it does, or all do not where it does not."""
    if isinstance(condition, Binary) and condition.op == ("&&" if true else "||"):
        return [part for child in condition.children for part in _sure(child, true)]
    return [condition]


def _changes(branch: Node, value: Node, key):
    """Whether something that the value is made of is set in between."""
    named = {v.key for v in map(variable_of, value.walk()) if v is not None}
    for node in branch.walk():
        target = touched(node)
        if target is not None and not _is(target, key):
            keys = {v.key for v in map(variable_of, target.walk()) if v is not None}
            if keys & named:
                return True
    return False


def _constant(node: Assign):
    """if (...) found = 1; if (...) ok = 0. A part's first value is the operator's, not the
    variable's: so `found = 4` is none, nor is a maximum of 4. A product with 0 may be NaN."""
    known = integer(node.assigned)
    if known == 1:
        return ("||",)
    whole = isinstance(node.target.type, IntegerType | BoolType)
    return () if known != 0 else ("&&", "&", "*") if whole else ("&&",)
