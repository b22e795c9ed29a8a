# SPDX-License-Identifier: BSD-3-Clause
"""Which part of an array an iteration reaches: found from the subscripts, and held against what was declared."""
from dataclasses import dataclass, replace
from typing import Optional

from ..model import Array, Dimension, Expression
from . import affine, ranges
from .affine import Polynomial
from .arrays import full, levels, with_accesses

ZERO = Polynomial()


@dataclass(frozen=True)
class Reach:
    """Where an access lies in one dimension, relative to the iteration: i+below .. i+above, or not relative to it."""
    relative: bool
    least: Optional[Polynomial] = None
    greatest: Optional[Polynomial] = None
    index: Optional[Polynomial] = None  # the subscript itself

    def text(self):
        return str(self.index) if self.index is not None else "not a sum of products of loops' variables and constants"


def reach(access, dimension, body) -> Reach:
    if access.indices is None or dimension >= len(access.indices) or access.indices[dimension] is None:
        return Reach(False)
    index = access.indices[dimension]
    parts = index.factor(body.iteration)
    if parts is None or parts[0].value != 1:
        return Reach(False, index=index)
    least, greatest = ranges.extremes(parts[1], access.use.loops, body.values)
    return Reach(True, least, greatest, index)


def loops_of(access, body):
    """The loops around an access, the region's own first."""
    return (body.parsed.node, *access.use.loops)


# ---- What was declared -----------------------------------------------------------------------------------------------


def check(array, body):
    """Messages about what a clause says and the body does otherwise."""
    clause = array.clause
    associated = [k for k, dimension in enumerate(array.dimensions) if dimension.associated]
    for dimension in clause.dimensions:
        if dimension.below is not None and not dimension.associated and (dimension.below.value, dimension.above.value) != (0, 0):
            body.diagnostics.add("halo-unassociated", dimension.below.where, name=array.name)
    if array.direction != "in" and not associated:
        body.diagnostics.add("output-unassociated", clause.where, name=array.name)
        return
    if array.direction != "in" and len(associated) > 1:
        body.diagnostics.add("output-twice", clause.where, name=array.name)
        return
    if not array.accesses:
        body.diagnostics.add("unused-clause", clause.where, name=array.name)
    for access in array.accesses:
        if not access.read and not access.write:
            continue  # an address, whose uses are accesses of their own
        if access.write and array.direction == "in":
            body.diagnostics.add("write-input", body.where(access.node), name=array.name)
        elif associated and array.size is None:
            _check_access(array, access, associated, body)
    if array.direction != "in":
        check_dependence(array, associated[0], body)
    if array.direction == "out":
        _check_output(array, associated[0], body)


def _check_access(array, access, associated, body):
    if len(associated) > 1 and not access.write:
        # A row and a column: the whole array is there, and each access must lie in one of them.
        if any(_covered(array, k, reach(access, k, body)) for k in associated):
            return
        associated = associated[:1]
    for k in associated:
        found = reach(access, k, body)
        where = body.where(access.node)
        if access.use.address and (access.indices is None or k >= len(access.indices)):
            body.diagnostics.add("escapes", where, name=array.name, why=_receiver(access))
        elif access.write and found.index is None:
            body.diagnostics.add("write-not-affine", where, name=array.name, why=_unknown(access, body))
        elif access.write and not (found.relative and found.least == ZERO and found.greatest == ZERO):
            body.diagnostics.add("write-elsewhere", where, name=array.name, dim=k + 1, found=found.text(),
                                 expected=body.loop.variable.name)
        elif not access.write and not _covered(array, k, found):
            body.diagnostics.add("read-outside", where, name=array.name, dim=k + 1, found=found.text(),
                                 **_remedy(array, k, found))


def _receiver(access):
    return f"it is passed to '{access.use.argument}'" if access.use.argument else "the array as a whole is used"


