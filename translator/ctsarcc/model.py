# SPDX-License-Identifier: BSD-3-Clause
"""What a source file says beside C (syntax.py), between parsing it and emitting code. Everything is
frozen; `show` prints it.

A Region is one loop under a directive, with all that the clauses said or the analysis found out
about it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any

from .syntax import For, Location, Node, Type, Variable, unused

MOST_DIMENSIONS = 8  # CTSAR_MAX_DIMS


# ---- Directives ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Expression:
    """C text of a clause, macros expanded."""

    text: str
    where: Location
    value: float | None = None  # where it is a constant: an int, or a float
    wide: str = ""  # of a sum that no user wrote: the same, computed in 64 bits

    @property
    def code(self):
        """For generated code: sizes that a type holds may have a sum that it does not hold."""
        return self.wide or self.text


@dataclass(frozen=True)
class Map:
    """Which items of an associated dimension are iteration i's: `width` from stride * i + offset
    on."""

    stride: Expression
    offset: Expression
    width: Expression

    def text(self, variable):
        """The first of them, as C."""
        first = f"{self.stride.text}*{variable}"
        if self.stride.value in (1, -1):
            first = variable if self.stride.value == 1 else f"-{variable}"
        if self.offset.value is None:
            return f"{first} + {self.offset.text}"
        sign = "-" if self.offset.value < 0 else "+"
        return f"{first} {sign} {abs(self.offset.value)}" if self.offset.value else first


@dataclass(frozen=True)
class Dimension:
    associated: bool
    extent: Expression
    below: Expression | None = None  # halo; None: not stated
    above: Expression | None = None
    condition: Expression | None = None  # as the clause has it
    map: Map | None = None  # None: item i is iteration i's
    first: Expression | None = None  # of a map, as the clause has it: behind '@' ...
    width: Expression | None = None  # ... and behind the ':' there; None: 1


@dataclass(frozen=True)
class Hetero:
    where: Location
    condition: Expression
    devices: str = "all"
    policy: str = "default"
    ratio: Expression | None = None
    div: Expression | None = None


@dataclass(frozen=True)
class Clause:
    """One variable of one clause."""

    # part_copy part_copyin part_copyout copyin persist reduction private firstprivate shared
    kind: str
    name: str
    where: Location
    size: Expression | None = None
    dimensions: tuple[Dimension, ...] = ()
    lower: Expression | None = None  # copyin: [lower:extent]
    extent: Expression | None = None
    op: str = ""  # reduction
    last: bool = False  # private, firstprivate: lastprivate, too
    found: bool = False  # no clause of the user's: what it says has been found


@dataclass(frozen=True)
class Kernel:
    """kernel(backend: name): the user's own form for one kind of unit."""

    backend: str
    name: str
    where: Location


@dataclass(frozen=True)
class Directive:
    spelling: str  # ctsar for, acc region, acc region for, acc parallel loop, omp parallel for
    start: int  # of the pragma's line
    end: int
    where: Location
    hetero: Hetero | None = None
    clauses: tuple[Clause, ...] = ()
    kernels: tuple[Kernel, ...] = ()
    num_threads: Expression | None = None
    plain: str = (
        ""  # the directive without what only ctsar knows, for compilers; "" when nothing is left
    )
    openmp: str = ""  # the directive as OpenMP's, for a loop that is left to it
    only_openmp: tuple[str, Location, frozenset] | None = (
        None  # a clause that only OpenMP has, where it stands, names in it
    )
    independent: bool = (
        False  # the user says that the iterations are: as OpenMP has it, or by a clause
    )
    team: bool = False  # threads of an enclosing parallel region share the loop: `omp for`


@dataclass(frozen=True)
class Grid:
    """OmpSs's ndrange: an expression for each dimension."""

    size: tuple[Expression, ...]
    local: tuple[Expression, ...] = ()
    offset: tuple[Expression, ...] = ()


