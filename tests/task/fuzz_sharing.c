/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random programs in which regions, two sets of tasks and the program itself share arrays, as they
 * may, against executing all of it one after the other.  With TEST_CHECK in check mode, where no
 * call may fail; else on random units.
 *
 *     fuzz_sharing [PROGRAMS [FIRST]]
 *
 * Program number k is the same on every machine. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/random.h"

enum { ARRAYS = 5, N = 48, ROWS = 6, COLUMNS = N / ROWS, SETS = 2, DRIVERS = 4, STEPS = 60 };

/* An array of the program's, and what it has to be. */
typedef struct array {
    double *host, model[N];
    bool persists, away;          /* accelerators may have the only copy of something */
    bool read[SETS], write[SETS]; /* tasks that no wait has covered do */
} array;

typedef struct program {
    random_state numbers;
    ctsar *s;
    ctsar_tasks *t[SETS];
    array a[ARRAYS];
    double sum, model_sum;
    bool sums; /* tasks that no wait has covered reduce, of the first set */
    double nested[DRIVERS], inner[DRIVERS];
    int drivers; /* since the last wait */
    const char *wrong;
} program;

static size_t below(program *p, size_t n)
{
    return (size_t)random_long(&p->numbers, 0, (long)n - 1);
}

static void expect(program *p, bool holds, const char *what)
{
    if (!holds && !p->wrong)
        p->wrong = what;
}

static void succeeds(program *p, int status)
{
    static _Thread_local char said[300];
    if (status)
        snprintf(said, sizeof said, "%s", ctsar_last_error(NULL));
    expect(p, !status, said);
}

/* ---- Bodies ------------------------------------------------------------------------------ */

/* Exact, and in no other order. */
static double next(double x, double y)
{
    double z = 3 * x + y + 1;
    return z - 1021 * (double)(long)(z / 1021);
}

typedef struct box {
    size_t row, rows, column, columns;
} box;

/* The last access is changed by what the others have, item by item. */
typedef struct plan {
    int n;
    box b;
} plan;

static double *at(double *base, const size_t *strides, size_t i, size_t j)
{
    return &base[i * (strides ? strides[0] : COLUMNS) + j];
}

static void combine_boxes(const plan *q, double *const *base, const size_t *const *strides)
{
    for (size_t i = 0; i < q->b.rows; ++i)
        for (size_t j = 0; j < q->b.columns; ++j)
            for (int k = 0; k + 1 < q->n; ++k) {
                double *to = at(base[q->n - 1], strides[q->n - 1], i, j);
                *to = next(*to, *at(base[k], strides[k], i, j));
            }
}
static void box_body(const ctsar_call *c)
{
    combine_boxes(c->arg[0], (double *const *)c->arg + 1, c->strides + 1);
}
static const ctsar_kernel box_kernel = {.name = "box", .host = box_body};

static void sum_body(const ctsar_call *c)
{
    const double *x = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        *(double *)c->arg[1] += x[i];
}
static const ctsar_kernel sum_kernel = {.name = "sum", .host = sum_body};
static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

static void bump_body(const ctsar_call *c)
{
    *(double *)c->arg[0] = next(*(double *)c->arg[0], 5);
}
static const ctsar_kernel bump_kernel = {.name = "bump", .host = bump_body};

/* Prepares what it submits to its own set, and waits for what it submits to another one. */
typedef struct driver {
    program *p;
    int number;
} driver;
static void driver_body(const ctsar_call *c)
{
    const driver *d = c->arg[0];
    program *p = d->p;
    const ctsar_access a = CTSAR_INOUT(&p->nested[d->number], sizeof(double)),
                       b = CTSAR_INOUT(&p->inner[d->number], sizeof(double));
    ctsar_tasks *own = NULL;
    p->nested[d->number] = p->inner[d->number] = d->number;
    ctsar_task(p->t[0], &bump_kernel, 0, 1, &a, 1, 0);
    ctsar_tasks_init(&own, CTSAR_DEV_CPU, CTSAR_PLACEMENT_DEFAULT);
    ctsar_task(own, &bump_kernel, 0, 1, &b, 1, 0);
    ctsar_tasks_free(&own);
    *(double *)c->arg[1] = p->inner[d->number];
}
static const ctsar_kernel driver_kernel = {.name = "driver", .host = driver_body};

/* ---- Tasks ------------------------------------------------------------------------------- */

static bool may_read(const array *a, int set)
{
    return !a->write[1 - set];
}
static bool may_write(const array *a, int set)
{
    return !a->write[1 - set] && !a->read[1 - set];
}
static bool is_free(const array *a)
{
    return !a->read[0] && !a->read[1] && !a->write[0] && !a->write[1];
}

static ctsar_access box_of(const array *a, const box *b, int kind)
{
    ctsar_access made = CTSAR_IN_BOX(a->host, sizeof(double), {ROWS, b->row, b->rows},
                                     {COLUMNS, b->column, b->columns});
    made.kind = kind;
    return made;
}

