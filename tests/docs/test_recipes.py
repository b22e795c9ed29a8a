# SPDX-License-Identifier: BSD-3-Clause
"""CONTRIBUTING.md's recipes, done as they stand there in a copy of the sources: the listings become
files, the tables' lines are added, and the policy and the backend pass the tests for any."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ("CMakeLists.txt", "bench", "cmake", "docs", "include", "libctsar", "tests", "tools")
TARGETS = ("test_every_policy", "test_device", "ctsar-info")


def recipe(heading: str) -> str:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    (text,) = re.findall(rf"^## {heading}\n(.*?)(?=^## )", page, re.M | re.S)
    return text


def follow(text: str, copy: pathlib.Path) -> None:
    """Writes the listings to the files that they name, and adds the lines of the table."""
    listings = re.findall(r"^```c\n(/\* (\S+) \*/\n.*?)^```", text, re.M | re.S)
    assert listings
    for listing, name in listings:
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text(listing)
    for name, after, line in re.findall(r"^\| `(.*?)` \| `(.*?)` \| `(.*?)` \|$", text, re.M):
        lines = (copy / name).read_text().split("\n")
        (at,) = (k for k, found in enumerate(lines) if after in found)
        lines.insert(at + 1, line)
        (copy / name).write_text("\n".join(lines))


def run(*command: object, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy with both, built."""
    copy = tmp_path_factory.mktemp("recipes") / "ctsar"
    for part in (*PARTS, "translator"):
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            copy.mkdir(exist_ok=True)
            shutil.copy(ROOT / part, copy)
    for heading in ("A policy", "A backend"):
        follow(recipe(heading), copy)
    settings = ["-DCMAKE_BUILD_TYPE=None", "-DCTSAR_BUILD_APPS=OFF", "-DCTSAR_WERROR=ON"]
    done = run("cmake", "-G", "Ninja", "-S", copy, "-B", copy / "build", *settings)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("cmake", "--build", copy / "build", "--target", *TARGETS)
    assert done.returncode == 0, done.stdout[-4000:]
    return copy


def test_the_policy_passes_what_any_policy_must(copy):
    done = run(copy / "build/tests/test_every_policy")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_places_that_must_know_a_policy_are_named(copy):
    done = run("/usr/bin/python3", "-m", "pytest", "-q", copy / "tests/docs/test_policies.py")
    assert done.returncode == 1
    for place in ("translator/ctsarcc/", "docs/tuning.md"):
        assert place in done.stdout, place


def test_the_places_that_must_know_a_backend_are_named(copy):
    done = run("/usr/bin/python3", "-m", "pytest", "-q", copy / "tests/docs/test_backends.py")
    assert done.returncode == 1 and "docs/tuning.md" in done.stdout, done.stdout


def test_the_backend_passes_what_any_backend_must(copy):
    done = run(copy / "build/tests/test_device", TEST_ACCELERATOR="heap")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_backend_is_a_unit_by_its_name(copy):
    done = run(copy / "build/tools/info/ctsar-info", CTSAR_DEVICES="cpu:1,heap")
    assert done.returncode == 0 and "heap:0" in done.stdout, done.stdout + done.stderr
