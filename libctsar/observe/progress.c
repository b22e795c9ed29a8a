/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "observe/progress.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/status.h"
#include "observe/json_file.h"

static const double shown_every = 0.25, written_every = 1; /* seconds */
static const char erase[] = "\r\033[K";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Under the lock, but for `due`. */
static struct {
    pid_t owner; /* the process that shows; 0: none yet */
    int terminal;
    char *file;
    _Atomic double due; /* when there may be more to show */
    json_t *last;       /* of the file */
    bool told;          /* that it cannot be written */
} progress = {.terminal = -1};

/* Opened anew, so that it does not make the program wait, and the program's own stderr does. */
static int open_terminal(void)
{
    char name[256];
    if (!isatty(STDERR_FILENO) || ttyname_r(STDERR_FILENO, name, sizeof name))
        return -1;
    return open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* What cannot be shown now is not shown. */
static void say(const char *text)
{
    (void)!write(progress.terminal, text, strlen(text));
}

static void write_file(bool running)
{
    if (!progress.last || json_object_set_new(progress.last, "running", json_boolean(running)))
        return;
    int error = ctsar__json_refresh(progress.file, progress.last);
    if (error && !progress.told)
        ctsar__warn("progress could not be written to %s: %s", progress.file, strerror(error));
    progress.told |= error != 0;
}

static void end(void)
{
    if (progress.owner != getpid())
        return;
    pthread_mutex_lock(&lock);
    if (progress.terminal >= 0)
        say(erase);
    if (progress.file)
        write_file(false);
    json_decref(progress.last);
    free(progress.file);
    progress.owner = 0;
    progress.last = NULL;
    progress.file = NULL;
    pthread_mutex_unlock(&lock);
}

bool ctsar__progress_open(const ctsar__config *config)
{
    if (!config->progress && !config->progress_file)
        return false;
    pthread_mutex_lock(&lock);
    if (!progress.owner && (config->progress_file || progress.terminal >= 0 ||
                            (progress.terminal = open_terminal()) >= 0)) {
        progress.file = config->progress_file ? ctsar__absolute_path(config->progress_file) : NULL;
        bool somewhere = progress.file || progress.terminal >= 0;
        progress.owner = somewhere && !atexit(end) ? getpid() : 0;
    }
    bool open = progress.owner == getpid();
    pthread_mutex_unlock(&lock);
    return open;
}

/* ---- What there is to say ----------------------------------------------------------- */

typedef struct news {
    const ctsar__region_stats *region;
    double pace; /* passes a second; 0: not known yet */
    double cores;
    const long *of_acc; /* iterations of each accelerator in the last pass, of ... */
    double all;
} news;

static news news_of(ctsar__region_stats *r, const ctsar__pass_record *pass, double now)
{
    news n = {.region = r, .of_acc = pass->iterations + pass->cores};
    for (int u = 0; u < pass->cores; ++u)
        n.cores += (double)pass->iterations[u];
    n.all = pass->n > 0 ? (double)pass->n : 1;
    if (r->told_at > 0 && now > r->told_at)
        n.pace = (double)(r->passes - r->told_passes) / (now - r->told_at);
    r->told_at = now;
    r->told_passes = r->passes;
    return n;
}

/* ---- The line ------------------------------------------------------------------------ */

typedef struct line {
    char text[400];
    size_t at;
} line;

static void add(line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is too long is cut. */
static void add(line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t room = sizeof l->text - l->at;
    int size = vsnprintf(l->text + l->at, room, format, args);
    va_end(args);
    if (size > 0)
        l->at += (size_t)size < room ? (size_t)size : room - 1;
}

/* Percent with a dot in every locale. */
static void add_share(line *l, const char *name, double part)
{
    long tenths = (long)(1000 * part + 0.5);
    add(l, ", %s %ld.%ld %%", name, tenths / 10, tenths % 10);
}

static void cut_to_terminal(line *l)
{
    struct winsize size;
    size_t wide = ioctl(progress.terminal, TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
    if (l->at >= wide) {
        l->at = wide - 1;
        l->text[l->at] = '\0';
    }
}

/* As much as the terminal has room for in one line. */
static void show_line(const news *n)
{
    line l = {.at = 0};
    const ctsar__region_stats *r = n->region;
    add(&l, "%s: pass %ld", r->name, r->passes);
    if (n->pace > 0)
        add(&l, ", %.0f/s", n->pace);
    add_share(&l, "cores", n->cores / n->all);
    for (int a = 0; a < r->accs; ++a)
        add_share(&l, r->unit[r->cores + a].name, (double)n->of_acc[a] / n->all);
    cut_to_terminal(&l);
    say("\r");
    say(l.text);
    say("\033[K\r");
}

/* ---- The file ------------------------------------------------------------------------ */

static void keep_file(const news *n)
{
    const ctsar__region_stats *r = n->region;
    json_t *accelerators = json_object();
    for (int a = 0; a < r->accs; ++a)
        json_object_set_new(accelerators, r->unit[r->cores + a].name,
                            json_real((double)n->of_acc[a] / n->all));
    json_decref(progress.last);
    progress.last = json_pack("{s:i, s:I, s:o, s:I, s:f, s:f, s:o}", "ctsar_progress", 1, "pid",
                              (json_int_t)getpid(), "region", ctsar__json_text(r->name), "pass",
                              (json_int_t)r->passes, "passes_per_s", n->pace, "cores",
                              n->cores / n->all, "accelerators", accelerators);
    write_file(true);
}

void ctsar__progress_pass(ctsar__region_stats *r, const ctsar__pass_record *pass)
{
    double now = ctsar__now();
    if (now < progress.due || !pass->iterations || pthread_mutex_trylock(&lock))
        return;
    if (progress.owner == getpid()) {
        news n = news_of(r, pass, now);
        if (progress.file)
            keep_file(&n);
        else
            show_line(&n);
        progress.due = now + (progress.file ? written_every : shown_every);
    }
    pthread_mutex_unlock(&lock);
}
