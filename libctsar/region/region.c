/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region's life: the public calls that open, name and free it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/progress.h"
#include "observe/signals.h"
#include "observe/trace.h"
#include "pass/core/gather.h"
#include "pass/core/team.h"
#include "region/call.h"
#include "region/kernels.h"
#include "region/nodes.h"
#include "region/schedule.h"
#include "version/named.h"

/* What ctsar_init was told. */
typedef struct asked {
    size_t iterations;
    ctsar_policy policy;
    unsigned devices;
    const double *time_per_iter;
    const int *div;
    const char *name;
} asked;

static int check_arguments(const asked *a)
{
    if (!ctsar__policy((int)a->policy))
        return ctsar__error(CTSAR_EINVAL, "policy %d is unknown; there are: %s", (int)a->policy,
                            ctsar__policy_names());
    if (!(a->devices & CTSAR_DEV_ALL) || a->devices & ~(CTSAR_DEV_ALL | CTSAR_DEV_CUDA))
        return ctsar__error(CTSAR_EINVAL,
                            "devices is %#x; it must be CTSAR_DEV_CPU, _GPU or _ALL, with or "
                            "without CTSAR_DEV_CUDA",
                            a->devices);
    if (a->div && *a->div < 1)
        return ctsar__error(CTSAR_EINVAL, "div is %d; it must be at least 1", *a->div);
    return CTSAR_OK;
}

static void free_units(ctsar *s)
{
    free(s->acc_name);
    free(s->absent.acc);
    free(s->absent.late);
    free(s->absent.most);
}

static int name_units(ctsar *s)
{
    s->acc_name = calloc((size_t)s->accs + 1, sizeof *s->acc_name);
    s->absent.acc = calloc((size_t)s->accs + 1, sizeof *s->absent.acc);
    s->absent.late = calloc((size_t)s->accs + 1, sizeof *s->absent.late);
    s->absent.most = calloc((size_t)s->accs + 1, sizeof *s->absent.most);
    if (!s->acc_name || !s->absent.acc || !s->absent.late || !s->absent.most) {
        free_units(s);
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d accelerators", s->accs);
    }
    for (int i = 0; i < s->accs; ++i) {
        s->acc_name[i] = s->device[i]->name;
        s->absent.most[i] = LONG_MAX;
    }
    return CTSAR_OK;
}

/* Which of the machine's units the region uses. */
static int choose_units(ctsar *s)
{
    static atomic_flag warned = ATOMIC_FLAG_INIT;
    const ctsar__config *c = &s->machine->config;
    s->device = s->machine->device;
    s->accs = s->devices & CTSAR_DEV_GPU ? s->machine->devices : 0;
    s->core_cap = s->devices & CTSAR_DEV_CPU && c->cores ? c->core_cap : 0;
    if (s->accs == 0 && s->core_cap == 0) {
        s->core_cap = LONG_MAX;
        bool checked = c->check && s->devices & CTSAR_DEV_GPU;
        if (!checked && !atomic_flag_test_and_set(&warned))
            ctsar__warn("%s: no %s among the units of CTSAR_DEVICES; the region runs on the cores",
                        s->name, s->devices & CTSAR_DEV_CPU ? "core" : "accelerator");
    }
    return name_units(s);
}

static int create_pass(ctsar *s)
{
    bool progress = ctsar__progress_open(&s->machine->config);
    s->pass = (ctsar__pass){
        .name = s->name,
        .machine = s->machine,
        .sched = s->sched,
        .arrays = &s->arrays,
        .reductions = &s->reductions,
        .stats = &s->stats,
        .history = &s->history,
        .accs = s->accs,
        .acc_name = s->acc_name,
        .core_cap = s->core_cap,
        .nodes = s->nodes,
        .absent = &s->absent,
        .slots = s->machine->config.inflight,
        .virtual_clock = s->machine->config.devices.clock == CTSAR__CLOCK_VIRTUAL,
        .watching = s->record || s->replay,
        .replay = {.record = s->record,
                   .region = s->replay,
                   .strict = s->machine->config.schedule == CTSAR__SCHEDULE_REPLAY},
        .reporting = s->traced || progress || s->machine->config.report != CTSAR__REPORT_OFF,
        .progress = progress,
        .traced = s->traced};
    return ctsar__pass_init(&s->pass, s->device);
}

static int create_check(ctsar *s)
{
    const ctsar__config *c = &s->machine->config;
    return c->check ? ctsar__check_create(s->name, "iteration", c->timeout, &s->check) : CTSAR_OK;
}

static int open_memory(ctsar *s)
{
    ctsar__arrays_init(&s->arrays, s->device, s->accs, s->machine->config.cache);
    ctsar__reductions_init(&s->reductions, s->device, s->accs);
    s->arrays.slots = s->reductions.slots = s->machine->config.inflight;
    pthread_mutex_init(&s->error_lock, NULL);
    return ctsar__kernels_open(s); /* without a kernel it cannot fail */
}

