# SPDX-License-Identifier: BSD-3-Clause
"""Where an access lies, relative to the iteration."""

from dataclasses import dataclass

from ..algebra import ranges
from ..algebra.affine import Polynomial

ZERO = Polynomial()


@dataclass(frozen=True)
class Reach:
    """Where an access lies in one dimension, relative to the iteration: i+below .. i+above, or not
    relative to it."""

    relative: bool
    least: Polynomial | None = None
    greatest: Polynomial | None = None
    index: Polynomial | None = None  # the subscript itself

    def text(self):
        return (
            str(self.index)
            if self.index is not None
            else "not a sum of products of loops' variables and constants"
        )


def reach(access, dimension, body) -> Reach:
    if (
        access.indices is None
        or dimension >= len(access.indices)
        or access.indices[dimension] is None
    ):
        return Reach(False)
    index = access.indices[dimension]
    parts = index.factor(body.iteration)
    if parts is None or parts[0].value != 1:
        return Reach(False, index=index)
    least, greatest = ranges.extremes(parts[1], access.use.loops, body.values)
    return Reach(True, least, greatest, index)
