# SPDX-License-Identifier: BSD-3-Clause
"""One source file from parsing to text: the steps, in order."""

import re
from dataclasses import dataclass, replace

from . import assemble, before, directives, emit, model, preprocess, tasks
from .diagnostics import guess
from .parse import Parser
from .parse.heads import head_of
from .source import TOKEN
from .syntax import IndexedType

# Known without a header.
TRUTH = {"true": 1, "TRUE": 1, "false": 0, "FALSE": 0}


@dataclass(frozen=True)
class Translation:
    preprocessed: str  # for the compiler
    readable: str  # for people; None where only the other can be had
    files: tuple = ()  # further sources, to be compiled apart


# What keeps threads apart that execute a body, and what clauses name: it is never inert.
SYNCHRONISES = re.compile(
    r"(critical|atomic|flush|ordered|threadprivate|declare\s+(reduction|simd))\b"
)
SCAN = re.compile(r"scan\b")
LOOP = re.compile(r"\b(for|simd|loop)\b")


def read_directives(source, compiler, diagnostics, keep_openmp):
    """(directives, depersists, offsets of `loop independent` lines, what stands before
    functions, which of them are pure). The user's own OpenMP
    directives, which mean nothing unless -fopenmp was given, are made blank, and so are those that
    stand directly before one of ours: ours says more."""
    lines = preprocess.pragmas(source)
    texts = preprocess.expand(compiler, source, lines)
    loops, depersists, independent, functions, pure, silent = [], [], [], [], [], []
    scans = False  # whether the loop that stands there is OpenMP's scan
    tasks_ = any(sentinel == "omp" and preprocess.TASKS.match(text) for _, sentinel, text in lines)
    for (line, sentinel, _), text in zip(lines, texts, strict=False):
        found = before.parse(source, line, sentinel, text, diagnostics, keep_openmp and not tasks_)
        if found is not None:
            pure += [found] if isinstance(found, model.Pure) else []
            functions += [found] if found and not isinstance(found, model.Pure) else []
            if isinstance(found, model.TaskWait) and sentinel == "omp" and keep_openmp:
                functions[-1] = replace(found, openmp=True)
            silent.append(line)
            continue
        found = directives.parse(source, line, sentinel, text, diagnostics)
        if isinstance(found, model.Directive):
            loops.append(found)
            scans = found.only_openmp is not None and "inscan" in found.only_openmp[0]
            silent += _openmp_before(source, line)
        elif isinstance(found, model.Depersist):
            depersists.append(found)
        elif found == "independent":
            independent.append(source.line_start(line))
            silent.append(line)
        elif scans and sentinel == "omp" and SCAN.match(text):
            continue
        elif sentinel == "omp" and not keep_openmp and not SYNCHRONISES.match(text):
            scans = scans and not LOOP.search(text)
            silent.append(line)
    source.silence(silent)
    return loops, depersists, independent, tasks.joined(functions, diagnostics), pure


def _openmp_before(source, line):
    """Lines of `omp parallel for` directly above a line, blank ones and others' pragmas left
    aside."""
    found = []
    while line > 0:
        line -= 1
        text = source.line_text(line).strip()
        if re.match(r"#\s*pragma\s+omp\s+(parallel\s+)?for\b(?!.*\bhetero\b)", text):
            found.append(line)
        elif text and not text.startswith("#"):
            break
    return found


def clang_options(flags):
    """Of the compiler's options those that decide what C the file is."""
    return [
        flag
        for flag in flags
        if flag.startswith(("-std=", "-ansi", "-fsigned-char", "-funsigned-char", "-m32", "-m64"))
    ]


