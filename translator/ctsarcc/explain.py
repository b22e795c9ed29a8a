# SPDX-License-Identifier: BSD-3-Clause
"""What --explain prints: per region and array what was declared, what was found, and why."""

import re
import sys

from .analyse.algebra.affine import Polynomial, Values
from .emit.common import arguments, lower_bound, step, upper_bound
from .syntax import Node

COMES_BACK = "  to the host after each loop that is divided in functions which it calls: all of it"
KIND = {"in": "part_copyin", "out": "part_copyout", "inout": "part_copy"}


def clause(array, variable="i"):
    """The array as the clause that says all about it."""
    if not array.associated and array.direction == "in":
        sizes = " * ".join(
            f"({d.extent.text})"
            if not d.extent.text.replace("_", "a").isalnum() and len(array.dimensions) > 1
            else d.extent.text
            for d in array.dimensions
        )
        return f"copyin({array.name}[0:{sizes}])"
    dimensions = "".join(
        f"[{int(d.associated)}:{d.extent.text}{_halo(d)}{_map(d, variable)}]"
        for d in array.dimensions
    )
    return f"{KIND[array.direction]}({array.name}{dimensions})"


def _map(dimension, variable):
    if dimension.map is None:
        return ""
    width = "" if dimension.map.width.value == 1 else f":{dimension.map.width.text}"
    return f"@{dimension.map.text(variable)}{width}"


def _halo(dimension):
    if dimension.below is None:
        return ""
    below, above = dimension.below.text, dimension.above.text
    return f":{below}" if below == above else f":{below}/{above}"


def _bound(node: Node, one_more, text):
    """A bound worked out as far as it can be: 499 for what is `500 -1` once macros are expanded;
    else the text itself."""
    polynomial = Values().polynomial(node)
    if polynomial is None or not all(name.isidentifier() for name, _ in polynomial.variables()):
        text = text.removesuffix("L") if one_more and text.endswith(" + 1L") else text
        return " ".join(text.split())
    return str(polynomial + Polynomial.constant(int(one_more)))


def _bounds(loop, source):
    """From the first iteration to one past the last."""
    return (
        f"{_bound(loop.lower, loop.above, lower_bound(loop, source))} to "
        f"{_bound(loop.upper, loop.inclusive, upper_bound(loop, source))}"
    )


def kept(loop):
    """Lines about a loop that stays as it is."""
    where, name = (
        loop.directive.where,
        loop.loop.variable.name if loop.loop.variable is not None else "",
    )
    how = _otherwise(loop)
    return [
        f"{where.file}:{where.line}: the loop{f' over {name!r}' if name else ''} in "
        f"'{loop.function.name}': {how}: {loop.reason}",
        *_asked(loop.guards),
        *_brought(loop.reached),
        *([COMES_BACK] if loop.calls else []),
    ]


def _brought(reached):
    """Lines about what comes to the host before a loop that uses it there, of arrays that
    persist."""
    for one in reached:
        what = f"all that persists, since {one.why}" if not one.address else f"'{one.address}'"
        anew = "; accelerators fetch it anew" if one.write else ""
        yield f"  to the host before: {what}{anew}"


def _asked(guards):
    return [f"  {_guard(guard)} when the loop is reached" for guard in guards]


def _guard(text):
    look = re.search(r"\bctsar_ordered\b|\bctsar_least_\d+ = ", text)
    if look is None:
        return f"only where {text}, which is asked"
    ends = " and ".join(dict.fromkeys(re.findall(r"\bctsar_(?:least|most)_\d+\b", text)))
    if look[0] == "ctsar_ordered":
        return f"only where what iterations reach lies in their order, between {ends}: looked at"
    return f"what iterations reach lies between {ends}: looked at"


def _about_array(array, region):
    """Lines about one of its arrays."""
    if array.block is not None:
        yield from _about_block(array)
        return
    if array.pivot is not None:
        yield _about_pivot(array)
        return
    said = clause(array, region.loop.variable.name)
    origin = "declared" if array.clause else "found"
    yield f"  {said}{' persist' if array.persist else ''}: {origin}"
    for reason in array.reasons:
        if not reason.startswith("declared"):
            yield f"    {reason}"
    if len(array.dimensions) <= 1:
        return
    if array.pitched:
        yield "    rows may be padded and packed: all subscripts are rewritten"
    elif region.versions:
        yield "    laid out as on the host, as versions subscript it"
    else:
        why = "not all of its uses are subscripts that can be rewritten"
        yield f"    laid out as on the host: {why}"


