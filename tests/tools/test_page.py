# SPDX-License-Identifier: BSD-3-Clause
"""ctsar-report --html: one page that needs nothing else, and has what report and trace have.
Where there is Chromium it draws the page."""

import copy
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import matplotlib.image
import pytest

PROGRAM = os.environ["PROGRAM"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "ctsar-report"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "chromium-browser"
PATIENCE = 600  # seconds for some starts of a browser, on a busy machine
EMPTY = {"meta", "link", "br", "hr", "img", "input"}  # elements without an end


class Page(html.parser.HTMLParser):
    """Notes what is open, what would be fetched, and the page's data."""

    def __init__(self, text):
        super().__init__()
        self.open: list[tuple[str, str | None]] = []
        self.fetched: list[str | None] = []
        self.scripts: dict[str | None, str] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.fetched += [
            attributes[a] for a in ("src", "href", "action", "data") if a in attributes
        ]
        if tag not in EMPTY:
            self.open.append((tag, attributes.get("id")))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if self.open and self.open[-1][0] == "script":
            self.scripts[self.open[-1][1]] = data

    @property
    def data(self):
        return json.loads(self.scripts["data"])


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A report and a trace of one run."""
    folder = tmp_path_factory.mktemp("run")
    subprocess.run(
        [PROGRAM, "5000", "12"],
        env={
            **os.environ,
            "OMP_NUM_THREADS": "2",
            "CTSAR_DEVICES": "cpu,emu:2",
            "CTSAR_CLOCK": "virtual",
            "CTSAR_EMU": "speed=4,latency=5us,bandwidth=1GB/s;speed=2",
            "CTSAR_REPORT": str(folder / "run.json"),
            "CTSAR_TRACE": str(folder / "trace.json"),
        },
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return folder


def call(*arguments):
    return subprocess.run(
        [sys.executable, TOOL, *map(str, arguments)], capture_output=True, text=True, check=False
    )


def page_of(report, path, *arguments):
    done = call(report, "--html", path, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return path.read_text(encoding="utf-8")


def test_the_page_needs_nothing_else(run, tmp_path):
    text = page_of(run / "run.json", tmp_path / "page.html", "--trace", run / "trace.json")
    assert Page(text).fetched == ["data:,"]
    assert set(re.findall(r"\bhttps?://[^\s\"'`]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|import\(", text)
    assert "prefers-color-scheme" in text and 'name="viewport"' in text


@pytest.mark.skipif("GEMM" not in os.environ, reason="built without applications")
def test_the_documented_commands_make_a_page(tmp_path):
    text = (TOOL.parents[1] / "docs" / "report.md").read_text()
    (commands,) = re.findall(r"```sh\n(.*?)```", text, re.S)
    commands = commands.replace("build/release/apps/gemm", os.environ["GEMM"])
    commands = commands.replace("tools/ctsar-report", f"{sys.executable} {TOOL}")
    subprocess.run(["bash", "-ec", commands], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    assert Page((tmp_path / "page.html").read_text()).data["timeline"]


def test_the_page_has_what_the_report_has(run, tmp_path):
    report = json.loads((run / "run.json").read_text())["regions"][0]
    (region,) = Page(page_of(run / "run.json", tmp_path / "page.html")).data["regions"]
    assert region["name"] == "thirds"
    assert [u["name"] for u in region["units"]] == ["core 0", "core 1", "emu0", "emu1"]
    for unit, reported in zip(region["units"], report["units"], strict=True):
        for key in ("busy_s", "waiting_s", "copying_s", "bytes_in", "bytes_out"):
            assert unit[key] == reported[key]
    for row, one in zip(region["rows"], report["passes"], strict=True):
        assert row["iterations"] == one["unit_iterations"]
        assert row["busy"] == one["unit_times"]["busy"]
    why = region["why"]
    assert why["bound_s"] + sum(x["seconds"] for x in why["losses"]) == pytest.approx(
        report["elapsed_s"]
    )


def test_the_time_line_has_the_trace(run, tmp_path):
    trace = json.loads((run / "trace.json").read_text())
    page = Page(page_of(run / "run.json", tmp_path / "p.html", "--trace", run / "trace.json"))
    (region,) = page.data["timeline"]
    events = [e for e in trace["traceEvents"] if e["ph"] != "M"]
    assert len(region["events"]) == len(events)
    assert sum(e[2] for e in region["events"]) == pytest.approx(
        sum(e.get("dur", 0) for e in events)
    )
    assert {"passes", "core 0", "emu0 slot 0"} <= set(region["tracks"])
    assert max(e[0] for e in region["events"]) == len(region["tracks"]) - 1


@pytest.mark.skipif("TASKS" not in os.environ, reason="needs a program of tasks")
def test_tasks_of_a_kernel_have_one_colour(tmp_path):
    files = {key: tmp_path / f"{key.lower()}.json" for key in ("REPORT", "TRACE")}
    settings = {f"CTSAR_{key}": str(file) for key, file in files.items()}
    subprocess.run(
        [os.environ["TASKS"], "8", "2"],
        env={**os.environ, "CTSAR_DEVICES": "cpu,emu", "CTSAR_CLOCK": "virtual", **settings},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    page = Page(page_of(files["REPORT"], tmp_path / "p.html", "--trace", files["TRACE"]))
    (tasks,) = page.data["timeline"]
    kinds = {e[3] for e in tasks["events"]}
    assert kinds >= {"task fill", 'task scale "2"', "task add up", "submit", "copy", "wait"}
    assert {"periods", "submits", "core 0", "emu0 slot 0"} <= set(tasks["tracks"])


def test_many_passes_are_taken_together(run, tmp_path):
    report = json.loads((run / "run.json").read_text())
    region = report["regions"][0]
    region["passes"] = region["passes"] * 100
    path = tmp_path / "long.json"
    path.write_text(json.dumps(report))
    (drawn,) = Page(page_of(path, tmp_path / "page.html")).data["regions"]
    assert len(drawn["rows"]) == 400
    assert drawn["rows"][1]["from"] == 4 and drawn["rows"][1]["to"] == 6
    assert sum(map(sum, (r["iterations"] for r in drawn["rows"]))) == 12 * 100 * 5000


def test_names_cannot_be_code(run, tmp_path):
    report = json.loads((run / "run.json").read_text())
    name = "</script><script>alert(1)</script><!-- {{DATA}}"
    report["regions"][0]["name"] = name
    report["regions"][0]["units"][0]["name"] = name
    report["serial_loops"] = [{"name": name, "times": 2}]
    path = tmp_path / "name.json"
    path.write_text(json.dumps(report))
    text = page_of(path, tmp_path / "page.html")
    assert "alert(1)</script>" not in text
    assert Page(text).data["regions"][0]["name"] == name


def test_reports_without_times_and_of_tasks_have_a_page(run, tmp_path):
    report = json.loads((run / "run.json").read_text())
    older = report["regions"][0]
    tasks = {**copy.deepcopy(older), "kind": "tasks"}
    del older["settings"]
    for one in older["passes"] + tasks["passes"]:
        one["unit_times"] = None
    report["regions"] += [tasks, {**older, "passes": []}]
    path = tmp_path / "older.json"
    path.write_text(json.dumps(report))
    regions = Page(page_of(path, tmp_path / "page.html")).data["regions"]
    assert [r["why"] for r in regions] == [None, None, None]
    assert [r["tasks"] for r in regions] == [False, True, False]


@pytest.mark.parametrize("key", ["busy_s", "bytes_in"])
def test_a_damaged_report_is_one_line(run, tmp_path, key):
    report = json.loads((run / "run.json").read_text())
    report["regions"][0]["units"][0][key] = "x"
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(report))
    done = call(path, "--html", tmp_path / "page.html")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "page.html").exists()


def test_a_page_that_cannot_be_written_is_said(run, tmp_path):
    done = call(run / "run.json", "--html", tmp_path / "none" / "page.html")
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    assert "REPORT.json is missing" in call("--html", "page.html").stderr


def starts(program):
    """Ubuntu's chromium-browser only says where the browser is to be had."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=PATIENCE)
    except OSError:
        return False
    return done.returncode == 0


needs_chromium = pytest.mark.skipif(
    not starts(CHROMIUM), reason=f"{CHROMIUM}, or what CHROMIUM names, does not start"
)


def look_at(page, folder):
    return subprocess.run(
        [ROOT / "scripts/look-at-page", page, folder],
        env={**os.environ, "CHROMIUM": CHROMIUM},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def drawn_part(picture):
    """Of its rows of pixels, how many have more than one colour; within the narrowest window."""
    pixels = matplotlib.image.imread(picture)[:, :380]
    return (pixels != pixels[:, :1]).any(axis=(1, 2)).mean()


@needs_chromium
def test_a_browser_draws_it_wide_and_narrow_light_and_dark(run, tmp_path):
    page = tmp_path / "page.html"
    text = page_of(run / "run.json", page, "--trace", run / "trace.json")
    done = look_at(page, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    drawn = {path.name for path in tmp_path.glob("*.png")}
    assert drawn == {
        f"{width}-{scheme}.png" for width in (1280, 400) for scheme in ("light", "dark")
    }
    assert all(drawn_part(tmp_path / name) > 0.3 for name in drawn)
    page.write_text(text.replace("function whyCard(why) {", "function whyCard(why) { nothing();"))
    assert look_at(page, tmp_path).returncode != 0
    page.write_text(text.replace("<body>", "<body><p style='width:1500px'>wide</p>"))
    done = look_at(page, tmp_path)
    assert done.returncode != 0 and "pixels wide in a window of 1280" in done.stdout


@needs_chromium
def test_what_is_unsure_is_called_so(run, tmp_path):
    report = json.loads((run / "run.json").read_text())
    report["regions"][0]["clock"] = "real"
    (tmp_path / "real.json").write_text(json.dumps(report))
    page_of(tmp_path / "real.json", tmp_path / "page.html")
    browser = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    done = subprocess.run(
        [*browser, profile, f"file://{tmp_path / 'page.html'}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert re.search(r">CTSAR_POLICY=\w+ \(unsure\)<", done.stdout)
    assert "predictions in which the cores take part are unsure" in done.stdout
