/* SPDX-License-Identifier: BSD-3-Clause */
#include "attack/script.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "ctsar.h"
#include "support/environment.h"
#include "support/world.h"

static const struct {
    const char *name;
    int numbers;
} ops[] = {
#define OP_ROW(kind, name, numbers) {name, numbers},
    OP_LIST(OP_ROW)
#undef OP_ROW
};

/* ---- Text ----------------------------------------------------------------------------------- */

void script_print(const script *s, FILE *out)
{
    for (int i = 0; i < s->count; ++i) {
        const line *l = &s->line[i];
        if (l->kind == OP_ENV) {
            fprintf(out, "env %s %s\n", l->name, l->value);
            continue;
        }
        fprintf(out, "%d %s", l->thread, ops[l->kind].name);
        for (int k = 0; k < ops[l->kind].numbers; ++k)
            fprintf(out, " %ld", l->arg[k]);
        fprintf(out, "\n");
    }
}

static bool read_line(line *l, const char *text)
{
    char name[32], *at;
    int used;
    *l = (line){.kind = OP_ENV};
    if (sscanf(text, "env %31s %159[^\n]", l->name, l->value) == 2)
        return true;
    if (sscanf(text, "%d %31s%n", &l->thread, name, &used) != 2)
        return false;
    for (int k = 0; k < OP_ENV; ++k)
        if (!strcmp(name, ops[k].name))
            l->kind = (op_kind)k;
    at = (char *)text + used;
    for (int k = 0; l->kind != OP_ENV && k < ops[l->kind].numbers; ++k)
        l->arg[k] = strtol(at, &at, 10);
    return l->kind != OP_ENV && l->thread >= 0 && l->thread < THREADS_MOST;
}

bool script_read(script *s, FILE *in)
{
    char text[256];
    s->count = 0;
    while (s->count < LINES_MOST && fgets(text, sizeof text, in))
        if (*text != '#' && !read_line(&s->line[s->count++], text)) {
            fprintf(stderr, "attack: not understood: %s", text);
            return false;
        }
    return true;
}

/* ---- Random numbers -------------------------------------------------------------------------- */

typedef struct maker {
    script *s;
    random_state r;
    int thread;
    bool check;
} maker;

static long pick(maker *m, long lo, long hi)
{
    return random_long(&m->r, lo, hi);
}

static bool once_in(maker *m, long n)
{
    return pick(m, 1, n) == 1;
}

static line *append(maker *m, op_kind kind)
{
    script *s = m->s;
    line *l = &s->line[s->count < LINES_MOST ? s->count++ : LINES_MOST - 1];
    *l = (line){.kind = kind, .thread = m->thread};
    return l;
}

static void add(maker *m, op_kind kind, const long *arg)
{
    memcpy(append(m, kind)->arg, arg, (size_t)ops[kind].numbers * sizeof *arg);
}
#define ADD(kind, ...) add(m, kind, (const long[]){__VA_ARGS__})

static void env(maker *m, const char *name, const char *value)
{
    line *l = append(m, OP_ENV);
    snprintf(l->name, sizeof l->name, "%s", name);
    snprintf(l->value, sizeof l->value, "%s", value);
}

/* Small, or near to a power of two, up to the greatest. */
static long odd_number(maker *m)
{
    long power = 1L << pick(m, 0, 62);
    return once_in(m, 8)   ? LONG_MAX - pick(m, 0, 2)
           : once_in(m, 2) ? pick(m, 0, 20)
                           : power + pick(m, -1, 1);
}

/* ---- Machines -------------------------------------------------------------------------------- */

#define ANY(m, of) (of)[pick(m, 0, (long)(sizeof(of) / sizeof *(of)) - 1)]

static void failing(maker *m, char *out, size_t room)
{
    static const char *const calls[] = {"reserve", "commit", "copy_in",  "copy_out",
                                        "launch",  "wait",   "executed", "hang"};
    const char *call = ANY(m, calls);
    if (once_in(m, 6)) {
        snprintf(out, room, "speed=2,stall=%ld:2ms,slow=%ld:20;speed=2", pick(m, 1, 30),
                 pick(m, 1, 9));
        return;
    }
    snprintf(out, room, "speed=%ld,fail=%s:%ld;speed=2", pick(m, 1, 3), call, pick(m, 1, 30));
    if (!strcmp(call, "hang"))
        env(m, "CTSAR_TIMEOUT", ".02");
}

