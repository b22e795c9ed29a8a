# SPDX-License-Identifier: BSD-3-Clause
"""Whether iterations are known to be independent by all that the loop touches, whatever it is
called; with what must hold for that when the loop is reached, as that pointers lead to places
apart."""

from dataclasses import dataclass, replace

from ...syntax import PointerType, innermost, lie_apart, variable_of
from .. import polyhedral
from ..body import devices, placed
from . import distinct, inspected, packed, relations, rows, segments, strided

# Of the C library, beside what devices have: it keeps nothing and changes nothing.
HARMLESS = devices.DEVICE | {"llabs", "tolower", "toupper", "isalpha", "isdigit", "isspace"}


@dataclass(frozen=True)
class Reached:
    """The bytes that a name leads to: C texts of the first one and of one past the last, and of
    that there are none."""

    start: str
    end: str
    none: str = ""


def proof(body):
    """C texts of what must hold, all of it; None where independence is not known."""
    if not known_by_name(body):
        return None
    groups = _groups(body)
    followed = _pointers_followed(groups, body)
    if followed is None:
        return None
    before, body.guards = body.guards, {}  # what dimensions are found by may have to be asked
    texts = _texts(groups, body) if groups else None
    asked, body.guards = body.guards, before
    if texts is None:
        return None
    # What looks at all of an index array comes last, where it is known to be there.
    texts = dict.fromkeys([*followed, *(f"({text})" for text in asked), *texts])
    return tuple(sorted(texts, key=_takes_long))


def _takes_long(text):
    looks = inspected.named(text)
    words = ("ctsar_greatest", "ctsar_distinct", "ctsar_rows_apart")
    by_words = sum((k + 1) * (word in text) for k, word in enumerate(words))
    return max(looks, default=-1), by_words


def known_by_name(body):
    """Whether all that the loop reads and writes is known by name."""
    known = {d.name for d in body.parsed.needs if d.kind == "function" and d.body is not None}
    written = body.uses.written() | body.seen.written()
    hidden = [node for node, _, member in body.seen.hidden if not member]
    pointers = {
        use.variable.key for use in body.seen.arrays if isinstance(use.variable.type, PointerType)
    }
    return (
        not hidden
        and not body.seen.elsewhere
        and not pointers & written
        and not any(use.walks and use.write for use in body.seen.arrays)
        and all(call.name in known | HARMLESS for call in body.seen.calls)
        and any(use.write for use in _uses(body))
    )


def _pointers_followed(groups, body):
    """C texts of that some iteration follows each pointer that leads to another one, which has to
    be read before the loop; None where that cannot be asked."""
    texts: dict = {}
    for uses in groups.values():
        if uses[0].variable.scope != "hidden" or "->" not in uses[0].variable.key:
            continue
        sure = [use for use in uses if not (use.branch or use.skipped)]
        use = min(sure, key=lambda use: len(use.loops), default=None)
        nodes = () if use is None else (body.parsed.node, *use.loops)
        entered = [segments.entered_once(node, body) for node in nodes]
        if not nodes or None in entered:
            return None
        texts |= dict.fromkeys(text for text in entered if text)
    return tuple(texts)


def _uses(body):
    """Of all memory but scalars'. Arrays inside structs count where one of the struct's is written:
    else it is read as a scalar is."""
    written = {_struct(use) for use in body.seen.inside if use.write}
    inside = [use for use in body.seen.inside if _struct(use) in written]
    clauses = body.parsed.directive.clauses
    private = {clause.name for clause in clauses if clause.kind == "private"}
    shared = [use for use in body.seen.arrays if use.variable.name not in private]
    return [*shared, *body.seen.paths, *inside]


def _struct(use):
    """The key of the variable that an array is inside of."""
    variable = variable_of(use.base.base)
    return None if variable is None else variable.key


def _groups(body):
    """Uses by what they name; empty where a name is not one that stays the same."""
    found: dict = {}
    for use in _uses(body):
        if not use.variable.key or (use.write and use.address):
            return {}
        found.setdefault(use.variable.key, []).append(use)
    return found


