# SPDX-License-Identifier: BSD-3-Clause
"""What of C cannot be compiled for a device, wherever it stands in a body."""

from ...syntax import (
    ArrayType,
    Asm,
    Binary,
    Cast,
    Declare,
    Member,
    Name,
    Nested,
    Number,
    Sizeof,
    innermost,
)


def find(body):
    """(what, node or None, what to write instead) for each thing in the body that CUDA C or OpenCL
    C does not have."""
    for node in body.uses.odd:
        if isinstance(node, Asm):
            yield "assembler cannot be compiled for a device", node, "write it in C"
        elif isinstance(node, Nested):
            yield (
                "a function or type that is declared in the body cannot be compiled for a device",
                node,
                "declare it at file scope",
            )
    # DBL_MAX and the like: a number of more digits that becomes a double at once.
    narrowed = {
        id(node.operand)
        for node in body.parsed.node.body.walk()
        if isinstance(node, Cast)
        and node.children
        and isinstance(node.operand, Number)
        and node.type is not None
        and not _wide(node.type)
    }
    for node in body.parsed.node.body.walk():
        if isinstance(node, Declare):
            why = _type(node.variable.type)
            if why:
                yield (
                    f"{why} as '{node.variable.name}' cannot be compiled for a device",
                    node,
                    "declare it with a constant size and a type of C99",
                )
        elif _varies(node):
            yield (
                "a type with an array of variable size cannot be compiled for a device",
                node,
                "compute the size, or the place, from the number of elements",
            )
        elif isinstance(node, Member) and node.bits:
            yield (
                f"a bit-field as '{node.name}' cannot be compiled for a device",
                node,
                "make it a whole member, or mask bits of an unsigned one",
            )
        elif (
            isinstance(node, Number | Binary | Name)
            and id(node) not in narrowed
            and node.type is not None
            and _wide(node.type)
        ):
            yield (
                f"'{node.type.spelling}' cannot be compiled for a device",
                node,
                "use double or long long",
            )


def _varies(node):
    """Whether it is a cast to, or asks for the size of, a variable array."""
    if isinstance(node, Cast):
        return len(node.children) > 1
    return isinstance(node, Binary) and node.op == "," and isinstance(node.right, Sizeof)


def _type(kind):
    if isinstance(kind, ArrayType) and kind.extent_value is None:
        return "an array of variable size"
    kind = innermost(kind)
    return f"a variable of type '{kind.spelling}'" if _wide(kind) else ""


def _wide(kind):
    return kind.canonical.replace("const ", "") in (
        "long double",
        "__int128",
        "unsigned __int128",
        "__float128",
    )
