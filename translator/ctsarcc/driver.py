# SPDX-License-Identifier: BSD-3-Clause
"""The compiler driver: for each source, translate and compile; then link."""

import os
import sys

from . import misspelt, untouched
from . import options as command_line
from .options import Failed, UsageError

# As scripts/setup installs them.
PACKAGES = {
    "islpy": "python3 -m pip install --break-system-packages islpy",
    "clang": "python3-clang",
    "jinja2": "python3-jinja2",
}
INTERNAL_ERROR = 70  # EX_SOFTWARE


def main(words, installation):
    """ctsarcc. Returns the exit status."""
    try:
        return Driver(words, installation).run()
    except Failed as failure:
        return failure.status
    except UsageError as error:
        print(f"ctsarcc: error: {error}", file=sys.stderr)
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
        f"({os.path.basename(last.filename)}:{last.lineno})\n"
        "ctsarcc: this is a mistake of ctsarcc's, not of your program's; please report it with "
        "the file that it was\n"
        "ctsarcc: given. CTSARCC_DEBUG=1 shows where it happened.",
        file=sys.stderr,
    )
    if os.environ.get("CTSARCC_DEBUG"):
        traceback.print_exception(error)
    return INTERNAL_ERROR


def with_packages():
    """The driver script's Python starts without site, which takes as long as all of cc's start:
    what is installed beside Python is found from here on."""
    if sys.flags.no_site:
        import site

        site.main()


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


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
        with untouched.Folder("ctsarcc-") as self.folder:
            return self.compile_all(sources)

    def plain_words(self):
        """What the user wrote for cc, inputs and output included."""
        words, inputs = [], iter(self.options.inputs)
        for word in self.options.words:
            words.append(next(inputs)[1] if word is None else word)
        return words + (["-o", self.options.output] if self.options.output else [])

    def call(self, command):
        sys.stdout.flush()
        return untouched.spawn(command)

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
            except Failed as failure:
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
        path = f"{self.folder}/stdin.c"
        with open(path, "wb") as stream:
            stream.write(sys.stdin.buffer.read())
        self.quoted = ["-iquote", "."]
        return path

    def command(self, flags, path):
        """Without us."""
        return [*self.cc, *self.known(), *flags, "-x", "c", path]

    def compile(self, path, number):
        """One source to an object; returns its path."""
        options = self.options
        target = self.target(path, number, not options.mode)
        flags = self.compile_flags(not options.mode, path, target)
        misspelt.warn(path)
        status = (
            None if options.translate_only else self.compile_untouched(path, number, flags, target)
        )
        if status is None:
            with_packages()
            from .annotated import Annotated

            Annotated(self, path, number).compile(flags, target)
        elif status:
            raise Failed(status)
        return target

    def compile_untouched(self, path, number, flags, target):
        output = [] if self.options.mode == "-fsyntax-only" else ["-o", target]
        preprocessing = [*self.cc, *self.known(), *self.options.preprocessor(), "-x", "c", path]
        return untouched.compile(
            [*self.command(flags, path), *output],
            preprocessing,
            path,
            f"{self.folder}/{number}",
            target,
            self.installation.include,
        )

    def target(self, path, number, linking):
        if linking:
            return f"{self.folder}/{number}-{stem(path)}.o"
        suffix = ".s" if self.options.mode == "-S" else ".o"
        return self.options.output or stem(path) + suffix

    def compile_flags(self, linking, path, target):
        """The user's options; a dependency file gets the name that cc would have given it."""
        flags = [word for word in self.options.flags() if not word.startswith(("-l", "-Wl,"))]
        if linking:
            flags.append("-c")
        if any(flag in ("-MD", "-MMD") for flag in flags) and not any(
            flag.startswith("-MF") for flag in flags
        ):
            named = self.options.output
            flags += ["-MF", (os.path.splitext(named)[0] if named else stem(path)) + ".d"]
            if linking and not any(flag.startswith(("-MT", "-MQ")) for flag in flags):
                flags += ["-MT", self.options.output or stem(path) + ".o"]
        elif any(flag in ("-MD", "-MMD") for flag in flags) and not any(
            flag.startswith(("-MT", "-MQ")) for flag in flags
        ):
            flags += ["-MT", target]
        return flags

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
        compiler, cuda = self.installation.find_nvcc(), []
        if compiler:
            from . import nvcc

            cuda = nvcc.link_options(compiler, self.cc)
        return self.call([*self.cc, *words, *openmp, *ours, *cuda, "-lm", *output])


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
    from . import preprocess

    with open(path, encoding="utf-8", errors="surrogateescape") as stream:
        text = stream.read().replace("\\\n", "  ")
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
