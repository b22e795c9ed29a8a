# SPDX-License-Identifier: BSD-3-Clause
"""What would give wrong results, found before anything is split: the loop (here), arrays, scalars,
names of one object."""

import math
import re

from ... import directives, expression
from ...syntax import (
    ArrayType,
    Assign,
    Binary,
    Cast,
    Index,
    IndexedType,
    IntegerType,
    Member,
    Name,
    Node,
    PointerType,
    Sizeof,
    StructType,
    Unary,
    innermost,
    names,
    sets,
    touched,
    variable_of,
)
from ..body import checks_calls, devices, obstacles
from ..independence import again, apart, dependence, relations, unseen
from ..scalars import checks_scalars
from . import checks_arrays

array = checks_arrays.check


def loop(body):
    """Messages about the loop itself. False where nothing can be said of the rest."""
    _jumps(body)
    _variables(body)
    _clauses(body)
    return checks_calls.jumps(body)


def region(body, arrays, scalars):
    """Messages that need to know all arrays and scalars."""
    checks_scalars.check(body, scalars)
    checks_calls.check(body, arrays)
    for array in relations.behind(body):
        dependence.check(array, body)
    for array in arrays:
        if array.clause is None:
            checks_arrays.rows(array, body)
    unseen.check(body, arrays)
    _pointed_at(body, scalars)
    _qualifiers(body, arrays, scalars)
    _sizes(body)
    _addresses(body, arrays, scalars)
    _aliases(body, arrays)
    _independent(body, arrays)


def _jumps(body):
    labels = {node.name: node for node in body.uses.labels}
    for node, what in body.uses.jumps:
        target = re.match(r"goto\s+(\w+)", body.source.text[node.start : node.end])
        if what != "goto" or target is None or target[1] not in labels:
            body.diagnostics.add("jump-out", body.where(node), what=what)
    # Those that stand in the body itself move with it, whatever leads to them.
    moves = not body.uses.odd and not body.parsed.local_types
    own = [id(child) for child in body.parsed.node.body.children if moves]
    for node in body.uses.labels:
        if id(node) in own:
            continue
        body.diagnostics.add("label-in-body", body.where(node), name=node.name)


def _variables(body):
    """Neither the loop's variable nor what its bounds are made of may change."""
    header = body.loop
    bounds = (header.lower, header.upper, header.step, header.around)
    parts = [part for part in bounds if part is not None]
    named = {variable.key: variable for part in parts for variable in expression.variables(part)}
    for key, (variable, events) in body.uses.scalars.items():
        scalars = key in named and _by_members(parts, named[key])
        write = next((e for e in events if e.write and not (e.part and scalars)), None)
        if write is None:
            continue
        body.reported |= {key} & {header.variable.key, *named}
        if key == header.variable.key:
            body.diagnostics.add(
                "loop-variable-written", body.where(write.node), name=variable.name
            )
        elif key in named:
            body.diagnostics.add("bound-written", body.where(write.node), name=variable.name)
    # The first value is computed once; the bound and the step are, in C, again and again.
    elements = {r.variable.key for r in again.reads(body) if r.variable and not r.is_member}
    for use in (*body.uses.arrays, *body.seen.arrays):
        if use.write and not use.address and use.variable.key in elements:
            body.diagnostics.add("bound-written", body.where(use.node), name=use.variable.name)
            break


def _by_members(parts, variable):
    """Whether the bounds are made of members of a struct that are no arrays: writing to an array
    beside them leaves them as they are."""
    nodes = [node for part in parts for node in part.walk()]
    members = [
        node.base
        for node in nodes
        if isinstance(node, Member) and node.op == "." and isinstance(node.type, IntegerType)
    ]
    inside = sum(variable_of(base) == variable for base in members)
    return isinstance(variable.type, StructType) and inside == sum(
        isinstance(node, Name) and node.variable == variable for node in nodes
    )


