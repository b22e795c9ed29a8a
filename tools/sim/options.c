/* SPDX-License-Identifier: BSD-3-Clause */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "fail.h"
#include "graph_file.h"

static const char help[] =
    "usage: ctsar-sim [OPTION]... MACHINE WORKLOAD\n"
    "Plays the library's policies on a machine and a workload, both described in files, in\n"
    "virtual time, and compares them.  The same command prints the same figures everywhere.\n"
    "\n"
    "  --policy LIST     which policies: NAME[:KEY=VALUE]...{,NAME...}; all when not given\n"
    "                    keys: div=N  chunk=N  ratio=X  backoff=fill[/N]|paper[/N]|0  cost=stated\n"
    "                          times=guessed: default times are known to be guesses\n"
    "                          times=exact: ranges take what they take, without error\n"
    "                          division=paper: by the paper's linear programme, not by fill\n"
    "                          first=accelerators: these have the first iterations of a split\n"
    "                    times.COST=X (a threshold in seconds, times X; docs/costs.md)\n"
    "  --sweep           the chunk policies once for each of div 5, 10, 20 ... 5120\n"
    "  --seeds N         runs with different noise of each policy (default 11)\n"
    "  --seed N          of the first of them (default 1)\n"
    "  --cores N         use only the first N cores of the machine\n"
    "  --accelerators N  likewise\n"
    "  --nodes N         play on N nodes; of unlike ones, in the parts that the machine has\n"
    "  --passes N        instead of what the workload says; likewise\n"
    "  --iterations N    per pass\n"
    "  --noise X         sigma of a range's time, lognormal\n"
    "  --pass-time X     seconds that the best split takes; all times are scaled to that\n"
    "  --limits LIST     which limits of the machine hold: drivers, bus, threads, runs; all\n"
    "  --inflight N      of a graph: tasks in flight on an accelerator (default 3)\n"
    "  --per-pass        print each pass's efficiency, median and tenth percentile\n"
    "  --json FILE       write all of it as JSON; - for stdout, without the table\n"
    "  --runs            with --json: every pass of every run, too\n"
    "  --help            print this\n"
    "\n"
    "Columns, medians over the seeds:\n"
    "  time        of all passes, in seconds\n"
    "  efficiency  time of the best split in hindsight / time.  The best split gives each unit\n"
    "              one contiguous range of whole iterations, in unit order (cores first), knows\n"
    "              true overheads, times and costs of that pass, has no noise, and moves no data\n"
    "  p10         the tenth percentile of that\n"
    "  busy        busy efficiency: the time that the pass would have taken with all units busy\n"
    "              until its end, each at its speed / time; mean over the passes; of the\n"
    "              units that the best split or the policy uses\n"
    "  imbalance   latest end / mean end of the units that had work, less 1; mean over the passes\n"
    "  solves      of the LP;  chunks: ranges handed out on demand;  off, back: times that an\n"
    "              accelerator was left out, and came back; all in the whole run\n"
    "The row \"oracle\" executes the best split, each range of it under the same noise that the\n"
    "first range of that unit meets under the policies.\n"
    "\n"
    "On several nodes the library divides each pass over them, and the policy each part over the\n"
    "node's units; behind it they exchange what the workload says.  Best is the time in which all\n"
    "would have done it if each did its part by the best split, and exchange took none; imbalance\n"
    "is of nodes; the column exchange has the part of the time that it took.\n"
    "\n"
    "A graph of tasks in the place of the workload: --policy lists placements, --iterations is\n"
    "the tiles of a side, and efficiency is the greater one of the longest chain and the area\n"
    "bound / time.\n"
    "\n"
    "Exit status: 0; 2 wrong command line or file; 3 a policy broke its contract.\n";

/* ---- Numbers ------------------------------------------------------------------- */

static double number(const char *what, const char *text, double min, double max)
{
    char *end;
    double x = strtod(text, &end);
    if (end == text || *end || !(x >= min && x <= max))
        sim_fail(SIM_WRONG_INPUT, "%s must be a number from %g to %g, not '%s'", what, min, max,
                 text);
    return x;
}

static long integer(const char *what, const char *text, long min, long max)
{
    char *end;
    errno = 0;
    long x = strtol(text, &end, 10);
    if (end == text || *end || errno || x < min || x > max)
        sim_fail(SIM_WRONG_INPUT, "%s must be a whole number from %ld to %ld, not '%s'", what, min,
                 max, text);
    return x;
}

/* ---- Policies -------------------------------------------------------------------- */