@dataclass(frozen=True)
class Target:
    """OmpSs's `omp target` before the directive of a task."""

    start: int  # of the pragma's line
    where: Location
    form: str = "host"
    implements: tuple[str, Location] | None = None
    grid: Grid | None = None
    file: str | None = None  # of a kernel in OpenCL C; None: beside the source
    kernel: str = ""  # its name there; "": the function's

    @property
    def range(self):
        """How many work-items there are."""
        if self.grid is None:
            return None
        sizes = [f"({one.text})" for one in self.grid.size]
        return Expression(" * ".join(sizes), self.grid.size[0].where)


@dataclass(frozen=True)
class Implements:
    """implements(FUNCTION) before another function: a version of FUNCTION's loop."""

    start: int  # of the pragma's line
    end: int
    where: Location
    name: str
    name_where: Location
    form: str  # host, opencl, cuda: the form of a kernel that the version is
    condition: Expression | None = None
    tolerance: Expression | None = None
    target: Target | None = None  # of OmpSs's spelling


@dataclass(frozen=True)
class Pure:
    """pure before a function's declaration: it does nothing but return a value, made of its
    arguments and of memory that it only reads."""

    end: int  # of the pragma's line
    where: Location


@dataclass(frozen=True)
class Section:
    """Of one dimension: `count` elements from `lower` on; None: all of it."""

    lower: Expression | None = None
    count: Expression | None = None


@dataclass(frozen=True)
class Part:
    """What a task accesses of the array that a pointer leads to."""

    kind: str  # in, out, inout
    name: str
    where: Location
    shape: tuple[Expression, ...] = ()  # extents that the directive gives, outermost first
    sections: tuple[Section, ...] = ()
    element: bool = False  # *NAME
    pointer: str = ""  # the tokens of NAME[INDEX]..., where that leads to the part


@dataclass(frozen=True)
class Task:
    """Calls of the function behind it are tasks."""

    start: int  # of the pragma's line
    end: int
    where: Location
    parts: tuple[Part, ...] = ()
    priority: Expression | None = None
    range: Expression | None = None  # iterations that kernels of devices have
    target: Target | None = None


@dataclass(frozen=True)
class TaskWait:
    start: int
    end: int
    where: Location
    on: tuple[Expression, ...] = ()  # which the compiler must know
    flush: bool = True
    openmp: bool = False  # for OpenMP's tasks, too


@dataclass(frozen=True)
class Depersist:
    start: int
    end: int
    where: Location
    names: tuple[str, ...] = ()


# ---- Regions -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Function:
    name: str
    start: int  # of the external declaration, where code may be put before it
    end: int
    key: int = 0


@dataclass(frozen=True)
class Declaration:
    """Something of file scope that a loop needs, directly or through others."""

    kind: str  # type, function, variable
    name: str
    start: int  # of its text, without the semicolon
    end: int
    system: bool = False  # from a system header
    defined: bool = True  # functions: has a body
    variable: Variable | None = None
    parameters: tuple[Variable, ...] = ()  # functions
    result: Type | None = None
    pure: bool = False  # __attribute__((pure)) or const
    alone: bool = False  # __attribute__((const)): it reads its arguments alone
    body: Node | None = None


@dataclass(frozen=True)
class Implementation:
    """What an Implements stands before."""

    directive: Implements
    declaration: Declaration
    condition: Node | None = None  # its tree
    refused: str = ""  # what clang has against the condition
    owner: Declaration | None = None  # the function whose loop it executes
    needs: tuple[Declaration, ...] = ()  # what the function needs of the file


@dataclass(frozen=True)
class ParsedTask:
    """A Task and the function behind it."""

    directive: Task
    declaration: Declaration
    end: int  # one past the declaration, its semicolon included
    text: str  # of the parameters
    refused: tuple = ()  # (text, where, what clang has against it) of its expressions
    definition: Declaration | None = None  # the same with a body, where the file has one
    needs: tuple[Declaration, ...] = ()  # what the definition needs of the file
    arguments: tuple[str, ...] | None = None  # of the one call that is a task
    scope: dict = field(default_factory=dict, compare=False)  # where that stands
    outside: int = 0  # where the function begins that it stands in


