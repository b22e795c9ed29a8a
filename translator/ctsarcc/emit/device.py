# SPDX-License-Identifier: BSD-3-Clause
"""What the forms for devices share: the body over a grid, and what it needs of its file.

A Dialect says how one language differs from C. What a region has and the language has not raises
CannotExpress, whose text becomes the form's note."""

import re
import textwrap
from dataclasses import dataclass, field, replace

from ..model import fresh
from ..syntax import (
    ArrayType,
    Asm,
    Assign,
    Binary,
    BoolType,
    Call,
    Cast,
    ComplexType,
    Declare,
    FloatType,
    Goto,
    IntegerType,
    Name,
    Nested,
    Number,
    OtherType,
    PointerType,
    Sizeof,
    StructType,
    Unary,
    innermost,
    integer,
    sets,
    variable_of,
)
from . import host
from .common import arguments, strides
from .dialect import (
    CLASSES,
    CONSTANTS,
    MOST_PARAMETERS,
    CannotExpress,
    apart,
    closed,
    is_float,
    spell,
)
from .spaces import Spaces
from .text import Edit, Span, factor, rewrite, subscript, summand


def indented(text, blank):
    """A statement of the user's with its lines at `blank`."""
    own_line = text.lstrip(" \t").startswith("\n")
    lines = [line for line in text.split("\n") if line.strip()]
    rest = lines if own_line else lines[1:]
    least = min((len(line) - len(line.lstrip()) for line in rest), default=0)
    if not own_line and not lines[-1].startswith(" " * least + "}"):
        least = max(0, least - 4)
    shifted = [line[least:] for line in rest]
    return textwrap.indent("\n".join(shifted if own_line else [lines[0].strip(), *shifted]), blank)


# ---- Arrays --------------------------------------------------------------------------------------


def elements(array):
    """How the body reaches an array: "flat" by one subscript, or "rows" as a matrix whose extents
    are constants."""
    nested = (
        isinstance(array.variable.type, ArrayType)
        and isinstance(array.variable.type.element, ArrayType)
    ) or (
        isinstance(array.variable.type, PointerType)
        and isinstance(array.variable.type.element, ArrayType)
    )
    if array.pitched or not nested or array.block is not None:
        return "flat"
    return "rows" if all(d.extent.value is not None for d in array.dimensions[1:]) else "flat"


def constant(array):
    """ "const " where the body only reads: all pointers to it are to constants, or there are none
    but its own."""
    addressed = any(access.use.address for access in array.accesses)
    return "const " if array.element.const or (array.direction == "in" and not addressed) else ""


def stride_count(array):
    """Distances that the library passes: as many as the registered shape has."""
    return 0 if array.size is not None else len(array.dimensions) - 1


def stride_names(array, region):
    return strides(array, region) if stride_count(array) else []


def flattened(array, source):
    """Edits of matrices with extents of run time whose rows cannot be moved: no device has pointers
    to such rows."""
    nested = isinstance(array.variable.type.element, ArrayType)
    if array.pitched or not nested or array.block is not None or elements(array) == "rows":
        return
    extents = [host.bracket(d.extent.code) for d in array.dimensions]
    steps = [" * ".join(extents[k + 1 :]) for k in range(len(extents) - 1)]
    for access in array.accesses:
        given, node = len(access.use.subscripts), access.node
        if given == len(extents) and access.terms is not None:
            yield Edit(
                node.start,
                node.end,
                (f"{array.name}[", *subscript(access, steps, source.text), "]"),
            )
        elif 0 < given == len(extents) - 1:
            parts = []
            for index, step in zip(access.use.subscripts, steps, strict=False):
                parts += [" + ", *factor(index), f" * {step}"]
            yield Edit(node.start, node.end, (f"({array.name}", *parts, ")"))
        elif given:
            raise CannotExpress(
                f"'{array.name}' is passed as rows of a length that is known at run time only"
            )


# ---- The body ------------------------------------------------------------------------------------


