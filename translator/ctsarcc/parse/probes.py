# SPDX-License-Identifier: BSD-3-Clause
"""Expressions of clauses: trees and values."""

import bisect
import functools

import clang.cindex as cindex
from clang.cindex import CursorKind as K

from .raw import Probe, Raw, number, text_before
from .trees import Context, Trees


class Probes(Trees):
    """What the probes say that were put before loops (raw.py)."""

    def expressions(self, offset, function):
        """{text: Probe} of those that were given for `offset`."""
        file, reader = self.unit.get_file("ctsarcc.c"), ProbeTrees(self)
        extent = self.extent(function)
        found = {}
        for text, start, middle, end in self.raw.places.get(offset, ()):
            against = self._refused_between(start, middle)
            tree = value = None
            if not against:
                cast = cindex.Cursor.from_location(
                    self.unit, cindex.SourceLocation.from_offset(self.unit, file, start)
                )
                parts = [c for c in cast.get_children() if c.kind.is_expression()]
                if parts:
                    tree = reader.node(parts[0], Context((-1, -1), extent, ()))
                else:  # clang is lost, and says so elsewhere
                    against = "it cannot be read"
                if parts and not self._refused_between(middle, end):
                    name = text_before(self.raw.text, middle)
                    constant = cindex.Cursor.from_location(
                        self.unit, cindex.SourceLocation.from_offset(self.unit, file, name)
                    )
                    value = constant.enum_value if constant.kind == K.ENUM_CONSTANT_DECL else None
            found[text] = Probe(tree, number(text) if value is None else value, against)
        return found

    @functools.cached_property
    def _refused(self):
        """(place, message) of all that clang has against expressions, by place."""
        found = [
            (diagnostic.location.offset, diagnostic.spelling)
            for diagnostic in self.unit.diagnostics
            if diagnostic.severity >= cindex.Diagnostic.Error
        ]
        return sorted((place, what) for place, what in found if self.raw.inside(place))

    def _refused_between(self, start, end):
        """The first message about a place of a range, or ""."""
        k = bisect.bisect_left(self._refused, (start, ""))
        place, what = self._refused[k] if k < len(self._refused) else (end, "")
        return what if place < end else ""


class ProbeTrees(Trees):
    """Trees of what stands in probes: offsets are those of the text that clang sees."""

    def __init__(self, parser):  # which has parsed the file
        self.text, self.source, self.raw = parser.raw.text, parser.source, Raw("", "", ())
        self.parser = parser

    def at(self, location):
        return self.parser.at(location)

    def variable(self, cursor, *rest):
        return self.parser.variable(cursor, *rest)

    def type(self, *rest):
        return self.parser.type(*rest)

    def extent(self, cursor):
        extent = cursor.extent
        return extent.start.offset, extent.end.offset
