# SPDX-License-Identifier: BSD-3-Clause
"""From regions to C. One emitter a file: each makes one form of a kernel; EMITTERS is the list of
them.

An emitter is a function form(region, context) -> Form. It decides everything; templates only lay
out."""

from ..model import Depersist
from . import cuda, host, opencl, tasks, versions
from .common import Context, Form
from .layouts import ENVIRONMENT
from .text import Edit, rewrite

EMITTERS = {"host": host.form, "opencl": opencl.form, "cuda": cuda.form}

COLUMNS = 100


def wrap(text, indent):
    """A call as lines of at most COLUMNS: broken between its arguments, which are aligned."""
    if len(indent) + len(text) <= COLUMNS:
        return text
    first = text.find("(") + 1
    pieces, depth, start = [], 0, first
    for at in range(first, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if text[at] == "," and depth == 0:
            pieces.append(text[start : at + 1])
            start = at + 2
    lines: list[str] = []
    line = text[:first]
    blank = indent + " " * first
    width = len(indent)
    for piece in [*pieces, text[start:]]:
        if len(line) > (first if not lines else 0) and width + len(line) + 1 + len(piece) > COLUMNS:
            lines.append(line)
            line, width = piece, len(blank)
        else:
            line += piece if line.endswith("(") or not line else " " + piece
    return f"\n{blank}".join([*lines, line])


ENVIRONMENT.filters["wrap"] = wrap


def template(file, /, **values):
    return ENVIRONMENT.get_template(file).render(**values)


class Output:
    """The translated file: `edits` of the source's text, and further files to be compiled apart."""

    def __init__(self, source, edits, files, forms):
        self.source, self.edits, self.files = source, edits, files
        self.forms = forms  # {region's name: {emitter: Form}}


def emit(unit, source, options):
    """`unit` as an Output."""
    context = Context(source, template, options)
    edits: list = []
    files: list = []
    before: dict = {}
    combiners: set = set()
    made: dict = {}
    for region in unit.regions:
        directive = region.directive
        plain = (
            directive.plain if not directive.spelling.startswith("omp") or options.openmp else ""
        )
        edits.append(
            Edit(
                directive.start, region.loop.end, (host.site(region, context, plain).lstrip(" \t"),)
            )
        )
        if region.constant_condition is False:
            made[region.name] = {}
            continue
        own = {kernel.backend for kernel in directive.kernels}
        made[region.name] = (
            {
                name: Form(note="the user's own") if name in own else emitter(region, context)
                for name, emitter in EMITTERS.items()
            }
            if region.outlined
            else {}
        )
        forms = made[region.name].values()
        code = before.setdefault(region.function.start, [])
        code += _combiners(region, combiners)
        code += [form.definition for form in forms if form.definition]
        files += [form.file for form in forms if form.file]
        if region.outlined:
            code.append(
                template(
                    "kernel.c.j2",
                    region=region,
                    fields=_fields(forms, region),
                    prototypes=list(versions.prototypes(region)),
                    versions=list(versions.kernels(region)),
                    tolerance=versions.tolerance(region),
                )
            )
            edits += versions.edits(region, context)
    edits += [
        Edit(loop.directive.start, loop.loop.end, (host.kept(loop, context).lstrip(" \t"),))
        for loop in unit.kept
    ]
    for start, code in before.items():
        edits.append(Edit(start, start, ("\n".join(code) + "\n",)))
    edits += [_depersist(d) for d in unit.depersists]
    edits += tasks.edits(unit, context)
    return Output(source, edits, files, made)


# The member of ctsar_kernel that kernel(BACKEND: NAME) fills.
OWN = {"host": "host", "cuda": "cuda", "opencl": "opencl_source"}


def _fields(forms, region):
    """Members of the kernel; a user's own form stands in for a generated one."""
    own = {kernel.backend: kernel.name for kernel in region.directive.kernels}
    fields = [
        field
        for form in forms
        for field in form.fields
        if not any(field[0].partition("_")[0] == backend for backend in own)
    ]
    given = [(OWN[backend], name) for backend, name in own.items()]
    if "opencl" in own:  # the string and the kernel in it are called the same
        given.append(("opencl_name", f'"{own["opencl"]}"'))
    elif region.versions and any(member == "opencl_source" for member, _ in fields):
        given.append(("opencl_name", f'"{region.name}"'))  # the kernel is called "loop"
    return [*given, *fields]


def _combiners(region, known):
    """Definitions of the functions that fold reductions, each once a file."""
    for scalar in region.scalars_as("reduction"):
        name, kind, statement = host.combiner(scalar)
        if name not in known:
            known.add(name)
            yield template("combine.c.j2", name=name, kind=kind, statement=statement)


def _depersist(directive: Depersist):
    return Edit(
        directive.start,
        directive.end,
        (" ".join(f"ctsar_depersist((void *){name});" for name in directive.names),),
    )


__all__ = ["EMITTERS", "Context", "Form", "Output", "emit", "rewrite", "template"]
