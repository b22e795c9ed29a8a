# SPDX-License-Identifier: BSD-3-Clause
"""docs/directives.md and docs/loops.md show files that work."""

import concurrent.futures
import functools
import os
import re

import pytest

from cases import CTSARCC, ROOT, build_and_compare, must

DOCUMENT = ROOT / "docs/directives.md"
LOOPS = ROOT / "docs/loops.md"
EXAMPLES = sorted((ROOT / "docs/examples").glob("*.c"))


@functools.cache
def pool():
    executor = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    return {path: executor.submit(build_and_compare, path) for path in EXAMPLES}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_prints_on_all_units_what_it_prints_serially(path):
    split, plain = pool()[path].result()
    assert plain and split == plain


def test_every_listing_is_part_of_the_example_that_it_names():
    listing = r"```c\n((?:(?!```).)*)\n```\n\[examples/(\w+\.cl?)\]"
    shown = re.findall(listing, DOCUMENT.read_text() + LOOPS.read_text(), re.S)
    for text, name in shown:
        assert text in (ROOT / "docs/examples" / name).read_text(), name
    files = [*EXAMPLES, *(ROOT / "docs/examples").glob("*.cl")]
    assert sorted(name for _, name in shown) == sorted(path.name for path in files)


def test_every_clause_is_documented():
    from ctsarcc.directives import CLAUSES

    text = DOCUMENT.read_text()
    assert [name for name in CLAUSES if not re.search(rf"\b{name}\b", text)] == []


def test_every_option_is_documented():
    options = re.findall(r"(?m)^  (--[\w-]+)", must(CTSARCC, "--help"))
    assert [
        option for option in options if option not in DOCUMENT.read_text() and option != "--help"
    ] == []