def translate(source, compiler, flags, options, installation, diagnostics):
    """A Translation; None after messages, or where clang cannot parse the file."""
    if _beyond_ascii(source, diagnostics):
        return None
    directives_, depersists, independent, (functions, tasks_, waits), pure = read_directives(
        source, compiler, diagnostics, options.openmp
    )
    probes = [
        (
            directive.end,
            [part.text for part in directives.expressions(directive) if part.text not in TRUTH]
            + [kernel.name for kernel in directive.kernels],
        )
        for directive in directives_
    ]
    probes += [*_conditions(functions, source), *tasks.probes(tasks_, source)]
    aside = not (functions or tasks_ or waits or depersists)
    parser = Parser(source, clang_options(flags), probes, aside)
    # What is no C is the compiler's to explain: what clang makes of it is guesswork.
    diagnostics.refusals = parser.errors()
    if diagnostics.refusals:
        return None
    _declare_pure(parser, pure, diagnostics)
    found = tasks.functions(parser, tasks_, functions, source, diagnostics)
    named = {task.name for task in found}
    versions = _versions(
        parser, [f for f in functions if f.name not in named], directives_, diagnostics
    )
    regions = _regions(parser, source, directives_, independent, versions, diagnostics)
    _check_depersists(parser, depersists, diagnostics)
    bodies = [parser.extent(f) for f in parser.functions([wait.start for wait in waits])]
    tasks.check_places(found, waits, regions, bodies, source, diagnostics)
    if diagnostics.failed:
        return None
    kept = [region for region in regions if isinstance(region, model.Kept)]
    regions = [region for region in regions if isinstance(region, model.Region)]
    unit = model.Unit(
        tuple(regions),
        tuple(depersists),
        tuple(kept),
        tuple(found),
        tuple(waits),
        tasks.support(parser, found, waits),
        tasks.end_of_main(parser, source, found, waits),
        tuple(tasks.spans(parser, [*tasks_, *(f for f in functions if f.name in named)])),
    )
    if options.show_model:
        print(model.show(unit))
    output = emit.emit(unit, source, options)
    _warn_of_forms(regions, output, diagnostics)
    if options.explain:
        from . import explain

        explain.tell(regions, kept, output, diagnostics, options.explain)
        explain.tell_tasks(found, diagnostics, options.explain)
    declarations, constants = header(compiler, installation)
    if "ctsar_init_at" not in source.text:
        constants = f"{declarations}\n{constants}"
    return Translation(
        assemble.preprocessed(output, constants), assemble.readable(output), tuple(output.files)
    )


def _declare_pure(parser, pure, diagnostics):
    for one in pure:
        if not parser.declare_pure(one.end):
            diagnostics.add("pure-nothing", one.where)


def _warn_of_forms(regions, output, diagnostics):
    """What a device's language cannot express."""
    names = {"opencl": "OpenCL", "cuda": "CUDA"}
    for region in regions:
        reasons: dict = {}
        for name, form in output.forms[region.name].items():
            if form.obstacle:
                reasons.setdefault(form.obstacle, []).append(names.get(name, name))
        for reason, devices in reasons.items():
            diagnostics.add(
                "no-form", region.directive.where, what=reason, devices=" or ".join(devices)
            )


def _beyond_ascii(source, diagnostics):
    """Names of other letters than ASCII's: what -E makes of them cannot be matched with what the
    user wrote."""
    if source.text.isascii() and "\\" not in source.text:
        return False
    for match in TOKEN.finditer(source.text):
        if match[0][0] not in "\"'" and (
            not match[0].isascii()
            or (match[0] == "\\" and source.text[match.end() : match.end() + 1] in ("u", "U"))
        ):
            diagnostics.add("beyond-ascii", source.where(match.start()))
            return True
    return False


def _check_depersists(parser, depersists, diagnostics):
    """Names of `depersist` must be arrays."""
    for directive in depersists:
        functions = parser.functions([directive.start])
        if not functions:
            diagnostics.add("misplaced-directive", directive.where)
            continue
        scope = parser.scope(functions[0], directive.start, (-1, -1))
        for name in directive.names:
            variable = scope.get(name)
            if variable is None or isinstance(variable, int):
                diagnostics.add(
                    "unknown-variable", directive.where, name=name, guess=guess(name, scope)
                )
            elif not isinstance(variable.type, IndexedType):
                diagnostics.add(
                    "not-array", directive.where, name=name, type=variable.type.spelling
                )


def _conditions(functions, source):
    """Probes of the conditions of versions, at the heads of their functions."""
    heads = [(head_of(source.text, one.end), one.condition) for one in functions]
    return [(head, [condition.text]) for head, condition in heads if head and condition is not None]


