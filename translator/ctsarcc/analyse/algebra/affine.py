# SPDX-License-Identifier: BSD-3-Clause
"""Subscripts as polynomials, and flattened subscripts as those of a matrix.

A Polynomial maps monomials (sorted tuples of variables' keys) to integer factors, so that i*N + j
is affine in i and j with symbolic strides. A Product is one summand of a subscript before its
factors are multiplied out: what a rewritten subscript is put together from."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass

from ...loops import ends, least
from ...model import Expression
from ...syntax import (
    INT,
    Binary,
    BoolType,
    Cast,
    Index,
    IntegerType,
    Member,
    Name,
    Node,
    Number,
    Select,
    Sizeof,
    Unary,
    holds,
    in_lower_half,
    integer,
)

SKETCHED = -2  # the key of such symbols


class Polynomial(dict):
    """{monomial: factor}; no factor is 0. A variable is (name, key of its declaration)."""

    @classmethod
    def constant(cls, value):
        return cls({(): value} if value else {})

    @classmethod
    def of(cls, variable):
        return cls.of_pair((variable.name, variable.key))

    @classmethod
    def of_pair(cls, pair):
        return cls({(pair,): 1})

    def __add__(self, other):
        return Polynomial(
            {m: f for m in {**self, **other} if (f := self.get(m, 0) + other.get(m, 0))}
        )

    def __neg__(self):
        return Polynomial({m: -f for m, f in self.items()})

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        found: dict = {}
        for m, f in self.items():
            for n, g in other.items():
                both = tuple(sorted(m + n))
                found[both] = found.get(both, 0) + f * g
        return Polynomial({m: f for m, f in found.items() if f})

    @property
    def value(self):
        """The integer that it is, or None."""
        return self.get((), 0) if all(m == () for m in self) else None

    def variables(self):
        return {variable for m in self for variable in m}

    def factor(self, variable):
        """(a, b) with self = a*variable + b, or None where it is not linear in it."""
        a, b = Polynomial(), Polynomial()
        for m, f in self.items():
            count = m.count(variable)
            if count > 1:
                return None
            if count:
                rest = list(m)
                rest.remove(variable)
                a[tuple(rest)] = f
            else:
                b[m] = f
        return a, b

    def substitute(self, variable, value):
        parts = self.factor(variable)
        return None if parts is None else parts[0] * value + parts[1]

    def __str__(self):
        return self._text("")

    @property
    def wide(self):
        """C text, in 64 bits: without a sign -m, of 32 bits, would be above 0, and an int may hold
        no -m."""
        return self._text("(long)")

    def expression(self, where):
        return Expression(str(self), where, self.value, self.wide)

    def _text(self, conversion):
        if not self:
            return "0"
        words: list[str] = []
        plain = list(self.values()) == [1]
        for m, f in sorted(self.items(), key=lambda item: (not item[0], item[0])):
            narrow = len(m) == 0 or (len(m) == 1 and plain)
            names = ("" if narrow else conversion) + "*".join(name for name, _ in m)
            size = names if names and abs(f) == 1 else f"{abs(f)}*{names}" if names else str(abs(f))
            words.append(("- " if f < 0 else "+ " if words else "") + size)
        return (
            " ".join(words).replace("- ", "-", 1) if words[0].startswith("- ") else " ".join(words)
        )

    def __hash__(self):  # type: ignore[override] # no polynomial changes
        return hash(frozenset(self.items()))


class Values:
    """What variables stand for: `defined` maps a variable's key to the tree that it is initialised
    with, for locals that are never changed; `changing` holds the keys of variables that are no
    polynomials' business, `loops` those of loops' variables."""

    def __init__(self, defined=None, changing=(), loops=(), members=None):
        # Names of members that the loop writes; None: it may write any.
        self.members: set | None = members
        # C texts of members behind pointers that subscripts are made of, with their types.
        self.behind: dict = {}
        # C texts of what must hold for narrower types to hold what is converted to them.
        self.narrowed: dict = {}
        # Keys of loops' variables that may have any number (around.py).
        self.around: frozenset = frozenset()
        # Loops, by the keys of their variables: several where one variable counts them.
        self.headers: dict = {}
        # (a call): the tree of what it returns, or None (inlined.py).
        self.called: Callable = lambda node: None
        # (type, polynomial): whether the type holds it, which may be asked (fits.py).
        self.holds: Callable | None = None
        self.silent = False  # nothing is to be asked
        self.quotients: dict = {}  # what `quotient` has made: their dividends
        self.divisors: dict = {}  # C texts of what sizes are divided by
        self.known: dict = {}  # of `once`
        # (a variable): (least, greatest) of a constant table's elements, or None (tables.py).
        self.extremes: Callable = lambda variable: None
        self.sketched: dict = {}  # trees that `sketch` has symbols for
        self.defined, self.changing, self.loops = (
            defined or {},
            frozenset(changing),
            frozenset(loops),
        )

    def once(self, what, of, find):
        """`find(of)`, which is asked again and again: `what` is found of an object. That depends on
        nothing but what may be asked, and around which loops."""
        key = (what, id(of), self.silent, self.holds is None, self.around)
        if key not in self.known:
            self.known[key] = (of, find(of))  # which keeps its identity its own
        return self.known[key][1]

    def tree(self, node: Node):
        """`node`, or what the local that it names is initialised with, or the call returns."""
        return node if isinstance(node, Number) else self.once("tree", node, self._tree)

    def _tree(self, node: Node):
        while True:
            inside = (
                self.defined.get(node.variable.key)
                if isinstance(node, Name) and node.variable is not None
                else self.called(node)
            )
            if inside is None:
                inside = self._put_together(node)
            if inside is None:
                return node
            node = inside

    def _put_together(self, node: Node):
        """Of a number that was taken apart into a row and a column, `q / m * m + q % m`, that
        number, in C's own arithmetic; None of anything else."""
        sides = node.children if isinstance(node, Binary) and node.op == "+" else ()
        found = {one.op: one for one in map(self.tree, sides) if isinstance(one, Binary)}
        product, rest = found.get("*"), found.get("%")
        if product is None or rest is None:
            return None
        parts = [self.tree(child) for child in product.children]
        for row, by in (parts, parts[::-1]):
            if isinstance(row, Binary) and row.op == "/":
                trees = (node, product, rest, row, row.left, rest.left)
                kinds = {one.type and one.type.canonical for one in trees}
                same = self._same(row.left, rest.left) and self._same(row.right, rest.right)
                if len(kinds) == 1 and same and self._same(row.right, by):
                    return row.left
        return None

    def _same(self, one: Node, other: Node):
        found = self.polynomial(one)
        return found is not None and found == self.polynomial(other)

    def is_left(self, node: Name):
        """Whether a variable of a loop is named outside of that: behind `for (j...)` it is what the
        last round left, whatever loop goes by it next."""
        loops = self.headers.get(node.variable.key, ()) if node.variable is not None else ()
        return bool(loops) and not any(one.start <= node.start < one.end for one in loops)

    def polynomial(self, node: Node) -> Polynomial | None:
        """None where the node is none."""
        return self.once("polynomial", node, self._polynomial)

    def _polynomial(self, node: Node):
        node = self.tree(node)
        if isinstance(node, Number | Sizeof):
            return (
                None if node.value is None or wraps_below(node) else Polynomial.constant(node.value)
            )
        if isinstance(node, Name):
            if (
                node.variable is None
                or node.variable.key in self.changing
                or self.is_left(node)
                or (node.type and not isinstance(node.type, IntegerType | BoolType))
            ):
                return None
            return Polynomial.of(node.variable)
        if isinstance(node, Member):
            return self._member(node)
        if isinstance(node, Cast):
            whole = whole_number(node.type) and not self.cuts(node) and not self.enlarges(node)
            return self.polynomial(node.operand) if whole else None
        if isinstance(node, Unary) and node.op == "-" and not self.cuts(node):
            operand = self.polynomial(node.operand)
            return None if operand is None else -operand
        if isinstance(node, Binary):
            return self._binary(node)
        return None

    def sketch(self, node: Node) -> Polynomial | None:
        """The same, with a symbol for each choice, quotient, remainder or mask in it: `y * w + x`
        with a `y` that is clamped. It says by what these are multiplied, not what they are."""
        found = self.polynomial(node)
        if found is not None:
            return found
        node = self.tree(node)
        if isinstance(node, Cast):
            whole = whole_number(node.type) and not self.cuts(node) and not self.enlarges(node)
            return self.sketch(node.operand) if whole else None
        if isinstance(node, Unary) and node.op == "-" and not self.cuts(node):
            operand = self.sketch(node.operand)
            return None if operand is None else -operand
        if isinstance(node, Binary) and node.op in COMBINED and not self.cuts(node):
            left, right = (self.sketch(child) for child in node.children)
            return None if left is None or right is None else COMBINED[node.op](left, right)
        chosen = isinstance(node, Select) and whole_number(node.type)
        chosen = chosen or self.within_type(node) is not None
        if chosen or (isinstance(node, Binary) and node.op in ("/", "%", "&", ">>")):
            self.sketched[id(node)] = node  # which keeps its identity its own
            return Polynomial.of_pair((f"#{id(node)}", SKETCHED))
        return None

    def rest(self, variable):
        """(least, greatest) of a remainder by a number that `sketch` has made a symbol of, or
        None."""
        node = next(one for one in self.sketched.values() if variable[0] == f"#{id(one)}")
        by = self.polynomial(node.right) if isinstance(node, Binary) else None
        if by is None or node.op != "%" or (by.value or 0) < 1:
            return None
        signed = not isinstance(node.type, IntegerType) or node.type.signed
        return (1 - by.value if signed else 0), by.value - 1

    def within_type(self, node: Node):
        """((least, greatest), whether memory may end before) of an element of an array: of a table
        of constants, or by its type where that is narrow. None where there are too many."""
        base = node
        while isinstance(base, Index):
            base = base.base
        kind = node.type
        if base is node or not isinstance(kind, IntegerType) or kind.volatile:
            return None
        variable = base.variable if isinstance(base, Name) else None
        found = None if variable is None else self.extremes(variable)
        if found is not None:
            return found, False
        if kind.size > 2:
            return None
        low = -(1 << (8 * kind.size - 1)) if kind.signed else 0
        return (low, low + (1 << (8 * kind.size)) - 1), True

    def _binary(self, node: Binary):
        left, right = (self.polynomial(child) for child in node.children)
        if left is None or right is None or self.cuts(node):
            return None
        if node.op in COMBINED:
            return COMBINED[node.op](left, right)
        if left.value is not None and right.value is not None:
            return _constant(node.op, left.value, right.value)
        if node.op == "<<" and right.value is not None and 0 <= right.value < 63:
            return left * Polynomial.constant(1 << right.value)
        if node.op in ("/", "%") and not any(
            key in self.loops for _, key in left.variables() | right.variables()
        ):  # a size like n / 2 is a symbol
            first, second = (_sided(part, node) for part in (left, right))
            if right.value is None:
                self.divisors[f"({second})"] = None
            return Polynomial.of_pair((f"(({first}) {node.op} ({second}))", -1))
        return None

    def quotient(self, number, by):
        """A polynomial divided by another, as one of C's quotients."""
        name = f"(({number.wide}) / ({by.wide}))"
        self.quotients[name] = number
        return Polynomial.of_pair((name, -1))

    def cuts(self, node: Cast | Binary | Unary):
        """Whether a conversion, or arithmetic without a sign, may leave less than there is."""
        return self.once("cuts", node, self._cuts)  # its parts are asked of first

    def _cuts(self, node: Cast | Binary | Unary):
        kind = node.type
        if not isinstance(kind, IntegerType):
            return False
        if isinstance(node, Unary):  # of 64 bits it is right as an address
            return node.op == "-" and not kind.signed and kind.size <= INT
        if isinstance(node, Cast):
            if not keeps(kind):
                return not holds(kind, node.operand.type) and not self._within(kind, node.operand)
            return (
                narrows(node)
                and not self._fits(kind, node.operand)
                and not self._within(kind, node.operand)
            )
        if kind.signed or (node.op not in COMBINED and node.op != "<<"):
            return False
        outline = self._outline(node)
        if too_large(kind, outline):
            return True
        products = kind.size <= INT and any(len(m) > 1 for m in outline)
        return products and not self._within(kind, node)

    def enlarges(self, node: Cast):
        """Whether a conversion may make a large number of a difference without a sign, or of what
        has one."""
        kind, of = node.type, node.operand.type
        if not isinstance(kind, IntegerType) or not isinstance(of, IntegerType):
            return False
        widens = kind.size > of.size >= INT and not of.signed
        return widens and may_be_below(node.operand, self) and not self._within(of, node.operand)

    def _within(self, kind, node: Node):
        """Whether a type holds a polynomial, or it has been asked."""
        if self.holds is None or self.silent:
            return False
        node = self.tree(node)
        if isinstance(node, Binary) and node.op in COMBINED:
            left, right = (self.polynomial(child) for child in node.children)
            found = None if left is None or right is None else COMBINED[node.op](left, right)
        else:
            found = self.polynomial(node)
        return found is not None and not too_large(kind, found) and self.holds(kind, found)

    def _fits(self, kind, node: Node):
        """Whether a type holds a value. How often is counted is small, from where that begins and
        in steps that are numbers; parameters may be anything, so the sum of those and of numbers is
        asked for, and what they are factors of does not fit."""
        outline = self._outline(node)
        steps = {key: self._step(key) for _, key in outline.variables() if key in self.loops}
        if None in steps.values() or too_large(kind, _in_steps(outline, steps)):
            return False
        if not all(
            self._begins_in(kind, loop) for key in steps for loop in self.headers.get(key, ())
        ):
            return False
        return len(steps) == len(outline.variables()) or self._asked(kind, node)

    def _step(self, key):
        """The largest step of a variable's loops; None: it is no number."""
        steps = [
            1 if loop.step is None else integer(loop.step) for loop in self.headers.get(key, ())
        ]
        known = [abs(step) for step in steps if step is not None]
        return max(known, default=1) if len(known) == len(steps) else None

    def _begins_in(self, kind, loop):
        first = ends(loop)[0]
        if first is None or holds(kind, first.type):
            return True
        known = integer(first)
        if known is not None:
            return -(1 << (8 * kind.size - 1)) <= known < 1 << (8 * kind.size - 1)
        return self._asked(kind, first)

    def _asked(self, kind, node: Node):
        """Whether it can be asked before the loop if a type holds what is no count."""
        found = self.polynomial(node)
        counts = {m: sum(key in self.loops for _, key in m) for m in found or ()}
        if found is None or any(0 < count < len(m) for m, count in counts.items()):
            return False
        asked = Polynomial({m: f for m, f in found.items() if not counts[m]})
        if asked:
            self.narrowed[f"(long)({kind.canonical})({asked}) == (long)({asked})"] = None
        return True

    def _outline(self, node: Node) -> Polynomial:
        """An expression with all that is no sum or product taken for a variable: how its parts
        grow."""
        node = self.tree(node)
        known = integer(node)
        if known is not None:
            return Polynomial.constant(known)
        parts = [self._outline(child) for child in node.children]
        if isinstance(node, Cast):
            return parts[0]
        if isinstance(node, Unary) and node.op == "-":
            return -parts[0]
        if isinstance(node, Binary) and node.op in COMBINED:
            return COMBINED[node.op](*parts)
        if isinstance(node, Binary) and node.op == "<<":
            by = parts[1].value
            return parts[0] * Polynomial.constant(1 << by if by is not None and 0 <= by < 64 else 1)
        if isinstance(node, Binary) and node.op in ("&", "%"):
            most = [part.value for part in parts[node.op == "%" :] if (part.value or 0) > 0]
            if most:  # a mask is its own bound
                return Polynomial.constant(min(most))
        if isinstance(node, Binary) and node.op in ("/", "%", ">>"):
            return parts[0]
        if isinstance(node, Select):
            yes, no = parts[1:]
            return Polynomial(
                {m: max(abs(yes.get(m, 0)), abs(no.get(m, 0))) for m in {**yes, **no}}
            )
        if isinstance(node, Name) and node.variable is not None:
            return Polynomial.of(node.variable)
        return Polynomial.of_pair((str(node.start), node.end))

    def exceeds(self, node: Node):
        """Whether an unsigned product in it may be larger than its type holds: what remains then is
        no linear function. Of 64 bits only large factors are."""
        node = self.tree(node)
        if isinstance(node, Binary) and node.op in ("*", "<<"):
            kind, found = node.type, [self.polynomial(child) for child in node.children]
            numbers = all(part is not None and part.value is not None for part in found)
            if isinstance(kind, IntegerType) and not kind.signed and not numbers:
                one = Polynomial.constant(1) in found and node.op == "*"
                if self.cuts(node) or (kind.size <= INT and not one):
                    return True
        return any(self.exceeds(child) for child in node.children)

    def _member(self, node: Member):
        """`g.n` of a struct that is not changed, or `p->n` of which no member of that name is: a
        symbol like a variable."""
        name = ""
        base: Node = node
        while isinstance(base, Member) and base.op == ".":
            name, base = f".{base.name}{name}", base.base
        if isinstance(base, Member) and self.members is not None and node.name not in self.members:
            name, base = f"->{base.name}{name}", base.base
        if (
            not isinstance(base, Name)
            or base.variable is None
            or base.variable.key in self.changing
            or node.bits
            or (node.type is not None and not isinstance(node.type, IntegerType))
        ):
            return None
        text = base.variable.name + name
        if name.startswith("->"):
            if base.variable.scope == "local":
                return None
            self.behind |= {} if node.type is None else {text: node.type}
        return Polynomial.of_pair((text, base.variable.key))


