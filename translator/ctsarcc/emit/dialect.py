# SPDX-License-Identifier: BSD-3-Clause
"""How a device's language differs from C: words, numbers, functions of math.h."""

import re
from dataclasses import dataclass

from ..mathematics import MATH
from ..syntax import FloatType

MOST_PARAMETERS = 1024  # bytes of a kernel's parameters that any device takes


class CannotExpress(Exception):
    """Why a device cannot have the body."""


@dataclass(frozen=True)
class Dialect:
    name: str
    words: dict  # identifiers of C that are written otherwise; "": left out
    function: str  # what stands before a function
    constant: str  # before a table
    # (name, node) -> (name, types that arguments are cast to, type that the result is cast to)
    # or None
    call: object
    renamed: frozenset = (
        frozenset()
    )  # functions of the language that a user's function must not be called as
    first: str = ""  # the work-item's number in dimension 0 ...
    across: str = ""  # ... and how many there are
    spaces: bool = False  # pointers carry address spaces
    # Structs have names of types of their own, and enumerations are types that no integer becomes.
    classes: bool = False


# ---- Text ----------------------------------------------------------------------------------------

WORD = re.compile(r"[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*")
ATTRIBUTE = re.compile(r"\b__attribute(?:__)?\s*\(\(")
ATTRIBUTES = r"(?:\s*__attribute(?:__)?\s*\(\((?:[^()]|\([^()]*\))*\)\))*"
ENUMERATION = re.compile(r"\benum\s+(?!__attribute)(\w+)\b(?!\s*\{)")
DEFINITION = re.compile(
    rf"\b(?P<kind>struct|union|enum)\b(?P<how>{ATTRIBUTES})\s*(?P<tag>\w+)?\s*\{{\s*(?P<first>\w+)"
)
BEHIND = re.compile(ATTRIBUTES)


def spell(text, dialect, keep_attributes=False):
    """C text in the dialect's words."""
    text = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("#"))
    if not keep_attributes:
        text = _without_attributes(text)
    if dialect.classes:
        text = ENUMERATION.sub(r"__underlying_type(enum \1)", text)
    text = WORD.sub(lambda m: _word(m[0], dialect), re.sub(r"\blong\s+long\b", "long", text))
    return "\n".join(line.rstrip() for line in text.split("\n"))


def apart(text, dialect):
    """A type's declaration, with one before it for each type with a name that is defined in it, and
    for each enumeration: C knows these everywhere."""
    found, at = [], 1
    while dialect.classes and (match := DEFINITION.search(text, at)):
        at = match.start() + 1
        kind, tag = match["kind"], match["tag"] or f"ctsar_of_{match['first']}"
        if match["tag"] or kind == "enum":
            opened = text.index("{", match.end("how"))
            end = _behind_attributes(text, closed(text, opened + 1, "{}"))
            found += apart(f"{kind}{match['how']} {tag} {text[opened:end]}", dialect)
            text = f"{text[: match.start()]}{kind} {tag}{text[end:]}"
    return [*found, text]


def _behind_attributes(text, at):
    found = BEHIND.match(text, at)
    return found.end() if found else at


def closed(text, at, pair="()"):
    """Behind the bracket that closes the one before `at`."""
    depth = 1
    while depth:
        depth += (text[at] == pair[0]) - (text[at] == pair[1])
        at += 1
    return at


def _word(word, dialect):
    if word[0].isdigit() or word[0] == ".":
        return _number(word)
    return dialect.words.get(word, word)


def _number(word):
    """Neither long double nor long long."""
    hexadecimal = word[:2] in ("0x", "0X")
    if (
        "." in word
        or (not hexadecimal and "e" in word.lower())
        or (hexadecimal and "p" in word.lower())
    ) and word[-1] in "lL":
        return word[:-1]
    return re.sub(r"(?i)ll", "L", word) if re.search(r"(?i)ll", word) else word


def _without_attributes(text):
    while match := ATTRIBUTE.search(text):
        text = text[: match.start()] + text[closed(text, closed(text, match.end())) :]
    return text


# ---- math.h --------------------------------------------------------------------------------------

# What gcc's macros of math.h become, as both languages call it.
CLASSES = {
    "__builtin_isnan": "isnan",
    "__builtin_isinf_sign": "isinf",
    "__builtin_isinf": "isinf",
    "__builtin_isfinite": "isfinite",
    "__builtin_finite": "isfinite",
    "__builtin_isnormal": "isnormal",
    "__builtin_signbit": "signbit",
}
CONSTANTS = {
    "__builtin_inff": "INFINITY",
    "__builtin_huge_valf": "INFINITY",
    "__builtin_nanf": "NAN",
    "__builtin_inf": "((double)INFINITY)",
    "__builtin_huge_val": "((double)INFINITY)",
    "__builtin_nan": "((double)NAN)",
}
EXACT = frozenset(
    ["ceil", "copysign", "fabs", "floor", "fmax", "fmin", "rint", "round", "sqrt", "trunc"]
)


def plain_name(name):
    """A function of math.h as its double form is called."""
    name = name.removeprefix("__builtin_")
    return name if name in MATH else name[:-1] if name.endswith("f") and name[:-1] in MATH else name


def kinds(plain, kind):
    """The types of its parameters."""
    return (kind, "int") if plain == "ldexp" else (kind, kind, kind)


def is_float(kind, size):
    return isinstance(kind, FloatType) and kind.size == size


def exact(plain, node):
    """Whether a call whose result becomes a float can be made in float: with the same result."""
    return plain in EXACT and all(is_float(argument.type, 4) for argument in node.arguments)


FLOATING = re.compile(
    r"\bdouble\b|(?<![\w.])(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?(?![\w.])"
)


def with_double(text):
    """OpenCL source with the pragma for double where that is used."""
    return (
        "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n\n" + text
        if FLOATING.search(text)
        else text
    )
