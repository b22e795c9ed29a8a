# SPDX-License-Identifier: BSD-3-Clause
"""A file that may have directives: translated, compiled, joined with its CUDA forms."""

import json
import os
import pathlib
import sys
import threading

from . import assemble, nvcc, preprocess, translate
from . import options as command_line
from .diagnostics import Diagnostics
from .installation import which
from .options import Failed, UsageError
from .parse import NoLibclang

DEEP, STACK = 40000, 512 << 20  # of Python's frames, and their bytes


def deeply(work):
    """What `work` returns or raises. Trees of C are deep where sums are long: the work is done on a
    stack of its own."""
    result, failure = [], []

    def on_a_thread():
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)

    limit, size = sys.getrecursionlimit(), threading.stack_size(STACK)
    sys.setrecursionlimit(DEEP)
    try:
        thread = threading.Thread(target=on_a_thread, daemon=True)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    if failure:
        raise failure[0]
    return result[0]


class Annotated:
    """One file's way; `driver` has the command line and runs processes."""

    def __init__(self, driver, path, number):
        self.driver, self.path, self.number = driver, path, number
        self.options, self.installation, self.cc = driver.options, driver.installation, driver.cc
        self.stem = pathlib.Path(driver.folder) / f"{number}-{pathlib.Path(path).stem}"
        self.nvcc = driver.installation.find_nvcc()
        self.macros: dict[str, str] = {}  # of the compiler's own

    def compile(self, flags, target):
        """Writes the object `target`; a user's mistake has been told when Failed is raised."""
        if not which(self.cc[0]):
            raise UsageError(f"there is no compiler '{self.cc[0]}'")
        self.choose_cuda()
        try:
            self.written(flags, target)
        except NoLibclang as error:
            message = f"libclang cannot be loaded; install python3-clang: {error}"
            print(f"ctsarcc: error: {message}", file=sys.stderr)
            raise Failed(1) from error

    def choose_cuda(self):
        options = self.options
        if options.no_cuda or (options.cuda and self.nvcc and options.mode in ("", "-c")):
            return
        options.no_cuda = (
            "--no-cuda"
            if not options.cuda
            else f"{options.mode} makes no object"
            if self.nvcc
            else "there is no nvcc"
        )
        options.cuda = False

    def written(self, flags, target):
        translated = deeply(self.translate)
        if self.options.translate_only:
            self.write_translation(translated)
            return
        kernels = None
        if translated is not None and translated.files:
            kernels, translated = self.compile_cuda(translated)
        if translated is None:
            command = self.driver.command(flags, self.path)
        else:
            text = self.stem.with_name(f"{self.stem.name}.i")
            text.write_text(translated.preprocessed, encoding="utf-8", errors="surrogateescape")
            command = [
                *self.cc,
                *aligned(flags, self.macros),
                *modern(without_preprocessing(flags)),
                *([] if self.options.openmp else ["-fopenmp"]),
                "-Wno-tautological-compare",  # where macros are expanded nobody knows one made it
                "-x",
                "cpp-output",
                str(text),
            ]
            self.dependencies(flags)
        own = f"{self.stem}-host.o" if kernels else target
        more = ["-fno-lto"] if kernels else []
        more += [] if self.options.mode == "-fsyntax-only" else ["-o", own]
        status = self.driver.call([*command, *more])
        if kernels and not status:
            status = self.join([own, kernels], target)
        if status:
            raise Failed(status)

    def join(self, parts, target):
        """The parts as the object `target`, which may be none that can be changed again, such as
        /dev/null."""
        ordinary = not os.path.exists(target) or os.path.isfile(target)
        joined = target if ordinary else f"{self.stem}-joined.o"
        status = nvcc.join(self.cc, parts, joined)
        if not ordinary and not status:
            pathlib.Path(target).write_bytes(pathlib.Path(joined).read_bytes())
        return status

    def compile_cuda(self, translated):
        """(object of the CUDA forms, translation); where nvcc refuses them (None, translation
        without them)."""
        source = self.stem.with_name(f"{self.stem.name}.cu")
        target = source.with_suffix(".cu.o")
        try:
            nvcc.compile(
                self.nvcc,
                nvcc.source_text(self.path, translated.files),
                source,
                target,
                self.options,
                self.installation,
            )
            return target, translated
        except nvcc.CannotCompile as refusal:
            print(
                f"ctsarcc: warning: {self.path}: nvcc refuses the CUDA kernels, so that no CUDA "
                "device takes part; "
                f"--no-cuda makes none\n{refusal}",
                file=sys.stderr,
            )
            self.options.cuda, self.options.no_cuda = False, "nvcc refuses it"
            try:
                return None, deeply(lambda: self.translate(quiet=True))
            finally:
                self.options.cuda = True

    def dependencies(self, flags):
        """Dependencies come from the user's file, not from what was made of it."""
        if not any(flag in ("-MD", "-MMD") for flag in flags):
            return
        wanted = [
            "-MM" if flag == "-MMD" else "-M" if flag == "-MD" else flag
            for flag in flags
            if flag not in ("-c", "-S")
        ]
        target = (
            []
            if any(flag.startswith(("-MT", "-MQ")) for flag in flags)
            else ["-MT", self.driver.target(self.path, 0, False)]
        )
        status = self.driver.call(
            [*self.cc, *self.driver.known(), *wanted, *target, "-x", "c", self.path]
        )
        if status:
            raise Failed(status)

    def translate(self, quiet=False):
        """A Translation, or None where the file has no directive of ours."""
        options = self.options
        flags = [*self.driver.known(), *options.preprocessor()]
        source = preprocess.preprocess(self.cc, flags, self.path)
        self.macros = preprocess.predefined(source)
        if not preprocess.concerned(source, options.openmp):
            return None
        diagnostics = Diagnostics(source)
        translation = translate.translate(
            source, self.cc, flags, options, self.installation, diagnostics
        )
        if not quiet:
            diagnostics.write(notes=options.explain == "text")
            if options.explain == "json":
                print(
                    json.dumps(
                        {
                            "file": self.path,
                            "loops": diagnostics.explanation,
                            "messages": diagnostics.as_data(),
                        },
                        indent=2,
                    ),
                    flush=True,
                )
        if diagnostics.failed:
            raise Failed(1)
        if translation is None:  # what clang refuses: the compiler says what is wrong
            # It does not know our clauses.
            syntax = ["-fno-openmp", "-Wno-unknown-pragmas", "-fsyntax-only", "-x", "c"]
            status = self.driver.call([*self.cc, *flags, *syntax, self.path])
            if not status:  # it has nothing against it: C that clang does not know
                for offset, what in diagnostics.refusals:
                    diagnostics.add("parser", source.where(max(0, offset)), what=what)
                diagnostics.write()
            raise Failed(status or 1)
        return translation

    def write_translation(self, translated):
        if translated is None:
            text = pathlib.Path(self.path).read_text(encoding="utf-8", errors="surrogateescape")
        else:
            text = translated.readable or translated.preprocessed
        target = self.options.output or pathlib.Path(self.path).stem + ".ctsar.c"
        if target == "-":
            sys.stdout.write(text)
        else:
            assemble.write_if_changed(target, text)
        if translated is not None and translated.files:
            kernels = nvcc.source_text(self.path, translated.files)
            if target == "-":
                sys.stdout.write(kernels)
            else:
                assemble.write_if_changed(target.removesuffix(".c") + ".cu", kernels)


