# SPDX-License-Identifier: BSD-3-Clause
"""Every message that a user can get about a source file: one table, and the only way to give them.

A message says what is wrong; its help says what would be right. Both are formatted with the
keywords given to `Diagnostics.add`. Whoever finds a mistake names it by its id; the id is printed,
as compilers print the option."""

import sys
from dataclasses import dataclass

from .model import Location

ERROR, WARNING, NOTE = "error", "warning", "note"

# id: (severity, what is wrong, what would be right)
TABLE = {
    "parser": (
        ERROR,
        "clang, which ctsarcc reads C with, does not understand this: {what}",
        "write it in standard C, or move it to another file",
    ),
    "beyond-ascii": (
        ERROR,
        "a name with letters beyond ASCII",
        "rename it, or move it to a file without directives",
    ),
    # the directive as a whole
    "syntax": (ERROR, "expected {expected} before '{found}'", "{help}"),
    "unknown-directive": (
        ERROR,
        "'{found}' {wrong}{guess}",
        "write 'ctsar for', 'acc region for', 'acc parallel loop' or 'omp parallel for'{others}",
    ),
    "no-loop": (
        ERROR,
        "the directive is not followed by a for loop",
        "put it directly before the 'for' that is to be split",
    ),
    "nested-region": (
        ERROR,
        "a region inside another region's loop",
        "split one of the two loops; mark an inner one with '#pragma ctsar loop independent'",
    ),
    "misplaced-directive": (
        ERROR,
        "the directive stands outside of any function",
        "put it into a function",
    ),
    "misspelt": (
        WARNING,
        "'{word}' means nothing to ctsarcc or to the compiler: the directive is ignored",
        "write '{meant}', if that is meant",
    ),
    "unknown-clause": (ERROR, "unknown clause '{name}'{guess}", "clauses are {known}"),
    "refused-clause": (ERROR, "clause '{name}' cannot be combined with hetero()", "{help}"),
    "ignored-clause": (NOTE, "clause '{name}' is ignored: ctsar decides who executes what", ""),
    "without-hetero": (
        WARNING,
        "{what} without hetero() means nothing: the loop is not split",
        "add hetero(1)",
    ),
    "no-device": (
        WARNING,
        "{what}: the loop runs on cores and emulated accelerators only",
        "{help}",
    ),
    "repeated-clause": (ERROR, "clause '{name}' is given twice", "keep one of them"),
    # clauses
    "hetero-devices": (
        ERROR,
        "hetero: unknown devices '{found}'{guess}",
        "devices are cpu, gpu, all or default",
    ),
    "hetero-policy": (
        ERROR,
        "hetero: unknown policy '{found}'{guess}",
        "policies are {known} or default",
    ),
    "hetero-arguments": (
        ERROR,
        "hetero: {count} arguments",
        "hetero(condition, devices, policy, ratio, div): all but the first may be left out",
    ),
    "hetero-ratio": (
        ERROR,
        "hetero: the ratio {found} is not between 0 and 1",
        "it is the part of the first pass that the accelerators get",
    ),
    "hetero-div": (
        ERROR,
        "hetero: div is {found}",
        "it is the number of parts of a pass: an integer, 1 or more",
    ),
    "missing-dimension": (
        ERROR,
        "'{name}' has no dimension",
        "say which part goes with an iteration: {name}[1:N] for item i, {name}[1:ROWS][0:COLUMNS] "
        "for row i",
    ),
    "dimension-condition": (
        ERROR,
        "the condition '{found}' of a dimension is not a constant",
        "write 1 or true where the loop's variable selects this dimension, else 0 or false",
    ),
    "halo-unassociated": (
        ERROR,
        "a halo on a dimension of '{name}' that is not associated",
        "a halo surrounds the iteration's part: put it where the condition is 1",
    ),
    "halo-negative": (
        ERROR,
        "the halo {found} is not an integer of 0 or more",
        "a halo is a number of elements",
    ),
    "extent-positive": (
        ERROR,
        "the extent {found} of '{name}' is not a positive integer",
        "it is the number of items in this dimension",
    ),
    "copy-out-whole": (
        ERROR,
        "all of '{name}' cannot be copied out: nothing could merge several units' copies of it",
        "associate a dimension with the iterations: part_{kind}({name}[1:N])",
    ),
    "output-unassociated": (
        ERROR,
        "no dimension of the output '{name}' is associated with the iterations: nothing could "
        "merge several units' copies of it",
        "give one dimension the condition 1: {kind}({name}[1:N])",
    ),
    "output-twice": (
        ERROR,
        "two dimensions of the output '{name}' are associated with the iterations",
        "an iteration may own a row or a column, not both; units would overwrite each other's "
        "elements",
    ),
    "too-many-dimensions": (
        ERROR,
        "'{name}' has {count} dimensions; at most {most} are supported",
        "join inner dimensions: [0:N*M]",
    ),
    "reduction-operator": (ERROR, "reduction: unknown operator '{found}'", "operators are {known}"),
    "reduction-type": (
        ERROR,
        "reduction({op}:{name}): the operator does not apply to '{type}'",
        "{help}",
    ),
    "reduction-array": (
        ERROR,
        "reduction({op}:{name}): '{name}' is not a scalar",
        "reduce into a scalar, or register a reduction of your own with ctsar_reg_reduc",
    ),
    "reduction-mismatch": (
        ERROR,
        "'{name}' is declared as reduction({op}: {name}), but this is a reduction with {found}",
        "{help}",
    ),
    "reduction-overwritten": (
        ERROR,
        "'{name}' is declared as reduction({op}: {name}), but its value is overwritten here",
        "{help}",
    ),
    "reduction-read": (
        ERROR,
        "'{name}' is used within the loop that reduces into it: reduction({op}: {name})",
        "its value is known after the loop only, since every unit has a part of it",
    ),
    "reduction-decides": (
        ERROR,
        "what '{name}' is meanwhile decides what an iteration does: "
        "reduction({op}: {name}) has no such value",
        "compute it in a loop of its own",
    ),
    "reduction-rounds": (
        ERROR,
        "every step is rounded to '{type}', so reduction({op}: {name}) depends on who adds what",
        "add up in a variable of the type of what is added",
    ),
    "clause-on-variable": (
        ERROR,
        "{kind}: '{name}' is the loop's variable",
        "take it out: every unit has its own",
    ),
    "private-unset": (
        ERROR,
        "private: '{name}' is read before the iteration sets it",
        "write firstprivate({name}) if its value before the loop is meant",
    ),
    "private-pointer": (
        ERROR,
        "{kind}: what '{name}' points to is used, and is on the host",
        "name '{name}' in a copy clause: part_copyin({name}[1:N])",
    ),
    "private-value": (
        WARNING,
        "private: '{name}' is used after the loop{line}, where its value is not that of the last "
        "iteration",
        "{help}",
    ),
    "private-parameter": (
        WARNING,
        "private: '{name}' is the caller's array, which stays as it is: iterations have one of "
        "their own",
        "name it in a copy clause if it is a result; else declare it in the loop: OpenMP gives "
        "iterations a pointer that leads nowhere",
    ),
    "private-lost": (
        WARNING,
        "{kind}: what iterations write to '{name}' is lost: they have one of their own",
        "name it in a copy clause if it is a result: part_copy({name}[1:N])",
    ),
    "firstprivate-parameter": (
        ERROR,
        "firstprivate: '{name}' is the caller's array, of which C has no more than a pointer",
        "name it in a copy clause: copyin({name}[0:N])",
    ),
    "private-set": (
        ERROR,
        "{kind}: '{name}' is the caller's array, and the loop has the pointer lead elsewhere",
        "declare a pointer in the loop",
    ),
    "private-length": (
        ERROR,
        "{kind}: the length of '{name}' is not known where the loop is executed",
        "declare it in the loop, or with a length that is a constant",
    ),
    "firstprivate-carried": (
        ERROR,
        "firstprivate: '{name}' is changed for the next iteration, which another unit may execute",
        "compute its value from the loop's variable",
    ),
    "last-value": (
        ERROR,
        "'{name}' is used after the loop, where its value has to be that of the last iteration",
        "{help}",
    ),
    "num-threads": (ERROR, "num_threads: {found} threads", "it is a number of threads, 1 or more"),
    # versions of a loop
    "version-device": (
        ERROR,
        "device: unknown device '{found}'{guess}",
        "devices are {known}",
    ),
    "pure-nothing": (
        ERROR,
        "no function is declared behind 'pure'",
        "write it on a line of its own before the declaration of one function",
    ),
    "version-of-nothing": (
        ERROR,
        "implements: no function '{name}' of this file has a loop with a directive{guess}",
        "name the function whose loop this is another version of",
    ),
    "version-of-several": (
        ERROR,
        "implements: '{name}' has {count} loops with directives, and a version is of one",
        "put each of them into a function of its own",
    ),
    "version-function": (
        ERROR,
        "implements({name}) does not stand before the definition of a function",
        "put it directly before the function that is to be a version, in the same file; before an "
        "array of characters with OpenCL's source for device(opencl)",
    ),
    "version-source": (
        ERROR,
        "'{name}' is no array of characters, as a version for OpenCL is",
        'write static const char {name}[] = "__kernel void {name}(...)..."',
    ),
    "version-source-when": (
        ERROR,
        "when: the source '{name}' has no parameters that a condition could look at",
        "let the kernel do for all ranges, or take it away",
    ),
    "version-late": (
        ERROR,
        "'{name}' is a source that stands behind '{function}', which uses it",
        "put it before '{function}'",
    ),
    "version-parameters": (
        ERROR,
        "'{name}' has {found} parameters; a version of '{function}' has {count}",
        "they are ({shown})",
    ),
    "version-type": (
        ERROR,
        "the parameter '{name}' of '{version}' has the type '{type}', not {expected}",
        "parameters are those of the loop's function, then the range",
    ),
    "version-value": (
        ERROR,
        "'{function}' has a parameter '{name}' that versions cannot get: {why}",
        "take it out, or let the loop read it",
    ),
    "version-output": (
        ERROR,
        "the loop writes '{name}', which is no parameter of '{function}': a version could not",
        "make it a parameter",
    ),
    "version-writes": (
        ERROR,
        "'{version}' may write '{name}', which the loop only reads",
        "declare it const",
    ),
    "version-reaches": (
        ERROR,
        "'{version}' reaches '{name}' by its own name, but every unit has memory of its own",
        "make it a parameter of the loop's function; a variable of the version's own is "
        "_Thread_local",
    ),
    "version-condition": (
        ERROR,
        "when: '{found}' cannot be asked before a launch: {why}",
        "compare values among the parameters, and the range",
    ),
    "version-tolerance": (
        ERROR,
        "tolerance: within {found} nothing can be compared: {why}",
        "write a number such as 1e-5, for outputs of float or double",
    ),
    # tasks
    "task-function": (
        ERROR,
        "the directive of a task does not stand before a function",
        "put it directly before the function whose calls are tasks",
    ),
    "task-inline": (
        ERROR,
        "the directive of a task stands before a statement",
        "make the statement a call of a function, by its name",
    ),
    "task-target": (
        ERROR,
        "'omp target' is not followed by 'omp task'",
        "write '#pragma omp task in(...) out(...)' between it and the function",
    ),
    "task-within": (
        ERROR,
        "'{name}' is declared in the function that calls it, where no task can call it",
        "declare it before the function",
    ),
    "task-argument": (
        ERROR,
        "{count} pointers among the arguments are made of '{name}'; a part goes with one",
        "pass the part by a pointer that is made of '{name}' and of no other variable of a clause",
    ),
    "task-pointer": (
        ERROR,
        "no argument is '{name}', which the clause gives a shape",
        "pass it as the clause has it: the part begins where the argument points to",
    ),
    "task-again": (
        ERROR,
        "'{name}' is a task by another directive, which says something else",
        "keep one of them",
    ),
    "task-result": (
        ERROR,
        "'{name}' returns '{type}', but nobody waits for a task's result",
        "let it return void, and write what it has found through a pointer: out(*RESULT)",
    ),
    "task-unknown": (
        ERROR,
        "'{name}' is no parameter of '{function}'{guess}",
        "a task reaches what its parameters point to; name them in the declaration",
    ),
    "task-value": (
        ERROR,
        "'{name}' is no pointer to elements, but '{type}'",
        "values are copied when the function is called; they need no clause",
    ),
    "task-twice": (
        ERROR,
        "'{name}' is named twice",
        "one parameter leads to one part; add a parameter, or name a part that holds both",
    ),
    "task-unnamed": (
        ERROR,
        "the parameters of '{name}' have no names in this declaration",
        "name them: the directive speaks of them",
    ),
    "task-undeclared": (
        ERROR,
        "no clause says what '{function}' does with what '{name}' points to",
        "write in({name}[0:COUNT]), out or inout; what a task does not declare is not there",
    ),
    "task-length": (
        ERROR,
        "how many elements of '{name}' are meant, the type does not say",
        "write {name}[0:COUNT], [COUNT]{name} or *{name}",
    ),
    "task-dimensions": (
        ERROR,
        "'{name}' has {found} dimensions here; it can have {most}",
        "write NAME[FIRST:COUNT] for each that the type or the shape has: "
        "([ROWS][COLUMNS]{name})[0:R][0:C]",
    ),
    "task-shape": (
        ERROR,
        "a shape before '{name}[...]' is that of what a pointer leads to, which is an argument of "
        "one call",
        "write ([ROWS][COLUMNS]{name})[FIRST:COUNT] for a part, or put the directive before a call",
    ),
    "task-section": (
        ERROR,
        "'{lower}:' is a lower bound, and OmpSs and OpenMP differ about what follows",
        "write [{lower};COUNT]",
    ),
    "task-expression": (
        ERROR,
        "'{found}' is no expression of the function's parameters: {why}",
        "write C, as it could stand in the function",
    ),
    "task-ndrange": (
        ERROR,
        "ndrange does not have its dimensions, offsets, sizes and sizes of groups",
        "write ndrange(1, SIZE, LOCAL), ndrange(1, 0, SIZE, LOCAL) or ndrange(2, 0, 0, SIZE, SIZE, "
        "LOCAL, LOCAL)",
    ),
    "task-writes": (
        ERROR,
        "'{function}' may write '{name}', which its task only reads",
        "write inout({name}...), or declare it const",
    ),
    "task-reaches": (
        ERROR,
        "'{function}' reaches '{name}' by its own name, but a task has what its parameters lead to",
        "make it a parameter, and name it in a clause",
    ),
    "task-name": (
        ERROR,
        "'{name}' is used without being called, where no task can be made of it",
        "call it by its name",
    ),
    "task-late": (
        ERROR,
        "'{name}' is called before the directive that makes its calls tasks",
        "put the directive before the function's first declaration",
    ),
    "task-in-loop": (
        ERROR,
        "tasks are submitted and waited for by the program, not by iterations of a loop with a "
        "directive",
        "take the loop's directive away: tasks are executed by all units, too",
    ),
    "taskwait-place": (
        ERROR,
        "taskwait stands where it would be the body of a statement",
        "put it into braces",
    ),
    "task-opencl": (
        ERROR,
        "'{name}' is for OpenCL, and its kernel is not had: {why}",
        "give it a kernel in a file of OpenCL C: file(NAME.cl) ndrange(1, SIZE, LOCAL), by the "
        "parameters of its declaration; or define it in C for the cores",
    ),
    "task-on-cores": (
        WARNING,
        "'{name}' is for OpenCL, but written in C: cores and emulated accelerators execute it",
        "file(NAME.cl) adds a kernel in OpenCL C",
    ),
    "task-source": (
        ERROR,
        "'{name}' is OpenCL's source, which can have parts only that begin where their parameters "
        "point to, and are contiguous",
        "write [COUNT]NAME, and pass what the part begins with",
    ),
    "task-when": (
        ERROR,
        "when: '{name}' is a version of a task, which has no range to choose by",
        "take it away: what tasks take is learned for each size",
    ),
    "version-step": (
        ERROR,
        "'{name}' has a loop with another step than 1, and so no versions",
        "let it count items, and multiply in the body",
    ),
    "version-unused": (
        WARNING,
        "versions of '{name}' are not used: {why}",
        "--explain says what becomes of the loop",
    ),
    "kernel-backend": (ERROR, "kernel: unknown backend '{found}'{guess}", "backends are {known}"),
    "kernel-unknown": (
        ERROR,
        "kernel: '{name}' is not declared here",
        "declare {what} before the function with the loop",
    ),
    "unknown-variable": (
        ERROR,
        "'{name}' is not declared here{guess}",
        "name a variable that is visible at the directive",
    ),
    "not-array": (
        ERROR,
        "'{name}' is not an array or a pointer, but '{type}'",
        "scalars are passed by value; they need no clause",
    ),
    "element-type": (
        ERROR,
        "elements of '{name}' have the type '{type}', which cannot be copied",
        "{help}",
    ),
    "repeated-variable": (ERROR, "'{name}' is named twice in {kind}", "keep one of them"),
    "two-roles": (
        ERROR,
        "'{name}' stands in two clauses: {first} and {second}",
        "keep the one that is meant",
    ),
    "persist-unknown": (
        ERROR,
        "persist: '{name}' is in no copy clause",
        "name an array of part_copy, part_copyin, part_copyout or copyin",
    ),
    "dimension-mismatch": (
        ERROR,
        "the clause gives '{name}' {declared} dimensions, its type has {found}",
        "give every dimension: {example}",
    ),
    "dimension-flat": (
        ERROR,
        "the clause gives '{name}' one dimension, but {found} is an element of a matrix",
        "{example}",
    ),
    "extent-type": (
        ERROR,
        "the clause gives dimension {dim} of '{name}' {found} items, its type has {extent}",
        "write {extent}",
    ),
    "extent-unsure": (
        WARNING,
        "the clause gives dimension {dim} of '{name}' {found} items, its type has {extent}: the "
        "loop is divided where they are equal",
        "write {extent}",
    ),
    "copyin-rows": (
        ERROR,
        "copyin counts the elements of '{name}', and they are no whole rows",
        "count rows, as in {name}[0:ROWS]",
    ),
    "copyin-elements": (
        ERROR,
        "copyin counts the elements of '{name}', and does not begin with the first one",
        "begin with 0, as in {name}[0:ROWS * COLUMNS], or count rows",
    ),
    "row-length": (
        ERROR,
        "a clause names '{name}', whose rows may not be as long any more as its declaration says: "
        "what that reads has changed since, or may have",
        "keep the length in a variable that does not change",
    ),
    "range-beyond": (
        ERROR,
        "the loop's '{variable}' runs from {first} to {last}, and dimension {dim} of '{name}' has "
        "{extent} items",
        "every iteration must select an item; loop over those that exist",
    ),
    "beyond-extent": (
        ERROR,
        "'{name}' is subscripted beyond what the clause gives it: the {which} of dimension {dim} "
        "is {found}, of {extent} items",
        "make the extent that of the array",
    ),
    "beyond-clause": (
        ERROR,
        "'{found}' leaves what the clause gives '{name}': dimension {dim} has {extent} items",
        "make the extent that of the array",
    ),
    "beyond-if": (
        WARNING,
        "'{found}' leaves what the clause gives '{name}' in dimension {dim}, {extent}: the loop is "
        "divided where no iteration comes to it",
        "give as much of the array as is read, unless that is what is meant",
    ),
    "perhaps-beyond": (
        WARNING,
        "'{found}' may leave what the clause gives '{name}': dimension {dim} has {extent} items",
        "give as much as the array has, unless conditions keep to these: CTSAR_CHECK=1 finds out",
    ),
    "item-size": (
        ERROR,
        "the size {found} of an item of '{name}' is not a multiple of its elements'",
        "an element, '{type}', has {size} bytes",
    ),
    "expression": (
        ERROR,
        "'{found}' is no expression",
        "write C, as it could stand in the function",
    ),
    "clause-items": (
        ERROR,
        "'{found}' says by '@' which items an iteration has, but every unit has all of the array",
        "write part_copyin(ARRAY[1:EXTENT@FIRST]), or leave '@' and what follows out",
    ),
    # the loop
    "loop-form": (
        ERROR,
        "the loop cannot be split: {why}",
        "write for (int i = LOWER; i < UPPER; i += STEP) with an integer i and a STEP > 0",
    ),
    "loop-variable-written": (
        ERROR,
        "the loop's variable '{name}' is changed in the body",
        "iterations are numbered before they are executed; use another variable",
    ),
    "bound-written": (
        ERROR,
        "'{name}', which the loop's bounds are made of, is changed in the body",
        "copy it to another variable first",
    ),
    "jump-out": (
        ERROR,
        "'{what}' leaves the loop",
        "every iteration must be executed; put what was found into a reduction",
    ),
    "label-in-body": (
        ERROR,
        "the label '{name}' stands inside of a statement of the body",
        "put it between the body's own statements, or write a loop or an if",
    ),
    "kept-parallel": (
        WARNING,
        "the loop is not split, but OpenMP's on the cores{tested}: {what}",
        "{help}",
    ),
    "kept-serial": (WARNING, "the loop is not split, but executed by one core: {what}", "{help}"),
    # the body
    "array-in-struct": (
        ERROR,
        "an array inside '{name}' is written, which no clause can name",
        "make it an array of its own, or copy its address to a pointer before the loop",
    ),
    "scalar-written": (ERROR, "'{name}' is changed by every iteration", "{help}"),
    "pointer-moved": (
        ERROR,
        "the pointer '{name}' itself is changed by every iteration",
        "subscript it: {name}[{variable}]",
    ),
    "pointer-walks": (
        WARNING,
        "'{name}' walks through '{array}': it cannot be told which elements the iteration reaches",
        "subscript the array, or a pointer that does not change",
    ),
    "pointer-wanders": (
        ERROR,
        "a pointer walks through '{name}': it cannot be told which elements the iteration reaches",
        "subscript the array; if it is only read, copyin({name}[0:N]) gives every unit all of it",
    ),
    "open-ended": (
        ERROR,
        "'{name}' ends in an array that may be longer than its type says",
        "copy that array's address to a pointer before the loop",
    ),
    "array-unlisted": (
        ERROR,
        "'{name}' is used in the loop, but no clause says which part of it an iteration needs: "
        "{why}",
        "{help}",
    ),
    "write-input": (
        ERROR,
        "'{name}' is written, but it is only copied in",
        "write part_copy or part_copyout",
    ),
    "write-elsewhere": (
        ERROR,
        "the iteration writes '{name}' outside of its own part: dimension {dim} is {found}, not "
        "{expected}",
        "an iteration may write what the associated dimension selects, and nothing else",
    ),
    "row-unproved": (
        ERROR,
        "it cannot be proved that '{name}[{found}]' lies in row {variable} of {row} elements",
        "if it does, say so: part_copy({name}[1:ROWS][0:{row}])",
    ),
    "write-not-affine": (
        ERROR,
        "it cannot be told which element of '{name}' is written: {why}",
        "subscripts of outputs are sums of products of the loop's variables and constants",
    ),
    "read-outside": (
        ERROR,
        "the iteration reads '{name}' outside of its part: dimension {dim} is {found}, {missing}",
        "{help}",
    ),
    "read-not-affine": (
        ERROR,
        "it cannot be told which element of '{name}' is read: dimension {dim} is {found}",
        "{help}",
    ),
    "carried-dependence": (
        ERROR,
        "iterations depend on each other: {read} is what another iteration writes as {written} in "
        "line {line}, as {witness}",
        "read one array and write another, or split another loop",
    ),
    "written-twice": (
        ERROR,
        "iterations write the same element: {read}, and {written} in line {line}, as {witness}",
        "an element must be written by one iteration only; {scratch}; "
        "reduce into a scalar, or split another loop",
    ),
    "items-of-iteration": (
        ERROR,
        "by the clause an iteration's items of '{name}' are {found}, but {why}",
        "{help}",
    ),
    "items-assumed": (
        WARNING,
        "that an iteration reads no items of '{name}' but {found} and the halo is taken from the "
        "clause",
        "CTSAR_CHECK=1 says when it runs whether it does",
    ),
    "possible-dependence": (
        WARNING,
        "iterations may depend on each other: {read} may be what another iteration reaches as "
        "{written} in line {line}; "
        "that they do not is taken from the clause",
        "CTSAR_CHECK=1 says when it runs whether they do",
    ),
    "unproved-dependence": (
        ERROR,
        "it cannot be proved that iterations are independent: {read} may be what another "
        "iteration writes as {written} in line {line}",
        "if they are, name the array in a clause",
    ),
    "not-independent": (
        ERROR,
        "iterations of '{name}' are not independent: {read} is what another iteration writes as "
        "{written}",
        "take `loop independent` away",
    ),
    "read-uncopied": (
        ERROR,
        "'{name}' is read before it is written, but only copied out",
        "write part_copy if its old values are meant",
    ),
    "partly-written": (
        ERROR,
        "part_copyout brings back elements of '{name}' that the loop does not write",
        "write part_copy, which copies them in as well",
    ),
    "perhaps-unwritten": (
        WARNING,
        "part_copyout brings back all of the part of '{name}', but not all of it may be written",
        "write part_copy, which copies it in as well",
    ),
    "unused-clause": (
        WARNING,
        "'{name}' is named in a clause, but not used in the loop",
        "take it out",
    ),
    "address-passed": (
        WARNING,
        "'{function}' gets the address of '{name}': it cannot be told which elements it reaches",
        "pass it the address of the iteration's own element",
    ),
    "call-reaches": (
        ERROR,
        "'{function}' reaches '{name}' by its own name, but every unit has a copy of its own",
        "give '{function}' a pointer to it as an argument",
    ),
    "call-changes": (
        ERROR,
        "'{function}' changes '{name}', which all iterations share",
        "let it return a value, and reduce that or write it to an array",
    ),
    "openmp-off": (
        ERROR,
        "'{name}' is a function of this file, which knows of one thread only",
        "compile with -fopenmp, and call the one of omp.h",
    ),
    "call-unknown": (
        ERROR,
        "'{name}' may depend on the iterations before: {why}",
        "{help}",
    ),
    "unseen-end": (
        ERROR,
        "'{name}' may be memory that another iteration writes: it is reached through a pointer, "
        "and nobody knows how far",
        "{help}",
    ),
    "unseen-memory": (
        ERROR,
        "'{name}' may be memory that another iteration writes: it is reached through a pointer "
        "that nothing can be compared with",
        "{help}",
    ),
    "unseen-read": (
        WARNING,
        "'{name}' may be memory that the loop writes; that it is not is taken from the clauses",
        "copy the pointer to a variable before the loop",
    ),
    "leaves-row": (
        ERROR,
        "'{found}' leaves its row: dimension {dim} of '{name}' has {extent} items",
        "subscript the row that is meant",
    ),
    "thread-local": (
        ERROR,
        "'{name}' is another variable in each thread",
        "copy it to a variable of the function before the loop",
    ),
    "address-taken": (
        ERROR,
        "'{name}' may be read through a pointer: its address is taken before the loop",
        "declare it in the loop",
    ),
    "call-state": (
        WARNING,
        "'{name}' remembers what it returned; iterations call it in no order",
        "compute the value from the loop's variable",
    ),
    "volatile": (
        ERROR,
        "'{name}' is volatile, but every unit has a copy of it, which changes on its own",
        "read it before the loop into another variable",
    ),
    "static-local": (
        ERROR,
        "'{name}' is static: all iterations share it",
        "write it to an array, or take 'static' away",
    ),
    "assembler": (
        ERROR,
        "what assembler reads and writes is not looked into",
        "write it in C",
    ),
    "cleanup": (
        ERROR,
        "where '{name}' ends a function is called, which is not looked into",
        "call it in the loop",
    ),
    "call-reads-own": (
        ERROR,
        "'{function}' names '{name}', of which each unit has one of its own",
        "give it to '{function}'",
    ),
    "loop-variable-read": (
        ERROR,
        "'{function}' reads the loop's variable '{name}', of which each unit has one of its own",
        "declare '{name}' in the loop's header, and give it to '{function}'",
    ),
    "size-elsewhere": (
        ERROR,
        "a `sizeof` names the variable array '{name}', which the body, a function of its own, has "
        "as a pointer",
        "set a variable to the size before the loop",
    ),
    "setjmp": (
        ERROR,
        "'{name}' in the body, which becomes a function of its own",
        "put it around the loop",
    ),
    "escapes": (
        ERROR,
        "the address of '{name}' leaves the iteration's element: {why}",
        "pass the element's value, or its index",
    ),
    "aliases": (
        ERROR,
        "'{first}' and '{second}' are the same object",
        "name it once, as {direction}({second}...), and use that name; every unit has one copy "
        "for each name",
    ),
    "may-alias": (
        WARNING,
        "'{first}' and '{second}' may be the same object",
        "every unit has one copy for each name; declare the pointers restrict if they differ",
    ),
    "device-call": (
        WARNING,
        "'{name}' cannot be compiled for a device: {why}; the loop runs on cores only",
        "{help}",
    ),
    "no-form": (WARNING, "{what}: no {devices} device takes part", ""),
    "host-only": (WARNING, "{what}: the loop runs on cores only", "{help}"),
}


