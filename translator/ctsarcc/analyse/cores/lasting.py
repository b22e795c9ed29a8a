# SPDX-License-Identifier: BSD-3-Clause
"""Values that are used after a loop that cores execute: what OpenMP is told of them."""

from dataclasses import dataclass, replace

from ... import flow, outputs
from ...companions import computed_again
from ...loops import ends, taken
from ...model import Scalar, fresh
from ...syntax import BoolType, FloatType, IntegerType, Variable
from ..body.uses import Walk, jumps_out


@dataclass(frozen=True)
class Lasting:
    """Of a loop that is to be OpenMP's. `possible`: it leaves the values that C says."""

    private: tuple[str, ...] = ()  # variables that every iteration sets, and no clause names
    last: tuple[str, ...] = ()  # those whose last value is used
    index: bool = False  # the loop's own variable is one of them
    possible: bool = True
    followed: tuple[str, ...] = ()  # companions whose value after the loop is used


def of(parsed, region):
    loop, directive = parsed.node.loop, parsed.directive
    named = {clause.name for clause in directive.clauses}
    if directive.only_openmp:  # a clause that stays as it stands: linear(k : 2)
        named |= directive.only_openmp[2]
    live = parsed.live
    sure = set_by_all(parsed)
    followed = companions_after(loop, live)
    private, last, unsure = [], [], []
    for scalar in region.scalars_as("private") if region is not None else ():
        variable = scalar.variable
        if variable.name in named or variable.key == loop.variable.key:
            continue
        if variable.key not in live:
            private.append(variable.name)
        elif variable.key in followed:
            private.append(variable.name)  # and is set behind the loop
        elif variable.key in sure:
            last.append(variable.name)
        else:
            unsure.append(variable.name)  # as OpenMP has it: all iterations share it
    heads = [one.variable.name for one in loop.companions if not one.declared]
    private += [name for name in heads if name not in {*private, *last, *unsure, *named}]
    openmps = directive.spelling.startswith("omp")
    variable = loop.variable
    index = (
        variable is not None
        and not loop.declared
        and variable.key in live
        and variable.name not in named
    )
    first, _ = ends(loop)
    again = first is not None and computed_again(first)
    told = taken(loop) and again
    if index and loop.companions and again:
        index, followed = False, {**followed, variable.key: variable.name}
    # A header that OpenMP does not take is counted from below: its last iteration is another one.
    turned = loop.downward and not taken(loop)
    wanted = last or any(clause.last for clause in directive.clauses)
    return Lasting(
        tuple(private),
        tuple([*last, variable.name] if index and told else last),
        index and told,
        (openmps or not unsure) and (not index or told) and not (turned and wanted),
        tuple(followed.values()),
    )


def companions_after(loop, live):
    """{key: name} of the header's other variables that are used after the loop."""
    return {
        one.variable.key: one.variable.name
        for one in loop.companions
        if not one.declared and one.variable.key in live
    }


def set_by_all(parsed):
    """Keys of the variables that every iteration sets, whatever conditions say."""
    if jumps_out(parsed.node.body):
        return set()
    events = Walk().body(parsed.node.body).scalars.items()
    return flow.surely_set(parsed.node.body, outputs.of(parsed.needs)) | {
        key
        for key, (_, found) in events
        if any(event.write and not event.conditional for event in found)
    }


def marked(scalars, body):
    """The scalars of a region. Those of them that the last iteration's value is wanted of are told
    apart: it comes home as a reduction to which all other iterations add nothing."""
    parsed = body.parsed
    if parsed.versions or parsed.directive.kernels or parsed.node.loop.variable is None:
        return scalars  # the user's own forms leave no such value
    sure = set_by_all(parsed) - flow.exposed(parsed.node.body, outputs.of(parsed.needs))
    sure -= {one.variable.key for one in parsed.node.loop.companions}
    asked = {clause.name: clause.last for clause in parsed.directive.clauses if not clause.op}
    found = []
    for scalar in scalars:
        variable = scalar.variable
        wanted = asked.get(variable.name, variable.key in parsed.live)
        if scalar.role == "private" and wanted and variable.key in sure and _comes_home(variable):
            name = fresh(parsed, f"{variable.name}_final")
            reason = f"{scalar.reason}; the last iteration's value is brought home"
            found.append(replace(scalar, last=name, reason=reason))
        else:
            found.append(scalar)
    return tuple(found)


def objection(clause, parsed):
    """Why a clause `lastprivate` is not fulfilled."""
    variable = parsed.scope.get(clause.name)
    if parsed.versions or parsed.directive.kernels:
        return "which forms of your own do not leave"
    if not isinstance(variable, Variable) or not _comes_home(variable):
        return "which is no number of the function's"
    if variable.key in set_by_all(parsed):
        return "which iterations read before they set it"
    return "which not every iteration sets"


def _comes_home(variable):
    kind = variable.type
    number = isinstance(kind, IntegerType | FloatType | BoolType) and not kind.volatile
    return number and variable.scope == "function" and kind.text is not None


def made(scalars, body):
    """(the reductions and the value that `marked` scalars need, the name of the latter)."""
    wanted = [scalar for scalar in scalars if scalar.last]
    if not wanted:
        return (), ""
    found = []
    for scalar in wanted:
        variable = replace(scalar.variable, name=scalar.last, key=-scalar.variable.key, storage="")
        op = "last" if isinstance(variable.type, FloatType) else "|"
        found.append(Scalar(variable, "reduction", op, made=True))
    own = body.loop.variable
    name = fresh(body.parsed, "final")
    number = Variable(name, -own.key, "function", own.type)
    return (*found, Scalar(number, "value", made=True)), name