static player *add_player(options *o, const ctsar__sched_ops *ops, const char *label)
{
    o->player = realloc(o->player, (size_t)(o->players + 1) * sizeof *o->player);
    if (!o->player)
        sim_fail(SIM_WRONG_INPUT, "no memory for %d policies", o->players + 1);
    player *p = &o->player[o->players++];
    *p = (player){.ops = ops, .backoff = CTSAR_BACKOFF_FILL, .costs = ctsar__costs_found};
    snprintf(p->label, sizeof p->label, "%s", label);
    return p;
}

static void set_backoff(player *p, const char *value)
{
    size_t rule = strcspn(value, "/");
    if (rule == 4 && strncmp(value, "fill", 4) == 0)
        p->backoff = CTSAR_BACKOFF_FILL;
    else if (rule == 5 && strncmp(value, "paper", 5) == 0)
        p->backoff = CTSAR_BACKOFF_PAPER;
    else if (strcmp(value, "0") == 0)
        p->backoff = CTSAR_BACKOFF_NEVER;
    else
        sim_fail(SIM_WRONG_INPUT, "%s: backoff must be fill, fill/N, paper, paper/N or 0",
                 p->label);
    if (value[rule] == '/')
        p->backoff_passes = (int)integer("the passes of backoff", value + rule + 1, 1, 1000000);
}

/* A threshold in seconds, times a factor. */
static void set_cost(player *p, const char *name, const char *value)
{
    double *cost = ctsar__costs_named(&p->costs, name);
    if (!cost)
        sim_fail(SIM_WRONG_INPUT, "%s: there is no cost '%s'; costs: %s", p->label, name,
                 ctsar__costs_names());
    *cost *= number(name, value, 1e-6, 1e6);
}

static void set_key(player *p, char *setting)
{
    char *value = strchr(setting, '=');
    if (value)
        *value++ = 0;
    if (value && strcmp(setting, "div") == 0)
        p->div = (int)integer("div", value, 1, 100000000);
    else if (value && strcmp(setting, "chunk") == 0)
        p->chunk = integer("chunk", value, 1, 100000000);
    else if (value && strcmp(setting, "ratio") == 0) {
        p->ratio = number("ratio", value, 0, 1);
        p->has_ratio = true;
    } else if (value && strcmp(setting, "backoff") == 0)
        set_backoff(p, value);
    else if (value && strcmp(setting, "cost") == 0 && strcmp(value, "stated") == 0)
        p->stated_cost = true;
    else if (value && strcmp(setting, "times") == 0 && strcmp(value, "guessed") == 0)
        p->guessed = true;
    else if (value && strcmp(setting, "times") == 0 && strcmp(value, "exact") == 0)
        p->exact = true;
    else if (value && strcmp(setting, "division") == 0 && strcmp(value, "paper") == 0)
        p->fractions = true;
    else if (value && strcmp(setting, "first") == 0 && strcmp(value, "accelerators") == 0)
        p->accelerators_first = true;
    else if (value && strncmp(setting, "times.", 6) == 0)
        set_cost(p, setting + 6, value);
    else
        sim_fail(SIM_WRONG_INPUT,
                 "policy %s: '%s' is no setting; settings: div=N chunk=N ratio=X "
                 "backoff=RULE cost=stated times=guessed times=exact times.COST=X division=paper "
                 "first=accelerators",
                 p->label, setting);
}

static void add_policy(options *o, char *spec)
{
    char label[80], *rest, *name;
    snprintf(label, sizeof label, "%s", spec);
    name = strtok_r(spec, ":", &rest);
    const ctsar__sched_ops *ops = name ? ctsar__policy_named(name) : NULL;
    if (!ops)
        sim_fail(SIM_WRONG_INPUT, "there is no policy '%s'; policies: %s", name ? name : "",
                 ctsar__policy_names());
    player *p = add_player(o, ops, label);
    for (char *key; (key = strtok_r(NULL, ":", &rest));)
        set_key(p, key);
}

static void add_policies(options *o, char *list)
{
    char *rest;
    for (char *spec = strtok_r(list, ",", &rest); spec; spec = strtok_r(NULL, ",", &rest))
        add_policy(o, spec);
}

static void add_sweep(options *o)
{
    static const char *const swept[] = {"chunk", "chunk_static", "chunk_dynamic"};
    for (size_t i = 0; i < sizeof swept / sizeof *swept; ++i)
        for (int div = 5; ctsar__policy_named(swept[i]) && div <= 5120; div *= 2) {
            char spec[80];
            snprintf(spec, sizeof spec, "%s:div=%d", swept[i], div);
            add_policy(o, spec);
        }
}

/* ---- Limits ---------------------------------------------------------------------- */

