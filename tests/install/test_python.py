# SPDX-License-Identifier: BSD-3-Clause
"""What pip installs from the tree, into environments of its own: loops over NumPy arrays on an
installed library, and the translator alone."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import installed
from installed import ROOT, library_folder, run

prefix = installed.prefix
PYTHON = ROOT / "bindings/python"
HERE = pathlib.Path(__file__).parent / "consumer"
PAGE = (ROOT / "docs/languages.md").read_text()


@pytest.fixture(scope="module")
def venv(tmp_path_factory):
    """Sees Debian's modules, so nothing has to be fetched; pip builds in a copy of the tree."""
    folder = tmp_path_factory.mktemp("python")
    run(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", folder / "venv")
    for source in (PYTHON, ROOT / "translator"):
        copy = folder / source.name
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
        pip = [sys.executable, "-m", "pip", "--python", folder / "venv/bin/python", "install", "-q"]
        run(*pip, "--no-index", "--no-deps", "--no-build-isolation", copy)
    return folder / "venv"


@pytest.fixture
def python(prefix, venv):
    """Runs a program with the installed library; its status and what it says."""

    def execute(*words, **settings):
        environment = {"LD_LIBRARY_PATH": str(library_folder(prefix)), "PATH": "/usr/bin:/bin"}
        return subprocess.run(
            [venv / "bin/python", *words],
            env={**environment, **settings},
            capture_output=True,
            text=True,
        )

    return execute


HEAT = "largest difference 0.0e+00, sums agree: True\n"


@pytest.mark.parametrize("devices", ["cpu", "cpu,emu:2", "emu"])
def test_the_example_agrees_with_numpy(python, devices):
    done = python(PYTHON / "heat.py", CTSAR_DEVICES=devices, OMP_NUM_THREADS="2")
    assert (done.stdout, done.stderr, done.returncode) == (HEAT, "", 0)


def test_the_example_registers_what_it_accesses(python):
    done = python(PYTHON / "heat.py", CTSAR_CHECK="1")
    assert (done.stdout, done.stderr) == (HEAT, "")


def test_cores_and_accelerators_take_part(python):
    done = python(
        PYTHON / "heat.py", CTSAR_DEVICES="cpu,emu", CTSAR_POLICY="static", CTSAR_REPORT="1",
        CTSAR_BACKOFF="0", CTSAR_CLOCK="virtual", OMP_NUM_THREADS="2",
    )  # fmt: skip
    assert re.findall(r"^ +(core 0|core 1|emu0) +[1-9]", done.stderr, re.M) == [
        *("core 0", "core 1", "emu0")
    ]


AFTER = "x = np.arange(10.0); ctsar.loop(10, good, ctsar.update(x)); print(x.sum())"


@pytest.mark.parametrize(
    "statement, says",
    [
        ("ctsar.loop(20, good, ctsar.update(x))", "Error: .*registered with 10 items"),
        ("ctsar.loop(10, bad, ctsar.update(x))", "ZeroDivisionError"),
        (
            "ctsar.loop(10, writes, ctsar.read(x))",
            "ValueError: .* read-only",
        ),
        ("ctsar.loop(10, writes, ctsar.read(x, persist=True))", "ValueError: .* read-only"),
        ("ctsar.update(x, halo=-1)", "ValueError: halo -1"),
        ("ctsar.loop(10, good, ctsar.update(x.reshape(2, 5).T))", "ValueError: .*C-contiguous"),
        ("ctsar.update([1, 2])", "TypeError: .*not list"),
        ("ctsar.update(x, axis=1)", "ValueError: axis 1"),
        ("ctsar.Region(10, policy='fast')", "ValueError: .*adaptive"),
        ("r = ctsar.Region(10); r.close(); r.loop(10, good)", "Error: the region is closed"),
        ("ctsar.loop(10, inside, ctsar.update(x))", "Error: .*inside a turn"),
    ],
)
def test_mistakes_are_exceptions_and_the_next_loop_is_right(python, statement, says):
    program = f"""
import ctsar, numpy as np
def good(lo, hi, x): x[lo:hi] += 1
def bad(lo, hi, x): 1 / 0
def writes(lo, hi, x): x[lo:hi] = 0
def inside(lo, hi, x):
    if lo == 0: ctsar.loop(10, good, ctsar.update(np.zeros(10)))
x = np.arange(10.0)
try:
    {statement}
except Exception as error:
    print(type(error).__name__ + ":", error)
{AFTER}
"""
    done = python("-c", program, CTSAR_DEVICES="cpu,emu", OMP_NUM_THREADS="2")
    first, *rest = done.stdout.splitlines()
    assert re.match(says, first), done.stdout + done.stderr
    assert rest[-1:] == ["55.0"], done.stdout + done.stderr


def test_a_second_thread_is_refused_a_region_that_is_in_use(python):
    program = f"""
import ctsar, numpy as np, threading
def good(lo, hi, x): x[lo:hi] += 1
def slow(lo, hi, x):
    entered.set()
    left.wait(60)
entered, left = threading.Event(), threading.Event()
first = threading.Thread(target=lambda: ctsar.loop(10, slow, ctsar.update(np.zeros(10))))
first.start()
entered.wait(60)
try:
    ctsar.loop(10, slow, ctsar.update(np.zeros(10)))
except ctsar.Error as error:
    print(error)
left.set()
first.join()
{AFTER}
"""
    done = python("-c", program, CTSAR_DEVICES="cpu", OMP_NUM_THREADS="2")
    assert done.stdout.startswith("another thread is in the region"), done.stderr
    assert done.stdout.endswith("\n55.0\n"), done.stderr


def test_ctrl_c_is_raised_when_all_threads_have_ended(python):
    program = f"""
import ctsar, numpy as np, os, signal, time
def good(lo, hi, x): x[lo:hi] += 1
def interrupted(lo, hi, x):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.01)
try:
    ctsar.loop(10, interrupted, ctsar.update(np.zeros(10)))
except KeyboardInterrupt:
    print("interrupted")
{AFTER}
"""
    done = python("-c", program, CTSAR_DEVICES="cpu", OMP_NUM_THREADS="2")
    assert done.stdout == "interrupted\n55.0\n", done.stderr


def test_persisted_arrays_are_brought_home_when_asked(python):
    program = """
import ctsar, numpy as np
def add(lo, hi, x): x[lo:hi] += 1
x = np.zeros(100)
with ctsar.Region(100, name="kept", policy="static") as r:
    for _ in range(3):
        r.loop(100, add, ctsar.update(x, persist=True))
    print("behind:", (x != 3).any())
    ctsar.sync(x)
    print("current:", (x == 3).all())
    x[:] = 10
    ctsar.modified(x)
    r.loop(100, add, ctsar.update(x, persist=True))
    ctsar.depersist(x)
    print("current:", (x == 11).all())
"""
    done = python("-c", program, CTSAR_DEVICES="emu")
    assert done.stdout == "behind: True\ncurrent: True\ncurrent: True\n", done.stderr


def test_a_library_that_is_not_there_is_said(python):
    done = python("-c", "import ctsar", LIBCTSAR="/nowhere/libctsar.so")
    assert "name its file in LIBCTSAR" in done.stderr.splitlines()[-1]


def test_its_constants_are_the_header_s(tmp_path):
    text = (PYTHON / "ctsar/__init__.py").read_text()
    found = [(f"CTSAR_{name.upper()}", value) for name, value in re.findall(r'"(\w+)": (\d)', text)]
    found += [("CTSAR_DEV_ALL", "3"), ("CTSAR_ERRORS_RETURN", "1")]
    ((names, values),) = re.findall(r"^(MEM_.*) = ([\d, ]+)$", text, re.M)
    found += [
        (f"CTSAR_{name}", v) for name, v in zip(names.split(", "), values.split(", "), strict=True)
    ]
    assert len(found) == 15
    lines = [f'_Static_assert({name} == {value}, "{name}");' for name, value in found]
    (tmp_path / "constants.c").write_text("\n".join(["#include <ctsar.h>", *lines, ""]))
    run("cc", "-fsyntax-only", "-I", ROOT / "include", tmp_path / "constants.c")


def test_the_page_s_loop_is_the_example_s():
    (loop,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    source = (PYTHON / "heat.py").read_text()
    assert all(line.strip() in source for line in loop.splitlines())


# ---- The translator alone --------------------------------------------------------------------


def test_the_translator_finds_the_library_by_pkg_config(prefix, venv, tmp_path):
    library = library_folder(prefix)
    command = [venv / "bin/ctsarcc", "-O1", "--no-cuda", HERE / "annotated.c", "-o", tmp_path / "p"]
    run(*command, PKG_CONFIG_PATH=library / "pkgconfig")
    assert run(tmp_path / "p", CTSAR_DEVICES="cpu,emu") == "0 wrong\n"
    static = [*command[:-1], tmp_path / "static", "--static-ctsar"]
    run(*static, PKG_CONFIG_PATH=library / "pkgconfig")
    assert run(tmp_path / "static", CTSAR_DEVICES="cpu,emu") == "0 wrong\n"


def test_without_a_library_the_translator_says_so(venv, tmp_path):
    done = subprocess.run(
        [venv / "bin/ctsarcc", HERE / "annotated.c"],
        env={"PATH": "/usr/bin:/bin", "PKG_CONFIG_LIBDIR": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "PKG_CONFIG_PATH" in done.stderr and len(done.stderr.splitlines()) == 1


def test_another_version_s_library_is_refused(venv, tmp_path):
    (tmp_path / "ctsar.pc").write_text("Name: ctsar\nDescription: x\nVersion: 0.7.0\n")
    done = subprocess.run(
        [venv / "bin/ctsarcc", HERE / "annotated.c"],
        env={"PATH": "/usr/bin:/bin", "PKG_CONFIG_LIBDIR": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and "libctsar is 0.7.0" in done.stderr


def test_the_translator_names_what_it_needs_and_its_help_needs_nothing(venv, tmp_path):
    query = "from importlib import metadata; print(*metadata.requires('ctsarcc'))"
    names = re.findall(r"[A-Za-z]\w+", run(venv / "bin/python", "-c", query))
    assert sorted(names) == ["Jinja2", "islpy", "libclang"]
    assert "--translate-only" in run(venv / "bin/ctsarcc", "--help", PKG_CONFIG_LIBDIR=tmp_path)
