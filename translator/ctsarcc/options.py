# SPDX-License-Identifier: BSD-3-Clause
"""ctsarcc's command line: cc's, and a few options of its own."""

# cc's options whose argument may be the next word; those that only the preprocessor reads come
# first.
PREPROCESSOR = {
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "--sysroot",
    "-imultilib",
}
WITH_ARGUMENT = PREPROCESSOR | {
    "-o",
    "-x",
    "-L",
    "-l",
    "-MF",
    "-MT",
    "-MQ",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xclang",
    "-T",
    "-u",
    "-z",
    "-e",
    "-aux-info",
    "-target",
    "--param",
    "-B",
    "-arch",
    "-G",
    "-A",
}
DEPENDENCIES = {"-M", "-MM", "-MD", "-MMD", "-MP", "-MG", "-MF", "-MT", "-MQ"}
NO_LINK = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"}
# Asked of the compiler, with no input.
QUERIES = (
    "--version",
    "-v",
    "-dumpversion",
    "-dumpmachine",
    "-dumpspecs",
    "-dumpfullversion",
    "-###",
    "--help",
    "-print-",
    "--print-",
    "--target-help",
)

HELP = """usage: ctsarcc [OPTION]... FILE...

Compiles C whose loops carry hetero() directives, as cc compiles C. All of cc's
options are understood and handed on. Of its own it has

  --cc=COMPILER      the C compiler: cc, or what CTSARCC_CC names
  --translate-only   write what would be compiled, FILE.ctsar.c or what -o names
                     (- for the standard output), and compile nothing
  --explain          say of each array what was declared, what was found, and why
  --explain=json     the same for tools: an object for each file, on the standard output
  --show-model       print what the translator makes of the file
  --no-cuda          make no CUDA kernels; they are made where there is nvcc (CTSARCC_NVCC names it)
  --cuda-arch=ARCH   what nvcc compiles for: 90 (and what is made of it), or what its -arch takes
  --no-opencl        make no OpenCL kernels
  --static-ctsar     link libctsar's archive
  --help             this text

docs/directives.md has the directives.
"""


class UsageError(Exception):
    pass


class Failed(Exception):
    """Something has failed and said so."""

    def __init__(self, status=1):
        self.status = status


class Options:
    """No dataclass, whose module takes longer to import than a file takes to compile."""

    def __init__(self) -> None:
        self.compiler = ["cc"]
        self.inputs: list[tuple] = []  # (place in words, path, language or "")
        self.words: list[str | None] = []  # cc's own, inputs included as None
        self.output = ""
        self.mode = ""  # -c, -S, -E, -M, -MM, -fsyntax-only or "" to link
        self.translate_only = False
        self.explain = ""  # text or json
        self.show_model = False
        self.cuda = True
        self.no_cuda = ""  # why there are no CUDA kernels
        self.cuda_arch = ""
        self.opencl = True
        self.static = False
        self.openmp = False  # the user gave -fopenmp
        self.query = False
        self.help = False

    def flags(self):
        """cc's options without inputs, their languages and -o."""
        words = [word for word in self.words if word is not None]
        return [
            word
            for before, word in zip(["", *words], words, strict=False)
            if before != "-x" and not word.startswith("-x")
        ]

    def preprocessor(self):
        """What the preprocessor must be told: all but linking, output and dependencies."""
        words, skip = [], False
        for word in self.flags():
            if skip:
                skip = False
                continue
            if word in DEPENDENCIES or word in NO_LINK or word in ("-Xlinker",):
                skip = word in WITH_ARGUMENT
                continue
            if word.startswith(("-MF", "-MT", "-MQ", "-Wp,-M", "-Wl,", "-l", "-L")):
                skip = word in WITH_ARGUMENT
                continue
            words.append(word)
        return words


def parse(words):
    options = Options()
    words = _responses(words)
    language, at = "", 0
    while at < len(words):
        word = words[at]
        at += 1
        own = _own(options, word, words, at)
        if own is not None:
            at += own
        elif word == "-" or not word.startswith("-"):
            options.inputs.append((len(options.words), word, language))
            options.words.append(None)
        else:
            argument: str | None = None
            if word in WITH_ARGUMENT:
                if at == len(words):
                    raise UsageError(f"option {word} needs an argument")
                argument = words[at]
                at += 1
            if word == "-x":
                language = "" if argument in (None, "none") else str(argument)
            elif word == "-o" or (
                word.startswith("-o") and word != "-o" and not word.startswith(("-objc", "-openmp"))
            ):
                options.output = str(argument) if word == "-o" else word[2:]
                continue
            elif word.startswith("-x") and len(word) > 2:
                language = "" if word[2:] == "none" else word[2:]
            elif word in NO_LINK:
                options.mode = word if options.mode not in ("-E", "-M", "-MM") else options.mode
            elif word in ("-fopenmp", "-fopenmp=libomp", "-fopenmp=libgomp"):
                options.openmp = True
            elif word == "-fno-openmp":
                options.openmp = False
            if word.startswith(QUERIES):
                options.query = True
            options.words += [word] if argument is None else [word, argument]
    return options


def _own(options, word, words, at):
    """How many further words an option of ctsarcc's own takes; None where it is none of these."""
    if word == "--cc":
        if at == len(words):
            raise UsageError("option --cc needs a compiler")
        options.compiler = words[at].split()
        return 1
    if word.startswith("--cc="):
        options.compiler = word[5:].split() or ["cc"]
    elif word == "--translate-only":
        options.translate_only = True
    elif word in ("--explain", "--explain=text"):
        options.explain = "text"
    elif word == "--explain=json":
        options.explain = "json"
    elif word.startswith("--explain="):
        raise UsageError(f"option {word}: text or json")
    elif word == "--show-model":
        options.show_model = True
    elif word == "--no-cuda":
        options.cuda = False
    elif word.startswith("--cuda-arch="):
        options.cuda_arch = word.partition("=")[2]
    elif word == "--no-opencl":
        options.opencl = False
    elif word == "--static-ctsar":
        options.static = True
    elif word == "--help":
        options.help = True
    else:
        return None
    return 0


def _responses(words):
    """@FILE as the words in it."""
    result = []
    for word in words:
        if word.startswith("@") and len(word) > 1:
            import shlex

            try:
                with open(word[1:], encoding="utf-8") as stream:
                    result += _responses(shlex.split(stream.read()))
                    continue
            except (OSError, ValueError):
                pass
        result.append(word)
    return result
