# SPDX-License-Identifier: BSD-3-Clause
"""What a loop's body does with which variable: one walk over the tree, in the order of evaluation."""
from dataclasses import dataclass, field

from ..model import Node, Variable


@dataclass(frozen=True)
class Use:
    """A use of an array or through a pointer: `variable[subscripts]...`, `*variable`, or the bare name."""
    variable: Variable
    node: Node  # the whole of it, as it stands in the text
    subscripts: tuple[Node, ...]
    read: bool
    write: bool
    loops: tuple = ()  # `for` nodes around it, from the outside, the region's own excluded
    address: bool = False  # what is used is an address: `&a[i]`, or fewer subscripts than dimensions
    branch: bool = False  # under an if or the like: it may not be executed
    argument: str = ""  # the function that it is passed to
    order: int = 0


@dataclass(frozen=True)
class Event:
    """A read or write of a scalar."""
    write: bool
    node: Node
    conditional: bool
    compound: bool = False  # += and the like


@dataclass
class Uses:
    arrays: list = field(default_factory=list)  # Use
    scalars: dict = field(default_factory=dict)  # key -> (Variable, [Event])
    calls: list = field(default_factory=list)  # nodes
    jumps: list = field(default_factory=list)  # (node, what it is) out of the loop
    labels: list = field(default_factory=list)
    odd: list = field(default_factory=list)  # asm, nested functions, ... nodes that cannot be moved
    hidden: list = field(default_factory=list)  # (node, write): memory behind a pointer that is no variable: s.p[i], f(x)[i]
    locals: dict = field(default_factory=dict)  # key -> (Variable, initialiser or None)
    loops: list = field(default_factory=list)  # `for` nodes

    def written(self):
        """Keys of the variables that the body changes."""
        return {key for key, (_, events) in self.scalars.items() if any(event.write for event in events)}


