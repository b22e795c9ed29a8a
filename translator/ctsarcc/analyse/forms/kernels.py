# SPDX-License-Identifier: BSD-3-Clause
"""Kernels that are given as a file of OpenCL C and declared as functions: whether their parameters
are those of the declaration, and by how many work-items they are launched."""

import os
import re
from dataclasses import replace

from ...model import Grid, OwnKernel
from ...source import TOKEN
from ...syntax import IndexedType

COMMENT = re.compile(r"/\*.*?\*/|//(?:\\\n|[^\n])*", re.S)
SPACES = {"global", "constant", "local", "private"}
# What says nothing of how a value lies in memory.
SILENT = {
    "const",
    "volatile",
    "restrict",
    "unsigned",
    "signed",
    "read_only",
    "write_only",
}
# What expressions may have besides names.
WORDS = {
    "sizeof",
    "size_t",
    "char",
    "short",
    "int",
    "long",
    "unsigned",
    "signed",
    "float",
    "double",
}
# OpenCL's names of types that C calls otherwise, each with how it lies in memory.
TYPES = {
    "char": "1",
    "uchar": "1",
    "short": "2",
    "ushort": "2",
    "short int": "2",
    "int": "4",
    "uint": "4",
    "": "4",  # `unsigned`
    "long": "8",
    "ulong": "8",
    "long int": "8",
    "long long": "8",
    "long long int": "8",
    "float": "float",
    "double": "double",
}


def kernel(declaration, target, accesses, visible, diagnostics, arguments=None):
    """The OwnKernel of a function that is declared for OpenCL, or None: there is no such file and
    none is named; False after a message. `visible`: names of the file, enumerators as ints. At a
    call `arguments` has the parameter that each variable is the argument of, and `visible` what
    the call sees."""
    name = target.kernel or declaration.name
    path, named = _path(target), target.file is not None
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError) as error:
        if not named and isinstance(error, FileNotFoundError):
            return None
        return _refuse(declaration, target, f"{path} cannot be read", diagnostics)
    parameters = _parameters(text, name)
    if parameters is None and not named:
        return None
    why = (
        f"{path} has no '__kernel void {name}(...)'"
        if parameters is None
        else _why_not(parameters, declaration, accesses, path)
    ) or _why_no_grid(declaration, target.grid, visible, arguments)
    if why:
        return _refuse(declaration, target, why, diagnostics)
    return OwnKernel(name, text, _in_parameters(target.grid, arguments), declaration.parameters)


def _path(target):
    """Of the file: beside the one with the directive."""
    folder, own = os.path.split(target.where.file)
    name = target.file or f"{os.path.splitext(own)[0]}.cl"
    return os.path.join(folder, name)


def _refuse(declaration, target, why, diagnostics):
    diagnostics.add("task-opencl", target.where, name=declaration.name, why=why)
    return False


# ---- Parameters ----------------------------------------------------------------------------------


def _parameters(text, name):
    """Texts of the parameters of a kernel in OpenCL C; None where there is no such kernel."""
    plain = COMMENT.sub(" ", text.replace("\\\n", ""))
    for match in re.finditer(rf"\bvoid\s+{re.escape(name)}\s*\(", plain):
        before = re.split(r"[;}]", re.sub(r"(?m)^\s*#.*$", "", plain[: match.start()]))[-1]
        if re.search(r"\b(__)?kernel\b", before):
            return _split(plain, match.end())
    return None


def _split(text, start):
    depth, found = 0, [""]
    for letter in text[start:]:
        if letter == ")" and depth == 0:
            break
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [] if found[-1].strip() in ("", "void") and len(found) == 1 else found


def _why_not(parameters, declaration, accesses, path):
    if len(parameters) != len(declaration.parameters):
        own = {p.name for p in declaration.parameters}
        names = [re.findall(r"\w+", text) for text in parameters]
        more = [f"'{words[-1]}'" for words in names if words and words[-1] not in own]
        return (
            f"it has {len(parameters)} parameters in {path}, and {len(declaration.parameters)} in "
            "the declaration" + (f", which has no {', no '.join(more)}" if more else "")
        )
    for text, own, access in zip(parameters, declaration.parameters, accesses, strict=True):
        if not _suits(text, own.type):
            return (
                f"the parameter '{' '.join(text.split())}' in {path} is declared as "
                f"'{own.type.spelling}'"
            )
        if access.moved:
            return (
                f"the part of '{own.name}' is not contiguous, or does not begin where the "
                "parameter points to"
            )
    return ""


def _suits(text, kind):
    """Whether OpenCL C's parameter can have what C's has."""
    words = [word.strip("_") for word in re.findall(r"[A-Za-z_]\w*", text)]
    if isinstance(kind, IndexedType) != ("*" in text):
        return False
    if not isinstance(kind, IndexedType):
        return not {"global", "local", "constant"} & set(words) and _alike(words[:-1], kind)
    while isinstance(kind, IndexedType):
        kind = kind.element
    ahead = [word.strip("_") for word in re.findall(r"[A-Za-z_]\w*", text.split("*")[0])]
    return bool({"global", "constant"} & set(ahead)) and _alike(ahead, kind)


def _alike(words, kind):
    """Types that neither knows are the compilers' to compare."""
    theirs = TYPES.get(" ".join(w for w in words if w not in SILENT | SPACES))
    if theirs is None and words:  # float4 and the like
        theirs = TYPES.get(re.sub(r"\d+$", "", words[-1]))
    spelling = kind.canonical or kind.spelling
    ours = TYPES.get(" ".join(w for w in spelling.split() if w not in SILENT))
    return theirs is None or ours is None or theirs == ours


# ---- Work-items ----------------------------------------------------------------------------------


def _why_no_grid(declaration, grid, visible, arguments):
    """They are computed where the task is executed, of what it has a copy of."""
    if grid is None:
        return "no ndrange says by how many work-items"
    values = {p.name for p in declaration.parameters if not isinstance(p.type, IndexedType)}
    what = "value that the function is given"
    if arguments is not None:
        values, what = set(arguments), "argument of the call"
    constants = {name for name, one in visible.items() if isinstance(one, int)}
    for one in (*grid.offset, *grid.size, *grid.local):
        for match in TOKEN.finditer(one.text):
            word = match[0]
            if re.match(r"[A-Za-z_]", word) and word not in values | constants | WORDS:
                return f"ndrange needs '{word}', which is no {what}"
    return ""


def _in_parameters(grid, arguments):
    """A call's, in the names of the function's parameters."""
    if arguments is None:
        return grid

    def all_of(expressions):
        return tuple(replace(one, text=_rearguments(one.text, arguments)) for one in expressions)

    return Grid(all_of(grid.size), all_of(grid.local), all_of(grid.offset))


def _rearguments(text, arguments):
    return re.sub(r"\b[A-Za-z_]\w*", lambda word: arguments.get(word[0], word[0]), text)
