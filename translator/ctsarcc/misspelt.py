# SPDX-License-Identifier: BSD-3-Clause
"""Pragmas that are ours but for a letter: `#pragma ctsra for hetero(1)`, `omp for hetro(1)`.
A compiler ignores a pragma that it does not know: the loop would stay serial without a word.

Every file is looked at, also one without a directive: nothing is imported here that takes long."""

OURS = "ctsar"
CLAUSES = ("hetero", "part_copy", "part_copyin", "part_copyout", "depersist")
CARRIERS = ("omp", "acc")  # of our clauses
LOOKED_AT = 1 << 20  # bytes: what is longer a program has written


def warn(path):
    """Says of each such pragma of a file where it stands and what it may be meant to be."""
    try:
        with open(path, "rb") as stream:
            text = stream.read(LOOKED_AT).decode(errors="surrogateescape")
    except OSError:
        return  # the compiler says so
    found = []
    if "pragma" in text:
        found = [(line, *slip) for line, words in _pragmas(text) for slip in _slips(words)]
    if found:
        _say(path, text, found)


def _pragmas(text):
    """(line from 1, what stands behind `#pragma`, continued lines joined)."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        words = line.lstrip()
        if words.startswith("#") and words[1:].lstrip().startswith("pragma"):
            end = number
            while words.endswith("\\") and end < len(lines):
                words, end = words[:-1] + lines[end], end + 1
            yield number, words.partition("pragma")[2]


def _slips(text):
    """(word, what it may be meant to be) for a pragma that nobody else says anything about."""
    sentinel, rest = (*text.split(None, 1), "", "")[:2]
    if '"' in text:
        return  # it shows a text to people
    clauses = [_last_name(part) for part in rest.split("(")[:-1]]
    if sentinel == OURS or (sentinel in CARRIERS and any(name in CLAUSES for name in clauses)):
        return  # read as a directive, to the last word
    if sentinel not in CARRIERS:
        if _near(sentinel, OURS) or any(name in CLAUSES for name in clauses):
            yield sentinel, OURS
        return
    for name in clauses:
        yield from ((name, meant) for meant in CLAUSES if _near(name, meant))


def _last_name(text):
    words = text.replace(")", " ").replace(",", " ").split()
    return words[-1] if words else ""


def _near(word, name):
    """Whether one letter is too many, missing or another one, or two have changed places."""
    word = word.lower()
    while word and name and word[0] == name[0]:
        word, name = word[1:], name[1:]
    while word and name and word[-1] == name[-1]:
        word, name = word[:-1], name[:-1]
    return max(len(word), len(name)) <= 1 or (len(word) == 2 and word == name[::-1])


def _say(path, text, found):
    from .diagnostics import Diagnostics
    from .model import Location
    from .source import Source, strip_comments

    diagnostics = Diagnostics(Source(path, ""))
    lines = strip_comments(text).split("\n")
    for line, word, meant in found:
        column = lines[line - 1].find(word) + 1
        if "pragma" in lines[line - 1]:  # else it is part of a comment
            diagnostics.add(
                "misspelt", Location(path, line, column, len(word)), word=word, meant=meant
            )
    diagnostics.write()
