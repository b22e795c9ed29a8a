# SPDX-License-Identifier: BSD-3-Clause
"""docs/porting.md and docs/faq.md: programs print the same, and listings are theirs."""

import functools
import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs/porting"
PAGE = (ROOT / "docs/porting.md").read_text()
CC = os.environ["CC"]
CTSARCC = os.environ["CTSARCC"]
UNITS = {"CTSAR_DEVICES": "cpu:2,emu:2", "OMP_NUM_THREADS": "2"}


def flags_of(package: str) -> list[str] | None:
    asked = subprocess.run(["pkg-config", "--cflags", "--libs", package], capture_output=True)
    return None if asked.returncode else shlex.split(asked.stdout.decode())


# How each program is compiled; None: what it needs is not there.
COMMANDS = {
    "openmp": [CC, "-fopenmp"],
    "openmp-target": [CC, "-fopenmp"],
    "openacc": [CC, "-fopenacc"],
    "starpu": (flags := flags_of("starpu-1.3")) and [CC, *flags],
    "opencl": (flags := flags_of("OpenCL")) and [CC, *flags],
    "ctsar": [CTSARCC],
    "ompss": [CTSARCC],
    "ctsar-kernel": [CTSARCC, "-fopenmp"],
}


def output_of(name: str, folder: pathlib.Path) -> str:
    program = folder / name
    command, source = COMMANDS[name], FOLDER / f"{name}.c"
    assert command
    flags = [flag for flag in command[1:] if not flag.startswith("-l")]
    libraries = [flag for flag in command[1:] if flag.startswith("-l")]
    built = subprocess.run(
        [command[0], "-O2", "-Wall", *flags, source, "-o", program, *libraries, "-lm"],
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0 and not built.stderr, built.stderr
    environment = {**os.environ, **UNITS, "STARPU_SILENT": "1", "STARPU_HOME": str(folder)}
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    return output_of("openmp", tmp_path_factory.mktemp("openmp"))


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "openmp"])
def test_a_program_prints_what_the_openmp_program_prints(name, expected, tmp_path):
    if COMMANDS[name] is None:
        pytest.skip("what it needs is not installed")
    assert output_of(name, tmp_path) == expected


def test_ctsar_divides_the_loop(tmp_path):
    output_of("ctsar", tmp_path)
    report = tmp_path / "report.json"
    environment = {**os.environ, **UNITS, "CTSAR_REPORT": str(report)}
    subprocess.run([tmp_path / "ctsar"], env=environment, check=True, capture_output=True)
    (region,) = json.loads(report.read_text())["regions"]
    assert sum(unit["iterations"] > 0 for unit in region["units"]) > 1


@functools.cache
def lines_of(name: str) -> int:
    text = re.sub(r"/\*.*?\*/", "", (FOLDER / name).read_text(), flags=re.S)
    return sum(bool(line.strip()) for line in text.splitlines())


def test_the_page_counts_the_programs_lines():
    shown = re.findall(r"\| \[(\S+\.c)\]\(porting/\S+\) \| (\d+) \|", PAGE)
    assert sorted(name for name, _ in shown) == sorted(f"{name}.c" for name in COMMANDS)
    assert {name: int(count) for name, count in shown} == {n: lines_of(n) for n, _ in shown}


def test_every_listing_is_part_of_its_program():
    shown = re.findall(r"```c\n(.*?)\n```\n\[porting/(\S+\.c)\]", PAGE, re.S)
    assert len(shown) == PAGE.count("```c\n") and len(shown) > len(COMMANDS)
    for listing, name in shown:
        assert listing in (FOLDER / name).read_text(), name


def test_every_variable_that_is_named_exists():
    known = set(re.findall(r"(?m)^## (CTSAR_\w+)", (ROOT / "docs/tuning.md").read_text()))
    header = (ROOT / "include/ctsar.h").read_text()
    for page in ("porting.md", "faq.md"):
        for name in re.findall(r"`(CTSAR_[A-Z]+)=", (ROOT / "docs" / page).read_text()):
            assert name in known, name
        for name in re.findall(r"`(ctsar_\w+)`", (ROOT / "docs" / page).read_text()):
            assert re.search(rf"\b{name}\b", header), name
