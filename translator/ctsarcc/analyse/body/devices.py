# SPDX-License-Identifier: BSD-3-Clause
"""What a device can have of a region: whether its body can be compiled there."""

from ...mathematics import MATH, ROUNDING
from ...syntax import String
from . import obstacles
from .uses import Walk

# Of math.h and stdlib.h, what CUDA and OpenCL have.
DEVICE = (
    MATH
    | {name + "f" for name in MATH}
    | set(ROUNDING)
    | {"abs", "labs", "llabs", "__builtin_fabs", "__builtin_fabsf", "__builtin_sqrt"}
    | {
        f"__builtin_{name}"
        for name in (
            "isnan",
            "isinf_sign",
            "isinf",
            "isfinite",
            "finite",
            "isnormal",
            "signbit",
            "expect",
            "inf",
            "inff",
            "huge_val",
            "huge_valf",
            "nan",
            "nanf",
        )
    }
)


def obstacle(body):
    """Why no device can have the body, or ""."""
    for name, why in unsupported_calls(body):
        return f"'{name}' cannot be compiled for a device: {why}"
    for what, _, _ in obstacles.find(body):
        return what
    quiet = {
        id(child)
        for node in body.uses.calls
        if node.name.startswith("__builtin_nan")
        for child in node.children
    }
    if any(isinstance(node, String) and id(node) not in quiet for node in body.parsed.node.walk()):
        return "strings are on the host only"
    return ""


def unsupported_calls(body):
    """(name, why) of calls, direct or through other functions, that no device can execute."""
    functions = {d.name: d for d in body.parsed.needs if d.kind == "function"}
    for node in body.uses.calls:
        if not node.name:
            yield (
                body.source.text[node.start : node.end].partition("(")[0],
                "it is called through a pointer",
            )
    for name, declaration in functions.items():
        if declaration.body is None and name not in DEVICE:
            yield (
                name,
                "it is not defined in this file"
                if not declaration.system
                else "devices do not have it",
            )
        elif declaration.body is not None:
            uses = Walk().body(declaration.body)
            if any(not call.name for call in uses.calls):
                yield name, "it calls through a pointer"
            elif any(v.storage == "static" for v, _ in uses.locals.values()):
                yield name, "it keeps a static variable"
            elif any(
                variable.scope == "file" and any(event.write for event in events)
                for variable, events in uses.scalars.values()
            ) or any(use.variable.scope == "file" and use.write for use in uses.arrays):
                yield name, "it changes a variable of the file"
