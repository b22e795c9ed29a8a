# SPDX-License-Identifier: BSD-3-Clause
"""bench/suite measures, and bench/plot draws what there is. No time is judged. How it goes on is in
test_suite_goes_on.py."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ["BUILD"]
SMALL = ["--size", "mini", "--runs", "1", "--units", "cpu,emu"]


def suite(out, *options):
    return subprocess.run(
        [
            sys.executable,
            "-B",
            str(ROOT / "bench/suite"),
            "--build",
            BUILD,
            "--out",
            str(out),
            *options,
        ],
        capture_output=True,
        text=True,
    )


def results(out):
    return json.loads((out / "results.json").read_text())


def plot(out):
    page = out / "page.md"
    done = subprocess.run(
        [
            sys.executable,
            "-B",
            str(ROOT / "bench/plot"),
            str(out / "results.json"),
            "--page",
            str(page),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return page.read_text()


def test_measurements_become_a_page_with_figures(tmp_path):
    done = suite(
        tmp_path,
        *SMALL,
        "--codes",
        "gemm,transpose",
        "--parts",
        "characteristics,schedulers,openmp",
        "--policies",
        "static,chunk",
    )
    assert done.returncode == 0, done.stderr
    data = results(tmp_path)
    assert data["machine"]["cores"] >= 1 and data["machine"]["processor"]
    # Characteristics and schedulers; OpenMP with what is counted, of the paper's codes alone.
    assert len(data["results"]) == 2 * 2 + 2
    assert all(
        line["verified"] for result in data["results"].values() for line in result["variants"]
    )
    page = plot(tmp_path)
    assert "| GEMM | NI=128 NJ=128 NK=128 | float | 1 |" in page
    assert "page/figure-9.svg" in page and "figure-8" not in page
    assert (tmp_path / "page/figure-9.png").stat().st_size > 0


def test_every_figure_is_drawn_from_one_code(tmp_path):
    done = suite(tmp_path, *SMALL, "--codes", "gemm", "--policies", "static,adaptive")
    assert done.returncode == 0, done.stderr
    page = plot(tmp_path)
    for name in ("figure-6", "figure-8", "figure-9", "figure-11"):
        assert f"page/{name}.svg" in page
        for kind in ("svg", "png"):
            assert (tmp_path / f"page/{name}.{kind}").stat().st_size > 1000
    places = [
        page.index(f"## {heading}\n")
        for heading in (
            "Codes",
            "Cores only, beside OpenMP",
            "Task schedulers",
            "Together",
            "Schedulers and units",
            "Chunk sizes",
            "Padded rows",
        )
    ]
    assert places == sorted(places)
    parts = list(
        dict.fromkeys(result["job"]["part"] for result in results(tmp_path)["results"].values())
    )
    assert [part for part in parts if part not in ("counts", "train")] == [
        "characteristics",
        "openmp",
        "peers",
        "schedulers",
        "chunks",
        "padding",
    ]


def test_short_passes_beside_accelerators_become_a_table_of_the_page_of_harm(tmp_path):
    done = suite(tmp_path, *SMALL, "--codes", "2dconv,helmholtz", "--parts", "harm")
    assert done.returncode == 0, done.stderr
    lines = [line for each in results(tmp_path)["results"].values() for line in each["variants"]]
    assert all(line["verified"] and line["runs"] >= 3 for line in lines)
    page = subprocess.run(
        [sys.executable, "-B", ROOT / "bench/harm-page", "Here.", tmp_path / "results.json"],
        capture_output=True,
        text=True,
    )
    assert page.returncode == 0, page.stderr
    # Of each code and size and each accelerator, both policies.
    for beginning, sizes in (("| 2DCONV | NI=512 NJ=512 |", 1), ("| Helmholtz | ", 2)):
        rows = [line for line in page.stdout.splitlines() if line.startswith(beginning)]
        assert len(rows) == 4 * sizes
        assert {row.split(" | ")[2] for row in rows} == {"emu", "emu:1"}
        assert {row.split(" | ")[3] for row in rows} == {"auto", "adaptive"}


def test_another_machines_results_are_refused_and_forgotten_on_request(tmp_path):
    options = [*SMALL, "--codes", "transpose", "--parts", "characteristics"]
    assert suite(tmp_path, *options).returncode == 0
    data = results(tmp_path)
    data["machine"]["processor"] = "another one"
    (tmp_path / "results.json").write_text(json.dumps(data))
    done = suite(tmp_path, *options)
    assert done.returncode == 1 and "another one" in done.stderr
    assert suite(tmp_path, *options, "--restart").returncode == 0


@pytest.mark.parametrize(
    "options, message",
    [
        (["--codes", "none"], "there is no code 'none'"),
        (["--parts", "none"], "there is no part 'none'"),
        (["--policies", "none"], "there is no policy 'none'"),
        (["--size", "none"], "there is no size 'none'"),
        (["--runs", "0"], "--runs wants at least 1"),
        (["--minutes", "0"], "--minutes and --timeout want more than 0"),
        (["--build", "/dev/null/none"], "holds no suite"),
    ],
)
def test_wrong_options_are_refused(tmp_path, options, message):
    done = suite(tmp_path, *options)
    assert done.returncode != 0 and message in done.stderr
    assert "Traceback" not in done.stderr


def test_plot_refuses_what_is_no_file_of_results(tmp_path):
    (tmp_path / "x.json").write_text("{}")
    done = subprocess.run(
        [sys.executable, "-B", str(ROOT / "bench/plot"), str(tmp_path / "x.json")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and "cannot read" in done.stderr and "Traceback" not in done.stderr