class Walk:
    def __init__(self):
        self.uses = Uses()
        self.loops, self.conditional, self.branch = [], 0, 0
        self.breakable, self.continuable = 0, 0
        self.pointers = {}  # key of a local pointer -> what it points into: (variable, subscripts), or None if unknown

    # ---- statements

    def body(self, node):
        """The body of the loop to be split."""
        self.reassigned = assigned_pointers(node)
        self.statement(node)
        return self.uses

    def statement(self, node):
        handler = getattr(self, "_" + node.kind, None)
        if handler:
            handler(node)
        else:
            self.expression(node)

    def _block(self, node):
        for child in node.children:
            self.statement(child)

    def _under(self, *nodes, branch=True):
        """Statements that may be executed never or, with branch=False, as often as a loop says."""
        self.conditional, self.branch = self.conditional + 1, self.branch + branch
        for node in nodes:
            self.statement(node)
        self.conditional, self.branch = self.conditional - 1, self.branch - branch

    def _if(self, node):
        self.expression(node.children[0])
        self._under(*node.children[1:])

    def _loop(self, run):
        self.breakable, self.continuable = self.breakable + 1, self.continuable + 1
        run()
        self.breakable, self.continuable = self.breakable - 1, self.continuable - 1

    def _while(self, node):
        self.expression(node.children[0])
        self._loop(lambda: self._under(*node.children[1:]))

    def _do(self, node):
        def run():
            self.statement(node.children[0])
            for child in node.children[1:]:
                self.expression(child)
        self._loop(run)

    def _switch(self, node):
        self.expression(node.children[0])
        self.breakable += 1
        self._under(*node.children[1:])
        self.breakable -= 1

    def _case(self, node):
        for child in node.children:
            self.statement(child)

    def _for(self, node):
        loop = node.loop
        self.uses.loops.append(node)
        if loop.init:
            self.statement(loop.init)
        self.loops.append(node)
        if loop.condition:
            self.expression(loop.condition)

        def run():
            self._under(*node.children, branch=loop.variable is None)
        self._loop(run)
        if loop.increment:
            self._under(loop.increment)
        self.loops.pop()

    def _break(self, node):
        if not self.breakable:
            self.uses.jumps.append((node, "break"))

    def _continue(self, node):
        pass  # of an inner loop, or of the loop itself: the next iteration

    def _return(self, node):
        self.uses.jumps.append((node, "return"))

    def _goto(self, node):
        self.uses.jumps.append((node, "goto"))

    def _label(self, node):
        self.uses.labels.append(node)
        for child in node.children:
            self.statement(child)

    def _empty(self, node):
        pass

    def _asm(self, node):
        self.uses.odd.append(node)

    def _function(self, node):
        self.uses.odd.append(node)

    def _declare(self, node):
        variable, = node.variables
        initial = node.children[-1] if node.children and variable.type.kind != "array" else None
        target = self.target(initial) if initial is not None and variable.type.kind == "pointer" else None
        if target:
            # An address by itself is no access; what is done through it is.
            for subscript in target[1]:
                self.expression(subscript)
            self.uses.arrays.append(Use(target[0], initial, target[1], False, False, tuple(self.loops), True,
                                        bool(self.branch), "", len(self.uses.arrays)))
        else:
            for child in node.children:
                self.expression(child)
        self.uses.locals[variable.key] = (variable, initial)
        if variable.type.kind == "pointer":
            self.pointers[variable.key] = target
        if variable.storage == "static":
            self.uses.odd.append(node)

    # ---- expressions

    def expression(self, node, read=True, write=False, compound=False, address=False, argument=""):
        if node.kind in ("variable", "index", "member") or node.kind == "unary" and node.op == "*":
            return self._place(node, read, write, compound, address, argument)
        handler = getattr(self, "_e_" + node.kind, None)
        if handler:
            handler(node)
        else:
            for child in node.children:
                self.statement(child)

    def _e_assign(self, node):
        self.expression(node.children[1])
        self.expression(node.children[0], read=node.op != "=", write=True, compound=node.op != "=")

    def _e_unary(self, node):
        if node.op in ("x++", "++x", "x--", "--x"):
            self.expression(node.children[0], read=True, write=True, compound=True)
        elif node.op == "&":
            self.expression(node.children[0], read=True, write=True, address=True)
        else:
            self.expression(node.children[0])

    def _e_binary(self, node):
        self.expression(node.children[0])
        if node.op in ("&&", "||"):
            self._under(node.children[1])
        else:
            self.expression(node.children[1])

    def _e_select(self, node):
        self.expression(node.children[0])
        self._under(*node.children[1:])

    def _e_sizeof(self, node):
        pass  # not evaluated

    def _e_call(self, node):
        self.uses.calls.append(node)
        if not node.name:
            self.expression(node.children[0])
        for child in node.children[1:]:
            if child.kind == "unary" and child.op == "&":
                inner = child.children[0]
                written = not points_to_const(child)
                self.expression(inner, read=True, write=written, address=True, argument=node.name or "a function")
            elif child.type is not None and child.type.kind in ("pointer", "array"):
                self.expression(child, read=True, write=not points_to_const(child), address=True, argument=node.name or "a function")
            else:
                self.expression(child)

    def target(self, node):
        """What an address leads to: (variable, subscripts of the element), or None."""
        base, offset = split_sum(node)
        if base.kind == "unary" and base.op == "&":
            found = self._chain(base.children[0])
        elif base.kind in ("variable", "index"):
            found = self._chain(base)
            if found and base.type is not None and base.type.kind in ("array", "pointer") and found[2]:
                found = found[0], (*found[1], zero(base)), False
        else:
            found = None
        if not found or not found[1]:
            return None
        return found[0], (*found[1][:-1], plus(found[1][-1], offset) if offset.kind != "number" or offset.value else found[1][-1])

    def _chain(self, node):
        """(variable, subscripts, whether they end above a scalar) of an element, a row or an array; None for others."""
        subscripts, at = [], node
        while at.kind == "index":
            subscripts.insert(0, at.children[1])
            at = at.children[0]
        if at.kind != "variable" or at.variable is None:
            return None
        if at.variable.key in self.pointers:
            known = self.pointers[at.variable.key]
            if known is None:
                return None
            variable, first = known
            merged = (*first[:-1], plus(first[-1], subscripts[0]), *subscripts[1:]) if subscripts else first
            return variable, merged, bool(subscripts) and at.variable.type.depth > len(subscripts)
        return at.variable, tuple(subscripts), at.variable.type.depth > len(subscripts)

    def _place(self, node, read, write, compound, address, argument):
        """An lvalue: down to the variable that it is a part of."""
        subscripts, at, whole = [], node, node
        while True:
            if at.kind == "index":
                subscripts.insert(0, at.children[1])
                at = at.children[0]
            elif at.kind == "unary" and at.op == "*":
                at, offset = split_sum(at.children[0])
                subscripts.insert(0, offset)
            elif at.kind == "member":
                if subscripts and at.type is not None and at.type.kind == "pointer":
                    self.uses.hidden.append((node, write))
                    write, read = False, True
                if at.op == "->":
                    for subscript in subscripts:
                        self.expression(subscript)
                    at, offset = split_sum(at.children[0])
                    subscripts, whole = [offset], at
                else:
                    for subscript in subscripts:
                        self.expression(subscript)
                    subscripts, at, whole = [], at.children[0], at.children[0]
                continue
            elif at.kind == "binary" and subscripts and at.op in ("+", "-"):
                base, offset = split_sum(at)
                if base is at:
                    break
                subscripts[0] = plus(offset, subscripts[0])
                at = base
            elif at.kind == "cast" and subscripts and at.type and at.type.kind == "pointer":
                break
            else:
                break
        for subscript in subscripts:
            if subscript.kind != "number":
                self.expression(subscript)
        if at.kind != "variable" or at.variable is None:
            if subscripts and at.kind != "string":
                self.uses.hidden.append((node, write))
            return self.expression(at) if at.kind not in ("variable", "index", "member") else None
        if at.variable.key in self.pointers and subscripts:
            known = self.pointers[at.variable.key]
            if known is None or at.variable.key in self.reassigned:
                self.uses.hidden.append((node, write))
            else:
                base, first = known
                merged = (*first[:-1], plus(first[-1], subscripts[0]), *subscripts[1:])
                self.uses.arrays.append(Use(base, whole, merged, read, write, tuple(self.loops), True, bool(self.branch),
                                            argument, len(self.uses.arrays)))
            return None
        depth = at.variable.type.depth
        if depth == 0 and not subscripts:
            self._scalar(at, read, write, compound)
            return None
        if at.variable.scope == "local" and at.variable.type.kind == "array":
            return None  # the iteration's own
        if write and not subscripts and at.variable.type.kind == "pointer" and not address:
            self._scalar(at, read, write, compound)
            return None
        if not subscripts and at.variable.type.kind == "pointer" and at.variable.scope == "local":
            self._scalar(at, read, write, compound)
            return None
        full = len(subscripts) >= depth
        self.uses.arrays.append(Use(at.variable, whole, tuple(subscripts), read, write, tuple(self.loops),
                                    address or not full, bool(self.branch), argument, len(self.uses.arrays)))
        return None

    def _scalar(self, node, read, write, compound):
        variable, events = self.uses.scalars.setdefault(node.variable.key, (node.variable, []))
        if read:
            events.append(Event(False, node, bool(self.conditional)))
        if write:
            events.append(Event(True, node, bool(self.conditional), compound))


