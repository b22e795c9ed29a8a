# SPDX-License-Identifier: BSD-3-Clause
"""Check mode finds nothing in the codes' clauses."""
import os
import pathlib
import subprocess

import pytest

from suite_codes import TINY

SUITE = pathlib.Path(os.environ["SUITE"])


@pytest.mark.parametrize("code", TINY)
def test_check_mode_is_silent(code):
    done = subprocess.run([str(SUITE / "ctsar" / code), "-d", TINY[code], "-r", "1", "--check"], capture_output=True,
                          text=True, env={**os.environ, "CTSAR_CHECK": "1"}, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr and "verified against the serial run" in done.stdout
