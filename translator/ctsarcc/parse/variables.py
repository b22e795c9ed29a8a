# SPDX-License-Identifier: BSD-3-Clause
"""Variables, and which are visible where."""

import functools
import math
from dataclasses import replace

import clang.cindex as cindex
from clang.cindex import CursorKind as K

from .. import allocated
from ..syntax import IndexedType, PointerType, Variable, innermost
from .declared import Declared
from .types import Types, unnamed


class Variables(Types):
    """A file's variables, each made once for every loop that sees it."""

    def __init__(self, *source):
        super().__init__(*source)
        self._variables: dict = {}
        self.declared = Declared(self)

    def variable(self, cursor, loop, function):
        """The declaration behind a DECL_REF_EXPR, or a VAR_DECL, as a model.Variable."""
        key = self.at(cursor.location)
        if key in self._of_file:
            return self._of_file[key]
        known = (key, loop)
        if known not in self._variables:
            self._variables[known] = self._variable(cursor, loop, function)
        return self._variables[known]

    @functools.cached_property
    def _of_file(self):
        """Variables of file scope by key: they are the same for all loops."""
        found = {
            self.at(cursor.location): self._variable(cursor, (-1, -1), None)
            for cursor, _, _ in self.top
            if cursor.kind == K.VAR_DECL
        }
        return {key: one for key, one in found.items() if one.scope == "file"}

    def _variable(self, cursor, loop, function):
        key = self.at(cursor.location)
        start, end = self.extent(cursor)
        if cursor.semantic_parent and cursor.semantic_parent.kind == K.TRANSLATION_UNIT:
            scope = "file"
        elif loop[0] <= key < loop[1]:
            scope = "local"
        else:
            scope = "function"
        storage = {
            cindex.StorageClass.STATIC: "static",
            cindex.StorageClass.EXTERN: "extern",
            cindex.StorageClass.REGISTER: "register",
        }.get(cursor.storage_class, "")
        kind = self.declared.steady(self.type(cursor.type, function), cursor, loop, function)
        kind = by_variable(kind, cursor.spelling, scope == "file")
        base = innermost(kind)
        # What a constant pointer leads to may change.
        constant = scope == "file" and base.const and not isinstance(kind, PointerType)
        return Variable(
            cursor.spelling,
            key,
            scope,
            kind,
            storage,
            constant and "=" in self.text[start:end],
            self.source.where(key) if key >= 0 else None,
            self._of_a_thread(cursor, scope),
            cursor.kind == K.PARM_DECL,
            **self._led(cursor, kind, scope, function, loop),
        )

    def _led(self, cursor, kind, scope, function, loop):
        """Where a pointer of a function leads to, as far as the function's text says so."""
        if scope != "function" or function is None or not isinstance(kind, IndexedType):
            return {}
        name, text = cursor.spelling, self.text[slice(*function)]
        parts = (
            self.text[self.text.find("{", function[0]) : loop[0]],
            self.text[loop[1] : function[1]],
        )
        found = {"handed_on": kind.restrict and any(allocated.handed_on(name, p) for p in parts)}
        if cursor.kind == K.PARM_DECL:
            return {**found, "given": allocated.given(name, text)}
        plain = cursor.storage_class not in (cindex.StorageClass.STATIC, cindex.StorageClass.EXTERN)
        own = plain and isinstance(kind, PointerType) and allocated.by_library(self.text)
        return {**found, "alone": own and allocated.alone(name, text)}

    def _of_a_thread(self, cursor, scope):
        named = scope == "file" and cursor.spelling in self.source.threadprivate
        return named or cursor.tls_kind != cindex.TLSKind.NONE

    @functools.cached_property
    def _everywhere(self):
        """(from which offset on, {name: Variable or int}) of what file scope has. Enumerators are
        known from the beginning."""
        return [
            (-math.inf, enumerators(cursor))
            if cursor.kind == K.ENUM_DECL
            else (at, {cursor.spelling: self.variable(cursor, (-1, -1), None)})
            for cursor, _, _ in self.top
            if cursor.kind in (K.VAR_DECL, K.ENUM_DECL)
            for at in [self.at(cursor.location)]
        ]

    def file_scope(self, offset):
        """The same of file scope alone."""
        visible = {}
        for at, found in self._everywhere:
            if at < offset:
                visible.update(found)
        return visible

    def scope(self, function, offset, loop):
        """{name: Variable} of what is visible at `offset` in `function`, file scope included;
        enumerators are ints."""
        visible = self.file_scope(offset)
        self._scope(function, offset, loop, self.extent(function), visible)
        return visible

    def _scope(self, cursor, offset, loop, function, visible):
        for child in cursor.get_children():
            start, end = self.extent(child)
            if start >= offset:
                break
            if child.kind in (K.VAR_DECL, K.PARM_DECL):
                visible[child.spelling] = self.variable(child, loop, function)
            elif child.kind == K.ENUM_DECL:
                visible.update(enumerators(child))
            elif child.kind == K.DECL_STMT or end > offset:
                self._scope(child, offset, loop, function, visible)


def by_variable(kind, name, everywhere):
    """A type with what is made of a struct without a name called by a variable that has it:
    `everywhere`, or in its function. A typedef's name may stand for a pointer to such a struct."""
    found = kind
    if unnamed(kind.spelling):
        called = f"__typeof__({name})"
        found = replace(kind, spelling=called, text=called if everywhere else None)
    if not isinstance(kind, IndexedType):
        return found
    element = by_variable(kind.element, f"{name}[0]", everywhere)
    return found if element is kind.element else replace(found, element=element)


def enumerators(cursor):
    return {
        child.spelling: child.enum_value
        for child in cursor.get_children()
        if child.kind == K.ENUM_CONSTANT_DECL
    }
