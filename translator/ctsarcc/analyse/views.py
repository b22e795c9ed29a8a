# SPDX-License-Identifier: BSD-3-Clause
"""Arrays under other names: `row[j]` after `double *row = a + i * m` is a use of a, and so is what a function of the
file does with a pointer that it is given. For the checks; emitters look at the text as it stands."""
from dataclasses import replace

from .uses import Walk

DEPTH = 4  # of calls


def resolve(parsed):
    """Uses of the loop's body with pointers and calls followed."""
    functions = {d.name: d for d in parsed.needs if d.kind == "function" and d.body is not None}
    body, loop = parsed.node.children[0], parsed.node.loop
    uses = Views(functions, Walk().body(body).written()).body(body)
    # What a function reaches by an array's own name is no use of the loop's.
    uses.arrays = [use for use in uses.arrays if loop.start <= use.base.start < loop.end]
    return uses


class Views(Walk):
    def __init__(self, functions, written):
        super().__init__()
        self.functions, self.changed = functions, set(written)
        self.bound, self.depth = {}, 0

    def _declare(self, node):
        before = {variable.key: self.uses.locals[variable.key] for variable in node.variables if variable.key in self.uses.locals}
        super()._declare(node)
        for variable in node.variables:
            initial = self.uses.locals[variable.key][1]
            if variable.key in before and before[variable.key][1] != initial:  # of a function that is called twice
                self.uses.locals[variable.key] = (variable, None)
            if variable.type.kind == "pointer" and initial is not None and variable.key not in self.changed \
                    and variable.storage != "static":
                self.bound[variable.key] = initial
                # The address alone is no use: what is done with it is.
                self.uses.arrays = [use for use in self.uses.arrays if not (use.address and
                                    initial.start <= use.node.start and use.node.end <= initial.end)]

    def _e_call(self, node):
        function = self.functions.get(node.name)
        arguments = node.children[1:]
        if function is None or self.depth == DEPTH or len(arguments) < len(function.parameters):
            super()._e_call(node)
            return
        self.uses.calls.append(node)
        changed = Walk().body(function.body).written()
        known = {}
        for parameter, argument in zip(function.parameters, arguments):
            pointer = parameter.type.kind in ("pointer", "array")
            if parameter.key in changed or not pointer and parameter.type.kind not in ("integer", "bool"):
                self.expression(argument)
            else:
                known[parameter.key] = argument
                if not pointer:
                    self.expression(argument)
        self._inside(function, substitute(function.body, known), changed)

    def _inside(self, function, body, changed):
        jumps, labels, odd = list(self.uses.jumps), list(self.uses.labels), list(self.uses.odd)
        self.changed |= changed
        self.depth += 1
        self.statement(body)
        self.depth -= 1
        self.uses.jumps, self.uses.labels, self.uses.odd = jumps, labels, odd


def substitute(node, known):
    """`node` with variables replaced by the trees that they stand for."""
    if not known:
        return node
    if node.kind == "variable":
        return known.get(node.variable.key, node) if node.variable is not None else node
    children = tuple(substitute(child, known) for child in node.children)
    loop = node.loop
    if loop is not None:
        parts = {name: substitute(part, known) for name in ("init", "condition", "increment", "lower", "upper", "step")
                 if (part := getattr(loop, name)) is not None}
        loop = replace(loop, **parts)
    return node if children == node.children and loop is node.loop else replace(node, children=children, loop=loop)


