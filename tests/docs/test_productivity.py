# SPDX-License-Identifier: BSD-3-Clause
"""docs/productivity.md is what its script counts now."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_page_is_up_to_date():
    done = subprocess.run(
        [sys.executable, "-B", str(ROOT / "bench/productivity"), "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_every_code_of_the_suite_is_counted():
    page = (ROOT / "docs/productivity.md").read_text()
    assert len(re.findall(r"^\| \[\w+\]\(\.\./(?:polybench|apps)/", page, re.M)) == 26
