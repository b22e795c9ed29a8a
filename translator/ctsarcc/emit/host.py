# SPDX-License-Identifier: BSD-3-Clause
"""Host C: the body as a function for cores and emulated accelerators, or left inline, and the calls
around it."""

import re
from dataclasses import replace

from .. import loops
from ..companions import entered
from ..loops import canonical, ends
from ..model import Expression, fresh
from ..syntax import (
    INT,
    ArrayType,
    BoolType,
    Companion,
    Declare,
    FloatType,
    Goto,
    Index,
    IntegerType,
    Label,
    Name,
    Number,
    PointerType,
    Sizeof,
    Unary,
    innermost,
    integer,
    variable_of,
)
from . import checked, common, copies, guards
from .common import Form, arguments, declaration, lower_bound, named, step, strides, upper_bound
from .text import Edit, Span, rewrite, subscript

COMBINE = {
    "+": "*a += *b",
    "*": "*a *= *b",
    "&": "*a &= *b",
    "|": "*a |= *b",
    "^": "*a ^= *b",
    "&&": "*a = *a && *b",
    "||": "*a = *a || *b",
    "min": "if (*b < *a)\n        *a = *b",
    "max": "if (*a < *b)\n        *a = *b",
    "last": "*a += *b",
}
NAMES = {
    "+": "sum",
    "*": "product",
    "&": "and",
    "|": "or",
    "^": "xor",
    "&&": "all",
    "||": "any",
    "min": "min",
    "max": "max",
    "last": "last",
}
# Guards that go through numbers, or pointers.
LOOKS = re.compile(r"\(\{|\bctsar_(?:distinct|greatest|ascending|rows_apart)\(")
PADDED = 8  # bytes; larger scalars, long double, may have some that mean nothing
IDENTITY = {"+": "0", "*": "1", "&": "~0", "|": "0", "^": "0", "&&": "1", "||": "0"}
IDENTITY["last"] = "-0.0"  # which leaves 0 its sign


# ---- The body ------------------------------------------------------------------------------------


def edits(region, source):
    """Subscripts of arrays whose rows may lie elsewhere on a unit, and what means something else
    outside of its function: enumerators that only that knows, and sizes."""
    found = [
        Edit(
            access.node.start,
            access.node.end,
            (f"{array.name}[", *subscript(access, strides(array, region), source.text), "]"),
        )
        for array in region.arrays
        if array.pitched and array.pivot is None
        for access in array.accesses
        if access.terms
    ]
    found += copies.edits(region, source)
    found += [edit for array in region.arrays for edit in _rows_of(array, region)]
    found += hoisted(region)
    heads, tails = list(common.companions(region.loop, source)), list(_kept_values(region))
    if heads or tails:
        before, after = (" ".join([*texts, ""]) for texts in (heads, tails))
        found.append(Edit(region.loop.header_end, region.loop.header_end, (f" {{ {before}",)))
        found.append(Edit(region.loop.end, region.loop.end, (f" {after}}}",)))
    if region.outlined:
        found += [
            Edit(node.start, node.end, (str(node.value),))
            for node in region.node.walk()
            if isinstance(node, Number) and node.local
        ]
        found += sizes(region.node)
    return found


def sizes(tree):
    """Edits of sizes of expressions: their values. What is in them may have no name outside of its
    function, and 'a' == 'b' has another type in C++."""
    return [
        Edit(node.start, node.end, (f"{node.value}ul",))
        for node in tree.walk()
        if isinstance(node, Sizeof) and node.value is not None and node.children
    ]


def hoisted(region):
    """Edits of places that are read before the loop: the variables that stand for them."""
    return [
        Edit(start, end, (one.variable.name,)) for one in region.hoisted for start, end in one.spans
    ]


def _rows_of(array, region):
    """Edits of rows that are found by pointers, `a[i]`, as rows of the matrix that they are."""
    if array.block is None:
        return
    pitch, shift = array.block.pitch.name, array.block.shift.name
    for node in region.node.walk():
        base = node.base if isinstance(node, Index) else None
        if isinstance(base, Name) and base.variable == array.variable:
            row = Span(node.subscript.start, node.subscript.end)
            parts = (f"({array.name} + ((long)(", row, f") * {pitch} - {shift}))")
            yield Edit(node.start, node.end, parts)


