# SPDX-License-Identifier: BSD-3-Clause
"""Trees with other parts."""

from ...loops import normalise
from ...syntax import Assign, Binary, Loop, Name, Node, Number, Unary, rebuilt


def substitute(node: Node, known):
    """`node` with variables replaced by the trees that they stand for."""
    if not known:
        return node
    if isinstance(node, Name):
        return known.get(node.variable.key, node) if node.variable is not None else node
    return rebuilt(node, lambda part: substitute(part, known))


def upwards(loop, variable, rounds: Node):
    """A header of as many rounds, in which the variable counts from 0 on, for that of `loop`."""
    at, kind = loop.start, variable.type
    name = Name(at, at, (), kind, variable.name, variable)
    return normalise(
        Loop(
            at,
            loop.end,
            loop.header_end,
            Assign(at, at, (name, Number(at, at, (), kind, value=0)), kind, op="="),
            Binary(at, at, (name, rounds), op="<"),
            Unary(at, at, (name,), kind, op="x++"),
        )
    )
