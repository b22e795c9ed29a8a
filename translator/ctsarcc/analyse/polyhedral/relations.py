# SPDX-License-Identifier: BSD-3-Clause
"""Which elements an iteration reaches: one relation for each use of an array, {[iteration] ->
[element, member]}."""

from dataclasses import dataclass, replace

import islpy as isl

from ...syntax import IndexedType, Member, StructType, integer, members_of
from ..algebra.affine import Product
from ..body.devices import DEVICE
from ..body.uses import path
from .questions import bounds, ends_for_good, may_hold, read
from .terms import Terms

ITERATION = "i"


@dataclass(frozen=True)
class Relation:
    """`exact`: the iteration surely reaches all of these elements; else these are those that it may
    reach."""

    map: isl.Map
    exact: bool
    read: bool
    write: bool
    node: object  # where it stands
    order: int = 0
    assumed: str = ""  # what the relation takes for granted
    loose: bool = False  # memory may end before: it is known by types how far it reaches
    told: bool = False  # exact, but for conditions that nothing is known of


class Space:
    """All relations of a region, in one space of parameters."""

    def __init__(self, body):
        self.body = body
        self.parameters, self.texts = {}, {}
        self.wrapping: set[str] = set()  # names of parameters (terms.py) ...
        self.wide: set[str] = set()  # ... and of others
        self.strange, self.members = _strange(body), written_members(body.parsed, body.seen)
        nodes = (node for node in body.parsed.node.walk() if isinstance(node, Member))
        # {what leads to a member: one that the loop names}: those of C text have no type.
        self.typed = {path(node, {})[0]: node for node in nodes if node.type is not None}

    def text(self, name):
        """C text of the parameter of that name."""
        return self.texts[name]

    def terms(self, use):
        loops = {self.body.loop.variable.key: ITERATION}
        for k, node in enumerate(use.loops if use is not None else ()):
            if node.loop.variable is not None and node.loop.variable.key not in loops:
                loops[node.loop.variable.key] = f"j{k}"
        for key in self.strange:
            loops.pop(key, None)
        terms = Terms(self.body.values, loops, self.strange, self.members, self.typed)
        terms.parameters, terms.texts = self.parameters, self.texts
        terms.wrapping, terms.wide = self.wrapping, self.wide
        terms.within(self.body.loop, guarded=True)
        for node in use.loops if use is not None else ():
            if node.loop.variable is not None and node.loop.variable.key in loops:
                terms.within(node.loop)
            else:
                terms.exact = False
        exact = terms.exact
        for condition, holds in use.guards if use is not None else ():
            terms.guard(condition, holds)
        terms.decided, terms.exact = terms.exact, exact
        return terms

    def relation(self, access, array_dimensions, members, stays=True, selected=None, rounds=(0, 0)):
        """Of an Access. `stays`: a pointer that walks is known to stay in its row. `selected`: the
        number of dimensions whose subscripts say what is reached; None: all. `rounds`: how many
        loops around it are told apart beside the iterations, and how many there are to be, of
        which the others say nothing."""
        use = access.use
        terms = self.terms(use)
        exact, decided = not use.address, terms.decided and self._told(use)
        dimensions, assumed = [], "an address is passed on" if use.address else ""
        for k in range(array_dimensions):
            told = (stays or not use.walks) and (selected is None or k < selected)
            before = len(terms.constraints)
            text = self._index(access, k, terms) if told else None
            if text is None:  # parts of it may be defined by many cases
                del terms.constraints[before:]
            exact = exact and text is not None
            dimensions.append(text)
        if use.field:
            name = use.field.rstrip(".")
            exact = exact and not use.field.endswith(".")
            member = str(members.index(name)) if name in members else None
        else:
            member = None
        found = self._map(terms, dimensions, member, max(1, len(members)), rounds)
        exact = exact and terms.exact
        return Relation(
            found,
            exact and decided,
            use.read,
            use.write,
            use.node,
            use.order,
            assumed,
            terms.loose or (terms.divides and bool(use.guards)),
            exact,
        )

    def _told(self, use):
        """Whether conditions say all about what jumps leave out: a round of a loop is executed
        where none before it has left the loop."""
        return not use.skipped or (
            bool(use.ends) and all(self._stays_over(use, *end) for end in use.ends)
        )

    def leaves(self, use, level, condition):
        """Whether it is understood where a condition for leaving a loop around a use holds."""
        return self._going_on(use, level, condition) is not None

    def _going_on(self, use, level, condition):
        """Constraints of the rounds where a loop is not left by a condition, or None."""
        loops = use.loops[: level + 1]
        terms = self.terms(replace(use, loops=loops, guards=((condition, False),)))
        return terms if terms.exact and terms.decided else None

    def _stays_over(self, use, level, condition):
        """Whether a condition for leaving a loop holds in all rounds behind one where it does."""
        going_on = self._going_on(use, level, condition)
        if going_on is None:
            return False
        rounds = self.rounds(replace(use, loops=use.loops[: level + 1]))
        names = [f"j{k}" for k in range(level + 1)]
        before = self._rounds(going_on, names)
        return ends_for_good(before, rounds, use.loops[level].loop.downward, names)

    def rounds(self, use):
        """Those of the loops around a use, whatever conditions say, as a set."""
        names = [f"j{k}" for k in range(len(use.loops))]
        return self._rounds(self.terms(replace(use, guards=())), names)

    def _rounds(self, terms, names):
        exists = f"exists {', '.join(terms.exists)}: " if terms.exists else ""
        where = f"{exists}{' and '.join(terms.constraints)}"
        return self.read(f"{{ [{', '.join([ITERATION, *names])}] : {where} }}", isl.Set)

    @staticmethod
    def _index(access, k, terms):
        use = access.use
        if access.terms is None:
            return None
        if k >= len(access.terms) or (k and use.address and k == len(access.terms) - 1):
            return None  # an address: that of a row
        if len(use.subscripts) == len(access.terms):
            found = terms.value(use.subscripts[k])
            return None if found is None else found[0]
        return _sum(access.terms[k], terms)

    def _map(self, terms, dimensions, member, members, rounds):
        own, count = rounds
        told = [f"j{k}" if k < own else f"r{k}" for k in range(count)]
        names = [f"d{k}" for k in range(len(dimensions))]
        constraints = [*terms.constraints, f"0 <= f < {members}"]
        constraints += [
            f"{name} = {text}"
            for name, text in zip(names, dimensions, strict=False)
            if text is not None
        ]
        constraints += [f"f = {member}"] if member is not None else []
        within = [name for name in terms.loops.values() if name not in (ITERATION, *told)]
        return self._read_map(names, [*within, *terms.exists], constraints, told)

    def _read_map(self, names, quantified, constraints, rounds=()):
        """Iterations, and rounds in them, to elements: `names` are the dimensions, f the field."""
        exists = f"exists {', '.join(quantified)}: " if quantified else ""
        where = f"{exists}{' and '.join(constraints)}"
        whose, which = ", ".join([ITERATION, *rounds]), ", ".join([*names, "f"])
        return self.read(f"{{ [{whose}] -> [{which}] : {where} }}", isl.Map)

    def read(self, text, kind):
        return read(kind, f"[{', '.join(self.parameters.values())}] -> {text}")

    def possible(self, conditions):
        """Whether conditions, as trees of what is there before the loop, may hold together, and
        with more than one iteration; None where it cannot be told."""
        terms = self.terms(None)
        iterations = self._set(terms.constraints, terms.exists)
        terms.constraints = []
        texts = [terms.condition(tree) for tree in conditions]
        known = [text for text in texts if text is not None] + terms.constraints
        if not may_hold(self._set(known, terms.exists), iterations):
            return False
        return None if None in texts else True

    def known(self, conditions):
        """The iterations where conditions hold, those of them that can be said."""
        terms = self.terms(None)
        texts = [terms.condition(tree) for tree in conditions]
        return self._set(
            [text for text in texts if text is not None] + terms.constraints, terms.exists
        )

    def a_step_away(self):
        """Pairs of iterations that are a step or more apart, where that is a variable, which is
        asked to be 1 or more; None: nothing is known that their own constraints do not say."""
        step = self.body.loop.step
        terms = self.terms(None)
        found = None if step is None or integer(step) is not None else terms.value(step)
        if found is None or found[1] != 1 or self.body.loop.downward:
            return None
        text = f"{found[0]} <= i - j or {found[0]} <= j - i"
        return self.read(f"{{ [i] -> [j] : {text} }}", isl.Map)

    def nest(self, use):
        """The iterations for which the inner loops around a use have some; None where that cannot
        be told."""
        terms = self.terms(use)
        if not (terms.exact and terms.decided):
            return None
        own = [name for name in terms.loops.values() if name != ITERATION]
        return self._set(terms.constraints, [*own, *terms.exists])

    def end(self, sizes, slack, inner=None):
        """The last elements of an array of which the outermost dimensions have these sizes: `slack`
        more than one of the outermost, `inner` of the others, or all of them; None where a size is
        not understood."""

        def where(name, size):
            more = slack if name == "d0" else inner
            least = "0" if more is None else f"{size} - 1 - {more}"
            return f"{least} <= {name} < {size}"

        return self._elements(sizes, where)

    def before(self, size):
        """All that comes before the end of a dimension of this size; as `end`."""
        return self._elements([size], lambda name, size: f"{name} < {size}")

    def some(self, sizes):
        """Its elements."""
        return self._elements(sizes, lambda name, size: f"0 <= {name} < {size}")

    def _elements(self, sizes, where):
        terms = self.terms(None)
        terms.constraints = []
        found = [None if tree is None else terms.value(tree) for tree in sizes]
        known = [size for size in found if size is not None]
        if len(known) < len(sizes):
            return None
        names = [f"d{k}" for k in range(len(sizes))]
        texts = [where(name, size[0]) for name, size in zip(names, known, strict=True)]
        exists = f"exists {', '.join(terms.exists)}: " if terms.exists else ""
        return self.read(
            f"{{ [{', '.join(names)}] : {exists}{' and '.join([*texts, *terms.constraints])} }}",
            isl.Set,
        )

    def _set(self, constraints, quantified):
        exists = f"exists {', '.join(quantified)}: " if quantified and constraints else ""
        where = f" : {exists}{' and '.join(constraints)}" if constraints else ""
        return self.read(f"{{ [{ITERATION}]{where} }}", isl.Set)

    def ends(self, window):
        """C texts of the first and of the last item that iterations have by a window, or None."""
        found = self.item([None], 0, window, 1)
        return bounds([Relation(found, True, False, True, None)], 0, self)

    def item(self, extents, own, window, members):
        """What an iteration brings back: of dimension `own` (stride, offset, width), all of the
        others. None where an extent is not understood."""
        stride, offset, width = window
        terms = self.terms(None)
        sizes = [
            None if k == own or tree is None else terms.value(tree)
            for k, tree in enumerate(extents)
        ]
        if any(size is None for k, size in enumerate(sizes) if k != own):
            return None
        names = [f"d{k}" for k in range(len(extents))]
        constraints = [
            *terms.constraints,
            f"0 <= f < {max(1, members)}",
            f"0 <= d{own} + {-stride}*{ITERATION} + {-offset} < {width}",
        ]
        constraints += [
            f"0 <= {name} < {size[0]}"
            for name, size in zip(names, sizes, strict=False)
            if size is not None
        ]
        return self._read_map(names, terms.exists, constraints)


