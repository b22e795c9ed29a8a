# SPDX-License-Identifier: BSD-3-Clause
"""The documents say what the repository holds."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    p
    for p in ROOT.rglob("*.md")
    if not {"build", "out", ".git", ".venv"} & set(p.relative_to(ROOT).parts)
)


@pytest.mark.parametrize("file", ["apps/gemm/gemm.c", "apps/gemm/annotated.c"])
def test_the_readme_shows_the_code_of_apps_gemm(file):
    source = (ROOT / file).read_text()
    (listing,) = re.findall(r"/\* \[listing\] \*/\n(.*?)\n/\* \[/listing\] \*/", source, re.S)
    blocks = re.findall(r"```c\n(.*?)\n```", (ROOT / "README.md").read_text(), re.S)
    assert listing in blocks


def test_the_readme_begins_with_two_commands():
    first = re.findall(r"```(?:sh)?\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[0]
    assert [line.split()[0] for line in first.splitlines()] == ["scripts/demo", "scripts/test"]


def anchors(text: str) -> set[str]:
    titles = re.findall(r"(?m)^#+ (.*)$", text)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_local_links_lead_somewhere(document):
    for path, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", document.read_text()):
        if re.match(r"[a-z]+:", path):
            continue
        target = document.parent / path if path else document
        assert target.exists(), path
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target.read_text()), f"{path}#{anchor}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_scripts_that_are_named_exist(document):
    for name in re.findall(r"\bscripts/[\w-]+", document.read_text()):
        assert (ROOT / name).exists(), name


def test_measured_ratios_of_the_readme_stand_in_the_pages_that_it_names():
    text = (ROOT / "README.md").read_text()
    rows = re.findall(r"(?m)^\| .*\| (.*) \| \[docs/\S+\]\((docs/[^)#]+)[^)]*\) \|$", text)
    shown = [(number, page) for row, page in rows for number in re.findall(r"\*\*(.*?)\*\*", row)]
    assert len(shown) > 5
    for number, page in shown:
        assert re.search(rf"(?<![\d.]){number}(?!\d)", (ROOT / page).read_text()), (number, page)


def test_versions_agree():
    header = (ROOT / "include/ctsar.h").read_text()
    version = ".".join(
        re.findall(rf"CTSAR_VERSION_{part} (\d+)", header)[0]
        for part in ("MAJOR", "MINOR", "PATCH")
    )
    assert f"VERSION {version}" in (ROOT / "CMakeLists.txt").read_text()
    for package in ("translator", "bindings/python"):
        assert f'version = "{version}"' in (ROOT / package / "pyproject.toml").read_text()
    soname = f'"libctsar.so.{version.rpartition(".")[0]}"'
    assert soname in (ROOT / "bindings/python/ctsar/__init__.py").read_text()
