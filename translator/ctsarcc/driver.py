# SPDX-License-Identifier: BSD-3-Clause
"""The compiler driver: for each source, translate and compile; then link."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

from . import assemble, nvcc, preprocess, translate
from . import options as command_line
from .diagnostics import Diagnostics
from .options import UsageError
from .parse import NoLibclang
from .preprocess import PreprocessorFailed

PACKAGES = {"islpy": "python3 -m pip install --break-system-packages islpy, as scripts/setup does"}
INTERNAL_ERROR = 70  # EX_SOFTWARE
DEEP, STACK = 40000, 512 << 20  # of Python's frames, and their bytes


class Failed(Exception):
    """Something has failed and said so."""

    def __init__(self, status=1):
        self.status = status


def main(words, installation):
    """ctsarcc. Returns the exit status. Trees of C are deep where sums are long: the work is done
    on a stack of its own."""
    result = []
    sys.setrecursionlimit(DEEP)
    size = threading.stack_size(STACK)
    try:
        thread = threading.Thread(
            target=lambda: result.append(_main(words, installation)), daemon=True
        )
        thread.start()
        thread.join()
    except KeyboardInterrupt:
        return 130
    finally:
        threading.stack_size(size)
    return result[0] if result else INTERNAL_ERROR


def _main(words, installation):
    try:
        return Driver(words, installation).run()
    except (Failed, PreprocessorFailed) as failure:
        return failure.status
    except UsageError as error:
        print(f"ctsarcc: error: {error}", file=sys.stderr)
        return 1
    except NoLibclang as error:
        print(
            f"ctsarcc: error: libclang cannot be loaded; install python3-clang: {error}",
            file=sys.stderr,
        )
        return 1
    except ModuleNotFoundError as error:
        print(
            f"ctsarcc: error: {error}; install it: {PACKAGES.get(error.name or '', error.name)}",
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 1
    except OSError as error:
        print(f"ctsarcc: error: {error.filename or ''}: {error.strerror or error}", file=sys.stderr)
        return 1
    except RecursionError:
        print("ctsarcc: error: an expression or a statement is nested too deeply", file=sys.stderr)
        return 1
    except Exception as error:  # a mistake of ours, which must not look like one of the user's
        return internal_error(error)


def internal_error(error):
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    print(
        f"ctsarcc: internal error: {type(error).__name__}: {error} "
        f"({pathlib.Path(last.filename).name}:{last.lineno})\n"
        "ctsarcc: this is a mistake of ctsarcc's, not of your program's; please report it with "
        "the file that it was\n"
        "ctsarcc: given. CTSARCC_DEBUG=1 shows where it happened.",
        file=sys.stderr,
    )
    if os.environ.get("CTSARCC_DEBUG"):
        traceback.print_exception(error)
    return INTERNAL_ERROR


class Driver:
    def __init__(self, words, installation):
        self.options = command_line.parse(words)
        self.installation = installation
        if os.environ.get("CTSARCC_CC") and not any(
            w == "--cc" or w.startswith("--cc=") for w in words
        ):
            self.options.compiler = os.environ["CTSARCC_CC"].split()
        self.words = words
        self.quoted = []  # where a source that is no file has its own headers

    @property
    def cc(self):
        return self.options.compiler

    def run(self):
        options = self.options
        if options.help:
            print(command_line.HELP, end="")
            return 0
        if (options.query and not options.inputs) or options.mode in ("-E", "-M", "-MM"):
            if "--version" in options.flags():
                print(f"ctsarcc {self.installation.version}", flush=True)
            return self.call([*self.cc, *self.known(), *self.plain_words()])
        if not options.inputs:
            raise UsageError("no input files")
        sources = [entry for entry in options.inputs if is_c(entry[1], entry[2])]
        if options.output and len(sources) > 1 and (options.mode or options.translate_only):
            raise UsageError(
                "cannot specify '-o' with '-c', '-S' or '--translate-only' and several files"
            )
        if not shutil.which(self.cc[0]):
            raise UsageError(f"there is no compiler '{self.cc[0]}'")
        self.nvcc = nvcc.find(self.installation)
        if not options.cuda or not self.nvcc or options.mode not in ("", "-c"):
            options.no_cuda = (
                "--no-cuda"
                if not options.cuda
                else f"{options.mode} makes no object"
                if self.nvcc
                else "there is no nvcc"
            )
            options.cuda = False
        with tempfile.TemporaryDirectory(prefix="ctsarcc-") as folder:
            self.folder = pathlib.Path(folder)
            return self.compile_all(sources)

    def plain_words(self):
        """What the user wrote for cc, inputs and output included."""
        words, inputs = [], iter(self.options.inputs)
        for word in self.options.words:
            words.append(next(inputs)[1] if word is None else word)
        return words + (["-o", self.options.output] if self.options.output else [])

    def call(self, command):
        status = subprocess.run(command, check=False).returncode
        return status if status >= 0 else 128 - status

    # ---- compiling

    def known(self):
        """What every file is compiled with: ctsar.h is found, and a file can see that it is
        ctsarcc."""
        return [f"-I{self.installation.include}", "-D__CTSARCC__=1", *self.quoted]

    def compile_all(self, sources):
        options, objects, worst = self.options, {}, 0
        for number, (place, named, _) in enumerate(sources):
            path = self.standard_input() if named == "-" else named
            if not os.path.exists(path):
                print(f"ctsarcc: error: {path}: No such file or directory", file=sys.stderr)
                worst = 1
                continue
            try:
                objects[place] = self.compile(path, number)
            except (Failed, PreprocessorFailed) as failure:
                worst = max(worst, failure.status)
        others = [path for _, path, language in options.inputs if not is_c(path, language)]
        if any(refuses_cxx(path, language) for _, path, language in options.inputs):
            return 1
        if (
            others and options.mode and not options.translate_only
        ):  # assembler, other languages: cc's own business
            output = ["-o", options.output] if options.output else []
            worst = max(
                worst, self.call([*self.cc, *self.known(), *options.flags(), *others, *output])
            )
        if worst or options.mode or options.translate_only:
            return worst
        return self.link(objects)

    def standard_input(self):
        """What is read from there, as a file: it is read more than once."""
        path = self.folder / "stdin.c"
        path.write_bytes(sys.stdin.buffer.read())
        self.quoted = ["-iquote", "."]
        return str(path)

    def compile(self, path, number):
        """One source to an object; returns its path."""
        options = self.options
        linking = not options.mode
        target = self.target(path, number, linking)
        translated = self.translate(path)
        if options.translate_only:
            self.write_translation(path, translated)
            return None
        flags = self.compile_flags(linking, path, target)
        kernels = None
        if translated is not None and translated.files:
            kernels, translated = self.compile_cuda(path, number, translated)
        if translated is None:
            command = [*self.cc, *self.known(), *flags, "-x", "c", path]
        else:
            text = self.folder / f"{number}-{pathlib.Path(path).stem}.i"
            text.write_text(translated.preprocessed, encoding="utf-8", errors="surrogateescape")
            command = [
                *self.cc,
                *modern(without_preprocessing(flags)),
                *([] if options.openmp else ["-fopenmp"]),
                "-x",
                "cpp-output",
                str(text),
            ]
            self.dependencies(path, flags)
        own = f"{self.folder}/{number}-host.o" if kernels else target
        status = self.call(
            [
                *command,
                *(["-fno-lto"] if kernels else []),
                *([] if options.mode == "-fsyntax-only" else ["-o", own]),
            ]
        )
        if kernels and not status:
            status = self.join([own, kernels], target, number)
        if status:
            raise Failed(status)
        return target

    def join(self, parts, target, number):
        """The parts as the object `target`, which may be none that can be changed again, such as
        /dev/null."""
        ordinary = not os.path.exists(target) or os.path.isfile(target)
        joined = target if ordinary else f"{self.folder}/{number}-joined.o"
        status = nvcc.join(self.cc, parts, joined)
        if not ordinary and not status:
            pathlib.Path(target).write_bytes(pathlib.Path(joined).read_bytes())
        return status

    def compile_cuda(self, path, number, translated):
        """(object of the CUDA forms, translation); where nvcc refuses them (None, translation
        without them)."""
        source = self.folder / f"{number}-{pathlib.Path(path).stem}.cu"
        target = source.with_suffix(".cu.o")
        try:
            nvcc.compile(
                self.nvcc,
                nvcc.source_text(path, translated.files),
                source,
                target,
                self.options,
                self.installation,
            )
            return target, translated
        except nvcc.CannotCompile as refusal:
            print(
                f"ctsarcc: warning: {path}: nvcc refuses the CUDA kernels, so that no CUDA device "
                "takes part; "
                f"--no-cuda makes none\n{refusal}",
                file=sys.stderr,
            )
            self.options.cuda, self.options.no_cuda = False, "nvcc refuses it"
            try:
                return None, self.translate(path, quiet=True)
            finally:
                self.options.cuda = True

    def target(self, path, number, linking):
        if linking:
            return str(self.folder / f"{number}-{pathlib.Path(path).stem}.o")
        suffix = ".s" if self.options.mode == "-S" else ".o"
        return self.options.output or pathlib.Path(path).stem + suffix

    def compile_flags(self, linking, path, target):
        """The user's options; a dependency file gets the name that cc would have given it."""
        flags = [word for word in self.options.flags() if not word.startswith(("-l", "-Wl,"))]
        if linking:
            flags.append("-c")
        if any(flag in ("-MD", "-MMD") for flag in flags) and not any(
            flag.startswith("-MF") for flag in flags
        ):
            stem = pathlib.Path(self.options.output or path)
            flags += [
                "-MF",
                str(
                    stem.with_suffix(".d")
                    if self.options.output
                    else pathlib.Path(path).stem + ".d"
                ),
            ]
            if linking and not any(flag.startswith(("-MT", "-MQ")) for flag in flags):
                flags += ["-MT", self.options.output or pathlib.Path(path).stem + ".o"]
        elif any(flag in ("-MD", "-MMD") for flag in flags) and not any(
            flag.startswith(("-MT", "-MQ")) for flag in flags
        ):
            flags += ["-MT", target]
        return flags

    def dependencies(self, path, flags):
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
            else ["-MT", self.target(path, 0, False)]
        )
        status = self.call([*self.cc, *self.known(), *wanted, *target, "-x", "c", path])
        if status:
            raise Failed(status)

    def translate(self, path, quiet=False):
        """A Translation, or None where the file has no directive of ours."""
        options = self.options
        flags = [*self.known(), *options.preprocessor()]
        source = preprocess.preprocess(self.cc, flags, path)
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
                            "file": path,
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
            status = self.call([*self.cc, *flags, "-fsyntax-only", "-x", "c", path])
            if not status:  # it has nothing against it: C that clang does not know
                for offset, what in diagnostics.refusals:
                    diagnostics.add("parser", source.where(max(0, offset)), what=what)
                diagnostics.write()
            raise Failed(status or 1)
        return translation

    def write_translation(self, path, translated):
        if translated is None:
            text = pathlib.Path(path).read_text(encoding="utf-8", errors="surrogateescape")
        else:
            text = translated.readable or translated.preprocessed
        target = self.options.output or pathlib.Path(path).stem + ".ctsar.c"
        if target == "-":
            sys.stdout.write(text)
        else:
            assemble.write_if_changed(target, text)
        if translated is not None and translated.files:
            kernels = nvcc.source_text(path, translated.files)
            if target == "-":
                sys.stdout.write(kernels)
            else:
                assemble.write_if_changed(target.removesuffix(".c") + ".cu", kernels)

    # ---- linking

    def link(self, objects):
        words, inputs = [], {place: path for place, path, _ in self.options.inputs}
        for place, word in enumerate(self.options.words):
            words.append(objects.get(place, inputs.get(place)) if word is None else word)
        words = for_linking(words)
        output = ["-o", self.options.output] if self.options.output else []
        if "-r" in words:  # an object again: libraries come later
            return self.call([*self.cc, *words, *output])
        library = self.installation.library
        if self.options.static or "-static" in words or "-static-pie" in words:
            ours = [f"-L{library}", "-l:libctsar.a", *self.installation.private]
            ours += self.installation.static if "-static" in words or "-static-pie" in words else ()
        else:
            ours = [f"-L{library}", "-lctsar"] + (
                [] if system_folder(library) else [f"-Wl,-rpath,{library}"]
            )
        openmp = [] if self.options.openmp else ["-fopenmp"]
        cuda = nvcc.link_options(self.nvcc, self.cc) if self.nvcc else []
        return self.call([*self.cc, *words, *openmp, *ours, *cuda, "-lm", *output])


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


