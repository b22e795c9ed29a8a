/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Operations of a device of any backend, waited for.  Include after cmocka. */
#ifndef CTSAR_TESTS_DEVICE_H
#define CTSAR_TESTS_DEVICE_H

#include "base/status.h"
#include "device/device.h"

/* `status` is that of the operation that gave `e`. */
static inline void over(ctsar__device *d, int status, ctsar__event *e)
{
    if (status || d->backend->wait(d, e))
        fail_msg("%s", ctsar__error_detail());
}

static inline void write_bytes(ctsar__device *d, char *to, const void *from, size_t bytes)
{
    ctsar__event e;
    ctsar__copy2d c = {to, from, bytes, bytes, bytes, 1};
    over(d, d->backend->copy_in(d, 0, &c, &e), &e);
}

static inline void read_bytes(ctsar__device *d, void *to, const char *from, size_t bytes)
{
    ctsar__event e;
    ctsar__copy2d c = {to, from, bytes, bytes, bytes, 1};
    over(d, d->backend->copy_out(d, 0, &c, &e), &e);
}

#endif