def _texts(groups, body):
    written = [key for key, uses in groups.items() if any(use.write for use in uses)]
    texts: dict = {}
    seen: dict = {key: (uses, body) for key, uses in groups.items()}
    unknown: dict = {}  # what is only read, and not known how far: what of it must lie apart
    for key in written:
        where, seen[key] = _divided(groups[key], body, len(inspected.named(" ".join(texts))))
        if where is None or any(not look.reads <= groups.keys() for look in seen[key][2:]):
            return None
        texts |= dict.fromkeys(where)
    for key in written:
        for other in groups:
            later = other in written and list(groups).index(other) < list(groups).index(key)
            if other == key or later:
                continue
            if any(rows.are_in(groups[name][0].variable) for name in (key, other)):
                asked = _rows_apart(groups[key], groups[other], other in written, body)
                if asked is None:
                    return None
                texts |= dict.fromkeys(asked)
                continue
            if _distinct(groups[key][0], groups[other][0]):
                continue
            one, two = (_reached(*seen[name]) for name in (key, other))
            if two is None and other not in written:
                two, asked = _looked_up(groups[other], body)
                texts |= dict.fromkeys(asked)
            if one is not None and two is None and other not in written:
                unknown.setdefault(other, []).extend(one)
                continue
            if one is None or two is None:
                return None
            texts |= _all_apart(one, two)
    return _with_looks(texts, unknown, groups, body)


def _with_looks(texts, unknown, groups, body):
    """`texts` with what must hold for what is read at subscripts that have to be looked at to lie
    apart from what is written; None where these cannot be."""
    while unknown:
        number = len(inspected.named(" ".join(texts)))
        looks = {key: _look(groups[key], number, body) for key in unknown}
        # What decides about what a look reads lies apart from what is written: it has been asked.
        ready = {
            key: found
            for key, found in looks.items()
            if found is not None and not found[0].deciding & unknown.keys()
        }
        if not ready:
            body.restrict = _unless_restrict([groups[name] for name in unknown], groups)
            return None
        key, (look, others) = next(iter(ready.items()))
        if not look.reads <= groups.keys():
            return None
        texts[look.text] = None
        texts |= _all_apart(unknown.pop(key), [_seen(look, groups[key], body), *others])
    return tuple(texts)


def _unless_restrict(reads, groups):
    """Names of the written pointers that lie apart from what is read if they are `restrict`; empty
    where that is not enough."""
    written = [uses[0].variable for uses in groups.values() if any(use.write for use in uses)]
    found = []
    for variable in written:
        if all(lie_apart([variable, uses[0].variable]) for uses in reads):
            continue
        other = replace(variable, type=replace(variable.type, restrict=True))
        hidden = "hidden" in (variable.scope, *(uses[0].variable.scope for uses in reads))
        if hidden or not all(lie_apart([other, uses[0].variable]) for uses in reads):
            return ()
        found.append(variable.name)
    return tuple(found)


def _look(uses, number, body):
    """(a Look at those of an array's uses of which it is not known how far they reach, several
    Reached of the others), or None."""
    known = [use for use in uses if _reached([use], body) is not None]
    rest = [use for use in uses if use not in known]
    look = inspected.ends(rest, number, body)
    others = _reached(known, body) if known else []
    return None if look is None or others is None else (look, others)


def _seen(look, uses, body):
    """A Reached of what has been looked at."""
    base = placed.text(uses[0].base, body)
    return Reached(
        f"(const char *)({base} + {look.least})",
        f"(const char *)({base} + {look.most} + 1)",
        f"{look.most} < {look.least}",
    )


def _all_apart(one, two):
    return {_apart(left, right): None for left in one for right in two}


def _apart(one, two):
    nothing = [reached.none for reached in (one, two) if reached.none]
    return f"({' || '.join([*nothing, f'{one.end} <= {two.start}', f'{two.end} <= {one.start}'])})"


def _divided(uses, body, number):
    """(C texts of what must hold for iterations to be independent by these uses; None where that is
    not known, (uses, body) by which it is known how far they reach, or a Look)."""
    variable, same = uses[0].variable, (uses, body)
    if rows.are_in(variable):
        return _by_rows(uses, body), same
    if variable.scope == "local" or isinstance(_element(variable.type), PointerType):
        return None, same  # rows may be anywhere
    by_stride = strided.apart(uses, body)
    if by_stride is not None:
        return by_stride, same
    array = relations.unnamed(uses, body)
    if relations.leaves_row(array, body):
        return None, same
    verdict = relations.divided(array, body)
    if verdict.answer == polyhedral.PROVEN:
        return (), same
    if verdict.where is not None:
        return (verdict.where,), same
    found = None
    if verdict.answer == polyhedral.UNKNOWN:
        found = distinct.counted(uses, body) or distinct.in_rows(uses, body)
        asked = None if found is not None else packed.apart(uses, body)
        if asked is not None:
            return asked, same
        look = None if found is not None else inspected.in_order(uses, number, body)
        if look is not None:
            return (look.text,), (uses, body, look)
    return (None, same) if found is None else (found.asked, (found.uses, found.body))


