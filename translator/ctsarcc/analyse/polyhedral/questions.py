# SPDX-License-Identifier: BSD-3-Clause
"""What is asked of relations. No question looks at C."""

import functools
import re
from dataclasses import dataclass

import islpy as isl

PROVEN, REFUTED, UNKNOWN = "proven", "refuted", "unknown"
LARGE = 8  # a symbol is a size: what holds for all from here on is said to hold


# isl's steps for one question: what takes longer cannot be told. Those of the tests' corpus take
# 100 000 at most. A step takes a microsecond of few constraints, and 15 of many.
MOST_STEPS = 200_000
# Cases of a value that is written as C. isl nests them, and counts no steps meanwhile: dozens take
# for ever.
MOST_PARTS = 16


@functools.lru_cache(maxsize=1 << 12)
def read(kind, text):
    """isl's object of a text. Loops have many in common, and none changes."""
    return kind(text)


class _Same:
    """Objects of isl as a key: of two that are equal, but not the same, what comes may be written
    otherwise."""

    def __init__(self, objects):
        self.objects = objects

    def __hash__(self):
        return hash(tuple(map(id, self.objects)))

    def __eq__(self, other):
        return len(self.objects) == len(other.objects) and all(
            one is two for one, two in zip(self.objects, other.objects, strict=True)
        )


def once(find):
    """`find(objects, ...)`, found once of the same objects: those that `read` gives."""

    @functools.lru_cache(maxsize=1 << 12)
    def found(same, *others):
        return find(same.objects, *others)

    @functools.wraps(find)
    def asked(objects, *others):
        return found(_Same(tuple(objects)), *others)

    asked.cache_clear = found.cache_clear  # type: ignore[attr-defined]
    return asked


def patient(otherwise):
    """A question's answer, or `otherwise(*arguments)` where isl gives up on it."""

    def decorate(question):
        @functools.wraps(question)
        def asked(*arguments):
            context = isl.DEFAULT_CONTEXT
            before = context.get_max_operations()  # of a question that this one is a part of
            context.reset_operations()
            context.set_max_operations(MOST_STEPS)
            try:
                return question(*arguments)
            except isl.Error:
                return otherwise(*arguments)
            finally:
                context.set_max_operations(before)

        return asked

    return decorate


@dataclass(frozen=True)
class Verdict:
    answer: str
    pair: tuple | None = None  # (Relation that touches, Relation that writes)
    iterations: tuple | None = None  # of the pair: two that meet
    # How far such are apart by the loop's variable: the least, the greatest or None: any.
    apart: tuple = (None, None)
    where: str | None = None  # unknown: C text of what iterations are independent by; None: none


def _unknown(relations, *_):
    write = next((relation for relation in relations if relation.write), None)
    return Verdict(PROVEN) if write is None else Verdict(UNKNOWN, (write, write))


@patient(_unknown)
def divided(relations, space, extents=()):
    """Whether no element that one iteration writes is touched by another. `extents`: how many
    elements each dimension has, None where that is not known."""
    unknown, sizes = None, None
    writes = [relation for relation in relations if relation.write]
    for write in writes:
        for other in relations:
            if other.write and other.order < write.order:
                continue
            meeting = _meeting(other.map, write.map, space)
            if meeting.is_empty():
                continue
            if other.exact and write.exact and _always(meeting, write.map.domain()):
                pair, apart = _witness(meeting), _apart(meeting)
                return Verdict(REFUTED, (other, write), pair, apart=apart)
            unknown = unknown or (other, write)
            where = meeting.params()
            sizes = where if sizes is None else _union(sizes, where)
    if unknown is None or sizes is None:
        return Verdict(PROVEN)
    inside = _inside(relations, extents)
    return Verdict(
        UNKNOWN, unknown, where=_otherwise(sizes, unknown[1].map.domain(), inside, space)
    )


