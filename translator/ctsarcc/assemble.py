# SPDX-License-Identifier: BSD-3-Clause
"""The translated file as text: once for the compiler (preprocessed, so that nothing is expanded
twice), once for people and --translate-only (the user's file with the regions replaced)."""

import re

from .source import MARKER

# What generated code uses and a preprocessed file does not have: macros of ctsar.h and of the
# standard headers.
_ARGUMENTS = r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
MACROS = [
    (r"\bCTSAR_ARG_MEM" + _ARGUMENTS, r"{CTSAR_ARG_IS_MEM, \1, 0}"),
    (r"\bCTSAR_ARG_REDUC" + _ARGUMENTS, r"{CTSAR_ARG_IS_REDUC, \1, 0}"),
    (r"\bCTSAR_ARG_VALUE" + _ARGUMENTS, r"{CTSAR_ARG_IS_VALUE, \1}"),
    (r"\bNULL\b", "((void *)0)"),
    (r"\bsize_t\b", "__typeof__(sizeof 0)"),
]


def _here(source, offset):
    """A line marker for what follows `offset`."""
    file, line, _ = source.place(source.line_of(offset))
    return f'# {line} "{file}"'


def _expanded(text):
    """Generated code for a preprocessed file. What is not the user's counts as a system header's
    (3), so that the user's choice of warnings does not meet it."""
    for pattern, replacement in MACROS:
        text = re.sub(pattern, replacement, text)
    text = re.sub(r"(?m)^#line (.*) generated$", r"# \1 3", text)
    return re.sub(r"(?m)^#line ", "# ", text)


def preprocessed(output, declarations):
    """For the compiler. `declarations`: what it needs of ctsar.h, preprocessed."""
    source, pieces, at = output.source, [], 0
    for edit in sorted(output.edits, key=lambda e: (e.start, e.end)):
        pieces.append(source.text[at : edit.start])
        generated = _expanded("".join(edit.parts))
        if edit.start == edit.end:  # before a function
            pieces.append(
                f"\n{_here(source, edit.end)} 3\n{generated}\n{_here(source, edit.end)}\n"
            )
        else:
            pieces.append(
                f"\n{_here(source, edit.start)} "
                f"3\n{generated.rstrip()}\n{_here(source, edit.end)}\n"
            )
        at = edit.end
    text = "".join(pieces) + source.text[at:]
    # After the first line, which names the file for debuggers.
    first, _, rest = text.partition("\n")
    return f'{first}\n# 1 "ctsar.h" 1 3\n{declarations}\n# 1 "{source.path}" 2\n{rest}'


def readable(output):
    """For people: the lines of the user's file, with generated code in the place of the regions.
    None where a region stands in an included file or shares its lines with a macro's expansion."""
    source = output.source
    raw = source.raw_lines(source.path)
    changes = []
    for edit in output.edits:
        first, last = source.line_of(edit.start), source.line_of(max(edit.start, edit.end - 1))
        low, high = source.place(first), source.place(last)
        if low[0] != source.path or high[0] != source.path:
            return None
        changes.append((low[1], high[1], edit, first, last))
    lines, at = [], 1
    for low, high, edit, first, last in sorted(changes, key=lambda c: (c[0], c[2].end)):
        if low < at:
            return None
        lines += raw[at - 1 : low - 1]
        generated = "".join(edit.parts)
        if edit.start == edit.end:
            lines += ["", *_raw_where_equal(generated, source), f'#line {low} "{source.path}"']
            at = low
            continue
        before = source.text[source.line_start(first) : edit.start]
        after = source.text[edit.end : source.line_start(last) + len(source.line_text(last))]
        lines += ([before] if before.strip() else []) + _raw_where_equal(
            source.indentation(edit.end - 1) + generated.strip(), source
        )
        lines += (
            [f'#line {high} "{source.path}"', after]
            if after.strip()
            else [f'#line {high + 1} "{source.path}"']
        )
        at = high + 1
    text = "\n".join(["#include <ctsar.h>", f'#line 1 "{source.path}"', *lines, *raw[at - 1 :]])
    return re.sub(r"\n{3,}", "\n\n", text)


def _raw_where_equal(text, source):
    """Lines of `text`; those that are the user's as the user wrote them, comments and indentation
    included."""
    from .source import strip_comments

    lines, file, number = [], None, 0
    for written in re.sub(r"(?m)^(#line .*) generated$", r"\1", text).split("\n"):
        line = written
        marker = line.startswith("#") and MARKER.match(line)
        if marker:
            number, file = int(marker[1]), marker[2]
            if not line.startswith("#line"):
                line = f'#line {number} "{file}"'
        elif file:
            raw = source.raw_lines(file)
            raw = raw[number - 1] if 0 < number <= len(raw) else ""
            if line.strip() and re.sub(r"\s", "", strip_comments(raw)) == re.sub(r"\s", "", line):
                line = raw
            number += 1
        lines.append(line.rstrip())
    return lines


def write_if_changed(path, text):
    """Files that do not change keep their time, so that make does not go on."""
    data = text.encode("utf-8", "surrogateescape")
    try:
        with open(path, "rb") as stream:
            if stream.read() == data:
                return
    except OSError:
        pass
    with open(path, "wb") as stream:
        stream.write(data)
