# SPDX-License-Identifier: BSD-3-Clause
"""C: types, variables, expressions and statements. A class for each kind, with names for its parts.

Everything is frozen. Offsets are positions in the preprocessed text (Source.text). `children` of a
Node are its parts in the order of the text; what a part is for, its class's properties say."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar

# ---- Types ---------------------------------------------------------------------------------------

INT = 4  # bytes of an int
TRUTHS = ("==", "!=", "<", "<=", ">", ">=", "&&", "||")  # whose results are 1 or 0


@dataclass(frozen=True)
class Type:
    """A C type. `text` names it at file scope (so that it can be written in another function) or is
    None."""

    spelling: str
    text: str | None
    size: int = 0  # bytes; 0: not a constant
    const: bool = False
    signed: bool = True
    restrict: bool = False
    volatile: bool = False
    canonical: str = ""
    element: Type | None = None  # of an IndexedType

    @property
    def depth(self):
        """How many subscripts lead from a value of the type to a scalar, a struct or a pointer to a
        function."""
        return 0

    @property
    def is_function_pointer(self):
        return False

    @property
    def holds_addresses(self):
        """Whether there are pointers in a value of the type."""
        return False


class IntegerType(Type):
    """Enums too."""


class BoolType(Type):
    pass


class FloatType(Type):
    pass


class ComplexType(Type):
    pass


class VoidType(Type):
    pass


class FunctionType(Type):
    pass


class OtherType(Type):
    """What the analysis knows nothing of."""


@dataclass(frozen=True, kw_only=True)
class IndexedType(Type):
    """What takes a subscript."""

    element: Type
    extent: str | None = None  # C text; None for pointers and `[]`

    @property
    def depth(self):
        return 0 if self.is_function_pointer else 1 + self.element.depth


class PointerType(IndexedType):
    @property
    def is_function_pointer(self):
        return isinstance(self.element, FunctionType)

    @property
    def holds_addresses(self):
        return True


@dataclass(frozen=True, kw_only=True)
class ArrayType(IndexedType):
    extent_value: int | None = None

    @property
    def holds_addresses(self):
        return self.element.holds_addresses


@dataclass(frozen=True)
class StructType(Type):
    members: tuple[str, ...] = ()
    holds_pointers: bool = False  # somewhere inside
    union: bool = False  # its members are one memory
    bit_fields: bool = False  # somewhere inside
    open_ended: bool = False  # it ends in an array that may be longer than its type says

    @property
    def holds_addresses(self):
        return self.holds_pointers


# ---- Variables -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Location:
    file: str
    line: int  # from 1
    column: int  # from 1; 0: the line as a whole
    length: int = 1


@dataclass(frozen=True)
class Variable:
    """A variable by its declaration: two of one name in nested scopes differ in `key`."""

    name: str
    key: int  # offset of the declaration
    scope: str  # local (declared in the loop), function (a local or parameter outside of it), file
    type: Type
    storage: str = ""  # "", static, extern, register
    constant: bool = False  # const with an initialiser, at file scope
    location: Location | None = None
    threads: bool = False  # every thread has one of its own
    parameter: bool = False  # an array by its declaration is a pointer, then
    alone: bool = False  # a pointer to memory that its function has allocated for it, or to none
    given: bool = False  # a parameter that leads where the caller says, all the time
    handed_on: bool = False  # a restrict pointer of which others may be made besides the loop

    @property
    def is_object(self) -> bool:
        """Whether it is an array with memory of its own."""
        return isinstance(self.type, ArrayType) and not self.parameter

    @property
    def outlives(self) -> bool:
        """Whether it is there when its function has ended, for another call or function."""
        return self.scope == "file" or self.storage in ("static", "extern")


# ---- Nodes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Node:
    """One expression or statement."""

    start: int
    end: int
    children: tuple[Node, ...] = ()
    type: Type | None = None  # of expressions
    # Where a truth value stands in the text that tells the compiler how likely it is, and that the
    # node has the extent of.
    hinted: tuple[int, int] | None = field(default=None, kw_only=True)

    handler: ClassVar[str] = ""  # the method of a Visitor

    def __init_subclass__(cls):
        cls.handler = f"on_{cls.__name__.lower()}"

    @property
    def below(self) -> tuple[Node, ...]:
        """All nodes directly below, those of a loop's header included."""
        return self.children

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in the order of the text."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            if below := node.below:
                stack += below[::-1]


# ---- Expressions


class String(Node):
    pass


@dataclass(frozen=True)
class Number(Node):
    value: int | None = None  # where it is an integer
    text: str = ""  # where it is none
    name: str = ""  # an enumerator's
    local: bool = False  # an enumerator of a type that only its function knows


@dataclass(frozen=True)
class Name(Node):
    """A variable."""

    name: str = ""
    variable: Variable | None = None  # None: none of that name is known


