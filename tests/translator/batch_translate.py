# SPDX-License-Identifier: BSD-3-Clause
"""usage: batch_translate.py SOURCE TRANSLATION [OBJECT]

Translates a file in which some loops may be refused: those stay as they are, so that one file
serves for all verdicts and for all results. Their CUDA forms, if wanted, become OBJECT. Prints the
messages as JSON. A process of its own, since libclang may take its process along."""

import contextlib
import io
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "translator")]

from cases import CC, ROOT  # noqa: E402
from ctsarcc import annotated, diagnostics, nvcc, options, preprocess, translate  # noqa: E402
from ctsarcc.installation import Installation  # noqa: E402

INCLUDES = [f"-I{ROOT / 'include'}", f"-I{HERE / 'corpus'}"]


class Lenient(diagnostics.Diagnostics):
    """Errors leave their loop out, and stop nothing."""

    failed = False


def translated(path: str, cuda: str = "") -> tuple[str, list]:
    """(C for the compiler, [line, severity, id, what is said])."""
    text, found = attempted(path, cuda)
    return text, [(m.where.line, m.severity, m.id, found.render(m)) for m in found.messages]


def explained(path: str) -> list[dict]:
    """What `--explain=json` says of the loops that are not refused."""
    return attempted(path, "", "--explain=json")[1].explanation


def attempted(path: str, cuda: str, *more: str) -> tuple[str, Lenient]:
    """(C for the compiler, what is said). `more`: ctsarcc's options."""
    source = preprocess.preprocess([CC], INCLUDES, path)
    found = Lenient(source)
    chosen = options.parse([*([] if cuda else ["--no-cuda"]), "-ffp-contract=off", *more])
    installation = Installation(str(ROOT / "include"), "", ())
    with contextlib.redirect_stderr(io.StringIO()):
        result = translate.translate(source, [CC], INCLUDES, chosen, installation, found)
    if result is None:
        raise RuntimeError(f"clang refuses {path}: {found.refusals}")
    if cuda:
        text = nvcc.source_text(path, result.files)
        compiler, target = installation.find_nvcc(), pathlib.Path(cuda)
        nvcc.compile(compiler, text, target.with_suffix(".cu"), target, chosen, installation)
    # OpenMP's compilers know no hetero(); what is refused runs as it is.
    return re.sub(r"(?m)^ *#pragma .*\bhetero\(.*$", "", result.preprocessed), found


def main() -> None:
    text, messages = translated(sys.argv[1], *sys.argv[3:])
    pathlib.Path(sys.argv[2]).write_text(text)
    print(json.dumps(messages))


if __name__ == "__main__":
    annotated.deeply(main)
