/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A call may report an error only where the script gives cause for it: an accelerator that is made
 * to fail, an allocation that is, a variable that is nonsense.  After it the thread does nothing
 * more but free its regions; without it all values are the model's. */
#include "attack/run.h"

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "attack/allocation.h"
#include "support/delay.h"
#include "ctsar.h"
#include "support/environment.h"
#include "support/fake_cuda.h"
#include "support/world.h"

typedef struct actor {
    const script *s;
    int number;
    _Atomic bool made, hurt; /* its world is; an error was reported; others look */
    world w;
    int writer[ARRAYS]; /* the region that persisted it last, and has not ended */
    bool declared[REGIONS];
    pthread_mutex_t lock[ARRAYS]; /* of who uses the array: others call by its address */
} actor;

static actor actors[THREADS_MOST];
static _Atomic int wrong;
static _Atomic long passes;
static bool may_fail, may_refuse;

static void complain(const actor *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(const actor *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "attack: thread %d: ", a->number);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    wrong = 1;
}

/* An error in a call: with cause it ends what the thread does. */
static void judge(actor *a, const char *what, int status)
{
    if (status == CTSAR_OK)
        return;
    a->hurt = true;
    bool excused = (may_fail && (status == CTSAR_EDEVICE || status == CTSAR_ENOMEM)) ||
                   (may_refuse && (status == CTSAR_ECONFIG || status == CTSAR_ENODEV)) ||
                   (status == CTSAR_ENOMEM && allocation_failed());
    if (excused)
        fprintf(stderr, "attack: excused: %s\n", ctsar_last_error(NULL));
    else
        complain(a, "%s: %s", what, ctsar_last_error(NULL));
}

/* Of calls that say what happened by the last error alone. */
static void judge_text(actor *a, const char *what, const char *before)
{
    const char *now = ctsar_last_error(NULL);
    if (!strcmp(before, now))
        return;
    a->hurt = true;
    bool excused =
        allocation_failed() ||
        (may_fail && (strstr(now, "a device failed") || strstr(now, "not enough memory")));
    if (!excused)
        complain(a, "%s: %s", what, now);
}

/* ---- Arrays
 * -------------------------------------------------------------------------------------- */

static void check(actor *a, int k, const char *what)
{
    for (size_t i = 0; i < a->w.elements && !a->hurt; ++i)
        if (a->w.array[k].host[i] != a->w.array[k].model[i]) {
            complain(a, "%s: element %zu of array %d is %u and not %u", what, i, k,
                     a->w.array[k].host[i], a->w.array[k].model[i]);
            a->hurt = true;
        }
}

static void compare(actor *a, int k)
{
    pthread_mutex_lock(&a->lock[k]);
    if (a->w.array[k].away)
        judge(a, "sync", ctsar_sync_mem(NULL, a->w.array[k].host));
    a->w.array[k].away = false;
    check(a, k, "compare");
    pthread_mutex_unlock(&a->lock[k]);
}

/* Who writes an array, and only then says so: what accelerators have of it must not come meanwhile.
 */
static pthread_mutex_t unsaid = PTHREAD_MUTEX_INITIALIZER;

static void write_array(actor *a, const long *arg)
{
    int k = (int)arg[0] % ARRAYS;
    array *to = &a->w.array[k];
    random_state r = {(uint64_t)arg[2]};
    if (!arg[1])
        compare(a, k);
    pthread_mutex_lock(&a->lock[k]);
    pthread_mutex_lock(&unsaid);
    for (size_t i = 0; i < a->w.elements; ++i)
        if (arg[1] || random_long(&r, 0, 3) == 0)
            to->host[i] = to->model[i] = (number)random_bits(&r);
    judge(a, "host_modified", ctsar_host_modified(NULL, to->host));
    pthread_mutex_unlock(&unsaid);
    to->away = false;
    pthread_mutex_unlock(&a->lock[k]);
}

/* All that there is, whatever other threads' passes do; nothing of it is written. */
static void use_all(actor *a, bool writes)
{
    pthread_mutex_lock(&unsaid);
    judge(a, "host_uses", ctsar_host_uses(NULL, 0, writes));
    pthread_mutex_unlock(&unsaid);
}

