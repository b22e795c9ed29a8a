# SPDX-License-Identifier: BSD-3-Clause
"""Subscripts that only the loop itself can tell, as those by way of several index arrays: a look at
them goes through the loop before it is executed, and computes nothing else. It finds the least and
the greatest, or whether each iteration's lie behind those of the one before."""

import contextlib
import itertools
import re
from dataclasses import dataclass, field

from ...syntax import (
    Binary,
    Cast,
    Do,
    For,
    IndexedType,
    IntegerType,
    Label,
    Name,
    Node,
    Switch,
    While,
    names,
    variable_of,
)
from . import apart, distinct, slices

LEAST, MOST = "(-9223372036854775807L - 1)", "9223372036854775807L"
# No array has elements so far from where its pointer leads: addresses of such would wrap around.
FAR = f"{1 << distinct.FAR}L"
MOST_LOOPS = 3  # in each other, of which the ends are looked at


@dataclass(frozen=True)
class Look:
    """C text that looks at subscripts, and is false where they are not as wanted; the names of what
    it finds: the least of them and the greatest, which is below that where there are none."""

    text: str
    least: str
    most: str
    reads: frozenset = frozenset()  # keys of arrays
    # The same, of those that decide about what is read.
    deciding: frozenset = frozenset()


@dataclass
class _Nest:
    """Subscripts as C texts, and nests of them under headers of loops and conditions."""

    numbers: list = field(default_factory=list)
    inner: dict = field(default_factory=dict)
    goes_round: bool = False  # its header is a loop's

    def within(self, header, goes_round=False):
        return self.inner.setdefault(header, _Nest(goes_round=goes_round))

    def has_rounds(self):
        """Whether there is a loop in it."""
        return any(inside.goes_round or inside.has_rounds() for inside in self.inner.values())

    def lines(self, pad, least, most):
        for number in dict.fromkeys(self.numbers):
            yield f"{pad}ctsar_x = {number};"
            yield f"{pad}{least} = ctsar_x < {least} ? ctsar_x : {least};"
            yield f"{pad}{most} = ctsar_x > {most} ? ctsar_x : {most};"
        for header, inside in self.inner.items():
            yield f"{pad}{header} {{"
            yield from inside.lines(f"{pad}    ", least, most)
            yield f"{pad}}}"


def ends(uses, number, body):
    """A Look for the least and the greatest element that uses of an array reach; None where that
    cannot be told."""
    found = _found(uses, number, body)
    if found is None:
        return None
    texts, rounds, nest = found
    least, most = found_as(number)
    lines = [
        f"long ctsar_l = {MOST}, ctsar_m = {LEAST};",
        "#pragma omp parallel for reduction(min: ctsar_l) reduction(max: ctsar_m)",
        f"{rounds.header('ctsar_n', 'long')} {{",
        *_round(rounds, number),
        *nest.lines("    ", "ctsar_l", "ctsar_m"),
        "}",
        f"{least} = ctsar_l;",
        f"{most} = ctsar_m;",
        f"{_near(least, most)};",
    ]
    return _look(lines, number, texts)


def in_order(uses, number, body):
    """A Look for whether what each iteration reaches by the uses lies behind what the one before
    does; None where that cannot be told."""
    found = _found(uses, number, body) if _are_segments(uses, body) else None
    if found is None:
        return None
    texts, rounds, nest = found
    everything = [*body.seen.arrays, *body.seen.paths, *body.seen.inside]
    known = {use.variable.key: use.variable for use in everything}
    deciding = [_element(known[key]) for key in texts.deciding]
    if any(apart.may_meet(kind, uses[0].variable) for kind in deciding):
        return None  # the loop may write what decides about what is read
    least, most = found_as(number)
    lines = [
        f"long ctsar_before = {LEAST};",
        "int ctsar_ordered = 1;",
        f"{least} = {MOST};",
        f"{rounds.header('ctsar_n', 'long')} {{",
        f"    long ctsar_l = {MOST}, ctsar_m = {LEAST};",
        *_round(rounds, number),
        *nest.lines("    ", "ctsar_l", "ctsar_m"),
        "    if (ctsar_l > ctsar_m)",
        "        continue;",
        "    ctsar_ordered &= ctsar_l > ctsar_before;",
        f"    {least} = ctsar_l < {least} ? ctsar_l : {least};",
        "    ctsar_before = ctsar_m;",
        "}",
        f"{most} = ctsar_before;",
        f"ctsar_ordered && {_near(least, most)};",
    ]
    return _look(lines, number, texts)


