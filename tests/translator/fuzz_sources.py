# SPDX-License-Identifier: BSD-3-Clause
"""Sources with mistakes nobody thought of: those of cases/ and mistakes/ with tokens deleted,
doubled, swapped and replaced. Whatever comes of it, ctsarcc translates it or says what is wrong."""

import functools
import pathlib
import random
import re
import subprocess
import tempfile

from cases import CASES, CC, ROOT
from ctsarcc import diagnostics, options, preprocess, translate
from ctsarcc.installation import Installation
from ctsarcc.source import TOKEN, Source

HERE = Installation(include=str(ROOT / "include"), library="", private=())
OPTIONS = options.parse(["--explain"])
MISTAKES = CASES.parent / "mistakes"
STRANGE = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "*",
    "&",
    "->",
    ".",
    "=",
    "++",
    "%",
    "<",
    ">=",
    "!=",
    "?",
    "0",
    "-1",
    "1.5",
    "99999999999999999999",
    "i",
    "a",
    "n",
    "sizeof",
    "for",
    "if",
    "while",
    "return",
    "break",
    "continue",
    "goto x",
    "int",
    "double",
    "struct",
    "static",
    "const",
    "volatile",
    "void",
    "'c'",
    '"s"',
    "1 ? 2 : 3",
    "(int)",
    "&&",
    "\n",
    "#pragma ctsar for hetero(1)\n",
    "hetero(1)",
    "part_copy(a[1:n])",
    "reduction(+: a)",
    "private(i)",
    "[0:2]",
    "/",
    "~",
]


# Small headers: the texts are parsed thousands of times.
HEADERS = {
    "stddef.h": "typedef unsigned long size_t;\n#define NULL ((void *)0)\n",
    "stdbool.h": "#define bool _Bool\n#define true 1\n#define false 0\n",
    "stdio.h": "#include <stddef.h>\n"
    "int printf(const char *, ...); int puts(const char *); int putchar(int);\n",
    "stdlib.h": "#include <stddef.h>\n"
    "void *malloc(size_t); void *calloc(size_t, size_t); void free(void *); void exit(int); "
    "int rand(void); int abs(int); long labs(long);\n",
    "string.h": "#include <stddef.h>\n"
    "void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);\n",
    "math.h": "double fabs(double), sqrt(double), exp(double), sin(double), cos(double), "
    "fmin(double, double), fmax(double, double), pow(double, double), floor(double), "
    "acos(double), ldexp(double, int); "
    "float fabsf(float), sqrtf(float), fminf(float, float), fmaxf(float, float);\n",
    "setjmp.h": "typedef long jmp_buf[25]; int setjmp(jmp_buf); void longjmp(jmp_buf, int);\n",
    "stdint.h": "typedef signed char int8_t; typedef short int16_t; typedef int int32_t; "
    "typedef long int64_t; typedef unsigned char uint8_t; typedef unsigned short uint16_t; "
    "typedef unsigned uint32_t; typedef unsigned long uint64_t;\n",
    "complex.h": "#define complex _Complex\n#define I (__extension__ 1.0iF)\n"
    "double _Complex cexp(double _Complex); "
    "double creal(double _Complex), cimag(double _Complex);\n",
    "limits.h": "#define INT_MAX 2147483647\n#define INT_MIN (-2147483647 - 1)\n",
    "float.h": "#define DBL_MAX 1.7976931348623157e308\n",
}


@functools.cache
def _small_headers():
    folder = tempfile.TemporaryDirectory(prefix="ctsar-fuzz-")
    for name, text in HEADERS.items():
        (pathlib.Path(folder.name) / name).write_text(text)
    return folder


def sources():
    """The paths of all."""
    cases = [path for path in CASES.glob("*/input.c") if path.parent.name != "system-macros"]
    return sorted(str(path) for path in [*cases, *MISTAKES.glob("*.c")])


@functools.cache
def preprocessed(path):
    """The source's text, without macros."""
    # What is not among the small ones is taken from the system.
    used = set(re.findall(r"#include <(.*?)>", pathlib.Path(path).read_text()))
    small = used <= {*HEADERS, "ctsar.h"}
    headers = ["-nostdinc", "-isystem", _small_headers().name] if small else []
    return _expanded(preprocess.preprocess([CC], [*headers, f"-I{ROOT / 'include'}"], path))


def _expanded(source):
    """The text with macros in clauses expanded, as the rest is."""
    lines = preprocess.pragmas(source)
    text = source.text.split("\n")
    for (line, sentinel, _), clauses in zip(
        lines, preprocess.expand([CC], source, lines), strict=True
    ):
        text[line] = f"#pragma {sentinel} {clauses}"
    return re.sub(r"(# 0 \"<built-in>\"\n+)+", "", "\n".join(text))


