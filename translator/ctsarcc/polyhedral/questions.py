# SPDX-License-Identifier: BSD-3-Clause
"""What is asked of relations. No question looks at C."""

import re
from dataclasses import dataclass

import islpy as isl

PROVEN, REFUTED, UNKNOWN = "proven", "refuted", "unknown"
LARGE = 8  # a symbol is a size: what holds for all from here on is said to hold


@dataclass(frozen=True)
class Verdict:
    answer: str
    pair: tuple | None = None  # (Relation that touches, Relation that writes)
    iterations: tuple | None = None  # of the pair: two that meet


def divided(relations):
    """Whether no element that one iteration writes is touched by another."""
    unknown = None
    writes = [relation for relation in relations if relation.write]
    for write in writes:
        for other in relations:
            if other.write and other.order < write.order:
                continue
            meeting = _meeting(other.map, write.map)
            if meeting.is_empty():
                continue
            if other.exact and write.exact and _always(meeting, write.map.domain()):
                return Verdict(REFUTED, (other, write), _witness(meeting))
            unknown = unknown or Verdict(UNKNOWN, (other, write))
    return unknown or Verdict(PROVEN)


def _meeting(touched, written):
    """Pairs of different iterations that reach one element."""
    touched, written = (
        part.align_params(other.get_space())
        for part, other in ((touched, written), (written, touched))
    )
    pairs = touched.apply_range(written.reverse())
    return pairs.subtract(isl.Map.identity(pairs.get_space()))


def _large(parameters):
    """Of a set of parameters: all are LARGE or more."""
    found = isl.Set.universe(parameters.get_space())
    for k in range(parameters.dim(isl.dim_type.param)):
        found = found.lower_bound_val(isl.dim_type.param, k, isl.Val(LARGE))
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


def upper_bounds(relations, space):
    """C texts of the greatest subscript of each dimension, or None: where one is unbounded, or may
    be negative."""
    reached = None
    for relation in relations:
        part = relation.map.range()
        reached = (
            part
            if reached is None
            else reached.align_params(part.get_space()).union(
                part.align_params(reached.align_params(part.get_space()).get_space())
            )
        )
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
    return texts


def leaves(relation, k, extent):
    """Whether the subscript of dimension k surely is none of 0 .. extent - 1 somewhere, whatever
    the sizes."""
    if not relation.exact:
        return False
    reached = relation.map.range()
    kind = isl.dim_type.set
    inside = reached.lower_bound_val(kind, k, isl.Val(0))
    outside = reached.subtract(inside.upper_bound_val(kind, k, isl.Val(extent - 1)))
    return not outside.is_empty() and _always(outside, relation.map.domain())


def _c_text(value, space):
    printer = isl.Printer.to_str(isl.DEFAULT_CONTEXT).set_output_format(isl.format.C)
    text = printer.print_pw_aff(value).get_str()
    return re.sub(r"\bp\d+\b", lambda match: f"(long)({space.text(match[0])})", text)


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
