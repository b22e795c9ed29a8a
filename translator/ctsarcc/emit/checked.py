# SPDX-License-Identifier: BSD-3-Clause
"""Loops that cores execute on the user's word, as check mode has them: one thread executes them,
and tells of each element that it reads or writes which iteration does."""

import re

from ..syntax import (
    ArrayType,
    Asm,
    Assign,
    Block,
    Call,
    Cast,
    Declare,
    For,
    FunctionType,
    Index,
    IndexedType,
    Member,
    Name,
    Nested,
    Node,
    Other,
    PointerType,
    Select,
    Sizeof,
    Unary,
    sets,
    touched,
    variable_of,
)
from .text import Edit, Span

READ, WRITE = 1, 2
CHECK = "ctsar_checked_"  # the variable that a loop's accesses name
VARIABLE = re.compile(r"\[[^]\d]")  # an extent that is no number
COLLAPSE = re.compile(r"\bcollapse\s*\(\s*(\d+)\s*\)")


def edits(kept, source):
    """What the loop's text becomes: each iteration begins by a call, and each element is reached by
    one."""
    found = Accesses(kept, source)
    for child in kept.node.children:
        found.visit(child)
    inner = _collapsed(kept).loop
    body = Span(inner.header_end, inner.end)
    begins = f" {{ {_begins(kept.loop, inner)}"
    return [*found.edits, Edit(body.start, body.end, (begins, body, " }"))]


def _collapsed(kept):
    """The loop whose iterations are what the directive divides: that of `collapse`."""
    node, several = kept.node, COLLAPSE.search(kept.directive.openmp)
    for _ in range(int(several[1]) - 1 if several else 0):
        body = node.body
        while isinstance(body, Block) and len(body.children) == 1:
            body = body.children[0]
        if not isinstance(body, For):
            break
        node = body
    return node


def _begins(loop, inner):
    if inner is not loop or loop.variable is None:
        return f"ctsar_check_iteration({CHECK}, 0);"
    return f"ctsar_check_iteration({CHECK}, &(long){{(long){loop.variable.name}}});"


