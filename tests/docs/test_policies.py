# SPDX-License-Identifier: BSD-3-Clause
"""CTSAR_POLICY_LIST in include/ctsar.h is the list of policies; what cannot read it agrees."""

import ast
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = (ROOT / "include/ctsar.h").read_text()
ROWS = re.findall(r'^ {4}X\((CTSAR_\w+), (\w+), (\d+), "([^"]+)"\)', HEADER, re.M)
POLICIES = [name for _, name, _, _ in ROWS]
LISTS = [
    "translator/ctsarcc/directives.py",
    "bench/suitelib/plan.py",
    "tests/translator/fuzz_loops.py",
    "tests/bench/test_peers.py",
    "tests/polybench/test_split.py",
]


def strings(node):
    """The words of a literal list or tuple, or of a string of words between commas."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return [e.value for e in node.elts if isinstance(e, ast.Constant)]
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value.split(",") if is_text else []


def listed(path):
    """The literal of a file that has the most policies, less the default's name."""
    found = (strings(node) for node in ast.walk(ast.parse((ROOT / path).read_text())))
    best = max(found, key=lambda words: len(set(words) & set(POLICIES)))
    return set(best) - {"default"}


def test_constants_names_and_numbers_belong_together():
    assert len(ROWS) == len(set(POLICIES)) == len({number for _, _, number, _ in ROWS}) >= 9
    assert all(constant == f"CTSAR_{name.upper()}" for constant, name, _, _ in ROWS)
    assert "0" not in [number for _, _, number, _ in ROWS]  # that is CTSAR_POLICY_DEFAULT


@pytest.mark.parametrize("path", LISTS)
def test_a_list_elsewhere_has_the_same_policies(path):
    assert listed(path) == set(POLICIES)


def test_the_page_of_settings_names_them():
    page = (ROOT / "docs/tuning.md").read_text()
    (line,) = re.findall(r"^    CTSAR_POLICY = (.*)$", page, re.M)
    assert set(line.split(" | ")) == {"default", *POLICIES}


def test_each_has_a_file_of_its_own():
    folder = ROOT / "libctsar/sched/policy"
    tables = {
        name: path
        for path in folder.rglob("*.c")
        for name in re.findall(r"ctsar__policy_(\w+) = \{", path.read_text())
    }
    assert set(tables) == set(POLICIES) and len(set(tables.values())) == len(POLICIES)
