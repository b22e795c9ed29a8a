# SPDX-License-Identifier: BSD-3-Clause
"""README.md's commands do what it says, at smaller sizes. Building is what has made the build that
they are tried in; the two that it begins with are continuous integration's and test_demo's, and
bench/suite and bench/plot have tests of their own (tests/bench)."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["BUILD_DIR"])
TEXT = (ROOT / "README.md").read_text()
ELSEWHERE = ("scripts/demo", "scripts/test", "bench/suite", "bench/plot")
CONFIGURE, COMPILE = "cmake --preset release", "cmake --build --preset release"


def commands():
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, re.S)
    lines = [line.split("  #")[0].strip() for block in blocks for line in block.splitlines()]
    parts = [part.strip() for line in lines for part in line.split(" && ")]
    return [part for part in dict.fromkeys(parts) if not part.startswith(ELSEWHERE)]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the build, an installation of it, and a user's files."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "build").mkdir()
    (folder / "build/release").symlink_to(BUILD)
    shutil.copy(ROOT / "apps/kmeans/photo.png", folder / "YOUR.png")
    shutil.copy(ROOT / "tests/install/consumer/consumer.c", folder / "program.c")
    shutil.copy(ROOT / "apps/gemm/annotated.c", folder)
    run(folder, f"{os.environ['CMAKE']} --install {BUILD} --prefix {folder}/home/.local")
    return folder


def run(folder, command):
    local = folder / "home/.local"
    (packages,) = [path.parent for path in local.rglob("ctsar.pc")] or [local]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CTSAR_")}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder,
        env={
            **kept,
            "HOME": str(folder / "home"),
            "PATH": f"{local / 'bin'}:{os.environ['PATH']}",
            "PKG_CONFIG_PATH": str(packages),
            "LD_LIBRARY_PATH": str(packages.parent),
            "CMAKE_PREFIX_PATH": str(local),
            "OMP_NUM_THREADS": "2",
        },
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("command", commands())
def test_a_command_does_what_it_says(place, command):
    presets = json.loads((ROOT / "CMakePresets.json").read_text())
    if command.startswith(CONFIGURE) or command == COMPILE:
        kind = "build" if command == COMPILE else "configure"
        assert "release" in [preset["name"] for preset in presets[f"{kind}Presets"]]
        return
    if command == "cmake --install build/release":
        assert (place / "home/.local/bin/ctsarcc").exists()
        return
    said = run(place, command.replace("apps/gemm 1024", "apps/gemm 100"))
    if "apps/gemm" in command:
        assert "against the serial run, within" in said
    elif "apps/kmeans" in command:
        assert re.search(r"\b0 of \d+ labels differ", said)
    elif "suite/ctsar" in command:
        assert said.strip()
    else:
        assert command.startswith("cc ") and "0 wrong" in run(place, "./a.out")


def test_the_annotated_loop_is_compiled_as_it_says(place):
    (command,) = re.findall(r"`(ctsarcc -O2 annotated\.c -o gemm)`", TEXT)
    run(place, command)
    assert "sum" in run(place, "./gemm 64 2")


def test_the_report_and_its_page_are_made_as_it_says(place):
    for words in (
        "`CTSAR_REPORT=FILE.json`",
        "`CTSAR_TRACE=TRACE.json`",
        "`ctsar-report FILE.json`",
    ):
        assert words in TEXT
    run(place, "CTSAR_REPORT=FILE.json CTSAR_TRACE=TRACE.json build/release/apps/gemm 64")
    assert "why not faster" in run(place, "ctsar-report FILE.json --html PAGE.html")
    assert (place / "PAGE.html").exists() and (place / "TRACE.json").exists()


def test_cmake_s_lines_find_the_library(place):
    (lines,) = re.findall(r"```cmake\n(.*?)```", TEXT, re.S)
    (place / "project").mkdir()
    (place / "project/CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(program C)\n"
        f"add_executable(program ../program.c)\n{lines}"
    )
    run(place, f"{os.environ['CMAKE']} -S project -B made && {os.environ['CMAKE']} --build made")
    assert "0 wrong" in run(place, "made/program")
