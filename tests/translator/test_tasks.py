# SPDX-License-Identifier: BSD-3-Clause
"""Functions whose calls are tasks: who executes them, and that a program of several files has one
set of them. Versions compute something else here, so that what is printed says who it was."""

import json
import pathlib
import re

import pytest

from cases import CASES, FOLDER, must, must_translate, run, translate
from test_devices import no_opencl_device

DOUBLED = r"""
#pragma ctsar implements(doubled) device(opencl)
static const char as_kernel[] =
    "__kernel void as_kernel(long start, long step, long count, __global const int *from,\n"
    "                        long from_bias, __global int *to, long to_bias, int n)\n"
    "{\n"
    "    for (long k = get_global_id(0); k < count; k += get_global_size(0))\n"
    "        to[k] = 300 + from[k] + n;\n"
    "}\n";
#pragma ctsar task in([n]from) out([n]to) range(n)
void doubled(const int *from, int *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = 2 * from[i];
}
#pragma ctsar implements(doubled)
void by_hundred(const int *a, int *b, int n)
{
    while (n-- > 0)
        b[n] = 100 * a[n];
}
"""
CALLER = r"""
#include <stdio.h>
void submit(const int *from, int *to, int n);
int main(void)
{
    int from[40], to[40], sum = 0;
    for (int i = 0; i < 40; i++)
        from[i] = i;
    submit(from, to, 40);
#pragma omp taskwait
    for (int i = 0; i < 40; i++)
        sum += to[i];
    printf("%d\n", sum);
}
"""
SUBMIT = "\nvoid submit(const int *from, int *to, int n)\n{\n    doubled(from, to, n);\n}\n"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The tasks in one file, the wait in another."""
    folder = tmp_path_factory.mktemp("tasks")
    (folder / "tasks.c").write_text(DOUBLED + SUBMIT)
    (folder / "main.c").write_text(CALLER)
    must_translate("tasks.c", "main.c", "-o", "program", cwd=folder)
    return folder / "program"


@pytest.mark.parametrize("devices", ["cpu:1", "emu:1"])
def test_a_task_is_executed_by_the_version_that_is_forced(program, devices):
    right = {"doubled": 1560, "by_hundred": 78000}
    for version, printed in right.items():
        settings = {"CTSAR_DEVICES": devices, "CTSAR_VERSIONS": f"doubled:{version}"}
        assert must(program, **settings) == f"{printed}\n"


def test_a_kernel_of_opencl_executes_all_of_a_task(program):
    if no_opencl_device():
        pytest.skip(no_opencl_device())
    printed = must(program, CTSAR_DEVICES="opencl", CTSAR_CACHE_DIR=FOLDER.name)
    assert printed == f"{780 + 40 * 340}\n"


OPENCL = pathlib.Path(__file__).parent / "opencl"


def kernels(name, tmp_path):
    if no_opencl_device():
        pytest.skip(no_opencl_device())
    must_translate(OPENCL / f"{name}.c", "-o", tmp_path / name)
    return tmp_path / name


def test_kernels_of_the_file_beside_execute_tasks_by_their_ndrange(tmp_path):
    program = kernels("stream", tmp_path)
    a = [1.0 + i % 3 for i in range(600)]
    for _ in range(3):
        a = [3 * x + 3 * (x + 3 * x) for x in a]  # b + 3 * c of b = 3 * a, c = a + b
    printed = must(program, CTSAR_DEVICES="opencl", CTSAR_CACHE_DIR=FOLDER.name)
    assert float(printed) == sum(i * x for i, x in enumerate(a))


def test_kernels_of_the_file_beside_execute_single_calls(tmp_path):
    """Work-items are counted by what the calls are given."""
    program = kernels("calls", tmp_path)
    z = [4 * i for i in range(120)]
    y = [3 * z[i] + 1 if i < 40 else 2 * i for i in range(120)]
    printed = must(program, CTSAR_DEVICES="opencl", CTSAR_CACHE_DIR=FOLDER.name)
    assert float(printed) == sum((i + 1) * (y[i] + z[i]) for i in range(120))


SHORT = r"""
#pragma ctsar task in(from[0:n]) out(to[0:n - 1])
static void copy(int n, const float *from, float *to)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
static void copies(int n, const float *from, float *to)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
int main(void)
{
    float a[4] = {1, 2, 3, 4}, b[4], *d[] = {b};
    CALL
#pragma ctsar taskwait
}
"""


@pytest.mark.parametrize(
    "call, name",
    [
        ("copy(4, a, b);", "to"),
        ('_Pragma("ctsar task in(a[0:4]) out(b[0:3])") copies(4, a, b);', "b"),
        ('_Pragma("ctsar task in([4]a) out([3]d[0])") copies(4, a, d[0]);', "d[0]"),
    ],
)
def test_check_mode_calls_the_arrays_of_tasks_as_the_program_does(call, name, tmp_path):
    (tmp_path / "input.c").write_text(SHORT.replace("CALL", call))
    must_translate("input.c", "-o", "program", cwd=tmp_path)
    _, _, messages = run(tmp_path / "program", CTSAR_CHECK="1")
    assert f"task 1 writes byte 12 of {name}, which is beside" in messages
    assert f"{name}: access 2 of the task" in messages


def test_a_single_call_in_the_body_of_a_task_ends_the_program_with_one_line(tmp_path):
    (tmp_path / "k.cl").write_text("__kernel void g(__global int *x) { x[0]++; }\n")
    (tmp_path / "input.c").write_text(
        "void g(int *x);\n"
        "static void h(int *x)\n{\n#pragma omp target device(opencl) ndrange(1, 1) file(k.cl)\n"
        "#pragma omp task inout([1]x)\n    g(x);\n}\n"
        "#pragma omp task inout(*x)\nvoid f(int *x)\n{\n    h(x);\n}\n"
        "int main(void)\n{\n    int x = 0;\n    f(&x);\n}\n"
    )
    must_translate("input.c", "-o", "program", cwd=tmp_path)
    status, _, messages = run(tmp_path / "program", CTSAR_DEVICES="cpu:1")
    assert status and "g is called in the body of a task" in messages
    assert messages.count("\n") == 1


def test_kernels_of_a_file_are_versions_of_what_is_c(tmp_path):
    """Which all compute the same; one more, of rows from an offset on, is for OpenCL alone."""
    program = kernels("tiles", tmp_path)
    right = must(program, CTSAR_DEVICES="cpu:2")
    more = 0.5 * sum(t + i % 7 for t in range(3) for i in range(256) if i // 16 >= 5 * t)
    for version in ("multiply_opencl", "multiply_by_element"):
        settings = {
            "CTSAR_DEVICES": "opencl",
            "CTSAR_VERSIONS": f"multiply:{version}",
            "CTSAR_CACHE_DIR": FOLDER.name,
        }
        assert must(program, **settings) == right
        assert float(must(program, "opencl", **settings)) == float(right) + more
    status, _, messages = run(program, "opencl", CTSAR_DEVICES="cpu:2")
    assert status and "add_below" in messages and messages.count("\n") == 1


def test_a_kernel_that_the_body_of_a_task_calls_ends_the_program_with_one_line(tmp_path):
    (tmp_path / "k.cl").write_text("__kernel void g(__global int *x) { x[0]++; }\n")
    (tmp_path / "input.c").write_text(
        "#pragma omp target device(opencl) ndrange(1, 1) file(k.cl)\n"
        "#pragma omp task inout(*x)\nvoid g(int *x);\n"
        "#pragma omp task inout(*x)\nvoid f(int *x)\n{\n    g(x);\n}\n"
        "int main(void)\n{\n    int x = 0;\n    f(&x);\n}\n"
    )
    must_translate("input.c", "-o", "program", cwd=tmp_path)
    status, _, messages = run(tmp_path / "program", CTSAR_DEVICES="cpu:1")
    assert status and "g is called in the body of a task" in messages
    assert messages.count("\n") == 1


def test_a_task_that_no_unit_has_a_form_of_ends_the_program_with_one_line(tmp_path):
    source = tmp_path / "input.c"
    source.write_text(
        "#pragma omp target device(cuda) copy_deps\n#pragma omp task out([n]x)\n"
        "void f(int *x, int n)\n{\n    x[0] = n;\n}\n"
        "int main(void)\n{\n    int x[3];\n    f(x, 3);\n    return 0;\n}\n"
    )
    must_translate(source, "-o", tmp_path / "program")
    status, _, messages = run(tmp_path / "program", CTSAR_DEVICES="cpu:1")
    assert status and "kernel f" in messages and messages.count("\n") == 1


@pytest.mark.parametrize("last", ["return 0;", "\n", "exit(0);"])
def test_what_main_does_not_wait_for_is_executed_before_the_program_ends(last, tmp_path):
    source = tmp_path / "input.c"
    source.write_text(
        "#include <stdio.h>\n#include <stdlib.h>\n#pragma ctsar task inout([n]x)\n"
        'void f(int *x, int n)\n{\n    x[n - 1]++;\n    printf("%d\\n", x[n - 1]);\n}\n'
        "int main(void)\n{\n    int x[900] = {0};\n    for (int i = 0; i < 50; i++)\n"
        f"        f(x, 900);\n    {last}}}\n"
    )
    must_translate(source, "-o", tmp_path / "program")
    printed = must(tmp_path / "program", CTSAR_DEVICES="cpu:1,emu:1")
    assert sorted(map(int, printed.split())) == list(range(1, 51))


def test_openmps_own_tasks_stay_openmps(tmp_path):
    source = tmp_path / "input.c"
    source.write_text(
        "int main(void)\n{\n    int x = 1;\n#pragma omp parallel\n#pragma omp single\n    {\n"
        "#pragma omp task depend(inout : x)\n        x += 1;\n#pragma omp taskwait\n    }\n"
        "    return x - 2;\n}\n"
    )
    shown = must_translate("-fopenmp", "--translate-only", "-o", "-", source)
    assert "#pragma omp taskwait" in shown and "ctsar_taskwait" not in shown
    must_translate("-fopenmp", source, "-o", tmp_path / "program")
    must(tmp_path / "program")


def test_with_openmp_a_wait_is_for_tasks_of_both_kinds(tmp_path):
    text = (CASES / "ompss/input.c").read_text()
    source = tmp_path / "input.c"
    source.write_text(text)
    shown = must_translate("-fopenmp", "--translate-only", "-o", "-", source)
    assert re.search(r"#pragma omp taskwait\s+ctsar_taskwait\(1\);", shown)
    must_translate("-fopenmp", source, "-o", tmp_path / "program")
    printed = must(tmp_path / "program", CTSAR_DEVICES="cpu:2", OMP_NUM_THREADS="2")
    assert printed == "4050000\n3600079\n"


COMPARED = r"""
#include <stdio.h>
enum { N = 40 };
static TYPE x[N];
#pragma ctsar task inout([N]x)
void doubled(TYPE *x)
{
    for (int i = 0; i < N; i++)
        x[i] *= 2;
}
#pragma ctsar implements(doubled) tolerance(1e-3)
void wrong(TYPE *x)
{
    for (int i = 0; i < N; i++)
        x[i] *= i == 7 ? 2.01 : 2;
}
#pragma ctsar implements(doubled) tolerance(1e-4)
void near(TYPE *x)
{
    for (int i = 0; i < N; i++)
        x[i] *= (TYPE)2.000001;
}
int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = 1;
    doubled(x);
