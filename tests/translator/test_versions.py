# SPDX-License-Identifier: BSD-3-Clause
"""Functions that execute a loop in another way: each of them alone prints what the loop does, on
the units that have it, and the report says that it was it."""

import json
import pathlib
import re
import subprocess

import pytest

from cases import CASES, CC, CTSARCC, FLAGS, FOLDER, must, must_translate, programs, run, translate
from test_devices import no_opencl_device

SOURCE = CASES / "versions/input.c"
HOST = {"gemm": "gemm_rows", "norm": "norm_by_two", "scaled": "scaled_flat"}
OPENCL = {"gemm": "gemm_cl"}


def executed(report):
    """{kernel: {version: iterations}}."""
    found: dict = {}
    for region in json.loads(report.read_text())["regions"]:
        for unit in region["units"]:
            for one in unit["versions"]:
                versions = found.setdefault(one["kernel"], {})
                versions[one["version"]] = versions.get(one["version"], 0) + one["iterations"]
    return {
        kernel: {name for name, iterations in versions.items() if iterations}
        for kernel, versions in found.items()
    }


@pytest.mark.parametrize(
    "devices, forced", [("cpu:2", HOST), ("emu:2", HOST), ("cpu:1,emu:1", HOST), ("opencl", OPENCL)]
)
def test_a_version_alone_prints_what_the_loop_does(devices, forced, tmp_path):
    if devices == "opencl" and no_opencl_device():
        pytest.skip(no_opencl_device())
    split, plain = programs(SOURCE)
    printed = must(
        split,
        CTSAR_DEVICES=devices,
        CTSAR_VERSIONS=",".join(f"{kernel}:{version}" for kernel, version in forced.items()),
        CTSAR_REPORT=str(tmp_path / "report.json"),
        CTSAR_CACHE_DIR=FOLDER.name,
        CTSAR_POLICY="static",
        OMP_NUM_THREADS="2",
    )
    assert printed == must(plain)
    done = executed(tmp_path / "report.json")
    assert {kernel: done[kernel] for kernel in forced} == {k: {v} for k, v in forced.items()}


def test_a_version_is_left_out_where_its_condition_does_not_hold(tmp_path):
    split, plain = programs(SOURCE)
    printed = must(
        split,
        CTSAR_DEVICES="cpu:1",
        CTSAR_VERSIONS="gemm:gemm_rows",
        CTSAR_REPORT=str(tmp_path / "report.json"),
        CTSAR_POLICY="chunk",
        CTSAR_CHUNK="7",
    )
    assert printed == must(plain)
    assert executed(tmp_path / "report.json")["gemm"] == {"loop"}


def test_a_version_that_computes_something_else_is_refused_where_a_tolerance_is_stated(tmp_path):
    source = tmp_path / "input.c"
    source.write_text(
        "#include <stdio.h>\nstatic void two(int n, const double *x, double *y)\n{\n"
        "#pragma ctsar for hetero(1)\n    for (int i = 0; i < n; i++)\n"
        "        y[i] = 2 * x[i];\n}\n"
        "#pragma ctsar implements(two) tolerance(1e-9)\n"
        "void three(int n, const double *x, double *y, long first, long last)\n{\n"
        "    for (long i = first; i < last && i < n; i++)\n        y[i] = 3 * x[i];\n}\n"
        "int main(void)\n{\n    static double x[999], y[999];\n    double sum = 0;\n"
        "    for (int i = 0; i < 999; i++)\n        x[i] = i + 1;\n    two(999, x, y);\n"
        '    for (int i = 0; i < 999; i++)\n        sum += y[i];\n    printf("%g\\n", sum);\n}\n'
    )
    must_translate(source, "-o", tmp_path / "program")
    status, printed, messages = run(
        tmp_path / "program", CTSAR_DEVICES="cpu:1", CTSAR_VERSIONS="two:three"
    )
    assert (status, printed) == (0, "999000\n")
    assert "version three of kernel two is not used on c" in messages


def test_tools_are_told_of_versions():
    status, output, messages = translate(
        "--explain=json", "--translate-only", "-o", "/dev/null", SOURCE
    )
    assert status == 0, messages
    first = json.loads(output)["loops"][0]
    assert first["versions"] == [
        {"name": "gemm_cl", "form": "opencl", "condition": None, "tolerance": None},
        {
            "name": "gemm_rows",
            "form": "host",
            "condition": "last - first >= 8 && rows > W",
            "tolerance": None,
        },
        {"name": "gemm_stream", "form": "cuda", "condition": None, "tolerance": None},
    ]


# ---- Calls of libraries --------------------------------------------------------------------------

BLAS = pathlib.Path(__file__).parent / "libraries/blas.c"
BY_CBLAS = {"product": "product_cblas", "add": "add_cblas", "dot": "dot_cblas"}
CUDA = pathlib.Path("/usr/local/cuda")
needs_openblas = pytest.mark.usefixtures("openblas")


@pytest.fixture(scope="session")
def openblas():
    if subprocess.run(["pkg-config", "--exists", "openblas"], check=False).returncode:
        pytest.skip("there is no OpenBLAS")


@needs_openblas
@pytest.mark.parametrize("devices", ["cpu:2", "emu:2", "cpu:1,emu:1"])
def test_calls_of_cblas_are_versions_that_print_what_the_loops_do(devices, tmp_path):
    split, plain = programs(BLAS)
    status, printed, messages = run(
        split,
        CTSAR_DEVICES=devices,
        CTSAR_VERSIONS=",".join(f"{kernel}:{version}" for kernel, version in BY_CBLAS.items()),
        CTSAR_REPORT=str(tmp_path / "report.json"),
        CTSAR_POLICY="static",
        OMP_NUM_THREADS="2",
        OPENBLAS_NUM_THREADS="1",
    )
    assert (status, printed, messages) == (0, must(plain), "")  # verified, and all agree
    done = executed(tmp_path / "report.json")
    assert {kernel: done[kernel] for kernel in BY_CBLAS} == {k: {v} for k, v in BY_CBLAS.items()}