def _kept_values(region):
    """Statements that keep what the last iteration leaves, to stand behind the body."""
    sets = [f"{s.last} = {s.name};" for s in region.scalars if s.last]
    if sets:
        yield f"if ({region.loop.variable.name} == {region.final}) {{ {' '.join(sets)} }}"


def body(region, source):
    """The text after the loop's header."""
    loop, found = region.loop, edits(region, source)
    text = rewrite(source.text, loop.header_end, loop.end, found)
    found += _no_longer_used(region, source, text)
    return rewrite(source.text, loop.header_end, loop.end, found).strip(" ")


def _no_longer_used(region, source, text):
    """Marks of the locals that only subscripts used which have been rewritten: no warning is to be
    about them."""
    before = source.text[region.loop.header_end : region.loop.end]
    declared = (node.variable for node in region.node.walk() if isinstance(node, Declare))
    for variable in declared:
        name = rf"\b{re.escape(variable.name)}\b"
        if len(re.findall(name, text)) == 1 < len(re.findall(name, before)):
            end = variable.key + len(variable.name)
            yield Edit(end, end, (" __attribute__((unused))",))


def pointer(array, region):
    """The declaration through which the body reaches an array: flat, or with the rows of the
    user's."""
    addressed = any(access.use.address for access in array.accesses)
    constant = (
        "const " if array.direction == "in" and not array.element.const and not addressed else ""
    )
    element = constant + (array.element.text or array.element.spelling)
    restrict = "restrict " if distinct(array, region) else ""
    rows = array.dimensions[1:] if array.variable.type.depth > 1 else ()
    if array.pitched or not rows or array.block is not None:
        return f"{element} *{restrict}{array.name}"
    return f"{element} (*{restrict}{array.name})" + "".join(f"[{extent_text(row)}]" for row in rows)


def distinct(array, region):
    """Whether no other array of the region can overlap this one: an array by its declaration is an
    object of its own, and so is what a restrict pointer leads to."""
    kind = array.variable.type
    own = isinstance(kind, ArrayType) or kind.restrict
    others = [other.variable.type for other in region.arrays if other is not array]
    return own and all(isinstance(other, ArrayType) or other.restrict for other in others)


def header(region):
    """The loop's header over a range."""
    variable = region.loop.variable
    kind = variable.type.text or variable.type.canonical
    return kind.replace("const ", ""), variable.name


def parameters(region, used):
    """Of the function that executes a range: (declaration, how the host form gets it from the call,
    text with the host's strides where these are constants). `used`: names that the body still
    has."""
    found = []
    for argument in arguments(region):
        place = f"call->arg[{argument.index}]"
        if argument.kind == "REDUC":
            found.append(
                (
                    f"{argument.scalar.variable.type.text} "
                    f"*{fresh(region, argument.name + '_copy')}",
                    place,
                    place,
                )
            )
        elif argument.name not in used:
            continue
        elif argument.kind == "MEM":
            found.append((pointer(argument.array, region), place, place))
            if argument.array.pitched:
                found += _strides(argument, region, used)
        else:
            found.append((value(argument, region), *[loaded(argument, place)] * 2))
    # Values first: the extents of matrices are made of them.
    return sorted(found, key=lambda entry: "*)call->arg" not in entry[1])


def _strides(argument, region, used):
    for k, name in enumerate(strides(argument.array, region)):
        if name in used:
            place = f"call->strides[{argument.index}][{k}]"
            known = argument.array.dimensions[k + 1 :]
            constant = all(d.extent.value is not None for d in known)
            yield (
                f"const long {name}",
                f"(long){place}",
                array_extents(argument.array, k) if constant else f"(long){place}",
            )


def value(argument, region):
    """The declaration of an argument that is passed by value."""
    kind = argument.scalar.variable.type
    if isinstance(kind, ArrayType):
        return f"const {_element(kind)} *{fresh(region, argument.name + '_value')}"
    constant = argument.scalar.role == "value" and not kind.const
    return declaration(kind, argument.name, constant and not _address_given(argument, region))


