/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ctsar-sim: compares the library's policies on a machine and a workload, in virtual time. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fail.h"
#include "graph_output.h"
#include "output.h"

static void overrule(workload *w, const options *o)
{
    if (o->passes)
        w->passes = o->passes;
    if (o->iterations)
        w->iterations = o->iterations;
    if (!isnan(o->noise))
        w->noise = o->noise;
    if (!isnan(o->pass_time))
        w->pass_time = o->pass_time;
}

/* Plays one policy with all seeds and says what came of it. */
static void compare(const options *o, const player *p, model *m, play_run *run, json_t *all)
{
    int accs = m->machine->team.accs;
    bool table = prints_table(o);
    for (int i = 0; i < o->seeds; ++i)
        play(p, m, (uint64_t)(o->seed + i), &run[i]);
    summary s = summary_make(run, o->seeds, accs);
    if (table)
        output_row(p, &s);
    if (table && o->per_pass)
        output_passes(&s);
    if (all)
        output_json_policy(all, p, &s, o->runs ? run : NULL, o->seeds, m->machine->team);
    summary_free(&s);
}

static void compare_all(const options *o, const machine *m)
{
    workload w = workload_read(o->workload);
    overrule(&w, o);
    model played = model_make(m, &w);
    play_run *run = sim_alloc((size_t)o->seeds, sizeof *run);
    for (int i = 0; i < o->seeds; ++i)
        run[i] = play_run_make(w.passes, m->team);
    json_t *all = o->json ? output_json(o, m, &w) : NULL;
    if (prints_table(o))
        output_heading(o, m, &w);
    for (int i = 0; i < o->players; ++i)
        compare(o, &o->player[i], &played, run, all);
    if (all)
        output_json_write(all, o->json);
    for (int i = 0; i < o->seeds; ++i)
        play_run_free(&run[i]);
    free(run);
    model_free(&played);
    workload_free(&w);
}

/* Where stdout is closed the first file that is opened would be it. */
static void check_stdout(void)
{
    if (fcntl(STDOUT_FILENO, F_GETFD) < 0)
        sim_fail(SIM_WRONG_INPUT, "stdout is closed");
}

static void flush_stdout(void)
{
    if (fflush(stdout) || ferror(stdout))
        sim_fail(SIM_WRONG_INPUT, "stdout cannot be written: %s", strerror(errno));
}

int main(int argc, char **argv)
{
    check_stdout();
    options o = options_parse(argc, argv);
    machine m = machine_read(o.machine);
    machine_limit(&m, o.cores, o.accelerators);
    machine_heed(&m, o.limits);
    if (o.graph)
        graph_compare(&o, &m);
    else
        compare_all(&o, &m);
    machine_free(&m);
    options_free(&o);
    flush_stdout();
    return 0;
}
