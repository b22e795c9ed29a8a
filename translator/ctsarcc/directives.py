# SPDX-License-Identifier: BSD-3-Clause
"""The grammar of directives: the text of a pragma to a model.Directive, or to messages.

A dialect (ctsar, acc, omp) is one line in SPELLINGS; clauses are the same in all of them, and each
is one function in CLAUSES."""

import difflib
import re
from dataclasses import replace
from typing import Any

from .diagnostics import guess
from .model import Clause, Depersist, Dimension, Directive, Expression, Hetero, Kernel, Location
from .source import TOKEN, strip_comments

# What hetero() may stand on: sentinel, words.
SPELLINGS = [
    ("ctsar", ("for",)),
    ("acc", ("region", "for")),
    ("acc", ("region",)),
    ("acc", ("parallel", "loop")),
    ("omp", ("parallel", "for")),
    ("omp", ("parallel", "for", "simd")),
    ("omp", ("for",)),
    ("omp", ("for", "simd")),
]
INDEPENDENT = [("ctsar", ("loop", "independent")), ("acc", ("loop", "independent"))]
POLICIES = [
    "static",
    "adaptive",
    "split",
    "quick",
    "chunk",
    "chunk_static",
    "chunk_dynamic",
    "hybrid",
    "auto",
]
DEVICES = ["cpu", "gpu", "all"]
OPERATORS = ["+", "*", "min", "max", "&", "|", "^", "&&", "||"]
SAME = {"-": "+"}  # partial results of a difference are added
BACKENDS = ["host", "cuda", "opencl"]

# Directives of ctsar's own that stand before no loop.
ELSE = ["task", "taskwait", "implements", "pure", "depersist"]


class Stop(Exception):
    """A message has been given; nothing more can be understood of this directive."""


class Text:
    """Tokens of a pragma's text, macros expanded, with their places in what the user wrote."""

    def __init__(self, source, line, text, diagnostics):
        self.text, self.diagnostics, self.at = text, diagnostics, 0
        self.omp = False  # OmpSs's spelling
        self.tokens = list(TOKEN.finditer(text))
        self.operators = source.operators
        self._places = places(source, line, [match[0] for match in self.tokens])

    def where(self, index=None, last=None):
        index = self.at if index is None else index
        if not self.tokens:
            return self._places[0]
        place = self._places[min(index, len(self.tokens) - 1)]
        if (
            last is not None
            and self._places[last].line == place.line
            and self._places[last].column >= place.column
        ):
            end = self._places[last]
            return Location(
                place.file, place.line, place.column, end.column + end.length - place.column
            )
        return place

    def peek(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, wanted=None, help=""):
        found = self.peek()
        if wanted and found != wanted:
            self.diagnostics.add(
                "syntax",
                self.where(),
                expected=f"'{wanted}'",
                found=found or "end of line",
                help=help,
            )
            raise Stop
        self.at += 1
        return found

    def take_name(self, help=""):
        if not re.match(r"[A-Za-z_]", self.peek()):
            self.diagnostics.add(
                "syntax",
                self.where(),
                expected="a name",
                found=self.peek() or "end of line",
                help=help,
            )
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
            self.diagnostics.add(
                "syntax",
                self.where(),
                expected="an expression" if self.at == first else f"'{closers[0]}'",
                found=self.peek() or "end of line",
                help=help,
            )
            raise Stop
        text = self.text[self.tokens[first].start() : self.tokens[self.at - 1].end()]
        where = self.where(first, self.at - 1)
        if any(token in ";{}#" for token in (match[0] for match in self.tokens[first : self.at])):
            self.diagnostics.add("expression", where, found=text)
            raise Stop
        return Expression(text, where)


def places(source, line, tokens):
    """The Location of each token of a directive: the raw line and its continuations are searched
    for the same tokens in the same order; a token that a macro produced gets the place of what
    stands there instead."""
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
    found = [0] * len(tokens)
    if tokens == [word for word, _, _ in written]:
        found = list(range(len(tokens)))
    else:
        matcher = difflib.SequenceMatcher(
            None, [word for word, _, _ in written], tokens, autojunk=False
        )
        for tag, low, _, first, last in matcher.get_opcodes():
            for k in range(first, last):
                found[k] = low + (k - first if tag == "equal" else 0)
    spots = [written[min(k, len(written) - 1)] for k in found]
    return [Location(file, row, column, len(word)) for word, row, column in spots] or [
        Location(file, number, 0)
    ]