static void use_on_host(actor *a, const long *arg)
{
    if (arg[0] >= ARRAYS) {
        use_all(a, arg[2]);
        return;
    }
    array *at = &a->w.array[arg[0]];
    size_t i = (size_t)arg[1] % a->w.elements;
    pthread_mutex_lock(&a->lock[arg[0]]);
    judge(a, "host_uses", ctsar_host_uses(at->host + i, sizeof *at->host, arg[2]));
    at->away = false;
    check(a, (int)arg[0], "host_uses");
    if (arg[2])
        at->host[i] = at->model[i] = (number)arg[3];
    pthread_mutex_unlock(&a->lock[arg[0]]);
}

/* Of any thread's array. */
static void by_address(actor *a, const long *arg, bool depersist)
{
    actor *of = &actors[arg[0] % THREADS_MOST];
    int k = (int)arg[1] % ARRAYS;
    if (!of->made)
        return;
    pthread_mutex_lock(&of->lock[k]);
    void *host = of->w.array[k].host;
    if (host)
        judge(a, "by address", depersist ? ctsar_depersist(host) : ctsar_sync_mem(NULL, host));
    if (!a->hurt && !of->hurt && host)
        of->w.array[k].away = false;
    pthread_mutex_unlock(&of->lock[k]);
}

/* ---- Regions
 * -------------------------------------------------------------------------------------- */

static void close_region(actor *a, int g)
{
    char before[600];
    snprintf(before, sizeof before, "%s", ctsar_last_error(NULL));
    for (int k = 0; k < ARRAYS; ++k)
        pthread_mutex_lock(&a->lock[k]);
    ctsar_free(&a->w.region[g].s);
    judge_text(a, "free", before);
    a->declared[g] = false;
    for (int k = 0; k < ARRAYS; ++k) {
        if (a->writer[k] == g)
            a->w.array[k].away = false;
        pthread_mutex_unlock(&a->lock[k]);
    }
}

static void set_kernel(actor *a, int g, bool declare)
{
    if (declare != a->declared[g])
        judge(a, "set_kernel",
              ctsar_set_kernel(a->w.region[g].s, declare ? world_kernel(&a->w) : NULL));
    a->declared[g] = declare;
}

/* Devices that execute no inline bodies take part where a kernel is declared. */
static void open_region(actor *a, const long *arg)
{
    region *g = &a->w.region[arg[0]];
    if (g->s)
        return;
    judge(a, "init",
          ctsar_init(&g->s, (size_t)arg[3], (ctsar_policy)arg[1], (unsigned)arg[2], NULL, NULL));
    if (g->s && !is_emulated())
        set_kernel(a, (int)arg[0], true);
}

/* The layout: 0 none, 1 strides, 2 padding, too. */
static use use_of(const actor *a, int k, bool whole, long dim, bool persists, long layout)
{
    return (use){.array = k % ARRAYS,
                 .whole = whole,
                 .dim = (int)(dim % a->w.ndim),
                 .stride = 1,
                 .width = 1,
                 .persists = persists,
                 .strides = layout > 0,
                 .pads = layout > 1};
}

static void set_input(actor *a, const long *arg)
{
    use *u = &a->w.region[arg[0]].in;
    *u = use_of(a, (int)arg[1], arg[2], arg[3], arg[6], arg[7]);
    if (!u->whole) {
        u->below = (size_t)arg[4];
        u->above = (size_t)arg[5];
    }
}

static void set_output(actor *a, const long *arg)
{
    use *u = &a->w.region[arg[0]].out;
    *u = use_of(a, (int)arg[1], false, arg[2], arg[4], arg[5]);
    u->inout = arg[3];
}

static void set_map(actor *a, const long *arg)
{
    use *u = arg[1] ? &a->w.region[arg[0]].out : &a->w.region[arg[0]].in;
    u->stride = arg[2] ? arg[2] : 1;
    u->width = arg[3] > 0 ? (size_t)arg[3] : 1;
}

static long least(long x, long y)
{
    return x < y ? x : y;
}

static bool has_own_items(const use *u)
{
    return u->whole || (u->stride == 1 && u->width == 1);
}

/* From 0 on, so many iterations as the array has items for; outputs' do not overlap. */
static long fit(const world *w, use *u, const region *g, bool output)
{
    long apart = labs(u->stride) * g->step, extent = (long)w->extent[u->dim];
    long width = least((long)u->width, output ? least(apart, extent) : extent);
    u->width = (size_t)width;
    return u->whole ? LONG_MAX : (extent - width) / apart + 1;
}

static void place_use(use *u, const region *g)
{
    u->offset = u->stride < 0 ? -u->stride * (g->hi - 1) : 0;
}

