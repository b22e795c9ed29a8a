# SPDX-License-Identifier: BSD-3-Clause
"""Places that are found by following pointers, or in structs, and that no iteration changes: the
pointer of `g->u[i]`, the number of `g->h`, the row of `level[k].u[i]`. They are read once before
the loop, into variables. What such a pointer leads to is an array with a name then, which
accelerators can have."""

import re
from dataclasses import dataclass, replace

from ... import loops
from ...model import Behind, Hoisted
from ...syntax import (
    ArrayType,
    Binary,
    BoolType,
    FloatType,
    Index,
    IndexedType,
    IntegerType,
    Member,
    Name,
    Node,
    Number,
    PointerType,
    Sizeof,
    StructType,
    Unary,
    Variable,
    integer,
    levels,
    members_of,
    rebuilt,
    touched,
    unused,
    variable_of,
)
from .. import polyhedral
from ..shapes.arrays import copyable
from . import apart, certain

# Keys of variables that are declared nowhere: behind all offsets of a file.
BEYOND = 1 << 40
# Pointers that C text follows.
FOLLOWED = re.compile(r"([\w.>\[\]-]+)(?=->|\[)")
NUMBER = (IntegerType, BoolType, FloatType)


def parsed_with(body):
    """The ParsedLoop of `body` with a variable in the place of each such place; None where there is
    none."""
    loop = body.loop
    known = polyhedral.calls_are_known(body.parsed, body.seen)
    if not known or loops.evaluated_once(loop):
        return None
    hoisting = _Hoisting(body)
    node = hoisting.changed(body.parsed.node)
    if not hoisting.found:
        return None
    expressions = {
        text: probe
        if probe.tree is None
        else replace(probe, tree=hoisting.changed(probe.tree, clause=True))
        for text, probe in body.parsed.expressions.items()
    }
    found = tuple(hoisting.found.values())
    own = [one.variable for one in found]
    return replace(
        body.parsed,
        node=node,
        expressions=expressions,
        scope={**body.parsed.scope, **{one.name: one for one in own}},
        names=body.parsed.names | {one.name for one in own},
        hoisted=found,
    )


def behind(body):
    """A Behind for each place that is read once for all iterations, and that a pointer may write
    to."""
    everything = {use.variable for use in (*body.seen.arrays, *body.seen.paths) if use.write}
    loads = dict(load for one in body.parsed.hoisted for load in one.loads)
    return tuple(
        Behind(f"&({text})", str(kind.size), False, anywhere=True)
        for text, kind in loads.items()
        if any(apart.may_meet(kind, variable, restrict=False) for variable in everything)
    )


@dataclass(frozen=True)
class _Place:
    """C text of an lvalue, the key of the variable that it is found by, names of the members that
    it is a part of, what is read on the way to it, as (text, type), and texts of the pointers that
    are followed and of the elements that are chosen there."""

    text: str
    base: int
    members: tuple[str, ...] = ()
    loads: tuple = ()
    followed: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