def headers(region, dialect):
    """Edits that give each work-item its own iterations of the independent inner loops."""
    for node in region.inner.nodes if region.inner else ():
        loop = node.loop
        name = dialect.words.get(loop.variable.name, loop.variable.name)
        kind = f"{loop.variable.type.text.replace('const ', '')} " if loop.declared else ""
        step = () if loop.step is None or integer(loop.step) == 1 else (" * ", *factor(loop.step))
        lower = () if integer(loop.lower) == 0 else (*summand(loop.lower), " + ")
        yield Edit(
            loop.start,
            loop.header_end,
            (
                f"for ({kind}{name} = ",
                *lower,
                dialect.first,
                *step,
                f"; {name} {'<=' if loop.inclusive else '<'} ",
                Span(loop.upper.start, loop.upper.end),
                f"; {name} += {dialect.across}",
                *step,
                ")",
            ),
        )


def enumerators(tree):
    """Edits of enumerators that only their function knows: their values."""
    return [
        Edit(node.start, node.end, (str(node.value),))
        for node in tree.walk()
        if isinstance(node, Number) and node.local
    ]


def measured(tree, text, dialect):
    """Edits of `__typeof__(a[i]) x`: the type's name. What an array's element is has an address
    space in OpenCL C."""
    for node in tree.walk():
        kind = node.variable.type if isinstance(node, Declare) else None
        if not isinstance(kind, IntegerType | FloatType | BoolType):
            continue
        at = TYPEOF.match(text, node.start)
        if at is not None:
            end = at.end() if at["auto"] else closed(text, at.end())
            yield Edit(at.start("of"), end, (basic(kind, dialect),))


def become_float(tree):
    """Nodes whose value is converted to float, whatever it is."""
    for node in tree.walk():
        if isinstance(node, Cast) and node.children and is_float(node.type, 4):
            yield node.operand
        elif isinstance(node, Assign) and node.op == "=" and is_float(node.target.type, 4):
            yield node.assigned
        elif isinstance(node, Declare) and node.children and is_float(node.variable.type, 4):
            yield node.children[-1]


def calls(tree, dialect, names):
    """Edits of calls: the dialect's functions in the place of math.h's; `names` maps calls to the
    user's functions."""
    floats = {id(value) for value in become_float(tree)}
    for node in tree.walk():
        if node.hinted is not None:
            yield Edit(node.start, node.end, ("(!!(", Span(*node.hinted), "))"))
        if not isinstance(node, Call) or not node.children:
            continue
        callee, *passed = node.children
        if id(node) in names:
            yield Edit(callee.start, callee.end, (names[id(node)],))
            continue
        if node.name in CONSTANTS or node.name == "__builtin_expect":
            yield Edit(
                node.start,
                node.end,
                (CONSTANTS[node.name],)
                if node.name in CONSTANTS
                else ("((long)(", Span(passed[0].start, passed[0].end), "))"),
            )
            continue
        found = (
            (CLASSES[node.name], (), None)
            if node.name in CLASSES
            else dialect.call(node.name, node, id(node) in floats)
        )
        if found is None:
            continue
        name, kinds, result = found
        parts: list = [f"({result})" if result else "", f"{name}("]
        for index, argument in enumerate(passed):
            kind = kinds[index] if index < len(kinds) else None
            span = Span(argument.start, argument.end)
            parts += [", "] if index else []
            parts += [f"({kind})(", span, ")"] if kind and not has_type(argument, kind) else [span]
        bare = callee.start == node.start  # a node in parentheses includes them
        yield Edit(node.start, node.end, (*parts, ")") if bare else ("(", *parts, "))"))


def has_type(node, kind):
    t = node.type
    if t is None:
        return False
    return (
        is_float(t, 8 if kind == "double" else 4)
        if kind in ("double", "float")
        else t.canonical.replace("const ", "") == kind
    )


def body(region, context, dialect, functions):
    """The loop's body in the dialect."""
    source, node = context.source, region.node.body
    for array in region.arrays:
        check_type(array.element, array.name)
    check(node)
    for one in region.loop.companions:
        check_led_to(one.variable)
    edits = host.edits(region, source) + [
        e for array in region.arrays for e in flattened(array, source)
    ]
    edits += list(headers(region, dialect))
    edits += list(calls(node, dialect, functions.names)) + functions.edits
    edits += measured(node, source.text, dialect)
    text = rewrite(source.text, region.loop.header_end, region.loop.end, edits)
    return spell(text, dialect)


