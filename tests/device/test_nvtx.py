# SPDX-License-Identifier: BSD-3-Clause
"""NVTX ranges: what a tool that is injected hears is what the report counts."""

import json
import os
import subprocess

import pytest

PROGRAM, RECORDER = os.environ["PROGRAM"], os.environ["RECORDER"]
COPY, KERNEL, TURN = "1", "2", "3"  # categories


def run(tmp_path, passes, how="declared", **settings):
    """What was heard, as (category, message, amount), and the report."""
    record, report = tmp_path / "record", tmp_path / "report.json"
    done = subprocess.run(
        [PROGRAM, str(passes), how],
        env={
            **os.environ,
            "OMP_NUM_THREADS": "2",
            "CTSAR_DEVICES": "cpu,cuda:0",
            "CTSAR_CLOCK": "virtual",
            "CTSAR_POLICY": "adaptive",
            "CTSAR_BACKOFF": "0",
            "CTSAR_REPORT": str(report),
            "NVTX_RECORD": str(record),
            **settings,
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("0 wrong\n", "")
    return record, json.loads(report.read_text())["regions"][0]


def heard(record):
    started, ended = {}, set()
    for line in record.read_text().splitlines():
        how, number, *about = line.split(" ", 4)
        if how == "start":
            started[number] = (about[0], about[2], int(about[1]))
        else:
            assert number in started and number not in ended
            ended.add(number)
    assert ended == set(started)
    return list(started.values())


def test_ranges_are_the_report_s_copies_and_kernels(tmp_path):
    record, region = run(tmp_path, 4, NVTX_INJECTION64_PATH=RECORDER)
    ranges = heard(record)
    (cuda,) = (u for u in region["units"] if u["kind"] != "core")
    assert cuda["turns"] > 0
    for way in ("in", "out"):
        amounts = [n for category, what, n in ranges if (category, what) == (COPY, f"copy {way}")]
        assert sum(amounts) == cuda[f"bytes_{way}"] > 0
    executed = [n for category, what, n in ranges if (category, what) == (KERNEL, "twice")]
    assert len(executed) >= cuda["turns"]
    assert sum(executed) == cuda["iterations"]


@pytest.mark.parametrize("clock", ["real", "virtual"])
@pytest.mark.parametrize("policy", ["adaptive", "chunk_dynamic", "split"])
@pytest.mark.parametrize("how", ["declared", "launched", "inline"])
def test_ranges_of_turns_are_the_report_s(tmp_path, how, policy, clock):
    record, region = run(
        tmp_path, 4, how, NVTX_INJECTION64_PATH=RECORDER, CTSAR_POLICY=policy, CTSAR_CLOCK=clock
    )
    turns = [(what, n) for category, what, n in heard(record) if category == TURN]
    for unit in region["units"]:
        mine = [n for what, n in turns if what == f"doubling on {unit['name']}"]
        assert (len(mine), sum(mine)) == (unit["turns"], unit["iterations"])
    assert len(turns) == sum(unit["turns"] for unit in region["units"])
    (cuda,) = (unit for unit in region["units"] if unit["kind"] != "core")
    assert clock == "real" or cuda["turns"] > 0


def test_without_a_tool_nothing_is_heard(tmp_path):
    record, region = run(tmp_path, 4)
    assert not record.exists() and region["pass_count"] == 4
