/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe/report_table.h"

#include <ctype.h>
#include <string.h>

#include "base/quantity.h"
#include "observe/shortfall.h"

enum { CELL = 48 }; /* bytes of a cell's text; holds a unit's name and what is said of it */
_Static_assert((int)CELL >= (int)CTSAR__SHOWN, "a quantity fits a cell");

typedef struct row {
    const ctsar__region_stats *region;
    const ctsar__unit_stats *unit;
} row;

static void name_cell(char *text, row r)
{
    snprintf(text, CELL, "%s%s", r.unit->name,
             *r.unit->gone        ? " (gone)"
             : r.unit->formless   ? " (no kernel)"
             : r.unit->late       ? " (being built)"
             : r.unit->backed_off ? " (backed off)"
                                  : "");
}
static void passes_cell(char *text, row r)
{
    snprintf(text, CELL, "%ld", r.unit->passes);
}
static void turns_cell(char *text, row r)
{
    snprintf(text, CELL, "%ld", r.unit->turns);
}
static void iterations_cell(char *text, row r)
{
    snprintf(text, CELL, "%ld", r.unit->iterations);
}

static void share_cell(char *text, row r)
{
    if (r.region->iterations)
        snprintf(text, CELL, "%.1f %%",
                 100.0 * (double)r.unit->iterations / (double)r.region->iterations);
    else
        strcpy(text, "-");
}

static void time_per_iteration_cell(char *text, row r)
{
    if (r.unit->iterations)
        ctsar__show_seconds(text, r.unit->busy / (double)r.unit->iterations);
    else
        strcpy(text, "-");
}

static void busy_cell(char *text, row r)
{
    ctsar__show_seconds(text, r.unit->busy);
}
/* A difference of sums: what rounding leaves of it is nothing. */
static void waiting_cell(char *text, row r)
{
    bool waited = r.unit->waiting > 1e-12 * r.region->seconds;
    ctsar__show_seconds(text, waited ? r.unit->waiting : 0);
}
static void copying_cell(char *text, row r)
{
    ctsar__show_seconds(text, r.unit->copying);
}
static void hidden_cell(char *text, row r)
{
    if (r.unit->copying > 0)
        snprintf(text, CELL, "%.1f %%", 100 * r.unit->hidden / r.unit->copying);
    else
        strcpy(text, "-");
}
static void in_cell(char *text, row r)
{
    ctsar__show_bytes(text, r.unit->bytes_in);
}
static void out_cell(char *text, row r)
{
    ctsar__show_bytes(text, r.unit->bytes_out);
}
static void between_cell(char *text, row r)
{
    ctsar__show_bytes(text, r.unit->bytes_between);
}
static void memory_cell(char *text, row r)
{
    ctsar__show_bytes(text, r.unit->committed);
}

/* A kernel that tasks have executed, and no version of one. */
static bool is_plain(const ctsar__version_stats *v)
{
    return !strcmp(v->family, v->version);
}

/* The version that executed most iterations; NULL: none has executed any. */
static const ctsar__version_stats *busiest(const ctsar__unit_stats *u)
{
    const ctsar__version_stats *most = NULL;
    for (int i = 0; i < u->versions; ++i)
        if (!is_plain(&u->version[i]) && u->version[i].iterations > (most ? most->iterations : 0))
            most = &u->version[i];
    return most;
}

/* The busiest version, and its part of what its kernel's versions executed. */
static void version_cell(char *text, row r)
{
    const ctsar__version_stats *most = busiest(r.unit);
    double all = 0;
    for (int i = 0; most && i < r.unit->versions; ++i)
        if (strcmp(r.unit->version[i].family, most->family) == 0)
            all += (double)r.unit->version[i].iterations;
    if (most)
        snprintf(text, CELL, "%.30s %.1f %%", most->version, 100 * (double)most->iterations / all);
    else
        strcpy(text, "-");
}

