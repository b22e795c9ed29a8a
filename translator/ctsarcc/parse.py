# SPDX-License-Identifier: BSD-3-Clause
"""libclang's view of a source file, as a model. The only module that imports libclang.

The preprocessed text is parsed, without -fopenmp: with it, clang hides the `for` of an omp
directive. Since macros are expanded, the text between two operands is the operator, which libclang
does not tell."""

import bisect
import functools
import math
import re
from dataclasses import dataclass, replace

import clang.cindex as cindex
from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

from . import flow, known
from .companions import apart, entered, stepped_in
from .declared import FLOATS, Declared, inside
from .loops import normalise
from .model import Declaration, Function, Implementation, ParsedLoop, ParsedTask
from .source import TOKEN
from .syntax import (
    ArrayType,
    Asm,
    Assign,
    Binary,
    Block,
    BoolType,
    Break,
    Call,
    Case,
    Cast,
    ComplexType,
    Continue,
    Declare,
    Do,
    Empty,
    FloatType,
    For,
    FunctionType,
    Goto,
    If,
    Index,
    IndexedType,
    IntegerType,
    Label,
    Loop,
    Member,
    Name,
    Nested,
    Node,
    Number,
    Other,
    OtherType,
    PointerType,
    Return,
    Select,
    Sizeof,
    String,
    StructType,
    Switch,
    Unary,
    Variable,
    VoidType,
    While,
    ends_by_a_call,
    indexed,
    innermost,
    sets,
    touched,
    variable_of,
)

# What gcc's headers use and clang does not know.
PROLOGUE = (
    "typedef float _Float32; typedef double _Float64; typedef double _Float32x; "
    "typedef long double _Float64x; typedef __float128 _Float128;\n"
)

INTEGERS = {
    T.CHAR_U,
    T.UCHAR,
    T.USHORT,
    T.UINT,
    T.ULONG,
    T.ULONGLONG,
    T.CHAR_S,
    T.SCHAR,
    T.SHORT,
    T.INT,
    T.LONG,
    T.LONGLONG,
    T.INT128,
    T.UINT128,
    T.ENUM,
    T.CHAR16,
    T.CHAR32,
    T.WCHAR,
}
UNSIGNED = {T.CHAR_U, T.UCHAR, T.USHORT, T.UINT, T.ULONG, T.ULONGLONG, T.UINT128, T.BOOL}

SIMPLE = {
    K.COMPOUND_STMT: Block,
    K.IF_STMT: If,
    K.WHILE_STMT: While,
    K.DO_STMT: Do,
    K.SWITCH_STMT: Switch,
    K.CASE_STMT: Case,
    K.DEFAULT_STMT: Case,
    K.RETURN_STMT: Return,
    K.BREAK_STMT: Break,
    K.CONTINUE_STMT: Continue,
    K.GOTO_STMT: Goto,
    K.INDIRECT_GOTO_STMT: Goto,
    K.LABEL_STMT: Label,
    K.NULL_STMT: Empty,
    K.ASM_STMT: Asm,
    K.CONDITIONAL_OPERATOR: Select,
    K.STRING_LITERAL: String,
}


BLANK = re.compile(r"(?:\s|#[^\n]*\n)*")
LOOP_FOLLOWS = re.compile(r"(?:\s|#[^\n]*\n)*for\b")


# A variable that is set to a product, or a quotient.
PRODUCT = re.compile(r"=[^;=]*[\w)]\s*[*/]\s*[\w(]")


class CannotParse(Exception):
    """clang sees an error. `where` is its offset in Source.text, or None."""

    def __init__(self, message, where):
        super().__init__(message)
        self.where = where


class NoLibclang(Exception):
    """The library that the Python bindings load is not there, or of another version."""


POINTER = 8  # bytes
COMPLEX_PARTS = ("__real__", "__imag__", "__real", "__imag")
# Functions that evaluate nothing of what they are given.
ASKS_OF_TYPES = ("__builtin_types_compatible_p", "__builtin_offsetof")
UNEVALUATED = ("__builtin_constant_p", "__builtin_object_size", "__builtin_dynamic_object_size")
SIZES = {"char": 1, "short": 2, "int": 4, "long": 8, "float": 4, "double": 8, "": 4}
HOLDING = (K.FOR_STMT, K.WHILE_STMT, K.IF_STMT, K.SWITCH_STMT, K.LABEL_STMT)


