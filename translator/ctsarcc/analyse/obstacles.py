# SPDX-License-Identifier: BSD-3-Clause
"""What of C cannot be compiled for a device, wherever it stands in a body."""


def find(body):
    """(what, node or None, what to write instead) for each thing in the body that CUDA C or OpenCL
    C does not have."""
    for node in body.uses.odd:
        if node.kind == "asm":
            yield "assembler cannot be compiled for a device", node, "write it in C"
        elif node.kind == "function":
            yield (
                "a function or type that is declared in the body cannot be compiled for a device",
                node,
                "declare it at file scope",
            )
    # DBL_MAX and the like: a number of more digits that becomes a double at once.
    narrowed = {
        id(node.children[0])
        for node in body.parsed.node.children[0].walk()
        if node.kind == "cast"
        and node.children
        and node.children[0].kind == "number"
        and node.type is not None
        and not _wide(node.type)
    }
    for node in body.parsed.node.children[0].walk():
        if node.kind == "declare":
            for variable in node.variables:
                why = _type(variable.type)
                if why:
                    yield (
                        f"{why} as '{variable.name}' cannot be compiled for a device",
                        node,
                        "declare it with a constant size and a type of C99",
                    )
        elif node.kind == "member" and node.bits:
            yield (
                f"a bit-field as '{node.name}' cannot be compiled for a device",
                node,
                "make it a whole member, or mask bits of an unsigned one",
            )
        elif (
            node.kind in ("number", "binary", "variable")
            and id(node) not in narrowed
            and node.type is not None
            and _wide(node.type)
        ):
            yield (
                f"'{node.type.spelling}' cannot be compiled for a device",
                node,
                "use double or long long",
            )


def _type(kind):
    if kind.kind == "array" and kind.extent_value is None:
        return "an array of variable size"
    while kind.kind == "array":
        kind = kind.element
    return f"a variable of type '{kind.spelling}'" if _wide(kind) else ""


def _wide(kind):
    return kind.canonical.replace("const ", "") in (
        "long double",
        "__int128",
        "unsigned __int128",
        "__float128",
    )
