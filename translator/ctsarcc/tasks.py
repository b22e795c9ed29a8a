# SPDX-License-Identifier: BSD-3-Clause
"""Directives of tasks and what stands behind them, from grammar to what can be emitted."""

import re
from dataclasses import replace

from .model import Implements, Region, Target, Task, TaskWait
from .parse.heads import head_of, signature_of

# What a declaration does not begin with.
CALL = re.compile(r"(?:\s|#[^\n]*\n)*[A-Za-z_]\w*\s*\(")


def joined(found, diagnostics):
    """(what stands before versions, before tasks, waits), each in the order of the file: OmpSs's
    `omp target` belongs to the directive that comes next, and may make that a version."""
    lists: dict = {Implements: [], Task: [], TaskWait: []}
    target = None
    for one in found:
        if target is not None and not isinstance(one, Task):
            diagnostics.add("task-target", target.where)
            target = None
        if isinstance(one, Target):
            target = one
        else:
            whole = _targeted(one, target) if target is not None else one
            lists[type(whole)].append(whole)
            target = None
    if target is not None:
        diagnostics.add("task-target", target.where)
    return tuple(lists.values())


def _targeted(task, target):
    """A Task behind a Target, as one; an Implements where it is for another function's tasks."""
    if target.implements is None:
        work = task.range or target.range
        return replace(task, start=target.start, target=target, range=work)
    name, where = target.implements
    return Implements(target.start, task.end, target.where, name, where, target.form, target=target)


def expressions(directive):
    """All expressions of a Task."""
    found = [directive.priority, directive.range]
    if directive.target is not None and directive.target.grid is not None:
        found += [*directive.target.grid.offset, *directive.target.grid.local]
    for part in directive.parts:
        found += part.shape
        for section in part.sections:
            found += [section.lower, section.count]
    return [one for one in found if one is not None]


def probes(directives, source):
    """What clang is to say about them: each in a function with the parameters of its own."""
    for number, directive in enumerate(directives):
        signature = signature_of(source.text, directive.end)
        texts = list(dict.fromkeys(one.text for one in expressions(directive)))
        if CALL.match(source.text, directive.end):
            yield directive.end, texts, ""  # before a statement
        elif signature is not None and texts:
            head = f"static void ctsarcc_task_{number}({signature[0]}) "
            yield directive.start, texts, head


def functions(parser, directives, implementations, source, diagnostics):
    """TaskFunctions, with their versions and calls."""
    if not directives:
        return []
    from .analyse.forms import tasks

    found: list = []
    known: dict = {}
    for directive in directives:
        inside = parser.functions([directive.start])
        if inside:
            task = _call(parser, directive, inside[0], source, diagnostics)
            found += [task] if task is not None else []
            continue
        parsed = parser.parsed_task(directive, expressions(directive))
        if parsed is None:
            diagnostics.add("task-function", directive.where)
            continue
        if parsed.declaration.name in known:
            if known[parsed.declaration.name] != _said(directive):
                diagnostics.add("task-again", directive.where, name=parsed.declaration.name)
            continue
        known[parsed.declaration.name] = _said(directive)
        task = tasks.function(parsed, source, diagnostics, parser.file_scope(directive.end))
        if task is not None:
            task = replace(task, calls=_calls(parser, parsed, source, diagnostics))
            found.append(_with_versions(task, parser, implementations, source, diagnostics, tasks))
    return found


def _call(parser, directive, function, source, diagnostics):
    """The TaskFunction of one call, or None."""
    from .analyse.forms import tasks

    parsed = None
    if CALL.match(source.text, directive.end):
        parsed = parser.task_call(directive, expressions(directive), function)
    if parsed is None:
        diagnostics.add("task-inline", directive.where)
        return None
    if parsed.declaration.start >= parsed.outside:
        diagnostics.add("task-within", directive.where, name=parsed.declaration.name)
        return None
    task = tasks.function(parsed, source, diagnostics)
    if task is None:
        return None
    name = f"{function.spelling}_{directive.where.line}_{task.name}"
    return replace(task, start=directive.start, call=name, outside=parsed.outside)


def _said(directive):
    """What a directive says, wherever it stands: another one of the same function may repeat it."""
    texts = [one.text for one in expressions(directive)]
    return [(part.kind, part.name, part.element) for part in directive.parts], texts


def _with_versions(task, parser, implementations, source, diagnostics, analysis):
    own = [one for one in implementations if one.name == task.name]
    versions = []
    for one in own:
        parsed = parser.implementation(one, None)
        if parsed is None:
            diagnostics.add("version-function", one.where, name=one.name)
            continue
        visible = parser.file_scope(one.end)
        version = analysis.version(parsed, task, source, diagnostics, visible)
        versions += [version] if version is not None else []
    return replace(task, versions=(*task.versions, *versions))


def _calls(parser, parsed, source, diagnostics):
    """Offsets of the function's name where calls become tasks. In its own body they are executed
    at once, as in that of any other task."""
    declaration, found = parsed.declaration, []
    for offset, called in parser.mentions(declaration.name):
        if declaration.start <= offset < parsed.end:
            continue
        if not called:
            diagnostics.add("task-name", source.where(offset), name=declaration.name)
        elif offset < parsed.end:
            diagnostics.add("task-late", source.where(offset), name=declaration.name)
        else:
            found.append(offset)
    return tuple(found)


def check_places(tasks, waits, regions, bodies, source, diagnostics):
    """Calls and waits must not stand in loops that are executed elsewhere, or in functions that
    these call; waits not where they would be a branch."""
    places = [(offset, source.where(offset)) for task in tasks for offset in task.calls]
    places += [(task.start, task.where) for task in tasks if task.call]
    known = {task.name for task in tasks if not task.call}
    for task in tasks:
        if task.call and task.name in known:
            diagnostics.add("task-again", task.where, name=task.name)
    for offset, where in places + [(wait.start, wait.where) for wait in waits]:
        if any(region.node.start <= offset < region.node.end for region in regions):
            diagnostics.add("task-in-loop", where)
    for region in regions:
        if isinstance(region, Region) and any(
            needed.start <= task.start < needed.end if task.call else needed.name == task.name
            for needed in region.needs
            for task in tasks
        ):
            diagnostics.add("task-in-loop", region.directive.where)
    for wait in waits:
        before = re.sub(r"(?m)^[ \t]*#.*$", "", source.text[: wait.start]).rstrip()
        if not any(start <= wait.start < end for start, end in bodies):
            diagnostics.add("misplaced-directive", wait.where)
        elif not before.endswith((";", "{", "}", ":")):
            diagnostics.add("taskwait-place", wait.where)


def end_of_main(parser, source, tasks, waits):
    """Where main begins, at whose end tasks are waited for; None where the file has no main or no
    tasks."""
    main = next((f for f in parser.functions_named("main")), None)
    if main is None or not (tasks or waits):
        return None
    start, end = parser.extent(main)
    head = head_of(source.text, start)
    place = source.behind(head)
    return place if place < end else head


def spans(parser, directives):
    """From directives of tasks to what they stand before."""
    for one in directives:
        if parser.functions([one.start]):
            continue
        cursor = parser.declared_after(one.end)
        if cursor is not None:
            yield one.start, parser.extent(cursor)[0]


def support(parser, tasks, waits):
    """Where what tasks share may be defined: before all that uses it."""
    starts = [task.outside if task.call else parser.outside(task.start) for task in tasks]
    users = parser.functions([wait.start for wait in waits])
    starts += [parser.outside(parser.extent(f)[0]) for f in users + parser.functions_named("main")]
    return min(starts, default=0)
