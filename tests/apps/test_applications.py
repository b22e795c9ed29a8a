# SPDX-License-Identifier: BSD-3-Clause
"""What the applications answer to right and wrong input."""

import json
import os
import re
import subprocess

import pytest
from PIL import Image

GEMM, GEMM_DOUBLE, KMEANS = (os.environ[name] for name in ("GEMM", "GEMM_DOUBLE", "KMEANS"))
UNITS = {
    "CTSAR_DEVICES": "cpu,emu:2",
    "CTSAR_EMU": "speed=8;speed=3,latency=20us",
    "CTSAR_CLOCK": "virtual",
}


def run(*command, **settings):
    return subprocess.run(
        [str(word) for word in command],
        env={**os.environ, **UNITS, **settings},
        capture_output=True,
        text=True,
    )


def test_gemm_gives_the_published_sum():
    done = run(GEMM_DOUBLE, 128, 2)
    assert done.returncode == 0, done.stderr
    assert float(re.findall(r"sum of C: (\S+)", done.stdout)[0]) == pytest.approx(
        90311203146528.1, rel=1e-13
    )


def test_gemm_prints_an_error_for_every_pass():
    done = run(GEMM, 40, 5)
    assert re.findall(r"^pass (\d): .*max relative error", done.stdout, re.M) == list("12345")


@pytest.mark.parametrize("report", ["1", "report.json"])
def test_two_runs_under_the_virtual_clock_report_the_same_to_the_byte(tmp_path, report):
    seen = []
    for _ in range(2):
        setting = report if report == "1" else str(tmp_path / report)
        done = run(GEMM, 96, 6, CTSAR_REPORT=setting)
        assert done.returncode == 0, done.stderr
        seen.append(done.stderr if report == "1" else (tmp_path / report).read_bytes())
    assert seen[0] and seen[0] == seen[1]


def test_every_iteration_is_in_the_report_once(tmp_path):
    path = tmp_path / "report.json"
    run(GEMM, 96, 6, CTSAR_REPORT=str(path))
    (region,) = json.loads(path.read_text())["regions"]
    assert sum(unit["iterations"] for unit in region["units"]) == 96 * 6


@pytest.mark.parametrize(
    "arguments",
    [[], [0], ["x"], [-3], ["10", "0"], ["10", "2", "3"], ["4x"], [99999999999999999999]],
)
def test_gemm_refuses_wrong_arguments_in_one_line(arguments):
    done = run(GEMM, *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("gemm: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("program", [GEMM, KMEANS])
def test_help_is_printed(program):
    done = run(program, "--help")
    assert done.returncode == 0 and done.stdout.startswith("usage: ")


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1", "I;16"])
def test_kmeans_takes_any_kind_of_png(tmp_path, mode):
    image = Image.radial_gradient("L").resize((61, 37))
    if mode == "I;16":
        image = image.convert("I").point(lambda value: value * 256).convert("I;16")
    else:
        image = image.convert(mode)
    image.save(tmp_path / "in.png")
    done = run(KMEANS, "-k", 4, "--check", "-o", tmp_path / "out.png", tmp_path / "in.png")
    assert done.returncode == 0, done.stdout + done.stderr
    result = Image.open(tmp_path / "out.png")
    assert result.size == (61, 37)
    assert result.mode == ("RGBA" if mode in ("RGBA", "LA") else "RGB")
    assert len(set(result.convert("RGB").getdata())) <= 4


def test_kmeans_keeps_a_picture_that_has_k_colours(tmp_path):
    image = Image.new("RGB", (30, 20), (10, 20, 30))
    image.paste((200, 100, 0), (0, 0, 11, 7))
    image.paste((0, 255, 255), (20, 10, 30, 20))
    image.save(tmp_path / "in.png")
    done = run(KMEANS, "-k", 3, "--check", "-o", tmp_path / "out.png", tmp_path / "in.png")
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(Image.open(tmp_path / "out.png").getdata()) == list(image.getdata())


def test_kmeans_takes_more_colours_than_the_picture_has_pixels(tmp_path):
    Image.new("RGB", (1, 1), (1, 2, 3)).save(tmp_path / "in.png")
    done = run(KMEANS, "-k", 256, "--check", "-o", tmp_path / "out.png", tmp_path / "in.png")
    assert done.returncode == 0, done.stdout + done.stderr
    assert Image.open(tmp_path / "out.png").getpixel((0, 0)) == (1, 2, 3)


def not_a_png(folder):
    (folder / "text.png").write_text("no picture")
    return [folder / "text.png"]


def truncated(folder):
    Image.radial_gradient("L").save(folder / "whole.png")
    (folder / "half.png").write_bytes((folder / "whole.png").read_bytes()[:500])
    return [folder / "half.png"]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (lambda folder: ["-k", 0], "K is '0'; a whole number from 1 to 256"),
        (lambda folder: ["-k", 257], "K is '257'"),
        (lambda folder: ["-k", "many"], "K is 'many'"),
        (lambda folder: ["--max-iterations", 0], "--max-iterations is '0'"),
        (lambda folder: [folder / "absent.png"], "absent.png: No such file"),
        (lambda folder: [folder], "cannot read"),
        (not_a_png, "text.png: Not a PNG file"),
        (truncated, "half.png: "),
        (lambda folder: ["a.png", "b.png"], "'b.png' is one too many"),
        (lambda folder: ["-m", 1, "-o", folder / "absent" / "out.png"], "cannot write"),
        (lambda folder: ["--wrong"], "unrecognized option"),
    ],
)
def test_kmeans_refuses_wrong_input_in_one_line(tmp_path, arguments, message):
    done = subprocess.run(
        [KMEANS, *map(str, arguments(tmp_path))],
        cwd=tmp_path,
        env={**os.environ, **UNITS},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert message in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "quantised.png").exists()
