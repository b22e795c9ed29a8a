/* SPDX-License-Identifier: BSD-3-Clause
 *
 * StarPU in a program that also does other things: its workers sleep while those are measured. */
#include <starpu.h>

#include <stdlib.h>

#include "../../apps/common/app.h"
#include "peer.h"

static void stop(void)
{
    starpu_resume(); /* it does not stop while it sleeps */
    starpu_shutdown();
}

void peer_starpu_begin(void)
{
    static bool started;
    struct starpu_conf conf;

    if (started) {
        starpu_resume();
        return;
    }
    started = true;
    setenv("STARPU_SILENT", "1", 0); /* it tells of every sample that is far from the others */
    starpu_conf_init(&conf);
    conf.sched_policy_name = "dmda";
    conf.ncuda = 0;
    conf.calibrate = 1; /* goes on training the history model */
    if (starpu_init(&conf))
        app_fail("StarPU does not start");
    atexit(stop);
}

void peer_starpu_end(void)
{
    starpu_pause();
}

void peer_starpu_check(int status)
{
    if (status)
        app_fail("StarPU takes no task: none of its workers can execute it");
}