# ---- Clauses -------------------------------------------------------------------------------------


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
            text.diagnostics.add(
                id,
                argument.where,
                found=argument.text,
                guess=guess(word, known),
                known=", ".join(known),
            )
        return word

    def number(argument):
        return None if argument is None or argument.text == "default" else argument

    ratio, div = number(ratio), number(div)
    devices = one_of(devices, DEVICES, "hetero-devices")
    parts["hetero"] = Hetero(
        where,
        condition,
        "all" if devices == "default" else devices,
        one_of(policy, POLICIES, "hetero-policy"),
        ratio,
        div,
    )


def halo(text):
    """HALO or BELOW/ABOVE."""
    below = text.until("/", "@", "]")
    return below, text.until("@", "]") if text.accept("/") else below


def part(text, help):
    """[CONDITION:ITEMS:HALO@FIRST:WIDTH], whose bracket has been taken."""
    condition = text.until(":", "]", help=help)
    text.take(":", help)
    extent = text.until(":", "@", "]", help=help)
    below = above = first = width = None
    if text.accept(":"):
        below, above = halo(text)
    if text.accept("@"):
        first = text.until(":", "]", help=help)
        width = text.until("]", help=help) if text.accept(":") else None
    text.take("]", help)
    return Dimension(False, extent, below, above, condition, first=first, width=width)


def part_copy(text, parts, name, where):
    help = (
        f"{name}(ARRAY[CONDITION:ITEMS:HALO@FIRST]...): 1 as the condition of the dimension that "
        "the loop's variable selects"
    )
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
            dimensions.append(part(text, help))
        parts["clauses"].append(
            Clause(
                kind,
                array,
                text.where(first, text.at - 1) if dimensions else place,
                size,
                tuple(dimensions),
            )
        )
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
        if not text.accept(","):
            break
    text.take(")", help)


def variables(text, parts, name, where):
    parts["clauses"] += [
        Clause(name, variable, place) for variable, place in names(text, f"{name}(VARIABLE, ...)")
    ]


def reduction(text, parts, name, where):
    """What only OpenMP has (operators of the user's, sections of arrays, modifiers) is left to
    it."""
    help = "reduction(OPERATOR: VARIABLE, ...)"
    text.take("(", help)
    first, place = text.at, text.where()
    op = text.take()
    if text.accept(","):
        only_openmp(text, parts, place, f"reduction({op}, ...)")
        return
    if op not in OPERATORS and op not in SAME:
        own = op in text.operators or (re.match(r"[A-Za-z_]", op) and not guess(op, OPERATORS))
        if not own:
            text.diagnostics.add("reduction-operator", place, found=op, known=" ".join(OPERATORS))
        else:
            only_openmp(text, parts, place, f"the operator '{op}' of a reduction")
            return
    text.take(":", help)
    while True:
        place = text.where()
        variable = text.take_name(help)
        if text.peek() in ("[", ".", "->"):
            text.at = first
            only_openmp(text, parts, place, f"a reduction into parts of '{variable}'")
            return
        parts["clauses"].append(Clause("reduction", variable, place, op=SAME.get(op, op)))
        if not text.accept(","):
            break
    text.take(")", help)


def only_openmp(text, parts, where, what):
    """A clause that no device and no split has: the loop stays with OpenMP. Its opening parenthesis
    has been taken."""
    first = text.at
    closing(text)
    named = frozenset(token[0] for token in text.tokens[first : text.at])
    what, where, names = parts["openmp"] or (what, where, frozenset())
    parts["openmp"] = what, where, names | named


