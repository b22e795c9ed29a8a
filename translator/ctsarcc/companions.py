# SPDX-License-Identifier: BSD-3-Clause
"""Loops with several variables: `for (i = 0, j = n - 1; i < n; i++, j--)`. All but the one that the
condition asks are computed from it, at the head of the body. Those that the body steps
(analyse/views/induction.py) are computed so, too."""

from dataclasses import replace

from .loops import ends, increment_of, initial, normalise, objection
from .syntax import (
    INT,
    ArrayType,
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    Companion,
    ComplexType,
    Declare,
    FloatType,
    FunctionType,
    Index,
    IndexedType,
    IntegerType,
    Member,
    Name,
    Node,
    Number,
    PointerType,
    Unary,
    Variable,
    VoidType,
    holds,
    integer,
    names,
    sets,
    touched,
    unused,
    variable_of,
)

MOST = 8  # bytes of what companions are computed in


def apart(node, known, own):
    """The `for` with one variable and Companions, or as it is where it has no others or they
    cannot be told. `known`: names that the function uses; `own()`: keys of those of its variables
    of which nobody has the address."""
    loop = node.loop
    if not objection(loop) or not node.children:
        return node
    starts = [initial(part) for part in _parts(loop.init)]
    steps = _parts(loop.increment)
    if None in starts:
        return node
    before = _set_before(steps, starts, loop.header_end, known)
    if not starts or len(starts) + len(before) < 2:
        return node

    def fixed(tree):
        return Fixed(node, own())(tree)

    for part, (variable, declared, _) in zip(_parts(loop.init), starts, strict=True):
        mine = [step for step in steps if increment_of(step, variable) is not None]
        if len(mine) != 1:
            continue
        others = [start for start in (*starts, *before) if start[0] is not variable]
        found = normalise(_bounded(replace(loop, init=part, increment=mine[0]), others, steps))
        plain = found.variable is not None and found.around is None  # `upper` is the first value
        made = plain and _companions(found, others, steps, mine[0], fixed)
        if made and not _changed(replace(node, loop=found), made, own):
            return _made(node, replace(found, declared=declared, companions=made))
    return node


def entered(loop):
    """The Companions that have their first values before the loop."""
    return [one for one in loop.companions if one.before]


def _set_before(steps, starts, at, known):
    """What `initial` says of a variable that the header steps and does not set: its value before
    the loop has a name of its own."""
    own, found = {start[0].key for start in starts}, []
    for variable in map(variable_of, map(touched, steps)):
        if variable is None or variable.key in own:
            continue
        own.add(variable.key)
        # What others may change, or see change, is left as it stands.
        if _of_the_function(variable):
            found.append((variable, False, first_of(variable, at, known)))
    return found


def first_of(variable, at, known):
    """A name for the value that a variable has before the loop."""
    name = unused(f"{variable.name}_first", known)
    kind = replace(variable.type, const=False)
    made = Variable(name, -variable.key - 1, "function", kind)
    return Name(at, at, (), kind, name=name, variable=made)


def _bounded(loop, others, steps):
    """The header with a bound in the place of the variable that is set to it: `n = size; i < n`."""
    node = loop.condition
    if not isinstance(node, Binary):
        return loop
    sides = list(node.children)
    for variable, _, first in others:
        if not any(increment_of(step, variable) is not None for step in steps):
            sides = [first if names(side, variable) else side for side in sides]
    return replace(loop, condition=replace(node, children=tuple(sides)))


def _made(node, loop):
    """The `for` with what its companions are set to in front of its body."""
    at = loop.header_end
    heads = tuple(computed(one, loop, at) for one in loop.companions)
    body = Block(node.body.start, node.body.end, (*heads, node.body))
    return replace(node, loop=loop, children=(body,))


def _parts(node: Node | None):
    """What commas divide."""
    if node is None:
        return []
    if isinstance(node, Block):
        return list(node.children)
    if isinstance(node, Binary) and node.op == ",":
        return _parts(node.left) + _parts(node.right)
    return [node]


