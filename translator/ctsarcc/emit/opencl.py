# SPDX-License-Identifier: BSD-3-Clause
"""OpenCL C 1.2: the body as a kernel in a string, built at run time for the devices that are
there."""

from ..mathematics import MATH, ROUNDING
from ..model import fresh
from ..syntax import ArrayType, StructType
from . import device, dialect, host
from .common import Form, arguments
from .dialect import CannotExpress, Dialect

LOCAL = 64  # work-items in a group of a kernel with reductions

BUILTINS = frozenset(
    [
        "acos",
        "acosh",
        "acospi",
        "add_sat",
        "all",
        "any",
        "asin",
        "asinh",
        "asinpi",
        "atan",
        "atan2",
        "atan2pi",
        "atanh",
        "atanpi",
        "barrier",
        "bitselect",
        "cbrt",
        "ceil",
        "clamp",
        "clz",
        "convert_int",
        "copysign",
        "cos",
        "cosh",
        "cospi",
        "cross",
        "degrees",
        "distance",
        "dot",
        "erf",
        "erfc",
        "exp",
        "exp10",
        "exp2",
        "expm1",
        "fabs",
        "fast_distance",
        "fast_length",
        "fast_normalize",
        "fdim",
        "floor",
        "fma",
        "fmax",
        "fmin",
        "fmod",
        "fract",
        "frexp",
        "hadd",
        "half_cos",
        "hypot",
        "ilogb",
        "isequal",
        "isfinite",
        "isinf",
        "isless",
        "isnan",
        "isnormal",
        "ldexp",
        "length",
        "lgamma",
        "log",
        "log10",
        "log1p",
        "log2",
        "logb",
        "mad",
        "mad24",
        "mad_hi",
        "mad_sat",
        "max",
        "maxmag",
        "mem_fence",
        "min",
        "minmag",
        "mix",
        "modf",
        "mul24",
        "mul_hi",
        "nan",
        "native_cos",
        "nextafter",
        "normalize",
        "popcount",
        "pow",
        "pown",
        "powr",
        "prefetch",
        "printf",
        "radians",
        "remainder",
        "remquo",
        "rhadd",
        "rint",
        "rootn",
        "rotate",
        "round",
        "rsqrt",
        "select",
        "shuffle",
        "sign",
        "signbit",
        "sin",
        "sincos",
        "sinh",
        "sinpi",
        "smoothstep",
        "sqrt",
        "step",
        "sub_sat",
        "tan",
        "tanh",
        "tanpi",
        "tgamma",
        "trunc",
        "upsample",
        "vload2",
        "vload4",
        "vstore2",
        "vstore4",
    ]
)

# Words that are no identifiers there, and words of gcc's that are not known there.
KEYWORDS = [
    "kernel",
    "global",
    "local",
    "constant",
    "private",
    "generic",
    "read_only",
    "write_only",
    "read_write",
    "half",
    "quad",
    "complex",
    "imaginary",
    "image1d_t",
    "image2d_t",
    "image3d_t",
    "sampler_t",
    "event_t",
    "pipe",
    "bool2",
] + [
    f"{kind}{width}"
    for kind in (
        "char",
        "uchar",
        "short",
        "ushort",
        "int",
        "uint",
        "long",
        "ulong",
        "float",
        "double",
        "half",
    )
    for width in (2, 3, 4, 8, 16)
]
WORDS = {
    **{word: word + "_" for word in KEYWORDS},
    "_Bool": "bool",
    "__restrict": "restrict",
    "__restrict__": "restrict",
    "__inline": "inline",
    "__inline__": "inline",
    "__const": "const",
    "__volatile__": "volatile",
    "__signed__": "signed",
    "register": "",
    "__extension__": "",
    "size_t": "ulong",
    "ssize_t": "long",
    "ptrdiff_t": "long",
    "intptr_t": "long",
    "uintptr_t": "ulong",
}
PREDEFINED = {
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "uchar",
    "ushort",
    "uint",
    "ulong",
    "bool",
    "half",
}

INTEGER = {
    "abs": ("abs", ("int",), "int"),
    "labs": ("abs", ("long",), "long"),
    "llabs": ("abs", ("long",), "long"),
}


def call(name, node, to_float):
    """A function of math.h by what it is called there."""
    if name in INTEGER:
        return INTEGER[name]
    if name in ROUNDING:
        kind = "float" if name.endswith("f") else "double"
        return ROUNDING[name], (kind,), "long" if name[0] == "l" else kind
    plain = dialect.plain_name(name)
    if plain in MATH:
        single = (name.endswith("f") and name != "erf") or (to_float and dialect.exact(plain, node))
        return plain, dialect.kinds(plain, "float" if single else "double"), None
    return None


