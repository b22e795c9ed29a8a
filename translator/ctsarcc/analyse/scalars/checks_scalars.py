# SPDX-License-Identifier: BSD-3-Clause
"""What clauses say about scalars, held against what the body does with them."""

from ...directives import OPERATORS
from ...syntax import (
    INT,
    TRUTHS,
    ArrayType,
    Assign,
    Binary,
    BoolType,
    Call,
    Cast,
    FloatType,
    IndexedType,
    IntegerType,
    Name,
    Number,
    PointerType,
    Select,
    StructType,
    Unary,
    holds,
    integer,
    variable_of,
)
from .updates import LIBRARY, updates


def check(body, scalars):
    loop = body.loop.variable
    for scalar in scalars:
        clause = next(
            (
                c
                for c in body.parsed.directive.clauses
                if c.name == scalar.name and c.kind == scalar.role
            ),
            None,
        )
        if clause is not None and scalar.variable.key == loop.key:
            if clause.kind != "private":  # every unit has its own, whoever says so
                body.diagnostics.add(
                    "clause-on-variable", clause.where, kind=clause.kind, name=loop.name
                )
        elif scalar.role == "reduction" and clause is not None:
            _reduction(scalar, clause, body)
        elif scalar.role in ("private", "firstprivate"):
            _private(scalar, clause, body)


def suggestion(variable, body):
    """What would make a written scalar right: the reduction that its updates are, if they are
    one."""
    found = updates(body, variable.key)
    ops = (
        set.intersection(*(set(u.ops) for u in found))
        if found and not any(u.read for u in found)
        else set()
    )
    if ops:
        op = next(o for o in ("+", "*", "min", "max", "||", "&&", "&", "|", "^") if o in ops)
        return f"add reduction({op}: {variable.name})"
    if any(u.read for u in found) and any("+" in u.ops for u in found):
        return "every iteration needs the one before; compute the value from the loop's variable"
    return (
        f"add private({variable.name}) if it is scratch, set before it is read; else write to "
        "an array"
    )


# ---- Reductions ----------------------------------------------------------------------------------


def _reduction(scalar, clause, body):
    found = updates(body, scalar.variable.key)
    add, words = body.diagnostics.add, {"op": scalar.op, "name": scalar.name}
    if not found:
        add("unused-clause", clause.where, name=scalar.name)
    if scalar.op in ("||", "&&") and found and not isinstance(scalar.variable.type, BoolType):
        # Where no iteration changes it another number stays as it is, and `||` makes 1 of it.
        body.always[f"{scalar.name} == 0 || {scalar.name} == 1"] = None
    if scalar.op in ("min", "max") and any(_skips_none(update.node) for update in found):
        # fmax() forgets a NaN that the variable is before the loop; comparisons keep it.
        body.always[f"{scalar.name} == {scalar.name}"] = None
    if scalar.op not in OPERATORS:
        return  # reported with the clause
    for update in found:
        where = body.where(update.node)
        if update.read:
            add("reduction-decides" if update.decides else "reduction-read", where, **words)
            return
        if _rounds(update.node, scalar.variable.type):
            add("reduction-rounds", where, **words, type=scalar.variable.type.spelling)
            return
        if scalar.op not in update.ops:
            # `s = 0` is no `&&` where other statements add to s.
            other = () if any(scalar.op in one.ops for one in found) else update.ops
            wanted = (
                f"write reduction({other[0]}: {scalar.name})"
                if other
                else f"combine it with {scalar.name}; if it is scratch, declare it in the loop"
            )
            add(
                "reduction-mismatch" if other else "reduction-overwritten",
                where,
                **words,
                found=other[0] if other else "",
                help=wanted,
            )
            return


def _skips_none(node):
    """Whether an update is made by a function that skips what is no number."""
    return any(isinstance(part, Call) and part.name in LIBRARY for part in node.walk())


def _rounds(node, kind):
    """Whether each step cuts off what follows the point, or all but a truth: the sum then depends
    on who adds what."""
    if isinstance(kind, BoolType):
        return _leaves_a_truth(node)
    steps = isinstance(node, Assign) and node.op in ("+=", "-=", "*=", "/=", "=")
    if not steps or not isinstance(kind, IntegerType):
        return False
    if node.op == "=" and any(_wider(value, kind) for value in _values(node.assigned)):
        return True  # a minimum or maximum of other numbers than are compared
    arithmetic = node.op != "=" or isinstance(node.assigned, Binary)
    if node.op == "/=" or (node.op == "=" and arithmetic and _divides(node.assigned, node.target)):
        return True
    return arithmetic and isinstance(node.assigned.type, FloatType)


def _leaves_a_truth(node):
    """Whether a step changes a `_Bool` by a number of which it keeps whether that is 0: 1 ^ 2 is 3,
    and true. With truths that is so for differences."""
    if isinstance(node, Unary):
        return "--" in node.op
    if not isinstance(node, Assign):
        return False
    made = node.assigned if node.op == "=" else node
    op = made.op.rstrip("=") if isinstance(made, Binary | Assign) else ""
    by = made.children if node.op == "=" else [node.assigned]
    return op == "-" or (op in ("+", "^") and not all(map(_is_a_truth, by)))


def _is_a_truth(node):
    compares = isinstance(node, Binary) and node.op in TRUTHS
    negates = isinstance(node, Unary) and node.op == "!"
    return compares or negates or isinstance(node.type, BoolType) or integer(node) in (0, 1)


def _divides(node, variable):
    """Whether the variable stands in a dividend."""
    return any(
        isinstance(part, Binary)
        and part.op == "/"
        and any(variable_of(inner) == variable_of(variable) for inner in part.left.walk())
        for part in node.walk()
    )


