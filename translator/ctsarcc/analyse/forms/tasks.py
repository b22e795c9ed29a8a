# SPDX-License-Identifier: BSD-3-Clause
"""Functions whose calls are tasks: which part of an array goes with each parameter, and whether the
function can be executed elsewhere than where it is called."""

import re
from dataclasses import replace

from ...diagnostics import guess
from ...model import Side, TaskAccess, TaskFunction, TaskVersion
from ...source import TOKEN
from ...syntax import ArrayType, FunctionType, IndexedType, Type, Variable, VoidType
from . import kernels, versions

MOST_SIDES = 4  # CTSAR_BOX_DIMS
NOWHERE = "no file is named, and the one beside the source does not have it"


def function(parsed, source, diagnostics, visible=None):
    """A TaskFunction, or None after a message. `visible`: names of the file."""
    before = len(diagnostics.messages)
    directive, declaration = parsed.directive, parsed.declaration
    if not isinstance(declaration.result, VoidType):
        diagnostics.add(
            "task-result",
            directive.where,
            name=declaration.name,
            type=declaration.result.spelling if declaration.result else "int",
        )
    accesses = (_accesses if parsed.arguments is None else _at_call)(parsed, diagnostics)
    target = directive.target
    form = target.form if target is not None else "host"
    kernel = None
    if form == "opencl":
        form, kernel = _for_opencl(parsed, accesses, visible, diagnostics)
    if parsed.definition is not None and not diagnostics.failed:
        both = zip(accesses, parsed.definition.parameters, strict=False)
        read = {own.name for access, own in both if access.kind == "in"}
        _check_body(parsed.definition, parsed.needs, read, source, diagnostics)
    if len(diagnostics.messages) > before and diagnostics.failed:
        return None
    return TaskFunction(
        declaration.name,
        directive.where,
        declaration.start,
        parsed.end,
        form,
        parsed.text,
        accesses,
        _text(directive.priority, "0"),
        _text(directive.range, "1"),
        kernel=kernel if form == "opencl" else None,
        versions=() if form == "opencl" or not kernel else (_own_version(kernel),),
    )


def _text(expression, default):
    return expression.text if expression is not None else default


def _for_opencl(parsed, accesses, visible, diagnostics):
    """(form, OwnKernel) of a function for OpenCL: it has a kernel, and what is C is for the cores
    besides."""
    declaration, target = parsed.declaration, parsed.directive.target
    kernel = named = None
    if parsed.arguments is not None:
        visible, named = parsed.scope, _arguments(parsed)
    if len(accesses) == len(declaration.parameters):
        kernel = kernels.kernel(declaration, target, accesses, visible, diagnostics, named)
    if kernel is None and parsed.definition is None:
        diagnostics.add("task-opencl", target.where, name=declaration.name, why=NOWHERE)
    elif kernel is None:
        diagnostics.add("task-on-cores", target.where, name=declaration.name)
    return "opencl" if kernel and parsed.definition is None else "host", kernel or None


def _arguments(parsed):
    """At a call, from variables to parameters of the same type that they are the arguments of."""
    named: dict = {}
    for parameter, text in zip(parsed.declaration.parameters, parsed.arguments, strict=False):
        variable = parsed.scope.get(text.strip())
        if isinstance(variable, Variable) and parameter.name:
            own, theirs = (v.type.canonical or v.type.spelling for v in (variable, parameter))
            if own == theirs and not isinstance(parameter.type, IndexedType):
                named.setdefault(variable.name, parameter.name)
    return named


def _own_version(kernel):
    """Beside a function of the same name."""
    return TaskVersion(f"{kernel.name}_opencl", "opencl", kernel=kernel)


# ---- Parts ---------------------------------------------------------------------------------------


def _accesses(parsed, diagnostics):
    if not all(p.name for p in parsed.declaration.parameters):
        diagnostics.add("task-unnamed", parsed.directive.where, name=parsed.declaration.name)
        return ()
    by_name = _parts({p.name: p for p in parsed.declaration.parameters}, parsed, diagnostics)
    return tuple(
        _access(parameter, by_name.get(parameter.name), parsed, diagnostics)
        for parameter in parsed.declaration.parameters
    )