def check(tree):
    """Refuses what no device's C has."""
    for node in tree.walk():
        if isinstance(node, Declare):
            check_variable(node.variable)
        if isinstance(node, Asm):
            raise CannotExpress("assembler cannot be compiled for a device")
        if isinstance(node, Goto):
            raise CannotExpress("no device has goto")
        if isinstance(node, Nested):
            raise CannotExpress("a type or a function is declared in the body")
        if isinstance(node.type, ComplexType):
            raise CannotExpress("devices do not have complex numbers")


def check_variable(variable):
    kind = variable.type
    while isinstance(kind, ArrayType):
        if kind.extent_value is None and kind.extent is not None:
            raise CannotExpress(f"the length of '{variable.name}' is known at run time only")
        kind = kind.element
    check_type(kind, variable.name)


def check_led_to(variable):
    """Refuses pointers to arrays whose length is known at run time only; a parameter that is
    declared as an array is a pointer."""
    if isinstance(variable.type, PointerType) or (
        variable.parameter and isinstance(variable.type, ArrayType)
    ):
        check_variable(replace(variable, type=variable.type.element))


def check_type(kind, name):
    if kind.canonical.replace("const ", "") in (
        "long double",
        "__float128",
        "_Float128",
        "__int128",
        "unsigned __int128",
    ) or isinstance(kind, OtherType | ComplexType):
        raise CannotExpress(f"'{name}' is of type {kind.spelling}, which devices do not have")


# ---- What the body needs of its file -------------------------------------------------------------


@dataclass
class Functions:
    """The functions of the file that a body calls, once for each combination of address spaces that
    pointers have."""

    texts: list = field(default_factory=list)  # (head, body), what is called before what calls it
    names: dict = field(default_factory=dict)  # id of a call -> the name of what is called
    edits: list = field(default_factory=list)  # of the body


def leading(region, source, dialect):
    """{key: the address space} of pointers that iterations set and that are declared elsewhere."""
    pointers = [
        scalar.variable
        for scalar in region.scalars_as("private")
        if isinstance(scalar.variable.type, PointerType)
    ]
    spaces = Spaces(region, source, {}, dialect.spaces)
    if dialect.spaces:
        spaces.know(pointers, region.node.body)
    return spaces.env


def privates(region, source, dialect):
    """Declarations of what each work-item has of its own."""
    spaces = leading(region, source, dialect)
    for scalar in region.scalars_as("private"):
        check_variable(scalar.variable)
        space = spaces.get(scalar.variable.key)
        declared = spell(host.declaration(scalar.variable.type, scalar.name), dialect)
        yield f"{space} {declared}" if space else declared


def functions(region, context, dialect):
    made = Functions()
    known = {d.name: d for d in region.needs if d.kind == "function" and d.body is not None}
    variants: dict = {}
    making: set = set()

    def name_of(function, signature):
        key = (function.name, signature)
        if key in making:
            raise CannotExpress(f"'{function.name}' calls itself")
        if key not in variants:
            taken = any(name == function.name for name, _ in variants)
            name = ("own_" if function.name in dialect.renamed else "") + function.name
            variants[key] = name + (
                "_" + "_".join(s.strip("_") or "private" for s in signature) if taken else ""
            )
            making.add(key)
            made.texts.append(define(function, signature, variants[key]))
            making.remove(key)
        return variants[key]

    def enter(tree, env):
        """Edits of a tree, and names for its calls."""
        spaces = Spaces(region, context.source, env, dialect.spaces)
        found = spaces.edits(tree)
        names = {}
        for node in tree.walk():
            if isinstance(node, Call) and node.name in known:
                names[id(node)] = name_of(
                    known[node.name], spaces.signature(node, known[node.name])
                )
        return found, names

    def define(function, signature, name):
        check(function.body)
        source = context.source
        env = {p.key: s for p, s in zip(function.parameters, signature, strict=False)}
        for parameter in function.parameters:
            check_type(parameter.type, parameter.name)
            check_led_to(parameter)
        _entered(function)
        _globals(function)
        found, names = enter(function.body, env)
        edits = found + list(calls(function.body, dialect, names)) + enumerators(function.body)
        edits += host.sizes(function.body)
        edits += measured(function.body, source.text, dialect)
        text = rewrite(source.text, function.body.start, function.body.end, edits)
        head = _head(function, signature, name, source)
        return f"{dialect.function}{' '.join(spell(head, dialect).split())}", spell(text, dialect)

    made.edits, made.names = enter(region.node.body, leading(region, context.source, dialect))
    return made