def _about_block(array):
    """The same of a matrix whose rows are found by pointers."""
    block, copied = array.block, {"in": "in", "out": "out", "inout": "in and out"}
    yield (
        f"  rows that '{block.place}' leads to, {block.low} to {block.high}, of each elements "
        f"{block.first} to {block.last}: copied {copied[array.direction]}"
    )
    for reason in array.reasons:
        yield f"    {reason}"


def _about_pivot(array):
    """The same of a copy that is made before the loop."""
    first, last = _copied(array.pivot)
    what = f"'{first}'" if first == last else f"'{first}' to '{last}'"
    return (
        f"  {array.name} is a copy of {what}, where no iteration writes and which all read: it is "
        "made when the loop is reached"
    )


def _copied(pivot):
    """The first and the last element that there is a copy of, as people write them."""
    ends = [[side.low for side in pivot.sides], [side.high for side in pivot.sides]]
    return [re.sub(r"\(long\)(?:\((\w+)\)|(?=\w))", r"\1", pivot.place(end)) for end in ends]


def _otherwise(loop):
    """How a loop is executed where guards do not hold."""
    return "OpenMP's, on the cores" if loop.parallel else "executed by one core"


def _role(scalar):
    """A scalar's role, as a clause is called."""
    return "lastprivate" if scalar.last else scalar.role


def _scalar(scalar):
    op = f"{scalar.op}:" if scalar.op else ""
    return f"{_role(scalar)}({op}{scalar.name})"


def _hetero(hetero):
    """What else hetero() says, as C text; None where it says nothing."""
    always = hetero.condition.text.strip() in ("1", "true")
    return {
        "condition": None if always else hetero.condition.text,
        "ratio": hetero.ratio.text if hetero.ratio else None,
        "div": hetero.div.text if hetero.div else None,
    }


def explain(region, forms, source):
    """Lines about one region. `forms`: {emitter: Form}."""
    where, loop, hetero = region.directive.where, region.loop, region.directive.hetero
    lines = [
        f"{where.file}:{where.line}: the loop over '{loop.variable.name}' in "
        f"'{region.function.name}': "
        f"{_bounds(loop, source)}, step {step(loop, source)}; "
        f"units: {'cpu' if region.host_only else hetero.devices}; policy: {hetero.policy}"
        + "".join(f"; {name}: {text}" for name, text in _hetero(hetero).items() if text)
    ]
    for one in region.hoisted:
        lines.append(
            f"  {one.variable.name} is '{one.place}', which no iteration changes: "
            "it is read before the loop"
        )
    for array in region.arrays:
        lines += _about_array(array, region)
    lines += [
        f"  {_scalar(scalar)}: {scalar.reason.replace('declared: ' + scalar.role, 'declared')}"
        for scalar in region.scalars
        if scalar.role != "value" and not scalar.made
    ]
    lines += _asked(region.guards)
    lines += _brought(region.beside)
    if region.otherwise is not None:
        lines.append(f"  else the loop is {_otherwise(region.otherwise)}")
        lines += [f"  {line}" for line in _asked(region.otherwise.guards)]
        lines += [f"  {line}" for line in _brought(region.otherwise.reached)]
    if region.inner:
        loops = " and ".join(
            f"'{node.loop.variable.name}', line {source.where(node.start).line}"
            for node in region.inner.nodes
        )
        lines.append(f"  second dimension on devices: {loops}: {region.inner.reason}")
    else:
        lines.append(
            "  second dimension on devices: none; no inner loop is all of the body and known to "
            "be independent"
        )
    if not region.outlined:
        lines.append(
            "  the body stays inline: it uses what only its function knows, so no device can have "
            "it"
        )
    if forms:
        lines.append(
            "  arguments of a kernel: "
            + ", ".join(f"{a.index} {a.name}" for a in arguments(region))
        )
    for name, form in forms.items():
        lines.append(f"  {name}: {form.note or 'made'}")
    lines += [
        f"  version {version.name}: {version.form}{_where(version)}" for version in region.versions
    ]
    return lines


def _where(version):
    asked = f", where {version.asked}" if version.asked else ""
    return asked + (f", verified within {version.tolerance}" if version.tolerance else "")


def tell(regions, kept_, output, diagnostics, kind):
    """Text for people, or for tools what is printed with the messages."""
    if kind == "json":
        diagnostics.explanation = [
            as_data(region, output.forms[region.name], output.source) for region in regions
        ] + [kept_as_data(loop) for loop in kept_]
        return
    for region in regions:
        print("\n".join(explain(region, output.forms[region.name], output.source)), file=sys.stderr)
    for loop in kept_:
        print("\n".join(kept(loop)), file=sys.stderr)


