# SPDX-License-Identifier: BSD-3-Clause
"""The grammar of directives: the text of a pragma to a model.Directive, or to messages.

A dialect (ctsar, acc, omp) is one line in SPELLINGS; clauses are the same in all of them, and each is one function
in CLAUSES.
"""
import difflib
import re

from .diagnostics import guess
from .model import Clause, Depersist, Dimension, Directive, Expression, Hetero, Kernel, Location
from .source import TOKEN, strip_comments

# What hetero() may stand on: sentinel, words.
SPELLINGS = [("ctsar", ("for",)), ("acc", ("region", "for")), ("acc", ("region",)), ("acc", ("parallel", "loop")),
             ("omp", ("parallel", "for"))]
INDEPENDENT = [("ctsar", ("loop", "independent")), ("acc", ("loop", "independent"))]
POLICIES = ["static", "adaptive", "split", "quick", "chunk", "chunk_static", "chunk_dynamic", "hybrid", "auto"]
DEVICES = ["cpu", "gpu", "all"]
OPERATORS = ["+", "*", "min", "max", "&", "|", "^", "&&", "||"]
BACKENDS = ["host", "cuda", "opencl"]


class Stop(Exception):
    """A message has been given; nothing more can be understood of this directive."""


class Text:
    """Tokens of a pragma's text, macros expanded, with their places in what the user wrote."""

    def __init__(self, source, line, text, diagnostics):
        self.text, self.diagnostics, self.at = text, diagnostics, 0
        self.tokens = list(TOKEN.finditer(text))
        self._places = places(source, line, [match[0] for match in self.tokens])

    def where(self, index=None, last=None):
        index = self.at if index is None else index
        if not self.tokens:
            return self._places[0]
        place = self._places[min(index, len(self.tokens) - 1)]
        if last is not None and self._places[last].line == place.line and self._places[last].column >= place.column:
            end = self._places[last]
            return Location(place.file, place.line, place.column, end.column + end.length - place.column)
        return place

    def peek(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, wanted=None, help=""):
        found = self.peek()
        if wanted and found != wanted:
            self.diagnostics.add("syntax", self.where(), expected=f"'{wanted}'", found=found or "end of line", help=help)
            raise Stop
        self.at += 1
        return found

    def take_name(self, help=""):
        if not re.match(r"[A-Za-z_]", self.peek()):
            self.diagnostics.add("syntax", self.where(), expected="a name", found=self.peek() or "end of line", help=help)
            raise Stop
        return self.take()

    def accept(self, wanted):
        if self.peek() == wanted:
            self.at += 1
            return True
        return False

    def until(self, *closers, help=""):
        """The Expression up to the first of `closers` outside of parentheses, which stays."""
        first, depth, questions = self.at, 0, 0
        while self.at < len(self.tokens):
            token = self.peek()
            if depth == 0 and token in closers and not (token == ":" and questions):
                break
            depth += (token in "([{") - (token in ")]}")
            questions += (token == "?") - (token == ":")
            self.at += 1
        if self.at == len(self.tokens) or self.at == first:
            self.diagnostics.add("syntax", self.where(), expected="an expression" if self.at == first else f"'{closers[0]}'",
                                 found=self.peek() or "end of line", help=help)
            raise Stop
        text = self.text[self.tokens[first].start():self.tokens[self.at - 1].end()]
        return Expression(text, self.where(first, self.at - 1), constant(text))


