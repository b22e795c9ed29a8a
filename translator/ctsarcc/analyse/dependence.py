# SPDX-License-Identifier: BSD-3-Clause
"""Whether one iteration reads what another one writes."""
from . import ranges
from .ranges import ONE
from .reach import ZERO, reach


def check(array, k, body):
    """Messages where iterations of an output depend on each other. `k` is its associated dimension, in which every
    write is known to be the iteration's own."""
    writes = [access for access in array.accesses if access.write and not access.use.address]
    for access in array.accesses:
        if access.read and not access.use.address and not _own(access, k, body):
            write = next((write for write in writes if write is not access and not _apart(access, write, array, k, body)), None)
            if write is not None:
                _report(access, write, body)
                return


def _own(access, k, body):
    found = reach(access, k, body)
    if not found.relative:
        # A subscript that is no polynomial is reported where it is read.
        return found.index is None
    if found.least == ZERO and found.greatest == ZERO:
        return True
    step = body.loop.step.value if body.loop.step is not None else 1
    distance = found.least.value if found.least is not None and found.least == found.greatest else None
    return bool(step and distance is not None and distance % step)


def _apart(read, write, array, k, body):
    """Whether the two are known to meet nowhere: apart in another dimension, whatever the iterations."""
    if read.indices is None or write.indices is None:
        return False
    for dimension in range(min(len(read.indices), len(write.indices), len(array.dimensions))):
        if dimension == k or read.indices[dimension] is None or write.indices[dimension] is None:
            continue
        first, second = (ranges.extremes(access.indices[dimension], (body.parsed.node, *access.use.loops), body.values)
                         for access in (read, write))
        if _beyond(first, second) or _beyond(second, first):
            return True
    return False


def _beyond(first, second):
    """Whether all of `first` lies above all of `second`."""
    return first[0] is not None and second[1] is not None and ranges.at_least(first[0], second[1] + ONE) is True


def _report(read, write, body):
    words = {"read": text_of(read.node, body), "written": text_of(write.node, body), "line": body.where(write.node).line}
    # Under `i % 2 == colour` neighbours may well not depend on each other.
    parity = any(node.kind == "binary" and node.op in ("%", "&") for guard in read.use.guards for node in guard.walk())
    body.diagnostics.add("possible-dependence" if parity else "carried-dependence", body.where(read.node), **words)


def text_of(node, body):
    text = " ".join(body.source.text[node.start:node.end].split())
    return text if len(text) <= 60 else text[:57] + "..."


def contradiction(loop, body, arrays):
    """(read, write) of which it can be seen that iterations of an inner loop depend on each other, or None."""
    variable = (loop.loop.variable.name, loop.loop.variable.key)
    for array in arrays:
        inside = [a for a in array.accesses if loop in a.use.loops and a.indices is not None and None not in a.indices]
        for write in (a for a in inside if a.write and not a.use.address):
            for read in (a for a in inside if a.read and len(a.indices) == len(write.indices)):
                if _carried(read.indices, write.indices, variable):
                    return read, write
    return None


def _carried(read, write, variable):
    """Whether one iteration reads what another writes: the same element in all, or one a constant distance away."""
    apart = []
    for left, right in zip(read, write):
        distance = (left - right).value
        factor = right.factor(variable)
        if distance is None or factor is None or len(factor[0]) and factor[0].value is None:
            return False
        if distance or factor[0]:
            apart.append((distance, factor[0].value))
    return not apart or len(apart) == 1 and apart[0][0] and apart[0][1] and apart[0][0] % apart[0][1] == 0
