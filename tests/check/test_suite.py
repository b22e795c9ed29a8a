# SPDX-License-Identifier: BSD-3-Clause
"""Check mode says nothing of the suite's translated codes, and they meet their serial versions."""

import os
import pathlib
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "polybench"))
from suite_codes import SMALL

SUITE = pathlib.Path(os.environ["SUITE"])


@pytest.mark.parametrize("code", SMALL)
def test_a_code_is_silent(code):
    done = subprocess.run(
        [str(SUITE / "ctsar" / code), "-d", SMALL[code], "-r", "1", "--check"],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "CTSAR_CHECK": "1", "OMP_NUM_THREADS": "2"},
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "verified against the serial run" in done.stdout