def places(source, line, tokens):
    """The Location of each token of a directive: the raw line and its continuations are searched for the same tokens
    in the same order; a token that a macro produced gets the place of what stands there instead."""
    file, number, _ = source.place(line)
    raw = source.raw_lines(file) if file else []
    written, index = [], number - 1
    while 0 <= index < len(raw):
        text = raw[index].rstrip()
        continued = text.endswith("\\")
        clean = strip_comments(text[:-1] if continued else text)
        written += [(match[0], index + 1, match.start() + 1) for match in TOKEN.finditer(clean)]
        index += 1
        if not continued:
            break
    if written[1:2] and written[0][0] == "#" and written[1][0] == "pragma":
        written = written[3:]
    if not written:
        return [Location(file or source.path, number, 0)] * max(1, len(tokens))
    found = [None] * len(tokens)
    if tokens == [word for word, _, _ in written]:
        found = list(range(len(tokens)))
    else:
        matcher = difflib.SequenceMatcher(None, [word for word, _, _ in written], tokens, autojunk=False)
        for tag, low, high, first, last in matcher.get_opcodes():
            for k in range(first, last):
                found[k] = low + (k - first if tag == "equal" else 0)
    spots = [written[min(k, len(written) - 1)] for k in found]
    return [Location(file, row, column, len(word)) for word, row, column in spots] or [Location(file, number, 0)]


def constant(text):
    """The value of constant C text, or None."""
    if text in ("true", "TRUE"):
        return 1
    if text in ("false", "FALSE"):
        return 0
    plain = re.sub(r"\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]+\b", r"\1", text)
    if not re.fullmatch(r"[\s\dxXa-fA-F()+\-*/%<>!=&|^~.]*", plain) or not re.search(r"\d", plain) or re.search(r"[a-wyzA-WYZ]", re.sub(r"0[xX][0-9a-fA-F]+", "", plain).replace("e", "")):
        return None
    plain = plain.replace("&&", " and ").replace("||", " or ")
    plain = re.sub(r"!(?!=)", " not ", plain)
    plain = re.sub(r"(?<![\d.])/(?!/)", "//", plain) if "." not in plain else plain
    plain = re.sub(r"\b0+(?=[1-7])", "0o", plain) if "." not in plain else plain
    if "**" in plain or len(plain) > 200:
        return None
    try:
        value = eval(compile(plain, "constant", "eval"), {"__builtins__": {}})  # digits and operators only
    except (SyntaxError, ArithmeticError, ValueError, TypeError, MemoryError, OverflowError):
        return None
    return int(value) if isinstance(value, (bool, int)) else value


# ---- Clauses --------------------------------------------------------------------------------------------------------


def names(text, help):
    """NAME, NAME, ... up to the closing parenthesis."""
    text.take("(", help)
    while True:
        where = text.where()
        yield text.take_name(help), where
        if not text.accept(","):
            break
    text.take(")", help)


def hetero(text, parts, name, where):
    help = "hetero(condition, devices, policy, ratio, div)"
    text.take("(", help)
    arguments = [text.until(",", ")", help=help)]
    while text.accept(","):
        arguments.append(text.until(",", ")", help=help))
    text.take(")", help)
    if len(arguments) > 5:
        text.diagnostics.add("hetero-arguments", arguments[5].where, count=len(arguments))
        raise Stop
    if parts["hetero"]:
        text.diagnostics.add("repeated-clause", where, name="hetero")
    condition, devices, policy, ratio, div = arguments + [None] * (5 - len(arguments))

    def one_of(argument, known, id):
        word = "default" if argument is None else argument.text.lower()
        word = re.sub(r"^ctsar_(dev_|policy_)?", "", word)
        if word != "default" and word not in known:
            text.diagnostics.add(id, argument.where, found=argument.text, guess=guess(word, known), known=", ".join(known))
        return word

    def number(argument):
        return None if argument is None or argument.text == "default" else argument
    ratio, div = number(ratio), number(div)
    if ratio and ratio.value is not None and not 0 <= ratio.value <= 1:
        text.diagnostics.add("hetero-ratio", ratio.where, found=ratio.text)
    if div and div.value is not None and (div.value < 1 or div.value != int(div.value)):
        text.diagnostics.add("hetero-div", div.where, found=div.text)
    devices = one_of(devices, DEVICES, "hetero-devices")
    parts["hetero"] = Hetero(where, condition, "all" if devices == "default" else devices,
                             one_of(policy, POLICIES, "hetero-policy"), ratio, div)


def truth(text, condition):
    if condition.value is None or not isinstance(condition.value, int):
        text.diagnostics.add("dimension-condition", condition.where, found=condition.text)
        return True
    return bool(condition.value)