/* The same of the model. */
static void combine_models(program *p, const plan *q, const size_t *which)
{
    static const size_t stride[] = {COLUMNS};
    double *base[4] = {NULL};
    const size_t *strides[4] = {NULL};
    for (int k = 0; k < q->n; ++k) {
        base[k] = &p->a[which[k]].model[q->b.row * COLUMNS + q->b.column];
        strides[k] = stride;
    }
    combine_boxes(q, base, strides);
}

static void submit_boxes(program *p, int set)
{
    box b = {below(p, ROWS), 1, below(p, COLUMNS), 1};
    plan q = {.n = 2 + (int)below(p, 2)};
    size_t which[4] = {0};
    ctsar_access access[5];
    b.rows += below(p, ROWS - b.row);
    b.columns += below(p, COLUMNS - b.column);
    q.b = b;
    for (int k = 0; k < q.n; ++k) {
        which[k] = below(p, ARRAYS);
        const array *a = &p->a[which[k]];
        if (!may_read(a, set) || (k + 1 == q.n && !may_write(a, set)))
            return;
        for (int m = 0; m < k; ++m)
            if (which[m] == which[k])
                return;
        access[k + 1] = box_of(a, &b, k + 1 == q.n ? CTSAR_ACCESS_INOUT : CTSAR_ACCESS_IN);
    }
    access[0] = CTSAR_VALUE(&q, sizeof q);
    succeeds(p, ctsar_task(p->t[set], &box_kernel, 0, 1, access, q.n + 1, 0));
    combine_models(p, &q, which);
    for (int k = 0; k < q.n; ++k)
        *(k + 1 == q.n ? &p->a[which[k]].write[set] : &p->a[which[k]].read[set]) = true;
}

static void submit_sum(program *p)
{
    static const double zero;
    array *a = &p->a[below(p, ARRAYS)];
    const ctsar_access access[] = {CTSAR_IN(a->host, N * sizeof *a->host),
                                   CTSAR_REDUCTION(&p->sum, sizeof p->sum, &zero, add)};
    if (!may_read(a, 0))
        return;
    succeeds(p, ctsar_task(p->t[0], &sum_kernel, 0, N, access, 2, 0));
    for (int i = 0; i < N; ++i)
        p->model_sum += a->model[i];
    a->read[0] = p->sums = true;
}

static void submit_driver(program *p)
{
    array *a = &p->a[below(p, ARRAYS)];
    const driver d = {p, p->drivers};
    size_t i = below(p, N);
    const ctsar_access access[] = {CTSAR_VALUE(&d, sizeof d),
                                   CTSAR_OUT(&a->host[i], sizeof *a->host)};
    if (p->drivers == DRIVERS || !may_write(a, 0))
        return;
    succeeds(p, ctsar_task(p->t[0], &driver_kernel, 0, 1, access, 2, 0));
    a->model[i] = next(p->drivers++, 5);
    a->write[0] = true;
}

/* ---- Waiting ----------------------------------------------------------------------------- */

static void wait_for_set(program *p, int set)
{
    succeeds(p, ctsar_tasks_wait(p->t[set], NULL));
    for (int k = 0; k < ARRAYS; ++k)
        p->a[k].read[set] = p->a[k].write[set] = false;
    if (set > 0)
        return;
    for (int k = 0; k < p->drivers; ++k)
        expect(p, p->nested[k] == next(k, 5), "what a body submitted is wrong");
    expect(p, p->sum == p->model_sum, "a reduction is wrong");
    p->drivers = 0;
    p->sums = false;
}

/* What tasks wrote may be read then, and not be written. */
static void flush(program *p, int set, bool host)
{
    succeeds(p, ctsar_tasks_flush(p->t[set], host));
    for (int k = 0; k < ARRAYS && host; ++k) {
        array *a = &p->a[k];
        a->read[set] = a->read[set] || a->write[set];
        a->write[set] = false;
    }
}

static void wait_for_element(program *p, int set)
{
    array *a = &p->a[below(p, ARRAYS)];
    size_t i = below(p, N);
    if (!may_read(a, set) || a->away)
        return;
    succeeds(p, ctsar_tasks_wait(p->t[set], &a->host[i]));
    expect(p, a->host[i] == a->model[i], "an element that was waited for is wrong");
}

/* ---- Regions and the program ------------------------------------------------------------- */

static unsigned persists(const array *a)
{
    return a->persists ? CTSAR_MEM_PERSIST : 0;
}

