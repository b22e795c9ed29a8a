# SPDX-License-Identifier: BSD-3-Clause
"""How far a figure of several runs may be from what more runs would give."""

import random
import statistics
from collections.abc import Sequence

DRAWS = 2000
OUTSIDE = 0.025  # of the draws at each end


def of_median(values: Sequence[float]) -> tuple[float, float, float]:
    """The median, and the least and the greatest that it has with a confidence of 95 %: a
    bootstrap, the same for the same values."""
    draw = random.Random(0)
    medians = sorted(statistics.median(draw.choices(values, k=len(values))) for _ in range(DRAWS))
    out = int(DRAWS * OUTSIDE)
    return statistics.median(values), medians[out], medians[-1 - out]


def in_words(values: Sequence[float]) -> str:
    middle, least, greatest = of_median(values)
    return f"{middle:.2f} ({least:.2f} to {greatest:.2f})"