def _qualifiers(body, arrays, scalars):
    for variable in [array.variable for array in arrays] + [scalar.variable for scalar in scalars]:
        kind = variable.type
        while kind is not None and not kind.volatile:
            kind = kind.element
        if kind is not None:
            node = next(
                (
                    n
                    for n in body.parsed.node.walk()
                    if isinstance(n, Name) and n.variable == variable
                ),
                None,
            )
            body.diagnostics.add(
                "volatile",
                body.where(node) if node is not None else body.source.where(body.loop.start),
                name=variable.name,
            )
    for variable, _ in body.uses.locals.values():
        if variable.storage == "static" and not innermost(variable.type).const:
            body.diagnostics.add("static-local", variable.location, name=variable.name)


def _sizes(body):
    own = {clause.name for clause in body.parsed.directive.clauses if clause.kind == "private"}
    for node in body.parsed.node.body.walk():
        if not isinstance(node, Sizeof) or node.value is not None:
            continue
        for variable in map(variable_of, node.walk()):
            if variable is not None and _varies(variable) and variable.name not in own:
                body.diagnostics.add("size-elsewhere", body.where(node), name=variable.name)


def _varies(variable):
    """Whether it is a variable array of the function, or leads to such."""
    kind = variable.type.element if variable.parameter else variable.type
    while isinstance(kind, IndexedType) and variable.scope == "function":
        if isinstance(kind, ArrayType) and kind.extent_value is None:
            return True
        kind = kind.element
    return False


# ---- Expressions in clauses ----------------------------------------------------------------------


UNDECLARED = re.compile(r"undeclared identifier '(\w+)'")


def _clauses(body):
    """Names in expressions must be known, since the compiler would complain of generated code."""
    from ...diagnostics import guess

    for kernel in body.parsed.directive.kernels:
        probe = body.parsed.expressions.get(kernel.name)
        known = kernel.backend in directives.BACKENDS
        if known and probe is not None and UNDECLARED.search(probe.refused):
            what = "the array with its source" if kernel.backend == "opencl" else "the function"
            body.diagnostics.add("kernel-unknown", kernel.where, name=kernel.name, what=what)
    scope = body.parsed.scope
    for part in directives.expressions(body.parsed.directive):
        probe = body.parsed.expressions.get(part.text)
        undeclared = UNDECLARED.search(probe.refused) if probe is not None else None
        if undeclared:
            body.diagnostics.add(
                "unknown-variable",
                part.where,
                name=undeclared[1],
                guess=guess(undeclared[1], scope),
            )
        elif probe is not None and probe.refused:
            what = "clause-items" if "@" in part.text else "expression"
            body.diagnostics.add(what, part.where, found=part.text)
    threads = body.parsed.directive.num_threads
    if threads is not None and threads.value is not None and threads.value < 1:
        body.diagnostics.add("num-threads", threads.where, found=threads.text)


# ---- Addresses and names of one object -----------------------------------------------------------


def _addresses(body, arrays, roles):
    """Addresses of an array's elements must not outlive the iteration, nor may they wander
    unseen."""
    known = {array.variable.key: array for array in arrays}
    private = {s.variable.key for s in roles if s.role == "private" and not s.last}
    for node in body.parsed.node.body.walk():
        if (
            isinstance(node, Assign)
            and node.op == "="
            and isinstance(node.assigned.type, IndexedType)
        ):
            found = _pointed(node.assigned, known)
            variable = variable_of(node.target)
            if found is not None and variable is not None and variable.key in private:
                _goes_on(variable, known[found], body)
            elif found is not None and (variable is None or variable.scope != "local"):
                body.diagnostics.add(
                    "escapes",
                    body.where(node.assigned),
                    name=known[found].name,
                    why=f"it is kept in '{dependence.text_of(node.target, body)}'",
                )
    for key, (variable, initial) in body.uses.locals.items():
        if (
            isinstance(variable.type, PointerType)
            and initial is not None
            and key in body.uses.written() & body.seen.written()
        ):
            found = _pointed(initial, known)
            # Of what no clause names, all is there (association.py).
            if found is not None and not _whole(known[found]):
                write = next(event for event in body.uses.scalars[key][1] if event.write)
                body.diagnostics.add(
                    "pointer-walks",
                    body.where(write.node),
                    name=variable.name,
                    array=known[found].name,
                )