def whole(value, least):
    return isinstance(value, int) and value >= least


def halo(text):
    """HALO or BELOW/ABOVE."""
    below = text.until("/", "]")
    above = text.until("]") if text.accept("/") else below
    for part in (below, above):
        if part.value is not None and not whole(part.value, 0):
            text.diagnostics.add("halo-negative", part.where, found=part.text)
    return below, above


def part_copy(text, parts, name, where):
    help = f"{name}(ARRAY[CONDITION:ITEMS:HALO]...): 1 as the condition of the dimension that the loop's variable selects"
    kind = "part_" + re.sub(r"^(part_|p)", "", name)
    text.take("(", help)
    while True:
        place, first = text.where(), text.at
        array = text.take_name(help)
        size = None
        if text.accept("("):
            size = text.until(")", help=help)
            text.take(")", help)
        dimensions = []
        while text.accept("["):
            condition = text.until(":", "]", help=help)
            text.take(":", help)
            associated = truth(text, condition)
            extent = text.until(":", "]", help=help)
            below = above = None
            if text.accept(":"):
                below, above = halo(text)
            text.take("]", help)
            if extent.value is not None and not whole(extent.value, 1):
                text.diagnostics.add("extent-positive", extent.where, found=extent.text, name=array)
            dimensions.append(Dimension(associated, extent, below, above))
        parts["clauses"].append(Clause(kind, array, text.where(first, text.at - 1) if dimensions else place, size, tuple(dimensions)))
        if not text.accept(","):
            break
    text.take(")", help)


def whole_copy(text, parts, name, where):
    help = f"{name}(ARRAY[FIRST:ITEMS])"
    text.take("(", help)
    while True:
        place = text.where()
        array = text.take_name(help)
        lower = extent = None
        if text.accept("["):
            lower = text.until(":", "]", help=help)
            text.take(":", help)
            extent = text.until("]", help=help)
            text.take("]", help)
        if name in ("copy", "copyout"):
            text.diagnostics.add("copy-out-whole", place, name=array, kind=name)
        else:
            parts["clauses"].append(Clause("copyin", array, place, lower=lower, extent=extent))
        if extent and extent.value is not None and not whole(extent.value, 1):
            text.diagnostics.add("extent-positive", extent.where, found=extent.text, name=array)
        if not text.accept(","):
            break
    text.take(")", help)


def variables(text, parts, name, where):
    parts["clauses"] += [Clause(name, variable, place) for variable, place in names(text, f"{name}(VARIABLE, ...)")]


def reduction(text, parts, name, where):
    help = "reduction(OPERATOR: VARIABLE, ...)"
    text.take("(", help)
    place = text.where()
    op = text.take()
    if op not in OPERATORS:
        text.diagnostics.add("reduction-operator", place, found=op, known=" ".join(OPERATORS))
    text.take(":", help)
    while True:
        place = text.where()
        parts["clauses"].append(Clause("reduction", text.take_name(help), place, op=op))
        if not text.accept(","):
            break
    text.take(")", help)


def kernel(text, parts, name, where):
    help = "kernel(BACKEND: FUNCTION)"
    text.take("(", help)
    place = text.where()
    backend = text.take_name(help)
    if backend not in BACKENDS:
        text.diagnostics.add("kernel-backend", place, found=backend, guess=guess(backend, BACKENDS), known=", ".join(BACKENDS))
    text.take(":", help)
    parts["kernels"].append(Kernel(backend, text.take_name(help), place))
    text.take(")", help)


def num_threads(text, parts, name, where):
    text.take("(")
    parts["num_threads"] = text.until(")")
    text.take(")")


def skip(text):
    if text.accept("("):
        depth = 1
        while depth and text.at < len(text.tokens):
            token = text.take()
            depth += (token == "(") - (token == ")")


def ignored(text, parts, name, where):
    text.diagnostics.add("ignored-clause", where, name=name)
    skip(text)