def wraps_below(node: Node):
    """Whether a number is unsigned and in the upper half of what its type holds: added, it takes
    away."""
    kind, known = node.type, integer(node)
    if known is None or not isinstance(kind, IntegerType) or kind.signed or kind.size < INT:
        return False
    return known >= 1 << (8 * kind.size - 1)


def too_large(kind, found):
    """Whether an integer type may not hold a polynomial's values: half of its bits are left for a
    factor, the other half for what it is multiplied with."""
    return any(
        abs(factor) >= 1 << (4 * kind.size if monomial else 8 * kind.size - 1)
        for monomial, factor in found.items()
    )


def _in_steps(polynomial, steps):
    """A polynomial of how often is counted, of one of what is counted. `steps`: by keys."""
    return Polynomial(
        {m: f * math.prod(steps.get(key, 1) for _, key in m) for m, f in polynomial.items()}
    )


def narrows(node: Cast):
    """Whether a conversion between integers cuts something off."""
    kind, operand = node.type, node.operand.type
    if not isinstance(kind, IntegerType) or not isinstance(operand, IntegerType):
        return False
    return kind.size < operand.size


def _sided(number, node: Binary):
    """C text of a side of a quotient: what has no sign wraps around in it, and what has one is
    computed in 64 bits. Nobody knows the type of what the translator has put together."""
    if node.type is None:
        wide = any(isinstance(part, Cast) for part in node.walk())
    else:
        wide = not isinstance(node.type, IntegerType) or node.type.signed
    return number.wide if wide else str(number)


