# SPDX-License-Identifier: BSD-3-Clause
"""Installs ctsar into a folder of its own and builds programs against what lies there."""

import os
import pathlib
import re
import shutil
import signal
import subprocess

import pytest

import installed
from installed import ROOT, flags, library_folder, need, run

prefix = installed.prefix
HERE = pathlib.Path(__file__).parent / "consumer"
CMAKE = os.environ["CMAKE"]
WITH_GLPK = os.environ["WITH_GLPK"] == "ON"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def expect_units(program, count, library=None):
    """Runs it on its cores and one emulated accelerator."""
    settings = {"CTSAR_DEVICES": "cpu,emu"}
    if library:
        settings["LD_LIBRARY_PATH"] = str(library)
    assert run(program, **settings) == f"0 wrong, {count} units\n"


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang", "clang++"])
@pytest.mark.parametrize("openmp", [True, False], ids=["openmp", "serial"])
@pytest.mark.parametrize("kind", ["shared", "static"])
def test_pkg_config(prefix, tmp_path, compiler, openmp, kind):
    need(compiler)
    language = ["-x", "c++", "-std=c++14"] if compiler.endswith("++") else ["-std=c11"]
    command = [
        compiler,
        *STRICT,
        *language,
        HERE / "consumer.c",
        "-x",
        "none",
        "-fopenmp" if openmp else "-Wno-unknown-pragmas",
        "-o",
        tmp_path / "program",
    ]
    if kind == "shared":
        command += flags(prefix, "--cflags", "--libs")
    else:
        command += [
            "-l:libctsar.a" if flag == "-lctsar" else flag
            for flag in flags(prefix, "--static", "--cflags", "--libs")
        ]
    run(*command)
    expect_units(
        tmp_path / "program",
        3 if openmp else 2,
        library_folder(prefix) if kind == "shared" else None,
    )


def link_statically(prefix, program):
    """GLPK's archive needs more than ctsar.pc says."""
    need("gcc")
    words = [*flags(prefix, "--static", "--cflags", "--libs"), "-lltdl", "-lz"]
    command = ["gcc", "-static", "-fopenmp", HERE / "consumer.c", "-o", program, *words]
    done = subprocess.run(command, capture_output=True, text=True)
    if "cannot find -l" in done.stderr:
        pytest.skip(done.stderr.splitlines()[-2])
    assert done.returncode == 0, done.stderr


