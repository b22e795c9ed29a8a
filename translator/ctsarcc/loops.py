# SPDX-License-Identifier: BSD-3-Clause
"""Headers of for loops: which variable runs from where to where."""

from dataclasses import dataclass, replace

from .syntax import (
    INT,
    Assign,
    Binary,
    BoolType,
    Call,
    Cast,
    Declare,
    IntegerType,
    Node,
    Number,
    Other,
    PointerType,
    Type,
    Unary,
    Variable,
    holds,
    in_lower_half,
    integer,
    names,
    sets,
    variable_of,
    without_sign,
)

LONG_MAX = (1 << 63) - 1

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=", "==": "=="}


def normalise(loop, guarded=False):
    """`loop` with its variable and bounds, or as it is where the header is of no usual form (see
    `objection`)."""
    return loop if objection(loop, guarded=guarded) else _normalise(loop, guarded)


def _normalise(loop, guarded):
    variable, declared, first = initial(loop.init)
    op, bound = _condition(loop, variable)
    step, down = _step(loop, variable)
    if down and op == "<":
        return replace(
            loop,
            variable=variable,
            declared=declared,
            lower=Number(bound.end, bound.end, type=variable.type, value=0),
            upper=first if guarded else bound,
            inclusive=guarded,
            downward=True,
            around=bound,
        )
    if down:
        return replace(
            loop,
            variable=variable,
            declared=declared,
            lower=bound,
            upper=first,
            inclusive=not _tests_and_steps(loop),
            downward=True,
            above=op in (">", "!=") and not _tests_and_steps(loop),
            step=None if integer(step) == 1 else step,
        )
    return replace(
        loop,
        variable=variable,
        declared=declared,
        lower=first,
        upper=bound,
        inclusive=op == "<=",
        step=step,
    )


@dataclass(frozen=True)
class _Header:
    """A loop's header, in C's order of its parts."""

    variable: Variable
    first: Node
    op: str  # of the comparison with the bound
    bound: Node
    step: Node | None
    down: bool
    pointer: bool  # OpenMP counts pointers, too

    @property
    def wraps(self):
        """Whether the variable may go around before it meets its bound."""
        return not self.pointer and self.op == "!="


def objection(loop, openmp=False, guarded=False):
    """Why the loop cannot be split, or, with `openmp`, why OpenMP would count other iterations;
    else "". `guarded`: before the loop `guards` are asked."""
    found = initial(loop.init)
    if found is None:
        return (
            "it does not begin with one assignment to an integer, or its variables do not all "
            "go on by what stays"
        )
    variable, _, first = found
    pointer = openmp and isinstance(variable.type, PointerType)
    if not pointer and not isinstance(variable.type, IntegerType):
        return f"its variable '{variable.name}' is no integer but '{variable.type.spelling}'"
    compared = _condition(loop, variable)
    if compared is None:
        return f"its condition does not compare '{variable.name}' with a bound"
    stepped = _step(loop, variable)
    step, down = stepped or (None, False)
    header = _Header(variable, first, compared[0], compared[1], step, down, pointer)
    return (
        _against_types(header, guarded)
        or ("" if stepped else f"'{variable.name}' is not increased by a step")
        or _against_parts(header)
        or _against_direction(header, openmp, guarded)
        or _against_step(header, openmp, guarded)
    )


def _against_types(header, guarded):
    """What conversions between the types of a header do."""
    variable, first, bound = header.variable, header.first, header.bound
    counted = isinstance(bound.type, IntegerType | BoolType)
    if (
        header.wraps
        and _narrow(variable.type)
        and counted
        and not (guarded and _meets(variable.type, first, bound, header.down))
    ):
        return f"'{variable.name}' may wrap before it meets its bound"
    return "" if header.pointer else _converted(variable, first, header.op, bound)


def _against_parts(header):
    """Whether the parts of a header act, or depend on the loop."""
    variable, first, bound, step = header.variable, header.first, header.bound, header.step
    around = header.wraps and _around(variable.type, first, bound, header.down, step)
    if around and _acts(first):
        return f"its first value acts, and '{variable.name}' may wrap before it meets its bound"
    if not header.pointer and _below_none_without_sign(
        variable.type, bound, header.op, header.down
    ):
        return f"its bound is negative, and is compared with '{variable.type.spelling}'"
    for part, what in ((first, "first value"), (bound, "bound"), (step, "step")):
        if part is not None and any(names(node, variable) for node in part.walk()):
            return f"its {what} is made of '{variable.name}' itself"
    for part, what in ((bound, "bound"), (step, "step")):
        if part is not None and _changes(part):
            return f"its {what} changes something, or is volatile"
    return ""