def _companions(loop, others, steps, own, fixed):
    """Companions of all `others`, or () where one of them follows no rule."""
    known = integer(loop.step) if loop.step is not None else 1
    rest, found = [step for step in steps if step is not own], []
    for variable, declared, first in others:
        mine = [step for step in rest if increment_of(step, variable) is not None]
        by = _by(mine, variable, first.end, fixed)
        if by is None or known is None or not _can_be_set(variable, first):
            return ()
        if (integer(by) or 0) % known:
            return ()
        rest = [step for step in rest if step not in mine]
        before = isinstance(first, Name) and first.start == first.end
        found.append(Companion(variable, declared, first, by, before))
    bounds = [part for part in (loop.lower, loop.upper) if part is not None]
    keys = {one.variable.key for one in found} | {loop.variable.key}
    parts = [one.first for one in found] + bounds
    strange = any(
        v is not None and v.key in keys for p in parts for v in map(variable_of, p.walk())
    )
    return () if rest or strange or not computed_again(ends(loop)[0]) else tuple(found)


def _can_be_set(variable, first):
    """Whether a variable of a header can be computed from another one."""
    kind = variable.type
    if isinstance(kind, PointerType):
        leads = isinstance(first, Name) and isinstance(first.type, IndexedType)
        return bool(kind.text) and leads and not isinstance(kind.element, VoidType | FunctionType)
    return is_counted(kind) and bool(kind.text) and computed_again(first)


def is_counted(kind):
    """Whether it is an integer that is computed in 64 bits."""
    return isinstance(kind, IntegerType) and kind.size <= MOST


def _by(steps, variable, at, fixed):
    """By how much a variable goes on with each iteration, as a tree; None where that is not
    known."""
    if len(steps) != 1:
        return None if steps else Number(at, at, (), variable.type, value=0)
    by, down = increment_of(steps[0], variable)
    known = 1 if by is None else integer(by)
    if known is not None:
        return Number(at, at, (), variable.type, value=-known if down else known)
    kind = counted_in(variable)
    if not fixed(by) or not added_as_it_is(kind, by.type):
        return None
    return Unary(at, at, (by,), kind, op="-") if down else by


def counted_in(variable):
    """The type of an integer; None of a pointer, which counts without end."""
    return variable.type if isinstance(variable.type, IntegerType) else None


def added_as_it_is(kind, of):
    """Whether a step of a type is the number that is added: none that is cut off, or that is one
    below 0 then. `kind`: as of `counted_in`."""
    if kind is None or holds(kind, of):
        return True
    return not kind.signed and of.size <= kind.size


def stepped_in(node):
    """Variables of the function that a loop's body may step: integers and pointers."""
    found = {}
    for inner in node.body.walk() if node.children else ():
        variable = variable_of(touched(inner))
        if variable is None:
            continue
        if not isinstance(variable.type, PointerType) and not is_counted(variable.type):
            continue
        if increment_of(inner, variable) is not None and _of_the_function(variable):
            found[variable.key] = variable
    return tuple(found.values())


def _of_the_function(variable):
    """Whether nobody but statements of the function that name it may change it, or see it
    changed."""
    outside = variable.scope == "function" and not variable.outlives and not variable.threads
    return outside and not variable.type.volatile


def computed_again(node: Node):
    """Whether a value can be computed once more: it is made of numbers and integers."""
    if isinstance(node, Number):
        return node.value is not None and not node.local
    if isinstance(node, Name):
        return node.variable is not None and isinstance(node.variable.type, IntegerType)
    arithmetic = isinstance(node, Binary) and node.op in ("+", "-", "*", "/")
    sign = isinstance(node, Unary) and node.op in ("-", "+")
    return (arithmetic or sign or isinstance(node, Cast)) and all(
        map(computed_again, node.children)
    )


class Fixed:
    """Whether a number is the same in all iterations of a loop, and can be computed once more."""

    def __init__(self, node, own):
        self.own = own  # keys of variables of which nobody has the address
        changed = map(variable_of, map(touched, node.walk()))
        self.changed = {one.key for one in changed if one is not None}

    def __call__(self, tree: Node):
        if not computed_again(tree) or not isinstance(tree.type, IntegerType):
            return False
        return all(self._stays(part) for part in tree.walk())

    def _stays(self, node: Node):
        if not isinstance(node, Name):
            whole = node.type is None or isinstance(node.type, IntegerType)
            return (
                whole and getattr(node, "op", "") != "/"
            )  # which ends where there is no iteration
        one = node.variable
        if one is None or one.constant:
            return one is not None
        plain = one.scope == "function" and not one.outlives and not one.type.volatile
        return plain and one.key in self.own and one.key not in self.changed