class Parser:
    def __init__(self, source, options=(), probes=()):
        """`probes`: (offset, texts): expressions of a directive that ends there, which are parsed
        before its loop."""
        self.source, self.text = source, source.text
        # Offsets are bytes to clang: keep them equal to those of characters.
        plain = self.text if self.text.isascii() else re.sub(r"[^\x00-\x7f]", "?", self.text)
        self.raw = Raw(PROLOGUE, plain, probes)
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
        self._types, self._variables, self._bodies = {}, {}, {}
        self.declared = Declared(self)
        self.top = [(cursor, *self.extent(cursor)) for cursor in self.unit.cursor.get_children()]
        functions = [one for one in self.top if one[0].kind == K.FUNCTION_DECL]
        self._functions = sorted(
            (one for one in functions if one[0].is_definition()), key=lambda one: one[1]
        )
        self._starts = [start for _, start, _ in self._functions]

    def at(self, location):
        return self.raw.at(location)

    def extent(self, cursor):
        extent = cursor.extent
        return self.at(extent.start), self.at(extent.end)

    # ---- what stands in the file

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

    def declared_after(self, offset):
        """The cursor of the external declaration that stands directly behind `offset`, or None."""
        for cursor, start, _ in self.top:
            if start >= offset:
                between = re.sub(r"(?m)^\s*#.*$", "", self.text[offset:start])
                return None if re.search(r"[;{}]", between) else cursor
        return None

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
                for child in function.walk_preorder()
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

    def declaration(self, cursor):
        start, end = self.extent(cursor)
        system = self.source.place(self.source.line_of(start))[2]
        if cursor.kind == K.FUNCTION_DECL:
            extent, defined = (start, end), cursor.is_definition()
            body = (
                next((c for c in cursor.get_children() if c.kind == K.COMPOUND_STMT), None)
                if defined and not system
                else None
            )
            return Declaration(
                "function",
                cursor.spelling,
                start,
                end,
                system,
                defined,
                parameters=tuple(self.variable(p, extent, extent) for p in cursor.get_arguments()),
                result=self.type(cursor.result_type),
                pure=any(c.kind in (K.PURE_ATTR, K.CONST_ATTR) for c in cursor.get_children()),
                body=self.node(body, Context(extent, extent, ())) if body is not None else None,
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

    # ---- types

    def type(self, clang_type, local=None):
        """A clang type as a model.Type. `local`: the extent of the function that it is used in."""
        meant = clang_type.get_canonical().spelling if local else ""  # a block's typedef may differ
        key = (clang_type.spelling, clang_type.kind, local, meant if "[" in meant else "")
        if key not in self._types:
            self._types[key] = self._type(clang_type, local)
        return self._types[key]

    def _type(self, clang_type, local):
        canonical = clang_type.get_canonical()
        kind = canonical.kind
        # clang dies of the size of a builtin function's type.
        size = 0 if kind in (T.UNEXPOSED, T.INVALID, T.DEPENDENT) else max(0, clang_type.get_size())
        common = {
            "spelling": clang_type.spelling,
            "size": size,
            "const": clang_type.is_const_qualified(),
            "restrict": canonical.is_restrict_qualified(),
            "volatile": canonical.is_volatile_qualified(),
            "text": self._type_text(clang_type, local),
            "canonical": canonical.spelling,
        }
        if kind in INTEGERS:
            return IntegerType(signed=kind not in UNSIGNED, **common)
        if kind == T.BOOL:
            return BoolType(signed=False, **common)
        if kind in FLOATS:
            return FloatType(**common)
        if kind == T.COMPLEX:
            return ComplexType(**common)
        if kind == T.POINTER:
            return PointerType(element=self.type(pointee(clang_type), local), **common)
        if kind in (T.CONSTANTARRAY, T.INCOMPLETEARRAY, T.VARIABLEARRAY):
            array = clang_type if clang_type.kind != T.TYPEDEF else canonical
            value = canonical.element_count if kind == T.CONSTANTARRAY else None
            extent = str(value) if value is not None else self._variable_extent(clang_type)
            return ArrayType(
                element=self.type(array_element(array), local),
                extent=extent,
                extent_value=value,
                **common,
            )
        if kind == T.RECORD:
            fields = list(canonical.get_fields())
            union = canonical.get_declaration().kind == K.UNION_DECL
            return StructType(
                members=() if union else tuple(field.spelling for field in fields),
                union=union,
                holds_pointers=any(leads_elsewhere(field.type) for field in fields),
                bit_fields=bit_fields(canonical),
                open_ended=not union and open_ended(canonical),
                **common,
            )
        if kind == T.VOID:
            return VoidType(**common)
        if kind in (T.FUNCTIONPROTO, T.FUNCTIONNOPROTO):
            return FunctionType(**common)
        return OtherType(**common)

    @staticmethod
    def _variable_extent(clang_type):
        """Of the first brackets, which may have others inside and, in a parameter, qualifiers."""
        spelling = clang_type.spelling
        if "[" not in spelling:  # a typedef's
            spelling = clang_type.get_canonical().spelling
        rest = spelling.partition("[")[2]
        depth = 1
        for at, character in enumerate(rest):
            depth += (character == "[") - (character == "]")
            if not depth:
                extent = re.sub(
                    r"^(\s*\b(static|const|volatile|restrict|_Atomic)\b)+", "", rest[:at]
                )
                return extent.strip() or None
        return None

    def _type_text(self, clang_type, local):
        """How to write the type at file scope; None where its name is known in a function only."""
        spelling = clang_type.spelling
        declaration = clang_type.get_declaration()
        if local and local[0] <= self.at(declaration.location) < local[1]:
            if declaration.kind == K.TYPEDEF_DECL:
                return self._type_text(clang_type.get_canonical(), local)
            if declaration.kind in (K.STRUCT_DECL, K.UNION_DECL, K.ENUM_DECL):
                return None
        if unnamed(spelling):
            return None
        canonical = clang_type.get_canonical()
        if "typeof" in spelling and "typeof" not in canonical.spelling:
            return self._type_text(canonical, local)  # that names what only the function knows
        return spelling

    # ---- variables

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
        if unnamed(kind.spelling):
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
        )

    def _of_a_thread(self, cursor, scope):
        named = scope == "file" and cursor.spelling in self.source.threadprivate
        return named or cursor.tls_kind != cindex.TLSKind.NONE

    # ---- statements and expressions

    def node(self, cursor, context):
        """The tree below `cursor`."""
        kind = cursor.kind
        start, end = self.extent(cursor)
        make = maker(start, end)
        if kind in (K.UNEXPOSED_EXPR, K.PAREN_EXPR):
            inner = list(cursor.get_children())
            if len(inner) == 1 and not self.text.startswith(ASKS_OF_TYPES, start):
                node = replace(self.node(inner[0], context), start=start, end=end)
                # An implicit conversion to a parameter's type says whether the callee may write
                # through it.
                if kind == K.UNEXPOSED_EXPR and cursor.type.get_canonical().kind == T.POINTER:
                    pointer = self.type(cursor.type, context.function)
                    if (
                        not isinstance(node.type, ArrayType)
                        or node.type.element.canonical != pointer.element.canonical
                    ):
                        node = replace(node, type=pointer)
                return node
            return self._unnamed(cursor, context, make)
        handler = HANDLERS.get(kind)
        if handler:
            return handler(self, cursor, context, make)
        if kind in SIMPLE:
            return self._simple(cursor, context, make)
        if kind.is_declaration():
            return make(Nested)
        children = [child for child in cursor.get_children() if not child.kind.is_reference()]
        return make(
            Other,
            children=self.nodes(children, context),
            type=self.type(cursor.type, context.function) if kind.is_expression() else None,
        )

    def nodes(self, cursors, context):
        return tuple(self.node(cursor, context) for cursor in cursors)

    def _unnamed(self, cursor, context, make):
        """An expression that libclang has no name for, as `_Generic`, `a ?: b`, what atomic
        operations are: a part that sets something may be one that is not evaluated."""
        kind = self.type(cursor.type, context.function)
        inner = [child for child in cursor.get_children() if not child.kind.is_reference()]
        whole = make(Other, children=self.nodes(inner, context), type=kind)
        if not _sets_something(whole):
            return whole
        return make(Select, children=(make(Number), whole, make(Empty)), type=kind)

    def _simple(self, cursor, context, make):
        children = [child for child in cursor.get_children() if child.kind != K.LABEL_REF]
        if cursor.kind == K.IF_STMT and self.raw.inside(cursor.extent.start.offset):
            return self.node(children[-1], context)  # a probe's: what stands behind it
        named = {"name": cursor.spelling} if cursor.kind == K.LABEL_STMT else {}
        typed = cursor.kind.is_expression()
        return make(
            SIMPLE[cursor.kind],
            children=self.nodes(children, context),
            type=self.type(cursor.type, context.function) if typed else None,
            **named,
        )

    def _index(self, cursor, context, make):
        base, subscript = self.nodes(cursor.get_children(), context)
        if not indexed(base):  # i[a]
            base, subscript = subscript, base
        return make(
            Index, children=(base, subscript), type=self.type(cursor.type, context.function)
        )

    def _literal(self, cursor, context, make):
        start, end = self.extent(cursor)
        text = self.text[start:end]
        value = None
        if cursor.kind == K.INTEGER_LITERAL:
            value = _whole(text)
        text = "" if cursor.kind == K.INTEGER_LITERAL else text
        return make(Number, value=value, text=text, type=self.type(cursor.type, context.function))

    def _reference(self, cursor, context, make):
        declaration = cursor.referenced
        if declaration is None or declaration.kind not in (K.VAR_DECL, K.PARM_DECL):
            if declaration is not None and declaration.kind == K.ENUM_CONSTANT_DECL:
                local = context.function[0] <= self.at(declaration.location) < context.function[1]
                return make(
                    Number,
                    value=declaration.enum_value,
                    name=cursor.spelling,
                    local=local,
                    type=self.type(cursor.type, context.function),
                )
            return make(Other, name=cursor.spelling, type=self.type(cursor.type, context.function))
        return make(
            Name,
            name=cursor.spelling,
            variable=self.variable(declaration, context.loop, context.function),
            type=self.type(cursor.type, context.function),
        )

    def _binary(self, cursor, context, make):
        left, right = self.nodes(cursor.get_children(), context)
        op = self.text[left.end : right.start].strip()
        assign = op.endswith("=") and op not in ("==", "!=", "<=", ">=")
        if assign and _is_part(left):  # the other part stays
            left, op = left.operand, f"{left.op}="
        return make(
            Assign if assign else Binary,
            children=(left, right),
            op=op,
            type=self.type(cursor.type, context.function),
        )

    def _unary(self, cursor, context, make):
        children = self.nodes(cursor.get_children(), context)
        start, end = self.extent(cursor)
        before = self.text[start : children[0].start].strip() if children else ""
        op = before or self.text[children[0].end : end].strip()
        if op in ("++", "--"):
            op = op + "x" if before else "x" + op
        kind = self.type(cursor.type, context.function)
        if children and _is_part(children[0]) and op in ("&", "x++", "++x", "x--", "--x"):
            children = children[0].children
            if op == "&":  # as a number's address that is converted to its part's
                children = (make(Unary, children=children, op=op, type=_to(children[0].type)),)
                return make(Cast, children=children, type=kind)
        return make(Unary, children=children, op=op, type=kind)

    def _call(self, cursor, context, make):
        children = list(cursor.get_children())
        callee = inside(children[0]) if children else None
        named = (
            callee is not None
            and callee.kind == K.DECL_REF_EXPR
            and callee.referenced is not None
            and callee.referenced.kind == K.FUNCTION_DECL
        )
        name = callee.spelling if callee is not None and named else ""
        nodes = self.nodes(children, context)
        if name in UNEVALUATED:
            nodes = (nodes[0], *map(_not_evaluated, nodes[1:]))
        return make(
            Call,
            name=name,
            children=nodes,
            type=self.type(cursor.type, context.function),
        )

    def _member(self, cursor, context, make):
        children = self.nodes(
            [child for child in cursor.get_children() if not child.kind.is_reference()], context
        )
        end = self.extent(cursor)[1]
        op = (
            "->" if children and self.text[children[0].end : end].lstrip().startswith("->") else "."
        )
        field = cursor.referenced
        return make(
            Member,
            name=cursor.spelling,
            op=op,
            children=children,
            bits=field is not None and field.is_bitfield(),
            pointer=(field or cursor).type.get_canonical().kind == T.POINTER,
            type=self.type(cursor.type, context.function),
        )

    def _cast(self, cursor, context, make):
        children = [child for child in cursor.get_children() if child.kind.is_expression()]
        return make(
            Cast,
            children=self.nodes(children[-1:], context),
            type=self.type(cursor.type, context.function),
        )

    def _sizeof(self, cursor, context, make):
        operands = [c for c in cursor.get_children() if c.kind.is_expression()]
        of_size = self.text.startswith("sizeof", self.extent(cursor)[0])  # and not `_Alignof`
        size = operands[0].type.get_size() if operands else self._type_size(cursor)
        return make(
            Sizeof,
            children=self.nodes(operands, context),
            value=size if of_size and size > 0 else None,
            type=self.type(cursor.type, context.function),
        )

    def _type_size(self, cursor):
        """Bytes of the type that a `sizeof` names; -1 where that is not simple."""
        start, end = self.extent(cursor)
        words = re.sub(r"^sizeof\s*\(|\)$", "", self.text[start:end]).split()
        if words and words[-1].endswith("*"):
            return POINTER
        named = [c.type for c in cursor.get_children() if c.kind == K.TYPE_REF]
        if named and not set("*[(") & set("".join(words)):
            return named[0].get_size()
        return SIZES.get(" ".join(sorted(set(words) - {"const", "signed", "unsigned"})), -1)

    def _declare(self, cursor, context, make):
        """One `declare` a variable; a block of them where a declaration has several."""
        found = []
        for child in cursor.get_children():
            if child.kind == K.VAR_DECL:
                # What `__typeof__` has and extents of variable arrays come first; the initialiser,
                # if any, last.
                inner = [c for c in child.get_children() if not c.kind.is_reference()]
                parts = tuple(
                    _not_evaluated(part) if part.end <= self.at(child.location) else part
                    for part in self.nodes(inner, context)
                )
                found.append(
                    make(
                        Declare,
                        variable=self.variable(child, context.loop, context.function),
                        children=parts,
                    )
                )
            elif child.kind != K.TYPEDEF_DECL:
                return make(Nested)
        return found[0] if len(found) == 1 else make(Block, children=tuple(found))

    def _for(self, cursor, context, make):
        start, end = self.statement(cursor)
        make = maker(start, end)
        header = self.header(start)
        parts = {"init": None, "condition": None, "increment": None, "body": None}
        for child in cursor.get_children():
            at = self.extent(child)[0]
            part = (
                "init"
                if at < header[0]
                else "condition"
                if at < header[1]
                else "increment"
                if at < header[2]
                else "body"
            )
            parts[part] = child
        nodes = {
            part: self.node(child, context) if child is not None else None
            for part, child in parts.items()
        }
        loop = Loop(
            start,
            end,
            header[2] + 1,
            nodes["init"],
            nodes["condition"],
            nodes["increment"],
            independent=any(
                header[3] >= mark >= context.loop[0]
                and not self.text[mark:start].partition("\n")[2].strip()
                for mark in context.independent
                if mark < start
            ),
        )
        outermost = start == context.loop[0]
        counted = normalise(loop, guarded=outermost)
        if outermost or counted.variable not in _changed(nodes["body"]):
            loop = counted  # else it counts otherwise than its header says
        return make(For, loop=loop, children=(nodes["body"],) if nodes["body"] else ())

    def statement(self, cursor):
        """The extent of a statement with its semicolon, which clang leaves out of expressions."""
        start, end = self.extent(cursor)
        last = cursor
        while last.kind in HOLDING:
            last = list(last.get_children())[-1]
        if self.text[end - 1] not in ";}" or last.kind.is_expression():
            semicolon = self.text.find(";", end)
            end = semicolon + 1 if semicolon >= 0 and not self.text[end:semicolon].strip() else end
        return start, end

    def header(self, start):
        """Offsets of the two semicolons and of the closing parenthesis of the `for` at `start`, and
        `start`."""
        depth, marks = 0, []
        for match in TOKEN.finditer(self.text, start + 3):
            token = match[0]
            depth += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
            if token == ";" and depth == 1:
                marks.append(match.start())
            if depth == 0:
                return (*marks[:2], match.start(), start)
        raise CannotParse("unbalanced parentheses", start)

    # ---- expressions of clauses

    def expressions(self, offset, function):
        """{text: Probe} of those that were given for `offset`."""
        file, reader, extent = (
            self.unit.get_file("ctsarcc.c"),
            RawParser(self),
            self.extent(function),
        )
        found = {}
        for text, start, middle, end in self.raw.places.get(offset, ()):
            against = self._refused_between(start, middle)
            tree = value = None
            if not against:
                cast = cindex.Cursor.from_location(
                    self.unit, cindex.SourceLocation.from_offset(self.unit, file, start)
                )
                tree = reader.node(
                    next(c for c in cast.get_children() if c.kind.is_expression()),
                    Context((-1, -1), extent, ()),
                )
                if not self._refused_between(middle, end):
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

    # ---- loops under directives

    def loop_after(self, function, offset):
        """The cursor of the first `for` after `offset`."""
        best = None
        stack = [function]
        while stack:
            cursor = stack.pop()
            for child in cursor.get_children():
                start, end = self.extent(child)
                if end <= offset:
                    continue
                if child.kind == K.FOR_STMT and start >= offset:
                    if best is None or start < self.extent(best)[0]:
                        best = child
                    continue
                stack.append(child)
        return best

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

    def scope(self, function, offset, loop):
        """{name: Variable} of what is visible at `offset` in `function`, file scope included;
        enumerators are ints."""
        visible = {}
        for at, found in self._everywhere:
            if at < offset:
                visible.update(found)
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

    def live_after(self, function, context, node, directive):
        """By the keys of variables whose value may be used after the loop, where it is. The tree of
        the whole function is not looked at where the loop leaves none."""
        left = values_left(node, directive)
        if not left:
            return {}
        private = {clause.name for clause in directive.clauses if clause.kind == "private"}
        whole = self.function_body(function)
        pointed = flow.pointed_at(whole)
        lasting = {
            v.key: None for v in left if (v.outlives or v.key in pointed) and v.name not in private
        }
        return lasting | flow.live(whole, context.loop[0])

    def idle_arrays(self, function, context, node, directive):
        """Arrays of the function that the loop's body writes or passes on, and that nothing needs
        afterwards."""
        head = self.text[directive.start : node.loop.header_end]
        inside = list(node.body.walk())
        places = [one for call in inside if isinstance(call, Call) for one in call.arguments]
        places += [touched(one) for one in inside]
        found = {v.key: v for place in places if (v := array_of(place)) is not None}
        own = [v for v in found.values() if not re.search(rf"\b{v.name}\b", head)]
        if not own:
            return ()
        body = self.function_body(function)
        own = [v for v in own if v.key > body.start]  # a parameter's memory is the caller's
        cleaned = {
            node.variable.key
            for node in body.walk()
            if isinstance(node, Declare) and ends_by_a_call(self.text, node.start, node.end)
        }
        own = [v for v in own if v.key not in cleaned]
        return flow.idle(body, context.loop[0], own)

    def known_before(self, function, context):
        """What variables are known to be before the loop; the tree of the whole function is not
        looked at where none is set to a product or a quotient."""
        start, end = context.function[0], context.loop[0]
        if not PRODUCT.search(self.text, start, end):
            return {}
        visible = self.scope(function, end, context.loop)
        found = known.definitions(self.function_body(function), end)
        trees = {key: named_as(tree, visible) for key, tree in found.items()}
        return {key: tree for key, tree in trees.items() if tree is not None}

    def stepped(self, function, context, node):
        """What ParsedLoop says of variables that the body steps; nothing where it steps none."""
        found = stepped_in(node)
        if not found:
            return {}
        own = self.own_variables(function)
        before = known.before(self.function_body(function), context.loop[0])
        return {
            "own": own,
            "stepped": tuple((one, before.get(one.key)) for one in found if one.key in own),
        }

    def own_variables(self, function):
        """Keys of the function's variables of which nobody has the address."""
        whole = self.function_body(function)
        taken = flow.with_address(whole)
        return frozenset(v.key for v in map(variable_of, whole.walk()) if v is not None) - taken

    def function_body(self, function):
        """The tree of a function's body, in which no loop is special."""
        extent = self.extent(function)
        if extent not in self._bodies:
            body = next(child for child in function.get_children() if child.kind == K.COMPOUND_STMT)
            self._bodies[extent] = self.node(body, Context(extent, extent, ()))
        return self._bodies[extent]

    def uses_types_of(self, cursor, context):
        """Whether the loop names types that are declared in its function, before it."""
        return any(
            at.kind == K.TYPE_REF
            and at.referenced is not None
            and context.function[0] <= self.at(at.referenced.location) < context.loop[0]
            for at in cursor.walk_preorder()
        )

    def parsed_loop(self, directive, function, independent=(), expressions=None, versions=()):
        """The directive's loop, or None where none follows. `expressions`: its clauses' Probes."""
        cursor = self.loop_after(function, directive.end)
        if cursor is None:
            return None
        between = self.text[directive.end : self.extent(cursor)[0]]
        if re.sub(r"(?m)^#.*$", "", between).strip():
            return None
        context = Context(self.extent(cursor), self.extent(function), tuple(independent))
        start, end = self.extent(function)
        names = frozenset(match[0] for match in re.finditer(r"[A-Za-z_]\w*", self.text[start:end]))
        node = apart(self.node(cursor, context), names, lambda: self.own_variables(function))
        made = {one.first.name: one.first.variable for one in entered(node.loop)}
        return ParsedLoop(
            directive,
            Function(function.spelling, self.outside(start), end, start),
            node,
            names | made.keys(),
            self.scope(function, directive.end, context.loop) | made,
            self.needs(cursor),
            self.live_after(function, context, node, directive),
            self.uses_types_of(cursor, context),
            expressions or {},
            tuple(versions),
            tuple(self.declared.sizes.get(context.loop, ())),
            known=self.known_before(function, context),
            **self.stepped(function, context, node),
            idle=self.idle_arrays(function, context, node, directive),
        )