def _against_direction(header, openmp, guarded):
    """Whether a loop goes away from its bound, or counts down in another way than is known."""
    variable, op, bound, step = header.variable, header.op, header.bound, header.step
    if not openmp and _past_none(header, guarded):
        return ""
    if not header.down:
        return f"'{variable.name}' moves away from its bound" if op in (">", ">=") else ""
    if _without_sign(variable, bound) and not _positive(bound):
        return f"it counts down, and is compared with '{bound.type.spelling}'"
    if op not in (">", ">=", "!="):
        return f"'{variable.name}' moves away from its bound"
    odd = step is not None and (integer(step) is None or not variable.type.signed)
    return (
        f"'{variable.name}' counts down by no constant, or is unsigned"
        if odd and not openmp
        else ""
    )


def _past_none(header, guarded):
    """Whether a loop counts down from below its bound until it goes around, which ends it: `i < n`
    is false of the largest number that there is. Of `n - 1` that is known where n is 0, too."""
    kind, of, first = header.variable.type, header.bound.type, header.first
    by_one = header.step is None or integer(header.step) == 1
    if not (header.down and by_one and header.op == "<" and isinstance(kind, IntegerType)):
        return False
    if kind.signed or not isinstance(of, IntegerType) or of.size > kind.size:
        return False
    return not _acts(first) if guarded else not of.signed and _one_below(first, header.bound)


def _one_below(first, bound):
    """Whether a value is `bound - 1`, both without a sign."""
    variable = variable_of(bound)
    if variable is None or variable.type.volatile or bound.type.size < INT:
        return False
    less = isinstance(first, Binary) and first.op == "-" and integer(first.right) == 1
    return less and names(first.left, variable)


def _against_step(header, openmp, guarded):
    """Whether a loop never comes to its bound, or steps over it."""
    variable, step, known = header.variable, header.step, integer(header.step)
    if known is not None and known <= 0:
        return f"its step is {known}"
    if header.op == "!=" and step is not None and known != 1:
        if header.pointer or openmp or not guarded or known is None or header.down:
            return "with != the step must be 1"
        if not _meets(variable.type, header.first, header.bound, header.down, known):
            return f"'{variable.name}' may step over its bound"
    return "its condition is an equality" if header.op == "==" else ""


def _converted(variable, first, op, bound):
    """Why C compares other numbers than those that the header shows, or ""."""
    kind: Type | None = bound.type
    if kind is not None and not isinstance(kind, IntegerType | BoolType):
        return f"its bound is no integer but '{kind.spelling}'"
    if kind is not None and _without_sign(variable, bound) and _negative(first):
        return f"its first value is negative, and is compared with '{kind.spelling}'"
    if _acts(first) and _counts_elsewhere(variable, first, op, bound):
        return (
            "its first value is a call or changes something, and no number below 0 is one without "
            "a sign: set a variable to it before the loop"
        )
    known = integer(first)
    cut = _cut_off(first, variable.type)
    if cut and (known is not None or _acts(first)):
        what = "a call or changes something" if known is None else known
        return f"its first value is {what}, and '{variable.type.spelling}' may not hold it"
    return ""


def _cut_off(first, kind):
    """Whether the variable's type may hold another number than its first value, but for a sign that
    it loses."""
    known = integer(first)
    if known is not None:
        return not in_lower_half(known, kind)
    wide = isinstance(first.type, IntegerType) and first.type.size <= kind.size
    return not holds(kind, first.type) and not (wide and not kind.signed)


def _counts_elsewhere(variable, first, op, bound):
    """Whether C may count from another number than a first value below 0, as that is compared
    without a sign, or kept so."""
    compared = _without_sign(variable, bound) and op != "!="
    without = compared or not variable.type.signed
    return without and not _none_below(first, variable.type)


def _acts(node: Node):
    """Whether it may matter how often an expression is evaluated."""
    return _changes(node) or any(isinstance(part, Call | Other) for part in node.walk())


