# SPDX-License-Identifier: BSD-3-Clause
"""Variables that the body steps: `a[k] = b[i]; k += c;`. Where every iteration steps one by the
same, k is first + i * c, and needs no iteration before: it is a Companion of the loop, computed at
the head of the body, which steps it from there on. Checks look at a body in which it stands still
(views.py); emitters copy the text."""

import re
from dataclasses import replace

from ...companions import Fixed, code, computed, computed_again, first_of
from ...loops import ends, least
from ...syntax import (
    Asm,
    Block,
    Case,
    Companion,
    Declare,
    FunctionType,
    Goto,
    IntegerType,
    Label,
    Nested,
    Node,
    Number,
    PointerType,
    VoidType,
    in_lower_half,
    integer,
    names,
    touched,
)
from ..algebra.affine import Values
from ..body.uses import jumps_out
from .anew import renamed
from .walking import Astray, Distance, Steps, counted

ODD = (Label, Goto, Case, Asm, Nested)
# Keys of variables that stand still: behind those of anew.py.
BEYOND = 1 << 42
# What is done in turns is OpenMP's.
TURNS = re.compile(r"#\s*pragma\s+omp\s+(atomic|critical|ordered)\b")


def found(parsed, source):
    """The loop with a Companion for each variable that its body steps so."""
    for variable, value in parsed.stepped if _understood(parsed, source) else ():
        parsed = _with(parsed, variable, _number(value, variable), source)
    asked = (one.stepped or not isinstance(one.by, Number) for one in parsed.node.loop.companions)
    return _without_word(parsed, source) if any(asked) else parsed


def _without_word(parsed, source):
    """The loop as if the directive did not say that iterations are independent, where it is only
    OpenMP's that does: OpenMP's threads could not have such a variable."""
    directive = parsed.directive
    text = source.text[directive.start : directive.end]
    if not directive.spelling.startswith("omp") or re.search(r"\bindependent\b", text):
        return parsed
    return replace(parsed, directive=replace(directive, independent=False))


def _understood(parsed, source):
    loop, directive = parsed.node.loop, parsed.directive
    if loop.variable is None or loop.increment is None or not parsed.stepped:
        return False
    if directive.only_openmp is not None or directive.kernels or parsed.versions:
        return False
    if loop.step is not None and integer(loop.step) is None:
        return False
    body = parsed.node.body
    return (
        not any(isinstance(node, ODD) for node in body.walk())
        and not TURNS.search(source.text, loop.header_end, loop.end)
        and not any(names(touched(node), loop.variable) for node in body.walk())
        and computed_again(ends(loop)[0])
        and Fixed(parsed.node, parsed.own)(ends(loop)[0])
    )


def _number(tree, variable):
    """The integer that a variable is before the loop, or None."""
    kind = variable.type
    found = None if tree is None else Values().polynomial(tree)
    known = None if found is None or not isinstance(kind, IntegerType) else found.value
    held = known is not None and (
        in_lower_half(known, kind) or (kind.signed and known in range(least(kind), 0))
    )
    return known if held else None


def _with(parsed, variable, first, source):
    """The loop with a Companion for the variable, or as it is."""
    node, loop = parsed.node, parsed.node.loop
    walk = Steps(variable, Fixed(node, parsed.own))
    if not _can_be(variable) or _is_named(variable, parsed, source):
        return parsed
    try:
        far = _gone_on(node.body, walk)
    except Astray:
        return parsed
    at = loop.header_end
    name = first_of(variable, at, parsed.names)
    start = name if first is None else Number(at, at, (), variable.type, value=first)
    by = replace(far.tree(at), type=variable.type) if far.more is None else far.tree(at)
    one = Companion(variable, False, start, by, first is None, stepped=True)
    loop = replace(loop, companions=(*loop.companions, one))
    body = Block(node.body.start, node.body.end, (computed(one, loop, at), node.body))
    made = {} if first is not None else {name.name: name.variable}
    return replace(
        parsed,
        node=replace(node, loop=loop, children=(body,)),
        names=parsed.names | made.keys(),
        scope=parsed.scope | made,
        sizes=(*parsed.sizes, *(f"{code(tree, source.text)} >= 0" for tree in walk.asked)),
    )


def _can_be(variable):
    kind = variable.type
    element = kind.element if isinstance(kind, PointerType) else None
    return kind.text is not None and not isinstance(element, VoidType | FunctionType)


def _is_named(variable, parsed, source):
    """Whether the directive or the loop's header speaks of the variable."""
    start, end = parsed.directive.start, parsed.node.loop.header_end
    return re.search(rf"\b{re.escape(variable.name)}\b", source.text[start:end]) is not None


def _gone_on(body, walk):
    """How far an iteration moves the variable, all of which come to its last step."""
    body = counted(body)
    statements = body.children if isinstance(body, Block) else (body,)
    steps = [k for k, child in enumerate(statements) if walk.changed(child)]
    if any(map(jumps_out, statements[: steps[-1] + 1])):
        raise Astray
    _, far = walk.statements(statements, Distance())
    if far.lost:
        raise Astray
    return far


def still(body: Node, loop, parsed):
    """The body with its stepped variables standing still, as variables of its own."""
    for one in loop.companions:
        if one.stepped:
            body = _still(body, Steps(one.variable, Fixed(parsed.node, parsed.own)))
    return body


def _still(body: Node, walk):
    """The same of one, which the first statement of a block sets that is the body, or is the second
    one of such a block."""
    (head, rest), one = body.children, walk.variable
    if not names(touched(head), one):
        return replace(body, children=(head, _still(rest, walk)))
    rest, _ = walk.statement(counted(rest), Distance())
    own = replace(one, key=BEYOND + one.key, scope="local", storage="")
    made = Declare(head.start, head.end, (head.children[-1],), variable=own)
    return replace(body, children=(made, renamed(rest, one, own)))
