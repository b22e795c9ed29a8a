# SPDX-License-Identifier: BSD-3-Clause
"""Iterations that reach an array by way of an index array, as in `a[index[i]]`: where each finds
another number there, they are as independent as if that number counted them. That is asked when the
loop is reached."""

from dataclasses import dataclass, replace

from ...syntax import (
    INT,
    Cast,
    Index,
    IndexedType,
    IntegerType,
    Name,
    Node,
    Number,
    Variable,
    holds,
    integer,
    variable_of,
)
from .. import polyhedral
from ..algebra import affine, assigned
from ..body import placed
from ..body.uses import path
from ..shapes import fits
from . import relations, segments

FAR = 38  # bits of the greatest number that ctsar_distinct takes for a subscript


@dataclass(frozen=True)
class Lookup:
    """The number that an iteration finds in an index array; `use` is one that every iteration
    makes where no loop around it is empty."""

    variable: Variable
    subscript: affine.Polynomial
    use: object

    @property
    def type(self):
        return self.variable.type.element

    def here(self, node: Node, body):
        if not isinstance(node, Index) or body.values.polynomial(node.subscript) != self.subscript:
            return False
        one = variable_of(node.base)
        if one is None and self.variable.scope == "hidden":
            return path(node.base, body.seen.bound) == (self.variable.key, ())
        return one is not None and one.key == self.variable.key


@dataclass(frozen=True)
class Counted:
    """Uses of an array, as of a loop that is counted by the numbers that its iterations find."""

    uses: list
    body: object
    asked: tuple  # C texts of what must hold for iterations to be independent by these uses
    of: tuple = ()  # the uses as they stand


def counted(uses, body):
    """A Counted; None where no index array is known to make iterations independent."""
    for lookup in _lookups(uses, body):
        numbers = _numbers(lookup, body)
        if numbers is not None and _wide(lookup, uses, body):
            found = _independent(lookup, numbers, uses, body)
            if found is not None:
                return found
    return None


def read(uses, body):
    """A Counted of those of an array's uses that only read it by way of an index array, which tells
    how far they reach; None where no such use is understood."""
    for lookup in _lookups(uses, body, writes=False):
        numbers = _numbers(lookup, body)
        found = [use for use in uses if _is_made_of(use.subscripts, lookup, body)]
        # Of numbers that a condition chooses, others may be below 0 or large.
        if any(_is_made_of([one for one, _ in use.guards], lookup, body) for use in found):
            continue
        if numbers is not None and found and _wide(lookup, found, body):
            changed, other = _changed(lookup, numbers.above_none(), found, body)
            asked = (*numbers.there, *(f"({text})" for text in other.guards), *numbers.near)
            return Counted(changed, other, asked, tuple(found))
    return None


def in_rows(uses, body):
    """A Counted of uses that all reach one element in each round of a loop over the rows of a
    sparse matrix, which no other round reaches; None where they are others."""
    found = segments.within(uses, body)
    if found is None or any(len(use.subscripts) != 1 or use.address for use in uses):
        return None
    indices = {body.values.polynomial(use.subscripts[0]) for use in uses}
    index = indices.pop() if len(indices) == 1 else None
    if index is None or (index - affine.Polynomial({(found.variable,): 1})).value is None:
        return None
    return Counted(found.uses, body, found.asked)


def _is_made_of(trees, lookup, body):
    """Whether subscripts or conditions have the number."""
    named = _named([lookup], body)
    return any(
        lookup.here(node, body) or getattr(variable_of(node), "key", None) in named
        for tree in trees
        for part in _resolved(tree, body)
        for node in part.walk()
    )


def _lookups(uses, body, writes=True):
    """Lookups that subscripts are made of, of what is written or of what is read."""
    everything = [*body.seen.arrays, *body.seen.paths]
    written = {use.variable.key for use in everything if use.write}
    found: dict = {}
    for use in everything:
        kind, subscript = use.variable.type, None
        if (
            use.variable.key not in written
            and isinstance(kind, IndexedType)
            and isinstance(kind.element, IntegerType)
            and not kind.element.volatile
            and len(use.subscripts) == 1
            and not (use.branch or use.skipped or use.address)
        ):
            subscript = body.values.polynomial(use.subscripts[0])
        if subscript is not None:
            found.setdefault((use.variable.key, subscript), Lookup(use.variable, subscript, use))
    subscripts = [tree for use in uses if use.write == writes for tree in use.subscripts]
    named = _named(list(found.values()), body)
    return [
        lookup
        for lookup in found.values()
        if any(
            lookup.here(node, body) or named.get(getattr(variable_of(node), "key", None)) is lookup
            for tree in subscripts
            for part in _resolved(tree, body)
            for node in part.walk()
        )
    ]


