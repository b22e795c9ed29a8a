# SPDX-License-Identifier: BSD-3-Clause
"""Memory that a loop uses on the host by the program's own addresses. What accelerators have of
persisted arrays there is brought to the host before."""

import re

from ...model import Reached
from ...syntax import (
    ArrayType,
    Asm,
    Assign,
    Call,
    Index,
    Member,
    Name,
    PointerType,
    Select,
    StructType,
    Unary,
    Variable,
    innermost,
    variable_of,
)
from ..body.uses import Walk
from ..independence import library, unseen
from ..views import views

DIRECTIVE = re.compile(r"(?m)^\s*#\s*pragma\s+(?:ctsar|acc|omp)\b")


def of(parsed, source, seen=None, covered=frozenset()):
    """A tuple of Reached: what the loop uses as it stands. `seen`: its body's uses; `covered`: keys
    of variables that lead to registered memory wherever the loop itself names them."""
    seen = views.resolve(parsed) if seen is None else seen
    found = _Found(parsed)
    traced = unseen.traced(parsed)
    for use in seen.arrays:
        if use.variable.key not in covered:
            _array(use, traced, found)
    for use in seen.elsewhere:
        _array(use, traced, found)
    for _, write, _ in seen.hidden:
        found.anything("it reaches memory that is found by other memory", write)
    _structs(seen, found)
    if any(isinstance(node, Asm) for node in seen.odd):
        found.anything("it has assembler", True)
    if unseen.ended(parsed, source.text):
        found.anything("a function is called where a variable ends", True)
    _calls(parsed, found)
    _header(parsed, source, seen, found)
    return found.all()


def divides(parsed, source):
    """Whether functions that the loop calls may have loops which are divided."""
    functions = _functions(parsed)
    bodies = [d.body for d in functions.values() if d.body is not None]
    if any(DIRECTIVE.search(source.text, body.start, body.end) for body in bodies):
        return True
    trees = [*parsed.node.loop.parts(), parsed.node.body, *bodies]
    calls = (node for tree in trees for node in tree.walk() if isinstance(node, Call))
    return any(_may_read(call, functions) for call in calls) or bool(
        unseen.ended(parsed, source.text)
    )


class _Found:
    """What is found, each object once."""

    def __init__(self, parsed):
        visible = (v for v in parsed.scope.values() if isinstance(v, Variable))
        self.visible = {variable.key for variable in visible}
        self.objects, self.places, self.any, self.why = {}, {}, None, ""

    def anything(self, why, write=False):
        """Nobody knows how far the loop reaches; the first reason is told."""
        self.any = bool(self.any) or write
        self.why = self.why or why

    def object(self, variable, write):
        """All of a variable's memory. Of `extern double a[];` nobody knows how much that is."""
        sized = variable.type.size or variable.scope == "function"
        if variable.key not in self.visible or not sized:
            self.anything(f"no size of '{variable.name}' is known there", write)
        elif variable.storage != "register":
            known = self.objects.get(variable.key, (variable, False))
            self.objects[variable.key] = variable, known[1] or write

    def place(self, address, size):
        """What is read at one address, as C texts."""
        self.places[address] = Reached(address, size, False)

    def all(self):
        """What is only read needs no name where anything may be read."""
        named = [
            Reached(_address(variable), f"sizeof {variable.name}", write)
            for variable, write in self.objects.values()
            if self.any is None or (write and not self.any)
        ]
        if self.any is not None:
            return (Reached("", "", self.any, self.why), *named)
        return (*self.places.values(), *named)


def _address(variable):
    address = variable.name if isinstance(variable.type, ArrayType) else f"&{variable.name}"
    return _plain(variable.type) + address


def _plain(kind):
    """What makes an address one of memory that is as any other."""
    return "(void *)" if kind is not None and "volatile" in kind.spelling else ""


def _array(use, traced, found):
    variable = use.variable
    if isinstance(variable.type, ArrayType) and isinstance(innermost(variable.type), PointerType):
        found.anything(f"the pointers in '{variable.name}' lead on", use.write)
    if variable.is_object:
        if not variable.constant and not innermost(variable.type).const:
            found.object(variable, use.write)
    elif variable.scope != "local" or variable.key not in traced:
        why = f"'{variable.name}' is a pointer, of which nobody knows how far it is followed"
        found.anything(why, use.write)


