/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file_limit.h"

/* ---- Text --------------------------------------------------------------------------------- */

/* What is on its way to the file. */
static struct {
    int fd, error;
    size_t used;
    char text[1 << 16];
} out;

static void flush(void)
{
    for (size_t done = 0; done < out.used && !out.error;) {
        ssize_t n = write(out.fd, out.text + done, out.used - done);
        if (n > 0)
            done += (size_t)n;
        else if (errno != EINTR)
            out.error = errno ? errno : EIO;
    }
    out.used = 0;
}

static void put(const char *text)
{
    for (; *text; ++text) {
        if (out.used == sizeof out.text)
            flush();
        out.text[out.used++] = *text;
    }
}

static void put_number(int64_t n)
{
    char digits[24], *at = digits + sizeof digits - 1;
    uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
    *at = '\0';
    do
        *--at = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (n < 0)
        *--at = '-';
    put(at);
}

/* The viewer counts in microseconds; what it is given is exact to the nanosecond. */
static void put_time(int64_t ns)
{
    char part[] = ".000";
    int64_t below = ns % 1000;
    for (int i = 3; i > 0; --i, below /= 10)
        part[i] = (char)('0' + below % 10);
    put_number(ns / 1000);
    put(part);
}

static void put_pair(const char *name, int64_t n)
{
    put(name);
    put_number(n);
}

/* ---- Tracks ------------------------------------------------------------------------------- */

enum { STREAMS = 32, SUBMITS = 1, FIRST_CORE = 2, FIRST_ACC = 1 << 20 };

/* The region's own track, what submits tasks, then cores, then each accelerator's with those of its
 * slots. */
static int64_t track_of(unsigned unit, unsigned stream)
{
    if (unit == CTSAR__TRACE_REGION)
        return 0;
    if (unit == CTSAR__TRACE_SUBMITS)
        return SUBMITS;
    if (unit < CTSAR__TRACE_ACC)
        return FIRST_CORE + (int64_t)unit;
    return FIRST_ACC + (int64_t)(unit - CTSAR__TRACE_ACC) * STREAMS + stream;
}

static bool comma;

static void begin_line(void)
{
    put(comma ? ",\n" : "\n");
    comma = true;
}

/* What is said of a track before its name, or of a process (-1). */
static void begin_name(uint32_t region, int64_t track)
{
    begin_line();
    put_pair("{\"ph\":\"M\",\"pid\":", region);
    if (track >= 0)
        put_pair(",\"tid\":", track);
    put(track < 0 ? ",\"name\":\"process_name\",\"args\":{\"name\":\""
                  : ",\"name\":\"thread_name\",\"args\":{\"name\":\"");
}

