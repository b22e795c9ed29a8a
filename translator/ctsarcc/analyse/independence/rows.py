# SPDX-License-Identifier: BSD-3-Clause
"""Matrices whose rows are found by pointers, as in `a[i][j]` with `double **a`: where all rows lie
apart, they are as good as rows of one matrix. That is asked when the loop is reached."""

from dataclasses import dataclass

from ...syntax import IndexedType, PointerType
from .. import polyhedral
from ..body import placed
from . import apart, relations


@dataclass(frozen=True)
class Rows:
    """C texts: where pointers stand, and the least and the greatest row and element of a row that
    are reached."""

    place: str
    low: str
    high: str
    first: str
    last: str

    @property
    def base(self):
        """Where the first pointer stands."""
        return f"({self.place}) + ({self.low})"

    @property
    def count(self):
        """Of pointers."""
        return f"({self.high}) - ({self.low}) + 1"

    def arguments(self):
        """With the bytes of each row, from where its pointer leads to."""
        size = f"(long)sizeof **({self.place})"
        begin, end = f"({self.first}) * {size}", f"(({self.last}) + 1) * {size}"
        return f"{self.base}, {self.count}, {begin}, {end}"


def are_in(variable):
    """Whether an array holds pointers to rows."""
    kind = variable.type
    return isinstance(kind, IndexedType) and isinstance(kind.element, PointerType)


def of(uses, body, sure=True):
    """(an array of as many dimensions as there are subscripts, its Rows); None where it cannot be
    told which elements of which rows are reached, and only those. Without `sure` conditions may
    leave some uses out of what others reach, and of an element one member may be reached."""
    variable = uses[0].variable
    plain = variable.type.depth == 2 and variable.scope != "local" and not variable.type.volatile
    odd = any(u.address or u.walks or (u.field and sure) for u in uses)
    if not plain or odd or any(len(u.subscripts) != 2 for u in uses):
        return None
    base, array = placed.text(uses[0].base, body), relations.unnamed(uses, body)
    found = relations.of_accesses(array, body)
    if base is None or not _are_known(found, sure):
        return None
    found = [relation for relation in found if relation.exact]
    ends = [polyhedral.bounds(found, k, body.space) for k in (0, 1)]
    if None in ends:
        return None
    return array, Rows(base, *ends[0], *ends[1])


def _are_known(found, sure):
    """Whether nothing is reached but what exact relations say."""
    exact = [relation for relation in found if relation.exact]
    rest = [relation for relation in found if not relation.exact]
    return not rest or (not sure and bool(exact) and polyhedral.among(rest, exact, 2))


def all_between(array, body):
    """C text of that some row is reached, and so is each row between two of them; "" where that is
    known, None where it is not so."""
    found, space = relations.of_accesses(array, body), polyhedral.space(body)
    found = [relation for relation in found if relation.exact]
    if not polyhedral.without_gaps(found, 0):
        return None
    return polyhedral.somewhere(found, space.known([]), space)


def alone(rows, uses):
    """C texts of that rows lie apart from each other, and from where their pointers stand."""
    yield _asked(rows, "NULL, 0, 0, 0")
    if apart.may_meet(uses[0].variable.type.element, uses[0].variable):
        yield _asked(rows, _pointers(rows))


def from_rows(rows, uses, other, others, both):
    """The same of two matrices, of which the first one is written, or both are."""
    yield _asked(rows, other.arguments())
    if apart.may_meet(others[0].variable.type.element, uses[0].variable):
        yield _asked(rows, _pointers(other))
    if both and apart.may_meet(uses[0].variable.type.element, others[0].variable):
        yield _asked(other, _pointers(rows))


def from_bytes(rows, uses, reached, others, written):
    """The same of rows and of what others reach, which is `written` or not."""
    for one in reached:
        place = f"(const void *[]){{{one.start}}}, 1, 0, {one.end} - {one.start}"
        yield _asked(rows, place)
        if written and apart.may_meet(uses[0].variable.type.element, others[0].variable):
            yield f"ctsar_rows_apart({place}, {_pointers(rows)})"


def _asked(rows, others):
    return f"ctsar_rows_apart({rows.arguments()}, {others})"


def _pointers(rows):
    """The memory of the pointers, as one more row."""
    size = f"({rows.count}) * (long)sizeof(void *)"
    return f"(const void *[]){{{rows.base}}}, 1, 0, {size}"
