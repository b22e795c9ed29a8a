/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ctsar: one parallel loop over all of a machine's compute units.
 *
 * A loop is written once.  At run time ctsar decides which iterations each CPU
 * core and each accelerator executes, moves the data that those iterations
 * need, and merges the results.  It implements CoreTSAR (T. Scogland, W. Feng,
 * B. Rountree, B. de Supinski, "CoreTSAR: Core Task-Size Adapting Runtime");
 * "paper" below is that one, with its section.
 *
 *     static ctsar *s;
 *     ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
 *     #pragma omp parallel
 *     do {
 *         double *x = ctsar_reg_mem(s, X, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
 *         double *y = ctsar_reg_mem(s, Y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
 *         ctsar_next(s, N);
 *         for (long i = CSTART(s); i < CEND(s); ++i)
 *             y[i] += a * x[i];
 *     } while (ctsar_loop(s));
 *
 * Words
 *   unit         what executes iterations: a CPU core (one thread of the OpenMP
 *                team) or an accelerator.  The paper's "CU".
 *   accelerator  a unit with its own address space.
 *   region       one co-scheduled loop, a `ctsar *`.  It lives across many
 *                executions of the loop and learns from each.
 *   pass         one execution of the region's whole iteration space.
 *   turn         one trip of a thread round the do/while: one range of
 *                iterations, for one unit.
 *   window       the part of an array that a unit holds for its range.
 *
 * Errors
 *   Every call that can fail returns CTSAR_OK (0) or a negative ctsar_status;
 *   calls that return a pointer return NULL.  By default an error is printed
 *   in one line and the program aborts, because an unchecked error must not
 *   become a wrong result.  ctsar_set_error_mode(CTSAR_ERRORS_RETURN) hands
 *   the status back instead: then every later ctsar_next of that pass is
 *   empty, all threads leave the pass together unless ctsar_set_nowait, and
 *   what its output arrays hold is unspecified.  Each function lists the statuses it can give;
 *   CTSAR_EINVAL for a NULL region and CTSAR_ENOMEM hold for all of them.
 *
 * Threads
 *   "By the team" marks a call that every thread of the OpenMP team makes, in
 *   each turn, with the same arguments.  "By one thread" marks a call for one
 *   thread while no pass of the region is running.  Outside of any parallel
 *   region, and in programs without OpenMP, the team is one thread.  The size
 *   of the team may change from pass to pass.  One team at a time may use a
 *   region, and a turn of one region may not contain a pass of another.
 *
 * Units of measure
 *   Times are in seconds, sizes of elements in bytes, extents and pitches in
 *   elements.
 *
 * Environment
 *   CTSAR_DEVICES       units: a list of cpu[:COUNT], emu[:COUNT], cuda[:INDEX] and opencl[:INDEX],
 *                       in their order; all cores and GPUs when unset
 *   CTSAR_MEMORY        cap on the memory taken of each accelerator that is not emulated
 *   CTSAR_CACHE_DIR     where compiled kernels are kept; 0: nowhere
 *   CTSAR_EMU           the emulated accelerators, e.g. "speed=8,latency=20us;speed=2"
 *   CTSAR_POLICY        overrides the policy of every region
 *   CTSAR_DIV           parts of a pass, overrides `div`
 *   CTSAR_CHUNK         iterations a piece, overrides ctsar_set_chunk
 *   CTSAR_RATIO         part of the first pass for the accelerators, 0 to 1
 *   CTSAR_BACKOFF       fill[:PASSES], paper[:PASSES] or 0: see ctsar_set_backoff
 *   CTSAR_HISTORY       FILE.json: keeps times per iteration between runs
 *   CTSAR_CACHE         nocache, writethrough or writeback (default): what persists, see
 *                       CTSAR_MEM_PERSIST
 *   CTSAR_INFLIGHT      ranges in flight on an accelerator that was launched on, 1 to 8 (3)
 *   CTSAR_PREFETCH      tasks whose data an accelerator is given while it executes another, 0 to 7
 *                       (one less than CTSAR_INFLIGHT)
 *   CTSAR_PINNED        threads that copy by way of pinned buffers, 0 to 8 (what is faster)
 *   CTSAR_DEDICATED     0, 1: whether threads serve blocking accelerators alone
 *   CTSAR_CLOCK         real (default) or virtual
 *   CTSAR_VIRTUAL_ITER  a core's time per iteration under the virtual clock (1us)
 *   CTSAR_CHECK         1: executes iterations one by one on memory of their own, says which
 *                       registrations are wrong and how they would be right, and makes
 *                       the pass end in CTSAR_ECHECK then: docs/checking.md
 *   CTSAR_REPORT        1: a table on stderr at exit; FILE.json: the same as JSON
 *   CTSAR_PROGRESS      1: how far regions are, on a terminal; FILE.json: in a file
 *   CTSAR_VERSIONS      [KERNEL:]VERSION{,...}: the first of them that a unit can execute is the
 *                       one that it uses, whatever is faster
 *   CTSAR_VIRTUAL_VERSIONS  [UNIT/]VERSION=FACTOR[+TIME]{,...}: what versions take under the
 *                       virtual clock; docs/versions.md
 *   CTSAR_NODES         0: each process is alone; mpi: those that MPI has started divide passes;
 *                       unset: those that mpirun has started do, where the program does not use
 *                       MPI itself.  Read once in a process
 *   CTSAR_OVERLAP       0, 1: whether a node computes while halos come from others (1)
 *   CTSAR_DIRECT        0, 1: whether halos go from and to accelerators' own memory, where MPI
 *                       reaches it (emulated accelerators' only)
 *   CTSAR_TIMEOUT       seconds before a waiting thread says for whom (30); where it is set,
 *                       also before an accelerator's operation counts as failed
 *   The environment is read by ctsar_init while no region exists.  A value
 *   that is set overrides the code; a name or value that is not understood is
 *   an error (CTSAR_ECONFIG) that lists the valid ones.  A setuid or setgid
 *   program ignores them all.  docs/tuning.md has the grammar.
 */
#ifndef CTSAR_H
#define CTSAR_H

#include <stdbool.h>
#include <stddef.h>

#define CTSAR_VERSION_MAJOR 0 /* other: programs may have to be changed */
#define CTSAR_VERSION_MINOR 1 /* higher: there is more */
#define CTSAR_VERSION_PATCH 0 /* higher: mistakes are mended */

#ifdef __cplusplus
extern "C" {
#endif

/* Marks what the shared library exports. */
#if defined(__GNUC__)
#define CTSAR_API __attribute__((visibility("default")))
#else
#define CTSAR_API
#endif

/* One co-scheduled loop. */
typedef struct ctsar ctsar;

/* ---- Errors ------------------------------------------------------------ */

/* Name, value, meaning.  Makes the enum below and ctsar_strerror. */
#define CTSAR_STATUS_LIST(X)                                                                       \
    X(OK, 0, "no error")                                                                           \
    X(EINVAL, -1, "an argument is outside its documented range")                                   \
    X(ENOMEM, -2, "not enough memory")                                                             \
    X(EOVERFLOW, -3, "the size does not fit in size_t")                                            \
    X(ESTATE, -4, "the call is not allowed at this point")                                         \
    X(ETEAM, -5, "the threads of the team disagree about the region")                              \
    X(ECONFIG, -6, "a CTSAR_ environment variable is not understood")                              \
    X(ENODEV, -7, "there is no such device, or no unit at all")                                    \
    X(ECONFLICT, -8, "the array is already registered")                                            \
    X(ENOTREG, -9, "the array is not registered")                                                  \
    X(EDEVICE, -10, "a device failed")                                                             \
    X(ECHECK, -11, "CTSAR_CHECK found mistakes")                                                   \
    X(ENODE, -12, "another node has failed")

/* What a call returns: CTSAR_OK, or CTSAR_EINVAL and so on. */
typedef enum ctsar_status {
#define CTSAR_STATUS_ENUM_(name, value, text) CTSAR_##name = value,
    CTSAR_STATUS_LIST(CTSAR_STATUS_ENUM_)
#undef CTSAR_STATUS_ENUM_
} ctsar_status;

/* What an error does. */
typedef enum ctsar_error_mode {
    CTSAR_ERRORS_ABORT, /* print one line on stderr and abort(); the default */
    CTSAR_ERRORS_RETURN /* return the status */
} ctsar_error_mode;

/* The meaning of `status`, a static string; never NULL. */
CTSAR_API const char *ctsar_strerror(int status);

/* The last error of region `s` as one line: what was being done to what, and
 * what would be right.  With s == NULL, the calling thread's last error of any
 * kind, which is how a failed ctsar_init is asked.  "" when there was none.
 * The string is the calling thread's, valid until its next ctsar_last_error.
 * Any thread, at any time while `s` exists. */
CTSAR_API const char *ctsar_last_error(ctsar *s);

/* Chooses what an error does, for the whole process.  Any thread, best before
 * the first region.  EINVAL: not a ctsar_error_mode. */
CTSAR_API int ctsar_set_error_mode(ctsar_error_mode mode);

/* ---- Regions (paper 4.4) ----------------------------------------------- */

/* Which units a region may use.  Every kind of accelerator is "GPU". */
#define CTSAR_DEV_CPU 1u                              /* cores */
#define CTSAR_DEV_GPU 2u                              /* accelerators */
#define CTSAR_DEV_ALL (CTSAR_DEV_CPU | CTSAR_DEV_GPU) /* both */
/* Or'ed to these: the inline body launches CUDA kernels itself where its unit is a CUDA device. */
#define CTSAR_DEV_CUDA 4u

/* How iterations are shared out (paper 3.2).  docs/tuning.md says which to take.  A row has the
 * constant, the name in CTSAR_POLICY and in clauses, the constant's value, and what the policy
 * does.  The default policy comes first.  X(...) is a macro of whoever goes through the list. */
#define CTSAR_POLICY_LIST(X)                                                                       \
    X(CTSAR_AUTO, auto, 9, "begins with pieces, then plans by what it learned")                    \
    X(CTSAR_STATIC, static, 1, "one split from default times, kept (3.2.1)")                       \
    X(CTSAR_ADAPTIVE, adaptive, 2, "each pass split by the times measured before (3.2.1)")         \
    X(CTSAR_SPLIT, split, 3, "every pass in `div` equal rounds, each as adaptive (3.2.1)")         \
    X(CTSAR_QUICK, quick, 4, "a round of 1/div and the rest, then adaptive (3.2.1)")               \
    X(CTSAR_CHUNK, chunk, 5, "a queue of pieces of n/div iterations (3.2.2)")                      \
    X(CTSAR_CHUNK_STATIC, chunk_static, 6, "pieces that last equally long on all units (3.2.2)")   \
    X(CTSAR_CHUNK_DYNAMIC, chunk_dynamic, 7, "begins so; each unit anneals its own size (3.2.2)")  \
    X(CTSAR_HYBRID, hybrid, 8, "chunk_dynamic once, then adaptive by cost (3.2.3)")

#define CTSAR_POLICY_NUMBER_(constant, name, number, what) constant = number,
/* The constants of CTSAR_POLICY_LIST. */
typedef enum ctsar_policy {
    CTSAR_POLICY_LIST(CTSAR_POLICY_NUMBER_) CTSAR_POLICY_DEFAULT = 0 /* the first of the list */
} ctsar_policy;
#undef CTSAR_POLICY_NUMBER_

/* Opens a region and stores it in *s.  A non-NULL *s is left as it is, so the
 * call may stand in front of a loop that is executed often.
 *   iterations     how many a pass is expected to have; ctsar_next decides
 *   devices        CTSAR_DEV_CPU, _GPU or _ALL, with CTSAR_DEV_CUDA or without.  A
 *                  region for GPU where no
 *                  accelerator exists runs on the cores, with one warning.  A
 *                  region opened with GPU or ALL promises that its body runs on
 *                  the pointers that ctsar_reg_mem returns.
 *   time_per_iter  seconds per iteration, one entry for each accelerator in the
 *                  order of CTSAR_DEVICES, then one for a core; read only
 *                  during the call.  NULL: 1/(SIMD width/a core's SIMD width)
 *   div            how finely policies that divide a pass divide it; NULL for
 *                  the policy's default.  Read only during the call.
 * The region belongs to the caller, who ends it with ctsar_free.
 * By one thread.  EINVAL: s NULL, unknown policy or devices, a time or div that
 * is not positive and finite.  ECONFIG, ENODEV: the environment (see above).
 * ENOMEM.  On error *s is NULL.
 *
 * ctsar_init gives file and line as `where`: the region's name until ctsar_set_name. */
CTSAR_API int ctsar_init_at(ctsar **s, size_t iterations, ctsar_policy policy, unsigned devices,
                            const double *time_per_iter, const int *div, const char *where);
#define CTSAR_STRING_(x) #x
/* What x expands to, in quotes. */
#define CTSAR_STRING(x) CTSAR_STRING_(x)
/* ctsar_init_at, for the place where it stands. */
#define ctsar_init(s, iterations, policy, devices, time_per_iter, div)                             \
    ctsar_init_at(s, iterations, policy, devices, time_per_iter, div,                              \
                  __FILE__ ":" CTSAR_STRING(__LINE__))

/* Names the region in reports and messages; the string is copied, its control characters as '?'.
 * By one thread.  EINVAL: name NULL or empty.  ESTATE: a pass is running. */
CTSAR_API int ctsar_set_name(ctsar *s, const char *name);

/* Whether threads may go on from a pass while others still execute their part of it, as from an
 * OpenMP loop with nowait; at first they may not.  This saves one of two barriers where a parallel
 * region ends behind the pass.  A thread that ctsar_loop lets go knows only that its own turns are
 * over.  The pass is over behind the team's next barrier, such as the end of the parallel region.
 * Before it
 *   nobody uses what the pass writes, reductions included, or changes or frees what it reads: no
 *     code, task, other region or call about arrays,
 *   calls about the region may say ESTATE,
 *   an error of the pass is not known, and a thread that never comes to its end is not missed.
 * A thread that comes to the region's next pass earlier waits there.  Threads wait all the same
 * where an accelerator takes part, where a pass may have several rounds, on several nodes, under
 * the virtual clock, in check mode, and where schedules are recorded.
 * By one thread.  EINVAL.  ESTATE: a pass is running. */
CTSAR_API int ctsar_set_nowait(ctsar *s, bool nowait);

/* ---- Nodes ----------------------------------------------------------------
 *
 * `mpirun -n 4 program` executes a program on four nodes, as ranks 0 to 3: each executes all of it,
 * and the iterations of a pass are divided among them.  What a pass writes is current on all when
 * it is over, but for CTSAR_MEM_PERSIST, so the nodes go on alike.  All ranks open the same regions
 * and execute the same passes; docs/nodes.md says what else that asks of a program.
 *
 * A pass is divided where what it writes is known: in a region opened for GPU or ALL, or with a
 * kernel, whose turns have registered an output or a reduction by ctsar_next.  Any other pass is
 * executed by each node from beginning to end, and each has the outputs that it computed; so are
 * tasks.  Reductions have the same bits on all.
 *
 * A program that uses MPI itself is not divided unless it asks, by CTSAR_NODES=mpi or
 * ctsar_use_comm.  It initialises MPI before the first of these calls, with MPI_THREAD_FUNNELED or
 * more, under which the thread that did so takes part in each pass and makes these calls. */

/* This process's rank, from 0; 0 where it is alone, and on error.  The first of these calls, or of
 * ctsar_init, joins the ranks: all of them make it.  Any thread.  Errors: ECONFIG, ENODEV. */
CTSAR_API int ctsar_node(void);

/* How many nodes there are; 1 where the process is alone, and on error.  As ctsar_node. */
CTSAR_API int ctsar_nodes(void);

/* The ranks of the communicator that `comm`, an MPI_Comm *, points to are the nodes; NULL: this
 * process is alone.  It is duplicated during the call, which its ranks make together; CTSAR_NODES
 * is not asked.  By one thread, before the first ctsar_init, ctsar_node and ctsar_nodes.
 * ESTATE: after one of them.  ENODEV: MPI is not initialised, for a single thread only, or this
 * build has no plugin for it. */
CTSAR_API int ctsar_use_comm(const void *comm);

/* ---- Settings of scheduling (paper 3.2, 4.1) ------------------------------
 *
 * Each of these takes effect with the next pass and may be called between any two:
 * the policy starts anew, with the times that it had measured as its default times.
 * A call that changes nothing costs nothing.  Where a CTSAR_ variable is set it stays in
 * force whatever is set here, and the report names it.
 * By one thread.  EINVAL: a value outside its range.  ESTATE: a pass is running. */

/* Which policy shares out the iterations. */
CTSAR_API int ctsar_set_policy(ctsar *s, ctsar_policy policy);

/* How many parts the policies that divide a pass make of it; 0: the policy's default, 10 for split
 * and quick, 400 for those with chunks.  EINVAL: negative. */
CTSAR_API int ctsar_set_div(ctsar *s, int div);

/* How many iterations a piece of the policies with chunks has, for chunk_static and chunk_dynamic
 * the average one to begin with; goes before div.  0: as div says.  EINVAL: over LONG_MAX. */
CTSAR_API int ctsar_set_chunk(ctsar *s, size_t iterations);

/* The part, 0 to 1, of the next pass that all accelerators together get, divided among them by
 * their default times; goes before default times and what was measured. */
CTSAR_API int ctsar_set_ratio(ctsar *s, double ratio);

/* When an accelerator is left out. */
typedef enum ctsar_backoff {
    CTSAR_BACKOFF_FILL,  /* when the pass would be as fast without it; the default */
    CTSAR_BACKOFF_PAPER, /* when it is slower than the slowest core (4.1) */
    CTSAR_BACKOFF_NEVER  /* never */
} ctsar_backoff;

/* When an accelerator is left out of passes: once the rule holds for `passes` in a row, 0 for the
 * default of 2.  What is left out is tried again from time to time under CTSAR_BACKOFF_FILL.
 * EINVAL: unknown rule, negative passes. */
CTSAR_API int ctsar_set_backoff(ctsar *s, ctsar_backoff rule, int passes);

/* The work that iterations lo..hi-1 of a pass are, in any unit: >= 0, finite, and additive.
 * Iterations are counted from 0 whatever bounds ctsar_next_range gives.  Called by any thread,
 * by several at once, between and during passes; must not call ctsar. */
typedef double (*ctsar_work)(const void *data, long lo, long hi);

/* States what iterations cost where they differ: time = overhead + p * work, and policies split
 * work rather than iterations.  NULL takes the statement back.  Default times stay those of an
 * iteration, of the average one of ctsar_init's `iterations`, whose work is asked for at once.
 * What `data` leads to stays the caller's, and must live as long as the region or until the next of
 * these calls; call again when it changes.  EINVAL: the work of all is negative or not finite. */
CTSAR_API int ctsar_set_cost(ctsar *s, ctsar_work work, const void *data);

/* The same by one weight per iteration, of iterations 0..n-1; later ones weigh as much as these do
 * on average.  The weights are read only during the call.  n == 0 takes the statement back.
 * EINVAL: weights NULL with n > 0; a weight that is negative or not finite; a sum of 0. */
CTSAR_API int ctsar_set_cost_weights(ctsar *s, const double *weights, size_t n);

/* ---- The end of a region -------------------------------------------------- */

/* Ends region *s, frees what it holds on all units, and sets *s to NULL.  Persisted arrays are
 * current on the host then; units keep them as long as any region exists.
 * *s == NULL is allowed and does nothing.
 * By one thread, after every thread has left the region's last pass; with a
 * pass running it reports ESTATE and leaves the region as it is. */
CTSAR_API void ctsar_free(ctsar **s);

/* For code that several threads may reach at once, where each would use one and the same region.
 * `callers` is a static 0 beside the region.  True: nobody else is in, and the caller may open the
 * region and execute passes until ctsar_leave.  False: another thread is in, or the caller
 * stands in the body of a pass; it executes the loop without the region, which the region's report
 * counts.  By any thread, by several at once. */
CTSAR_API bool ctsar_enter(long *callers);
/* By the thread that ctsar_enter let in; s may be NULL, where opening the region has failed.
 * Between ctsar_host_begins and _ends nothing stays on units, as after ctsar_host_uses(NULL, 0,
 * true), whose errors this reports. */
CTSAR_API void ctsar_leave(ctsar *s, long *callers);

/* For code that splits a loop only where something holds when the loop is reached, and else
 * executes it as it stands.  Returns `holds`; where that is false the report counts it for the loop
 * `where`, "FILE:LINE", which is copied.  By any thread, by several at once. */
CTSAR_API bool ctsar_guard(bool holds, const char *where);
/* Whether a parallel region of OpenMP that begins here may have several threads: else what asks
 * whether a loop may be split is asked in vain, however long it takes.  By any thread. */
CTSAR_API bool ctsar_cores_share(void);

/* Whether an index array leads to another element each time: no two are equal of the `count`
 * integers that begin at `values` and lie `stride` >= 1 integers apart, and none is below 0.  Each
 * has |size| bytes: 1, 2, 4 or 8; size < 0: they are signed.  True where count <= 1, and then
 * nothing is read.  False also where there is no memory for a bit for each number up to the
 * greatest, or that is 2^38 or more.  By any thread, by several at once. */
CTSAR_API bool ctsar_distinct(const void *values, int size, long count, long stride);

/* The greatest of such numbers, LONG_MAX where it is larger; -1 where count < 1, and then nothing
 * is read.  By any thread, by several at once. */
CTSAR_API long ctsar_greatest(const void *values, int size, long count, long stride)
    __attribute__((__pure__));

/* Whether none of such numbers is smaller than the one before, as the ends of a sparse matrix's
 * rows are.  True where count <= 1, and then nothing is read.  By any thread, by several at
 * once. */
CTSAR_API bool ctsar_ascending(const void *values, int size, long count, long stride)
    __attribute__((__pure__));

/* Whether rows that are found by pointers lie apart.  At `rows` stand `count` pointers, and of what
 * each leads to the bytes from `first` up to `end` are its row; so do `more` others at `others`.
 * True: none of the rows shares a byte with another of them or with one of the others, which may
 * share bytes with each other.  Where count < 1 or end <= first there are no rows, and no pointer
 * is read; of the others likewise.  False also where there is no memory for two pointers a row.
 * By any thread, by several at once. */
CTSAR_API bool ctsar_rows_apart(const void *rows, long count, long first, long end,
                                const void *others, long more, long others_first, long others_end);

/* Tells whether rows that are found by pointers are one matrix.
 *   rows         where `count` pointers stand, one to each row
 *   first, end   which elements of `size` bytes behind a pointer are its row: from number `first`
 *                up to number `end`, without that
 *   pitch        where to store the distance of two rows, in elements; of one row, its length
 * Returns where the first row begins, if all rows are equally far apart, by whole elements, and by
 * no less than the length of a row.  Else NULL, and *pitch stays as it is.  What lies between rows
 * may be others'; in check mode, which looks at all of an array, nothing may lie there.  Where
 * count < 1, end <= first or size is 0 no pointer is read, and the answer is NULL.  By any thread,
 * by several at once. */
CTSAR_API void *ctsar_rows_block(const void *rows, long count, long first, long end, size_t size,
                                 long *pitch);

/* A loop of the program that check mode watches. */
typedef struct ctsar_loop_check ctsar_loop_check;

/* Check mode (CTSAR_CHECK=1) for a loop that is no region, of which somebody says that no iteration
 * touches what another one writes.  ctsar_check_loop returns NULL without check mode: the caller
 * executes the loop as it likes.  Else the caller executes it serially and in order, begins each
 * iteration by ctsar_check_iteration, reaches memory by way of ctsar_check_touch, and ends with
 * ctsar_check_loop_end, which frees `c`.
 *   where    "FILE:LINE", which is copied
 *   unseen   names of functions that the loop calls, of which nobody tells what they touch; NULL:
 *            there are none.  A note says it.  As long as the program.
 * An error is reported where there is no memory, and NULL returned. */
CTSAR_API ctsar_loop_check *ctsar_check_loop(const char *where, const char *unseen);
/* The loop's next iteration begins.  *value is its loop's variable; NULL: it has no number, and all
 * iterations say so.  By the thread that executes the loop. */
CTSAR_API void ctsar_check_iteration(ctsar_loop_check *c, const long *value);
/* The iteration reads (how & 1) or writes (how & 2) `size` bytes at `at`.  Where another iteration
 * has touched one of them, and one of the two writes it, that is told once for each `what`, which
 * is how the program names what is there, and lives as long as the program.  With a `base` it is
 * the name of an array of such elements, which begins there.  Returns `at`.  It takes eight bytes
 * for each that is touched; without memory for that a note says that no more is looked at.  By any
 * thread. */
CTSAR_API void *ctsar_check_touch(ctsar_loop_check *c, const volatile void *at, size_t size,
                                  unsigned how, const char *what, const volatile void *base);
/* ECHECK: iterations are not independent; what they have computed is the serial loop's. */
CTSAR_API int ctsar_check_loop_end(ctsar_loop_check *c);

/* ---- A pass (paper 4.4, Figure 7) --------------------------------------- */

/* Iterations of a pass.  Policies weigh iterations against seconds, in doubles: so many keep a
 * single one well above the last digit. */
#define CTSAR_MAX_ITERATIONS (1L << 48)

/* Gives this turn its range of the n iterations 0..n-1, copies what the
 * registered arrays need for it to the turn's unit, and starts the unit's
 * timer.  n == 0 makes an empty pass.
 * By the team, once a turn, n the same for all threads and turns of a pass.
 * ETEAM: threads disagree on n, or a second team uses the region.  ESTATE:
 * called twice in a turn, or inside a turn of another region.  EINVAL: n over
 * CTSAR_MAX_ITERATIONS, or more than an array associated with the iterations has items, unless
 * CTSAR_MEM_CUT says that it may have less.
 * ECONFLICT: between items of a persisted output lie bytes of another output: what lies there
 * counts as written with the items.  ENOMEM.
 * EDEVICE: what the range reads existed only on a device that has failed.
 * ENODE: another node has failed before this pass.
 *
 * A range that does not fit an accelerator's memory is executed in several turns, of a piece each.
 * An accelerator that fails, or whose memory one iteration or a whole input does not fit, is no
 * error: it takes no part any more, which a warning and the report say, and what it has not
 * delivered is executed by the others before the pass ends.  An array that a turn registers after
 * this call is not considered when ranges are cut; where it then does not fit, and is INOUT, it
 * is one. */
CTSAR_API int ctsar_next(ctsar *s, size_t n);

/* The same for the iterations i = lo, lo+step, ... below hi; iteration i selects
 * item i of an associated array, or what its ctsar_map says.  step > 0; hi <= lo makes an empty
 * pass.  All longs will do as lo, hi and step; a body that adds the step to its last i near
 * LONG_MAX overflows, as any loop does. */
CTSAR_API int ctsar_next_range(ctsar *s, long lo, long hi, long step);

/* First iteration of this turn's range, a long.
 * Valid from ctsar_next to ctsar_loop, on the thread that called them (not in
 * an inner team).  It costs a load: use it as a loop's bound directly. */
#define CSTART(s) ((void)(s), ctsar_turn_.start)
/* One past the last iteration of this turn's range; as CSTART. */
#define CEND(s) ((void)(s), ctsar_turn_.end)

/* Both by a call, for languages that cannot load a thread's variable.
 * EINVAL: start or end NULL.  The errors of ctsar_next; both are 0 then. */
CTSAR_API int ctsar_get_range(ctsar *s, long *start, long *end);

/* The kind of this turn's unit: CTSAR_DEV_CPU or CTSAR_DEV_GPU.  It is fixed
 * for the turn and may be asked before ctsar_next.  By any thread in its turn.
 * 0 on error: the errors of ctsar_next. */
CTSAR_API unsigned ctsar_get_type(ctsar *s);

/* The number of this turn's unit: cores are 0 to cores-1, accelerators follow
 * in the order of CTSAR_DEVICES.  A thread for which there is no unit (more
 * threads than cpu:COUNT allows) has an empty turn and the number -1.
 * By any thread in its turn.  On error a status, which is below -1 unless s is NULL. */
CTSAR_API int ctsar_get_unit(ctsar *s);

/* What drives a unit. */
typedef enum ctsar_backend {
    CTSAR_BACKEND_NONE,   /* an error */
    CTSAR_BACKEND_HOST,   /* a core */
    CTSAR_BACKEND_EMU,    /* an emulated accelerator: host code on memory of its own */
    CTSAR_BACKEND_OPENCL, /* an OpenCL device */
    CTSAR_BACKEND_CUDA,   /* a CUDA device */
} ctsar_backend;

/* What drives this turn's unit.  As ctsar_get_type. */
CTSAR_API ctsar_backend ctsar_get_backend(ctsar *s);

/* Ends the turn: stops the timer, copies the turn's outputs to the host, and
 * says whether this thread has another turn.  When all threads are at the end
 * of a pass, one of them combines the reductions and lets the policy decide the
 * next split.  When false is returned the pass is over for all threads and the
 * host's arrays are current, unless ctsar_set_nowait.
 * By the team, as the condition of the do/while.  False on error as well
 * (ctsar_last_error tells): ESTATE: no ctsar_next in this turn.  ETEAM.
 * EDEVICE.  ECHECK: with CTSAR_CHECK=1, mistakes have been found; results are as usual.
 * ENODE: another node has failed in this pass. */
CTSAR_API bool ctsar_loop(ctsar *s);

/* ---- Arrays (paper 3.3, 4.2) -------------------------------------------- */

/* Direction: one of these.  OUTPUT and INOUT need an associated dimension,
 * since two units' copies of one element could not be merged (paper 3.4). */
#define CTSAR_MEM_INPUT 0x01u
#define CTSAR_MEM_OUTPUT 0x02u /* elements an iteration does not write come back undefined */
#define CTSAR_MEM_INOUT (CTSAR_MEM_INPUT | CTSAR_MEM_OUTPUT) /* both ways */
/* Association: iteration i needs item (row) i only, not the whole array. */
#define CTSAR_MEM_PARTIAL 0x04u
#define CTSAR_MEM_PARTIAL_COL 0x08u /* iteration i needs column i; with PARTIAL: row i as well */
/* Accelerators keep what they hold from pass to pass, and only what is not current where it is
 * needed moves: halos that another unit has written, slices that changed hands.  Outputs
 * stay where they were written.  This holds for the array at that address, in all regions
 * that register it so, until ctsar_unreg_mem, ctsar_depersist or the last region's end.
 * Meanwhile, before the host reads the array outside of passes: ctsar_sync_mem; after it
 * wrote: ctsar_host_modified; before it is freed: ctsar_depersist.  Within a pass the body
 * sees current values everywhere, on cores as well.  CTSAR_CACHE=writethrough copies
 * outputs to the host in each turn besides, =nocache makes the flag void.
 * Of several nodes each keeps what it has computed, and gets what its iterations read.  The host's
 * copy is current only after ctsar_sync_mem or another call that makes it so; the calls named here,
 * ctsar_retarget_mem, ctsar_task and ctsar_free are calls of all ranks, in the same order
 * (docs/nodes.md). */
#define CTSAR_MEM_PERSIST 0x10u
#define CTSAR_MEM_PAD 0x20u /* rows may be padded on the unit: see `pitch` */
/* Items hold addresses, or something else that means nothing on other nodes.  A pass that writes
 * such an array is executed by each node, and none gets another one's items. */
#define CTSAR_MEM_ADDRESSES 0x40u
/* What lies between two iterations' indices (ctsar_map) need not be the array's: accelerators
 * neither read nor write it.  Of one associated dimension, and nothing that persists; halos are
 * then of whole strides.  Nodes do not compare such an array's values. */
#define CTSAR_MEM_GAPS 0x80u
/* Iterations have those of their indices that the array has; the others, behind its end, are left
 * out: the last tile of a vector may be shorter than the others.  Of one associated dimension, and
 * nothing that persists or has gaps.  Where indices of different iterations are apart, an
 * iteration has all of its own or none. */
#define CTSAR_MEM_CUT 0x100u

enum { CTSAR_MAX_DIMS = 8 /* dimensions that an array may have */ };
/* One dimension of an array. */
typedef struct ctsar_dim {
    size_t extent;     /* elements */
    bool assoc;        /* iteration i needs index i of this dimension only ... */
    size_t halo_below; /* ... and so many before the range, as input, */
    size_t halo_above; /* and so many behind it */
} ctsar_dim;

/* Which indices of the associated dimension an iteration has, where they are not index i: `width`
 * of them, from stride*i + offset on. */
typedef struct ctsar_map {
    long stride;  /* negative: the array is gone through from its end; not 0 */
    long offset;  /* of iteration 0's first index */
    size_t width; /* 1 or more */
} ctsar_map;

/* Registers `items` items of `item_size` bytes at `host` for the region, and
 * returns the pointer through which this turn reaches them: it is indexed
 * exactly as the host's array, whatever part of it the unit holds.  On a core it
 * is `host` itself.  On an accelerator it is an address there of which only the
 * window of the turn's range is backed by memory, from ctsar_next on; access
 * outside of it faults.
 *   flags  CTSAR_MEM_INPUT, _OUTPUT or _INOUT, and CTSAR_MEM_PARTIAL when
 *          iteration i needs item i alone; without it, all of the array
 * The host array stays the caller's and must outlive the pass, or what CTSAR_MEM_PERSIST
 * says.  What the pointer leads to on an accelerator is the library's, valid for this turn; a
 * unit gets the same address in later turns while extents do not grow.  Without
 * CTSAR_MEM_PERSIST, a registration that a pass does not renew ends with that pass.
 * By the team, in each turn, before ctsar_next or after it, once per array: inside the do/while.
 * ctsar_next reports ESTATE where a turn has registered less than the thread's first one of the
 * pass, ctsar_loop ETEAM where threads have not registered as much as each other.
 * NULL on error.  EINVAL: host NULL, item_size or items 0, flags without a
 * direction or unknown, OUTPUT, GAPS or CUT without association, two of GAPS, CUT and PERSIST.
 * EOVERFLOW: item_size*items. ECONFLICT: registered twice in one turn, or in one pass with other
 * sizes or flags; overlaps another persisted array.  ENOMEM, ESTATE, ETEAM, EDEVICE as ctsar_next.
 */
CTSAR_API void *ctsar_reg_mem(ctsar *s, void *host, size_t item_size, size_t items, unsigned flags);

/* The same for a matrix of rows x cols elements of elem_size bytes, row-major
 * (paper 3.3).  CTSAR_MEM_PARTIAL associates rows, CTSAR_MEM_PARTIAL_COL columns.  Both together
 * are for inputs only and hold the whole matrix, since the corners cannot be left out.
 *   row_halo  rows on either side of the range that iterations read too; they
 *             are input only, never written back (paper Figure 4)
 *   col_halo  the same for columns
 *   pitch     where to store the distance of two rows on the unit, in elements, for
 *             this turn: element (i,j) lies at pointer + i*pitch + j.  Set when both this and
 *             ctsar_next have been called.  It allows columns to be packed: an accelerator then
 *             holds little more than its window, and the pitch may change from turn to
 *             turn, seldom.  With CTSAR_MEM_PAD rows are padded to whole SIMD widths of the unit
 *             (paper 4.3).  On cores it is `cols`.  NULL: rows lie as on the host.
 * Further errors: EINVAL: a halo where nothing is associated, CTSAR_MEM_PAD without
 * pitch, an output with both associations. */
CTSAR_API void *ctsar_reg_mem_2d(ctsar *s, void *host, size_t elem_size, size_t rows, size_t cols,
                                 size_t row_halo, size_t col_halo, unsigned flags, size_t *pitch);

/* The same for 1 to CTSAR_MAX_DIMS dimensions, outermost first.  Association is what `dims` says,
 * which are read only during the call; flags have no CTSAR_MEM_PARTIAL or _COL.  Several
 * associated dimensions hold the whole array, as above.
 *   strides  NULL, or where to store the distances, in elements, of neighbours in all dimensions
 *            but the innermost one: ndim-1 entries, outermost first.  As `pitch`.
 * Further errors: EINVAL: ndim outside its range, dims NULL. */
CTSAR_API void *ctsar_reg_mem_nd(ctsar *s, void *host, size_t elem_size, int ndim,
                                 const ctsar_dim *dims, unsigned flags, size_t *strides);

/* The same where iteration i has other indices of the one associated dimension than index i: {1, 1,
 * 1} for a[i + 1], {-1, n - 1, 1} for a[n - 1 - i], {2, 0, 2} for a[2 * i] and a[2 * i + 1].
 *   map    NULL, as ctsar_reg_mem_nd, or read only during the call.
 *   dims   halos are before and behind what the map says.
 * An output's indices must be one iteration's each: `width` is at most stride * step then, or
 * ctsar_next reports EINVAL.  What lies between two iterations' indices is not written back.
 * Further errors: EINVAL: a map of which stride or width is 0, or, without CTSAR_MEM_CUT, width
 * more than the extent; none or several dimensions are associated. */
CTSAR_API void *ctsar_reg_mem_map(ctsar *s, void *host, size_t elem_size, int ndim,
                                  const ctsar_dim *dims, const ctsar_map *map, unsigned flags,
                                  size_t *strides);

/* For check mode's messages: an array is called what the program calls it. */
extern CTSAR_API __thread const char *ctsar_array_;
#define ctsar_reg_mem(s, host, ...) (ctsar_array_ = #host, ctsar_reg_mem(s, host, __VA_ARGS__))
#define ctsar_reg_mem_2d(s, host, ...)                                                             \
    (ctsar_array_ = #host, ctsar_reg_mem_2d(s, host, __VA_ARGS__))
#define ctsar_reg_mem_nd(s, host, ...)                                                             \
    (ctsar_array_ = #host, ctsar_reg_mem_nd(s, host, __VA_ARGS__))
#define ctsar_reg_mem_map(s, host, ...)                                                            \
    (ctsar_array_ = #host, ctsar_reg_mem_map(s, host, __VA_ARGS__))

/* Ends the registration of `host` and, unless another region has it, frees what it holds on
 * all units; the host's copy is current then.
 * By one thread.  ENOTREG: not registered.  ESTATE: a pass is running.  EDEVICE.
 * ENODE: another rank has failed in the call. */
CTSAR_API int ctsar_unreg_mem(ctsar *s, void *host);

/* The memory that units have for `old_host` is for `new_host` from now on, which turns register
 * in its place, with the same extents.  What it holds is brought to the host first.  Where
 * new_host is registered too (two arrays that swap their roles) each keeps its memory and
 * what it holds, and nothing moves.
 * By one thread.  ENOTREG: old_host is not registered.  EINVAL: NULL.  ESTATE: a pass is
 * running.  EDEVICE, ENOMEM.  ENODE: another rank has failed in the call. */
CTSAR_API int ctsar_retarget_mem(ctsar *s, void *old_host, void *new_host);

/* Five calls about the persisted array at `host`, whichever regions have registered it; nothing
 * to do, and no error, where there is none.  s may be NULL; it takes part in messages
 * only, and in the check that none of its passes is running (ESTATE).  Any one thread, while no
 * pass uses the array.  On several nodes all ranks call them, in the same order.  EDEVICE, ENOMEM.
 * ENODE: another rank has failed in the call. */

/* Makes the host's copy current. */
CTSAR_API int ctsar_sync_mem(ctsar *s, void *host);
/* The host, of several nodes each one's, has written to the array: units' copies are out of date,
 * all of them.  What only they had is lost; if any of it is to stay, ctsar_sync_mem goes before the
 * writing. */
CTSAR_API int ctsar_host_modified(ctsar *s, void *host);
/* By any address: the host is about to read these bytes, or with `writes` to write some of them as
 * well, whichever persisted arrays they belong to.  Does for each of these what ctsar_sync_mem does
 * and, with `writes`, what ctsar_host_modified would do afterwards.  at NULL: any bytes of the
 * process.  By any thread, also while passes use the arrays, if the bytes that are written are in
 * none of these, and if nobody writes an array of which units have newer values and only then
 * says so (ctsar_host_modified).  What ranges in flight write stays where it is.  Within the body
 * of a pass, which has what it may use, it does nothing.  A few loads where nothing is persisted.
 */
CTSAR_API int ctsar_host_uses(const void *at, size_t bytes, bool writes);
/* Around code that uses persisted arrays on the host, and calls functions in which regions may
 * execute passes: what these leave on units comes home when ctsar_leave ends them, on whichever
 * thread, and units fetch it anew.  Before the code ctsar_host_uses brings what is there already.
 * By any thread, by several at once; each _begins has its _ends, by the same thread.  Without that
 * all passes of the process go on to bring everything home.  Within the body of a pass neither does
 * anything.  No errors. */
CTSAR_API void ctsar_host_begins(void);
/* Behind that code, by the thread that called ctsar_host_begins.  No errors. */
CTSAR_API void ctsar_host_ends(void);
/* Makes the host's copy current and frees what units hold. */
CTSAR_API int ctsar_depersist(void *host);
/* Frees what units hold, and nothing moves: what the array has is undefined from then on, on all
 * nodes.  For what nobody will read again, such as an array that no single node has the memory for.
 * Before its memory is freed; the array may be registered again. */
CTSAR_API int ctsar_discard(void *host);

/* ---- Reductions (paper 4.4) ---------------------------------------------- */

/* Folds *from into *into. */
typedef void (*ctsar_combine)(void *into, void *from);

/* Registers a reduction into the item_size bytes at `result`, and returns this
 * turn's private copy, to be accumulated into.  Private copies start as
 * *identity; at the end of the pass they are folded into *result in the order
 * of the units' numbers, so the same split gives the same bits.  The value that
 * *result has before the pass takes part once.  Where `result` lies in a persisted array that array
 * comes to the host in each such pass; over nodes, each of which has a part of the array, the pass
 * ends with ESTATE: call ctsar_sync_mem before it.
 *   identity  the neutral value; read only during the pass
 *   combine   called on host memory, by one thread at a time for this reduction: at the end
 *             of a pass and, on a thread of the library, after a launch on an accelerator
 * Ownership, life and threads are those of ctsar_reg_mem: the team calls it in
 * each turn, before ctsar_next or after it.
 * NULL on error.  EINVAL: a NULL pointer, item_size 0.  EOVERFLOW: item_size.  ECONFLICT:
 * registered twice in one turn, or in one pass with another size, identity or combine. */
CTSAR_API void *ctsar_reg_reduc(ctsar *s, void *result, const void *identity, size_t item_size,
                                ctsar_combine combine);

/* ---- Kernels: the body as a function --------------------------------------
 *
 * In a turn the body may stand inline, or be one call of ctsar_launch or several.  A kernel is the
 * same body in the forms that exist, and executes on the units that it has a form for:
 * cores and emulated accelerators the host form, OpenCL and CUDA devices theirs.
 *
 *     static void axpy_host(const ctsar_call *c)
 *     {
 *         const double *x = c->arg[0], a = *(const double *)c->arg[2];
 *         double *y = c->arg[1];
 *         for (long i = c->start; i < c->end; i += c->step)
 *             y[i] += a * x[i];
 *     }
 *     static const ctsar_kernel axpy = {.name = "axpy", .host = axpy_host};
 *
 *         ...
 *         ctsar_next(s, N);
 *         ctsar_arg args[] = {CTSAR_ARG_MEM(X), CTSAR_ARG_MEM(Y), CTSAR_ARG_VALUE(&a, sizeof a)};
 *         ctsar_launch(s, &axpy, args, 3);
 *     } while (ctsar_loop(s));
 */

/* What a form is called with: one range of iterations on one unit.  All of it is the library's,
 * valid during the call. */
typedef struct ctsar_call {
    long start;  /* for (long i = start; i < end; i += step), as CSTART and CEND */
    long end;    /* one past the last iteration */
    long step;   /* from one iteration to the next */
    long count;  /* iterations in the range */
    long groups; /* items at each reduction's pointer: 1 for host forms; CUDA: launch at most so
                  * many blocks, block b writes item b */
    /* Per argument of ctsar_launch.  MEM: the unit's pointer, as ctsar_reg_mem_* returns it, with
     * the host's indices; REDUC: the private copies, each the identity; VALUE: the value's
     * address. */
    void *const *arg;
    /* Per argument, MEM: its ndim-1 distances in elements, outermost first, as
     * ctsar_reg_mem_nd's (also when it was registered without); NULL for others and vectors. */
    const size_t *const *strides;
} ctsar_call;

/* What outputs consist of, for versions that are verified (see below). */
typedef enum ctsar_number {
    CTSAR_NUMBER_BY_SIZE, /* 4 bytes: a float, 8 bytes: a double; others are compared as bytes */
    CTSAR_NUMBER_FLOAT,   /* of float */
    CTSAR_NUMBER_DOUBLE   /* of double */
} ctsar_number;

/* Work-items as clEnqueueNDRangeKernel takes them, of a kernel with parameters of its own. */
typedef struct ctsar_grid {
    int dims;         /* 1 to 3 */
    size_t offset[3]; /* of the first global id */
    size_t size[3];   /* work-items; above 0 */
    size_t local[3];  /* of a group, which divide the sizes; all 0: the driver's choice */
} ctsar_grid;

/* One body in the forms that exist; NULL where there is none.  Constant, and outlives the region.
 *
 * OpenCL.  A kernel's parameters are `long start, long step, long count`, then per argument
 *   MEM    `__global T *a, long a_bias` and its ndim-1 strides, each a long: element (i,j)
 *          with the host's i and j is a[i * a_stride + j - a_bias]
 *   REDUC  `__global T *partial`, one item for each work-group, by its linear number: the
 *          identity beforehand, written by the kernel, folded in order by the library
 *   VALUE  the value
 * The global size is the library's choice, a multiple of the local one, so kernels loop:
 *     for (long k = get_global_id(0); k < count; k += get_global_size(0)) {
 *         long i = start + k * step; ...
 * With `inner` dimension 0 is the inner loop, and dimension 1 the range.  The same holds for CUDA
 * forms, which choose their grids.
 *
 * OpenCL, with parameters of its own.  A kernel that was written for another system executes tasks
 * as it stands if `opencl_grid` says by how many work-items.  Its parameters are the task's
 * accesses in their order, and nothing else: `__global T *` for a part, the value for CTSAR_VALUE.
 * It is not told the range, and nothing of strides: a box of several rows and a reduction are
 * refused there, and so is the kernel in a region, whose ranges it could not know (CTSAR_EINVAL).
 *
 * Versions.  A family is a kernel that has `versions` and no form of its own: several ways to
 * compute one and the same thing, each a kernel with a name of its own that takes the arguments of
 * the family's launches.  It may stand wherever a kernel may.
 *     static const ctsar_kernel *const ways[] = {&naive, &tiled, &blas, NULL};
 *     static const ctsar_kernel gemm = {.name = "gemm", .versions = ways};
 * Each unit finds out which version is the fastest for ranges of which size: the versions execute
 * small parts of its ranges at first, iterations that have to be executed anyway, and the fastest
 * executes the rest (docs/versions.md).  A unit can serve a family if it has a form of a version
 * without a guard.  A version that cannot be built or launched on an accelerator is not used there
 * any more, which one line on stderr says; where none is left, the accelerator takes no part.
 *   fits       a guard.  It is asked before each launch, by the thread that launches, by several at
 *              once; it may look at the range, the strides and the values.  MEM and REDUC pointers
 *              are the unit's and are not to be followed.
 *   tolerance  of a family: its versions are verified.  Before a version's results count on a unit
 *              for the first time, a trusted version computes the same iterations: the first one
 *              without a guard, or one that has been verified.  What both have written is compared.
 *              A version that differs is not used on that unit any more; one line on stderr names
 *              the element, and its values.  Two numbers agree if they differ by no more than
 *              `tolerance` times the larger, or 16 roundings of the largest one compared.
 *              Reductions are compared as folded.  0: nothing is verified.
 *   number     of such a family: what its outputs consist of.  CTSAR_NUMBER_BY_SIZE takes elements
 *              of 4 bytes for a float, those of 8 for a double, and compares others byte by byte,
 *              among them what a task has as CTSAR_OUT(p, bytes) or CTSAR_INOUT(p, bytes).
 *   agrees     of such a family, instead: do two elements of `size` bytes agree?  Pure; by any
 *              thread.  All of a part without elements is one.
 * CTSAR_VERSIONS forces versions, CTSAR_HISTORY keeps what was found out. */
typedef struct ctsar_kernel {
    const char *name;                     /* for messages and the report */
    void (*host)(const ctsar_call *call); /* by any thread, by several at once for other ranges */
    /* Enqueues on the cudaStream_t and does not wait; returns a cudaError_t. */
    int (*cuda)(const ctsar_call *call, void *stream);
    const char *opencl_source;  /* OpenCL C 1.2 */
    const void *opencl_binary;  /* or a program binary for one kind of device */
    size_t opencl_binary_size;  /* its bytes */
    const char *opencl_name;    /* of the __kernel; NULL: `name` */
    const char *opencl_options; /* of clBuildProgram, or NULL */
    size_t local_size;          /* work-items in a group; 0: the library's choice */
    /* Iterations of an independent inner loop that make a second dimension; NULL: none. */
    long (*inner)(const ctsar_call *call);

    /* A family of versions, see below; of no meaning in other kernels. */
    const struct ctsar_kernel *const *versions; /* NULL-terminated, 1 to 16; NULL: no family */
    /* Of a version: may it be used for that range?  NULL: for any. */
    bool (*fits)(const ctsar_call *call);
    double tolerance; /* of a family whose versions are verified, see above; 0: they are not */
    int number;       /* of such a family, a ctsar_number */
    /* Of a family whose versions are verified otherwise; NULL: they are not. */
    bool (*agrees)(const void *first, const void *other, size_t size);

    /* Of a kernel whose OpenCL form has parameters of its own, see above: stores the work-items of
     * one task in *grid, which is zero.  Pure; by any thread.  NULL: the form is the library's. */
    void (*opencl_grid)(const ctsar_call *call, ctsar_grid *grid);
} ctsar_kernel;

/* What an argument of ctsar_launch is. */
typedef enum ctsar_arg_kind {
    CTSAR_ARG_IS_MEM,   /* an array that is registered in this turn */
    CTSAR_ARG_IS_REDUC, /* a reduction that is registered in this turn */
    CTSAR_ARG_IS_VALUE  /* a value, which is copied */
} ctsar_arg_kind;
/* An argument of ctsar_launch.  Made by the macros below. */
typedef struct ctsar_arg {
    int kind;            /* a ctsar_arg_kind */
    const void *pointer; /* the host's array or result; VALUE: to the value */
    size_t size;         /* VALUE: bytes */
} ctsar_arg;
#ifdef __cplusplus
#define CTSAR_ARG_(kind, pointer, size) (ctsar_arg{kind, pointer, size})
#else
#define CTSAR_ARG_(kind, pointer, size) ((ctsar_arg){kind, pointer, size})
#endif
/* The array that is registered as `host`. */
#define CTSAR_ARG_MEM(host) CTSAR_ARG_(CTSAR_ARG_IS_MEM, host, 0)
/* The reduction that is registered as `result`. */
#define CTSAR_ARG_REDUC(result) CTSAR_ARG_(CTSAR_ARG_IS_REDUC, result, 0)
/* The `size` bytes at `pointer`. */
#define CTSAR_ARG_VALUE(pointer, size) CTSAR_ARG_(CTSAR_ARG_IS_VALUE, pointer, size)

/* Declares which kernel the region's turns launch, because a turn's unit is fixed before its body
 * is reached: units that the kernel has no form for get no turns.  Where turns launch several
 * kernels any of them will do that has the forms that all have.  NULL takes it back: the body
 * stands inline.  Accelerators for which the kernel is not built yet are built it aside, and take
 * part when they are ready; passes wait for that only under policy static, with a ratio, where
 * none may be left out, and where no core can do without.
 * The kernel is the caller's, until the region is freed or has another one.  By one thread, before
 * the first pass or between two.
 * EINVAL: it has no form at all, or is a family that breaks the rules above.  ENODEV: no unit of
 * the region can serve it.  ESTATE: a pass is running. */
CTSAR_API int ctsar_set_kernel(ctsar *s, const ctsar_kernel *kernel);

/* Executes `kernel` on the turn's range on the turn's unit.  On a core it is done when the call
 * returns; elsewhere when the pass is over: the library executes what the turn
 * launched, in order, from ctsar_loop on, and repeats it for further ranges of that unit, with the
 * same arguments.  A turn that launches does all of its work so.
 *   args  read, and what values point to copied, during the call
 * By the thread whose turn it is, after ctsar_next.  EINVAL: kernel or args NULL, an argument of
 * no kind, a value without bytes.  ENOTREG: an array or reduction that this turn has not
 * registered.  ENODEV: no form for the turn's unit; ctsar_set_kernel keeps such units away.
 * ESTATE: before ctsar_next.  ENOMEM.  EDEVICE. */
CTSAR_API int ctsar_launch(ctsar *s, const ctsar_kernel *kernel, const ctsar_arg *args, int nargs);

/* The cudaStream_t on which an inline body launches in this turn, in a region opened with
 * CTSAR_DEV_CUDA; makes the turn's device the calling thread's current one, so that CUDA's runtime
 * and its libraries use it.  What is enqueued on it by ctsar_loop belongs to the turn, which ends
 * when that is over.  The stream is the library's.
 * By the thread whose turn it is, after ctsar_next.  NULL where the unit is no CUDA device or the
 * range is empty, and on error: EDEVICE. */
CTSAR_API void *ctsar_cuda_stream(ctsar *s);

/* How many blocks of `threads` threads a CUDA form is to launch: one thread an iteration, and no
 * more blocks than call->groups, so its kernel loops over the grid. */
static inline unsigned ctsar_cuda_grid(const ctsar_call *call, unsigned threads)
{
    unsigned long blocks = ((unsigned long)call->count + threads - 1) / threads;
    unsigned long most = (unsigned long)call->groups;
    return blocks > most ? (unsigned)most : blocks ? (unsigned)blocks : 1;
}

/* ---- Tasks ------------------------------------------------------------------
 *
 * A task is one range of a kernel's iterations that is not divided, for one unit, with the parts of
 * arrays that it accesses.  Tasks begin as soon as what they access is ready, on whichever unit is
 * to finish them first; results are those of executing them one after the other in the order of
 * the calls.
 *
 *     static ctsar_tasks *t;
 *     ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_EARLIEST);
 *     for (size_t k = 0; k < N; k += B)
 *         for (size_t i = 0; i < N; i += B)
 *             for (size_t j = 0; j < N; j += B) {
 *                 ctsar_access parts[] = {
 *                     CTSAR_IN_BOX(X, sizeof *X, {N, i, B}, {N, k, B}),
 *                     CTSAR_IN_BOX(Y, sizeof *Y, {N, k, B}, {N, j, B}),
 *                     CTSAR_INOUT_BOX(Z, sizeof *Z, {N, i, B}, {N, j, B}),
 *                 };
 *                 ctsar_task(t, &gemm, 0, B, parts, 3, 0);
 *             }
 *     ctsar_tasks_wait(t, NULL);
 *     ctsar_tasks_free(&t);
 *
 * From a call of ctsar_task to a wait that covers the task, what it accesses is the tasks': the
 * program, its regions included, does not write there, nor read what tasks write.
 *
 * What tasks access must stay where it is until ctsar_tasks_wait(t, NULL), or ctsar_tasks_free, has
 * returned, with success or not, but for ENOMEM.  Only then may it be freed, go out of scope or be
 * given to something else.  Accelerators keep what tasks have written, also after _wait for a part
 * and after _flush, and copy it to the host whenever they need room, when a task overlaps it, and
 * when any task is submitted.  What they have read they keep likewise, and would take it for what
 * another array has there.  In a set of CTSAR_DEV_CPU it suffices that all tasks that access it are
 * over; _wait for a part does not wait for those that read it.  An array that regions persist stays
 * persisted: before it is freed, ctsar_depersist.  Check mode sees some of what has gone too early,
 * and the wait returns ECHECK. */

/* A set of tasks. */
typedef struct ctsar_tasks ctsar_tasks;

/* Which unit gets a task that is ready; docs/tasks.md says which to take.  A row has the name, the
 * constant, its value, and which unit it is; the default placement comes first. */
#define CTSAR_PLACEMENT_LIST(X)                                                                    \
    X(earliest, CTSAR_EARLIEST, 1, "that will finish it first, moving its data included")          \
    X(versioning, CTSAR_VERSIONING, 2, "that will finish it first, wherever its data are (OmpSs)") \
    X(affinity, CTSAR_AFFINITY, 3, "that has the most of its data")                                \
    X(successor, CTSAR_SUCCESSOR, 4, "that ended the last task that it follows")                   \
    X(breadth, CTSAR_BREADTH, 5, "that has the fewest tasks waiting")

#define CTSAR_PLACEMENT_NUMBER_(name, constant, number, what) constant = number,
/* The constants of CTSAR_PLACEMENT_LIST. */
typedef enum ctsar_placement {
    CTSAR_PLACEMENT_LIST(CTSAR_PLACEMENT_NUMBER_) CTSAR_PLACEMENT_DEFAULT = 0 /* the first one */
} ctsar_placement;
#undef CTSAR_PLACEMENT_NUMBER_

/* Makes a set of tasks, of which there may be several, and stores it in *t.  A non-NULL *t is left
 * as it is.
 *   devices  CTSAR_DEV_CPU, _GPU or _ALL, as ctsar_init's.  Cores are as many threads of
 *            the library's as OpenMP would use (OMP_NUM_THREADS), or the processors where there is
 *            no OpenMP, but for one, which is the thread that waits; CTSAR_DEVICES may say fewer.
 * The set is the caller's, who ends it with ctsar_tasks_free.
 * Any thread.  EINVAL: t NULL, unknown devices or placement.  ECONFIG, ENODEV: the environment.
 * ENOMEM; EDEVICE: the system gives no thread.  On error *t is NULL. */
CTSAR_API int ctsar_tasks_init(ctsar_tasks **t, unsigned devices, ctsar_placement how);

/* What a task does with a part of an array. */
typedef enum ctsar_access_kind {
    CTSAR_ACCESS_IN,       /* it reads */
    CTSAR_ACCESS_OUT,      /* it writes every element, and reads none that it has not written */
    CTSAR_ACCESS_INOUT,    /* it reads and writes */
    CTSAR_ACCESS_VALUE,    /* no part: bytes that are copied when the task is submitted */
    CTSAR_ACCESS_REDUCTION /* it adds to a private copy, which is folded into the part in the order
                            * of the calls; such tasks do not wait for each other */
} ctsar_access_kind;

enum { CTSAR_BOX_DIMS = 4 /* dimensions that a box may have */ };
/* One dimension of a box. */
typedef struct ctsar_side {
    size_t extent; /* elements of the array */
    size_t lo;     /* the box's first one */
    size_t count;  /* elements of the box */
} ctsar_side;

/* A part of an array, or a value.  Made by the macros below. */
typedef struct ctsar_access {
    int kind;                                /* a ctsar_access_kind */
    int sides;                               /* of a box, 1 to CTSAR_BOX_DIMS; 0: no box */
    void *host;                              /* the part's first byte; of a box, the array's */
    size_t size;                             /* bytes; of a box, those of an element */
    ctsar_side side[CTSAR_BOX_DIMS];         /* of a box, outermost first */
    const void *identity;                    /* of a reduction, as ctsar_reg_reduc's */
    void (*combine)(void *into, void *from); /* the same; called by one thread at a time */
    const char *name; /* for check mode's messages, or NULL; not copied: it lives until a wait that
                       * covers the task */
} ctsar_access;
#ifdef __cplusplus
extern "C++" {
template <size_t sides> char (*ctsar_sides_(const ctsar_side (&)[sides]))[sides];
}
#define CTSAR_SIDES_(...) ((int)sizeof(*ctsar_sides_({__VA_ARGS__})))
#define CTSAR_ACCESS_(...) (ctsar_access{__VA_ARGS__})
#else
#define CTSAR_SIDES_(...) ((int)(sizeof((const ctsar_side[]){__VA_ARGS__}) / sizeof(ctsar_side)))
#define CTSAR_ACCESS_(...) ((ctsar_access){__VA_ARGS__})
#endif
#define CTSAR_PART_(kind, host, size, name)                                                        \
    CTSAR_ACCESS_(kind, 0, (void *)(host), size, {{0, 0, 0}}, 0, 0, name)
#define CTSAR_BOX_(kind, host, size, name, ...)                                                    \
    CTSAR_ACCESS_(kind, CTSAR_SIDES_(__VA_ARGS__), (void *)(host), size, {__VA_ARGS__}, 0, 0, name)
/* Reads `bytes` contiguous bytes at `host`. */
#define CTSAR_IN(host, bytes) CTSAR_PART_(CTSAR_ACCESS_IN, host, bytes, #host)
/* Writes all of them. */
#define CTSAR_OUT(host, bytes) CTSAR_PART_(CTSAR_ACCESS_OUT, host, bytes, #host)
/* Reads and writes them. */
#define CTSAR_INOUT(host, bytes) CTSAR_PART_(CTSAR_ACCESS_INOUT, host, bytes, #host)
/* Reads a box of the row-major array at `array`, of elements of `elem_size` bytes, and 1 to
 * CTSAR_BOX_DIMS sides {extent, lo, count}, outermost first. */
#define CTSAR_IN_BOX(array, elem_size, ...)                                                        \
    CTSAR_BOX_(CTSAR_ACCESS_IN, array, elem_size, #array, __VA_ARGS__)
/* Writes all of such a box. */
#define CTSAR_OUT_BOX(array, elem_size, ...)                                                       \
    CTSAR_BOX_(CTSAR_ACCESS_OUT, array, elem_size, #array, __VA_ARGS__)
/* Reads and writes such a box. */
#define CTSAR_INOUT_BOX(array, elem_size, ...)                                                     \
    CTSAR_BOX_(CTSAR_ACCESS_INOUT, array, elem_size, #array, __VA_ARGS__)
/* A value of `bytes` bytes. */
#define CTSAR_VALUE(pointer, bytes) CTSAR_PART_(CTSAR_ACCESS_VALUE, pointer, bytes, #pointer)
/* An item of `bytes` bytes into which tasks reduce. */
#define CTSAR_REDUCTION(result, bytes, identity, combine)                                          \
    CTSAR_ACCESS_(CTSAR_ACCESS_REDUCTION, 0, result, bytes, {{0, 0, 0}}, identity, combine, #result)

/* Submits a task: `kernel`, which may be a family of versions, on the iterations lo to hi - 1, once
 * all tasks submitted before are over that write what it accesses, or access what it writes.
 *   access    what the kernel's form gets, in this order: call->arg[k] is the unit's address
 *             of the part's first element (of a box: of its first one, not the array's), of the
 *             private copy or of the value; call->strides[k] has a box's ndim-1 distances in
 *             elements, which differ from unit to unit, and is NULL for others.  OpenCL and CUDA
 *             forms get them as ctsar_kernel says, of a contiguous part the `a_bias` is 0.
 *             Read only during the call, values are copied.
 *   priority  of tasks that are ready, those of higher priority go first
 * Arrays stay the caller's, and live as said above; the kernel, its versions, and `identity` live
 * until a wait that covers the task.
 * It returns at once, but where 65536 tasks are not over yet, or 128 of which those ready for the
 * cores are short: then the calling thread executes some, or waits where no core is a unit.  Where
 * one core is all there is, it executes the task itself (docs/tasks.md).  Not so in the body of a
 * task, which may submit tasks, and must not wait.  There `host` may be found by call->arg, if that
 * part is contiguous, on accelerators too; of a box of several rows that is EINVAL there.  In check
 * mode the wait has the errors of calls in bodies, but for ENOMEM.
 * Any thread; "before" is the order in which calls are made, by whichever threads.
 * EINVAL: a kernel without a form; hi <= lo; a box that is empty or not in its array; two accesses
 * of the task that overlap, of which one writes, unless they are one and the same part.  ENODEV:
 * no unit has a form of the kernel.  EOVERFLOW, ENOMEM: the task is not submitted.  An error of an
 * earlier task, such as EDEVICE: no further one is executed until a wait has returned it.
 * ENODE: another rank has failed in the call. */
CTSAR_API int ctsar_task(ctsar_tasks *t, const ctsar_kernel *kernel, long lo, long hi,
                         const ctsar_access *access, int naccess, int priority);

/* Waits for tasks, and executes some meanwhile where cores are units.
 *   host  NULL: for all.  What they wrote is current on the host, and units keep no copies, so the
 *         program may read and write everything.
 *         Else: for those submitted that write a part with the byte at `host`; all of these parts
 *         are current on the host, to be read.  Units keep copies, and tasks that read there may
 *         not be over.
 * Any thread, but not in the body of a task: ESTATE.  EDEVICE: what tasks read existed only on a
 * device that has failed; see docs/tasks.md.  ENODEV: no unit is left for a kernel.  ENOMEM. */
CTSAR_API int ctsar_tasks_wait(ctsar_tasks *t, const void *host);

/* Waits for all tasks, and units keep what they hold for tasks to come.  The program must not
 * write what tasks have accessed before the next ctsar_tasks_wait, and, without host_too, not read
 * it either.
 *   host_too  what tasks wrote is brought to the host as well
 * As ctsar_tasks_wait. */
CTSAR_API int ctsar_tasks_flush(ctsar_tasks *t, bool host_too);

/* Waits for all tasks as ctsar_tasks_wait, ends the set and sets *t to NULL; *t == NULL is allowed
 * and does nothing.  By one thread, when no other uses the set, and not in the body of a task. */
CTSAR_API void ctsar_tasks_free(ctsar_tasks **t);

/* ---- What CSTART and CEND load ------------------------------------------- */

/* A range of iterations. */
struct ctsar_turn_bounds {
    long start; /* the first one */
    long end;   /* one past the last one */
};
/* The calling thread's current range.  Not to be written. */
extern CTSAR_API __thread struct ctsar_turn_bounds ctsar_turn_;

#ifdef __cplusplus
}
#endif
#endif
