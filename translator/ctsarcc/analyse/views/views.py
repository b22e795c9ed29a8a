# SPDX-License-Identifier: BSD-3-Clause
"""Arrays under other names: `row[j]` after `double *row = a + i * m` is a use of a, and so is what
a function of the file does with a pointer that it is given. For the checks; emitters look at the
text as it stands."""

from dataclasses import replace

from ...syntax import (
    Assign,
    Binary,
    BoolType,
    Call,
    Cast,
    Declare,
    Index,
    IndexedType,
    IntegerType,
    Member,
    Name,
    Node,
    PointerType,
    String,
    StructType,
    Unary,
    indexed,
    variable_of,
)
from ..algebra import affine
from ..body.uses import Walk, points_to_const
from . import anew, based, induction, walking
from .trees import substitute

DEPTH = 4  # of calls


def resolve(parsed):
    """Uses of the loop's body with pointers and calls followed."""
    functions = {d.name: d for d in parsed.needs if d.kind == "function" and d.body is not None}
    loop = parsed.node.loop
    body = walking.steady(anew.declared(induction.still(parsed.node.body, loop, parsed)))
    body = based.from_0(body)
    views = Views(functions, Walk().body(body).written())
    uses = views.body(body)
    views.written_through()
    uses.bound = views.bound

    # What a function reaches by an array's own name is no use of the loop's.
    def inside(use):
        return loop.start <= use.base.start < loop.end

    uses.elsewhere = [use for use in uses.arrays if not inside(use)]
    uses.arrays = [use for use in uses.arrays if inside(use)]
    return uses


class Views(Walk):
    def __init__(self, functions, written):
        super().__init__()
        self.functions, self.changed = functions, set(written)
        self.bound, self.depth = {}, 0
        # (index of a use, key of the pointer that got its address or None, whether that may write)
        self.taken = []

    def on_declare(self, node: Declare):
        first, variable = len(self.uses.arrays), node.variable
        before = self.uses.locals.get(variable.key)
        super().on_declare(node)
        initial = self.uses.locals[variable.key][1]
        if before is not None and before[1] != initial:  # of a function that is called twice
            self.uses.locals[variable.key] = (variable, None)
        if initial is None or not isinstance(variable.type, PointerType):
            return
        if (
            variable.key not in self.changed
            and variable.storage != "static"
            and leads_to_one(initial)
            and self._counts_alike(variable.type, initial)
        ):
            self.bound[variable.key] = initial
            # The address alone is no use: what is done with it is.
            self.uses.arrays = [
                use
                for use in self.uses.arrays
                if not (
                    use.address and initial.start <= use.node.start and use.node.end <= initial.end
                )
            ]
        else:
            self._taken(first, variable.key, initial)

    def _counts_alike(self, kind, initial):
        """Whether the pointer's subscripts count the elements of what it leads to, whatever void
        pointers stand between."""
        named = _plain(kind.element)
        return named == "void" or self._element(initial) == named

    def _element(self, node: Node):
        """The type's name of the elements that an address leads to, or None."""
        if isinstance(node, Cast) or (isinstance(node, Binary) and node.op in ("+", "-")):
            return self._element(pointer_of(node))
        if isinstance(node, Name) and node.variable is not None:
            if node.variable.key in self.bound:
                return self._element(self.bound[node.variable.key])
            return _plain(node.variable.type.element)
        if isinstance(node, Unary) and node.op == "&":
            return _plain(node.operand.type)
        return _plain(node.type.element) if node.type is not None else None

    def on_assign(self, node: Assign):
        first = len(self.uses.arrays)
        super().on_assign(node)
        if node.op == "=" and isinstance(node.target.type, PointerType):
            variable = variable_of(node.target)
            self._taken(first, None if variable is None else variable.key, node.assigned)

    def _taken(self, first, key, value):
        """Addresses that a pointer gets: what is done through it is done to them."""
        may_write = not points_to_const(value)
        self.taken += [
            (k, key, may_write)
            for k in range(first, len(self.uses.arrays))
            if self.uses.arrays[k].address
        ]
        if may_write:
            self.uses.passed |= {
                node.variable.key
                for node in value.walk()
                if isinstance(node, Name)
                and node.variable is not None
                and isinstance(node.variable.type, PointerType)
            }

    def written_through(self):
        """What is done through pointers that are not followed, because they move: it may be done to
        any element of what their first value leads to."""
        through = self._through()
        for k, key, may_write in self.taken:
            use = self.uses.arrays[k]
            # A row is left by a pointer that moves only; an element is by any subscript.
            row = len(use.subscripts) < use.variable.type.depth
            walks = key is None or key in self.changed or not row
            write = use.write or (may_write and (key is None or key in through))
            self.uses.arrays[k] = replace(use, write=write, walks=walks)

    def _through(self):
        """Keys of pointers that are written through, or may be."""
        return {
            use.variable.key
            for use in self.uses.arrays
            if use.write and use.variable.scope == "local"
        } | self.uses.passed

    def _writes_through(self, function, parameter, changed):
        """Whether a function may write to what a parameter that it moves leads to."""
        inside = Views(self.functions, changed)
        inside.depth = self.depth + 1
        inside.statement(function.body)
        return parameter.key in inside._through()

    def on_call(self, node: Call):
        function = self.functions.get(node.name)
        arguments = node.arguments
        if function is None or self.depth == DEPTH or len(arguments) < len(function.parameters):
            super().on_call(node)
            return
        self.uses.calls.append(node)
        body, firsts = walking.inside(function)
        changed = Walk().body(body).written()
        given = {p.key: tree for p, tree in zip(function.parameters, arguments, strict=False)}
        known = {
            key: affine.converted(parameter.type, given[parameter.key])
            for key, parameter in firsts.items()
        }
        for parameter, argument in zip(function.parameters, arguments, strict=False):
            pointer = isinstance(parameter.type, IndexedType)
            if pointer and parameter.key in changed:
                written = not points_to_const(argument) and self._writes_through(
                    function, parameter, changed
                )
                first = len(self.uses.arrays)
                self.expression(argument, write=written, address=True)
                self.uses.arrays[first:] = [
                    replace(use, walks=True) for use in self.uses.arrays[first:]
                ]
            elif parameter.key not in changed and _reads_members(body, parameter, argument):
                known[parameter.key] = argument
            elif parameter.key in changed or (
                not pointer and not isinstance(parameter.type, IntegerType | BoolType)
            ):
                self.expression(argument)
            elif pointer:
                known[parameter.key] = argument
            else:
                known[parameter.key] = affine.converted(parameter.type, argument)
                self.expression(argument)
        # What the function takes by va_arg may be used in any way.
        self._arguments(node, arguments[len(function.parameters) :])
        self._inside(substitute(body, known), changed)

    def _inside(self, body, changed):
        jumps, labels, odd = list(self.uses.jumps), list(self.uses.labels), list(self.uses.odd)
        jumped, entry, switch = self.jumped, self.entry, self.switch
        self.entry = self.switch = (len(self.guards), len(self.loops))
        self.changed |= changed
        self.depth += 1
        self.statement(body)
        self.depth -= 1
        self.jumped = jumped  # a return leaves the function only
        self.entry, self.switch = entry, switch
        self.uses.jumps, self.uses.labels, self.uses.odd = jumps, labels, odd


