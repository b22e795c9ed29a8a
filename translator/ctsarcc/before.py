# SPDX-License-Identifier: BSD-3-Clause
"""The grammar of the directives of versions, tasks and pure functions, most of which stand before
functions: a pragma's text to what it says, or to messages. Each is one function in READERS."""

import itertools

from .diagnostics import guess
from .directives import Stop, Text, skip
from .model import Expression, Grid, Implements, Part, Pure, Section, Target, Task, TaskWait

VERSIONS = {
    "cpu": "host",
    "smp": "host",
    "opencl": "opencl",
    "cuda": "cuda",
    "clcpu": "opencl",
    "clgpu": "opencl",
}


def parse(source, line, sentinel, expanded, diagnostics, openmp=False):
    """What one pragma says; None where it is no directive of this kind, False where it is wrong.
    `openmp`: the user wants OpenMP's own directives."""
    text = Text(source, line, expanded, diagnostics)
    reader = READERS.get((sentinel, text.peek()))
    if reader is None or not ours(sentinel, text, openmp):
        return None
    text.omp = sentinel == "omp"
    start = source.line_start(line)
    try:
        return reader(text, start, start + len(source.line_text(line)))
    except Stop:
        return False


def _unknown(text, where, clause, known):
    text.diagnostics.add(
        "unknown-clause", where, name=clause, guess=guess(clause, known), known=", ".join(known)
    )
    raise Stop


def implements(text, start, end):
    """implements(FUNCTION) device(KIND) when(CONDITION) tolerance(NUMBER)"""
    help = "implements(FUNCTION) device(cpu|opencl|cuda) when(CONDITION) tolerance(NUMBER)"
    where = text.where()
    text.take()
    text.take("(", help)
    name, place = text.take_name(help), text.where(text.at - 1)
    text.take(")", help)
    said: dict = dict.fromkeys(("device", "when", "tolerance"))
    while text.at < len(text.tokens):
        if text.accept(","):
            continue
        at, clause = text.where(), text.take_name(help)
        if clause not in said:
            _unknown(text, at, clause, said)
        if said[clause] is not None:
            text.diagnostics.add("repeated-clause", at, name=clause)
            raise Stop
        text.take("(", help)
        said[clause] = device_of(text, help) if clause == "device" else text.until(")", help=help)
        text.take(")", help)
    return Implements(
        start, end, where, name, place, said["device"] or "host", said["when"], said["tolerance"]
    )


def pure(text, start, end):
    """pure"""
    where = text.where()
    text.take()
    if text.peek():
        found = text.peek()
        expected = "the end of the line"
        text.diagnostics.add("syntax", text.where(), expected=expected, found=found, help="pure")
        raise Stop
    return Pure(end, where)


def device_of(text, help):
    """A kind of device as the form of a kernel that is for it."""
    place, found = text.where(), text.take_name(help)
    if found not in VERSIONS:
        text.diagnostics.add(
            "version-device",
            place,
            found=found,
            guess=guess(found, VERSIONS),
            known=", ".join(VERSIONS),
        )
        raise Stop
    return VERSIONS[found]


# ---- Tasks ---------------------------------------------------------------------------------------

KINDS = {
    "in": "in",
    "input": "in",
    "out": "out",
    "output": "out",
    "inout": "inout",
    # What may change places is executed in the order of the calls.
    "concurrent": "inout",
    "commutative": "inout",
}
# They say nothing about results.
SILENT = ("label", "cost", "untied", "mergeable", "copy_deps")
TASK = "task in(PART, ...) out(PART, ...) inout(PART, ...) priority(NUMBER) range(COUNT)"
# What OpenMP's own tasks have.
OPENMP_TASK = ("depend", "shared", "private", "firstprivate", "default", "if", "final")


def task(text, start, end):
    """task in(PART, ...) out(PART, ...) inout(PART, ...) priority(NUMBER) range(COUNT)"""
    where = text.where()
    text.take()
    parts: list = []
    numbers: dict = {"priority": None, "range": None}
    while text.at < len(text.tokens):
        if text.accept(","):
            continue
        at, clause = text.where(), text.take_name(TASK)
        if clause in KINDS:
            parts += parts_of(text, KINDS[clause])
        elif clause in numbers:
            if numbers[clause] is not None:
                text.diagnostics.add("repeated-clause", at, name=clause)
                raise Stop
            text.take("(", TASK)
            numbers[clause] = text.until(")", help=TASK)
            text.take(")", TASK)
        elif clause in SILENT:
            skip(text)
        else:
            _unknown(text, at, clause, (*KINDS, *numbers))
    return Task(start, end, where, tuple(parts), **numbers)


def parts_of(text, kind):
    """(PART, ...)"""
    text.take("(", TASK)
    while True:
        yield part(text, kind)
        if not text.accept(","):
            break
    text.take(")", TASK)


