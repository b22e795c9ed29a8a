# SPDX-License-Identifier: BSD-3-Clause
"""From parsed loops to regions: what each needs, and whether it may be split at all.

`analyse` is the only way in. It adds messages to its Diagnostics and goes on, so that a user sees
all mistakes at once; regions with errors are left out of what it returns."""

from dataclasses import replace
from itertools import takewhile

from ..diagnostics import Diagnostics, guess
from ..loops import evaluated_once, guards, objection
from ..model import Kept, Region
from ..syntax import Call, Index, IndexedType, Member, Name, Variable, variable_of
from . import polyhedral
from .algebra import affine, asked, assigned, chosen, strides, tables
from .body import devices
from .body.uses import Walk
from .checks import checks
from .cores import kept, lasting, reached
from .forms import inner, versions
from .independence import apart, hoisted, independent, relations, scratch, strided, unseen
from .items import association, blocks, existing, maps, pivots
from .scalars import scalars
from .shapes import around, arrays, fits
from .views import induction, inlined, pointing, views

COPIES = ("part_copy", "part_copyin", "part_copyout", "copyin")


def analyse(parsed, source, diagnostics):
    """A Region, a Kept where the loop stays as it is, or None after an error."""
    if parsed.directive.team:
        return kept.shared(parsed, diagnostics)
    parsed = induction.found(pointing.without_copies(parsed), source)
    parsed = scratch.with_private(parsed, lambda: _body(parsed, source, Diagnostics(source)))
    judged, said = _judged(parsed, source)
    if _worth(judged) < _most(parsed.directive):
        other, others = _by_hoisting(parsed, source)
        if other is not None and _worth(other) > _worth(judged):
            parallel = isinstance(judged, Kept) and judged.parallel
            if parallel and other.otherwise is None:
                other = replace(other, otherwise=judged)
            judged, said = other, others
    diagnostics.adopt(said.messages)
    return _with_cores(judged, parsed, source) if isinstance(judged, Region) else judged


def _with_cores(region, parsed, source):
    """The region, and what cores execute where units cannot: arrays need not lie apart where two of
    them are one, of which each iteration has its own items, and items may be in any order."""
    directive = region.directive
    own = directive.independent or directive.kernels or region.versions
    odd = region.host_only or region.hoisted or region.exposed or not region.constant_condition
    odd = odd or any(a.block or a.pivot or a.persist for a in region.arrays)
    if own or odd or region.otherwise is not None:
        return region
    pairs = apart.alike(region.arrays)
    written = any(array.written is not None for array in region.arrays)
    if not (pairs or written or region.cores is not None):
        return region
    return replace(region, otherwise=kept.of_region(parsed, region, pairs, source))


# What a loop may be beside a mistake, from the worst to the best.
WORTH = (
    lambda judged: judged is not None,
    lambda judged: isinstance(judged, Region) or judged.parallel,
    lambda judged: isinstance(judged, Region),
    lambda judged: not judged.host_only,
    lambda judged: not judged.no_device,
)


def _worth(judged):
    return sum(1 for _ in takewhile(lambda holds: holds(judged), WORTH))


def _most(directive):
    """What a loop can become: less, where the user wants it as it stands, or on cores."""
    if directive.only_openmp is not None or directive.hetero.condition.value == 0:
        return 0
    return 3 if directive.hetero.devices == "cpu" else len(WORTH)


def _judged(parsed, source):
    """(what the loop becomes, the messages about it)."""
    found, said, guess = Diagnostics(source), Diagnostics(source), arrays.Guess()
    region, proof, always, restrict = _analyse(parsed, source, found, guess)
    judged = kept.judge(parsed, region, proof, always, found, said, restrict)
    if not isinstance(judged, Region):
        region, copied = _by_copies(parsed, source, judged)
        if region is not None:
            return region, copied
    if isinstance(judged, Kept) and parsed.directive.only_openmp is None:
        region, found = _by_questions(parsed, source, guess)
        if region is not None:
            return replace(region, otherwise=judged), found
    return judged, said


