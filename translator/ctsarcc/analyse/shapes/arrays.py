# SPDX-License-Identifier: BSD-3-Clause
"""Which arrays a region has: what the clauses say, filled in from types and from the body's
subscripts."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

from ... import expression
from ...model import MOST_DIMENSIONS, Access, Array, Dimension, Expression, ParsedLoop
from ...syntax import (
    Binary,
    BoolType,
    Call,
    Cast,
    ComplexType,
    FloatType,
    IntegerType,
    Node,
    Number,
    PointerType,
    Select,
    Sizeof,
    StructType,
    Unary,
    levels,
)
from ..algebra import affine, ranges
from ..algebra.affine import Polynomial
from . import guarded, joined


@dataclass
class Guess:
    """Whether it may be asked before the loop what is mostly so, and whether that would help."""

    allowed: bool = False
    wanted: bool = False


@dataclass
class Body:
    """What arrays are looked at with: the loop's tree, the walk over it, what its variables stand
    for."""

    parsed: ParsedLoop
    uses: Any
    values: affine.Values
    diagnostics: Any
    source: Any
    # keys of variables that a message has been given about
    reported: set = field(default_factory=set)
    # C texts, in order, of what must hold when the loop is reached
    guards: dict = field(default_factory=dict)
    # the same, also where OpenMP executes the loop
    always: dict = field(default_factory=dict)
    # uses, pointers and functions of the file followed (views.py): what checks look at
    seen: Any = None
    space: Any = None  # polyhedral.Space: what all relations are made in
    # keys of variables of the file that only functions name, which are called: C text that is put
    # before the loop would mean another variable of that name
    unseen: frozenset = frozenset()
    guess: Guess = field(default_factory=Guess)
    # names of pointers: were they `restrict`, iterations would be known to be independent
    restrict: tuple = ()

    @property
    def loop(self):
        return self.parsed.node.loop

    @property
    def iteration(self):
        """The loop's variable as a Polynomial's."""
        return (self.loop.variable.name, self.loop.variable.key)

    def where(self, node: Node):
        return self.source.where(node.start, node.end)

    def tree(self, text):
        """The tree of C text, of a clause or put together from types and subscripts; None: not
        understood."""
        probe = self.parsed.expressions.get(text)
        return probe.tree if probe is not None else expression.read(text, self.parsed.scope)

    def polynomial(self, text) -> Polynomial | None:
        probe = self.parsed.expressions.get(text)
        if probe is not None and isinstance(probe.value, int):
            return Polynomial.constant(probe.value)
        tree = self.tree(text)
        return None if tree is None else self.values.polynomial(tree)


def copyable(element):
    return (
        isinstance(element, IntegerType | BoolType | FloatType | ComplexType | StructType)
        and element.size > 0
    )


def open_ended(kind):
    return isinstance(kind, StructType) and kind.open_ended


# ---- From clauses --------------------------------------------------------------------------------


def from_clause(clause, variable, body) -> Array | None:
    """The array that a copy clause names, or None after a message."""
    extents, element = levels(variable.type)
    diagnostics = body.diagnostics
    if not extents:
        diagnostics.add("not-array", clause.where, name=variable.name, type=variable.type.spelling)
        return None
    if not copyable(element):
        diagnostics.add(
            "element-type",
            clause.where,
            name=variable.name,
            type=element.spelling,
            help="copy rows of a matrix: double (*a)[M], or a[i * M + j]"
            if isinstance(element, PointerType)
            else "point to a complete type",
        )
        return None
    if None in extents[1:]:
        diagnostics.add("row-length", clause.where, name=variable.name)
        return None
    dimensions = (
        _whole(clause, extents, body)
        if clause.kind == "copyin"
        else _parts(clause, variable, extents, body)
    )
    if dimensions is None:
        return None
    if too_many(dimensions, variable, clause.where, body):
        return None
    direction = {"part_copy": "inout", "part_copyout": "out"}.get(clause.kind, "in")
    known = {"inout": "copied in and out", "out": "copied out", "in": "copied in"}[direction]
    return Array(
        variable,
        element,
        tuple(_resolved(d, body) for d in dimensions),
        direction,
        size=clause.size,
        clause=clause,
        reasons=(f"declared: {clause.kind}, {known}",),
    )


def _resolved(dimension, body):
    """`dimension` with the value of its extent, where that is constant: enumerators are."""
    extent = dimension.extent
    value = body.polynomial(extent.text) if extent.value is None else None
    return (
        dimension
        if value is None or value.value is None
        else replace(dimension, extent=replace(extent, value=value.value))
    )


def _extent(text, clause):
    value = expression.read(text, {})
    return Expression(text, clause.where, value.value if isinstance(value, Number) else None)


def _parts(clause, variable, extents, body):
    """Dimensions of a part_copy clause; those that the type knows may be left out."""
    dimensions = clause.dimensions
    if not dimensions:
        if extents[0] is None:
            body.diagnostics.add("missing-dimension", clause.where, name=clause.name)
            return None
        return tuple(Dimension(False, _extent(extent, clause)) for extent in extents)
    if clause.size is not None and len(dimensions) == 1 and len(extents) == 1:
        inner = Expression(f"({clause.size.text}) / sizeof *{variable.name}", clause.size.where)
        return (*dimensions, Dimension(False, inner))
    if len(dimensions) < len(extents):
        rest = extents[len(dimensions) :]
        if None in rest:
            body.diagnostics.add("missing-dimension", clause.where, name=clause.name)
            return None
        return (*dimensions, *(Dimension(False, _extent(extent, clause)) for extent in rest))
    if len(extents) > 1 and len(dimensions) > len(extents):
        body.diagnostics.add(
            "dimension-mismatch",
            clause.where,
            name=clause.name,
            declared=len(dimensions),
            found=len(extents),
            example=clause.name + "".join(f"[0:{e or 'N'}]" for e in extents),
        )
        return None
    return dimensions


def _whole(clause, extents, body):
    """Dimensions of copyin(a[lower:extent]), copyin(a)."""
    if None not in extents:
        return tuple(Dimension(False, _extent(extent, clause)) for extent in extents)
    if clause.extent is None:
        body.diagnostics.add("missing-dimension", clause.where, name=clause.name)
        return None
    text = clause.extent.text
    if clause.lower.value != 0:
        text = f"({clause.lower.text}) + ({text})"
    tree = body.tree(text)
    value = body.values.polynomial(tree) if tree is not None else None
    first = Expression(text, clause.extent.where, value.value if value is not None else None)
    if len(extents) > 1:
        rest = [_extent(extent, clause) for extent in extents[1:]]
        terms = [_counts_elements(term, rest, body) for term in _terms_of(clause.extent.text, body)]
        if True in terms:
            if clause.lower.value != 0:
                body.diagnostics.add("copyin-elements", clause.lower.where, name=clause.name)
                return None
            if None in terms:
                body.diagnostics.add("copyin-rows", clause.extent.where, name=clause.name)
                return None
            first = Expression(
                f"({text}) / (" + " * ".join(f"({extent.text})" for extent in rest) + ")",
                first.where,
            )
        return (Dimension(False, first), *(Dimension(False, extent) for extent in rest))
    return (Dimension(False, first),)


def _terms_of(text, body):
    """The terms of a sum or difference."""
    tree = body.tree(text)
    return [] if tree is None else list(_parts_of(tree, ("+", "-")))


def _parts_of(node: Node, ops):
    if isinstance(node, Binary) and node.op in ops:
        for child in node.children:
            yield from _parts_of(child, ops)
    else:
        yield node


def _counts_elements(term, rest, body):
    """Whether [0:N*M] of a matrix of rows of M counts elements, as the paper does, not rows: None
    for no rows, False for one row and for a number, which may also be so many rows."""
    factors = [body.values.polynomial(node) for node in _parts_of(term, ("*",))]
    if len(factors) == 1 and factors[0] is not None and factors[0].value is not None:
        sizes = [body.polynomial(extent.text) for extent in rest]
        row = math.prod(0 if size is None else size.value or 0 for size in sizes)
        return False if row and factors[0].value % row == 0 else None
    for wanted in [body.polynomial(extent.text) for extent in rest]:
        if wanted is None or wanted not in factors:
            return None
        factors.remove(wanted)
    return any(factor.value != 1 for factor in factors if factor)


def too_many(dimensions, variable, where, body):
    """Whether an array has more dimensions than the library takes; with a message."""
    if len(dimensions) <= MOST_DIMENSIONS:
        return False
    body.diagnostics.add(
        "too-many-dimensions",
        where,
        name=variable.name,
        count=len(dimensions),
        most=MOST_DIMENSIONS,
    )
    return True


# ---- Accesses ------------------------------------------------------------------------------------


def accesses(array, uses, body) -> tuple[Access, ...]:
    """The `uses` of `array` with their subscripts by dimension."""
    return tuple(
        access(array, use, body) for use in uses.arrays if use.variable.key == array.variable.key
    )


def as_seen(array, body):
    """`array` with its uses under other names as well."""
    return replace(array, accesses=accesses(array, body.seen, body))


def access(array, use, body):
    terms = _terms(array, use, body)
    indices = None
    if terms is not None:
        indices = tuple(affine.sum_of(part, body.values) for part in terms)
    return Access(array.name, use.node, use.read, use.write, indices, terms, use)


def _terms(array, use, body):
    """One list of Products a dimension; fewer lists where subscripts are missing; None where not
    understood."""
    count, given = len(array.dimensions), len(use.subscripts)
    if given == 0:
        return ()
    if array.joined:
        return (tuple(affine.products(joined.number(use, body), body.values)),)
    if given > count:
        return None
    if given == 1 and count > 1 and len(levels(array.variable.type)[0]) == 1:
        extents = [body.polynomial(dimension.extent.text) for dimension in array.dimensions[1:]]
        if array.size is not None:
            extents = [_item_extent(array, body)]
        if None in extents:
            return None
        found = rows_and_columns(use, extents, body)
        return None if found is None else tuple(tuple(part) for part in found)
    return tuple(
        tuple(affine.products(subscript, body.values)) for subscript in use.subscripts[:count]
    )


def rows_and_columns(use, extents, body):
    """A flat subscript as one list of Products a dimension, or None (affine.py)."""

    whole = body.parsed.node
    loops = (whole, *use.loops)

    def negative(index):  # j counts up: -1 - j is of the row before
        most = guarded.under(index, use, body)
        limits = ranges.rough_bounds
        greatest = ranges.extremes(most, loops, body.values, limits=limits)[1]
        return greatest is not None and greatest.value is not None and greatest.value < 0

    def find(use):
        return whole, affine.delinearise(use.subscripts[0], extents, body.values, negative)

    return body.values.once(("rows", id(whole), tuple(extents)), use, find)[1]


def _item_extent(array, body):
    """Elements in an item of stated size: of `sizeof(T)*N`, N."""
    tree = body.tree(array.size.text)
    if tree is None:
        return None
    parts = affine.products(tree, affine.Values())
    if len(parts) != 1:
        return None
    sizes = [t for t in parts[0].trees if isinstance(t, Sizeof)]
    rest = affine.Product(
        parts[0].factor, tuple(t for t in parts[0].trees if not isinstance(t, Sizeof))
    )
    if len(sizes) == 1:
        return rest.polynomial(body.values)
    total = rest.polynomial(body.values)
    if (
        not sizes
        and total is not None
        and total.value is not None
        and total.value % array.element.size == 0
    ):
        return Polynomial.constant(total.value // array.element.size)
    return None


def full(access, array):
    return access.terms is not None and len(access.terms) == len(array.dimensions)


def with_accesses(array, body):
    found = accesses(array, body.uses, body)
    pitched = (
        (array.joined or len(array.dimensions) > 1)
        and array.size is None
        and bool(found)
        and all(full(access, array) and not access.use.address for access in found)
        and all(is_rewritable(access, body) for access in found)
    )
    return replace(array, accesses=found, pitched=pitched)


def is_rewritable(access, body):
    """Whether another subscript can be written in the place of the access's."""
    made = not (_is_sketched(access) or _wraps(access, body))
    return made and _stands_in(body.loop, access)


def _is_sketched(access):
    """Whether a part of a flat subscript is no polynomial: what it is made of is no text."""
    return len(access.use.subscripts) < len(access.terms) and None in access.indices


def _wraps(access, body):
    """Whether a factor in a flat subscript may be below 0 in arithmetic without a sign: only the
    sum that it is written in is right."""
    flat = len(access.use.subscripts) < len(access.terms)
    trees = [tree for part in access.terms for product in part for tree in product.trees]
    return flat and any(
        isinstance(tree, Binary | Cast | Unary | Call | Select)
        and isinstance(tree.type, IntegerType)
        and not tree.type.signed
        and affine.may_be_below(tree, body.values)
        for tree in trees
    )


def _stands_in(loop, access):
    """Whether what subscripts are made of is text of the loop's, not of a function's or of none."""
    trees = [tree for terms in access.terms for product in terms for tree in product.trees]
    return all(loop.start <= tree.start < tree.end <= loop.end for tree in trees)
