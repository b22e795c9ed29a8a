# SPDX-License-Identifier: BSD-3-Clause
"""What the analysis does not see: memory behind pointers that nothing compares with the arrays,
functions of other files, variables of which each thread has its own.

Where a loop writes, its iterations may meet there. That they do not is the user's word:
`independent`, or `omp parallel for`; a clause of all that is written, where the memory is only
read."""

import re
from dataclasses import dataclass

from ...syntax import (
    ArrayType,
    Asm,
    Assign,
    Binary,
    Call,
    Cast,
    Declare,
    Index,
    IndexedType,
    Member,
    Name,
    Node,
    Number,
    PointerType,
    Select,
    String,
    Type,
    Unary,
    ends_by_a_call,
    variable_of,
)
from ..body import checks_calls
from . import again, apart, dependence, library, relations


@dataclass(frozen=True)
class Place:
    """Memory that is reached in `node`."""

    node: Node
    write: bool
    type: Type | None  # of the element; None: not known
    header: bool = False  # the loop's header reads it
    named: bool = False  # a pointer that no iteration changes leads there; how far is not known


def check(body, arrays):
    """Messages; none of them where there are others, which say more."""
    _threads(body)
    _stubs(body)
    for where in assembler(body):
        body.diagnostics.add("assembler", where)
    for where, name in cleaned(body):
        body.diagnostics.add("cleanup", where, name=name)
    body.seen.hidden += [(place.node, place.write, True) for place in _untraced(body)]
    if body.parsed.directive.independent or body.diagnostics.failed:
        return
    for name, (why, help) in calls(body).items():
        where = checks_calls.where(name, body)
        body.diagnostics.add("call-unknown", where, name=name, why=why, help=help)
    declared = {array.variable.key for array in arrays if array.clause is not None}
    places = _places(body)
    others = any(place.write for place in places)
    for place in places:
        against = [v for v in _written(body) if apart.may_meet(place.type, v)]
        if others or against:
            word = not others and all(variable.key in declared for variable in against)
            id = "unseen-end" if place.named else "unseen-memory"
            body.diagnostics.add(
                "unseen-read" if word else id,
                body.where(place.node),
                name=dependence.text_of(place.node, body),
                help=_remedy(place),
            )


def _remedy(place):
    if place.header:
        return "copy the bound to a variable before the loop"
    if _one_of_many(place.node):
        return "keep what these pointers lead to in one array"
    return "copy the pointer to a variable before the loop"


def _one_of_many(node: Node):
    """Whether a place is found by a pointer that is an element, or a member of one."""
    pointers = (node.base for node in node.walk() if isinstance(node, Index))
    return any(
        isinstance(pointer.type, PointerType)
        and any(isinstance(part, Index) for part in pointer.walk())
        for pointer in pointers
    )


def _written(body):
    """What the loop writes, as Variables: arrays, and pointers inside structs."""
    uses = [use for use in body.seen.arrays if use.variable.scope != "local"]
    return {
        use.variable.key: use.variable for use in [*uses, *body.seen.paths] if use.write
    }.values()


def _places(body):
    """Memory that neither a relation nor a guard speaks of."""
    written = {variable.key for variable in _written(body)}
    found = [
        Place(node, write, node.type)
        for node, write, member in body.seen.hidden
        if not member and (write or not _of_arrays(node, written))
    ]
    for array in relations.behind(body, written=False):
        if apart.compared(array, body) is None:
            access = array.accesses[0]
            write = any(one.write for one in array.accesses)
            named = "[]" not in array.variable.name
            found.append(Place(access.node, write, array.element, named=named))
    found += _through_pointers(body)
    found += _untraced(body)
    found += _again(body)
    return found


def header_met(body):
    """Whether the loop may write what its header reads again, and no guard tells."""
    return any(
        apart.may_meet(place.type, variable)
        for place in _again(body)
        for variable in _written(body)
    )


def _again(body):
    """What the header reads again with each iteration, and no guard compares."""
    for read in again.reads(body):
        if read.text is None or not read.size:
            yield Place(read.node, False, read.type, header=True)
    # An address that the body hands on: what becomes of the memory is not seen.
    own = {read.variable.key for read in again.reads(body) if read.variable is not None}
    for use in body.seen.arrays:
        if use.write and use.address and use.variable.key in own:
            yield Place(use.node, False, None, header=True)


