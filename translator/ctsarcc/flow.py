# SPDX-License-Identifier: BSD-3-Clause
"""Which variables code may read before it sets them: in an iteration, and after a loop.

A state is the set of keys of variables that are set on every path that leads here; None where no
path does (after a jump). What cannot be followed (goto, assembler) reads everything that it names.

Beside keys a state has Facts: of `if (c) t = 1; if (c) a[i] = t;` the second one reads t only where
the first has set it. A Fact is forgotten where its condition may have another value.
"""

import itertools
from dataclasses import dataclass, replace

from .syntax import (
    ArrayType,
    Asm,
    Assign,
    Binary,
    Block,
    Break,
    Call,
    Case,
    Cast,
    Continue,
    Declare,
    Do,
    For,
    Goto,
    If,
    Index,
    Label,
    Member,
    Name,
    Nested,
    Node,
    Number,
    Select,
    Switch,
    Unary,
    Visitor,
    While,
    variable_of,
)

NOWHERE = None


@dataclass(frozen=True)
class Fact:
    """Where `condition` holds (or does not), the variable `key` is set. None: no variable; that the
    condition still has its value."""

    condition: tuple  # as `same` has it
    holds: bool
    key: int | None
    named: frozenset  # keys of the variables in the condition
    local: bool  # it is made of the function's own variables alone


def meet(left, right):
    if left is NOWHERE:
        return right
    return left if right is NOWHERE else left & right


def same(node: Node):
    """What is equal for expressions that have the same value as long as memory and variables have;
    None where that is not known."""
    what: tuple | None = {
        Number: lambda n: (n.value, n.text),
        Name: lambda n: (n.variable.key,) if n.variable is not None else None,
        Member: lambda n: (n.name, n.op),
        Index: lambda n: (),
        Unary: lambda n: None if n.steps else (n.op,),
        Binary: lambda n: (n.op,),
        Cast: lambda n: (n.type.canonical,) if n.type is not None else None,
        Select: lambda n: (),
    }.get(type(node), lambda n: None)(node)
    parts = tuple(same(child) for child in node.children)
    return None if what is None or None in parts else (type(node).__name__, what, parts)


def facts(state):
    return [fact for fact in state if isinstance(fact, Fact)]


def without(state, forgotten=lambda fact: True):
    """The state without such Facts."""
    if state is NOWHERE:
        return state
    return frozenset(one for one in state if not isinstance(one, Fact) or not forgotten(one))


def without_variables(state, keys):
    """The state where these variables have other values."""
    return without(state, lambda fact: keys & fact.named)


