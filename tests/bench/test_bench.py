# SPDX-License-Identifier: BSD-3-Clause
"""The benchmarks run, at tiny sizes, and write what they print.  No time is judged."""

import json
import os
import pathlib
import re
import runpy
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def need(program):
    """Some are built only where their devices could be."""
    if not os.environ.get(program):
        pytest.skip(f"{program} is not in this build")
    if program == "OPENCL_PASS" and not list(pathlib.Path("/etc/OpenCL/vendors").glob("*.icd")):
        pytest.skip("no OpenCL platform is installed")


@pytest.mark.parametrize(
    "program, options",
    [
        ("PASS_OVERHEAD", ["-s", "3", "-r", "2", "-n", "10"]),
        ("GEMM_CPU", ["-s", "3", "-r", "2", "-n", "17"]),
        ("LOOPS", ["disturbed", "-s", "3", "-r", "1", "-n", "10"]),
        ("MEM", ["-s", "3", "-r", "1", "-n", "16"]),
        ("OPENCL_PASS", ["-s", "3", "-r", "2"]),
        ("NODES_MEET", ["-s", "3", "-r", "2"]),
    ],
)
def test_a_benchmark_prints_and_writes_every_variant(tmp_path, program, options):
    need(program)
    path = tmp_path / "result.json"
    done = subprocess.run(
        [os.environ[program], *options, "--json", str(path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(path.read_text())
    assert len(result["variants"]) >= 3
    for variant in result["variants"]:
        assert 0 < variant["p10"] <= variant["median"] <= variant["p90"]
        assert variant["mean"] >= variant["median"] / 2  # half of the samples are no less
    # Three lines of heading, an empty one, the variants.
    assert len(done.stdout.splitlines()) == 4 + len(result["variants"])


@pytest.mark.parametrize(
    "program", ["PASS_OVERHEAD", "GEMM_CPU", "LOOPS", "MEM", "OPENCL_PASS", "NODES_MEET"]
)
def test_a_benchmark_refuses_wrong_options(program):
    need(program)
    for wrong in (["-s", "0"], ["--wrong"], ["stray"]):
        assert subprocess.run([os.environ[program], *wrong], capture_output=True).returncode == 2


def test_the_predictions_page_is_made_of_the_figures_beside_it():
    found = json.loads((ROOT / "docs/results/predictions.json").read_text())
    table = runpy.run_path(str(ROOT / "bench" / "predictions"))["table"](found)
    page = (ROOT / "docs/report.md").read_text()
    assert f"<!-- table predictions -->\n{table}\n<!-- end -->" in page


def test_the_page_of_costs_has_what_nodes_meet_times(tmp_path):
    need("NODES_MEET")
    path = tmp_path / "result.json"
    subprocess.run([os.environ["NODES_MEET"], "-s", "1", "-r", "1", "--json", path], check=True)
    listed = runpy.run_path(str(ROOT / "bench" / "costs-page"))["MEETINGS"]
    assert [v["name"] for v in json.loads(path.read_text())["variants"]] == list(listed)
    page = (ROOT / "docs/costs.md").read_text()
    assert all(f"\n| {what} | " in page for what in listed.values())


def test_what_accelerators_cost_is_measured_and_made_a_page(tmp_path):
    path = tmp_path / "result.json"
    done = subprocess.run(
        [os.environ["HARM"], "-s", "1", "-l", "1", "--json", str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads(path.read_text())["rows"]
    names = [row["set"] for row in rows if not row["set"].startswith("OpenCL")]
    of_one = [f"emulated, speed {s}, {us} us" for s in ("0.1", "1", "8") for us in (20, 200)]
    assert names == ["the cores alone", *of_one, "three, all slow", "OpenMP, without ctsar"]
    assert all(row[part] > 0 for row in rows for part in ("first", "five", "early", "late", "all"))
    printed = tmp_path / "printed.txt"
    printed.write_text(done.stdout)
    page = subprocess.run(
        [sys.executable, ROOT / "bench" / "harm-page", "On a machine.", printed],
        capture_output=True,
        text=True,
    )
    assert page.returncode == 0, page.stderr
    table = [line for line in page.stdout.splitlines() if line.startswith("| 10 us |")]
    assert len(table) == len(rows)
    assert all("(1.5 + a launch)" in line and "(1.05)" in line for line in table[1:-1])
    assert all("(1.25)" in line for line in table[1:-1]) and "(" not in table[-1] + table[0]
    # As many cells as heads: the first pass's time, and a ratio of each of five spans.
    assert all(line.count("|") == 9 for line in table)


def test_regions_that_take_turns_have_the_targets_of_each_ones_passes(tmp_path):
    done = subprocess.run(
        [os.environ["HARM"], "-s", "1", "-l", "0", "-r", "3"],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    printed = tmp_path / "printed.txt"
    printed.write_text(done.stdout)
    page = subprocess.run(
        [sys.executable, ROOT / "bench" / "harm-page", "On a machine.", printed],
        capture_output=True,
        text=True,
    )
    assert "## Passes of 2 us, 3 regions in turn\n" in page.stdout
    row = next(line for line in page.stdout.splitlines() if "three, all slow" in line)
    assert row.startswith("| 6 us | ") and "(1.5 + a launch)" in row and "(1.25)" not in row


def test_passes_that_are_too_few_for_a_span_have_no_ratio_of_it(tmp_path):
    printed = tmp_path / "printed.txt"
    printed.write_text(
        "harm: policy auto\n\n"
        "   10000 us  the cores alone      9923.5 us   1.00   1.00   1.00   1.00    - \n"
        "   10000 us  three, all slow      7278.4 us   0.73   0.74   0.75   0.76    - \n"
    )
    page = subprocess.run(
        [sys.executable, ROOT / "bench" / "harm-page", "On a machine.", printed],
        capture_output=True,
        text=True,
    )
    assert page.returncode == 0, page.stderr
    row = "10000 us | three, all slow | 7278.4 us | 0.73 (1.3) | 0.74 | 0.75 (1.05) | 0.76 (1.02)"
    assert f"| {row} | \N{EN DASH} |" in page.stdout


def test_the_translators_loops_are_compared_with_openmps(tmp_path):
    path = tmp_path / "result.json"
    done = subprocess.run(
        [os.environ["TRANSLATOR"], "-s", "3", "-r", "1", "-n", "40", "--json", str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "CTSAR_DEVICES": "cpu"},
    )
    assert done.returncode == 0, done.stderr
    for loop in json.loads(path.read_text())["loops"]:
        assert loop["ratio"] == pytest.approx(loop["openmp"] / loop["ctsarcc"], rel=1e-3)


def test_looks_are_compared_with_loops(tmp_path):
    path = tmp_path / "result.json"
    done = subprocess.run(
        [os.environ["LOOKS"], "-s", "3", "-r", "1", "-n", "2000", "--json", str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "CTSAR_DEVICES": "cpu", "CTSAR_REPORT": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "by one core" not in done.stderr  # what is asked holds
    rows = json.loads(path.read_text())["rows"]
    assert len(rows) == 5 * 3 * 2 and {row["team"] for row in rows} == {1, 2}
    for row in rows:
        look = (row["looked"] - row["trusted"]) / row["serial"]
        assert row["look"] == pytest.approx(look, rel=1e-3, abs=1e-5)


def test_translation_is_timed(tmp_path):
    path = tmp_path / "result.json"
    program = os.path.join(os.path.dirname(__file__), "../../bench/translation-time")
    subprocess.run(
        [
            sys.executable,
            program,
            os.environ["CTSARCC"],
            "--lines",
            "60",
            "--samples",
            "1",
            "--json",
            str(path),
        ],
        check=True,
    )
    result = json.loads(path.read_text())
    assert result["lines"] <= 60 and result["regions"] >= 3 and result["median"] > 0


def test_every_cost_is_measured_at_half_and_at_twice():
    """In bench/costs, and on the page that it makes; a look is measured by the library itself."""
    root = pathlib.Path(__file__).resolve().parents[2]
    header = (root / "libctsar/sched/costs.h").read_text()
    costs = set(re.findall(r"^    double (\w+);", header, re.M)) - {"look"}
    done = subprocess.run(
        [os.environ["COSTS"], "-s", "1", "-r", "1"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split("; ") for line in done.stdout.splitlines()]
    assert {row[0] for row in rows} == costs
    assert all(len(row) == 6 for row in rows)
    # A single sample that the machine has disturbed is thousands of times the others: 0.000.
    ratios = [float(ratio) for row in rows for ratio in row[3:]]
    assert all(0 <= ratio < float("inf") for ratio in ratios) and any(ratio > 0 for ratio in ratios)
    page = (root / "docs/costs.md").read_text()
    assert [tuple(row[:2]) for row in rows] == re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page, re.M)


@pytest.mark.parametrize(
    "name", ["tasks-page", "versions-page", "costs-page", "trace-page", "translator-page"]
)
def test_writers_of_pages_tell_their_usage(name: str) -> None:
    for option, status in (("--help", 0), ("many", 1), ("0", 1)):
        done = subprocess.run(
            [sys.executable, ROOT / "bench" / name, option], capture_output=True, text=True
        )
        assert done.returncode == status
        assert (done.stdout if status == 0 else done.stderr).startswith(f"usage: bench/{name} [")


@pytest.mark.parametrize("written", [None, "no JSON"])
def test_results_that_cannot_be_read_are_named_in_one_line(
    tmp_path: pathlib.Path, written: str | None
) -> None:
    results = tmp_path / "results.json"
    if written is not None:
        results.write_text(written)
    done = subprocess.run(
        [sys.executable, ROOT / "bench/gpu/coexecution", results], capture_output=True, text=True
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"coexecution: {results} cannot be read: ")


def test_writers_write_the_tables_that_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = runpy.run_path(str(ROOT / "bench/suitelib/arguments.py"))
    tables = {"one": 1, "two": 2}
    for given, expected in {
        (): ("5", ["one", "two"]),
        ("7",): ("7", ["one", "two"]),
        ("7", "two"): ("7", ["two"]),
    }.items():
        monkeypatch.setattr(sys, "argv", ["page", *given])
        assert arguments["number_and_tables"]("usage", "5", tables) == expected
    for given, why in {
        ("two",): "^usage$",
        ("-1",): "^usage$",
        ("7", "three"): "there is no table three; there are: one, two",
        ("7", "one", "two", "one"): "^usage$",
    }.items():
        monkeypatch.setattr(sys, "argv", ["page", *given])
        with pytest.raises(SystemExit, match=why):
            arguments["number_and_tables"]("usage", "5", tables)


def test_pages_say_what_else_the_machine_did() -> None:
    machine = runpy.run_path(str(ROOT / "bench/suitelib/machine.py"))
    assert machine["under_load"]((0.25, 3), 2) == (
        "The machine's load was 0.2 before and 3.0 after."
    )
    assert machine["under_load"]([11.9, 11.7], 2) == (
        "The machine's load was 11.9 before and 11.7 after. Its processors were busy, with other "
        "programs or with what was measured before: on an idle machine times are shorter."
    )
    table = machine["with_load"](lambda: "| a |")
    assert re.match(r"\| a \|\n\nThe machine's load was [\d.]+ before and [\d.]+ after\.", table)


def test_a_figure_of_several_runs_has_an_interval() -> None:
    spread = runpy.run_path(str(ROOT / "bench/suitelib/spread.py"))
    assert spread["of_median"]([1.5]) == (1.5, 1.5, 1.5)
    middle, least, greatest = spread["of_median"]([0.9, 1.0, 1.1, 1.0, 5.0, 1.2, 0.8, 1.0, 1.1])
    assert middle == 1.0 and 0.9 <= least < middle < greatest <= 1.2
    assert spread["in_words"]([1, 1, 1.02]) == "1.00 (1.00 to 1.02)"


def test_a_page_without_a_place_for_a_table_is_an_error(tmp_path: pathlib.Path) -> None:
    marked = runpy.run_path(str(ROOT / "bench/suitelib/marked.py"))
    page = tmp_path / "page.md"
    page.write_text("<!-- table one -->\nold\n<!-- end -->\n<!-- table tow -->\n<!-- end -->\n")
    marked["rewrite"](page, {"one": "new \\g"})
    written = page.read_text()
    assert written.startswith("<!-- table one -->\nnew \\g\n<!-- end -->\n")
    with pytest.raises(SystemExit, match="there is no place for table two"):
        marked["rewrite"](page, {"one": "newer", "two": "newer"})
    assert page.read_text() == written


def test_the_results_have_the_figures_of_tasks_in_short() -> None:
    tasks = runpy.run_path(str(ROOT / "bench/suitelib/tasks.py"))
    head = "tiles | threads | ctsar | ctsar/OpenMP | ctsar/StarPU | ctsar/StarPU dmda"
    page = (
        f"<!-- table matmul -->\n| {head} |\n{'|---' * 6}|\n"
        "| 16 | 1 | 5 ms | 1.10 (1.00 to 1.20) | 0.50 (0.40 to 0.60) | - |\n"
        "| 32 | 1 | 4 ms | 0.90 (0.80 to 1.20) | 1.50 (1.40 to 1.60) | 0.70 (0.60 to 0.90) |\n"
        "| 16 | 2 | 3 ms | 1.00 (0.90 to 1.20) | - | - |\n<!-- end -->\n"
        "<!-- table matmul-opencl -->\n| tiles | ctsar/StarPU |\n|---|---|\n| 16 | 0.30 |\n"
        "<!-- end -->\n"
    )
    assert tasks["table"](page)[2:] == [
        "| product of matrices | 1 | 0.90 to 1.10 | 0.50 to 1.50 | 0.70 to 0.70 |",
        "| product of matrices | 2 | 1.00 to 1.00 | - | - |",
        "| product, PoCL beside a core | 1 | - | - | 0.30 to 0.30 |",
    ]
    assert tasks["section"]("") == []
    written = "\n".join(tasks["section"]((ROOT / "docs/tasks.md").read_text()))
    assert written in (ROOT / "docs/results.md").read_text()


def test_the_page_of_versions_has_what_the_bench_prints() -> None:
    page = runpy.run_path(str(ROOT / "bench" / "versions-page"))
    printed = (
        "loop                n  best         pass/us  family   learning\n"
        "gemm           10  openblas     2.08   1.048    +67.0 %  naive 6.10  openblas 1.00\n"
        "convolution 100000  separable 34512.00  0.996  -1.3 %  direct 5.55  separable 1.00\n"
    )
    assert page["table"](printed).splitlines()[2:] == [
        "| gemm | 10 | openblas | 2.08 us | 6.1 | 1.05 | 67.0 % |",
        "| convolution | 100000 | separable | 34.5 ms | 5.55 | 1.00 | -1.3 % |",
    ]
