# SPDX-License-Identifier: BSD-3-Clause
"""Pages whose tables programs write, each between `<!-- table NAME -->` and `<!-- end -->`."""

import pathlib
import re
import sys
from collections.abc import Mapping


def number(usage: str, default: str) -> str:
    """The program's one argument, a number above 0. --help prints the usage; so does an argument
    that is wrong, as an error."""
    words = sys.argv[1:]
    if words in (["-h"], ["--help"]):
        print(usage.strip())
        sys.exit()
    if len(words) > 1 or not all(word.isdigit() and int(word) for word in words):
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
