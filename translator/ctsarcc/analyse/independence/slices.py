# SPDX-License-Identifier: BSD-3-Clause
"""C text of the numbers that subscripts are, as it can stand in a loop before the loop: what
computes them and nothing else. The text computes what the loop does, in C's own types."""

from dataclasses import dataclass

from ...syntax import (
    INT,
    ArrayType,
    Binary,
    BoolType,
    Cast,
    For,
    Index,
    IndexedType,
    IntegerType,
    Member,
    Name,
    Node,
    Number,
    Select,
    Sizeof,
    StructType,
    Unary,
    Variable,
    integer,
)
from .. import polyhedral
from ..algebra import assigned
from ..body import placed
from ..body.uses import path

WHOLE = (IntegerType, BoolType)
OPERATORS = {"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||"}
OPERATORS |= {"<", "<=", ">", ">=", "==", "!="}


class Unknown(Exception):
    """A number has no such text."""


class Texts:
    """`names`: {key of a loop's variable: what it is called in the text}. `reads`: keys of the
    arrays that were read so far."""

    def __init__(self, body, names):
        self.body, self.names, self.reads = body, names, set()
        self.written = body.uses.written() | body.seen.written()
        everything = [*body.seen.arrays, *body.seen.paths, *body.seen.inside]
        self.arrays = {use.variable.key for use in everything}
        self.changed = {use.variable.key for use in everything if use.write}
        self.set_once: dict | None = None
        # Of what decides whether something is read, and where: keys of arrays.
        self.control: set = set()
        # Where what decides about a use is not known: (what is read for it, the loops around).
        self.unsure, self.perhaps = False, set()
        self.surely: set = set()  # the same of what uses read that every round makes
        self.choices = 0  # around what is read
        self.loops: tuple = ()  # where the loops begin that are around
        self.places: dict = {}  # what is read: (its array's key, keys of arrays that decide so)

    def begin(self):
        """Of another use."""
        self.control, self.reads, self.loops, self.unsure = set(), set(), (), False
        self.choices = 0

    @property
    def deciding(self):
        """Keys of arrays that decide about what is read."""
        return frozenset(key for _, decide in self.places.values() for key in decide)

    @property
    def safe(self):
        """Whether all is read in every round that was read where what decides is not known."""
        return all(
            any((text, loops[:depth]) in self.surely for depth in range(len(loops) + 1))
            for text, loops in self.perhaps
        )

    def subscript(self, node: Node) -> str:
        """A sum in 64 bits, as a pointer goes on by it."""
        if isinstance(node, Binary) and node.op in ("+", "-"):
            if all(wide(child.type) for child in node.children):
                left, right = (self.subscript(child) for child in node.children)
                return f"({left} {node.op} {right})"
            if not self._as_it_stands(node):
                raise Unknown
        return f"(long)({self.number(node)})"

    def _as_it_stands(self, node: Binary):
        """Whether C computes the sum: not one that was put together of what pointers go on by."""
        between = self.body.source.text[node.left.end : node.right.start]
        return between.strip("() \n\t") == node.op

    def number(self, node: Node) -> str:
        if isinstance(node, Number | Sizeof):
            return self._literal(node)
        if isinstance(node, Name):
            return self._name(node)
        if isinstance(node, Index | Member) or (isinstance(node, Unary) and node.op == "*"):
            return self._read(node)
        if isinstance(node, Cast) and len(node.children) == 1:
            return f"(({self._type(node.type)})({self.number(node.operand)}))"
        if isinstance(node, Unary) and node.op in ("-", "~", "!", "+"):
            return f"({node.op}{self.number(node.operand)})"
        if isinstance(node, Binary) and node.op in OPERATORS:
            if self.unsure and node.op in ("/", "%") and not integer(node.right):
                raise Unknown  # it may be divided by 0
            left, right = self.number(node.left), self._perhaps(node.right, node.op in ("&&", "||"))
            return f"({left} {node.op} {right})"
        if isinstance(node, Select):
            yes, no = (self._perhaps(child) for child in (node.yes, node.no))
            return f"({self.number(node.condition)} ? {yes} : {no})"
        raise Unknown

    def _perhaps(self, node: Node, perhaps=True):
        """A number that need not be computed."""
        self.choices += perhaps
        found = self.number(node)
        self.choices -= perhaps
        return found

    def _literal(self, node):
        if node.value is None or not isinstance(node.type, (*WHOLE, type(None))):
            raise Unknown
        return f"{node.value}" if node.type is None else f"({self._type(node.type)}){node.value}"

    @staticmethod
    def _type(kind):
        if not isinstance(kind, WHOLE) or not kind.text or kind.volatile:
            raise Unknown
        return kind.text

    def _name(self, node: Name):
        variable = node.variable
        if variable is None or not isinstance(variable.type, WHOLE) or variable.type.volatile:
            raise Unknown
        if variable.key in self.names:
            return self.names[variable.key]
        if variable.key in self.written or variable.scope == "local":
            return self._set_once(variable)
        self._seen_before(variable)
        return variable.name

    def _seen_before(self, variable):
        """It has the same name in front of the loop."""
        if self.body.parsed.scope.get(variable.name) != variable or variable.threads:
            raise Unknown

    def _set_once(self, variable: Variable):
        """What the iteration sets a variable to, where it does so once."""
        known, tree = self.body.seen.locals.get(variable.key, (None, None))
        if known is None or tree is None or variable.key in self.written:
            if self.set_once is None:
                self.set_once = assigned.once(self.body.parsed.node.body, lambda *_: True)
            tree = self.set_once.get(variable.key)
        if tree is None:
            raise Unknown
        return f"(({self._type(variable.type)})({self.number(tree)}))"

    def _read(self, node: Node):
        """An element of an array that the loop does not write."""
        if not isinstance(node.type, WHOLE) or node.type.volatile:
            raise Unknown
        outer, members = set(self.reads), ""
        self.reads = set()
        at = node
        while isinstance(at, Member) and at.op == "." and isinstance(at.base.type, StructType):
            members, at = f".{at.name}{members}", at.base
        text = self._element(at) + members
        key = self._array(at)
        decide = self.control | self.reads
        self.places[text] = key, decide & self.places.get(text, (key, decide))[1]
        self.reads |= outer | {key}
        if self.unsure:
            self.perhaps.add((text, self.loops))
        elif not self.choices:
            self.surely.add((text, self.loops))
        return text

    def _element(self, node: Node) -> str:
        if isinstance(node, Unary) and node.op == "*":
            return f"(*{self._base(node.operand)})"
        if not isinstance(node, Index):
            raise Unknown
        inner = isinstance(node.base, Index)
        if inner and not isinstance(node.base.type, ArrayType):
            raise Unknown  # a pointer to a row
        base = self._element(node.base) if inner else self._base(node.base)
        return f"{base}[{self.number(node.subscript)}]"

    def _base(self, node: Node) -> str:
        if isinstance(node, Name) and node.variable is not None:
            self._seen_before(node.variable)
        text = placed.text(node, self.body) if isinstance(node, Name | Member) else None
        if text is None or not isinstance(node.type, IndexedType):
            raise Unknown
        return text

    def _array(self, node: Node):
        """The key of the array whose element it is."""
        while isinstance(node, Index) or (isinstance(node, Unary) and node.op == "*"):
            node = node.children[0]
        key, outer = path(node, {}) if isinstance(node, Member) else ("", ())
        if isinstance(node, Name) and node.variable is not None:
            key = node.variable.key
        if not key or outer or key not in self.arrays or key in self.changed | self.written:
            raise Unknown
        return key

    def rounds(self, node: For):
        """Of a loop: a Rounds."""
        loop = node.loop
        odd = loop.companions or (loop.downward and loop.step is not None)
        if loop.variable is None or loop.lower is None or loop.upper is None or odd:
            raise Unknown
        if loop.variable.key in polyhedral.space(self.body).strange:
            raise Unknown
        kind = self._type(loop.variable.type)
        first = f"({kind})({self.number(loop.lower)}{' + 1' if loop.above else ''})"
        step = "1" if loop.step is None else self.number(loop.step)
        return Rounds(kind, first, "<=" if loop.inclusive else "<", self.number(loop.upper), step)


@dataclass(frozen=True)
class Rounds:
    """C texts: a loop that counts up."""

    kind: str
    first: str
    compares: str
    bound: str
    step: str

    def header(self, name, kind=""):
        return (
            f"for ({kind or self.kind} {name} = {self.first}; "
            f"{name} {self.compares} {self.bound}; {name} += {self.step})"
        )

    @property
    def some(self):
        return f"{self.first} {self.compares} {self.bound}"

    @property
    def last(self):
        return f"({self.kind})({self.bound}{'' if self.compares == '<=' else ' - 1'})"


def wide(kind):
    """Whether sums of such numbers are those of 64 bits, as long as C says what they are."""
    return kind is None or (isinstance(kind, WHOLE) and (kind.signed or kind.size != INT))
