/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/emu/context.h"
#include "support/accelerator.h"
#include "support/environment.h"
#include "support/random.h"

static const ctsar__backend *const emu = &ctsar__backend_emu;

/* ---- Opening ------------------------------------------------------------------ */

static void the_registry_finds_backends_by_name_and_lists_them(void **state)
{
    (void)state;
    assert_ptr_equal(ctsar__backend_named("emu"), emu);
    assert_null(ctsar__backend_named("em"));
    assert_null(ctsar__backend_named(""));
    assert_non_null(strstr(ctsar__backend_names(), "emu"));
    for (int i = 0; ctsar__backends[i]; ++i) {
        const ctsar__backend *b = ctsar__backends[i];
        assert_ptr_equal(ctsar__backend_named(b->name), b);
        assert_true(*b->help && (b->count || (b->select && b->absent)) && b->open && b->close &&
                    b->reserve && b->commit && b->release && b->copy_in && b->copy_out &&
                    b->launch && b->executed && b->executes && b->wait);
    }
}

static void a_core_is_8_wide_under_the_virtual_clock_and_something_real_otherwise(void **state)
{
    (void)state;
    assert_int_equal(ctsar__core_simd(CTSAR__CLOCK_VIRTUAL), 8);
    unsigned simd = ctsar__core_simd(CTSAR__CLOCK_REAL);
    assert_true(simd == 4 || simd == 8 || simd == 16);
}

static void each_accelerator_is_what_its_group_says_and_the_last_one_is_repeated(void **state)
{
    (void)state;
    ctsar__emu_spec spec[] = {{.speed = 1, .latency = 3, .memory = 4096, .simd = 16},
                              {.speed = 9, .latency = 5, .memory = SIZE_MAX}};
    ctsar__device_settings settings = {.emu = spec, .nemu = 2};
    assert_int_equal(emu->count(&settings), 2);
    for (int i = 0; i < 4; ++i) {
        ctsar__device *d;
        const ctsar__emu_spec *s = &spec[i > 0];
        char name[16];
        snprintf(name, sizeof name, "emu%d", i);
        assert_int_equal(emu->open(&settings, i, &d), CTSAR_OK);
        assert_ptr_equal(d->backend, emu);
        assert_string_equal(d->name, name);
        assert_true(d->simd == s->simd && d->memory == s->memory);
        assert_true(d->launch_overhead == s->latency && d->copy_overhead == s->latency);
        emu->close(d);
    }
}

/* ---- Memory --------------------------------------------------------------------- */

static void a_reservation_is_addresses_and_no_memory(void **state)
{
    (void)state;
    ctsar__device *d = accelerator(0); /* which would not do for a byte */
    size_t bytes = (size_t)256 << 30;  /* within ThreadSanitizer's reach */
    ctsar__space s;
    assert_int_equal(emu->reserve(d, bytes, &s), CTSAR_OK);
    assert_int_equal((uintptr_t)s.base % page_size(), 0);
    assert_true(s.bytes == bytes && s.lo == 0 && s.hi == 0 && s.committed == 0);
    assert_false(accessible(s.base));
    assert_false(accessible(s.base + bytes / 2));
    assert_false(accessible(s.base + bytes - 1));
    emu->release(d, &s);
    assert_true(!s.base && !s.bytes);
    emu->release(d, &s); /* a zeroed space is allowed */
    emu->close(d);
}

static void more_addresses_than_there_are_is_an_error(void **state)
{
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    const size_t bytes[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1, SIZE_MAX / 2, SIZE_MAX / 4};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; ++i) {
        ctsar__space s;
        assert_int_equal(emu->reserve(d, bytes[i], &s), CTSAR_ENOMEM);
        assert_non_null(strstr(ctsar__error_detail(), "emu0"));
        assert_null(s.base);
        emu->release(d, &s);
    }
    emu->close(d);
}

static void host_code_faults_outside_of_the_window_and_beside_the_space(void **state)
{
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    size_t page = page_size(), bytes = 8 * page;
    ctsar__space s;
    assert_int_equal(emu->reserve(d, bytes, &s), CTSAR_OK);
    assert_int_equal(emu->commit(d, &s, 2 * page, 5 * page), CTSAR_OK);
    for (int writing = 0; writing < 2; ++writing) {
        assert_false(faults(s.base + 2 * page, writing));
        assert_false(faults(s.base + 5 * page - 1, writing));
        assert_true(faults(s.base + 2 * page - 1, writing));
        assert_true(faults(s.base + 5 * page, writing));
        assert_true(faults(s.base, writing));
        assert_true(faults(s.base + bytes - 1, writing));
    }
    /* All of it held, what lies before and behind still is not. */
    assert_int_equal(emu->commit(d, &s, 0, bytes), CTSAR_OK);
    for (int writing = 0; writing < 2; ++writing) {
        assert_false(faults(s.base, writing));
        assert_true(faults(s.base - 1, writing));
        assert_true(faults(s.base - (ptrdiff_t)page, writing));
        assert_true(faults(s.base + bytes, writing));
        assert_true(faults(s.base + bytes + page - 1, writing));
    }
    emu->release(d, &s);
    emu->close(d);
}

