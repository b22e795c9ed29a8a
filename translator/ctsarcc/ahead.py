# SPDX-License-Identifier: BSD-3-Clause
"""Compiles the package and its templates where they have been installed: who uses them there may
not write. `python3 -m ctsarcc.ahead`"""

import compileall
import pathlib


def main():
    """Without Jinja, which ctsarcc will ask for, templates are left alone."""
    compileall.compile_dir(pathlib.Path(__file__).parent, quiet=1, force=True)
    try:
        from .emit.layouts import compile_all
    except ImportError:
        return
    compile_all()


if __name__ == "__main__":
    main()