def _whole(literal):
    """The value of an integer's literal; None of an imaginary one, `3i`."""
    digits = re.sub(r"[uUlL]+$", "", literal)
    if not re.fullmatch(r"0[xX][0-9a-fA-F]+|0[bB][01]+|\d+", digits):
        return None
    return int(digits, 8) if re.fullmatch(r"0[0-7]+", digits) else int(digits, 0)


def _sets_something(node):
    """Whether it sets a variable or memory, or a function that it calls may."""
    return any(sets(inner) or isinstance(inner, Call) for inner in node.walk())


def _not_evaluated(node):
    """What stands where C only asks for a type, or the translator whether it is constant."""
    return Sizeof(node.start, node.end, (node,)) if _sets_something(node) else node


def _is_part(node):
    """Whether it is a part of a complex number, as GNU C has it."""
    return isinstance(node, Unary) and node.op in COMPLEX_PARTS


def _to(kind):
    """The type of pointers to what has a type."""
    text = f"{kind.canonical} *"
    return PointerType(text, None, POINTER, element=kind, canonical=text)


def array_of(place):
    """The array of the function that a place is an element of, or None."""
    while isinstance(place, Index | Member):
        place = place.base
    variable = None if place is None else variable_of(place)
    if variable is None or variable.scope != "function" or variable.outlives:
        return None
    return variable if isinstance(variable.type, ArrayType) else None