def _reads_members(body, parameter, argument):
    """Whether a function that is given a copy of a struct reads members of that, and can change
    nothing meanwhile: it reads these members of the original, then, and no others."""
    if not isinstance(parameter.type, StructType) or not isinstance(argument, Index | Member):
        return False
    uses = Walk().body(body)
    writes = any(use.write for use in (*uses.arrays, *uses.paths, *uses.inside))
    if uses.calls or uses.odd or writes or any(write for _, write, _ in uses.hidden):
        return False
    names = [node for node in body.walk() if variable_of(node) == parameter]
    read = [node.base for node in body.walk() if isinstance(node, Member) and node.op == "."]
    return all(any(name is base for base in read) for name in names)


def leads_to_one(node: Node):
    """Whether an address is that of one variable's, whatever values are: no `c ? a : b`, and no
    function's result."""
    while (
        isinstance(node, Index | Member | Cast)
        or (isinstance(node, Unary) and node.op in ("*", "&"))
        or (isinstance(node, Binary) and node.op in ("+", "-"))
    ):
        if isinstance(node, Cast) and not _same(node.type, node.operand.type):
            return False
        node = pointer_of(node)
    return isinstance(node, Name | String)


def pointer_of(node: Node):
    """The operand of a sum that is a pointer; of anything else the first child."""
    left, right = node.children[0], node.children[-1]
    of_right = isinstance(node, Binary) and indexed(right)
    other = not indexed(left)
    return right if of_right and other else left


def _plain(kind):
    """A type's name without const."""
    return None if kind is None else kind.canonical.replace("const ", "")


def _same(one, other):
    """Whether two pointers lead to elements of one type: subscripts then count the same."""
    if not isinstance(one, IndexedType) or not isinstance(other, IndexedType):
        return False
    kinds = [_plain(kind.element) for kind in (one, other)]
    return kinds[0] == kinds[1] or "void" in kinds
