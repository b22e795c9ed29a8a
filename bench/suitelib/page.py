# SPDX-License-Identifier: BSD-3-Clause
"""docs/results.md: prose around tables and figures; every number comes from the measurements."""

import textwrap
from collections.abc import Collection
from typing import Any

from . import lost, reasons, tables, tasks
from .plan import LIMIT
from .results import Results

HEAD = """# Results

This page shows what the suite measured on one machine. `bench/suite` measures. `bench/plot` writes
this page and its figures from the measurements, so no number here was typed by hand.

- **A time** is the median of {runs} executions in one process. Behind ± stands half of what lies
  between the 10th and the 90th percentile.
- **A ratio** compares variants that were executed in turns, round by round. Its ± is that of the
  rounds' ratios.
- **A slow variant**, one that had taken {limit} s, was executed no more than three times.
- **Verified** were {verified}: each was compared with a serial one, outside of its time.

| | |
|---|---|
{machine}
"""

# Where the page has no measurements of separate processors.
ELSEWHERE = (
    "[coexecution.md](coexecution.md) says what co-execution gains. There a core and a device have "
    "a processor each, so that their speeds add up. On this page the device is made of the same "
    "cores, so it cannot add any speed. [harm.md](harm.md) says what it costs that such a device "
    "is there."
)

# In the order in which bench/suite measures. A line of a text is a paragraph or an item of a list.
SECTIONS = (
    (
        "A core and a device, each on a processor of its own",
        "This section says what co-execution gains where the units' speeds add up. The units are a "
        "core and a PoCL device that is restricted to another processor. Both are bound to their "
        "processors. All passes count, the first one too.\n\n"
        "- **sum of speeds**: the time that both units would take if their speeds, each measured "
        "alone in the same process, added up.\n"
        "- **adaptive**, **auto**: the time on both units under that policy, and the efficiency, "
        "which is the sum's time over this time.\n"
        "- **two cores**: the efficiency of two threads of OpenMP's static schedule on two "
        "processors. This is what caches and memory leave to gain here.\n\n"
        "Published for comparison: 0.89 (EngineCL) and 0.91 (Coexecutor Runtime), each on other "
        "machines.",
        tables.apart,
        "apart",
    ),
    (
        "What keeps a core and a device from the sum of their speeds",
        "These are the codes that reach less than 0.95 under auto in the table above: of the sum "
        "of speeds, or of what two cores reach. Behind it stands what the report of another run "
        "names ([report.md](report.md#why-not-faster)), in parts of that run's time. There a "
        "unit's speed is what it computes, copies and launches apart; in the table it is what the "
        "unit takes alone, with all of that. So the parts may come to more than what is missing.",
        lost.misses,
        None,
    ),
    (
        "Codes",
        "This is the paper's Table 2.\n\n"
        "- **passes**, **time a pass**: under the policy static, on all cores and one "
        "accelerator.\n"
        "- **cores**: OpenMP's static schedule over the same kernels.\n"
        "- **accelerator**: the accelerator alone, under static.\n"
        "- **cores/accelerator**: how many times as fast as the cores the accelerator is.",
        tables.characteristics,
        None,
    ),
    (
        "Cores only, beside OpenMP",
        "The second column has OpenMP's best schedule and its time. The columns behind it have the "
        "time of a policy of ctsar over that time. Below 1 ctsar is faster. Both sides execute the "
        "same kernels in the same process.",
        tables.openmp,
        None,
    ),
    (
        "Task schedulers",
        "This is the paper's Figure 11 and its section 5.5. OpenMP, ctsar and StarPU schedule one "
        "object file of kernels. StarPU has the scheduler dmda, whose history model was trained "
        "before. The smallest tasks are rows, of k-means 1000 points; the best tasks are of the "
        "best of several sizes.",
        tables.peers,
        "figure-11",
    ),
    (
        "Where others win",
        "This section lists where a schedule of OpenMP's, or StarPU, is faster than the best of "
        "ctsar's policies. Each item says what was measured of why, by ctsar's report of the same "
        "passes and by static schedules that cut alike. The parts overlap, since cores wait while "
        "one decides, and peers' cores wait too. So they need not add up to 100 %.",
        reasons.wins,
        None,
    ),
    (
        "Arrays that stay on the units",
        "`persist` keeps arrays on the units between passes. The paper's way copies everything in "
        "every pass. The table compares what both copy to and from accelerators in a pass, under "
        "static.",
        tables.persist,
        None,
    ),
    (
        "Together",
        "Co-execution efficiency is one time over another. The first is the time that all units "
        "would take if their speeds, each measured alone, added up. The second is the time of the "
        "best policy on all of them. Both were measured in one process. An OpenCL device that is "
        "made of the same cores, and an emulated accelerator, add no speed under the real clock. "
        "So a half is all that there is.",
        tables.together,
        None,
    ),
    (
        "Schedulers and units",
        "This is the paper's Figure 9: each policy's speedup over the chunk scheduler on the "
        "cores.",
        tables.schedulers,
        "figure-9",
    ),
    (
        "Chunk sizes",
        "This is the paper's Figure 8: the chunk scheduler with one accelerator.",
        None,
        "figure-8",
    ),
    ("Padded rows", "This is the paper's Figure 6.", None, "figure-6"),
)

WITHOUT = {"accelerators": "none", "starpu": "not installed"}


def filled(text: str) -> str:
    return "\n".join(
        textwrap.fill(line, 120, subsequent_indent="  " if line.startswith("- ") else "")
        for line in text.split("\n")
    )


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


def verified(results: Results) -> str:
    """Which executions were; those that were found wrong are no results, but listed as missing."""
    lines = [line for result in results.all for line in result["variants"]]
    compared = sum(line["runs"] for line in lines if line.get("verified"))
    executed = sum(line["runs"] for line in lines)
    return f"all {executed} executions" if compared == executed else f"{compared} of {executed}"


def load(results: Results) -> str:
    """How busy the machine was besides, which spread tells too."""
    values = sorted(result["load"] for result in results.all)
    if not values:
        return ""
    median = values[len(values) // 2]
    row = (
        f"| load average when measurements began | median {median:.1f}, at most {values[-1]:.1f} |"
    )
    if all(result.get("real_time") for result in results.all):
        row += "\n| priority | real-time, so that the load hardly counts |"
    return row


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
    """Where figures of a GPU are, which this machine does not have."""
    if any("cuda" in item for item in results.machine.get("accelerators") or []):
        return []
    text = (
        "No CUDA device was there. [gpu.md](gpu.md) has what `scripts/gpu-check` and "
        "`bench/gpu/coexecution` measured on one: copies, padded rows, a persisted Jacobi beside a "
        "hand-written one, and the suite's codes."
    )
    return ["## On a GPU\n", textwrap.fill(text, 120) + "\n"]


def write(results: Results, drawn: Collection[str], folder: str, of_tasks: str = "") -> str:
    """The page's text; `drawn` are the names of the figures that exist in docs/`folder`, `of_tasks`
    is the text of docs/tasks.md."""
    parts = [
        HEAD.format(
            runs=runs(results),
            limit=LIMIT,
            verified=verified(results),
            machine=machine(results.machine) + "\n" + load(results),
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
            parts.append(filled(text) + "\n")
        if lines:
            parts.append("\n".join(lines) + "\n")
        if figure in drawn:
            parts.append(f"![{heading}]({folder}/{figure}.svg)\n")
    return "\n".join(parts + unmeasured(results) + tasks.section(of_tasks) + without_gpu(results))