REFUSED = {
    "collapse": "split the outer loop; inner independent loops become a second dimension by themselves",
    "lastprivate": "write the value to an array, or compute it after the loop",
    "ordered": "iterations are executed in no order; take it out",
    "linear": "compute the value from the loop's variable",
    "deviceptr": "ctsar has its own copies of arrays: use part_copy or copyin",
}


def refused(text, parts, name, where):
    text.diagnostics.add("refused-clause", where, name=name, help=REFUSED[name])
    skip(text)


CLAUSES = {
    "hetero": hetero,
    **dict.fromkeys(["part_copy", "part_copyin", "part_copyout", "pcopy", "pcopyin", "pcopyout"], part_copy),
    **dict.fromkeys(["copy", "copyin", "copyout"], whole_copy),
    **dict.fromkeys(["persist", "private", "firstprivate", "shared"], variables),
    "reduction": reduction, "kernel": kernel, "num_threads": num_threads,
    **dict.fromkeys(["schedule", "gang", "worker", "vector", "independent", "default", "proc_bind", "nowait"], ignored),
    **dict.fromkeys(REFUSED, refused),
}
OURS = {"hetero", "part_copy", "part_copyin", "part_copyout", "pcopy", "pcopyin", "pcopyout", "persist", "kernel"}


def clauses(text, parts):
    """All clauses; returns those that plain compilers know too, as text."""
    plain = []
    while text.at < len(text.tokens):
        if text.accept(","):
            continue
        where, first = text.where(), text.at
        name = text.take_name("clauses are NAME(ARGUMENTS)")
        if name not in CLAUSES:
            text.diagnostics.add("unknown-clause", where, name=name, guess=guess(name, CLAUSES), known=", ".join(sorted(OURS)) + " and OpenMP's")
            skip(text)
            continue
        CLAUSES[name](text, parts, name, where)
        if name not in OURS:
            plain.append(text.text[text.tokens[first].start():text.tokens[text.at - 1].end()])
    return " ".join(plain)


# ---- Directives -----------------------------------------------------------------------------------------------------


def words_of(text, sentinel):
    """The longest spelling that the text begins with, or None."""
    tokens = tuple(match[0] for match in text.tokens[:3])
    fitting = [words for known, words in SPELLINGS if known == sentinel and tokens[:len(words)] == words]
    return max(fitting, key=len, default=None)


def parse(source, line, sentinel, expanded, diagnostics):
    """One pragma: a Directive, a Depersist, "independent", or None where it is none of ours or wrong."""
    text = Text(source, line, expanded, diagnostics)
    start = source.line_start(line)
    end = start + len(source.line_text(line))
    tokens = tuple(match[0] for match in text.tokens)
    try:
        if tokens[:1] == ("depersist",):
            place = text.where()
            text.take()
            return Depersist(start, end, place, tuple(name for name, _ in names(text, "depersist(ARRAY, ...)")))
        if (sentinel, tokens[:2]) in INDEPENDENT:
            return "independent"
        words = words_of(text, sentinel)
        ours = [index for index, word in enumerate(tokens) if word in OURS and tokens[index + 1:index + 2] == ("(",)]
        if not ours and sentinel != "ctsar":
            return None
        if not words:
            diagnostics.add("unknown-directive", text.where(), found=f"{sentinel} {text.peek()}".strip(),
                            clause=tokens[ours[0]] if ours else "hetero")
            return None
        where = text.where(0, len(words) - 1)
        text.at = len(words)
        parts = {"hetero": None, "clauses": [], "kernels": [], "num_threads": None}
        known = clauses(text, parts)
        if not parts["hetero"]:
            if ours:
                diagnostics.add("without-hetero", text.where(ours[0]), name=tokens[ours[0]])
            return None
        plain = f"#pragma {sentinel} {' '.join(words)} {known}".rstrip() if sentinel != "ctsar" else ""
        return Directive(f"{sentinel} {' '.join(words)}", start, end, where, parts["hetero"], tuple(parts["clauses"]),
                         tuple(parts["kernels"]), parts["num_threads"], plain)
    except Stop:
        return None
