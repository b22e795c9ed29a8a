# SPDX-License-Identifier: BSD-3-Clause
"""Manual pages and completions are made from --help: each option of each tool is in all of them."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

MADE = pathlib.Path(os.environ["MANUALS"])
TOOLS = {
    pathlib.Path(words.split()[-1]).name: words.split() for words in os.environ["TOOLS"].split("|")
}


def printed(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not done.stderr, done.stderr
    return done.stdout


def options(tool):
    """As they stand in the text of --help, each where it is explained."""
    lines = printed(*TOOLS[tool], "--help").splitlines()
    heads = [line.split("   ")[0].strip() for line in lines if re.match(r" {2,4}-", line)]
    names = {name for head in heads for name in re.findall(r"(?:^|(?<=, ))--?[\w-]+", head)}
    assert "--help" in names
    return names


def stems(words):
    """Options without what follows them."""
    return {re.split(r"[=[]", word)[0] for word in words if word.startswith("-")}


@pytest.mark.parametrize("tool", TOOLS)
def test_the_manual_page_explains_each_option(tool):
    text = printed("groff", "-man", "-ww", "-Tascii", "-P-cbou", "-rHY=0", MADE / f"{tool}.1")
    explained = re.findall(r"^ {7}(-[\w-]+(?:, -[\w-]+)*)", text, re.M)
    assert options(tool) == {name for names in explained for name in names.split(", ")}
    for section in ("NAME", "SYNOPSIS", "DESCRIPTION"):
        assert re.search(rf"^{section}$", text, re.M)


@pytest.mark.parametrize("tool", TOOLS)
def test_bash_completes_each_option(tool, tmp_path):
    function = "_" + tool.replace("-", "_")
    script = f"""source {MADE}/{tool}
COMP_WORDS=({tool} -) COMP_CWORD=1; {function}; printf '%s\\n' "${{COMPREPLY[@]}}"
COMP_WORDS=({tool} --he) COMP_CWORD=1; {function}; echo "= ${{COMPREPLY[*]}}"
COMP_WORDS=({tool} "a f") COMP_CWORD=1; {function}; echo "= ${{COMPREPLY[*]}}"
complete -p {tool}"""
    (tmp_path / "a file").touch()
    done = subprocess.run(
        ["bash", "-ec", script], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    lines = done.stdout.splitlines()
    assert stems(lines[:-3]) == options(tool)
    assert lines[-3:-1] == ["= --help", "= a file"]
    assert function in lines[-1]


@pytest.mark.parametrize("tool", TOOLS)
def test_zsh_completes_each_option(tool):
    if not shutil.which("zsh"):
        pytest.skip("zsh is not installed")
    assert (MADE / f"_{tool}").read_text().startswith(f"#compdef {tool}\n")
    script = f'_arguments() {{ print -rl -- "$@" }}; source {MADE}/_{tool}'
    assert stems(printed("zsh", "-f", "-c", script).splitlines()) == options(tool)
