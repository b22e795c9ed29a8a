# SPDX-License-Identifier: BSD-3-Clause
"""What steady.py asks about, in libclang's tree: where the extents of a variable array come from,
and what its function does to the names in them."""

import re

import clang.cindex as cindex
from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

from ..steady import Extents, Marks, extents
from ..syntax import ends_by_a_call

FLOATS = {T.FLOAT, T.DOUBLE, T.LONGDOUBLE, T.FLOAT128, T.HALF}
VARIABLES = (K.VAR_DECL, K.PARM_DECL)
ORDINARY = (*VARIABLES, K.ENUM_CONSTANT_DECL, K.TYPEDEF_DECL, K.FUNCTION_DECL)  # one name space
LASTING = (cindex.StorageClass.STATIC, cindex.StorageClass.EXTERN)
CHANGING = (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR, K.UNARY_OPERATOR)
# In front of a name: its type is that of something else.
BORROWED = re.compile(r"\b((__)?typeof(_unqual)?(__)?|auto|__auto_type)\b")


class Declared:
    """Types of variables as they were declared. `parser`: whose texts and types these are."""

    def __init__(self, parser):
        self.parser = parser
        self._marked: dict = {}  # by function's start
        self.sizes: dict = {}  # by loop's extent: what must hold for variable arrays' extents

    def steady(self, kind, cursor, loop, function):
        """A variable's type, with the extents that it still has in the loop."""
        if loop == function or not any(extents(kind)):
            return kind
        owner = self.parser.function_at(function[0])
        if owner is None:
            return kind
        sources = self._sources(cursor, function)
        since = min(self.parser.at(one.location) for one in sources)
        if loop[0] <= since < loop[1]:
            return kind
        named = not loop[0] <= self.parser.at(cursor.location) < loop[1]
        found = Extents(self._marks(owner), since, self._meant(sources, function), loop, named)
        kind = found.steady(kind, cursor.spelling, cursor.kind == K.PARM_DECL)
        if function[0] <= loop[0] < function[1]:  # else it has no name there
            self.sizes.setdefault(loop, {}).update(dict.fromkeys(found.asked))
        return kind

    def _sources(self, cursor, function):
        """The declarations that a variable's extents may come from: its own, of the typedefs in it,
        and of what `typeof` or `auto` takes its type from."""
        found, queue = {}, [cursor]
        while queue:
            one = queue.pop()
            at = self.parser.at(one.location)
            if at in found:
                continue
            found[at] = one
            borrowed = BORROWED.search(self.parser.text[self.parser.extent(one)[0] : at])
            for named in one.walk_preorder():
                other = named.referenced if named.kind in (K.TYPE_REF, K.DECL_REF_EXPR) else None
                if other is None or not function[0] <= self.parser.at(other.location) < function[1]:
                    continue
                if other.kind == K.TYPEDEF_DECL or (borrowed and other.kind in VARIABLES):
                    kind = other.type if other.kind in VARIABLES else other.underlying_typedef_type
                    queue += [other] if any(extents(self.parser.type(kind, function))) else []
        return list(found.values())

    def _meant(self, declarations, function):
        """{name: (key, whether other functions know it)} of variables in declarations."""
        meant: dict = {}
        for declaration in declarations:
            for at in declaration.walk_preorder():
                named = at.referenced if at.kind == K.DECL_REF_EXPR else None
                if named is not None and named.kind in VARIABLES:
                    key = self.parser.at(named.location)
                    lasting = named.storage_class in LASTING
                    local = function[0] <= key < function[1] and not lasting
                    meant.setdefault(named.spelling, (key, not local))
        return meant

    def _marks(self, owner):
        """The Marks of a function. Trees have not all of it: what is declared beside a type, and
        extents in casts."""
        start = self.parser.extent(owner)[0]
        if start not in self._marked:
            self._marked[start] = marks = Marks()
            for cursor in owner.walk_preorder():
                self._mark(cursor, marks)
        return self._marked[start]

    def _mark(self, cursor, marks):
        kind = cursor.kind
        if kind in ORDINARY:
            marks.declare(cursor.spelling, self.parser.at(cursor.location))
            marks.variables |= {cursor.spelling} if kind in VARIABLES else set()
            start, end = self.parser.extent(cursor)
            if kind in VARIABLES and ends_by_a_call(self.parser.text, start, end):
                marks.calls.append(end)  # of a function, where the block ends
        elif kind == K.CALL_EXPR or (kind == K.UNEXPOSED_EXPR and len(children_of(cursor)) > 1):
            # libclang has no kind for the compilers' atomic operations.
            marks.calls.append(self.parser.at(cursor.location))
        elif kind == K.ASM_STMT:
            marks.calls.append(self.parser.at(cursor.location))
            for at in cursor.walk_preorder():
                if at.kind == K.DECL_REF_EXPR:
                    marks.change(
                        self.parser.at(at.referenced.location), self.parser.at(at.location)
                    )
        elif kind in CHANGING:
            children = children_of(cursor)
            place = inside(children[0]) if children else None
            if place is None:
                return
            op = self._operator(cursor, children)
            named = place.referenced if place.kind == K.DECL_REF_EXPR else None
            if op == "&" and named is not None:
                marks.pointed_to.add(self.parser.at(named.location))
            elif op in ("++", "--", "=") or kind == K.COMPOUND_ASSIGNMENT_OPERATOR:
                if named is not None:
                    marks.change(self.parser.at(named.location), self.parser.extent(cursor)[0])
                else:
                    marks.stores |= place.type.get_canonical().kind not in FLOATS

    def _operator(self, cursor, children):
        """What stands between two operands, or beside one."""
        start, end = self.parser.extent(cursor)
        first = self.parser.extent(children[0])
        between = (
            self.parser.text[first[1] : self.parser.extent(children[1])[0]]
            if len(children) > 1
            else self.parser.text[start : first[0]] + self.parser.text[first[1] : end]
        )
        return re.sub(r"(?m)^\s*#.*$", "", between).strip()


def children_of(cursor):
    return list(cursor.get_children())


def inside(cursor):
    """An expression without the parentheses and implicit conversions around it."""
    while cursor is not None and cursor.kind in (K.UNEXPOSED_EXPR, K.PAREN_EXPR):
        cursor = next(iter(cursor.get_children()), None)
    return cursor
