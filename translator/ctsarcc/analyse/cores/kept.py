# SPDX-License-Identifier: BSD-3-Clause
"""Loops that stay as they are: what cannot be told of them, or said with regions, is no mistake of
the user's.

Where the user says that iterations are independent, as `omp parallel for` does, or that is proven,
the loop is OpenMP's; else it is serial."""

import re

from ...loops import canonical
from ...model import Kept
from ...syntax import Call, ComplexType, Label
from ..body import synchronised
from ..independence import library
from . import lasting, reached

# What a body may do in turns.
CARRIED = frozenset({"scalar-written", "carried-dependence"})
# What they may do to a variable of which each thread has its own.
SHARED = CARRIED | {"written-twice"}
COPIES = ("part_copy", "part_copyin", "part_copyout", "copyin")
# Of what iterations access, what cannot be told or said.
ACCESSES = frozenset(
    [
        "unproved-dependence",
        "array-in-struct",
        "array-unlisted",
        "write-not-affine",
        "row-unproved",
        "write-elsewhere",
        "escapes",
        "pointer-wanders",
        "too-many-dimensions",
        "aliases",
        "unseen-end",
        "unseen-memory",
        "call-unknown",
    ]
)
# Errors after which the loop is right as it stands. Where two iterations are known to meet, there
# is another message.
UNTOLD = ACCESSES | {
    "loop-form",
    "last-value",
    "firstprivate-parameter",
    "private-length",
    "private-set",
    "call-reaches",
    "call-changes",
    "static-local",
    "volatile",
    "label-in-body",
    "reduction-array",
    "reduction-type",
    "thread-local",
    "address-taken",
    "leaves-row",
    "openmp-off",
    "reduction-decides",
    "reduction-rounds",
    "assembler",
    "cleanup",
    "call-reads-own",
    "loop-variable-read",
    "open-ended",
    "size-elsewhere",
}
# What only one core's loop has right, whatever the user says.
ONE_CORES = frozenset(
    [
        "openmp-off",
        "reduction-decides",
        "reduction-rounds",
        "reduction-read",
        "call-reads-own",
        "loop-variable-read",
    ]
)
ASSUMED = frozenset({"aliases", "unseen-memory", "call-unknown"})
PROVABLE = ACCESSES - ASSUMED | {"last-value", "private-length"}
VERIFIED = (
    "that no iteration touches what another one writes is taken from the directive: CTSAR_CHECK=1 "
    "says when it runs whether it is so"
)
ORDERED = re.compile(r"(?m)^[ \t]*#[ \t]*pragma[ \t]+omp[ \t]+(ordered|scan|cancel)")
# Names of functions that have iterations do something in turns.
LOCKS = re.compile(
    r"(^|_)((un)?lock|mutex|mtx|sem|semaphore)(_|$)"
    r"|^__(c11_atomic|atomic|sync)_.*(test_and_set|exchange|swap)"
)
# What is OpenMP's where iterations do it in turns.
IN_TURNS = "how iterations change"
# Warnings that are true of a loop which stays as it is.
SAID = frozenset({"ignored-clause", "private-parameter", "private-lost"})
# The same, where OpenMP's meaning is another than ours.
OPENMPS = frozenset({"firstprivate-carried"})


def judge(parsed, region, proof, always, found, diagnostics, restrict=()):
    """`region`, a Kept in its place, or None: by the messages that the analysis has `found`.
    `proof`: what must hold for iterations to be independent, or None; `always`: for the loop to be
    divided at all; `restrict`: names of pointers by which iterations would be independent."""
    directive = parsed.directive
    only, errors = _left(parsed, region, found)
    mistakes = [message for message in errors if _is_mistake(message, directive, only)]
    if mistakes or (not errors and (region is not None and only is None)):
        # What would only keep the loop on the cores is no error of a user whose word counts.
        beside = [one for one in errors if directive.independent and one not in mistakes]
        diagnostics.adopt([one for one in found.messages if one not in beside])
        return region if not errors else None
    values = _lasting(parsed, region)
    parallel = values.possible and _is_parallel(
        parsed, region, proof, always, errors, values, found.source
    )
    guards = tuple(f"({text})" for text in always) if parallel else ()
    guards += proof if parallel and not directive.independent and proof is not None else ()
    diagnostics.adopt([message for message in found.messages if message.id in SAID])
    word = directive.independent and not _proven(region, proof, errors)
    checked = parallel and word and _checkable(parsed, only, found.source)
    reason = _tell(parsed, only, errors, parallel, guards, diagnostics, restrict, checked)
    return Kept(
        directive,
        parsed.function,
        parsed.node,
        parallel,
        reason,
        reached.of(parsed, found.source),
        values.private,
        guards,
        values.last,
        values.index,
        values.followed,
        reached.divides(parsed, found.source),
        checked,
        _unseen(parsed) if checked else (),
        tuple((n.start, n.end) for n in synchronised.turns(parsed, found.source)),
    )