static unsigned limits_of(char *list)
{
    static const char *const name[] = {"drivers", "bus", "threads", "runs"};
    unsigned found = 0;
    char *rest;
    for (char *word = strtok_r(list, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        unsigned limit = strcmp(word, "all") == 0 ? LIMIT_ALL : 0;
        for (unsigned i = 0; i < sizeof name / sizeof *name; ++i)
            limit |= strcmp(word, name[i]) == 0 ? 1U << i : 0;
        if (!limit)
            sim_fail(SIM_WRONG_INPUT,
                     "--limits: there is no limit '%s'; limits: drivers, bus, threads, runs, all",
                     word);
        found |= limit;
    }
    return found;
}

/* ---- The command line ---------------------------------------------------------------- */

static const struct option longs[] = {
    {"policy", required_argument, NULL, 'p'},
    {"sweep", no_argument, NULL, 'w'},
    {"seeds", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 's'},
    {"passes", required_argument, NULL, 'P'},
    {"iterations", required_argument, NULL, 'N'},
    {"cores", required_argument, NULL, 'C'},
    {"accelerators", required_argument, NULL, 'A'},
    {"nodes", required_argument, NULL, 'M'},
    {"noise", required_argument, NULL, 'x'},
    {"pass-time", required_argument, NULL, 't'},
    {"limits", required_argument, NULL, 'l'},
    {"per-pass", no_argument, NULL, 'e'},
    {"json", required_argument, NULL, 'j'},
    {"runs", no_argument, NULL, 'r'},
    {"inflight", required_argument, NULL, 'f'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* Of several --policy all count. */
static void append_policies(options *o, const char *list)
{
    size_t before = o->policies ? strlen(o->policies) + 1 : 0;
    o->policies = realloc(o->policies, before + strlen(list) + 1);
    if (!o->policies)
        sim_fail(SIM_WRONG_INPUT, "no memory for the names of policies");
    if (before)
        o->policies[before - 1] = ',';
    memcpy(o->policies + before, list, strlen(list) + 1);
}

static void take(options *o, int c, char *value)
{
    switch (c) {
    case 'p':
        append_policies(o, value);
        break;
    case 'w':
        o->sweep = true;
        break;
    case 'f':
        o->inflight = (int)integer("--inflight", value, 1, CTSAR__INFLIGHT_MOST);
        break;
    case 'n':
        o->seeds = (int)integer("--seeds", value, 1, 100000);
        break;
    case 's':
        o->seed = integer("--seed", value, 0, 1000000000);
        break;
    case 'P':
        o->passes = integer("--passes", value, 1, 10000000);
        break;
    case 'C':
        o->cores = integer("--cores", value, 0, 100000);
        break;
    case 'A':
        o->accelerators = integer("--accelerators", value, 0, 100000);
        break;
    case 'M':
        o->nodes = integer("--nodes", value, 1, 10000);
        break;
    case 'N':
        o->iterations = integer("--iterations", value, 1, 100000000);
        break;
    case 'x':
        o->noise = number("--noise", value, 0, 10);
        break;
    case 't':
        o->pass_time = number("--pass-time", value, 1e-9, 1e9);
        break;
    case 'l':
        o->limits |= limits_of(value);
        break;
    case 'e':
        o->per_pass = true;
        break;
    case 'j':
        o->json = value;
        break;
    case 'r':
        o->runs = true;
        break;
    case 'h':
        fputs(help, stdout);
        exit(fflush(stdout) ? SIM_WRONG_INPUT : 0);
    default:
        fputs("ctsar-sim: see --help\n", stderr);
        exit(SIM_WRONG_INPUT);
    }
}

static void add_players(options *o)
{
    add_player(o, NULL, "oracle");
    if (o->policies)
        add_policies(o, o->policies);
    if (o->sweep)
        add_sweep(o);
    for (int i = 0; !o->policies && !o->sweep && ctsar__policies[i]; ++i)
        add_player(o, ctsar__policies[i], ctsar__policies[i]->name);
}

bool prints_table(const options *o)
{
    return !o->json || strcmp(o->json, "-") != 0;
}

options options_parse(int argc, char **argv)
{
    options o = {.seed = 1,
                 .seeds = 11,
                 .cores = -1,
                 .accelerators = -1,
                 .inflight = 3,
                 .noise = NAN,
                 .pass_time = NAN};
    for (int c; (c = getopt_long(argc, argv, "", longs, NULL)) != -1;)
        take(&o, c, optarg);
    if (argc - optind != 2)
        sim_fail(SIM_WRONG_INPUT, "the files of a machine and a workload are needed; see --help");
    o.machine = argv[optind];
    o.workload = argv[optind + 1];
    o.graph = graph_is(o.workload);
    if (o.graph && o.sweep)
        sim_fail(SIM_WRONG_INPUT, "--sweep is not for graphs of tasks");
    if (!o.graph)
        add_players(&o);
    return o;
}

void options_free(options *o)
{
    free(o->policies);
    free(o->player);
    *o = (options){0};
}