def _address_given(argument, region):
    """Whether a function gets the variable's address as of one that it might change."""
    return any(
        isinstance(node, Unary)
        and node.op == "&"
        and not (node.type and node.type.element and node.type.element.const)
        and any(variable_of(part) == argument.scalar.variable for part in node.operand.walk())
        for node in region.node.walk()
    )


def _element(kind):
    return innermost(kind).text.replace("const ", "")


def loaded(argument, place):
    """Its value from where the call has its address."""
    kind = argument.scalar.variable.type
    if isinstance(kind, ArrayType):
        return place
    if isinstance(kind, PointerType):
        return f"*({(kind.text or '').rstrip()} const *){place}"
    return f"*(const {kind.text.replace('const ', '')} *){place}"


def locals_of(region, used):
    """Lines at the head of the function that executes a range: private variables and copies."""
    lines = []
    for scalar in region.scalars_as("reduction"):
        lines.append(
            f"{scalar.variable.type.text} {scalar.name} = *{fresh(region, scalar.name + '_copy')};"
        )
    for scalar in region.scalars_as("firstprivate", "value"):
        if isinstance(scalar.variable.type, ArrayType) and scalar.name in used:
            lines.append(f"{declaration(scalar.variable.type, scalar.name)};")
            lines.append(
                f"__builtin_memcpy({scalar.name}, {fresh(region, scalar.name + '_value')}, "
                f"sizeof {scalar.name});"
            )
    return lines + [
        declaration(scalar.variable.type, scalar.name)
        + " __attribute__((unused))" * _is_index(scalar, region)
        + ";"
        for scalar in region.scalars_as("private")
    ]


def _is_index(scalar, region):
    """Whether subscripts that are rewritten read the variable: it may be that nothing else does."""
    return any(
        isinstance(node, Name)
        and node.variable is not None
        and node.variable.key == scalar.variable.key
        for array in region.arrays
        if array.pitched
        for access in array.accesses
        for subscript in access.use.subscripts
        for node in subscript.walk()
    )


def form(region, context):
    """The host form: a function that executes a range, and one that unpacks a call for it."""
    source, loop = context.source, region.loop
    kind, variable = header(region)
    where = source.where(loop.start)
    text = body(region, source)
    used = identifiers(text) | {
        n for a in region.arrays for n in identifiers(pointer(a, region)) if n != a.name
    }
    own = locals_of(region, used)
    used |= {name for line in own for name in identifiers(line)}
    found = parameters(region, used)
    start, end = fresh(region, "start"), fresh(region, "end")
    step = fresh(region, "step") if loop.step is not None and integer(loop.step) != 1 else ""
    bounds = [
        (f"const {kind} {start}", f"({kind})call->start"),
        (f"const {kind} {end}", f"({kind})call->end"),
    ] + ([(f"const {kind} {step}", f"({kind})call->step")] if step else [])
    calls = [
        ", ".join([value for _, value in bounds] + [entry[which] for entry in found])
        for which in (1, 2)
    ]
    tests = [
        f"{general[len('(long)') :]} == {constant}"
        for _, general, constant in found
        if general != constant
    ]
    definition = context.template(
        "host_form.c.j2",
        region=region,
        place=place(region),
        kind=kind,
        variable=variable,
        start=start,
        end=end,
        step=step,
        parameters=", ".join([text for text, _ in bounds] + [entry[0] for entry in found]),
        locals=own,
        body=text,
        where=where,
        directive=region.directive.where,
        column=" " * (where.column - 1),
        tests=" && ".join(tests),
        general=calls[0],
        constant=calls[1],
        copies=[(s.name, fresh(region, s.name + "_copy")) for s in region.scalars_as("reduction")],
    )
    return Form(definition, (("host", f"{region.name}_host"),))


def identifiers(text):
    return set(re.findall(r"[A-Za-z_]\w*", text))


def array_extents(array, k):
    """The distance of dimension k's neighbours on the host."""
    return " * ".join(extent_text(dimension) for dimension in array.dimensions[k + 1 :])


def extent_text(dimension):
    """An extent outside of its function: as a number where it is one, since enumerators may not be
    known there."""
    value = dimension.extent.value
    return bracket(dimension.extent.code) if value is None else str(value)


def bracket(text):
    return text if text.replace("_", "a").isalnum() else f"({text})"


# ---- Reductions ----------------------------------------------------------------------------------