class _Hoisting:
    def __init__(self, body):
        self.body = body
        self.members = _written_members(body.seen)
        # No use of the body is a write of the loop's own variable, which may be declared outside.
        own = {body.loop.variable.key}
        self.written = own | _written(body.uses) | _written(body.seen) | body.unseen
        function = body.parsed.function
        self.text = body.source.text[function.start : function.end]
        self.found: dict = {}  # text -> Hoisted
        # Texts of pointers and elements that iterations follow and choose: inner loops around that.
        self.met: dict = {}
        for node, inner in certain.evaluated(body.parsed.node, every=False):
            one = self._place(node)
            for text in () if one is None else one.followed + one.chosen:
                self.met.setdefault(text, {})[inner] = None
        self.nested: dict = {}  # inner loops: C text of that they have an iteration, or None

    def changed(self, node: Node, place=False, clause=False):
        """The tree with variables; of a `place` that is set, or the address of which is taken, only
        what it is found by; of a `clause` only what the loop has as well."""
        if isinstance(node, Sizeof):
            return node
        one = None if place else self._hoisted(node, clause)
        if one is not None:
            variable = one.variable
            return Name(
                node.start, node.end, type=variable.type, name=variable.name, variable=variable
            )
        target = touched(node)
        inside = isinstance(node, Member) and node.op == "." and place
        return rebuilt(node, lambda part: self.changed(part, inside or part is target, clause))

    def _hoisted(self, node: Node, clause):
        kind = _kind(node)
        place = None if kind is None else self._place(node)
        if place is None or not self._is_there(place):
            return None
        loads = place.loads
        if not isinstance(node.type, ArrayType):
            if self._is_written(place):
                return None
            loads = (*loads, (place.text, kind))
        known = self.found.get(place.text)
        if known is None and clause:
            return None
        if known is None:
            taken = {one.variable.name for one in self.found.values()} | self.body.parsed.names
            variable = Variable(
                unused(_name(place.text), taken), BEYOND + node.start, "function", kind
            )
            known = Hoisted(variable, place.base, place.text, (), loads, self._asked(place))
        if not clause:
            known = replace(known, spans=(*known.spans, (node.start, node.end)))
        self.found[place.text] = known
        return known

    def _is_there(self, place):
        """Whether it is known that all that leads to a place is there, or can be asked."""
        return all(self._reason(text) is not None for text in (*place.followed, *place.chosen))

    def _asked(self, place):
        """C texts of what must hold for what leads to a place to be there, in their order."""
        texts = (one for text in (*place.followed, *place.chosen) for one in self._reasons(text))
        pointers = (f"{text} != NULL" for text in place.followed if () not in self.met[text])
        return tuple(dict.fromkeys((*texts, *pointers)))

    def _reasons(self, text):
        """What must hold for a pointer to be followed, behind what must hold to ask that."""
        condition = self._reason(text)
        for pointer in FOLLOWED.findall(condition or ""):
            yield from self._reasons(pointer)
        yield from [f"({condition})"] if condition else []

    def _reason(self, text):
        """C text of that an iteration follows a pointer or chooses an element; "" where each does,
        None where it cannot be told."""
        around = self.met.get(text, {})
        if () in around:
            return ""
        found = (self._has_iterations(inner) for inner in around)
        return next((condition for condition in found if condition is not None), None)

    def _has_iterations(self, inner):
        if inner not in self.nested:
            self.nested[inner] = None  # of what would be asked for its own sake
            text = certain.nested(inner, self.body)
            if text is not None and None not in map(self._reason, FOLLOWED.findall(text)):
                self.nested[inner] = text
        return self.nested[inner]

    def _is_written(self, place):
        """Whether the loop writes to a member of that name: run-time checks would find that."""
        return any(name in self.members for name in place.members)

    def _place(self, node: Node) -> _Place | None:
        """An lvalue that stays where it is; None: it may not."""
        if isinstance(node, Name):
            return self._variable(node.variable)
        if isinstance(node, Member):
            return self._member(node)
        if isinstance(node, Index):
            return self._element(node.base, self._subscript(node.subscript))
        if isinstance(node, Unary) and node.op == "*":
            return self._element(node.operand, "0")
        return None

    def _variable(self, one):
        if one is None or one.scope == "local" or one.threads or one.type.volatile:
            return None
        # What is in a register has no address to be compared.
        own = one.storage == "register" and isinstance(one.type, StructType)
        return None if own or one.key in self.written else _Place(one.name, one.key)

    def _member(self, node: Member):
        base, arrow = node.base, node.op == "->"
        if isinstance(base, Unary) and base.op == "*":
            base, arrow = base.operand, True  # (*s).m
        struct = base.type
        if arrow:
            struct = struct.element if isinstance(struct, IndexedType) else None
        if not isinstance(struct, StructType) or struct.union or struct.volatile or node.bits:
            return None
        if node.name not in struct.members:
            return None
        place = self._led_to(base) if arrow else self._place(base)
        if place is None:
            return None
        text = f"{place.text}{'->' if arrow else '.'}{node.name}"
        return replace(place, text=text, members=(*place.members, node.name))

    def _element(self, base, subscript):
        place = None if subscript is None else self._led_to(base)
        if place is None:
            return None
        text = f"{place.text}[{subscript}]"
        return replace(place, text=text, chosen=(*place.chosen, text))

    def _led_to(self, base):
        """What a pointer, or an array, leads to; the text is still the pointer's."""
        place, kind = self._place(base), base.type
        if place is None or isinstance(kind, ArrayType):
            return place
        if not isinstance(kind, PointerType) or kind.volatile or self._is_written(place):
            return None
        loads, variable = place.loads, variable_of(base)
        if variable is None or variable.scope == "file" or self._address_taken(variable):
            loads = (*loads, (place.text, kind))
        followed = (*place.followed, place.text)
        return replace(place, members=(), loads=loads, followed=followed)

    def _subscript(self, node: Node):
        """C text of a subscript that no iteration changes, or None."""
        if isinstance(node, Number) and node.value is not None:
            return self.body.source.text[node.start : node.end] or str(node.value)
        variable = variable_of(node)
        if variable is not None:
            own = variable.scope == "function" and variable.key not in self.written
            plain = isinstance(variable.type, IntegerType) and not variable.type.volatile
            return variable.name if own and plain and not self._address_taken(variable) else None
        if isinstance(node, Binary):
            if node.op not in ("+", "-", "*", "&", "^", "|", "%"):
                return None
            if node.op == "%" and not integer(node.right):
                return None
            sides = [self._subscript(side) for side in node.children]
            return None if None in sides else f"({sides[0]} {node.op} {sides[1]})"
        if isinstance(node, Unary) and node.op in ("!", "-"):
            inside = self._subscript(node.operand)
            return None if inside is None else f"({node.op}{inside})"
        return None

    def _address_taken(self, variable):
        """Of a variable, or of a part of it."""
        return re.search(rf"&[\s(]*{re.escape(variable.name)}\b", self.text) is not None