def _by_hoisting(parsed, source):
    """(a Region of the loop with variables for what no iteration changes, its messages), or (None,
    None)."""
    if objection(parsed.node.loop, guarded=True) or parsed.versions or parsed.directive.kernels:
        return None, None
    body = _body(parsed, source, Diagnostics(source))
    changed = hoisted.parsed_with(body) if checks.loop(body) else None
    region, said = (None, None) if changed is None else _judged(changed, source)
    return (region, said) if isinstance(region, Region) else (None, None)


def _by_questions(parsed, source, guess):
    """(a Region of the loop, where something more is asked when it is reached, its messages), or
    (None, None): rows that lie in blocks, or what is mostly so."""
    hetero, own = parsed.directive.hetero, parsed.versions or parsed.directive.kernels
    if objection(parsed.node.loop, guarded=True) or own:
        return None, None
    if hetero.devices == "cpu" or hetero.condition.value == 0:
        return None, None
    body = _body(parsed, source, Diagnostics(source))
    if not checks.loop(body):
        return None, None
    changed = blocks.parsed_as_blocks(body) or (parsed if guess.wanted else None)
    if changed is None:
        return None, None
    found = Diagnostics(source)
    region, _, _, _ = _analyse(changed, source, found, arrays.Guess(allowed=True))
    if found.failed or region is None or region.host_only or not region.outlined:
        return None, None
    if kept.unfulfilled(changed, region):
        return None, None
    return region, found


def _by_copies(parsed, source, judged):
    """(a Region of the loop with copies of what all iterations read alike of arrays that they
    write, its messages), or (None, None). `judged`: what it is without."""
    hetero, own = parsed.directive.hetero, parsed.versions or parsed.directive.kernels
    if objection(parsed.node.loop, guarded=True) or own or hetero.condition.value == 0:
        return None, None
    # Whether there is an iteration is asked before anything is copied.
    parallel = isinstance(judged, Kept) and judged.parallel
    if evaluated_once(parsed.node.loop) or (parallel and hetero.devices == "cpu"):
        return None, None
    found = Diagnostics(source)
    region, _, _, _ = _analyse(parsed, source, found, arrays.Guess(), copies=True)
    if found.failed or region is None or kept.unfulfilled(parsed, region):
        return None, None
    if not region.outlined or (parallel and region.host_only):
        return None, None
    return replace(region, otherwise=judged), found


def _body(parsed, source, diagnostics):
    """What the analysis looks at the loop with."""
    uses, seen, unnamed = Walk().body(parsed.node.body), views.resolve(parsed), _unseen(parsed)
    uses.left_alone(seen)
    values = _values(parsed, uses, seen, unnamed, source)
    seen.arrays = chosen.apart(seen.arrays, values)
    body = arrays.Body(parsed, uses, values, diagnostics, source, seen=seen, unseen=unnamed)
    values.holds = lambda kind, number: fits.asked(kind, number, body)
    return body


def _analyse(parsed, source, diagnostics, guess, copies=False):
    """(a Region, whatever the messages; None where nothing can be said of the loop, what must hold
    for iterations to be independent, or None, what must hold however they are divided, and which
    pointers should be `restrict`). `copies`: with pivots, or not at all."""
    loop = parsed.node.loop
    why = objection(loop, guarded=True)
    if why:
        diagnostics.add("loop-form", source.where(loop.start), why=why)
        return None, None, (), ()
    body = _body(parsed, source, diagnostics)
    body.guess = guess
    values = body.values
    if not checks.loop(body):
        return None, None, (), ()
    body.always |= dict.fromkeys(guards(loop, lambda node: source.text[node.start : node.end]))
    body.always |= dict.fromkeys(parsed.sizes)
    values.around = around.find(body)
    around.ask_ends(body)
    made = pivots.split(body) if copies else ()
    if copies and not made:
        return None, None, (), ()
    found = _arrays(body)
    copied = pivots.found(made, found, body)
    if copied is None:
        return None, None, (), ()
    found += copied
    roles = lasting.marked(scalars.roles(body, found), body)
    checks.region(body, found, roles)
    others: tuple = ()
    if not diagnostics.failed:
        found, roles, others = versions.find(body, found, roles)
    proof = None
    assumed = (
        unseen.calls(body)
        or unseen.assembler(body)
        or unseen.cleaned(body)
        or unseen.header_met(body)
        or apart.read_once(body, roles)
        or apart.scalars_met(body, roles)
    )
    if diagnostics.failed and not assumed:
        proof = independent.proof(body)
    by_strides = not (diagnostics.failed or assumed) and strided.are_in(found)
    own = independent.proof(body) if by_strides else None
    region = _region(body, found, roles)
    body.always |= values.narrowed  # all of it: whoever looks at a subscript may add to it
    always = _divided(body.always, values)
    texts = _divided((*body.always, *body.guards), values)
    region = replace(region, versions=others, guards=asked.simplified(texts, body))
    if own is not None and not diagnostics.failed:
        region = replace(region, cores=(*(f"({text})" for text in always), *own))
    return region, proof, always, body.restrict


