# SPDX-License-Identifier: BSD-3-Clause
"""Functions that execute ranges of a loop in another way (`implements`): whether they can, and with
what they are called.

A version gets what the parameters of the loop's function stand for when the loop is reached, then
the range, then a pointer for each reduction, then a stream where it is for CUDA. What it does with
them is the user's word, but for what can be seen: that it writes nothing else than the loop does,
and reaches nothing by another name, since every unit has memory of its own."""

import re
from dataclasses import replace

from ...model import Scalar, Version
from ...syntax import (
    ArrayType,
    FloatType,
    FunctionType,
    IndexedType,
    IntegerType,
    Name,
    PointerType,
    VoidType,
    integer,
    sets,
    touched,
    variable_of,
)
from ..body.uses import Walk
from ..views.views import Views

SHOWN = "FIRST, LAST"


def find(body, arrays, roles):
    """(arrays, roles, versions) of a loop, arrays and roles as its versions want them."""
    if not body.parsed.versions:
        return arrays, roles, ()
    loop, first = body.loop, body.parsed.versions[0].directive
    if loop.step is not None and integer(loop.step) != 1:
        body.diagnostics.add("version-step", first.where, name=first.name)
        return arrays, roles, ()
    roles = roles + tuple(_unnamed(body, arrays, roles))
    found = []
    for one in body.parsed.versions:
        maker = _source if one.directive.form == "opencl" else _function
        version = maker(one, body, arrays, roles)
        if version is not None:
            found.append(replace(version, tolerance=_tolerance(one, body, arrays, roles)))
            arrays = tuple(_as_used(array, one, body) for array in arrays)
    return arrays, roles, tuple(found)


def _tolerance(one, body, arrays, roles):
    """C text of the tolerance of a version, which its outputs must be numbers for."""
    stated = one.directive.tolerance
    if stated is None:
        return ""
    outputs = [(a.name, a.element) for a in arrays if a.direction != "in"]
    outputs += [(r.name, r.variable.type) for r in roles if r.role == "reduction"]
    why = why_not_compared(stated, outputs)
    if why:
        body.diagnostics.add("version-tolerance", stated.where, found=stated.text, why=why)
    return stated.text


def why_not_compared(stated, outputs):
    """Why outputs, names and types, cannot be compared within a tolerance; or None."""
    other = next((name for name, kind in outputs if not isinstance(kind, FloatType)), None)
    if other is not None:
        return f"'{other}' holds no floating-point numbers"
    number = re.fullmatch(r"[0-9]*\.?[0-9]+([eE]-?[0-9]+)?", stated.text)
    return None if number else "it is no number"


def _owner(body):
    return body.parsed.versions[0].owner.parameters


def _unnamed(body, arrays, roles):
    """Parameters of the loop's function that its body does not name: versions get them as well."""
    known = {a.variable.key for a in arrays} | {r.variable.key for r in roles}
    for parameter in _owner(body):
        if parameter.key not in known and not isinstance(parameter.type, IndexedType):
            yield Scalar(parameter, "value", reason="versions get it")


# ---- What a version is called with ---------------------------------------------------------------


def _source(one, body, _, roles):
    """An array of characters with the source of a kernel of the same name."""
    directive = one.directive
    variable = one.declaration.variable
    element = variable.type.element if variable and isinstance(variable.type, ArrayType) else None
    if element is None or element.size != 1:
        body.diagnostics.add("version-source", directive.where, name=one.declaration.name)
        return None
    if one.declaration.start > body.parsed.function.start:
        body.diagnostics.add(
            "version-late", directive.where, name=variable.name, function=directive.name
        )
        return None
    if directive.condition is not None:
        body.diagnostics.add("version-source-when", directive.condition.where, name=variable.name)
        return None
    return Version(variable.name, "opencl", directive.where)


