# SPDX-License-Identifier: BSD-3-Clause
"""Functions of the C library: which do no more than their arguments say, and how much of what an
argument points to they touch."""

import re

from ...syntax import Binary, Node, integer
from ..algebra import affine
from ..body.devices import DEVICE
from ..shapes.reach import ZERO


def _words(text):
    return set(text.split())


LONG_DOUBLE = {f"{name}l" for name in DEVICE if not name.startswith("__")}
NUMBERS = _words(
    """lround llround lrint llrint nearbyint scalbn scalbln exp10 pow10 nexttoward isnan isinf
    finite modf frexp remquo sincos lgamma_r llabs div ldiv lldiv significand drem j0 j1 jn y0 y1
    yn cabs carg cimag creal conj cproj cexp clog cpow csqrt cacos casin catan ccos csin ctan cacosh
    casinh catanh ccosh csinh ctanh __isnan __isinf __finite __signbit __fpclassify
    __isoc99_sscanf"""
)
MEMORY = _words(
    """memcpy memmove memset memcmp memchr mempcpy strlen strnlen strcmp strncmp strcasecmp
    strncasecmp strcpy strncpy stpcpy strcat strncat strchr strrchr strstr strspn strcspn strpbrk
    bzero bcopy malloc calloc realloc free aligned_alloc posix_memalign alloca qsort bsearch
    snprintf sprintf vsnprintf sscanf atoi atol atoll atof strtol strtoll strtoul strtoull strtod
    strtof strtold exit abort __assert_fail __ctype_b_loc __ctype_tolower_loc
    __ctype_toupper_loc"""
)
# What macros of ctype.h look letters up in.
TABLES = _words("__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc")
LETTERS = _words(
    """isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper
    isxdigit tolower toupper"""
)
ALONE = (
    set(DEVICE)
    | LONG_DOUBLE
    | {f"{name}{suffix}" for name in NUMBERS for suffix in ("", *"fl")}
    | MEMORY
    | LETTERS
    | {"rand_r"}
)
VALUES = (
    set(DEVICE),
    LONG_DOUBLE,
    {f"{name}{suffix}" for name in NUMBERS for suffix in ("", *"fl")},
    LETTERS,
)
NEW = {"malloc", "calloc", "realloc", "aligned_alloc", "alloca", "__builtin_alloca"}

# By argument: those whose product is the number of bytes that it leads to; (): one element.
BYTES: dict[str, dict[int, tuple[int, ...]]] = {
    **{name: {0: (2,), 1: (2,)} for name in ("memcpy", "memmove", "mempcpy", "memcmp", "bcopy")},
    **{name: {0: (2,), 1: (2,)} for name in ("strncpy", "strncmp")},
    **{name: {0: (2,)} for name in ("memset", "memchr")},
    "bzero": {0: (1,)},
    "snprintf": {0: (1,)},
    "qsort": {0: (1, 2)},
}
BYTES["rand_r"] = {0: ()}
for suffix in ("", "f", "l"):
    BYTES |= {f"frexp{suffix}": {1: ()}, f"modf{suffix}": {1: ()}, f"remquo{suffix}": {2: ()}}
    BYTES |= {f"sincos{suffix}": {1: (), 2: ()}}


def plain(name):
    """`memcpy` of `__builtin___memcpy_chk`."""
    return re.sub(r"^(__builtin_)?_*(\w+?)(_chk)?$", r"\2", name)


def alone(name):
    """Whether a function does nothing but what its arguments say, and remembers nothing."""
    return name in ALONE or plain(name) in ALONE or name.startswith("__builtin_")


def computes(name):
    """Whether a function does nothing but compute a value, or what its arguments lead to is one."""
    short = plain(name)
    return short not in MEMORY and (
        name.startswith("__builtin_") or any(short in known for known in VALUES)
    )


def selected(access, array, body):
    """How many dimensions say what a function does with an address that it is given: what it
    reaches in the others is all of them. None: no function is asked, or one of the file."""
    call, use = access.use.call, access.use
    if call is None or not use.address:
        return None
    given = 0 if access.terms is None or access.indices is None else len(access.terms)
    if not given:
        return 0
    name = plain(call.name)
    factors = BYTES.get(name, {}).get(_number(call, use.node))
    if factors is None:
        return 0
    if not factors:
        return given if given == len(array.dimensions) else 0
    wanted = affine.Polynomial.constant(1)
    for factor in factors:
        part = _bytes(call.arguments[factor], body)
        if part is None:
            return 0
        wanted = wanted * part
    size = affine.Polynomial.constant(array.element.size)
    for k in range(len(array.dimensions), 0, -1):
        if k < given and access.indices[k] != ZERO:
            return 0  # the middle of a row
        if k <= given and _within(wanted, size):
            return k
        extent = body.polynomial(array.dimensions[k - 1].extent.text)
        if extent is None:
            return 0
        size = size * extent
    return 0


def _bytes(node: Node, body):
    """The value of a number of bytes, as a Polynomial, or None."""
    known = integer(node)
    if known is not None:
        return affine.Polynomial.constant(known)
    if isinstance(node, Binary) and node.op == "*":
        left, right = (_bytes(child, body) for child in node.children)
        return None if left is None or right is None else left * right
    return body.values.polynomial(node)


def _number(call, node: Node):
    """Which argument of the call the node is, or is a part of."""
    for k, argument in enumerate(call.arguments):
        if argument.start <= node.start and node.end <= argument.end:
            return k
    return -1


def _within(wanted, size):
    """Whether so many bytes surely are no more than those; symbols are sizes, and not negative."""
    return all(factor >= 0 for factor in (size - wanted).values())