def _unknown(access, body):
    if access.indices is None:
        return "the flattened subscript does not fit the declared extents"
    return "its subscript is not a sum of products"


def _covered(array, k, found):
    """Whether a read lies in what the unit holds; what cannot be told counts as covered where it is relative."""
    if not found.relative:
        return False
    dimension = array.dimensions[k]
    below = _halo(dimension.below)
    above = _halo(dimension.above)
    low = None if below is None else ranges.at_least(found.least, -below)
    high = None if above is None else ranges.at_least(above, found.greatest)
    return low is not False and high is not False


def _halo(expression):
    """A halo as a Polynomial; None where it is not constant (then it is the user's word)."""
    if expression is None:
        return ZERO
    return None if expression.value is None else Polynomial.constant(expression.value)


def _remedy(array, k, found):
    clause = array.clause.kind if array.clause else "part_copyin"
    extents = [f"[{int(d.associated)}:{d.extent.text}]" for d in array.dimensions]
    if not found.relative:
        whole = "".join(f"[0:{d.extent.text}]" for d in array.dimensions)
        return {"missing": "which other iterations own", "help": f"every unit needs all of it: part_copyin({array.name}{whole})"}
    needed = max((abs(p.value) for p in (found.least, found.greatest) if p is not None and p.value is not None), default=None)
    halo = "HALO" if needed is None else str(needed)
    extents[k] = f"[1:{array.dimensions[k].extent.text}:{halo}]"
    return {"missing": "beyond the halo" if array.dimensions[k].below is not None else "and there is no halo",
            "help": f"a halo of {halo} is needed: {clause}({array.name}{''.join(extents)})"}


def check_dependence(array, k, body):
    """An output's other elements must not be read: another iteration writes them, before or after."""
    writes = [access for access in array.accesses if access.write]
    for access in array.accesses:
        found = reach(access, k, body)
        if not access.read or access.write or not writes:
            continue
        apart = (found.least != ZERO or found.greatest != ZERO) if found.relative else found.index is not None
        if apart:
            body.diagnostics.add("carried-dependence", body.where(access.node), name=array.name,
                                 written=body.loop.variable.name, read=found.text())
            return


def _check_output(array, k, body):
    first = min((a for a in array.accesses if a.read or a.write), key=lambda access: access.use.order, default=None)
    if first is not None and first.read and not first.use.address:
        body.diagnostics.add("read-uncopied", body.where(first.node), name=array.name)
    elif array.accesses and written_fully(array, k, body) is False:
        body.diagnostics.add("partly-written", array.clause.where, name=array.name)


def written_fully(array, k, body):
    """Whether every iteration writes all of its part: True, False, or None where it cannot be told. With a step, what
    lies between two iterations is the range's as well, and is not written."""
    if body.loop.step is not None and body.loop.step.value != 1:
        return False
    verdicts = []
    for access in array.accesses:
        if not access.write or not full(access, array) or access.use.address or None in access.indices:
            continue
        if access.use.branch:
            verdicts.append(None)
            continue
        verdicts.append(_covers(array, access, k, body))
    if True in verdicts:
        return True
    return False if verdicts and all(v is False for v in verdicts) else None


def _covers(array, access, k, body):
    for dimension, extent in enumerate(array.dimensions):
        if dimension == k:
            continue
        wanted = body.polynomial(extent.extent.text)
        least, greatest = ranges.extremes(access.indices[dimension], access.use.loops, body.values)
        if least is None or greatest is None or wanted is None:
            return None
        if any(loop.loop.step is not None and loop.loop.step.value != 1 for loop in access.use.loops):
            return None
        low, high = (least - ZERO).value, (wanted - ranges.ONE - greatest).value
        if low is None or high is None:
            return None
        if low > 0 or high > 0:
            return False
    return True


# ---- What was not --------------------------------------------------------------------------------------------------


