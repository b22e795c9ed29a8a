/* SPDX-License-Identifier: BSD-3-Clause */
#include "check/count.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic long told, checks, tasks; /* of these: kernels of tasks */

static void summary(void)
{
    fprintf(stderr, "ctsar: check: %ld mistake%s in %ld %s%s%s\n", (long)told, told == 1 ? "" : "s",
            (long)checks, tasks < checks ? "region" : "kernel", checks == 1 ? "" : "s",
            tasks && tasks < checks ? " and kernels of tasks" : "");
}

void ctsar__check_count(bool first, bool of_tasks)
{
    static atomic_flag registered = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&registered))
        atexit(summary);
    checks += first;
    tasks += first && of_tasks;
    told++;
}