static void trace(ctsar *s)
{
    const ctsar__config *c = &s->machine->config;
    const ctsar__trace_about about = {
        .name = s->name, .acc_name = s->acc_name, .accs = s->accs, .slots = c->inflight};
    s->traced = ctsar__trace_open(c, &about);
}

/* Everything behind the machine, in order; undone in reverse. */
static int build(ctsar *s, const asked *a)
{
    int status = choose_units(s);
    if (status)
        return status;
    if ((status = ctsar__replay_open(&s->machine->config, s->name, &s->record, &s->replay)))
        goto fail_units;
    s->promises = s->devices & CTSAR_DEV_GPU;
    if ((status = ctsar__nodes_open(s->promises, &s->nodes)))
        goto fail_units;
    trace(s);
    if ((status = ctsar__schedule_open(s, a->policy, a->time_per_iter, a->div)))
        goto fail_units;
    if ((status = ctsar__region_stats_open(s, &s->stats)))
        goto fail_sched;
    if ((status = create_check(s)))
        goto fail_stats;
    if ((status = create_pass(s)))
        goto fail_check;
    return open_memory(s);
fail_check:
    ctsar__check_free(s->check);
fail_stats:
    ctsar__stats_free(&s->stats);
fail_sched:
    ctsar__schedule_close(s);
fail_units:
    ctsar__nodes_close(s->nodes);
    ctsar__trace_close(s->traced);
    free_units(s);
    return status;
}

/* The file's base name and the line: "src/gemm.c:12" gives "gemm.c:12". */
static const char *base_name(const char *where)
{
    const char *slash = where ? strrchr(where, '/') : NULL;
    return slash ? slash + 1 : where ? where : "region";
}

static int create_region(const ctsar__machine *machine, const asked *a, ctsar **out)
{
    ctsar *s = aligned_alloc(_Alignof(ctsar), sizeof *s);
    if (!s)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a region");
    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%s", a->name);
    ctsar__plain(s->name);
    s->machine = machine;
    s->expected = a->iterations;
    s->devices = a->devices;
    int status = build(s, a);
    if (status) {
        free(s);
        return status;
    }
    ctsar__report_add(&machine->config, &s->stats);
    *out = s;
    return CTSAR_OK;
}

static int open_region(const asked *a, ctsar **out)
{
    const ctsar__machine *machine;
    int status = check_arguments(a);
    if (!status) {
        ctsar__signals_look();
        status = ctsar__nodes_ready();
    }
    if (!status)
        status = ctsar__machine_acquire(&machine);
    if (status)
        return status;
    if (!machine->config.check) /* where no version is forced */
        ctsar__named_expect(&machine->config.versions);
    status = create_region(machine, a, out);
    if (status)
        ctsar__machine_release();
    return status;
}

int ctsar_init_at(ctsar **s, size_t iterations, ctsar_policy policy, unsigned devices,
                  const double *time_per_iter, const int *div, const char *where)
{
    const asked a = {iterations, policy, devices, time_per_iter, div, base_name(where)};
    if (!s)
        return ctsar__region_report_as(
            NULL, a.name, "ctsar_init",
            ctsar__error(CTSAR_EINVAL, "the place to store the region is NULL"));
    if (*s)
        return CTSAR_OK;
    ctsar__team_warn_of_two_runtimes();
    return ctsar__region_report_as(NULL, a.name, "ctsar_init", open_region(&a, s));
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

int ctsar_set_nowait(ctsar *s, bool nowait)
{
    bool already = s && s->pass.nowait == nowait;
    int status = already ? CTSAR_OK : ctsar__region_idle(s);
    if (s && !status && !already)
        s->pass.nowait = nowait;
    return ctsar__region_report(s, "ctsar_set_nowait", status);
}

/* What cannot be brought to the host is lost; the region ends all the same. */
static void close_region(ctsar *s)
{
    int gathered = ctsar__gather_of("ctsar_free", &s->arrays);
    int flushed = ctsar__arrays_flush(&s->arrays);
    flushed = gathered ? gathered : flushed;
    ctsar__region_report(s, "ctsar_free", flushed);
    ctsar__report_end(&s->stats);
    ctsar__history_end(&s->history); /* while what the units have learned of versions is there */
    ctsar__pass_free(&s->pass);
    ctsar__check_free(s->check);
    ctsar__reductions_free(&s->reductions);
    int status = ctsar__arrays_free(&s->arrays);
    ctsar__region_report(s, "ctsar_free", flushed ? CTSAR_OK : status);
    ctsar__stats_free(&s->stats);
    ctsar__schedule_close(s);
    ctsar__nodes_close(s->nodes);
    ctsar__trace_close(s->traced);
    free_units(s);
    pthread_mutex_destroy(&s->error_lock);
    free(s);
    ctsar__machine_release();
}

void ctsar_free(ctsar **place)
{
    if (!place || !*place)
        return;
    int status = ctsar__region_idle(*place);
    if (status) {
        ctsar__region_report(*place, "ctsar_free", status);
        return;
    }
    close_region(*place);
    *place = NULL;
}
