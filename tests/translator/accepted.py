# SPDX-License-Identifier: BSD-3-Clause
"""What becomes of the loops of the corpus and of the programs, counted."""

import pathlib
import re
from collections import Counter

import batch_translate
import test_corpus
import test_programs
from cases import ROOT

PAGE = ROOT / "docs/testing.md"
# A directive may go on in further lines.
DIRECTIVE = re.compile(r"(?m)^ *#pragma (?:.*\\\n)*.*\bhetero\(.*$")
BEGIN, END = "<!-- table acceptance -->\n", "<!-- end -->"
TOTAL = "**corpus**"
CORES = {"kept-parallel", "host-only", "device-call"}
KINDS = ("divided", "on cores", "serial", "refused")


def fate(found: set) -> str:
    """Of a loop, by (severity, id) of its messages."""
    if any(severity == "error" for severity, _ in found):
        return "refused"
    ids = {id for _, id in found}
    return "serial" if "kept-serial" in ids else "on cores" if ids & CORES else "divided"


def fates(path: pathlib.Path) -> list[tuple[int, str]]:
    """(line, what becomes of it) of the directives of a file. Remarks do not tell: they stand where
    the code is that they are about, which may be a function that several loops call."""
    text = path.read_text()
    lines = [text.count("\n", 0, match.start()) + 1 for match in DIRECTIVE.finditer(text)]
    found = {loop["line"]: executed(loop) for loop in batch_translate.explained(str(path))}
    return [(line, found.get(line, "refused")) for line in lines]


def executed(loop: dict) -> str:
    """How, by what `--explain=json` says."""
    if loop["split"]:
        return "on cores" if loop["units"] == "cpu" else "divided"
    return "on cores" if loop["executed"] == "OpenMP" else "serial"


def of_category(category: str, folder: pathlib.Path) -> Counter:
    text, loops = test_corpus.program(category)
    path = folder / f"{category}.c"
    path.write_text(text)
    messages = batch_translate.translated(str(path))[1]
    for loop in loops:
        loop.messages = [m[1:] for m in messages if loop.first <= m[0] <= loop.last]
    return of_loops(category, loops)


def of_loops(category: str, loops: list) -> Counter:
    """Of the independent loops: those of other kinds need not be taken."""
    kinds = test_corpus.read(category)
    return Counter(
        fate({message[:2] for message in loop.messages})
        for loop in loops
        if kinds[loop.name][0] in test_corpus.TAKEN
    )


def of_all(folder: pathlib.Path) -> dict[str, Counter]:
    found = {category: of_category(category, folder) for category in test_corpus.CATEGORIES}
    programs: Counter = Counter()
    for name in test_programs.ALL:
        programs.update(what for _, what in fates(test_programs.PROGRAMS / f"{name}.c"))
    return {**found, TOTAL: sum(found.values(), Counter()), "**programs**": programs}


def table(found: dict[str, Counter]) -> str:
    rows = ["| loops of | how many | " + " | ".join(KINDS) + " |", "|---" * 6 + "|"]
    for name, kinds in found.items():
        if not kinds:
            continue
        parts = [f"{100 * kinds[kind] / max(1, kinds.total()):.0f} %" for kind in KINDS]
        rows.append(f"| {name} | {kinds.total()} | " + " | ".join(parts) + " |")
    return "\n".join(rows) + "\n"


def page_with(text: str) -> str:
    page = PAGE.read_text()
    start = page.index(BEGIN) + len(BEGIN)
    return page[:start] + text + page[page.index(END, start) :]


def page_says() -> str:
    """The table as it stands in the page."""
    page = PAGE.read_text()
    start = page.index(BEGIN) + len(BEGIN)
    return page[start : page.index(END, start)]
