/* SPDX-License-Identifier: BSD-3-Clause
 *
 * usage: attack [--harsh] [--seed N] [--count N] [--seconds N] [--limit SECONDS] [--keep FOLDER]
 *        attack [--limit SECONDS] FILE
 * Random programs against the library, each in a process of its own.  --harsh: accelerators,
 * allocations and the environment fail them besides.  One that ends otherwise than the model says
 * is shortened as long as it does so, and kept as a script, which the second form replays. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "attack/run.h"

typedef struct options {
    bool harsh;
    uint64_t seed;
    long count, seconds, limit; /* of programs; of all of them; of one */
    const char *keep, *file;
} options;

/* What the last quiet process said, anew each time; what those said that failed at first. */
static FILE *said, *failures;

static void say_into_file(void)
{
    if (dup2(fileno(said), STDERR_FILENO) < 0)
        _exit(3);
}

/* Flushed, since a process that is forked later writes what it finds in the buffer again. */
static void repeat(FILE *from, FILE *to)
{
    char text[4096];
    size_t bytes;
    rewind(from);
    while ((bytes = fread(text, 1, sizeof text, from)) > 0)
        fwrite(text, 1, bytes, to);
    fflush(to);
}

/* What has been run, besides programs. */
typedef struct tally {
    long passes, faults, refused;
} tally;

/* Adds what the last quiet process has said. */
static void count_what_was_said(tally *t)
{
    static const char *const failure[] = {"as CTSAR_EMU says", "(CTSAR_TIMEOUT)",
                                          "takes no part any more", "which cannot be opened"};
    char text[1000];
    long passes, refused, faults = 0;
    rewind(said);
    while (fgets(text, sizeof text, said)) {
        for (int i = 0; i < 4; ++i)
            faults = faults || strstr(text, failure[i]);
        if (sscanf(text, TALLY "%ld %ld", &passes, &refused) == 2) {
            t->passes += passes;
            t->refused += refused;
        }
    }
    t->faults += faults;
}