@patient(lambda *_: None)
def _inside(relations, extents):
    """The parameters for which all that is surely reached lies in the array; None: any."""
    outside, kind = None, isl.dim_type.set
    for reached in (relation.map.range() for relation in relations if relation.exact):
        for k, extent in enumerate(extents):
            if extent is None:
                continue
            within = reached.lower_bound_val(kind, k, isl.Val(0))
            within = within.upper_bound_val(kind, k, isl.Val(extent - 1))
            part = reached.subtract(within).params()
            outside = part if outside is None else _union(outside, part)
    return None if outside is None else outside.complement()


INT_MAX = 2**31 - 1
LONG_MAX = 2**63 - 1
SMALL = 2**56  # many of them have a sum
PARAM = isl.dim_type.param
SUM = re.compile(r"[+*]|[\w)] - ")
# A condition of more characters says nothing to people, and costs as much as it saves.
LONGEST = 300


@patient(lambda *_: None)
def _otherwise(sizes, iterations, inside, space):
    """C text of what holds for no parameters of `sizes`, if that leaves any of `inside` for which
    there is more than one iteration; else None: it would never hold."""
    # Divisors left out make the set of sizes larger, never smaller.
    rest = sizes.remove_divs().complement().coalesce()
    several = _several(iterations, LARGE).align_params(rest.get_space())
    if inside is not None:
        several = _meet(several, inside)
    rest = rest.align_params(several.get_space())
    if rest.intersect(several).is_empty():
        return None
    found = _condition(rest, iterations.params(), space)
    return None if found is None else f"({_joined(found, True)})"


def _joined(parts, wrapped=False):
    first, *others = parts
    return " && ".join([f"({first})" if others or wrapped else first, *others])


def _condition(where, known, space):
    """C texts of that parameters lie in a set, where it is known that they lie in another, and that
    they are small enough for that; None: it cannot be said, or at length."""
    known = known.align_params(where.get_space())
    where = where.align_params(known.get_space())
    text, small = _text(where.gist(known)), []
    if _largest(text) > LONG_MAX:  # of numbers of 64 bits that wrap around: with small ones
        names = [where.get_dim_name(PARAM, k) for k in range(where.dim(PARAM))]
        small = [name for name in names if name in space.wide]
        text = _text(where.gist(_with_small(known, small)))
    if not re.fullmatch(r"(p\d+|\d+|[-+*()<>=!&|\s])+", text):
        return None
    if len(text) > LONGEST or _largest(text) > LONG_MAX:
        return None
    return [_named(part, space) for part in (text, *_small(text, small, space))]


def _text(where):
    build = isl.AstBuild.from_context(isl.Set.universe(where.get_space()))
    return build.expr_from_set(where.coalesce()).to_C_str()


def _largest(text):
    return max(map(int, re.findall(r"\b\d+\b", text)), default=0)


def _with_small(known, names):
    for name in names:
        place = known.find_dim_by_name(PARAM, name)
        known = known.lower_bound_val(PARAM, place, isl.Val(-SMALL))
        known = known.upper_bound_val(PARAM, place, isl.Val(SMALL))
    return known