def _of_arrays(node: Node, written):
    """Whether it is an element of arrays that are objects of their own, and not written:
    `(c ? x : y)[i]`, `"abc"[i]`, and what toupper() looks up."""
    if isinstance(node, Index):
        return _of_arrays(node.base, written)
    if isinstance(node, Select):
        return all(_of_arrays(child, written) for child in (node.yes, node.no))
    if isinstance(node, Cast) and node.children:
        return _of_arrays(node.operand, written)
    if isinstance(node, Unary) and node.op == "*":
        return isinstance(node.operand, Call) and node.operand.name in library.TABLES
    if isinstance(node, String):
        return True
    variable = variable_of(node)
    return (
        variable is not None
        and isinstance(variable.type, ArrayType)
        and variable.key not in written
    )


def _through_pointers(body):
    """What stands behind pointers in arrays, `rows[i][j]`, and what functions of the file reach
    through pointers of the file."""
    for use in body.seen.arrays:
        element, given = use.variable.type, len(use.subscripts)
        if use.variable.scope == "local":
            continue
        while given and isinstance(element, IndexedType):
            element, given = element.element, given - 1
            if given and isinstance(element, PointerType):
                yield Place(use.node, use.write, None)
                break
    for use in body.seen.elsewhere:
        if (
            use.variable.scope == "file"
            and isinstance(use.variable.type, PointerType)
            and use.subscripts
        ):
            yield Place(use.node, use.write, use.node.type)


def _untraced(body):
    """Uses of pointers of the iteration's own that nobody knows where they lead to."""
    origins, own = _origins(body.parsed), body.uses.written() | body.seen.written()
    for use in [*body.seen.arrays, *body.seen.elsewhere]:
        variable = use.variable
        if (
            (variable.scope == "local" or variable.key in own)
            and isinstance(variable.type, PointerType)
            and use.subscripts
            and not _known(variable.key, origins, set())
        ):
            yield Place(use.node, use.write, use.node.type)


def traced(parsed):
    """Keys of pointers that lead to arrays with a name, or the iteration's own, and to nothing
    else."""
    origins = _origins(parsed)
    return {key for key in origins if _known(key, origins, set())}


def _origins(parsed):
    """{key of a pointer: the trees that it is set to}."""
    found: dict = {}
    trees = [parsed.node.body]
    trees += [d.body for d in parsed.needs if d.kind == "function" and d.body is not None]
    for node in (node for tree in trees for node in tree.walk()):
        if isinstance(node, Declare) and node.children:
            if isinstance(node.variable.type, PointerType):
                found.setdefault(node.variable.key, []).append(node.children[-1])
        elif isinstance(node, Assign) and node.op == "=":
            variable = variable_of(node.target)
            if variable is not None and isinstance(variable.type, PointerType):
                found.setdefault(variable.key, []).append(node.assigned)
        elif isinstance(node, Unary) and node.op == "&":
            variable = variable_of(node.operand)
            if variable is not None and isinstance(variable.type, PointerType):
                found.setdefault(variable.key, []).append(node)  # it may be set to anything
    for declaration in parsed.needs:
        # What a function is given is looked at where it is given (views.py).
        for parameter in declaration.parameters:
            found.setdefault(parameter.key, [])
    return found


def _known(key, origins, asked):
    """Whether what a pointer leads to is an array that has a name, or the iteration's own."""
    if key in asked:
        return True
    return key in origins and all(_leads(tree, origins, asked | {key}) for tree in origins[key])


def _leads(node: Node, origins, asked):
    while isinstance(node, Cast) and node.children:
        node = node.operand
    if isinstance(node, Number):
        return True  # NULL
    if isinstance(node, Call):
        return node.name in library.NEW
    if isinstance(node, Select):
        return all(_leads(child, origins, asked) for child in (node.yes, node.no))
    if isinstance(node, Binary) and node.op in ("+", "-"):
        return any(
            isinstance(child.type, IndexedType) and _leads(child, origins, asked)
            for child in node.children
        )
    if isinstance(node, Unary) and node.op in ("x++", "++x", "x--", "--x"):
        return _leads(node.operand, origins, asked)
    if isinstance(node, Unary) and node.op == "&":
        return _object(node.operand, origins, asked)
    if isinstance(node, Name) and node.variable is not None:
        kind = node.variable.type
        if isinstance(kind, PointerType) and node.variable.scope == "local":
            return _known(node.variable.key, origins, asked)
        return isinstance(kind, ArrayType) or node.variable.scope in ("function", "file")
    return isinstance(node, String) or _object(node, origins, asked)


