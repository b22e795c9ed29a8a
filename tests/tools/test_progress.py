# SPDX-License-Identifier: BSD-3-Clause
"""CTSAR_PROGRESS: a line on a terminal only, or a file, which ctsar-report --follow shows."""

import contextlib
import json
import os
import pathlib
import pty
import re
import subprocess
import sys

import pytest

PROGRAM = os.environ["PROGRAM"]
TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "ctsar-report"


def environment(progress):
    return {
        **os.environ,
        "OMP_NUM_THREADS": "2",
        "OMP_WAIT_POLICY": "passive",
        "CTSAR_DEVICES": "cpu,emu:2",
        "CTSAR_CLOCK": "virtual",
        "CTSAR_EMU": "speed=4;speed=2",
        "CTSAR_POLICY": "static",
        "CTSAR_PROGRESS": str(progress),
    }


def fill(terminal):
    """It takes nothing any more, and who writes to it waits."""
    os.set_blocking(terminal, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(terminal, b"x" * 1000):
            pass
    os.set_blocking(terminal, True)


def on_terminal(*arguments, progress="1", read=True):
    """What the program writes to its stderr, a terminal, and its exit status."""
    ours, its = pty.openpty()
    if not read:
        fill(its)
    with subprocess.Popen(
        [PROGRAM, *arguments], env=environment(progress), stdout=subprocess.DEVNULL, stderr=its
    ) as program:
        os.close(its)
        said = b""
        while read:
            try:
                more = os.read(ours, 4096)
            except OSError:  # nobody has the terminal any more
                break
            said += more
        try:
            status = program.wait(timeout=300)
        finally:
            program.kill()
    os.close(ours)
    return said.decode(), status


def test_a_terminal_has_a_line_which_goes_at_the_end():
    said, status = on_terminal("1000", "5")
    assert status == 0
    assert said.startswith("\rthirds: pass 1, cores 50.0 %, emu0 25.0 %, emu1 25.0 %\x1b[K\r")
    assert said.endswith("\r\x1b[K")
    assert "\n" not in said


@pytest.mark.parametrize("progress, how", [("0", []), ("1", ["fork"])])
def test_nothing_else_is_said(progress, how):
    said, status = on_terminal("1000", "5", *how, progress=progress)
    assert status == 0
    assert said.count("\r\x1b[K") == (progress == "1")  # not a second time by a child


def test_what_is_no_terminal_has_no_line():
    done = subprocess.run(
        [PROGRAM, "1000", "5"], env=environment(1), capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


def test_a_terminal_that_nobody_reads_makes_nobody_wait():
    _, status = on_terminal("10", "20000", read=False)
    assert status == 0


def follow(path):
    return subprocess.run(
        [sys.executable, TOOL, "--follow", path], capture_output=True, text=True, timeout=300
    )


def test_a_file_says_how_far_it_was_and_that_it_has_ended(tmp_path):
    path = tmp_path / "now.json"
    subprocess.run(
        [PROGRAM, "1000", "5"], env=environment(path), stdout=subprocess.DEVNULL, check=True
    )
    now = json.loads(path.read_text())
    assert (now["region"], now["running"], now["ctsar_progress"]) == ("thirds", False, 1)
    assert 1 <= now["pass"] <= 5
    assert (now["cores"], now["accelerators"]) == (0.5, {"emu0": 0.25, "emu1": 0.25})
    assert os.listdir(tmp_path) == ["now.json"]
    done = follow(path)
    assert done.returncode == 0
    assert re.fullmatch(
        r"thirds: pass \d(, \d+/s)?, cores 50.0 %, emu0 25.0 %, emu1 25.0 %\nit has ended\n",
        done.stdout,
    )


def test_a_file_that_cannot_be_written_is_one_line(tmp_path):
    path = tmp_path / "no" / "now.json"
    done = subprocess.run([PROGRAM, "1000", "5"], env=environment(path), capture_output=True)
    assert done.returncode == 0
    assert done.stderr.decode() == (
        f"ctsar: warning: progress could not be written to {path}: No such file or directory\n"
    )


def test_a_program_that_was_killed_is_gone(tmp_path):
    path = tmp_path / "now.json"
    done = subprocess.run(
        [PROGRAM, "1000", "5", "kill"], env=environment(path), stdout=subprocess.DEVNULL
    )
    assert done.returncode != 0
    assert json.loads(path.read_text())["running"]
    assert follow(path).stdout.endswith("it is gone, and has not said so\n")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"ctsar_progress": 2}', '{"ctsar_progress": 1}'])
def test_another_file_is_told(tmp_path, text):
    path = tmp_path / "now.json"
    path.write_text(text)
    done = follow(path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "progress" in done.stderr
    assert "cannot read" in follow(tmp_path / "none.json").stderr
