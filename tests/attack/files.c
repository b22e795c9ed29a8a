/* SPDX-License-Identifier: BSD-3-Clause
 *
 * usage: attack_files [--seed N] [--count N] [--seconds N] [--verbose]
 * Random disturbances of the files that the library reads and writes: history, its lock, report and
 * compiled programs.  A process executes a region, keeps a program and ends, while files are
 * truncated, garbage, pipes, links, folders, somebody else's or without rights, the disk is full,
 * another process writes, calls on files fail, or it is killed.  Whatever happens: its results are
 * right, it ends, what stood in the history stays, links are not followed, what is written is
 * whole, and what could not be written is said in a line. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <omp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h> /* sys/mount.h defines CSTART, too */
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "attack/calls.h"
#include "ctsar.h"
#include "device/opencl/program_cache.h"
#include "observe/history_file.h"
#include "support/random.h"

enum { PATH = 400, BYTES = 20000, N = 200, LIMIT = 30, NOBODY = 65534, STRANGER = 12345 };

static char folder[] = "/tmp/ctsar-files-XXXXXX"; /* of all cases; `at` is one of it */
static char at[PATH], home[PATH], outside[PATH], cache[PATH];
static call_tally *tally; /* of the process that is disturbed, in memory that it shares */
static bool verbose;

static const char program[] = "a compiled program\0of some bytes";

/* ---- A case --------------------------------------------------------------------------------- */

/* What stands in the place of a file before. */
typedef enum place {
    ABSENT,
    SOUND,
    TRUNCATED,
    GARBAGE, /* bytes in the middle of it */
    OTHER,   /* another program's */
    PIPE,
    LINK,     /* to a sound file elsewhere */
    DANGLING, /* a link to what is not there, but could be made */
    ITSELF,   /* a link */
    FULL,     /* a link to /dev/full */
    FOLDER,
    LOCKED_AWAY, /* no rights */
    READ_ONLY,
    FOREIGN, /* somebody else's, who lets nobody write */
    PLACES
} place;

static const char *const place_names[] = {"absent",   "sound",  "truncated", "garbage", "another's",
                                          "a pipe",   "a link", "dangling",  "itself",  "/dev/full",
                                          "a folder", "locked", "read-only", "foreign"};

typedef enum disk { PLAIN, TIGHT, LIMITED, FROZEN, DISKS } disk;
static const char *const disk_names[] = {"plain", "full", "limited", "read-only"};

typedef struct attack_case {
    place history, lock, report, cache, compiled;
    disk disk;
    long room; /* TIGHT, LIMITED: bytes */
    call_plan plan;
    bool two, held; /* another process writes at once; one holds the lock */
} attack_case;

enum { NORMAL = 3 }; /* of so many, one file is disturbed */

static place draw_place(random_state *r, bool disturbed)
{
    if (!disturbed)
        return random_long(r, 0, 2) ? SOUND : ABSENT;
    return (place)random_long(r, 0, PLACES - 1);
}

static call_plan draw_plan(random_state *r)
{
    /* Not ENOENT: it says that there is no file. */
    static const int errors[] = {EIO,    ENOSPC, EDQUOT, EACCES, EROFS, EMFILE, ENFILE, ENOMEM,
                                 ESTALE, EINTR,  ENOLCK, EPERM,  ELOOP, EEXIST, ENXIO,  EBADF};
    return (call_plan){.at = random_long(r, 0, 3) ? random_long(r, 1, 70) : 0,
                       .lasting = random_long(r, 0, 3) == 0,
                       .fault = (call_fault)random_long(r, CALL_FAILS, CALL_KILLS),
                       .error = errors[random_long(r, 0, 15)]};
}

static attack_case draw_case(uint64_t seed)
{
    random_state r = {seed};
    long which = random_long(&r, 0, 2 * NORMAL); /* disturbs one file, or none */
    attack_case c = {.history = draw_place(&r, which == 0 || which == NORMAL),
                     .lock = draw_place(&r, which == 1),
                     .report = draw_place(&r, which == 2),
                     .cache = draw_place(&r, which == 4),
                     .compiled = draw_place(&r, which == 5),
                     .plan = draw_plan(&r)};
    if (random_long(&r, 0, 3) == 0)
        c.disk = (disk)random_long(&r, PLAIN, DISKS - 1);
    c.room = random_long(&r, 0, 12000);
    c.two = random_long(&r, 0, 3) == 0;
    c.held = random_long(&r, 0, 300) == 0;
    return c;
}