def kernel(text, parts, name, where):
    help = "kernel(BACKEND: FUNCTION)"
    text.take("(", help)
    place = text.where()
    backend = text.take_name(help)
    if backend not in BACKENDS:
        text.diagnostics.add(
            "kernel-backend",
            place,
            found=backend,
            guess=guess(backend, BACKENDS),
            known=", ".join(BACKENDS),
        )
    text.take(":", help)
    parts["kernels"].append(Kernel(backend, text.take_name(help), place))
    text.take(")", help)


def num_threads(text, parts, name, where):
    text.take("(")
    parts["num_threads"] = text.until(")")
    text.take(")")


def skip(text):
    if text.accept("("):
        closing(text)


def closing(text):
    """Past the parenthesis that closes the one that has been taken."""
    depth = 1
    while depth and text.at < len(text.tokens):
        token = text.take()
        depth += (token == "(") - (token == ")")


def condition(text, parts, name, where):
    """if(CONDITION), if(parallel: CONDITION)."""
    text.take("(")
    if (
        text.peek() in ("parallel", "simd")
        and text.tokens[text.at + 1 : text.at + 2]
        and text.tokens[text.at + 1][0] == ":"
    ):
        text.at += 2
    found = text.until(")")
    parts["if"] = found if parts["if"] is None else both(parts["if"], found)
    text.take(")")


def both(first, second):
    return Expression(f"({first.text}) && ({second.text})", first.where)


def left_to_openmp(text, parts, name, where):
    skip(text)
    parts["openmp"] = parts["openmp"] or (f"the clause '{name}'", where, frozenset())


def linear(text, parts, name, where):
    text.take("(")
    only_openmp(text, parts, where, f"the clause '{name}'")


def lastprivate(text, parts, name, where):
    """Private; that the last iteration which sets it is the one that counts only OpenMP knows."""
    opened = text.at
    text.take("(")
    last = not text.accept("conditional")
    if not last:
        parts["openmp"] = parts["openmp"] or ("the clause 'lastprivate'", where, frozenset())
        text.take(":")
        del text.tokens[opened + 1 : text.at]
        del text._places[opened + 1 : text.at]
    text.at = opened
    parts["last"] += [
        Clause("private", variable, place, last=last)
        for variable, place in names(text, "lastprivate(VARIABLE, ...)")
    ]


def stated(text, parts, name, where):
    parts["independent"] = True


def ignored(text, parts, name, where):
    text.diagnostics.add("ignored-clause", where, name=name)
    skip(text)


REFUSED = {
    "deviceptr": "ctsar has its own copies of arrays: use part_copy or copyin",
}


def refused(text, parts, name, where):
    text.diagnostics.add("refused-clause", where, name=name, help=REFUSED[name])
    skip(text)


CLAUSES = {
    "hetero": hetero,
    **dict.fromkeys(
        ["part_copy", "part_copyin", "part_copyout", "pcopy", "pcopyin", "pcopyout"], part_copy
    ),
    **dict.fromkeys(["copy", "copyin", "copyout"], whole_copy),
    **dict.fromkeys(["persist", "private", "firstprivate", "shared"], variables),
    "reduction": reduction,
    "kernel": kernel,
    "num_threads": num_threads,
    **dict.fromkeys(
        [
            "schedule",
            "gang",
            "worker",
            "vector",
            "default",
            "proc_bind",
            "nowait",
            "collapse",
            "simdlen",
            "safelen",
            "aligned",
            "nontemporal",
            "order",
            "allocate",
        ],
        ignored,
    ),
    "ordered": left_to_openmp,
    "linear": linear,
    "lastprivate": lastprivate,
    "if": condition,
    "independent": stated,
    **dict.fromkeys(REFUSED, refused),
}
# Of these OpenMP knows what stands on a loop.
OPENMP = {
    "private",
    "firstprivate",
    "lastprivate",
    "shared",
    "reduction",
    "num_threads",
    "schedule",
    "collapse",
    "if",
    "default",
    "proc_bind",
    "ordered",
    "linear",
    "order",
    "allocate",
}
SIMD = {"simdlen", "safelen", "aligned", "nontemporal"}
OURS = {
    "hetero",
    "part_copy",
    "part_copyin",
    "part_copyout",
    "pcopy",
    "pcopyin",
    "pcopyout",
    "persist",
    "kernel",
}


