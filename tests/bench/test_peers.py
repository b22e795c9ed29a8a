# SPDX-License-Identifier: BSD-3-Clause
"""Every peer gives the serial run's results."""

import json
import os
import pathlib
import subprocess

import pytest

from suitelib.lists import POLICIES

PEERS = pathlib.Path(os.environ["PEERS"])
DIMS = {"gemm": "13,17,19", "kmeans": "1310,7,3,20", "helmholtz": "13,17,5"}
ALWAYS = ["omp:static", "omp:dynamic", "omp:guided"] + [f"ctsar:{policy}" for policy in POLICIES]


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    """One for all, because StarPU measures the machine's buses on its first start."""
    return tmp_path_factory.mktemp("starpu")


def run(code, home, *options, **settings):
    environment = {**os.environ, "STARPU_HOME": str(home), "STARPU_NCPU": "1", **settings}
    return subprocess.run(
        [str(PEERS / code), "-d", DIMS[code], "--check", *options],
        env=environment,
        capture_output=True,
        text=True,
    )


def variants(code, home):
    """Those that this build has."""
    shown = run(code, home, "--help").stdout
    return ALWAYS + (["starpu:1", "starpu:4", "starpu:5000"] if "starpu" in shown else [])


@pytest.mark.parametrize("code", DIMS)
@pytest.mark.parametrize("devices", ["cpu", "emu", "cpu,emu:2"])
def test_every_variant_meets_the_serial_run(home, code, devices):
    names = variants(code, home) if devices == "cpu" else ALWAYS[3:]
    done = run(code, home, "-r", "2", "-v", ",".join(names), "--json", "-", CTSAR_DEVICES=devices)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["variant"] for line in lines] == names
    assert all(line["verified"] for line in lines)


@pytest.mark.parametrize("code", DIMS)
@pytest.mark.parametrize(
    "names", ["ctsar:static,ctsar:adaptive,ctsar:chunk,ctsar:auto", "starpu:500"]
)
def test_with_an_opencl_device_a_variant_meets_the_serial_run(home, code, names):
    if "starpu" not in run(code, home, "--help").stdout:
        pytest.skip("built without StarPU and OpenCL")
    if run(code, home, "-r", "1", "-v", "ctsar:static", CTSAR_DEVICES="opencl").returncode:
        pytest.skip("no OpenCL device")
    done = run(
        code,
        home,
        "-r",
        "2",
        "-v",
        names,
        CTSAR_DEVICES="cpu,opencl",
        CTSAR_BACKOFF="0",
        STARPU_NCPU="0",
        STARPU_NOPENCL="1",
        STARPU_OPENCL_ON_CPUS="1",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verified" in done.stdout


@pytest.mark.parametrize("name", ["omp:none", "ctsar:none", "starpu:0", "starpu:x", "none"])
def test_an_unknown_variant_is_refused(home, name):
    done = run("gemm", home, "-v", name)
    assert done.returncode == 2 and f"there is no variant '{name}'" in done.stderr
