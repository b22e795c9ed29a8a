# SPDX-License-Identifier: BSD-3-Clause
"""Files that are no C, hardly C, or C that nobody would write by hand."""

import contextlib
import io

import pytest

from ctsarcc import driver
from fuzz_sources import HERE

LOOP = (
    "void f(int n, double *a)\n{\n#pragma ctsar for hetero(1) part_copy(a[1:n])\n"
    "    for (int i = 0; i < n; ++i) {\n        %s\n    }\n}\n"
)
FINE = {
    "empty": "",
    "long sum": LOOP % ("a[i] = " + " + ".join(f"a[i] * {k}" for k in range(600)) + ";"),
    "long subscript": LOOP % ("a[i" + " + 0" * 600 + "] = 1;"),
    "many branches": LOOP % ("".join(f"if (i == {k}) a[i] = {k}; else " for k in range(150)) + ";"),
    "deep blocks": LOOP % ("{" * 200 + "a[i] = 1;" + "}" * 200),
    "brackets in a clause": LOOP.replace("1:n]", "1:" + "(" * 100 + "n" + ")" * 100 + "]")
    % "a[i] = 1;",
    "Latin letters in comments": (LOOP % "a[i] = 1; // \xe9\xff").encode("latin-1"),
    "lines that end as on Windows": (LOOP % "a[i] = 1;")
    .replace("\n", "\r\n")
    .replace("part_copy", "\\\r\n part_copy"),
    "no end of line": (LOOP % "a[i] = 1;").rstrip("\n"),
}
WRONG = {
    "bytes": bytes(range(256)) * 4 + b"\n#pragma ctsar for hetero(1)\n",
    "nothing after the directive": "void f(void)\n{\n#pragma ctsar for hetero(1)",
    "nothing in the directive": "#pragma ctsar",
    "half of a directive": '_Pragma("ctsar for hetero(1) part_copy(")\nint x;',
    "deeper than clang goes": LOOP % ("{" * 2000 + "a[i] = 1;" + "}" * 2000),
}


def translate(text, folder):
    path, messages = folder / "strange.c", io.StringIO()
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with contextlib.redirect_stderr(messages):
        status = driver.main(["--translate-only", "-o", str(folder / "out.c"), str(path)], HERE)
    assert "internal error" not in messages.getvalue() and "Traceback" not in messages.getvalue(), (
        messages.getvalue()
    )
    return status


@pytest.mark.parametrize("name", FINE)
def test_what_is_c_is_translated(name, tmp_path):
    assert translate(FINE[name], tmp_path) == 0


@pytest.mark.parametrize("name", WRONG)
def test_what_is_none_is_refused(name, tmp_path):
    assert translate(WRONG[name], tmp_path) == 1