@dataclass(frozen=True)
class ParsedLoop:
    """What parse/ delivers: a directive and its loop, nothing judged."""

    directive: Directive
    function: Function
    node: For
    names: frozenset = frozenset()  # every identifier that the function uses
    scope: dict = field(
        default_factory=dict, compare=False
    )  # by name, what is visible at the directive: Variable or int (enumerators)
    needs: tuple[Declaration, ...] = ()  # in the order of the file
    # By the keys of variables whose value is used after the loop, where it is; None: elsewhere.
    live: dict = field(default_factory=dict, compare=False)
    local_types: bool = False  # it names types that only its function knows
    expressions: dict = field(
        default_factory=dict, compare=False
    )  # by text, what clang makes of those in clauses
    versions: tuple[Implementation, ...] = ()
    sizes: tuple[str, ...] = ()  # C texts of what must hold for extents of variable arrays
    blocks: tuple[Block, ...] = ()  # that stand in the place of arrays of pointers
    hoisted: tuple[Hoisted, ...] = ()  # that stand in the place of what is found by pointers
    # Trees that integers of the function were set to before the loop, by their keys.
    known: dict = field(default_factory=dict, compare=False)
    idle: tuple[Variable, ...] = ()  # arrays of the function that nothing needs after the loop
    # What the body may step: (the variable, the number that it is before the loop, or None).
    stepped: tuple[tuple[Variable, Node | None], ...] = ()
    # Keys of variables of the function of which nobody has the address.
    own: frozenset = frozenset()


@dataclass(frozen=True)
class Hoisted:
    """A place that no iteration changes, as `g->u`: it is read once before the loop."""

    variable: Variable  # that stands for it in the body
    base: int  # the key of the variable that it is found by
    place: str  # C text
    spans: tuple[tuple[int, int], ...]  # where it stands in the source's text
    loads: tuple[tuple[str, Type], ...]  # what is read for it: C texts and types
    asked: tuple[str, ...] = ()  # C texts of what must hold before it is read, in their order


@dataclass(frozen=True)
class Access:
    """One use of an array. `indices` has a polynomial a dimension (algebra/affine.py), None for one
    that is none; fewer than the array has dimensions where a row or the whole array is meant; None
    as a whole where a flattened subscript is not understood. `terms` is what they were made from:
    the products whose sums they are."""

    array: str
    node: Node
    read: bool
    write: bool
    indices: tuple | None = None
    terms: tuple | None = None
    use: Any = None  # analyse/body/uses.py's: subscripts, loops around it, whether it is an address


def _from_to(first, last):
    """C text of how many there are from the first to the last."""
    if first.lstrip("-").isdigit() and last.lstrip("-").isdigit():
        return str(int(last) - int(first) + 1)
    return f"(({last}) + 1)" if first == "0" else f"(({last}) - ({first}) + 1)"


@dataclass(frozen=True)
class Block:
    """A matrix whose rows are found by pointers, and lie equally far apart. C texts: where the
    pointers stand, the least and the greatest row and element of a row that are reached."""

    pointers: Variable
    variable: Variable  # that stands for it in the body
    pitch: Variable  # how many elements a row begins behind the one before
    shift: Variable  # of the first element that is reached
    place: str
    low: str
    high: str
    first: str
    last: str
    guards: tuple[str, ...] = ()  # what must hold for that to be reached

    @property
    def rows(self):
        """How many there are from the least to the greatest."""
        return _from_to(self.low, self.high)

    @property
    def length(self):
        """How many elements of a row there are so."""
        return _from_to(self.first, self.last)

    def call(self):
        """C text that asks for the first element that is reached."""
        return (
            f"ctsar_rows_block({self.place} + ({self.low}), "
            f"({self.high}) - ({self.low}) + 1, {self.first}, ({self.last}) + 1, "
            f"sizeof **({self.place}), &{self.pitch.name})"
        )


