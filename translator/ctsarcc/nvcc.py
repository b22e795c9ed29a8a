# SPDX-License-Identifier: BSD-3-Clause
"""CUDA forms: nvcc compiles them, and they are put into the object of the file that they belong
to."""

import os
import pathlib
import subprocess

HEAD = """// CUDA forms of the loops in {path}, made by ctsarcc.
#include <ctsar.h>
#include <cuda_runtime.h>
#include <math.h>

"""


class CannotCompile(Exception):
    """nvcc refuses; its messages."""


def link_options(compiler, cc):
    """What links CUDA forms; none where the library is not there, which files without such forms do
    not need."""
    name, root = "libcudart_static.a", pathlib.Path(compiler).resolve().parent.parent
    places = [
        root / folder
        for folder in ("lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "lib")
    ]
    found = [f"-L{place}" for place in places if (place / name).exists()][:1]
    if not found and not os.path.isabs(_output([*cc, f"-print-file-name={name}"])):
        return []
    return [*found, "-lcudart_static", "-lpthread", "-ldl", "-lrt"]


def _output(command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def source_text(path, files):
    return HEAD.format(path=path) + "\n".join(files)


def compile(compiler, text, source, target, options, installation):
    """Writes `text` to `source` and compiles it to `target`."""
    source.write_text(text, encoding="utf-8", errors="surrogateescape")
    architecture = options.cuda_arch or installation.cuda_architectures or "90"
    code = (
        ["-gencode", f"arch=compute_{architecture},code=[sm_{architecture},compute_{architecture}]"]
        if architecture.isdigit()
        else [f"-arch={architecture}"]
    )
    floating = [
        word
        for flag, word in (
            ("-ffp-contract=off", "--fmad=false"),
            ("-ffast-math", "--use_fast_math"),
        )
        if flag in options.flags()
    ]
    debug = (
        ["-lineinfo"]
        if any(flag.startswith("-g") and flag != "-g0" for flag in options.flags())
        else []
    )
    done = subprocess.run(
        [
            compiler,
            "-std=c++17",
            "-O3",
            "-c",
            *code,
            *floating,
            *debug,
            "-Xcompiler=-fPIC,-fno-exceptions,-fno-threadsafe-statics",
            "--diag-suppress=177,550",
            f"-I{installation.include}",
            str(source),
            "-o",
            str(target),
        ],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise CannotCompile(done.stdout + done.stderr)


def join(cc, parts, target):
    """One object of several, in which the launchers are nobody else's: two files may have loops of
    the same name."""
    for command in (
        [*cc, "-r", "-nostdlib", *map(str, parts), "-o", str(target)],
        ["objcopy", "--wildcard", "--localize-symbol=ctsar_*_cuda", str(target)],
    ):
        status = subprocess.run(command, check=False).returncode
        if status:
            return status
    return 0
