# SPDX-License-Identifier: BSD-3-Clause
"""Pointers that walk: `*p++ = ...` in an inner loop is p0[j] = ... where the pointer goes on by the
same in every round, and so is `a[k++] = ...` of a number. Checks look at a body in which such a
variable stands still, and sums of it and a distance stand in the place of its steps; emitters copy
the text as it is."""

from dataclasses import dataclass, replace

from ...companions import added_as_it_is, computed_again, counted_in
from ...loops import ends, greatest, increment_of, least, may_wrap, normalise
from ...syntax import (
    INT,
    Assign,
    Binary,
    Block,
    Break,
    Call,
    Case,
    Declare,
    For,
    If,
    Index,
    IntegerType,
    Label,
    Loop,
    Member,
    Name,
    Node,
    Number,
    PointerType,
    Select,
    Sizeof,
    Statement,
    Unary,
    Variable,
    While,
    holds,
    in_lower_half,
    integer,
    names,
    sets,
    touched,
    variable_of,
)
from ..algebra.affine import Values, converted
from ..body.uses import ends_loop, jumps_out, plus
from .anew import renamed
from .settled import settled
from .trees import upwards

# Keys of numbers that stand still: behind those of anew.py, induction.py and based.py.
BEYOND = 1 << 44
BY = {"x++": 1, "++x": 1, "x--": -1, "--x": -1}


class Astray(Exception):
    """Where the pointer is cannot be told."""


def steady(body: Node) -> Node:
    """The body with as many of its pointers standing still as can be told."""
    body, before = settled(_flat(body)), None
    while isinstance(body, Block) and body is not before:  # one may stand in another one's way
        before = body
        body = _with_counts(body)
        for number, child in enumerate(body.children):
            if isinstance(child, Declare) and _walks(child, body):
                body = _without_steps(body, number, child.variable)
            elif isinstance(child, Declare) and _goes_on(child, body):
                body = _standing(body, number, child)
    body = _leaving(_with_breaks_first(body))
    children = tuple(steady(child) for child in body.children)
    return body if children == body.children else replace(body, children=children)


def counted(body: Node) -> Node:
    """The body with loops that count a number which is made before them, `while (j < m)`, as the
    `for` that they are."""
    body = _flat(body)
    body = _with_counts(body) if isinstance(body, Block) else body
    children = tuple(counted(child) for child in body.children)
    return body if children == body.children else replace(body, children=children)


def _with_counts(body: Block) -> Block:
    """The block with those of its own."""
    for number, child in enumerate(body.children):
        if isinstance(child, Declare) and _counts(child, body):
            block = replace(body, children=body.children[number + 1 :])
            first = converted(child.variable.type, child.children[-1])
            rest = _upward(block, child.variable, first)
            if rest is not block:
                body = replace(body, children=(*body.children[: number + 1], *rest.children))
    return body


def _leaving(node: Node) -> Node:
    """`for (...; j < m && more; ...)` as a loop up to m that is left where there is no more."""
    if not isinstance(node, For) or node.loop.variable is not None or not node.children:
        return node
    parts = _joined(node.loop.condition)
    for part in parts:
        loop = normalise(replace(node.loop, condition=part))
        if loop.variable is not None or any(map(_reaches_memory, part.walk())):
            break  # what comes first may read behind the end that the others have
    rest = [other for other in parts if other is not part]
    if not rest or loop.variable is None:
        return node
    first, body = node.children[-1].start, node.children[-1]
    leaves = [
        If(
            part.start,
            part.end,
            (Unary(part.start, part.end, (part,), op="!"), Break(first, first)),
        )
        for part in rest
    ]
    block = Block(body.start, body.end, (*leaves, body))
    return replace(node, children=(*node.children[:-1], block), loop=loop)


def _joined(condition):
    """The parts of what `&&` joins."""
    if not isinstance(condition, Binary) or condition.op != "&&":
        return [] if condition is None else [condition]
    return [part for side in condition.children for part in _joined(side)]


def _reaches_memory(node: Node):
    """Whether more is read, or changed, than variables hold."""
    behind = isinstance(node, Unary) and node.op == "*"
    return behind or isinstance(node, Index | Member | Call) or bool(sets(node))


