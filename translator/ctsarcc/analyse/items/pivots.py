# SPDX-License-Identifier: BSD-3-Clause
"""Parts of an array that all iterations read alike and none writes, while each writes items of its
own, as row k in `a[i][j] -= f * a[k][j]`. Units get a copy of such a part, which is made before the
loop."""

import itertools
from dataclasses import dataclass, replace

from ...model import OWN, Array, Dimension, Expression, Pivot, Scalar, Stretch, fresh
from ...syntax import IntegerType, Name, PointerType, Variable, levels
from .. import polyhedral
from ..independence import independent, relations
from ..shapes import arrays

LONG = IntegerType("long", "long", 8, canonical="long")
MOST = 4  # copies for one array


@dataclass(frozen=True)
class Group:
    """Uses that have a copy together. `ends`: C texts of the least and the greatest subscript of
    each dimension."""

    accesses: tuple
    relations: tuple
    ends: tuple

    @property
    def place(self):
        """The subscripts of the dimensions of which they reach one only; None for each other."""
        return tuple(low if low == high else None for low, high in self.ends)

    def within(self, other):
        """Whether it reaches no more than that one where that one reaches one subscript only."""
        pairs = zip(self.place, other.place, strict=True)
        return all(theirs is None or own == theirs for own, theirs in pairs)


def split(body):
    """The pivots of the loop's arrays, whose uses are taken out of the body: nobody is to look for
    them among what iterations have. Empty where there are none."""
    if not independent.known_by_name(body) or body.parsed.versions or body.parsed.directive.kernels:
        return ()
    made: list = []
    for uses in _written(body):
        array = relations.unnamed(uses, body)
        for group in _groups(array, body):
            pivot = _pivot(group, array, made, body)
            made += [] if pivot is None else [pivot]
    gone = {id(access.use.node) for pivot in made for access in pivot.accesses}
    for found in (body.uses, body.seen):
        found.arrays = [use for use in found.arrays if id(use.node) not in gone]
    return tuple(made)


def _written(body):
    """The uses of each array that the loop writes."""
    own = {clause.name for clause in body.parsed.directive.clauses if clause.kind in OWN}
    found: dict = {}
    for use in body.seen.arrays:
        found.setdefault(use.variable.key, []).append(use)
    for uses in found.values():
        if any(use.write for use in uses) and _is_shared(uses[0].variable, own, body):
            yield uses


def _is_shared(variable, own, body):
    """Whether it is one array for all iterations, that can be named before the loop and copied."""
    if not variable.key or variable.scope not in ("file", "function") or variable.threads:
        return False
    if variable.name in own or variable.key in body.unseen:
        return False
    element = levels(variable.type)[1]
    if arrays.open_ended(element) or element.volatile or not _is_named(element):
        return False  # no device has a type without a name
    return arrays.copyable(element)


def _is_named(kind):
    return kind.text is not None and not kind.text.startswith("__typeof__")


# ---- Which uses ----------------------------------------------------------------------------------


def _groups(array, body):
    """Groups of the uses that are the same for all iterations; none where one of these may write
    there."""
    fixed = [access for access in array.accesses if _is_fixed(access, body)]
    if not fixed:
        return []
    if relations.leaves_row(array, body) or not all(_is_text(one, array, body) for one in fixed):
        return []
    writes = [access for access in array.accesses if access.write]
    known, written = (
        relations.of_accesses(replace(array, accesses=tuple(part)), body)
        for part in (fixed, writes)
    )
    space = polyhedral.space(body)
    asked = polyhedral.lie_apart(known, written, relations.extents(array), space.known([]), space)
    if asked is None:
        return []
    body.guards |= {asked: None} if asked else {}
    return _joined(zip(fixed, known, strict=True), len(array.dimensions), body)


def _is_fixed(access, body):
    """Whether it reads elements that do not depend on the iteration."""
    use, own = access.use, body.iteration
    if use.write or use.address or use.walks or not access.indices or None in access.indices:
        return False
    return not any(own in index.variables() for index in access.indices)


def _is_text(access, array, body):
    """Whether it stands in the loop as a subscript that another can be written for."""
    use, made = access.use, replace(array, accesses=(access,))
    listed = any(one.node is use.node and one.variable == use.variable for one in body.uses.arrays)
    full = arrays.full(access, made) and isinstance(use.base, Name)
    return listed and full and arrays.is_rewritable(access, body)


def _joined(found, count, body):
    """Those of one element come last: they may lie in the row or the column that others have."""
    groups = [_group((access,), (relation,), count, body) for access, relation in found]
    if None in groups:
        return []
    done: list = []
    for group in sorted(groups, key=lambda group: group.place.count(None), reverse=True):
        other, joined = next((one for one in done if group.within(one)), None), group
        if other is not None:
            done.remove(other)
            both = (other.accesses + group.accesses, other.relations + group.relations)
            joined = _group(*both, count, body)
        if joined is None:
            return []
        done.append(joined)
    return done if len(done) <= MOST else []


