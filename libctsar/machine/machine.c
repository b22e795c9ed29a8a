/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "machine/machine.h"
#include "machine/speed.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/nvtx.h"
#include "device/registry.h"
#include "device/staging.h"
#include "threads/places.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ctsar__machine machine; /* under the lock */
static int users;
static ctsar__share shared; /* zeroed: there is no other process */

void ctsar__machine_shared(ctsar__share share)
{
    pthread_mutex_lock(&lock);
    shared = share;
    pthread_mutex_unlock(&lock);
}

int ctsar__machine_threads(void)
{
    long all = sysconf(_SC_NPROCESSORS_ONLN),
         each = shared.local_size ? all / shared.local_size : 0;
    if (each < 1)
        each = 1;
    return shared.local_size > 1 && ctsar__places_count() > each ? (int)each : 0;
}

bool ctsar__device_usable(const ctsar__machine *m, const ctsar__device *d)
{
    return m->forks == ctsar__forks() || d->backend->survives_fork;
}

static void machine_close(ctsar__machine *m)
{
    while (m->devices > 0) {
        ctsar__device *d = m->device[--m->devices];
        ctsar__workers_destroy(m->workers[m->devices]);
        if (ctsar__device_usable(m, d))
            d->backend->close(d);
        else
            ctsar__device_abandon(d);
    }
    free(m->device);
    free(m->workers);
    ctsar__config_free(&m->config);
    *m = (ctsar__machine){0};
}

/* What nobody has asked for may be missing: another process may use it. */
static int leave_out(const ctsar__machine *m, int status)
{
    if (!m->config.found)
        return status;
    ctsar__warn("an accelerator is left out, which cannot be opened: %s", ctsar__error_detail());
    return CTSAR_OK;
}

static int open_device(ctsar__machine *m, const ctsar__backend *b, int index)
{
    ctsar__workers **workers = &m->workers[m->devices];
    /* A thread for each range in flight, and one that builds kernels. */
    int status = ctsar__workers_create(m->config.inflight + 1, true, workers);
    if (status)
        return status;
    status = b->open(&m->config.devices, index, &m->device[m->devices]);
    if (status) {
        ctsar__workers_destroy(*workers);
        return leave_out(m, status);
    }
    m->device[m->devices++]->timeout = m->config.device_timeout;
    return CTSAR_OK;
}

/* Opens the devices of one entry of CTSAR_DEVICES behind those that are open. */
static int open_request(ctsar__machine *m, const ctsar__device_request *r)
{
    const ctsar__backend *b = ctsar__backend_named(r->backend);
    if (!b)
        return ctsar__error(CTSAR_ENODEV, "no backend '%s' in this build; there are: %s",
                            r->backend, ctsar__backend_names());
    int status = CTSAR_OK;
    for (int i = 0; i < r->count && !status; ++i)
        status = open_device(m, b, r->first + i);
    return status;
}

static int machine_open(ctsar__machine *m)
{
    int status = ctsar__config_read(&m->config);
    if (!status && shared.local_size > 0)
        status = ctsar__config_share(&m->config, shared);
    if (status)
        return status;
    int total = 0;
    for (int i = 0; i < m->config.nrequests; ++i)
        total += m->config.requests[i].count;
    ctsar__nvtx_open();
    m->processors = ctsar__places_count();
    ctsar__speed_measure(&m->hand_out, &m->look);
    if (m->config.devices.clock == CTSAR__CLOCK_REAL)
        ctsar__stopwatch_set();
    m->forks = ctsar__forks();
    m->device = calloc((size_t)total + 1, sizeof *m->device);
    m->workers = calloc((size_t)total + 1, sizeof *m->workers);
    if (!m->device || !m->workers)
        status = ctsar__error(CTSAR_ENOMEM, "no memory for a list of %d devices", total);
    cpu_set_t before;
    ctsar__places_widen(&before); /* drivers make threads */
    for (int i = 0; i < m->config.nrequests && !status; ++i)
        status = open_request(m, &m->config.requests[i]);
    ctsar__places_restore(&before);
    if (status)
        machine_close(m);
    return status;
}

int ctsar__machine_acquire(const ctsar__machine **out)
{
    int status = CTSAR_OK;
    pthread_mutex_lock(&lock);
    if (users == 0) {
        machine_close(&machine);
        status = machine_open(&machine);
    }
    if (!status) {
        users++;
        *out = &machine;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

void ctsar__machine_release(void)
{
    pthread_mutex_lock(&lock);
    if (--users == 0)
        for (int i = 0; i < machine.devices; ++i) {
            ctsar__workers_dismiss(machine.workers[i]);
            ctsar__staging_rest(machine.device[i]);
        }
    pthread_mutex_unlock(&lock);
}

ctsar__costs ctsar__machine_costs(const ctsar__machine *m)
{
    bool real = m->config.devices.clock == CTSAR__CLOCK_REAL;
    return real ? ctsar__costs_of(m->hand_out, m->look) : ctsar__costs_found;
}

void ctsar__default_times(const ctsar__machine *m, ctsar__device *const *device, int devices,
                          double *time)
{
    unsigned base = ctsar__core_simd(m->config.devices.clock);
    for (int i = 0; i < devices; ++i)
        time[i] = device[i]->simd ? (double)base / device[i]->simd : 1.0;
    time[devices] = 1.0;
}
