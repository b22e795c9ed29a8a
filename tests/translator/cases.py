# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of ctsarcc share: calling it, compilers, and running what comes out on all kinds
of units."""

import functools
import json
import os
import pathlib
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = pathlib.Path(__file__).parent / "cases"
CTSARCC = os.environ.get("CTSARCC", str(ROOT / "build/gcc/translator/ctsarcc"))
CC = os.environ.get("CC", "cc")
FOLDER = tempfile.TemporaryDirectory(prefix="ctsarcc-tests-")
FLAGS = shlex.split(os.environ.get("CFLAGS", ""))  # the library's sanitizers
UNITS = {
    "CTSAR_DEVICES": "cpu:2,emu:2",
    "CTSAR_EMU": "speed=4,latency=1us;speed=2,simd=16",
    "OMP_NUM_THREADS": "2",
    "CTSAR_CLOCK": "virtual",
    "CTSAR_BACKOFF": "0",
}


def environment(**settings):
    plain = {
        name: value for name, value in os.environ.items() if not name.startswith(("CTSAR_", "OMP_"))
    }
    # Many programs run at once: idle threads leave the processors to others.
    return {**plain, "LC_ALL": "C", "OMP_WAIT_POLICY": "passive", **settings}


def run(*command, cwd=None, timeout=300, **settings):
    """(status, output, messages)."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    return done.returncode, done.stdout, done.stderr


_warming = threading.Lock()

SAMPLE = """void f(int n, double *a, double *b)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i];
}
"""


@functools.cache
def _warm(program, python, words):
    """Where calls of `program` go: to a process that has loaded it (warm.py). `words` are the
    sample's in a call of it."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    folder = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name))
    (folder / "sample.c").write_text(SAMPLE)
    warm = pathlib.Path(__file__).parent / "warm.py"
    command = [*python, warm, program, *words]
    with its:
        null = subprocess.DEVNULL
        subprocess.Popen(command, stdin=its.fileno(), stdout=null, cwd=folder, env=environment())
    return ours


def translate(*words, cwd=None, timeout=300, **settings):
    """(status, output, messages) of ctsarcc, as `run` has them, without the time of its start."""
    with open(CTSARCC) as script:
        python = script.readline().removeprefix("#!").split()
    sample = ("--no-cuda", "-w", "-c", "sample.c", "-o", "sample.o")
    call = {"words": words, "cwd": cwd, "settings": settings}
    status, output, messages = _called((CTSARCC, tuple(python), sample), call, timeout)
    assert status >= 0, f"ctsarcc {words} ends its process: {messages}"
    return status, output, messages


def translate_batch(*words):
    """The same of batch_translate.py. The status is -1 where its process ends by itself."""
    script = str(pathlib.Path(__file__).parent / "batch_translate.py")
    sample = ("sample.c", "sample.i")
    return _called((script, (sys.executable, "-B"), sample), {"words": words}, 600)


def _called(program, call, timeout):
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as messages:
        with its, _warming:
            socket.send_fds(_warm(*program), [b"c"], [its.fileno()])
        sent = {
            "words": [str(word) for word in call["words"]],
            "cwd": str(call.get("cwd") or os.getcwd()),
            "environment": environment(**call.get("settings", {})),
        }
        streams = [output.fileno(), messages.fileno()]
        socket.send_fds(ours, [json.dumps(sent).encode()], streams)
        ours.settimeout(timeout)
        status = _answer(ours)
        output.seek(0)
        messages.seek(0)
        return status[0] if status else -1, output.read(), messages.read()


def _answer(connection):
    """The status that a call ends with, as a byte. What takes too long is ended, with all that it
    has started."""
    group = int.from_bytes(connection.recv(4))
    try:
        return connection.recv(1)
    except TimeoutError:
        os.killpg(group, signal.SIGKILL)
        raise


def must(*command, cwd=None, **settings):
    status, output, messages = run(*command, cwd=cwd, **settings)
    assert status == 0, f"{' '.join(map(str, command))}\n{output}{messages}"
    return output


def must_translate(*words, cwd=None, **settings):
    """What ctsarcc prints, as `translate` calls it."""
    status, output, messages = translate(*words, cwd=cwd, **settings)
    assert status == 0, f"ctsarcc {' '.join(map(str, words))}\n{output}{messages}"
    return output


def options(source):
    """ctsarcc's options, from a line `// options: ...` of the source."""
    for line in pathlib.Path(source).read_text().splitlines()[:3]:
        if line.startswith("// options:"):
            return shlex.split(line.partition(":")[2])
    return []


@functools.cache
def programs(source):
    """(what ctsarcc makes of `source`, what plain cc makes of it), for the session."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name))
    extra = options(source)
    status, _, messages = translate(
        f"--cc={CC}",
        *FLAGS,
        "-O1",
        "-Wall",
        "-Wextra",
        "-Wno-unknown-pragmas",
        "-Werror",
        *extra,
        source,
        "-o",
        folder / "split",
    )
    assert status == 0, f"{source}\n{messages}"
    must(
        CC,
        "-O1",
        "-w",
        *[o for o in extra if not o.startswith("--") and o != "-fopenmp"],
        source,
        "-o",
        folder / "plain",
        "-lm",
    )
    return folder / "split", folder / "plain"


def build_and_compare(source):
    """(what ctsarcc's program prints on cores and emulated accelerators, what cc's prints)."""
    split, plain = programs(source)
    return must(split, **UNITS), must(plain)


def expect(request, path, text):
    if request.config.getoption("--refresh"):
        path.write_text(text)
    assert path.read_text() == text, f"if this is right: pytest --refresh, and review {path.name}"
