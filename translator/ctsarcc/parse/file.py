# SPDX-License-Identifier: BSD-3-Clause
"""The file as clang sees it: where everything stands."""

import bisect
import ctypes
import re

import clang.cindex as cindex
from clang.cindex import CursorKind as K

from .raw import PROLOGUE, Raw, for_clang


class CannotParse(Exception):
    """clang sees an error. `where` is its offset in Source.text, or None."""

    def __init__(self, message, where):
        super().__init__(message)
        self.where = where


class NoLibclang(Exception):
    """The library that the Python bindings load is not there, or of another version."""


class File:
    """One preprocessed source, parsed."""

    def __init__(self, source, options=(), probes=(), aside=False):
        """`probes`: (offset, texts): expressions of a directive that ends there, which are parsed
        before its loop. `aside`: directives concern nothing but the functions that hold them, so
        others may be left out that clang refuses."""
        self.source, self.text = source, source.text
        self.pure: set = set()  # names of functions that directives say are
        self._number = ctypes.c_uint()  # that clang writes to
        # Offsets are bytes to clang: keep them equal to those of characters.
        plain = self.text if self.text.isascii() else re.sub(r"[^\x00-\x7f]", "?", self.text)
        self._parse(plain, options, probes)
        strange = self._strange([offset for offset, *_ in probes]) if aside else []
        for start, end in strange:
            blank = re.sub(r"[^\n]", " ", plain[start + 1 : end])
            plain = f"{plain[:start]};{blank}{plain[end:]}"
        if strange:
            self._parse(plain, options, probes)

    def _parse(self, plain, options, probes):
        plain, declared = for_clang(plain)
        self.raw = Raw(PROLOGUE + declared, plain, probes)
        name = "ctsarcc.c"
        try:
            index = cindex.Index.create()
        except cindex.LibclangError as error:
            raise NoLibclang(str(error)) from error
        options = [
            "-xcpp-output",
            "-w",
            "-ferror-limit=0",
            "-fbracket-depth=1024",
            "-fno-spell-checking",
            *options,
        ]
        self.unit = index.parse(name, args=options, unsaved_files=[(name, self.raw.text)])
        self.top = [(cursor, *self.extent(cursor)) for cursor in self.unit.cursor.get_children()]
        functions = [one for one in self.top if one[0].kind == K.FUNCTION_DECL]
        self._functions = sorted(
            (one for one in functions if one[0].is_definition()), key=lambda one: one[1]
        )
        self._starts = [start for _, start, _ in self._functions]

    def _strange(self, offsets):
        """Extents of the bodies of functions that clang refuses, such as those with functions of
        GNU C inside: they may be left out where functions that hold one of `offsets` do not name
        them, nor do functions that these name. Empty where something else is refused."""
        found = [self.function_at(offset) for offset, _ in self.errors()]
        if not found or any(one is None for one in (*found, *map(self.function_at, offsets))):
            return []
        refused = list({one.hash: one for one in found}.values())
        words: set = set()
        named = self.functions(offsets)
        while named:
            start, end = self.extent(named.pop())
            new = set(re.findall(r"\w+", self.text[start:end])) - words
            words |= new
            named += [one for one, _, _ in self._functions if one.spelling in new]
        if any(one.spelling in words for one in refused):
            return []
        bodies = [self.extent(list(one.get_children())[-1]) for one in refused]
        whole = all(self.text[a : a + 1] == "{" and self.text[b - 1] == "}" for a, b in bodies)
        return bodies if whole else []

    def at(self, location):
        """Where it is in the source. It is asked of each node: `location.offset` would make objects
        of its file, line and column as well."""
        clang = cindex.conf.lib
        clang.clang_getInstantiationLocation(location, None, None, None, self._number)
        return self.raw.at(self._number.value)

    def extent(self, cursor):
        clang = cindex.conf.lib
        extent = clang.clang_getCursorExtent(cursor)
        return self.at(clang.clang_getRangeStart(extent)), self.at(clang.clang_getRangeEnd(extent))

    def errors(self):
        """(offset, message) of what clang refuses in the user's own files."""
        found = []
        for diagnostic in self.unit.diagnostics:
            if diagnostic.severity >= cindex.Diagnostic.Error and not self.raw.inside(
                diagnostic.location.offset
            ):
                offset = self.at(diagnostic.location)
                if not self.source.place(self.source.line_of(max(0, offset)))[2]:
                    found.append((offset, diagnostic.spelling))
        return found

    def function_at(self, offset):
        """The cursor of the function definition that holds an offset, or None."""
        k = bisect.bisect_right(self._starts, offset) - 1
        return self._functions[k][0] if k >= 0 and offset < self._functions[k][2] else None

    def functions(self, offsets):
        """Cursors of the function definitions that hold any of `offsets`."""
        found = {one.hash: one for one in map(self.function_at, sorted(offsets)) if one is not None}
        return list(found.values())

    def functions_named(self, name):
        """Cursors of the definitions of functions that are called so."""
        return [
            cursor
            for cursor, _, _ in self.top
            if cursor.kind == K.FUNCTION_DECL and cursor.spelling == name and cursor.is_definition()
        ]

    def declared_after(self, offset):
        """The cursor of the external declaration that stands directly behind `offset`, or None."""
        for cursor, start, _ in self.top:
            if start >= offset:
                between = re.sub(r"(?m)^\s*#.*$", "", self.text[offset:start])
                return None if re.search(r"[;{}]", between) else cursor
        return None

    def mentions(self, name):
        """(offset, whether it is called there) of all uses of a function in other functions'
        bodies, and in what variables of the file begin with."""
        for cursor, _, _ in self.top:
            body = cursor.kind == K.FUNCTION_DECL and cursor.is_definition()
            if not body and cursor.kind != K.VAR_DECL:
                continue
            for at in cursor.walk_preorder():
                named = at.kind == K.DECL_REF_EXPR and at.spelling == name
                if named and at.referenced is not None and at.referenced.kind == K.FUNCTION_DECL:
                    offset = self.at(at.location)
                    after = self.text[offset + len(name) :].lstrip()
                    yield offset, after.startswith("(")

    def outside(self, start):
        """The start of the external declaration that `start` is in: attributes may precede what
        clang calls its extent."""
        at = start
        while at > 0:
            before = self.text[at - 1]
            if before in ";}":
                break
            if before == "\n":
                line = self.source.line_text(self.source.line_of(at - 1))
                if line.startswith("#"):
                    break
            at -= 1
        return at + len(self.text[at:start]) - len(self.text[at:start].lstrip())