static void print_case(const attack_case *c, uint64_t seed)
{
    static const char *const faults[] = {"fails", "is short", "kills"};
    fprintf(stderr,
            "seed %llu: history %s, lock %s, report %s, cache %s, program %s, disk %s (%ld)%s%s",
            (unsigned long long)seed, place_names[c->history], place_names[c->lock],
            place_names[c->report], place_names[c->cache], place_names[c->compiled],
            disk_names[c->disk], c->room, c->two ? ", two processes" : "",
            c->held ? ", the lock is held" : "");
    if (c->plan.at)
        fprintf(stderr, ", call %ld%s %s: %s", c->plan.at, c->plan.lasting ? " on" : "",
                faults[c->plan.fault], strerror(c->plan.error));
    fprintf(stderr, "\n");
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* Valid until some calls later. */
static const char *in(const char *where, const char *name)
{
    static char paths[8][PATH];
    static int next;
    char *path = paths[next++ % 8];
    size_t before = strlen(where), after = strlen(name) + 1;
    if (before + 1 + after > PATH)
        abort();
    memmove(path, where, before); // NOLINT(bugprone-not-null-terminated-result): below
    path[before] = '/';
    memcpy(path + before + 1, name, after);
    return path;
}

static size_t read_all(const char *path, char *bytes)
{
    struct stat s;
    size_t size = 0;
    if (stat(path, &s) || !S_ISREG(s.st_mode))
        return 0;
    FILE *f = fopen(path, "rb");
    if (f) {
        size = fread(bytes, 1, BYTES, f);
        fclose(f);
    }
    return size;
}

static void write_all(const char *path, const char *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    if (!f || (size && fwrite(bytes, size, 1, f) != 1) || fclose(f)) {
        perror(path);
        exit(3);
    }
}

static void remove_tree(const char *path)
{
    struct stat s;
    if (lstat(path, &s))
        return;
    if (S_ISDIR(s.st_mode)) {
        DIR *d = opendir(path);
        for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
            if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
                remove_tree(in(path, e->d_name));
        if (d)
            closedir(d);
        rmdir(path);
    } else
        unlink(path);
}

/* A file before the attack. */
typedef struct before {
    place place;
    char path[PATH], target[PATH]; /* of a link */
    char bytes[BYTES];             /* that it has, or its target */
    size_t size;
} before;

static void damage(before *b, random_state *r)
{
    if (b->place == TRUNCATED)
        b->size = (size_t)random_long(r, 0, (long)b->size);
    for (int i = 0; b->place == GARBAGE && b->size && i < 5; ++i)
        b->bytes[random_long(r, 0, (long)b->size - 1)] = (char)random_bits(r);
    if (b->place == OTHER)
        b->size = (size_t)snprintf(b->bytes, BYTES, "{\"somebody\": \"else's\"}\n");
}

static void make_link(const before *b)
{
    const char *to = b->place == FULL ? "/dev/full" : b->place == ITSELF ? b->path : b->target;
    if (b->place == LINK)
        write_all(b->target, b->bytes, b->size);
    if (symlink(to, b->path))
        perror(b->path);
}

static void give_away(const char *path, uid_t owner)
{
    if (geteuid() == 0 && lchown(path, owner, owner))
        perror(path);
}

/* With what would be sound in b->bytes. */
static void make_file(before *b, random_state *r)
{
    damage(b, r);
    if (b->place == ABSENT)
        return;
    if (b->place == PIPE)
        mkfifo(b->path, 0666);
    else if (b->place == FOLDER)
        mkdir(b->path, 0777);
    else if (b->place >= LINK && b->place <= FULL)
        make_link(b);
    else
        write_all(b->path, b->bytes, b->size);
    give_away(b->path, b->place == FOREIGN ? STRANGER : NOBODY);
    if (b->place == LOCKED_AWAY || b->place == READ_ONLY)
        chmod(b->path, b->place == READ_ONLY ? 0444 : 0);
}

static before describe(place p, const char *where, const char *name)
{
    before b = {.place = p};
    strcpy(b.path, in(where, name));
    strcpy(b.target, in(outside, name));
    return b;
}

/* ---- The process ----------------------------------------------------------------------------- */

/* A sum on a core and an accelerator; the history's region is `name`. */
static void execute(const char *name)
{
    static double x[N];
    ctsar *s = NULL;
    for (int i = 0; i < N; ++i)
        x[i] = 0;
    if (ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL))
        _exit(10);
    ctsar_set_name(s, name);
    for (int pass = 1; pass <= 2; ++pass) {
        do {
            double *v = ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
            ctsar_next(s, N);
            for (long i = CSTART(s); i < CEND(s); ++i)
                v[i] += (double)i;
        } while (ctsar_loop(s));
        for (int i = 0; i < N; ++i)
            if (x[i] != (double)i * pass)
                _exit(11);
    }
    ctsar_free(&s);
}

