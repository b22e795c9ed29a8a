# SPDX-License-Identifier: BSD-3-Clause
"""The translated codes meet their serial versions under every policy, on the units that DEVICES
names."""

import json
import os
import pathlib
import re
import subprocess

import pytest

from suite_codes import POLYBENCH, SHORT, SMALL
from suitelib.lists import POLICIES
from test_serial import SUMS, dims_128

SUITE = pathlib.Path(os.environ["SUITE"])
DEVICES = os.environ["DEVICES"]
SCHEDULES = "omp:static,omp:dynamic,omp:guided"
# Ways that bench/suite compares within one process.
MODIFIED = ",chunk:3,adaptive-copied,static-unpadded" + (
    ",auto@cpu,static@gpu" if DEVICES.startswith("cpu,") else ""
)
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
    return subprocess.run(
        [str(SUITE / folder / code), *map(str, options)],
        capture_output=True,
        text=True,
        env={**os.environ, **SETTINGS, **settings},
        timeout=600,
    )


@pytest.fixture(scope="session", autouse=True)
def device():
    """Skips everything where there is no such device, or the programs have no kernels for it."""
    if LAUNCHED:
        done = run("ctsar", "gemm", "-d", "3,4,5", "-r", 1)
        if done.returncode and "no such device" in done.stderr:
            pytest.skip(done.stderr.splitlines()[0])


