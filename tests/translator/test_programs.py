# SPDX-License-Identifier: BSD-3-Clause
"""Programs as users write them for OpenMP, with `hetero(1)` added and nothing else.

programs/NAME.c prints sums of what it has computed; ctsarcc's program must print on cores, emulated
accelerators and OpenCL (a third of them, each time others) what plain cc's prints.
programs/known.txt lists those that do not, with what happens instead:
refused       ctsarcc or the compiler behind it ends with an error
stopped       the program ends
wrong         it prints something else
The list only shrinks: a program that has become right must be taken out.
`ON_OPENCL=all pytest --refresh` writes it anew, for review."""

import functools
import pathlib
import re
import tempfile

import pytest

from batch import PART, execute, in_parallel, on_opencl, settings
from cases import CC, FOLDER, must, translate

PROGRAMS = pathlib.Path(__file__).parent / "programs"
KNOWN = PROGRAMS / "known.txt"
ALL = sorted(path.stem for path in PROGRAMS.glob("*.c"))
FLAGS = ["-O1", "-w", "-ffp-contract=off"]
SPLIT = ["--no-cuda"]  # no way executes these forms, and nvcc takes half of the time
WAYS = [
    {"CTSAR_DEVICES": "cpu:2,emu:2", "CTSAR_POLICY": "chunk"},
    {"CTSAR_DEVICES": "emu:3", "CTSAR_POLICY": "static"},
    {"CTSAR_DEVICES": "cpu:2,opencl", "CTSAR_POLICY": "chunk"},
]


@functools.cache
def result(name: str) -> tuple[str, str]:
    """("" or what happens, in what way)."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name))
    source, split = PROGRAMS / f"{name}.c", folder / "split"
    status, _, said = translate(f"--cc={CC}", *SPLIT, *FLAGS, source, "-o", split)
    if status:
        return "refused", said
    must(CC, *FLAGS, "-O0", source, "-o", folder / "plain", "-lm")
    plain = must(folder / "plain")
    for way in WAYS:
        if "opencl" in way["CTSAR_DEVICES"] and ALL.index(name) not in on_opencl(len(ALL)):
            continue
        printed, status, errors = execute([split], settings(way, pathlib.Path(FOLDER.name)))
        if status or "takes no part" in errors:
            return "stopped", f"{way}: status {status}\n{errors}{said}"
        if printed != plain:
            return "wrong", f"{way}: {printed}instead of {plain}{said}"
    return "", said


@pytest.fixture(scope="session")
def pool(request) -> dict:
    """The programs that are asked for, several at a time."""
    own = [item for item in request.session.items if item.path == pathlib.Path(__file__)]
    params = [item.callspec.params for item in own if hasattr(item, "callspec")]
    return in_parallel(result, sorted({each["name"] for each in params if "name" in each}))


def known() -> dict:
    """{name: what happens}."""
    lines = KNOWN.read_text().splitlines() if KNOWN.exists() else []
    return dict(line.split()[:2] for line in lines if line and not line.startswith("#"))


def test_there_are_many_and_each_is_annotated_by_hetero_alone():
    assert len(ALL) >= 60 and not set(known()) - set(ALL)
    for name in ALL:
        text = (PROGRAMS / f"{name}.c").read_text()
        assert re.search(r"(?m)^#pragma omp parallel for .*hetero\(1\)$", text), name
        assert "part_copy" not in text and "copyin" not in text, name
        assert 100 <= text.count("\n") <= 500, f"{name} is no program of a user's size"


@pytest.mark.parametrize("name", ALL)
def test_the_program_prints_what_the_serial_one_prints(name, pool, request):
    found, said = pool[name].result()
    if request.config.getoption("--refresh"):
        return
    expected = known().get(name, "")
    if found and found == expected:
        pytest.xfail(f"{found}: {said}")
    assert not found, f"{found}, ON_OPENCL={PART}: {said}"
    assert not expected, f"it is right now: take '{name}' out of programs/known.txt"


def test_what_keeps_a_function_from_devices_counts_for_the_loop_that_calls_it(tmp_path):
    import accepted

    source = tmp_path / "both.c"
    source.write_text(
        "static double a[9];\nstatic struct field {\n    double *data;\n} whole;\n"
        "static double at(const struct field *f, int k)\n{\n    return f->data[k];\n}\n"
        "void first(void)\n{\n    int i;\n#pragma omp parallel for hetero(1)\n"
        "    for (i = 0; i < 9; i++)\n        a[i] = i;\n}\n"
        "void second(void)\n{\n    int i;\n#pragma omp parallel for hetero(1)\n"
        "    for (i = 0; i < 9; i++)\n        a[i] = at(&whole, i);\n}\n"
    )
    assert accepted.fates(source) == [(12, "divided"), (19, "on cores")]


def test_refresh_writes_the_list(pool, request):
    if not request.config.getoption("--refresh"):
        return
    bad = known() | {name: future.result()[0] for name, future in pool.items()}
    lines = [f"{name} {what}\n" for name, what in sorted(bad.items()) if what]
    head = "# Programs that are not yet right, and what happens: it only shrinks.\n"
    KNOWN.write_text(head + "".join(lines))
