# SPDX-License-Identifier: BSD-3-Clause
"""CTSAR__BACKEND_LIST in libctsar/device/registry.h is the list of backends; what cannot read it
agrees, and no file of the library asks for a backend by its name."""

import pathlib
import re

import pytest

from suitelib.lists import BACKENDS

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "libctsar"


def test_each_has_a_table_in_a_folder_of_its_own():
    tables = {
        name: (path.parent.name, dict(re.findall(r"^    \.(name|kind) = (.*),$", body, re.M)))
        for path in (LIBRARY / "device").rglob("*.c")
        for name, body in re.findall(
            r"ctsar__backend_(\w+) = \{\n(.*?)^\};", path.read_text(), re.M | re.S
        )
    }
    assert tables == {
        name: (name, {"name": f'"{name}"', "kind": f"CTSAR_BACKEND_{name.upper()}"})
        for name in BACKENDS
    }


def test_the_header_has_their_kinds():
    (kinds,) = re.findall(
        r"typedef enum ctsar_backend \{(.*?)\}", (ROOT / "include/ctsar.h").read_text(), re.S
    )
    found = set(re.findall(r"CTSAR_BACKEND_(\w+)", kinds))
    assert found == {"NONE", "HOST", *(name.upper() for name in BACKENDS)}


def test_the_page_of_settings_names_them():
    page = (ROOT / "docs/tuning.md").read_text()
    (table,) = re.findall(r"^\| item \| units \| example \|\n(.*?)\n\n", page, re.M | re.S)
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.M)) == {"cpu", *BACKENDS}, "docs/tuning.md"


def test_ctsarcc_has_forms_for_backends_alone():
    text = (ROOT / "translator/ctsarcc/directives.py").read_text()
    (forms,) = re.findall(r"^BACKENDS = \[(.*)\]$", text, re.M)
    assert set(re.findall(r'"(\w+)"', forms)) <= {"host", *BACKENDS}


@pytest.mark.parametrize("name", BACKENDS)
def test_no_file_asks_for_one_by_its_name(name):
    (folder,) = LIBRARY.glob(f"device/{name}")
    asking = [
        str(path.relative_to(LIBRARY))
        for path in LIBRARY.rglob("*.[ch]")
        if folder not in path.parents
        and f'"{name}"' in re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    ]
    assert asking == []
