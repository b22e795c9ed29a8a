# SPDX-License-Identifier: BSD-3-Clause
"""Arrays without clauses: which part of each an iteration needs, found from the subscripts."""
from dataclasses import replace
from typing import Optional

from ..model import Array, Dimension, Expression
from . import affine, arrays, dependence, ranges
from .affine import Polynomial
from .arrays import full, levels
from .reach import ZERO, reach


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
    uses = [use for use in body.seen.arrays if use.variable.key == variable.key] or \
        [use for use in body.uses.arrays if use.variable.key == variable.key]
    extents, element = levels(variable.type)
    why = "" if arrays.copyable(element) else \
        f"its elements are of type '{element.spelling}'"
    dimensions = None
    if not why:
        dimensions, why = _dimensions(variable, uses, extents, body)
    if dimensions is None:
        _unknown(variable, uses, element, why, body)
        return None
    array = arrays.as_seen(Array(variable, element, dimensions, "in"), body)
    written = any(access.write for access in array.accesses)
    array, reasons = _associated(array, written, body)
    if written and not array.associated:
        _explain_failure(array, body)
        return None
    if written:
        k = next(k for k, d in enumerate(array.dimensions) if d.associated)
        before = len(body.diagnostics.messages)
        dependence.check(array, k, body)
        if len(body.diagnostics.messages) > before:
            return None
        never_read = not any(access.read for access in array.accesses)
        out = never_read and written_fully(array, k, body) is True
        array = replace(array, direction="out" if out else "inout")
        reasons.append("copied out: every element is written, none is read" if out else "copied in and out: it is written")
    else:
        reasons.append("copied in: it is only read")
    return replace(array, persist=_never_changes(variable), reasons=tuple(reasons))


def _unknown(variable, uses, element, why, body):
    """The message where dimensions are not found: about a write that no clause could make right, or about the array."""
    write = next((use for use in uses if use.write and not use.address and use.subscripts and
                  any(body.values.polynomial(subscript) is None for subscript in use.subscripts)), None)
    if element.kind == "pointer":
        help = f"make it a matrix: {element.spelling}(*{variable.name})[COLUMNS], or {variable.name}[i * COLUMNS + j]"
    else:
        help = f"add part_copyin({variable.name}[1:N]), part_copy({variable.name}[1:N]) or copyin({variable.name}[0:N])"
    if write is not None and element.kind != "pointer":
        body.diagnostics.add("write-not-affine", body.where(write.node), name=variable.name, why="its subscript is not a sum of products")
    else:
        body.diagnostics.add("array-unlisted", body.where(uses[0].node), name=variable.name, why=why, help=help)


def _never_changes(variable):
    return variable.constant


def _dimensions(variable, uses, extents, body):
    """(dimensions, "") or (None, why not)."""
    where = variable.location or body.where(uses[0].node)

    def dimension(text, value=None):
        return Dimension(False, Expression(text, where, value))
    if len(extents) == 1:
        found, why = _flattened(uses, body)
        if found is not None and (len(found) > 1 or extents[0] is None):
            return tuple(dimension(str(extent), extent.value) for extent in found), ""
    if None not in extents:
        return tuple(dimension(extent, _number(extent)) for extent in extents), ""
    if None in extents[1:]:
        return None, "its type does not say how large it is"
    if len(extents) == 1:
        return None, why
    outer, why = _outermost(uses, [body.polynomial(extent) for extent in extents[1:]], True, body)
    if outer is None:
        return None, why
    return (dimension(str(outer), outer.value), *(dimension(extent, _number(extent)) for extent in extents[1:])), ""


def _flattened(uses, body):
    """(extents of a vector, or of a matrix that is subscripted as one, "") or (None, why not)."""
    inner = _strides(uses, body)
    if inner is None:
        return None, "its extents cannot be told from the subscripts"
    outer, why = _outermost(uses, inner, False, body)
    return (None, why) if outer is None else ([outer, *inner], "")


def _number(text):
    return int(text) if text.isdigit() else None


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
        found = [reach(access, k, body) for access in array.accesses]
        if not found or not all(r.relative for r in found):
            continue
        low = _smallest([r.least for r in found])
        high = _smallest([None if r.greatest is None else -r.greatest for r in found])
        if low is None or high is None or not _holds_range(array, k, found, body):
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


def _holds_range(array, k, found, body):
    """Whether item i exists for every iteration i: the library moves it, whether or not the body reaches it."""
    first, last = ranges.bounds(body.parsed.node, body.values)
    if ranges.at_least(first, ZERO) is False:
        return False
    fits = ranges.at_least(body.polynomial(array.dimensions[k].extent.text), None if last is None else last + ranges.ONE)
    if fits is None:  # a program that is right has item i if it reaches it, or one beyond
        return any(not access.use.branch and ranges.at_least(r.greatest, ZERO) for access, r in zip(array.accesses, found))
    return fits


def _smallest(polynomials):
    """The least of constants; None where one is none."""
    values = [None if p is None else p.value for p in polynomials]
    return None if None in values else min(values)


def _explain_failure(array, body):
    """Why an output without a clause has no dimension of its own."""
    access = next(access for access in array.accesses if access.write)
    where = body.where(access.node)
    if access.use.address:
        body.diagnostics.add("escapes", where, name=array.name, why=f"'{access.use.argument}' gets it" if access.use.argument else "the array as a whole is used")
        return
    if access.indices is None or None in access.indices:
        body.diagnostics.add("write-not-affine", where, name=array.name, why="its subscript is not a sum of products")
        return
    own = [reach(access, k, body) for k in range(len(array.dimensions))]
    k = next((k for k, r in enumerate(own) if r.relative), None)
    if k is not None and own[k].least == ZERO and own[k].greatest == ZERO:
        dimensions = tuple(replace(d, associated=j == k) for j, d in enumerate(array.dimensions))
        before = len(body.diagnostics.messages)
        dependence.check(replace(array, dimensions=dimensions), k, body)
        if len(body.diagnostics.messages) > before:
            return
    body.diagnostics.add("write-elsewhere", where, name=array.name, dim=(k or 0) + 1, found=own[k or 0].text(),
                         expected=body.loop.variable.name)