def _head(function, signature, name, source):
    """A function's head under another name, without what says who may call it."""
    edits = _head_edits(function, signature, name, source)
    head = rewrite(source.text, function.start, function.body.start, edits)
    return re.sub(r"\b(static|inline|__inline__|__inline|extern|register|_Noreturn)\b\s*", "", head)


def _head_edits(function, signature, name, source):
    """Edits of a function's head: its name, address spaces of its parameters."""
    text = source.text[function.start : function.body.start]
    at = re.search(rf"\b{function.name}\b(?=\s*\()", text)
    if at is None:
        raise CannotExpress(f"the head of '{function.name}' is not understood")
    yield_name = Edit(function.start + at.start(), function.start + at.end(), (name,))
    edits = [yield_name]
    for parameter, space in zip(function.parameters, signature, strict=False):
        if space:
            start = _parameter_start(source.text, parameter.key)
            edits.append(Edit(start, start, (f"{space} ",)))
        edits += _extent(source.text, parameter)
    return edits


def _entered(function):
    """Refuses extents of parameters that do something: heads of kernels' functions have none."""
    for node in function.body.children:
        if node.start < function.body.start and any(
            sets(part) or isinstance(part, Call) for part in node.walk()
        ):
            raise CannotExpress(f"an extent of a parameter of '{function.name}' changes something")


def _extent(text, parameter):
    """Edits that take away what stands in the brackets behind a parameter's name, which says
    nothing."""
    start = parameter.key + len(parameter.name)
    opened = re.compile(r"\s*\[").match(text, start)
    if opened is None:
        return []
    return [Edit(opened.end(), closed(text, opened.end(), "[]") - 1, ())]


def _parameter_start(text, at):
    """Where the declaration of the parameter whose name stands at `at` begins."""
    while True:
        at -= 1
        if text[at] == "," or (text[at] == "(" and not text[at + 1 :].lstrip().startswith("*")):
            at += 1
            return at + len(text[at:]) - len(text[at:].lstrip())


def _globals(function):
    for node in function.body.walk():
        v = node.variable if isinstance(node, Name) else None
        if v is not None and v.scope == "file" and not v.constant:
            raise CannotExpress(
                f"'{function.name}' uses '{v.name}', a variable of the file; pass it as an argument"
            )


FOREIGN = re.compile(r"\b(_Complex|__complex(__)?|long\s+double|_*u?int128(_t)?|_*[fF]loat128)\b")


def declarations(region, context, dialect, predefined):
    """Types and tables of the file that the body needs, in its order."""
    source, lines = context.source, []
    tables = {s.variable.key for s in region.scalars_as("constant")}
    tables |= {
        node.variable.key
        for d in region.needs
        if d.kind == "function" and d.body is not None
        for node in d.body.walk()
        if isinstance(node, Name) and node.variable and node.variable.scope == "file"
    }
    tables |= _constants_of(region.needs, tables)
    for need in region.needs:
        text = source.text[need.start : need.end]
        if (
            need.kind == "type"
            and need.name not in predefined
            and not need.name.startswith("__builtin")
        ):
            if foreign := FOREIGN.search(text):
                raise CannotExpress(f"'{need.name}' has a {foreign[0]}, which devices do not have")
            for part in apart(text, dialect):
                said = spell(part, dialect, keep_attributes=True).strip()
                if dialect.spaces:  # a kernel's parameters are no structs with bool
                    said = re.sub(r"\bbool\b", "uchar", said)
                lines.append(_reindented(said) + ";")
        elif need.kind == "variable" and need.variable.key in tables:
            lines.append(_table(need, source, dialect))
    return lines


def _constants_of(needs, tables):
    """Constants that constants are made of are not among the region's: all of the file's that stand
    before one."""
    return (
        {d.variable.key for d in needs if d.kind == "variable" and d.variable.constant}
        if tables
        else set()
    )


