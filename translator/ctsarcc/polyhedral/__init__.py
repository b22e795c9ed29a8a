# SPDX-License-Identifier: BSD-3-Clause
"""A region as sets of integers, and what is asked of them (with isl, the integer set library).

`terms` turns C into constraints, `relations` says which iteration reaches which element,
`questions` asks. What is not linear makes a relation larger, never smaller, and marks it: what is
disjoint then is disjoint in truth."""

from .questions import (
    PROVEN,
    REFUTED,
    UNKNOWN,
    Verdict,
    among,
    among_all,
    around,
    beyond,
    bounds,
    covered,
    divided,
    in_earlier_rounds,
    leaves,
    lies_in,
    lies_where,
    place,
    possible,
    reached,
    somewhere,
    stays,
    upper_bounds,
    within,
    without_gaps,
)
from .relations import Relation, Space, calls_are_known, space, written_members

__all__ = [
    "PROVEN",
    "REFUTED",
    "UNKNOWN",
    "Relation",
    "Space",
    "Verdict",
    "among",
    "among_all",
    "around",
    "beyond",
    "bounds",
    "calls_are_known",
    "covered",
    "divided",
    "in_earlier_rounds",
    "leaves",
    "lies_in",
    "lies_where",
    "place",
    "possible",
    "reached",
    "somewhere",
    "space",
    "stays",
    "upper_bounds",
    "within",
    "without_gaps",
    "written_members",
]