def _divided(texts, values):
    """C texts of what must hold, behind those of that they divide by nothing that is 0."""
    return (*(f"{text} != 0" for text in values.divisors), *texts)


def _values(parsed, uses, seen, unnamed, source):
    """Locals that are set once stand for what they are set to; what else changes stands for
    nothing."""
    written = uses.written() | seen.written()
    members, calls = polyhedral.written_members(parsed, seen), inlined.Calls(parsed)
    known = tables.Tables(source.text)
    defined = {
        key: affine.converted(variable.type, initial)
        for key, (variable, initial) in seen.locals.items()
        if initial is not None
        and key not in written
        and affine.whole_number(variable.type)
        and not _reads(
            calls.expanded(initial),
            written - {inner.loop.variable.key for inner in seen.loops if inner.loop.variable},
            members,
            known,
        )
    }
    headers = [node.loop for node in (parsed.node, *seen.loops) if node.loop.variable]
    loops = {loop.variable.key for loop in headers}
    defined |= assigned.once(
        parsed.node.body,
        lambda tree, others: (
            not _reads(calls.expanded(tree), written - loops - others, members, known)
        ),
    )
    defined |= strides.known(parsed, written)
    changing = {key for key in written if key not in loops and key not in defined} | {
        key for key, (_, initial) in seen.locals.items() if key not in defined and key not in loops
    }
    changing |= unnamed
    changing -= {key for key in written if _only_arrays(key, uses) and _only_arrays(key, seen)}
    values = affine.Values(defined, changing, loops, members)
    values.called, values.extremes = calls.value, known.extremes
    for loop in headers:
        values.headers.setdefault(loop.variable.key, []).append(loop)
    return values


def _only_arrays(key, uses):
    """Whether all that is written of a struct is in arrays that are members: its numbers stay."""
    if key not in uses.scalars:
        return True
    variable, events = uses.scalars[key]
    members = getattr(variable.type, "members", ())
    inside = [u.base for u in uses.inside if u.write and variable_of(u.base.base) == variable]
    return all(event.part for event in events if event.write) and all(
        isinstance(base.base, Name) and base.name in members for base in inside
    )


def _unseen(parsed):
    """Keys of variables of the file that functions name which are called, and that the loop
    cannot."""
    visible = {v.key for v in parsed.scope.values() if isinstance(v, Variable)}
    trees = [d.body for d in parsed.needs if d.body is not None]
    named = [v for tree in trees for v in map(variable_of, tree.walk()) if v is not None]
    return frozenset(v.key for v in named if v.scope == "file" and v.key not in visible)


def _reads(tree, keys, members, known):
    """Whether an expression reads one of the variables, or memory that may change; of constant
    tables it is known between what their elements lie."""
    return any(
        isinstance(n, Call)
        or (isinstance(n, Index) and not isinstance(n.type, IndexedType) and not known.has(n))
        or (isinstance(n, Member) and not _stays(n, members))
        or (isinstance(n, Name) and n.variable and n.variable.key in keys)
        for n in tree.walk()
    )


def _stays(member, members):
    """Whether it is a member of a variable's, or behind a pointer, which the loop does not write:
    `p->n`."""
    named = isinstance(member.base, Name)
    return named and (member.op == "." or (members is not None and member.name not in members))


