# SPDX-License-Identifier: BSD-3-Clause
"""The C compiler as a preprocessor: of source files, of directives' clauses, and of ctsar.h."""

import re
import subprocess

from .options import Failed
from .source import Source

PRAGMA = re.compile(r"[ \t]*#[ \t]*pragma[ \t]+(ctsar|acc|omp)\b[ \t]*(.*)")

# A directive of ours in a text that has not been preprocessed.
CONCERNS = re.compile(
    r"(?m)^[ \t]*#[ \t]*pragma[ \t]+(ctsar\b|(acc|omp)\b.*\b(hetero|depersist)[ \t]*\()"
)


def run(command, text=None):
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, errors="replace", check=False
    )
    return done.returncode, done.stdout, done.stderr


def preprocess(compiler, options, path):
    """`path` as a Source. Failed where the compiler refuses; its messages are in
    `messages`."""
    import sys

    status, text, messages = run([*compiler, "-E", "-dD", *options, "-x", "c", path])
    sys.stderr.write(messages)
    if status:
        raise Failed(status if status > 0 else 1)
    return Source(path, text)


PREDEFINED = re.compile(r"#define (__x86_64__|__clang__|__clang_major__) (\w+)$")


def predefined(source):
    """{macro: value} of what tells compilers and processors apart."""
    found = (PREDEFINED.match(line) for _, line in source.macro_lines)
    return {match[1]: match[2] for match in found if match}


def pragmas(source):
    """(line index, sentinel, text after it) of every pragma that may be ours."""
    found = []
    for match in re.finditer(r"(?m)^" + PRAGMA.pattern + "$", source.text):
        found.append((source.line_of(match.start()), match[1], match[2].strip()))
    return found


def expand(compiler, source, lines):
    """The texts of `lines` (line index, sentinel, text) with macros expanded as defined at that
    line."""
    if not lines or not source.macro_lines:
        return [text for _, _, text in lines]
    pieces = sorted(
        [(index, line) for index, line in source.macro_lines]
        + [
            (index, f"__ctsarcc_{number}__ {text} ;")
            for number, (index, _, text) in enumerate(lines)
        ]
    )
    status, text, _ = run(
        [*compiler, "-E", "-P", "-w", "-undef", "-nostdinc", "-xc", "-"],
        "\n".join(line for _, line in pieces) + "\n",
    )
    expanded = dict(re.findall(r"__ctsarcc_(\d+)__\s*(.*?)\s*;\s*(?=__ctsarcc_|\Z)", text, re.S))
    if status or len(expanded) != len(lines):
        return [text for _, _, text in lines]
    return [re.sub(r"\s+", " ", expanded[str(number)]) for number in range(len(lines))]


# OmpSs's directives of tasks.
TASKS = re.compile(
    r"task\b.*\b(in|out|inout|input|output)[ \t]*\("
    r"|target\b.*\b(copy_deps\b|device[ \t]*\([ \t]*(smp|cuda|opencl|clcpu|clgpu)\b)"
)


def concerned(source, openmp=False):
    """Whether the file has anything for ctsarcc. `openmp`: the user wants OpenMP's directives."""
    return any(
        sentinel == "ctsar"
        or re.search(r"\b(hetero|depersist|part_copy\w*)\b", text)
        or (sentinel == "omp" and TASKS.match(text))
        or (sentinel == "omp" and text.startswith("taskwait") and not openmp)
        for _, sentinel, text in pragmas(source)
    ) or _macro_hides_a_clause(source)


def _macro_hides_a_clause(source):
    """A directive whose clauses all come from a macro shows no hetero before macros are
    expanded."""
    return bool(pragmas(source)) and any("hetero" in line for _, line in source.macro_lines)
