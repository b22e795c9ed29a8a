# SPDX-License-Identifier: BSD-3-Clause
"""Whatever is there to be executed says what it is for: --help prints a usage, and does nothing
else."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NO_SOURCES = {"build", "out"}
# What other programs call.
CALLED = {"docs/reference/filter", "tests/bench/fake_code"}


def programs():
    folders = [path for path in ROOT.glob("[!.]*") if path.is_dir() and path.name not in NO_SOURCES]
    paths = [path for folder in folders for path in folder.rglob("*")]
    there = {str(p.relative_to(ROOT)) for p in paths if p.is_file() and os.access(p, os.X_OK)}
    return sorted(there - CALLED)


def test_there_are_programs():
    assert {"scripts/demo", "bench/suite", "tools/ctsar-report"} <= set(programs())
    assert all((ROOT / path).is_file() for path in CALLED)


@pytest.mark.parametrize("path", programs())
def test_help_is_a_usage_and_no_error(path, tmp_path):
    program = ROOT / path
    in_python = "python" in program.read_text().split("\n", 1)[0]
    command = [sys.executable, "-B", program] if in_python else [program]
    done = subprocess.run(
        [*command, "--help"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage: " in done.stdout and os.path.basename(path) in done.stdout
    assert not list(tmp_path.iterdir())
