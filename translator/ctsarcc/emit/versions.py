# SPDX-License-Identifier: BSD-3-Clause
"""A family of kernels: the loop itself, and the functions that execute it in other ways. What calls
them stands behind them, since types may be declared in between."""

from ..syntax import IndexedType
from . import host
from .common import arguments, named
from .text import Edit

RESULT = {"host": "void", "cuda": "int"}
STREAM = {"host": "", "cuda": ", void *stream"}


def called(region, version):
    """The function that stands between the library and a version."""
    return f"{region.name}_{version.name}"


def kernels(region):
    """What the kernels of a region's versions are: (name, member of ctsar_kernel, C text)."""
    for version in region.versions:
        if version.form == "opencl":
            yield version, [("opencl_source", version.name)]
        else:
            fields = [(version.form, f"{called(region, version)}_call")]
            fields += [("fits", f"{called(region, version)}_fits")] if version.asked else []
            yield version, fields


def tolerance(region):
    """What all of a family must agree within, as C text: the largest that is stated."""
    stated = [version.tolerance for version in region.versions if version.tolerance]
    return max(stated, key=float, default="")


def prototypes(region):
    """What kernels name, and stands further down."""
    for version in region.versions:
        if version.end:
            yield f"static {_call(region, version)};"
            if version.asked:
                yield f"static {_fits(region, version)};"


def _call(region, version):
    return (
        f"{RESULT[version.form]} {called(region, version)}_call"
        f"(const ctsar_call *call{STREAM[version.form]})"
    )


def _fits(region, version):
    return f"_Bool {called(region, version)}_fits(const ctsar_call *call)"


def _values(region, version):
    """C texts of what the function is called with."""
    by_name = {argument.name: argument for argument in arguments(region)}
    for name in version.passed:
        argument = by_name[name]
        place = f"call->arg[{argument.index}]"
        yield host.loaded(argument, place) if argument.kind == "VALUE" else place
    yield from ("call->start", "call->end")
    for argument in arguments(region):
        if argument.kind == "REDUC":
            yield f"call->arg[{argument.index}]"
    if version.form == "cuda":
        yield "stream"


def edits(region, context):
    """Definitions behind the versions' functions."""
    source = context.source
    for version in region.versions:
        if not version.end:
            continue
        at = source.behind(version.end)
        values = list(_values(region, version))
        known = list(zip(version.parameters, values, strict=True))[: len(version.passed) + 2]
        yield Edit(
            at,
            at,
            (
                context.template(
                    "version.c.j2",
                    version=version,
                    place=host.place(region),
                    call=_call(region, version),
                    fits=_fits(region, version),
                    values=values,
                    known=[
                        (named(parameter.type), parameter.name, value)
                        for parameter, value in known
                        if not isinstance(parameter.type, IndexedType)
                    ],
                ),
            ),
        )
