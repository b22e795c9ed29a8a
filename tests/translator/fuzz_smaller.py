# SPDX-License-Identifier: BSD-3-Clause
"""Loop nests that are simpler than another one in one respect."""

import copy

from fuzz_nests import Nest, parts


def put(target, **values) -> None:
    for name, value in values.items():
        setattr(target, name, value)


def smaller(nest: Nest):
    """Nests that are simpler in one respect."""

    def changed(change):
        other = copy.deepcopy(nest)
        change(other)
        return other

    for k in range(len(nest.statements)):
        if len(nest.statements) > 1:
            yield changed(lambda n, k=k: n.statements.pop(k))
        s = nest.statements[k]
        if s.guard and not s.jump:
            yield changed(lambda n, k=k: put(n.statements[k], guard=(), otherwise=None, scalar=""))
        if s.otherwise:
            yield changed(lambda n, k=k: put(n.statements[k], otherwise=None))
        if s.scalar:
            yield changed(lambda n, k=k: put(n.statements[k], scalar=""))
        if s.operator not in ("", "="):
            yield changed(lambda n, k=k: put(n.statements[k], operator="="))
        for t in range(len(s.terms)):
            yield changed(lambda n, k=k, t=t: n.statements[k].terms.pop(t))
    for number, access in enumerate(nest.accesses()):
        for place, e in enumerate(access.at):
            for part in parts(e):
                yield changed(
                    lambda n, a=number, p=place, e=part: list(n.accesses())[a].at.__setitem__(p, e)
                )
    for name, value in (
        ("bound", ""),
        ("step", 1),
        ("down", False),
        ("c89", False),
        ("reduction", False),
        ("private", False),
        ("low", 0),
        ("type", "double"),
    ):
        if getattr(nest, name) != value:
            yield changed(lambda n, name=name, value=value: put(n, **{name: value}))
    for k, (variable, low, high) in enumerate(nest.inner):
        if low[0] != "c" or high[0] != "c":
            yield changed(
                lambda n, k=k, v=variable: n.inner.__setitem__(k, (v, ("c", 0), ("c", 4)))
            )
    for k, (variable, _, _) in enumerate(nest.inner):
        yield changed(lambda n, k=k, v=variable: without(n, k, v))
    for k, array in enumerate(nest.arrays):
        if array.style in ("pointer", "rows"):
            yield changed(lambda n, k=k: put(n.arrays[k], style="global"))
        if array.fields:
            yield changed(lambda n, k=k: put(n.arrays[k], fields=0))


def without(nest: Nest, which: int, variable: str) -> None:
    """Takes an inner loop away; its variable is 0."""
    nest.inner.pop(which)
    for access in nest.accesses():
        access.at = [replaced(e, variable) for e in access.at]
    nest.inner = [
        (v, replaced(low, variable), replaced(high, variable)) for v, low, high in nest.inner
    ]
    for s in nest.statements:
        if s.guard and s.guard[0] != "data" and variable in s.guard:
            s.guard, s.otherwise = (), None
        if s.jump and not s.guard:
            nest.statements = [other for other in nest.statements if other is not s]


def replaced(e, variable):
    if e == ("v", variable):
        return ("c", 0)
    return tuple(replaced(part, variable) if isinstance(part, tuple) else part for part in e)
