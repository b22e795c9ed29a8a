# SPDX-License-Identifier: BSD-3-Clause
"""Runs what fuzz_loops.py makes: translated and split, against plain cc."""

import contextlib
import io
import subprocess

import fuzz_loops
from cases import CC, CTSARCC, FLAGS, ROOT, UNITS, environment, run
from ctsarcc import diagnostics, preprocess, translate
from fuzz_sources import HERE, OPTIONS

INCLUDE = f"-I{ROOT / 'include'}"


def refused(nests, folder, severities=(diagnostics.ERROR,)):
    """{seed: message} of the nests that ctsarcc refuses. (What --explain prints is none of the
    user's errors.)"""
    path = folder / "batch.c"
    path.write_text(fuzz_loops.program(nests))
    source = preprocess.preprocess([CC], [INCLUDE], str(path))
    found = diagnostics.Diagnostics(source)
    with contextlib.redirect_stderr(io.StringIO()):
        translate.translate(source, [CC], [INCLUDE], OPTIONS, HERE, found)
    starts, lines = [], path.read_text().split("\n")
    for nest in nests:
        starts.append(
            (
                next(
                    k
                    for k, line in enumerate(lines)
                    if line.startswith(f"static void {nest.name}(")
                )
                + 1,
                nest.seed,
            )
        )
    result: dict[int, str] = {}
    for message in found.messages:
        if message.severity in severities:
            seed = max(
                (start for start in starts if start[0] <= message.where.line), default=starts[0]
            )[1]
            result.setdefault(seed, found.render(message))
    return result


def prepare(seeds, folder):
    """(nests, failures): nests that are translated. One that leaves more to be inferred than can be
    is made anew, with all clauses; those must be accepted."""
    nests, failures = [fuzz_loops.Nest(seed) for seed in seeds], []
    wrong = refused(nests, folder)
    again = [fuzz_loops.Nest(nest.seed, True) if nest.seed in wrong else nest for nest in nests]
    wrong = refused(again, folder) if wrong else {}
    failures = [(nest, f"refused:\n{wrong[nest.seed]}") for nest in again if nest.seed in wrong]
    return [nest for nest in again if nest.seed not in wrong], failures


def outcome(nests, folder, settings):
    """(what the split program prints, what the serial one prints, "" or what went wrong)."""
    path = folder / "nests.c"
    path.write_text(fuzz_loops.program(nests))
    for command in (
        [CTSARCC, f"--cc={CC}", *FLAGS, "-O1", "-w", path, "-o", folder / "split"],
        [CC, "-O1", "-w", path, "-o", folder / "plain"],
    ):
        status, output, messages = run(*command, timeout=300)
        if status:
            return "", "", f"{command[0]} fails:\n{output}{messages[-3000:]}"
    _, plain, _ = run(folder / "plain")
    try:
        done = subprocess.run(
            [folder / "split"],
            env=environment(**units(settings)),
            capture_output=True,
            text=True,
            timeout=600,
        )
    except subprocess.TimeoutExpired:
        return "", plain, "the program hangs"
    # A device whose driver refuses a kernel is left out, and the others' results are right.
    wrong = done.returncode or "takes no part any more" in done.stderr
    return done.stdout, plain, f"status {done.returncode}\n{done.stderr[-2000:]}" if wrong else ""


def units(settings):
    """What the program runs with. The virtual clock is for emulated accelerators."""
    found = {**UNITS, **settings}
    if "opencl" in found["CTSAR_DEVICES"] or "cuda" in found["CTSAR_DEVICES"]:
        del found["CTSAR_CLOCK"]
    return found


def check(seeds, folder, settings):
    """[(nest, what is wrong)]."""
    nests, failures = prepare(seeds, folder)
    if not nests:
        return failures
    for nest, split, plain, wrong in each(nests, folder, settings):
        found = fuzz_loops.differences(split, plain)
        if wrong or found:
            failures.append(
                (
                    nest,
                    wrong
                    or "\n".join(f"split:  {left}\nserial: {right}" for _, left, right in found),
                )
            )
    return failures


def check_altered(seeds, folder, settings):
    """The same for nests with clauses that are no longer theirs: (failures, how many were
    accepted)."""
    nests = [fuzz_loops.Altered(seed) for seed in seeds]
    refusals = refused(nests, folder, (diagnostics.ERROR, diagnostics.WARNING))
    nests, failures = [nest for nest in nests if nest.seed not in refusals], []
    for nest, split, plain, wrong in each(nests, folder, settings):
        found = fuzz_loops.differences(split, plain)
        if "ctsar: " in wrong:
            continue  # the library has refused it, with its reason
        if wrong or found:
            failures.append((nest, f"accepted: {wrong or found}"))
    return failures, len(nests)


def each(nests, folder, settings):
    """(nest, *outcome) of those nests that fail in a file with others."""
    split, plain, wrong = outcome(nests, folder, settings) if nests else ("", "", "")
    suspects = {seed for seed, _, _ in fuzz_loops.differences(split, plain)}
    for nest in nests:
        if wrong or "?" in suspects or str(nest.seed) in suspects:
            yield nest, *outcome([nest], folder, settings)