def part(text, kind):
    """NAME, *NAME, NAME[LOWER:COUNT]..., [EXTENT]...NAME, ([EXTENT]...NAME)[LOWER:COUNT]..., or
    [EXTENT]...NAME[INDEX]..., which is of that shape behind the pointer NAME[INDEX]..."""
    where = text.where()
    element = text.accept("*")
    bracketed = text.accept("(")
    shape = []
    while text.accept("["):
        shape.append(text.until("]", help=TASK))
        text.take("]", TASK)
    first = text.at
    name = text.take_name(TASK)
    if bracketed:
        text.take(")", TASK)
    sections = []
    while text.accept("["):
        sections.append(section(text))
    pointer = ""
    if shape and sections and not bracketed:
        words = [token[0] for token in text.tokens[first : text.at]]
        if {":", ";"} & set(words):
            text.diagnostics.add("task-shape", where, name=name)
            raise Stop
        pointer = " ".join(words)
    return Part(kind, name, where, tuple(shape), tuple(sections), element, pointer)


def section(text):
    """LOWER:COUNT], in OmpSs's spelling LOWER;COUNT], or the index of one element."""
    first = text.until(":", ";", "]", help=TASK)
    one = Expression("1", first.where)
    if text.accept("]"):
        return Section(first, one)
    if text.peek() == ":" and text.omp:
        text.diagnostics.add("task-section", text.where(), lower=first.text)
        raise Stop
    text.take()
    count = text.until("]", help=TASK)
    text.take("]", TASK)
    return Section(first, count)


def target(text, start, end):
    """target device(KIND) copy_deps implements(FUNCTION) ndrange(N, [OFFSET...,] SIZE..., LOCAL...)
    file(NAME.cl) name(KERNEL)"""
    where = text.where()
    text.take()
    help = (
        "target device(smp|cuda|opencl) copy_deps implements(FUNCTION) ndrange(1, SIZE, LOCAL) "
        "file(NAME.cl) name(KERNEL)"
    )
    known = ("device", "copy_deps", "implements", "ndrange", "file", "name")
    found: dict = {}
    while text.at < len(text.tokens):
        if text.accept(","):
            continue
        at, clause = text.where(), text.take_name(help).lower()
        if clause in SILENT:
            continue
        if clause not in known:
            _unknown(text, at, clause, known)
        text.take("(", help)
        if clause == "device":
            found["form"] = device_of(text, help)
        elif clause == "implements":
            found["implements"] = text.take_name(help), text.where(text.at - 1)
        elif clause == "file":
            found["file"] = text.until(")", help=help).text.strip('"')
        elif clause == "name":
            found["kernel"] = text.take_name(help)
        else:
            found["grid"] = grid(text, help)
        text.take(")", help)
    return Target(start, where, **found)


def grid(text, help):
    """ndrange(DIMENSIONS, [OFFSET...,] SIZE..., LOCAL...)"""
    parts = [text.until(",", ")", help=help)]
    while text.accept(","):
        parts.append(text.until(",", ")", help=help))
    count = int(parts[0].text) if parts[0].text in ("1", "2", "3") else 0
    if not count or len(parts) not in (count + 1, 2 * count + 1, 3 * count + 1):
        text.diagnostics.add("task-ndrange", parts[0].where)
        raise Stop
    offset = parts[1 : count + 1] if len(parts) == 3 * count + 1 else []
    rest = parts[1 + len(offset) :]
    return Grid(tuple(rest[:count]), tuple(rest[count:]), tuple(offset))


def taskwait(text, start, end):
    """taskwait, taskwait on(PLACE, ...), taskwait noflush"""
    where = text.where()
    text.take()
    help = "taskwait on(PLACE, ...) or taskwait noflush"
    on, flush = [], True
    while text.at < len(text.tokens):
        at, clause = text.where(), text.take_name(help)
        if clause == "noflush":
            flush = False
        elif clause == "on":
            text.take("(", help)
            while True:
                first = text.at
                place = text.until(",", ")", help=help)
                words = [token[0] for token in text.tokens[first : text.at]]
                if words[0] != "[" and not {":", ";"} & set(words):  # C, and no part
                    on.append(place)
                if not text.accept(","):
                    break
            text.take(")", help)
        else:
            _unknown(text, at, clause, ("on", "noflush"))
    return TaskWait(start, end, where, tuple(on), flush)


READERS = {
    ("ctsar", "implements"): implements,
    ("ctsar", "pure"): pure,
    ("ctsar", "task"): task,
    ("ctsar", "taskwait"): taskwait,
    ("omp", "task"): task,
    ("omp", "target"): target,
    ("omp", "taskwait"): taskwait,
}


def ours(sentinel, text, openmp):
    """Whether a directive is one of these: OpenMP has tasks, too, and other clauses on them."""
    if sentinel != "omp":
        return True
    words = [match[0] for match in text.tokens]
    called = {word for word, after in itertools.pairwise(words) if after == "("}
    if words[0] == "task":
        return bool(called & set(KINDS)) and not called & set(OPENMP_TASK)
    if words[0] == "target":
        kinds = {words[k + 2] for k, w in enumerate(words[:-2]) if w == "device"}
        return "copy_deps" in words or bool(kinds & set(VERSIONS))
    return not openmp or bool({"on", "noflush"} & set(words))
