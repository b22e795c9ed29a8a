# SPDX-License-Identifier: BSD-3-Clause
"""Pointers that iterations set: after `p = a + i * m;` p is as good as after
`double *p = a + i * m;`. So are numbers that iterations set and step from there on. Checks look at
a body in which each such statement declares a variable of its own; emitters copy the text as it
is."""

from dataclasses import replace

from ...syntax import (
    Assign,
    Block,
    Case,
    Declare,
    IntegerType,
    Label,
    Member,
    Name,
    Node,
    PointerType,
    Variable,
    names,
    rebuilt,
    touched,
    variable_of,
)

# Keys of variables that are declared so: behind all offsets of a file, and those of hoisted.py.
BEYOND = 1 << 41


def declared(body: Node) -> Node:
    """The body, where statements of a block that set such a variable, and stand before all that
    reads it, declare one."""
    for variable in _candidates(body):
        mentioned = _mentions(body, variable)
        blocks = (node for node in body.walk() if isinstance(node, Block))
        block = next((one for one in blocks if _is_of(variable, one, mentioned)), None)
        if block is not None:
            body = _replaced(body, block, _split(block, variable))
    return body


def _candidates(body):
    """Pointers of the function that a statement sets, and numbers that others then step, the
    address of which nobody takes."""
    found, taken, stepped = {}, set(), set()
    for node in body.walk():
        variable = variable_of(touched(node))
        if variable is None or not isinstance(variable.type, PointerType | IntegerType):
            continue
        if isinstance(variable.type, PointerType) or not _sets(node, variable):
            stepped.add(variable.key)
        if not isinstance(node, Assign) and not node.steps:
            taken.add(variable.key)
        elif isinstance(node, Assign) and not variable.outlives and not variable.type.volatile:
            found[variable.key] = variable
    return [one for key, one in found.items() if key in stepped and key not in taken]


def _is_of(variable, block, mentioned):
    """Whether all that names the variable stands in the block, and behind where that sets it."""
    if any(isinstance(child, Case | Label) for child in block.children):
        return False  # it may be reached otherwise
    first = next((k for k, child in enumerate(block.children) if _sets(child, variable)), None)
    if first is None or _mentions(block.children[first].assigned, variable):
        return False
    if any(_sets(child, variable) and _is_found(child.assigned) for child in block.children):
        return False
    return sum(_mentions(child, variable) for child in block.children[first:]) == mentioned


def _sets(node: Node, variable):
    return isinstance(node, Assign) and node.op == "=" and names(node.target, variable)


def _is_found(node: Node):
    """Whether a value is a pointer out of a struct, of which nothing is known here: where it stays
    the same it has a name (hoisted.py)."""
    parts = (part for part in node.walk() if isinstance(part, Member))
    return any(isinstance(part.type, PointerType) for part in parts)


def _split(block, variable):
    """The block with a declaration of a variable in the place of each statement that sets it."""
    children: list[Node] = []
    own = variable
    for child in block.children:
        other = renamed(child, variable, own)
        if _sets(child, variable):
            own = replace(variable, key=BEYOND + child.start, scope="local", storage="")
            other = Declare(child.start, child.end, (other.assigned,), variable=own)
        children.append(other)
    return replace(block, children=tuple(children))


def renamed(node: Node, variable: Variable, own: Variable):
    """The tree with another variable in the place of one."""
    if names(node, variable) and isinstance(node, Name):
        return replace(node, variable=own)
    return rebuilt(node, lambda part: renamed(part, variable, own))


def _mentions(node: Node, variable):
    return sum(names(one, variable) for one in node.walk())


def _replaced(node: Node, old, new):
    return new if node is old else rebuilt(node, lambda part: _replaced(part, old, new))
