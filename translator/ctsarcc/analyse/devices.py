# SPDX-License-Identifier: BSD-3-Clause
"""What a device can have of a region: whether its body can be compiled there, and the second dimension of its grid."""
from ..model import InnerLoop
from . import affine
from .uses import Walk

# Functions of math.h and stdlib.h that CUDA and OpenCL have; float and double forms.
MATH = {"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf",
        "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "ilogb", "ldexp",
        "lgamma", "log", "log10", "log1p", "log2", "logb", "nextafter", "pow", "remainder", "rint", "round", "sin",
        "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc"}
DEVICE = MATH | {name + "f" for name in MATH} | {"abs", "labs", "__builtin_fabs", "__builtin_fabsf", "__builtin_sqrt"}


def obstacle(body):
    """Why no device can have the body, or ""."""
    for name, why in unsupported_calls(body):
        return f"'{name}' cannot be compiled for a device: {why}"
    for node in body.uses.odd:
        if node.kind == "asm":
            return "assembler cannot be compiled for a device"
    if any(node.kind == "string" for node in body.parsed.node.walk()):
        return "strings are on the host only"
    return ""


def unsupported_calls(body):
    """(name, why) of calls, direct or through other functions, that no device can execute."""
    functions = {d.name: d for d in body.parsed.needs if d.kind == "function"}
    for node in body.uses.calls:
        if not node.name:
            yield body.source.text[node.start:node.end].partition("(")[0], "it is called through a pointer"
    for name, declaration in functions.items():
        if declaration.body is None and name not in DEVICE:
            yield name, "it is not defined in this file" if not declaration.system else "devices do not have it"
        elif declaration.body is not None:
            uses = Walk().body(declaration.body)
            if any(not call.name for call in uses.calls):
                yield name, "it calls through a pointer"
            elif any(v.storage == "static" for v, _ in uses.locals.values()):
                yield name, "it keeps a static variable"
            elif any(variable.scope == "file" and any(event.write for event in events)
                     for variable, events in uses.scalars.values()) or \
                    any(use.variable.scope == "file" and use.write for use in uses.arrays):
                yield name, "it changes a variable of the file"


# ---- The second dimension --------------------------------------------------------------------------------------------


def inner_loop(body, arrays, scalars):
    """The loop that is all of the body, if its iterations are independent: proved, or stated by the user."""
    node = body.parsed.node.children[0]
    while node.kind == "block" and len(node.children) == 1:
        node = node.children[0]
    if node.kind != "for" or node.loop.variable is None or node.loop.downward:
        return None
    if scalars_carry(node, scalars):
        return None
    if node.loop.independent:
        return InnerLoop(node, "stated by `loop independent`")
    why = proof(node, body, arrays)
    return InnerLoop(node, why) if why else None


def scalars_carry(node, scalars):
    """Whether a variable from outside of the loop is changed in it (reductions are in order: their operator is
    associative, and the emitter folds them)."""
    uses = Walk().body(node.children[0])
    written = uses.written()
    private = {s.variable.key for s in scalars if s.role in ("private", "reduction")}
    return any(key in written and variable.scope != "local" and key not in private
               for key, (variable, _) in uses.scalars.items())


def proof(node, body, arrays):
    """Why iterations of the inner loop are independent, or "": each array that it writes is, in every access, subscripted
    in one and the same dimension by the loop's variable itself."""
    variable = (node.loop.variable.name, node.loop.variable.key)
    for array in arrays:
        accesses = array.accesses
        if not any(access.write for access in accesses):
            continue
        dimension = _own_dimension(accesses, variable, len(array.dimensions))
        if dimension is None:
            return ""
    unknown = [use for use in body.uses.arrays if use.write and use.variable.key not in
               {array.variable.key for array in arrays}]
    return "" if unknown else f"every iteration of '{node.loop.variable.name}' writes and reads elements of its own"


def _own_dimension(accesses, variable, count):
    own = affine.Polynomial({(variable,): 1})
    for dimension in range(count):
        if all(access.indices is not None and len(access.indices) == count and not access.use.address and
               access.indices[dimension] == own for access in accesses):
            return dimension
    return None