def _goes_on(variable, array, body):
    """The message about a pointer that iterations set, and move through what a clause names."""
    steps = [n for n in body.parsed.node.body.walk() if not isinstance(n, Assign) or n.op != "="]
    step = next((n for n in steps if sets(n) and names(touched(n), variable)), None)
    if step is not None and not _whole(array):
        body.diagnostics.add(
            "pointer-walks", body.where(step), name=variable.name, array=array.name
        )


def _whole(array):
    """Whether every unit has all of an array, which is only read."""
    return array.clause is None or (array.direction == "in" and not array.associated)


def _pointed(node: Node, known):
    """The key of the array of `known` whose address the expression is, or None."""
    while True:
        if isinstance(node, Name):
            return (
                node.variable.key
                if node.variable is not None and node.variable.key in known
                else None
            )
        if isinstance(node, Binary) and node.op in ("+", "-"):
            left, right = node.children
            node = left if isinstance(left.type, IndexedType) else right
        elif isinstance(node, Index | Cast) or (isinstance(node, Unary) and node.op == "&"):
            node = node.children[0]
        else:
            return None


def _pointed_at(body, scalars):
    """Scalars that every iteration sets for itself, and that a pointer may lead to: it leads to the
    function's own. Where a clause says that they are private, that is meant."""
    pointers = any(
        isinstance(use.variable.type, PointerType) and use.subscripts for use in body.uses.arrays
    )
    if not (pointers or body.uses.hidden or body.uses.calls):
        return
    text = body.source.text[body.parsed.function.start : body.loop.start]
    declared = {clause.name for clause in body.parsed.directive.clauses}
    for scalar in scalars:
        named = scalar.name not in declared and apart.taken(scalar.name, text)
        events = body.uses.scalars.get(scalar.variable.key, (None, ()))[1]
        if scalar.role == "private" and named and any(event.write for event in events):
            write = next(event for event in events if event.write)
            body.diagnostics.add("address-taken", body.where(write.node), name=scalar.name)


def _aliases(body, arrays):
    """Two names of one object, where the function says so."""
    start, end = body.parsed.function.key, body.loop.start
    text = body.source.text[start:end]
    by_name = {array.name: array for array in arrays}
    for array in arrays:
        if (
            not isinstance(array.variable.type, PointerType)
            or array.variable.scope != "function"
            or array.variable.key < start
        ):
            continue
        sources = [
            (re.sub(r"\s+", " ", m[1]).strip(), text[m.end() :])
            for m in re.finditer(rf"(?<![\w.>]){re.escape(array.name)}\s*=(?!=)\s*([^;,]*)", text)
        ]
        _alias(array, sources, _steps(array.name, text), by_name, body)


def _steps(name, text):
    """Whether the text may change a pointer, besides by assignments."""
    name = re.escape(name)
    return re.search(rf"&\s*{name}\b|\b{name}\s*(\+\+|--|[-+]=)|(\+\+|--)\s*{name}\b", text)


