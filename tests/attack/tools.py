# SPDX-License-Identifier: BSD-3-Clause
"""usage: tools.py [--seed N] [--seconds N] FOLDER_OF_SIMULATE

Files that the tools read and write, disturbed: reports (ctsar-report), machines and workloads
(ctsar-sim).  They are cut at any length, overwritten with random bytes, folders, links and pipes
from another program; what a tool writes goes to a full disk, a folder, a pipe that nobody reads.
Each run must end, without a traceback or a signal, and where it fails say why in one line.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"
CORPUS = Path(__file__).resolve().parents[1] / "fuzz" / "corpus"
LIMIT = 60  # seconds of one run

MACHINE = {"ctsar_machine": 1, "units": [{"kind": "core"}, {"kind": "accelerator", "time": 0.5}]}
WORKLOAD = {"ctsar_workload": 1, "time": 1e-3, "iterations": 50, "passes": 3}


def sound(folder: Path) -> dict[str, list[bytes]]:
    """What each kind of file may sensibly contain."""
    reports = [path.read_bytes() for path in sorted((CORPUS / "report").iterdir())]
    return {
        "report": reports,
        "machine": [json.dumps(MACHINE).encode()],
        "workload": [json.dumps(WORKLOAD).encode()],
    }


def damaged(text: bytes, draw: random.Random) -> bytes:
    """Cut, overwritten, or repeated somewhere."""
    kind = draw.randrange(4)
    at = draw.randrange(len(text) + 1)
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + draw.randbytes(draw.randrange(1, 9)) + text[at + 4 :]
    if kind == 2:
        return text[:at] + text[draw.randrange(len(text) + 1) :]
    return text


def place(path: Path, text: bytes, draw: random.Random) -> None:
    """The text at the path, or something else there."""
    kind = draw.randrange(12)
    if kind == 0:
        path.mkdir()
    elif kind == 1:
        path.symlink_to(path)
    elif kind == 2:
        path.symlink_to("/dev/null")
    elif kind == 3:
        pass
    elif kind == 4:
        path.symlink_to("/dev/full")
    else:
        path.write_bytes(damaged(text, draw))


def command(folder: Path, draw: random.Random) -> list[str]:
    """A run of one of the tools on files in the folder."""
    files = {}
    for kind, texts in sound(folder).items():
        files[kind] = folder / f"{kind}.json"
        place(files[kind], draw.choice(texts), draw)
    out = draw.choice(["/dev/full", str(folder), str(folder / "no" / "where"), str(folder / "out")])
    if draw.randrange(2):
        more = draw.choice([[], ["--svg", out]])
        return [sys.executable, str(TOOLS / "ctsar-report"), *more, str(files["report"])]
    more = draw.choice([[], ["--json", out], ["--svg", out]])
    front = [sys.executable, str(TOOLS / "ctsar-sim"), "--policy", "static", "--seeds", "1"]
    return [*front, *more, str(files["machine"]), str(files["workload"])]


def stdout_of(draw: random.Random) -> int:
    """A file that takes all, one that takes nothing, or a pipe that nobody reads."""
    kind = draw.randrange(4)
    if kind == 0:
        return os.open("/dev/full", os.O_WRONLY)
    if kind == 1:
        read, write = os.pipe()
        os.close(read)
        return write
    return os.open("/dev/null", os.O_WRONLY)


def what_is_wrong(folder: Path, draw: random.Random) -> str | None:
    """Runs one; None: it ended as it should."""
    run = command(folder, draw)
    stdout = stdout_of(draw)
    try:
        done = subprocess.run(
            run,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            timeout=LIMIT,
            check=False,
            restore_signals=True,
        )
    except subprocess.TimeoutExpired:
        return f"{run} hangs"
    finally:
        os.close(stdout)
    said = done.stderr.decode(errors="replace")
    killed = done.returncode < 0 and done.returncode != -signal.SIGPIPE
    lines = len(said.splitlines())
    if killed or "Traceback" in said or (done.returncode > 0 and lines != 1) or "\x1b" in said:
        return f"{run} ends with {done.returncode}: {said}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=int(time.time() * 1000))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("simulate", help="folder of ctsar-simulate")
    options = parser.parse_args()
    os.environ["PATH"] = f"{options.simulate}:{os.environ['PATH']}"
    print(f"tools.py: seeds from {options.seed}", flush=True)
    ends, number = time.monotonic() + options.seconds, 0
    while time.monotonic() < ends:
        with tempfile.TemporaryDirectory() as folder:
            wrong = what_is_wrong(Path(folder), random.Random(options.seed + number))
        if wrong:
            print(f"seed {options.seed + number}: {wrong}")
            return 1
        number += 1
    print(f"tools.py: {number} runs: 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