static void use_cache(const char *dir)
{
    for (int i = 0; i < 2; ++i) {
        size_t size = 0;
        char *got = ctsar__program_cache_load(dir, "key", &size);
        if (got && (size != sizeof program || memcmp(got, program, size) != 0))
            _exit(12);
        free(got);
        ctsar__program_cache_store(dir, "key", program, sizeof program);
    }
}

static void set_up(const attack_case *c, const char *report)
{
    setenv("CTSAR_DEVICES", "cpu:1,emu:1", 1);
    setenv("CTSAR_EMU", "speed=2", 1);
    setenv("CTSAR_CLOCK", "virtual", 1);
    setenv("CTSAR_HISTORY", in(home, "history.json"), 1);
    setenv("CTSAR_REPORT", in(home, report), 1);
    omp_get_max_threads(); /* clang's runtime makes a file of 1 KiB, of which no limit is to know */
    if (c->disk == LIMITED) {
        const struct rlimit limit = {(rlim_t)c->room, (rlim_t)c->room};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (geteuid() == 0 && (setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY)))
        _exit(13);
}

/* Of clang's OpenMP runtime, which finds its file again when a later process gets the same number,
 * and dies of SIGBUS where a limit had left it empty. */
static void remove_files_of_openmp(pid_t process)
{
    const long users[] = {geteuid(), NOBODY};
    for (int i = 0; i < 2; ++i) {
        char name[60];
        snprintf(name, sizeof name, "/__KMP_REGISTERED_LIB_%ld_%ld", (long)process, users[i]);
        shm_unlink(name);
    }
}

/* In a process of its own, which says what it says into `said`. */
static pid_t start(const attack_case *c, int number, int said)
{
    fflush(NULL);
    pid_t child = fork();
    if (child)
        return child;
    dup2(said, STDERR_FILENO);
    alarm(LIMIT);
    remove_files_of_openmp(getpid());
    set_up(c, number ? "report1.json" : "report.json");
    if (number == 0 && c->plan.at && !calls_fail(home, &c->plan, tally))
        _exit(14);
    execute(number ? "loop1" : "loop");
    use_cache(cache);
    exit(0);
}

/* ---- The judge ------------------------------------------------------------------------------- */

static bool failed;
static char text[BYTES]; /* what the process that is disturbed has said */

static void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "attack_files: ");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    failed = true;
}

static bool has_region(json_t *regions, const char *name)
{
    return json_object_get(regions, name) != NULL;
}

static bool unchanged(const before *b, const char *path)
{
    static char now[BYTES];
    return read_all(path, now) == b->size && !memcmp(now, b->bytes, b->size);
}

static bool is_kind(const char *path, mode_t kind)
{
    struct stat s;
    return !lstat(path, &s) && (s.st_mode & S_IFMT) == kind;
}

static int lines_with(const char *what)
{
    int n = 0;
    for (const char *line = text; line && *line;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : "")
        if (memmem(line, strcspn(line, "\n"), what, strlen(what)))
            n++;
    return n;
}

