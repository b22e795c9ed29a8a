# SPDX-License-Identifier: BSD-3-Clause
"""docs/simulated-tasks.md says what the simulator says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "simulated-tasks.md"


def test_the_page_is_what_the_program_writes(tmp_path):
    copy = tmp_path / "page.md"
    shutil.copy(PAGE, copy)
    program = ROOT / "tools" / "sim" / "papers-on-tasks"
    subprocess.run([sys.executable, program, os.environ["SIMULATE"], copy], check=True)
    assert copy.read_text() == PAGE.read_text(), "run scripts/simulate-tasks"
