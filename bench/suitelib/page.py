# SPDX-License-Identifier: BSD-3-Clause
"""docs/results.md: prose around tables and figures; every number comes from the measurements."""

import textwrap
from collections.abc import Collection
from typing import Any

from . import reasons, tables
from .plan import LIMIT
from .results import Results

HEAD = """# Results

What the suite measured on one machine. `bench/suite` measures, `bench/plot` writes this page and
its figures from the measurements: no number here was typed by hand. Times are medians of {runs}
executions in one process, ± half of what lies between the 10th and the 90th percentile. What one
row compares was executed in turns, round by round; a ratio's ± is that of the rounds' ratios. A
variant that had taken {limit} s was executed no more than three times.

| | |
|---|---|
{machine}
"""

# Where the page has no measurements of separate processors.
ELSEWHERE = (
    "What co-execution gains stands in [coexecution.md](coexecution.md): a core and a device, each "
    "on a processor of its own, so that their speeds add up. On this page the device is made of "
    "the same cores, and cannot add any. What it costs then that it is there stands in "
    "[harm.md](harm.md)."
)

# In the order in which bench/suite measures.
SECTIONS = (
    (
        "A core and a device, each on a processor of its own",
        "What co-execution gains where the units' speeds add up: a core and a PoCL device that is "
        "restricted to another processor, both bound. Sum of speeds: the time that both would "
        "take if their speeds, each measured alone in the same process, added up. Adaptive, auto: "
        "the time on both, and the sum's time over it, the efficiency; all passes count, the "
        "first one too. Two cores: the efficiency of two threads of OpenMP's static schedule on "
        "two processors, which is what caches and memory leave to gain here. Published "
        "for comparison: 0.89 (EngineCL) and 0.91 (Coexecutor Runtime), each on other machines.",
        tables.apart,
        "apart",
    ),
    (
        "Codes",
        "The paper's Table 2. Passes and time a pass: static, all cores and one accelerator. "
        "Cores: OpenMP's static schedule over the same kernels. Accelerator: it alone, static. "
        "Every execution was compared with a serial one.",
        tables.characteristics,
        None,
    ),
    (
        "Cores only, beside OpenMP",
        "Medians over that of OpenMP's best schedule (below 1: ctsar is faster); the same kernels "
        "in the same process.",
        tables.openmp,
        None,
    ),
    (
        "Task schedulers",
        "The paper's Figure 11 and its section 5.5: one object file of kernels, scheduled by "
        "OpenMP, ctsar and StarPU (scheduler dmda, its history model trained before). Tasks are "
        "rows, of k-means 1000 points, or the best of several sizes.",
        tables.peers,
        "figure-11",
    ),
    (
        "Where others win",
        "Where a schedule of OpenMP's or StarPU is faster than the best of ctsar's policies, and "
        "what was measured of why: ctsar's report of the same passes, and static schedules that "
        "cut alike. What is counted overlaps, since cores wait while one decides, and peers' "
        "cores wait too.",
        reasons.wins,
        None,
    ),
    (
        "Arrays that stay on the units",
        "`persist` beside the paper's way, which copies everything in every pass: what is copied "
        "to and from accelerators in a pass, static.",
        tables.persist,
        None,
    ),
    (
        "Together",
        "Co-execution efficiency: the time that all units would take if their speeds, each "
        "measured alone, added up, over the time of the best policy on all of them; in one "
        "process. An OpenCL device that is made of the same cores, and an emulated accelerator, "
        "add no speed under the real clock, so that a half is all that there is.",
        tables.together,
        None,
    ),
    (
        "Schedulers and units",
        "The paper's Figure 9: speedup over the chunk scheduler on the cores.",
        tables.schedulers,
        "figure-9",
    ),
    (
        "Chunk sizes",
        "The paper's Figure 8: the chunk scheduler with one accelerator.",
        None,
        "figure-8",
    ),
    ("Padded rows", "The paper's Figure 6.", None, "figure-6"),
)

WITHOUT = {"accelerators": "none", "starpu": "not installed"}


def machine(of: dict[str, Any]) -> str:
    names = {
        "processor": "processor",
        "cores": "cores",
        "memory_GiB": "memory, GiB",
        "system": "system",
        "compiler": "compiler",
        "build": "build",
        "starpu": "StarPU",
        "accelerators": "accelerators",
    }
    rows = []
    for key, name in names.items():
        value = of.get(key)
        value = "; ".join(value) if isinstance(value, list) else str(value or "")
        rows.append(f"| {name} | {value or WITHOUT.get(key, 'unknown')} |")
    return "\n".join(rows)


def runs(results: Results) -> str:
    counts = sorted({line["runs"] for result in results.all for line in result["variants"]})
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else "".join(map(str, counts))


def load(results: Results) -> str:
    """How busy the machine was besides, which spread tells too."""
    values = sorted(result["load"] for result in results.all)
    if not values:
        return ""
    median = values[len(values) // 2]
    return (
        f"| load average when measurements began | median {median:.1f}, at most {values[-1]:.1f} |"
    )


def unmeasured(results: Results) -> list[str]:
    """What was planned, and failed or was not reached."""
    missing = results.missing()
    if not missing:
        return []
    failed = [
        f"- {_where(job)}: {job['code']} on `{job['devices']}`: {why}"
        for job, why in missing
        if why
    ]
    waiting: dict[str, list[str]] = {}
    for job, why in missing:
        if not why:
            waiting.setdefault(_where(job), []).append(job["code"])
    lines = failed + [
        f"- {where}: {', '.join(dict.fromkeys(codes))}: not measured yet"
        for where, codes in waiting.items()
    ]
    return [
        "## Missing\n",
        "What was planned, and is not in the tables:\n",
        "\n".join(lines) + "\n",
    ]


def _where(job: dict[str, Any]) -> str:
    return job["part"] + (f", {job['label']}" if job["label"] == "peers" else "")


def without_gpu(results: Results) -> list[str]:
    """What a machine without a GPU cannot say."""
    if any("cuda" in item for item in results.machine.get("accelerators") or []):
        return []
    text = (
        "No CUDA device was there. Figures of one (padded rows, copies hidden behind kernels, "
        "co-execution, a persisted Jacobi beside a hand-written one) are still to be taken: "
        "`scripts/gpu-check` takes them and writes them to bench/results."
    )
    return ["## Still to be measured\n", textwrap.fill(text, 120) + "\n"]


def write(results: Results, drawn: Collection[str], folder: str) -> str:
    """The page's text; `drawn` are the names of the figures that exist in docs/`folder`."""
    parts = [
        HEAD.format(
            runs=runs(results), limit=LIMIT, machine=machine(results.machine) + "\n" + load(results)
        ).rstrip()
        + "\n"
    ]
    if not results.codes("apart"):
        parts.append(textwrap.fill(ELSEWHERE, 120) + "\n")
    for heading, text, table, figure in SECTIONS:
        lines = table(results) if table else []
        if not lines and figure not in drawn:
            continue
        parts.append(f"## {heading}\n")
        if text:
            parts.append(textwrap.fill(text, 120) + "\n")
        if lines:
            parts.append("\n".join(lines) + "\n")
        if figure in drawn:
            parts.append(f"![{heading}]({folder}/{figure}.svg)\n")
    return "\n".join(parts + unmeasured(results) + without_gpu(results))
