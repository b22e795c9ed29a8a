# SPDX-License-Identifier: BSD-3-Clause
"""The templates. They are compiled once: what comes of it lies where Python puts compiled modules,
and is read as long as the template is the same."""

import contextlib
import importlib.util
import os
import pathlib
import sys
import tempfile

import jinja2

FOLDER = pathlib.Path(__file__).parents[1] / "templates"


class Beside(jinja2.BytecodeCache):
    """Compiled templates, by the file of each. Jinja compares version and checksum."""

    def get_cache_key(self, name, filename=None):
        return importlib.util.cache_from_source(str(filename))

    def load_bytecode(self, bucket):
        with contextlib.suppress(OSError), open(bucket.key, "rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket):
        if not sys.dont_write_bytecode:
            with contextlib.suppress(OSError):
                _write(bucket, os.path.dirname(bucket.key))


def _write(bucket, folder):
    """Under another name first: others may be reading."""
    os.makedirs(folder, exist_ok=True)
    handle, made = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, "wb") as file:
        bucket.write_bytecode(file)
    os.chmod(made, 0o666 & ~_mask())
    os.replace(made, bucket.key)


def _mask():
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(FOLDER),
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
    auto_reload=False,
    bytecode_cache=Beside(),
)


def compile_all():
    for path in FOLDER.glob("*.j2"):
        ENVIRONMENT.get_template(path.name)