def named_as(tree, visible):
    """The tree with variables as they are seen elsewhere; None where one is not."""
    if isinstance(tree, Name):
        one, own = visible.get(tree.name), tree.variable
        same = isinstance(one, Variable) and own is not None and one.key == own.key
        return replace(tree, variable=one) if same else None
    children = tuple(named_as(child, visible) for child in tree.children)
    return None if None in children else replace(tree, children=children)


def maker(start, end):
    """What makes nodes of any kind there."""

    def make(kind, **parts):
        return kind(start=start, end=end, **parts)

    return make


class Context:
    """Where a tree is built: extents of the loop and of its function, offsets of `loop independent`
    pragmas' ends."""

    def __init__(self, loop, function, independent):
        self.loop, self.function, self.independent = loop, function, independent


def unnamed(spelling):
    """Whether a type is, or is made of, a struct that has no name: clang describes it."""
    return "(unnamed" in spelling or "(anonymous" in spelling


def by_variable(kind, name, everywhere):
    """A type made of a struct without a name, called by a variable that has it: `everywhere`, or in
    its function."""
    called = f"__typeof__({name})"
    found = replace(kind, spelling=called, text=called if everywhere else None)
    if isinstance(kind, IndexedType) and unnamed(kind.element.spelling):
        return replace(found, element=by_variable(kind.element, f"{name}[0]", everywhere))
    return found