def _table(need, source, dialect):
    kind = innermost(need.variable.type)
    if isinstance(kind, PointerType):
        raise CannotExpress(f"'{need.name}' holds addresses of the host's")
    base = kind.text.replace("const ", "").replace(" const", "")
    extents = _extents(need.variable.type)
    rest = source.text[need.variable.key + len(need.name) : need.end]
    initial = rest[rest.find("=") + 1 :].strip()
    name = dialect.words.get(need.name, need.name)
    return f"{dialect.constant}{spell(base, dialect)} {name}{extents} = {spell(initial, dialect)};"


def _extents(kind):
    text = ""
    while isinstance(kind, ArrayType):
        text, kind = f"{text}[{kind.extent or ''}]", kind.element
    return text


def _reindented(text):
    first, _, rest = text.partition("\n")
    return first + ("\n" + textwrap.dedent(rest) if rest else "")


# ---- Scalars -------------------------------------------------------------------------------------

TYPEOF = re.compile(
    r"(?:(?:const|register|volatile)\s+)*"
    r"(?P<of>(?:__typeof__|__typeof|typeof)\s*\(|(?P<auto>__auto_type\b))"
)
INTEGERS = {1: "char", 2: "short", 4: "int", 8: "long"}


def basic(kind, dialect):
    """The name of a scalar's or a struct's type, which needs no typedef where it is a number."""
    if isinstance(kind, BoolType):
        return "bool"
    if isinstance(kind, FloatType):
        return "float" if kind.size == 4 else "double"
    if isinstance(kind, IntegerType):
        return ("" if kind.signed else "unsigned ") + INTEGERS[kind.size]
    if kind.text.startswith("__typeof__"):
        raise CannotExpress(
            "a struct without a name cannot be an argument of a kernel; give it one"
        )
    return spell(kind.text.replace("const ", ""), dialect)


def values(region):
    """Arguments passed by value; refuses what cannot be."""
    found = [a for a in arguments(region) if a.kind == "VALUE"]
    for argument in found:
        kind = argument.scalar.variable.type
        if isinstance(kind, PointerType):
            raise CannotExpress(
                f"'{argument.name}' is an address of the host's; name it in a copy clause"
            )
        check_variable(argument.scalar.variable)
    if sum(a.scalar.variable.type.size for a in found) > MOST_PARAMETERS:
        largest = max(found, key=lambda a: a.scalar.variable.type.size)
        raise CannotExpress(
            f"'{largest.name}' is too large for a kernel's parameters: copyin({largest.name}) "
            "passes it as an array"
        )
    return found


def own(argument):
    """ "const " of an array that is passed by value, unless the body may change its copy."""
    return "" if argument.scalar.role == "firstprivate" else "const "


def value_structs(region, dialect):
    """Declarations of the structs in which arrays are passed by value."""
    for argument in values(region):
        kind = argument.scalar.variable.type
        if isinstance(kind, ArrayType):
            element = innermost(kind)
            check_type(element, argument.name)
            yield (
                f"struct {region.name}_{argument.name} "
                f"{{ {basic(element, dialect)} item{_extents(kind)}; }};"
            )


def item(region):
    """(type, name, step) of the loop's variable."""
    kind, name = host.header(region)
    return (
        kind,
        name,
        "" if region.loop.step is None or integer(region.loop.step) == 1 else fresh(region, "step"),
    )


def reductions(region, dialect):
    """What the tree of a group needs: (type, type in memory, name, partial results, local copies,
    statement)."""
    own, width, found = fresh(region, "own"), fresh(region, "width"), []
    for scalar in region.scalars_as("reduction"):
        if isinstance(scalar.variable.type, StructType):
            raise CannotExpress(f"'{scalar.name}', a reduction, is a struct")
        check_type(scalar.variable.type, scalar.name)
        kind = basic(scalar.variable.type, dialect)
        copies = fresh(region, f"{scalar.name}_local")
        found.append(
            (
                kind,
                memory(kind, dialect),
                dialect.words.get(scalar.name, scalar.name),
                fresh(region, f"{scalar.name}_partial"),
                copies,
                combined(scalar, f"{copies}[{own}]", f"{copies}[{own} + {width}]"),
            )
        )
    return found


def memory(kind, dialect):
    """The type of what lies in memory that the host writes: bool is none that a kernel can be
    given."""
    return "uchar" if kind == "bool" and dialect.spaces else kind


