/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region's life and its passes: the public calls.  What fails below comes up as a status;
 * here the region and the call are added, and the error mode decides. */
#include "region.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Errors ------------------------------------------------------------------ */

enum { ERROR_ROOM = sizeof((ctsar *)0)->error };

static _Thread_local char last_error[ERROR_ROOM];

/* Notes an error of `call` on region s (NULL: none yet), called `name`; aborts if that is
 * the mode.  Returns the status. */
static int report_error(ctsar *s, const char *name, const char *call, int status)
{
    const char *detail = ctsar__error_detail();
    snprintf(last_error, sizeof last_error, "%s: %s: %s%s%s", name, call, ctsar_strerror(status),
             *detail ? ": " : "", detail);
    if (ctsar__errors() == CTSAR_ERRORS_ABORT) {
        fprintf(stderr, "ctsar: %s\n", last_error);
        abort();
    }
    if (s) {
        pthread_mutex_lock(&s->error_lock);
        memcpy(s->error, last_error, sizeof s->error);
        pthread_mutex_unlock(&s->error_lock);
    }
    return status;
}

/* Every call of every turn ends here: mostly with nothing to report. */
static inline int report(ctsar *s, const char *name, const char *call, int status)
{
    return status ? report_error(s, name, call, status) : status;
}

int ctsar__region_report(ctsar *s, const char *call, int status)
{
    return report(s, s ? s->name : "no region", call, status);
}

int ctsar__region_report_in_turn(ctsar *s, const char *call, int status)
{
    /* The error that fails the pass is the one to read afterwards, not what follows from it. */
    bool first = !s || ctsar__pass_fail(&s->pass, status);
    return report(first ? s : NULL, s ? s->name : "no region", call, status);
}

const char *ctsar_last_error(ctsar *s)
{
    static _Thread_local char copy[ERROR_ROOM];
    if (!s)
        return last_error;
    pthread_mutex_lock(&s->error_lock);
    memcpy(copy, s->error, sizeof copy);
    pthread_mutex_unlock(&s->error_lock);
    return copy;
}

static int null_region(void)
{
    return ctsar__error(CTSAR_EINVAL, "the region is NULL; open it with ctsar_init");
}

/* ---- Life --------------------------------------------------------------------- */

static int check_arguments(const ctsar__sched_ops *ops, ctsar_policy policy, unsigned devices,
                           const int *div)
{
    if (!ops)
        return ctsar__error(CTSAR_EINVAL, "policy %d is unknown; there are: %s", (int)policy,
                            ctsar__policy_names());
    if (!(devices & CTSAR_DEV_ALL) || devices & ~(CTSAR_DEV_ALL | CTSAR_DEV_CUDA))
        return ctsar__error(CTSAR_EINVAL,
                            "devices is %#x; it must be CTSAR_DEV_CPU, _GPU or _ALL, with or "
                            "without CTSAR_DEV_CUDA",
                            devices);
    if (div && *div < 1)
        return ctsar__error(CTSAR_EINVAL, "div is %d; it must be at least 1", *div);
    return CTSAR_OK;
}

static void free_units(ctsar *s)
{
    free(s->acc_name);
    free(s->absent.acc);
    free(s->absent.most);
}

/* Which of the machine's units the region uses. */
static int choose_units(ctsar *s, unsigned devices, long *core_cap)
{
    static atomic_flag warned = ATOMIC_FLAG_INIT;
    const ctsar__config *c = &s->machine->config;
    s->device = s->machine->device;
    s->accs = devices & CTSAR_DEV_GPU ? s->machine->devices : 0;
    *core_cap = devices & CTSAR_DEV_CPU && c->cores ? c->core_cap : 0;
    if (s->accs == 0 && *core_cap == 0) {
        *core_cap = LONG_MAX;
        bool checked = c->check && devices & CTSAR_DEV_GPU;
        if (!checked && !atomic_flag_test_and_set(&warned))
            ctsar__warn("%s: no %s among the units of CTSAR_DEVICES; the region runs on the cores",
                        s->name, devices & CTSAR_DEV_CPU ? "core" : "accelerator");
    }
    s->acc_name = calloc((size_t)s->accs + 1, sizeof *s->acc_name);
    s->absent.acc = calloc((size_t)s->accs + 1, sizeof *s->absent.acc);
    s->absent.most = calloc((size_t)s->accs + 1, sizeof *s->absent.most);
    if (!s->acc_name || !s->absent.acc || !s->absent.most) {
        free_units(s);
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d accelerators", s->accs);
    }
    for (int i = 0; i < s->accs; ++i) {
        s->acc_name[i] = s->device[i]->name;
        s->absent.most[i] = LONG_MAX;
    }
    return CTSAR_OK;
}