def _with_breaks_first(node: Node) -> Node:
    """A loop in which `if (c) ...; else break;` is `if (!c) break; ...`."""
    if not isinstance(node, For) or not node.children:
        return node
    body = node.children[-1]
    before = body.children if isinstance(body, Block) else (body,)
    after = tuple(part for child in before for part in _break_first(child))
    if len(after) == len(before):
        return node
    return replace(node, children=(*node.children[:-1], Block(body.start, body.end, after)))


def _break_first(node: Node):
    if not isinstance(node, If) or len(node.branches) != 2:
        return (node,)
    condition, (yes, no) = node.condition, node.branches
    if ends_loop(yes):
        return replace(node, children=(condition, yes)), no
    if ends_loop(no):
        other = Unary(condition.start, condition.end, (condition,), op="!")
        return replace(node, children=(other, no)), yes
    return (node,)


def inside(function):
    """(a function's body with as many of its pointers standing still as can be told, parameters
    among them; {key of a variable that stands for a parameter's first value: the parameter})."""
    body = settled(_flat(function.body), function.parameters)
    firsts: dict = {}
    if not isinstance(body, Block):
        return body, firsts
    for parameter in function.parameters:
        if isinstance(parameter.type, IntegerType) and not parameter.type.volatile:
            made = replace(parameter, key=-parameter.key - 1)
            at = body.start
            first = Name(at, at, (), parameter.type, made.name, made)
            counted = _upward(body, parameter, first)
            firsts |= {} if counted is body else {made.key: parameter}
            body = counted
    for parameter in function.parameters:
        walks = isinstance(parameter.type, PointerType)
        if walks and any(_step(node, parameter) for node in body.walk()):
            body = _without_steps(body, -1, parameter)
    return steady(body), firsts


def _upward(block: Block, variable, first: Node):
    """`_counted`, or the block as it is where inner loops go by the variable."""
    try:
        return _counted(block, variable, first)
    except Astray:
        return block


def _counted(block: Block, variable, first: Node):
    """The block with its loop that counts the variable down, `while (n--)`, as a `for` that begins
    with `first`, or that counts up so often. No other statement may know the variable."""
    if any(isinstance(node, Label | Case) for node in block.walk()):
        return block  # it may be reached otherwise
    knows = [any(names(n, variable) for n in child.walk()) for child in block.children]
    if sum(knows) != 1:
        return block
    number = knows.index(True)
    node = block.children[number]
    loop = _header(node, variable, first)
    if loop is None or loop.variable is None or loop.variable.key != variable.key:
        return block
    body = node.children[-1]
    if isinstance(node, While) and loop.increment is not None:
        body = replace(body, children=body.children[:-1])
    if any(names(touched(n), variable) for n in body.walk()):
        return block
    ends_at_0 = integer(loop.lower) == 0 and (loop.above or not loop.inclusive)
    moved = [variable_of(touched(n)) for n in body.walk()]
    walks = any(one is not None and isinstance(one.type, PointerType) for one in moved)
    if walks and loop.downward and loop.step is None and ends_at_0:
        body = _turned(body, variable, first, 0 if loop.above else 1)
        loop = upwards(loop, loop.variable, first)
    made = For(node.start, node.end, (body,), loop=loop)
    rest = block.children[number + 1 :]
    return replace(block, children=(*block.children[:number], made, *rest))


def _turned(node: Node, variable, first: Node, less):
    """The tree with `first - less - variable` in the place of the variable."""
    if names(node, variable):
        at = node.start
        high: Node = Binary(at, at, (first, Number(at, at, value=less)), op="-", type=variable.type)
        return Binary(at, at, (high if less else first, node), op="-", type=variable.type)
    if isinstance(node, For) and any(
        names(inner, variable) for part in node.loop.parts() for inner in part.walk()
    ):
        raise Astray
    children = tuple(_turned(child, variable, first, less) for child in node.children)
    return node if children == node.children else replace(node, children=children)


