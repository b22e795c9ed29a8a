# SPDX-License-Identifier: BSD-3-Clause
"""Inner loops whose ends are two numbers of an index array that follow each other, as those over
the rows of a sparse matrix: `for (k = row[i]; k < row[i + 1]; k++)`. Where the numbers ascend all
iterations together reach what lies between the first and the last, each element once. That is
asked when the loop is reached."""

from dataclasses import dataclass, replace

from ...syntax import Cast, For, Index, IntegerType, Name, Node, Variable, holds, variable_of
from .. import polyhedral
from ..algebra import affine, assigned, ranges
from ..body import placed
from ..shapes.extents import at_most, can_be_asked
from . import relations


@dataclass(frozen=True)
class Within:
    """Uses in such a loop, as if it went from the first number to the last. `every`: each of its
    rounds makes them, in all iterations."""

    uses: list
    asked: tuple  # C texts of what must hold for that
    variable: tuple  # the loop's, as a Polynomial has it
    every: bool


def within(uses, body):
    """A Within of uses that are all in one such loop; None where there is none."""
    loops = {id(use.loops[0]): use.loops[0] for use in uses if use.loops}
    if len(loops) != 1 or not all(use.loops for use in uses):
        return None
    (node,) = loops.values()
    found = _ends(node, body)
    if found is None:
        return None
    (first, last), asked = found
    wide = replace(node, loop=replace(node.loop, lower=first, upper=last))
    changed = [replace(use, loops=(wide, *use.loops[1:])) for use in uses]
    every = all(len(use.loops) == 1 and _is_sure(use) for use in uses)
    variable = node.loop.variable
    return Within(changed, asked, (variable.name, variable.key), every)


def entered(node: For, body):
    """C text that asks whether a loop is executed; "" where that is known, None where it cannot be
    asked before."""
    low, high = (
        None if part is None else body.values.polynomial(part) for part in affine.bounds(node.loop)
    )
    if not can_be_asked(low, high, body):
        return None
    last = high if node.loop.inclusive else high - ranges.ONE
    if ranges.at_least(last, low + ranges.ONE if node.loop.above else low):
        return ""
    both = node.loop.inclusive and not node.loop.above
    return at_most(low if both else low + ranges.ONE, high, body)


def entered_once(node: For, body):
    """The same of whether some iteration executes an inner loop: of a sparse matrix some row has an
    element then."""
    found = entered(node, body)
    if found is not None or node is body.parsed.node:
        return found
    rows = _ends(node, body)
    return None if rows is None else " < ".join(number.variable.name for number in rows[0])


def _is_sure(use):
    return not (use.branch or use.skipped or use.address)


def _ends(node: For, body):
    """((the first of the numbers, the last), what must hold for the loops to lie between them), or
    None."""
    loop = node.loop
    plain = loop.variable is not None and loop.step is None and not loop.companions
    if not plain or loop.downward or loop.inclusive or loop.above:
        return None
    low, high = (_lookup(part, node, body) for part in (loop.lower, loop.upper))
    if low is None or high is None or not _follow(low, high, body):
        return None
    base, reached = placed.text(low.base, body), entered(body.parsed.node, body)
    found = relations.of_accesses(relations.flat([low, high], body), body)
    ends = polyhedral.bounds(found, 0, body.space)
    if base is None or reached is None or ends is None:
        return None
    kind = low.variable.type.element
    size = -kind.size if kind.signed else kind.size
    ascending = f"ctsar_ascending({base} + {ends[0]}, {size}, ({ends[1]} - {ends[0]}) + 1, 1)"
    numbers = tuple(_number(f"{base}[{end}]", kind, node, k) for k, end in enumerate(ends))
    return numbers, (*([reached] if reached else []), ascending)


def _number(text, kind, node: For, k):
    """A name for a number that no iteration changes."""
    variable = Variable(text, -4 - 2 * node.start - k, "function", kind)
    return Name(start=-1, end=-1, type=kind, variable=variable)


def _lookup(part: Node | None, node: For, body):
    """The use that reads an end of the loop from an index array in every iteration, or None."""
    place, counter = _read(part, body), node.loop.variable
    if counter is None or not isinstance(place, Index):
        return None
    everything = [*body.seen.arrays, *body.seen.paths]
    uses = [use for use in everything if use.node is place]
    kind = place.type
    right = isinstance(kind, IntegerType) and not kind.volatile and holds(counter.type, kind)
    if len(uses) != 1 or not right:
        return None
    (use,) = uses
    written = any(one.write for one in everything if one.variable.key == use.variable.key)
    depth = len(use.subscripts) == 1 == use.variable.type.depth
    inside = [loop for loop in use.loops if loop is not node]
    return use if _is_sure(use) and depth and not inside and not written else None


def _read(part: Node | None, body):
    """What an end of a loop is, where a variable was set to it."""
    variable = None if part is None else variable_of(part)
    if variable is None:
        return part
    written = body.uses.written() | body.seen.written()
    known, initial = body.seen.locals.get(variable.key, (None, None))
    if known is not None and initial is not None and variable.key not in written:
        found = initial
    else:
        found = assigned.once(body.parsed.node.body, lambda *_: True).get(variable.key)
    kinds: list = [variable.type]
    while isinstance(found, Cast) and found.children:
        kinds, found = [*kinds, found.type], found.operand
    told = found is not None and all(isinstance(kind, IntegerType) for kind in kinds)
    return found if told and all(holds(kind, found.type) for kind in kinds) else None


def _follow(low, high, body):
    """Whether the two numbers stand beside each other, where the one that ends an iteration's part
    begins the next one's."""
    one, other = (body.values.polynomial(use.subscripts[0]) for use in (low, high))
    if low.variable.key != high.variable.key or one is None or other is None:
        return False
    parts = one.factor(body.iteration)
    changing = body.values.loops | body.values.changing
    return (
        parts is not None
        and body.loop.step is None
        and parts[0].value in (1, -1)
        and (other - one).value == 1
        and not any(key in changing for _, key in parts[1].variables())
    )