def _changed(node: Node | None):
    """Variables that a statement sets, or takes the address of."""
    changed = {variable_of(touched(inner)) for inner in node.walk()} if node is not None else set()
    return changed - {None}


def values_left(node: Node, directive):
    """Variables that a loop changes and that are declared outside of it, others than what it
    reduces into and does not set."""
    reduced = {clause.name for clause in directive.clauses if clause.kind == "reduction"}
    reduced -= {
        one.target.variable.name
        for one in node.walk()
        if isinstance(one, Assign) and one.op == "=" and variable_of(one.target) is not None
    }
    return [v for v in _changed(node) if v.scope != "local" and v.name not in reduced]


class Raw:
    """The text that clang sees: the source's with a prologue and with probes, which the source's
    offsets do not count."""

    def __init__(self, prologue, plain, probes):
        pieces, at = [prologue], 0
        self.starts, self.lengths, self.sources = (
            [0],
            [len(prologue)],
            [0],
        )  # of what is put in: where, how long, before what
        # offset of the source -> [(text, start of the cast, start of the enumerator's name, end)]
        self.places: dict = {}
        length = len(prologue)
        for offset, texts, *head in sorted(probes):
            within = plain[offset - 1] == "{"  # at the head of a function
            if not head and not within and not LOOP_FOLLOWS.match(plain, offset):
                continue
            pieces.append(plain[at:offset])
            length += offset - at
            at = offset
            text, places = self._probe(texts, length, ";" if within else "", *head)
            self.starts.append(length)
            self.lengths.append(len(text))
            self.sources.append(offset)
            self.places[offset] = places
            pieces.append(text)
            length += len(text)
        self.text = "".join(pieces) + plain[at:]
        self.before = [sum(self.lengths[: k + 1]) for k in range(len(self.lengths))]

    @staticmethod
    def _probe(texts, at, end, head=""):
        """A statement that may stand before any other: it is never executed, and says what the
        expressions are. With the `head` of a function it is all of that function."""
        text, places = f"\n{head}{{" if head else "\nif (0) {", []
        for number, expression in enumerate(texts):
            start = at + len(text)
            text += f"(void)({expression});"
            middle = at + len(text)
            text += f"enum {{ ctsarcc_{number} = ({expression}) }};"
            places.append((expression, start, middle, at + len(text)))
        return f"{text}}}\n" if head else f"{text}}} else{end}", places

    def at(self, location):
        """The source's offset."""
        raw = location.offset
        k = bisect.bisect_right(self.starts, raw) - 1
        if raw < self.starts[k] + self.lengths[k] and k:
            return self.sources[k]
        return raw - self.before[k]

    def inside(self, raw):
        k = bisect.bisect_right(self.starts, raw) - 1
        return k > 0 and raw < self.starts[k] + self.lengths[k]