def kernel(region, context, dialect, head, local, parameters, prologue, grid, predefined=()):
    """The text of a kernel and of what it needs."""
    called = functions(region, context, dialect)
    text = body(region, context, dialect, called)
    kind, variable, step = item(region)
    declared = declarations(region, context, dialect, predefined) + list(
        value_structs(region, dialect)
    )
    return context.template(
        "device_kernel.j2",
        place=host.place(region),
        head=head,
        parameters=[spell(p, dialect) for p in parameters],
        prologue=[spell(p, dialect) for p in prologue],
        declarations=declared,
        functions=called.texts,
        body=indented(text, " " * 8),
        kind=spell(kind, dialect),
        variable=dialect.words.get(variable, variable),
        step=step,
        names={n: fresh(region, n) for n in ("start", "count", "item", "own", "width", "group")},
        grid=grid,
        reductions=reductions(region, dialect),
        local=local,
        private=list(privates(region, context.source, dialect)),
    )


def combined(scalar, left, right):
    """The statement that folds one private copy into another."""
    return (
        re.sub(r"\s*\n\s*", " ", host.COMBINE[scalar.op]).replace("*a", left).replace("*b", right)
    )


# ---- The second dimension's length ---------------------------------------------------------------


def inner_length(region, context):
    """C text of how many iterations the inner loops have, as a function of what a call passes;
    None: not told by it. The grid is made for it, so it may be an estimate."""
    if not region.inner:
        return None
    known = {
        a.scalar.variable.key
        for a in arguments(region)
        if a.kind == "VALUE" and not isinstance(a.scalar.variable.type, ArrayType)
    }
    known |= {s.variable.key for s in region.scalars_as("constant")} | {region.loop.variable.key}
    lengths, uses_item = [], False
    for node in region.inner.nodes:
        loop = node.loop
        parts = [p for p in (loop.lower, loop.upper, loop.step) if p is not None]
        nodes = [n for part in parts for n in part.walk()]
        if any(
            not isinstance(n, Number | Name | Unary | Binary | Cast | Sizeof)
            or (isinstance(n, Number) and n.value is None)
            or (isinstance(n, Name) and (n.variable is None or n.variable.key not in known))
            for n in nodes
        ):
            return None
        uses_item |= any(
            v is not None and v.key == region.loop.variable.key for v in map(variable_of, nodes)
        )
        lengths.append(_length(loop, context.source.text, host.hoisted(region)))
    return tuple(dict.fromkeys(lengths)), uses_item


def _length(loop, text, edits):
    def written(node):
        return rewrite(text, node.start, node.end, [*enumerators(node), *edits])

    def part(node):
        return written(node) if isinstance(node, Number | Name) else f"({written(node)})"

    length = (
        written(loop.upper) if isinstance(loop.upper, Number | Name | Binary) else part(loop.upper)
    )
    if isinstance(loop.upper, Binary) and loop.upper.op not in ("+", "-", "*", "/"):
        length = f"({length})"
    if integer(loop.lower) != 0:
        length += f" - {part(loop.lower)}"
    if loop.inclusive:
        length += " + 1"
    if loop.step is not None and integer(loop.step) != 1:
        length = f"({length} + {part(loop.step)} - 1) / {part(loop.step)}"
    return length


def length_function(region, context):
    """(its name, its definition) of the host's function that says how long the second dimension
    is."""
    found = inner_length(region, context)
    name = f"{region.name}_inner"
    names = " and ".join(f"'{node.loop.variable.name}'" for node in region.inner.nodes)
    if found is None:
        lengths, uses_item = ("256",), False
    else:
        lengths, uses_item = found
    used = {word for length in lengths for word in re.findall(r"[A-Za-z_]\w*", length)}
    call = fresh(region, "call")
    prologue = [
        f"{host.value(a, region)} = {host.loaded(a, f'{call}->arg[{a.index}]')}"
        for a in arguments(region)
        if a.kind == "VALUE" and a.name in used
    ]
    kind, variable = host.header(region)
    return name, context.template(
        "inner.c.j2",
        name=name,
        names=names,
        lengths=lengths,
        prologue=prologue,
        kind=kind,
        variable=variable,
        uses_item=uses_item,
        call=call,
        known=found is not None,
        most=fresh(region, "most"),
        length=fresh(region, "length"),
        last=fresh(region, "last"),
    )
