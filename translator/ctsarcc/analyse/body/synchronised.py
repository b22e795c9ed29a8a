# SPDX-License-Identifier: BSD-3-Clause
"""What iterations may do to one variable under OpenMP's directive: in turns, by `critical`,
`atomic` or `ordered`, by C's own atomic operations, or all of them the same."""

import re

from ...syntax import Assign, Call, Number, Other, touched, variable_of
from .uses import Walk

TURNS = re.compile(r"(?m)^[ \t]*#[ \t]*pragma[ \t]+omp[ \t]+(critical|atomic|ordered)\b.*$")
CANCELS = re.compile(
    r"(?m)^[ \t]*#[ \t]*pragma[ \t]+omp[ \t]+(cancel|cancellation[ \t]+point)[ \t]+for\b"
)
OPERATIONS = re.compile(r"__(c11_atomic|atomic|sync)_")
MEETING = frozenset({"scalar-written", "carried-dependence", "written-twice", "last-value"})


def allows(message, parsed, source):
    """Whether an error is about what the user has synchronised."""
    if message.id not in MEETING or not parsed.directive.independent:
        return False
    variable = parsed.scope.get(message.name)
    if message.id in ("scalar-written", "last-value"):
        key = getattr(variable, "key", None)
        return key is not None and (
            _in_turns(key, parsed, source)
            or (message.id == "scalar-written" and _alike(key, parsed))
        )
    places = [source.where(node.start) for node in turns(parsed, source)]
    ends = [source.where(node.end - 1) for node in turns(parsed, source)]
    line = message.where.line
    return any(a.line <= line <= b.line for a, b in zip(places, ends, strict=True))


def cancels(parsed, source):
    """That iterations may end the loop, as what is OpenMP's only, or None."""
    match = CANCELS.search(source.text, parsed.node.loop.header_end, parsed.node.loop.end)
    if match is None:
        return None
    return f"the directive '{match[1]}'", source.where(match.start()), frozenset()


def turns(parsed, source):
    """The statements that iterations execute in turns."""
    loop = parsed.node.loop
    nodes = list(parsed.node.body.walk())
    for match in TURNS.finditer(source.text, loop.header_end, loop.end):
        behind = [node for node in nodes if node.start >= match.end()]
        if behind:
            first = min(node.start for node in behind)
            yield max((node for node in behind if node.start == first), key=lambda node: node.end)


def _in_turns(key, parsed, source):
    """Whether the variable is changed there only, or by what is atomic."""
    found = [node for node in parsed.node.body.walk() if _is_atomic(node, source)]
    found += turns(parsed, source)
    _, events = Walk().body(parsed.node.body).scalars.get(key, (None, ()))
    return bool(found) and all(
        any(node.start <= event.node.start < node.end for node in found)
        for event in events
        if event.write
    )


def _is_atomic(node, source):
    """Whether it is one of C's atomic operations, or sets or leads to what is _Atomic."""
    if isinstance(node, Call | Other) and OPERATIONS.match(source.text, node.start):
        return True
    kind = getattr(touched(node), "type", None)
    return kind is not None and "_Atomic" in kind.canonical


def _alike(key, parsed):
    """Whether all that set the variable set it to one number: `found = 1`."""
    values = set()
    for node in parsed.node.body.walk():
        found = variable_of(touched(node))
        if found is not None and found.key == key:
            constant = (
                isinstance(node, Assign) and node.op == "=" and isinstance(node.assigned, Number)
            )
            values.add((node.assigned.value, node.assigned.text) if constant else None)
    return len(values) == 1 and None not in values
