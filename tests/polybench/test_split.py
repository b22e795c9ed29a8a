# SPDX-License-Identifier: BSD-3-Clause
"""The translated codes meet their serial versions under every policy, on the units that DEVICES names."""
import json
import os
import pathlib
import re
import subprocess

import pytest

from suite_codes import POLYBENCH, SHORT, SMALL
from test_serial import SUMS, dims_128

SUITE = pathlib.Path(os.environ["SUITE"])
DEVICES = os.environ["DEVICES"]
POLICIES = ("default,static,adaptive,split,quick,chunk,chunk_static,chunk_dynamic,hybrid,auto")
SCHEDULES = "omp:static,omp:dynamic,omp:guided"
LAUNCHED = "opencl" in DEVICES or "cuda" in DEVICES
SETTINGS = {
    "CTSAR_DEVICES": DEVICES,
    "CTSAR_EMU": "speed=4,latency=1us,simd=8;speed=2,simd=4",
    "CTSAR_BACKOFF": "0",  # an accelerator that does not pay is what these small sizes have
    "OMP_NUM_THREADS": "3",
}
if LAUNCHED:
    SETTINGS["CTSAR_DIV"] = "7"  # a launch takes longer than an iteration here


def run(folder, code, *options, **settings):
    return subprocess.run([str(SUITE / folder / code), *map(str, options)], capture_output=True,
                          text=True, env={**os.environ, **SETTINGS, **settings}, timeout=120)


@pytest.fixture(scope="session", autouse=True)
def device():
    """Skips everything where there is no such device, or the programs have no kernels for it."""
    if LAUNCHED:
        done = run("ctsar", "gemm", "-d", "3,4,5", "-r", 1)
        if done.returncode and "no such device" in done.stderr:
            pytest.skip(done.stderr.splitlines()[0])


@pytest.mark.parametrize("code", SMALL)
def test_a_code_meets_its_serial_version_under_every_policy(code, tmp_path):
    variants = POLICIES + ("," + SCHEDULES if DEVICES == "cpu" else "")
    report = tmp_path / "report.json"
    dims, runs = (SHORT[code], 1) if LAUNCHED else (SMALL[code], 2)
    done = run("ctsar", code, "-d", dims, "-r", runs, "--check", "-v", variants, CTSAR_REPORT=str(report))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verified against the serial run" in done.stdout
    assert not done.stderr
    units = [unit for region in json.loads(report.read_text())["regions"] for unit in region["units"]]
    for kind in ("core", "accelerator"):
        used = [unit["iterations"] for unit in units if unit["kind"] == kind]
        assert not used or sum(used) > 0, f"no {kind} executed anything"
    assert DEVICES == "cpu" or any(unit["kind"] == "accelerator" for unit in units)


@pytest.mark.parametrize("code", POLYBENCH)
def test_in_double_a_code_gives_the_known_sums(code):
    done = run("ctsar-double", code, "-d", dims_128(code), "-r", 1, "--sums")
    assert done.returncode == 0, done.stderr
    found = re.search(r"^sum (\S+) weighted (\S+)$", done.stdout, re.M)
    assert (float(found[1]), float(found[2])) == pytest.approx(SUMS[code], rel=2e-12)


@pytest.mark.skipif(LAUNCHED, reason="hundreds of launches; the other devices' tests have it")
def test_cg_meets_the_official_zeta():
    done = run("ctsar", "cg", "-s", "mini", "-r", 1, "--check")
    assert done.returncode == 0, done.stdout + done.stderr


def bytes_a_pass(code, tmp_path, *options, **settings):
    """What moved to and from accelerators in a pass."""
    report = tmp_path / "bytes.json"
    done = run("ctsar", code, *options, CTSAR_REPORT=str(report), **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    regions = json.loads(report.read_text())["regions"]
    moved = sum(unit[way] for region in regions for unit in region["units"]
                for way in ("bytes_in", "bytes_out", "bytes_between"))
    return moved / sum(len(region["passes"]) for region in regions)


@pytest.mark.parametrize("code, dims, less", [("fdtd2d", "128,128,40", 5), ("helmholtz", "128,128,40", 5),
                                              ("cg", "1400,7,2,10", 5)])
@pytest.mark.skipif(DEVICES == "cpu" or LAUNCHED, reason="nothing moves on cores; counted on emulated accelerators")
def test_what_persists_moves_once(code, dims, less, tmp_path):
    options = ["-d", dims, "-r", 1, "--check", "-v", "static"]
    kept = bytes_a_pass(code, tmp_path, *options)
    copied = bytes_a_pass(code, tmp_path, *options, CTSAR_CACHE="nocache")
    assert kept * less < copied
