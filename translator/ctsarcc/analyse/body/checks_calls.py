# SPDX-License-Identifier: BSD-3-Clause
"""What functions that the body calls must not do."""

from ...model import OWN
from ...syntax import Variable
from .uses import Walk

JUMPS = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"}
MARKS = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"}
# Functions of the C library that remember something from call to call.
STATE = {"rand", "random", "drand48", "lrand48", "mrand48", "strtok"}
# OpenMP's functions (5.2): a program that has its own stubs of them runs without OpenMP.
_NAMES = """
    set_num_threads get_num_threads get_max_threads get_thread_num in_parallel set_dynamic
    get_dynamic set_nested get_nested set_schedule get_schedule get_thread_limit
    get_supported_active_levels set_max_active_levels get_max_active_levels get_level
    get_ancestor_thread_num get_team_size get_active_level get_cancellation get_proc_bind
    get_num_places get_place_num_procs get_place_proc_ids get_place_num get_partition_num_places
    get_partition_place_nums set_affinity_format get_affinity_format display_affinity
    capture_affinity display_env get_num_procs set_default_device get_default_device
    get_num_devices get_device_num get_num_teams get_team_num is_initial_device
    get_initial_device get_max_task_priority in_final in_explicit_task set_num_teams
    get_max_teams set_teams_thread_limit get_teams_thread_limit pause_resource
    pause_resource_all fulfill_event get_interop_name get_interop_int get_interop_ptr
    get_interop_str get_num_interop_properties get_interop_type_desc get_interop_rc_desc
    init_lock init_lock_with_hint destroy_lock set_lock unset_lock test_lock init_nest_lock
    init_nest_lock_with_hint destroy_nest_lock set_nest_lock unset_nest_lock test_nest_lock
    get_wtime get_wtick target_alloc target_free target_is_present target_is_accessible
    target_memcpy target_memcpy_rect target_memcpy_async target_memcpy_rect_async
    target_associate_ptr target_disassociate_ptr get_mapped_ptr set_default_allocator
    get_default_allocator init_allocator destroy_allocator alloc aligned_alloc calloc
    aligned_calloc realloc free control_tool
"""
OPENMP = {f"omp_{name}" for name in _NAMES.split()}


def jumps(body):
    """False where the body jumps out of functions."""
    found = [node for node in body.uses.calls if node.name in JUMPS | MARKS]
    for node in found:
        name = node.name.strip("_").replace("_chk", "")
        body.diagnostics.add(
            "setjmp" if node.name in MARKS else "jump-out",
            body.where(node),
            **{"name" if node.name in MARKS else "what": name},
        )
    return not found


def check(body, arrays):
    for node in body.uses.calls:
        if node.name in STATE:
            body.diagnostics.add("call-state", body.where(node), name=node.name)
    for function in body.parsed.needs:
        if function.kind == "function" and function.body is not None:
            _function(function, arrays, body)


def _function(function, arrays, body):
    """What is reached by its own name: a unit's copy of an array has another address, a scalar has
    no copy at all.  The elements of a table of constants are the same in all copies."""
    known = {array.variable.key for array in arrays}
    uses = Walk().body(function.body)
    place = where(function.name, body)
    for use in uses.arrays:
        told = use.address or not use.variable.constant
        if use.variable.scope == "file" and use.variable.key in known and told:
            body.diagnostics.add(
                "call-reaches", place, function=function.name, name=use.variable.name
            )
            return
        if use.variable.scope == "file" and use.write and not use.address:
            body.diagnostics.add(
                "call-changes", place, function=function.name, name=use.variable.name
            )
            return
    if body.loop.variable.key in uses.scalars and body.loop.variable.scope == "file":
        name = body.loop.variable.name
        body.diagnostics.add("loop-variable-read", place, function=function.name, name=name)
        return
    own = _own(body)
    for variable in (
        *(use.variable for use in uses.arrays),
        *(v for v, _ in uses.scalars.values()),
    ):
        if variable.key in own:
            words = {"function": function.name, "name": variable.name}
            body.diagnostics.add("call-reads-own", place, **words)
            return
    for variable, events in uses.scalars.values():
        static = variable.storage == "static"
        if (variable.scope == "file" or static) and any(event.write for event in events):
            body.diagnostics.add("call-changes", place, function=function.name, name=variable.name)
            return


def _own(body):
    """Keys of variables of the file of which clauses give each unit one of its own."""
    clauses = [c for c in body.parsed.directive.clauses if c.kind in OWN]
    found = [body.parsed.scope.get(clause.name) for clause in clauses]
    return {one.key for one in found if isinstance(one, Variable) and one.scope == "file"}


def where(name, body):
    """The place of the call that leads to the function: its own, or the loop's."""
    node = next((n for n in body.uses.calls if n.name == name), None)
    if node is None:
        node = next(
            (
                n
                for n in body.uses.calls
                if not n.name
                and body.source.text[n.start : n.end].partition("(")[0].strip() == name
            ),
            None,
        )
    if node is None:
        return body.source.where(body.loop.start)
    return body.where(node)