DIALECT = Dialect(
    name="OpenCL",
    words=WORDS,
    function="",
    constant="__constant ",
    call=call,
    renamed=BUILTINS,
    first="(long)get_global_id(0)",
    across="(long)get_global_size(0)",
    spaces=True,
)


def form(region, context):
    """The OpenCL form."""
    if not context.options.opencl:
        return Form(note="none: --no-opencl")
    if region.no_device:
        return Form(note=f"none: {region.no_device}")
    try:
        text = source(region, context)
    except CannotExpress as reason:
        return Form(note=f"none: {reason}", obstacle=str(reason))
    name = f"{region.name}_opencl"
    fields = [("opencl_source", name)]
    if region.scalars_as("reduction"):
        fields.append(("local_size", str(LOCAL)))
    if "-ffast-math" in context.options.flags():
        fields.append(("opencl_options", '"-cl-fast-relaxed-math"'))
    definition = context.template(
        "opencl_string.c.j2",
        name=name,
        place=host.place(region),
        lines=[
            line.replace("\\", "\\\\").replace('"', '\\"') for line in text.rstrip("\n").split("\n")
        ],
    )
    if region.inner:
        length, definition_of_length = device.length_function(region, context)
        definition += definition_of_length
        fields.append(("inner", length))
    return Form(definition, tuple(fields))


def source(region, context):
    """The kernel's source."""
    parameters, prologue = parameters_of(region)
    dimension = 1 if region.inner else 0
    grid = {
        "first": f"get_global_id({dimension})",
        "stride": f"get_global_size({dimension})",
        "own": "get_local_id(0)",
        "group": "get_group_id(1) * get_num_groups(0) + get_group_id(0)"
        if region.inner
        else "get_group_id(0)",
        "shared": "__local",
        "barrier": "barrier(CLK_LOCAL_MEM_FENCE)",
    }
    text = dialect.with_double(
        device.kernel(
            region,
            context,
            DIALECT,
            f"__kernel void {region.name}",
            LOCAL,
            parameters,
            prologue,
            grid,
            PREDEFINED,
        )
    )
    return (
        "#pragma OPENCL FP_CONTRACT OFF\n" if "-ffp-contract=off" in context.options.flags() else ""
    ) + text


def parameters_of(region):
    """(declarations of the parameters, statements at the kernel's head)."""
    names = [fresh(region, n) for n in ("start", "step", "count")]
    parameters, prologue = [f"long {name}" for name in names], []
    for argument in arguments(region):
        part = {"MEM": _array, "REDUC": _reduction, "VALUE": _value}[argument.kind](
            argument, region
        )
        parameters += part[0]
        prologue += part[1]
    return parameters, prologue


def _array(argument, region):
    array, name = argument.array, argument.name
    if array.size is not None and isinstance(array.element, StructType):
        raise CannotExpress(f"'{name}' has structs as elements and items of a size of its own")
    constant = device.constant(array)
    kind = device.basic(array.element, DIALECT)
    bias = fresh(region, f"{name}_bias")
    passed, shift = name, [f"{name} -= {bias};"]
    if kind == "bool" or device.elements(array) == "rows":
        # A kernel's parameters are no pointers to bool, nor to rows.
        passed = fresh(region, f"{name}_data")
        rows = (
            "".join(f"[{d.extent.value}]" for d in array.dimensions[1:])
            if device.elements(array) == "rows"
            else ""
        )
        pointer = (
            f"__global {constant}{kind} {{}}"
            if not rows
            else f"__global {constant}{kind} ({{}}){rows}"
        )
        shift = [f"{pointer.format('*' + name)} = ({pointer.format('*')})({passed} - {bias});"]
    element = "uchar" if kind == "bool" else kind
    return [
        f"__global {constant}{element} *restrict {passed}",
        f"long {bias}",
        *(f"long {stride}" for stride in device.stride_names(array, region)),
    ], shift


def _reduction(argument, region):
    kind = device.basic(argument.scalar.variable.type, DIALECT)
    partial = fresh(region, f"{argument.name}_partial")
    return [f"__global {device.memory(kind, DIALECT)} *{partial}"], []


def _value(argument, region):
    kind, name = argument.scalar.variable.type, argument.name
    if isinstance(kind, ArrayType):
        element, rows = kind.element, ""
        while isinstance(element, ArrayType):
            rows, element = f"{rows}[{element.extent}]", element.element
        passed = fresh(region, f"{name}_value")
        pointer = f"(*{name}){rows}" if rows else f"*{name}"
        return [f"struct {region.name}_{name} {passed}"], [
            f"{device.own(argument)}{device.basic(element, DIALECT)} {pointer} = {passed}.item;"
        ]
    name_of = device.basic(kind, DIALECT)
    if name_of == "bool":
        passed = fresh(region, f"{name}_value")
        return [f"uchar {passed}"], [f"bool {name} = {passed};"]
    return [f"{name_of} {name}"], []