/* The first column is aligned to the left, the others to the right. */
static const struct column {
    const char *title;
    void (*cell)(char *text, row r);
} columns[] = {
    {"unit", name_cell},       {"passes", passes_cell},
    {"turns", turns_cell},     {"iterations", iterations_cell},
    {"share", share_cell},     {"time/iter", time_per_iteration_cell},
    {"busy", busy_cell},       {"waiting", waiting_cell},
    {"copying", copying_cell}, {"hidden", hidden_cell},
    {"in", in_cell},           {"out", out_cell},
    {"between", between_cell}, {"memory", memory_cell},
    {"version", version_cell}, /* last: where no unit has any it is left out */
};

enum { COLUMNS = sizeof columns / sizeof *columns };

static const char *title_of(const struct column *c, const ctsar__region_stats *r)
{
    if (r->tasks && c->cell == passes_cell)
        return "waits";
    return r->tasks && c->cell == turns_cell ? "tasks" : c->title;
}

static int widest(const struct column *c, const ctsar__region_stats *r)
{
    size_t width = strlen(title_of(c, r));
    for (int u = 0; u < r->cores + r->accs; ++u) {
        char text[CELL];
        c->cell(text, (row){r, &r->unit[u]});
        if (strlen(text) > width)
            width = strlen(text);
    }
    return (int)width;
}

static void write_cell(FILE *out, int column, int width, const char *text)
{
    fprintf(out, "  %*s", column ? width : -width, text);
}

static int columns_of(const ctsar__region_stats *r)
{
    for (int u = 0; u < r->cores + r->accs; ++u)
        if (r->tasks ? busiest(&r->unit[u]) != NULL : r->unit[u].versions > 0)
            return COLUMNS;
    return COLUMNS - 1;
}

static void write_units(FILE *out, const ctsar__region_stats *r)
{
    int width[COLUMNS], shown = columns_of(r);
    for (int c = 0; c < shown; ++c) {
        width[c] = widest(&columns[c], r);
        write_cell(out, c, width[c], title_of(&columns[c], r));
    }
    fputc('\n', out);
    for (int u = 0; u < r->cores + r->accs; ++u) {
        for (int c = 0; c < shown; ++c) {
            char text[CELL];
            columns[c].cell(text, (row){r, &r->unit[u]});
            write_cell(out, c, width[c], text);
        }
        fputc('\n', out);
    }
}

static void write_node(FILE *out, const ctsar__region_stats *r, int rank)
{
    const ctsar__node_stats *n = &r->node[rank];
    char name[CELL], busy[CELL], waiting[CELL], hidden[CELL], awaited[CELL], sent[CELL];
    char received[CELL], direct[CELL];
    snprintf(name, sizeof name, "rank %d%s", rank, rank == r->rank ? " *" : "");
    fprintf(out, "  %-9s  %10ld  %10s  %10s  %10s  %10s  %10s  %10s  %10s\n", name,
            n->sum.iterations, ctsar__show_seconds(busy, n->sum.busy),
            ctsar__show_seconds(waiting, n->waiting), ctsar__show_seconds(hidden, n->sum.hidden),
            ctsar__show_seconds(awaited, n->sum.awaited),
            ctsar__show_bytes(sent, n->sum.bytes.sent),
            ctsar__show_bytes(received, n->sum.bytes.received),
            ctsar__show_bytes(direct, n->sum.bytes.direct));
}

/* A line for each of several nodes; the one with the star has written this. */
static void write_nodes(FILE *out, const ctsar__region_stats *r)
{
    if (r->nodes)
        fprintf(out, "  %-9s  %10s  %10s  %10s  %10s  %10s  %10s  %10s  %10s\n", "node",
                "iterations", "busy", "waiting", "hidden", "awaited", "sent", "received", "direct");
    for (int rank = 0; rank < r->nodes; ++rank)
        write_node(out, r, rank);
}