/* In the place of emulated accelerators, with what there is to disturb them. */
static void other_devices(maker *m, const char *devices, bool harsh)
{
    static const char *const calls[] = {
        "cuMemAddressReserve", "cuMemCreate",         "cuMemMap",
        "cuMemSetAccess",      "cuMemUnmap",          "cuMemHostAlloc",
        "cuMemcpyHtoDAsync",   "cuMemcpyDtoHAsync",   "cuMemcpy2DAsync",
        "cuLaunchHostFunc",    "cuStreamSynchronize", "cuStreamCreate",
        "cuEventRecord",       "cuEventQuery",        "cuCtxSetCurrent"};
    static const char *const memory[] = {"16KiB", "48KiB", "1MiB"};
    char text[VALUE];
    env(m, "TEST_ACCELERATOR", test_accelerator());
    replace_emulated(devices, text, sizeof text);
    env(m, "CTSAR_DEVICES", text);
    if (once_in(m, 3))
        env(m, "CTSAR_MEMORY", ANY(m, memory));
    if (once_in(m, 8))
        env(m, "CTSAR_PINNED", once_in(m, 2) ? "1" : "4");
    if (once_in(m, 8))
        env(m, "CTSAR_TIMEOUT", "20");
    if (harsh && !strcmp(test_accelerator(), "cuda") && once_in(m, 2)) {
        snprintf(text, sizeof text, "%s:%ld:%ld", ANY(m, calls), pick(m, 1, 40),
                 once_in(m, 2) ? 999 : pick(m, 1, 1000));
        env(m, "FAKE_CUDA_FAIL", text);
    }
}

static void machine(maker *m, bool harsh)
{
    static const char *const devices[] = {"cpu:1,emu:1", "emu:1",     "cpu:2,emu:2", "emu:3",
                                          "cpu,emu:1",   "emu:1,cpu", "cpu"};
    static const char *const cache[] = {"writeback", "writeback", "writethrough", "nocache"};
    static const char *const emu[] = {"speed=3,latency=1us;speed=1", "speed=2,memory=48KiB",
                                      "speed=1,memory=16KiB;speed=4", "speed=1"};
    static const char *const delays[] = {"8", "64", "500"};
    static const char *const inflight[] = {"1", "2", "3", "8"};
    static const char *const garbage[] = {"", "-1", "emu:99999", "cpu:0", "nan", ":,;=", "1e999"};
    static const char *const names[] = {"CTSAR_EMU", "CTSAR_DEVICES", "CTSAR_CHUNK", "CTSAR_DIV",
                                        "CTSAR_BACKOFF"};
    char text[VALUE];
    snprintf(text, sizeof text, "%s", ANY(m, emu));
    if (harsh && is_emulated() && once_in(m, 2))
        failing(m, text, sizeof text);
    if (is_emulated())
        env(m, "CTSAR_DEVICES", ANY(m, devices));
    else
        other_devices(m, ANY(m, devices), harsh);
    env(m, "CTSAR_EMU", text);
    env(m, "CTSAR_CLOCK", once_in(m, 3) ? "real" : "virtual");
    env(m, "CTSAR_CACHE", ANY(m, cache));
    if (once_in(m, 2))
        env(m, "CTSAR_BACKOFF", "0");
    if (once_in(m, 3))
        env(m, "CTSAR_INFLIGHT", ANY(m, inflight));
    if (m->check)
        env(m, "CTSAR_CHECK", "1");
    if (once_in(m, 3))
        env(m, "ATTACK_DELAYS", ANY(m, delays));
    if (harsh && once_in(m, 3)) {
        snprintf(text, sizeof text, "%ld", pick(m, 1, 400));
        env(m, "ATTACK_ALLOCATION", text);
    }
    if (harsh && once_in(m, 30)) {
        env(m, "ATTACK_NONSENSE", "1");
        env(m, ANY(m, names), ANY(m, garbage));
    }
}

/* ---- Operations
 * ------------------------------------------------------------------------------------ */

static void make_world(maker *m)
{
    long ndim = pick(m, 1, MOST_DIMS), most = ndim == 1 ? 1500 : ndim == 2 ? 60 : 9;
    ADD(OP_WORLD, pick(m, 1, 1L << 40), ndim, pick(m, 1, most), pick(m, 1, most), pick(m, 1, most),
        pick(m, 1, most));
}

static void make_open(maker *m, long region)
{
    static const long devices[] = {CTSAR_DEV_ALL, CTSAR_DEV_ALL, CTSAR_DEV_GPU};
    ADD(OP_OPEN, region, pick(m, 0, CTSAR_AUTO), ANY(m, devices),
        once_in(m, 5) ? odd_number(m) : pick(m, 0, 2000));
}

