# SPDX-License-Identifier: BSD-3-Clause
"""Whether one iteration reads what another one writes."""

from ...syntax import ArrayType, Node, integer
from ..polyhedral import PROVEN, REFUTED
from . import relations


def check(array, body):
    """A message where iterations depend on each other by way of an array, or may do so."""
    verdict = relations.divided(array, body)
    if verdict.where is not None and array.clause is None:
        body.guards |= {verdict.where: None}
    elif verdict.answer != PROVEN:
        _report(verdict, array, body)


def refuted(array, body):
    """Whether iterations surely depend on each other; then a message says so."""
    verdict = relations.divided(array, body)
    if verdict.answer == REFUTED:
        _report(verdict, array, body)
    return verdict.answer == REFUTED


def _report(verdict, array, body):
    other, write = verdict.pair
    words = {
        "name": array.name,
        "read": text_of(other.node, body),
        "written": text_of(write.node, body),
        "line": body.where(write.node).line,
        "scratch": _remedy(array),
    }
    if verdict.answer == REFUTED:
        name, (one, two) = body.loop.variable.name, verdict.iterations
        body.diagnostics.add(
            "carried-dependence" if other.read else "written-twice",
            body.where(other.node),
            **words,
            witness=f"{name} = {one} and {name} = {two}{_distance(verdict.apart, body.loop)}",
        )
    else:
        body.diagnostics.add(
            "possible-dependence" if array.clause is not None else "unproved-dependence",
            body.where(other.node),
            **words,
        )


def _distance(apart, loop):
    """How many iterations lie between those that meet, if that is a number whatever the sizes."""
    step = 1 if loop.step is None else integer(loop.step)
    if not step or apart[0] is None or apart[0] % step:
        return ""
    least, greatest = apart[0] // step, None if apart[1] is None else apart[1] // step
    if least == greatest:
        return f" (distance {least})"
    return f" (distances {f'{least} and more' if greatest is None else f'{least} to {greatest}'})"


def _remedy(array):
    if isinstance(array.variable.type, ArrayType):
        return f"add private({array.name}) if it is scratch"
    return "declare it in the loop if it is scratch"


def text_of(node: Node, body):
    text = " ".join(body.source.text[node.start : node.end].split())
    return text if len(text) <= 60 else text[:57] + "..."


def contradiction(loop, arrays):
    """(read, write) of which it can be seen that iterations of an inner loop depend on each other,
    or None."""
    variable = (loop.loop.variable.name, loop.loop.variable.key)
    for array in arrays:
        inside = [
            a
            for a in array.accesses
            if loop in a.use.loops and a.indices is not None and None not in a.indices
        ]
        for write in (a for a in inside if a.write and not a.use.address):
            for read in (a for a in inside if a.read and len(a.indices) == len(write.indices)):
                if _carried(read.indices, write.indices, variable):
                    return read, write
    return None


def _carried(read, write, variable):
    """Whether one iteration reads what another writes: the same element in all, or one a constant
    distance away."""
    apart = []
    for left, right in zip(read, write, strict=False):
        distance = (left - right).value
        factor = right.factor(variable)
        if distance is None or factor is None or (len(factor[0]) and factor[0].value is None):
            return False
        if distance or factor[0]:
            apart.append((distance, factor[0].value))
    return not apart or (
        len(apart) == 1 and apart[0][0] and apart[0][1] and apart[0][0] % apart[0][1] == 0
    )