/* A window of a space that is not a whole number of pages, against one flag a page. */
enum { PAGES = 12 };

static void fill(char *base, size_t lo, size_t hi, random_state *r, unsigned char *model)
{
    for (size_t i = lo; i < hi; ++i)
        model[i] = (unsigned char)(base[i] = (char)random_bits(r));
}

static void windows_that_move_at_random_hold_their_pages_and_what_stays(void **state)
{
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    size_t page = page_size(), bytes = (PAGES - 1) * page + 123;
    unsigned char *model = malloc(bytes);
    random_state r = {3};
    ctsar__space s;
    assert_int_equal(emu->reserve(d, bytes, &s), CTSAR_OK);
    for (int n = 0; n < 1500; ++n) {
        size_t was_lo = s.lo, was_hi = s.hi;
        size_t lo = (size_t)random_long(&r, 0, (long)bytes);
        size_t hi = (size_t)random_long(&r, (long)lo, (long)bytes);
        if (n % 4 == 0) /* on boundaries, too */
            lo = lo / page * page, hi = n % 8 && hi > lo ? lo + (hi - lo) / page * page : hi;
        assert_int_equal(emu->commit(d, &s, lo, hi), CTSAR_OK);
        assert_true(s.lo == lo && s.hi == hi && s.bytes == bytes);
        assert_int_equal(s.committed, in_pages(lo, hi));
        for (size_t p = 0; p <= PAGES + 1; ++p) {
            char *at = s.base + p * page - page;
            size_t first = p * page - page;
            bool held = p > 0 && lo < hi && first + page > lo && first < hi;
            if (accessible(at) != held)
                fail_msg("window %zu..%zu after %zu..%zu: page %zu", lo, hi, was_lo, was_hi, p - 1);
        }
        size_t from = lo > was_lo ? lo : was_lo, to = hi < was_hi ? hi : was_hi;
        if (from < to)
            assert_memory_equal(s.base + from, model + from, to - from);
        fill(s.base, lo, hi, &r, model);
    }
    emu->release(d, &s);
    emu->close(d);
    free(model);
}

static void memory_that_is_gone_changes_nothing_until_some_is_given_back(void **state)
{
    (void)state;
    size_t page = page_size();
    ctsar__device *d = accelerator(4 * page);
    ctsar__space a, b;
    assert_int_equal(emu->reserve(d, 16 * page, &a), CTSAR_OK);
    assert_int_equal(emu->reserve(d, 16 * page, &b), CTSAR_OK);
    assert_int_equal(emu->commit(d, &a, 0, 3 * page), CTSAR_OK);
    memset(a.base, 'a', 3 * page);
    assert_int_equal(emu->commit(d, &b, 0, 2 * page), CTSAR_ENOMEM);
    assert_true(b.lo == 0 && b.hi == 0 && b.committed == 0 && !accessible(b.base));
    assert_int_equal(emu->commit(d, &a, page, 6 * page), CTSAR_ENOMEM);
    char in_use[120];
    snprintf(
        in_use, sizeof in_use,
        "emu0: a window of %zu bytes does not fit: %zu of its %zu bytes (CTSAR_EMU) are in use",
        5 * page, 3 * page, 4 * page);
    assert_non_null(strstr(ctsar__error_detail(), in_use));
    assert_true(a.lo == 0 && a.hi == 3 * page && a.committed == 3 * page);
    assert_true(a.base[0] == 'a' && a.base[3 * page - 1] == 'a' && !accessible(a.base + 3 * page));
    /* It fits once it does, to the page; a window that moves needs no more than its size. */
    assert_int_equal(emu->commit(d, &b, 0, page), CTSAR_OK);
    assert_int_equal(emu->commit(d, &b, 0, page + 1), CTSAR_ENOMEM);
    assert_int_equal(emu->commit(d, &a, 8 * page, 11 * page), CTSAR_OK);
    assert_int_equal(emu->commit(d, &a, 9 * page, 11 * page), CTSAR_OK);
    assert_int_equal(emu->commit(d, &b, 0, page + 1), CTSAR_OK);
    emu->release(d, &b);
    assert_int_equal(emu->commit(d, &a, 8 * page, 12 * page), CTSAR_OK);
    emu->release(d, &a);
    emu->close(d);
}

