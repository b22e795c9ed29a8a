# SPDX-License-Identifier: BSD-3-Clause
"""usage: warm.py PROGRAM WORD...

ctsarcc without its start, which is more than half of what it takes for a small file: Python,
libclang, isl and templates. This process has them loaded: it has called PROGRAM, which is ctsarcc
or batch_translate.py, with these words. For each further call a child of it (fork) does what
PROGRAM does. Standard input is a socket by which calls come in, each as a connection that
carries its words, the number of the child's process group, so that the caller can end it, and its
status. What is about the start is tested without this."""

import json
import os
import runpy
import signal
import socket
import sys
import traceback


def execute(program, words):
    """What `program`'s script does, called with these words. Returns its status."""
    sys.argv = [program, *words]
    try:
        runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        return end.code or 0
    return 0


def answer(program, connection):
    """In a child."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setpgid(0, 0)
    connection.send(os.getpid().to_bytes(4))
    message, descriptors, _, _ = socket.recv_fds(connection, 1 << 20, 2)
    call = json.loads(message)
    for number, descriptor in enumerate(descriptors, 1):
        os.dup2(descriptor, number)
    os.chdir(call["cwd"])
    os.environ.clear()
    os.environ.update(call["environment"])
    status = execute(program, call["words"])
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    connection.send(bytes([status]))


def serve(program, calls):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, descriptors, _, _ = socket.recv_fds(calls, 1, 1)
        if not message:
            return
        with socket.socket(fileno=descriptors[0]) as connection:
            if not os.fork():
                try:
                    answer(program, connection)
                except BaseException:
                    traceback.print_exc()
                finally:
                    os._exit(0)


def main(program, words):
    if status := execute(program, words):
        sys.exit(status)
    with socket.socket(fileno=os.dup(0)) as inbox:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        serve(program, inbox)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