def tell_tasks(tasks, diagnostics, kind):
    """The same of functions whose calls are tasks."""
    if kind == "json":
        diagnostics.explanation += [task_as_data(task) for task in tasks]
        return
    for task in tasks:
        where = task.where
        place = f"{where.file}:{where.line}:"
        lines = [
            f"{place} the call of '{task.name}' is a task"
            if task.call
            else f"{place} calls of '{task.name}' are tasks: {len(task.calls)}"
        ]
        lines += [f"  {a.kind}({part_text(a)})" for a in task.accesses if a.kind != "value"]
        lines += [f"  value({a.parameter.name})" for a in task.accesses if a.kind == "value"]
        lines += [f"  version {v.name}: {v.form}" for v in (task, *task.versions)]
        print("\n".join(lines), file=sys.stderr)


def part_text(access):
    """A part as the directive that says all about it."""
    name = access.pointer or access.parameter.name
    return name + "".join(f"[{s.lower}:{s.count}]" for s in access.sides)


def task_as_data(task):
    return {
        "file": task.where.file,
        "line": task.where.line,
        "function": task.name,
        "task": True,
        "calls": 1 if task.call else len(task.calls),
        "accesses": [
            {"name": a.parameter.name, "kind": a.kind, "part": part_text(a)} for a in task.accesses
        ],
        "priority": task.priority,
        "versions": [{"name": v.name, "form": v.form} for v in (task, *task.versions)],
    }


# ---- For tools -----------------------------------------------------------------------------------


def _place(loop, region):
    where = region.directive.where
    return {
        "file": where.file,
        "line": where.line,
        "function": region.function.name,
        "variable": loop.variable.name if loop.variable is not None else None,
    }


def kept_as_data(loop):
    return {
        **_place(loop.loop, loop),
        "split": False,
        "executed": "OpenMP" if loop.parallel else "serial",
        "reason": loop.reason,
        "guards": list(loop.guards),
        "to_the_host": _reached(loop.reached),
        "calls": loop.calls,
    }


def _reached(reached):
    return [
        {
            "address": one.address or None,  # None: all that persists
            "bytes": one.size or None,
            "write": one.write,
            "reason": one.why or None,
        }
        for one in reached
    ]


def as_data(region, forms, source):
    """What `explain` says, as JSON has it."""
    loop, hetero = region.loop, region.directive.hetero
    return {
        **_place(loop, region),
        "split": True,
        "lower": lower_bound(loop, source),
        "upper": upper_bound(loop, source),
        "step": step(loop, source),
        "units": "cpu" if region.host_only else hetero.devices,
        "policy": hetero.policy,
        **_hetero(hetero),
        "arrays": [_array(array) for array in region.arrays],
        "guards": list(region.guards),
        "to_the_host": _reached(region.beside),
        "otherwise": kept_as_data(region.otherwise) if region.otherwise is not None else None,
        "scalars": [
            {"name": s.name, "role": _role(s), "operator": s.op or None, "reason": s.reason}
            for s in region.scalars
            if not s.made
        ],
        "second_dimension": {
            "lines": [source.where(node.start).line for node in region.inner.nodes],
            "reason": region.inner.reason,
        }
        if region.inner
        else None,
        "arguments": [argument.name for argument in arguments(region)] if forms else [],
        "forms": {name: form.note or "made" for name, form in forms.items()},
        "versions": [
            {
                "name": v.name,
                "form": v.form,
                "condition": v.asked or None,
                "tolerance": v.tolerance or None,
            }
            for v in region.versions
        ],
    }


def _items(dimension):
    """Which items of a dimension an iteration has: `width` from stride * iteration + offset on."""
    if not dimension.associated:
        return None
    if dimension.map is None:
        return {"stride": 1, "offset": 0, "width": 1}
    found = dimension.map
    parts = {"stride": found.stride, "offset": found.offset, "width": found.width}
    return {name: part.text if part.value is None else part.value for name, part in parts.items()}


def _pointers(block):
    """Which rows pointers are asked for, of which elements."""
    return {
        "name": block.place,
        "rows": [block.low, block.high],
        "elements": [block.first, block.last],
    }


def _array(array):
    return {
        "name": array.name,
        # None says that rows are found by pointers, or that it is a copy.
        "clause": clause(array) if array.block is None and array.pivot is None else None,
        "copy_of": _copied(array.pivot) if array.pivot is not None else None,
        "declared": array.clause is not None,
        "direction": array.direction,
        "persist": array.persist,
        "rows_move": array.pitched,
        "pointers": _pointers(array.block) if array.block is not None else None,
        "reasons": [r for r in array.reasons if not r.startswith("declared")],
        "dimensions": [
            {
                "extent": d.extent.text,
                "associated": d.associated,
                "below": d.below.text if d.below else "0",
                "above": d.above.text if d.above else "0",
                "map": _items(d),
            }
            for d in array.dimensions
        ],
    }