static void the_model_of_memory_does_not_overflow(void **state)
{
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    ctsar__space a;
    size_t page = page_size();
    assert_int_equal(emu->reserve(d, page, &a), CTSAR_OK);
    assert_int_equal(emu->commit(d, &a, 0, page), CTSAR_OK);
    emu->release(d, &a);
    emu->close(d);
    d = accelerator(1); /* less than a page */
    assert_int_equal(emu->reserve(d, 1, &a), CTSAR_OK);
    assert_int_equal(emu->commit(d, &a, 0, 1), CTSAR_ENOMEM);
    assert_int_equal(emu->commit(d, &a, 1, 1), CTSAR_OK); /* no bytes */
    assert_int_equal(a.committed, 0);
    emu->release(d, &a);
    emu->close(d);
}

/* ---- When the system refuses ------------------------------------------------------ */

/* Lets the process have at most `more` bytes of writable private memory than now. */
static bool limit_memory(size_t more)
{
    char line[128];
    size_t now = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmData: %zu kB", &now) == 1)
            break;
    if (f)
        fclose(f);
    struct rlimit limit = {now * 1024 + more, RLIM_INFINITY};
    return now && setrlimit(RLIMIT_DATA, &limit) == 0;
}

enum { RIGHT = 0, WRONG = 1, NOT_LIMITED = 77 };

/* Grows a window on both sides; the system has memory for the first side only. */
static int grow_beyond_the_system(void)
{
    const size_t MiB = (size_t)1 << 20;
    ctsar__device *d = accelerator(1024 * MiB); /* what is refused must not count */
    ctsar__space s;
    if (emu->reserve(d, 1024 * MiB, &s) || emu->commit(d, &s, 16 * MiB, 17 * MiB))
        return WRONG;
    memset(s.base + 16 * MiB, 'w', MiB);
    if (!limit_memory(64 * MiB))
        return NOT_LIMITED;
    int status = emu->commit(d, &s, 0, 1024 * MiB);
    if (status == CTSAR_OK)
        return NOT_LIMITED;
    if (status != CTSAR_ENOMEM || !strstr(ctsar__error_detail(), "the system has no memory"))
        return WRONG;
    if (s.lo != 16 * MiB || s.hi != 17 * MiB || s.committed != MiB)
        return WRONG;
    if (s.base[16 * MiB] != 'w' || s.base[17 * MiB - 1] != 'w')
        return WRONG;
    if (accessible(s.base) || accessible(s.base + 16 * MiB - 1) || accessible(s.base + 17 * MiB))
        return WRONG;
    return emu->commit(d, &s, 15 * MiB, 18 * MiB) ? WRONG : RIGHT;
}

static void a_window_that_the_system_has_no_memory_for_changes_nothing(void **state)
{
    (void)state;
    pid_t child = fork(); /* a limit is for a process, and for good */
    assert_true(child >= 0);
    if (child == 0)
        _exit(grow_beyond_the_system());
    int status;
    assert_true(waitpid(child, &status, 0) == child && WIFEXITED(status));
    if (WEXITSTATUS(status) == NOT_LIMITED)
        skip();
    assert_int_equal(WEXITSTATUS(status), RIGHT);
}

/* ---- Several threads ---------------------------------------------------------------- */

enum { THREADS = 4, MOVES = 2000, ROOM = 10 /* pages */ };

typedef struct mover {
    ctsar__device *device;
    _Atomic size_t *held; /* bytes that all movers know to hold */
    int refused, wrong;
    unsigned long seed;
} mover;

/* Moves a window about.  What is held is counted down before and up after, so that the
 * count is never more than what is held. */
static void *move_windows(void *data)
{
    mover *m = data;
    random_state r = {m->seed};
    size_t page = page_size();
    ctsar__space s;
    m->wrong += emu->reserve(m->device, ROOM * page, &s) != CTSAR_OK;
    for (int n = 0; n < MOVES; ++n) {
        size_t lo = (size_t)random_long(&r, 0, ROOM), hi = (size_t)random_long(&r, (long)lo, ROOM);
        size_t before = s.committed;
        if ((hi - lo) * page < before)
            *m->held -= before - (hi - lo) * page;
        int status = emu->commit(m->device, &s, lo * page, hi * page);
        if (s.committed > before)
            *m->held += s.committed - before;
        m->wrong += *m->held > ROOM * page;
        m->wrong += s.committed != (status ? before : (hi - lo) * page);
        m->refused += status == CTSAR_ENOMEM;
        if (s.committed)
            s.base[s.lo] = s.base[s.hi - 1] = 1;
    }
    *m->held -= s.committed;
    emu->release(m->device, &s);
    return NULL;
}

