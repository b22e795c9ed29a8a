/* SPDX-License-Identifier: BSD-3-Clause */
#include "region/times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Puts what is known in place of defaults, and makes the other units as much faster or slower than
 * their defaults as the known ones are (geometric mean).  True: all units are known. */
static bool refine(double *time, double *overhead, const ctsar__measured *known, int entries)
{
    double logs = 0;
    int count = 0;
    for (int i = 0; i < entries; ++i)
        if (known[i].ranges > 0) {
            logs += log(known[i].time / time[i]);
            count++;
        }
    double scale = count ? exp(logs / count) : 1;
    for (int i = 0; i < entries; ++i) {
        bool is_known = known[i].ranges > 0;
        time[i] = is_known ? known[i].time : time[i] * scale;
        overhead[i] = is_known ? known[i].overhead : overhead[i];
    }
    return count == entries;
}

int ctsar__region_times(const ctsar *s, double *time, double *overhead, bool *guessed)
{
    int entries = s->accs + 1;
    ctsar__measured *known = malloc((size_t)entries * sizeof *known);
    if (!known)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the times of %d accelerators", s->accs);
    ctsar__default_times(s->machine, s->device, s->accs, time);
    for (int i = 0; i < entries; ++i)
        overhead[i] = i < s->accs ? s->device[i]->launch_overhead : 0;
    if (s->settings.time) {
        memcpy(time, s->settings.time, (size_t)entries * sizeof *time);
        *guessed = false;
    } else {
        ctsar__history_recall(&s->history, known);
        *guessed = !refine(time, overhead, known, entries);
    }
    if (s->sched) {
        ctsar__sched_times(s->sched, known);
        *guessed = !refine(time, overhead, known, entries) && *guessed;
    }
    free(known);
    return CTSAR_OK;
}
