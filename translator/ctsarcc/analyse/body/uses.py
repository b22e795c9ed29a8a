# SPDX-License-Identifier: BSD-3-Clause
"""What a loop's body does with which variable: one walk over the tree, in the order of
evaluation."""

from dataclasses import dataclass, field, replace

from ...syntax import (
    ArrayType,
    Assign,
    Binary,
    Block,
    Break,
    Call,
    Continue,
    Declare,
    Do,
    For,
    Goto,
    If,
    Index,
    IndexedType,
    Jump,
    Member,
    Name,
    Node,
    Number,
    PointerType,
    Return,
    Select,
    Statement,
    String,
    StructType,
    Switch,
    Unary,
    Variable,
    Visitor,
    While,
    indexed,
    integer,
    variable_of,
)

TOLD, UNTOLD = 1, 2  # of jumps: whether conditions say all about what they leave out


@dataclass(frozen=True)
class Use:
    """A use of an array or through a pointer: `variable[subscripts]...`, `*variable`, or the bare
    name."""

    variable: Variable
    node: Node  # the whole of it, as it stands in the text
    subscripts: tuple[Node, ...]
    read: bool
    write: bool
    loops: tuple = ()  # `for` nodes around it, from the outside, the region's own excluded
    address: bool = (
        False  # what is used is an address: `&a[i]`, or fewer subscripts than dimensions
    )
    branch: bool = False  # under an if or the like: it may not be executed
    argument: str = ""  # the function that it is passed to
    order: int = 0
    base: Node | None = None  # the variable's name in it
    guards: tuple = ()  # (condition, whether it holds or None): what decides about it
    # after a jump that may leave it out: continue, an inner break, an early return of a function
    skipped: bool = False
    field: str = ""  # the member of the element that is meant; "": all of it
    call: Node | None = None  # to which the address is passed
    # an address that a pointer gets which may lead to other elements, too: it moves on from there
    walks: bool = False
    # (number of a loop in `loops`, condition) of the breaks that are all that may leave it out
    ends: tuple = ()


@dataclass(frozen=True)
class Event:
    """A read or write of a scalar."""

    write: bool
    node: Node
    conditional: bool
    compound: bool = False  # += and the like
    branch: bool = False  # under an if or the like
    loops: tuple = ()  # `for` nodes around it
    # of an array inside of the struct that the variable is (Uses.inside), or a read of what is none
    part: bool = False
    passed: bool = False  # its address is an argument: the function may set it, read it, or both


@dataclass
class Uses:
    arrays: list = field(default_factory=list)  # Use
    scalars: dict = field(default_factory=dict)  # key -> (Variable, [Event])
    calls: list = field(default_factory=list)  # nodes
    jumps: list = field(default_factory=list)  # (node, what it is) out of the loop
    labels: list = field(default_factory=list)
    odd: list = field(default_factory=list)  # asm, nested functions, ... nodes that cannot be moved
    hidden: list = field(
        default_factory=list
    )  # (node, write, member): memory behind a pointer that is no variable: s.p[i], f(x)[i]
    locals: dict = field(default_factory=dict)  # key -> (Variable, initialiser or None)
    loops: list = field(default_factory=list)  # `for` nodes
    paths: list = field(
        default_factory=list
    )  # Use, of memory behind members; the variable stands for the pointer
    inside: list = field(default_factory=list)  # Use, of arrays inside structs that are variables
    bound: dict = field(default_factory=dict)  # what pointers stand for (views.py)
    elsewhere: list = field(default_factory=list)  # Use, by functions of the file
    passed: set = field(
        default_factory=set
    )  # keys of pointers that the body writes through as they walk, or passes on

    def written(self):
        """Keys of the variables that the body changes."""
        return {
            key for key, (_, events) in self.scalars.items() if any(event.write for event in events)
        }

    def left_alone(self, inside):
        """Takes for reads what gives a variable's address to functions of which none changes it.
        `inside`: the uses of the same body with these functions'."""
        if any(write and not member for _, write, member in inside.hidden):
            return  # nobody knows what is written
        written = inside.written() | {u.variable.key for u in (*inside.arrays, *inside.elsewhere)}
        for key, (variable, events) in self.scalars.items():
            if key not in written and all(one.passed for one in events if one.write):
                self.scalars[key] = (variable, [one for one in events if not one.write])