/* How a process that executes the script ends, as wait says. */
static int outcome(const script *s, const options *o, bool quiet)
{
    int status = -1;
    if (quiet && (ftruncate(fileno(said), 0) < 0 || fseek(said, 0, SEEK_SET) < 0))
        return status;
    pid_t child = fork();
    if (child == 0) {
        if (quiet)
            say_into_file();
        alarm((unsigned)o->limit); /* who hangs is ended by a signal */
        exit(run_script(s) ? 1 : 0);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* ---- Shortening
 * ---------------------------------------------------------------------------------- */

/* Threads meet otherwise each time. */
static bool fails_again(const script *s, const options *o)
{
    enum { TRIES = 4 };
    for (int i = 0; i < TRIES; ++i)
        if (outcome(s, o, true) != 0)
            return true;
    return false;
}

static void without(const script *s, int from, int count, script *out)
{
    out->count = 0;
    for (int i = 0; i < s->count; ++i)
        if (i < from || i >= from + count || !strncmp(s->line[i].name, "ATTACK_", 7))
            out->line[out->count++] = s->line[i];
}

/* Of a program that hangs nobody waits for all tries so long. */
static options of_shortening(const options *o, int status)
{
    options shorter = *o;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        shorter.limit = o->limit > 40 ? o->limit / 10 : 4;
    return shorter;
}

/* Leaves out as many lines at once as can be left out, fewer and fewer. */
static void shorten(script *s, const options *o)
{
    static script less;
    for (int size = s->count / 2; size > 0; size /= 2)
        for (int from = 0; from < s->count;) {
            without(s, from, size, &less);
            if (less.count < s->count && fails_again(&less, o))
                *s = less;
            else
                from += size;
        }
}

static void keep(const script *s, const options *o, uint64_t seed, int status)
{
    char path[300];
    snprintf(path, sizeof path, "%s/attack-%llu.script", o->keep, (unsigned long long)seed);
    FILE *out = fopen(path, "w");
    if (out) {
        fprintf(out, "# seed %llu%s, ended by %s %d\n", (unsigned long long)seed,
                o->harsh ? ", harsh" : "", WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        script_print(s, out);
        fclose(out);
    }
    fprintf(stderr, "attack: %d lines are left, in %s:\n", s->count, path);
    script_print(s, stderr);
    options shorter = of_shortening(o, status);
    outcome(s, &shorter, false);
}

/* ---- Seeds
 * ------------------------------------------------------------------------------------------ */

static bool attack(const options *o, uint64_t seed, tally *t)
{
    static script s;
    script_generate(&s, seed, o->harsh);
    int status = outcome(&s, o, true);
    count_what_was_said(t);
    if (status == 0)
        return true;
    /* It may not fail again: threads meet otherwise each time. */
    FILE *const to[] = {stderr, failures};
    for (int i = 0; i < 2; ++i) {
        fprintf(to[i], "attack: seed %llu fails%s\n", (unsigned long long)seed,
                !WIFSIGNALED(status)          ? ""
                : WTERMSIG(status) == SIGALRM ? ": it hangs"
                                              : ": it crashes");
        repeat(said, to[i]);
    }
    options shorter = of_shortening(o, status);
    shorten(&s, &shorter);
    keep(&s, o, seed, status);
    return false;
}

static int many(const options *o)
{
    enum { ENOUGH = 5 }; /* failures */
    time_t begun = time(NULL);
    long done = 0, failed = 0;
    tally t = {0};
    printf("attack: seeds from %llu%s\n", (unsigned long long)o->seed, o->harsh ? ", harsh" : "");
    fflush(stdout);
    while (failed < ENOUGH && (o->count ? done < o->count : time(NULL) - begun < o->seconds))
        failed += !attack(o, o->seed + (uint64_t)done++, &t);
    printf("attack: %ld programs, %ld passes, %ld devices that failed, %ld refused allocations: "
           "%ld failed\n",
           done, t.passes, t.faults, t.refused, failed);
    fflush(stdout);
    repeat(failures, stderr);
    return failed != 0;
}

static int replay(const options *o)
{
    static script s;
    FILE *in = fopen(o->file, "r");
    if (!in || !script_read(&s, in)) {
        fprintf(stderr, "attack: %s: %s\n", o->file, in ? "is no script" : strerror(errno));
        return 2;
    }
    fclose(in);
    for (int i = 0; i < 20; ++i) {
        int status = outcome(&s, o, false);
        if (status) {
            bool slow = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
            printf("attack: it fails%s\n", slow                  ? ": it has not ended in time"
                                           : WIFSIGNALED(status) ? ": ended by a signal"
                                                                 : "");
            return 1;
        }
    }
    printf("attack: it does not fail\n");
    return 0;
}

static bool read_options(options *o, int argc, char **argv)
{
    static const char *const names[] = {"--seed", "--count", "--seconds", "--limit"};
    for (int i = 1; i < argc; ++i) {
        int known = -1;
        for (int k = 0; k < 4; ++k)
            known = strcmp(argv[i], names[k]) ? known : k;
        if (!strcmp(argv[i], "--harsh"))
            o->harsh = true;
        else if (known >= 0 && i + 1 < argc) {
            long value = strtol(argv[++i], NULL, 10);
            *(long *[]){(long *)&o->seed, &o->count, &o->seconds, &o->limit}[known] = value;
        } else if (!strcmp(argv[i], "--keep") && i + 1 < argc)
            o->keep = argv[++i];
        else if (*argv[i] != '-' && !o->file)
            o->file = argv[i];
        else
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    options o = {.seed = (uint64_t)time(NULL) * 1000, .seconds = 60, .limit = 120, .keep = "."};
    if (!read_options(&o, argc, argv)) {
        fprintf(stderr, "usage: attack [--harsh] [--seed N] [--count N] [--seconds N] [--limit "
                        "SECONDS] [--keep FOLDER] | FILE\n");
        return 2;
    }
    said = tmpfile();
    failures = tmpfile();
    if (!said || !failures) {
        perror("attack: a file for what programs say");
        return 2;
    }
    return o.file ? replay(&o) : many(&o);
}
