# SPDX-License-Identifier: BSD-3-Clause
"""Kernels for devices: every case runs on an OpenCL device where there is one, and by its CUDA
forms on the host; nvcc compiles some. What a device cannot have is said, and runs on the cores."""

import functools
import pathlib
import re
import shutil
import time

import pytest

import cuda_on_host
import fuzz_loops
import fuzz_run
from cases import CASES, CC, FOLDER, UNITS, must, must_translate, options, programs, run, translate

RUN = sorted(
    path.name
    for path in CASES.iterdir()
    if (path / "input.c").exists() and not (path / "message.txt").exists()
)
NVCC = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
# Bodies with all that is spelled differently, and reductions.
COMPILED = ["devices-bodies", "reductions", "types-in-structs", "as-in-c"]
EXECUTED = [
    *COMPILED,
    "system-macros",
    "devices-grids",
    "types-and-calls",
    "matrices-3d",
    "loop-forms",
    "row-pointers",
    "names-of-the-function",
    "items-of-a-size",
    "pivots",
]
# Cores and the device at the same time; so do those with loops that no device can have.
ON_CORES_TOO = [
    "devices-grids",
    "structs-without-a-name",
    "persistence",
    "persisted-elsewhere",
    "pivots",
    "inline-bodies",
    "serial-outer-loop",
    "tasks",
    "tasks-at-calls",
    "tasks-with-functions",
    "ompss",
    "ompss-forms",
    "atomic-types",
    "variables-of-local-types",
]


@functools.cache
def serial(name):
    """What plain cc's program prints."""
    return must(programs(CASES / name / "input.c")[1])


def explained(name, *more):
    status, _, messages = translate(
        "--explain",
        *more,
        *options(CASES / name / "input.c"),
        "-fsyntax-only",
        "input.c",
        cwd=CASES / name,
    )
    assert status == 0, messages
    return messages


# ---- OpenCL ---------------------------------------------------------------------------------


@functools.cache
def no_opencl_device():
    """Why there is none, or ""."""
    source = pathlib.Path(FOLDER.name) / "probe.c"
    source.write_text(
        "int main(void)\n{\n    static int a[9];\n#pragma ctsar for hetero(1) part_copy(a[1:9])\n"
        "    for (int i = 0; i < 9; ++i)\n        a[i] += i;\n    return a[8] - 8;\n}\n"
    )
    must_translate(source, "-o", source.with_suffix(""))
    status, _, messages = run(source.with_suffix(""), CTSAR_DEVICES="opencl")
    return messages if status else ""


ENDS = """
#include <stdio.h>
enum { N = 1000 };
static double a[N], b[N];
int main(void)
{
    for (int step = 0; step < 20; step++) {
#pragma ctsar for hetero(1) persist(a)
        for (int i = 0; i < N; i++)
            a[i] += step + b[i] * UNIQUE;
    }
#pragma ctsar depersist(a)
    return printf("%g\\n", a[N - 1]) < 0;
}
"""


def test_a_program_may_end_while_a_device_builds_its_kernel(tmp_path):
    """One that no driver has kept."""
    if no_opencl_device():
        pytest.skip(no_opencl_device())
    source, program = tmp_path / "ends.c", tmp_path / "ends"
    settings = {"CTSAR_DEVICES": "cpu:1,opencl:cpu", "CTSAR_POLICY": "chunk"}
    for _ in range(3):
        source.write_text(ENDS.replace("UNIQUE", f"{time.time_ns()}."))
        must_translate(f"--cc={CC}", "-O1", source, "-o", program)
        assert must(program, **settings) == "190\n"


@pytest.mark.parametrize("name", RUN)
def test_on_an_opencl_device_it_prints_what_the_serial_program_prints(name):
    if no_opencl_device():
        pytest.skip(no_opencl_device())
    units = "cpu:2,opencl" if name in ON_CORES_TOO else "opencl"
    status, output, messages = run(
        programs(CASES / name / "input.c")[0],
        CTSAR_DEVICES=units,
        OMP_NUM_THREADS="2",
        CTSAR_BACKOFF="0",
        CTSAR_CACHE_DIR="0",  # it runs once
    )
    assert status == 0 and "takes no part" not in messages, messages
    assert output == serial(name)


def test_random_loop_nests_print_on_an_opencl_device_what_serial_ones_print(tmp_path):
    if no_opencl_device():
        pytest.skip(no_opencl_device())
    wrong = fuzz_run.check(range(7), tmp_path, {"CTSAR_DEVICES": "opencl", "CTSAR_CACHE_DIR": "0"})
    assert not wrong, "\n".join(f"nest {nest.seed}: {what}" for nest, what in wrong)


# ---- CUDA -----------------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("g++"), reason="there is no g++")
@pytest.mark.parametrize("name", EXECUTED)
def test_cuda_forms_executed_on_the_host_print_what_the_serial_program_prints(name, tmp_path):
    program = cuda_on_host.build(CASES / name / "input.c", tmp_path)
    assert must(program, **UNITS) == serial(name)


@pytest.mark.skipif(not shutil.which("g++"), reason="there is no g++")
def test_cuda_forms_of_random_loop_nests_print_what_serial_ones_print(tmp_path):
    nests, failures = fuzz_run.prepare(range(100, 112), tmp_path)
    assert not failures
    source = tmp_path / "nests.c"
    source.write_text(fuzz_loops.program(nests))
    must(CC, "-O1", "-w", source, "-o", tmp_path / "plain", "-lm")
    split, plain = must(cuda_on_host.build(source, tmp_path), **UNITS), must(tmp_path / "plain")
    assert plain and not list(fuzz_loops.differences(split, plain))


