/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/keep.h"

#include <stdio.h>
#include <stdlib.h>

#include "observe/history_versions.h"

/* ---- Names -------------------------------------------------------------------------------- */

/* All that a unit's times depend on but the task. */
static void name_units(ctsar_tasks *t)
{
    char clock[CTSAR__HISTORY_CLOCK];
    ctsar__history_clock(&t->machine->config, clock);
    for (int u = 1; u < t->units; ++u)
        snprintf(t->history.key[u], sizeof *t->history.key, "%s, %s, %s", t->unit[u].name,
                 t->unit[u].device->model, clock);
    snprintf(t->history.key[CTSAR__CORES], sizeof *t->history.key, "core, %s", clock);
}

static void name_model(const ctsar__model *m, char about[static CTSAR__HISTORY_ABOUT])
{
    snprintf(about, CTSAR__HISTORY_ABOUT, "%.100s, %ld iterations, %zu bytes", m->kernel->name,
             m->n, m->bytes);
}

/* ---- Saying --------------------------------------------------------------------------------- */

static void say_model(const ctsar_tasks *t, ctsar__model *m, ctsar__history_say *say, void *to)
{
    char about[CTSAR__HISTORY_ABOUT];
    name_model(m, about);
    for (int u = 0; u < t->units; ++u) {
        ctsar__learned *l = &m->unit[u];
        if (l->fresh > 0)
            say(to, u, about, (ctsar__measured){0, l->seconds, l->fresh});
        l->fresh = 0;
    }
}

/* What units of a model have learned together is each one's, which may be there alone next time;
 * but for versions that it does not use any more. */
static void say_versions(const ctsar_tasks *t, ctsar__task_unit *model, ctsar__history_say *say,
                         void *to)
{
    bool shared = model->alike > 1;
    const ctsar__versions *all = shared ? &model->learned : &model->versions;
    for (int u = model->number; u < t->units; ++u)
        if (t->unit[u].model == model)
            ctsar__history_say_versions(all, shared ? &t->unit[u].versions : NULL, u, say, to);
    ctsar__history_said_versions(all);
}

/* Who waits for the history has a lock of these, when the process ends while tasks are executed. */
static void say_all(void *tasks, ctsar__history_say *say, void *to)
{
    ctsar_tasks *t = tasks;
    if (pthread_mutex_trylock(&t->lock))
        return;
    for (size_t b = 0; b < t->model_buckets; ++b)
        for (ctsar__model *m = t->model[b]; m; m = m->next)
            say_model(t, m, say, to);
    pthread_mutex_unlock(&t->lock);
    for (int u = 0; u < t->units; ++u) {
        ctsar__task_unit *unit = &t->unit[u];
        if (unit->model != unit || pthread_mutex_trylock(&unit->choosing))
            continue;
        say_versions(t, unit, say, to);
        pthread_mutex_unlock(&unit->choosing);
    }
}

/* ---- Life ------------------------------------------------------------------------------------ */

int ctsar__tasks_keep_open(ctsar_tasks *t)
{
    if (!t->machine->config.history_file || t->check)
        return CTSAR_OK;
    t->history = (ctsar__history_region){
        .name = "tasks", .units = t->units, .versions = say_all, .versions_of = t};
    t->history.key = calloc((size_t)t->units, sizeof *t->history.key);
    if (!t->history.key)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the names of %d units", t->units);
    name_units(t);
    ctsar__history_add(&t->machine->config, &t->history);
    return CTSAR_OK;
}

void ctsar__tasks_keep_close(ctsar_tasks *t)
{
    if (t->history.key)
        ctsar__history_end(&t->history);
    free(t->history.key);
}

/* ---- Recalling ---------------------------------------------------------------------------------
 */

/* One task's worth: what is measured now soon weighs more. */
void ctsar__tasks_recall_model(const ctsar_tasks *t, ctsar__model *m)
{
    char about[CTSAR__HISTORY_ABOUT];
    name_model(m, about);
    for (int u = 0; u < t->units && t->history.key; ++u) {
        ctsar__measured known = ctsar__history_recall_about(&t->history, u, about);
        if (known.ranges > 0)
            m->unit[u] = (ctsar__learned){.seconds = known.time, .count = CTSAR__TASK_TRIALS};
    }
}