def infer(variable, body) -> Optional[Array]:
    """The array that the body uses and no clause names, or None after a message."""
    uses = [use for use in body.uses.arrays if use.variable.key == variable.key]
    extents, element = levels(variable.type)
    why = "" if element.kind in ("integer", "bool", "float", "struct") and element.size else \
        f"its elements are of type '{element.spelling}'"
    dimensions = None
    if not why:
        dimensions, why = _dimensions(variable, uses, extents, body)
    if dimensions is None:
        body.diagnostics.add("array-unlisted", body.where(uses[0].node), name=variable.name, why=why)
        return None
    array = with_accesses(Array(variable, element, dimensions, "in"), body)
    written = any(access.write for access in array.accesses)
    array, reasons = _associated(array, written, body)
    if written and not array.associated:
        _explain_failure(array, body)
        return None
    if written:
        k = next(k for k, d in enumerate(array.dimensions) if d.associated)
        before = len(body.diagnostics.messages)
        check_dependence(array, k, body)
        if len(body.diagnostics.messages) > before:
            return None
        never_read = not any(access.read for access in array.accesses)
        out = never_read and written_fully(array, k, body) is True
        array = replace(array, direction="out" if out else "inout")
        reasons.append("copied out: every element is written, none is read" if out else "copied in and out: it is written")
    else:
        reasons.append("copied in: it is only read")
    return replace(array, persist=_never_changes(variable), reasons=tuple(reasons))


def _never_changes(variable):
    return variable.constant


def _dimensions(variable, uses, extents, body):
    """(dimensions, "") or (None, why not)."""
    where = variable.location or body.where(uses[0].node)

    def dimension(text, value=None):
        return Dimension(False, Expression(text, where, value))
    if None not in extents:
        return tuple(dimension(extent, _number(extent)) for extent in extents), ""
    if None in extents[1:]:
        return None, "its type does not say how large it is"
    inner = [body.polynomial(extent) for extent in extents[1:]]
    if len(extents) == 1:
        inner = _strides(uses, body)
        if inner is None:
            return None, "its extents cannot be told from the subscripts"
    outer, why = _outermost(uses, inner, len(extents) > 1, body)
    if outer is None:
        return None, why
    texts = [c_text(outer)] + (extents[1:] if len(extents) > 1 else [c_text(extent) for extent in inner])
    return tuple(dimension(text, _number(text)) for text in texts), ""


def _number(text):
    return int(text) if text.isdigit() else None


def c_text(polynomial):
    return str(polynomial)


def _flat(uses, body):
    return [body.values.polynomial(use.subscripts[0]) if len(use.subscripts) >= 1 else None for use in uses]


def _strides(uses, body):
    """Inner extents of a flattened array, from the factors of loops' variables; [] for a vector, None if unclear."""
    found = set()
    for use, index in zip(uses, _flat(uses, body)):
        if index is None:
            return None
        loops = [body.iteration] + [(l.loop.variable.name, l.loop.variable.key) for l in use.loops if l.loop.variable]
        for variable in loops:
            parts = index.factor(variable)
            if parts is None:
                return None
            factor = parts[0]
            if factor and factor.value not in (1, -1):
                if factor.variables() & set(loops):
                    return None
                found.add(factor)
    if not found:
        return []
    ordered = sorted(found, key=lambda p: (max(len(m) for m in p), abs(p.value or 0)))
    extents, below = [], Polynomial.constant(1)
    for stride in ordered:
        extent = _quotient(stride, below)
        if extent is None:
            return None
        extents.insert(0, extent)
        below = stride
    return extents if _inside(uses, extents, body) else None


def _quotient(stride, below):
    """stride / below, where it is a Polynomial and below a single product."""
    if len(below) != 1:
        return None
    (monomial, factor), = below.items()
    result = Polynomial()
    for m, f in stride.items():
        rest = list(m)
        for variable in monomial:
            if variable not in rest:
                return None
            rest.remove(variable)
        if f % factor:
            return None
        result[tuple(rest)] = f // factor
    return result


