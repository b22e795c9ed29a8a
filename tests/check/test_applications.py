# SPDX-License-Identifier: BSD-3-Clause
"""Check mode says nothing of the applications, and they are right."""

import os
import subprocess

import pytest
from PIL import Image

PROGRAMS = {name: os.environ[name] for name in ("GEMM", "GEMM_DOUBLE", "KMEANS")}


def run(*command, **settings):
    return subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        env={**os.environ, "CTSAR_CHECK": "1", **settings},
    )


@pytest.mark.parametrize("clock", ["real", "virtual"])
@pytest.mark.parametrize("name", ["GEMM", "GEMM_DOUBLE"])
def test_gemm_is_silent(name, clock):
    done = run(PROGRAMS[name], 33, 3, CTSAR_CLOCK=clock)
    assert (done.returncode, done.stderr) == (0, "")


def test_kmeans_is_silent(tmp_path):
    image = Image.new("RGB", (40, 30))
    image.putdata([(x * 6 % 256, y * 8 % 256, x * y % 256) for y in range(30) for x in range(40)])
    image.save(tmp_path / "in.png")
    done = run(
        PROGRAMS["KMEANS"],
        "-k",
        4,
        "--check",
        "-m",
        3,
        "-o",
        tmp_path / "out.png",
        tmp_path / "in.png",
    )
    assert (done.returncode, done.stderr) == (0, "")