static int create_pass(ctsar *s, long core_cap)
{
    s->pass = (ctsar__pass){.name = s->name,
                            .machine = s->machine,
                            .sched = s->sched,
                            .arrays = &s->arrays,
                            .reductions = &s->reductions,
                            .stats = &s->stats,
                            .accs = s->accs,
                            .acc_name = s->acc_name,
                            .core_cap = core_cap,
                            .absent = &s->absent,
                            .slots = s->machine->config.inflight,
                            .virtual_clock = s->machine->config.clock == CTSAR__CLOCK_VIRTUAL,
                            .reporting = s->machine->config.report != CTSAR__REPORT_OFF};
    return ctsar__pass_init(&s->pass, s->device);
}

void ctsar__region_decide_check(ctsar *s)
{
    bool launches = s->kernel && s->kernel->host;
    s->pass.check = launches || (s->promises && !s->kernel) ? s->check : NULL;
    s->pass.excuse = !s->check || s->pass.check ? NULL
                     : s->kernel                ? "its kernel has no host form; give it one"
                                 : "as it was opened with CTSAR_DEV_CPU, its body may use the "
                                   "host's arrays; open it with CTSAR_DEV_ALL";
}

/* Everything behind the machine, in order; undone in reverse. */
static int build(ctsar *s, ctsar_policy policy, unsigned devices, const double *time_per_iter,
                 const int *div)
{
    long core_cap;
    int status = choose_units(s, devices, &core_cap);
    if (status)
        return status;
    if ((status = ctsar__schedule_open(s, policy, time_per_iter, div)))
        goto fail_units;
    if ((status = ctsar__region_stats_open(s, &s->stats)))
        goto fail_sched;
    s->promises = devices & CTSAR_DEV_GPU;
    if (s->machine->config.check && (status = ctsar__check_create(s->name, &s->check)))
        goto fail_stats;
    if ((status = create_pass(s, core_cap)))
        goto fail_check;
    ctsar__arrays_init(&s->arrays, s->device, s->accs, s->machine->config.cache);
    ctsar__reductions_init(&s->reductions, s->device, s->accs);
    s->core_cap = core_cap;
    s->arrays.slots = s->reductions.slots = s->machine->config.inflight;
    pthread_mutex_init(&s->error_lock, NULL);
    status = ctsar__kernels_open(s); /* without a kernel it cannot fail */
    ctsar__region_decide_check(s);
    return status;
fail_check:
    ctsar__check_free(s->check);
fail_stats:
    ctsar__stats_free(&s->stats);
fail_sched:
    ctsar__schedule_close(s);
fail_units:
    free_units(s);
    return status;
}

/* The file's base name and the line: "src/gemm.c:12" gives "gemm.c:12". */
static const char *base_name(const char *where)
{
    const char *slash = where ? strrchr(where, '/') : NULL;
    return slash ? slash + 1 : where ? where : "region";
}

static int open_region(ctsar **out, size_t iterations, ctsar_policy policy, unsigned devices,
                       const double *time_per_iter, const int *div, const char *name)
{
    int status = check_arguments(ctsar__policy((int)policy), policy, devices, div);
    if (status)
        return status;
    const ctsar__machine *machine;
    if ((status = ctsar__machine_acquire(&machine)))
        return status;
    ctsar *s = aligned_alloc(_Alignof(ctsar), sizeof *s);
    if (!s) {
        ctsar__machine_release();
        return ctsar__error(CTSAR_ENOMEM, "no memory for a region");
    }
    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->machine = machine;
    s->expected = iterations;
    s->devices = devices;
    status = build(s, policy, devices, time_per_iter, div);
    if (status) {
        free(s);
        ctsar__machine_release();
        return status;
    }
    ctsar__report_add(&machine->config, &s->stats);
    *out = s;
    return CTSAR_OK;
}

int ctsar_init_at(ctsar **s, size_t iterations, ctsar_policy policy, unsigned devices,
                  const double *time_per_iter, const int *div, const char *where)
{
    const char *name = base_name(where);
    if (!s)
        return report(NULL, name, "ctsar_init",
                      ctsar__error(CTSAR_EINVAL, "the place to store the region is NULL"));
    if (*s)
        return CTSAR_OK;
    ctsar__team_warn_of_two_runtimes();
    return report(NULL, name, "ctsar_init",
                  open_region(s, iterations, policy, devices, time_per_iter, div, name));
}

int ctsar__region_idle(ctsar *s)
{
    if (!s)
        return null_region();
    if (!ctsar__pass_running(&s->pass))
        return CTSAR_OK;
    return ctsar__error(CTSAR_ESTATE, "a pass is running; call it when all threads have left the "
                                      "loop");
}

int ctsar_set_name(ctsar *s, const char *name)
{
    int status = ctsar__region_idle(s);
    if (!status && (!name || !*name))
        status = ctsar__error(CTSAR_EINVAL, "the name is NULL or empty");
    if (!status)
        status = ctsar__schedule_rename(s, name);
    return ctsar__region_report(s, "ctsar_set_name", status);
}

