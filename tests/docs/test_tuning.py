# SPDX-License-Identifier: BSD-3-Clause
"""docs/tuning.md describes the variables that the library understands, with values it takes."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TUNING = (ROOT / "docs/tuning.md").read_text()
DOCUMENTED = re.findall(r"^## (CTSAR_\w+)", TUNING, re.M)
EXAMPLES = re.findall(r"^    (CTSAR_\w+)=(?:\"([^\"]*)\"|(\S+))$", TUNING, re.M)


def gemm(**settings):
    return subprocess.run(
        [os.environ["GEMM"], "20", "2"],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
    )


def test_the_page_and_the_library_know_the_same_variables():
    done = gemm(CTSAR_WRONG="1")
    assert done.returncode != 0
    assert set(re.findall(r"CTSAR_[A-Z_]+", done.stderr)) - {"CTSAR_WRONG"} == set(DOCUMENTED)


@pytest.mark.parametrize("name, quoted, plain", EXAMPLES)
def test_examples_are_understood(tmp_path, monkeypatch, name, quoted, plain):
    monkeypatch.chdir(tmp_path)
    done = gemm(**{name: quoted or plain})
    assert done.returncode == 0, done.stderr


def test_every_variable_has_an_example():
    assert {name for name, _, _ in EXAMPLES} == set(DOCUMENTED)


def test_what_the_page_simulates_can_be_simulated():
    commands = re.findall(r"ctsar-sim (\S+) ([\w-]+)", TUNING)
    assert commands
    for command in commands:
        done = subprocess.run(
            [ROOT / "tools/ctsar-sim", *command, "--seeds", "1", "--passes", "2"],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert "auto" in done.stdout