def clauses(text, parts):
    """All clauses; returns those that plain compilers know too, as (name, text)."""
    plain = []
    while text.at < len(text.tokens):
        if text.accept(","):
            continue
        where, first = text.where(), text.at
        name = text.take_name("clauses are NAME(ARGUMENTS)")
        if name not in CLAUSES:
            text.diagnostics.add(
                "unknown-clause",
                where,
                name=name,
                guess=guess(name, CLAUSES),
                known=", ".join(sorted({*OURS, "independent"})) + " and OpenMP's",
            )
            skip(text)
            continue
        CLAUSES[name](text, parts, name, where)
        if name not in OURS:
            plain.append(
                (name, text.text[text.tokens[first].start() : text.tokens[text.at - 1].end()])
            )
    return plain


def joined(clauses, known=None):
    return " ".join(text for name, text in clauses if known is None or name in known)


# ---- Directives ----------------------------------------------------------------------------------


def words_of(text, sentinel):
    """The longest spelling that the text begins with, or None."""
    tokens = tuple(match[0] for match in text.tokens[:4])
    fitting = [
        words for known, words in SPELLINGS if known == sentinel and tokens[: len(words)] == words
    ]
    return max(fitting, key=len, default=None)


def parse(source, line, sentinel, expanded, diagnostics):
    """One pragma: a Directive, a Depersist, "independent", or None where it is none of ours or
    wrong."""
    text = Text(source, line, expanded, diagnostics)
    start = source.line_start(line)
    span = start, start + len(source.line_text(line))
    tokens = tuple(match[0] for match in text.tokens)
    try:
        if tokens[:1] == ("depersist",):
            return depersist(text, span)
        if (sentinel, tokens[:2]) in INDEPENDENT:
            return "independent"
        return loop_directive(text, sentinel, tokens, span)
    except Stop:
        return None


def depersist(text, span):
    place = text.where()
    text.take()
    arrays = tuple(name for name, _ in names(text, "depersist(ARRAY, ...)"))
    return Depersist(span[0], span[1], place, arrays)


def unknown_directive(text, sentinel, clause):
    """`clause`: the first one that only a loop's directive has, or nothing."""
    word = text.peek()
    known = ["for", "loop", *ELSE]
    text.diagnostics.add(
        "unknown-directive",
        text.where(),
        found=f"{sentinel} {word}".strip(),
        wrong=f"cannot carry {clause}()" if clause else "is no directive",
        guess=guess(word, known) if sentinel == "ctsar" else "",
        others="" if clause else f"; other directives are {', '.join(ELSE)} and loop independent",
    )


def loop_directive(text, sentinel, tokens, span):
    """A Directive, or None where it is not for ctsar, or wrong."""
    words = words_of(text, sentinel)
    ours = [
        index
        for index, word in enumerate(tokens)
        if word in OURS and tokens[index + 1 : index + 2] == ("(",)
    ]
    if not ours and sentinel != "ctsar":
        return None
    if not words:
        unknown_directive(text, sentinel, tokens[ours[0]] if ours else "")
        return None
    where = text.where(0, len(words) - 1)
    text.at = len(words)
    told = len(text.diagnostics.messages)
    parts, known = parts_of(text)
    if not parts["hetero"]:
        messages = text.diagnostics.messages[told:]
        # What is not known may have been meant for hetero.
        refused = any(message.id == "unknown-clause" for message in messages)
        if ours and not refused:
            what, place = f"clause '{tokens[ours[0]]}'", text.where(ours[0])
            text.diagnostics.add("without-hetero", place, what=what)
        elif sentinel == "ctsar" and not refused:  # which no other compiler takes for its own
            text.diagnostics.add("without-hetero", where, what=f"'ctsar {' '.join(words)}'")
        return None
    return directive_of(sentinel, words, parts, known, where, span)


