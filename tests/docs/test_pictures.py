# SPDX-License-Identifier: BSD-3-Clause
"""docs/design.md shows the pictures that docs/pictures/draw makes, and none besides."""

import pathlib
import re
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
SHOWN = re.findall(r"!\[[^]]+\]\(pictures/(\w+\.svg)\)", (DOCS / "design.md").read_text())


def test_the_pictures_that_are_shown_are_drawn_by_the_script(tmp_path: pathlib.Path) -> None:
    subprocess.run([sys.executable, str(DOCS / "pictures/draw"), str(tmp_path)], check=True)
    drawn = {path.name for path in tmp_path.iterdir()}
    assert SHOWN
    assert set(SHOWN) == drawn == {path.name for path in (DOCS / "pictures").glob("*.svg")}


def test_files_that_the_page_names_exist() -> None:
    named = re.findall(
        r"`((?:base|config|machine|device|sched|mem|pass|check|observe)/[\w/]+(?:\.[ch])?/?)`",
        (DOCS / "design.md").read_text(),
    )
    library = DOCS.parent / "libctsar"
    assert named
    assert [name for name in named if not (library / name).exists()] == []
