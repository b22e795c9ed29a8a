# SPDX-License-Identifier: BSD-3-Clause
"""The arguments of programs whose usage is their documentation."""

import sys
from collections.abc import Iterable


def words(usage: str | None, least: int, most: float) -> list[str]:
    """The program's arguments. --help prints the usage; so do too few or too many, as an error."""
    given, usage = sys.argv[1:], (usage or "").strip()
    if given[:1] in (["-h"], ["--help"]):
        print(usage)
        sys.exit()
    if not least <= len(given) <= most:
        sys.exit(usage)
    return given


def number_and_tables(
    usage: str | None, default: str, tables: Iterable[str]
) -> tuple[str, list[str]]:
    """A number above 0 and the names of some tables, behind it; where they are left out `default`
    and all."""
    there = list(tables)
    number, *named = words(usage, 0, 1 + len(there)) or [default]
    if not number.isdigit() or not int(number):
        sys.exit((usage or "").strip())
    if unknown := [name for name in named if name not in there]:
        sys.exit(f"there is no table {unknown[0]}; there are: {', '.join(there)}")
    return number, named or there


def number(usage: str | None, default: str) -> str:
    """The program's one argument, a number above 0; else the usage as an error."""
    return number_and_tables(usage, default, ())[0]