def _by_rows(uses, body):
    """The same of a matrix whose rows are found by pointers."""
    found = rows.of(uses, body)
    if found is None:
        return None
    array, one = found
    verdict = relations.divided(array, body)
    if verdict.answer != polyhedral.PROVEN and verdict.where is None:
        return None
    where = () if verdict.where is None else (verdict.where,)
    return (*where, *rows.alone(one, uses))


def _rows_apart(written, others, both, body):
    """C texts of that what is written by one name lies apart from what another reaches, or is
    written by, too, where rows are found by pointers; None where it cannot be asked."""
    if not rows.are_in(written[0].variable):
        one = rows.of(others, body)
        reached = _reached(written, body)
        if one is None or reached is None:
            return None
        return tuple(rows.from_bytes(one[1], others, reached, written, True))
    one = rows.of(written, body)
    if one is None:
        return None
    if rows.are_in(others[0].variable):
        two = rows.of(others, body)
        return None if two is None else tuple(rows.from_rows(one[1], written, two[1], others, both))
    reached = _reached(others, body)
    if reached is None:
        return None
    return tuple(rows.from_bytes(one[1], written, reached, others, both))


def _element(kind):
    """What a first subscript, and those within a row, lead to."""
    return innermost(kind.element)


def _distinct(one, other):
    """Whether uses of two names reach no element in common."""
    uses = (one, other)
    hidden = any(use.variable.scope == "hidden" for use in uses)
    return not hidden and lie_apart(use.variable for use in uses)


# ---- How far it is reached -----------------------------------------------------------------------


def _reached(uses, body, look=None):
    """Several Reached, or None where it cannot be told before the loop; a `look` tells it."""
    if look is not None:
        return [_seen(look, uses, body)]
    base, variable = placed.text(uses[0].base, body), uses[0].variable
    if base is None or variable.scope == "local":
        return None
    if variable.is_object and variable.scope != "hidden":
        return [Reached(f"(const char *){base}", f"(const char *)(&{base} + 1)")]
    if any(use.address for use in uses) or isinstance(_element(variable.type), PointerType):
        return None
    ends = strided.reached(uses, body)
    if ends is None:
        found = _bounds(relations.flat(uses, body), body)
        ends = {found} if found is not None else _each(uses, body)
    return [
        Reached(f"(const char *)({base} + ({low}))", f"(const char *)({base} + ({high}) + 1)")
        for low, high in sorted(ends)
    ] or None


def _looked_up(uses, body):
    """(several Reached, or None, what must hold for them) of what is read by way of an index
    array."""
    found = distinct.read(uses, body)
    if found is None:
        return _in_rows(uses, body)
    by_numbers = _reached(found.uses, found.body)
    rest = [use for use in uses if use not in found.of]
    others = _reached(rest, body) if rest else []
    known = by_numbers is not None and others is not None
    return ([*by_numbers, *others], found.asked) if known else (None, ())


def _in_rows(uses, body):
    """The same of what is read in loops over the rows of a sparse matrix."""
    within = [use for use in uses if segments.within([use], body) is not None]
    found = segments.within(within, body) if within else None
    rest = [use for use in uses if use not in within]
    if found is None:
        return None, ()
    ends, others = _reached(found.uses, body), _reached(rest, body) if rest else []
    return (None, ()) if ends is None or others is None else ([*ends, *others], found.asked)


def _each(uses, body):
    """Ends of what subscripts that are linear reach, and of what the others do."""
    flat = {id(use): _bounds(relations.flat([use], body), body) for use in uses}
    rest = [use for use in uses if flat[id(use)] is None]
    known = {ends for ends in flat.values() if ends}
    if not rest:
        return known
    matrix = relations.ends_of_matrix(relations.unnamed(rest, body), body)
    if matrix is not None:
        return {*known, matrix}
    return packed.reached(uses, body) or set()


def _bounds(array, body):
    return polyhedral.bounds(relations.of_accesses(array, body), 0, body.space)