def keeps(kind):
    """Whether a conversion to the type leaves an index as it is: narrow types wrap."""
    return kind is None or (isinstance(kind, IntegerType) and kind.size >= INT)


def whole_number(kind):
    return kind is None or isinstance(kind, IntegerType)


def may_be_below(node: Node, values):
    """Whether a value may be below 0 that C has without a sign, by a difference in it or a part
    that has a sign."""
    node = values.tree(node)
    if isinstance(node, Name | Member):
        return isinstance(node.type, IntegerType) and node.type.signed
    minus = isinstance(node, Binary | Unary) and node.op == "-"
    below = minus or (integer(node) or 0) < 0
    return below or any(may_be_below(child, values) for child in node.children)


def converted(kind, tree: Node):
    """What a variable of an integer type holds that is set to `tree`: a conversion where that may
    be something else."""
    of, known = tree.type, _literal(tree)
    if of is None or in_lower_half(known, kind):
        return tree
    if known is not None and isinstance(kind, IntegerType) and kind.size < INT:
        return Number(tree.end, tree.end, value=_held(known, kind), type=kind)
    # A difference without a sign is large in a wider type: Terms asks it of the conversion.
    widened = not of.signed and INT <= of.size < kind.size
    return (
        tree if holds(kind, of) and not widened else Cast(tree.start, tree.end, (tree,), type=kind)
    )


