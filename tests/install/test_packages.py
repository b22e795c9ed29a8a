# SPDX-License-Identifier: BSD-3-Clause
"""Debian's packages: what they say of themselves, and a root of their own in which dpkg installs
and removes them. A bare system is tried by hand: scripts/package --try bookworm."""

import os
import pathlib
import re
import shutil
import sys

import pytest

from installed import ROOT, run

HERE = pathlib.Path(__file__).parent / "consumer"
NAMES = ["ctsar-tools", "ctsarcc", "libctsar-dev", "libctsar0.1", "python3-ctsar"]
# Where there is such an MPI: the package, and the library of the MPI that it needs.
NODES = {"libctsar0.1-openmpi": "libopenmpi", "libctsar0.1-mpich": "libmpich"}

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="dpkg gives files to root")


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """{name: file}"""
    folder = tmp_path_factory.mktemp("packages")
    config = os.environ["BUILD_DIR"] + "/CPackConfig.cmake"
    run(os.environ["CPACK"], "--config", config, "-B", folder)
    return {path.name.partition("_")[0]: path for path in folder.glob("*.deb")}


def field(package, name):
    return run("dpkg-deb", "-f", package, name).strip()


@pytest.fixture(scope="module")
def root(packages, tmp_path_factory):
    folder = tmp_path_factory.mktemp("root")
    (folder / "var/lib/dpkg/info").mkdir(parents=True)
    for name in ("status", "available"):
        (folder / "var/lib/dpkg" / name).touch()
    dpkg(folder, "--install", *packages.values())
    return folder


def dpkg(folder, *words):
    """That root has no shell: the packages' scripts run here, with no ldconfig to call."""
    ldconfig = folder / "bin-of-tests/ldconfig"
    ldconfig.parent.mkdir(exist_ok=True)
    ldconfig.write_text("#!/bin/sh\n")
    ldconfig.chmod(0o755)
    places = [f"--instdir={folder}", f"--admindir={folder}/var/lib/dpkg", "--log=/dev/null"]
    forced = ["--force-depends", "--force-script-chrootless", "--no-triggers"]
    path = f"{ldconfig.parent}:/usr/sbin:/usr/bin:/sbin:/bin"
    return run("dpkg", *places, *forced, *words, PATH=path)


def usr(root, pattern):
    (found,) = (root / "usr").rglob(pattern)
    return found


def test_there_is_a_package_for_each_part(packages):
    assert sorted(packages.keys() - NODES.keys()) == NAMES


@pytest.mark.parametrize(("name", "needs"), NODES.items())
def test_each_mpi_s_plugin_has_a_package_that_needs_no_other_mpi(packages, root, name, needs):
    if name not in packages:
        pytest.skip("built without this MPI")
    assert usr(root, f"libctsar-{name.removeprefix('libctsar0.1-')}.so")
    assert [mpi for mpi in NODES.values() if mpi in field(packages[name], "Depends")] == [needs]
    assert not any(mpi in field(packages["libctsar0.1"], "Depends") for mpi in NODES.values())


def test_the_library_s_package_bears_its_soname(packages, root):
    assert "libctsar.so.0.1]" in run("readelf", "-d", usr(root, "libctsar.so.0.1.0"))
    assert field(packages["libctsar-dev"], "Depends").startswith("libctsar0.1 (= ")
    assert re.search(r"libjansson4 \(>= ", field(packages["libctsar0.1"], "Depends"))
    assert "python3-clang" in field(packages["ctsarcc"], "Depends")


def test_each_package_says_under_which_licence_it_is(root):
    for name in NAMES:
        text = (root / "usr/share/doc" / name / "copyright").read_text()
        assert re.search(r"^License: BSD-3-Clause\n( .*\n)+ Redistribution and use", text, re.M)


def test_a_program_is_built_with_them(root, tmp_path):
    folder = usr(root, "ctsar.pc").parent
    flags = run("pkg-config", "--cflags", "--libs", "ctsar", PKG_CONFIG_PATH=folder).split()
    run("cc", "-fopenmp", HERE / "consumer.c", "-o", tmp_path / "program", *flags)
    library = usr(root, "libctsar.so").parent
    settings = {"CTSAR_DEVICES": "cpu,emu", "LD_LIBRARY_PATH": library}
    assert run(tmp_path / "program", **settings) == "0 wrong, 3 units\n"


def test_their_programs_work(root, tmp_path):
    assert '"units"' in run(root / "usr/bin/ctsar-info", "--json", CTSAR_DEVICES="cpu,emu")
    assert "machines:" in run(root / "usr/bin/ctsar-sim", "--list")
    command = [
        root / "usr/bin/ctsarcc",
        "--no-cuda",
        HERE / "annotated.c",
        "-o",
        tmp_path / "program",
    ]
    run(*command)
    assert run(tmp_path / "program", CTSAR_DEVICES="cpu,emu") == "0 wrong\n"


def test_the_python_module_is_where_python_looks(root):
    module = usr(root, "dist-packages/ctsar")
    settings = {"PYTHONPATH": module.parent, "LIBCTSAR": usr(root, "libctsar.so.0.1")}
    program = "import ctsar; t = []; ctsar.loop(9, lambda lo, hi: t.append(hi - lo)); print(sum(t))"
    command = [sys.executable, "-B", "-c", program]
    assert run(*command, CTSAR_DEVICES="cpu,emu", **settings) == "9\n"


def test_the_page_s_commands_work_with_them(root, tmp_path):
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "docs/install.md").read_text(), re.S)
    (commands,) = [block for block in blocks if block.startswith("ctsar-info")]
    for source in HERE.glob("*.c"):
        shutil.copy(source, tmp_path)
    library, bin_folder = usr(root, "libctsar.so").parent, root / "usr/bin"
    settings = {"PKG_CONFIG_PATH": library / "pkgconfig", "LD_LIBRARY_PATH": library}
    script = f"cd {tmp_path}\n{commands}./consumer; ./annotated"
    printed = run("sh", "-ec", script, PATH=f"{bin_folder}:{os.environ['PATH']}", **settings)
    assert re.findall(r"^\d+ wrong", printed, re.M) == ["0 wrong", "0 wrong"]


def test_removed_they_leave_nothing(packages, root, tmp_path):
    copy = tmp_path / "root"
    shutil.copytree(root, copy, symlinks=True)
    dpkg(copy, "--purge", *packages)
    assert [path for path in (copy / "usr").rglob("*") if not path.is_dir()] == []
    assert list(copy.rglob("*ctsar*")) == []