@dataclass
class Place:
    """An lvalue on the way down to the variable that it is a part of."""

    node: Node  # all of it
    at: Node  # what is left
    whole: Node  # the element: what stands in front of members
    read: bool
    write: bool
    address: bool
    subscripts: list = field(default_factory=list)  # from the outermost
    member: str = ""  # of the element; with a point: a part of it
    part: bool = False  # of an array inside of a struct

    def address_of(self):
        """`&x` under subscripts: (&a[k])[j] is a[k + j], (&x)[0] is x. False where it is none of
        these."""
        self.at = self.at.children[0]
        if isinstance(self.at, Index) and self.subscripts:
            self.subscripts[0] = plus(self.at.subscript, self.subscripts[0])
            self.at = self.at.base
        elif self.subscripts and integer(self.subscripts[0]) != 0:
            return False
        else:
            self.address = self.address or not self.subscripts
            self.subscripts = self.subscripts[1:]
        return True


class Walk(Visitor):
    # Key of a pointer variable -> the tree of what it points to (views.py).
    bound: dict = {}  # noqa: RUF012

    def __init__(self):
        self.uses = Uses()
        self.loops, self.conditional, self.branch, self.guards = [], 0, 0, []
        self.breakable = 0
        # What jumps may leave out what follows: 0: none; TOLD: breaks that `ends` has; UNTOLD.
        self.jumped, self.ends = 0, []
        # (the statement behind which only such breaks do, what else did before the loop, the loop)
        self.last_break = None
        # How many guards and loops there were where the function begins, and where the switch does.
        self.entry = self.switch = (0, 0)
        self.call = None  # whose arguments are being looked at

    # ---- statements

    def body(self, node: Node):
        """The body of the loop to be split."""
        self.statement(node)
        return self.uses

    def statement(self, node: Node):
        if isinstance(node, Statement):
            self.handler(node)(node)
        else:
            self.expression(node)

    def on_block(self, node: Node):
        before, branch, left = len(self.guards), self.branch, False
        last, ends = self.last_break, len(self.ends)
        self.last_break = None
        for child in node.children:
            jumped = self.jumped
            self.statement(child)
            # After `if (c) continue;` c does not hold.
            if (
                isinstance(child, If)
                and len(child.branches) == 1
                and _ends_in_jump(child.branches[0])
            ):
                self.guards.append((child.condition, False))
                if _continues_if(child):  # that says all: what follows is `if (!c)`'s
                    self.jumped, self.branch, left = jumped, self.branch + 1, True
            if last is not None and isinstance(child, If) and _breaks_if(child):
                self.ends.append((len(self.loops) - 1, child.condition))
            if last is not None and child is last[0]:
                self.jumped = max(last[1], TOLD)
        del self.guards[before:], self.ends[ends:]
        self.branch, self.jumped = branch, UNTOLD if left else self.jumped

    def _under(self, *nodes, branch=True):
        """Statements that may be executed never or, with branch=False, as often as a loop says."""
        self.conditional, self.branch = self.conditional + 1, self.branch + branch
        for node in nodes:
            self.statement(node)
        self.conditional, self.branch = self.conditional - 1, self.branch - branch

    def on_if(self, node: If):
        self.expression(node.condition)
        for child, holds in zip(node.branches, (True, False), strict=False):
            self._guarded(node.condition, holds, child)

    def _guarded(self, condition, holds, *nodes):
        self.guards.append((condition, holds))
        self._under(*nodes)
        self.guards.pop()

    def _loop(self, run, *body, counted=False):
        """A loop in the body. After a jump out of one round the rounds that follow are executed or
        not; which are can be told where conditions alone leave a loop that is `counted`."""
        leaves = any(jumps_out(node, (Break, Return, Goto)) for node in body)
        before, self.jumped = self.jumped, UNTOLD if leaves else self.jumped
        last = _last_break(body[-1]) if counted and isinstance(body[-1], Block) else None
        self.last_break = None if last is None else (last, before)
        self.breakable += 1
        run()
        self.breakable -= 1
        left = any(jumps_out(node, (Return, Goto)) for node in body)
        self.last_break, self.jumped = None, UNTOLD if left else before

    def on_while(self, node: While):
        self.expression(node.condition)
        self._loop(lambda: self._under(*node.body), *node.body)

    def on_do(self, node: Do):
        def run():
            self.statement(node.body)
            for child in node.condition:
                self.expression(child)

        self._loop(run, node.body)

    def on_switch(self, node: Switch):
        self.expression(node.subject)
        outer, self.switch = self.switch, (len(self.guards), len(self.loops))
        self.breakable += 1
        self._guarded(node.subject, None, *node.body)
        self.breakable -= 1
        self.switch = outer

    def _entered(self, node: Node, since):
        """What follows is reached from elsewhere, too: what decided about it may not hold, and a
        loop around it may not have begun."""
        guards, loops = since
        self.guards[guards:] = [(condition, None) for condition, _ in self.guards[guards:]]
        if len(self.loops) > loops:
            self.uses.hidden.append((node, True, False))

    def on_case(self, node: Node):
        self._entered(node, self.switch)
        for child in node.children:
            self.statement(child)

    def on_for(self, node: For):
        loop = node.loop
        self.uses.loops.append(node)
        if loop.init:
            self.statement(loop.init)
        self.loops.append(node)
        if loop.condition:
            self.expression(loop.condition)

        def run():
            self._under(*node.children, branch=loop.variable is None)

        self._loop(run, *node.children, counted=loop.variable is not None)
        if loop.increment:
            self._under(loop.increment)
        self.loops.pop()

    def on_break(self, node: Node):
        if not self.breakable:
            self.uses.jumps.append((node, "break"))

    def on_continue(self, node: Node):
        self.jumped = UNTOLD  # of an inner loop, or of the loop itself: the next iteration

    def on_return(self, node: Node):
        for child in node.children:
            self.expression(child)
        self.uses.jumps.append((node, "return"))
        self.jumped = UNTOLD

    def on_goto(self, node: Node):
        self.uses.jumps.append((node, "goto"))
        self.jumped = UNTOLD

    def on_label(self, node: Node):
        self.uses.labels.append(node)
        self._entered(node, self.entry)
        for child in node.children:
            self.statement(child)

    def on_empty(self, node: Node):
        pass

    def on_asm(self, node: Node):
        self.uses.odd.append(node)

    def on_nested(self, node: Node):
        self.uses.odd.append(node)

    def on_declare(self, node: Declare):
        for child in node.children:
            self.expression(child)
        variable = node.variable
        single = node.children and not isinstance(variable.type, ArrayType)
        self.uses.locals[variable.key] = (variable, node.children[-1] if single else None)
        if variable.storage == "static":
            self.uses.odd.append(node)

    # ---- expressions

    def expression(
        self, node: Node, read=True, write=False, compound=False, address=False, argument=""
    ):
        if isinstance(node, Name | Index | Member) or (isinstance(node, Unary) and node.op == "*"):
            self._place(node, read, write, compound, address, argument)
        elif (
            isinstance(node, Binary)
            and node.op in ("+", "-")
            and isinstance(node.type, PointerType)
        ):
            self._place(node, read, write or not points_to_const(node), compound, True, argument)
        elif handler := self.handler(node):
            handler(node)
        else:
            for child in node.children:
                self.statement(child)

    def on_assign(self, node: Assign):
        self.expression(node.assigned)
        self.expression(node.target, read=node.op != "=", write=True, compound=node.op != "=")

    def on_unary(self, node: Unary):
        if node.steps:
            self.expression(node.operand, read=True, write=True, compound=True)
        elif node.op == "&":
            self._address(node)
        else:
            self.expression(node.operand)

    def on_binary(self, node: Binary):
        self.expression(node.left)
        if node.op in ("&&", "||"):
            self._guarded(node.left, node.op == "&&", node.right)
        else:
            self.expression(node.right)

    def on_select(self, node: Select):
        self.expression(node.condition)
        self._guarded(node.condition, True, node.yes)
        self._guarded(node.condition, False, node.no)

    def on_sizeof(self, node: Node):
        pass  # not evaluated

    def on_call(self, node: Call):
        self.uses.calls.append(node)
        if not node.name:
            self.expression(node.callee)
        self._arguments(node, node.arguments)

    def _arguments(self, node: Call, arguments):
        outer, self.call = self.call, node
        self._given(node, arguments)
        self.call = outer

    def _given(self, node: Call, arguments):
        for child in arguments:
            if isinstance(child, Unary) and child.op == "&":
                self._address(child, node.name or "a function")
            elif (
                isinstance(child, Member) and child.pointer
            ):  # the struct is read; what the pointer leads to is nobody's array
                self.uses.hidden.append((child, not points_to_const(child), True))
                self.expression(child)
            elif isinstance(child.type, IndexedType) and not child.type.is_function_pointer:
                variable = variable_of(child)
                own = (
                    variable is not None
                    and variable.scope == "local"
                    and isinstance(variable.type, PointerType)
                    and variable.key not in self.bound
                )
                # A pointer of the iteration's own stays as it is, whatever is done with what it
                # leads to.
                if variable is not None and own and not points_to_const(child):
                    self.uses.passed.add(variable.key)
                self.expression(
                    child,
                    read=True,
                    write=not own and not points_to_const(child),
                    address=True,
                    argument=node.name or "a function",
                )
            else:
                self.expression(child)

    def _address(self, node: Unary, argument=""):
        """`&x`, which may be written through."""
        written, variable = not points_to_const(node), variable_of(node.operand)
        outer = variable if variable is not None and variable.scope != "local" else None
        if outer is not None and written and isinstance(outer.type, PointerType):
            self._scalar(node.operand, False, True, False)  # it may lead elsewhere then
        self.expression(node.operand, read=True, write=written, address=True, argument=argument)

    def _place(self, node: Node, read, write, compound, address, argument):
        """An lvalue: what is done with the variable that it is a part of."""
        # An array inside a struct is its address, where it is no lvalue's part.
        decays = (
            isinstance(node, Member) and not node.pointer and isinstance(node.type, IndexedType)
        )
        place = Place(node, node, node, read, write, address or decays)
        while self._down(place):
            pass
        for subscript in place.subscripts:
            if not isinstance(subscript, Number):
                self.expression(subscript)
        at, subscripts = place.at, place.subscripts
        if not isinstance(at, Name) or at.variable is None:
            walker = self._moving(at) if subscripts else None
            if walker is not None:
                self.uses.passed |= {walker.key} if place.write else set()
            elif subscripts and not isinstance(at, String):
                self.uses.hidden.append((node, place.write, False))
            self._rest(at, at is node)
        elif self._is_value(place):
            beside = not place.write and _is_plain_member(node)
            part, passed = place.part or beside, bool(argument) and place.address
            self._scalar(at, place.read, place.write, compound, part, passed)
        elif at.variable.scope != "local" or not isinstance(
            at.variable.type, ArrayType
        ):  # else the iteration's own
            full = len(subscripts) >= at.variable.type.depth
            self.uses.arrays.append(
                Use(
                    at.variable,
                    place.whole,
                    tuple(subscripts),
                    place.read,
                    place.write,
                    tuple(self.loops),
                    place.address or not full,
                    bool(self.branch),
                    argument,
                    len(self.uses.arrays),
                    at,
                    tuple(self.guards),
                    bool(self.jumped),
                    place.member,
                    self.call if argument else None,
                    ends=tuple(self.ends) if self.jumped == TOLD else (),
                )
            )

    @staticmethod
    def _is_value(place):
        """Whether the variable itself is meant: a scalar, or a pointer that is set or that the
        iteration has made."""
        if place.subscripts:
            return False
        variable = place.at.variable
        return variable.type.depth == 0 or (
            isinstance(variable.type, PointerType)
            and ((place.write and not place.address) or variable.scope == "local")
        )

    def _down(self, place):
        """One step towards the variable; False where there is none."""
        at = place.at
        if isinstance(at, Name) and at.variable is not None and at.variable.key in self.bound:
            place.at = self.bound[at.variable.key]
        elif isinstance(at, Index):
            place.subscripts.insert(0, at.subscript)
            place.at = at.base
        elif isinstance(at, Unary) and at.op == "*":
            place.at, offset = split_sum(at.operand)
            place.subscripts.insert(0, offset)
        elif isinstance(at, Member):
            self._member_of(place)
        elif isinstance(at, Binary) and (place.subscripts or place.address) and at.op in ("+", "-"):
            place.at, offset = split_sum(at)
            if place.at is at:
                return False
            place.subscripts[:1] = [
                plus(offset, place.subscripts[0]) if place.subscripts else offset
            ]
        elif isinstance(at, Unary) and at.op == "&" and (place.subscripts or place.address):
            return place.address_of()
        else:
            return False
        return True

    def _member_of(self, place):
        """`s.m`, `p->m`: an access of the struct; what a pointer in it leads to is nobody's
        array."""
        at: Member = place.at
        if place.subscripts and at.pointer:
            self.uses.hidden.append((place.node, place.write, True))
            self._named(place, self.uses.paths)
            place.write, place.read = False, True
            place.part = at.op == "." and _is_plain_member(at)
        elif place.subscripts and not place.address and _of_an_object(at):
            self._named(place, self.uses.inside)
            place.part = True
        for subscript in place.subscripts:
            self.expression(subscript)
        if at.op == "->":
            place.at, offset = split_sum(at.base)
            place.subscripts = [offset]
        else:
            place.at, place.subscripts = at.base, []
        place.whole = place.at
        place.member = (
            f"{at.name}." if place.member or not isinstance(place.node, Member) else at.name
        )

    def _named(self, place, found):
        """A use of what a pointer inside a struct leads to, or of an array inside of it: of an
        array that is called as the member is."""
        name, outer = path(place.at, self.bound)
        variable = Variable(name, name, "hidden", place.at.type)
        found.append(
            Use(
                variable,
                place.node,
                (*outer, *place.subscripts),
                place.read,
                place.write,
                tuple(self.loops),
                place.address or len(place.subscripts) < place.at.type.depth,
                bool(self.branch),
                "",
                len(found),
                place.at,
                tuple(self.guards),
                bool(self.jumped),
                place.member,
                ends=tuple(self.ends) if self.jumped == TOLD else (),
            )
        )

    def _rest(self, node: Node, same):
        """What is no place: an expression of its own."""
        if same or isinstance(node, Name | Index | Member):
            for child in node.children if not isinstance(node, Index | Member) else ():
                self.expression(child)
        else:
            self.expression(node)

    @staticmethod
    def _moving(node: Node):
        """The pointer variable of `p++`, which walks through something, or None."""
        return variable_of(node.operand) if isinstance(node, Unary) and node.steps else None

    def _scalar(self, node, read, write, compound, part=False, passed=False):
        events = self.uses.scalars.setdefault(node.variable.key, (node.variable, []))[1]
        event = Event(
            False,
            node,
            bool(self.conditional),
            False,
            bool(self.branch),
            tuple(self.loops),
            part,
            passed,
        )
        if read:
            events.append(event)
        if write:
            events.append(replace(event, write=True, compound=compound))


