# SPDX-License-Identifier: BSD-3-Clause
"""The library's code keeps its shape: short functions that nest little, in files that are read at
once.  Functions are libclang's, lines are counted from the first to the last one of each."""

import functools
import pathlib
import statistics
import subprocess

import pytest
from clang import cindex

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "libctsar"
MEDIAN, PERCENTILE_95, NESTING, FILE = 10, 25, 3, 400

Kind = cindex.CursorKind
CONTROL = {Kind.IF_STMT, Kind.FOR_STMT, Kind.WHILE_STMT, Kind.DO_STMT, Kind.SWITCH_STMT}


@functools.cache
def clang_headers() -> str:
    """Of the clang that is called so, which need not be libclang's: its own headers suit both."""
    run = subprocess.run(
        ["clang", "-print-resource-dir"], capture_output=True, text=True, check=True
    )
    return run.stdout.strip() + "/include"


def nesting(cursor: cindex.Cursor, depth: int = 0) -> int:
    """How many of the statements that hold others lie within each other; `else if` is no deeper."""
    deepest = depth
    children = list(cursor.get_children())
    for i, child in enumerate(children):
        otherwise = cursor.kind == Kind.IF_STMT == child.kind and i == 2
        deeper = child.kind in CONTROL and not otherwise
        deepest = max(deepest, nesting(child, depth + deeper))
    return deepest


def functions_of(text: str, path: pathlib.Path) -> dict[str, tuple[int, int]]:
    """{file:function: (lines, nesting)} of a source and the library's headers that it includes"""
    # What cannot be read, such as the headers of a toolkit that is not there, is left out.
    unit = cindex.Index.create().parse(
        str(path),
        args=[
            *("-xc", "-std=gnu11", "-D_GNU_SOURCE"),
            *(f"-I{LIBRARY}", f"-I{ROOT / 'include'}"),
            *(f"-isystem{clang_headers()}", "-isystem/usr/local/cuda/include"),
        ],
        unsaved_files=[(str(path), text)],
    )
    found = {}
    for cursor in unit.cursor.get_children():
        if cursor.kind != Kind.FUNCTION_DECL or not cursor.is_definition():
            continue
        file = pathlib.Path(cursor.location.file.name)
        if LIBRARY in file.parents:
            lines = cursor.extent.end.line - cursor.extent.start.line + 1
            found[f"{file.relative_to(LIBRARY)}:{cursor.spelling}"] = (lines, nesting(cursor))
    return found


@pytest.fixture(scope="module")
def functions() -> dict[str, tuple[int, int]]:
    found = {}
    for path in sorted(LIBRARY.rglob("*.c")):
        found.update(functions_of(path.read_text(), path))
    return found


def test_lines_and_nesting_are_counted():
    text = """static int f(int x)
{
    if (x) {
        return 1;
    } else if (x > 2) {
        for (;;)
            while (x)
                x--;
    }
    return 0;
}
"""
    assert functions_of(text, LIBRARY / "sample.c") == {"sample.c:f": (11, 3)}


def test_functions_are_found(functions):
    assert len(functions) > 1500
    assert "base/status.c:ctsar_strerror" in functions


def test_functions_are_short(functions):
    lines = sorted(lines for lines, _ in functions.values())
    longest = sorted(functions, key=lambda name: -functions[name][0])[:20]
    assert statistics.median(lines) <= MEDIAN
    assert lines[len(lines) * 95 // 100] <= PERCENTILE_95, longest


def test_functions_nest_little(functions):
    assert [name for name, (_, deep) in functions.items() if deep > NESTING] == []


def test_memory_grows_in_one_place():
    """base/grow.c: a size that is no number of bytes, and no memory, are looked at there."""
    grows = [path for path in LIBRARY.rglob("*.c") if "realloc(" in path.read_text()]
    assert [str(path.relative_to(LIBRARY)) for path in grows] == ["base/grow.c"]


def test_files_are_read_at_once():
    sizes = {
        str(path.relative_to(LIBRARY)): len(path.read_text().splitlines())
        for pattern in ("*.c", "*.h")
        for path in LIBRARY.rglob(pattern)
    }
    assert {name: size for name, size in sizes.items() if size > FILE} == {}