def _object(node: Node, origins, asked):
    """Whether an lvalue is a part of what has a name."""
    if isinstance(node, Name):
        return True
    if isinstance(node, Member) and node.op == ".":
        return not node.pointer and _object(node.base, origins, asked)
    if isinstance(node, Index) or (isinstance(node, Unary) and node.op == "*"):
        base = node.children[0]
        if isinstance(node.type, PointerType):
            return False  # a pointer out of an array
        return _leads(base, origins, asked)
    return False


def assembler(body):
    """Places of instructions that may read or write: their operands are no accesses that anything
    compares."""
    found = [body.where(node) for node in _instructions(body.parsed.node.body, body)]
    for declaration in body.parsed.needs:
        tree = declaration.body if declaration.kind == "function" else None
        if tree is not None and _instructions(tree, body):
            found.append(checks_calls.where(declaration.name, body))
    return found


def cleaned(body):
    """(place, name) of variables that a function, by no call, is given where they end."""
    return [
        (
            body.where(node) if function is None else checks_calls.where(function, body),
            node.variable.name,
        )
        for node, function in ended(body.parsed, body.source.text)
    ]


def ended(parsed, text):
    """Their declarations, each with the name of the function that it stands in, or None."""
    trees = [(parsed.node.body, None)]
    trees += [(d.body, d.name) for d in parsed.needs if d.kind == "function" and d.body]
    return [
        (node, function)
        for tree, function in trees
        for node in tree.walk()
        if isinstance(node, Declare) and ends_by_a_call(text, node.start, node.end)
    ]


def _instructions(tree, body):
    text = body.source.text
    return [
        node
        for node in tree.walk()
        if isinstance(node, Asm) and not _does_nothing(node, text[node.start : node.end])
    ]


def _does_nothing(node: Asm, text):
    """Whether it has no instruction, as what keeps a compiler from moving code, or no operand."""
    empty = re.search(r'\(\s*""\s*[:)]', text) is not None
    operands = any(isinstance(part, Name) for part in node.walk())
    return empty or not (operands or '"memory"' in text)


def calls(body):
    """{name: (why, help)} of functions that may change anything, or go by what others change."""
    known = {d.name: d for d in body.parsed.needs if d.kind == "function"}
    found = {}
    for node in body.uses.calls:
        if not node.name:
            text = body.source.text[node.start : node.end].partition("(")[0]
            found[text] = ("which function that is cannot be seen", "call it by its name")
    for name, declaration in known.items():
        if declaration.body is not None:
            if any(isinstance(n, Call) and not n.name for n in declaration.body.walk()):
                found[name] = ("it calls through a pointer", "call functions by their names")
        elif name in checks_calls.STATE:
            found[name] = ("it remembers what it returned", "compute the value from the variable")
        elif declaration.system and not declaration.pure and not library.alone(name):
            found[name] = ("it does more than return a value", "take it out of the loop")
        elif not declaration.pure and not library.alone(name):
            help = "define it in this file, or write '#pragma ctsar pure' before its declaration"
            help += " if it changes nothing"
            found[name] = ("what it changes cannot be seen", help)
    return found


def _threads(body):
    """Variables of which every thread has its own: cores would each see another."""
    trees = [body.parsed.node]
    trees += [d.body for d in body.parsed.needs if d.kind == "function" and d.body is not None]
    for node in (node for tree in trees for node in tree.walk()):
        if isinstance(node, Name) and node.variable is not None and node.variable.threads:
            inside = body.loop.start <= node.start < body.loop.end
            where = body.where(node) if inside else body.source.where(body.loop.start)
            body.diagnostics.add("thread-local", where, name=node.variable.name)
            return


def _stubs(body):
    """Functions of the file that stand for OpenMP's where OpenMP is off: they know one thread."""
    for declaration in body.parsed.needs:
        name = declaration.name
        if declaration.body is not None and name in checks_calls.OPENMP:
            body.diagnostics.add("openmp-off", checks_calls.where(name, body), name=name)
