# SPDX-License-Identifier: BSD-3-Clause
"""The benchmark of decisions runs, briefly, and what it writes can be drawn.  No time is judged."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DRAW = Path(__file__).resolve().parents[2] / "bench" / "draw-decision"
DECISIONS = ("lp", "fill", "fill_priced", "division", "next_division", "chunk", "chunk_dynamic")


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    path = tmp_path_factory.mktemp("decision") / "decision.json"
    done = subprocess.run(
        [os.environ["DECISION"], "-s", "3", "-r", "2", "-n", "128", "--json", str(path)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return path, done.stdout


def test_every_decision_is_timed_for_each_number_of_units(result):
    path, printed = result
    found = json.loads(path.read_text())
    units = [row["units"] for row in found["units"]]
    assert units == [2, 4, 8, 12, 32, 128]
    for row in found["units"]:
        assert f"\n{row['units']:8d}  " in printed
        for decision in DECISIONS:
            assert 0 < row[decision]["p10"] <= row[decision]["median"] <= row[decision]["p90"]
    assert found["barrier"]["median"] > 0


def test_the_times_can_be_drawn(result, tmp_path):
    pytest.importorskip("matplotlib")
    drawn = tmp_path / "decision.svg"
    done = subprocess.run([sys.executable, DRAW, result[0], drawn], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "LP solve" in drawn.read_text()


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    pytest.importorskip("matplotlib")
    done = subprocess.run(
        [sys.executable, DRAW, tmp_path / "none.json", tmp_path / "x.svg"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and done.stderr.startswith("draw-decision: ")


def test_a_wrong_option_is_refused():
    assert subprocess.run([os.environ["DECISION"], "-s", "0"], capture_output=True).returncode == 2