@pytest.mark.skipif(not NVCC, reason="there is no nvcc")
@pytest.mark.parametrize("name", COMPILED)
def test_nvcc_compiles_cuda_forms_into_the_object_of_their_file(name, tmp_path):
    source, program = CASES / name / "input.c", tmp_path / "program"
    status, _, messages = translate(
        f"--cc={CC}",
        "--explain",
        "-w",
        *options(source),
        source,
        "-o",
        program,
        CTSARCC_NVCC=NVCC,
    )
    assert status == 0, messages
    assert "cuda: made" in messages and "warning" not in messages
    assert must(program, **UNITS) == must(program, CTSAR_DEVICES="cpu:1")
    assert re.search(r"\bt ctsar_\w+_cuda$", must("nm", program), re.M), (
        "launchers are the file's own"
    )


@pytest.mark.skipif(not NVCC, reason="there is no nvcc")
def test_translate_only_writes_cuda_forms_beside_the_rest(tmp_path):
    case = CASES / "figure-5"
    must_translate(
        "--translate-only",
        "input.c",
        "-o",
        tmp_path / "shown.c",
        cwd=case,
        CTSARCC_NVCC=NVCC,
    )
    assert re.search(
        r"^int ctsar_\w+_cuda\(const ctsar_call \*call, void \*stream\);$",
        (tmp_path / "shown.c").read_text(),
        re.M,
    )
    assert "<<<blocks, threads, 0, (cudaStream_t)stream>>>" in (tmp_path / "shown.cu").read_text()


@pytest.mark.skipif(not NVCC, reason="there is no nvcc")
def test_what_nvcc_refuses_is_left_out_with_a_warning(tmp_path):
    source = tmp_path / "designators.c"
    source.write_text(
        "struct pair {\n    int first, second;\n};\nint main(void)\n{\n    int a[4];\n"
        "#pragma ctsar for hetero(1) part_copyout(a[1:4])\n    for (int i = 0; i < 4; ++i) {\n"
        "        struct pair p = {.second = i, .first = 4};\n        a[i] = p.first - p.second;\n"
        "    }\n    return a[3] - 1;\n}\n"
    )
    status, _, messages = translate(source, "-o", tmp_path / "program", CTSARCC_NVCC=NVCC)
    assert status == 0 and "nvcc refuses the CUDA kernels" in messages
    assert must(tmp_path / "program", CTSAR_DEVICES="cpu:1") == ""


def test_without_nvcc_there_are_no_cuda_forms_and_explain_says_so():
    assert "cuda: none: there is no nvcc" in explained("devices-grids")
    assert "cuda: none: --no-cuda" in explained("devices-grids", "--no-cuda")
    assert "opencl: none: --no-opencl" in explained("devices-grids", "--no-opencl")


# ---- Grids ----------------------------------------------------------------------------------


def test_independent_inner_loops_are_found_and_no_others():
    found = re.findall(
        r":(\d+): the loop over.*(?:\n(?! *second).*)*\n  second dimension on devices: ([^;:]*)",
        explained("devices-grids"),
    )
    text = (CASES / "devices-grids/input.c").read_text().split("\n")
    names = [
        (re.search(r"/\* (.*) \*/", "\n".join(text[int(line) : int(line) + 4])) or [None, ""])[1]
        for line, _ in found
    ]
    assert [
        (name, re.findall(r"'(\w+)'", loops)) for name, (_, loops) in zip(names, found, strict=True)
    ] == [
        ("triangular", ["k"]),
        ("the independent loop is inside of a serial one", ["j"]),
        ("two of them, and what all may repeat", ["j", "k"]),
        ("the second reads what the first has written, but not from its own work-item", []),
        ("carried", []),
        ("carried, too", []),
        ("a sum of its own", []),
        ("", ["k"]),
        ("left in the middle", []),
    ]


# ---- What devices cannot have ---------------------------------------------------------------

CANNOT = {
    "recursion": "a[i] = again(i)",
    "a variable of the file": "a[i] = scaled(i)",
    "a function that gets a pointer to either memory": "a[i] = first(i % 2 ? &a[i] : own)",
    "a declaration with pointers into two memories": "double *p = a + i, *q = own; *p += *q",
}


@pytest.mark.parametrize("what", CANNOT)
def test_what_a_device_cannot_have_is_a_warning_and_runs_on_the_cores(what, tmp_path):
    source = tmp_path / "input.c"
    source.write_text(
        "static double factor = 2;\n"
        "static double again(int i) { return i < 2 ? 1 : again(i - 1) + 1; }\n"
        "static double scaled(int i) { return i * factor; } "
        "static double first(const double *p) { return p[0]; }\n"
        "static void f(int n, double *a)\n{\n"
        "    double own[2] = {1, 2};\n    (void)own;\n"
        "#pragma ctsar for hetero(1) part_copy(a[1:n]) firstprivate(own)\n"
        "    for (int i = 0; i < n; ++i) {\n        " + CANNOT[what] + ";\n    }\n}\n"
        "int main(void)\n{\n    double a[20] = {0};\n    f(20, a);\n"
        "    return a[4] + scaled(0) + again(1) < 1;\n}\n"
    )
    status, _, messages = translate(source, "-o", tmp_path / "program")
    assert status == 0, messages
    assert re.search(
        r"warning: .*: (no OpenCL device takes part \[no-f|the loop runs on cores only \[host-)",
        messages,
    ), messages
    assert must(tmp_path / "program", **UNITS) == ""
