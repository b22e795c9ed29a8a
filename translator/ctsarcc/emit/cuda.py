# SPDX-License-Identifier: BSD-3-Clause
"""CUDA C: the body as a kernel, and the function that launches it; compiled apart, by nvcc."""

from ..mathematics import MATH, ROUNDING
from ..model import fresh
from ..syntax import ArrayType, BoolType, FloatType, IntegerType
from . import device, dialect, host
from .common import Form, arguments
from .dialect import CannotExpress, Dialect

THREADS = (64, 1)  # in a block; enough blocks of 64 fill a multiprocessor
THREADS_2D = (32, 8)

# Words of C++'s that C leaves to its users.
KEYWORDS = [
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "bitand",
    "bitor",
    "catch",
    "char16_t",
    "char32_t",
    "class",
    "compl",
    "concept",
    "const_cast",
    "constexpr",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "friend",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "requires",
    "static_assert",
    "static_cast",
    "template",
    "this",
    "throw",
    "thread_local",
    "try",
    "typeid",
    "typename",
    "using",
    "virtual",
    "wchar_t",
    "xor",
    "xor_eq",
]
WORDS = {
    **{word: word + "_" for word in KEYWORDS},
    "_Bool": "bool",
    "restrict": "__restrict__",
    "__restrict": "__restrict__",
    "register": "",
    "__extension__": "",
    "_Static_assert": "static_assert",
    "_Alignof": "alignof",
    "_Alignas": "alignas",
}


def call(name, node, to_float):
    """A function of math.h, or abs: overloaded there, so that arguments must have the type of the
    function that is meant."""
    plain = dialect.plain_name(name)
    if name == "abs":
        return name, ("int",), None
    if name in ROUNDING:  # CUDA has them all
        return name, ("float" if name.endswith("f") else "double",), None
    if plain not in MATH:
        return None
    if name.endswith("f") and name != "erf":
        return plain + "f", (), None
    single = to_float and dialect.exact(plain, node)
    return (
        plain + ("f" if single else ""),
        dialect.kinds(plain, "float" if single else "double"),
        None,
    )


DIALECT = Dialect(
    name="CUDA",
    words=WORDS,
    function="static __device__ ",
    constant="static __constant__ const ",
    call=call,
    first="(blockIdx.x * (long)blockDim.x + threadIdx.x)",
    across="gridDim.x * (long)blockDim.x",
    classes=True,
)


def form(region, context):
    """The CUDA form."""
    if not context.options.cuda:
        return Form(note=f"none: {context.options.no_cuda}")
    if region.no_device:
        return Form(note=f"none: {region.no_device}")
    try:
        file = text(region, context)
    except CannotExpress as reason:
        return Form(note=f"none: {reason}", obstacle=str(reason))
    definition = (
        f"/* The loop at {host.place(region)} for CUDA devices. */\n"
        f"int {region.name}_cuda(const ctsar_call *call, void *stream);\n"
    )
    return Form(definition, (("cuda", f"{region.name}_cuda"),), file)


def text(region, context):
    """The kernel and its launcher."""
    threads = THREADS_2D if region.inner else THREADS
    parameters, prologue, passed = parameters_of(region)
    axis = "y" if region.inner else "x"
    grid = {
        "first": f"blockIdx.{axis} * (long)blockDim.{axis} + threadIdx.{axis}",
        "stride": f"gridDim.{axis} * (long)blockDim.{axis}",
        "own": "threadIdx.y * blockDim.x + threadIdx.x" if region.inner else "threadIdx.x",
        "group": "blockIdx.y * (long)gridDim.x + blockIdx.x" if region.inner else "blockIdx.x",
        "shared": "__shared__",
        "barrier": "__syncthreads()",
    }
    kernel = device.kernel(
        region,
        context,
        DIALECT,
        "static __global__ void kernel",
        threads[0] * threads[1],
        parameters,
        prologue,
        grid,
    )
    return context.template(
        "cuda_form.cu.j2",
        region=region,
        kernel=kernel,
        threads=threads,
        passed=filled(passed, 8),
        inner=dialect.spell(device.length_function(region, context)[1].strip("\n"), DIALECT)
        if region.inner
        else "",
    )


def parameters_of(region):
    """(declarations of the parameters, statements at the kernel's head, what the launcher
    passes)."""
    parameters, prologue = [f"long {fresh(region, n)}" for n in ("start", "step", "count")], []
    passed = ["call->start", "call->step", "call->count"]
    device.values(region)
    for argument in arguments(region):
        place = f"call->arg[{argument.index}]"
        if argument.kind == "MEM":
            one = _array(argument, region, place)
        elif argument.kind == "REDUC":
            kind = device.basic(argument.scalar.variable.type, DIALECT)
            one = (
                [f"{kind} *{fresh(region, argument.name + '_partial')}"],
                [],
                [f"({kind} *){place}"],
            )
        else:
            one = _value(argument, region, place)
        parameters += one[0]
        prologue += one[1]
        passed += one[2]
    return parameters, prologue, passed


def _array(argument, region, place):
    array, name = argument.array, argument.name
    constant = device.constant(array)
    kind = device.basic(array.element, DIALECT)
    rows = (
        "".join(f"[{d.extent.value}]" for d in array.dimensions[1:])
        if device.elements(array) == "rows"
        else ""
    )
    pointer = f"{constant}{kind} (*{{}}){rows}" if rows else f"{constant}{kind} *{{}}"
    strides = device.stride_names(array, region)
    outside = pointer.replace(kind, _qualified(kind, array.element, region), 1).format("")
    return (
        [pointer.format(f"__restrict__ {name}"), *(f"long {stride}" for stride in strides)],
        [],
        [
            f"({outside}){place}",
            *(f"(long)call->strides[{argument.index}][{k}]" for k in range(len(strides))),
        ],
    )


def _value(argument, region, place):
    kind, name = argument.scalar.variable.type, argument.name
    if isinstance(kind, ArrayType):
        element, rows = kind.element, ""
        while isinstance(element, ArrayType):
            rows, element = f"{rows}[{element.extent}]", element.element
        struct, passed = f"struct {region.name}_{name}", fresh(region, f"{name}_value")
        pointer = f"(*{name}){rows}" if rows else f"*{name}"
        return (
            [f"{struct} {passed}"],
            [f"{device.own(argument)}{device.basic(element, DIALECT)} {pointer} = {passed}.item;"],
            [f"*(const {region.name}::{region.name}_{name} *){place}"],
        )
    type_name = device.basic(kind, DIALECT)
    return [f"{type_name} {name}"], [], [f"*(const {_qualified(type_name, kind, region)} *){place}"]


def _qualified(name, kind, region):
    """A type of the user's as it is called outside of the region's namespace."""
    if isinstance(kind, FloatType | BoolType | IntegerType):
        return name
    return f"{region.name}::{name.split()[-1]}"


def filled(pieces, indent):
    """Arguments as lines of at most 100 columns."""
    lines = [""]
    for piece in [piece + "," for piece in pieces[:-1]] + pieces[-1:]:
        if lines[-1] and indent + len(lines[-1]) + 1 + len(piece) > 100:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + piece
    return ("\n" + " " * indent).join(lines)