def _header(node: Node, variable, first):
    """The header of a loop that does not set its variable as of one that does, stepped by the last
    statement of a `while` where that does it; None where it is none such."""
    at, kind = node.start, variable.type
    init = Assign(at, at, (Name(at, at, (), kind, variable.name, variable), first), kind, op="=")
    if isinstance(node, For) and node.loop.init is None:
        return normalise(replace(node.loop, init=init))
    if isinstance(node, While) and len(node.body) == 1 and not jumps_out(node.body[0]):
        begin, last = node.body[0].start, _last(node.body[0])
        step = None if last is None or increment_of(last, variable) is None else last
        return normalise(Loop(node.start, node.end, begin, init, node.condition, step))
    return None


def _last(body: Node):
    """The last statement of a block that has others."""
    return body.children[-1] if isinstance(body, Block) and len(body.children) > 1 else None


def _flat(body):
    """A block without those in it that are one declaration of several variables."""
    if not isinstance(body, Block):
        return body
    found: list[Node] = []
    for child in body.children:
        several = isinstance(child, Block) and child.children
        apart = several and all(isinstance(node, Declare) for node in child.children)
        found += child.children if apart else [child]
    return body if len(found) == len(body.children) else replace(body, children=tuple(found))


def _counts(node: Declare, block):
    """Whether a number is made here that nothing else in the block changes than the loop that
    counts it."""
    variable = node.variable
    if (
        not isinstance(variable.type, IntegerType)
        or variable.type.volatile
        or variable.storage == "static"
        or not node.children
        or not computed_again(node.children[-1])
    ):
        return False
    of = [variable_of(part) for part in node.children[-1].walk()]
    places = [touched(part) for part in block.walk()]
    return not any(names(place, one) for place in places for one in of if one is not None)


def _walks(node: Declare, block):
    """Whether a pointer is made here, and changed later."""
    kind = isinstance(node.variable.type, PointerType) and node.variable.storage != "static"
    return kind and bool(node.children) and any(_step(n, node.variable) for n in block.walk())


def _goes_on(node: Declare, block):
    """Whether a number is made here that constants are added to later, and nothing else is done."""
    variable, kind = node.variable, node.variable.type
    if not isinstance(kind, IntegerType) or kind.volatile or variable.storage == "static":
        return False
    changes = [part for part in block.walk() if names(touched(part), variable)]
    return bool(node.children and changes) and all(_step(part, variable) for part in changes)


def _standing(block, number, node: Declare):
    """The block with such a number standing still, as a variable of its own: that of the text is
    changed."""
    variable = node.variable
    still = _without_steps(block, number, variable)
    if still is block or any(names(touched(part), variable) for part in still.walk()):
        return block
    own = replace(variable, key=BEYOND + variable.key)
    rest = (renamed(child, variable, own) for child in still.children[number + 1 :])
    made = replace(node, variable=own)
    return replace(still, children=(*still.children[:number], made, *rest))


def _without_steps(block, number, variable):
    walk = Steps(variable)
    if any(isinstance(node, Label | Case) for node in block.walk()):
        return block  # it may be reached otherwise
    try:
        rest, _ = walk.statements(block.children[number + 1 :], Distance())
    except Astray:
        return block
    return replace(block, children=(*block.children[: number + 1], *rest))


def _step(node: Node, variable):
    """By how much the node moves the pointer, as an integer; 0: it does not, or by no constant."""
    if isinstance(node, Unary) and node.steps and names(node.operand, variable):
        return BY[node.op]
    if not isinstance(node, Assign) or not names(node.target, variable):
        return 0
    value, op = node.assigned, node.op[0]
    if node.op == "=":
        if not isinstance(value, Binary) or not names(value.left, variable):
            return 0
        value, op = value.right, value.op
    known = integer(value)
    return 0 if known is None or op not in "+-" else known if op == "+" else -known


@dataclass(frozen=True)
class Distance:
    """How far the variable is from where it began: so many, and a tree of more of them."""

    constant: int = 0
    more: Node | None = None
    lost: bool = False  # a loop has moved it, nobody counts how often

    def moved(self, by):
        return replace(self, constant=self.constant + by)

    def added(self, tree):
        if self.more is not None:
            tree = Binary(tree.start, tree.start, (self.more, tree), op="+", type=tree.type)
        return replace(self, more=tree)

    def tree(self, at):
        """The distance as a tree that stands nowhere but `at`."""
        number = Number(at, at, value=self.constant)
        if self.more is None or not self.constant:
            return number if self.more is None else self.more
        return Binary(at, at, (number, self.more), op="+", type=self.more.type)


