# SPDX-License-Identifier: BSD-3-Clause
"""What integers of a function are where it reaches a loop: of `plane = ny * nz;` above, ny * nz,
if nothing has changed meanwhile."""

import itertools

from . import flow
from .syntax import (
    Asm,
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    Declare,
    Do,
    For,
    Goto,
    If,
    IntegerType,
    Label,
    Name,
    Nested,
    Node,
    Number,
    Unary,
    While,
    touched,
    variable_of,
)


def definitions(function: Node, start):
    """{key: the tree that it was set to} of integers, for the `for` at `start`. The trees are sums
    and products of integers of the function. `function` is the body of the function that holds
    it."""
    known = _before(function, start)
    if known is None:
        return {}
    known.forget(flow.enclosing(function, start)[0])
    return known.found


def before(function: Node, start):
    """The same of what they are when the loop begins, whatever it makes of them."""
    known = _before(function, start)
    return {} if known is None else known.found


def _before(function: Node, start):
    path = flow.enclosing(function, start)[::-1]
    if not path or any(isinstance(node, Label | Goto | Asm | Nested) for node in function.walk()):
        return None
    known = Known(function)
    for outer, inner in itertools.pairwise(path):
        if isinstance(outer, Block):
            for child in outer.children:
                if child is inner:
                    break
                known.executed(child)
        elif isinstance(outer, For | While | Do):
            known.forget(outer)  # what another round has set
        elif isinstance(outer, If):
            known.forget(outer.condition)
        else:
            return None
    return known


class Known:
    """What is known at one place of a function."""

    def __init__(self, function: Node):
        self.found: dict = {}
        self.pointed = flow.pointed_at(function)
        taken = (n.operand for n in function.walk() if isinstance(n, Unary) and n.op == "&")
        # What functions got the address of others may set.
        self.given = {v.key for v in map(variable_of, taken) if v is not None}

    def executed(self, node: Node):
        """The statement."""
        self.forget(node)
        several = isinstance(node, Block) and all(isinstance(n, Declare) for n in node.children)
        for one in node.children if several else (node,):
            if isinstance(one, Declare):
                self._set(one.variable, one.children[-1] if one.children else None)
            elif isinstance(one, Assign) and one.op == "=":
                self._set(variable_of(one.target), one.assigned)

    def _set(self, variable, tree):
        if variable is None or tree is None or not self._plain(variable):
            return
        parts = list(tree.walk())
        names = [part.variable for part in parts if isinstance(part, Name)]
        if all(isinstance(part, Name | Number | Cast | Binary) for part in parts) and all(
            one is not None and self._plain(one) and one.key != variable.key for one in names
        ):
            self.found[variable.key] = tree

    def _plain(self, variable):
        """Whether nothing changes it but statements that name it."""
        kind = variable.type
        own = variable.scope != "file" and not variable.outlives and not variable.threads
        whole = isinstance(kind, IntegerType) and not kind.volatile
        return own and whole and variable.key not in self.pointed

    def forget(self, node: Node):
        """Takes out what a statement may change, and what is made of that."""
        parts = list(node.walk())
        keys = {part.variable.key for part in parts if isinstance(part, Declare)}
        keys |= {v.key for one in parts if (v := variable_of(touched(one))) is not None}
        if any(isinstance(part, Call) for part in parts):
            keys |= self.given
        for key, tree in list(self.found.items()):
            named = {v.key for one in tree.walk() if (v := variable_of(one)) is not None}
            if key in keys or named & keys:
                del self.found[key]
