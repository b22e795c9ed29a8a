# SPDX-License-Identifier: BSD-3-Clause
"""Programs in other languages, built with an installed ctsar, agree with serial loops."""

import os
import pathlib
import re
import textwrap

import pytest

import installed
from installed import ROOT, flags, library_folder, need, run

prefix = installed.prefix
HERE = pathlib.Path(__file__).parent / "bindings"
FORTRAN = ROOT / "bindings/fortran"
DEVICES = ["cpu", "cpu,emu:2", "emu"]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def on_all_devices(program, output, library=""):
    for devices in DEVICES:
        assert run(program, CTSAR_DEVICES=devices, LD_LIBRARY_PATH=library) == output, devices
    checked = run("sh", "-c", f"{program} 2>&1", CTSAR_CHECK="1", LD_LIBRARY_PATH=library)
    assert checked == output  # no finding


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_a_cxx_program(prefix, tmp_path, compiler):
    need(compiler)
    command = [compiler, "-std=c++17", "-O1", *STRICT, "-fopenmp", HERE / "region.cpp"]
    run(*command, "-o", tmp_path / "program", *flags(prefix, "--cflags", "--libs"))
    on_all_devices(tmp_path / "program", "0 wrong, sum right\n", library_folder(prefix))


HEAT = "largest difference 0.0E+00, sums agree: T\n"


@pytest.mark.parametrize("openmp", [["-fopenmp"], []], ids=["openmp", "serial"])
def test_a_fortran_program(prefix, tmp_path, openmp):
    need("gfortran")
    module = flags(prefix, "--variable=fortran_module")
    command = ["gfortran", "-std=f2018", "-O1", "-fcheck=all", *STRICT, *openmp, f"-J{tmp_path}"]
    run(*command, *module, FORTRAN / "heat.f90", "-o", tmp_path / "heat", *flags(prefix, "--libs"))
    on_all_devices(tmp_path / "heat", HEAT, library_folder(prefix))


def test_cmake_builds_both(prefix, tmp_path):
    need("gfortran")
    cmake, heat = os.environ["CMAKE"], FORTRAN / "heat.f90"
    run(cmake, "-S", HERE, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DHEAT={heat}")
    run(cmake, "--build", tmp_path)
    assert run(tmp_path / "heat", CTSAR_DEVICES="cpu,emu") == HEAT
    on_all_devices(tmp_path / "settings", "right\n")
    assert run(tmp_path / "region", CTSAR_DEVICES="cpu,emu") == "0 wrong, sum right\n"


def test_a_component_that_is_not_installed_is_said(prefix, tmp_path):
    (prefix / "share/ctsar/fortran").rename(tmp_path / "away")
    try:
        with pytest.raises(AssertionError, match="missing: fortran"):
            run(
                os.environ["CMAKE"],
                "-S",
                HERE,
                "-B",
                tmp_path / "b",
                f"-DCMAKE_PREFIX_PATH={prefix}",
            )
    finally:
        (tmp_path / "away").rename(prefix / "share/ctsar/fortran")


def constants(path, pattern):
    return re.findall(pattern, path.read_text(), re.M)


def test_fortran_s_constants_are_the_header_s(tmp_path):
    found = constants(FORTRAN / "ctsar.f90", r"parameter, public :: (CTSAR_\w+) = (\d+)")
    assert len(found) > 20
    check(tmp_path, found)


def check(tmp_path, found):
    """The constants have these values in C."""
    lines = [f'_Static_assert({name} == {value}, "{name}");' for name, value in found]
    source = tmp_path / "constants.c"
    source.write_text("\n".join(["#include <ctsar.h>", *lines, ""]))
    run("cc", "-fsyntax-only", "-I", ROOT / "include", source)


PAGE = (ROOT / "docs/languages.md").read_text()


def test_the_page_s_loop_is_the_example_s():
    (loop,) = re.findall(r"```fortran\n(.*?)```", PAGE, re.S)
    assert textwrap.indent(loop, " " * 8) in (FORTRAN / "heat.f90").read_text()


def test_the_page_s_commands_work(prefix, tmp_path):
    need("gfortran")
    (commands,) = re.findall(r"```sh\n(gfortran.*?)```", PAGE, re.S)
    pkg_config = library_folder(prefix) / "pkgconfig"
    script = f"cd {ROOT}\n{commands.replace('-o heat', f'-J{tmp_path} -o {tmp_path}/heat')}"
    run("sh", "-ec", script, PKG_CONFIG_PATH=pkg_config)
    assert run(tmp_path / "heat", LD_LIBRARY_PATH=library_folder(prefix)) == HEAT


def refused(tmp_path, body):
    """What a Fortran program says whose loop registers as `body` does."""
    source = tmp_path / "wrong.f90"
    source.write_text(
        f"""program wrong
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: real64
    use ctsar
    implicit none
    real(real64), target :: a(4, 6)
    real(real64), pointer :: u(:, :)
    type(c_ptr) :: s = c_null_ptr
    call ctsar_init(s, 6, name='wrong')
    {body}
end program wrong
"""
    )
    return source


@pytest.mark.parametrize(
    "body, says",
    [
        ("call ctsar_array(s, a(1:4:2, :), u, CTSAR_MEM_INPUT)", "must be contiguous"),
        ("call ctsar_array(s, a, u, CTSAR_MEM_INPUT, dim=3)", "must be a dimension"),
        ("call ctsar_array(s, a, u, CTSAR_MEM_OUTPUT)", "wrong: ctsar_reg_mem_nd"),
    ],
)
def test_fortran_arrays_that_cannot_be_had_are_refused(prefix, tmp_path, body, says):
    need("gfortran")
    source = refused(tmp_path, body)
    module = flags(prefix, "--variable=fortran_module")
    command = ["gfortran", f"-J{tmp_path}", *module, source, "-o", tmp_path / "wrong"]
    run(*command, *flags(prefix, "--libs"))
    with pytest.raises(AssertionError, match=says):
        run(tmp_path / "wrong", LD_LIBRARY_PATH=library_folder(prefix))
