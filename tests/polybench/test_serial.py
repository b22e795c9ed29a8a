# SPDX-License-Identifier: BSD-3-Clause
"""The codes as plain cc compiles them: their own checks, their data, their command line."""

import json
import os
import pathlib
import re
import subprocess

import pytest

from suite_codes import POLYBENCH, SMALL

SUITE = pathlib.Path(os.environ["SUITE"])

# One execution in double, all extents 128 (3DCONV 32, FDTD2D 20 steps): sum and weighted sum.
SUMS = {
    "atax": (743907384212.618, 33152203289743.1),
    "bicg": (275648868.629039, 12426734604.2029),
    "corr": (110.107889020, 5557.65601969),
    "covar": (1174.11155169, 58791.4684264),
    "fdtd2d": (298658.634644707, 14659118.8833995),
    "gemm": (90311203146528.1, 4.43320705016402e15),
    "gesummv": (19140385106.25, 852990508701.562),
    "gramschmidt": (1420.93754296568, 71792.0906648824),
    "mvt": (713836.25, 32183077.8007812),
    "syr2k": (69298051470624.1, 3.40171064473336e15),
    "syrk": (34643781424464, 1.70059830969757e15),
    "2dconv": (3967.93311093449, 192729.403668565),
    "3dconv": (25374600, 1242984402),
    "2mm": (15692416357040, 770291988721784),
    "3mm": (8.76892226031396e16, 4.30439163297735e18),
}
PUBLIC_SUMS = {
    "corr": (15878.9127287, 778577.701974),
    "covar": (2785635126.89638, 136741608271.809),
}


def run(folder, code, *options):
    return subprocess.run(
        [str(SUITE / folder / code), *map(str, options)], capture_output=True, text=True
    )


def dims_128(code):
    count = SMALL[code].count(",") + 1
    return {"3dconv": "32,32,32", "fdtd2d": "128,128,20"}.get(code, ",".join(["128"] * count))


def sums(code, *options):
    done = run("serial-double", code, "-d", dims_128(code), "-r", 1, "--sums", *options)
    assert done.returncode == 0, done.stderr
    ((plain, weighted),) = re.findall(r"^sum (\S+) weighted (\S+)$", done.stdout, re.M)
    return float(plain), float(weighted)


@pytest.mark.parametrize("code", SMALL)
def test_a_code_meets_its_serial_version(code):
    done = run("serial", code, "-d", SMALL[code], "-r", 2, "--check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verified against the serial run" in done.stdout


@pytest.mark.parametrize("code", POLYBENCH)
def test_in_double_a_code_gives_the_known_sums(code):
    assert sums(code) == pytest.approx(SUMS[code], rel=2e-12)


@pytest.mark.parametrize("code", PUBLIC_SUMS)
def test_on_public_data_in_double_a_code_gives_the_known_sums(code):
    assert sums(code, "--data", "public") == pytest.approx(PUBLIC_SUMS[code], rel=1e-11)


@pytest.mark.parametrize(
    "code, dims, known",
    [("helmholtz", "512,512,50", 133.103046335), ("gem", "382,5884", 19498.63004)],
)
def test_applications_give_the_known_sums(code, dims, known):
    done = run("serial", code, "-d", dims, "-r", 1, "--check", "--sums")
    assert done.returncode == 0, done.stderr
    assert float(re.findall(r"^sum (\S+)", done.stdout, re.M)[0]) == pytest.approx(known, rel=3e-6)


@pytest.mark.parametrize("size", ["mini", "small"])
def test_cg_meets_the_official_zeta(size):
    done = run("serial", "cg", "-s", size, "-r", 1, "--check")
    assert done.returncode == 0, done.stderr


def test_kmeans_takes_an_image():
    photo = pathlib.Path(__file__).resolve().parents[2] / "apps/kmeans/photo.png"
    done = run("serial", "kmeans", "--data", photo, "-d", "1,1,4,3", "-r", 1, "--check")
    assert done.returncode == 0, done.stderr
    assert "np=240000 nf=3 k=4" in done.stdout
    done = run("serial", "kmeans", "--data", "/dev/null/none.png")
    assert done.returncode == 2 and "cannot read /dev/null/none.png" in done.stderr


def test_json_holds_every_execution_and_the_verdict(tmp_path):
    done = run("serial", "gemm", "-d", "5,6,7", "-r", 4, "--check", "--json", tmp_path / "out.json")
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "out.json").read_text())
    assert result["code"] == "GEMM" and result["dims"] == {"NI": 5, "NJ": 6, "NK": 7}
    assert len(result["seconds"]) == result["runs"] == 4
    assert result["verified"] is True and result["error"] <= 2e-5
    assert result["p10_s"] <= result["median_s"] <= result["p90_s"] <= result["total_s"]


def test_a_limit_ends_the_runs_of_what_takes_long(tmp_path):
    done = run(
        "serial",
        "gemm",
        "-d",
        "128,128,128",
        "-r",
        100000,
        "--limit",
        1,
        "--json",
        tmp_path / "out.json",
    )
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "out.json").read_text())
    assert 3 <= result["runs"] == len(result["seconds"]) < 100000
    assert result["runs"] == 3 or sum(result["seconds"][:-1]) < 1 <= result["total_s"]


@pytest.mark.parametrize("code", SMALL)
def test_every_code_takes_the_same_options(code):
    done = run("serial", code, "--help")
    assert done.returncode == 0
    for option in (
        "--size",
        "--dims",
        "--runs",
        "--limit",
        "--check",
        "--sums",
        "--variants",
        "--json",
    ):
        assert option in done.stdout


@pytest.mark.parametrize(
    "options, message",
    [
        (["-s", "huge"], "there is no size 'huge'"),
        (["-d", "3,4"], "lacks NK"),
        (["-d", "3,4,5,6"], "more than the 3 dimensions"),
        (["-d", "3,x,5"], "NJ is 'x'"),
        (["-d", "3,0,5"], "NJ is '0'"),
        (["-r", "0"], "--runs is '0'"),
        (["--limit", "0"], "--limit is '0'"),
        (["stray"], "'stray'"),
        (["--variants", "none"], "there is no variant 'none'"),
        (["--data", "x"], "no choice of data"),
        (["--json", "/dev/null/out.json", "-d", "3,4,5"], "cannot write"),
    ],
)
def test_wrong_options_are_refused_in_one_line(options, message):
    done = run("serial", "gemm", *options)
    assert done.returncode == 2
    assert message in done.stderr and done.stderr.count("\n") == 1