@dataclass(frozen=True)
class Stretch:
    """Subscripts of one dimension, from the least to the greatest. C texts."""

    low: str
    high: str
    first: Variable | None = None  # the least; None: that is 0, or the only one
    count: str = ""  # the variable that says how many; "": one only


@dataclass(frozen=True)
class Pivot:
    """A part of an array that no iteration writes and all read alike: units get a copy of it, which
    is made before the loop."""

    variable: Variable  # that leads to the copy
    array: Variable
    sides: tuple[Stretch, ...]  # of each dimension
    extents: tuple[str, ...] = ()  # of the inner ones, where one subscript says all
    inside: bool = False  # nobody knows whether iterations reach all of it
    accesses: tuple[Access, ...] = ()

    def place(self, subscripts):
        """C text of an element of the array."""
        if not self.extents:
            return self.array.name + "".join(f"[{one}]" for one in subscripts)
        parts = []
        for k, one in enumerate(subscripts):
            factors = [f"({extent})" for extent in self.extents[k:]]
            parts += [" * ".join([f"(long)({one})", *factors])]
        return f"{self.array.name}[{' + '.join(parts)}]"

    @property
    def start(self):
        """C text of the address of the first element."""
        return f"&{self.place([side.low for side in self.sides])}"

    @property
    def bytes(self):
        """C text of how many there are up to the end of the last one."""
        end = f"(const char *)(&{self.place([side.high for side in self.sides])} + 1)"
        return f"(size_t)({end} - (const char *){self.start})"


@dataclass(frozen=True)
class Written:
    """What iterations write of an array, as C texts: the numbers of the first and the last element,
    and what must be more than 0 for these to be so."""

    low: str
    high: str
    asked: tuple[str, ...] = ()


@dataclass(frozen=True)
class Array:
    """An array of a region. Dimensions are outermost first."""

    variable: Variable
    element: Type
    dimensions: tuple[Dimension, ...]
    direction: str  # in, out, inout
    persist: bool = False
    size: Expression | None = None  # of an item, where the user gave it
    pitched: bool = False  # all accesses can be rewritten to a unit's own strides
    accesses: tuple[Access, ...] = ()
    clause: Clause | None = None  # None: inferred
    reasons: tuple[str, ...] = ()  # for --explain
    block: Block | None = None  # where rows are found by pointers
    cut: bool = False  # it may end before the last iterations' items do
    joined: bool = False  # a matrix as the vector of its elements (joined.py)
    pivot: Pivot | None = None  # where it is a copy of a part of another one
    written: Written | None = None  # where that is less than all of it

    @property
    def name(self):
        return self.variable.name

    @property
    def associated(self):
        return any(dimension.associated for dimension in self.dimensions)


# Clauses, and roles of scalars, by which each unit has a variable of its own.
OWN = ("private", "firstprivate", "reduction")


@dataclass(frozen=True)
class Scalar:
    """A variable that is not an array of the region."""

    variable: Variable
    # value, private, firstprivate, reduction, constant (file scope, never written), host (only the
    # host can see it)
    role: str
    op: str = ""  # reduction
    reason: str = ""
    # private: of the reduction that brings the last iteration's value home; "": none is needed
    last: str = ""
    made: bool = False  # it is none of the user's variables

    @property
    def name(self):
        return self.variable.name


@dataclass(frozen=True)
class InnerLoop:
    """Independent inner loops, which a device's grid has a second dimension for
    (analyse/forms/inner.py)."""

    nodes: tuple[Node, ...]
    reason: str


@dataclass(frozen=True)
class Version:
    """One more way to execute a range of a region: a function of the user's, or OpenCL's source."""

    name: str
    form: str  # host, opencl, cuda
    where: Location
    end: int = 0  # of the function; 0: it is a source
    passed: tuple[str, ...] = ()  # variables of the region, as the function's parameters want them
    asked: str = ""  # C text of its condition
    parameters: tuple[Variable, ...] = ()  # those that `passed` is for, the range's, the others
    result: bool = False  # the function returns an error
    tolerance: str = ""  # within which it must agree with the loop; "": not asked