void ctsar_free(ctsar **place)
{
    if (!place || !*place)
        return;
    ctsar *s = *place;
    int status = ctsar__region_idle(s);
    if (status) {
        ctsar__region_report(s, "ctsar_free", status);
        return;
    }
    /* What cannot be brought to the host is lost; the region ends all the same. */
    ctsar__region_report(s, "ctsar_free", ctsar__arrays_flush(&s->arrays));
    ctsar__report_end(&s->stats);
    ctsar__pass_free(&s->pass);
    ctsar__check_free(s->check);
    ctsar__reductions_free(&s->reductions);
    ctsar__arrays_free(&s->arrays);
    ctsar__stats_free(&s->stats);
    ctsar__schedule_close(s);
    free_units(s);
    pthread_mutex_destroy(&s->error_lock);
    free(s);
    ctsar__machine_release();
    *place = NULL;
}

/* ---- A pass ----------------------------------------------------------------------- */

int ctsar__region_turn(ctsar *s, const char *call, ctsar__lane **l)
{
    /* A thread that cannot enter has no say in the pass: it does not fail it. */
    return ctsar__region_report(s, call, s ? ctsar__pass_turn(&s->pass, l) : null_region());
}

static int next(ctsar *s, const char *call, ctsar__bounds b, long hi)
{
    ctsar__lane *l = NULL;
    int status = ctsar__region_turn(s, call, &l);
    return status ? status
                  : ctsar__region_report_in_turn(s, call, ctsar__pass_next(&s->pass, l, b, hi));
}

int ctsar_next(ctsar *s, size_t n)
{
    if (s && n > LONG_MAX)
        return ctsar__region_report_in_turn(
            s, "ctsar_next",
            ctsar__error(CTSAR_EINVAL, "%zu iterations are more than %ld", n, LONG_MAX));
    return next(s, "ctsar_next", (ctsar__bounds){0, 1, (long)n}, (long)n);
}

int ctsar_next_range(ctsar *s, long lo, long hi, long step)
{
    static const char call[] = "ctsar_next_range";
    if (s && step < 1)
        return ctsar__region_report_in_turn(
            s, call, ctsar__error(CTSAR_EINVAL, "step is %ld; it must be positive", step));
    unsigned long span = hi > lo ? (unsigned long)hi - (unsigned long)lo : 0;
    if (s && span > LONG_MAX)
        return ctsar__region_report_in_turn(s, call,
                                            ctsar__error(CTSAR_EINVAL,
                                                         "%ld to %ld are more than %ld iterations",
                                                         lo, hi, LONG_MAX));
    long n = span ? (long)((span - 1) / (unsigned long)step) + 1 : 0;
    return next(s, call, (ctsar__bounds){lo, step, n}, hi);
}

unsigned ctsar_get_type(ctsar *s)
{
    ctsar__lane *l = NULL;
    if (ctsar__region_turn(s, "ctsar_get_type", &l))
        return 0;
    return l->acc < 0 && l->checked < 0 ? CTSAR_DEV_CPU : CTSAR_DEV_GPU;
}

int ctsar_get_unit(ctsar *s)
{
    ctsar__lane *l = NULL;
    int status = ctsar__region_turn(s, "ctsar_get_unit", &l);
    return status ? status : l->checked >= 0 ? 0 : l->unit;
}

ctsar_backend ctsar_get_backend(ctsar *s)
{
    ctsar__lane *l = NULL;
    if (ctsar__region_turn(s, "ctsar_get_backend", &l))
        return CTSAR_BACKEND_NONE;
    if (l->checked >= 0)
        return CTSAR_BACKEND_EMU;
    return l->acc < 0 ? CTSAR_BACKEND_HOST : s->device[l->acc]->backend->kind;
}

void *ctsar_cuda_stream(ctsar *s)
{
    static const char call[] = "ctsar_cuda_stream";
    ctsar__lane *l = NULL;
    if (ctsar__region_turn(s, call, &l) || l->acc < 0)
        return NULL;
    ctsar__device *d = s->device[l->acc];
    void *stream = d->backend->stream ? d->backend->stream(d) : NULL;
    if (d->backend->stream && !stream)
        ctsar__region_report_in_turn(s, call, CTSAR_EDEVICE);
    return stream;
}

bool ctsar_loop(ctsar *s)
{
    static const char call[] = "ctsar_loop";
    ctsar__lane *l = NULL;
    bool again;
    if (ctsar__region_turn(s, call, &l))
        return false;
    ctsar__region_report(s, call, ctsar__pass_loop(&s->pass, l, &again));
    return again;
}

/* ---- Reductions ----------------------------------------------------------------------- */

void *ctsar_reg_reduc(ctsar *s, void *result, const void *identity, size_t item_size,
                      ctsar_combine combine)
{
    static const char call[] = "ctsar_reg_reduc";
    ctsar__lane *l = NULL;
    void *copy = NULL;
    if (ctsar__region_turn(s, call, &l))
        return NULL;
    int status =
        !result || !identity || !combine || !item_size
            ? ctsar__error(CTSAR_EINVAL, "result, identity and combine must not be NULL, "
                                         "item_size not 0")
            : ctsar__turn_reduction(&s->pass, l, result, identity, item_size, combine, &copy);
    return ctsar__region_report_in_turn(s, call, status) ? NULL : copy;
}