def _at_call(parsed, diagnostics):
    """The same of one call, whose clauses name variables: a pointer goes with the part of the
    variable that its argument is made of."""
    scope = {name: v for name, v in parsed.scope.items() if isinstance(v, Variable)}
    by_name = _parts(scope, parsed, diagnostics)
    by_pointer = {part.pointer: part for part in parsed.directive.parts if part.pointer}
    found: list = []
    led: list = []
    for parameter, text in zip(parsed.declaration.parameters, parsed.arguments, strict=False):
        tokens = " ".join(match[0] for match in TOKEN.finditer(text))
        if tokens in by_pointer and isinstance(parameter.type, IndexedType):
            access = _access(parameter, by_pointer[tokens], parsed, diagnostics)
            kept, depth = f"ctsar_{len(found)}", parameter.type.depth
            found.append(replace(access, pointer=kept, argument=text, depth=depth, whole=True))
            led.append(tokens)
            continue
        named = [by_name[word] for word in re.findall(r"[A-Za-z_]\w*", text) if word in by_name]
        if not isinstance(parameter.type, IndexedType):
            found.append(TaskAccess(parameter, "value", argument=text))
            continue
        part = named[0] if len(set(named)) == 1 else None
        access = _access(scope[part.name] if part else parameter, part, parsed, diagnostics)
        name = part.name if part else ""
        depth = scope[name].type.depth if name else 0
        access = replace(access, parameter=parameter, pointer=name, argument=text, depth=depth)
        found.append(access)
    used = led + [access.pointer for access in found if not access.whole]
    for part in by_name.values():
        if used.count(part.name) != 1:
            diagnostics.add(
                "task-argument", part.where, name=part.name, count=used.count(part.name)
            )
    for tokens, part in by_pointer.items():
        if tokens not in used:  # those that are given are one part
            name = tokens.replace(" [ ", "[").replace(" ]", "]")
            diagnostics.add("task-pointer", part.where, name=name)
    return tuple(found)


def _parts(parameters, parsed, diagnostics):
    """{name: Part}, of those that parameters can have."""
    by_name: dict = {}
    for part in parsed.directive.parts:
        parameter = parameters.get(part.name)
        if part.pointer and parsed.arguments is not None:
            continue
        if part.pointer:
            diagnostics.add("task-shape", part.where, name=part.name)
        elif parameter is None:
            diagnostics.add(
                "task-unknown",
                part.where,
                name=part.name,
                function=parsed.declaration.name,
                guess=guess(part.name, parameters),
            )
        elif not isinstance(parameter.type, IndexedType):
            diagnostics.add("task-value", part.where, name=part.name, type=parameter.type.spelling)
        elif part.name in by_name:
            diagnostics.add("task-twice", part.where, name=part.name)
        else:
            by_name[part.name] = part
    for text, where, refused in parsed.refused:
        diagnostics.add("task-expression", where, found=text, why=refused)
    return by_name


def _access(parameter, part, parsed, diagnostics):
    function = isinstance(parameter.type, IndexedType) and parameter.type.is_function_pointer
    if not isinstance(parameter.type, IndexedType) or (function and part is None):
        return TaskAccess(parameter, "value")
    if part is None:
        diagnostics.add(
            "task-undeclared",
            parsed.directive.where,
            name=parameter.name,
            function=parsed.declaration.name,
        )
        return TaskAccess(parameter, "in")
    element: Type = parameter.type
    while isinstance(element, IndexedType):
        element = element.element
    if isinstance(element, VoidType | FunctionType) or parameter.type.is_function_pointer:
        diagnostics.add("task-value", part.where, name=part.name, type=parameter.type.spelling)
        return TaskAccess(parameter, "in")
    sides = _sides(parameter, part, diagnostics)
    box = any((side.lower, side.count) != ("0", side.extent) for side in sides[1:])
    return TaskAccess(parameter, part.kind, sides, box)


def _sides(parameter, part, diagnostics):
    extents = [e.text for e in part.shape] or _extents(parameter)
    sections = () if part.pointer else part.sections
    said = [(_text(s.lower, "0"), _text(s.count, "1")) for s in sections]
    if part.element:
        said = [("0", "1")]
    if not said and not extents[0]:
        diagnostics.add("task-length", part.where, name=part.name)
        return ()
    if len(extents) > MOST_SIDES or len(said) > len(extents):
        diagnostics.add(
            "task-dimensions",
            part.where,
            name=part.name,
            found=max(len(extents), len(said)),
            most=min(MOST_SIDES, len(extents)),
        )
        return ()
    said += [("0", extent) for extent in extents[len(said) :]]
    return tuple(
        Side(extent, lower, count) for extent, (lower, count) in zip(extents, said, strict=True)
    )


def _extents(parameter):
    """Extents of what a parameter leads to, by its type; "" where that does not say."""
    extents: list = [] if isinstance(parameter.type, ArrayType) else [""]
    element = parameter.type if isinstance(parameter.type, ArrayType) else parameter.type.element
    while isinstance(element, ArrayType):
        extents.append(element.extent or "")
        element = element.element
    return extents


# ---- The body ------------------------------------------------------------------------------------


