# SPDX-License-Identifier: BSD-3-Clause
"""Functions, variables and types of file scope: as they are declared, as tasks, as versions."""

import re
from dataclasses import replace

from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

from ..companions import computed_again
from ..model import Declaration, Implementation, ParsedTask
from .heads import head_of, signature_of
from .probes import Probes
from .trees import Context

# What ends in a statement.
HOLDING = (
    K.FOR_STMT,
    K.WHILE_STMT,
    K.SWITCH_STMT,
    K.LABEL_STMT,
    K.CASE_STMT,
    K.DEFAULT_STMT,
)
BLANK = re.compile(r"(?:\s|#[^\n]*\n)*")


class Declarations(Probes):
    """What other translated code needs of the file, tasks and versions included."""

    def needs(self, cursor):
        """Declarations of file scope that `cursor` needs, directly or through others, in the order
        of the file."""
        found, queue = {}, [cursor]
        while queue:
            for at in queue.pop().walk_preorder():
                for declaration in mentioned(at):
                    key = self.at(declaration.location)
                    if key >= 0 and key not in found:
                        found[key] = declaration
                        queue.append(declaration)
        ordered, last = [], None
        for declaration in sorted(
            found.values(), key=lambda d: (self.extent(d)[0], -self.extent(d)[1])
        ):
            end = self.extent(declaration)[1]
            type_ = declaration.kind not in (K.FUNCTION_DECL, K.VAR_DECL)
            if type_ and last is not None and end <= last:
                continue  # `struct s {...}` within its typedef
            ordered.append(self.declaration(declaration))
            last = end if type_ else last
        return tuple(ordered)

    def parsed_task(self, directive, expressions):
        """A Task's function, or None where none is declared behind it. `expressions`: what the
        directive has."""
        cursor, head = self.declared_after(directive.end), signature_of(self.text, directive.end)
        if cursor is None or cursor.kind != K.FUNCTION_DECL or head is None:
            return None
        declaration, definition = self.declaration(cursor), cursor.get_definition()
        against = [
            (part.text, part.where, self._refused_between(start, middle))
            for part in expressions
            for text, start, middle, _ in self.raw.places.get(directive.start, ())
            if text == part.text
        ]
        return ParsedTask(
            directive,
            declaration,
            declaration.end if cursor.is_definition() else head[1],
            head[0],
            tuple(entry for entry in against if entry[2]),
            self.declaration(definition) if definition is not None else None,
            self.needs(definition) if definition is not None else (),
        )

    def task_call(self, directive, expressions, function):
        """A Task's call in `function`, or None where none stands behind it."""
        blank = BLANK.match(self.text, directive.end)
        at = blank.end() if blank is not None else directive.end
        cursor = next(
            (
                child
                for parent in function.walk_preorder()
                for child in statements_of(parent)
                if child.kind == K.CALL_EXPR and self.extent(child)[0] == at
            ),
            None,
        )
        end = self.text.find(";", self.extent(cursor)[1]) + 1 if cursor is not None else 0
        if cursor is None or self.text[self.extent(cursor)[1] : end].strip() != ";":
            return None
        callee = cursor.referenced
        if callee is None or callee.kind != K.FUNCTION_DECL:
            return None
        probes = self.expressions(directive.end, function) if expressions else {}
        definition = callee.get_definition()
        spans = [self.extent(argument) for argument in cursor.get_arguments()]
        return ParsedTask(
            directive,
            self.declaration(callee),
            end,
            "",
            tuple(
                (part.text, part.where, probes[part.text].refused)
                for part in expressions
                if probes[part.text].refused
            ),
            self.declaration(definition) if definition is not None else None,
            self.needs(definition) if definition is not None else (),
            tuple(self.text[start:stop] for start, stop in spans),
            self.scope(function, directive.end, (-1, -1)),
            self.outside(self.extent(function)[0]),
        )

    def implementation(self, directive, owner):
        """What stands behind an Implements, for the function `owner`; None: nothing does."""
        cursor = self.declared_after(directive.end)
        if cursor is None:
            return None
        head = head_of(self.text, directive.end)
        probe = None
        if directive.condition is not None and cursor.kind == K.FUNCTION_DECL and head:
            probe = self.expressions(head, cursor)[directive.condition.text]
        return Implementation(
            directive,
            self.declaration(cursor),
            probe.tree if probe is not None else None,
            probe.refused if probe is not None else "",
            self.declaration(owner) if owner is not None else None,
            self.needs(cursor),
        )

    def declare_pure(self, offset):
        """Takes the function that is declared directly behind `offset` for a pure one; False: none
        is."""
        cursor = self.declared_after(offset)
        if cursor is None or cursor.kind != K.FUNCTION_DECL:
            return False
        self.pure.add(cursor.spelling)
        return True

    def declaration(self, cursor):
        start, end = self.extent(cursor)
        system = self.source.place(self.source.line_of(start))[2]
        if cursor.kind == K.FUNCTION_DECL:
            extent, defined = (start, end), cursor.is_definition()
            attributes = [child.kind for child in cursor.get_children()]
            return Declaration(
                "function",
                cursor.spelling,
                start,
                end,
                system,
                defined,
                parameters=tuple(self.variable(p, extent, extent) for p in cursor.get_arguments()),
                result=self.type(cursor.result_type),
                pure=cursor.spelling in self.pure
                or K.PURE_ATTR in attributes
                or K.CONST_ATTR in attributes,
                alone=K.CONST_ATTR in attributes,
                body=self._entered(cursor, extent) if defined and not system else None,
            )
        if cursor.kind == K.VAR_DECL:
            return Declaration(
                "variable",
                cursor.spelling,
                start,
                end,
                system,
                variable=self.variable(cursor, (-1, -1), (-1, -1)),
            )
        return Declaration("type", cursor.spelling, start, end, system)

    def _entered(self, function, extent):
        """The body of a function, behind the extents of its parameters that are more than sums of
        other ones: C evaluates them first."""
        context = Context(extent, extent, ())
        extents = [
            node
            for parameter in function.get_arguments()
            for node in self._declared_parts(parameter, context)
            if not computed_again(node)
        ]
        body = self.node(self._block(function), context)
        return replace(body, children=(*extents, *body.children)) if extents else body

    @staticmethod
    def _block(function):
        return next(child for child in function.get_children() if child.kind == K.COMPOUND_STMT)


