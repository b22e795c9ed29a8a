# SPDX-License-Identifier: BSD-3-Clause
"""Loops that cores execute since the directive says that their iterations are independent: check
mode tells where they are not (checked/wrong.c), and says nothing of those that are
(checked/right.c)."""

import pathlib
import re
import shutil
import signal
from collections import Counter

import pytest

import fuzz_checked
from cases import ROOT, must, programs, run, translate

CHECKED = pathlib.Path(__file__).parent / "checked"
WRONG = re.findall(
    r"(?m)^/\* (iteration .*) \*/\nstatic void (\w+)\(", (CHECKED / "wrong.c").read_text()
)


@pytest.fixture(scope="module")
def wrong():
    """The program, and the same by plain cc."""
    return programs(CHECKED / "wrong.c")


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[name for _, name in WRONG])
def test_iterations_that_meet_are_told(wrong, number):
    said = WRONG[number][0]
    status, _, messages = run(wrong[0], number, CTSAR_CHECK="1", OMP_NUM_THREADS="2")
    assert status == -signal.SIGABRT, messages
    found = re.search(r"ctsar: check: wrong\.c:\d+: (.*)", messages)
    assert found and found[1].startswith(said), messages
    assert "ctsar_check_loop_end: CTSAR_CHECK found mistakes: " in messages


def test_the_message_names_the_directive(wrong):
    lines = (CHECKED / "wrong.c").read_text().splitlines()
    directives = [k for k, line in enumerate(lines, 1) if line.startswith("#pragma")]
    for number, line in enumerate(directives):
        _, _, messages = run(wrong[0], number, CTSAR_CHECK="1")
        assert f"ctsar: check: wrong.c:{line}: " in messages


def test_what_is_right_is_executed_and_nothing_is_said_but_what_is_not_seen():
    split, plain = programs(CHECKED / "right.c")
    status, output, messages = run(split, CTSAR_CHECK="1", OMP_NUM_THREADS="2")
    assert status == 0, messages
    assert output == must(plain) == must(split, OMP_NUM_THREADS="2")
    notes = re.findall(r"(?m)^ctsar: check: right\.c:\d+: note: .*: (.*)$", messages)
    assert notes == ["malloc, free", "malloc, twice, free", "memset"]
    assert len(messages.splitlines()) == len(notes)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_compilers_have_nothing_to_say_of_an_element_whose_subscript_goes_on(compiler, tmp_path):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    source = tmp_path / "sums.c"
    source.write_text(
        "void sums(int n, const int *index, double *x, const double *table)\n{\n"
        "#pragma omp parallel for hetero(1)\n    for (int i = 0; i < n; i++) {\n"
        "        const int *at = index;\n        double sum = 0;\n"
        "        while (at < index + i)\n            sum += table[*at++];\n"
        "        x[index[i]] = sum;\n    }\n}\n"
    )
    warnings = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
    options = (f"--cc={compiler}", "--no-cuda", *warnings, "-fopenmp", "-c", "-o", "/dev/null")
    status, _, messages = translate(*options, source)
    assert status == 0, messages
    assert "[kept-parallel" in messages


def test_the_warning_says_what_is_assumed_and_what_verifies_it():
    status, _, messages = translate("--translate-only", "-o", "/dev/null", CHECKED / "wrong.c")
    assert status == 0
    assert messages.count("is taken from the directive: CTSAR_CHECK=1 says") == len(WRONG)


def test_the_page_shows_what_it_says():
    split, _ = programs(ROOT / "docs/checking/histogram.c")
    status, _, messages = run(split, CTSAR_CHECK="1")
    assert status == -signal.SIGABRT
    page = (ROOT / "docs/checking.md").read_text()
    assert f"```console\n$ CTSAR_CHECK=1 ./histogram\n{messages}```" in page


LOOPS, SEEDS = 30, (0, 1, 4, 6)


def test_random_loops_are_judged_as_all_pairs_of_addresses_say(tmp_path):
    source, program = tmp_path / "loops.c", tmp_path / "loops"
    source.write_text(fuzz_checked.program(1, LOOPS))
    forms = ("--no-cuda", "--no-opencl")
    status, _, messages = translate("-w", *forms, source, "-o", program, cwd=tmp_path)
    assert status == 0, messages
    lines = source.read_text().splitlines()
    told = {int(line) for line in re.findall(r"loops\.c:(\d+):\d+: .*kept-parallel", messages)}
    judged: Counter[bool] = Counter()
    for number in range(LOOPS):
        first = lines.index(f"static void loop{number}(int n, double *xs, struct cell *at)") + 1
        if not told & set(range(first, first + 6)):
            continue  # it is divided
        for seed in SEEDS:
            _, output, said = run(program, number, seed, CTSAR_CHECK="1")
            meet = output == "meet\n"
            assert ("ctsar: check: loops.c:" in said) == meet, f"loop{number} {seed}\n{said}"
            judged[meet] += 1
    assert min(judged[True], judged[False]) > 20