def _group(accesses, found, count, body):
    space = polyhedral.space(body)
    ends = tuple(polyhedral.bounds(found, k, space) for k in range(count))
    return None if None in ends else Group(accesses, found, ends)


# ---- What is copied ------------------------------------------------------------------------------


def _pivot(group, array, made, body):
    """The Pivot of a group, or None: it cannot be asked whether all of it is there."""
    space, count = polyhedral.space(body), len(group.ends)
    exact = [one for one in group.relations if one.exact]
    rest = [one for one in group.relations if not one.exact]
    sure = bool(exact) and group.place.count(None) < 2
    sure = sure and (not rest or polyhedral.among(rest, exact, count))
    # What is surely reached is there, and all between the first and the last.
    there = polyhedral.somewhere(exact, space.known([]), space) if sure else ""
    if there is None:
        return None
    body.guards |= {there: None} if there else {}
    return _named(group, array, made, not sure, body)


def _named(group, array, made, inside, body):
    variable, start = array.variable, group.accesses[0].node.start
    taken = {one.variable.name for one in made} | body.parsed.names
    names = (f"{variable.name}_pivot{k or ''}" for k in itertools.count())
    name = next(one for one in names if one not in taken and fresh(body.parsed, one) == one)
    sides = []
    for k, (low, high) in enumerate(group.ends):
        first = f"{name}_from{k}" if low not in (high, "0") else ""
        own = Variable(first, -4 * (start + k) - 11, "function", LONG) if first else None
        sides.append(Stretch(low, high, own, f"{name}_count{k}" if low != high else ""))
    element = levels(variable.type)[1]
    kind = PointerType(
        f"{element.spelling} *restrict",
        None,
        8,
        element=element,
        restrict=True,
        canonical=f"{element.canonical} *restrict",
    )
    pointer = Variable(name, -4 * start - 7, "function", kind, location=variable.location)
    nested = len(group.accesses[0].use.subscripts) == len(sides)
    extents = () if nested else tuple(row.extent.code for row in array.dimensions[1:])
    return Pivot(pointer, variable, tuple(sides), extents, inside, group.accesses)


def found(pivots, others, body):
    """Arrays of what is copied, or None: it cannot be asked whether that is there. `others`: those
    of the loop."""
    for pivot in pivots:
        whole = next((one for one in others if one.variable.key == pivot.array.key), None)
        inside = _within(pivot, whole) if pivot.inside else {}
        if inside is None:
            return None
        body.guards |= inside
    return tuple(_array(pivot, body) for pivot in pivots)


def _array(pivot, body):
    where = body.where(pivot.accesses[0].node)
    kept = [k for k, side in enumerate(pivot.sides) if side.count]
    sizes = [Expression(pivot.sides[k].count, where) for k in kept] or [Expression("1", where, 1)]
    return Array(
        pivot.variable,
        pivot.variable.type.element,
        tuple(Dimension(False, size) for size in sizes),
        "in",
        pitched=True,
        accesses=tuple(_of_copy(access, pivot, kept) for access in pivot.accesses),
        reasons=(f"no iteration writes there, and all read the same of '{pivot.array.name}'",),
        pivot=pivot,
    )


def _of_copy(access, pivot, kept):
    """The access with the subscripts of those dimensions of which there is more than one."""
    subscripts = () if pivot.extents else tuple(access.use.subscripts[k] for k in kept)
    return replace(
        access,
        array=pivot.variable.name,
        terms=tuple(access.terms[k] for k in kept),
        indices=tuple(access.indices[k] for k in kept),
        use=replace(access.use, subscripts=subscripts),
    )


def _within(pivot, whole):
    """C texts of that all of the copy is in the array, and something; None: nobody knows how long
    that is."""
    if whole is None or len(whole.dimensions) != len(pivot.sides) or whole.size is not None:
        return None
    found = []
    for side, dimension in zip(pivot.sides, whole.dimensions, strict=True):
        found += [] if side.low.isdigit() else [f"{side.low} >= 0"]
        found += [] if side.low == side.high else [f"{side.high} >= {side.low}"]
        found.append(f"{side.high} < {dimension.extent.code}")
    return dict.fromkeys(found)


def scalars(arrays, known):
    """What a body needs to find the elements of copies."""
    names = {scalar.name for scalar in known}
    return tuple(
        Scalar(side.first, "value", made=True)
        for array in arrays
        if array.pivot is not None
        for side in array.pivot.sides
        if side.first is not None and side.first.name not in names
    )
