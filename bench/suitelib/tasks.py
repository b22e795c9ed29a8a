# SPDX-License-Identifier: BSD-3-Clause
"""The figures of docs/tasks.md in a few lines, for docs/results.md."""

import re
import textwrap

# The tables, and what docs/results.md calls them.
WHAT = {
    "empty": "a task that does nothing",
    "cholesky": "Cholesky factorisation",
    "matmul": "product of matrices",
    "matmul-opencl": "product, PoCL beside a core",
    "cholesky-opencl": "Cholesky, PoCL beside a core",
}
PEERS = {
    "ctsar/OpenMP": "OpenMP",
    "ctsar/StarPU": "StarPU",
    "ctsar/StarPU dmda": "StarPU, dmda",
}
ON_DEVICES = "StarPU, dmda"  # where a device takes part


def rows(page: str, name: str) -> list[dict[str, str]]:
    """Those of a table of docs/tasks.md."""
    found = re.search(rf"<!-- table {name} -->\n(.*?)<!-- end -->", page, re.S)
    lines = [line for line in found[1].splitlines() if line.startswith("|")] if found else []
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]


def between(cells: list[str]) -> str:
    """From the least to the greatest of ratios, whose intervals stand in brackets behind them."""
    values = sorted(float(cell.split()[0]) for cell in cells if cell != "-")
    return f"{values[0]:.2f} to {values[-1]:.2f}" if values else "-"


def table(page: str) -> list[str]:
    """The table, of the text of docs/tasks.md; a line for each number of threads."""
    peers = [PEERS[key] for key in PEERS]
    lines = [f"| | threads | {' | '.join(f'beside {peer}' for peer in peers)} |", "|---" * 5 + "|"]
    for name, what in WHAT.items():
        found = rows(page, name)
        for threads in dict.fromkeys(row.get("threads", "1") for row in found):
            own = [row for row in found if row.get("threads", "1") == threads]
            of: dict[str, list[str]] = {peer: [] for peer in peers}
            for row in own:
                for key, peer in PEERS.items():
                    if key in row:
                        of[peer if "threads" in row else ON_DEVICES].append(row[key])
            lines.append(
                f"| {what} | {threads} | {' | '.join(between(of[peer]) for peer in peers)} |"
            )
    return lines if len(lines) > 2 else []


def section(page: str) -> list[str]:
    """The section of docs/results.md."""
    made = table(page)
    text = (
        "[tasks.md](tasks.md#figures) has what tasks take, by each size of tile. Here are ctsar's "
        "times over those of OpenMP's `task depend` and of StarPU with the scheduler lws, or dmda, "
        "with the same kernels: the least and the greatest ratio of all sizes, or of a chain and "
        "64 chains. `bench/tasks-page` measures and writes both."
    )
    return (
        [
            "## Tasks\n",
            textwrap.fill(text, 120) + "\n",
            "\n".join(["<!-- table tasks -->", *made, "<!-- end -->\n"]),
        ]
        if made
        else []
    )
