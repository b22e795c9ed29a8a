# SPDX-License-Identifier: BSD-3-Clause
"""What becomes of each variable of a body that is not an array of the region."""

from ... import expression, flow, outputs
from ...model import OWN, Scalar
from ...syntax import ArrayType, BoolType, FloatType, IndexedType, IntegerType, StructType
from ..shapes.arrays import open_ended
from . import checks_scalars

ARITHMETIC = (IntegerType, FloatType, BoolType)
SCRATCH = (
    "a reduction is declared, but every iteration sets it before it reads it, and it is not used "
    "after the loop"
)
SET = "every iteration sets it before it reads it"
COUNTED = "it is computed from the loop's variable, with which it goes on"
FILLED = "every iteration fills it before it reads it, and nothing reads it after the loop"
OPERATORS_OF = dict.fromkeys(("&", "|", "^"), (IntegerType, BoolType))


def roles(body, arrays):
    """Scalars of the region, in the order in which the body names them; clauses' first."""
    named = {array.variable.key for array in arrays}
    exposed = flow.exposed(body.parsed.node.body, outputs.of(body.parsed.needs))
    found = _from_clauses(body, named, exposed)
    known = {scalar.variable.key for scalar in found} | named | {body.loop.variable.key}
    for key, (variable, events) in body.uses.scalars.items():
        if key not in known and variable.scope != "local":
            known.add(key)
            scalar = _inferred(variable, events, exposed, body)
            if scalar:
                found.append(scalar)
    for variable in (*_in_extents(arrays, body), *_in_lengths(found, body)):
        if variable.key not in known:
            known.add(variable.key)
            found.append(Scalar(variable, "value", reason="an extent"))
    return tuple(found)


def _from_clauses(body, named, exposed):
    found = []
    for clause in body.parsed.directive.clauses:
        if clause.kind not in OWN:
            continue
        variable = body.parsed.scope.get(clause.name)
        if variable is None or isinstance(variable, int) or variable.key in named:
            continue  # reported with the clauses
        if clause.kind == "reduction":
            if _is_scratch(variable, exposed, body):
                found.append(Scalar(variable, "private", reason=SCRATCH))
                continue
            if not _reducible(clause, variable, body):
                continue
        if clause.kind == "private" and variable.key == body.loop.variable.key:
            continue  # as it is by itself
        if clause.kind == "firstprivate" and clause.last and _begins_anew(variable, exposed, body):
            found.append(Scalar(variable, "private", reason="declared: lastprivate"))
            continue
        reason = FILLED if clause.found else f"declared: {clause.kind}"
        found.append(Scalar(variable, clause.kind, clause.op, reason))
    return found


def _is_scratch(variable, exposed, body):
    """Whether nothing comes of a reduction: every iteration begins anew, and nobody looks at it
    after the loop."""
    _, events = body.uses.scalars.get(variable.key, (None, ()))
    if variable.key in body.parsed.live or not any(one.write for one in events):
        return False
    return _begins_anew(variable, exposed, body)


def _begins_anew(variable, exposed, body):
    """Whether every iteration sets a variable of the function, before it reads it."""
    parsed = body.parsed
    sure = flow.surely_set(parsed.node.body, outputs.of(parsed.needs))
    return variable.scope == "function" and variable.key in sure - exposed


def _reducible(clause, variable, body):
    if isinstance(variable.type, IndexedType):
        body.diagnostics.add("reduction-array", clause.where, op=clause.op, name=clause.name)
        return False
    if not isinstance(variable.type, OPERATORS_OF.get(clause.op, ARITHMETIC)):
        body.diagnostics.add(
            "reduction-type",
            clause.where,
            op=clause.op,
            name=clause.name,
            type=variable.type.spelling,
            help="it is for integers"
            if clause.op in OPERATORS_OF
            else "reduce integers or floating-point numbers",
        )
        return False
    return True


def _inferred(variable, events, exposed, body):
    writes = [event for event in events if event.write]
    if not writes and open_ended(variable.type):
        body.diagnostics.add("open-ended", body.where(events[0].node), name=variable.name)
        return None
    if not writes:
        if variable.scope == "file" and variable.constant:
            return Scalar(variable, "constant", reason="a constant of the file")
        return Scalar(variable, "value", reason="only read")
    if variable.scope == "function" and variable.key not in exposed:
        counted = variable.key in {one.variable.key for one in body.loop.companions}
        return Scalar(variable, "private", reason=COUNTED if counted else SET)
    if variable.key in body.reported:
        return None
    if isinstance(variable.type, StructType) and all(event.part for event in events):
        body.diagnostics.add("array-in-struct", body.where(writes[0].node), name=variable.name)
        return None
    body.diagnostics.add(
        "scalar-written",
        body.where(writes[0].node),
        name=variable.name,
        help=checks_scalars.suggestion(variable, body),
    )
    return None


def _in_extents(arrays, body):
    """Variables that the declarations of matrices name: those of inner extents, where subscripts
    stay as they are."""
    for array in arrays:
        if array.pitched or array.variable.type.depth < 2:
            continue
        for dimension in array.dimensions[1:]:
            yield from _sizes(dimension.extent.text, body)


def _in_lengths(scalars, body):
    """The same of arrays that each unit has for itself."""
    for scalar in scalars:
        kind = scalar.variable.type
        while isinstance(kind, ArrayType):
            yield from _sizes(kind.extent, body) if kind.extent_value is None else ()
            kind = kind.element


def _sizes(text, body):
    tree = None if text is None else body.tree(text)
    found = expression.variables(tree) if tree else ()
    return (v for v in found if isinstance(v.type, IntegerType | BoolType))