def _written(uses):
    """Keys of variables that change as a whole, or not in arrays inside of them alone."""
    return {
        key
        for key, (_, events) in uses.scalars.items()
        if any(event.write and not event.part for event in events)
    }


def _written_members(seen):
    """Names of the members of structs that the loop writes to, or to parts of them."""
    found = set()
    for use in (*seen.arrays, *seen.paths):
        kind = use.variable.type
        while isinstance(kind, IndexedType):
            kind = kind.element
        if use.write:
            found |= {use.field.rstrip(".")} if use.field else set(members_of(kind))
    return found


def _kind(node: Node):
    """The type of the variable for what a place holds; None: nothing that can be one."""
    kind = node.type
    if kind is None or kind.volatile or isinstance(node, Name):
        return None
    if isinstance(kind, NUMBER):
        return _plain(kind) if isinstance(node, Member) and kind.text else None
    if isinstance(kind, ArrayType):
        kind = _pointer_to(kind.element) if isinstance(node, Member) else None
    if not isinstance(kind, PointerType) or kind.is_function_pointer:
        return None
    element = levels(kind)[1]
    if isinstance(element, PointerType):
        element = element.element
    return _plain(kind) if copyable(element) and not element.volatile else None


def _plain(kind):
    """The type by names that no other declaration hides where the loop stands."""
    if isinstance(kind, IndexedType):
        return replace(kind, element=_plain(kind.element))
    if not isinstance(kind, NUMBER) or not kind.text:
        return kind
    return replace(kind, text=kind.canonical)


def _pointer_to(element):
    return PointerType(
        f"{element.spelling} *", None, 8, element=element, canonical=f"{element.canonical} *"
    )


def _name(text):
    """A name for a place: g_u of `g->u`; size_t_ of `size->t`, as size_t is a type."""
    name = "_".join("".join(c if c.isalnum() or c == "_" else " " for c in text).split())
    return f"{name}_" if name.endswith("_t") else name