@dataclass(frozen=True)
class Probe:
    """What clang makes of a clause's expression."""

    tree: Node | None
    value: float | None  # where it is constant
    refused: str  # what clang has against it


class RawParser(Parser):
    """Trees of what stands in probes: offsets are those of the text that clang sees."""

    def __init__(self, parser):
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


def text_before(text, middle):
    """Where the enumerator's name stands in `enum { NAME = ...`."""
    return text.index("ctsarcc_", middle)


def head_of(text, offset):
    """One past the brace that opens the body of the function behind `offset`; None where none
    does."""
    depth = 0
    for match in TOKEN.finditer(re.sub(r"(?m)^\s*#.*$", lambda m: " " * len(m[0]), text), offset):
        depth += (match[0] in "([") - (match[0] in ")]")
        if match[0] == "{" and depth == 0:
            return match.end()
        if match[0] in ("}", ";") and depth == 0:
            break
    return None


def signature_of(text, offset):
    """(text of the parameters, one past the declaration's head) of the function that is declared
    behind `offset`; None where none is."""
    plain = re.sub(r"(?m)^\s*#.*$", lambda m: " " * len(m[0]), text)
    depth, opened, last, closed = 0, None, "", None
    for match in TOKEN.finditer(plain, offset):
        token = match[0]
        if token in ("{", ";", "}") and depth == 0:
            end = match.end() if token == ";" else match.start()
            return None if closed is None else (text[opened:closed], end)
        if token == "(" and depth == 0 and closed is None and last != "__attribute__":
            opened = match.end()
        depth += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
        if token == ")" and depth == 0 and opened is not None and closed is None:
            closed = match.start()
        last = token if depth == 0 else last
    return None