def parts_of(text):
    """What the clauses say, and those that other compilers know."""
    parts: dict[str, Any] = {
        "hetero": None,
        "clauses": [],
        "kernels": [],
        "num_threads": None,
        "if": None,
        "openmp": None,
        "last": [],
        "independent": False,
    }
    known = clauses(text, parts)
    named = {clause.name for clause in parts["clauses"]}
    lasting = {clause.name for clause in parts["last"] if clause.last}
    parts["clauses"] = [
        replace(clause, last=True)
        if clause.kind == "firstprivate" and clause.name in lasting
        else clause
        for clause in parts["clauses"]
    ] + [clause for clause in parts["last"] if clause.name not in named]
    return parts, known


def directive_of(sentinel, words, parts, known, where, span):
    spelling = f"{sentinel} {' '.join(words)}"
    plain = f"#pragma {spelling} {joined(known)}".rstrip() if sentinel != "ctsar" else ""
    simd, team = words[-1] == "simd", sentinel == "omp" and words[0] == "for"
    theirs = OPENMP | (SIMD if simd else set()) | ({"nowait"} if team else set())
    openmp = (
        f"#pragma omp {'parallel ' * (not team)}for{' simd' * simd} {joined(known, theirs)}"
    ).rstrip()
    hetero = parts["hetero"]
    if parts["if"] is not None:
        hetero = replace(hetero, condition=both(hetero.condition, parts["if"]))
    return Directive(
        spelling,
        span[0],
        span[1],
        where,
        hetero,
        tuple(parts["clauses"]),
        tuple(parts["kernels"]),
        parts["num_threads"],
        plain,
        openmp,
        parts["openmp"],
        sentinel == "omp" or parts["independent"],
        team,
    )


# ---- What expressions are ------------------------------------------------------------------------


def expressions(directive):
    """All expressions of a directive, each once."""
    hetero = directive.hetero
    parts = [hetero.condition, hetero.ratio, hetero.div, directive.num_threads]
    for clause in directive.clauses:
        parts += [clause.size, clause.lower, clause.extent]
        for dimension in clause.dimensions:
            parts += [dimension.condition, dimension.extent, dimension.below, dimension.above]
            parts += [dimension.width]
    return list(dict.fromkeys(part for part in parts if part is not None))


def valued(directive, values, diagnostics):
    """`directive` with the values that its expressions have where they are constant: {text:
    value}."""

    def of(part):
        return (
            part
            if part is None or values.get(part.text) is None
            else replace(part, value=values[part.text])
        )

    def dimension(d, clause):
        condition = of(d.condition)
        if condition.value is None or isinstance(condition.value, float):
            diagnostics.add("dimension-condition", condition.where, found=condition.text)
        d = Dimension(
            condition.value is None or bool(condition.value),
            of(d.extent),
            of(d.below),
            of(d.above),
            condition,
            first=d.first,
            width=of(d.width),
        )
        for halo in dict.fromkeys((d.below, d.above)):
            if halo is not None and halo.value is not None and not _whole(halo.value, 0):
                diagnostics.add("halo-negative", halo.where, found=halo.text)
        positive(d.extent, clause)
        return d

    def positive(extent, clause):
        if extent is not None and extent.value is not None and not _whole(extent.value, 1):
            diagnostics.add("extent-positive", extent.where, found=extent.text, name=clause.name)

    def clause(c):
        c = replace(
            c,
            size=of(c.size),
            lower=of(c.lower),
            extent=of(c.extent),
            dimensions=tuple(dimension(d, c) for d in c.dimensions),
        )
        positive(c.extent, c)
        return c

    return replace(
        directive,
        hetero=_hetero(directive.hetero, of, diagnostics),
        clauses=tuple(clause(c) for c in directive.clauses),
        num_threads=of(directive.num_threads),
    )


def _hetero(hetero, of, diagnostics):
    hetero = replace(
        hetero, condition=of(hetero.condition), ratio=of(hetero.ratio), div=of(hetero.div)
    )
    ratio, div = hetero.ratio, hetero.div
    if ratio is not None and ratio.value is not None and not 0 <= ratio.value <= 1:
        diagnostics.add("hetero-ratio", ratio.where, found=ratio.text)
    if div is not None and div.value is not None and not _whole(div.value, 1):
        diagnostics.add("hetero-div", div.where, found=div.text)
    return hetero


def _whole(value, least):
    return isinstance(value, int) and value >= least
