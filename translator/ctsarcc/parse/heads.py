# SPDX-License-Identifier: BSD-3-Clause
"""Heads of functions, by their text: clang does not say where they end."""

import re

from ..source import TOKEN


def head_of(text, offset):
    """One past the brace that opens the body of the function behind `offset`; None where none
    does."""
    depth = 0
    for match in TOKEN.finditer(re.sub(r"(?m)^\s*#.*$", lambda m: " " * len(m[0]), text), offset):
        depth += (match[0] in "([") - (match[0] in ")]")
        if match[0] == "{" and depth == 0:
            return match.end()
        if match[0] in ("}", ";") and depth == 0:
            break
    return None


def signature_of(text, offset):
    """(text of the parameters, one past the declaration's head) of the function that is declared
    behind `offset`; None where none is."""
    plain = re.sub(r"(?m)^\s*#.*$", lambda m: " " * len(m[0]), text)
    depth, opened, last, closed = 0, None, "", None
    for match in TOKEN.finditer(plain, offset):
        token = match[0]
        if token in ("{", ";", "}") and depth == 0:
            end = match.end() if token == ";" else match.start()
            return None if closed is None else (text[opened:closed], end)
        if token == "(" and depth == 0 and closed is None and last != "__attribute__":
            opened = match.end()
        depth += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
        if token == ")" and depth == 0 and opened is not None and closed is None:
            closed = match.start()
        last = token if depth == 0 else last
    return None