def number(text):
    """The value of a floating-point literal."""
    try:
        return (
            float(text.strip().rstrip("fFlL"))
            if re.fullmatch(r"\s*[-+]?[\d.]+([eE][-+]?\d+)?[fFlL]?\s*", text)
            else None
        )
    except ValueError:
        return None


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


def enumerators(cursor):
    return {
        child.spelling: child.enum_value
        for child in cursor.get_children()
        if child.kind == K.ENUM_CONSTANT_DECL
    }


def pointee(clang_type):
    while clang_type.kind in (T.TYPEDEF, T.ELABORATED):
        declaration = clang_type.get_declaration()
        if declaration.kind != K.TYPEDEF_DECL:
            return clang_type.get_canonical().get_pointee()
        clang_type = declaration.underlying_typedef_type
    return (
        clang_type.get_pointee()
        if clang_type.kind == T.POINTER
        else clang_type.get_canonical().get_pointee()
    )


def leads_elsewhere(clang_type):
    """Whether a value of the type holds the address of other memory."""
    canonical = clang_type.get_canonical()
    while canonical.kind in (T.CONSTANTARRAY, T.INCOMPLETEARRAY):
        canonical = canonical.element_type.get_canonical()
    if canonical.kind == T.RECORD:
        return any(leads_elsewhere(field.type) for field in canonical.get_fields())
    return canonical.kind == T.POINTER


