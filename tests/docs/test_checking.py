# SPDX-License-Identifier: BSD-3-Clause
"""docs/checking.md shows a program, and what check mode says of it."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/checking.md").read_text()


def run(program="BLUR", **settings):
    return subprocess.run(
        [os.environ[program]], env={**os.environ, **settings}, capture_output=True, text=True
    )


def test_the_page_shows_the_program():
    assert (ROOT / "docs/checking/blur.c").read_text() in re.findall(r"```c\n(.*?)```", PAGE, re.S)


def test_the_page_shows_what_it_says():
    done = run(CTSAR_CHECK="1")
    assert done.returncode != 0
    shown = re.findall(r"```console\n\$ .*?\n(.*?)```", PAGE, re.S)
    assert re.sub(r"0x[0-9a-f]+", "0x…", done.stderr) == shown[0]


@pytest.mark.parametrize("program, place", [("BLUR_TASKS", 1), ("UNDECLARED", 2)])
def test_the_page_shows_what_it_says_of_tasks(program, place):
    done = run(program, CTSAR_CHECK="1")
    assert done.returncode != 0
    shown = re.findall(r"```console\n\$ .*?\n(.*?)```", PAGE, re.S)
    assert re.sub(r"0x[0-9a-f]+", "0x…", done.stderr) == shown[place]


def test_without_check_mode_it_runs():
    assert run(CTSAR_DEVICES="cpu").stdout == "250001\n"