/* What a cell has no room for. */
static void write_notes(FILE *out, const ctsar__region_stats *r)
{
    for (int u = 0; u < r->cores + r->accs; ++u) {
        if (*r->unit[u].gone)
            fprintf(out, "  %s takes no part any more: %s\n", r->unit[u].name, r->unit[u].gone);
        if (r->unit[u].streamed)
            fprintf(out, "  %s: ranges that do not fit its memory came in pieces\n",
                    r->unit[u].name);
    }
}

static const char *plural(long n)
{
    return n == 1 ? "" : "s";
}

/* The name on one line whatever it contains. */
static void write_name(FILE *out, const char *name)
{
    for (; *name; ++name)
        fputc(iscntrl((unsigned char)*name) ? '?' : *name, out);
}

static void write_header(FILE *out, const ctsar__region_stats *r, long opened)
{
    bool real = r->clock == CTSAR__CLOCK_REAL;
    fputs(r->tasks ? "ctsar: " : "ctsar: region ", out);
    write_name(out, r->name);
    fprintf(out, ": %s %s", r->tasks ? "placement" : "policy", r->policy);
    for (const char *const *name = r->overridden; *name; ++name)
        fprintf(out, "%s%s", name == r->overridden ? " (set by " : ", ", *name);
    fprintf(out, "%s, %s clock", *r->overridden ? ")" : "", real ? "real" : "virtual");
    if (opened > 1)
        fprintf(out, ", opened %ld times", opened);
    fputc('\n', out);
}

/* What policies with chunks and back-off decided, where they did. */
static void write_decisions(FILE *out, const ctsar__sched_stats *d)
{
    if (d->chunks)
        fprintf(out, "; %ld chunk%s", d->chunks, plural(d->chunks));
    if (d->backoffs)
        fprintf(out, "; %ld back-off%s, %ld probe%s, %ld return%s", d->backoffs,
                plural(d->backoffs), d->probes, plural(d->probes), d->returns, plural(d->returns));
    if (d->cores_out)
        fprintf(out, "; cores left out %ld time%s", d->cores_out, plural(d->cores_out));
}

/* What no placement could have beaten, by what tasks took. */
static void write_bounds(FILE *out, const ctsar__region_stats *r)
{
    char chain[CTSAR__SHOWN], area[CTSAR__SHOWN];
    if (r->bound > 0 && r->seconds > 0)
        fprintf(out, "  longest chain %s, area bound %s: %.1f %% of the time\n",
                ctsar__show_seconds(chain, r->longest_chain),
                ctsar__show_seconds(area, r->area_bound), 100 * r->bound / r->seconds);
}

static void write_tasks(FILE *out, const ctsar__region_stats *r)
{
    char seconds[CTSAR__SHOWN];
    long tasks = 0;
    for (int u = 0; u < r->cores + r->accs; ++u)
        ctsar__add_up(&tasks, r->unit[u].turns);
    fprintf(out, "  %ld wait%s, %ld task%s, %ld iteration%s, %s\n", r->passes, plural(r->passes),
            tasks, plural(tasks), r->iterations, plural(r->iterations),
            r->seconds == 0 ? "0 s" : ctsar__show_seconds(seconds, r->seconds));
    if (r->redone)
        fprintf(out, "  %ld task%s executed again by the host, as what %s computed was lost\n",
                r->redone, plural(r->redone), r->redone == 1 ? "it had" : "they had");
    write_bounds(out, r);
}

static void write_summary(FILE *out, const ctsar__region_stats *r)
{
    char seconds[CTSAR__SHOWN], sched[CTSAR__SHOWN], lp[CTSAR__SHOWN];
    fprintf(out, "  %ld pass%s, %ld iteration%s, %s; LP (%s): %ld solve%s, %ld fill%s", r->passes,
            r->passes == 1 ? "" : "es", r->iterations, plural(r->iterations),
            r->seconds == 0 ? "0 s" : ctsar__show_seconds(seconds, r->seconds),
            r->solver ? r->solver : "none", r->sched.solves, plural(r->sched.solves),
            r->sched.fills, plural(r->sched.fills));
    write_decisions(out, &r->sched);
    if (r->alone)
        fprintf(out, "; %ld loop%s by one thread, as another was in the region", r->alone,
                plural(r->alone));
    if (r->clock == CTSAR__CLOCK_REAL)
        fprintf(out, "; scheduler %s, of it LP %s", ctsar__show_seconds(sched, r->sched_seconds),
                ctsar__show_seconds(lp, r->sched.lp_seconds));
    fputc('\n', out);
}