class Flow(Visitor):
    """One walk in the order of execution; `exposed` are the keys of what may be read before it is
    set."""

    def __init__(self, outputs=None):
        self.exposed = set()
        self.read: dict = {}  # of these variables where they are read first
        # Of functions the arguments that are results (outputs.py), by their names.
        self.outputs: dict[str, frozenset[int]] = outputs or {}
        self.addressed: set = set()  # keys of variables that pointers may lead to
        # Of the innermost switch: the state in which cases are reached, and those in which it is
        # left; None where a break is a loop's.
        self.entry: frozenset | None = NOWHERE
        self.leaves: list | None = None

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
            self.read.setdefault(node.variable.key, node.start)
        return state

    def on_assign(self, node: Assign, state):
        state = self.walk(node.assigned, state)
        if not isinstance(node.target, Name) or node.op != "=":
            state = self.walk(node.target, state)
        return self._set(node.target, state)

    def on_unary(self, node: Unary, state):
        state = self._each(node.children, state)
        if node.op == "&":
            taken = {v.key for v in map(variable_of, node.walk()) if v is not None}
            self.addressed |= taken
            state = without_variables(state, taken)
        return self._set(node.operand, state) if node.steps else state

    def on_call(self, node: Call, state):
        results = [
            node.arguments[k] for k in self.outputs.get(node.name, ()) if k < len(node.arguments)
        ]
        results = [one for one in results if _leads_to_a_variable(one)]
        state = self._each([one for one in node.children if one not in results], state)
        state = without(state, lambda fact: not fact.local)
        for one in results:
            variable = one.operand.variable
            self.addressed.add(variable.key)
            state = without_variables(self._set(one.operand, state), {variable.key})
        return state

    def _set(self, target, state):
        variable = variable_of(target)
        if variable is None or state is NOWHERE:
            return without(state)
        if variable.key in self.addressed or variable.scope == "file":
            state = without(state)
        return without_variables(state, {variable.key}) | {variable.key}

    def on_binary(self, node: Binary, state):
        if node.op in ("&&", "||"):
            return meet(*self._asked(node, state))
        return self.walk(node.right, self.walk(node.left, state))

    def _asked(self, node: Node, state):
        """The states after a condition that holds, and after one that does not."""
        if isinstance(node, Unary) and node.op == "!":
            return tuple(reversed(self._asked(node.operand, state)))
        if not isinstance(node, Binary) or node.op not in ("&&", "||"):
            state = self.walk(node, state)
            return state, state
        yes, no = self._asked(node.left, state)
        if node.op == "&&":
            found, otherwise = self._asked(node.right, yes)
            return found, meet(no, otherwise)
        found, otherwise = self._asked(node.right, no)
        return meet(yes, found), otherwise

    def on_select(self, node: Select, state):
        yes, no = self._asked(node.condition, state)
        return meet(self.walk(node.yes, yes), self.walk(node.no, no))

    def on_sizeof(self, node: Node, state):
        return state

    def on_declare(self, node: Declare, state):
        state = self._each(node.children, state)
        if state is NOWHERE or not node.children or isinstance(node.variable.type, ArrayType):
            return state
        return without_variables(state, {node.variable.key}) | {node.variable.key}

    # ---- statements

    def on_if(self, node: If, state):
        asked = self._asked(node.condition, state)
        told, holds = self._told(node.condition, meet(*asked)), (True, False)
        before = [self._where(told, *one) for one in zip(holds, asked, strict=True)]
        after = [self.walk(*one) for one in zip(node.branches, before, strict=False)]
        after += before[len(after) :]
        found = meet(*after)
        if told is None or NOWHERE in after:
            return found
        learnt = {
            replace(told, holds=side, key=key)
            for side, end in zip(holds, after, strict=True)
            if replace(told, holds=side) in end
            for key in end - found
            if not isinstance(key, Fact)
        }
        return (
            frozenset(one for one in found if one not in (told, replace(told, holds=False)))
            | learnt
        )

    def _told(self, condition, state):
        """A Fact about the condition itself, or None."""
        what = None if state is NOWHERE else same(condition)
        if what is None:
            return None
        nodes = list(condition.walk())
        variables = [v for v in map(variable_of, nodes) if v is not None]
        memory = any(
            isinstance(node, Index | Member) or (isinstance(node, Unary) and node.op == "*")
            for node in nodes
        )
        keys = frozenset(variable.key for variable in variables)
        local = not memory and not any(v.scope == "file" for v in variables)
        return Fact(what, True, None, keys, local and not keys & self.addressed)

    @staticmethod
    def _where(told, holds, state):
        """The state at the beginning of a branch."""
        if told is None:
            return state
        known = {f.key for f in facts(state) if (f.condition, f.holds) == (told.condition, holds)}
        return state | (known - {None}) | {replace(told, holds=holds)}

    def on_for(self, node: For, state):
        loop = node.loop
        state = without(self.walk(loop.condition, self.walk(loop.init, state)))
        self._rounds(node.children, state)
        self.walk(loop.increment, state)
        return state

    def _rounds(self, nodes, state):
        """The state after a loop's body, whose breaks are no switch's."""
        before, self.leaves = self.leaves, None
        after = self._each(nodes, state)
        self.leaves = before
        return after

    def on_while(self, node: While, state):
        state = self.walk(node.condition, without(state))
        self._rounds(node.body, without(state))
        return without(state)

    def on_do(self, node: Do, state):
        state = without(state)
        after = self._rounds((node.body,), state)
        leaves = any(isinstance(inner, Break | Continue) for inner in node.body.walk())
        return self._each(node.condition, state if leaves else after)

    def on_switch(self, node: Switch, state):
        state = without(self.walk(node.subject, state))
        before = self.entry, self.leaves
        plain = _has_default(node) and not _enters_loops(node)
        self.entry, self.leaves = state, [] if plain else [state]
        after = without(self._each(node.body, NOWHERE if plain else state))
        for one in self.leaves:
            after = meet(after, without(one))
        self.entry, self.leaves = before
        return after

    def on_break(self, node: Node, state):
        if self.leaves is not None:
            self.leaves.append(state)
        return NOWHERE

    def on_case(self, node: Node, state):
        return self._each(
            node.children,
            meet(state, self.entry),
        )

    def _jump(self, node: Node, state):
        self._each(node.children, state)
        return NOWHERE

    on_continue = on_return = _jump

    def on_label(self, node: Node, state):
        """Reached from anywhere."""
        return self._each(node.children, frozenset())

    def on_asm(self, node: Node, state):
        return self._each(node.children, frozenset())


def _leads_to_a_variable(node: Node):
    """Whether it is `&x`, of a variable as a whole."""
    variable = variable_of(node.operand) if isinstance(node, Unary) and node.op == "&" else None
    return variable is not None and not isinstance(variable.type, ArrayType)


def _has_default(node: Node):
    """Whether one of a switch's own labels is `default`: a case has a value beside its
    statement."""
    return any(
        (isinstance(child, Case) and len(child.children) == 1)
        or (not isinstance(child, Switch) and _has_default(child))
        for child in node.children
    )


