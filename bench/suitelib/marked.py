# SPDX-License-Identifier: BSD-3-Clause
"""Pages whose tables programs write, each between `<!-- table NAME -->` and `<!-- end -->`."""

import pathlib
import re
import sys
from collections.abc import Mapping


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