def combiner(scalar):
    """(name, type, statement) of the function that folds two private copies."""
    kind = scalar.variable.type.text.replace("const ", "")
    return (f"ctsar_{NAMES[scalar.op]}_{kind.replace(' ', '_')}", kind, COMBINE[scalar.op])


def identity(scalar):
    """C text of the neutral value."""
    if scalar.op in IDENTITY:
        return IDENTITY[scalar.op]
    kind, low = scalar.variable.type, scalar.op == "max"
    if isinstance(kind, FloatType):
        return "-__builtin_inf()" if low else "__builtin_inf()"
    if isinstance(kind, BoolType):
        return "0" if low else "1"
    bits = kind.size * 8
    if not kind.signed:
        return "0" if low else f"{(1 << bits) - 1}u" + ("l" if bits > 32 else "")
    largest = f"{(1 << (bits - 1)) - 1}" + ("l" if bits > 32 else "")
    return f"-{largest} - 1" if low else largest


# ---- The calls around it -------------------------------------------------------------------------


def _flags(array):
    direction = {"in": "INPUT", "out": "OUTPUT", "inout": "INOUT"}[array.direction]
    set_ = {
        direction: True,
        "PERSIST": array.persist,
        "PAD": array.pitched and len(array.dimensions) > 1,
        "ADDRESSES": array.element.holds_addresses,
        "GAPS": array.block is not None and array.associated,
        "CUT": array.cut,
    }
    return [f"CTSAR_MEM_{name}" for name, wanted in set_.items() if wanted]


def registration(array, region):
    """One call that registers an array: (variables to declare, call)."""
    dims, name, flags = array.dimensions, array.name, _flags(array)
    host = (
        f"{name}_host"
        if not region.outlined
        else f"(void *){name}"
        if array.element.const
        or (array.variable.type.element and array.variable.type.element.const)
        else name
    )
    size = f"sizeof({named(array.element)})"
    if array.size is not None:
        size, dims = array.size.text, dims[:1]
    halos = [(_halo(d.below), _halo(d.above)) for d in dims]
    mapped = next((d.map for d in dims if d.map is not None), None)
    if len(dims) == 1 and halos[0] == ("0", "0") and mapped is None:
        flags = (["CTSAR_MEM_PARTIAL"] if dims[0].associated else []) + flags
        return (
            [],
            f"ctsar_reg_mem({region.name}, {host}, {size}, {dims[0].extent.code}, "
            f"{' | '.join(flags)})",
        )
    names = strides(array, region) if array.pitched else []
    if len(dims) == 2 and all(below == above for below, above in halos) and mapped is None:
        flags = [
            flag
            for flag, dim in zip(("CTSAR_MEM_PARTIAL", "CTSAR_MEM_PARTIAL_COL"), dims, strict=False)
            if dim.associated
        ] + flags
        pitch = f"&{names[0]}" if names else "NULL"
        return (
            [f"size_t {n};" for n in names],
            f"ctsar_reg_mem_2d({region.name}, {host}, {size}, {dims[0].extent.code}, "
            f"{dims[1].extent.code}, "
            f"{halos[0][0]}, {halos[1][0]}, {' | '.join(flags)}, {pitch})",
        )
    entries = ", ".join(
        "{" + ", ".join([d.extent.code, "1", *halo]) + "}"
        if d.associated
        else "{" + d.extent.code + ", 0, 0, 0}"
        for d, halo in zip(dims, halos, strict=False)
    )
    variable = fresh(region, f"{name}_strides")
    call = "ctsar_reg_mem_nd"
    if mapped is not None:
        call = "ctsar_reg_mem_map"
        window = ", ".join(part.code for part in (mapped.stride, mapped.offset, mapped.width))
        entries += f"}}, &(const ctsar_map){{{window}"
    return (
        ([f"size_t {variable}[{len(dims) - 1}];"] if names else []),
        f"{call}({region.name}, {host}, {size}, {len(dims)}, (const ctsar_dim[]){{{entries}}}, "
        f"{' | '.join(flags)}, {variable if names else 'NULL'})",
    )


def _halo(expression):
    return "0" if expression is None else expression.text


