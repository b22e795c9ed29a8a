# SPDX-License-Identifier: BSD-3-Clause
"""CTSAR_POLICY_LIST in include/ctsar.h is the list of policies; what cannot read it agrees."""

import ast
import pathlib
import re

from suitelib import lists

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = (ROOT / "include/ctsar.h").read_text()
ROWS = re.findall(r'^ {4}X\((CTSAR_\w+), (\w+), (\d+), "([^"]+)"\)', HEADER, re.M)
POLICIES = [name for _, name, _, _ in ROWS]
LIST = "translator/ctsarcc/directives.py"  # ctsarcc is installed without the sources


def strings(node):
    """The words of a literal list or tuple, or of a string of words between commas."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return [e.value for e in node.elts if isinstance(e, ast.Constant)]
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value.split(",") if is_text else []


def listed(path):
    """The most policies that a literal of the file names, less the default's name."""
    found = (strings(node) for node in ast.walk(ast.parse(path.read_text())))
    best: list[object] = max(found, key=lambda words: len(set(words) & set(POLICIES)), default=[])
    return {word for word in best if isinstance(word, str)} - {"default"}


def python_files():
    """All of the project's, programs without a suffix included."""
    for folder in ("bench", "tests", "tools", "translator"):
        for path in (ROOT / folder).rglob("*"):
            program = not path.suffix and path.is_file() and path.read_bytes()[:2] == b"#!"
            if path.suffix == ".py" or (program and "python" in path.read_text().split("\n")[0]):
                yield path


def test_constants_names_and_numbers_belong_together():
    assert len(ROWS) == len(set(POLICIES)) == len({number for _, _, number, _ in ROWS}) >= 9
    assert all(constant == f"CTSAR_{name.upper()}" for constant, name, _, _ in ROWS)
    assert "0" not in [number for _, _, number, _ in ROWS]  # that is CTSAR_POLICY_DEFAULT


def test_the_list_elsewhere_has_the_same_policies():
    assert listed(ROOT / LIST) == set(POLICIES), LIST


def test_the_bindings_have_the_same_policies_and_numbers():
    numbers = {name: int(number) for _, name, number, _ in ROWS}
    (table,) = re.findall(
        r"^POLICIES = (\{.*?\})$",
        (ROOT / "bindings/python/ctsar/__init__.py").read_text(),
        re.M | re.S,
    )
    assert ast.literal_eval(table) == numbers, "bindings/python"
    constants = {constant: int(number) for constant, _, number, _ in ROWS}
    fortran = (ROOT / "bindings/fortran/ctsar.f90").read_text()
    (block,) = re.findall(r"! Policies\.\n(.*?)\n\n", fortran, re.S)
    there = {name: int(number) for name, number in re.findall(r":: (CTSAR_\w+) = (\d+)", block)}
    assert there == {**constants, "CTSAR_POLICY_DEFAULT": 0}, "bindings/fortran"


def test_no_other_file_has_a_list_of_its_own():
    """bench/suitelib/lists.py reads the header for all that is in the source tree."""
    copies = [
        str(path.relative_to(ROOT))
        for path in python_files()
        if len(listed(path) & set(POLICIES)) > len(POLICIES) // 2
    ]
    assert copies == [LIST]


def test_the_list_is_read_as_it_stands():
    assert tuple(name for _, name, _, _ in sorted(ROWS, key=lambda r: int(r[2]))) == lists.POLICIES


def test_the_page_of_settings_names_them():
    page = (ROOT / "docs/tuning.md").read_text()
    (line,) = re.findall(r"^    CTSAR_POLICY = (.*)$", page, re.M)
    assert set(line.split(" | ")) == {"default", *POLICIES}, "docs/tuning.md"


def test_each_has_a_file_of_its_own():
    folder = ROOT / "libctsar/sched/policy"
    tables = {
        name: path
        for path in folder.rglob("*.c")
        for name in re.findall(r"ctsar__policy_(\w+) = \{", path.read_text())
    }
    assert set(tables) == set(POLICIES) and len(set(tables.values())) == len(POLICIES)