static void threads_together_never_hold_more_than_the_capacity(void **state)
{
    (void)state;
    size_t page = page_size();
    ctsar__device *d = accelerator(ROOM * page);
    _Atomic size_t held = 0;
    mover m[THREADS];
    pthread_t t[THREADS];
    int refused = 0;
    for (int i = 0; i < THREADS; ++i) {
        m[i] = (mover){.device = d, .held = &held, .seed = 100 + (unsigned)i};
        assert_int_equal(pthread_create(&t[i], NULL, move_windows, &m[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(t[i], NULL);
        assert_int_equal(m[i].wrong, 0);
        refused += m[i].refused;
    }
    assert_true(refused > 0);
    /* And all of it is there again. */
    ctsar__space s;
    assert_int_equal(emu->reserve(d, ROOM * page, &s), CTSAR_OK);
    assert_int_equal(emu->commit(d, &s, 0, ROOM * page), CTSAR_OK);
    emu->release(d, &s);
    emu->close(d);
}

/* ---- Copies and time ------------------------------------------------------------------ */

static void a_strided_copy_moves_its_blocks_and_no_byte_between_them(void **state)
{
    (void)state;
    ctsar__device *d = accelerator(SIZE_MAX);
    random_state r = {5};
    for (int n = 0; n < 500; ++n) {
        char from[400], to[400];
        size_t rows = (size_t)random_long(&r, 1, 5), width = (size_t)random_long(&r, 1, 20);
        size_t src = width + (size_t)random_long(&r, 0, 40);
        size_t dst = width + (n % 3 ? (size_t)random_long(&r, 0, 40) : src - width);
        for (size_t i = 0; i < sizeof from; ++i)
            from[i] = (char)(random_bits(&r) & 0x3f);
        memset(to, 'x', sizeof to);
        ctsar__event e;
        ctsar__copy2d c = {to, from, dst, src, width, rows};
        assert_int_equal((n % 2 ? emu->copy_in : emu->copy_out)(d, 0, &c, &e), CTSAR_OK);
        assert_int_equal(emu->wait(d, &e), CTSAR_OK);
        for (size_t i = 0; i < sizeof to; ++i) {
            bool moved = i / dst < rows && i % dst < width;
            assert_int_equal(to[i], moved ? from[i / dst * src + i % dst] : 'x');
        }
    }
    emu->close(d);
}

static void under_the_virtual_clock_an_operation_takes_what_its_model_says(void **state)
{
    (void)state;
    static char from[4096], to[4096];
    ctsar__device *d = accelerator(SIZE_MAX);
    ctsar__event e;
    ctsar__copy2d c = {to, from, 64, 64, 64, 64};
    assert_int_equal(emu->copy_in(d, 0, &c, &e), CTSAR_OK);
    assert_true(e.seconds == LATENCY + 4096 / BANDWIDTH);
    c = (ctsar__copy2d){to, from, 64, 128, 16, 3};
    assert_int_equal(emu->copy_out(d, 0, &c, &e), CTSAR_OK);
    assert_true(e.seconds == LATENCY + 48 / BANDWIDTH);
    assert_int_equal(emu->executed(d, .5, &e), CTSAR_OK);
    assert_true(e.seconds == LATENCY + .25); /* twice as fast as a core */
    assert_int_equal(emu->executed(d, 0, &e), CTSAR_OK);
    assert_true(e.seconds == LATENCY);
    emu->close(d);
}

static void without_a_bandwidth_only_the_latency_counts(void **state)
{
    (void)state;
    static char from[4096], to[4096];
    ctsar__emu_spec spec = {.speed = .25, .latency = 3, .memory = SIZE_MAX};
    ctsar__device_settings settings = {.emu = &spec, .nemu = 1, .clock = CTSAR__CLOCK_VIRTUAL};
    ctsar__device *d;
    ctsar__event e;
    assert_int_equal(emu->open(&settings, 0, &d), CTSAR_OK);
    ctsar__copy2d c = {to, from, 4096, 4096, 4096, 1};
    assert_int_equal(emu->copy_in(d, 0, &c, &e), CTSAR_OK);
    assert_true(e.seconds == 3);
    assert_int_equal(emu->executed(d, 2, &e), CTSAR_OK);
    assert_true(e.seconds == 3 + 8);
    emu->close(d);
}

static void under_the_real_clock_no_operation_is_over_before_its_model_is(void **state)
{
    (void)state;
    static char from[1024], to[1024];
    const double speed[] = {.5, 1, 4};
    for (size_t i = 0; i < sizeof speed / sizeof *speed; ++i) {
        ctsar__emu_spec spec = {
            .speed = speed[i], .latency = 1e-4, .bandwidth = 1e7, .memory = SIZE_MAX};
        ctsar__device_settings settings = {.emu = &spec, .nemu = 1, .clock = CTSAR__CLOCK_REAL};
        ctsar__device *d;
        ctsar__event e;
        assert_int_equal(emu->open(&settings, 0, &d), CTSAR_OK);
        ctsar__copy2d c = {to, from, 1024, 1024, 1024, 1};
        double began = ctsar__now();
        assert_int_equal(emu->copy_in(d, 0, &c, &e), CTSAR_OK);
        assert_int_equal(emu->wait(d, &e), CTSAR_OK);
        double passed = ctsar__now() - began;
        assert_true(e.seconds >= 1e-4 + 1024 / 1e7 && e.seconds <= passed);
        /* What a core took 1 ms for did not take less, whatever the speed. */
        began = ctsar__now();
        assert_int_equal(emu->executed(d, 1e-3, &e), CTSAR_OK);
        assert_int_equal(emu->wait(d, &e), CTSAR_OK);
        double least = 1e-3 / (speed[i] < 1 ? speed[i] : 1);
        assert_true(e.seconds >= 1e-4 + least - 1e-9);
        assert_true(ctsar__now() - began >= 1e-4 + least - 1e-3 - 1e-9);
        emu->close(d);
    }
}

static int copy_in(ctsar__device *d)
{
    char from = 1, to = 0;
    ctsar__copy2d c = {&to, &from, 1, 1, 1, 1};
    ctsar__event e;
    return emu->copy_in(d, 0, &c, &e);
}

/* Whoever holds a lock of the device when the process forks is not there in the child. */
static void a_child_does_not_wait_for_what_its_parents_threads_have_begun(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    ctsar__emu_spec spec = {.speed = 1, .latency = 1e-6, .bandwidth = 1e9, .memory = SIZE_MAX};
    ctsar__device_settings settings = {.emu = &spec, .nemu = 1, .clock = CTSAR__CLOCK_REAL};
    ctsar__device *d;
    int status = 0;
    assert_int_equal(emu->open(&settings, 0, &d), CTSAR_OK);
    pthread_mutex_lock(&ctsar__emu_of(d)->engine[CTSAR__COPY_IN].lock);
    ctsar__emu_of(d)->engine[CTSAR__COPY_IN].free = 0;
    pthread_mutex_lock(&ctsar__emu_of(d)->builds.lock);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(copy_in(d) || ctsar__emu_has_built(&ctsar__emu_of(d)->builds, "any") ? 1 : 7);
    }
    pthread_mutex_unlock(&ctsar__emu_of(d)->builds.lock);
    pthread_mutex_unlock(&ctsar__emu_of(d)->engine[CTSAR__COPY_IN].lock);
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_int_equal(status, 7 << 8);
    emu->close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_registry_finds_backends_by_name_and_lists_them),
        cmocka_unit_test(a_core_is_8_wide_under_the_virtual_clock_and_something_real_otherwise),
        cmocka_unit_test(each_accelerator_is_what_its_group_says_and_the_last_one_is_repeated),
        cmocka_unit_test(a_reservation_is_addresses_and_no_memory),
        cmocka_unit_test(more_addresses_than_there_are_is_an_error),
        cmocka_unit_test(host_code_faults_outside_of_the_window_and_beside_the_space),
        cmocka_unit_test(windows_that_move_at_random_hold_their_pages_and_what_stays),
        cmocka_unit_test(memory_that_is_gone_changes_nothing_until_some_is_given_back),
        cmocka_unit_test(the_model_of_memory_does_not_overflow),
        cmocka_unit_test(a_window_that_the_system_has_no_memory_for_changes_nothing),
        cmocka_unit_test(threads_together_never_hold_more_than_the_capacity),
        cmocka_unit_test(a_strided_copy_moves_its_blocks_and_no_byte_between_them),
        cmocka_unit_test(under_the_virtual_clock_an_operation_takes_what_its_model_says),
        cmocka_unit_test(without_a_bandwidth_only_the_latency_counts),
        cmocka_unit_test(under_the_real_clock_no_operation_is_over_before_its_model_is),
        cmocka_unit_test(a_child_does_not_wait_for_what_its_parents_threads_have_begun),
    };
    return cmocka_run_group_tests_name("emu", tests, NULL, NULL);
}
