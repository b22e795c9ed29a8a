# SPDX-License-Identifier: BSD-3-Clause
"""Pointers of a function that never lead to anything but memory that it has allocated for them:
what two of these lead to lies apart."""

import functools
import re

ALLOCATES = r"(?:\([^()]*\)\s*)*(?:malloc|calloc|aligned_alloc)\s*(?=\()"
NOWHERE = re.compile(r"(?:\(\s*\(\s*void\s*\*\s*\)\s*0\s*\)|0)\s*[;,)]")
OTHERS = re.compile(r"\*\s*(?:malloc|calloc|aligned_alloc)\s*\)")  # pointers called so
DEFINED = re.compile(r"\b(?:malloc|calloc|aligned_alloc)\s*\([^();{}]*\)\s*\{")
LINES = re.compile(r"(?m)^[ \t]*#.*")  # of the preprocessor, also between a name and its value


def alone(name: str, text: str) -> bool:
    """Whether all that the text of a function sets the pointer to is memory of its own, or NULL."""
    text = LINES.sub("", text)
    values = _values(name, text)
    word = re.escape(name)
    # Values of pointers to arrays and functions, and behind attributes, are not among these.
    hidden = rf"\b{word}\s*(\)[\s)]*\[|\[\s*\[)"
    if not values or _changed(name, text) or re.search(hidden, text) or OTHERS.search(text):
        return False
    return all(_is_new(text, at) for at in values)


def given(name: str, text: str) -> bool:
    """Whether the text of a function leaves the pointer, a parameter, as its caller has set it."""
    text = LINES.sub("", text)
    return not _values(name, text) and not _changed(name, text)


def handed_on(name: str, text: str) -> bool:
    """Whether the text uses the pointer as such, and not only what it leads to: others may be made
    of it."""
    word = re.escape(name)
    plain = rf"(?<![\w.>])(?<!\bfree\(){word}\b(?!\s*(\[|->|=[^=]))"
    return re.search(rf"{plain}|&[\s(]*{word}\b", LINES.sub("", text)) is not None


@functools.lru_cache(maxsize=1)
def by_library(text: str) -> bool:
    """Whether the text of a file defines no such functions of its own."""
    return DEFINED.search(text) is None


def _values(name, text):
    """Where the values begin that the text sets the pointer to."""
    assigned = rf"(?<![\w.>]){re.escape(name)}[\s)]*=(?!=)\s*"
    return [match.end() for match in re.finditer(assigned, text)]


def _changed(name, text):
    """Whether the text may change the pointer, besides by setting it."""
    word = re.escape(name)
    stepped = rf"\b{word}[\s)]*(\+\+|--|[-+]=)|(\+\+|--)[\s(]*{word}\b"
    handed_on = rf"(?<!&)&[\s(]*{word}\b(?!\s*(\[|->))"
    otherwise = rf"{stepped}|{handed_on}|\basm\b|__asm|\b{word}\s*__attribute__"
    return re.search(otherwise, text) is not None


def _is_new(text, at):
    """Whether what stands there is a call that allocates, and nothing behind it, or NULL."""
    call = re.compile(ALLOCATES).match(text, at)
    if call is None:
        return NOWHERE.match(text, at) is not None
    depth = 0
    for match in re.compile(r"[()]").finditer(text, call.end()):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return text[match.end() :].lstrip()[:1] in (";", ",", ")")
    return False