def _literal(tree: Node):
    """The integer that a literal is, with a sign or without one; None of anything else."""
    minus = isinstance(tree, Unary) and tree.op == "-"
    known = integer(tree.children[0] if minus else tree)
    return -known if minus and known is not None else known


def _held(number, kind):
    """What an integer type makes of a number."""
    return (number - least(kind)) % (1 << 8 * kind.size) + least(kind)


def bounds(loop):
    """(lower, upper) of a loop's header, the first value as the variable holds it."""
    first, bound = ends(loop)
    first = None if first is None else converted(loop.variable.type, first)
    return (bound, first) if loop.downward else (first, bound)


def _constant(op, left, right):
    if op == "<<" and 0 <= right < 63:
        return Polynomial.constant(left << right)
    if op in ("/", "%") and right:
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return Polynomial.constant(quotient if op == "/" else left - quotient * right)
    return None


COMBINED = {"+": operator.add, "-": operator.sub, "*": operator.mul}


@dataclass(frozen=True)
class Product:
    """factor * the product of trees."""

    factor: int
    trees: tuple[Node, ...] = ()

    def polynomial(self, values):
        return self._multiplied(values.polynomial)

    def sketch(self, values):
        return self._multiplied(values.sketch)

    def _multiplied(self, polynomial):
        result = Polynomial.constant(self.factor)
        for tree in self.trees:
            part = polynomial(tree)
            if part is None:
                return None
            result = result * part
        return result