@dataclass(frozen=True)
class Behind:
    """Memory that the loop reaches through a pointer inside a struct."""

    pointer: str  # C text
    size: str  # in bytes
    written: bool
    through: tuple[str, ...] = ()  # C texts of pointers on the way to it that may be NULL
    anywhere: bool = False  # also in what restrict pointers lead to: it may be found by these


@dataclass(frozen=True)
class Region:
    name: str  # ctsar_FUNCTION_LINE, unique in the file
    directive: Directive
    function: Function
    node: For
    arrays: tuple[Array, ...]
    scalars: tuple[Scalar, ...]
    names: frozenset  # identifiers that generated code must not hide
    needs: tuple[
        Declaration, ...
    ] = ()  # types, functions and variables of the file that the body needs, in its order
    inner: InnerLoop | None = None
    guards: tuple[str, ...] = ()  # C texts of what must hold when the loop is reached
    outlined: bool = True  # False: the body must stay in its function
    host_only: str = ""  # why cores alone can execute it; "": emulated accelerators can as well
    writes_behind: bool = False  # memory that no clause names: of a declared kernel, check mode and
    # nodes take for granted that it writes what is registered
    no_device: str = ""  # why it cannot be compiled for a device; "": it can
    constant_condition: bool | None = None  # of hetero; None: decided at run time
    # By the keys of variables whose value is used after the loop, where it is; None: elsewhere.
    live: dict = field(default_factory=dict, compare=False)
    behind: tuple[Behind, ...] = ()
    versions: tuple[Version, ...] = ()
    final: str = ""  # the name of the last iteration's number; "": nothing asks for it
    otherwise: Kept | None = None  # what the loop is where guards do not hold; None: as it stands
    cores: tuple[str, ...] | None = None  # guards by which cores may execute it; None: the same
    hoisted: tuple[Hoisted, ...] = ()
    # Blocks, and written arrays in which the pointers to their rows may lie.
    exposed: tuple[tuple[Block, Array], ...] = ()
    reached: tuple[Reached, ...] = ()  # by the loop as it stands
    beside: tuple[Reached, ...] = ()  # by units beside what is registered
    calls: bool = False  # functions in which other loops may be divided

    @property
    def loop(self):
        return self.node.loop

    def scalars_as(self, *roles):
        return [scalar for scalar in self.scalars if scalar.role in roles]


@dataclass(frozen=True)
class Reached:
    """Memory that a loop uses on the host: C texts of its address and of how many bytes, or "":
    any, and why."""

    address: str
    size: str
    write: bool
    why: str = ""


@dataclass(frozen=True)
class Kept:
    """A loop under a directive that stays as it is, on the cores: under OpenMP's directive, or
    serial."""

    directive: Directive
    function: Function
    node: For
    parallel: bool
    reason: str
    reached: tuple[Reached, ...] = ()
    private: tuple[str, ...] = ()  # variables that every iteration sets, and no clause names
    guards: tuple[str, ...] = ()  # parallel only where all of these hold when it is reached
    last: tuple[str, ...] = ()  # variables whose value after the last iteration is used
    index: bool = False  # the loop's own variable is one of them
    followed: tuple[str, ...] = ()  # companions whose value after the loop is used
    calls: bool = False  # functions in which other loops may be divided
    checked: bool = False  # iterations are independent by the user's word: check mode looks at them
    unseen: tuple[str, ...] = ()  # functions that it calls, of which check mode does not know
    turns: tuple[tuple[int, int], ...] = ()  # offsets of what iterations do in turns
    # Of a region that arrays keep from being one which may be one and the same: its guards are the
    # region's, but that such arrays may begin at one place. Pairs of their names.
    alike: tuple[tuple[str, str], ...] | None = None

    @property
    def loop(self):
        return self.node.loop