static void judge_text(void)
{
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        if (strncmp(line, "ctsar: warning: ", 16) != 0 || !strchr(line, '\n')) {
            complain("not a line of the library's: %s", line);
            return;
        }
    }
    for (const char *c = text; *c; ++c)
        if ((unsigned char)*c < ' ' && *c != '\n')
            complain("a control character in: %s", text);
    if (lines_with("CTSAR_HISTORY") > 2 || lines_with("report") > 1)
        complain("more lines than needed: %s", text);
}

static void judge_history_file(const before *b, json_t **regions)
{
    char why[CTSAR__HISTORY_WHY] = "";
    bool was_sound = b->place == SOUND || b->place == LINK || b->place == READ_ONLY;
    FILE *f = is_kind(b->path, S_IFREG) ? fopen(b->path, "r") : NULL;
    *regions = NULL;
    if (f) {
        ctsar__history_parse(f, regions, why);
        fclose(f);
    }
    if (was_sound && is_kind(b->path, S_IFLNK))
        return; /* its target is judged */
    if (was_sound && !(*regions && has_region(*regions, "old")))
        complain("the history is lost: %s", why);
    if (b->place == ABSENT && access(b->path, F_OK) == 0 && !*regions)
        complain("half a history: %s", why);
}

/* What was no history stays what it was, or has been moved aside. */
static void judge_history_rest(const before *b)
{
    const char *aside = in(home, "history.json.damaged");
    if ((b->place == TRUNCATED || b->place == GARBAGE || b->place == OTHER) &&
        !unchanged(b, b->path) && !unchanged(b, aside)) {
        char why[CTSAR__HISTORY_WHY];
        json_t *regions = NULL, *now = NULL;
        FILE *was = fmemopen((void *)b->bytes, b->size ? b->size : 1, "r"),
             *is = fopen(b->path, "r");
        bool kept = was && is && b->size &&
                    ctsar__history_parse(was, &regions, why) == CTSAR__HISTORY_USABLE &&
                    ctsar__history_parse(is, &now, why) == CTSAR__HISTORY_USABLE;
        if (!kept) /* else it was sound all the same */
            complain("a history that was damaged, or no history, is lost");
        if (was)
            fclose(was);
        if (is)
            fclose(is);
        json_decref(regions);
        json_decref(now);
    }
    if (b->place == LINK && !unchanged(b, b->target))
        complain("the history was written through a link");
    if (b->place == PIPE && !is_kind(b->path, S_IFIFO))
        complain("the history's pipe is gone");
    if (b->place == FOLDER && !is_kind(b->path, S_IFDIR))
        complain("the history's folder is gone");
    if ((b->place == LOCKED_AWAY || b->place == FOREIGN) && !is_kind(b->path, S_IFREG))
        complain("somebody's file is gone");
}

static void judge_history(const attack_case *c, const before *b, bool killed)
{
    json_t *regions;
    judge_history_file(b, &regions);
    judge_history_rest(b);
    bool written = regions && has_region(regions, "loop");
    if (!killed && !written && !lines_with("CTSAR_HISTORY"))
        complain("times were not kept, and no line says so");
    if (c->two && c->disk == PLAIN && !c->held && regions && c->lock == ABSENT && written &&
        !has_region(regions, "loop1") && !lines_with("cannot be locked"))
        complain("what another process has measured is lost");
    json_decref(regions);
}

static void judge_report(const before *b, bool killed)
{
    json_t *root = is_kind(b->path, S_IFREG) ? json_load_file(b->path, 0, NULL) : NULL;
    bool written = root && json_object_get(root, "ctsar_report");
    bool fresh = written && (b->place == ABSENT || !unchanged(b, b->path));
    json_decref(root);
    if (!killed && !fresh && !lines_with("report"))
        complain("the report was not written, and no line says so");
    if (!fresh && b->place == ABSENT && access(b->path, F_OK) == 0)
        complain("half a report");
    if (!fresh && (b->place == SOUND || b->place == READ_ONLY) && !unchanged(b, b->path))
        complain("the report before is lost");
    if (b->place == LINK && !unchanged(b, b->target))
        complain("the report was written through a link");
}

/* Nothing stays behind that was to be renamed. */
static void judge_strays(bool may_stay)
{
    DIR *d = opendir(home);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        if (strstr(e->d_name, ".tmp") && !may_stay)
            complain("%s stays behind", e->d_name);
    if (d)
        closedir(d);
}

