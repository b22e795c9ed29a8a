# SPDX-License-Identifier: BSD-3-Clause
"""Each test that docs/promises.md names exists, and it has each status of ctsar.h."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "promises.md"
HEADER = ROOT / "include" / "ctsar.h"


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


# What every call may return, and what a family of calls says once.
GENERAL = {"EINVAL", "ENOMEM"}
FAMILIES = {
    "ctsar_set_": {"EINVAL", "ESTATE"},
    "ctsar_sync_mem": {"ESTATE", "EDEVICE", "ENODE"},
    "ctsar_host_modified": {"ESTATE", "EDEVICE"},
    "ctsar_depersist": {"EDEVICE", "ENODE"},
    "ctsar_host_uses": {"EDEVICE", "ENODE"},
    "ctsar_discard": {"EDEVICE", "ENODE"},
    "ctsar_free": {"ESTATE", "EDEVICE", "ENODE"},
    "ctsar_tasks_flush": {"ESTATE", "EDEVICE", "ENODEV"},
    "ctsar_get_unit": {"ESTATE"},
    "ctsar_get_range": {"ESTATE"},
}


def stated() -> dict[str, set[str]]:
    """The statuses that the comment before each call of ctsar.h names."""
    text = HEADER.read_text()
    calls = {}
    for call in re.finditer(r"^CTSAR_API [^;{]*?(ctsar_\w+)\(", text, re.M):
        before = text[: call.start()].rstrip()
        comment = before[before.rindex("/*") :] if before.endswith("*/") else ""
        calls[call[1]] = set(re.findall(r"\bE[A-Z]{3,}\b", comment))
    return calls


def listed() -> dict[str, set[str]]:
    """The statuses of each call in the page's table."""
    rows = re.findall(r"^\| `(ctsar_\w+)` \| (.*?) \|", PAGE.read_text(), re.M)
    return {name: set(re.findall(r"\bE[A-Z]{3,}\b", errors)) for name, errors in rows}


def test_every_call_is_listed_with_the_statuses_that_the_header_names() -> None:
    assert set(stated()) == set(listed())
    for name, statuses in stated().items():
        family = set().union(*(f for prefix, f in FAMILIES.items() if name.startswith(prefix)))
        assert statuses <= listed()[name], f"{name}: not on the page"
        assert listed()[name] <= statuses | family | GENERAL, f"{name}: not in ctsar.h"


def test_promises_have_tests_that_exist() -> None:
    there = defined()
    assert len(named()) > 40
    assert [name for name in named() if name not in there] == []
