# SPDX-License-Identifier: BSD-3-Clause
"""Small loops with known answers, in the categories of suites for vectorising compilers.

corpus/CATEGORY.c says above each loop what it is:
independent   ctsarcc takes it with `hetero(1)`, several units execute it, and the result is right
              whoever executes what
guarded       the same, but one core executes it: what is asked when it is reached does not hold
dependent     it is refused, or left serial
data          it depends for the values that it is run with: refused, right, or said to be assumed
unknown       it does not, which nobody can see: refused, or right

corpus/known.txt lists the loops of which this does not hold yet, with what happens instead:
refused       though independent
serial        one core executes it, though independent
divided       several units do, though guarded
accepted      though dependent
wrong         the result is not that of plain cc
stopped       the program ends, or a device refuses the kernel
broken        ctsarcc ends, or cc refuses what it has made
The list only shrinks: a loop that has become right must be taken out.
`ON_OPENCL=all pytest --refresh` writes it anew, for review.

Emulated accelerators and cores execute all loops, an OpenCL device a third of them, each time
another one."""

import functools
import pathlib
import re
import tempfile
from collections import Counter

import pytest

from batch import PART, Batch, Loop, in_parallel, on_opencl, ways
from cases import FOLDER

CORPUS = pathlib.Path(__file__).parent / "corpus"
KNOWN = CORPUS / "known.txt"
CATEGORIES = sorted(path.stem for path in CORPUS.glob("*.c"))
EXPECTED = re.compile(r"(?m)^// (independent|guarded|dependent|data|unknown)\b.*$|^LOOP\((\w+)\)$")


@functools.cache
def read(category: str) -> dict:
    """{name: (what it is, the line behind it)}."""
    found, kind = {}, None
    text = (CORPUS / f"{category}.c").read_text()
    for match in EXPECTED.finditer(text):
        if match[1]:
            kind = match[1]
        else:
            end = text.index("\n}\n", match.end()) + 3
            found[match[2]] = (kind, text.count("\n", 0, end))
            kind = None
    return found


TAKEN = ("independent", "guarded")
ALL = [f"{category}/{name}" for category in CATEGORIES for name in read(category)]


def program(category: str) -> tuple[str, list[Loop]]:
    """The category's loops as a program."""
    loops, first = [], 2
    for name, (_, end) in read(category).items():
        loops.append(Loop(name, first, end + 1))
        first = end + 2
    uses = " ".join(f"USES({loop.name})" for loop in loops)
    text = (CORPUS / f"{category}.c").read_text()
    text = f'#include "corpus.h"\n{text}\n#define LIST {uses}\nMAIN(LIST)\n'
    return text, loops


def guarded(loop: Loop) -> bool:
    """Whether the library noticed, and said so."""
    return not loop.wrong and all("ctsar: " in said for _, said in loop.stopped)


def verdict(kind: str, loop: Loop) -> str:
    """ "" where all is as it should be, else what happens instead."""
    if loop.broken:
        return "broken"
    if loop.refused and not loop.wrong:
        what = "refused" if loop.ids("error") else "serial"
        return what if kind in TAKEN else ""
    if kind == "dependent":
        return "accepted"
    if kind == "data" and (loop.ids("warning") or guarded(loop)):
        return ""
    if loop.stopped:
        return "stopped"
    if loop.wrong:
        return "wrong"
    if kind in TAKEN and any(loop.serial) != (kind == "guarded"):
        return "divided" if kind == "guarded" else "serial"
    return ""


@functools.cache
def results(category: str) -> dict:
    """{name: (verdict, the loop)}."""
    text, loops = program(category)
    before = tuple(name.partition("/")[2] for name, what in known().items() if what == "broken")
    batch = Batch(text, loops, pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name)), before)
    batch.build()
    batch.compare(ways(CATEGORIES.index(category)), on_opencl(len(loops)))
    return {loop.name: (verdict(read(category)[loop.name][0], loop), loop) for loop in loops}


@pytest.fixture(scope="session")
def pool(request) -> dict:
    """The categories that are asked for, two at a time."""
    wanted = {
        item.callspec.params["name"].partition("/")[0]
        for item in request.session.items
        if item.path == pathlib.Path(__file__) and hasattr(item, "callspec")
    }
    return in_parallel(results, sorted(wanted & set(CATEGORIES)))


def known() -> dict:
    """{category/name: what happens}."""
    lines = KNOWN.read_text().splitlines() if KNOWN.exists() else []
    return dict(line.split()[:2] for line in lines if line and not line.startswith("#"))


def shown(loop: Loop) -> str:
    return "\n".join(
        [loop.broken, *(text for _, _, text in loop.messages), *map(str, loop.stopped + loop.wrong)]
    ).strip()


def test_there_are_loops_of_all_kinds():
    kinds = [kind for category in CATEGORIES for kind, _ in read(category).values()]
    assert len(kinds) >= 150 and None not in kinds and len(set(ALL)) == len(ALL)
    assert {kind: kinds.count(kind) > 3 for kind in kinds} == dict.fromkeys(
        ["independent", "guarded", "dependent", "data", "unknown"], True
    )
    assert not set(known()) - set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_a_loop_is_taken_as_what_it_is(name, pool, request):
    category, _, place = name.partition("/")
    found, loop = pool[category].result()[place]
    if request.config.getoption("--refresh"):
        return
    expected = known().get(name, "")
    if found == expected:
        if found:
            pytest.xfail(f"{found}: {shown(loop)}")
        return
    assert not found, f"{found}, though {read(category)[place][0]}, ON_OPENCL={PART}\n{shown(loop)}"
    assert not expected, f"it is right now: take '{name}' out of corpus/known.txt"


def test_the_page_says_what_becomes_of_them(pool):
    """docs/testing.md, which `acceptance --write` writes."""
    import accepted

    if set(pool) != set(CATEGORIES):
        pytest.skip("only some categories are asked for")
    found = {
        category: accepted.of_loops(
            category, [loop for _, loop in pool[category].result().values()]
        )
        for category in CATEGORIES
    }
    wanted = accepted.table({**found, accepted.TOTAL: sum(found.values(), Counter())})
    assert accepted.page_says().startswith(wanted), "tests/translator/acceptance --write"


def test_refresh_writes_the_list(pool, request):
    if not request.config.getoption("--refresh"):
        return
    bad = known()
    for name in ALL:
        category, _, place = name.partition("/")
        if category in pool:
            bad[name] = pool[category].result()[place][0]
    bad = {name: bad[name] for name in ALL if bad.get(name)}
    lines = [f"{name} {what}" for name, what in bad.items()]
    KNOWN.write_text(
        "# Loops that are not yet taken as what they are, and what happens: it only shrinks.\n"
        + "".join(f"{line}\n" for line in lines)
    )
