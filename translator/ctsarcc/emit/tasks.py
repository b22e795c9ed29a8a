# SPDX-License-Identifier: BSD-3-Clause
"""Functions whose calls are tasks: one that submits, with the parameters of the user's, and one
that calls the user's where the task is executed. A call becomes one of the former by its name."""

import re

from ..syntax import IndexedType
from .common import declaration, named
from .text import Edit, rewrite

ACCESS = (
    "{{CTSAR_ACCESS_{kind}, {ndim}, (void *)({host}), {size}, {{{sides}}}, NULL, NULL, {name}}}"
)
NO_SIDES = {"ndim": 0, "sides": "{0, 0, 0}"}
# What main has declared may be tasks', until it ends.
MAIN = "    __attribute__((cleanup(ctsar_main_ends), unused)) int ctsar_main_end;\n"
FORMS = {"host": ("host", "void", ""), "cuda": ("cuda", "int", ", void *stream")}


def prefix(task):
    return f"ctsar_task_{task.call or task.name}"


def edits(unit, context):
    """Of a Unit's tasks and waits."""
    if not unit.tasks and not unit.waits:
        return
    for start, end in unit.silent:
        yield Edit(start, end, ("",))
    yield Edit(unit.support, unit.support, (context.template("task_support.c.j2"),))
    main = [] if unit.main is None else [Edit(unit.main, unit.main, (MAIN,))]
    for task in unit.tasks:
        yield from _task(task, context)
    yield from _calls(unit.tasks, main, context.source)
    for wait in unit.waits:
        also = "#pragma omp taskwait\n" if wait.openmp else ""
        yield Edit(wait.start, wait.end, (also + _wait(wait),))


def _calls(tasks, main, source):
    """Lines with calls, where each is of the function that submits."""
    lines: dict = {source.line_of(edit.start): [edit] for edit in main}
    for task in tasks:
        for offset in task.calls:
            edit = Edit(offset, offset + len(task.name), (f"{prefix(task)}_submit",))
            lines.setdefault(source.line_of(offset), []).append(edit)
    for line, found in lines.items():
        start = source.line_start(line)
        end = start + len(source.line_text(line))
        yield Edit(start, end, (rewrite(source.text, start, end, found),))


def _wait(wait):
    # For all tasks: the program may write the places, of which no unit may keep a copy then.
    places = "".join(f"(void)sizeof({place.text}); " for place in wait.on)
    return f"{places}ctsar_taskwait({int(wait.flush)});"


def _task(task, context):
    source = context.source
    at = task.outside if task.call else source.behind(task.end)
    moved = [access for access in task.accesses if access.moved]
    text = context.template(
        "task.c.j2",
        task=task,
        prefix=prefix(task),
        head=lambda one: _head(task, one),
        grids=[_grid(task, one) for one in (task, *task.versions) if one.kernel],
        kernels=_kernels(task),
        compared=max(
            (v for v in task.versions if v.tolerance),
            key=lambda v: float(v.tolerance),
            default=None,
        ),
        parts=[_part(access) for access in moved],
        accesses=[_access(access) for access in task.accesses] + [_PARTS] * bool(moved),
    )
    own = "" if task.kernel else _form(task, task, context)
    rest = [(source.behind(v.end), _form(task, v, context)) for v in task.versions if v.end]
    yield Edit(at, at, (text + own + "".join(form for place, form in rest if place == at),))
    if task.call:
        pad = source.indentation(task.end - 1)
        call = context.template(
            "task_call.c.j2",
            task=task,
            prefix=prefix(task),
            pad=pad,
            variables=[_variable(k, access) for k, access in enumerate(task.accesses)],
            parts=[_part(a, k) for k, a in enumerate(task.accesses) if a.moved],
            accesses=[_access(access, k) for k, access in enumerate(task.accesses)]
            + [_PARTS] * bool(moved),
        )
        yield Edit(task.start, task.end, (call.strip(),))
    for place, form in rest:
        if place != at:
            yield Edit(place, place, (form,))


def _value(name):
    return ACCESS.format(
        kind="VALUE", host=f"&{name}", size=f"sizeof {name}", name="NULL", **NO_SIDES
    )


_PARTS = _value("ctsar_parts")


def _kernels(task):
    """What the task's kernels are, as the template wants them."""
    found = []
    for one in (task, *task.versions):
        if one.kernel:
            fields = [
                ("opencl_source", _quoted(one.kernel.text)),
                ("opencl_name", f'"{one.kernel.name}"'),
                ("opencl_grid", f"{prefix(task)}_{one.name}_grid"),
            ]
        elif one.form == "opencl":
            fields = [("opencl_source", one.name)]
        else:
            fields = [(FORMS[one.form][0], f"{prefix(task)}_{one.name}_call")]
        found.append({"id": f"{prefix(task)}_by_{one.name}", "name": one.name, "fields": fields})
    if len(found) == 1:
        found[0]["id"] = f"{prefix(task)}_kernel"
    return found


def _quoted(text):
    """As C's strings, one a line."""
    plain = text.replace("\r\n", "\n").replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?")
    return "".join(f'\n        "{line}\\n"' for line in plain.split("\n"))