class Steps:
    """One variable, from where it gets a value on. `fixed(tree)`: whether a number is the same in
    all iterations, and can be computed once more; without it steps are constants."""

    def __init__(self, variable: Variable, fixed=None):
        self.variable, self.fixed = variable, fixed
        self.kind = counted_in(variable)
        self.asked: list[Node] = []  # what must be 0 or more: how often loops go round

    def mentions(self, node: Node):
        if isinstance(node, Sizeof):
            return 0
        parts = node.loop.parts() if isinstance(node, For) else ()
        below = sum(self.mentions(child) for child in (*parts, *node.children))
        return below + names(node, self.variable)

    def changed(self, node: Node):
        """Whether it is set, or its address taken, somewhere in there."""
        return any(names(touched(inner), self.variable) for inner in node.walk())

    def here(self, node: Node, distance):
        """The variable's name, as a sum."""
        if distance.lost:
            raise Astray
        if distance.more is None and not distance.constant:
            return node
        kind = self.variable.type
        if self.kind is not None and kind.size < INT:
            raise Astray  # C computes it in another type
        number = Number(node.end, node.end, value=distance.constant)
        far = number if distance.more is None else plus(distance.more, number)
        return Binary(node.start, node.end, (node, far), op="+", type=kind)

    def by(self, node: Node):
        """The Distance that a statement moves the variable by; None where it is none such."""
        known = _step(node, self.variable)
        if known and self.held(known):
            return Distance(known)
        found = increment_of(node, self.variable) if self.fixed is not None else None
        if found is None or found[0] is None or not self.fixed(found[0]):
            return None
        tree, down = found
        if not added_as_it_is(self.kind, tree.type):
            return None
        if down:
            tree = Unary(tree.start, tree.start, (tree,), self.kind, op="-")
        return Distance(more=tree)

    def held(self, number):
        """Whether an integer's type holds a step, which is another one else."""
        kind = self.kind
        return kind is None or not kind.signed or -number in range(least(kind), greatest(kind))

    # ---- statements: (what stands in their place, the distance behind them)

    def statements(self, nodes, distance):
        found = []
        for node in nodes:
            other, distance = self.statement(node, distance)
            found.append(other)
        return found, distance

    def statement(self, node: Node, distance):
        if not self.changed(node):
            return self.substituted(node, distance), distance
        if isinstance(node, Block):
            children, distance = self.statements(node.children, distance)
            return replace(node, children=tuple(children)), distance
        if isinstance(node, For):
            return self.loop(node, distance)
        if isinstance(node, Statement) and not isinstance(node, Declare):
            raise Astray  # it may be executed or not
        return self.expression(node, distance)

    def expression(self, node: Node, distance):
        """One that moves the variable, once, and has no other use of it."""
        by = self.by(node)
        if by is not None:
            further = distance if by.more is None else distance.added(by.more)
            return Number(node.start, node.end, value=0), further.moved(by.constant)
        steps = [n for n in node.walk() if _step(n, self.variable)]
        if len(steps) != 1 or self.mentions(node) != 1 or not isinstance(steps[0], Unary):
            raise Astray
        parts = node.children if isinstance(node, Declare) else (node,)
        if any(_may_be_left_out(n) for part in parts for n in part.walk()):
            raise Astray
        before, step = distance, steps[0]
        distance = distance.moved(_step(step, self.variable))
        place = self.here(step.operand, before if step.op.startswith("x") else distance)
        return _replaced(node, step, place), distance

    def loop(self, node: For, distance):
        """Where the pointer goes on by the same in each round, which all are executed to their
        end."""
        loop, last = _apart(node.loop, self.variable)
        headers = [part for part in (loop.init, loop.condition, loop.increment) if part is not None]
        if (
            loop.variable is None
            or (loop.step is not None and integer(loop.step) != 1)
            or jumps_out(node.body)
            or any(self.mentions(part) for part in headers)
            or any(names(touched(part), loop.variable) for part in node.body.walk())
        ):
            raise Astray
        _, there = self.statement(node.body, Distance())
        by = there.moved(last)
        if by.lost or (by.more is not None and self.fixed is None):
            raise Astray
        rounds, here = _rounds(node, loop), distance
        if by.more is not None:
            here = distance.added(self.product(by.tree(node.start), rounds))
        elif by.constant:
            here = distance.added(self.times(by.constant, rounds))
        body, _ = self.statement(node.body, here)
        return replace(node, children=(body,), loop=loop), self.behind(loop, by, distance)

    def behind(self, loop, by, distance):
        """The distance behind a loop, whose rounds go on by so much each."""
        if by == Distance():
            return distance
        first, end = (Values().polynomial(part) for part in (loop.lower, loop.upper))
        rounds = None if first is None or end is None else (end - first).value
        if rounds is not None:
            rounds = max(0, rounds + loop.inclusive - loop.above)
            further = distance.moved(by.constant * rounds)
            return further if by.more is None else further.added(self.times(rounds, by.more))
        tree = None if self.fixed is None else _all_rounds(loop, self.fixed)
        if tree is None:
            return replace(distance, lost=True)
        self.asked.append(tree)
        if by == Distance(1):
            return distance.added(tree)
        return distance.added(self.product(by.tree(tree.start), tree))

    def times(self, factor, tree: Node):
        return self.product(Number(tree.start, tree.start, value=factor), tree)

    def product(self, one: Node, other: Node):
        return Binary(one.start, one.start, (one, other), op="*", type=self.kind)

    def substituted(self, node: Node, distance):
        if not self.mentions(node) or distance == Distance():
            return node
        if names(node, self.variable):
            return self.here(node, distance)
        children = tuple(self.substituted(child, distance) for child in node.children)
        if isinstance(node, For) and any(self.mentions(part) for part in node.loop.parts()):
            raise Astray
        return replace(node, children=children)