def _resolved(tree: Node, body):
    """A subscript, and what the variables in it stand for."""
    yield tree
    for node in tree.walk():
        other = body.values.tree(node)
        if other is not node:
            yield from _resolved(other, body)


def _named(lookups, body):
    """{key of a variable: the Lookup that it holds for the rest of the iteration}."""
    written = body.uses.written() | body.seen.written()
    initials = {
        key: (variable, initial)
        for key, (variable, initial) in body.seen.locals.items()
        if initial is not None and key not in written
    }
    trees = {key: initial for key, (_, initial) in initials.items()}
    trees |= assigned.once(
        body.parsed.node.body, lambda tree, _: any(one.here(_bare(tree), body) for one in lookups)
    )
    kinds = {key: variable.type for key, (variable, _) in initials.items()}
    kinds |= {key: variable.type for key, (variable, _) in body.seen.scalars.items()}
    return {
        key: lookup
        for key, tree in trees.items()
        for lookup in lookups
        if lookup.here(_bare(tree), body)
        and all(_holds(kind, lookup.type) for kind in (kinds.get(key), *_casts(tree)))
    }


def _bare(node: Node):
    while isinstance(node, Cast) and node.children:
        node = node.operand
    return node


def _casts(node: Node):
    while isinstance(node, Cast) and node.children:
        yield node.type
        node = node.operand


def _holds(kind, number):
    """Whether the type has all numbers of the other that are not below 0."""
    return isinstance(kind, IntegerType) and (kind.size > number.size or holds(kind, number))


def _wide(lookup, uses, body):
    """Whether no number is cut off in the subscripts, and no sum of unsigned ones wraps around."""
    named = _named([lookup], body)

    def own(node):
        return lookup.here(node, body) or getattr(variable_of(node), "key", None) in named

    trees = [part for use in uses for tree in use.subscripts for part in _resolved(tree, body)]
    casts = [
        node.type
        for tree in trees
        for node in tree.walk()
        if isinstance(node, Cast) and any(own(part) for part in node.walk())
    ]
    wraps = lookup.type.size == INT and not lookup.type.signed
    return all(_holds(kind, lookup.type) for kind in casts) and not (
        wraps and any(not own(_bare(tree)) for use in uses for tree in use.subscripts)
    )


@dataclass(frozen=True)
class Numbers:
    """Those that the iterations find, as C: arguments of ctsar_distinct, and what must hold for
    them to be there."""

    first: str
    size: int  # in bytes, below 0: they have signs
    steps: str
    there: tuple

    @property
    def arguments(self):
        return f"{self.first}, {self.size}, {self.steps}"

    @property
    def near(self):
        """C texts of that none is below 0, or so large that an address would wrap around."""
        # Without their sign numbers below 0 are large ones.
        found, bits = self.above_none(), 8 * abs(self.size) - (self.size < 0)
        largest = (1 << min(bits, FAR)) - 1
        asked = self.size < 0 or bits > FAR
        return (f"ctsar_greatest({found.arguments}) <= {largest}",) if asked else ()

    def above_none(self):
        """The same numbers where none is below 0, so that they are looked at once."""
        return replace(self, size=abs(self.size))


def _numbers(lookup, body):
    """A Numbers, or None."""
    return _of_iterations(lookup, body) or _of_rows(lookup, body) or _of_inner_loops(lookup, body)


def _of_rows(lookup, body):
    """The same of what stands in an inner loop's range of the array, which are the rows of a
    sparse matrix."""
    found = segments.within([lookup.use], body)
    if found is None or not found.every:
        return None
    base, (use,) = placed.text(lookup.use.base, body), found.uses
    ends = polyhedral.bounds(
        relations.of_accesses(relations.flat([use], body), body), 0, body.space
    )
    if base is None or ends is None or lookup.subscript.factor(found.variable)[0].value != 1:
        return None
    count = f"({ends[1]} - {ends[0]}) + 1, 1"
    size = lookup.type.size * (-1 if lookup.type.signed else 1)
    return Numbers(f"{base} + {ends[0]}", size, count, found.asked)