def _last_break(block: Block):
    """The last statement of a loop's body that is `if (c) break;`, where no other jump leaves the
    loop, or a round before it; None where there is none such."""
    breaks = [number for number, child in enumerate(block.children) if _breaks_if(child)]
    if not breaks:
        return None
    for number, child in enumerate(block.children):
        if _breaks_if(child) or _continues_if(child):
            continue
        before = (Continue,) if number < breaks[-1] else ()
        if jumps_out(child, (Break, Return, Goto, *before)):
            return None
    return block.children[breaks[-1]]


def _continues_if(node: Node):
    """Whether it is `if (c) continue;`."""
    return isinstance(node, If) and len(node.branches) == 1 and _continues(node.branches[0])


def _breaks_if(node: Node):
    """Whether it is `if (c) break;`."""
    return isinstance(node, If) and len(node.branches) == 1 and ends_loop(node.branches[0])


def ends_loop(node: Node):
    """Whether the statement is a break."""
    while isinstance(node, Block) and len(node.children) == 1:
        node = node.children[0]
    return isinstance(node, Break)


def _ends_in_jump(node: Node):
    """Whether what follows the statement is not executed after it."""
    if isinstance(node, Block):
        return bool(node.children) and _ends_in_jump(node.children[-1])
    return isinstance(node, Jump)


