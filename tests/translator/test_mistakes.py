# SPDX-License-Identifier: BSD-3-Clause
"""Every mistakes/NAME.c makes one mistake; NAME.txt is what ctsarcc says about it, to the letter.

A mistake that would give wrong results is an error, and nothing is written. What is safe on the
cores is a warning, and the translation is there. `pytest --refresh` writes the messages anew, for
review.
"""

import contextlib
import io
import pathlib
import re

import pytest

from cases import ROOT, expect
from ctsarcc import diagnostics, driver
from ctsarcc.installation import Installation

MISTAKES = pathlib.Path(__file__).parent / "mistakes"
ALL = sorted(path.stem for path in MISTAKES.glob("*.c"))
HERE = Installation(include=str(ROOT / "include"), library="", private=())
MESSAGE = re.compile(
    r"(?m)^\S+\.c:\d+:(?:\d+:)? (error|warning|note): .* \[([\w-]+)(?:: ([\w-]+))?\]$"
)


def translate(name):
    """(status, translation, messages) of mistakes/NAME.c."""
    output, messages = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(MISTAKES),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(messages),
    ):
        status = driver.main(["--translate-only", "-o", "-", f"{name}.c"], HERE)
    return status, output.getvalue(), messages.getvalue()


@pytest.mark.parametrize("name", ALL)
def test_a_mistake_gets_its_message(name, request):
    status, output, messages = translate(name)
    found = MESSAGE.findall(messages)
    assert found, f"nothing was said about it\n{messages}"
    assert "internal error" not in messages
    refused = any(severity == "error" for severity, *_ in found)
    assert status == refused, messages
    assert bool(output) != refused, "what is wrong is not translated, what is safe is"
    # What clang says differs from version to version.
    expect(
        request,
        MISTAKES / f"{name}.txt",
        re.sub(r"(understand this: ).*( \[parser\])", r"\1...\2", messages),
    )


def test_every_message_has_a_mistake_that_shows_it():
    shown = {
        id
        for name in ALL
        for _, *ids in MESSAGE.findall((MISTAKES / f"{name}.txt").read_text())
        for id in ids
        if id
    }
    known = {id for id, (severity, *_) in diagnostics.TABLE.items() if severity != diagnostics.NOTE}
    assert shown == known


def test_messages_in_the_documents_are_those_of_mistakes():
    shown = re.findall(
        r"```text\n(.*?\.c):(\d.*?)\n```", (ROOT / "docs/directives.md").read_text(), re.S
    )
    assert shown
    for name, text in shown:
        assert f"{name}:{text}" in (MISTAKES / name).with_suffix(".txt").read_text()
