# SPDX-License-Identifier: BSD-3-Clause
"""Each test that docs/promises.md names exists."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "promises.md"


def named() -> list[str]:
    """The tests of the page's tables: the last cell of each row."""
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    return [name for row in rows for name in re.findall(r"`([\w.-]+)`", row.split("|")[-2])]


def defined() -> set[str]:
    """The tests in C, and the scripts that the attack replays."""
    functions = {
        name
        for path in (ROOT / "tests").rglob("*.c")
        for name in re.findall(r"^static void (\w+)\(void \*\*state\)", path.read_text(), re.M)
    }
    return functions | {path.name for path in (ROOT / "tests/attack/found").glob("*.script")}


def test_promises_have_tests_that_exist() -> None:
    assert len(named()) > 40
    assert [name for name in named() if name not in defined()] == []