def _function(one, body, arrays, roles):
    directive, declaration = one.directive, one.declaration
    if declaration.kind != "function" or declaration.body is None:
        body.diagnostics.add("version-function", directive.where, name=directive.name)
        return None
    before = len(body.diagnostics.messages)
    reductions = [role for role in roles if role.role == "reduction"]
    wanted = _owner(body)
    shown = _signature(wanted, reductions, directive.form)
    count = len(wanted) + 2 + len(reductions) + (directive.form == "cuda")
    if len(declaration.parameters) != count:
        body.diagnostics.add(
            "version-parameters",
            directive.where,
            name=declaration.name,
            found=len(declaration.parameters),
            count=count,
            function=directive.name,
            shown=shown,
        )
        return None
    own = declaration.parameters
    for theirs, ours in zip(wanted, own, strict=False):
        _check_parameter(theirs, ours, one, body, arrays, roles)
    _check_range(own[len(wanted) : len(wanted) + 2], one, body)
    for reduction, ours in zip(reductions, own[len(wanted) + 2 :], strict=False):
        if not _points_to(ours.type, reduction.variable.type):
            _mismatch(one, body, ours, f"{reduction.variable.type.spelling} *")
    if directive.form == "cuda" and not isinstance(own[-1].type, PointerType):
        _mismatch(one, body, own[-1], "cudaStream_t")
    _check_outputs(one, body, arrays)
    _check_reach(one, body, arrays)
    _check_condition(one, body, own[: len(wanted) + 2])
    if len(body.diagnostics.messages) > before:
        return None
    result = declaration.result is not None and not isinstance(declaration.result, VoidType)
    return Version(
        declaration.name,
        directive.form,
        directive.where,
        declaration.end,
        tuple(parameter.name for parameter in wanted),
        directive.condition.text if directive.condition is not None else "",
        own,
        result and directive.form == "cuda",
    )


def _signature(wanted, reductions, form):
    parts = [f"{p.name}" for p in wanted] + ["FIRST", "LAST"]
    parts += [f"&{r.name}" for r in reductions] + (["STREAM"] if form == "cuda" else [])
    return ", ".join(parts)


def _mismatch(one, body, parameter, expected):
    body.diagnostics.add(
        "version-type",
        parameter.location,
        name=parameter.name,
        type=parameter.type.spelling,
        version=one.declaration.name,
        expected=expected,
    )


def _check_parameter(theirs, ours, one, body, arrays, roles):
    """The loop's function has `theirs` where the version has `ours`."""
    renamed = dict(
        zip(
            (p.name for p in one.declaration.parameters),
            (p.name for p in _owner(body)),
            strict=False,
        )
    )
    array = next((a for a in arrays if a.variable.key == theirs.key), None)
    constant = array is not None and array.direction == "in"
    if not same(theirs.type, ours.type, renamed, constant):
        _mismatch(one, body, ours, theirs.type.spelling)
        return
    if array is not None:
        return
    role = next((r for r in roles if r.variable.key == theirs.key), None)
    if isinstance(theirs.type, IndexedType) or role is None or role.role not in PASSED:
        why = (
            "the loop uses nothing that it points to"
            if isinstance(theirs.type, IndexedType)
            else "the loop changes it"
        )
        body.diagnostics.add(
            "version-value",
            one.directive.where,
            name=theirs.name,
            function=one.directive.name,
            why=why,
        )


PASSED = ("value", "firstprivate")


def same(first, second, renamed, constant):
    """Whether two parameters have one type. `constant`: the second may lead to what is const where
    the first does not."""
    return _words(first, {}, constant) == _words(second, renamed, constant)


def _words(kind, renamed, constant):
    """A type as words: qualifiers of the parameter itself left out, names of parameters in extents
    as the loop's function has them."""
    text = re.sub(r"\b(restrict|__restrict|register)\b", "", kind.canonical or kind.spelling)
    if constant or not isinstance(kind, IndexedType):
        text = re.sub(r"\bconst\b", "", text)
    else:
        text = re.sub(r"\*\s*const\s*$", "*", text)
    words = re.findall(r"\w+|\S", text)
    return [renamed.get(word, word) for word in words]


def _points_to(kind, element):
    return isinstance(kind, PointerType) and _words(kind.element, {}, False) == _words(
        element, {}, False
    )


def _check_range(pair, one, body):
    least = body.loop.variable.type.size
    for parameter in pair:
        if not isinstance(parameter.type, IntegerType) or parameter.type.size < least:
            _mismatch(one, body, parameter, f"long, as {SHOWN} of the range are")


# ---- What it does with them ----------------------------------------------------------------------


def _functions(needs):
    return {d.name: d for d in needs if d.kind == "function" and d.body is not None}


