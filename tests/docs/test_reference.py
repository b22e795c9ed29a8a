# SPDX-License-Identifier: BSD-3-Clause
"""scripts/reference: pages of the header, on which every symbol has its words."""

import pathlib
import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not shutil.which("doxygen"), reason="doxygen is not installed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reference")
    done = subprocess.run([ROOT / "scripts/reference", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def is_told(element: ElementTree.Element) -> bool:
    described = (element.find("briefdescription"), element.find("detaileddescription"))
    return any("".join(part.itertext()).strip() for part in described if part is not None)


def test_every_symbol_is_documented(folder):
    silent: set[str] = set()
    told: set[str] = set()
    for file in (folder / "xml").glob("*.xml"):
        for element in ElementTree.parse(file).iter():
            if element.tag not in ("memberdef", "enumvalue", "compounddef"):
                continue
            found = element.find("name" if element.tag != "compounddef" else "compoundname")
            assert found is not None and found.text
            if element.get("kind") in ("dir", "page") or found.text[-1] == "_" or "@" in found.text:
                continue
            (told if is_told(element) else silent).add(found.text)
    assert sorted(silent - told) == []  # a function and a macro of one name are one
    header = (ROOT / "include/ctsar.h").read_text()
    code = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    assert set(re.findall(r"\b(ctsar_\w*[^\W_])\(", code)) - told == set()


def test_headings_are_groups(folder):
    header = (ROOT / "include/ctsar.h").read_text()
    headings = re.findall(r"(?m)^/\* -{4} (.*?) -+(?: \*/)?$", header)
    (page,) = (folder / "xml").glob("ctsar_8h.xml")
    assert sorted(re.findall(r"<header>(.*?)</header>", page.read_text())) == sorted(headings)
