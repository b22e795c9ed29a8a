# SPDX-License-Identifier: BSD-3-Clause
"""ctsarcc as pip installs it: libctsar is where pkg-config says that it is."""

import shutil
import subprocess
import sys
from importlib import metadata

from .installation import Installation
from .options import HELP


class NoLibrary(Exception):
    """What is to be done about it, in one line."""


def asked(*options: str) -> str:
    try:
        done = subprocess.run(["pkg-config", *options, "ctsar"], capture_output=True, text=True)
    except OSError:
        raise NoLibrary("pkg-config, which knows where libctsar is, is not installed") from None
    if done.returncode:
        raise NoLibrary(
            "pkg-config does not know libctsar; install it, or name the folder of its ctsar.pc in "
            "PKG_CONFIG_PATH"
        )
    return done.stdout.strip()


def same_interface(one: str, other: str) -> bool:
    """While the major version is 0, minor versions differ."""
    return one.split(".")[:2] == other.split(".")[:2]


def found() -> Installation:
    own, version = metadata.version("ctsarcc"), asked("--modversion")
    if not same_interface(own, version):
        raise NoLibrary(f"libctsar is {version}, but this is ctsarcc {own}; install the same")
    libraries = asked("--static", "--libs").split()
    return Installation(
        include=asked("--variable=includedir"),
        library=asked("--variable=libdir"),
        private=tuple(w for w in libraries if w != "-lctsar" and not w.startswith("-L")),
        version=own,
        nvcc=shutil.which("nvcc") or "",
    )


def main() -> int:
    words = sys.argv[1:]
    if "--help" in words:
        print(HELP, end="")
        return 0
    from .driver import main as drive

    try:
        return drive(words, found())
    except NoLibrary as error:
        print(f"ctsarcc: error: {error}", file=sys.stderr)
        return 1