def statements_of(cursor):
    """Children of a statement that are statements, and not a condition or a part of a header."""
    children = list(cursor.get_children())
    if cursor.kind == K.COMPOUND_STMT:
        return children
    if cursor.kind == K.IF_STMT:
        return children[1:]
    if cursor.kind == K.DO_STMT:
        return children[:1]
    return children[-1:] if cursor.kind in HOLDING else []


def mentioned(cursor):
    """Declarations of file scope that one cursor names: what it refers to, and what its type is
    made of."""
    declaration = cursor.referenced if cursor.kind in (K.TYPE_REF, K.DECL_REF_EXPR) else None
    if declaration is not None:
        if declaration.kind == K.ENUM_CONSTANT_DECL:
            declaration = declaration.semantic_parent
        parent = declaration.semantic_parent
        if parent is not None and parent.kind == K.TRANSLATION_UNIT:
            yield declaration.get_definition() or declaration
            return
    if declaration is not None or cursor.kind in (
        K.VAR_DECL,
        K.PARM_DECL,
        K.TYPEDEF_DECL,
        K.FIELD_DECL,
    ):
        kind = (declaration or cursor).type
        while kind.kind in (T.POINTER, T.CONSTANTARRAY, T.INCOMPLETEARRAY, T.VARIABLEARRAY):
            kind = kind.get_pointee() if kind.kind == T.POINTER else kind.element_type
        of_type = kind.get_declaration()
        parent = of_type.semantic_parent
        if (
            of_type.kind != K.NO_DECL_FOUND
            and parent is not None
            and parent.kind == K.TRANSLATION_UNIT
        ):
            yield of_type.get_definition() or of_type
