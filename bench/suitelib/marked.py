# SPDX-License-Identifier: BSD-3-Clause
"""Pages whose tables programs write, each between `<!-- table NAME -->` and `<!-- end -->`."""

import pathlib
import re
import sys
from collections.abc import Mapping


def arguments(usage: str | None, least: int, most: float) -> list[str]:
    """The program's arguments. --help prints the usage; so do too few or too many, as an error."""
    words, usage = sys.argv[1:], (usage or "").strip()
    if words[:1] in (["-h"], ["--help"]):
        print(usage)
        sys.exit()
    if not least <= len(words) <= most:
        sys.exit(usage)
    return words


def number(usage: str, default: str) -> str:
    """The program's one argument, a number above 0; else the usage as an error."""
    words = arguments(usage, 0, 1)
    if not all(word.isdigit() and int(word) for word in words):
        sys.exit(usage.strip())
    return words[0] if words else default


def rewrite(page: pathlib.Path, tables: Mapping[str, str]) -> None:
    """Puts each table into its place; a page without one is left as it is, and the program ends."""
    text = page.read_text(encoding="utf-8")
    for name, made in tables.items():
        parts = re.split(rf"(<!-- table {name} -->\n).*?(<!-- end -->)", text, flags=re.S)
        if len(parts) != 4:
            sys.exit(
                f"{page}: there is no place for table {name}; it needs the lines "
                f"'<!-- table {name} -->' and '<!-- end -->' once"
            )
        before, begin, end, after = parts
        text = f"{before}{begin}{made}\n{end}{after}"
    page.write_text(text, encoding="utf-8")