@needs_openblas
def test_a_call_of_cblas_that_computes_something_else_is_refused(tmp_path):
    text = BLAS.read_text()
    assert text.count("SIDE, SIDE, 1,\n") == 1
    source = tmp_path / "blas.c"
    source.write_text(text.replace("SIDE, SIDE, 1,\n", "SIDE, SIDE, 2,\n"))
    must_translate(f"--cc={CC}", *FLAGS, source, "-lopenblas", "-o", tmp_path / "program")
    status, printed, messages = run(
        tmp_path / "program", CTSAR_DEVICES="cpu:1", CTSAR_VERSIONS="product:product_cblas"
    )
    assert (status, printed) == (0, must(programs(BLAS)[1]))
    assert "version product_cblas of kernel product is not used on c" in messages


@needs_openblas
@pytest.mark.parametrize(
    "changes, says",
    [
        (
            [
                ("factor, const double *x", "factor, double *x"),
                ("factor, x + first, 1, y + first", "factor, y + first, 1, x + first"),
            ],
            "'add_cblas' may write 'x', which the loop only reads [version-writes]",
        ),
        ([("double factor,", "float factor,")], "[version-type]"),
        (
            [("long last, double *sum)", "long last)"), ("*sum += cblas", "cblas")],
            "[version-parameters]",
        ),
        (
            [("factor, x + first, 1, y + first", "factor, x + first, 1, z + first")],
            "[version-reaches]",
        ),
    ],
)
def test_mistakes_about_calls_of_cblas_are_told(changes, says, tmp_path):
    source = tmp_path / "blas.c"
    text = BLAS.read_text().replace("/* A vector", "static double z[N];\n/* A vector", 1)
    for right, wrong in changes:
        assert right in text
        text = text.replace(right, wrong, 1)
    source.write_text(text)
    status, _, messages = translate("--translate-only", "-o", "/dev/null", source)
    assert status == 1 and says in messages, messages


@needs_openblas
def test_calls_of_libraries_are_explained():
    status, _, messages = translate("--explain", "--translate-only", "-o", "/dev/null", BLAS)
    assert status == 0
    for line in (
        "  version product_cblas: host, where last - first >= 4, verified within 1e-5\n",
        "  version add_cblas: host, verified within 1e-12\n",
        "  version dot_cblas: host, verified within 1e-12\n",
    ):
        assert line in messages


@needs_openblas
@pytest.mark.skipif(not (CUDA / "lib64/libcublas.so").exists(), reason="there is no cuBLAS")
def test_a_call_of_cublas_is_compiled_and_linked_beside_a_call_of_cblas(tmp_path):
    """No device of the test's machine executes it."""
    status, _, messages = run(
        *(CTSARCC, f"--cc={CC}", *FLAGS, "--explain", "-DWITH_CUBLAS", f"-I{CUDA}/include", BLAS),
        *(f"-L{CUDA}/lib64", f"-Wl,-rpath,{CUDA}/lib64", "-lopenblas", "-lcublas", "-lcudart"),
        *("-o", tmp_path / "program"),
    )
    assert status == 0, messages
    assert "  version product_cublas: cuda\n" in messages
    assert "cublasSgemm" in must("nm", "-D", tmp_path / "program")
    printed = must(tmp_path / "program", CTSAR_DEVICES="cpu:2", OPENBLAS_NUM_THREADS="1")
    assert printed == must(programs(BLAS)[1])


@pytest.mark.skipif(not (CUDA / "lib64/libcublas.so").exists(), reason="there is no cuBLAS")
def test_tasks_of_ompss_by_cublas_and_by_a_file_for_nvcc_are_compiled_and_linked(tmp_path):
    """Where there is no GPU the cores execute what has a form for them, and nothing else."""
    sources = BLAS.parent / "tiles"
    must(CUDA / "bin/nvcc", "-c", f"{sources}.cu", "-o", tmp_path / "tiles.o")
    flags = [
        f"-I{CUDA}/include",
        *(f"-L{CUDA}/lib64", f"-Wl,-rpath,{CUDA}/lib64", "-lcublas", "-lcudart", "-lstdc++"),
    ]
    status, _, messages = run(
        *(CTSARCC, f"--cc={CC}", *FLAGS, "--explain", f"{sources}.c", tmp_path / "tiles.o", *flags),
        *("-o", tmp_path / "program"),
    )
    assert status == 0, messages
    for version in ("fold: host", "fold_cublas: cuda", "fold_by_kernel: cuda", "cublasSgemm: cuda"):
        assert f"  version {version}\n" in messages
    assert re.search(r"(?m) cublasSgemm(@|$)", must("nm", "-D", tmp_path / "program"))
    tile = [[[float(e * (t + m) % 5) for e in range(64)] for t in range(9)] for m in range(2)]
    right = 0.0
    for t in range(9):
        for e in range(64):
            (i, j), (column, row) = divmod(t, 3), divmod(e, 8)
            right += ((e + t) % 7) * sum(
                tile[0][3 * i + k][row + 8 * inner] * tile[1][3 * k + j][inner + 8 * column]
                for k in range(3)
                for inner in range(8)
            )
    assert float(must(tmp_path / "program", CTSAR_DEVICES="cpu:2")) == right
    status, _, messages = run(tmp_path / "program", "there", CTSAR_DEVICES="cpu:2")
    assert status and "kernel cublasSgemm" in messages and messages.count("\n") == 1