def _check_body(declaration, needs, read, source, diagnostics):
    """What the function does to its parameters and to the file's variables, as far as it is seen.
    `read`: parameters that lead to what it may only read."""
    if declaration.body is None:
        return
    seen = versions.uses_of(declaration, needs)
    for parameter in declaration.parameters:
        use = next((u for u in seen.arrays if u.variable.key == parameter.key and u.write), None)
        if parameter.name in read and (use is not None or parameter.key in seen.passed):
            where = source.where(use.node.start) if use is not None else parameter.location
            diagnostics.add("task-writes", where, name=parameter.name, function=declaration.name)
    node = versions.reached(declaration, needs, pointers=True)
    if node is not None:
        diagnostics.add(
            "task-reaches",
            source.where(node.start),
            name=node.variable.name,
            function=declaration.name,
        )


# ---- Other functions for the same tasks ----------------------------------------------------------


def version(one, task, source, diagnostics, visible):
    """A TaskVersion of a TaskFunction, or None after a message."""
    found = _version(one, task, source, diagnostics, visible)
    stated = one.directive.tolerance
    if found is None or stated is None:
        return found
    outputs = [a.parameter for a in task.accesses if a.kind in ("out", "inout")]
    innermost = [_innermost(p.type) for p in outputs]
    kinds = {kind.canonical or kind.spelling for kind in innermost}
    why = versions.why_not_compared(
        stated, [(p.name, kind) for p, kind in zip(outputs, innermost, strict=True)]
    )
    if not why and (len(kinds) != 1 or not kinds <= {"float", "double"}):
        why = "what the task writes is not all of float, or all of double"
    if why:
        diagnostics.add("version-tolerance", stated.where, found=stated.text, why=why)
        return None
    return replace(found, tolerance=stated.text, number=kinds.pop())


def _innermost(kind):
    while isinstance(kind, IndexedType):
        kind = kind.element
    return kind


def _version(one, task, source, diagnostics, visible):
    directive, declaration = one.directive, one.declaration
    target = directive.target if directive.form == "opencl" else None
    if directive.form == "opencl" and not (target and declaration.kind == "function"):
        return _source(one, task, diagnostics)
    if declaration.kind != "function":
        diagnostics.add("version-function", directive.where, name=directive.name)
        return None
    wanted = [access.parameter for access in task.accesses]
    own = declaration.parameters
    stream = directive.form == "cuda" and len(own) == len(wanted) + 1
    if len(own) != len(wanted) + stream:
        diagnostics.add(
            "version-parameters",
            directive.where,
            name=declaration.name,
            found=len(own),
            count=len(wanted),
            function=directive.name,
            shown=", ".join(p.name for p in wanted),
        )
        return None
    renamed = {mine.name: theirs.name for mine, theirs in zip(own, wanted, strict=False)}
    for theirs, mine, access in zip(wanted, own, task.accesses, strict=False):
        if not versions.same(theirs.type, mine.type, renamed, access.kind == "in"):
            diagnostics.add(
                "version-type",
                mine.location,
                name=mine.name,
                type=mine.type.spelling,
                version=declaration.name,
                expected=theirs.type.spelling,
            )
            return None
    if directive.condition is not None:
        diagnostics.add("task-when", directive.condition.where, name=declaration.name)
        return None
    result = declaration.result is not None and not isinstance(declaration.result, VoidType)
    if target:
        kernel = _kernel_of(declaration, target, task, visible, diagnostics)
        return TaskVersion(declaration.name, "opencl", kernel=kernel) if kernel else None
    found = TaskVersion(
        declaration.name,
        directive.form,
        declaration.end,
        stream,
        result and directive.form == "cuda",
    )
    read = {mine.name for mine, a in zip(own, task.accesses, strict=False) if a.kind == "in"}
    before = len(diagnostics.messages)
    _check_body(declaration, one.needs, read, source, diagnostics)
    return found if len(diagnostics.messages) == before else None


def _kernel_of(declaration, target, task, visible, diagnostics):
    kernel = kernels.kernel(declaration, target, task.accesses, visible, diagnostics)
    if kernel is None:
        why = NOWHERE
        diagnostics.add("task-opencl", target.where, name=declaration.name, why=why)
    return kernel


def _source(one, task, diagnostics):
    declaration, directive = one.declaration, one.directive
    kind = declaration.variable.type if declaration.variable is not None else None
    if not isinstance(kind, ArrayType) or kind.element.size != 1:
        diagnostics.add("version-source", directive.where, name=declaration.name)
    elif declaration.start > task.start:
        diagnostics.add(
            "version-late", directive.where, name=declaration.name, function=directive.name
        )
    elif any(access.moved for access in task.accesses):
        diagnostics.add("task-source", directive.where, name=declaration.name)
    else:
        return TaskVersion(declaration.name, "opencl")
    return None
