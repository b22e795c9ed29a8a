# SPDX-License-Identifier: BSD-3-Clause
"""Which variables code may read before it sets them: in an iteration, and after a loop.

A state is the set of keys of variables that are set on every path that leads here; None where no
path does (after a jump). What cannot be followed (goto, assembler) reads everything that it names.
"""

import itertools

from .model import Node

NOWHERE = None


def meet(left, right):
    if left is NOWHERE:
        return right
    return left if right is NOWHERE else left & right


class Flow:
    """One walk in the order of execution; `exposed` are the keys of what may be read before it is
    set."""

    def __init__(self):
        self.exposed = set()

    def walk(self, node, state):
        """The state after `node`."""
        if node is None:
            return state
        handler = getattr(self, "_" + node.kind, None)
        return handler(node, state) if handler else self._each(node.children, state)

    def _each(self, nodes, state):
        for node in nodes:
            state = self.walk(node, state)
        return state

    # ---- expressions

    def _variable(self, node, state):
        if node.variable is not None and state is not NOWHERE and node.variable.key not in state:
            self.exposed.add(node.variable.key)
        return state

    def _assign(self, node, state):
        target, value = node.children
        state = self.walk(value, state)
        if target.kind != "variable" or node.op != "=":
            state = self.walk(target, state)
        return self._set(target, state)

    @staticmethod
    def _set(target, state):
        if target.kind != "variable" or target.variable is None or state is NOWHERE:
            return state
        return state | {target.variable.key}

    def _binary(self, node, state):
        state = self.walk(node.children[0], state)
        after = self.walk(node.children[1], state)
        return state if node.op in ("&&", "||") else after

    def _select(self, node, state):
        state = self.walk(node.children[0], state)
        return (
            meet(*(self.walk(child, state) for child in node.children[1:]))
            if len(node.children) == 3
            else self._each(node.children[1:], state)
        )

    def _sizeof(self, node, state):
        return state

    def _declare(self, node, state):
        state = self._each(node.children, state)
        if state is NOWHERE or not node.children or node.variables[0].type.kind == "array":
            return state
        return state | {variable.key for variable in node.variables}

    # ---- statements

    def _if(self, node, state):
        state = self.walk(node.children[0], state)
        branches = [self.walk(child, state) for child in node.children[1:]]
        return (
            meet(*branches)
            if len(branches) == 2
            else meet(state, branches[0])
            if branches
            else state
        )

    def _for(self, node, state):
        loop = node.loop
        state = self.walk(loop.condition, self.walk(loop.init, state))
        self._each(node.children, state)
        self.walk(loop.increment, state)
        return state

    def _while(self, node, state):
        state = self.walk(node.children[0], state)
        self._each(node.children[1:], state)
        return state

    def _do(self, node, state):
        after = self.walk(node.children[0], state)
        leaves = any(inner.kind in ("break", "continue") for inner in node.children[0].walk())
        return self._each(node.children[1:], state if leaves else after)

    def _switch(self, node, state):
        state = self.walk(node.children[0], state)
        self.entry, before = state, getattr(self, "entry", NOWHERE)
        self._each(node.children[1:], state)
        self.entry = before
        return state

    def _case(self, node, state):
        return self._each(
            node.children,
            meet(state, self.entry) if getattr(self, "entry", NOWHERE) is not NOWHERE else state,
        )

    def _jump(self, node, state):
        self._each(node.children, state)
        return NOWHERE

    _break = _continue = _return = _jump

    def _label(self, node, state):
        """Reached from anywhere."""
        return self._each(node.children, frozenset())

    def _asm(self, node, state):
        return self._each(node.children, frozenset())


def exposed(node: Node):
    """Keys of the variables that the loop's body may read before it has set them."""
    flow = Flow()
    flow.walk(node, frozenset())
    return flow.exposed


def live(function: Node, start):
    """Keys of the variables that may be read after the `for` at `start` with the value that it
    leaves. `function` is the body of the function that holds it."""
    path = _path(function, start)
    flow = Flow()
    state: frozenset = frozenset()
    if any(node.kind in ("label", "goto") for node in function.walk()):
        flow.walk(function, state)  # it may be reached again from anywhere
    for inner, outer in itertools.pairwise(path):
        if outer.kind in ("for", "while", "do"):
            state = _again(flow, outer, state)
        elif outer.kind in ("block", "case", "switch"):
            children = outer.children
            state = flow._each(children[children.index(inner) + 1 :], state)
    return frozenset(flow.exposed)


def _again(flow, loop, state):
    """The rest of an outer loop's iteration has been followed: what may come is another one."""
    after = state
    if loop.loop is not None:
        after = flow.walk(loop.loop.condition, flow.walk(loop.loop.increment, state))
    flow._each(loop.children, after)
    return after


def _path(node, start):
    """Nodes from the `for` at `start` to the outermost one that holds it."""
    if node.kind == "for" and node.loop.start == start:
        return [node]
    for child in node.children:
        if child.start <= start < child.end:
            below = _path(child, start)
            if below:
                return [*below, node]
    return []