LINE = 64  # bytes of code that x86's front end takes at a time
ALIGNS = 13  # clang's version that does


def aligned(flags, macros):
    """Options that have loops begin with a line of the cache. Where compilers put them a short loop
    may lie across two lines, which has it take up to twice as long."""
    level = next((flag for flag in reversed(flags) if flag.startswith("-O")), "")
    if level not in ("-O2", "-O3", "-Ofast") or "__x86_64__" not in macros:
        return []
    what = ["loops", "jumps"]  # gcc enters some loops by a jump into their middle
    if "__clang__" in macros:
        what = what[:1] if int(macros["__clang_major__"]) >= ALIGNS else []
    said = [flag for flag in flags if flag.startswith(("-falign-", "-fno-align-"))]
    return [
        f"-falign-{one}={LINE}"
        for one in what
        if not any(flag.partition("align-")[2].startswith(one) for flag in said)
    ]


def modern(flags):
    """Generated code declares variables where they are needed: C90 becomes C99 with the older
    meaning of inline."""
    old = {
        "-ansi",
        "-std=c89",
        "-std=c90",
        "-std=gnu89",
        "-std=gnu90",
        "-std=iso9899:1990",
        "-std=iso9899:199409",
    }
    return [
        word
        for flag in flags
        for word in (["-std=gnu99", "-fgnu89-inline"] if flag in old else [flag])
    ]


def without_preprocessing(flags):
    """Flags without those that are the preprocessor's, which has run."""
    result, skip = [], False
    for flag in flags:
        if skip:
            skip = False
        elif flag in command_line.PREPROCESSOR or flag in command_line.DEPENDENCIES or flag == "-x":
            skip = flag in command_line.WITH_ARGUMENT
        elif not flag.startswith(
            (
                "-I",
                "-D",
                "-U",
                "-MF",
                "-MT",
                "-MQ",
                "-include",
                "-imacros",
                "-isystem",
                "-iquote",
                "-Wp,",
                "-x",
            )
        ):
            result.append(flag)
    return result