def _small(text, small, space):
    """What a condition's parameters must be so that its sums are what they look like; and those
    that it takes for small ones."""
    names = re.findall(r"\bp\d+\b", text)
    # What is above INT_MAX and unsigned means a number below 0 in a sum.
    for name in sorted(set(names) & space.wrapping):
        yield f"{name} <= {INT_MAX}"
    if not SUM.search(text) and not small:
        return
    # No sum is larger than if all terms were in it.
    terms = len(names) + sum(int(number) for number in re.findall(r"\b\d+\b", text))
    most = min(SMALL, LONG_MAX // (terms + 1)) if small else LONG_MAX // (terms + 1)
    for name in sorted({*names, *small} & space.wide):
        yield f"{name} <= {most} && {name} >= -{most}"


def _union(one, other):
    one = one.align_params(other.get_space())
    return one.union(other.align_params(one.get_space()))


def _several(iterations, count):
    """The parameters for which there are iterations so far apart as the first and last of
    `count`."""
    return _so_many([iterations], count)


@once
def _so_many(sets, count):
    iterations = sets[0]
    some = isl.Map("{ [i] -> [j] : j >= i + " + str(count - 1) + " }")
    return some.intersect_domain(iterations).intersect_range(iterations).params()


@patient(lambda *_: True)
def may_hold(conditions, iterations):
    """Whether conditions of parameters may hold where there are iterations to divide: many, or, in
    a loop that never has many, two."""
    several = _several(iterations, LARGE)
    if several.is_empty():
        several = _several(iterations, 2)
    return several.is_empty() or not _meet(conditions.params(), several).is_empty()


def _meet(one, other):
    one = one.align_params(other.get_space())
    return one.intersect(other.align_params(one.get_space()))


def _distances(relations, k, stride):
    """{dk - stride * i}: where they lie in dimension k, as seen from the iteration."""
    kind, found = isl.dim_type, None
    for relation in relations:
        part = relation.map
        count = part.dim(kind.out)
        part = part.project_out(kind.out, k + 1, count - k - 1).project_out(kind.out, 0, k)
        shift = isl.Map(f"{{ [[i] -> [d]] -> [e] : e = d + {-stride}*i }}")
        away = part.wrap().apply(shift)
        found = away if found is None else found.union(away)
    return found


def _constant(difference):
    """The integer that a quasi-affine function always is, or None."""
    least, greatest = difference.min_val(), difference.max_val()
    return least.to_python() if least.is_int() and least.eq(greatest) else None


@patient(lambda *_: None)
def place(relations, k, stride, space):
    """(C text of the offset, width) of the smallest window of dimension k at stride * iteration
    that has all elements which they lead to, whatever the parameters, or None."""
    away = _distances(relations, k, stride)
    least, greatest = away.dim_min(0), away.dim_max(0)
    length = greatest.sub(least).max_val()
    offset = _c_text(least.coalesce(), space)
    return (offset, length.to_python() + 1) if length.is_int() and offset is not None else None


@patient(lambda *_: None)
def around(own, all_, k, stride):
    """How far the others reach before and behind that window, or None."""
    inside, away = (_distances(part, k, stride) for part in (own, all_))
    below = _constant(inside.dim_min(0).sub(away.dim_min(0)))
    above = _constant(away.dim_max(0).sub(inside.dim_max(0)))
    return None if below is None or above is None else (below, above)


def _meeting(touched, written, space):
    """Pairs of different iterations that reach one element."""
    touched, written = (
        part.align_params(other.get_space())
        for part, other in ((touched, written), (written, touched))
    )
    pairs = touched.apply_range(written.reverse())
    away = space.a_step_away()
    if away is not None:
        away, pairs = away.align_params(pairs.get_space()), pairs.align_params(away.get_space())
        pairs = pairs.intersect(away)
    return pairs.subtract(isl.Map.identity(pairs.get_space()))


def _large(parameters):
    """Of a set of parameters: all are LARGE or more."""
    return _at_least(parameters, LARGE)


def _at_least(parameters, number):
    found = isl.Set.universe(parameters.get_space())
    for k in range(parameters.dim(isl.dim_type.param)):
        found = found.lower_bound_val(isl.dim_type.param, k, isl.Val(number))
    return found


def _always(meeting, iterations):
    """Whether iterations meet whatever the sizes, when there are many of them."""
    possible = meeting.params()
    wanted = _large(possible).intersect(iterations.params().align_params(possible.get_space()))
    return not wanted.is_empty() and wanted.is_subset(possible)


def _witness(meeting):
    """Two iterations that meet, the first such."""
    sizes = meeting.params()
    sizes = sizes.intersect(_large(sizes)).sample_point()
    pair = meeting.intersect_params(isl.Set.from_point(sizes)).wrap().lexmin().sample_point()
    return tuple(pair.get_coordinate_val(isl.dim_type.set, k).to_python() for k in range(2))


@patient(lambda *_: (None, None))
def _apart(meeting):
    """The least and the greatest distance of iterations that meet, over all parameters; None: the
    greatest has no end."""
    away = meeting.deltas()
    away = away.union(away.neg()).lower_bound_val(isl.dim_type.set, 0, isl.Val(1))
    greatest = away.dim_max_val(0)
    return away.dim_min_val(0).to_python(), greatest.to_python() if greatest.is_int() else None


def _reached(relations):
    """All elements that they lead to."""
    return _elements([relation.map for relation in relations])


def _elements(maps):
    reached = None
    for part in (one.range() for one in maps):
        reached = (
            part
            if reached is None
            else reached.align_params(part.get_space()).union(
                part.align_params(reached.align_params(part.get_space()).get_space())
            )
        )
    return reached


@patient(lambda *_: None)
def bounds(relations, k, space):
    """C texts of the least and the greatest subscript of dimension k, or None where there is no
    such."""
    texts = _ends([relation.map for relation in relations], k)
    return None if texts is None else tuple(_named(text, space) for text in texts)


@once
def _ends(maps, k):
    """The same of all that maps lead to, with the names that parameters have here: each way to look
    at a loop asks it of the same maps."""
    reached, kind = _elements(maps), isl.dim_type.set
    if (
        reached is None
        or not reached.dim_has_any_upper_bound(kind, k)
        or not reached.dim_has_any_lower_bound(kind, k)
    ):
        return None
    least, greatest = (end.coalesce() for end in (reached.dim_min(k), reached.dim_max(k)))
    if least.is_empty() or greatest.is_empty():
        return None
    texts = _written(least), _written(greatest)
    return None if None in texts else texts


@patient(lambda *_: False)
def among(relations, others, count):
    """Whether all that relations may reach is among what others do, by the first `count`
    subscripts."""
    reached, known = _reached(relations), _reached(others)
    if reached is None or known is None:
        return False
    kind = isl.dim_type.set
    reached, known = (
        part.project_out(kind, count, part.dim(kind) - count) for part in (reached, known)
    )
    known = known.align_params(reached.get_space())
    return reached.align_params(known.get_space()).is_subset(known)


@patient(lambda *_: False)
def among_all(part, maps, extents=()):
    """Whether all of a map is in others together, as far as it leads to elements that there are:
    `extents` has how many each dimension has, None where that is not known."""
    for k, extent in enumerate(extents):
        if extent is not None:
            part = part.lower_bound_val(isl.dim_type.out, k, isl.Val(0))
            part = part.upper_bound_val(isl.dim_type.out, k, isl.Val(extent - 1))
    return _left(part, maps).is_empty()


def in_earlier_rounds(part, downward, count):
    """What rounds before one lead to, by a map of rounds of `count` loops in each other, from
    the outside. `downward`: of the first of them, whether they count down; others are left
    open."""
    one, other = ([f"{name}{k}" for k in range(count)] for name in "xy")
    earlier = [
        " and ".join(
            [f"{a} = {b}" for a, b in zip(one[:k], other[:k], strict=True)]
            + [f"{other[k]} {'>' if down else '<'} {one[k]}"]
        )
        for k, down in enumerate(downward)
    ]
    where = " or ".join(earlier) or "1 = 0"
    before = isl.Map(f"{{ [i, {', '.join(one)}] -> [i, {', '.join(other)}] : {where} }}")
    return before.align_params(part.get_space()).apply_range(part)


@patient(lambda *_: False)
def ends_for_good(going_on, rounds, downward, names):
    """Whether all rounds before one that is among `going_on` are, of the innermost of the loops
    `names`."""
    earlier = ", ".join(["i", *names[:-1], "r"])
    order = f"r {'>' if downward else '<'} {names[-1]}"
    before = isl.Map(f"{{ [{', '.join(['i', *names])}] -> [{earlier}] : {order} }}")
    found = going_on.apply(before.align_params(going_on.get_space()))
    found, rounds = (
        one.align_params(other.get_space()) for one, other in ((found, rounds), (rounds, found))
    )
    return found.intersect(rounds).is_subset(going_on.align_params(found.get_space()))


@patient(lambda *_: False)
def without_gaps(relations, k):
    """Whether each subscript of dimension k between two that are reached is reached."""
    reached = _reached(relations)
    if reached is None:
        return False
    kind = isl.dim_type.set
    count = reached.dim(kind)
    own = reached.project_out(kind, k + 1, count - k - 1).project_out(kind, 0, k)
    behind = own.apply(isl.Map("{ [k] -> [m] : m >= k }").align_params(own.get_space()))
    before = own.apply(isl.Map("{ [k] -> [m] : m <= k }").align_params(own.get_space()))
    return behind.intersect(before).is_subset(own)


@patient(lambda *_: None)
def somewhere(relations, known, space):
    """C text of that any element is reached; as `reached`."""
    elements = _reached(relations)
    return None if elements is None else possible(elements, known, space)


@patient(lambda *_: None)
def upper_bounds(relations, space):
    """C texts of the greatest subscript of each dimension, or None: where one is unbounded, or may
    be negative."""
    reached = _reached(relations)
    texts = []
    if reached is None:
        return None
    for k in range(reached.dim(isl.dim_type.set) - 1):
        bounded = reached.dim_has_any_upper_bound(
            isl.dim_type.set, k
        ) and reached.dim_has_any_lower_bound(isl.dim_type.set, k)
        if not bounded or not reached.lower_bound_val(isl.dim_type.set, k, isl.Val(0)).is_equal(
            reached
        ):
            return None
        texts.append(_c_text(reached.dim_max(k), space))
    return None if None in texts else texts


@patient(lambda *_: None)
def leaves(relation, k, extent):
    """Whether the subscript of dimension k is none of 0 .. extent - 1 somewhere, whatever the
    sizes: surely, where the relation is exact. Of one that nothing is known of it is not said.
    None: it cannot be told."""
    reached = relation.map.range()
    kind = isl.dim_type.set
    if not (reached.dim_has_any_upper_bound(kind, k) and reached.dim_has_any_lower_bound(kind, k)):
        return False
    inside = reached.lower_bound_val(kind, k, isl.Val(0))
    outside = reached.subtract(inside.upper_bound_val(kind, k, isl.Val(extent - 1)))
    if outside.is_empty():
        return False
    if extent > LARGE:
        return _always(outside, relation.map.domain())
    return _always_in_short(outside, relation.map.domain())


def _always_in_short(outside, iterations):
    """As `_always`, of a row of few: what a parameter counts there, x[i][axis], or x[i][k] for
    k < axes, is any number from 1 on; but iterations are many, or as many as they ever are."""
    possible = outside.params()
    found = (_several(iterations, count) for count in (LARGE, 2, 1))
    several = next((several for several in found if not several.is_empty()), possible)
    wanted = _at_least(possible, 1).intersect(several.align_params(possible.get_space()))
    return not wanted.is_empty() and wanted.is_subset(possible)


@patient(lambda *_: False)
def beyond(relation, k, size):
    """Whether the subscript of dimension k is somewhere none of `size`, a set of one dimension,
    wherever anything is reached. What `size` is made of is large."""
    outside, wanted = _outside(relation, k, size)
    return not wanted.is_empty() and wanted.is_subset(outside)


@patient(lambda *_: None)
def stays_where(relation, k, size, rounds, known, space):
    """C text of that the subscript of dimension k is one of `size`, or nothing is reached; None
    where it cannot be said, or does not hold where `size` and the `rounds` of loops are large."""
    return _unless(_outside(relation, k, size)[0], [size, rounds], known, space)


@patient(lambda *_: None)
def idle_where(relation, rounds, known, space):
    """C text of that nothing is reached, as that of `stays_where`."""
    return _unless(relation.map.params(), [rounds], known, space)


def _unless(holds, sizes, known, space):
    """C text of that parameters lie outside of a set; as `stays_where`."""
    where = holds.remove_divs().complement()
    large = where
    for size in sizes:
        large = _large_sizes(large, size)
    return None if large.is_empty() else _asked(where, known, space)


def _outside(relation, k, size):
    """The parameters for which the subscript of dimension k is somewhere none of `size`; those for
    which anything is reached, where what `size` is made of is large."""
    reached, kind = relation.map.range(), isl.dim_type.set
    own = reached.project_out(kind, k + 1, reached.dim(kind) - k - 1).project_out(kind, 0, k)
    own = own.align_params(size.get_space())
    size = size.align_params(own.get_space())
    return own.subtract(size).params(), _large_sizes(own.params(), size)


def _large_sizes(wanted, size):
    """Those parameters of which what `size` is made of is large."""
    wanted = wanted.align_params(size.get_space())
    size = size.align_params(wanted.get_space())
    for place in range(size.dim(PARAM)):
        if size.involves_dims(PARAM, place, 1):
            wanted = wanted.lower_bound_val(PARAM, place, isl.Val(LARGE))
    return wanted


# So many iterations must be left where a loop is to be worth it that something is asked.
MANY = 4096


@patient(lambda *_: None)
def reached(relations, ends, known, space):
    """C text of that the first of the sets of elements which programs may be expected to reach is
    reached in an iteration, and none before the first element of all; "" where it is known, None
    where none may be. `known`: a set of iterations."""
    elements = _reached(relations)
    if elements is None:
        return None
    kind = isl.dim_type.set
    inside, few = _from_first(elements), None
    for end in ends:
        count = end.dim(kind)
        outer = elements.project_out(kind, count, elements.dim(kind) - count)
        # Divisors left out: every second element may be the last one.
        where = _meet(_meet(outer, end).params().remove_divs(), inside)
        found = _asked(where, known, space)
        if found == "" or (found and _usual(where, known, end, MANY)):
            return found
        # A small number that is no size, as the width of a border, may have a bound.
        if found and _usual(where, known, end, 2 * LARGE):
            few = few or found
    return few


def _usual(where, known, end, least):
    """Whether a condition holds for sizes that programs have: large ones, of which all may be the
    same, unless there is nothing then; other parameters are `least` or more."""
    kind, context = isl.dim_type.param, _several(known, MANY).align_params(where.get_space())
    where = where.align_params(context.get_space())
    some = end.lower_bound_val(isl.dim_type.set, 0, isl.Val(0)).params()
    end = end.gist_params(known.params()).align_params(where.get_space())
    where, context = (part.align_params(end.get_space()) for part in (where, context))
    names = [where.get_dim_name(kind, k) for k in range(where.dim(kind))]
    sizes = [end.involves_dims(kind, end.find_dim_by_name(kind, name), 1) for name in names]
    large = isl.Set.universe(where.get_space())
    for k, size in enumerate(sizes):
        if where.involves_dims(kind, k, 1):
            large = large.lower_bound_val(kind, k, isl.Val(MANY if size else least))
    places = [k for k, size in enumerate(sizes) if size]
    same = large
    for k in places[1:]:
        same = same.equate(kind, places[0], kind, k)
    if some.align_params(same.get_space()).intersect(same).is_empty():
        same = large
    return all(
        context.intersect(wanted).is_empty()
        or not _meet(where.intersect(wanted), context).is_empty()
        for wanted in (large, same)
    )


@patient(lambda *_: False)
def lies_in(relation, rows):
    """Whether all inner subscripts are some of `rows`, whatever the sizes."""
    return _leaving(relation, rows).is_empty()


@patient(lambda *_: None)
def lies_where(relation, rows, space):
    """C text of the same, where anything is reached; as `reached`."""
    where = _leaving(relation, rows).params().remove_divs().complement()
    return _asked(where, relation.map.domain(), space)


def _leaving(relation, rows):
    """The inner subscripts that are none of `rows`."""
    kind, elements = isl.dim_type.set, relation.map.range()
    inner = elements.project_out(kind, elements.dim(kind) - 1, 1).project_out(kind, 0, 1)
    rows = rows.align_params(inner.get_space())
    return inner.align_params(rows.get_space()).subtract(rows)


@patient(lambda *_: None)
def lie_apart(relations, others, extents, known, space):
    """C text of that no element which relations may lead to is one that others may lead to; ""
    where that is known, None where it never holds, or cannot be said. `extents` as those of
    `divided`, `known`: the iterations."""
    one, other = _reached(relations), _reached(others)
    meeting = None if one is None or other is None else _meet(one, other)
    if meeting is None or meeting.is_empty():
        return ""
    return _otherwise(meeting.params(), known, _inside([*relations, *others], extents), space)


@patient(lambda *_: None)
def begins(relations, known, space):
    """C text of that no element which relations may lead to lies before the first; as `reached`."""
    elements = _reached(relations)
    return "" if elements is None else _asked(_from_first(elements), known, space)


def _from_first(elements):
    """The parameters for which none lies before the first of the outermost dimension."""
    before = elements.upper_bound_val(isl.dim_type.set, 0, isl.Val(-1))
    return before.params().remove_divs().complement()


@patient(lambda *_: None)
def within(relations, size, known, space):
    """C text of that all elements which relations may lead to lie before `size` of the outermost
    dimension, a set of one dimension; as `reached`."""
    elements = _reached(relations)
    if elements is None:
        return None
    kind = isl.dim_type.set
    outer = elements.project_out(kind, 1, elements.dim(kind) - 1)
    outer = outer.align_params(size.get_space())
    beyond = outer.subtract(size.align_params(outer.get_space()))
    return _asked(beyond.params().remove_divs().complement(), known, space)


@patient(lambda *_: None)
def stays(relations, extents, known, space):
    """C text of that all that is surely reached lies within these extents; as `reached`."""
    where = _inside(relations, extents)
    return "" if where is None else _asked(where, known, space)


@patient(lambda *_: None)
def possible(where, known, space):
    """C text of that parameters lie in a set; as `reached`."""
    return None if where is None else _asked(where.params(), known, space)


def _asked(where, known, space):
    context = known.params()
    where = where.align_params(context.get_space())
    context = context.align_params(where.get_space())
    if context.is_subset(where):
        return ""
    several = _several(known, MANY)
    several = _several(known, 2) if several.is_empty() else several
    if _meet(where, several).is_empty():
        return None
    found = _condition(where, context, space)
    return None if found is None else _joined(found)


def _c_text(value, space):
    text = _written(value)
    return None if text is None else _named(text, space)


def _written(value):
    """C text with the names that parameters have here, or None."""
    if sum(len(part.get_basic_sets()) for part, _ in value.get_pieces()) > MOST_PARTS:
        return None
    said = value.to_str()
    if "exists" in said:  # isl ends where it prints as C what it has not simplified
        value = isl.PwAff.read_from_str(isl.DEFAULT_CONTEXT, said)
    printer = isl.Printer.to_str(isl.DEFAULT_CONTEXT).set_output_format(isl.format.C)
    text = printer.print_pw_aff(value).get_str()
    if "floord" in text:  # isl's name of a quotient rounded down, which C has not
        return None
    return text if text.lstrip("-").isalnum() else f"({text})"


def _named(text, space):
    return re.sub(r"\bp\d+\b", lambda match: f"(long)({space.text(match[0])})", text)


@patient(lambda *_: None)
def covered(relations, wanted):
    """Whether an iteration writes all that `wanted` has of it: True, False, or None where it cannot
    be told."""
    writes = [relation for relation in relations if relation.write]
    if _left(wanted, [relation.map for relation in writes if relation.exact]).is_empty():
        return True
    left = _left(wanted, [relation.map for relation in writes])
    return False if not left.is_empty() and _always(left, wanted.domain()) else None


def _left(wanted, maps):
    for part in maps:
        wanted = wanted.align_params(part.get_space())
        wanted = wanted.subtract(part.align_params(wanted.get_space()))
    return wanted