def bit_fields(clang_type):
    """Whether a value of the type has any."""
    canonical = clang_type.get_canonical()
    while canonical.kind in (T.CONSTANTARRAY, T.INCOMPLETEARRAY):
        canonical = canonical.element_type.get_canonical()
    return canonical.kind == T.RECORD and any(
        field.is_bitfield() or bit_fields(field.type) for field in canonical.get_fields()
    )


def open_ended(clang_type):
    """Whether a struct ends in `a[]`, or in `a[0]` or `a[1]`, which stood for it before C99."""
    last = list(clang_type.get_canonical().get_fields())[-1:]
    canonical = last[0].type.get_canonical() if last else None
    if canonical is not None and canonical.kind == T.RECORD:
        return open_ended(canonical)
    return canonical is not None and (
        canonical.kind == T.INCOMPLETEARRAY
        or (canonical.kind == T.CONSTANTARRAY and canonical.element_count <= 1)
    )


def array_element(clang_type):
    try:
        return clang_type.element_type
    except Exception:
        return clang_type.get_canonical().get_array_element_type()


HANDLERS = {
    K.INTEGER_LITERAL: Parser._literal,
    K.FLOATING_LITERAL: Parser._literal,
    K.CHARACTER_LITERAL: Parser._literal,
    K.ARRAY_SUBSCRIPT_EXPR: Parser._index,
    K.DECL_REF_EXPR: Parser._reference,
    K.BINARY_OPERATOR: Parser._binary,
    K.COMPOUND_ASSIGNMENT_OPERATOR: Parser._binary,
    K.UNARY_OPERATOR: Parser._unary,
    K.CALL_EXPR: Parser._call,
    K.MEMBER_REF_EXPR: Parser._member,
    K.CSTYLE_CAST_EXPR: Parser._cast,
    K.CXX_UNARY_EXPR: Parser._sizeof,
    K.DECL_STMT: Parser._declare,
    K.FOR_STMT: Parser._for,
    K.GENERIC_SELECTION_EXPR: Parser._unnamed,
}
