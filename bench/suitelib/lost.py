# SPDX-License-Identifier: BSD-3-Clause
"""What keeps a code from the sum of its units' speeds, as the library's report has it."""

import pathlib
import sys
from collections import Counter
from typing import Any

from .plan import APART
from .results import Results, regions, title

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/report"))

from why import LOSSES

SAID = 0.95  # of what units' speeds add up to: what reaches less is explained
NAMED = 0.01  # of the time


def misses(results: Results) -> list[str]:
    """An item of a list for each code that misses; all its loops together."""
    found = [results.one("lost", code, devices=APART) for code in results.codes("lost")]
    return [text for result in found if (text := _miss(result))]


def _miss(result: dict[str, Any]) -> str:
    known = [r["shortfall"] for r in regions(result, "auto") if r.get("shortfall")]
    measured = sum(s["measured_s"] for s in known)
    bound = sum(s["bound_s"] for s in known)
    if bound >= SAID * measured:
        return ""
    lost: Counter[str] = Counter()
    for one in known:
        lost.update(one["lost_s"])
    causes = [
        f"{100 * seconds / measured:.0f} % {LOSSES[cause]}"
        for cause, seconds in lost.most_common()
        if seconds >= NAMED * measured
    ]
    return f"- {title(result)}: {bound / measured:.2f}; " + "; ".join(causes)
