# SPDX-License-Identifier: BSD-3-Clause
"""Files without a directive of ours, which most files of a build are: they are the compiler's
alone, and cost little besides. They are compiled at once; what the compiler read meanwhile is
searched for words without which no directive can be written. A file that has such a word may still
have no directive: then the preprocessor tells (preprocess.concerned).

What is imported here is imported for every file: nothing that takes long."""

import os

from .options import UsageError

# A directive of ours has one of them, or the name ctsar, or OpenMP's name and a word of tasks.
WORDS = (b"hetero", b"depersist", b"part_copy")
TASKS = (b"task", b"target")
# What changes how a text is read.
OPAQUE = ("-finput-charset", "-fplugin", "-B", "-specs", "-no-integrated-cpp")
DEPENDENCIES = ("-M", "-Wp,-M", "-Xpreprocessor", "-Wp,-X")
COLOURS = ("-fdiagnostics-color", "-fno-diagnostics-color", "-fcolor-", "-fno-color-")
SYSTEM = (b"/usr/include/", b"/usr/lib/")


class Words:
    """The words of several texts, as bytes of C, of which one may define what another uses."""

    def __init__(self):
        self.ours = self.openmp = self.tasks = self.pasted = self.operator = False

    def add(self, text, system=False):
        """`system`: a header of the system's, where no macro has a directive for tasks, and none
        that is pasted together."""
        text = _joined(text)
        self.ours = (
            self.ours
            or any(word in text for word in WORDS)
            or any(not text.startswith(b".h", end) for end in _names(text, b"ctsar"))
            or b"??/" in text
        )
        self.openmp = self.openmp or any(True for _ in _names(text, b"omp"))
        if not system:
            self.tasks = self.tasks or any(word in text for word in TASKS)
            self.pasted = self.pasted or b"##" in text or b"%:%:" in text or b"??=" in text
            self.operator = self.operator or b"Pragma" in text or b" _P" in text or b"(_P" in text

    def mention_us(self):
        """Whether together they may hold a directive of ours."""
        return (
            self.ours
            or (self.openmp and (self.tasks or self.pasted))
            or (self.pasted and self.operator)
        )


def _joined(text):
    """`text` with continued lines made one, also where blanks stand behind the backslash, as gcc
    has it."""
    if b"\\" not in text:
        return text
    text = text.replace(b"\\\n", b"")
    if not any(blank in text for blank in (b"\\ ", b"\\\t", b"\\\r", b"\\\v", b"\\\f")):
        return text
    lines = (line.rstrip() for line in text.split(b"\n"))
    return b"".join(line[:-1] if line.endswith(b"\\") else line + b"\n" for line in lines)


def _names(text, name):
    """Where `name` ends, where it stands by itself."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (_of_a_name(text[at - 1 : at]) or _of_a_name(text[end : end + 1])):
            yield end
        at = text.find(name, end)


def _of_a_name(byte):
    return byte.isalnum() or byte == b"_"


class Folder:
    """A temporary folder of files; tempfile takes long to import."""

    def __init__(self, prefix):
        named = filter(None, map(os.environ.get, ("TMPDIR", "TMP", "TEMP")))
        usable = [path for path in named if os.path.isdir(path) and os.access(path, os.W_OK)]
        parent = usable[0] if usable else "/tmp"  # as cc chooses
        self.path = f"{parent}/{prefix}{os.getpid()}-{os.urandom(6).hex()}"

    def __enter__(self):
        os.mkdir(self.path, 0o700)
        return self.path

    def __exit__(self, *_):
        for name in os.listdir(self.path):
            os.unlink(f"{self.path}/{name}")
        os.rmdir(self.path)


def compile(command, preprocessing, path, scratch, target, trusted):
    """Compiles the C file `path` as `command` says, and returns cc's exit status once it is known
    that neither it nor its headers hold a directive. None where they may: then nothing has been
    said, and no object is left.

    preprocessing: the command with what the preprocessor needs alone
    scratch: the beginning of temporary files' names
    target: the object that `command` writes
    trusted: ctsar.h's folder"""
    if any(word.startswith(OPAQUE) for word in command) or not _read_without_us([path], command):
        return None
    listed, messages = f"{scratch}.d", f"{scratch}.messages"
    if any(word.startswith(DEPENDENCIES) for word in command):  # the user has a list of his own
        failed = spawn([*preprocessing, "-M", "-MF", listed], messages)
        return None if failed or not _untouched(listed, command, trusted) else spawn(command)
    status = spawn([*command, "-MD", "-MF", listed, *_colours(command)], messages)
    if not _untouched(listed, command, trusted):
        if os.path.isfile(target):
            os.unlink(target)
        return None
    with open(messages, "rb") as stream:
        os.write(2, stream.read())
    return status


def _colours(command):
    """The compiler does not see the terminal, as its messages go through a file."""
    wanted = os.isatty(2) and os.environ.get("TERM", "dumb") != "dumb"
    if not wanted or any(word.startswith(COLOURS) for word in command):
        return []
    return ["-fdiagnostics-color=always"]


def spawn(command, messages=None):
    """Runs a command; returns its exit status as a shell does. `messages`: the file for its
    standard error."""
    actions = []
    if messages:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        actions.append((os.POSIX_SPAWN_OPEN, 2, messages, flags, 0o600))
    try:
        child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    except FileNotFoundError:
        raise UsageError(f"there is no compiler '{command[0]}'") from None
    except OSError as error:
        raise UsageError(f"'{command[0]}' cannot be started: {error.strerror}") from None
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status if status >= 0 else 128 - status


def _untouched(listed, command, trusted):
    """Whether the files in a list of dependencies are free of us; what cannot be read, the list
    included, is not known to be."""
    try:
        with open(listed, "rb") as stream:
            paths = set(_files(stream.read()))
    except OSError:
        return False
    return _read_without_us(paths - {os.fsencode(f"{trusted}/ctsar.h")}, command)


def _read_without_us(paths, command):
    """Whether files, and the macros that a command defines, do not mention us."""
    words = Words()
    for word in command:
        if "=" in word and not word.startswith(("-I", "-o")):
            words.add(os.fsencode(word))
    try:
        for path in paths:
            with open(path, "rb") as stream:
                words.add(stream.read(), os.fsencode(path).startswith(SYSTEM))
    except OSError:
        return False
    return not words.mention_us()


def _files(text):
    """The files that rules of make name: targets end in a colon; a blank in a name is escaped."""
    text = text.replace(b"\\\n", b" ").replace(b"\\ ", b"\0")
    for word in text.replace(b"\\#", b"#").replace(b"$$", b"$").split():
        if not word.endswith(b":"):
            yield word.replace(b"\0", b" ")
