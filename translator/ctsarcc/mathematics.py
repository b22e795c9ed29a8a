# SPDX-License-Identifier: BSD-3-Clause
"""The functions of math.h that CUDA and OpenCL have, in forms for double and, with an f, float."""

MATH = frozenset(
    [
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "cbrt",
        "ceil",
        "copysign",
        "cos",
        "cosh",
        "erf",
        "erfc",
        "exp",
        "exp2",
        "expm1",
        "fabs",
        "fdim",
        "floor",
        "fma",
        "fmax",
        "fmin",
        "fmod",
        "hypot",
        "ilogb",
        "ldexp",
        "lgamma",
        "log",
        "log10",
        "log1p",
        "log2",
        "logb",
        "nextafter",
        "pow",
        "remainder",
        "rint",
        "round",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "tgamma",
        "trunc",
    ]
)

# Functions that round, and what OpenCL calls them: only there the result is no integer.
ROUNDING = {
    **{f"{kind}round{single}": "round" for kind in ("l", "ll") for single in ("", "f")},
    **{
        f"{kind}{single}": "rint"
        for kind in ("lrint", "llrint", "nearbyint")
        for single in ("", "f")
    },
}