def for_linking(words):
    """Words without those about sources: what is linked are objects."""
    result, skip = [], False
    for word in words:
        if skip:
            skip = False
        elif word == "-x" or word in command_line.DEPENDENCIES:
            skip = word in command_line.WITH_ARGUMENT
        elif not word.startswith(("-x", "-MF", "-MT", "-MQ")):
            result.append(word)
    return result


def system_folder(folder):
    return folder in ("/lib", "/usr/lib", "/usr/local/lib") or folder.startswith(
        ("/usr/lib/", "/lib/")
    )


CXX = (".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".ii")


def refuses_cxx(path, language):
    """Whether it is C++ with a directive of ours, which is said: compiled as it is, the loop would
    not be split."""
    if not (
        language in ("c++", "c++-cpp-output") or (not language and path.endswith(CXX))
    ) or not os.path.isfile(path):
        return False
    text = (
        pathlib.Path(path)
        .read_text(encoding="utf-8", errors="surrogateescape")
        .replace("\\\n", "  ")
    )
    found = preprocess.CONCERNS.search(text)
    if found:
        print(
            f"{path}:{text.count(chr(10), 0, found.start()) + 1}: error: ctsarcc translates C; "
            "this is C++, where the directive "
            "means nothing [cxx]\n      = put the loop into a function of a C file, declared "
            'extern "C" here',
            file=sys.stderr,
        )
    return bool(found)


def is_c(path, language):
    return language in ("c", "c11") if language else path.endswith(".c") or path == "-"


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