def _of_inner_loops(lookup, body):
    """The same of what stands in rows that have a number for each round of an inner loop: all of
    them differ."""
    own = replace(lookup.use, read=False, write=True)
    array, base = relations.unnamed([own], body), placed.text(own.base, body)
    entered = [segments.entered(node, body) for node in (body.parsed.node, *own.loops)]
    ends = relations.ends_of_matrix(array, body)
    if base is None or ends is None or None in entered or relations.leaves_row(array, body):
        return None
    verdict = relations.divided(array, body)
    if verdict.answer != polyhedral.PROVEN and verdict.where is None:
        return None  # several iterations may find one number
    size = lookup.type.size * (-1 if lookup.type.signed else 1)
    there = tuple(text for text in (*entered, verdict.where) if text)
    return Numbers(f"{base} + ({ends[0]})", size, f"({ends[1]}) - ({ends[0]}) + 1, 1", there)


def _of_iterations(lookup, body):
    """The same of what each iteration finds by its own number."""
    step = 1 if body.loop.step is None else integer(body.loop.step)
    if body.loop.downward and step != 1:
        return None  # the smallest number need not be one that they find
    parts = lookup.subscript.factor(body.iteration)
    base = placed.text(lookup.use.base, body)
    entered = [segments.entered(node, body) for node in lookup.use.loops]
    if not step or parts is None or not parts[0].value or base is None or None in entered:
        return None
    changing = body.values.loops | body.values.changing
    if any(key in changing for _, key in parts[1].variables()):
        return None  # several iterations may find one number
    found = relations.of_accesses(relations.flat([lookup.use], body), body)
    ends = polyhedral.bounds(found, 0, body.space)
    if ends is None:
        return None
    low, high = ends
    stride, size = abs(parts[0].value * step), lookup.type.size * (-1 if lookup.type.signed else 1)
    count = f"({high} - {low})" + (f" / {stride}" if stride != 1 else "") + " + 1"
    there = tuple(text for text in entered if text)
    return Numbers(f"{base} + {low}", size, f"{count}, {stride}", there)


def _independent(lookup, numbers, uses, body):
    """A Counted; None where it is not known that iterations are independent that are counted by the
    numbers that they find."""
    changed, other = _changed(lookup, numbers, uses, body)
    found = relations.of_accesses(relations.unnamed(changed, other), other)
    if polyhedral.divided(found, other.space).answer != polyhedral.PROVEN:
        return None
    rows = (f"({text})" for text in other.guards)
    return Counted(changed, other, (*numbers.there, *rows, f"ctsar_distinct({numbers.arguments})"))


def _changed(lookup, numbers, uses, body):
    """(uses with the number in the place of lookups, the body of a loop that is counted by it)."""
    other = _by_numbers(lookup, numbers, body)
    name = Name(start=-1, end=-1, type=lookup.type, variable=other.loop.variable)
    other.values.defined.update(dict.fromkeys(_named([lookup], body), name))
    changed = [
        replace(
            use, subscripts=tuple(_replaced(tree, lookup, name, body) for tree in use.subscripts)
        )
        for use in uses
    ]
    return changed, other


def _by_numbers(lookup, numbers, body):
    """The body of a loop from 0 to the greatest of the numbers. Of the loop's own variable nothing
    is known there."""
    own = body.loop.variable
    number = replace(own, name=f"{lookup.variable.name}[...]", key=-2, type=lookup.type)
    greatest = replace(own, name=f"ctsar_greatest({numbers.arguments})", key=-3, scope="function")
    loop = replace(
        body.loop,
        variable=number,
        lower=Number(start=-1, end=-1, value=0),
        upper=Name(start=-1, end=-1, variable=greatest),
        step=None,
        above=False,
        inclusive=True,
        downward=False,
    )
    values = affine.Values(
        dict(body.values.defined),
        body.values.changing | {own.key},
        (body.values.loops - {own.key}) | {number.key},
    )
    values.narrowed, values.around = body.values.narrowed, body.values.around
    values.headers = body.values.headers
    parsed = replace(body.parsed, node=replace(body.parsed.node, loop=loop))
    other = replace(body, parsed=parsed, values=values, space=None, guards={})
    values.holds = lambda kind, found: fits.asked(kind, found, other)
    return other


def _replaced(tree: Node, lookup, number, body):
    """The subscript with the number's name in the place of each lookup."""
    if lookup.here(tree, body):
        return number
    children = tuple(_replaced(child, lookup, number, body) for child in tree.children)
    return tree if children == tree.children else replace(tree, children=children)