def _near(least, most):
    """That what has been found is no mark that the loop leaves out by a condition which is not
    looked at."""
    return f"{least} > -{FAR} && {most} < {FAR}"


def _are_segments(uses, body):
    """Whether what is written goes on by the same in an inner loop: single elements at any
    subscripts are hardly in order."""
    texts = slices.Texts(body, {body.loop.variable.key: ""})
    return all(
        use.subscripts
        and any(
            _counts(use.subscripts[0], node.loop.variable)
            for node in _with_ends(use.subscripts[0], use.loops, texts)
        )
        for use in uses
        if use.write
    )


def found_as(number):
    """Of variables for the least and the greatest subscript."""
    return f"ctsar_least_{number}", f"ctsar_most_{number}"


def named(text):
    """Numbers of the looks whose names are in a text."""
    return {int(number) for number in re.findall(r"\bctsar_least_(\d+)\b", text)}


def _round(rounds, number):
    yield f"    {rounds.kind} ctsar_i{number} = ({rounds.kind})ctsar_n;"
    yield "    long ctsar_x;"


def _look(lines, number, texts):
    text = "\n".join(["({", *(line if line[0] == "#" else f"    {line}" for line in lines), "})"])
    reads = frozenset(key for key, _ in texts.places.values())
    least, most = found_as(number)
    return Look(text, least, most, reads, texts.deciding)


def _element(variable):
    kind = variable.type
    while isinstance(kind, IndexedType):
        kind = kind.element
    return kind


def _found(uses, number, body):
    """(Texts, the loop's Rounds, a _Nest of the subscripts), or None."""
    if any(_is_odd(use, body) for use in uses):
        return None
    texts, nest = slices.Texts(body, {}), _Nest()
    try:
        rounds = texts.rounds(body.parsed.node)
        for use in uses:
            texts.names = {body.loop.variable.key: f"ctsar_i{number}"}
            _enter(use, texts, nest)
    except slices.Unknown:
        return None
    if texts.perhaps:  # of these uses some are under conditions
        texts.surely = _surely(texts.names, body)
    # Where nothing is read of memory, and not only ends are looked at, the loop may be faster.
    ends = all(use.loops for use in uses) and not nest.has_rounds()
    worth = texts.places or (ends and any(_has_odd_ends(use, body) for use in uses))
    return (texts, rounds, nest) if texts.safe and worth else None


def _has_odd_ends(use, body):
    """Whether a loop around a use ends, or begins, where no polynomial says: others are understood
    without a look."""
    ends = (end for node in use.loops for end in (node.loop.lower, node.loop.upper))
    return any(end is not None and body.values.polynomial(end) is None for end in ends)


def _surely(names, body):
    """(text, loops) of what every round reads, whatever it is used for."""
    texts, own = slices.Texts(body, {}), body.loop.variable.key
    for use in (*body.seen.arrays, *body.seen.paths):
        if use.write or use.guards or use.branch or _is_odd(use, body):
            continue
        with contextlib.suppress(slices.Unknown):
            texts.names = {own: names[own]}
            _enter(use, texts, _Nest(), lambda texts, use=use: texts.number(use.node))
    return texts.surely


def _is_odd(use, body):
    """Whether it is not known under which conditions alone it is made, or what it reaches."""
    node, loop = use.node, body.loop
    here = loop.header_end <= node.start < loop.end
    other = use.skipped or use.address or use.walks or not use.subscripts
    return (
        other
        or not here
        or any(
            part.start <= node.start < part.end
            for part in body.parsed.node.body.walk()
            if isinstance(part, While | Do | Switch | Label)
            or (isinstance(part, For) and part.loop.variable is None)
        )
    )