@dataclass(frozen=True)
class Member(Node):
    name: str = ""
    op: str = ""  # "." or "->"
    bits: bool = False  # a bit-field
    pointer: bool = False  # a pointer, not an array that is used as one

    @property
    def base(self):
        return self.children[0]


class Index(Node):
    @property
    def base(self):
        return self.children[0]

    @property
    def subscript(self):
        return self.children[1]


@dataclass(frozen=True)
class Call(Node):
    name: str = ""  # "": through a pointer

    @property
    def callee(self):
        return self.children[0]

    @property
    def arguments(self):
        return self.children[1:]


@dataclass(frozen=True)
class Operation(Node):
    op: str = ""


class Unary(Operation):
    """`op` is "-", "++x", "x++", "*", "&", "!", ..."""

    @property
    def operand(self):
        return self.children[0]

    @property
    def steps(self):
        """Whether it changes its operand."""
        return self.op in ("x++", "++x", "x--", "--x")


class Binary(Operation):
    @property
    def left(self):
        return self.children[0]

    @property
    def right(self):
        return self.children[1]


class Assign(Operation):
    """`op` is "=", "+=", ..."""

    @property
    def target(self):
        return self.children[0]

    @property
    def assigned(self):
        return self.children[1]


class Cast(Node):
    """`children`: the operand, then extents of variable arrays in the type."""

    @property
    def operand(self):
        return self.children[0]


class Select(Node):
    """`condition ? yes : no`"""

    @property
    def condition(self):
        return self.children[0]

    @property
    def yes(self):
        return self.children[1]

    @property
    def no(self):
        return self.children[2]


@dataclass(frozen=True)
class Sizeof(Node):
    """`children`: the operand, if it is an expression; it is not evaluated."""

    value: int | None = None


@dataclass(frozen=True)
class Other(Node):
    """Any other expression."""

    name: str = ""


# ---- Statements


class Statement(Node):
    pass


class Block(Statement):
    pass


class If(Statement):
    @property
    def condition(self):
        return self.children[0]

    @property
    def branches(self):
        """What is executed where the condition holds, and where it does not, if there is that."""
        return self.children[1:]


class While(Statement):
    @property
    def condition(self):
        return self.children[0]

    @property
    def body(self):
        return self.children[1:]


class Do(Statement):
    @property
    def body(self):
        return self.children[0]

    @property
    def condition(self):
        return self.children[1:]


class Switch(Statement):
    @property
    def subject(self):
        return self.children[0]

    @property
    def body(self):
        return self.children[1:]


class Case(Statement):
    """`default` too."""


class Jump(Statement):
    """What comes next stands elsewhere."""


class Return(Jump):
    pass


class Break(Jump):
    pass


class Continue(Jump):
    pass


class Goto(Jump):
    pass


@dataclass(frozen=True)
class Label(Statement):
    name: str = ""


class Empty(Statement):
    pass


class Asm(Statement):
    pass


class Nested(Statement):
    """A function within the function, or a type that is declared in the loop."""


@dataclass(frozen=True, kw_only=True)
class Declare(Statement):
    """Of one variable. `children`: extents of a variable array, then the initialiser."""

    variable: Variable


CLEANUP = re.compile(r"(\b__attribute(__)?\s*\(\s*\(|\[\[)[^;]*\b_*cleanup_*\b")


def ends_by_a_call(text, start, end):
    """Whether the variable declared there is given to a function where it ends."""
    return CLEANUP.search(text, start, end) is not None


@dataclass(frozen=True)
class Companion:
    """Another variable that a `for` counts: `first`, and `by` more with each iteration."""

    variable: Variable
    declared: bool  # in the header
    first: Node
    by: Node  # what is put together stands nowhere: its end is its start
    before: bool = False  # `first` is a name for the value that it has before the loop
    stepped: bool = False  # by the body, behind the statement that sets it


@dataclass(frozen=True)
class Loop:
    """The header of a `for`. `variable` and what follows is None where the header is not of a usual
    form."""

    start: int  # of `for`
    end: int  # one past the loop's statement
    header_end: int  # one past the `)`
    init: Node | None = None
    condition: Node | None = None
    increment: Node | None = None
    variable: Variable | None = None
    declared: bool = False  # the variable is declared in the header
    lower: Node | None = None
    upper: Node | None = None
    inclusive: bool = False  # upper belongs to the iterations (<=)
    step: Node | None = None  # None: 1
    downward: bool = (
        False  # `for (i = upper; i >= lower; --i)`: lower is still the smaller, upper the larger
    )
    above: bool = False  # the iterations begin one above lower (downward with >)
    around: Node | None = None  # the bound below which one that counts down to 0 begins (`i < n`)
    independent: bool = False  # the user says so
    companions: tuple[Companion, ...] = ()

    def parts(self):
        return tuple(part for part in (self.init, self.condition, self.increment) if part)


@dataclass(frozen=True, kw_only=True)
class For(Statement):
    loop: Loop

    @property
    def body(self):
        return self.children[0]

    @property
    def below(self):
        return self.loop.parts() + self.children


