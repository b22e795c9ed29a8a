# SPDX-License-Identifier: BSD-3-Clause
"""Functions that execute a loop in another way: each of them alone prints what the loop does, on
the units that have it, and the report says that it was it."""

import json

import pytest

from cases import CASES, CTSARCC, FOLDER, must, programs, run
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
    must(CTSARCC, source, "-o", tmp_path / "program")
    status, printed, messages = run(
        tmp_path / "program", CTSAR_DEVICES="cpu:1", CTSAR_VERSIONS="two:three"
    )
    assert (status, printed) == (0, "999000\n")
    assert "version three of kernel two is not used on c" in messages


def test_tools_are_told_of_versions():
    status, output, messages = run(
        CTSARCC, "--explain=json", "--translate-only", "-o", "/dev/null", SOURCE
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
