# SPDX-License-Identifier: BSD-3-Clause
"""A program whose loops execute their CUDA forms, on the host: the kernels are compiled as C++ over
tests/stubs/cuda_on_host, and stand in the place of the host forms, so that emulated accelerators
call them."""

import pathlib
import re
import shlex

from cases import CC, CTSARCC, ROOT, must, options
from ctsarcc import emit, preprocess, translate
from ctsarcc import options as command_line
from ctsarcc.diagnostics import Diagnostics
from ctsarcc.emit import host
from ctsarcc.emit.common import arguments
from ctsarcc.installation import Installation

STUBS = ROOT / "tests/stubs/cuda_on_host"
GROUPS = 3

WRAPPER = """
extern "C" void {name}_on_host(const ctsar_call *call)
{{
    ctsar_call many = *call;
    void *arg[] = {{{pointers}}};
    many.arg = arg;
    many.groups = {groups};
{before}    {name}_cuda(&many, nullptr);
{after}}}
"""


def wrapper(region):
    """The host form that launches the CUDA form in several blocks, and folds what they reduced
    to."""
    before, after, pointers = "", "", []
    for argument in arguments(region):
        place = f"call->arg[{argument.index}]"
        pointers.append(f"copies{argument.index}" if argument.kind == "REDUC" else place)
        if argument.kind == "REDUC":
            kind = argument.scalar.variable.type.canonical.replace("const ", "").replace(
                "_Bool", "bool"
            )
            copies = f"copies{argument.index}"
            identity = host.identity(argument.scalar)
            before += f"    for ({kind} &copy : {copies})\n        copy = {identity};\n"
            after += (
                f"    for ({kind} &copy : {copies}) {{\n"
                f"        {kind} *a = ({kind} *){place}, *b = &copy;\n"
                f"        {host.combiner(argument.scalar)[2]};\n    }}\n"
            )
            pointers[-1] = f"({copies})"
    declared = "".join(
        f"    {a.scalar.variable.type.canonical.replace('const ', '').replace('_Bool', 'bool')} "
        f"copies{a.index}[{GROUPS}];\n"
        for a in arguments(region)
        if a.kind == "REDUC"
    )
    text = WRAPPER.format(
        name=region.name,
        pointers=", ".join(pointers) or "nullptr",
        groups=GROUPS,
        before=before,
        after=after,
    )
    return text.replace("    ctsar_call many", declared + "    ctsar_call many", 1)


def translated(source):
    """(C for the compiler, regions with a CUDA form, text of the CUDA forms)."""
    include = ROOT / "include"
    given = command_line.parse([*options(source), "-c", str(source)])
    captured = []
    real = emit.emit

    def capture(unit, *rest):
        captured.append((unit, real(unit, *rest)))
        return captured[0][1]

    emit.emit = capture
    try:
        flags = [f"-I{include}", "-D__CTSARCC__=1", *given.preprocessor()]
        text = preprocess.preprocess(shlex.split(CC), flags, str(source))
        result = translate.translate(
            text,
            shlex.split(CC),
            flags,
            given,
            Installation(str(include), "", ()),
            Diagnostics(text),
        )
    finally:
        emit.emit = real
    unit, output = captured[0]
    return (
        result.preprocessed,
        [
            r
            for r in unit.regions
            if output.forms[r.name].get("cuda") and output.forms[r.name]["cuda"].file
        ],
        "\n".join(result.files),
    )


def build(source, folder):
    """Builds `source` so; returns the program, or None where no loop has a CUDA form."""
    code, regions, kernels = translated(source)
    if not regions:
        return None
    for region in regions:
        code = code.replace(f".host = {region.name}_host", f".host = {region.name}_on_host")
        code = code.replace(
            f"int {region.name}_cuda(",
            f"void {region.name}_on_host(const ctsar_call *);\nint {region.name}_cuda(",
            1,
        )
    kernels = re.sub(
        r"(\w+)::kernel<<<blocks, threads, 0, \(cudaStream_t\)stream>>>\(",
        r"cuda_on_host::launch(blocks, threads, \1::kernel,",
        kernels,
    )
    text = (
        "#include <ctsar.h>\n#include <cuda_runtime.h>\n#include <math.h>\n"
        + kernels
        + "".join(map(wrapper, regions))
    )
    (folder / "kernels.cpp").write_text(text)
    (folder / "host.i").write_text(code)
    must(
        "g++",
        "-std=c++17",
        "-O1",
        "-w",
        f"-I{STUBS}",
        f"-I{ROOT}/include",
        "-c",
        folder / "kernels.cpp",
        "-o",
        folder / "kernels.o",
    )
    must(
        *shlex.split(CC),
        "-O1",
        "-w",
        "-fopenmp",
        *[o for o in options(source) if o.startswith("-std")],
        "-x",
        "cpp-output",
        "-c",
        folder / "host.i",
        "-o",
        folder / "host.o",
    )
    must(CTSARCC, folder / "host.o", folder / "kernels.o", "-lstdc++", "-o", folder / "on-host")
    return pathlib.Path(folder / "on-host")
