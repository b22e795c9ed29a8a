# SPDX-License-Identifier: BSD-3-Clause
"""An installed tree, for programs that are built against it, and what their
tests share."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*command, **settings):
    done = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, "LC_ALL": "C", **{name: str(value) for name, value in settings.items()}},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def prefix(tmp_path_factory):
    """The installed tree, moved after the installation: nothing may depend on where it was."""
    folder = tmp_path_factory.mktemp("install")
    run(os.environ["CMAKE"], "--install", os.environ["BUILD_DIR"], "--prefix", folder / "first")
    (folder / "first").rename(folder / "moved")
    return folder / "moved"


def library_folder(prefix):
    return next(prefix.rglob("ctsar.pc")).parents[1]


def flags(prefix, *options):
    return run(
        "pkg-config", *options, "ctsar", PKG_CONFIG_PATH=library_folder(prefix) / "pkgconfig"
    ).split()


def need(compiler):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
