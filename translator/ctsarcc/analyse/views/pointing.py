# SPDX-License-Identifier: BSD-3-Clause
"""Pointers that a clause has each thread copy: what they lead to is the same for all."""

from dataclasses import replace

from ...syntax import PointerType, Variable
from ..body.uses import Walk


def without_copies(parsed):
    """The loop as if no `firstprivate` named pointers that it does not change: that says no more
    than that they are read."""
    directive = parsed.directive
    named = {clause.name for clause in directive.clauses if _copies_pointer(clause, parsed)}
    written = Walk().body(parsed.node.body).written() if named else set()
    named = {name for name in named if parsed.scope[name].key not in written}
    if not named:
        return parsed
    clauses = tuple(c for c in directive.clauses if not _of(c, named))
    return replace(parsed, directive=replace(directive, clauses=clauses))


def _of(clause, named):
    return clause.kind == "firstprivate" and clause.name in named


def _copies_pointer(clause, parsed):
    variable = parsed.scope.get(clause.name)
    return (
        clause.kind == "firstprivate"
        and not clause.last
        and isinstance(variable, Variable)
        and isinstance(variable.type, PointerType)
    )