def reduction(scalar, region):
    kind = scalar.variable.type.text.replace("const ", "")
    neutral = f"&({kind}){{{identity(scalar)}}}"
    if scalar.variable.type.size > PADDED:  # every thread's must be the same, byte by byte
        neutral = (
            f"({{ static const {kind} ctsar_neutral_ = {identity(scalar)}; &ctsar_neutral_; }})"
        )
    return (
        f"ctsar_reg_reduc({region.name}, &{scalar.name}, {neutral}, "
        f"sizeof {scalar.name}, {combiner(scalar)[0]})"
    )


def launch_argument(argument):
    name = argument.name
    if argument.kind == "MEM":
        return f"CTSAR_ARG_MEM({name})"
    if argument.kind == "REDUC":
        return f"CTSAR_ARG_REDUC(&{name})"
    if argument.scalar.variable.storage == "register":  # has no address
        return f"CTSAR_ARG_VALUE((__typeof__({name})[]){{{name}}}, sizeof {name})"
    return f"CTSAR_ARG_VALUE(&{name}, sizeof {name})"


def constant(expression: Expression):
    return expression is not None and expression.value is not None


def settings(region):
    """Calls of ctsar_set_* that hetero's arguments ask for."""
    hetero = region.directive.hetero
    calls = []
    if hetero.ratio:
        calls.append(f"ctsar_set_ratio({region.name}, {hetero.ratio.text})")
    if hetero.div:
        calls.append(f"ctsar_set_div({region.name}, {hetero.div.text})")
    return calls


GOTO = re.compile(r"goto\s+(\w+)")
MAY_END = re.compile(r"/|% *\D|\[|->|[(<>=&] *\*")  # a division, or memory


def _test(region, source):
    """What decides between the split loop and the user's, to be joined by &&; empty where it is
    always split. Where there is no iteration no guard is asked that may end the program."""
    asked, apart = region.directive.hetero.condition.text, guards.conditions(region)
    joined = " &&\n            ".join(apart)
    counted = [f'ctsar_guard({joined}, "{place(region)}")'] if apart else []
    if region.otherwise is not None and region.otherwise.parallel:
        counted = apart  # all cores execute the loop then: it is none that the report is to name
    empty = not _never_empty(region.loop) and not loops.evaluated_once(region.loop)
    begun = [_any(region.loop, source)] if empty else []
    read = _read_before(region)
    copied = copies.made(region)
    if not read and (copied or MAY_END.search(joined) or "ctsar_rows_block" in joined):
        counted = begun + counted
    if region.constant_condition is None:
        counted.insert(0, f"({asked})")
    # What is brought to the host, where the loop is not split, has these names.
    return (begun + read + counted if read else counted) + copied


def _read_before(region):
    """C texts of that places are there that are read before the loop, and of reading them."""
    asked = dict.fromkeys(text for one in region.hoisted for text in one.asked)
    reads = [f"{one.variable.name} = {one.place}" for one in region.hoisted]
    return [*asked] + ([f"({', '.join(reads)}, 1)"] if reads else [])


POLICY = {"default": "CTSAR_POLICY_DEFAULT"}


def site(region, context, plain):
    """The statement that stands in the loop's place. `plain`: the directive without hetero, or
    ""."""
    source, loop = context.source, region.loop
    hetero = region.directive.hetero
    registrations = [(array, *registration(array, region)) for array in region.arrays]
    where = source.where(loop.start)
    return context.template(
        "site.c.j2",
        region=region,
        empty_possible=not _never_empty(loop),
        test=_test(region, source),
        guarded=guards.conditions(region),
        first=fresh(region, "first"),
        last=fresh(region, "last"),
        args=fresh(region, "args"),
        lower=lower_bound(loop, source),
        least=fresh(region, "least"),
        by=step(loop, source) if loop.downward and loop.step is not None else "",
        upper=upper_bound(loop, source),
        step=step(loop, source),
        policy=POLICY.get(hetero.policy, f"CTSAR_{hetero.policy.upper()}"),
        devices=f"CTSAR_DEV_{'CPU' if region.host_only else hetero.devices.upper()}",
        settings=settings(region),
        place=place(region),
        registrations=registrations,
        reductions=[(s, reduction(s, region)) for s in region.scalars_as("reduction")],
        arguments=[launch_argument(argument) for argument in arguments(region)],
        threads=region.directive.num_threads.text if region.directive.num_threads else "",
        loop=source.text[loop.start : loop.end],
        # What no clause names OpenMP would share.
        plain=plain if canonical(loop) and not _unnamed(region) else "",
        where=where,
        column=" " * (where.column - 1),
        pad=source.indentation(loop.start),
        moved=_moved(region),
        final=_final(region, source),
        brought=[
            (s.name, s.last, named(s.variable.type), identity(r))
            for s in region.scalars
            for r in region.scalars
            if s.last and r.made and r.name == s.last
        ],
        entered=list(common.kept_before(loop)),
        followed=list(_named_after(region, source)),
        after=_after(region, source),
        inline=_inline(region, source) if not region.outlined else None,
        hoisted=list(_variables(region)),
        uses=list(_uses(region)),
        over=_over(region),
        beside=list(_brought(region.beside)),
        blocks=[_block(array) for array in region.arrays if array.block is not None],
        pivots=[
            {"type": named(array.element), **copies.statement(array, region)}
            for array in copies.of(region)
        ],
        otherwise=_kept_instead(region, context),
    )


