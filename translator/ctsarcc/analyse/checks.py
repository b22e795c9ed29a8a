# SPDX-License-Identifier: BSD-3-Clause
"""What a loop must not do, whatever its arrays are."""
from .. import expression
from . import devices


def check(body):
    """Messages about the loop itself."""
    _jumps(body)
    _variables(body)


def _jumps(body):
    for node, what in body.uses.jumps:
        body.diagnostics.add("jump-out", body.where(node), what=what)
    for node in body.uses.labels:
        body.diagnostics.add("label-in-body", body.where(node), name=node.name)


def _variables(body):
    """Neither the loop's variable nor what its bounds are made of may change."""
    loop = body.loop
    for key, (variable, events) in body.uses.scalars.items():
        write = next((event for event in events if event.write), None)
        if write is None:
            continue
        if key == loop.variable.key:
            body.diagnostics.add("loop-variable-written", body.where(write.node), name=variable.name)
        elif any(v.key == key for part in (loop.lower, loop.upper, loop.step) if part is not None
                 for v in expression.variables(part)):
            body.diagnostics.add("bound-written", body.where(write.node), name=variable.name)


def host_only(body):
    """Why cores alone can execute the loop, or "": on an accelerator, memory that no clause names is not there."""
    for node, _ in body.uses.hidden:
        text = " ".join(body.source.text[node.start:node.end].split())
        body.diagnostics.add("host-only", body.where(node), what=f"'{text}' is reached through a pointer that no clause can name",
                             help="copy the pointer to a variable before the loop, and name that in a clause")
        return f"'{text}' is reached through a pointer that no clause can name"
    for name, why in devices.unsupported_calls(body):
        node = next((n for n in body.uses.calls if n.name == name), None)
        where = body.where(node) if node is not None else body.source.where(body.loop.start)
        body.diagnostics.add("device-call", where, name=name, why=why)
        return f"'{name}': {why}"
    return ""
