# SPDX-License-Identifier: BSD-3-Clause
"""What keeps a code from the sum of its units' speeds: of those that miss it by the page's table,
what the library's report has of another run."""

import pathlib
import sys
from collections import Counter
from typing import Any

from .plan import APART
from .results import Results, regions, title
from .tables import reached

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/report"))

from why import LOSSES

SAID = 0.95  # of the sum of speeds, or of what two cores reach: what is below is explained
NAMED = 0.01  # of the report's time


def misses(results: Results) -> list[str]:
    """An item of a list for each code that misses under auto; all its loops together."""
    lines = []
    for code in results.codes("apart"):
        each = reached(results, code)
        if each and min(each["auto"], each["auto"] / each["cores"]) < SAID:
            name = title(results.one("apart", code, devices=APART))
            lines.append(
                f"- {name}: {each['auto']:.2f}, {each['auto'] / each['cores']:.2f} of what two "
                f"cores reach; {_causes(results.one('lost', code, devices=APART))}"
            )
    return lines


def _causes(result: dict[str, Any] | None) -> str:
    known = [r["shortfall"] for r in regions(result or {}, "auto") if r.get("shortfall")]
    measured = sum(s["measured_s"] for s in known)
    if not measured:
        return "no report says what is lost"
    lost: Counter[str] = Counter()
    for one in known:
        lost.update(one["lost_s"])
    causes = [
        f"{100 * seconds / measured:.0f} % {LOSSES[cause]}"
        for cause, seconds in lost.most_common()
        if seconds >= NAMED * measured
    ]
    return "; ".join(causes) or "the report names nothing that takes 1 % of the time"
