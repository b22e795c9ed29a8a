# SPDX-License-Identifier: BSD-3-Clause
"""What is built for a GPU (CTSAR_WITH_NVCC) configures, and its C files compile, so that it does
not go stale where no GPU is. Where there is nvcc, all of it is configured; elsewhere its folders
alone, with targets of the same names that are empty."""

import json
import os
import pathlib
import shlex
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("tests/gpu", "bench/gpu", "apps/cublas")
CMAKE, NVCC = os.environ["CMAKE"], os.environ.get("NVCC", "")
OPTIONS = ("-DCTSAR_WITH_NVCC=ON", "-DCTSAR_BUILD_TESTS=OFF", "-DCTSAR_BUILD_APPS=OFF")
ALONE = f"""cmake_minimum_required(VERSION 3.25)
project(alone C)
set(CMAKE_C_STANDARD 11)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
enable_testing()
find_package(PkgConfig REQUIRED)
include_directories("{ROOT}/include")
foreach(name IN ITEMS ctsar_static ctsar_internals ctsar_warnings CUDA::cudart CUDA::cudart_static
    CUDA::cublas)
  add_library(${{name}} INTERFACE IMPORTED GLOBAL)
endforeach()
target_include_directories(ctsar_internals INTERFACE "{ROOT}/libctsar")
"""


def run(*command: object, cwd: str | None = None) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, check=False, cwd=cwd)


def alone(folder: pathlib.Path) -> pathlib.Path:
    """A project of these folders and nothing else."""
    lines = [f'add_subdirectory("{ROOT}/{name}" {name})\n' for name in FOLDERS]
    (folder / "CMakeLists.txt").write_text(ALONE + "".join(lines))
    return folder


def configured(sources: pathlib.Path, build: pathlib.Path, *options: str) -> list[dict[str, str]]:
    """The commands that compile what is in these folders, or is compiled with it."""
    done = run(CMAKE, "-G", "Ninja", "-S", sources, "-B", build, *options)
    assert done.returncode == 0, done.stderr
    entries = json.loads((build / "compile_commands.json").read_text())
    return [entry for entry in entries if entry["command"].partition(" -o ")[2].startswith(FOLDERS)]


def said(entry: dict[str, str]) -> str:
    """What the compiler says against a C file."""
    words = shlex.split(entry["command"])
    words[words.index("-c")] = "-fsyntax-only"
    at = words.index("-o")
    return run(*words[:at], *words[at + 2 :], cwd=entry["directory"]).stderr


@pytest.mark.skipif(not NVCC, reason="there is no nvcc")
def test_what_is_for_a_gpu_configures_and_its_c_files_compile(tmp_path):
    entries = configured(ROOT, tmp_path, *OPTIONS, f"-DCMAKE_CUDA_COMPILER={NVCC}")
    files = [entry for entry in entries if entry["file"].endswith(".c")]
    assert len(files) >= 8
    assert {entry["file"]: text for entry in files if (text := said(entry))} == {}


def test_its_folders_name_files_that_there_are(tmp_path):
    (tmp_path / "alone").mkdir()
    entries = configured(alone(tmp_path / "alone"), tmp_path / "build")
    assert len(entries) >= 8