/* Nothing is made where a link leads. */
static void judge_dangling(const before *b)
{
    if (b->place == DANGLING && access(b->target, F_OK) == 0)
        complain("a file was made where a link leads: %s", b->target);
}

static void judge_status(const char *who, int status, bool may_be_killed)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        complain("%s hangs", who);
    else if (WIFSIGNALED(status) && !(may_be_killed && WTERMSIG(status) == SIGKILL))
        complain("%s is ended by signal %d", who, WTERMSIG(status));
    else if (WIFEXITED(status) && WEXITSTATUS(status))
        complain("%s ends with status %d", who, WEXITSTATUS(status));
}

/* ---- One case -------------------------------------------------------------------------------- */

/* What runs before this one have left. */
static char sound_history[BYTES], sound_report[BYTES], sound_program[BYTES], program_name[64];
static size_t history_size, report_size, program_size;

static before prepare(place p, const char *name, const char *sound, size_t size, random_state *r)
{
    before b = describe(p, home, name);
    memcpy(b.bytes, sound, size);
    b.size = size;
    make_file(&b, r);
    return b;
}

static void make_folders(const attack_case *c, const char *name)
{
    strcpy(at, in(folder, name));
    strcpy(home, in(at, "home"));
    strcpy(outside, in(at, "outside"));
    strcpy(cache, in(home, "cache"));
    mkdir(at, 0777);
    mkdir(outside, 0777);
    mkdir(home, 0777);
    give_away(outside, NOBODY);
    if (c->disk == TIGHT && syscall(SYS_mount, "none", home, "tmpfs", 0, ""))
        perror("attack_files: a small disk");
    chmod(at, 0755);
    chmod(home, 0755);
    give_away(home, NOBODY);
}

static void make_cache(const attack_case *c, random_state *r)
{
    before b = describe(c->cache == SOUND ? ABSENT : c->cache, home, "cache");
    make_file(&b, r);
    if (c->cache != SOUND && c->cache != FOLDER)
        return;
    mkdir(cache, 0700);
    chmod(cache, 0700);
    give_away(cache, NOBODY);
    before p = describe(c->compiled, cache, program_name);
    memcpy(p.bytes, sound_program, program_size);
    p.size = program_size;
    make_file(&p, r);
    if (p.place == SOUND || p.place == TRUNCATED || p.place == GARBAGE || p.place == OTHER)
        chmod(p.path, 0600);
}

/* Leaves so much room beside the files that are there. */
static void tighten(long room)
{
    enum { REMOUNT = 32 }; /* MS_REMOUNT */
    char options[40];
    struct statvfs s;
    if (statvfs(home, &s))
        return;
    unsigned long used = (s.f_blocks - s.f_bfree) * s.f_frsize;
    snprintf(options, sizeof options, "size=%lu", used + (unsigned long)room);
    if (syscall(SYS_mount, "none", home, "tmpfs", REMOUNT, options))
        perror("attack_files: a smaller disk");
}

/* Waits for both; what they say fits a pipe. */
static void run_both(const attack_case *c, int *status)
{
    int said[2], others[2];
    if (pipe(said) || pipe(others)) {
        perror("attack_files: a pipe");
        exit(3);
    }
    pid_t child[2] = {start(c, 0, said[1]), c->two ? start(c, 1, others[1]) : 0};
    for (int i = 0; i < 1 + c->two; ++i)
        while (waitpid(child[i], &status[i], 0) < 0 && errno == EINTR)
            ;
    for (int i = 0; i < 1 + c->two; ++i)
        remove_files_of_openmp(child[i]);
    close(said[1]);
    ssize_t got = read(said[0], text, sizeof text - 1);
    text[got > 0 ? got : 0] = '\0';
    close(said[0]);
    close(others[0]);
    close(others[1]);
}

static int hold_lock(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (fd >= 0 && flock(fd, LOCK_EX))
        perror(path);
    give_away(path, NOBODY);
    return fd;
}