def _kept_instead(region, context):
    """The statement for where guards do not hold; "": the loop as it stands."""
    loop = region.otherwise
    if loop is not None and loop.alike is not None:
        loop = replace(loop, guards=guards.of_cores(region))
    return kept(loop, context).strip() if loop else ""


def _variables(region):
    """(type, name, first value) of variables for what is read before the loop."""
    for one in region.hoisted:
        kind, name = one.variable.type, one.variable.name
        if isinstance(kind, PointerType):
            yield f"__typeof__(*{one.place}) *", name, "NULL"
        else:
            yield f"{kind.text.replace('const ', '')} ", name, "0"


def _block(array):
    """(type, name, distance, shift, value of that) of rows that are found by pointers."""
    block = array.block
    value = f"({block.low}) * {block.pitch.name} + ({block.first})"
    return named(array.element), array.name, block.pitch.name, block.shift.name, value


def place(region):
    """FILE:LINE of the directive: the region's name in reports."""
    where = region.directive.where
    return f"{where.file.rpartition('/')[2]}:{where.line}"


def _moved(region):
    """Variables of the user's that only the body uses, which has moved away."""
    if not region.outlined:
        return []
    names = [s.name for s in region.scalars_as("private") if s.variable.scope == "function"]
    return names + (
        []
        if region.loop.declared or region.loop.variable.key in region.live
        else [region.loop.variable.name]
    )


def _after(region, source):
    """The assignment that leaves a loop's variable from outside of it as the loop would have."""
    loop = region.loop
    if loop.declared or loop.variable.key not in region.live:
        return ""
    name, first, last = loop.variable.name, fresh(region, "first"), fresh(region, "last")
    if loop.downward:
        return f"{name} = {first} < {last} ? {first} - {step(loop, source)} : {last} - 1;"
    if loop.step is None or integer(loop.step) == 1:
        return f"{name} = {first} < {last} ? {last} : {first};"
    by = step(loop, source)
    return (
        f"{name} = {first} < {last} ? {first} + ({last} - {first} + ({by}) - 1) / ({by}) * "
        f"({by}) : {first};"
    )


def _final(region, source):
    """The declaration of the last iteration's number, where there is an iteration."""
    if not region.final:
        return ""
    kind, loop = header(region)[0], region.loop
    first, last = fresh(region, "first"), fresh(region, "last")
    by = "1" if loop.step is None else step(loop, source)
    number = f"{last} - 1"
    if loop.downward:
        number = first  # as they are executed; the user's loop ends there
    elif integer(loop.step) != 1 and loop.step is not None:
        number = f"{first} + ({last} - 1 - {first}) / ({by}) * ({by})"
    return f"const {kind} {region.final} = ({kind})({number});"


def _unnamed(region):
    """Whether a last value is wanted that no clause asks for."""
    named = {clause.name for clause in region.directive.clauses}
    return any(s.last and s.name not in named for s in region.scalars)


def _named_after(region, source):
    """(type, name, value after the loop, a name for that) of the header's other variables."""
    wanted = {
        one.variable.name
        for one in region.loop.companions
        if not one.declared and one.variable.key in region.live
    }
    bounds = fresh(region, "first"), fresh(region, "last")
    for kind, name, value in _followed(region.loop, wanted, bounds, source):
        yield kind, name, value, fresh(region, f"{name}_after")