@dataclass(frozen=True)
class Side:
    """One dimension of a part: C texts."""

    extent: str  # "": that of the outermost one, which nothing needs
    lower: str
    count: str


@dataclass(frozen=True)
class TaskAccess:
    """What a task does with a parameter: a part of an array, or a value."""

    parameter: Variable
    kind: str  # in, out, inout, value
    sides: tuple[Side, ...] = ()
    box: bool = False  # rows with gaps in between
    pointer: str = ""  # at a call: the variable that the part is one of
    argument: str = ""  # at a call: C text
    depth: int = 0  # at a call: how many subscripts lead from `pointer` to an element
    whole: bool = False  # at a call: `pointer` is what the argument is kept in

    @property
    def moved(self):
        """Whether the part does not begin where the parameter points to."""
        elsewhere = not self.whole and self.pointer != self.argument and self.kind != "value"
        return self.box or elsewhere or any(side.lower != "0" for side in self.sides)


@dataclass(frozen=True)
class OwnKernel:
    """A kernel in a file of OpenCL C, with the parameters of its declaration."""

    name: str
    text: str  # of the file
    grid: Grid
    parameters: tuple[Variable, ...]


@dataclass(frozen=True)
class TaskVersion:
    """One more function for the tasks of another."""

    name: str
    form: str  # host, cuda, opencl
    end: int = 0  # of its declaration; 0: it is a source
    stream: bool = False
    result: bool = False
    tolerance: str = ""  # within which it must agree with the task's function; "": not asked
    number: str = ""  # of what the outputs consist then: float, double
    kernel: OwnKernel | None = None


@dataclass(frozen=True)
class TaskFunction:
    """A function whose calls are tasks."""

    name: str
    where: Location
    start: int  # of its declaration
    end: int
    form: str
    text: str  # of its parameters
    accesses: tuple[TaskAccess, ...]
    priority: str = "0"
    range: str = "1"
    calls: tuple[int, ...] = ()  # offsets of its name
    versions: tuple[TaskVersion, ...] = ()
    call: str = ""  # of a directive before one call, `start` to `end`: what the task is called
    outside: int = 0  # of that: where its function begins
    kernel: OwnKernel | None = None  # which is all that there is of the function


@dataclass(frozen=True)
class Unit:
    """A translation unit."""

    regions: tuple[Region, ...]
    depersists: tuple[Depersist, ...]
    kept: tuple[Kept, ...] = ()
    tasks: tuple[TaskFunction, ...] = ()
    waits: tuple[TaskWait, ...] = ()
    support: int = 0  # where what tasks share may be defined
    main: int | None = None  # the first place in a main that is to wait for tasks
    silent: tuple[tuple[int, int], ...] = ()  # directives that nothing is to read any more


def fresh(owner, name):
    """`name`, or a longer one where the user's function has it. `owner`: a Region or ParsedLoop."""
    return unused(name, owner.names)


def show(thing, indent=0):
    """The model as text, for people."""
    pad = "  " * indent
    if isinstance(thing, Type):
        return f"{pad}{thing.spelling}"
    if isinstance(thing, Location):
        return f"{pad}{thing.file}:{thing.line}:{thing.column}"
    if dataclasses.is_dataclass(thing):
        lines = [f"{pad}{type(thing).__name__}"]
        for item in dataclasses.fields(thing):
            value = getattr(thing, item.name)
            if (
                value is None
                or value is False
                or value in ("", ())
                or item.name in ("names", "scope", "use", "needs", "live", "known")
            ):
                continue
            if dataclasses.is_dataclass(value) or isinstance(value, tuple):
                lines += [f"{pad}  {item.name}:", show(value, indent + 2)]
            else:
                lines.append(f"{pad}  {item.name}: {value}")
        return "\n".join(lines)
    if isinstance(thing, tuple):
        return "\n".join(show(item, indent) for item in thing)
    return f"{pad}{thing}"
