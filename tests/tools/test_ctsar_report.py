# SPDX-License-Identifier: BSD-3-Clause
"""tools/ctsar-report as a user calls it."""

import copy
import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree
from typing import Any

import pytest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "ctsar-report"


def region(name, iterations, cores=1, clock="virtual"):
    """A region as the library writes it; `iterations` has a list for each pass."""
    units = len(iterations[0]) if iterations else 2
    return {
        "name": name,
        "policy": "adaptive",
        "policy_overridden": False,
        "clock": clock,
        "pass_count": len(iterations),
        "units": [
            {"name": f"core {u}", "kind": "core"}
            if u < cores
            else {"name": f"emu{u - cores}", "kind": "accelerator"}
            for u in range(units)
        ],
        "passes": [{"iterations": sum(counts), "unit_iterations": counts} for counts in iterations],
    }


GEMM = region("gemm.c:42", [[50, 50], [25, 75], [10, 90]])
LONG = region("kmeans", [[p, 1000 - p] for p in range(100)])
REPORT: dict[str, Any] = {"ctsar_report": 1, "regions": [GEMM, LONG]}


@pytest.fixture
def report(tmp_path):
    return written(tmp_path, REPORT)


def written(directory, data):
    path = directory / "report.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def call(*arguments):
    return subprocess.run(
        [sys.executable, TOOL, *map(str, arguments)], capture_output=True, text=True, check=False
    )


