# SPDX-License-Identifier: BSD-3-Clause
"""What C reads again with each iteration in the loop's header, and a divided loop reads once: the
bound and the step. The loop must not write that."""

from dataclasses import dataclass

from ... import loops
from ...syntax import (
    ArrayType,
    Call,
    Index,
    IndexedType,
    Member,
    Name,
    Node,
    PointerType,
    Sizeof,
    StructType,
    Type,
    Unary,
    Variable,
    VoidType,
    innermost,
    variable_of,
)
from ..body import placed
from ..views import inlined

PLACES = (ArrayType, StructType)  # of which parts are read


@dataclass(frozen=True)
class Read:
    """Memory that the header reads."""

    node: Node
    type: Type | None  # of what is read, or of its elements; None: not known
    variable: Variable | None  # that it is found by
    text: str | None  # C text of all that is read; None: how much that is cannot be told
    size: int = 0  # of all that is read, in bytes

    @property
    def is_member(self):
        return isinstance(self.node, Member)

    @property
    def followed(self):
        """Whether a pointer leads to it, so that it may be a part of an array that has a name."""
        return _through_pointer(self.node)


def reads(body):
    """A Read for each place of memory; calls are what they return, where that can be told."""
    expanded = inlined.Calls(body.parsed).expanded
    for part in loops.again(body.loop):
        for node in _evaluated(expanded(part)):
            if isinstance(node, Index | Member) or _is_led_to(node):
                size = node.type.size if node.type is not None else 0
                yield Read(node, node.type, _base(node), _text(node, body), size)
            elif isinstance(node, Call):
                yield from _by_call(node, body)


def variables(body):
    """Variables that the header reads as they are, and pointers that it follows."""
    expanded = inlined.Calls(body.parsed).expanded
    nodes = [node for part in loops.again(body.loop) for node in _evaluated(expanded(part))]
    named = [one for one in map(variable_of, nodes) if one is not None]
    return {one.key: one for one in named if not isinstance(one.type, PLACES)}.values()


def _evaluated(node: Node):
    """A node and its parts, but for what only has a size."""
    if not isinstance(node, Sizeof):
        yield node
        for child in node.children:
            yield from _evaluated(child)


def _by_call(node: Call, body):
    """What a function reads that it is given the address of, and variables of the file."""
    for argument in node.arguments:
        kind = argument.type
        if kind is None or not kind.holds_addresses:
            continue
        variable = _base(argument)
        whole = _object(argument)
        if whole is not None and variable is not None and whole.size and not whole.holds_addresses:
            yield Read(argument, innermost(whole), variable, variable.name, whole.size)
        else:
            element = kind.element if isinstance(kind, IndexedType) else None
            known = None if isinstance(element, VoidType) else element
            yield Read(argument, known, variable, None)
    functions = {d.name: d for d in body.parsed.needs if d.kind == "function" and d.body}
    called, ahead = set(), [node.name]
    while ahead:
        name = ahead.pop()
        if name in called or name not in functions:
            continue
        called.add(name)
        for part in functions[name].body.walk():
            ahead += [part.name] if isinstance(part, Call) else []
            variable = variable_of(part)
            if variable is None or variable.scope != "file":
                continue
            element = innermost(variable.type)
            if not element.const:
                yield Read(node, element, variable, None)


def _object(node: Node):
    """The type of the variable of which the node is an address, or None."""
    if isinstance(node, Unary) and node.op == "&":
        variable = variable_of(node.operand)
        return variable.type if variable is not None else None
    variable = variable_of(node)
    return variable.type if variable and isinstance(variable.type, ArrayType) else None


def _base(node: Node):
    """The variable that a place is found by."""
    while variable_of(node) is None and node.children:
        node = node.children[0]
    return variable_of(node)


def _text(node: Node, body):
    """C text of a place: as it stands in the header, or what a call stands for."""
    own = body.loop.start <= node.start and node.end <= body.loop.header_end
    return body.source.text[node.start : node.end] if own else placed.text(node, body)


def _is_led_to(node: Node):
    return isinstance(node, Unary) and node.op == "*"


def _through_pointer(node: Node):
    """Whether a place is found by following a pointer."""
    if isinstance(node, Member) and node.op == ".":
        return _through_pointer(node.base)
    if isinstance(node, Index) and isinstance(node.base.type, ArrayType):
        return _through_pointer(node.base)
    if isinstance(node, Unary) and node.op == "&":
        return False
    if isinstance(node, Name):
        return node.variable is not None and isinstance(node.variable.type, PointerType)
    return True