@pytest.mark.parametrize("code", SMALL)
def test_a_code_meets_its_serial_version_under_every_policy(code, tmp_path):
    variants = (
        ",".join(["default", *POLICIES]) + ("," + SCHEDULES if DEVICES == "cpu" else "") + MODIFIED
    )
    report = tmp_path / "report.json"
    dims, runs = (SHORT[code], 1) if LAUNCHED else (SMALL[code], 2)
    done = run(
        "ctsar", code, "-d", dims, "-r", runs, "--check", "-v", variants, CTSAR_REPORT=str(report)
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verified against the serial run" in done.stdout
    assert not done.stderr
    units = [
        unit for region in json.loads(report.read_text())["regions"] for unit in region["units"]
    ]
    for kind in ("core", "accelerator"):
        used = [unit["iterations"] for unit in units if unit["kind"] == kind]
        assert not used or sum(used) > 0, f"no {kind} executed anything"
    assert DEVICES == "cpu" or any(unit["kind"] == "accelerator" for unit in units)


@pytest.mark.parametrize("code", POLYBENCH)
def test_in_double_a_code_gives_the_known_sums(code):
    done = run("ctsar-double", code, "-d", dims_128(code), "-r", 1, "--sums")
    assert done.returncode == 0, done.stderr
    ((plain, weighted),) = re.findall(r"^sum (\S+) weighted (\S+)$", done.stdout, re.M)
    assert (float(plain), float(weighted)) == pytest.approx(SUMS[code], rel=2e-12)


@pytest.mark.skipif(LAUNCHED, reason="hundreds of launches; the other devices' tests have it")
def test_cg_meets_the_official_zeta():
    done = run("ctsar", "cg", "-s", "mini", "-r", 1, "--check")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(LAUNCHED, reason="ties may fall otherwise")
def test_kmeans_converges_in_as_many_passes_as_the_papers(tmp_path):
    report = tmp_path / "report.json"
    done = run(
        "ctsar",
        "kmeans",
        "-s",
        "mini",
        "-r",
        1,
        "--check",
        "-v",
        "adaptive",
        CTSAR_REPORT=str(report),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (region,) = json.loads(report.read_text())["regions"]
    assert (region["iterations"] // region["pass_count"], region["pass_count"]) == (20000, 7)


@pytest.mark.skipif(
    DEVICES != "cpu,emu:2", reason="375 passes, three times; one set of units will do"
)
def test_cg_class_a_is_official_with_accelerators_and_moves_a_hundred_times_less(tmp_path):
    report = tmp_path / "report.json"
    done = run(
        "ctsar",
        "cg",
        "-s",
        "standard",
        "-r",
        1,
        "--check",
        "-v",
        "static,static-copied",
        CTSAR_REPORT=str(report),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    kept, copied = json.loads(report.read_text())["regions"]
    assert kept["name"].endswith(" static") and copied["name"].endswith(" static-copied")
    assert all(unit["iterations"] for unit in kept["units"] if unit["kind"] == "accelerator")
    moved = [
        sum(
            unit[way]
            for unit in region["units"]
            for way in ("bytes_in", "bytes_out", "bytes_between")
        )
        for region in (kept, copied)
    ]
    assert kept["pass_count"] == copied["pass_count"] == 375
    assert 100 * moved[0] <= moved[1]


@pytest.mark.skipif(
    DEVICES != "cpu,emu:2", reason="the same on all; CTSAR_DIV would override what a variant says"
)
def test_a_variant_may_say_its_units_its_pieces_and_what_is_copied(tmp_path):
    report = tmp_path / "report.json"
    done = run(
        "ctsar",
        "fdtd2d",
        "-d",
        "64,48,4",
        "-r",
        1,
        "-v",
        "static@cpu,static@gpu,chunk:5,static,static-copied,omp:static",
        CTSAR_REPORT=str(report),
        CTSAR_INFLIGHT="1",  # else an accelerator takes a piece in several turns
    )
    assert done.returncode == 0, done.stderr
    regions = {
        region["name"]: region
        for region in json.loads(report.read_text())["regions"]
        if region["pass_count"]
    }
    first = {
        name.split()[1]: region
        for name, region in regions.items()
        if region["name"].split()[0] == min(regions).split()[0]
    }
    assert sorted(first) == ["chunk:5", "static", "static-copied", "static@cpu", "static@gpu"]
    assert {unit["kind"] for unit in first["static@cpu"]["units"]} == {"core"}
    assert {unit["kind"] for unit in first["static@gpu"]["units"]} == {"accelerator"}
    assert (
        sum(unit["turns"] for unit in first["chunk:5"]["units"])
        == 5 * first["chunk:5"]["pass_count"]
    )
    moved = {
        name: sum(unit["bytes_in"] + unit["bytes_out"] for unit in region["units"])
        for name, region in first.items()
    }
    assert 0 == moved["static@cpu"] < moved["static"] < moved["static-copied"]


@pytest.mark.parametrize(
    "name",
    ["static@", "static@tpu", "chunk:0", "chunk:x", "chunk:", "omp:static@cpu", "statics", "@cpu"],
)
def test_an_unknown_variant_is_refused(name):
    done = run("ctsar", "gemm", "-d", "3,4,5", "-v", name)
    assert (
        done.returncode == 2
        and f"there is no variant '{name}'" in done.stderr
        and done.stderr.count("\n") == 1
    )


def bytes_a_pass(code, tmp_path, *options, **settings):
    """What moved to and from accelerators in a pass."""
    report = tmp_path / "bytes.json"
    done = run("ctsar", code, *options, CTSAR_REPORT=str(report), **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    regions = json.loads(report.read_text())["regions"]
    moved = sum(
        unit[way]
        for region in regions
        for unit in region["units"]
        for way in ("bytes_in", "bytes_out", "bytes_between")
    )
    return moved / sum(len(region["passes"]) for region in regions)


@pytest.mark.parametrize(
    "code, dims, less",
    [("fdtd2d", "128,128,40", 5), ("helmholtz", "128,128,40", 5), ("cg", "1400,7,2,10", 5)],
)
@pytest.mark.skipif(
    DEVICES == "cpu" or LAUNCHED, reason="nothing moves on cores; counted on emulated accelerators"
)
def test_what_persists_moves_once(code, dims, less, tmp_path):
    options = ["-d", dims, "-r", 1, "--check", "-v", "static"]
    kept = bytes_a_pass(code, tmp_path, *options)
    copied = bytes_a_pass(code, tmp_path, *options, CTSAR_CACHE="nocache")
    assert kept * less < copied