#pragma omp taskwait
    printf("%.3f %d\n", x[7], x[6] == 2);
}
"""


@pytest.mark.parametrize("kind", ["float", "double"])
def test_versions_of_a_task_are_compared_within_a_tolerance(kind, tmp_path):
    (tmp_path / "compared.c").write_text(COMPARED.replace("TYPE", kind))
    must_translate("compared.c", "-o", "compared", cwd=tmp_path)
    for version, shown in (("wrong", "2.000 1"), ("near", "2.000 0")):
        status, output, said = run(
            tmp_path / "compared", CTSAR_DEVICES="cpu:1", CTSAR_VERSIONS=f"doubled:{version}"
        )
        assert (status, output.split()) == (0, shown.split())
        refused = "version wrong of kernel doubled is not used on cpu any more: element 7 "
        assert said.count(refused) == (version == "wrong"), said


def test_explain_says_what_tasks_access():
    options = ("--explain=json", "--translate-only", "-o", "/dev/null")
    found = json.loads(must_translate(*options, CASES / "tasks/input.c"))["loops"]
    by_name = {entry["function"]: entry for entry in found}
    assert [version["name"] for version in by_name["scale"]["versions"]] == [
        "scale",
        "scale_cl",
        "scale_stream",
        "scale_backward",
    ]
    assert [(a["kind"], a["part"]) for a in by_name["row_sums"]["accesses"]] == [
        ("value", "n"),
        ("value", "r"),
        ("value", "rows"),
        ("in", "m[r:rows][0:n]"),
        ("out", "sums[r:rows]"),
    ]
    assert by_name["scale"]["calls"] == 4 and by_name["add"]["priority"] == "c"
    status, _, messages = translate("--explain", "-fsyntax-only", "input.c", cwd=CASES / "ompss")
    assert status == 0 and "calls of 'matmul_tile' are tasks: 1" in messages
    assert "  version matmul_tile_rows: host" in messages