def mutant(text, chance):
    """`text` with one to three changes: of directives anything goes, of C mostly what leaves it
    C."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        tokens = list(TOKEN.finditer(text))
        ours = [k for k, match in enumerate(tokens) if match[0] == "pragma"]
        if not ours:
            return text
        kind, at = chance.random(), chance.choice(ours)
        if kind < 0.5:
            line = text.count("\n", 0, tokens[at].start())
            end = next(
                (
                    k
                    for k in range(at, len(tokens))
                    if text.count("\n", 0, tokens[k].start()) > line
                ),
                len(tokens),
            )
            change, at = chance.choice(CHANGES), chance.randrange(min(at + 1, end - 1), end)
        else:
            change = soft if kind < 0.9 else chance.choice(CHANGES)
            at = min(len(tokens) - 1, at + chance.randrange(80))
        text = change(text, tokens, at, chance)
    return text


KINDS = [
    re.compile(pattern)
    for pattern in (
        r"[-+*/%]$",
        r"(<|>|<=|>=|==|!=)$",
        r"[-+*/%]?=$",
        r"\d",
        r"[A-Za-z_]",
        r"(&&|\|\|)$",
        r"(\+\+|--)$",
    )
]


def soft(text, tokens, at, chance):
    """A token by another of its kind, or with an operator before it."""
    kind = next((kind for kind in KINDS if kind.match(tokens[at][0])), None)
    if kind is None:
        return text
    if kind.pattern[0] in "[\\" and tokens[at][0][0].isalnum() and chance.random() < 0.2:
        return _replace(
            text, tokens[at], chance.choice(("&", "*", "-", "!", "1 + ", "2 * ")) + tokens[at][0]
        )
    return _replace(
        text, tokens[at], chance.choice([match[0] for match in tokens if kind.match(match[0])])
    )


def _replace(text, token, new):
    return text[: token.start()] + new + text[token.end() :]


def delete(text, tokens, at, chance):
    return _replace(text, tokens[at], "")


def double(text, tokens, at, chance):
    return _replace(text, tokens[at], f"{tokens[at][0]} {tokens[at][0]}")


def swap(text, tokens, at, chance):
    other = tokens[min(len(tokens) - 1, at + chance.randrange(1, 6))]
    if other.start() <= tokens[at].start():
        return text
    return _replace(_replace(text, other, tokens[at][0]), tokens[at], other[0])


def exchange(text, tokens, at, chance):
    return _replace(text, tokens[at], tokens[chance.randrange(len(tokens))][0])


def strange(text, tokens, at, chance):
    return _replace(text, tokens[at], chance.choice(STRANGE))


def insert(text, tokens, at, chance):
    return (
        text[: tokens[at].start()] + " " + chance.choice(STRANGE) + " " + text[tokens[at].start() :]
    )


def cut(text, tokens, at, chance):
    """A span of tokens, perhaps all to the end."""
    last = (
        len(tokens) - 1
        if chance.random() < 0.05
        else min(len(tokens) - 1, at + chance.randrange(12))
    )
    return text[: tokens[at].start()] + text[tokens[last].end() :]


def repeat(text, tokens, at, chance):
    """A span of tokens, twice."""
    last = min(len(tokens) - 1, at + chance.randrange(12))
    return text[: tokens[last].end()] + " " + text[tokens[at].start() :]


CHANGES = [delete, delete, double, swap, exchange, exchange, strange, insert, cut, repeat]
header = functools.lru_cache(maxsize=None)(translate.header)


def attempt(path, text):
    """What becomes of a text: "refused", "translated", or "not C" where that is left to the
    compiler. Returns (outcome, the translation). Raises whatever a user would see as an internal
    error."""
    source = Source(path, text)
    if not preprocess.concerned(source):
        return "no directive", None
    found = diagnostics.Diagnostics(source)
    original, translate.header = translate.header, header
    try:
        result = translate.translate(source, (CC,), (), OPTIONS, HERE, found)
    finally:
        translate.header = original
    for message in found.messages:
        assert "{" not in message.text + message.help or "{" in text, (
            f"{message.id} is not filled in: {message.text}"
        )
        found.render(message)
    if found.failed:
        return "refused", None
    return ("not C", None) if result is None else ("translated", result)


def accepted(text, folder, name):
    """What the compiler says against a preprocessed text, or ""."""
    path = pathlib.Path(folder) / f"{name}.i"
    path.write_text(text, errors="surrogateescape")
    done = subprocess.run(
        [CC, "-fopenmp", "-w", "-fsyntax-only", "-x", "cpp-output", str(path)],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
    )
    return "" if not done.returncode else done.stderr


def mutants(seed, count):
    """(number, path, text) of `count` mutants."""
    known = sources()
    sound = [path for path in known if path.startswith(str(CASES))]
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        path = chance.choice(sound if chance.random() < 0.75 else known)
        yield number, path, mutant(preprocessed(path), chance)
