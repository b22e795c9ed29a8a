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

#include "cluster.h"
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

/* What policies are played on: one machine's model, or nodes. */
typedef struct scene {
    model alone;
    cluster *nodes;
    ctsar__team team; /* whose units' shares are told; none of nodes */
} scene;

static scene scene_make(const machine *m, const workload *w)
{
    if (machine_count_nodes(m) > 1)
        return (scene){.nodes = cluster_make(m, w)};
    return (scene){.alone = model_make(m, w), .team = m->team};
}

static void scene_free(scene *s)
{
    if (s->nodes)
        cluster_free(s->nodes);
    else
        model_free(&s->alone);
}

/* Plays one policy with all seeds and says what came of it. */
static void compare(const options *o, const player *p, scene *on, play_run *run, json_t *all)
{
    bool table = prints_table(o);
    for (int i = 0; i < o->seeds; ++i) {
        uint64_t seed = (uint64_t)(o->seed + i);
        if (on->nodes)
            cluster_play(p, on->nodes, seed, &run[i]);
        else
            play(p, &on->alone, seed, &run[i]);
    }
    summary s = summary_make(run, o->seeds, on->team.accs);
    if (table)
        output_row(p, &s, on->nodes != NULL);
    if (table && o->per_pass)
        output_passes(&s);
    if (all)
        output_json_policy(all, p, &s, o->runs ? run : NULL, o->seeds, on->team);
    summary_free(&s);
}

static void compare_all(const options *o, const machine *m)
{
    workload w = workload_read(o->workload);
    overrule(&w, o);
    scene played = scene_make(m, &w);
    play_run *run = sim_alloc((size_t)o->seeds, sizeof *run);
    for (int i = 0; i < o->seeds; ++i)
        run[i] = play_run_make(w.passes, played.team);
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
    scene_free(&played);
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
    machine_set_nodes(&m, o.nodes);
    if (o.graph && machine_count_nodes(&m) > 1)
        sim_fail(SIM_WRONG_INPUT, "graphs of tasks are executed by each node; play them on one");
    if (o.graph)
        graph_compare(&o, &m);
    else
        compare_all(&o, &m);
    machine_free(&m);
    options_free(&o);
    flush_stdout();
    return 0;
}