/* The range of a pass, and where its items are. */
static void set_range(const world *w, region *g, long from, long to)
{
    long items = (long)w->extent[g->out.dim];
    items = g->in.whole ? items : least(items, (long)w->extent[g->in.dim]);
    g->lo = least(from, items);
    g->hi = least(to, items);
    g->in.offset = g->out.offset = 0;
    if (has_own_items(&g->in) && has_own_items(&g->out))
        return;
    long count = least(fit(w, &g->in, g, false), fit(w, &g->out, g, true));
    g->lo = 0;
    g->hi = (count - 1) * g->step + 1;
    place_use(&g->in, g);
    place_use(&g->out, g);
}

static bool pass_somewhere(world *w, region *g, bool nested)
{
    bool right = false;
    if (!nested)
        return world_pass(w, g);
#pragma omp parallel num_threads(2)
#pragma omp single
    right = world_pass(w, g);
    return right;
}

static void pass(actor *a, const long *arg)
{
    region *g = &a->w.region[arg[0]];
    if (g->in.array == g->out.array)
        return;
    g->step = arg[3] > 0 ? arg[3] : 1;
    set_range(&a->w, g, arg[1], arg[2]);
    g->threads = (int)arg[4] > 0 ? (int)arg[4] : 1;
    g->launches = arg[5] || a->declared[arg[0]] || !is_emulated();
    int first = g->in.array < g->out.array ? g->in.array : g->out.array;
    int second = g->in.array + g->out.array - first;
    passes++;
    pthread_mutex_lock(&a->lock[first]);
    pthread_mutex_lock(&a->lock[second]);
    if (!pass_somewhere(&a->w, g, arg[6])) {
        a->hurt = true;
        if (!may_fail && !allocation_failed())
            complain(a, "pass: %s", ctsar_last_error(g->s));
    }
    if (g->out.persists)
        a->writer[g->out.array] = (int)arg[0];
    pthread_mutex_unlock(&a->lock[second]);
    pthread_mutex_unlock(&a->lock[first]);
}

static void add_long(void *into, void *from)
{
    *(long *)into += *(long *)from;
}

static void count_host(const ctsar_call *c)
{
    *(long *)c->arg[0] += c->count;
}

static void count_in_stream(void *call)
{
    count_host(call);
}

static int count_cuda(const ctsar_call *call, void *stream)
{
    return fake_cuda_launch(stream, count_in_stream, call);
}

static const ctsar_kernel counts = {
    .name = "counts",
    .host = count_host,
    .cuda = count_cuda,
    .opencl_source =
        "__kernel void counts(long start, long step, long count, __global long *partial)\n"
        "{\n"
        "    long group = get_group_id(0), groups = get_num_groups(0);\n"
        "    if (get_local_id(0) == 0)\n"
        "        partial[group] += count / groups + (group < count % groups);\n"
        "}\n"};

/* Inline where the devices execute inline bodies. */
static void count_turn(ctsar *s, long *sum, long *mine)
{
    const ctsar_arg args[] = {CTSAR_ARG_REDUC(sum)};
    if (!is_emulated())
        ctsar_launch(s, &counts, args, 1);
    else if (mine && CEND(s) > CSTART(s))
        *mine += CEND(s) - CSTART(s);
}

static void count_kernel(actor *a, int g)
{
    set_kernel(a, g, false);
    if (!is_emulated() && !a->hurt)
        judge(a, "set_kernel", ctsar_set_kernel(a->w.region[g].s, &counts));
}

/* Any number of iterations that do nothing but be counted. */
static void count(actor *a, const long *arg)
{
    static const long zero;
    enum { MOST_EXP = 48, MANY = 10000 };
    long sum = 0, n = arg[1];
    region *g = &a->w.region[arg[0]];
    bool refused = n > 1L << MOST_EXP;
    int failed = 0;
    if (refused)
        return;
    char before[600];
    snprintf(before, sizeof before, "%s", ctsar_last_error(g->s));
    count_kernel(a, (int)arg[0]);
    if (n > MANY) { /* as many pieces would take as long */
        judge(a, "set_div", ctsar_set_div(g->s, 0));
        judge(a, "set_chunk", ctsar_set_chunk(g->s, 0));
    }
#pragma omp parallel num_threads((int)arg[2] > 0 ? (int)arg[2] : 1) reduction(+ : failed)
    do {
        long *mine = ctsar_reg_reduc(g->s, &sum, &zero, sizeof sum, add_long);
        failed += ctsar_next(g->s, (size_t)n) != CTSAR_OK;
        count_turn(g->s, &sum, mine);
    } while (ctsar_loop(g->s));
    if (failed || strcmp(before, ctsar_last_error(g->s)) != 0) {
        a->hurt = true;
        if (!may_fail && !allocation_failed())
            complain(a, "count of %ld: %s", n, ctsar_last_error(g->s));
    } else if (sum != n)
        complain(a, "%ld of %ld iterations were executed", sum, n);
}

