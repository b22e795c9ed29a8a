# SPDX-License-Identifier: BSD-3-Clause
"""Arguments that are results: of `f(i, &x)` that the function sets x before anything reads it."""

from .flow import NOWHERE, Flow, meet
from .syntax import Index, Name, Node, PointerType, StructType, Unary, integer, variable_of

# Of the C library's functions the arguments that lead to what they set, whatever happens.
LIBRARY: dict[str, frozenset[int]] = {}
for suffix in ("", "f", "l"):
    LIBRARY |= {f"{name}{suffix}": frozenset({1}) for name in ("frexp", "modf")}
    LIBRARY |= {f"sincos{suffix}": frozenset({1, 2}), f"remquo{suffix}": frozenset({2})}
    LIBRARY |= {f"lgamma{suffix}_r": frozenset({1})}
LIBRARY |= {f"strto{kind}": frozenset({1}) for kind in ("d", "f", "ld", "l", "ll", "ul", "ull")}


def of(declarations):
    """{name: numbers of such arguments} of the library's functions and of those with a body."""
    found = dict(LIBRARY)
    for one in declarations:
        if one.kind == "function" and (one.defined or not one.system):
            found[one.name] = _set_by(one) if one.body is not None else frozenset()
    return found


def _set_by(function):
    """Parameters that are used as `*p` or `p[0]` only, and set so on every way to the end before
    they are read so."""
    pointers = {
        variable.key: k
        for k, variable in enumerate(function.parameters)
        if isinstance(variable.type, PointerType)
        and not isinstance(variable.type.element, StructType)
    }
    if not pointers:
        return frozenset()
    flow = _Through(pointers)
    end = flow.walk(function.body, frozenset())
    for state in flow.returned:
        end = meet(end, state)
    if end is NOWHERE:
        return frozenset()
    return frozenset(
        k
        for key, k in pointers.items()
        if _place(key) in end and _place(key) not in flow.exposed and key not in flow.exposed
    )


def _place(key):
    """What stands for the memory that the pointer leads to, among keys of variables."""
    return ("*", key)


class _Through(Flow):
    """A walk through a function, for which what a pointer leads to is a variable, too."""

    def __init__(self, pointers):
        super().__init__()
        self.pointers, self.returned = pointers, []

    def _led_to(self, node: Node | None):
        """What stands for `*p` or `p[0]`, or None."""
        if isinstance(node, Unary) and node.op == "*":
            pointer = node.operand
        elif isinstance(node, Index) and integer(node.subscript) == 0:
            pointer = node.base
        else:
            return None
        variable = variable_of(pointer)
        return _place(variable.key) if variable and variable.key in self.pointers else None

    def _read(self, place, state):
        if state is not NOWHERE and place not in state:
            self.exposed.add(place)
        return state

    def on_index(self, node: Index, state):
        place = self._led_to(node)
        return self._each(node.children, state) if place is None else self._read(place, state)

    def on_unary(self, node: Unary, state):
        place = self._led_to(node)
        if place is not None:
            return self._read(place, state)
        if node.op == "&" and self._led_to(node.operand):
            self.exposed.add(self._led_to(node.operand))  # whoever gets it may do anything
        return super().on_unary(node, state)

    def on_assign(self, node, state):
        place = self._led_to(node.target)
        if place is None:
            return super().on_assign(node, state)
        state = self.walk(node.assigned, state)
        if node.op != "=":
            self._read(place, state)
        return state if state is NOWHERE else self._set(node.target, state) | {place}

    def on_name(self, node: Name, state):
        """The bare pointer: it is moved, kept or passed on."""
        if node.variable is not None and node.variable.key in self.pointers:
            self.exposed.add(node.variable.key)
        return super().on_name(node, state)

    def _set(self, target, state):
        variable = variable_of(target)
        if variable is not None and variable.key in self.pointers:
            self.exposed.add(variable.key)
        return super()._set(target, state)

    def on_return(self, node, state):
        state = self._each(node.children, state)
        self.returned.append(state)
        return NOWHERE