def _followed(loop, wanted, bounds, source):
    """(type, name, value after the loop) of those of the header's other variables whose names are
    wanted. `bounds`: C texts of the first number and of one past the last."""
    for one in loop.companions:
        if one.variable.name in wanted:
            kind, value = _behind(one, loop, bounds, source)
            yield kind, one.variable.name, value


def _behind(one, loop, names, source):
    """(type, value) of a companion after the loop. It wraps as the steps would."""
    first, last = names
    step, by = _stride(loop), integer(one.by)
    count = f"{last} - {first}" if step == 1 else f"({last} - {first} + {step - 1}) / {step}"
    rounds = f"({first} < {last} ? (unsigned long)({count}) : 0)"
    begin, far = (common.text_of(part, source) for part in (one.first, one.by))
    if isinstance(one.variable.type, PointerType):
        kind = f"__typeof__({one.variable.name})"
        return kind, f"{begin} + (long)({far}) * (long){rounds}"
    kind = one.variable.type.text.replace("const ", "")
    gone_on = f"{by}ul" if by is not None else f"(unsigned long)({far})"
    return kind, f"({kind})((unsigned long)({begin}) + {gone_on} * {rounds})"


def _stride(loop):
    """The step of a loop with companions, which is a constant."""
    return 1 if loop.step is None else integer(loop.step) or 1


def _never_empty(loop):
    first, last = integer(loop.lower), integer(loop.upper)
    return first is not None and last is not None and first < last


def _inline(region, source):
    """What the inline form needs beside the calls."""
    kind, variable = header(region)
    return {
        "hosts": [(f"{a.name}_host", named(a.element), a) for a in region.arrays],
        "kind": kind,
        "variable": variable,
        "body": body(region, source),
        "pointers": {a.name: pointer(a, region) for a in region.arrays},
        "types": {s.name: s.variable.type.canonical for s in region.scalars_as("reduction")},
        "private": [s.name for s in region.scalars_as("private")],
        "firstprivate": [s.name for s in region.scalars_as("firstprivate")],
    }


def _divided(loop, source, team):
    """The loop as OpenMP takes it."""
    text = source.text
    if canonical(loop) or team:
        return text[loop.start : loop.end]
    heads = " ".join(common.companions(loop, source))
    own = text[loop.start : loop.header_end]
    header = own if loops.taken(loop) else common.header(loop, source)
    return f"{header} {{ {heads} {text[loop.header_end : loop.end].strip()} }}"


def _again(loop, source, number, edits=()):
    """The text of the loop, with other edits, where it stands there again: labels are a function's,
    and each is there once."""
    labels = [node for node in loop.node.walk() if isinstance(node, Label)]
    end = f"_ctsar_{loop.directive.where.line}{'_' * number}"
    named = {one.name: f"{one.name}{end}" for one in labels}
    edits = [
        *edits,
        *(Edit(one.start, one.start + len(one.name), (named[one.name],)) for one in labels),
    ]
    for node in loop.node.walk():
        target = GOTO.match(source.text, node.start) if isinstance(node, Goto) else None
        if target and target[1] in named:
            edits.append(Edit(*target.span(1), (named[target[1]],)))
    return rewrite(source.text, loop.loop.start, loop.loop.end, edits)


def _begin(loop, source):
    """What the loop's variable is where there is no iteration."""
    return f"{loop.variable.name} = {common.text_of(ends(loop)[0], source)};"


def _but_index(loop):
    """Variables beside the loop's own that the last iteration's value is wanted of."""
    return [name for name in loop.last if not loop.index or name != loop.loop.variable.name]


def _wanted(loop):
    """Whether the last iteration's value is wanted of a variable beside the loop's own."""
    named = any(clause.last for clause in loop.directive.clauses)
    return _but_index(loop) or (named and loop.loop.variable is not None)


def _any(loop, source):
    """Whether there is an iteration, as C."""
    return f"(long)({lower_bound(loop, source)}) < (long)({upper_bound(loop, source)})"