/* ---- Why it was not faster ---- */

#define SAID 0.95  /* of what units' speeds add up to: what reaches less says why */
#define NAMED 0.01 /* of the time: a cause of less has no name */

static const char *const cause[] = {
#define CAUSE(name, what) what,
    CTSAR__LOSSES(CAUSE)
#undef CAUSE
};

/* The greatest loss behind `last`, the one that was named last; of equal ones the first that is not
 * named.  `last` CTSAR__LOST_KINDS: of all.  The same: there is none. */
static int next_loss(const ctsar__shortfall *s, int last)
{
    int next = CTSAR__LOST_KINDS;
    for (int i = 0; i < CTSAR__LOST_KINDS; ++i) {
        bool named = last < CTSAR__LOST_KINDS &&
                     (s->lost[i] > s->lost[last] || (s->lost[i] == s->lost[last] && i <= last));
        if (!named && (next == CTSAR__LOST_KINDS || s->lost[i] > s->lost[next]))
            next = i;
    }
    return next;
}

static void write_cause(FILE *out, const ctsar__region_stats *r, const ctsar__shortfall *s,
                        ctsar__loss kind)
{
    const ctsar__sched_stats *d = &r->sched;
    fprintf(out, "%.0f %% %s", 100 * s->lost[kind] / s->measured, cause[kind]);
    if (kind == CTSAR__LOST_first_passes)
        fprintf(out, " (%ld)", s->first);
    if (kind == CTSAR__LOST_trials)
        fprintf(out, " (%ld probe%s, %ld comparison%s)", d->probes, plural(d->probes),
                d->comparisons, plural(d->comparisons));
    if (kind == CTSAR__LOST_left_out && s->left_out >= 0)
        fprintf(out, " (%s most)", r->unit[s->left_out].name);
}

static void write_causes(FILE *out, const ctsar__region_stats *r, const ctsar__shortfall *s)
{
    fprintf(out, "  %.2f of what its units' speeds add up to", s->bound / s->measured);
    const char *before = ": ";
    for (int i = next_loss(s, CTSAR__LOST_KINDS); i < CTSAR__LOST_KINDS; i = next_loss(s, i)) {
        if (s->lost[i] < NAMED * s->measured)
            break;
        fputs(before, out);
        write_cause(out, r, s, (ctsar__loss)i);
        before = ", ";
    }
    fputc('\n', out);
}

static void write_shortfall(FILE *out, const ctsar__region_stats *r)
{
    ctsar__shortfall s;
    bool known = ctsar__shortfall_of(r, &s);
    if (known && r->cores + r->accs > 1 && s.bound < SAID * s.measured)
        write_causes(out, r, &s);
    ctsar__shortfall_free(&s);
}

static void write_serial(FILE *out, const ctsar__serial_entry *e)
{
    fputs("ctsar: loop ", out);
    write_name(out, e->name);
    fprintf(out, ": %ld time%s by one core, as what splitting it takes for granted did not hold\n",
            e->times, plural(e->times));
}

void ctsar__report_table(FILE *out, const ctsar__report_lists *report)
{
    for (const ctsar__report_entry *e = report->first; e; e = e->next) {
        const ctsar__region_stats *r = ctsar__entry_stats(e);
        write_header(out, r, e->opened);
        (r->tasks ? write_tasks : write_summary)(out, r);
        write_shortfall(out, r);
        write_units(out, r);
        write_nodes(out, r);
        write_notes(out, r);
    }
    for (const ctsar__serial_entry *e = report->serial; e; e = e->next)
        write_serial(out, e);
}
