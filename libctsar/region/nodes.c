/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The public calls about nodes. */
#define _GNU_SOURCE
#include "region/nodes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/report.h"
#include "config/config.h"
#include "machine/machine.h"
#include "pass/core/team.h"

/* Schedules of passes are those of one process. */
static int check_settings(const ctsar__config *c)
{
    const ctsar__node *n = ctsar__node_here();
    if (!n || n->world.size == 1 || c->schedule == CTSAR__SCHEDULE_FREE)
        return CTSAR_OK;
    return ctsar__error(CTSAR_ECONFIG,
                        "CTSAR_SCHEDULE is set, and %d nodes divide passes, which a "
                        "schedule does not tell; unset it, or set CTSAR_NODES=0",
                        n->world.size);
}

static int start(const ctsar__config *c)
{
    char settings[40];
    snprintf(settings, sizeof settings, "%s clock, check %d",
             c->devices.clock == CTSAR__CLOCK_REAL ? "real" : "virtual", c->check);
    int status = ctsar__node_start(c->nodes, settings);
    return status ? status : check_settings(c);
}

/* Ranks on one machine have a part of its cores each, unless the user has said how many threads
 * there are to be. */
static void share_machine(const ctsar__world *w)
{
    ctsar__machine_shared((ctsar__share){w->rank, w->local_rank, w->local_size});
    int threads = ctsar__machine_threads();
    if (threads && !secure_getenv("OMP_NUM_THREADS"))
        ctsar__team_limit(threads);
}

static int get_ready(void)
{
    ctsar__config c;
    int status = ctsar__config_read(&c);
    if (status)
        return status;
    status = start(&c);
    ctsar__config_free(&c);
    const ctsar__node *n = ctsar__node_here();
    if (!status && n && n->world.size > 1)
        share_machine(&n->world);
    return status;
}

/* For the first caller; others wait until the machine is shared.  What is refused is refused again.
 */
int ctsar__nodes_ready(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static _Atomic bool ready;
    if (ready)
        return CTSAR_OK;
    pthread_mutex_lock(&lock);
    int status = ready ? CTSAR_OK : get_ready();
    ready = !status;
    pthread_mutex_unlock(&lock);
    return status;
}

static const ctsar__node *node_for(const char *call)
{
    int status = ctsar__nodes_ready();
    ctsar__report_call("nodes", call, status);
    return status ? NULL : ctsar__node_here();
}

int ctsar_node(void)
{
    const ctsar__node *n = node_for("ctsar_node");
    return n ? n->world.rank : 0;
}

int ctsar_nodes(void)
{
    const ctsar__node *n = node_for("ctsar_nodes");
    return n ? n->world.size : 1;
}

int ctsar_use_comm(const void *comm)
{
    int status = ctsar__node_use(comm);
    if (!status)
        status = ctsar__nodes_ready();
    return ctsar__report_call("nodes", "ctsar_use_comm", status);
}