def _values(node):
    """What an expression may be: both sides of `?:`."""
    if isinstance(node, Select):
        return [*_values(node.yes), *_values(node.no)]
    return [] if isinstance(node, Binary) or integer(node) is not None else [node]


def _wider(node, kind):
    """Whether not all of an integer's values are the type's, or compare as they do in it."""
    other = node.type
    if not isinstance(other, IntegerType) or other.size > kind.size:
        return isinstance(other, IntegerType)
    return not holds(kind, other) and (kind.signed or kind.size < INT)


# ---- Private variables ---------------------------------------------------------------------------


def _elements(scalar, clause, events, body):
    """A message about an array or a pointer: nobody has set what is read."""
    uses = sorted(
        (use for use in body.uses.arrays if use.variable.key == scalar.variable.key),
        key=lambda use: use.order,
    )
    if not uses:
        return False
    if (
        isinstance(scalar.variable.type, PointerType)
        and not any(event.write for event in events)
        and not _is_passed(scalar.variable, body)
    ):
        body.diagnostics.add(
            "private-pointer", body.where(uses[0].node), kind=clause.kind, name=scalar.name
        )
    elif (
        scalar.role == "private"
        and not clause.found
        and isinstance(scalar.variable.type, ArrayType)
        and uses[0].read
        and not uses[0].address
    ):
        body.diagnostics.add("private-unset", body.where(uses[0].node), name=scalar.name)
    else:
        return False
    return True


def _is_passed(variable, body):
    """Whether a function gets the variable's address, and may set it."""
    return any(
        isinstance(part, Unary) and part.op == "&" and variable_of(part.operand) == variable
        for call in body.uses.calls
        for given in call.arguments
        for part in given.walk()
    )


def _private(scalar, clause, body):
    _, events = body.uses.scalars.get(scalar.variable.key, (None, []))
    if clause is not None and isinstance(scalar.variable.type, ArrayType):
        _array(scalar, clause, body)
    if (
        clause is not None
        and isinstance(scalar.variable.type, IndexedType)
        and _elements(scalar, clause, events, body)
    ):
        return
    if (
        clause is not None
        and not events
        and not isinstance(scalar.variable.type, IndexedType | StructType)
    ):
        body.diagnostics.add("unused-clause", clause.where, name=scalar.name)
    first = events[0] if events else None
    if scalar.role == "firstprivate":
        if first is not None and not first.write and any(event.write for event in events):
            write = next(event for event in events if event.write)
            body.diagnostics.add("firstprivate-carried", body.where(write.node), name=scalar.name)
        return
    if (
        clause is not None
        and first is not None
        and not (first.write or first.branch or first.passed)
    ):
        body.diagnostics.add("private-unset", body.where(first.node), name=scalar.name)
    elif (
        scalar.variable.scope == "function"
        and not (isinstance(scalar.variable.type, ArrayType) and scalar.variable.parameter)
        and scalar.variable.key in body.parsed.live
        and not scalar.last
        and all(one.variable.key != scalar.variable.key for one in body.loop.companions)
    ):
        if clause is None:
            write = next((event for event in events if event.write), None)
            where = body.where(write.node) if write else body.source.where(body.loop.start)
            body.diagnostics.add(
                "last-value",
                where,
                name=scalar.name,
                help="let every iteration set it, a number, or compute it again after the loop; "
                f"private({scalar.name}) if the value does not matter",
            )
        else:
            _used_after(scalar, clause, body)


def _used_after(scalar, clause, body):
    """The message about a private variable that is read after the loop."""
    at = body.parsed.live[scalar.variable.key]
    again = "compute it again after the loop"
    whole = isinstance(scalar.variable.type, IndexedType | StructType)
    body.diagnostics.add(
        "private-value",
        clause.where,
        name=scalar.name,
        line="" if at is None else f" (line {body.source.where(at).line})",
        help=again if whole else f"write lastprivate({scalar.name}), or {again}",
    )


# What an extent may be made of: what is read from memory is not there on all units.
SIZE = (Name, Number, Binary, Cast)


def _array(scalar, clause, body):
    """Messages about an array that each unit has for itself."""
    kind, add = scalar.variable.type, body.diagnostics.add
    lengths = _lengths(kind)
    sizes = [None if text is None else body.tree(text) for text in lengths]
    known = all(
        tree is not None and all(isinstance(node, SIZE) for node in tree.walk()) for tree in sizes
    )
    if not known:
        add("private-length", clause.where, kind=clause.kind, name=scalar.name)
    if scalar.variable.parameter and _is_set(scalar.variable, body):
        add("private-set", clause.where, kind=clause.kind, name=scalar.name)
    elif scalar.variable.parameter:
        add(f"{clause.kind}-parameter", clause.where, name=scalar.name)
    elif _is_lost(scalar, body):
        add("private-lost", clause.where, kind=clause.kind, name=scalar.name)


def _is_set(variable, body):
    """Whether a parameter that is declared as an array is used as what it is, a pointer."""
    uses = [use for use in body.uses.arrays if use.variable.key == variable.key]
    return any(use.write and not use.subscripts and not use.argument for use in uses)


def _is_lost(scalar, body):
    """Whether others may want what the loop writes to an array, and it does not itself."""
    uses = [use for use in body.uses.arrays if use.variable.key == scalar.variable.key]
    read = any((use.read and not use.write) or use.address for use in uses)  # += keeps it there
    needed = scalar.role == "private" and read
    return scalar.variable.outlives and any(use.write for use in uses) and not needed


def _lengths(kind):
    """The extents of an array that are no constants; None for one that is no longer what it
    was."""
    found = []
    while isinstance(kind, ArrayType):
        found += [kind.extent] if kind.extent_value is None else []
        kind = kind.element
    return found