def _enter(use, texts, nest, number=None):
    """Puts a use's subscript into the nest, in the loops and under the conditions around it; or
    does no more there than to ask for a `number`."""
    parts = [(node.loop.start, node, None) for node in _rounds_around(use)]
    parts += [(condition.start, condition, holds) for condition, holds in use.guards]
    parts.sort(key=lambda part: part[0])
    loop = texts.body.loop
    if not all(loop.header_end <= start < loop.end for start, _, _ in parts):
        raise slices.Unknown
    texts.begin()
    for at, (start, node, holds) in enumerate(parts):
        if not isinstance(node, For):
            nest = _under(node, holds, texts, nest)
            continue
        rounds, own = texts.rounds(node), node.loop.variable
        assert own is not None  # it has rounds
        texts.control |= texts.reads
        rest = [part for _, part, _ in parts[at:]]
        loops = all(isinstance(part, For) for part in rest)
        if number is None and loops and _with_ends(use.subscripts[0], rest, texts) == rest:
            _at_ends(use.subscripts[0], rest, texts, nest)
            return
        texts.names[own.key] = f"ctsar_j{len(texts.loops)}"
        texts.loops += (start,)
        nest = nest.within(rounds.header(texts.names[own.key]), goes_round=True)
    if number is not None:
        number(texts)
    else:
        nest.numbers.append(texts.subscript(use.subscripts[0]))


def _under(condition, holds, texts, nest):
    """The nest under a condition; where that is made of anything but integers it is taken to
    hold."""
    try:
        text = None if holds is None else texts.number(condition)
    except slices.Unknown:
        text = None
    texts.control |= texts.reads
    texts.unsure = texts.unsure or text is None
    return nest if text is None else nest.within(f"if ({'' if holds else '!'}{text})")


def _rounds_around(use):
    """The loops in whose rounds a use is made: none of those whose condition makes it, which is
    asked where there is no round, too."""
    for node in use.loops:
        loop = node.loop
        if use.node.start >= loop.header_end:
            yield node
        elif loop.condition is None or use.node.start >= loop.condition.end:
            raise slices.Unknown


def _at_ends(tree: Node, loops, texts, nest):
    """Puts what a subscript is into the nest, in the first and the last rounds of loops."""
    ends = []
    for node in loops:
        rounds = texts.rounds(node)
        texts.control |= texts.reads
        nest = nest.within(f"if ({rounds.some})")
        ends.append((rounds.first, rounds.last))
        texts.names[node.loop.variable.key] = rounds.first
    for chosen in itertools.product(*ends):
        texts.names |= {n.loop.variable.key: end for n, end in zip(loops, chosen, strict=True)}
        nest.numbers.append(texts.subscript(tree))


def _with_ends(tree: Node, loops, texts):
    """The innermost of loops in each other in whose first and last rounds a subscript is least and
    greatest; none of them counts differently in another's rounds."""
    found: list = []
    counters = [node.loop.variable for node in loops]
    for node in reversed(loops if None not in counters else ()):
        ends = [end for n in found for end in (n.loop.lower, n.loop.upper) if end is not None]
        parts = [variable_of(part) for end in ends for part in end.walk()]
        keys = {variable.key for variable in parts if variable is not None}
        inside = any(node.loop.start <= key < node.loop.end for key in keys)
        fixed = not inside and not keys & texts.written
        if len(found) == MOST_LOOPS or not fixed or not _has_ends(tree, node, counters, texts):
            break
        found.insert(0, node)
    return found


def _has_ends(tree: Node, node: For, counters, texts):
    """Whether a subscript is least and greatest in the first and the last round of a loop.
    `counters`: the variables of it and of those around it and in it."""
    loop, own = node.loop, node.loop.variable
    if loop.step is not None or own is None:
        return False
    found = (
        variable_of(part) for part in tree.walk() if not any(names(part, one) for one in counters)
    )
    keys = {variable.key for variable in found if variable is not None}
    inside = any(loop.start <= key < loop.end for key in keys)
    changed = any(key in texts.written and key not in texts.names for key in keys)
    return not inside and not changed and _grows(tree, own)


def _grows(tree: Node, variable):
    """Whether a number goes on by the same with each round of a loop, or not at all."""
    counted = [child for child in tree.children if _counts(child, variable)]
    if isinstance(tree, Name) or not counted:
        return True
    right = isinstance(tree, Binary) and tree.op in ("+", "-", "*")
    of, kind = counted[0].type, tree.type
    if isinstance(tree, Cast) and isinstance(kind, IntegerType) and of is not None:
        right = kind.size >= of.size
    exact = slices.wide(of) and slices.wide(kind)
    return right and exact and len(counted) == 1 and _grows(counted[0], variable)


def _counts(tree: Node, variable):
    return variable is not None and any(names(node, variable) for node in tree.walk())