static void pass(program *p)
{
    array *a = &p->a[below(p, ARRAYS)], *b = &p->a[below(p, ARRAYS)];
    if (a == b || !is_free(a) || b->write[0] || b->write[1])
        return;
    do {
        double *to = ctsar_reg_mem(p->s, a->host, sizeof *to, N,
                                   CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | persists(a));
        const double *from = ctsar_reg_mem(p->s, b->host, sizeof *from, N,
                                           CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | persists(b));
        ctsar_next_range(p->s, 0, N, 1);
        for (long i = CSTART(p->s); i < CEND(p->s); ++i)
            to[i] = next(to[i], from[i]);
    } while (ctsar_loop(p->s));
    expect(p, !*ctsar_last_error(p->s), "a pass has failed");
    for (int i = 0; i < N; ++i)
        a->model[i] = next(a->model[i], b->model[i]);
    a->away = a->persists;
}

static void look(program *p, array *a)
{
    if (a->write[0] || a->write[1] || (a->persists && !is_free(a)))
        return;
    if (a->persists)
        succeeds(p, ctsar_sync_mem(p->s, a->host));
    a->away = false;
    expect(p, !memcmp(a->host, a->model, sizeof a->model), "an array is wrong");
}

static void change(program *p, array *a)
{
    if (!is_free(a))
        return;
    look(p, a);
    for (size_t i = below(p, N); i < N; i += 1 + below(p, 9))
        a->host[i] = a->model[i] = (double)below(p, 1000);
    if (a->persists)
        succeeds(p, ctsar_host_modified(p->s, a->host));
}

/* Most often the next one comes where one has been freed. */
static void allocate(program *p, array *a)
{
    a->host = malloc(N * sizeof *a->host);
    a->persists = below(p, 2);
    for (int i = 0; i < N; ++i)
        a->host[i] = a->model[i] = (double)below(p, 1000);
}

static void replace(program *p, array *a)
{
    if (!is_free(a))
        return;
    if (a->persists)
        succeeds(p, ctsar_depersist(a->host));
    a->away = false;
    free(a->host);
    allocate(p, a);
}

static void step(program *p)
{
    array *a = &p->a[below(p, ARRAYS)];
    int set = (int)below(p, SETS);
    switch (below(p, 24)) {
    case 0:
        wait_for_set(p, set);
        break;
    case 1:
        flush(p, set, below(p, 2));
        break;
    case 2:
    case 3:
        wait_for_element(p, set);
        break;
    case 4:
        change(p, a);
        break;
    case 5:
        replace(p, a);
        break;
    case 6:
        submit_driver(p);
        break;
    case 7:
    case 8:
        submit_sum(p);
        break;
    case 9:
    case 10:
    case 11:
        look(p, a);
        break;
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
        pass(p);
        break;
    default:
        submit_boxes(p, set);
    }
}

/* ---- Programs ---------------------------------------------------------------------------- */

static void *execute(void *data)
{
    program *p = data;
    succeeds(p, ctsar_init(&p->s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL));
    for (int i = 0; i < SETS; ++i)
        succeeds(p, ctsar_tasks_init(&p->t[i], CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT));
    for (int k = 0; k < ARRAYS; ++k)
        allocate(p, &p->a[k]);
    for (int i = 0; i < STEPS && !p->wrong; ++i)
        step(p);
    for (int i = 0; i < SETS; ++i)
        wait_for_set(p, i);
    for (int k = 0; k < ARRAYS; ++k)
        look(p, &p->a[k]);
    for (int i = 0; i < SETS; ++i)
        ctsar_tasks_free(&p->t[i]);
    /* The other program may have regions yet, and its next array come where one of these was. */
    for (int k = 0; k < ARRAYS; ++k)
        if (p->a[k].persists)
            succeeds(p, ctsar_depersist(p->a[k].host));
    ctsar_free(&p->s);
    for (int k = 0; k < ARRAYS; ++k)
        free(p->a[k].host);
    return NULL;
}

static void random_units(program *p)
{
    static const char *const devices[] = {"cpu:1", "cpu:2", "emu:1", "cpu:1,emu:2"};
    units(devices[below(p, sizeof devices / sizeof *devices)], NULL, "real");
}

/* Two of them at once, now and then. */
static int one(long k)
{
    static program p, q;
    pthread_t thread;
    int wrong = 0;
    p = (program){.numbers.x = (uint64_t)k};
    q = (program){.numbers.x = (uint64_t)k + ((uint64_t)1 << 40)};
    random_units(&p);
    bool two = below(&p, 3) == 0;
    if (two)
        pthread_create(&thread, NULL, execute, &q);
    execute(&p);
    if (two)
        pthread_join(thread, NULL);
    for (const program *x = &p; x; x = x == &p ? &q : NULL)
        if (x->wrong)
            wrong += printf("program %ld: %s\n", k, x->wrong) > 0;
    return wrong;
}

int main(int argc, char **argv)
{
    long programs = argc > 1 ? atol(argv[1]) : 1000, first = argc > 2 ? atol(argv[2]) : 0;
    int wrong = 0;
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    for (long k = first; k < first + programs && wrong < 20; ++k)
        wrong += one(k);
    printf("%ld programs, %d wrong\n", programs, wrong);
    return wrong > 0;
}