def _changes(node: Node):
    return any(sets(part) or (part.type is not None and part.type.volatile) for part in node.walk())


def _none_below(first: Node, kind):
    """Whether a first value is seen to be none below 0 in the variable's type."""
    known = integer(first)
    if known is not None:
        return in_lower_half(known, kind)
    if first.type is None or first.type.signed:
        return False
    return not kind.signed or first.type.size < kind.size


def _without_sign(variable, bound):
    """Whether C compares a signed variable with its bound as numbers without a sign."""
    return variable.type.signed and without_sign(variable.type, bound.type) is not None


def below_none(loop):
    """Whether a loop that counts up has no iteration where its first value is below 0, which is
    not known to be none such."""
    if loop.downward or loop.lower is None or loop.upper is None or _by_equality(loop):
        return False
    return _counts_elsewhere(loop.variable, loop.lower, "<", loop.upper)


def _by_equality(loop):
    return isinstance(loop.condition, Binary) and loop.condition.op == "!="


def ends(loop):
    """(first value, bound)."""
    return (loop.upper, loop.lower) if loop.downward else (loop.lower, loop.upper)


def again(loop):
    """What C evaluates again with each iteration: the bound, and the step."""
    bound = ends(loop)[1] if loop.around is None else loop.around
    return tuple(part for part in (bound, loop.step) if part is not None)


def guards(loop, text):
    """What must hold for C to count as the header shows, as C texts. `text`: that of a node."""
    first, bound = ends(loop)
    if loop.variable is None or first is None or bound is None:
        return
    kind, value = loop.variable.type, text(first)
    if _cut_off(first, kind):
        yield f"(long)({kind.spelling})({value}) == (long)({value})"
    op = "!=" if _by_equality(loop) else "<"
    if _counts_elsewhere(loop.variable, first, op, bound):
        yield f"{f'({kind.spelling})' if kind.signed else ''}({value}) >= 0"
    if may_end_below(loop):
        yield f"({text(bound)}) >= 0"
    if _converted_by_openmp(kind, bound, loop.downward):
        if bound.type.signed:
            yield f"(long)({kind.spelling})({text(bound)}) == (long)({text(bound)})"
        else:  # as a long the largest ones would be below 0
            yield f"({text(bound)}) <= {greatest(kind)}u"
    if loop.step is not None and integer(loop.step) is None:
        yield f"({text(loop.step)}) >= 1"  # a step of none is right where there is no iteration
    if step_may_wrap(loop):
        sign, end = ("-", f">= {least(kind)}") if loop.downward else ("+", f"<= {greatest(kind)}")
        yield f"(long double)({text(bound)}) {sign} (long double)({text(loop.step)}) {end}.0L"
    if may_wrap(loop):
        # As C compares them.
        own = bound.type is None or bound.type.size <= kind.size
        end = f"({kind.spelling})({text(bound)})" if own else f"({text(bound)})"
        yield f"({kind.spelling})({value}) {'>=' if loop.downward else '<='} {end}"
        if _stepped(loop.step):
            first, end = (
                f"(unsigned long)({kind.spelling})({value})",
                f"(unsigned long)({text(bound)})",
            )
            yield f"({end} - {first}) % {integer(loop.step)} == 0"
    if loop.around is not None:  # where it does not hold, there is no iteration
        if loop.around.type.signed and integer(loop.around) is None:
            yield f"({text(loop.around)}) >= 0"
        yield f"({kind.spelling})({value}) < ({text(loop.around)})"
    yield from _one_more(loop, text)