static void weigh(actor *a, const long *arg)
{
    enum { MOST = 1000 };
    double weight[MOST];
    random_state r = {(uint64_t)arg[2]};
    long n = least(arg[1], MOST);
    for (long i = 0; i < n; ++i)
        weight[i] = random_log(&r, 1e-3, 1e3);
    judge(a, "set_cost_weights",
          ctsar_set_cost_weights(a->w.region[arg[0]].s, weight, (size_t)(n > 0 ? n : 0)));
}

/* ENOTREG is an answer here. */
static void registered(actor *a, const char *what, int status)
{
    if (status != CTSAR_ENOTREG)
        judge(a, what, status);
}

static void unregister(actor *a, const long *arg)
{
    int k = (int)arg[1] % ARRAYS;
    pthread_mutex_lock(&a->lock[k]);
    int status = ctsar_unreg_mem(a->w.region[arg[0]].s, a->w.array[k].host);
    registered(a, "unreg_mem", status);
    if (!status) {
        a->w.array[k].away = false;
        check(a, k, "unreg_mem");
    }
    pthread_mutex_unlock(&a->lock[k]);
}

static void retarget(actor *a, const long *arg)
{
    for (int k = 0; k < ARRAYS; ++k)
        pthread_mutex_lock(&a->lock[k]);
    registered(a, "retarget_mem",
               ctsar_retarget_mem(a->w.region[arg[0]].s, a->w.array[arg[1] % ARRAYS].host,
                                  a->w.array[arg[2] % ARRAYS].host));
    for (int k = 0; k < ARRAYS; ++k)
        pthread_mutex_unlock(&a->lock[k]);
}

/* ---- A thread
 * ---------------------------------------------------------------------------------------- */

static void make_world(actor *a, const long *arg)
{
    world *w = &a->w;
    const char *cache = getenv("CTSAR_CACHE");
    if (a->made)
        return;
    *w = (world){.r = {(uint64_t)arg[0]}, .elements = 1};
    w->ndim = arg[1] >= 1 && arg[1] <= MOST_DIMS ? (int)arg[1] : 1;
    for (int k = 0; k < w->ndim; ++k) {
        w->extent[k] = arg[2 + k] > 0 ? (size_t)arg[2 + k] : 1;
        w->elements *= w->extent[k];
    }
    for (int k = 0; k < REGIONS; ++k) {
        w->region[k].in = (use){.stride = 1, .width = 1};
        w->region[k].out = (use){.array = 1, .stride = 1, .width = 1};
    }
    w->cached = !cache || !strcmp(cache, "writeback");
    world_fill(w);
    a->made = true;
}

static void settings(actor *a, const line *l)
{
    const long *arg = l->arg;
    ctsar *s = a->w.region[arg[0]].s;
    switch (l->kind) {
    case OP_POLICY:
        judge(a, "set_policy", ctsar_set_policy(s, (ctsar_policy)arg[1]));
        break;
    case OP_DIV:
        judge(a, "set_div", ctsar_set_div(s, (int)arg[1]));
        break;
    case OP_CHUNK:
        judge(a, "set_chunk", ctsar_set_chunk(s, (size_t)arg[1]));
        break;
    case OP_RATIO:
        judge(a, "set_ratio", ctsar_set_ratio(s, (double)arg[1] / 1000));
        break;
    case OP_BACKOFF:
        judge(a, "set_backoff", ctsar_set_backoff(s, (ctsar_backoff)arg[1], (int)arg[2]));
        break;
    case OP_NOWAIT:
        judge(a, "set_nowait", ctsar_set_nowait(s, arg[1]));
        break;
    case OP_WEIGHTS:
        weigh(a, arg);
        break;
    default:
        set_kernel(a, (int)arg[0], arg[1]);
    }
}