def _enters_loops(node: Node, inside=False):
    """Whether one of a switch's own labels stands in a loop."""
    return any(
        (isinstance(child, Case) and inside)
        or (
            not isinstance(child, Switch)
            and _enters_loops(child, inside or isinstance(child, For | While | Do))
        )
        for child in node.children
    )


def exposed(node: Node, outputs=None):
    """Keys of the variables that the loop's body may read before it has set them. `outputs`: of the
    functions that it calls."""
    flow = Flow(outputs)
    flow.walk(node, frozenset())
    return flow.exposed


def surely_set(node: Node, outputs=None):
    """Keys of the variables that are set wherever the end of the loop's body is reached."""
    state = without(Flow(outputs).walk(node, frozenset()))
    return set() if state is NOWHERE else set(state)


def pointed_at(function: Node):
    """Keys of the variables whose address something keeps: whoever reads that reads them. Functions
    that are called with an address are taken to keep none."""
    passed = {
        id(one) for call in function.walk() if isinstance(call, Call) for one in call.children
    }
    kept = [
        node.operand
        for node in function.walk()
        if isinstance(node, Unary) and node.op == "&" and id(node) not in passed
    ]
    return {v.key for place in kept if (v := _variable_with(place)) is not None}


def with_address(function: Node):
    """Keys of the variables of which somebody gets the address."""
    taken = (n.operand for n in function.walk() if isinstance(n, Unary) and n.op == "&")
    return {v.key for place in taken if (v := _variable_with(place)) is not None}


def _variable_with(place: Node):
    """The variable that a place is a part of, without following a pointer; or None."""
    while (isinstance(place, Index) and isinstance(place.base.type, ArrayType)) or (
        isinstance(place, Member) and place.op == "."
    ):
        place = place.base
    return variable_of(place)


def live(function: Node, start):
    """By the keys of the variables that may be read after the `for` at `start` with the value that
    it leaves, where they are read. `function` is the body of the function that holds it."""
    path = enclosing(function, start)
    flow = Flow()
    state: frozenset = frozenset()
    if any(isinstance(node, Label | Goto) for node in function.walk()):
        flow.walk(function, state)  # it may be reached again from anywhere
    for inner, outer in itertools.pairwise(path):
        if isinstance(outer, For | While | Do | Switch) and _is_left(outer):
            state = frozenset()  # from anywhere in it
        if isinstance(outer, For | While | Do):
            state = _again(flow, outer, state)
        elif isinstance(outer, Block | Case | Switch):
            children = outer.children
            state = flow._each(children[children.index(inner) + 1 :], state)
    return flow.read


def idle(function: Node, start, variables):
    """Those arrays of the function that nothing but the `for` at `start` reads after it, or may
    reach by an address. `function` is the body of the function that holds it."""
    path = enclosing(function, start)
    loops = [node for node in path if isinstance(node, For | While | Do)]
    if not loops or any(isinstance(node, Label | Goto | Nested | Asm) for node in function.walk()):
        return ()
    own, outermost = loops[0], loops[-1]
    elements = {id(name) for node in function.walk() for name in _element_of(node)}
    elements -= {id(name) for node in function.walk() for name in _addressed(node)}
    met = set()
    for node in function.walk():
        if isinstance(node, Name) and node.variable is not None:
            within = own.start <= node.start < own.end
            after = node.start >= outermost.start or id(node) not in elements
            met |= {node.variable.key} if not within and after else set()
    return tuple(variable for variable in variables if variable.key not in met)


def _element_of(node: Node):
    """The name of the array that a place is a number or a struct of."""
    if isinstance(node, Index | Member) and not isinstance(node.type, ArrayType):
        yield from _array_with(node)


def _addressed(node: Node):
    """The name of an array with a part whose address is taken, or which is one."""
    if isinstance(node, Unary) and node.op == "&":
        yield from _array_with(node.operand)
    elif isinstance(node, Member) and isinstance(node.type, ArrayType):
        yield from _array_with(node)


def _array_with(place: Node):
    while isinstance(place, Index | Member):
        place = place.base
    if isinstance(place, Name):
        yield place


def _is_left(node: Node):
    return any(isinstance(inner, Break | Continue) for inner in node.walk())


def _again(flow, loop, state):
    """The rest of an outer loop's iteration has been followed: what may come is another one."""
    after = state
    if isinstance(loop, Do):
        after = flow._each(loop.condition, state)
    elif isinstance(loop, For):
        after = flow.walk(loop.loop.condition, flow.walk(loop.loop.increment, state))
    flow._each(loop.children, after)
    return without(after)


def enclosing(node: Node, start):
    """Nodes from the `for` at `start` to the outermost one that holds it."""
    if isinstance(node, For) and node.loop.start == start:
        return [node]
    for child in node.children:
        if child.start <= start < child.end:
            below = enclosing(child, start)
            if below:
                return [*below, node]
    return []
