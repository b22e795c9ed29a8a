# SPDX-License-Identifier: BSD-3-Clause
"""C expressions as linear constraints, in the language that isl reads.

What is not linear (quotients, remainders, `?:`) gets a name of its own and constraints that define
it. What cannot be said at all is None: whoever asked leaves the constraint out, and notes that the
set is larger than the truth."""

import re

from ..analyse import affine
from ..analyse.uses import path
from ..loops import below_none
from ..syntax import (
    Binary,
    BoolType,
    Cast,
    IntegerType,
    Member,
    Name,
    Node,
    Select,
    Unary,
    Visitor,
    integer,
)

WORD = 4  # bytes of an unsigned int

COMPARED = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "==": "=", "!=": "!="}


class Terms(Visitor):
    """`loops`: {key of a loop's variable: its name as a dimension}. Other variables that nothing
    changes are parameters."""

    def __init__(self, values, loops, changed=(), members=None):
        self.values, self.loops, self.changed = values, loops, changed
        self.members = members  # names of members that the loop writes; None: it may write any
        self.parameters, self.texts = {}, {}  # canonical text -> name, name -> C text
        self.wrapping = set()  # names of those whose sums wrap around where they are large
        self.exists, self.constraints = [], []
        self.exact = True

    # ---- values

    def value(self, node: Node):
        """(text, level) or None; level 0: a constant, 1: made of parameters, 2: of loops'
        variables."""
        node = self.values.tree(node)
        known = integer(node)
        if known is not None:
            return None if affine.wraps_below(node) else (str(known), 0)
        handler = self.handler(node)
        return handler(node) if handler else None

    def on_name(self, node: Name):
        variable = node.variable
        if (
            variable is None
            or not isinstance(variable.type, IntegerType | BoolType)
            or variable.type.volatile
        ):
            return None
        if variable.key in self.loops:
            return self.loops[variable.key], 2
        if (
            variable.key in self.values.loops
            or variable.key in self.values.changing
            or variable.key in self.changed
            or variable.scope == "local"
        ):
            return None
        return self.parameter(f"{variable.name}_{variable.key}", variable.name, node.type), 1

    def on_member(self, node: Member):
        """A member that nothing in the loop writes is as good as a variable."""
        name, outer = path(node, {})
        fixed = (
            isinstance(node.type, IntegerType | BoolType)
            and self.members is not None
            and node.name not in self.members
            and not any(
                isinstance(n, Name)
                and n.variable is not None
                and (n.variable.scope == "local" or n.variable.key in self.values.changing)
                for n in node.walk()
            )
        )
        if not fixed or not name or outer:
            return None
        text = re.sub(r"#\d+", "", name)
        if "->" in text or "*" in text:
            if node.bits or "*" in text:
                return None
            self.values.behind[text] = node.type
        return self.parameter(name, text, node.type), 1

    def parameter(self, key, text, kind=None):
        """The name of a parameter; `text` is its C text, `kind` its type where that is known."""
        name = self.parameters.setdefault(key, f"p{len(self.parameters)}")
        self.texts[name] = text
        if kind is None or (not kind.signed and kind.size == WORD):
            self.wrapping.add(name)
        return name

    def on_cast(self, node: Cast):
        kind = node.type
        if kind is None or not isinstance(kind, IntegerType | BoolType) or kind.size < 4:
            return None
        operand = node.operand
        narrowed = operand.type is not None and kind.size < operand.type.size
        if operand.type is not None and not isinstance(operand.type, IntegerType | BoolType):
            return None
        if narrowed and self.values.large(operand):
            return None
        found = self.value(operand)
        # What is cut off is no matter where iterations are counted; a parameter may be anything.
        return None if narrowed and found is not None and "p" in found[0] else found

    def on_unary(self, node: Unary):
        if node.op not in ("-", "+"):
            return None
        found = self.value(node.operand)
        return found if found is None or node.op == "+" else (f"-({found[0]})", found[1])

    def on_binary(self, node: Binary):
        if node.op not in ("+", "-", "*", "/", "%", "<<", ">>", "&"):
            return None
        left, right = self.value(node.left), self.value(node.right)
        if left is None or right is None:
            return None
        level = max(left[1], right[1])
        sides = self.values.polynomial(node.left), self.values.polynomial(node.right)
        if node.op in ("+", "-", "*") and None not in sides and not self._holds(node):
            return None
        if node.op in ("+", "-"):
            return f"{left[0]} {node.op} ({right[0]})", level
        if node.op in ("/", "%", ">>") and self.values.exceeds(node.left):
            return self._symbol(node, level)
        signed = node.type is None or node.type.signed
        if (node.op == ">>" or (node.op in ("/", "%") and signed)) and self._wraps(node.left):
            return None
        factor = self.values.polynomial(node.right)
        if node.op == "<<":
            known = factor is not None and factor.value is not None and 0 <= factor.value < 31
            return (f"{1 << factor.value}*({left[0]})", level) if known else None
        if node.op in (">>", "&"):
            return self._bits(node.op, left, factor.value if factor is not None else None)
        if node.op == "*":
            return self._product(node, left, right)
        if factor is not None and (factor.value or 0) > 0:
            unsigned = node.type is not None and not node.type.signed
            return self._divided(left[0], factor.value, node.op, unsigned), level
        return self._symbol(node, level)

    def _holds(self, node: Node):
        """Whether what is made of polynomials is one: numbers without a sign may wrap together."""
        return self.values.polynomial(node) is not None

    def _bits(self, op, left, by):
        """Shifts to the right, and the lowest bits: both rounded down, as compilers do."""
        if by is None or not 0 <= by < 31 if op == ">>" else not by or by < 0 or by & (by + 1):
            return None
        divisor, quotient = 1 << by if op == ">>" else by + 1, self.name()
        self.constraints.append(
            f"({divisor}*{quotient} <= {left[0]} and {left[0]} < {divisor}*{quotient} + {divisor})"
        )
        return (quotient if op == ">>" else f"{left[0]} - {divisor}*{quotient}"), left[1]

    def _product(self, node: Node, left, right):
        for number, other in ((0, right), (1, left)):
            known = self.values.polynomial(node.children[number])
            if known is not None and known.value is not None:
                return f"{known.value}*({other[0]})", other[1]
        return self._symbol(node, max(left[1], right[1]))

    def _symbol(self, node: Node, level):
        """What is made of parameters alone is one."""
        found = self.values.polynomial(node)
        return (
            (self.parameter(f"({found})", f"({found})"), 1)
            if level < 2 and found is not None
            else None
        )

    def _divided(self, text, by, op, unsigned):
        """Quotients are rounded towards 0. What is below 0 and unsigned is something else: all that
        is known then is that the quotient is none below 0."""
        quotient = self.name()
        below = f" and {by}*{quotient} >= {text} and {text} > {by}*{quotient} - {by}" * (
            not unsigned
        )
        self.constraints.append(
            f"(({text} >= 0 and {by}*{quotient} <= {text} and {text} < {by}*{quotient} + {by}) or "
            f"({text} < 0{below}))"
        )
        return quotient if op == "/" else f"{text} - {by}*{quotient}"

    def on_select(self, node: Select):
        condition = self.condition(node.condition)
        yes, no = self.value(node.yes), self.value(node.no)
        if yes is None or no is None:
            return None
        name = self.name()
        if condition is None:
            self.exact = False
            self.constraints.append(f"({name} = {yes[0]} or {name} = {no[0]})")
        else:
            self.constraints.append(
                f"(({condition}) and {name} = {yes[0]} or (not ({condition})) and {name} = {no[0]})"
            )
        return name, 2

    def name(self):
        self.exists.append(f"e{len(self.exists)}")
        return self.exists[-1]

    # ---- conditions

    def condition(self, node: Node):
        """The text of a condition; None where it is not linear."""
        while isinstance(node, Cast) and not affine.narrows(node):
            node = node.operand
        if isinstance(node, Binary) and node.op in COMPARED:
            left, right = (self.value(child) for child in node.children)
            if left is None or right is None or self._may_wrap(node):
                return None
            bits = self._unsigned(node)
            texts = [
                self._without_sign(found[0], bits) if bits and self._signed(child) else found[0]
                for found, child in zip((left, right), node.children, strict=True)
            ]
            return f"({texts[0]} {COMPARED[node.op]} {texts[1]})"
        if isinstance(node, Binary) and node.op in ("&&", "||"):
            left, right = (self.condition(child) for child in node.children)
            return (
                None
                if left is None or right is None
                else f"({left} {'and' if node.op == '&&' else 'or'} {right})"
            )
        if isinstance(node, Unary) and node.op == "!":
            inner = self.condition(node.operand)
            return None if inner is None else f"(not {inner})"
        found = None if self.values.exceeds(node) else self.value(node)
        return None if found is None else f"({found[0]} != 0)"

    def _may_wrap(self, node: Node):
        """Whether C compares unsigned numbers where a difference may be below 0, or a product
        beyond what the type holds."""
        return any(
            self.values.exceeds(child)
            or self._wraps(child)
            or (self._unsigned(node) > 0 and self._subtracts(child))
            for child in node.children
        )

    def _wraps(self, node: Node):
        """Whether a difference in it has no sign, and may be below 0."""
        node = self.values.tree(node)
        kind = node.type
        without = isinstance(kind, IntegerType) and not kind.signed and kind.size >= WORD
        below = isinstance(node, Binary | Unary) and node.op == "-"
        return (below and without) or any(self._wraps(child) for child in node.children)

    @staticmethod
    def _unsigned(node: Node):
        """The bits of the unsigned type in which C compares two integers, or 0."""
        kinds = [child.type for child in node.children if child.type is not None]
        widest = max((kind.size for kind in kinds), default=0)
        unsigned = any(not kind.signed and kind.size == widest >= WORD for kind in kinds)
        return 8 * widest if unsigned else 0

    def _signed(self, node: Node):
        """Whether a value has parts that may be below 0."""
        node = self.values.tree(node)
        if isinstance(node, Name | Member):
            return isinstance(node.type, IntegerType) and node.type.signed
        known = integer(node)
        return (known or 0) < 0 or any(self._signed(child) for child in node.children)

    def _without_sign(self, text, bits):
        """A value as it is compared in an unsigned type: below 0 it is large."""
        name = self.name()
        self.constraints.append(
            f"(({text} >= 0 and {name} = {text}) or ({text} < 0 and {name} = {text} + {1 << bits}))"
        )
        return name

    def _subtracts(self, node: Node):
        node = self.values.tree(node)
        below = isinstance(node, Binary | Unary) and node.op == "-"
        return below or any(self._subtracts(child) for child in node.children)

    def guard(self, node: Node, holds):
        """Constraints of a condition that holds, or does not; those parts of it that are linear."""
        if holds is None:
            self.exact = False
        elif isinstance(node, Binary) and node.op == ("&&" if holds else "||"):
            for child in node.children:
                self.guard(child, holds)
        elif isinstance(node, Unary) and node.op == "!":
            self.guard(node.operand, not holds)
        else:
            text = self.condition(node)
            if text is None:
                self.exact = False
            else:
                self.constraints.append(text if holds else f"(not {text})")

    # ---- loops

    def within(self, loop):
        """Constraints of a loop's variable."""
        name = self.loops[loop.variable.key]
        lower, upper = (
            None if part is None else self.value(part) for part in (loop.lower, loop.upper)
        )
        if lower is None or upper is None:
            self.exact = False
        if lower is not None:
            self.constraints.append(f"({name} {'>' if loop.above else '>='} {lower[0]})")
            if below_none(loop):
                self.constraints.append(f"({lower[0]} >= 0)")
        if upper is not None:
            self.constraints.append(f"({name} {'<=' if loop.inclusive else '<'} {upper[0]})")
        if loop.step is not None:
            first = upper if loop.downward else lower
            self._steps(name, first, self.values.polynomial(loop.step))

    def _steps(self, name, first, step):
        if first is None or step is None or step.value is None:
            self.exact = False
        elif step.value != 1:
            number = self.name()
            self.constraints.append(f"({name} - ({first[0]}) = {abs(step.value)}*{number})")
