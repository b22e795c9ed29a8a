# SPDX-License-Identifier: BSD-3-Clause
"""The demonstration: the loop is faster with accelerators, the wrong registration is found, and the
pages and the picture are there."""

import json
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def demo(*arguments, **where):
    return subprocess.run(
        [ROOT / "scripts/demo", *arguments], capture_output=True, text=True, timeout=170, **where
    )


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What it printed, and its folder; called elsewhere, with paths from there."""
    here = tmp_path_factory.mktemp("demo")
    folder = here / "shown"
    done = demo("--with", os.path.relpath(os.environ["BUILD_DIR"], here), folder.name, cwd=here)
    assert done.returncode == 0, done.stderr
    return done.stdout, folder


def test_one_loop_is_faster_with_accelerators(shown):
    text, folder = shown
    (line,) = re.findall(
        r"^(\S+) s on the cores alone, (\S+) s on all units: (\S+) times", text, re.M
    )
    alone, together, times = map(float, line)
    taken = [
        json.loads((folder / f"{name}.json").read_text())["regions"][0]["elapsed_s"]
        for name in ("alone", "gemm-annotated")
    ]
    assert [alone, together] == [round(seconds, 3) for seconds in taken]
    assert times == round(taken[0] / taken[1], 1) > 2
    sums = re.findall(r"^n = 512, 4 passes: sum (\S+)$", text, re.M)
    assert len(sums) == 2 and sums[0] == sums[1]


def test_the_wrong_registration_is_found(shown):
    (said,) = re.findall(r"^ctsar: check: blur\.c:\d+: (.*)$", shown[0], re.M)
    assert "which is not in its window" in said and "give it a halo of 1" in said


def test_each_run_says_why_it_was_not_faster_and_has_a_page(shown):
    text, folder = shown
    regions = {"gemm-annotated": "annotated.c:", "gemm": "gemm.c:", "kmeans": "kmeans.c:"}
    for name, region in regions.items():
        page = (folder / f"{name}.html").read_text()
        assert f'"name": "{region}' in page or f'"name":"{region}' in page
        assert "Why not faster" in page and "What happened when" in page
    assert len(re.findall(r"why not faster: ", text)) == 3
    assert "0 of 240000 labels differ" in text


def test_the_picture_has_sixteen_colours(shown):
    import matplotlib.image

    picture = matplotlib.image.imread(shown[1] / "photo-16-colours.png")
    colours = {tuple(point) for point in picture.reshape(-1, picture.shape[2]).tolist()}
    assert picture.shape[:2] == (400, 600) and len(colours) == 16


def test_what_it_does_not_know_is_one_line(tmp_path):
    assert demo("--with").stderr == "demo: --with needs a build, and may have a folder\n"
    done = demo("--with", "/nowhere")
    assert (done.returncode, done.stderr) == (
        1,
        "demo: there is no /nowhere/apps/gemm: build it first\n",
    )
    done = demo("--with", "nowhere", cwd=tmp_path)
    assert done.stderr == f"demo: there is no {tmp_path}/nowhere/apps/gemm: build it first\n"
    assert demo("--wrong").returncode == 1
