# SPDX-License-Identifier: BSD-3-Clause
"""Values that are used after a loop that cores execute: what OpenMP is told of them."""

from dataclasses import dataclass

from ..companions import computed_again
from ..loops import canonical
from .uses import Walk, jumps_out


@dataclass(frozen=True)
class Lasting:
    """Of a loop that is to be OpenMP's. `possible`: it leaves the values that C says."""

    private: tuple[str, ...] = ()  # variables that every iteration sets, and no clause names
    last: tuple[str, ...] = ()  # those whose last value is used
    index: bool = False  # the loop's own variable is one of them
    possible: bool = True


def of(parsed, region):
    loop, directive = parsed.node.loop, parsed.directive
    named = {clause.name for clause in directive.clauses}
    live = parsed.live
    sure = _set_by_all(parsed)
    private, last, unsure = [], [], []
    for scalar in region.scalars_as("private") if region is not None else ():
        variable = scalar.variable
        if variable.name in named or variable.key == loop.variable.key:
            continue
        if variable.key not in live:
            private.append(variable.name)
        elif variable.key in sure:
            last.append(variable.name)
        else:
            unsure.append(variable.name)  # as OpenMP has it: all iterations share it
    openmps = directive.spelling.startswith("omp")
    variable = loop.variable
    index = (
        variable is not None
        and not loop.declared
        and variable.key in live
        and variable.name not in named
    )
    followed = {one.variable.name for one in loop.companions} & {*last, *unsure}
    first = loop.upper if loop.downward else loop.lower
    told = canonical(loop) and first is not None and computed_again(first)
    return Lasting(
        tuple(private),
        tuple([*last, variable.name] if index and told else last),
        index and told,
        (openmps or not unsure) and not followed and (not index or told),
    )


def _set_by_all(parsed):
    """Keys of the variables that every iteration sets, whatever conditions say."""
    if jumps_out(parsed.node.body):
        return set()
    events = Walk().body(parsed.node.body).scalars.items()
    return {
        key
        for key, (_, found) in events
        if any(event.write and not event.conditional for event in found)
    }
