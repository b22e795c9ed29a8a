# SPDX-License-Identifier: BSD-3-Clause
"""Statements and expressions as trees."""

import re
from dataclasses import replace

from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

from ..loops import normalise
from ..source import TOKEN
from ..syntax import (
    ArrayType,
    Asm,
    Assign,
    Binary,
    Block,
    Break,
    Call,
    Case,
    Cast,
    Continue,
    Declare,
    Do,
    Empty,
    For,
    Goto,
    If,
    Index,
    Label,
    Loop,
    Member,
    Name,
    Nested,
    Node,
    Number,
    Other,
    PointerType,
    Return,
    Select,
    Sizeof,
    String,
    Switch,
    Unary,
    While,
    indexed,
    sets,
    touched,
    variable_of,
)
from . import hints
from .declared import inside
from .file import CannotParse
from .raw import operation
from .types import POINTER, varies
from .variables import Variables

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

COMPLEX_PARTS = ("__real__", "__imag__", "__real", "__imag")

# Functions that evaluate nothing of what they are given.
ASKS_OF_TYPES = ("__builtin_types_compatible_p", "__builtin_offsetof")

UNEVALUATED = ("__builtin_constant_p", "__builtin_object_size", "__builtin_dynamic_object_size")

SIZES = {"char": 1, "short": 2, "int": 4, "long": 8, "float": 4, "double": 8, "": 4}

HOLDING = (K.FOR_STMT, K.WHILE_STMT, K.IF_STMT, K.SWITCH_STMT, K.LABEL_STMT)


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


class Trees(Variables):
    """What stands in functions."""

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
        return _perhaps(make(Other, children=self.nodes(inner, context), type=kind))

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
        name = operation(callee.spelling) if callee is not None and named else ""
        nodes = self.nodes(children, context)
        if name in UNEVALUATED:
            nodes = (nodes[0], *map(_not_evaluated, nodes[1:]))
        call = make(
            Call,
            name=name,
            children=nodes,
            type=self.type(cursor.type, context.function),
        )
        return hints.without(call) if name in hints.HINTS else call

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
            children=(
                *self.nodes(children[-1:], context),
                *filter(_varies, self.nodes(children[:-1], context)),
            ),
            type=self.type(cursor.type, context.function),
        )

    def _sizeof(self, cursor, context, make):
        inner = [c for c in cursor.get_children() if c.kind.is_expression()]
        (start, end), kind = self.extent(cursor), self.type(cursor.type, context.function)
        of_size = self.text.startswith("sizeof", start)  # and not `_Alignof`
        parts = self.nodes(inner, context)
        if inner and self.extent(inner[-1])[1] < end:  # a type: these are its extents
            return _behind(parts if of_size else (), make(Sizeof, type=kind))
        size = inner[0].type.get_size() if inner else self._type_size(cursor)
        value = size if of_size and size > 0 else None
        whole = make(Sizeof, children=parts, value=value, type=kind)
        if of_size and inner and varies(inner[0].type) and any(map(_may_act, parts[0].walk())):
            return _behind(map(_perhaps, parts), whole)
        return whole

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
                found.append(
                    make(
                        Declare,
                        variable=self.variable(child, context.loop, context.function),
                        children=self._declared_parts(child, context),
                    )
                )
            elif child.kind == K.TYPEDEF_DECL:
                parts = list(filter(_varies, self._declared_parts(child, context)))
                found += [*parts, make(Nested)] if parts else []
            else:  # a type, of which the variables behind it may be
                found.append(make(Nested))
        return found[0] if len(found) == 1 else make(Block, children=tuple(found))

    def _declared_parts(self, cursor, context):
        """What `__typeof__` has and extents of variable arrays come first; the initialiser, if any,
        last."""
        inner = [c for c in cursor.get_children() if not c.kind.is_reference()]
        asks = _perhaps if varies(cursor.type) else _not_evaluated
        return tuple(
            asks(part) if part.end <= self.at(cursor.location) else part
            for part in self.nodes(inner, context)
        )

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
        if outermost or counted.variable not in changed_in(nodes["body"]):
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


def _whole(literal):
    """The value of an integer's literal; None of an imaginary one, `3i`."""
    digits = re.sub(r"[uUlL]+$", "", literal)
    if not re.fullmatch(r"0[xX][0-9a-fA-F]+|0[bB][01]+|\d+", digits):
        return None
    return int(digits, 8) if re.fullmatch(r"0[0-7]+", digits) else int(digits, 0)


def _sets_something(node):
    """Whether it sets a variable or memory, or a function that it calls may."""
    return any(sets(inner) or isinstance(inner, Call) for inner in node.walk())


def _may_act(node):
    """Whether C evaluates more of a `sizeof` than which array is meant."""
    casts = isinstance(node, Cast) and len(node.children) > 1
    return casts or sets(node) or isinstance(node, Call | Other)


def _behind(parts, whole):
    """What C evaluates after other parts of it, where these are no constants."""
    for part in dict.fromkeys(filter(_varies, parts)):
        whole = Binary(whole.start, whole.end, (part, whole), whole.type, op=",")
    return whole


def _perhaps(node):
    """What is evaluated or not, which matters where it sets something."""
    start, end = node.start, node.end
    if not _sets_something(node):
        return node
    return Select(start, end, (Number(start, end), node, Empty(start, end)), node.type)


def _varies(extent):
    """Whether an extent of an array is no constant."""
    return any(isinstance(inner, Name | Call) for inner in extent.walk())


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


def changed_in(node: Node | None):
    """Variables that a statement sets, or takes the address of."""
    changed = {variable_of(touched(inner)) for inner in node.walk()} if node is not None else set()
    return changed - {None}


HANDLERS = {
    K.INTEGER_LITERAL: Trees._literal,
    K.FLOATING_LITERAL: Trees._literal,
    K.CHARACTER_LITERAL: Trees._literal,
    K.ARRAY_SUBSCRIPT_EXPR: Trees._index,
    K.DECL_REF_EXPR: Trees._reference,
    K.BINARY_OPERATOR: Trees._binary,
    K.COMPOUND_ASSIGNMENT_OPERATOR: Trees._binary,
    K.UNARY_OPERATOR: Trees._unary,
    K.CALL_EXPR: Trees._call,
    K.MEMBER_REF_EXPR: Trees._member,
    K.CSTYLE_CAST_EXPR: Trees._cast,
    K.CXX_UNARY_EXPR: Trees._sizeof,
    K.DECL_STMT: Trees._declare,
    K.FOR_STMT: Trees._for,
    K.GENERIC_SELECTION_EXPR: Trees._unnamed,
}
