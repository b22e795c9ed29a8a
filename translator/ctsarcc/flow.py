# SPDX-License-Identifier: BSD-3-Clause
"""Which variables code may read before it sets them: in an iteration, and after a loop.

A state is the set of keys of variables that are set on every path that leads here; None where no
path does (after a jump). What cannot be followed (goto, assembler) reads everything that it names.
"""

import itertools

from .syntax import (
    ArrayType,
    Assign,
    Binary,
    Block,
    Break,
    Case,
    Continue,
    Declare,
    Do,
    For,
    Goto,
    If,
    Label,
    Name,
    Node,
    Select,
    Switch,
    Visitor,
    While,
    variable_of,
)

NOWHERE = None


def meet(left, right):
    if left is NOWHERE:
        return right
    return left if right is NOWHERE else left & right


class Flow(Visitor):
    """One walk in the order of execution; `exposed` are the keys of what may be read before it is
    set."""

    def __init__(self):
        self.exposed = set()

    def walk(self, node: Node | None, state):
        """The state after `node`."""
        if node is None:
            return state
        handler = self.handler(node)
        return handler(node, state) if handler else self._each(node.children, state)

    def _each(self, nodes, state):
        for node in nodes:
            state = self.walk(node, state)
        return state

    # ---- expressions

    def on_name(self, node: Name, state):
        if node.variable is not None and state is not NOWHERE and node.variable.key not in state:
            self.exposed.add(node.variable.key)
        return state

    def on_assign(self, node: Assign, state):
        state = self.walk(node.assigned, state)
        if not isinstance(node.target, Name) or node.op != "=":
            state = self.walk(node.target, state)
        return self._set(node.target, state)

    @staticmethod
    def _set(target, state):
        variable = variable_of(target)
        return state if variable is None or state is NOWHERE else state | {variable.key}

    def on_binary(self, node: Binary, state):
        state = self.walk(node.left, state)
        after = self.walk(node.right, state)
        return state if node.op in ("&&", "||") else after

    def on_select(self, node: Select, state):
        state = self.walk(node.condition, state)
        return meet(self.walk(node.yes, state), self.walk(node.no, state))

    def on_sizeof(self, node: Node, state):
        return state

    def on_declare(self, node: Declare, state):
        state = self._each(node.children, state)
        if state is NOWHERE or not node.children or isinstance(node.variable.type, ArrayType):
            return state
        return state | {node.variable.key}

    # ---- statements

    def on_if(self, node: If, state):
        state = self.walk(node.condition, state)
        branches = [self.walk(child, state) for child in node.branches]
        return (
            meet(*branches)
            if len(branches) == 2
            else meet(state, branches[0])
            if branches
            else state
        )

    def on_for(self, node: For, state):
        loop = node.loop
        state = self.walk(loop.condition, self.walk(loop.init, state))
        self._each(node.children, state)
        self.walk(loop.increment, state)
        return state

    def on_while(self, node: While, state):
        state = self.walk(node.condition, state)
        self._each(node.body, state)
        return state

    def on_do(self, node: Do, state):
        after = self.walk(node.body, state)
        leaves = any(isinstance(inner, Break | Continue) for inner in node.body.walk())
        return self._each(node.condition, state if leaves else after)

    def on_switch(self, node: Switch, state):
        state = self.walk(node.subject, state)
        self.entry, before = state, getattr(self, "entry", NOWHERE)
        self._each(node.body, state)
        self.entry = before
        return state

    def on_case(self, node: Node, state):
        return self._each(
            node.children,
            meet(state, self.entry) if getattr(self, "entry", NOWHERE) is not NOWHERE else state,
        )

    def _jump(self, node: Node, state):
        self._each(node.children, state)
        return NOWHERE

    on_break = on_continue = on_return = _jump

    def on_label(self, node: Node, state):
        """Reached from anywhere."""
        return self._each(node.children, frozenset())

    def on_asm(self, node: Node, state):
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
    if any(isinstance(node, Label | Goto) for node in function.walk()):
        flow.walk(function, state)  # it may be reached again from anywhere
    for inner, outer in itertools.pairwise(path):
        if isinstance(outer, For | While | Do):
            state = _again(flow, outer, state)
        elif isinstance(outer, Block | Case | Switch):
            children = outer.children
            state = flow._each(children[children.index(inner) + 1 :], state)
    return frozenset(flow.exposed)


def _again(flow, loop, state):
    """The rest of an outer loop's iteration has been followed: what may come is another one."""
    after = state
    if isinstance(loop, For):
        after = flow.walk(loop.loop.condition, flow.walk(loop.loop.increment, state))
    flow._each(loop.children, after)
    return after


def _path(node: Node, start):
    """Nodes from the `for` at `start` to the outermost one that holds it."""
    if isinstance(node, For) and node.loop.start == start:
        return [node]
    for child in node.children:
        if child.start <= start < child.end:
            below = _path(child, start)
            if below:
                return [*below, node]
    return []