def _continues(node: Node):
    """Whether the statement does nothing else about what follows than to go on with the next
    round."""
    if isinstance(node, Block):
        *others, last = node.children
        return _continues(last) and not any(jumps_out(child) for child in others)
    return isinstance(node, Continue)


def _is_plain_member(node: Node):
    """Whether it is a number or a pointer in a struct that is a variable, where no array of the
    struct is."""
    if not isinstance(node, Member) or isinstance(node.type, ArrayType | StructType):
        return False
    while isinstance(node, Member) and node.op == ".":
        name, node = node.name, node.base
        kind = node.type
        # That of a union without a name is not among the struct's.
        if not isinstance(kind, StructType) or kind.union or name not in kind.members:
            return False
    return isinstance(node, Name)


def _of_an_object(member: Member):
    """Whether it is a member of a struct that is a variable of the function or the file."""
    variable = variable_of(member.base)
    if variable is None or variable.scope == "local" or member.op != ".":
        return False
    return isinstance(variable.type, StructType) and not variable.type.union


def path(node: Node, bound):
    """(name, subscripts) of the place that holds a pointer: `s->rows[i].at` is s->rows[].at, by i.
    The name is "" where it is none that stays the same."""
    if isinstance(node, Name) and node.variable is not None:
        return (
            path(bound[node.variable.key], bound)
            if node.variable.key in bound
            else (f"{node.variable.name}#{node.variable.key}", ())
        )
    if isinstance(node, Member):
        name, outer = path(node.base, bound)
        return (f"{name}{node.op}{node.name}" if name else "", outer)
    if isinstance(node, Index):
        name, outer = path(node.base, bound)
        return (f"{name}[]" if name else "", (*outer, node.subscript))
    if isinstance(node, Unary) and node.op in ("&", "*"):
        name, outer = path(node.operand, bound)
        return (f"{node.op}({name})" if name else "", outer)
    return "", ()