def of_region(parsed, region, alike, source):
    """A Kept, by which cores execute a region's loop where what the region asks does not hold, but
    what the loop needs does; None where there is none such. `alike`: pairs of names of arrays that
    may be one."""
    directive = region.directive
    named = {clause.name for clause in directive.clauses if clause.kind == "reduction"}
    reduced = {s.name for s in region.scalars_as("reduction") if not s.made}
    values = lasting.of(parsed, region)
    if not values.possible or reduced - named or _has_named_labels(parsed, source):
        return None
    return Kept(
        directive,
        parsed.function,
        parsed.node,
        True,
        "what units need does not hold",
        reached.of(parsed, source),
        values.private,
        guards=region.cores or (),
        last=values.last,
        index=values.index,
        followed=values.followed,
        calls=region.calls,
        alike=alike if region.cores is None else None,
    )


def _proven(region, proof, errors):
    """Whether iterations are known to be independent, whatever the user says."""
    if not errors and region is not None:
        return not region.guards
    return proof == () and all(message.id in PROVABLE for message in errors)


def _checkable(parsed, only, source):
    """Whether the loop can stand there once more, to be executed serially, and iterations that meet
    are a mistake: OpenMP has directives that mean something in a parallel loop only, and who holds
    a lock may touch what others do."""
    text = source.text[parsed.node.loop.header_end : parsed.node.loop.end]
    theirs = only is not None and any(word in only[0] for word in ("ordered", "scan", "cancel"))
    locks = any(isinstance(n, Call) and LOCKS.search(n.name) for n in parsed.node.body.walk())
    return not (theirs or locks or ORDERED.search(text) or _has_named_labels(parsed, source))


def _unseen(parsed):
    """Functions that the loop calls and that may touch memory."""
    known = {d.name: d for d in parsed.needs if d.kind == "function"}
    found = dict.fromkeys(
        node.name or "a pointer"
        for node in parsed.node.body.walk()
        if isinstance(node, Call)
        and not library.computes(node.name)
        and not (node.name in known and known[node.name].pure)
    )
    return tuple(found)


def shared(parsed, diagnostics):
    """A Kept for a loop that threads of OpenMP's parallel region share: each of them comes to it
    with variables of its own."""
    directive = parsed.directive
    reason = f"'{directive.spelling}' shares it among the threads of a parallel region"
    remedy = "to have it split, write 'omp parallel for' outside of the region"
    about = {"what": reason, "tested": "", "help": remedy, "because": ""}
    diagnostics.add("kept-parallel", directive.where, **about)
    parts = directive, parsed.function, parsed.node
    used = reached.of(parsed, diagnostics.source)
    calls = reached.divides(parsed, diagnostics.source)
    return Kept(*parts, parallel=True, reason=reason, reached=used, calls=calls)


def _left(parsed, region, found):
    """What of the directive is OpenMP's only, or None, and the errors that there are all the same
    where OpenMP executes the loop."""
    only = parsed.directive.only_openmp or _whole_array(parsed) or unfulfilled(parsed, region)
    foreign = {
        message.name
        for message in found.messages
        if message.id == "reduction-type" and _is_complex(message.name, parsed)
    }
    errors = [
        message
        for message in found.messages
        if message.severity == "error"
        and not (only and message.name in only[2])
        and not (message.id == "scalar-written" and message.name in foreign)
        and not (message.id in SHARED and _of_a_thread(message.name, parsed))
    ]
    turns = [message for message in errors if synchronised.allows(message, parsed, found.source)]
    if turns and only is None:
        only = (f"{IN_TURNS} '{turns[0].name}'", turns[0].where, frozenset())
    only = only or synchronised.cancels(parsed, found.source)
    return only, [message for message in errors if message not in turns]


def _whole_array(parsed):
    """A reduction into all of an array, as what is OpenMP's only, or None."""
    for clause in parsed.directive.clauses:
        variable = parsed.scope.get(clause.name)
        if clause.kind == "reduction" and getattr(variable, "is_object", False):
            return f"a reduction into the array '{clause.name}'", clause.where, {clause.name}
    return None