def zero(node):
    return Node("number", node.end, node.end, value=0)


def assigned_pointers(node):
    """Keys of pointers that change after their declaration, or whose address is taken."""
    found = set()
    for at in node.walk():
        if at.kind == "assign" or at.kind == "unary" and at.op in ("x++", "++x", "x--", "--x", "&"):
            place = at.children[0]
            if place.kind == "variable" and place.variable is not None and place.variable.type.kind == "pointer":
                found.add(place.variable.key)
    return found


def points_to_const(node):
    """An argument is converted to the parameter's type by an implicit cast, which parse.py folds away; so what counts
    is the type that the call's node carries."""
    kind = node.type
    return bool(kind and kind.element and kind.element.const)


def split_sum(node):
    """(pointer, offset) of `pointer + offset`; the offset of a bare pointer is 0."""
    if node.kind == "binary" and node.op in ("+", "-"):
        left, right = node.children
        if left.type is not None and left.type.kind in ("pointer", "array"):
            base, offset = split_sum(left)
            right = right if node.op == "+" else Node("unary", right.start, right.end, (right,), op="-", type=right.type)
            return base, right if offset.kind == "number" and offset.value == 0 else plus(offset, right)
        if right.type is not None and right.type.kind in ("pointer", "array") and node.op == "+":
            base, offset = split_sum(right)
            return base, left if offset.kind == "number" and offset.value == 0 else plus(offset, left)
    return node, zero(node)


def plus(left, right):
    if left.kind == "number" and left.value == 0:
        return right
    return Node("binary", left.start, right.end, (left, right), op="+", type=right.type)