def _one_more(loop, text):
    """What must hold for the number behind the greatest iteration, and the one behind the bound of
    a loop that counts down, to be numbers that are computed as they look."""
    kind, (first, bound) = loop.variable.type, ends(loop)
    once = _acts(first)  # it is not asked
    if loop.downward and loop.inclusive and not once and _may_be_greatest(first, kind):
        same = first.type is not None and first.type.canonical == kind.canonical
        value = f"({text(first)})" if same else f"({kind.spelling})({text(first)})"
        yield f"{value} < {min(greatest(kind), LONG_MAX)}{'' if kind.signed else 'u'}"
    large = isinstance(first.type, IntegerType) and greatest(first.type) > LONG_MAX
    if large and not loop.downward and not once and integer(first) is None:
        yield f"({text(first)}) <= {LONG_MAX}"  # else there is no iteration, or nobody counts them
    if loop.above and integer(bound) is None and not ends_behind(loop):
        # As an OpenMP loop's first value it is converted; else it is a long.
        most = greatest(kind) if loop.companions else LONG_MAX
        if not isinstance(bound.type, IntegerType) or greatest(bound.type) >= most:
            yield f"({text(bound)}) < {min(most, LONG_MAX)}"
    upward = loop.inclusive and not loop.downward and isinstance(bound.type, IntegerType)
    if upward and INT <= bound.type.size < kind.size and _may_be_greatest(bound, bound.type):
        # Sizes are computed in its type.
        yield f"({text(bound)}) < {greatest(bound.type)}{'' if bound.type.signed else 'u'}"


def _may_be_greatest(node, kind):
    """Whether a value may be the greatest number of an integer type that it is converted to."""
    known = integer(node)
    if known is not None:
        return known >= greatest(kind)
    if not holds(kind, node.type):
        return True
    if node.type is not None and greatest(node.type) < greatest(kind):
        return False
    less = isinstance(node, Binary) and node.op == "-" and (integer(node.right) or 0) > 0
    return not (less and kind.signed and kind.size >= INT)


def ends_behind(loop):
    """Whether a loop counts down to the largest number there is, which comes behind 0."""
    return _by_equality(loop) and loop.downward and _largest(ends(loop)[1], loop.variable.type)


def _converted_by_openmp(kind, bound, down):
    """Whether C may compare with another number than OpenMP, which converts a bound to the
    variable's type. A wider bound beyond what the variable holds is met by none that counts towards
    it; one on the other side ends the loop before it begins."""
    of = bound.type
    if not isinstance(of, IntegerType) or integer(bound) is not None or holds(kind, of):
        return False
    return kind.size < INT or (of.size > kind.size and (of.signed or down))


def least(kind):
    return -(1 << (8 * kind.size - 1)) if kind.signed else 0


def greatest(kind):
    return (1 << (8 * kind.size - kind.signed)) - 1


def distance(loop):
    """(least, greatest) that a loop's bounds may lie apart, by literals and types."""
    kind, (lower, upper) = loop.variable.type, (loop.lower, loop.upper)
    (low, high), (begin, end) = (_reach(node, kind) for node in (lower, upper))
    return begin + loop.inclusive - high - loop.above, end + loop.inclusive - low - loop.above


def _reach(node, kind):
    """(least, greatest) that a variable of the type may hold of a value."""
    known, of = integer(node), node.type
    if known is not None:
        return known, known
    if not isinstance(of, IntegerType):
        return least(kind), greatest(kind)
    return max(least(kind), least(of)), min(greatest(kind), greatest(of))


def evaluated_once(loop):
    """Whether it may matter how often the loop's bounds are evaluated."""
    return any(_acts(node) for node in ends(loop))


def step_may_wrap(loop):
    """Whether a step may be cut off, or lead from before the bound around the end of what the
    variable holds. What has a sign and is no narrower than `int` does not wrap."""
    kind, step, (_, bound) = loop.variable.type, loop.step, ends(loop)
    if step is None or bound is None:
        return False
    by, known = integer(step), integer(bound)
    if by is None:
        return kind.size < INT or not kind.signed or not holds(kind, step.type)
    if kind.size >= INT:
        return False
    if known is None:
        return True
    return known - by < least(kind) if loop.downward else known + by > greatest(kind)


def may_wrap(loop):
    """Whether a loop with != may reach its bound only around the ends of what its variable
    holds. Counting down to -1, which is the largest, ends behind 0."""
    if loop.variable is None or not _by_equality(loop):
        return False
    first, bound = ends(loop)
    return _around(loop.variable.type, first, bound, loop.downward, loop.step)


def _narrow(kind):
    """Whether C computes in a wider type, and has it wrap around without being undefined."""
    return kind.size < INT


def _stepped(step):
    return step is not None and integer(step) != 1


def _meets(kind, first, bound, down, step=1):
    """Whether a loop with != meets its bound without wrapping around, or `guards` tell whether it
    does."""
    if kind.signed and without_sign(kind, bound.type) is not None:
        return False
    one, other = integer(first), integer(bound)
    if other is not None and not least(kind) <= other <= greatest(kind):
        return False
    if one is None or other is None:
        return True
    return (other <= one if down else one <= other) and (other - one) % step == 0


