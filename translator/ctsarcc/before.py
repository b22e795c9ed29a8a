# SPDX-License-Identifier: BSD-3-Clause
"""The grammar of the directives that stand before functions: a pragma's text to what it says, or to
messages. Each is one function in READERS."""

from .diagnostics import guess
from .directives import Stop, Text
from .model import Implements

VERSIONS = {"cpu": "host", "smp": "host", "opencl": "opencl", "cuda": "cuda"}


def parse(source, line, sentinel, expanded, diagnostics):
    """What one pragma says; None where it is no directive of this kind, False where it is wrong."""
    text = Text(source, line, expanded, diagnostics)
    reader = READERS.get((sentinel, text.peek()))
    if reader is None:
        return None
    start = source.line_start(line)
    try:
        return reader(text, start, start + len(source.line_text(line)))
    except Stop:
        return False


def implements(text, start, end):
    """implements(FUNCTION) device(KIND) when(CONDITION) tolerance(NUMBER)"""
    help = "implements(FUNCTION) device(cpu|opencl|cuda) when(CONDITION) tolerance(NUMBER)"
    where = text.where()
    text.take()
    text.take("(", help)
    name, place = text.take_name(help), text.where(text.at - 1)
    text.take(")", help)
    said: dict = dict.fromkeys(("device", "when", "tolerance"))
    while text.at < len(text.tokens):
        if text.accept(","):
            continue
        at, clause = text.where(), text.take_name(help)
        if clause not in said:
            text.diagnostics.add(
                "unknown-clause",
                at,
                name=clause,
                guess=guess(clause, said),
                known=", ".join(said),
            )
            raise Stop
        if said[clause] is not None:
            text.diagnostics.add("repeated-clause", at, name=clause)
            raise Stop
        text.take("(", help)
        said[clause] = device_of(text, help) if clause == "device" else text.until(")", help=help)
        text.take(")", help)
    return Implements(
        start, end, where, name, place, said["device"] or "host", said["when"], said["tolerance"]
    )


def device_of(text, help):
    """A kind of device as the form of a kernel that is for it."""
    place, found = text.where(), text.take_name(help)
    if found not in VERSIONS:
        text.diagnostics.add(
            "version-device",
            place,
            found=found,
            guess=guess(found, VERSIONS),
            known=", ".join(VERSIONS),
        )
        raise Stop
    return VERSIONS[found]


READERS = {("ctsar", "implements"): implements}