def _versions(parser, functions, directives_, diagnostics):
    """{start of a function: Implementations of its loop}."""
    found: dict = {}
    loops = parser.functions([d.start for d in directives_])
    for one in functions:
        owner = next((f for f in loops if f.spelling == one.name), None)
        version = parser.implementation(one, owner) if owner is not None else None
        if owner is None:
            known = [f.spelling for f in loops]
            diagnostics.add(
                "version-of-nothing", one.name_where, name=one.name, guess=guess(one.name, known)
            )
        elif version is None:
            diagnostics.add("version-function", one.where, name=one.name)
        else:
            found.setdefault(parser.extent(owner)[0], []).append(version)
    for start, versions in found.items():
        extent = next(parser.extent(f) for f in loops if parser.extent(f)[0] == start)
        inside = [d for d in directives_ if extent[0] <= d.start < extent[1]]
        if len(inside) > 1:
            first = versions[0].directive
            diagnostics.add(
                "version-of-several", first.name_where, name=first.name, count=len(inside)
            )
            versions.clear()
    return found


def _warn_of_unused(region, parsed, diagnostics):
    """Versions of a loop that executes without them."""
    if not parsed.versions or region is None:
        return
    one = parsed.versions[0].directive
    if isinstance(region, model.Kept):
        why = "the loop is not split"
    elif not region.outlined:
        why = "the loop's body has to stay in its function"
    else:
        return
    diagnostics.add("version-unused", one.where, name=one.name, why=why)


def _regions(parser, source, directives_, independent, versions, diagnostics):
    if not directives_:
        return []
    from . import analyse  # with isl, which files without directives need not wait for

    regions, last = [], None
    for directive in directives_:
        function = parser.function_at(directive.start)
        if function is None:
            diagnostics.add("misplaced-directive", directive.where)
            continue
        if last is not None and directive.start < last.node.end:
            diagnostics.add("nested-region", directive.where)
            continue
        if directive.end not in parser.raw.places:
            diagnostics.add("no-loop", directive.where)
            continue
        expressions = parser.expressions(directive.end, function)
        values = {**TRUTH, **{text: probe.value for text, probe in expressions.items()}}
        parsed = parser.parsed_loop(
            directives.valued(directive, values, diagnostics),
            function,
            independent,
            expressions,
            versions.get(parser.extent(function)[0], ()),
        )
        if parsed is None:
            diagnostics.add("no-loop", directive.where)
            continue
        last = parsed
        region = analyse.analyse(parsed, source, diagnostics)
        _warn_of_unused(region, parsed, diagnostics)
        if region:
            regions.append(region)
    return _named_apart(regions)


def _named_apart(regions):
    """Two regions of one line, from one macro, get two names."""
    seen, result = set(), []
    for region in regions:
        if isinstance(region, model.Kept):
            result.append(region)
            continue
        name, number = region.name, 2
        while name in seen:
            name, number = f"{region.name}_{number}", number + 1
        seen.add(name)
        result.append(replace(region, name=name))
    return result


def header(compiler, installation):
    """ctsar.h for a file that is preprocessed already: its declarations, which depend on nothing
    that the file has included, and its constants, which are macros there."""
    stubs = {
        "stddef.h": "#define size_t __SIZE_TYPE__\n#define NULL ((void *)0)\n",
        "stdbool.h": "#define bool _Bool\n",
    }
    import pathlib
    import re
    import tempfile

    with tempfile.TemporaryDirectory(prefix="ctsarcc-") as folder:
        for name, text in stubs.items():
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
        status, text, messages = preprocess.run(
            [
                *compiler,
                "-E",
                "-dD",
                "-nostdinc",
                f"-I{folder}",
                "-xc",
                f"{installation.include}/ctsar.h",
            ]
        )
    if status:
        raise RuntimeError(f"{installation.include}/ctsar.h: {messages.strip()}")
    flags = re.findall(r"(?m)^#define (CTSAR_(?:MEM|DEV)_\w+) (.+)$", text)
    code = "\n".join(line for line in text.split("\n") if line.strip() and not line.startswith("#"))
    return code, "enum { " + ", ".join(f"{name} = {value}" for name, value in flags) + " };"


__all__ = ["Translation", "translate"]