def _grid(task, one):
    """What is asked for an OwnKernel's work-items."""
    grid = one.kernel.grid
    said = [("size", grid.size), ("local", grid.local), ("offset", grid.offset)]
    lines = [
        f"grid->{member}[{k}] = (size_t)({each.text});"
        for member, expressions in said
        for k, each in enumerate(expressions)
    ]
    words = set(re.findall(r"[A-Za-z_]\w*", " ".join(lines)))
    values = [
        f"{declaration(p.type, p.name)} = {_loaded(p, f'call->arg[{index}]')};"
        for index, p in enumerate(one.kernel.parameters)
        if p.name in words and not isinstance(p.type, IndexedType)
    ]
    return {
        "head": f"void {prefix(task)}_{one.name}_grid(const ctsar_call *call, ctsar_grid *grid)",
        "lines": [*(values or ["(void)call;"]), f"grid->dims = {len(grid.size)};", *lines],
    }


# ---- Submitting ----------------------------------------------------------------------------------


def _product(factors):
    return " * ".join(f"(size_t)({factor})" for factor in factors)


def _element(access):
    """C text of an element of what a parameter leads to."""
    if access.pointer:
        return f"{access.pointer}{'[0]' * max(1, access.depth)}"
    return f"{access.parameter.name}{'[0]' * access.parameter.type.depth}"


def _strides(access):
    """C texts of the distances of neighbours in all dimensions but the innermost."""
    return [
        _product(side.extent for side in access.sides[k + 1 :])
        for k in range(len(access.sides) - 1)
    ]


def _variable(k, access):
    """What a call's argument is kept in."""
    text = access.argument
    if access.kind == "value":
        return f"{declaration(access.parameter.type, f'ctsar_{k}')} = {text};"
    return f"__typeof__(({text}) + 0) ctsar_{k} = {text};"


def _access(access, k=0):
    name = access.pointer or access.parameter.name
    if access.kind == "value":
        name = f"ctsar_{k}" if access.argument else name
        return _value(name)
    kind, elem = access.kind.upper(), f"sizeof {_element(access)}"
    if access.box:
        sides = [
            f"{{(size_t)({side.extent or f'({side.lower}) + ({side.count})'}), "
            f"(size_t)({side.lower}), (size_t)({side.count})}}"
            for side in access.sides
        ]
        return ACCESS.format(
            kind=kind,
            ndim=len(sides),
            host=name,
            size=elem,
            sides=", ".join(sides),
            name=_said(access),
        )
    first = access.sides[0]
    rows = "".join(f" * {factor}" for factor in _strides(access)[:1])
    start = f"(char *){name} + (size_t)({first.lower}){rows} * {elem}"
    return ACCESS.format(
        kind=kind,
        host=name if first.lower == "0" else start,
        size=f"(size_t)({first.count}){rows} * {elem}",
        name=_said(access),
        **NO_SIDES,
    )


def _said(access):
    """What check mode calls the array, as C text."""
    kept = access.argument if access.whole else access.pointer
    text = " ".join((kept or access.parameter.name).split())
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _part(access, k=0):
    """How the function has a part, as a struct ctsar_task_part."""
    elem, strides = f"sizeof {_element(access)}", _strides(access)
    terms = [
        f"(size_t)({side.lower})" + "".join(f" * {s}" for s in strides[k : k + 1])
        for k, side in enumerate(access.sides)
    ]
    counts = ", ".join(f"(size_t)({side.count})" for side in access.sides)
    dims = len(access.sides) if access.box else 0
    offset = f"({' + '.join(terms)}) * {elem}"
    if access.pointer:
        offset = f"(char *){access.pointer} + {offset} - (char *)ctsar_{k}"
    return f"{{(long)({offset}), {dims}, {elem}, {{{counts}}}, {{{', '.join(strides) or '0'}}}}}"


# ---- Executing -----------------------------------------------------------------------------------


def _head(task, one):
    _, result, stream = FORMS[one.form]
    return f"{result} {prefix(task)}_{one.name}_call(const ctsar_call *call{stream})"


def _form(task, one, context):
    moved: list = []
    values: list = []
    for index, access in enumerate(task.accesses):
        place = f"call->arg[{index}]"
        if access.kind == "value":
            values.append(_loaded(access.parameter, place))
        elif access.moved:
            k = len(moved)
            moved.append((k, place, f"call->strides[{index}]", access.kind != "in"))
            values.append(f"(void *)(part{k} - parts[{k}].offset)")
        else:
            values.append(place)
    first, last = _stream(one)
    known = "cudaStreamSynchronize" in context.source.text
    return context.template(
        "task_form.c.j2",
        name=one.name,
        weak=bool(first) and not known,
        head=_head(task, one),
        index=len(task.accesses),
        moved=moved,
        first=first,
        last=last,
        values=values + ["stream"] * (one.form == "cuda" and getattr(one, "stream", False)),
    )


def _loaded(parameter, place):
    if isinstance(parameter.type, IndexedType):  # a pointer to a function
        return f"*(__typeof__({parameter.type.text}) *){place}"
    return f"*(const {named(parameter.type)} *){place}"


def _stream(one):
    """Lines around a call for CUDA: what knows no stream is on one that others do not wait for."""
    if one.form != "cuda":
        return [], []
    if getattr(one, "stream", False):
        return [], ["return 0;"]
    return ["if (cudaStreamSynchronize(stream))", "    return 1;"], [
        "return (int)cudaDeviceSynchronize();"
    ]