@dataclass(frozen=True)
class Message:
    id: str
    severity: str
    where: Location | None
    text: str
    help: str
    name: str = ""  # of the variable that it is about
    because: str = ""  # the id of the message that has led to this one


class Diagnostics:
    """Collects messages of one file. Errors do not stop the search for further ones; `failed` stops
    the output."""

    def __init__(self, source=None):
        self.source = source
        self.messages = []
        self.explanation = []  # of loops, for tools
        self.refusals = []  # (offset, what) that clang has against the file
        self._seen = set()

    def add(self, id, where: Location | None, **words):
        severity, text, help = TABLE[id]
        words = {"guess": "", "help": "", **words}
        message = Message(
            id,
            severity,
            where,
            text.format(**words),
            help.format(**words),
            words.get("name", ""),
            words.get("because", ""),
        )
        if message not in self._seen:
            self._seen.add(message)
            self.messages.append(message)

    def adopt(self, messages):
        """Messages that were collected apart."""
        for message in messages:
            if message not in self._seen:
                self._seen.add(message)
                self.messages.append(message)

    def as_data(self):
        """The messages for tools."""
        return [
            {
                "severity": m.severity,
                "id": m.id,
                "because": m.because or None,
                "file": m.where.file,
                "line": m.where.line,
                "column": m.where.column,
                "length": m.where.length,
                "text": m.text,
                "help": m.help or None,
            }
            for m in self.messages
        ]

    @property
    def failed(self):
        return any(message.severity == ERROR for message in self.messages)

    def render(self, message):
        """The message as compilers write it, with the line and a caret."""
        where = message.where
        place = f"{where.file}:{where.line}:" + (f"{where.column}:" if where.column else "")
        lines = [
            f"{place} {message.severity}: {message.text} "
            f"[{message.id}{': ' * bool(message.because)}{message.because}]"
        ]
        raw = self.source and self.source.raw_line(where)
        if raw is not None and where.column:
            # A tab stays a tab in the line below, so that the caret stands right whatever its
            # width.
            blank = "".join("\t" if c == "\t" else " " for c in raw[: where.column - 1])
            marks = "^" + "~" * (min(where.length, len(raw) - where.column + 1) - 1)
            lines += [f"{where.line:5} | {raw}", f"      | {blank}{marks}"]
        if message.help:
            lines.append(f"      = {message.help}")
        return "\n".join(lines)

    def write(self, stream=None, notes=True):
        for message in sorted(
            self.messages, key=lambda m: (m.where.file, m.where.line, m.where.column)
        ):
            if notes or message.severity != NOTE:
                print(self.render(message), file=stream or sys.stderr)


def guess(name, known):
    """ "; did you mean 'x'?" or nothing."""
    import difflib

    close = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean '{close[0]}'?" if close else ""
