# SPDX-License-Identifier: BSD-3-Clause
"""clang's types as the model's."""

import re

from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

from ..syntax import (
    ArrayType,
    BoolType,
    ComplexType,
    FloatType,
    FunctionType,
    IntegerType,
    OtherType,
    PointerType,
    StructType,
    VoidType,
)
from .declared import FLOATS
from .file import File

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

POINTER = 8  # bytes


class Types(File):
    """A file's types, each made once."""

    def __init__(self, *source):
        super().__init__(*source)
        self._types: dict = {}

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
            return IntegerType(signed=integer(canonical).kind not in UNSIGNED, **common)
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


def integer(canonical):
    """What an integer type is stored as: that is said of an enumeration by its declaration."""
    return canonical.get_declaration().enum_type if canonical.kind == T.ENUM else canonical


def unnamed(spelling):
    """Whether a type is, or is made of, a struct that has no name: clang describes it."""
    return "(unnamed" in spelling or "(anonymous" in spelling


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


def varies(clang_type):
    """Whether a type has an extent that is no constant."""
    kind = clang_type.get_canonical()
    while kind.kind != T.VARIABLEARRAY:
        if kind.kind == T.POINTER:
            kind = kind.get_pointee()
        elif kind.kind in (T.CONSTANTARRAY, T.INCOMPLETEARRAY):
            kind = kind.element_type
        else:
            return False
    return True


def array_element(clang_type):
    try:
        return clang_type.element_type
    except Exception:
        return clang_type.get_canonical().get_array_element_type()