def _inside(uses, extents, body):
    """Whether inner subscripts are known to stay within these extents."""
    for use in uses:
        terms = affine.delinearise(use.subscripts[0], extents, body.values)
        if terms is None:
            return False
        for part, extent in zip(terms[1:], extents):
            index = affine.sum_of(part, body.values)
            least, greatest = ranges.extremes(index, (body.parsed.node, *use.loops), body.values)
            if ranges.at_least(least, ZERO) is not True or ranges.at_least(extent - ranges.ONE, greatest) is not True:
                return False
    return True


def _outermost(uses, inner, nested, body):
    """One more than the greatest outermost subscript, over all iterations."""
    greatest = None
    for use in uses:
        if not use.subscripts:
            return None, "the array as a whole is used, and its type does not say how large it is"
        if nested:
            index = body.values.polynomial(use.subscripts[0])
        else:
            terms = affine.delinearise(use.subscripts[0], inner, body.values)
            index = affine.sum_of(terms[0], body.values) if terms else None
        if index is None:
            return None, "a subscript is not a sum of products of loops' variables and constants"
        _, high = ranges.extremes(index, (body.parsed.node, *use.loops), body.values)
        if high is None:
            return None, "the bounds of a loop are not known"
        if greatest is None or ranges.at_least(high, greatest):
            greatest = high
        elif ranges.at_least(greatest, high) is None:
            return None, f"it cannot be told which is larger, {greatest} or {high}"
    return greatest + ranges.ONE, ""


def _associated(array, written, body):
    """(the array with the dimension that the iteration selects, reasons)."""
    name = body.loop.variable.name
    for k in range(len(array.dimensions)):
        found = [reach(access, k, body) for access in array.accesses if access.read or access.write]
        if not found or not all(r.relative for r in found):
            continue
        low = _smallest([r.least for r in found])
        high = _smallest([None if r.greatest is None else -r.greatest for r in found])
        if low is None or high is None:
            continue
        below, above = max(0, -low), max(0, -high)
        where = array.dimensions[k].extent.where
        halo = [Expression(str(h), where, h) for h in (below, above)] if below or above else [None, None]
        dimensions = list(array.dimensions)
        dimensions[k] = replace(dimensions[k], associated=True, below=halo[0], above=halo[1])
        reason = f"dimension {k + 1} is associated: its subscripts are '{name}'" + \
            (f" - {below}" if below else "") + (f" .. '{name}' + {above}" if above else "" if not below else f" .. '{name}'")
        return replace(array, dimensions=tuple(dimensions)), [reason]
    return array, [f"every unit has all of it: no dimension is subscripted by '{name}' alone in all accesses"]


def _smallest(polynomials):
    """The least of constants; None where one is none."""
    values = [None if p is None else p.value for p in polynomials]
    return None if None in values else min(values)


def _explain_failure(array, body):
    """Why an output without a clause has no dimension of its own."""
    access = next(access for access in array.accesses if access.write)
    where = body.where(access.node)
    if access.use.address:
        body.diagnostics.add("escapes", where, name=array.name, why=_receiver(access))
        return
    if access.indices is None or None in access.indices:
        body.diagnostics.add("write-not-affine", where, name=array.name, why="its subscript is not a sum of products")
        return
    own = [reach(access, k, body) for k in range(len(array.dimensions))]
    k = next((k for k, r in enumerate(own) if r.relative), None)
    if k is not None and own[k].least == ZERO and own[k].greatest == ZERO:
        dimensions = tuple(replace(d, associated=j == k) for j, d in enumerate(array.dimensions))
        before = len(body.diagnostics.messages)
        check_dependence(replace(array, dimensions=dimensions), k, body)
        if len(body.diagnostics.messages) > before:
            return
    body.diagnostics.add("write-elsewhere", where, name=array.name, dim=(k or 0) + 1, found=own[k or 0].text(),
                         expected=body.loop.variable.name)
