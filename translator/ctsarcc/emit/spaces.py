# SPDX-License-Identifier: BSD-3-Clause
"""Address spaces of pointers: OpenCL C 1.2 wants to be told which memory each of them leads to.

The arrays of a region are in global memory, tables of the file in constant memory, all else is the
work-item's own. A pointer that is declared in a body, or passed to a function, leads where what it
is set to leads."""

from ..syntax import (
    Assign,
    Binary,
    Cast,
    Declare,
    Index,
    IndexedType,
    Member,
    Name,
    PointerType,
    Select,
    Unary,
    integer,
    variable_of,
)
from .dialect import CannotExpress
from .text import Edit

GLOBAL, CONSTANT, PRIVATE = "__global", "__constant", ""


class Spaces:
    """`env`: the spaces of a function's parameters by their keys."""

    def __init__(self, region, source, env, wanted):
        self.source, self.env, self.wanted = source, dict(env), wanted
        self.arrays = {array.variable.key for array in region.arrays}

    def of(self, node):
        """The space that a pointer or an array leads to; None where it cannot be told."""
        if isinstance(node, Name):
            return self._variable(node.variable)
        if isinstance(node, Index | Member | Cast | Unary):
            base = node.base.type if isinstance(node, Index) else None
            if base is not None and isinstance(base.element, PointerType):
                return None  # an address that stands in memory
            return self.of(node.children[0]) if node.children else None
        if isinstance(node, Binary):
            pointers = [child for child in node.children if isinstance(child.type, IndexedType)]
            return self.of(pointers[0]) if pointers else None
        if isinstance(node, Select):
            spaces = {self.of(child) for child in (node.yes, node.no) if integer(child) != 0}
            return spaces.pop() if len(spaces) == 1 else None
        if isinstance(node, Assign):
            return self.of(node.assigned)
        return None

    def _variable(self, variable):
        if variable is None:
            return None
        if variable.key in self.arrays:
            return GLOBAL
        if variable.key in self.env:
            return self.env[variable.key]
        if variable.scope == "file" and variable.constant:
            return CONSTANT
        return None if isinstance(variable.type, PointerType) else PRIVATE

    def know(self, variables, tree):
        """Finds where pointers lead that are declared elsewhere, by what the tree sets them to."""
        values: dict = {variable.key: [] for variable in variables}
        for node in tree.walk():
            target = variable_of(node.target) if isinstance(node, Assign) else None
            if target is not None and target.key in values and node.op == "=":
                values[target.key].append(node.assigned)
        for _ in variables:  # one may be set to another
            for key, trees in values.items():
                known = {self.of(value) for value in trees} - {None}
                self.env |= {key: known.pop()} if len(known) == 1 else {}
        for variable in variables:
            if {self.of(value) for value in values[variable.key]} != {self.env.get(variable.key)}:
                raise CannotExpress(f"it cannot be told which memory '{variable.name}' points to")

    def edits(self, tree):
        """Edits that write the spaces into declarations of pointers and into casts."""
        if not self.wanted:
            return []
        found: list = []
        declarations: dict = {}
        for node in tree.walk():
            if isinstance(node, Declare):  # of several in one declaration each has a node
                declarations.setdefault((node.start, node.end), []).append(node)
        for nodes in declarations.values():
            found += self._declared(nodes, tree)
        for node in tree.walk():
            if isinstance(node, Cast) and isinstance(node.type, PointerType):
                space = self.of(node.operand)
                if space:
                    found.append(self._cast(node, space))
        return found

    def _declared(self, nodes, tree):
        spaces = {}
        for node in nodes:
            variable, kind = node.variable, node.variable.type
            if not isinstance(kind, PointerType):
                spaces[variable.name] = PRIVATE
                continue
            if isinstance(kind.element, PointerType):
                raise CannotExpress(f"'{variable.name}' is a pointer to pointers")
            value = self._set_to(variable, node, tree)
            space = self.of(value) if value is not None else None
            if space is None:
                raise CannotExpress(f"it cannot be told which memory '{variable.name}' points to")
            self.env[variable.key] = spaces[variable.name] = space
        if len(set(spaces.values())) > 1:
            raise CannotExpress(
                f"{' and '.join(repr(name) for name in spaces)} are declared together, but are of "
                "different memories"
            )
        space = next(iter(spaces.values()), PRIVATE)
        return [Edit(nodes[0].start, nodes[0].start, (f"{space} ",))] if space else []

    @staticmethod
    def _set_to(variable, node, tree):
        """The first value that a pointer gets."""
        if node.children and variable.key < node.children[-1].start:
            return node.children[-1]
        for other in tree.walk():
            if (
                isinstance(other, Assign)
                and other.op == "="
                and (target := variable_of(other.target))
                and target.key == variable.key
            ):
                return other.assigned
        return None

    def _cast(self, node, space):
        text = self.source.text
        end = node.start + len(text[node.start : node.children[0].start].rstrip())
        depth, at = 0, end
        while True:
            at -= 1
            depth += (text[at] == ")") - (text[at] == "(")
            if depth == 0:
                return Edit(at + 1, at + 1, (f"{space} ",))

    def signature(self, call, function):
        """The space of each parameter, for one call."""
        result = []
        for parameter, argument in zip(function.parameters, call.arguments, strict=False):
            if not self.wanted or not isinstance(parameter.type, IndexedType):
                result.append(PRIVATE)
                continue
            space = self.of(argument)
            if space is None:
                raise CannotExpress(
                    f"it cannot be told which memory '{function.name}' gets a pointer to"
                )
            result.append(space)
        return tuple(result)
