# SPDX-License-Identifier: BSD-3-Clause
"""docs/results.md: prose around tables and figures; every number comes from the measurements."""
import textwrap

from . import tables

HEAD = """# Results

What the suite measured on one machine. `bench/suite` measures, `bench/plot` writes this page and its figures from the
measurements: no number here was typed by hand. Times are medians of {runs} executions in one process, ± half of what lies
between the 10th and the 90th percentile; variants of one row were executed in turns.

| | |
|---|---|
{machine}
"""

SECTIONS = (
    ("Codes", "The paper's Table 2. Passes and time a pass: static, all cores and one accelerator. Cores: OpenMP's static "
     "schedule over the same kernels. Accelerator: it alone.", tables.characteristics, None),
    ("Together", "Co-execution efficiency: the time that all units would take if their speeds, each measured alone, added "
     "up, over the time of the best policy on all of them. An OpenCL device that is made of the same cores, and an emulated "
     "accelerator, add no speed under the real clock, so that a half is all that there is.", tables.together, None),
    ("Cores only, beside OpenMP", "Medians over that of OpenMP's best schedule (below 1: ctsar is faster); the same kernels in "
     "the same process.", tables.openmp, None),
    ("Schedulers and units", "The paper's Figure 9: speedup over the chunk scheduler on the cores.", tables.schedulers,
     "figure-9"),
    ("Chunk sizes", "The paper's Figure 8: the chunk scheduler with one accelerator.", None, "figure-8"),
    ("Padded rows", "The paper's Figure 6.", None, "figure-6"),
    ("Task schedulers", "The paper's Figure 11 and its section 5.5: one object file of kernels, scheduled by OpenMP, ctsar and "
     "StarPU (scheduler dmda, its history model trained by ten runs before). Tasks are rows, of k-means 1000 points, or "
     "the best of several sizes.", tables.peers, "figure-11"),
    ("Where others win", None, tables.wins, None),
    ("Arrays that stay on the units", "`persist` beside the paper's way (CTSAR_CACHE=nocache): what is copied to and from "
     "accelerators in a pass, static.", tables.persist, None),
)

WITHOUT = {"accelerators": "none", "starpu": "not installed"}


def machine(of):
    names = {"processor": "processor", "cores": "cores", "memory_GiB": "memory, GiB", "system": "system", "compiler": "compiler",
             "build": "build", "starpu": "StarPU", "accelerators": "accelerators"}
    rows = []
    for key, name in names.items():
        value = of.get(key)
        value = "; ".join(value) if isinstance(value, list) else str(value or "")
        rows.append(f"| {name} | {value or WITHOUT.get(key, 'unknown')} |")
    return "\n".join(rows)


def runs(results):
    counts = sorted({line["runs"] for result in results.all for line in result["variants"]})
    return " or ".join(map(str, counts))


def load(results):
    """How busy the machine was besides, which spread tells too."""
    values = sorted(result["load"] for result in results.all)
    if not values:
        return ""
    return f"| load average when measurements began | median {values[len(values) // 2]:.1f}, at most {values[-1]:.1f} |"


def missing(results):
    """What a machine without a GPU cannot say."""
    if any("cuda" in item for item in results.machine.get("accelerators") or []):
        return []
    text = ("No CUDA device was there. Figures of one (padded rows, copies hidden behind kernels, co-execution, a persisted "
            "Jacobi beside a hand-written one) are still to be taken: `scripts/gpu-check` takes them and writes them to "
            "bench/results.")
    return ["## Still to be measured\n", textwrap.fill(text, 120) + "\n"]


def write(results, drawn, folder):
    """The page's text; `drawn` are the names of the figures that exist in docs/`folder`."""
    parts = [HEAD.format(runs=runs(results), machine=machine(results.machine) + "\n" + load(results)).rstrip() + "\n"]
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
    return "\n".join(parts + missing(results))