def _around(kind, first, bound, down, step=None):
    one, other = integer(first), integer(bound)
    if _narrow(kind) or _stepped(step):
        return one is None or other is None  # of literals it has been looked at
    if kind.signed or (other == 0 or _largest(bound, kind) if down else one == 0):
        return False
    return down or one is None or other is None or one > other


def may_end_below(loop):
    """Whether a bound with a sign, which may be below 0, is compared without one. A size cannot
    count from a literal up to where that would be."""
    first, bound = ends(loop)
    kind = loop.variable.type
    counts_all = loop.downward or kind.size <= INT or integer(first) is None
    return (
        _bound_loses_sign(kind, bound)
        and integer(bound) is None
        and not ends_behind(loop)
        and counts_all
    )


def _bound_loses_sign(kind, bound):
    of = bound.type
    signed = isinstance(of, IntegerType) and of.signed
    return signed and without_sign(kind, of) is not None


def _below_none_without_sign(kind, bound, op, down):
    behind = op == "!=" and down and _largest(bound, kind)
    return _bound_loses_sign(kind, bound) and _negative(bound) and not behind


def _positive(node: Node):
    """Whether it is a literal in the lower half of what its type holds."""
    return in_lower_half(integer(node), node.type)


def _largest(node: Node, kind):
    while isinstance(node, Cast) and holds(kind, node.type):
        node = node.operand
    minus = isinstance(node, Unary) and node.op == "-" and integer(node.operand) == 1
    return minus or integer(node) in (-1, (1 << (8 * kind.size)) - 1)


def _negative(node: Node):
    while isinstance(node, Cast) and node.children:
        node = node.operand
    if isinstance(node, Unary) and node.op == "-":
        return (integer(node.operand) or 0) > 0
    return (integer(node) or 0) < 0


def canonical(loop):
    """Whether `omp parallel for` takes the header as it stands."""
    return not (loop.companions or _tests_and_steps(loop) or objection(loop, True, guarded=True))


def taken(loop):
    """Whether it takes the header where what the body steps is computed in front of the body."""
    return canonical(replace(loop, companions=tuple(c for c in loop.companions if not c.stepped)))


def initial(node: Node | None):
    """(variable, declared, first value) or None."""
    if isinstance(node, Declare) and node.children:
        return node.variable, True, node.children[-1]
    if isinstance(node, Assign) and node.op == "=" and variable_of(node.target):
        return variable_of(node.target), False, node.assigned
    return None


def _step(loop, variable):
    """(step or None for 1, downward) or None, of a header."""
    return (None, True) if _tests_and_steps(loop) else increment_of(loop.increment, variable)


def _tests_and_steps(loop):
    """Whether the condition is `i-- > bound`, or `i--`."""
    node = loop.condition
    left = node.left if isinstance(node, Binary) and node.op in (">", "!=") else node
    return loop.increment is None and isinstance(left, Unary) and left.op == "x--"


def _condition(loop, variable):
    """(operator with the variable on its left, bound) or None."""
    node = loop.condition
    if _tests_and_steps(loop):
        left = node.left if isinstance(node, Binary) else node
        bound = node.right if isinstance(node, Binary) else Number(node.end, node.end, value=0)
        return (">", bound) if names(left.operand, variable) else None
    if not isinstance(node, Binary) or node.op not in MIRRORED:
        return None
    left, right = node.left, node.right
    if names(left, variable):
        return node.op, right
    return (MIRRORED[node.op], left) if names(right, variable) else None


def increment_of(node: Node | None, variable):
    """(step or None for 1, downward) or None."""
    if isinstance(node, Unary) and node.steps and names(node.operand, variable):
        return None, "-" in node.op
    if not isinstance(node, Assign) or not names(node.target, variable):
        return None
    value = node.assigned
    if node.op in ("+=", "-="):
        return value, node.op == "-="
    if node.op == "=" and isinstance(value, Binary) and value.op in ("+", "-"):
        left, right = value.left, value.right
        if names(left, variable):
            return right, value.op == "-"
        if names(right, variable) and value.op == "+":
            return left, False
    return None
