# SPDX-License-Identifier: BSD-3-Clause
"""A preprocessed source file, and the way back from its offsets to what the user wrote."""

import bisect
import re

from .model import Location

MARKER = re.compile(r'#(?:line)?\s+(\d+)\s+"((?:[^"\\]|\\.)*)"((?: \d)*)\s*$')
TOKEN = re.compile(
    r'[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\''
    r"|->|\+\+|--|<<=|>>=|\.\.\.|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||\S"
)
THREADPRIVATE = re.compile(r"(?m)^\s*#\s*pragma\s+omp\s+threadprivate\s*\(([^)]*)\)")
OPERATOR = re.compile(r"(?m)^\s*#\s*pragma\s+omp\s+declare\s+reduction\s*\(\s*(\w+)\s*:")
GAP = 8  # lines that are left empty rather than skipped by a marker
COMMENT = re.compile(
    r'("(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')|/\*.*?\*/|//(?:[^\\\n]|\\.|\\\n)*', re.S
)


def strip_comments(text):
    """`text` with comments made blanks; lines and columns stay."""
    return COMMENT.sub(lambda m: m[1] or re.sub(r"[^\n]", " ", m[0]), text)


class _Lines:
    """Lines as the preprocessor wrote them, but without markers in the middle of one: those stand
    around what a macro of a system header becomes. What is a statement to the user is then one to
    us."""

    def __init__(self, path):
        self.lines, self.places, self.macros = [], [], []
        self.file, self.number, self.system = path, 1, False  # of the line that comes
        self.pending = None  # (line, number) of a marker that may be left out

    def add(self, line):
        marker = line.startswith("#") and MARKER.match(line)
        if marker:
            self._marker(
                line, int(marker[1]), re.sub(r"\\(.)", r"\1", marker[2]), marker[3].split()
            )
        elif not self._joined(line):
            if line.startswith(("#define ", "#undef ")):
                self.macros.append((len(self.lines), line))
                line = ""
            self._put(line)

    def _put(self, line):
        self.lines.append(line)
        self.places.append((self.file, self.number, self.system))
        self.number += 1

    def _put_marker(self, line, number):
        self.lines.append(line)
        self.places.append((None, 0, True))
        self.number = number

    def _marker(self, line, number, file, flags):
        within = file == self.file and not {"1", "2"} & set(flags)
        if within and (self.pending or (self.lines and not self.lines[-1].startswith("#"))):
            self.pending = (line, number)
            return
        self._put_marker(line, number)
        self.file, self.system, self.pending = file, "3" in flags, None

    def _joined(self, line):
        """Whether `line` has become a part of the last one; deals with the marker between the
        two."""
        if not self.pending:
            return False
        (marker, number), self.pending = self.pending, None
        ahead = number - self.number
        if line.startswith("#") or not -1 <= ahead <= GAP:
            self._put_marker(
                marker if self.system else re.sub(r"(?<=\")( [34])+", "", marker), number
            )
            return False
        if ahead < 0:
            last = self.lines[-1]
            self.lines[-1] = (
                f"{last.rstrip()} {line.lstrip()}"
                if last.strip() and line.strip()
                else last
                if last.strip()
                else line
            )
            return True
        for _ in range(ahead):
            self._put("")
        return False


def _read_lines(file):
    try:
        with open(file, encoding="utf-8", errors="replace") as stream:
            return stream.read().split("\n")
    except OSError:
        return []


class Source:
    """`text` is what the preprocessor wrote (with -dD), #define lines made empty."""

    def __init__(self, path, preprocessed):
        self.path = path
        read = _Lines(path)
        for line in preprocessed.split("\n"):
            read.add(line)
        lines = read.lines
        self.macro_lines = read.macros  # (line number in text, "#define ..." or "#undef ...")
        self._places = read.places  # per line of text: (file, line, in a system header)
        self._raw: dict[str, list[str]] = {}  # by file
        self.text = "\n".join(lines)
        self.threadprivate = {
            name for names in THREADPRIVATE.findall(self.text) for name in re.findall(r"\w+", names)
        }
        self.operators = set(OPERATOR.findall(self.text))  # of reductions, the user's
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def silence(self, indices):
        """Makes lines of `text` blank; offsets stay."""
        for index in indices:
            start, end = self._starts[index], self._starts[index + 1] - 1
            self.text = self.text[:start] + " " * (end - start) + self.text[end:]

    def line_of(self, offset):
        """The number, from 0, of the line of `text` that holds `offset`."""
        return bisect.bisect_right(self._starts, offset) - 1

    def line_text(self, index):
        return self.text[self._starts[index] : self._starts[index + 1] - 1]

    def line_start(self, index):
        return self._starts[index]

    def behind(self, end):
        """Where text may stand behind what ends at an offset: at the next line, or at once where
        more than a semicolon and comments stands on the same line."""
        line = self.line_start(self.line_of(end - 1) + 1)
        rest = re.sub(r"//.*|/\*.*?\*/", "", self.text[end:line])
        if rest.strip() in ("", ";"):
            return line
        semicolon = re.match(r"\s*;", self.text[end:line])
        return end + semicolon.end() if semicolon else end

    def place(self, index):
        """(file, line, in a system header) of a line of `text`."""
        return self._places[min(index, len(self._places) - 1)]

    def raw_lines(self, file):
        """The user's file as lines, [] where it cannot be read."""
        if file not in self._raw:
            self._raw[file] = _read_lines(file)
        return self._raw[file]

    def raw_line(self, where):
        lines = self.raw_lines(where.file)
        return lines[where.line - 1] if 0 < where.line <= len(lines) else None

    def indentation(self, offset):
        """The blanks before what the user wrote at `offset`'s line."""
        where = self.where(offset)
        raw = self.raw_line(where)
        if raw is None:
            raw = self.line_text(self.line_of(offset))
        return raw[: len(raw) - len(raw.lstrip())]

    def where(self, offset, end=None):
        """The user's place of a token at `offset`. The column is found by counting equal tokens on
        the line, because macros before it may have moved it."""
        index = self.line_of(offset)
        file, line, _ = self.place(index)
        start = self._starts[index]
        column = offset - start
        text = self.line_text(index)
        token = TOKEN.match(text, column)
        length = max(1, min(end or 0, start + len(text)) - offset, len(token[0]) if token else 1)
        raw = self.raw_lines(file)
        raw = strip_comments(raw[line - 1]) if file and 0 < line <= len(raw) else None
        if raw is not None and token and raw[column : column + len(token[0])] != token[0]:
            before = sum(1 for m in TOKEN.finditer(text, 0, column) if m[0] == token[0])
            found = [m.start() for m in TOKEN.finditer(raw) if m[0] == token[0]]
            if before < len(found):
                column = found[before]
            else:
                column, length = len(raw) - len(raw.lstrip()), 1
        return Location(file or self.path, line, column + 1, length)