def _uses(one):
    return uses_of(one.declaration, one.needs)


def uses_of(declaration, needs):
    """What a function does, calls followed."""
    views = Views(_functions(needs), Walk().body(declaration.body).written())
    uses = views.body(declaration.body)
    views.written_through()
    return uses


def _parameter_of(one, array, body):
    """The version's parameter for an array, or None."""
    for theirs, ours in zip(_owner(body), one.declaration.parameters, strict=False):
        if theirs.key == array.variable.key:
            return ours
    return None


def _check_outputs(one, body, arrays):
    seen = _uses(one)
    uses = seen.arrays
    for array in arrays:
        ours = _parameter_of(one, array, body)
        if ours is None:
            if array.direction != "in":
                body.diagnostics.add(
                    "version-output",
                    one.directive.where,
                    name=array.name,
                    function=one.directive.name,
                )
            continue
        written = next((u for u in uses if u.variable.key == ours.key and u.write), None)
        if array.direction == "in" and (written is not None or ours.key in seen.passed):
            body.diagnostics.add(
                "version-writes",
                body.where(written.node) if written is not None else ours.location,
                name=ours.name,
                version=one.declaration.name,
            )
        if array.direction != "in" and _words(ours.type, {}, False)[0] == "const":
            _mismatch(one, body, ours, array.variable.type.spelling)


def _as_used(array, one, body):
    """An array that the loop only writes, and a version may read: it is copied in as well."""
    if array.direction != "out" or array.clause is not None:
        return array
    ours = _parameter_of(one, array, body)
    by_source = one.directive.form == "opencl"
    if not by_source and not any(
        use.read for use in _uses(one).arrays if ours is not None and use.variable.key == ours.key
    ):
        return array
    why = f"copied in too: {one.declaration.name} may read it"
    return replace(array, direction="inout", reasons=(*array.reasons, why))


def _check_reach(one, body, arrays):
    node = reached(one.declaration, one.needs, {array.variable.key for array in arrays})
    if node is not None:
        body.diagnostics.add(
            "version-reaches",
            body.where(node),
            name=node.variable.name,
            version=one.declaration.name,
        )


def reached(declaration, needs, named=frozenset(), pointers=False):
    """What a function uses of the file, or keeps, that every unit would need of its own: the first
    Name of an array, of what it changes, of a variable that is `named`, or of one of its
    `pointers` to data."""
    trees = [declaration.body, *(d.body for d in _functions(needs).values())]
    written: set = set().union(*map(_changed, trees))
    for node in (node for tree in trees for node in tree.walk()):
        variable = variable_of(node)
        if variable is None or variable.threads or variable.constant:
            continue
        shared = variable.scope == "file" or variable.storage == "static"
        own = isinstance(variable.type, ArrayType) or variable.key in written | named
        own = own or (pointers and _leads_to_data(variable.type))
        if shared and own:
            return node
    return None


def _leads_to_data(kind):
    """Streams, such as stderr, are the host's."""
    data = isinstance(kind, PointerType) and not isinstance(kind.element, (FunctionType, VoidType))
    return data and kind.element.spelling not in ("FILE", "struct _IO_FILE")


def _changed(tree):
    """Keys of variables that code changes, or may."""
    found = set()
    for node in tree.walk():
        target = touched(node)
        while target is not None and not isinstance(target, Name) and target.children:
            target = target.children[0]
        variable = variable_of(target)
        if variable is not None:
            found.add(variable.key)
    return found


def _check_condition(one, body, parameters):
    """A condition looks at values; it is asked before the version is called."""
    directive = one.directive
    if directive.condition is None:
        return
    where = directive.condition.where
    if one.refused:
        body.diagnostics.add(
            "version-condition", where, found=directive.condition.text, why=one.refused
        )
        return
    values = {p.key for p in parameters if not isinstance(p.type, IndexedType)}
    for node in one.condition.walk():
        variable = variable_of(node)
        if sets(node):
            why = "it changes a variable"
        elif variable is not None and variable.scope != "file" and variable.key not in values:
            why = f"'{variable.name}' is no value that the loop's function has"
        else:
            continue
        body.diagnostics.add("version-condition", where, found=directive.condition.text, why=why)
        return