static void sort_track(uint32_t region, int64_t track)
{
    begin_line();
    put_pair("{\"ph\":\"M\",\"pid\":", region);
    put_pair(",\"tid\":", track);
    put_pair(",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":", track);
    put("}}");
}

static void name_track(uint32_t region, int64_t track, const char *name, const char *more, int n)
{
    begin_name(region, track);
    put(name);
    put(more);
    if (n >= 0)
        put_number(n);
    put("\"}}");
    sort_track(region, track);
}

static void name_accelerator(const ctsar__traced_region *r, int acc)
{
    unsigned unit = CTSAR__TRACE_ACC + (unsigned)acc;
    name_track(r->number, track_of(unit, 0), r->acc_name[acc], "", -1);
    for (int slot = 0; slot < r->slots; ++slot)
        name_track(r->number, track_of(unit, (unsigned)slot + 1), r->acc_name[acc], " slot ", slot);
    if (r->tasks)
        name_track(r->number, track_of(unit, CTSAR__TRACE_HOME + 1), r->acc_name[acc], " home", -1);
    else
        name_track(r->number, track_of(unit, CTSAR__TRACE_BUILDS + 1), r->acc_name[acc], " builds",
                   -1);
}

static void name_tracks(const ctsar__traced_region *r)
{
    begin_name(r->number, -1);
    put(r->name);
    put("\"}}");
    name_track(r->number, track_of(CTSAR__TRACE_REGION, 0), r->tasks ? "periods" : "passes", "",
               -1);
    if (r->tasks)
        name_track(r->number, SUBMITS, "submits", "", -1);
    for (int c = 0; c < r->cores; ++c)
        name_track(r->number, track_of((unsigned)c, 0), "core ", "", c);
    for (int a = 0; a < r->accs; ++a)
        name_accelerator(r, a);
}

/* ---- Events ------------------------------------------------------------------------------- */

/* What is said of each kind: what lo and hi and the three numbers are; NULL: nothing.  A name that
 * ends in a space goes on with what the event is about. */
static const struct {
    const char *name, *lo, *hi, *bytes[3];
} kinds[CTSAR__TRACE_KINDS] = {
    [CTSAR__TRACE_PASS] = {"pass", "iterations", NULL, {NULL}},
    [CTSAR__TRACE_DECIDE] = {"decide", NULL, NULL, {NULL}},
    [CTSAR__TRACE_SOLVE] = {"solve", "solves", "fills", {NULL}},
    [CTSAR__TRACE_TURN] = {"turn", "lo", "hi", {"bytes_in", "bytes_out", "bytes_between"}},
    [CTSAR__TRACE_WAIT] = {"wait", NULL, NULL, {NULL}},
    [CTSAR__TRACE_COPY_IN] = {"copy in", NULL, NULL, {"bytes"}},
    [CTSAR__TRACE_COPY_OUT] = {"copy out", NULL, NULL, {"bytes"}},
    [CTSAR__TRACE_COPY_ACROSS] = {"copy between", NULL, NULL, {"bytes"}},
    [CTSAR__TRACE_KERNEL] = {"kernel", "lo", "hi", {NULL}},
    [CTSAR__TRACE_BUILD] = {"build", NULL, NULL, {NULL}},
    [CTSAR__TRACE_EXCHANGE] = {"exchange", NULL, NULL, {"bytes_sent", "bytes_received"}},
    [CTSAR__TRACE_PERIOD] = {"period", "tasks", "iterations", {NULL}},
    [CTSAR__TRACE_SUBMIT] = {"submit ", "task", "follows", {NULL}},
    [CTSAR__TRACE_TASK] = {"task ",
                           "task",
                           "iterations",
                           {"bytes_in", "bytes_out", "bytes_between"}},
    [CTSAR__TRACE_STEAL] = {"steal from ", "task", NULL, {NULL}},
    [CTSAR__TRACE_LEFT_OUT] = {"left out", "accelerators", NULL, {NULL}},
    [CTSAR__TRACE_TRIED] = {"probe", "accelerators", NULL, {NULL}},
    [CTSAR__TRACE_RETURNED] = {"back", "accelerators", NULL, {NULL}},
    [CTSAR__TRACE_STREAMING] = {"streaming", "lo", "hi", {NULL}},
};

static bool is_moment(unsigned kind)
{
    return kind >= CTSAR__TRACE_STEAL;
}

static bool arguments; /* some have been put */

static void put_argument(const char *name, int64_t n)
{
    if (!name)
        return;
    put(arguments ? ",\"" : ",\"args\":{\"");
    put(name);
    put_pair("\":", n);
    arguments = true;
}

static void put_arguments(const ctsar__traced *e)
{
    arguments = false;
    put_argument(kinds[e->kind].lo, e->lo);
    put_argument(kinds[e->kind].hi, e->hi);
    for (int i = 0; i < 3; ++i)
        put_argument(kinds[e->kind].bytes[i], (int64_t)e->bytes[i]);
    if (arguments)
        put("}");
}

static void put_name(const ctsar__trace_form *form, const ctsar__traced *e)
{
    put("{\"name\":\"");
    put(kinds[e->kind].name);
    if (e->name > 0 && e->name <= form->names)
        put(form->name[e->name - 1].json);
}

static void put_event(const ctsar__trace_form *form, const ctsar__traced *e)
{
    int64_t begin = (int64_t)((e->begin - form->start) * 1e9 + 0.5);
    int64_t end = (int64_t)((e->end - form->start) * 1e9 + 0.5);
    begin_line();
    put_name(form, e);
    put(is_moment(e->kind) ? "\",\"ph\":\"i\",\"s\":\"t\"" : "\",\"ph\":\"X\"");
    put_pair(",\"pid\":", e->region);
    put_pair(",\"tid\":", track_of(e->unit, e->stream));
    put(",\"ts\":");
    put_time(begin > 0 ? begin : 0);
    if (!is_moment(e->kind)) {
        put(",\"dur\":");
        put_time(end > begin ? end - begin : 0);
    }
    put_arguments(e);
    put("}");
}

/* Returns how many are missing. */
static uint64_t put_ring(const ctsar__trace_form *form, const ctsar__ring *r)
{
    uint64_t noted = ctsar__ring_noted(r);
    uint64_t first = noted > CTSAR__TRACE_KEPT ? noted - CTSAR__TRACE_KEPT : 0, missing = first;
    ctsar__traced e;
    for (uint64_t i = first; i < noted; ++i)
        if (ctsar__ring_read(r, i, &e) && e.kind < CTSAR__TRACE_KINDS)
            put_event(form, &e);
        else
            missing++;
    return missing;
}

/* ---- The file ----------------------------------------------------------------------------- */

/* Has a thread kept an event of it? */
static bool has_events(const ctsar__traced_region *region)
{
    ctsar__traced e;
    for (const ctsar__ring *r = ctsar__ring_after(NULL); r; r = ctsar__ring_after(r)) {
        uint64_t noted = ctsar__ring_noted(r);
        for (uint64_t i = noted > CTSAR__TRACE_KEPT ? noted - CTSAR__TRACE_KEPT : 0; i < noted; ++i)
            if (ctsar__ring_read(r, i, &e) && e.region == region->number)
                return true;
    }
    return false;
}

static void put_all(const ctsar__trace_form *form, uint64_t *dropped)
{
    comma = false;
    put("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    for (const ctsar__traced_region *r = form->first; r; r = r->next)
        if (!r->left || has_events(r))
            name_tracks(r);
    *dropped = ctsar__trace_lost();
    for (const ctsar__ring *r = ctsar__ring_after(NULL); r; r = ctsar__ring_after(r))
        *dropped += put_ring(form, r);
    put("\n],\"otherData\":{\"ctsar_trace\":1,\"clock\":\"");
    put(form->clock);
    put_pair("\",\"dropped\":", (int64_t)*dropped);
    put("}}\n");
    flush();
}

static int write_temporary(const ctsar__trace_form *form, uint64_t *dropped)
{
    unlink(form->temporary);
    out.fd = open(form->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (out.fd < 0)
        return errno;
    out.error = 0;
    out.used = 0;
    put_all(form, dropped);
    if (close(out.fd) && !out.error)
        out.error = errno;
    return out.error;
}

int ctsar__trace_write(const ctsar__trace_form *form, uint64_t *dropped)
{
    ctsar__file_limit limit;
    ctsar__file_limit_hold(&limit);
    int error = write_temporary(form, dropped);
    ctsar__file_limit_release(&limit);
    if (!error && rename(form->temporary, form->file))
        error = errno;
    if (error)
        unlink(form->temporary);
    return error;
}
