# SPDX-License-Identifier: BSD-3-Clause
"""docs/tutorial.md: its commands do what the page shows."""

import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def test_the_commands_print_what_the_page_shows(tmp_path):
    for name, program in (
        ("ctsarcc", os.environ["CTSARCC"]),
        ("ctsar-report", f"{ROOT}/tools/ctsar-report"),
    ):
        (tmp_path / name).write_text(f'#!/bin/sh\nexec {shlex.quote(program)} "$@"\n')
        (tmp_path / name).chmod(0o755)
    (tmp_path / "python3").symlink_to(sys.executable)
    done = subprocess.run(
        [sys.executable, ROOT / "docs/tutorial/run"],
        env={**os.environ, **AS_ROOT, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_its_pictures_are_there():
    for name in ("copied.svg", "kept.svg"):
        assert f"tutorial/{name}" in (ROOT / "docs/tutorial.md").read_text()
        assert (ROOT / "docs/tutorial" / name).stat().st_size > 1000