def _is_complex(name, parsed):
    """Whether OpenMP's directive may reduce into the variable, though regions cannot."""
    kind = getattr(parsed.scope.get(name), "type", None)
    return parsed.directive.independent and isinstance(kind, ComplexType)


def _of_a_thread(name, parsed):
    """Whether each thread has a variable of its own, of which another message tells."""
    return getattr(parsed.scope.get(name), "threads", False)


def unfulfilled(parsed, region):
    """A clause `lastprivate` that the region does not fulfil, as what is OpenMP's only, or None."""
    done = {s.name for s in region.scalars if s.last} if region is not None else set()
    variable = parsed.node.loop.variable
    if variable is not None and region is not None:
        done |= {variable.name, *(one.variable.name for one in parsed.node.loop.companions)}
    for clause in parsed.directive.clauses:
        if clause.last and clause.name not in done:
            why = lasting.objection(clause, parsed)
            return f"lastprivate of '{clause.name}', {why},", clause.where, frozenset()
    return None


def _is_mistake(message, directive, only):
    """Is it wrong however the loop is executed, or a wrong clause?"""
    may = UNTOLD | OPENMPS if directive.independent else UNTOLD
    if directive.independent and only is not None and "ordered" in only[0]:
        may |= CARRIED
    if directive.spelling.startswith("omp"):
        may |= {"reduction-read"}  # such as compensated sums, which programs for OpenMP have
    copied = {clause.name for clause in directive.clauses if clause.kind in COPIES}
    return message.id not in may or message.name in copied


def _is_parallel(parsed, region, proof, always, errors, values, source):
    """Whether iterations are independent, by the user's word, by proof, or by a test that can be
    written: that needs the loop twice."""
    independent = parsed.directive.independent
    if any(message.id in ONE_CORES for message in errors):
        return False
    if _has_named_labels(parsed, source) and (proof or always or values.last):
        return independent and not always and not values.last
    proven = proof is not None and all(message.id in PROVABLE for message in errors)
    return independent or proven or (not errors and region is not None)


def _has_named_labels(parsed, source):
    """Whether there are labels that cannot have another name where the loop stands a second time:
    what is outside of it names them, or they are values."""
    names = "|".join(node.name for node in parsed.node.walk() if isinstance(node, Label))
    if not names:
        return False
    start, end = parsed.node.loop.start, parsed.node.loop.end
    around = source.text[parsed.function.key : start] + source.text[end : parsed.function.end]
    inside = source.text[start:end]
    taken = re.search(rf"&&\s*(?:{names})\b|\b__label__\b", inside)
    return bool(taken or re.search(rf"(?:\bgoto|&&)\s*(?:{names})\b", around))


def _tell(parsed, only, errors, parallel, guards, diagnostics, restrict, checked):
    """Says what executes the loop; the reason."""
    first = min(
        errors, key=lambda message: (message.where.line, message.where.column), default=None
    )
    cause = None if only is not None and parallel else first
    reason = cause.text if cause else f"{only[0]} is OpenMP's"
    if restrict and not parallel:
        reason += f", and {_named(restrict)} may lead there"
    word = VERIFIED if checked else ""
    diagnostics.add(
        "kept-parallel" if parallel else "kept-serial",
        cause.where if cause else only[1],
        what=reason,
        tested=_tested(guards),
        help="; ".join(filter(None, [_help(parallel, cause, only, restrict), word])),
        because=cause.id if cause else "",
    )
    return reason


def _tested(guards):
    """What a message says of them."""
    if not guards:
        return ""
    how = (
        ", which goes through the subscripts first" if any("({" in text for text in guards) else ""
    )
    return f", or one core's, as a test says when it is reached{how}"


def _named(names):
    return " and ".join(f"'{name}'" for name in names)


def _lasting(parsed, region):
    loop = parsed.node.loop
    if loop.variable is None:
        return lasting.Lasting(possible=canonical(loop))
    return lasting.of(parsed, region)


def _help(parallel, first, only, restrict):
    remedy = first.help if first is not None else ""
    if parallel and only is not None and only[0].startswith(IN_TURNS):
        return "where 'reduction' can say how they do, all units execute the loop"
    if parallel:
        return remedy or "take the clause away where it is not needed"
    if first is None or first.id not in ACCESSES:
        return remedy
    word = "write 'independent', and all cores execute it"
    if restrict:
        word = f"declare {_named(restrict)} restrict if nothing else leads there, or {word}"
        return f"{remedy}; {word}"
    return f"{remedy}; if iterations are independent, {word}"
