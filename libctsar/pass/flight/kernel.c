/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/flight/kernel.h"

#include "pass/core/bounds.h"
#include "pass/core/trace.h"

int ctsar__slot_execute_kernel(ctsar__acc *a, ctsar__slot *s, ctsar__range piece,
                               ctsar__slot_kernel *k)
{
    ctsar__device *d = a->device;
    ctsar__event e = {0};
    s->arguments.launch.kernel = k->form;
    s->arguments.launch.seconds = k->modelled;
    int status = d->backend->launch(d, s->index, &s->arguments.launch, &e);
    k->refused = status == CTSAR_EDEVICE;
    k->kept = CTSAR_OK;
    if (ctsar__on(d, status, &s->traffic))
        return status;
    if (k->keep)
        k->kept = ctsar__data_keep(&a->data, ctsar__values_of(a->bounds, piece), &s->undo);
    status = d->backend->wait(d, &e);
    if (ctsar__on(d, status, &s->traffic))
        return status;
    ctsar__engines_book(&a->engines, s->index, CTSAR__COMPUTE, e.seconds,
                        ctsar__traced_kernel(piece));
    s->kernel += e.seconds;
    s->held_up += e.held_up;
    k->seconds = e.seconds;
    return CTSAR_OK;
}