# ---- What is asked of them -----------------------------------------------------------------------


class Visitor:
    """Methods `on_CLASS` handle nodes of that class. A misspelt one is found at once."""

    def __init_subclass__(cls):
        known = {node.handler for node in _classes(Node)}
        for name in vars(cls):
            if name.startswith("on_") and name not in known:
                raise TypeError(f"{cls.__name__}.{name}: there is no such kind of node")

    def handler(self, node: Node):
        """The method for `node`, or None."""
        return getattr(self, node.handler, None)


def _classes(kind):
    """Those of which there are nodes."""
    others = kind.__subclasses__()
    return set().union(*map(_classes, others)) if others else {kind}


def variable_of(node: Node | None) -> Variable | None:
    """The variable that an expression is, or None."""
    return node.variable if isinstance(node, Name) else None


def unused(name: str, known: Container[str]) -> str:
    """`name`, or a longer one where it is known."""
    while name in known:
        name += "_"
    return name


def sets(node: Node) -> bool:
    """Whether an expression sets a variable or memory: an assignment, or a step."""
    return isinstance(node, Assign) or (isinstance(node, Unary) and node.steps)


def touched(node: Node) -> Node | None:
    """The place that an expression sets or takes the address of, or None."""
    takes = isinstance(node, Unary) and node.op == "&"
    return node.children[0] if (takes or sets(node)) and node.children else None


def names(node: Node | None, variable: Variable) -> bool:
    """Whether an expression is the variable."""
    found = variable_of(node)
    return found is not None and found.key == variable.key


def levels(kind):
    """(extents, element): of `double (*)[4]` (None, "4") and double. A pointer's first extent is
    not known."""
    extents: list = []
    while isinstance(kind, ArrayType) or (isinstance(kind, PointerType) and not extents):
        extents.append(kind.extent)
        kind = kind.element
    return extents, kind


def innermost(kind):
    """The type of an array's elements, however many dimensions it has."""
    while isinstance(kind, ArrayType):
        kind = kind.element
    return kind


def integer(node: Node | None) -> int | None:
    """The integer that an expression is where it is a literal, an enumerator or a `sizeof`."""
    return node.value if isinstance(node, (Number, Sizeof)) else None


def in_lower_half(number: int | None, kind: Type | None) -> bool:
    """Whether a number is none below 0 that an integer type holds with a sign and without one."""
    if number is None or kind is None:
        return False
    return 0 <= number < 1 << (1 if isinstance(kind, BoolType) else 8 * kind.size - 1)


def holds(kind: Type | None, other: Type | None) -> bool:
    """Whether an integer type has all numbers of another."""
    if isinstance(other, BoolType):
        return isinstance(kind, IntegerType | BoolType)
    if not isinstance(kind, IntegerType) or not isinstance(other, IntegerType):
        return False
    if kind.signed == other.signed:
        return kind.size >= other.size
    return kind.signed and kind.size > other.size


def without_sign(one: Type | None, other: Type | None) -> Type | None:
    """The unsigned type in which C compares two integers, or None: they keep their signs."""
    kinds = [kind for kind in (one, other) if kind is not None]
    widest = max((kind.size for kind in kinds), default=0)
    return next((k for k in kinds if not k.signed and k.size == widest >= INT), None)


def lie_apart(variables: Iterable[Variable]) -> bool:
    """Whether what is declared so lies apart: an array by its declaration is an object of its own,
    unless it is a parameter, and so is what was allocated for a pointer, and what a restrict
    pointer leads to. Of that one, other pointers that the function sets may have been made."""
    known = list(variables)
    if all(one.is_object or one.alone for one in known):
        return True
    restrict = [one for one in known if one.type.restrict]
    return bool(restrict) and all(_not_made(one) for one in known if one not in restrict)


def _not_made(variable):
    """Whether what it is, or leads to, cannot have been found by a restrict pointer."""
    if isinstance(variable.type, IndexedType) and isinstance(
        innermost(variable.type.element), PointerType
    ):
        return False
    return variable.is_object or variable.alone or variable.given


def members_of(kind: Type) -> tuple[str, ...]:
    """Names of a struct's members; none of what is no struct."""
    return kind.members if isinstance(kind, StructType) else ()


def indexed(node: Node) -> bool:
    """Whether an expression is a pointer or an array."""
    return isinstance(node.type, IndexedType)


def rebuilt(node: Node, change):
    """`node` of what `change` makes of its parts, a loop's header included."""
    children = tuple(change(child) for child in node.children)
    if isinstance(node, For):
        parts = {
            name: change(part)
            for name in ("init", "condition", "increment", "lower", "upper", "step")
            if (part := getattr(node.loop, name)) is not None
        }
        return replace(node, children=children, loop=replace(node.loop, **parts))
    return node if children == node.children else replace(node, children=children)
