# SPDX-License-Identifier: BSD-3-Clause
"""C expressions as linear constraints, in the language that isl reads.

What is not linear (quotients, remainders, `?:`) gets a name of its own and constraints that define
it. What cannot be said at all is None: whoever asked leaves the constraint out, and notes that the
set is larger than the truth."""

import re

from ...loops import below_none, ends
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
    Select,
    Unary,
    Visitor,
    in_lower_half,
    integer,
    without_sign,
)
from ..algebra import affine, ranges
from ..body.uses import path

COMPARED = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "==": "=", "!=": "!="}


class Terms(Visitor):
    """`loops`: {key of a loop's variable: its name as a dimension}. Other variables that nothing
    changes are parameters."""

    def __init__(self, values, loops, changed=(), members=None, typed=None):
        self.values, self.loops, self.changed = values, loops, changed
        self.typed = typed or {}  # members that say of which type others are that have none
        self.members = members  # names of members that the loop writes; None: it may write any
        self.parameters, self.texts = {}, {}  # canonical text -> name, name -> C text
        self.wrapping = set()  # names of those whose sums wrap around where they are large
        self.wide = set()  # of those of which C computes no sums that a `long` may not hold
        self.above = set()  # keys of loops' variables that are never below 0
        self.exists, self.constraints = [], []
        self.names: dict[str, str] = {}  # by what defines them
        self.exact = True
        self.decided = True  # whether guards say all about what is executed
        self.unsaid = []  # those conditions in guards that are not linear
        self.loose = False  # it is known by types alone how far something reaches
        self.anything: dict[Node, str] = {}  # names of numbers of which nothing is known
        self.chosen = 0  # how many choices there are around a value
        self.divides = False  # ... or by a quotient's greatest number, whatever conditions say

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
            or self.values.is_left(node)
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

    def on_index(self, node: Index):
        """An element lies among those of its table, or of its type."""
        found = self.values.within_type(node)
        if found is None:
            return self._anything(node)
        (least, greatest), self.loose = found[0], self.loose or found[1]
        name, self.exact = self.name(), False
        self.constraints.append(f"({least} <= {name} <= {greatest})")
        return name, 2

    def on_member(self, node: Member):
        """A member that nothing in the loop writes is as good as a variable."""
        name, outer = path(node, {})
        node = node if node.type is not None else self.typed.get(name, node)
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
        if kind is None or (not kind.signed and kind.size == INT):
            self.wrapping.add(name)
        elif kind.size > INT:
            self.wide.add(name)
        return name

    def on_cast(self, node: Cast):
        of = node.operand.type
        if node.type is None:  # of what is asked (extents.py)
            return self.value(node.operand)
        if not isinstance(node.type, IntegerType):
            return None
        if of is not None and not isinstance(of, IntegerType | BoolType):
            return self._anything(node)
        return None if self.values.cuts(node) else self._widened(node.operand, node.type)

    def on_unary(self, node: Unary):
        if node.op not in ("-", "+") or self.values.cuts(node):
            return None
        found = self.value(node.operand)
        return found if found is None or node.op == "+" else (f"-({found[0]})", found[1])

    def on_binary(self, node: Binary):
        if node.op not in ("+", "-", "*", "/", "%", "<<", ">>", "&"):
            return None
        ordered = node.op in ("/", "%", ">>")
        left = (self._in_type if ordered else self._widened)(node.left, node.type)
        right = self._widened(node.right, node.type)
        if left is None or right is None or self.values.cuts(node):
            return None
        level = max(left[1], right[1])
        if node.op in ("+", "-"):
            return f"{left[0]} {node.op} ({right[0]})", level
        if ordered and self.values.exceeds(node.left):
            return self._symbol(node, level)
        factor = self.values.polynomial(node.right)
        if node.op == "<<":
            known = factor is not None and factor.value is not None and 0 <= factor.value < 31
            return (f"{1 << factor.value}*({left[0]})", level) if known else None
        if node.op in (">>", "&"):
            return self._bits(node.op, left, factor.value if factor is not None else None)
        if node.op == "*":
            return self._product(node, left, right)
        if factor is not None and (factor.value or 0) > 0:
            return self._divided(left[0], factor.value, node.op), level
        if level == 2:
            return self._by_size(left[0], right[0], node), level
        return self._symbol(node, level)

    def _bits(self, op, left, by):
        """Shifts to the right, and the lowest bits: both rounded down, as compilers do."""
        if by is None or not 0 <= by < 31 if op == ">>" else not by or by < 0 or by & (by + 1):
            return None
        divisor = 1 << by if op == ">>" else by + 1
        quotient = self.defined(
            f"({divisor}*@ <= {left[0]} and {left[0]} < {divisor}*@ + {divisor})"
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
            (self.parameter(f"({found})", f"({found.wide})"), 1)
            if level < 2 and found is not None
            else None
        )

    def _divided(self, text, by, op):
        """Quotients are rounded towards 0."""
        quotient = self.defined(
            f"(({text} >= 0 and {by}*@ <= {text} and {text} < {by}*@ + {by}) or "
            f"({text} < 0 and {by}*@ >= {text} and {text} > {by}*@ - {by}))"
        )
        return quotient if op == "/" else f"{text} - {by}*{quotient}"

    def _by_size(self, text, by, node):
        """A quotient or remainder by what is no number: as it is, where `text` is less than twice
        `by`; a range beyond that."""
        self.exact = False
        rest = node.op == "%"
        once = f"@ = {text} - ({by})" if rest else "@ = 1"
        most = None if rest else self._greatest_quotient(node)
        ends = [text, most] if most else [text]
        more = f"0 <= @ < {by}" if rest else f"2 <= @ <= min({', '.join(ends)})"
        self.loose = self.loose or (not rest and most is None)
        self.divides = self.divides or not rest
        less = f"-({by}) < @ <= 0" if rest else f"{text} <= @ <= -1"
        cases = [
            f"-({by}) < {text} < {by} and @ = {text if rest else 0}",
            f"{by} > 0 and {by} <= {text} < 2*({by}) and {once}",
            f"{by} > 0 and {text} >= 2*({by}) and {more}",
            f"{by} > 0 and {text} <= -({by}) and {less}",
            f"{by} <= 0 and ({text} <= @ <= -({text}) or -({text}) <= @ <= {text})",
        ]
        return self.defined(f"({' or '.join(f'({case})' for case in cases)})")

    def _greatest_quotient(self, node: Binary):
        """The parameter that a quotient by a size does not exceed, or None."""
        number, by = (self.values.polynomial(child) for child in node.children)
        if number is None or by is None or self.values.silent:
            return None
        counted = {key for _, key in number.variables() if key in self.values.loops}
        most = ranges.surely_at_most(number, self.values) if counted <= self.loops.keys() else None
        if most is None or any(key in self.values.loops for _, key in by.variables()):
            return None
        self.values.divisors[f"({by.wide})"] = None
        text = str(self.values.quotient(most, by))
        return self.parameter(text, text)

    def _anything(self, node: Node):
        """A number of which nothing is known, where it is compared before it is chosen: the same
        one where it stands at the same place."""
        kind = node.type
        if (
            not self.chosen
            or not isinstance(kind, IntegerType)
            or (not kind.signed and kind.size == INT)
        ):
            return None
        name = self.anything.get(node)
        if name is None:
            name = self.anything[node] = self.name()
        self.exact = False
        return name, 2

    def on_select(self, node: Select):
        self.chosen += 1
        found = self._selected(node)
        self.chosen -= 1
        return found

    def _selected(self, node: Select):
        condition = self.condition(node.condition)
        yes, no = (self._widened(child, node.type) for child in (node.yes, node.no))
        if yes is None or no is None:
            return None
        if condition is None:
            self.exact = False
            name = self.name()  # others may choose the other one
            self.constraints.append(f"({name} = {yes[0]} or {name} = {no[0]})")
            return name, 2
        text = f"(({condition}) and @ = {yes[0]} or (not ({condition})) and @ = {no[0]})"
        return self.defined(text), 2

    def defined(self, constraint):
        """The name of the value that a constraint says of `@`. Each value has one: isl multiplies
        what is said of several."""
        known = self.names.get(constraint)
        if known is not None and constraint.replace("@", known) in self.constraints:
            return known
        name = self.names[constraint] = self.name()
        self.constraints.append(constraint.replace("@", name))
        return name

    def name(self):
        self.exists.append(f"e{len(self.exists)}")
        return self.exists[-1]

    # ---- numbers without a sign: what is below 0 here is large there

    def _widened(self, node: Node, kind):
        """A value where C converts it to an integer type: one without a sign gets no other when it
        gets more bits."""
        found, of = self.value(node), node.type
        wider = kind is not None and of is not None and of.size < kind.size
        return self._wrapped(found, of) if wider and self._may_be_below(node) else found

    def _in_type(self, node: Node, kind):
        """A value as C has it in an integer type, in which it is divided or compared."""
        found = self.value(node)
        if not self._may_be_below(node):
            return found
        without = [part for part in (node.type, kind) if part is not None and not part.signed]
        return self._wrapped(found, without[0]) if without else found

    def _wrapped(self, found, kind):
        """(text, level) of what may be below 0, as an unsigned type has it."""
        if found is None or kind.signed or kind.size < INT:
            return found
        text, name = found[0], self.name()
        above = f"{text} + {1 << (8 * kind.size)}"
        self.constraints.append(
            f"(({text} >= 0 and {name} = {text}) or ({text} < 0 and {name} = {above}))"
        )
        return name, found[1]

    def _may_be_below(self, node: Node):
        """Whether a value may be below 0 that C has without a sign, by a difference in it or a part
        that has a sign."""
        node = self.values.tree(node)
        if isinstance(node, Name | Member):
            known = isinstance(node, Name) and node.variable and node.variable.key in self.above
            return not known and isinstance(node.type, IntegerType) and node.type.signed
        minus = isinstance(node, Binary | Unary) and node.op == "-"
        below = minus or (integer(node) or 0) < 0
        return below or any(self._may_be_below(child) for child in node.children)

    # ---- conditions

    def condition(self, node: Node):
        """The text of a condition; None where it is not linear. What is not known is not asked for:
        few iterations are independent by it."""
        before, self.values.silent = self.values.silent, True
        found = self._condition(node)
        self.values.silent = before
        return found

    def _condition(self, node: Node):
        node = self.values.tree(node)
        while isinstance(node, Cast) and not affine.narrows(node):
            node = node.operand
        if isinstance(node, Binary) and node.op in COMPARED:
            kind = without_sign(node.left.type, node.right.type)
            left, right = (self._in_type(child, kind) for child in node.children)
            if left is None or right is None or any(map(self.values.exceeds, node.children)):
                return None
            return f"({left[0]} {COMPARED[node.op]} {right[0]})"
        if isinstance(node, Binary) and node.op in ("&&", "||"):
            left, right = (self._condition(child) for child in node.children)
            return (
                None
                if left is None or right is None
                else f"({left} {'and' if node.op == '&&' else 'or'} {right})"
            )
        if isinstance(node, Unary) and node.op == "!":
            inner = self._condition(node.operand)
            return None if inner is None else f"(not {inner})"
        found = None if self.values.exceeds(node) else self.value(node)
        return None if found is None else f"({found[0]} != 0)"

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
                self.unsaid.append(node)
            else:
                self.constraints.append(text if holds else f"(not {text})")

    # ---- loops

    def within(self, loop, guarded=False):
        """Constraints of a loop's variable. `guarded`: it is asked before the loop whether the
        header shows what C counts (loops.py)."""
        name, kind = self.loops[loop.variable.key], loop.variable.type
        first, bound = ends(loop)
        begin = (
            None
            if first is None
            else self.value(first)
            if guarded
            else self._in_type(affine.converted(kind, first), kind)
        )
        end = None if bound is None else self._bound(bound, kind)
        lower, upper = (end, begin) if loop.downward else (begin, end)
        if in_lower_half(integer(loop.lower), kind):
            self.above.add(loop.variable.key)
        if lower is None or upper is None:
            self.exact = False
        if loop.variable.key in self.values.around:
            self.exact = False
            return
        if lower is not None:
            self.constraints.append(f"({name} {'>' if loop.above else '>='} {lower[0]})")
            if below_none(loop):
                self.constraints.append(f"({lower[0]} >= 0)")
        if upper is not None:
            self.constraints.append(f"({name} {'<=' if loop.inclusive else '<'} {upper[0]})")
        if loop.step is not None:
            self._steps(name, begin, self.values.polynomial(loop.step))

    def _bound(self, node: Node, kind):
        """A bound as C compares it. What is made of parameters alone is a size."""
        found = self.value(node)
        return self._in_type(node, kind) if found is not None and found[1] == 2 else found

    def _steps(self, name, first, step):
        if first is None or step is None or step.value is None:
            self.exact = False
        elif step.value != 1:
            number = self.name()
            self.constraints.append(f"({name} - ({first[0]}) = {abs(step.value)}*{number})")
