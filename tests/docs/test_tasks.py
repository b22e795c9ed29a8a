# SPDX-License-Identifier: BSD-3-Clause
"""docs/tasks.md: its program compiles, and its commands print what the page shows."""

import os
import pathlib
import re
import shlex
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/tasks.md").read_text()
HEADER = (ROOT / "include/ctsar.h").read_text()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tasks")
    listings = re.findall(r"^```c\n(/\* (\w+\.c) \*/\n.*?)^```", PAGE, re.M | re.S)
    assert [name for _, name in listings] == ["tiles.c", "ways.c"]
    for listing, name in listings:
        (folder / name).write_text(listing)
    return folder


def test_the_commands_print_what_the_page_shows(folder):
    library = pathlib.Path(os.environ["LIBRARY"]).parent
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library)}
    compiler = shlex.join([os.environ["CC"], f"-I{ROOT}/include", f"-L{library}"])
    shown = re.findall(r"^    \$ (.*)\n((?:    [^$\n].*\n)*)", PAGE, re.M)
    assert len(shown) == 10
    for command, output in shown:
        done = subprocess.run(
            re.sub("^cc", compiler, command),
            shell=True,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout == re.sub(r"^    ", "", output, flags=re.M)


def test_the_page_has_all_placements():
    listed = re.findall(r'^ {4}X\((\w+), (CTSAR_\w+), \d+, "[^"]+"\)', HEADER, re.M)
    assert len(listed) > 1
    assert re.findall(r"^\| `(CTSAR_[A-Z]+)` \| that", PAGE, re.M) == [name for _, name in listed]