def _alias(array, sources, changed, by_name, body):
    for text, behind in sources:
        for name in re.findall(r"[A-Za-z_]\w*", text):
            other = by_name.get(name)
            if other is None or other is array or other.direction == array.direction == "in":
                continue
            place = re.fullmatch(
                rf"(\([\w\s*]*\))?\s*(&\s*)?{re.escape(name)}\s*((\[[^\[\]]*\])*|\+[^?]*)", text
            )
            if (
                place
                and not array.variable.type.restrict
                and _may_end_before(place[3], other, body)
            ):
                return  # which is compared when the loop is reached
            certain = (
                len(sources) == 1
                and not changed
                and place
                # The other one may lead elsewhere since: two are swapped so.
                and not re.search(rf"(?<![\w.>]){re.escape(name)}\s*=(?!=)", behind)
                and not _steps(name, behind)
            )
            where = array.clause.where if array.clause is not None else body.parsed.directive.where
            body.diagnostics.add(
                "aliases" if certain else "may-alias",
                where,
                first=array.name,
                second=name,
                direction={"in": "part_copyin", "out": "part_copyout"}.get(
                    other.direction, "part_copy"
                ),
            )
            return


def _may_end_before(offset, array, body):
    """Whether an array may have ended where a pointer leads to, by C text of the pointer's distance
    from the array's first element."""
    if not re.search(r"[^][\s+0]", offset):
        return False
    extents = [body.polynomial(dimension.extent.text) for dimension in array.dimensions]
    values = [extent.value for extent in extents if extent is not None and extent.value is not None]
    number = re.fullmatch(r"[\s+[]*(\d+)[\s\]]*", offset)
    if number is None or len(values) < len(extents):
        return True
    return int(number[1]) >= math.prod(values)


def _independent(body, arrays):
    """`loop independent` where it can be seen not to be true."""
    for node in body.uses.loops:
        if node.loop.independent and node.loop.variable is not None:
            found = dependence.contradiction(node, arrays)
            if found is not None:
                body.diagnostics.add(
                    "not-independent",
                    body.where(found[0].node),
                    name=node.loop.variable.name,
                    read=dependence.text_of(found[0].node, body),
                    written=dependence.text_of(found[1].node, body),
                )


def host_only(body, scalars):
    """Why cores alone can execute the loop, or "": on an accelerator, memory that no clause names
    is not there."""
    reasons = []
    hidden = [*body.uses.hidden, *body.seen.hidden]
    for node, *_ in hidden[:1]:
        text = dependence.text_of(node, body)
        reasons.append(f"'{text}' is reached through a pointer that no clause can name")
        _warn(
            "host-only",
            body.where(node),
            body,
            what=reasons[-1],
            help="copy the pointer to a variable before the loop, and name that in a clause",
        )
    reasons += _pointers_inside(body, scalars) if not reasons else []
    system = {
        function.name
        for function in body.parsed.needs
        if function.kind == "function" and function.system
    }
    for name, why in dict(devices.unsupported_calls(body)).items():
        reasons.append(f"'{name}': {why}")
        _warn(
            "device-call",
            checks_calls.where(name, body),
            body,
            name=name,
            why=why,
            help="take it out of the loop; hetero(1, cpu) says that cores are meant"
            if name in system
            else "define it in this file without what it must not do, or use a function of math.h",
        )
    seen = set()
    for what, node, help in obstacles.find(body):
        if not reasons and what not in seen:
            _warn("no-device", body.where(node), body, what=what, help=help)
        seen.add(what)
    return reasons[0] if reasons else ""


def _pointers_inside(body, scalars):
    """A struct that is passed by value has addresses of the host's memory in it."""
    for scalar in scalars:
        kind = scalar.variable.type
        if isinstance(kind, StructType) and kind.holds_pointers:
            node = next(
                n
                for n in body.parsed.node.walk()
                if isinstance(n, Name) and n.variable == scalar.variable
            )
            what = f"'{scalar.name}' holds a pointer, which leads to the host's memory"
            _warn(
                "host-only",
                body.where(node),
                body,
                what=what,
                help="copy the members that the loop needs to variables before it, and name "
                "pointers in clauses",
            )
            return [what]
    return []


def _warn(id, where, body, **words):
    """Who asks for cores needs no warning that it will be cores."""
    if body.parsed.directive.hetero.devices != "cpu":
        body.diagnostics.add(id, where, **words)