def products(node: Node, values) -> list[Product]:
    """The summands of a subscript. Sums inside of products stay as they are."""
    node = values.tree(node)
    if isinstance(node, Number) and node.value is not None and not wraps_below(node):
        return [Product(node.value)]
    if isinstance(node, Cast | Binary | Unary) and values.cuts(node):
        return [Product(1, (node,))]
    if isinstance(node, Cast) and whole_number(node.type):
        return [Product(1, (node,))] if values.enlarges(node) else products(node.operand, values)
    if isinstance(node, Unary) and node.op == "-":
        return [Product(-p.factor, p.trees) for p in products(node.operand, values)]
    if isinstance(node, Binary) and node.op in ("+", "-"):
        left, right = (products(child, values) for child in node.children)
        return left + (right if node.op == "+" else [Product(-p.factor, p.trees) for p in right])
    if isinstance(node, Binary) and node.op == "*":
        left, right = (products(child, values) for child in node.children)
        one = left[0] if len(left) == 1 else Product(1, (values.tree(node.left),))
        two = right[0] if len(right) == 1 else Product(1, (values.tree(node.right),))
        return [Product(one.factor * two.factor, one.trees + two.trees)]
    return [Product(1, (node,))]


def delinearise(node: Node, extents, values, negative=None) -> list[list[Product]] | None:
    """A flattened subscript as one list of Products a dimension. `extents` are polynomials of all
    dimensions but the outermost. None where a polynomial is not found."""
    # of (product, what was taken out of it)
    dimensions: list[list] = [[] for _ in range(len(extents) + 1)]
    queue = products(node, values)
    while queue:
        product = queue.pop(0)
        rest, taken, matched = _divide(product, extents, values)
        inner = (
            _distribute(rest, extents[: len(extents) - matched], values)
            if matched < len(extents)
            else None
        )
        if inner:
            queue = [Product(p.factor * taken.factor, p.trees + taken.trees) for p in inner] + queue
        elif rest.sketch(values) is None:
            return None
        else:
            dimensions[len(extents) - matched].append((rest, taken))
    for k in range(len(extents), 0, -1):
        _borrow(
            dimensions,
            k,
            extents[k - 1],
            values,
            negative or (lambda total: total.value is not None and total.value < 0),
        )
    return [[rest for rest, _ in dimension] for dimension in dimensions]


