# SPDX-License-Identifier: BSD-3-Clause
"""Fuzzes the readers that are written in Python: mutate.py READER CORPUS SECONDS [SEED].

READER is report (tools/ctsar-report) or directives (the translator's). Each input is a file of the
corpus, changed in some places. A reader may refuse an input in its own words; an exception of
another kind is a failure: the input is written to stderr, and the exit status is 1.
"""

import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = {
    "report": '{ } [ ] : , " null true -1 0 1e999 Infinity NaN 99999999999999999999 '
    '"\\u001b" "\\ud800" "$x$" "name" "passes" "units" "unit_iterations" "serial_loops" "args"',
    "directives": "( ) [ ] < > : , + * ? \" ' \\ ## N a 0 1 -1 1.5 0x 1e9 true && reduction( "
    "hetero( part_copy( [1:N] <1,2> depersist( kernel( private( é implements( device( when( ; "
    "ndrange( task taskwait on( inout(",
}


def load_program(name: str) -> Any:
    path = str(ROOT / "tools" / name)
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), path)
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


def report_reader() -> Callable[[str], None]:
    program = load_program("ctsar-report")
    folder = tempfile.TemporaryDirectory()
    path = pathlib.Path(folder.name) / "report.json"

    def read(text: str, keep: Any = folder) -> None:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        with contextlib.suppress(program.UserError):
            if '"traceEvents"' in text:
                program.print_trace(str(path), None)
            else:
                read = program.load(str(path))
                program.print_report(read, 10, [(region, None) for region in read.regions])

    return read


def directive_reader() -> Callable[[str], None]:
    sys.path.insert(0, str(ROOT / "translator"))
    from ctsarcc import before, diagnostics, directives
    from ctsarcc.source import Source

    folder = tempfile.TemporaryDirectory()
    path = pathlib.Path(folder.name) / "input.c"

    def read(text: str, keep: Any = folder) -> None:
        for line in text.split("\n"):
            path.write_text(f"#pragma {line}\n", encoding="utf-8")
            source = Source(str(path), f"#pragma {line}")
            sentinel, _, rest = line.partition(" ")
            found = diagnostics.Diagnostics(source)
            if before.parse(source, 0, sentinel, rest, found) is None:
                directives.parse(source, 0, sentinel, rest, found)
            for message in found.messages:
                found.render(message)

    return read


def changed(text: str, words: list[str], draw: random.Random) -> str:
    """The text with some of its parts left out, doubled, moved, or replaced by words."""
    for _ in range(draw.choice((1, 1, 2, 3, 8))):
        at = draw.randrange(len(text) + 1)
        to = min(len(text), at + draw.choice((0, 1, 2, 5, 20, 100)))
        letter = chr(draw.choice((0, 9, 10, 27, 127, 233, 0x1F600)))
        piece = draw.choice(("", draw.choice(words), text[at:to] * 2, letter))
        if draw.random() < 0.01:
            piece = draw.choice(words) * 3000
        text = text[:at] + piece + text[to:]
    return text


def attack(read: Callable[[str], None], text: str) -> bool:
    """Whether the reader stands it."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            read(text)
        return True
    except Exception:
        traceback.print_exc()
        print(f"input: {text!r}", file=sys.stderr)
        return False


def main(reader: str, corpus: str, seconds: str, seed: str | None = None) -> int:
    draw = random.Random(seed or time.time_ns())
    read = {"report": report_reader, "directives": directive_reader}[reader]()
    texts = [path.read_text() for path in sorted(pathlib.Path(corpus).iterdir())]
    words = WORDS[reader].split()
    count, end = 0, time.monotonic() + float(seconds)
    if not all(attack(read, text) for text in texts):
        return 1
    while time.monotonic() < end:
        if not attack(read, changed(draw.choice(texts), words, draw)):
            return 1
        count += 1
    print(f"{reader}: {count} inputs")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