def _asked(loop, source):
    """What must hold for OpenMP to execute the loop, as C; "" where nothing must. Of bounds that
    lie further apart than their type holds compilers count other iterations."""
    if not loop.parallel or loop.loop.variable is None or loop.directive.team:
        return ""
    asked, kind = [], loop.loop.variable.type
    counted = isinstance(kind, IntegerType) and kind.signed and kind.size >= INT
    least, most = (0, 0)
    if counted and not loops.evaluated_once(loop.loop):
        least, most = loops.distance(loop.loop)
    # With no iteration OpenMP may leave anything in the variables.
    if _wanted(loop) or least < loops.least(kind):
        asked.append(_any(loop.loop, source))
    if kind.size == INT and most > loops.greatest(kind):  # no loop has that many of 64 bits
        begin, end = lower_bound(loop.loop, source), upper_bound(loop.loop, source)
        asked.append(f"(long)({end}) - (long)({begin}) <= {loops.greatest(kind)}")
    return " && ".join(asked)


def _kept_followed(loop, source):
    """(type, name, value) of what the header's other variables are after the loop."""
    if not loop.followed:
        return  # OpenMP takes headers of which no ends are known here
    bounds = [f"(long)({end(loop.loop, source)})" for end in (lower_bound, upper_bound)]
    yield from _followed(loop.loop, loop.followed, bounds, source)
    if loop.loop.variable.name in loop.followed:
        # It is one that goes on by 1 where the loop's variable does.
        by = Number(0, 0, value=-_stride(loop.loop) if loop.loop.downward else _stride(loop.loop))
        own = Companion(loop.loop.variable, False, ends(loop.loop)[0], by)
        kind, value = _behind(own, loop.loop, bounds, source)
        yield kind, own.variable.name, value


def _uses(loop):
    """Statements before a loop that the host executes."""
    if loop.calls:
        yield "ctsar_host_begins(); /* what is divided in functions leaves nothing elsewhere */"
    yield from _brought(loop.reached)


def _over(loop):
    """Those behind it."""
    return ["ctsar_host_ends();"] if loop.calls else []


def _brought(reached):
    """Calls that bring to the host what accelerators have of the memory."""
    for one in reached:
        yield f"ctsar_host_uses({one.address or 'NULL'}, {one.size or '0'}, {int(one.write)});"


def _alone(loop):
    """What saves a look at numbers, or pointers, where no other core would help, as C."""
    looks = any(LOOKS.search(guard) for guard in loop.guards)
    return "ctsar_cores_share() && " if looks and loop.directive.num_threads is None else ""


def _numbers(loop):
    """Names of what looks at subscripts find."""
    found = re.findall(r"\bctsar_(?:least|most)_\d+\b", " ".join(loop.guards))
    return ", ".join(dict.fromkeys(found))


def kept(loop, context):
    """The statement in the place of a loop that stays as it is."""
    source, where = context.source, context.source.where(loop.loop.start)
    data = f" private({', '.join(loop.private)})" if loop.private else ""
    data += f" lastprivate({', '.join(loop.last)})" if loop.last else ""
    firsts = [one.first.name for one in entered(loop.loop)]
    data += f" shared({', '.join(firsts)})" if firsts else ""
    return context.template(
        "kept.c.j2",
        pad=source.indentation(loop.loop.start),
        where=where,
        column=" " * (where.column - 1),
        directive=loop.directive.where,
        loop=source.text[loop.loop.start : loop.loop.end],
        second=_again(loop, source, 1),
        checked=_again(loop, source, 2, checked.edits(loop, source)) if loop.checked else "",
        check=checked.CHECK,
        unseen=f'"{", ".join(loop.unseen)}"' if loop.unseen else "0",
        divided=_divided(loop.loop, source, loop.directive.team) if loop.parallel else "",
        pragma=f"{loop.directive.openmp}{data}" if loop.parallel else "",
        begin=_begin(loop.loop, source) if loop.index else "",
        asked=_asked(loop, source),
        followed=list(_kept_followed(loop, source)) if loop.parallel else [],
        guards=loop.guards,
        alone=_alone(loop),
        numbers=_numbers(loop),
        entered=[] if loop.directive.team else list(common.kept_before(loop.loop)),
        place=place(loop),
        uses=list(_uses(loop)),
        over=_over(loop),
    )
