# SPDX-License-Identifier: BSD-3-Clause
"""Every folder of cases/ holds an input.c and what is expected of it.

explain.txt      what --explain says
translation.c    what --translate-only writes
neither          built by ctsarcc and run on cores and emulated accelerators, it prints what
                 plain cc's program prints

A case with explain.txt or translation.c is run as well. `pytest --refresh` writes the files anew,
for review.
"""

import concurrent.futures
import functools
import json
import os

import pytest

from cases import CASES, CTSARCC, FLAGS, UNITS, build_and_compare, expect, must, programs, translate

RUN = sorted(path.name for path in CASES.iterdir() if (path / "input.c").exists())


@functools.cache
def pool():
    """All cases that run, built at the same time."""
    executor = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    return {name: executor.submit(build_and_compare, CASES / name / "input.c") for name in RUN}


@pytest.mark.parametrize("name", RUN)
def test_the_split_program_prints_what_the_serial_one_prints(name):
    split, plain = pool()[name].result()
    assert plain, "a case must print something"
    assert split == plain


@pytest.mark.parametrize("name", ["executed-once", "items-of-a-clause", "pivots"])
def test_check_mode_prints_what_the_serial_program_prints(name):
    split, plain = programs(CASES / name / "input.c")
    assert must(split, CTSAR_CHECK="1") == must(plain)


@pytest.mark.parametrize("name", [name for name in RUN if (CASES / name / "explain.txt").exists()])
def test_explain_says_what_was_found(name, request, tmp_path):
    status, _, messages = translate(
        "--explain",
        "--no-cuda",
        "--no-opencl",
        "-c",
        "-o",
        tmp_path / "input.o",
        "input.c",
        cwd=CASES / name,
    )
    assert status == 0, messages
    expect(request, CASES / name / "explain.txt", messages)


@pytest.mark.parametrize(
    "name", [name for name in RUN if (CASES / name / "translation.c").exists()]
)
def test_the_translation_is_readable(name, request):
    status, output, messages = translate(
        "--translate-only",
        "--no-cuda",
        "--no-opencl",
        "input.c",
        "-o",
        "-",
        cwd=CASES / name,
    )
    assert status == 0, messages
    expect(request, CASES / name / "translation.c", output)


def test_the_report_counts_the_loops_that_guards_leave_serial(tmp_path):
    path = CASES / "index-arrays" / "input.c"
    must(CTSARCC, *FLAGS, "-w", "--no-cuda", "--no-opencl", path, "-o", "split", cwd=tmp_path)
    must(tmp_path / "split", cwd=tmp_path, **UNITS, CTSAR_REPORT="report.json")
    loops = json.loads((tmp_path / "report.json").read_text())["serial_loops"]
    directives = [
        number
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if line.startswith("#pragma")
    ]
    counted = {loop["name"]: loop["times"] for loop in loops}
    assert counted == {
        f"input.c:{line}": times for line, times in zip(directives, (2, 2, 1), strict=True)
    }