def test_a_program_that_is_linked_statically_loads_no_driver(prefix, tmp_path):
    program = tmp_path / "program"
    link_statically(prefix, program)
    expect_units(program, 3)
    for device in "opencl", "cuda":
        done = subprocess.run(
            [program],
            env={**os.environ, "CTSAR_DEVICES": f"cpu,{device}"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == -signal.SIGABRT
        assert "linked statically" in done.stderr or "no backend" in done.stderr
        assert done.stderr.count("\n") == 1


def test_ctsarcc_has_nothing_left_to_compile_for_itself(prefix):
    package = next(prefix.rglob("ahead.py")).parent
    files = [*package.rglob("*.py"), *package.rglob("*.j2")]
    missing = [
        path for path in files if not list(path.parent.glob(f"__pycache__/{path.stem}.*.pyc"))
    ]
    assert len(files) > 100 and not missing
    listed = (pathlib.Path(os.environ["BUILD_DIR"]) / "install_manifest.txt").read_text()
    assert listed.count(".pyc\n") >= len(files) - 1


@pytest.mark.parametrize("compilers", [("gcc", "g++"), ("clang", "clang++")], ids=lambda c: c[0])
def test_cmake_package(prefix, tmp_path, compilers):
    for compiler in compilers:
        need(compiler)
    run(
        CMAKE,
        "-S",
        HERE,
        "-B",
        tmp_path,
        f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_C_COMPILER={compilers[0]}",
        f"-DCMAKE_CXX_COMPILER={compilers[1]}",
    )
    run(CMAKE, "--build", tmp_path)
    report = tmp_path / "report.json"
    assert run(tmp_path / "annotated", CTSAR_DEVICES="emu", CTSAR_REPORT=report) == "0 wrong\n"
    assert '"accelerator"' in report.read_text()
    for kind in ("ctsar", "static"):
        expect_units(tmp_path / f"c_{kind}", 3)
        expect_units(tmp_path / f"cxx_{kind}", 3)
        expect_units(tmp_path / f"serial_{kind}", 2)


@pytest.mark.parametrize("absolute", ["lib", "include"])
def test_a_folder_may_be_given_as_an_absolute_path(tmp_path, absolute):
    lib, include = tmp_path / "prefix/lib", tmp_path / "prefix/include"
    elsewhere = tmp_path / "elsewhere"
    given = f"-DCMAKE_INSTALL_{absolute.upper()}DIR={elsewhere}"
    run(
        CMAKE,
        "-S",
        ROOT,
        "-B",
        tmp_path / "build",
        f"-DCMAKE_INSTALL_PREFIX={tmp_path / 'prefix'}",
        "-DCMAKE_INSTALL_LIBDIR=lib",
        given,
        "-DCTSAR_BUILD_TESTS=OFF",
        "-DCTSAR_BUILD_APPS=OFF",
        "-DCTSAR_BUILD_SUITE=OFF",
    )
    lib, include = (
        elsewhere if absolute == name else place
        for name, place in (("lib", lib), ("include", include))
    )
    (lib / "pkgconfig").mkdir(parents=True)
    shutil.copy(tmp_path / "build/libctsar/ctsar.pc", lib / "pkgconfig")
    place = {
        name: run(
            "pkg-config", f"--variable={name}", "ctsar", PKG_CONFIG_PATH=str(lib / "pkgconfig")
        ).strip()
        for name in ("libdir", "includedir")
    }
    assert {name: os.path.normpath(path) for name, path in place.items()} == {
        "libdir": str(lib),
        "includedir": str(include),
    }
    script = (tmp_path / "build/translator/installed/ctsarcc").read_text()
    assert re.search(
        rf'{"library" if absolute == "lib" else "include"}=place\("{elsewhere}"\)', script
    )


def test_the_shared_library_has_a_versioned_soname(prefix):
    dynamic = run("readelf", "-d", library_folder(prefix) / "libctsar.so")
    assert "soname: [libctsar.so.0.1]" in dynamic


def test_the_shared_library_needs_no_openmp_runtime_and_glpk_only_if_asked(prefix):
    dynamic = run("readelf", "-d", library_folder(prefix) / "libctsar.so")
    assert not any(runtime in dynamic for runtime in ("libgomp", "libomp", "libiomp"))
    assert ("libglpk" in dynamic) == WITH_GLPK


def test_what_is_exported_is_what_the_header_declares_and_has_a_version(prefix):
    header = (ROOT / "include/ctsar.h").read_text()
    declared = set(re.findall(r"^(?:extern )?CTSAR_API [^;(]*?(\w+)[;(]", header, re.M))
    assert {"ctsar_next", "ctsar_turn_"} <= declared
    lines = run("nm", "-D", "--defined-only", library_folder(prefix) / "libctsar.so").splitlines()
    exported = {line.split()[-1] for line in lines if line.split()[1] != "A"}
    assert exported == {f"{name}@@CTSAR_0.1" for name in declared}


def test_the_report_tool_is_installed(prefix):
    assert "usage" in run(prefix / "bin" / "ctsar-report", "--help")


def test_the_installed_translator_compiles_and_links(prefix, tmp_path):
    run(prefix / "bin" / "ctsarcc", "-O1", HERE / "annotated.c", "-o", tmp_path / "program")
    run("cc", "-O1", "-w", HERE / "annotated.c", "-o", tmp_path / "plain", "-lm")
    assert run(tmp_path / "program", CTSAR_DEVICES="cpu,emu") == run(tmp_path / "plain")