LOOPS = (For, While, Do)


def jumps_out(node: Node, kinds=(Break, Continue, Return, Goto)):
    """Whether a jump of these kinds leaves the statement that `node` is the body of, or its present
    round."""
    if isinstance(node, Jump):
        return isinstance(node, kinds)
    if not node.children:
        return False
    if isinstance(node, LOOPS):
        kinds = (Return, Goto)
    elif isinstance(node, Switch):
        kinds = tuple(kind for kind in kinds if kind is not Break)
    return any(jumps_out(child, kinds) for child in node.children)


def points_to_const(node: Node):
    """An argument is converted to the parameter's type by an implicit cast, which parse/ folds
    away; so what counts is the type that the call's node carries."""
    kind = node.type
    return bool(kind and kind.element and kind.element.const)


def split_sum(node: Node):
    """(pointer, offset) of `pointer + offset`; the offset of a bare pointer is 0."""
    zero = Number(node.end, node.end, value=0)
    if isinstance(node, Binary) and node.op in ("+", "-"):
        left, right = node.left, node.right
        if indexed(left):
            base, offset = split_sum(left)
            right = (
                right
                if node.op == "+"
                else Unary(right.start, right.end, (right,), op="-", type=right.type)
            )
            return base, right if isinstance(offset, Number) and offset.value == 0 else plus(
                offset, right
            )
        if indexed(right) and node.op == "+":
            base, offset = split_sum(right)
            return base, left if isinstance(offset, Number) and offset.value == 0 else plus(
                offset, left
            )
    return node, zero


def plus(left, right):
    if isinstance(left, Number) and left.value == 0:
        return right
    return Binary(left.start, right.end, (left, right), op="+", type=right.type)
