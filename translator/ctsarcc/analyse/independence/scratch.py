# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of the function that each iteration fills before it reads them, and that nothing needs
afterwards: `private` without a clause."""

from dataclasses import replace
from itertools import takewhile

from ...model import Clause
from ...syntax import Asm, Case, Do, Goto, Label, Name, Switch, While, innermost, members_of
from .. import polyhedral
from ..shapes.arrays import copyable
from . import relations

LARGEST = 1 << 14  # bytes: each thread has one on its stack
ODD = (While, Do, Switch, Case, Label, Goto, Asm)


def with_private(parsed, body):
    """The loop as if a clause named such arrays. `body()`: what the analysis looks at it with."""
    directive = parsed.directive
    wanted = [] if directive.independent or parsed.versions else _candidates(parsed)
    found = [variable for variable in wanted if _filled(variable, body())]
    if not found:
        return parsed
    clauses = [Clause("private", one.name, directive.where, found=True) for one in found]
    openmp = f"{directive.openmp} private({', '.join(one.name for one in found)})"
    directive = replace(directive, clauses=(*directive.clauses, *clauses), openmp=openmp)
    return replace(parsed, directive=directive)


def _candidates(parsed):
    """Variables of the kind that is understood."""
    named = {clause.name for clause in parsed.directive.clauses}
    return [
        variable
        for variable in parsed.idle
        if variable.name not in named
        and 0 < variable.type.size <= LARGEST
        and copyable(innermost(variable.type))
        and not innermost(variable.type).volatile
        and not getattr(innermost(variable.type), "union", False)
    ]


def _filled(variable, body):
    """Whether an iteration writes each element before it reads it."""
    uses = [use for use in body.seen.arrays if use.variable.key == variable.key]
    names = [node for node in body.parsed.node.body.walk() if _is(node, variable)]
    own = [use for use in body.uses.arrays if use.variable.key == variable.key]
    depth = variable.type.depth
    if len(own) != len(names) or not any(use.write for use in uses):
        return False
    if any(use.address or use.walks or len(use.subscripts) != depth for use in uses):
        return False
    before = _asked(body)
    filled = _covered(uses, body)
    return filled and _asked(body) == before  # nothing tells that it is so for some sizes only


def _is(node, variable):
    return (
        isinstance(node, Name) and node.variable is not None and node.variable.key == variable.key
    )


def _asked(body):
    """What must hold for what has been found of the loop so far."""
    values = body.values
    return [list(part) for part in (body.guards, values.narrowed, values.divisors, values.behind)]


def _covered(uses, body):
    """Whether each use that reads finds what others have written in the same iteration."""
    array = relations.unnamed(uses, body)
    extents = relations.extents(array)
    writes = [one for one in array.accesses if one.write and _counts(one.use, body)]
    return all(
        polyhedral.among_all(
            _reached(read, read, array, body).map,
            [found for one in writes for found in _before(one, read, array, body)],
            extents,
        )
        for read in array.accesses
        if read.read
    )


def _counts(use, body):
    """Whether all that decides about a use is among its guards and loops."""
    trees = [body.parsed.node.body, *(d.body for d in body.parsed.needs if d.body is not None)]
    odd = any(isinstance(node, ODD) for tree in trees for node in tree.walk())
    return not use.skipped and not (odd and use.branch)


def _before(write, read, array, body):
    """What an access surely writes before another one reads, by rounds of that one's loops."""
    one, other = write.use, read.use
    # What decides about both at once has decided so.
    rest = one.guards[_shared(one.guards, other.guards, body) :]
    same = _reached(replace(write, use=replace(one, guards=rest)), read, array, body)
    if one.order < other.order and same.exact and not same.loose:
        yield same.map
    common = one.loops[: _common(one, other)]
    again = _reached(write, read, array, body)
    if common and again.exact and not again.loose and _are_counted(common, one, other, body):
        downward = [node.loop.downward for node in common]
        yield polyhedral.in_earlier_rounds(again.map, downward, len(other.loops))


def _reached(access, read, array, body):
    """The relation of an access by the rounds of the loops around another one."""
    rounds = (_common(access.use, read.use), len(read.use.loops))
    space, members = polyhedral.space(body), members_of(array.element)
    return space.relation(access, len(array.dimensions), members, rounds=rounds)


def _common(one, other):
    """How many of the loops around two uses are the same."""
    pairs = zip(one.loops, other.loops, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))


def _shared(guards, others, body):
    """How many guards from the outermost are the same, of the loop's own text: a function may be
    called twice."""
    pairs = takewhile(
        lambda pair: pair[0][0] is pair[1][0] and pair[0][1] == pair[1][1],
        zip(guards, others, strict=False),
    )
    told = takewhile(lambda pair: pair[0][1] is not None and _own(pair[0][0], body), pairs)
    return sum(1 for _ in told)


def _own(node, body):
    return body.loop.start <= node.start < body.loop.end


def _are_counted(loops, write, read, body):
    """Whether each of the loops has a variable of its own, and is the loop's own text: then a
    smaller value is one of an earlier round."""
    keys = [node.loop.variable and node.loop.variable.key for node in loops]
    nodes = [*loops, write.node, read.node]
    return (
        all(keys)
        and len({*keys, body.loop.variable.key}) == len(keys) + 1
        and not any(key in polyhedral.space(body).strange for key in keys)
        and all(_own(node, body) for node in nodes)
    )