def space(body):
    """The one of a region."""
    if body.space is None:
        body.space = Space(body)
    return body.space


def _sum(products, terms):
    """The text of a sum of products."""
    parts = []
    for product in products:
        text = _product(product, terms)
        if text is None:
            return None
        parts.append(text)
    return " + ".join(parts) or "0"


def _product(product: Product, terms):
    constant, others = product.factor, []
    for tree in product.trees:
        known = terms.values.polynomial(tree)
        if known is not None and known.value is not None:
            constant *= known.value
        else:
            others.append(tree)
    if not others:
        return str(constant)
    if len(others) == 1:
        found = terms.value(others[0])
        return None if found is None else f"{constant}*({found[0]})"
    total = Product(1, tuple(others)).polynomial(terms.values)
    if total is None or any(
        key in terms.loops or key in terms.values.loops for _, key in total.variables()
    ):
        return None
    return f"{constant}*{terms.parameter(f'({total})', f'({total.wide})')}"


def written_members(parsed, seen):
    """Names of the members of structs that the loop writes; None where it calls what is not
    known."""
    if not calls_are_known(parsed, seen):
        return None
    writes = [use for use in (*seen.arrays, *seen.paths) if use.write]
    # Which member of a member it is, or of a union, is not known.
    if any(use.field.endswith(".") or _union(use.variable.type) for use in writes):
        return None
    found = {use.field.rstrip(".") for use in writes if use.field}
    for use in writes:
        kind = use.variable.type
        while isinstance(kind, IndexedType):
            kind = kind.element
        found |= set() if use.field else set(members_of(kind))
    return found


def calls_are_known(parsed, seen):
    """Whether the loop calls functions of the file and of mathematics alone."""
    known = {d.name for d in parsed.needs if d.kind == "function" and d.body is not None} | DEVICE
    return all(call.name in known for call in seen.calls)


def _union(kind):
    while isinstance(kind, IndexedType):
        kind = kind.element
    return isinstance(kind, StructType) and kind.union


def _strange(body):
    """Keys of loops' variables that something else than their headers changes."""
    found = set()
    for key, (_, events) in body.seen.scalars.items():
        headers = [
            loop.loop
            for loop in body.seen.loops
            if loop.loop.variable is not None and loop.loop.variable.key == key
        ]
        if headers and any(
            event.write
            and not any(header.start <= event.node.start < header.header_end for header in headers)
            for event in events
        ):
            found.add(key)
    return found