class Accesses:
    """The elements of arrays, and of what pointers lead to, that a body reads and writes. What the
    iteration has for itself does not count, nor what iterations do in turns."""

    def __init__(self, kept, source):
        self.edits: list = []
        self.source, self.loop, self.turns = source, kept.loop, kept.turns
        self.private = {clause.name for clause in kept.directive.clauses if _is_own(clause)}
        self.private |= {*kept.private, *kept.last}
        only = kept.directive.only_openmp
        self.reduced = only[2] if only is not None else frozenset()  # parts of arrays
        self.changed = {
            variable.key
            for variable in (variable_of(touched(node)) for node in kept.node.walk())
            if variable is not None
        }
        self.given_back = bool(kept.unseen)
        self.own = self._pointers(kept.node.body)

    # ---- whose memory it is

    def _is_private(self, variable):
        return variable.scope == "local" or variable.threads or variable.name in self.private

    def _pointers(self, body: Node):
        """Keys of pointers that may lead to what the iteration has for itself."""
        own: set = set()
        set_to = [
            (node.variable, node.children[-1])
            for node in body.walk()
            if isinstance(node, Declare) and node.children
        ] + [
            (variable_of(node.target), node.assigned)
            for node in body.walk()
            if isinstance(node, Assign)
        ]
        handed = [
            variable_of(node.operand)
            for node in body.walk()
            if isinstance(node, Unary) and node.op == "&"
        ]
        own |= {v.key for v in handed if v is not None and isinstance(v.type, PointerType)}
        pairs = [
            (v, tree) for v, tree in set_to if v is not None and isinstance(v.type, PointerType)
        ]
        while True:
            more = {v.key for v, tree in pairs if self._leads_to_own(tree, own)} - own
            if not more:
                return own
            own |= more

    def _leads_to_own(self, node: Node, own):
        """Whether the address may be one of the iteration's own, or of what a function returns."""
        if isinstance(node, Call | Other):
            return True
        if isinstance(node, Name):
            variable = node.variable
            if variable is None or variable.key in own:
                return True
            return isinstance(variable.type, ArrayType) and self._is_private(variable)
        if isinstance(node, Unary) and node.op == "&":
            return self._is_own_place(node.operand, own)
        if isinstance(node, Index | Member) or (isinstance(node, Unary) and node.op == "*"):
            return self._is_own_place(node, own, int(not _is_array(node)))
        return any(
            self._leads_to_own(child, own)
            for child in (node.children[1:] if isinstance(node, Select) else node.children)
            if isinstance(child.type, IndexedType)
        )

    def _is_own_place(self, node: Node, own, loads=0):
        """Whether a place is in memory of the iteration's own, as far as is known. `loads`: of
        pointers that lead there from the place on."""
        while True:
            if isinstance(node, Name):
                variable = node.variable
                if variable is None:
                    return True
                pointer = isinstance(variable.type, PointerType) or variable.parameter
                private = variable.key in own or variable.name in self.reduced
                private = private or (not pointer and self._is_private(variable))
                private = private or (not loads and variable.storage == "register")
                return private or (self.given_back and loads > pointer)
            if isinstance(node, Index):
                loads += not _is_array(node.base)
                node = node.base
            elif isinstance(node, Member):
                loads += node.op == "->"
                node = node.base
            elif isinstance(node, Unary) and node.op in ("*", "&", "x++", "++x", "x--", "--x"):
                loads += node.op == "*" and not _is_array(node.operand)
                node = node.operand
            elif isinstance(node, Cast):
                node = node.operand
            else:
                parts = [c for c in node.children if isinstance(c.type, IndexedType)]
                parts = parts[-1:] if getattr(node, "op", "") == "," else parts
                known = parts and not isinstance(node, Call | Other)
                return not known or any(self._is_own_place(part, own, loads) for part in parts)

    # ---- what is touched

    def visit(self, node: Node, how=READ):
        if isinstance(node, Asm | Nested | Sizeof) or self._in_turns(node):
            return
        if _is_place(node):
            self._place(node, how)
        elif isinstance(node, Unary) and node.op == "&":
            self._inside(node.operand) if _is_place(node.operand) else self.visit(node.operand)
        elif isinstance(node, Assign):
            self.visit(node.target, WRITE if node.op == "=" else READ | WRITE)
            self.visit(node.assigned)
        elif isinstance(node, Unary) and node.steps:
            self.visit(node.operand, READ | WRITE)
        else:
            for child in node.below:
                self.visit(child)

    def _in_turns(self, node: Node):
        return any(start <= node.start < end for start, end in self.turns)

    def _inside(self, node: Node):
        """What is read to find a place."""
        if isinstance(node, Index):
            self._found_by(node.base)
            self.visit(node.subscript)
        elif isinstance(node, Member) and node.op == ".":
            self._inside(node.base) if _is_place(node.base) else self.visit(node.base)
        else:
            self._found_by(node.children[0])

    def _found_by(self, node: Node):
        if _is_place(node) and _is_array(node):
            self._inside(node)
        else:
            self.visit(node)

    def _place(self, node: Node, how):
        self._inside(node)
        kind = None if _is_array(node) else _kind(node)
        bits = isinstance(node, Member) and node.bits
        if kind is None or isinstance(kind, FunctionType) or bits or kind.size == 0:
            return
        if "_Atomic" in kind.canonical:
            return
        if not self._stands(node) or self._is_own_place(node, self.own):
            return
        text = self.source.text[node.start : node.end]
        named, base = self._named(node, text)
        what = f'{how}, "{named}", {base})'
        # Where a type has an extent that is a variable typeof evaluates what it is given; else
        # it does not, and clang warns of what would change something.
        if VARIABLE.search(kind.canonical) or any(sets(part) for part in node.walk()):
            head = "(*__extension__({ __auto_type ctsar_at = &("
            tail = (
                f"); ctsar_check_touch({CHECK}, ctsar_at, sizeof *ctsar_at, {what}; ctsar_at; }}))"
            )
        else:
            head = f"(*(__typeof__({text}) *)ctsar_check_touch({CHECK}, &("
            tail = f"), sizeof({text}), {what})"
        self.edits.append(Edit(node.start, node.end, (head, Span(node.start, node.end), tail)))

    def _stands(self, node: Node):
        """Whether the node is in the loop's text."""
        return self.loop.header_end <= node.start < node.end <= self.loop.end

    def _named(self, node: Node, text):
        """(name, C text of where its array begins, or 0)."""
        base = None
        if isinstance(node, Index):
            base = variable_of(node.base)
        elif isinstance(node, Unary):
            base = variable_of(node.operand)
        if base is not None and base.scope != "local" and base.key not in self.changed:
            return base.name, base.name
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        words = " ".join(" ".join(lines).split())
        return words.replace("\\", "\\\\").replace('"', '\\"'), "0"


def _is_own(clause):
    return clause.kind in ("private", "firstprivate", "reduction") or clause.last


def _is_place(node: Node):
    """Whether it is an element or a member of what is in memory."""
    if isinstance(node, Index):
        return isinstance(node.base.type, IndexedType)
    return isinstance(node, Member) or (isinstance(node, Unary) and node.op == "*")


def _kind(node: Node):
    """The type of a place, before it is converted to what the program wants of it."""
    if isinstance(node, Name) and node.variable is not None:
        return node.variable.type
    if isinstance(node, Index):
        return getattr(_kind(node.base), "element", None) or node.type
    if isinstance(node, Unary) and node.op == "*":
        return getattr(_kind(node.operand), "element", None) or node.type
    return node.type


def _is_array(node: Node):
    """Whether it is an array, and not a pointer to one's elements."""
    if isinstance(node, Member):
        return isinstance(node.type, IndexedType) and not node.pointer
    kind = _kind(node)
    parameter = isinstance(node, Name) and node.variable is not None and node.variable.parameter
    return isinstance(kind, ArrayType) and not parameter
