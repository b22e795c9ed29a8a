# SPDX-License-Identifier: BSD-3-Clause
"""Loops under directives."""

import re
from dataclasses import replace

from clang.cindex import CursorKind as K

from .. import flow, known
from ..companions import apart, entered, stepped_in
from ..model import Function, ParsedLoop
from ..syntax import (
    ArrayType,
    Assign,
    Call,
    Declare,
    Index,
    Member,
    Name,
    Node,
    Variable,
    ends_by_a_call,
    touched,
    variable_of,
)
from .declarations import Declarations
from .trees import Context, changed_in

# A variable that is set to a product, or a quotient.
PRODUCT = re.compile(r"=[^;=]*[\w)]\s*[*/]\s*[\w(]")


class Parser(Declarations):
    """All that the translator asks of a source."""

    def __init__(self, *source):
        super().__init__(*source)
        self._bodies: dict = {}

    def loop_after(self, function, offset):
        """The cursor of the first `for` after `offset`."""
        best = None
        stack = [function]
        while stack:
            cursor = stack.pop()
            for child in cursor.get_children():
                start, end = self.extent(child)
                if end <= offset:
                    continue
                if child.kind == K.FOR_STMT and start >= offset:
                    if best is None or start < self.extent(best)[0]:
                        best = child
                    continue
                stack.append(child)
        return best

    def live_after(self, function, context, node, directive):
        """By the keys of variables whose value may be used after the loop, where it is. The tree of
        the whole function is not looked at where the loop leaves none."""
        left = values_left(node, directive)
        if not left:
            return {}
        clauses = directive.clauses
        private = {one.name for one in clauses if one.kind == "private" and not one.last}
        whole = self.function_body(function)
        pointed = flow.pointed_at(whole)
        lasting = {
            v.key: None for v in left if (v.outlives or v.key in pointed) and v.name not in private
        }
        return lasting | flow.live(whole, context.loop[0])

    def idle_arrays(self, function, context, node, directive):
        """Arrays of the function that the loop's body writes or passes on, and that nothing needs
        afterwards."""
        head = self.text[directive.start : node.loop.header_end]
        inside = list(node.body.walk())
        places = [one for call in inside if isinstance(call, Call) for one in call.arguments]
        places += [touched(one) for one in inside]
        found = {v.key: v for place in places if (v := array_of(place)) is not None}
        own = [v for v in found.values() if not re.search(rf"\b{v.name}\b", head)]
        if not own:
            return ()
        body = self.function_body(function)
        own = [v for v in own if v.key > body.start]  # a parameter's memory is the caller's
        cleaned = {
            node.variable.key
            for node in body.walk()
            if isinstance(node, Declare) and ends_by_a_call(self.text, node.start, node.end)
        }
        own = [v for v in own if v.key not in cleaned]
        return flow.idle(body, context.loop[0], own)

    def known_before(self, function, context):
        """What variables are known to be before the loop; the tree of the whole function is not
        looked at where none is set to a product or a quotient."""
        start, end = context.function[0], context.loop[0]
        if not PRODUCT.search(self.text, start, end):
            return {}
        visible = self.scope(function, end, context.loop)
        found = known.definitions(self.function_body(function), end)
        trees = {key: named_as(tree, visible) for key, tree in found.items()}
        return {key: tree for key, tree in trees.items() if tree is not None}

    def stepped(self, function, context, node):
        """What ParsedLoop says of variables that the body steps; nothing where it steps none."""
        found = stepped_in(node)
        if not found:
            return {}
        own = self.own_variables(function)
        before = known.before(self.function_body(function), context.loop[0])
        return {
            "own": own,
            "stepped": tuple((one, before.get(one.key)) for one in found if one.key in own),
        }

    def own_variables(self, function):
        """Keys of the function's variables of which nobody has the address."""
        whole = self.function_body(function)
        taken = flow.with_address(whole)
        return frozenset(v.key for v in map(variable_of, whole.walk()) if v is not None) - taken

    def function_body(self, function):
        """The tree of a function's body, in which no loop is special."""
        extent = self.extent(function)
        if extent not in self._bodies:
            self._bodies[extent] = self.node(self._block(function), Context(extent, extent, ()))
        return self._bodies[extent]

    def uses_types_of(self, cursor, context):
        """Whether the loop names types that are declared in its function, before it."""
        return any(
            at.kind == K.TYPE_REF
            and at.referenced is not None
            and context.function[0] <= self.at(at.referenced.location) < context.loop[0]
            for at in cursor.walk_preorder()
        )

    def parsed_loop(self, directive, function, independent=(), expressions=None, versions=()):
        """The directive's loop, or None where none follows. `expressions`: its clauses' Probes."""
        cursor = self.loop_after(function, directive.end)
        if cursor is None:
            return None
        between = self.text[directive.end : self.extent(cursor)[0]]
        if re.sub(r"(?m)^#.*$", "", between).strip():
            return None
        context = Context(self.extent(cursor), self.extent(function), tuple(independent))
        start, end = self.extent(function)
        names = frozenset(match[0] for match in re.finditer(r"[A-Za-z_]\w*", self.text[start:end]))
        node = apart(self.node(cursor, context), names, lambda: self.own_variables(function))
        made = {one.first.name: one.first.variable for one in entered(node.loop)}
        return ParsedLoop(
            directive,
            Function(function.spelling, self.outside(start), end, start),
            node,
            names | made.keys(),
            self.scope(function, directive.end, context.loop) | made,
            self.needs(cursor),
            self.live_after(function, context, node, directive),
            self.uses_types_of(cursor, context),
            expressions or {},
            tuple(versions),
            tuple(self.declared.sizes.get(context.loop, ())),
            known=self.known_before(function, context),
            **self.stepped(function, context, node),
            idle=self.idle_arrays(function, context, node, directive),
        )


def array_of(place):
    """The array of the function that a place is an element of, or None."""
    while isinstance(place, Index | Member):
        place = place.base
    variable = None if place is None else variable_of(place)
    if variable is None or variable.scope != "function" or variable.outlives:
        return None
    return variable if isinstance(variable.type, ArrayType) else None


def named_as(tree, visible):
    """The tree with variables as they are seen elsewhere; None where one is not."""
    if isinstance(tree, Name):
        one, own = visible.get(tree.name), tree.variable
        same = isinstance(one, Variable) and own is not None and one.key == own.key
        return replace(tree, variable=one) if same else None
    children = tuple(named_as(child, visible) for child in tree.children)
    return None if None in children else replace(tree, children=children)


def values_left(node: Node, directive):
    """Variables that a loop changes and that are declared outside of it, others than what it
    reduces into and does not set."""
    reduced = {clause.name for clause in directive.clauses if clause.kind == "reduction"}
    reduced -= {
        one.target.variable.name
        for one in node.walk()
        if isinstance(one, Assign) and one.op == "=" and variable_of(one.target) is not None
    }
    return [v for v in changed_in(node) if v.scope != "local" and v.name not in reduced]