static void with_region(actor *a, const line *l)
{
    if (l->arg[0] < 0 || l->arg[0] >= REGIONS || !a->w.region[l->arg[0]].s)
        return;
    switch (l->kind) {
    case OP_CLOSE:
        close_region(a, (int)l->arg[0]);
        break;
    case OP_PASS:
        pass(a, l->arg);
        break;
    case OP_COUNT:
        count(a, l->arg);
        break;
    case OP_RETARGET:
        retarget(a, l->arg);
        break;
    case OP_UNREGISTER:
        unregister(a, l->arg);
        break;
    default:
        settings(a, l);
    }
}

static void step(actor *a, const line *l)
{
    switch (l->kind) {
    case OP_WORLD:
    case OP_ENV:
        break;
    case OP_OPEN:
        open_region(a, l->arg);
        break;
    case OP_INPUT:
        set_input(a, l->arg);
        break;
    case OP_OUTPUT:
        set_output(a, l->arg);
        break;
    case OP_MAP:
        set_map(a, l->arg);
        break;
    case OP_COMPARE:
        compare(a, (int)l->arg[0] % ARRAYS);
        break;
    case OP_WRITE:
        write_array(a, l->arg);
        break;
    case OP_USES:
        use_on_host(a, l->arg);
        break;
    case OP_SYNC:
    case OP_DEPERSIST:
        by_address(a, l->arg, l->kind == OP_DEPERSIST);
        break;
    default:
        with_region(a, l);
    }
}

static void *act(void *actor_)
{
    actor *a = actor_;
    for (int i = 0; i < a->s->count && !a->hurt && a->made; ++i)
        if (a->s->line[i].thread == a->number)
            step(a, &a->s->line[i]);
    for (int g = 0; g < REGIONS; ++g)
        close_region(a, g);
    for (int k = 0; k < ARRAYS && a->made; ++k) {
        pthread_mutex_lock(&a->lock[k]);
        check(a, k, "the last region's end");
        pthread_mutex_unlock(&a->lock[k]);
    }
    return NULL;
}

/* ---- All of it
 * ------------------------------------------------------------------------------------------ */

static void set_environment(const script *s)
{
    for (int i = 0; i < s->count; ++i) {
        const line *l = &s->line[i];
        if (l->kind != OP_ENV)
            continue;
        setenv(l->name, l->value, 1);
        may_fail = may_fail || strstr(l->value, "fail=") || !strcmp(l->name, "FAKE_CUDA_FAIL");
        if (!strcmp(l->name, "ATTACK_ALLOCATION"))
            allocation_fails_at(atol(l->value));
        else if (!strcmp(l->name, "ATTACK_DELAYS"))
            delay_one_in(atol(l->value));
    }
    may_refuse = getenv("ATTACK_NONSENSE");
}

#ifdef __SANITIZE_ADDRESS__
static int count_threads(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

/* The threads of a team end by themselves some time after its master has.  What they free then
 * would be called a leak if the process ended before them. */
static void wait_for_teams(int threads_before)
{
    const struct timespec a_moment = {0, 1000000};
    for (int i = 0; i < 5000 && count_threads() > threads_before; i++)
        nanosleep(&a_moment, NULL);
}
#else
static int count_threads(void)
{
    return 0;
}

static void wait_for_teams(int threads_before)
{
    (void)threads_before;
}
#endif

int run_script(const script *s)
{
    pthread_t thread[THREADS_MOST];
    int threads_before = count_threads();
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    set_environment(s);
    for (int t = 0; t < THREADS_MOST; ++t) {
        actors[t] = (actor){.s = s, .number = t, .writer = {-1, -1, -1, -1}};
        for (int k = 0; k < ARRAYS; ++k)
            pthread_mutex_init(&actors[t].lock[k], NULL);
        for (int i = 0; i < s->count; ++i)
            if (s->line[i].kind == OP_WORLD && s->line[i].thread == t)
                make_world(&actors[t], s->line[i].arg);
    }
    for (int t = 0; t < THREADS_MOST; ++t)
        pthread_create(&thread[t], NULL, act, &actors[t]);
    for (int t = 0; t < THREADS_MOST; ++t)
        pthread_join(thread[t], NULL);
    for (int t = 0; t < THREADS_MOST; ++t)
        if (actors[t].made)
            world_free(&actors[t].w);
    wait_for_teams(threads_before);
    fprintf(stderr, TALLY "%ld %d\n", passes, allocation_failed());
    return wrong;
}