def _apart(loop, variable):
    """(the header without a step of the pointer beside the increment, that step)."""
    both = loop.increment
    if not isinstance(both, Binary) or both.op != ",":
        return loop, 0
    for own, other in ((both.left, both.right), (both.right, both.left)):
        by = _step(other, variable)
        if by:
            return normalise(replace(loop, increment=own)), by
    return loop, 0


def _may_be_left_out(node: Node):
    """Whether what stands in an expression need not be evaluated, or not once."""
    if isinstance(node, Sizeof):
        return any(map(sets, node.walk()))
    chooses = isinstance(node, Binary) and node.op in ("&&", "||")
    return chooses or isinstance(node, Select | Statement)


def _all_rounds(loop, fixed):
    """How often a loop goes round, which may be less than 0 where it never does; None where it
    cannot be told before."""
    (first, end), kind = ends(loop), loop.variable.type
    if may_wrap(loop) or not (fixed(first) and fixed(end)):
        return None
    if not (holds(kind, first.type) or in_lower_half(integer(first), kind)):
        return None
    if not all(part.type.signed or isinstance(part, Name | Number) for part in (first, end)):
        return None  # a difference may be a large number
    at, more = loop.start, loop.inclusive - loop.above
    tree = loop.upper
    if integer(loop.lower) != 0:
        tree = Binary(at, at, (tree, loop.lower), loop.variable.type, op="-")
    number = Number(at, at, (), loop.variable.type, value=more)
    return Binary(at, at, (tree, number), loop.variable.type, op="+") if more else tree


def _rounds(node: For, loop):
    """How many rounds there were before this one."""
    counter = Name(node.start, node.start, variable=loop.variable, type=loop.variable.type)
    first, _ = ends(loop)
    sides = (first, counter) if loop.downward else (counter, first)
    rounds = Binary(node.start, node.start, sides, op="-", type=loop.variable.type)
    if not loop.downward or loop.inclusive:
        return rounds
    # `n-- > 0` has taken one away already.
    return plus(Number(node.start, node.start, value=-1), rounds)


def _replaced(node: Node, old, new):
    if node is old:
        return new
    children = tuple(_replaced(child, old, new) for child in node.children)
    same = all(one is other for one, other in zip(children, node.children, strict=True))
    return node if same else replace(node, children=children)