def _arrays(body):
    """Arrays of the region: those that clauses name, then those that only the body names."""
    found: dict = {}
    roles: dict = {}
    parsed, diagnostics = body.parsed, body.diagnostics
    persistent = {
        clause.name: clause for clause in parsed.directive.clauses if clause.kind == "persist"
    }
    for clause in parsed.directive.clauses:
        variable = parsed.scope.get(clause.name)
        if variable is None or isinstance(variable, int):
            diagnostics.add(
                "unknown-variable",
                clause.where,
                name=clause.name,
                guess=guess(clause.name, parsed.scope),
            )
            continue
        if clause.kind in ("persist", "shared"):
            continue
        if roles.get(clause.name) == clause.kind:
            diagnostics.add("repeated-variable", clause.where, name=clause.name, kind=clause.kind)
            continue
        if clause.name in roles:
            diagnostics.add(
                "two-roles",
                clause.where,
                name=clause.name,
                first=roles[clause.name],
                second=clause.kind,
            )
            continue
        roles[clause.name] = clause.kind
        if clause.kind in COPIES:
            array = arrays.from_clause(clause, variable, body)
            array = array and maps.declared(arrays.as_seen(array, body), body)
            if array:
                found[variable.key] = array
    declared = [_completed(array, persistent, body) for array in found.values()]
    for array in declared:
        checks.array(array, body)
        existing.some(array, body)
    inferred = [association.infer(variable, body) for variable in _unlisted(body, found, roles)]
    inferred = [_completed(array, persistent, body) for array in inferred if array]
    # Of what the loop uses, and is not understood, another message tells.
    known = {array.name for array in declared} | {use.variable.name for use in body.uses.arrays}
    for name, clause in persistent.items():
        if name not in known and name in parsed.scope:
            diagnostics.add("persist-unknown", clause.where, name=name)
    return tuple(declared + inferred)


def _unlisted(body, found, roles):
    """Variables that the body uses as arrays and no clause names. A pointer that it sets leads to
    another one for each iteration: it is a scalar."""
    seen, written = {}, body.uses.written() | body.seen.written()
    for use in body.uses.arrays:
        variable = use.variable
        named = variable.key in found or variable.name in roles or variable.key in written
        if not named and variable.scope != "local":
            seen[variable.key] = variable
    return seen.values()


def _completed(array, persistent, body):
    array = arrays.with_accesses(array, body)
    return replace(
        array,
        persist=array.persist or array.name in persistent,
        # Versions subscript as on the host.
        pitched=array.pitched and not body.parsed.versions,
    )


def _region(body, found, roles):
    parsed = body.parsed
    condition = parsed.directive.hetero.condition.value
    host_only = checks.host_only(body, roles)
    outlined = (
        not body.uses.odd
        and not parsed.local_types
        and all(array.element.text for array in found)
        and all(
            scalar.variable.type.text and not scalar.variable.type.is_function_pointer
            for scalar in roles
        )
        and parsed.node.loop.variable.type.text is not None
    )
    last, final = lasting.made(roles, body)
    covered = {one.variable.key for one in (*found, *roles)}
    laid_out = tuple(blocks.laid_out(array, body) for array in found)
    laid_out = tuple(replace(array, written=apart.written(array, body)) for array in laid_out)
    return Region(
        behind=apart.behind(body, roles) + hoisted.behind(body),
        name=f"ctsar_{parsed.function.name}_{parsed.directive.where.line}",
        directive=parsed.directive,
        function=parsed.function,
        node=parsed.node,
        live=parsed.live,
        arrays=laid_out,
        exposed=blocks.exposed(laid_out),
        reached=reached.of(parsed, body.source, body.seen),
        beside=reached.of(parsed, body.source, body.seen, covered),
        calls=reached.divides(parsed, body.source),
        hoisted=parsed.hoisted,
        scalars=(*roles, *last, *blocks.scalars(parsed, roles), *pivots.scalars(found, roles)),
        final=final,
        names=parsed.names | {array.name for array in found},
        needs=parsed.needs,
        # Each work-item of a second dimension would add the last value.
        inner=None if final else inner.inner_loops(body, found, roles),
        no_device=devices.obstacle(body) or host_only,
        host_only=host_only,
        writes_behind=bool(host_only and relations.behind(body)),
        outlined=outlined,
        constant_condition=None if condition is None else bool(condition),
    )