def _structs(seen, found):
    """Structs that may have arrays inside, to which other loops' pointers lead."""
    for use in seen.inside:
        variable = _base(use.base)
        if variable is not None and not variable.constant:
            found.object(variable, use.write)
    for variable, events in seen.scalars.values():
        whole = [event for event in events if not event.part]
        outer = variable.scope != "local" and isinstance(variable.type, StructType)
        if whole and outer and not variable.constant:
            found.object(variable, any(event.write for event in whole))


def _base(node):
    while not isinstance(node, Name) and node.children:
        node = node.children[0]
    return variable_of(node)


def _calls(parsed, found):
    """What functions reach by themselves that are not followed into."""
    functions = _functions(parsed)
    trees = [parsed.node.body, *(d.body for d in functions.values() if d.body is not None)]
    for node in (node for tree in trees for node in tree.walk()):
        if isinstance(node, Call):
            _call(node, functions, found)
    if _is_deep(parsed.node.body, functions, views.DEPTH):
        found.anything("functions call each other deeper than they are looked into", True)


def _functions(parsed):
    return {d.name: d for d in parsed.needs if d.kind == "function"}


def _call(node, functions, found, followed=True):
    """What a function does with its arguments is among the uses, where it is followed."""
    called = f"'{node.name}'" if node.name else "a function that a pointer leads to"
    writes = _is_unseen(node, functions, followed)
    if _may_read(node, functions, followed):
        found.anything(f"it calls {called}, into which nobody looks", writes)


def _may_read(node, functions, followed=True):
    """Whether a call may read what nobody sees, at least: it may have loops that are divided."""
    if _is_unseen(node, functions, followed):
        return True
    function = functions.get(node.name)
    seen = library.alone(node.name) or (followed and _has_body(function, node))
    return not (seen or function.system or function.alone)


def _is_unseen(node, functions, followed=True):
    """Whether nobody knows what a call does: it may as well write."""
    function = functions.get(node.name)
    if any(one.type and one.type.is_function_pointer for one in node.arguments) or not node.name:
        return True
    if library.alone(node.name) or (followed and _has_body(function, node)):
        return False
    return function is None or not (function.system or function.pure)


def _has_body(function, node):
    given = function is not None and len(node.arguments) >= len(function.parameters)
    return given and function.body is not None


def _is_deep(tree, functions, depth):
    """Whether calls stand in each other deeper than they are followed."""
    inside = [functions.get(node.name) for node in tree.walk() if isinstance(node, Call)]
    bodies = [function.body for function in inside if function is not None and function.body]
    return bool(bodies) and (
        depth == 0 or any(_is_deep(body, functions, depth - 1) for body in bodies)
    )


# ---- The header ----------------------------------------------------------------------------------


def _header(parsed, source, seen, found):
    """What the header reads: by its address, where that is the same for all iterations."""
    loop, functions = parsed.node.loop, _functions(parsed)
    changed = seen.written() | Walk().body(parsed.node.body).written()
    if loop.variable is not None:
        changed |= {loop.variable.key, *(one.variable.key for one in loop.companions)}
    for part in loop.parts():
        always = part is not loop.increment and not any(_decides(node) for node in part.walk())
        for node in reversed([*part.walk()]):  # what is inside of a place comes first
            if isinstance(node, Call):
                _call(node, functions, found, followed=False)
            elif _is_memory(node):
                _read(node, always, changed, source, found)


def _decides(node):
    return isinstance(node, Select) or getattr(node, "op", "") in ("&&", "||")


def _is_memory(node):
    if isinstance(node, Member):
        return node.op == "->"
    return isinstance(node, Index) or (isinstance(node, Unary) and node.op == "*")


def _read(node, always, changed, source, found):
    parts = [*node.walk()]
    moves = any(
        isinstance(part, Call | Assign)
        or (isinstance(part, Unary) and part.steps)
        or (isinstance(part, Name) and part.variable is not None and part.variable.key in changed)
        for part in parts
    )
    if moves or (not always and any(_is_memory(part) for part in parts[1:])):
        found.anything("its header reads memory, elsewhere in each iteration")
        return
    place = node.base if isinstance(node, Member) else node
    text = source.text[place.start : place.end]
    if isinstance(node, Member):
        found.place(f"{_plain(place.type)}({text})", f"sizeof *({text})")
    elif not isinstance(node.type, ArrayType | PointerType):  # else no number is read, or a pointer
        found.place(f"{_plain(node.type)}&({text})", f"sizeof({text})")
