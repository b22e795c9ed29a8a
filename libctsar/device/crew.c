/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/crew.h"

#include <pthread.h>
#include <stdlib.h>

#include "threads/worker.h"

typedef struct helper {
    ctsar__job job; /* the first member */
    int member;
    ctsar__crew *crew;
} helper;

struct ctsar__crew {
    pthread_mutex_t taken; /* by who has the helpers */
    ctsar__workers *threads;
    void (*work)(void *data, int member);
    void *data;
    int members;
    helper helper[];
};

static void help(ctsar__job *job)
{
    helper *h = (helper *)job;
    h->crew->work(h->crew->data, h->member);
}

int ctsar__crew_open(int members, ctsar__crew **out)
{
    ctsar__crew *c = calloc(1, sizeof *c + (size_t)members * sizeof *c->helper);
    if (!c)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d threads that copy", members);
    c->members = members;
    for (int m = 1; m < members; ++m)
        c->helper[m] = (helper){.job.run = help, .member = m, .crew = c};
    int status = ctsar__workers_create(members - 1, true, &c->threads);
    if (status) {
        free(c);
        return status;
    }
    pthread_mutex_init(&c->taken, NULL);
    *out = c;
    return CTSAR_OK;
}

void ctsar__crew_close(ctsar__crew *c)
{
    if (!c)
        return;
    ctsar__workers_destroy(c->threads);
    pthread_mutex_destroy(&c->taken);
    free(c);
}

void ctsar__crew_dismiss(ctsar__crew *c)
{
    if (c)
        ctsar__workers_dismiss(c->threads);
}

/* How many come besides the calling thread. */
static int call_helpers(ctsar__crew *c, int members)
{
    int m = 1;
    while (m < members && m < c->members && !ctsar__workers_submit(c->threads, &c->helper[m].job))
        ++m;
    return m - 1;
}

void ctsar__crew_work(ctsar__crew *c, int members, void (*work)(void *data, int member), void *data)
{
    bool alone = !c || members < 2 || pthread_mutex_trylock(&c->taken);
    int helpers = 0;
    if (!alone) {
        c->work = work;
        c->data = data;
        helpers = call_helpers(c, members);
    }
    work(data, 0);
    for (int m = 1; m <= helpers; ++m)
        ctsar__workers_settle(c->threads, &c->helper[m].job);
    if (!alone)
        pthread_mutex_unlock(&c->taken);
}