def _divide(product, extents, values):
    """(product without the innermost extents that are factors of it, these as a Product, their
    number)."""
    factor, trees, taken, matched = product.factor, list(product.trees), [], 0
    for extent in reversed(extents):
        found = next((tree for tree in trees if values.polynomial(tree) == extent), None)
        if found is not None:
            trees.remove(found)
            taken.append(found)
        elif extent.value and factor and factor % extent.value == 0:
            factor //= extent.value
        else:
            break
        matched += 1
    return (
        Product(factor, tuple(trees)),
        Product(product.factor // factor if factor else 1, tuple(taken)),
        matched,
    )


def _distribute(product, extents, values):
    """`product` multiplied out where a sum in it hides a further extent as a factor, else None."""
    for tree in product.trees:
        parts = products(tree, values)
        if len(parts) > 1 and any(
            _divide(part, extents[-1:], values)[2] and part.trees for part in parts
        ):
            others = list(product.trees)
            others.remove(tree)
            return [
                Product(product.factor * part.factor, tuple(others) + part.trees) for part in parts
            ]
    return None


def _borrow(dimensions, k, extent, values, negative):
    """i*N + N-1 and (i+1)*N - 1 are column N-1 of row i, not column -1 of row i+1."""
    total = sum_of([rest for rest, _ in dimensions[k]], values)
    rows = dimensions[k - 1]
    if total is None or not negative(total) or not rows:
        return
    row = Product(extent.value) if extent.value is not None else None
    for tree in (tree for _, taken in rows for tree in taken.trees):
        row = Product(1, (tree,)) if row is None and values.polynomial(tree) == extent else row
    if row is None:
        return
    dimensions[k].append((row, Product(1)))
    for index, (rest, taken) in enumerate(rows):
        if not rest.trees and rest.factor > 0:
            rows[index] = (Product(rest.factor - 1), taken)
            return
    rows.append((Product(-1), Product(1)))


def sum_of(terms, values) -> Polynomial | None:
    total = Polynomial()
    for product in terms:
        part = product.polynomial(values)
        if part is None:
            return None
        total = total + part
    return total