def output(*arguments):
    done = call(*arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def refusal(*arguments):
    """The one line on stderr of a call that must fail."""
    done = call(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("ctsar-report: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


# ---- The table


def test_tasks_say_what_no_placement_beats(tmp_path):
    bounds = {"longest_chain_s": 0.25, "area_bound_s": 1.5, "bound_s": 1.5, "elapsed_s": 2}
    tasks = dict(region("tasks", [[3, 5]]), kind="tasks", **bounds)
    shown = output(written(tmp_path, {"ctsar_report": 1, "regions": [tasks]}))
    assert "longest chain 0.25 s, area bound 1.5 s: 75.0 % of the time" in shown
    older = dict(region("tasks", [[3, 5]]), kind="tasks")
    assert "longest" not in output(written(tmp_path, {"ctsar_report": 1, "regions": [older]}))
    assert "again" not in shown
    redone = output(
        written(tmp_path, {"ctsar_report": 1, "regions": [dict(tasks, tasks_redone=9)]})
    )
    assert "tasks executed again by the host, as a device had failed: 9" in redone
    damaged = dict(tasks, area_bound_s="much")
    refusal(written(tmp_path, {"ctsar_report": 1, "regions": [damaged]}))


def test_a_row_shows_a_units_share_of_every_pass_in_percent(report):
    rows = [line.split() for line in output(report, "--region", "gemm.c:42").splitlines()]
    assert rows[1:] == [
        ["pass", "1", "2", "3"],
        ["core", "0", "50.0", "25.0", "10.0"],
        ["emu0", "50.0", "75.0", "90.0"],
    ]


def test_the_header_names_region_policy_clock_and_passes(report):
    text = output(report)
    assert "region gemm.c:42: policy adaptive, virtual clock, 3 passes;" in text
    assert "region kmeans:" in text


def test_columns_are_aligned(report):
    lines = output(report, "--region", "gemm.c:42").splitlines()[1:]
    assert len({len(line) for line in lines}) == 1


def test_of_many_passes_the_first_and_the_last_are_shown(report):
    rows = [line.split() for line in output(report, "--region", "kmeans").splitlines()]
    assert rows[1] == ["pass", "1", "2", "3", "4", "5", "...", "96", "97", "98", "99", "100"]
    assert rows[2] == [
        "core",
        "0",
        "0.0",
        "0.1",
        "0.2",
        "0.3",
        "0.4",
        "9.5",
        "9.6",
        "9.7",
        "9.8",
        "9.9",
    ]


def test_passes_sets_how_many_are_shown(report):
    rows = [
        line.split() for line in output(report, "--region", "kmeans", "--passes", 3).splitlines()
    ]
    assert rows[1] == ["pass", "1", "2", "...", "100"]
    text = output(report, "--region", "kmeans", "--passes", 100)
    assert "..." not in text


def test_an_empty_pass_has_no_shares(tmp_path):
    text = output(written(tmp_path, {"ctsar_report": 1, "regions": [region("r", [[0, 0]])]}))
    assert "nan" not in text
    assert text.splitlines()[-1].split() == ["emu0", "0.0"]


def test_a_region_without_passes_is_a_header_alone(tmp_path):
    text = output(written(tmp_path, {"ctsar_report": 1, "regions": [region("idle", [])]}))
    assert text.count("\n") == 1
    assert "0 passes" in text


def test_passes_beyond_the_recorded_ones_are_mentioned(tmp_path):
    truncated = dict(GEMM, pass_count=12345, policy_overridden=True)
    text = output(written(tmp_path, {"ctsar_report": 1, "regions": [truncated]}))
    assert "12345 passes, the first 3 recorded" in text
    assert "adaptive (CTSAR_POLICY)" in text


def test_loops_that_guards_have_left_serial_are_listed(tmp_path):
    serial = [{"name": "heat.c:12", "times": 3}, {"name": "x.c:1", "times": 1}]
    path = written(tmp_path, dict(REPORT, serial_loops=serial))
    assert output(path).splitlines()[-2:] == [
        f"loop {name} by one core, as what splitting it takes for granted did not hold"
        for name in ("heat.c:12: 3 times", "x.c:1: 1 time")
    ]
    assert output(path, "--region", "x.c:1").startswith("loop x.c:1: 1 time by one core")
    assert "heat.c:12" in refusal(path, "--region", "none")
    damaged = written(tmp_path, dict(REPORT, serial_loops=[{"name": "heat.c:12", "times": -3}]))
    assert "a number is -3" in refusal(damaged)


def version(kernel, name, iterations, failed=False):
    return {"kernel": kernel, "version": name, "iterations": iterations, "failed": failed}


def test_versions_are_shown_by_unit_and_kernel_in_percent(tmp_path):
    mixed = copy.deepcopy(GEMM)
    mixed["units"][0]["versions"] = [
        version("gemm", "naive", 25),
        version("gemm", "blas", 75),
        version("sum", "plain", 3),
    ]
    mixed["units"][1]["versions"] = [version("gemm", "blas", 0, True), version("gemm", "cl", 8)]
    path = written(tmp_path, {"ctsar_report": 1, "regions": [mixed]})
    lines = output(path).splitlines()
    assert [line.split() for line in lines[-5:]] == [
        ["kernel", "gemm", "naive", "blas", "cl"],
        ["core", "0", "25.0", "75.0"],
        ["emu0", "failed", "100.0"],
        ["kernel", "sum", "plain"],
        ["core", "0", "100.0"],
    ]
    assert lines[-3].index("failed") + len("failed") == lines[-5].index("blas") + len("blas")


def test_nodes_have_a_line_each(tmp_path):
    divided = copy.deepcopy(GEMM)
    divided["rank"] = 0
    divided["nodes"] = [
        {"rank": r, "iterations": n, "busy_s": 0.5, "waiting_s": w, "bytes_sent": b}
        | {"bytes_received": 4096, "halos_hidden_s": 0.125, "halos_awaited_s": 2 * w}
        | ({"bytes_direct": 96} if r else {})  # older reports have none
        for r, (n, w, b) in enumerate([(75, 0, 100), (25, 0.25, 200)])
    ]
    lines = output(written(tmp_path, {"ctsar_report": 1, "regions": [divided]})).splitlines()
    at = next(i for i, line in enumerate(lines) if line.split()[0] == "node")
    titles = "node share busy s waiting s hidden s awaited s bytes sent received direct"
    assert " ".join(lines[at].split()) == titles
    first = ["rank", "0", "75.0", "0.5", "0", "0.125", "0", "100", "4096", "0"]
    assert lines[at + 1].split() == first
    assert lines[at + 2].split() == [
        "rank",
        "1",
        "25.0",
        "0.5",
        "0.25",
        "0.125",
        "0.5",
        "200",
        "4096",
        "96",
    ]
    assert "rank" not in output(written(tmp_path, REPORT))
    del divided["nodes"][0]["busy_s"]
    assert "damaged" in refusal(written(tmp_path, {"ctsar_report": 1, "regions": [divided]}))


def test_an_empty_report_says_so(tmp_path):
    assert "no region" in output(written(tmp_path, {"ctsar_report": 1, "regions": []}))


def test_help_shows_the_options():
    text = output("--help")
    for option in ("REPORT.json", "--region", "--svg", "--passes"):
        assert option in text


def test_a_closed_pipe_is_no_error(report):
    done = subprocess.run(
        [
            "bash",
            "-c",
            '"$0" "$1" "$2" --passes 100 | head -n 1; exit "${PIPESTATUS[0]}"',
            sys.executable,
            TOOL,
            report,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == ""


# ---- Errors


def test_a_missing_file_is_one_line(tmp_path):
    assert "No such file" in refusal(tmp_path / "none.json")


@pytest.mark.parametrize("text", ["", "hello", "[1, 2]", '{"regions": []}', "\x00"])
def test_what_is_not_a_report_is_refused(tmp_path, text):
    assert "is not a ctsar report" in refusal(written(tmp_path, text))


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "report.json"
    path.write_bytes(b"\xff\xfe\x80")
    assert "is not a ctsar report" in refusal(path)


def test_another_version_is_refused(tmp_path):
    text = refusal(written(tmp_path, {"ctsar_report": 2, "regions": []}))
    assert "version 2" in text


@pytest.mark.parametrize("key", ["name", "policy", "units", "passes", "pass_count", "clock"])
def test_a_report_without_a_key_is_damaged(tmp_path, key):
    data = copy.deepcopy(REPORT)
    del data["regions"][0][key]
    assert "damaged" in refusal(written(tmp_path, data))


def test_a_pass_of_other_units_is_damaged(tmp_path):
    data = copy.deepcopy(REPORT)
    data["regions"][0]["passes"][1]["unit_iterations"] = [1, 2, 3]
    assert "damaged" in refusal(written(tmp_path, data))


def test_an_unknown_region_lists_those_there_are(report):
    text = refusal(report, "--region", "gem")
    assert "'gem'" in text and "gemm.c:42, kmeans" in text


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5"])
def test_a_number_of_passes_is_positive(report, number):
    done = call(report, f"--passes={number}")
    assert done.returncode == 2
    assert "is not a number from 1" in done.stderr


# ---- The picture


def svg_texts(path):
    root = xml.etree.ElementTree.parse(path).getroot()
    assert root.tag.endswith("svg")
    return ["".join(e.itertext()) for e in root.iter() if e.tag.endswith("}text")]


@pytest.fixture(scope="module", autouse=True)
def matplotlib_settings(tmp_path_factory):
    """Fonts are found once, not once a call."""
    patch = pytest.MonkeyPatch()
    patch.setenv("MPLCONFIGDIR", str(tmp_path_factory.mktemp("matplotlib")))
    yield
    patch.undo()


def test_the_picture_names_regions_units_and_axes(report, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "shares.svg"
    output(report, "--svg", picture)
    texts = svg_texts(picture)
    for text in (
        "gemm.c:42: adaptive, virtual clock",
        "kmeans: adaptive, virtual clock",
        "core 0",
        "emu0",
        "pass",
        "share of the iterations (%)",
    ):
        assert text in texts
    for percent in ("25", "75", "10", "90"):  # written into the bars
        assert percent in texts


def test_the_picture_shows_one_region_on_request(report, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "shares.svg"
    output(report, "--region", "kmeans", "--svg", picture)
    titles = [t for t in svg_texts(picture) if "clock" in t]
    assert titles == ["kmeans: adaptive, virtual clock"]


def test_many_cores_are_one_band(tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "shares.svg"
    wide = region("wide", [[1] * 33], cores=32)
    output(written(tmp_path, {"ctsar_report": 1, "regions": [wide]}), "--svg", picture)
    texts = svg_texts(picture)
    assert "32 cores" in texts and "emu0" in texts and "core 0" not in texts


def test_the_same_report_gives_the_same_picture(report, tmp_path):
    pytest.importorskip("matplotlib")
    pictures = [tmp_path / "a.svg", tmp_path / "b.svg"]
    for picture in pictures:
        output(report, "--svg", picture)
    assert pictures[0].read_bytes() == pictures[1].read_bytes()


def test_nothing_to_draw_is_an_error(tmp_path):
    pytest.importorskip("matplotlib")
    path = written(tmp_path, {"ctsar_report": 1, "regions": [region("idle", [])]})
    assert "nothing to draw" in refusal(path, "--svg", tmp_path / "shares.svg")


def test_a_picture_that_cannot_be_written_is_one_line(report, tmp_path):
    pytest.importorskip("matplotlib")
    assert "cannot write" in refusal(report, "--svg", tmp_path / "none" / "shares.svg")


@pytest.mark.parametrize("option", ["--html", "--svg", "--json"])
def test_what_is_read_is_not_written_over(report, option):
    before = report.read_bytes()
    link = report.with_name("link.json")
    link.symlink_to(report)
    for name in (report, link):
        done = call(report, option, name)
        assert done.returncode == 2 and "is read; write into another file" in done.stderr
    assert report.read_bytes() == before


def test_without_matplotlib_the_table_works_and_a_picture_says_what_is_missing(report, tmp_path):
    program = (
        "import runpy, sys; sys.modules['matplotlib'] = None; sys.argv = sys.argv[1:]; "
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    command = [sys.executable, "-c", program, str(TOOL), str(report)]
    table = subprocess.run(command, capture_output=True, text=True, check=False)
    assert table.returncode == 0 and "gemm.c:42" in table.stdout
    picture = subprocess.run(
        [*command, "--svg", str(tmp_path / "s.svg")], capture_output=True, text=True, check=False
    )
    assert picture.returncode == 2
    assert "python3-matplotlib" in picture.stderr and picture.stderr.count("\n") == 1


# ---- What is no report, and where its words go ---------------------------------------------


def changed(**values):
    return {"ctsar_report": 1, "regions": [{**GEMM, **values}]}


@pytest.mark.parametrize(
    "data",
    [
        changed(pass_count=float("inf")),
        changed(pass_count=float("nan")),
        changed(pass_count=-1),
        changed(passes=[{"unit_iterations": [10**400, 1 - 10**400]}]),
        "[" * 100000 + "]" * 100000,
        '{"ctsar_report": 1, "regions": [' + "[" * 100000,
    ],
    ids=["Infinity", "NaN", "negative", "large", "deep", "deep within"],
)
def test_numbers_and_depths_that_no_report_has_are_told_in_one_line(tmp_path, data):
    done = call(written(tmp_path, data))
    assert done.returncode == 2
    assert done.stderr.startswith("ctsar-report: ") and done.stderr.count("\n") == 1
    assert "ctsar report" in done.stderr


def test_control_characters_and_formulas_in_names_are_shown_as_they_are(tmp_path):
    name = "a\x1b[31m\nforged\ud800 $x"
    report = written(tmp_path, changed(name=name, units=[{"name": "c\r0", "kind": "core"}] * 2))
    shown = output(report)
    assert r"region a\x1b[31m\nforged\ud800 $x: policy" in shown and r"c\r0" in shown
    assert not set("\x1b\r") & set(shown)
    assert output(report, "--region", r"a\x1b[31m\nforged\ud800 $x") == shown
    pytest.importorskip("matplotlib")
    output(report, "--svg", tmp_path / "s.svg")
    xml.etree.ElementTree.parse(tmp_path / "s.svg")


@pytest.mark.parametrize("where", ["> /dev/full", ">&-"])
def test_what_cannot_be_written_is_told(report, where):
    done = subprocess.run(
        ["sh", "-c", f'"$1" "$2" "$3" {where}', "sh", sys.executable, TOOL, report],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("ctsar-report: ") and done.stderr.count("\n") == 1
    assert "stdout" in done.stderr


def test_a_file_without_an_end_is_refused():
    assert "larger than any" in refusal("/dev/zero")