def _changed(node, companions, own):
    """Whether the body does something else to one of them, or to what they are made of, than to
    read it, or functions that it calls may."""
    keys = {one.variable.key for one in companions}
    firsts = [one.first for one in companions] + [ends(node.loop)[0]]
    made_of = [v for first in firsts for v in map(variable_of, first.walk()) if v is not None]
    inside = list(node.body.walk())
    calls = any(isinstance(inner, Call) for inner in inside)
    open_ = _open(made_of, own) if calls or any(map(_place_set, inside)) else []
    if open_ and (calls or any(_may_be(inner, one) for inner in inside for one in open_)):
        return True
    keys |= {v.key for v in made_of}
    for inner in inside:
        found = variable_of(touched(inner))
        if found is not None and found.key in keys:
            return True
    return False


def _open(variables, own):
    """Those variables that functions which are called may change, and stores by way of
    pointers."""
    changing = [v for v in variables if not (v.constant or v.is_object)]
    named = [v for v in changing if v.key >= 0]  # not those for values before the loop
    return [v for v in named if v.scope == "file" or v.outlives or v.key not in own()]


def _place_set(node):
    """The place that an expression sets where that may be one of a variable's: None where it is
    named, or a part of what is."""
    place = touched(node) if sets(node) else None
    part = place
    while isinstance(part, Index | Member) and not _follows(part):
        part = part.base
    return None if isinstance(part, Name) else place


def _follows(node):
    """Whether a place is found by a pointer, or by what is declared as an array and is one."""
    base = node.base
    variable = variable_of(base)
    own = variable.is_object if variable is not None else isinstance(base.type, ArrayType)
    return isinstance(base.type, IndexedType) and not own


def _may_be(node, variable):
    """Whether an expression sets a place that may be the variable, as types are."""
    place = _place_set(node)
    if place is None or isinstance(place.type, FloatType | ComplexType):
        return False
    sizes = {1} if isinstance(variable.type, PointerType) else {1, variable.type.size}
    return not isinstance(place.type, IntegerType) or place.type.size in sizes


def computed(one, loop, at):
    """The statement that sets a companion, as a tree."""
    kind = one.variable.type
    counted = _counted_in(kind, loop)
    value: Node = Binary(
        at, at, (one.first, _gone_on(one, loop, at, counted)), counted or kind, op="+"
    )
    if counted not in (None, kind):
        value = Cast(at, at, (value,), kind)  # which cuts off what the type does not hold
    if one.declared:
        return Declare(at, at, (value,), None, variable=one.variable)
    name = Name(at, at, (), kind, name=one.variable.name, variable=one.variable)
    return Assign(at, at, (name, value), kind, op="=")


def _counted_in(kind, loop):
    """The type that a companion is computed in; None for pointers."""
    if not isinstance(kind, IntegerType) or kind.size >= INT:
        return kind if isinstance(kind, IntegerType) else None
    own = loop.variable.type
    return own if own.size > INT else IntegerType("int", "int", INT, canonical="int")


def _gone_on(one, loop, at, kind):
    """How far it has gone on when an iteration begins."""
    own = next(node for node in loop.increment.walk() if names(node, loop.variable))
    sides = (ends(loop)[0], own) if loop.downward else (own, ends(loop)[0])
    by, divisor = pace(one, loop)
    if divisor == 1:
        # Each by itself: texts of subscripts are put together from what stands in the source.
        return Binary(at, at, tuple(_times(at, by, tree, kind) for tree in sides), kind, op="-")
    rounds = Binary(at, at, sides, loop.variable.type, op="-")
    by_step = Number(at, at, (), loop.variable.type, value=divisor)
    return _times(at, by, Binary(at, at, (rounds, by_step), rounds.type, op="/"), kind)


def pace(one, loop):
    """(by, divisor): a companion goes on by so much with each `divisor` of the loop's variable."""
    step = 1 if loop.step is None else integer(loop.step) or 1
    known = integer(one.by)
    if known is None or known % step:
        return one.by, step
    return replace(one.by, value=known // step), 1


def _times(at, by, tree, kind):
    return Binary(at, at, (by, tree), kind, op="*")


def code(node: Node, text):
    """C text of a tree, which may be put together from parts of the source's `text`."""
    if node.start != node.end:
        return text[node.start : node.end]
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Name):
        return node.name
    parts = [f"({code(child, text)})" for child in node.children]
    if isinstance(node, Binary):
        return f"(long){parts[0]} {node.op} (long){parts[1]}"
    assert isinstance(node, Unary)
    return f"{node.op}(long){parts[0]}"