static bool attack(uint64_t seed)
{
    static before history, lock, report;
    char name[24];
    attack_case c = draw_case(seed);
    random_state r = {seed ^ 0x9e3779b97f4a7c15};
    int status[2] = {0, 0};
    failed = false;
    *tally = (call_tally){0};
    snprintf(name, sizeof name, "%llu", (unsigned long long)seed);
    make_folders(&c, name);
    history = prepare(c.history, "history.json", sound_history, history_size, &r);
    lock = prepare(c.lock, "history.json.lock", "", 0, &r);
    report = prepare(c.report, "report.json", sound_report, report_size, &r);
    make_cache(&c, &r);
    int held = c.held && c.lock <= SOUND ? hold_lock(lock.path) : -1;
    if (c.disk == TIGHT)
        tighten(c.room);
    if (c.disk == FROZEN)
        chmod(home, 0555);
    run_both(&c, status);
    if (held >= 0)
        close(held);
    bool killed = WIFSIGNALED(status[0]) && c.plan.fault == CALL_KILLS;
    judge_status("the process", status[0], c.plan.fault == CALL_KILLS);
    judge_status("the other process", status[1], false);
    if (!killed)
        judge_text();
    judge_history(&c, &history, killed);
    judge_report(&report, killed);
    judge_dangling(&history);
    judge_dangling(&lock);
    judge_dangling(&report);
    judge_strays(killed || tally->removals || (c.plan.lasting && tally->faults));
    if (failed || verbose) {
        print_case(&c, seed);
        fprintf(stderr, "%s%ld calls, %ld failed\n", text, tally->calls, tally->faults);
    }
    if (c.disk == TIGHT)
        syscall(SYS_umount2, home, 2 /* MNT_DETACH */);
    remove_tree(at);
    return !failed;
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* What an undisturbed run leaves; its region is called otherwise. */
static bool learn_what_is_sound(void)
{
    const attack_case calm = {.disk = PLAIN};
    int status = 1;
    make_folders(&calm, "first");
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        set_up(&calm, "report.json");
        execute("old");
        use_cache(cache);
        exit(0);
    }
    waitpid(child, &status, 0);
    history_size = read_all(in(home, "history.json"), sound_history);
    report_size = read_all(in(home, "report.json"), sound_report);
    DIR *d = opendir(cache);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        if (strstr(e->d_name, ".program"))
            snprintf(program_name, sizeof program_name, "%.60s", e->d_name);
    if (d)
        closedir(d);
    program_size = read_all(in(cache, program_name), sound_program);
    remove_tree(at);
    return status == 0 && history_size && report_size && program_size;
}

typedef struct options {
    uint64_t seed;
    long count, seconds;
} options;

static bool read_options(options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        long value = i + 1 < argc ? strtol(argv[i + 1], NULL, 10) : 0;
        if (!strcmp(argv[i], "--verbose")) {
            verbose = true;
            continue;
        }
        if (!strcmp(argv[i], "--seed"))
            o->seed = (uint64_t)value;
        else if (!strcmp(argv[i], "--count"))
            o->count = value;
        else if (!strcmp(argv[i], "--seconds"))
            o->seconds = value;
        else
            return false;
        ++i;
    }
    return true;
}

int main(int argc, char **argv)
{
    enum { ENOUGH = 5 }; /* failures */
    options o = {.seed = (uint64_t)time(NULL) * 1000, .seconds = 60};
    if (!read_options(&o, argc, argv)) {
        fprintf(stderr, "usage: attack_files [--seed N] [--count N] [--seconds N] [--verbose]\n");
        return 2;
    }
    tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tally == MAP_FAILED || !mkdtemp(folder) || chmod(folder, 0755) || !learn_what_is_sound()) {
        fprintf(stderr, "attack_files: an undisturbed run fails\n");
        return 2;
    }
    time_t begun = time(NULL);
    long done = 0, wrong = 0, faults = 0;
    printf("attack_files: seeds from %llu\n", (unsigned long long)o.seed);
    while (wrong < ENOUGH && (o.count ? done < o.count : time(NULL) - begun < o.seconds)) {
        wrong += !attack(o.seed + (uint64_t)done++);
        faults += tally->faults;
    }
    printf("attack_files: %ld processes, %ld calls that failed: %ld failed\n", done, faults, wrong);
    remove_tree(folder);
    return wrong != 0;
}
