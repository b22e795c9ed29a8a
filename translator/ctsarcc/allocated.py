# SPDX-License-Identifier: BSD-3-Clause
"""Pointers of a function that never lead to anything but memory that it has allocated for them:
what two of these lead to lies apart."""

import re

ALLOCATES = r"(?:\([^()]*\)\s*)*(?:malloc|calloc|aligned_alloc)\s*(?=\()"
NOWHERE = re.compile(r"(?:\(\s*\(\s*void\s*\*\s*\)\s*0\s*\)|0)\s*[;,)]")


def alone(name: str, text: str) -> bool:
    """Whether all that the text of a function sets the pointer to is memory of its own, or NULL."""
    word = re.escape(name)
    values = [match.end() for match in re.finditer(rf"(?<![\w.>]){word}[\s)]*=(?!=)\s*", text)]
    stepped = rf"\b{word}[\s)]*(\+\+|--|[-+]=)|(\+\+|--)[\s(]*{word}\b"
    handed_on = rf"(?<!&)&[\s(]*{word}\b(?!\s*(\[|->))"
    otherwise = re.search(rf"{stepped}|{handed_on}|\basm\b|__asm|\b{word}\s*__attribute__", text)
    return bool(values) and otherwise is None and all(_is_new(text, at) for at in values)


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