static void make_uses(maker *m, long region)
{
    long in = pick(m, 0, ARRAYS - 1), out = (in + pick(m, 1, ARRAYS - 1)) % ARRAYS;
    ADD(OP_INPUT, region, in, once_in(m, 4), pick(m, 0, MOST_DIMS - 1), pick(m, 0, 3),
        pick(m, 0, 3), pick(m, 0, 1), pick(m, 0, 2));
    ADD(OP_OUTPUT, region, out, pick(m, 0, MOST_DIMS - 1), pick(m, 0, 1), !once_in(m, 3),
        pick(m, 0, 2));
}

static void make_map(maker *m, long region)
{
    static const long strides[] = {1, -1, 2, 3, -2, 1000};
    ADD(OP_MAP, region, pick(m, 0, 1), ANY(m, strides), pick(m, 1, 4));
}

static void make_pass(maker *m, long region)
{
    if (once_in(m, 2))
        make_uses(m, region);
    if (once_in(m, 4))
        make_map(m, region);
    bool all = once_in(m, 2);
    ADD(OP_PASS, region, all ? 0 : pick(m, 0, 1500), all || once_in(m, 2) ? 1500 : pick(m, 0, 1500),
        all ? 1 : pick(m, 1, 3), pick(m, 1, 4), pick(m, 0, 1), once_in(m, 8));
}

static void make_setting(maker *m, long g)
{
    switch (pick(m, 0, 7)) {
    case 0:
        ADD(OP_POLICY, g, pick(m, 0, CTSAR_AUTO));
        break;
    case 1:
        ADD(OP_DIV, g, once_in(m, 3) ? INT_MAX : pick(m, 0, 500));
        break;
    case 2:
        ADD(OP_CHUNK, g, odd_number(m));
        break;
    case 3:
        ADD(OP_RATIO, g, pick(m, 0, 1000));
        break;
    case 4:
        ADD(OP_BACKOFF, g, pick(m, 0, 2), pick(m, 0, 3));
        break;
    case 5:
        ADD(OP_WEIGHTS, g, pick(m, 0, 100), pick(m, 1, 1000));
        break;
    case 6:
        ADD(OP_NOWAIT, g, pick(m, 0, 1));
        break;
    default:
        ADD(OP_KERNEL, g, pick(m, 0, 1));
    }
}

static void make_step(maker *m, int threads)
{
    long k = pick(m, 0, ARRAYS - 1), g = pick(m, 0, REGIONS - 1);
    switch (pick(m, 0, 19)) {
    case 0:
        ADD(OP_COMPARE, k);
        break;
    case 1:
        ADD(OP_WRITE, k, pick(m, 0, 1), pick(m, 1, 1L << 40));
        break;
    case 2:
        ADD(OP_DEPERSIST, pick(m, 0, threads - 1), k);
        break;
    case 3:
        ADD(OP_SYNC, pick(m, 0, threads - 1), k);
        break;
    case 4:
        ADD(OP_RETARGET, g, k, pick(m, 0, ARRAYS - 1));
        break;
    case 5:
        ADD(OP_UNREGISTER, g, k);
        break;
    case 6:
        ADD(OP_CLOSE, g);
        break;
    case 7:
        make_open(m, g);
        break;
    case 8:
        make_setting(m, g);
        break;
    case 9:
        ADD(OP_COUNT, g, !m->check && once_in(m, 2) ? odd_number(m) : pick(m, 0, 3000),
            pick(m, 1, 3));
        break;
    case 10:
    case 11:
        ADD(OP_USES, pick(m, 0, ARRAYS), pick(m, 0, 1L << 40), pick(m, 0, 1), pick(m, 1, 1L << 40));
        break;
    default:
        make_pass(m, g);
    }
}

void script_generate(script *s, uint64_t seed, bool harsh)
{
    maker state = {.s = s, .r = {seed}}, *m = &state;
    s->count = 0;
    m->check = once_in(m, 6);
    int threads = once_in(m, 3) ? (int)pick(m, 2, THREADS_MOST) : 1;
    machine(m, harsh);
    for (m->thread = 0; m->thread < threads; ++m->thread) {
        make_world(m);
        for (long g = 0; g < REGIONS; ++g) {
            if (g == 0 || once_in(m, 2))
                make_open(m, g);
            make_uses(m, g);
        }
        for (long steps = pick(m, 4, 25); steps > 0; --steps)
            make_step(m, threads);
    }
}
