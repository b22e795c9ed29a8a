/* SPDX-License-Identifier: BSD-3-Clause */
#include "costs_tasks.h"

#include "task/set.h"

void costs_open_tasks(ctsar_tasks **t, bool accelerators, const char *cost, double times)
{
    unsigned devices = accelerators ? CTSAR_DEV_ALL : CTSAR_DEV_CPU;
    ctsar_tasks_init(t, devices, CTSAR_PLACEMENT_DEFAULT);
    ctsar__costs costs = (*t)->costs;
    *ctsar__costs_named(&costs, cost) *= times;
    ctsar__tasks_go_by(*t, &costs);
}
