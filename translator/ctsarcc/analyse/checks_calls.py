# SPDX-License-Identifier: BSD-3-Clause
"""What functions that the body calls must not do."""

from .uses import Walk

JUMPS = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"}
MARKS = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"}
# Functions of the C library that remember something from call to call.
STATE = {"rand", "random", "drand48", "lrand48", "mrand48", "strtok"}


def jumps(body):
    """False where the body jumps out of functions."""
    found = [node for node in body.uses.calls if node.name in JUMPS | MARKS]
    for node in found:
        name = node.name.strip("_").replace("_chk", "")
        body.diagnostics.add(
            "setjmp" if node.name in MARKS else "jump-out",
            body.where(node),
            **{"name" if node.name in MARKS else "what": name},
        )
    return not found


def check(body, arrays):
    for node in body.uses.calls:
        if node.name in STATE:
            body.diagnostics.add("call-state", body.where(node), name=node.name)
    for function in body.parsed.needs:
        if function.kind == "function" and function.body is not None:
            _function(function, arrays, body)


def _function(function, arrays, body):
    """What is reached by its own name: a unit's copy of an array has another address, a scalar has
    no copy at all."""
    known = {array.variable.key for array in arrays}
    uses = Walk().body(function.body)
    place = where(function.name, body)
    for use in uses.arrays:
        if use.variable.scope == "file" and use.variable.key in known:
            body.diagnostics.add(
                "call-reaches", place, function=function.name, name=use.variable.name
            )
            return
        if use.variable.scope == "file" and use.write and not use.address:
            body.diagnostics.add(
                "call-changes", place, function=function.name, name=use.variable.name
            )
            return
    for variable, events in uses.scalars.values():
        static = variable.storage == "static"
        if (variable.scope == "file" or static) and any(event.write for event in events):
            body.diagnostics.add("call-changes", place, function=function.name, name=variable.name)
            return


def where(name, body):
    """The place of the call that leads to the function: its own, or the loop's."""
    node = next((n for n in body.uses.calls if n.name == name), None)
    if node is None:
        node = next(
            (
                n
                for n in body.uses.calls
                if not n.name
                and body.source.text[n.start : n.end].partition("(")[0].strip() == name
            ),
            None,
        )
    if node is None:
        return body.source.where(body.loop.start)
    return body.where(node)
