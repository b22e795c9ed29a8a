# SPDX-License-Identifier: BSD-3-Clause
"""What all emitters share: the order of a kernel's arguments, names that hide nothing, the loop's
bounds."""

from dataclasses import dataclass

from ..companions import code, entered, pace
from ..loops import ends, ends_behind
from ..model import Array, Scalar, fresh
from ..syntax import (
    INT,
    ArrayType,
    Binary,
    Call,
    Index,
    IntegerType,
    Member,
    Name,
    Number,
    PointerType,
    integer,
)


@dataclass(frozen=True)
class Argument:
    """One argument of ctsar_launch: `index` is its place in ctsar_call.arg and .strides."""

    index: int
    kind: str  # MEM, REDUC, VALUE
    array: Array | None = None
    scalar: Scalar | None = None

    @property
    def name(self):
        owner = self.array or self.scalar
        assert owner is not None
        return owner.name


@dataclass(frozen=True)
class Form:
    """What an emitter makes of a region."""

    definition: str = ""  # C text for the user's file, before its function
    fields: tuple = ()  # (member of ctsar_kernel, C text)
    file: str = (
        ""  # text of a further source file (CUDA), to be compiled apart and linked with the object
    )
    note: str = ""  # why there is no form, for --explain
    obstacle: str = ""  # what of the body the language cannot express, for a warning


@dataclass(frozen=True)
class Context:
    """What emitters are given beside the region."""

    source: object
    template: object  # name, values -> text
    options: object


def arguments(region):
    """Arrays, then reductions, then values."""
    found = [("MEM", {"array": array}) for array in region.arrays]
    found += [("REDUC", {"scalar": scalar}) for scalar in region.scalars_as("reduction")]
    found += [
        ("VALUE", {"scalar": scalar}) for scalar in region.scalars_as("value", "firstprivate")
    ]
    return [Argument(index, kind, **what) for index, (kind, what) in enumerate(found)]


def strides(array, region):
    """Names of the variables for an array's distances: NAME_pitch, or NAME_stride0 and so on."""
    count = len(array.dimensions) - 1
    if count == 1:
        return [fresh(region, f"{array.name}_pitch")]
    return [fresh(region, f"{array.name}_stride{k}") for k in range(count)]


def text_of(node, source):
    return code(node, source.text)


def lower_bound(loop, source):
    text = text_of(loop.lower, source)
    if not loop.above:
        return text
    behind = "1" if ends_behind(loop) else _one_more(loop.lower)
    return f"{wrapped(loop.lower, text)} + {behind}"


def upper_bound(loop, source):
    """One past the last iteration."""
    text = text_of(loop.upper, source)
    return f"{wrapped(loop.upper, text)} + {_one_more(loop.upper)}" if loop.inclusive else text


def _one_more(node):
    """A 1 that may be added to a bound, whose type may not hold the sum."""
    known = integer(node)
    return "1L" if known is None or known >= (1 << (8 * INT - 1)) - 1 else "1"


def wrapped(node, text):
    return (
        text
        if isinstance(node, Number | Name | Call | Index | Member | Binary)
        and not (isinstance(node, Binary) and node.op not in ("+", "-", "*", "/"))
        else f"({text})"
    )


def step(loop, source):
    return text_of(loop.step, source) if loop.step else "1"


def companions(loop, source):
    """Statements that set the loop's other variables, to stand in front of its body."""
    for one in loop.companions:
        kind = one.variable.type.text.replace("const ", "")
        head = f"__attribute__((unused)) {kind} " if one.declared else ""
        yield f"{head}{one.variable.name} = {_computed(one, loop, source)};"


def _computed(one, loop, source):
    """C text of what one of them is when an iteration begins."""
    kind, (by, divisor) = one.variable.type, pace(one, loop)
    name, first, by_text = loop.variable.name, text_of(one.first, source), text_of(by, source)
    begin, narrow = text_of(ends(loop)[0], source), kind.text.replace("const ", "")
    plain = isinstance(kind, IntegerType) and isinstance(by, Number) and divisor == 1
    # What is no number is computed in 64 bits, and wraps around as the steps would.
    wide = narrow if plain else "long" if kind.signed else "unsigned long"
    sides = (f"({wide})({begin})", f"({wide}){name}")
    passed = " - ".join(sides if loop.downward else reversed(sides))
    passed = f"({passed})" if divisor == 1 else f"(({passed}) / {divisor})"
    if isinstance(kind, PointerType):
        return f"{first} + (long)({by_text}) * {passed}"
    if plain:
        return f"({narrow})({first}) + ({by_text}) * {passed}"
    return f"({narrow})(({wide})({first}) + ({wide})({by_text}) * {passed})"


def kept_before(loop):
    """Declarations that keep the values which the loop's other variables have before it."""
    for one in entered(loop):
        yield f"{declaration(one.first.variable.type, one.first.name, True)} = {one.variable.name};"


def header(loop, source):
    """The loop's header as OpenMP takes it."""
    kind = f"{loop.variable.type.text or loop.variable.type.spelling} " if loop.declared else ""
    name, end = loop.variable.name, upper_bound(loop, source)
    if loop.variable.type.size < INT:  # it holds its bounds, which has been asked
        end = f"({loop.variable.type.text or loop.variable.type.spelling})({end})"
    return (
        f"for ({kind}{name} = {_least(loop, source)}; {name} < {end}; "
        f"{name} += {step(loop, source)})"
    )


def _least(loop, source):
    """The last iteration of a loop that counts down, which need not lie at the bound; else the
    first one."""
    low, high = lower_bound(loop, source), upper_bound(loop, source)
    if not loop.downward or loop.step is None:
        return low
    first, behind, by = f"(long)({low})", f"(long)({high})", step(loop, source)
    return f"{first} + ({first} < {behind} ? ({behind} - 1 - {first}) % ({by}) : 0)"


def named(kind):
    """A type's name where it is used: in its own function where only that knows it."""
    return (kind.text or kind.spelling).replace("const ", "")


def declaration(kind, name, const=False):
    """C text that declares `name` with a model.Type that has a `text`."""
    text, suffix = kind.text, ""
    if isinstance(kind, ArrayType):
        extents, element = [kind.extent or ""], kind.element
        while isinstance(element, ArrayType):
            extents.append(element.extent or "")
            element = element.element
        text, suffix = element.text, "".join(f"[{e}]" for e in extents)
    elif "(*" in text:
        return text.replace("(*", f"(*{'const ' if const else ''}{name}", 1)
    stars = text[len(text.rstrip("* ")) :].replace(" ", "")
    base = text.rstrip("* ") if stars else text
    qualifier = "const " if const and not (stars == "" and base.startswith("const ")) else ""
    if stars:
        return f"{base} {stars}{qualifier}{name}{suffix}"
    return f"{qualifier}{base} {name}{suffix}"
