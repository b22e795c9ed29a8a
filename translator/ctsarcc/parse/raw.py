# SPDX-License-Identifier: BSD-3-Clause
"""What clang reads: the source's text with what is put into it."""

import bisect
import re
from dataclasses import dataclass

from ..syntax import Node

# What gcc's headers use and clang does not know.
PROLOGUE = (
    "typedef float _Float32; typedef double _Float64; typedef double _Float32x; "
    "typedef long double _Float64x; typedef __float128 _Float128;\n"
)

# clang has these for other than _Atomic types only, gcc's <stdatomic.h> for both: to clang they are
# functions of other names, which are as long.
MOVES = [
    f"{name}{n}" for name in ("load", "store", "exchange", "compare_exchange") for n in ("", "_n")
]
COMPUTED = [f"fetch_{op}" for op in ("add", "sub", "and", "or", "xor", "nand")]
COMPUTED += [f"{name[len('fetch_') :]}_fetch" for name in COMPUTED]
OPERATIONS = [*MOVES, *COMPUTED, "test_and_set", "clear"]
DECLARED = "".join(f"long atomic_{name}__(volatile void *, ...);\n" for name in OPERATIONS)
OPERATION = re.compile(rf"\b__atomic_({'|'.join(OPERATIONS)})(?=\s*\()")
ATOMIC_STRUCT = re.compile(r"\b_Atomic(?=\s+struct\s*\{)")  # nor may that begin with { 0 }

LOOP_FOLLOWS = re.compile(r"(?:\s|#[^\n]*\n)*for\b")


def for_clang(plain):
    """The text with C11's atomic operations as clang understands them; what declares these."""
    if "_Atomic" not in plain or "__c11_atomic_" in plain:
        return plain, ""
    plain = ATOMIC_STRUCT.sub(" " * len("_Atomic"), plain)
    return OPERATION.sub(r"atomic_\1__", plain), DECLARED


def operation(name):
    """The name of a function as the source has it."""
    atomic = name.startswith("atomic_") and name.endswith("__") and name[7:-2] in OPERATIONS
    return f"__{name[:-2]}" if atomic else name


class Raw:
    """The text that clang sees: the source's with a prologue and with probes, which the source's
    offsets do not count."""

    def __init__(self, prologue, plain, probes):
        pieces, at = [prologue], 0
        self.starts, self.lengths, self.sources = (
            [0],
            [len(prologue)],
            [0],
        )  # of what is put in: where, how long, before what
        # offset of the source -> [(text, start of the cast, start of the enumerator's name, end)]
        self.places: dict = {}
        length = len(prologue)
        for offset, texts, *head in sorted(probes):
            within = plain[offset - 1] == "{"  # at the head of a function
            if not head and not within and not LOOP_FOLLOWS.match(plain, offset):
                continue
            pieces.append(plain[at:offset])
            length += offset - at
            at = offset
            text, places = self._probe(texts, length, ";" if within else "", *head)
            self.starts.append(length)
            self.lengths.append(len(text))
            self.sources.append(offset)
            self.places[offset] = places
            pieces.append(text)
            length += len(text)
        self.text = "".join(pieces) + plain[at:]
        self.before = [sum(self.lengths[: k + 1]) for k in range(len(self.lengths))]

    @staticmethod
    def _probe(texts, at, end, head=""):
        """A statement that may stand before any other: it is never executed, and says what the
        expressions are. With the `head` of a function it is all of that function."""
        text, places = f"\n{head}{{" if head else "\nif (0) {", []
        for number, expression in enumerate(texts):
            start = at + len(text)
            text += f"(void)({expression});"
            middle = at + len(text)
            text += f"enum {{ ctsarcc_{number} = ({expression}) }};"
            places.append((expression, start, middle, at + len(text)))
        return f"{text}}}\n" if head else f"{text}}} else{end}", places

    def at(self, raw):
        """The source's offset."""
        k = bisect.bisect_right(self.starts, raw) - 1
        if raw < self.starts[k] + self.lengths[k] and k:
            return self.sources[k]
        return raw - self.before[k]

    def inside(self, raw):
        k = bisect.bisect_right(self.starts, raw) - 1
        return k > 0 and raw < self.starts[k] + self.lengths[k]


@dataclass(frozen=True)
class Probe:
    """What clang makes of a clause's expression."""

    tree: Node | None
    value: float | None  # where it is constant
    refused: str  # what clang has against it


def text_before(text, middle):
    """Where the enumerator's name stands in `enum { NAME = ...`."""
    return text.index("ctsarcc_", middle)


def number(text):
    """The value of a floating-point literal."""
    try:
        return (
            float(text.strip().rstrip("fFlL"))
            if re.fullmatch(r"\s*[-+]?[\d.]+([eE][-+]?\d+)?[fFlL]?\s*", text)
            else None
        )
    except ValueError:
        return None
