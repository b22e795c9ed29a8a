/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of a persisted array that other nodes send into an accelerator's memory, or get from
 * there. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "mem/arrays.h"
#include "mem/directory.h"
#include "mem/guest.h"
#include "mem/guests.h"
#include "mem/window.h"
#include "node/node.h"
#include "pass/core/travel.h"
#include "support/accelerator.h"
#include "support/deliver.h"

enum { ROWS = 32, COLUMNS = 26, ROW = COLUMNS * sizeof(int), DEVICES = 2, LO = 4, HI = 24 };

/* Device 0 has written the rows from LO to HI, and had the rows beside them until another node
 * wrote these. */
static int host[ROWS][COLUMNS];
static ctsar__device *device[DEVICES];
static ctsar__arrays arrays;
static ctsar__array *array;
static int *unit; /* row 0 on device 0 */
static size_t pitch;
static unsigned long pass;
static ctsar__guest guest;
static int finished; /* how often guests had to be */

static ctsar__items rows(size_t lo, size_t hi)
{
    return (ctsar__items){lo * ROW, hi * ROW};
}

static ctsar__values values(long lo, long hi)
{
    return (ctsar__values){lo, 1, hi - lo};
}

static void fill(int *row, int with)
{
    for (int k = 0; k < COLUMNS; ++k)
        row[k] = with;
}

static int *on_unit(size_t row)
{
    return unit + row * pitch;
}

static ctsar__traffic fetch(int acc, long lo, long hi)
{
    const ctsar__target *at = acc < 0 ? &ctsar__on_host : AT(acc, device[acc]);
    ctsar__traffic t = {0};
    void *base;
    assert_int_equal(ctsar__window_base(array, at, acc ? NULL : &pitch, &base, &t), CTSAR_OK);
    assert_int_equal(ctsar__window_fetch(array, at, values(lo, hi), pass, &t), CTSAR_OK);
    unit = acc ? unit : base;
    return t;
}

static void written_elsewhere(long lo, long hi)
{
    assert_int_equal(ctsar__window_note(array, &ctsar__on_host, values(lo, hi)), CTSAR_OK);
}

static void write_on_unit(void)
{
    fetch(0, LO, HI);
    for (size_t i = LO; i < HI && array->shape.outer == 1; ++i)
        fill(on_unit(i), 100 + (int)i);
    assert_int_equal(deliver_window(array, AT(0, device[0]), values(LO, HI), &(ctsar__traffic){0}),
                     CTSAR_OK);
}

static bool finish(void)
{
    assert_in_range(finished++, 0, 9);
    for (int k = 0; guest.comes && guest.shared && k < COLUMNS; ++k)
        ((int *)guest.memory)[k] = 77;
    assert_int_equal(ctsar__guest_end(&guest), CTSAR_OK);
    return true;
}

static void open_array(unsigned flags, bool columns)
{
    const ctsar_dim dim[] = {{ROWS, !columns, !columns, !columns},
                             {COLUMNS, columns, columns, columns}};
    ctsar__shape shape;
    for (int d = 0; d < DEVICES; ++d)
        device[d] = accelerator(SIZE_MAX);
    for (int i = 0; i < ROWS; ++i)
        fill(host[i], i);
    ctsar__arrays_init(&arrays, device, DEVICES, CTSAR__CACHE_WRITEBACK);
    pass = 1;
    finished = 0;
    ctsar__guests_finished_by(finish);
    assert_int_equal(ctsar__shape_nd(sizeof(int), 2, dim,
                                     CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST | flags, true, &shape),
                     CTSAR_OK);
    assert_int_equal(ctsar__arrays_register(&arrays, host, &shape, pass, &array), CTSAR_OK);
    write_on_unit();
    written_elsewhere(0, LO);
    written_elsewhere(HI, columns ? COLUMNS : ROWS);
}

static void close_array(void)
{
    assert_int_equal(ctsar__arrays_flush(&arrays), CTSAR_OK);
    assert_int_equal(ctsar__arrays_free(&arrays), CTSAR_OK);
    for (int d = 0; d < DEVICES; ++d)
        device[d]->backend->close(device[d]);
}

static bool begin(ctsar__items at, bool comes)
{
    return ctsar__guest_begin(host, &array->shape, at, comes, false, &guest);
}

static void end(void)
{
    assert_int_equal(ctsar__guest_end(&guest), CTSAR_OK);
}

/* Row LO - 1 comes, and is there. */
static void come(int value)
{
    assert_true(begin(rows(LO - 1, LO), true));
    assert_int_equal(ctsar__guest_expect(&guest), CTSAR_OK);
    fill((int *)guest.memory, value);
    end();
}

/* ---- Tests --------------------------------------------------------------------------------- */

static void what_goes_is_read_where_it_is(void **state)
{
    (void)state;
    open_array(0, false);
    assert_true(begin(rows(LO + 1, LO + 3), false));
    assert_ptr_equal(guest.memory, on_unit(LO + 1));
    assert_int_equal(guest.rows * guest.width, 2 * ROW);
    assert_int_equal(*(int *)guest.memory, 101 + LO);
    end();
    close_array();
    assert_int_equal(finished, 0);
}

static void what_comes_is_written_where_it_is_read(void **state)
{
    (void)state;
    open_array(0, false);
    come(55);
    assert_int_equal(host[LO - 1][0], LO - 1); /* old, and nobody reads it */
    ctsar__traffic t = fetch(0, LO, HI);
    assert_int_equal(t.bytes_in, ROW); /* the row behind, which the host has */
    assert_int_equal(on_unit(LO - 1)[0], 55);
    assert_int_equal(ctsar__directory_sync(host, &t), CTSAR_OK);
    assert_int_equal(host[LO - 1][COLUMNS - 1], 55);
    close_array();
}

static void who_reads_it_first_pays_for_the_bus(void **state)
{
    (void)state;
    open_array(0, false);
    fetch(0, LO, HI);
    written_elsewhere(0, LO);
    come(55);
    ctsar__traffic t = fetch(0, LO, HI);
    assert_int_equal(t.bytes_in, 0);
    assert_true(t.seconds == LATENCY + ROW / BANDWIDTH);
    assert_true(t.once == 0 && t.fixed == t.seconds);
    assert_true(fetch(0, LO, HI).seconds == 0);
    written_elsewhere(0, LO);
    come(56);
    written_elsewhere(0, LO); /* nobody has read it */
    t = fetch(0, LO, HI);
    assert_int_equal(t.bytes_in, ROW);
    assert_true(t.seconds == LATENCY + ROW / BANDWIDTH);
    close_array();
}

static void what_has_left_again_is_not_paid_for(void **state)
{
    (void)state;
    open_array(0, false);
    come(55);
    assert_int_equal(ctsar__directory_depersist(host, &(ctsar__traffic){0}), CTSAR_OK);
    ctsar__traffic t = fetch(0, LO, HI);
    assert_int_equal(t.bytes_in, (HI - LO + 2) * ROW);
    assert_true(t.seconds == LATENCY + (double)t.bytes_in / BANDWIDTH);
    close_array();
}

static void padded_rows_go_without_what_is_between_them(void **state)
{
    (void)state;
    open_array(CTSAR_MEM_PAD, false);
    assert_true(pitch > COLUMNS);
    assert_true(begin(rows(LO, LO + 4), false));
    assert_int_equal(guest.rows, 4);
    assert_int_equal(guest.width, ROW);
    assert_int_equal(guest.pitch, pitch * sizeof(int));
    assert_int_equal(*(int *)(guest.memory + guest.pitch), 101 + LO);
    end();
    assert_false(begin((ctsar__items){LO * ROW, LO * ROW + 8}, false));
    close_array();
}

static void without_one_place_on_an_accelerator_the_host_is_the_way(void **state)
{
    (void)state;
    open_array(0, false);
    assert_false(begin(rows(LO - 1, LO), false));     /* the host has it */
    assert_false(begin(rows(HI - 1, HI + 1), false)); /* or a part */
    assert_false(begin(rows(LO - 2, LO), true));      /* not all of it was there */
    assert_false(begin(rows(LO, LO + 1), true));      /* current there */
    fetch(1, LO - 1, LO);
    written_elsewhere(0, LO);
    assert_false(begin(rows(LO - 1, LO), true)); /* two want it */
    assert_true(begin(rows(HI, HI + 1), true));
    end();
    ctsar__device_fail(device[0]);
    assert_false(begin(rows(LO + 1, LO + 2), false));
    assert_false(begin(rows(HI, HI + 1), true));
    device[0]->failed = false;
    close_array();
    open_array(0, true); /* columns */
    assert_false(begin((ctsar__items){LO * sizeof(int), HI * sizeof(int)}, false));
    close_array();
}

static void what_would_outlive_the_accelerator_comes_to_the_host(void **state)
{
    (void)state;
    open_array(0, false);
    assert_int_equal(ctsar__directory_sync(host, &(ctsar__traffic){0}), CTSAR_OK);
    assert_false(begin(rows(LO - 1, LO), true));
    close_array();
}

/* Two units beside the accelerator fetch a row of it each: it keeps one alone if it has three. */
static void what_others_could_fetch_all_of_is_no_reason_to_trust_the_accelerator(void **state)
{
    (void)state;
    for (int rows_there = 2; rows_there <= 3; ++rows_there) {
        open_array(0, false);
        written_elsewhere(LO + rows_there, HI);
        assert_int_equal(begin(rows(LO - 1, LO), true), rows_there == 3);
        end();
        close_array();
        open_array(0, false);
        written_elsewhere(LO + rows_there + 1, HI);
        assert_int_equal(begin(rows(LO, LO + 1), false), rows_there == 3);
        end();
        close_array();
    }
}

static void what_cores_read_comes_to_the_host_from_then_on(void **state)
{
    (void)state;
    open_array(0, false);
    come(55);
    fetch(-1, LO - 1, LO);
    assert_int_equal(host[LO - 1][0], 55);
    write_on_unit();
    written_elsewhere(0, LO);
    assert_false(begin(rows(LO - 1, LO), true));
    close_array();
}

static void a_window_with_a_guest_waits_before_it_is_given_back(void **state)
{
    (void)state;
    open_array(0, false);
    assert_true(begin(rows(LO, LO + 1), false));
    assert_int_equal(ctsar__directory_depersist(host, &(ctsar__traffic){0}), CTSAR_OK);
    assert_int_equal(finished, 1);
    assert_int_equal(host[LO][0], 100 + LO);
    close_array();
}

static void a_window_with_a_guest_may_grow(void **state)
{
    (void)state;
    open_array(0, false);
    assert_true(begin(rows(LO, LO + 1), false));
    fetch(0, 0, ROWS);
    assert_int_equal(finished, 0);
    assert_int_equal(*(int *)guest.memory, 100 + LO);
    end();
    close_array();
}

static bool finish_and_fetch(void)
{
    finish();
    fetch(0, LO, HI);
    return true;
}

static void what_is_fetched_while_a_guest_is_waited_for_stays(void **state)
{
    (void)state;
    open_array(0, false);
    ctsar__window_release(array, AT(0, device[0]));
    assert_true(begin(rows(LO, LO + 1), false));
    ctsar__guests_finished_by(finish_and_fetch);
    assert_int_equal(ctsar__arrays_shrink(&arrays, AT(0, device[0]), pass, &(ctsar__traffic){0}),
                     CTSAR_OK);
    assert_int_equal(finished, 1);
    assert_true(ctsar__window_held(array, 0) > 0);
    assert_int_equal(on_unit(LO)[0], 100 + LO);
    close_array();
}

static ctsar__array *open_padded(ctsar__arrays *region)
{
    const ctsar_dim dim[] = {{ROWS, 1, 0, 0}, {COLUMNS, 0, 0, 0}};
    ctsar__shape shape;
    ctsar__array *opened;
    ctsar__arrays_init(region, device, DEVICES, CTSAR__CACHE_WRITEBACK);
    assert_int_equal(ctsar__shape_nd(sizeof(int), 2, dim,
                                     CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST | CTSAR_MEM_PAD, true,
                                     &shape),
                     CTSAR_OK);
    assert_int_equal(ctsar__arrays_register(region, host, &shape, pass, &opened), CTSAR_OK);
    return opened;
}

static void what_is_fetched_meanwhile_keeps_its_layout(void **state)
{
    (void)state;
    open_array(0, false);
    ctsar__arrays region;
    ctsar__array *padded = open_padded(&region);
    ctsar__target slot = {.acc = 0, .device = device[0], .slot = 1};
    ctsar__traffic t = {0};
    void *base;
    ctsar__window_release(array, AT(0, device[0]));
    assert_int_equal(ctsar__window_base(padded, &slot, NULL, &base, &t), CTSAR_OK);
    write_on_unit(); /* there is room for padded rows now, and for these */
    ctsar__window_release(array, AT(0, device[0]));
    assert_true(begin(rows(LO, LO + 1), false));
    ctsar__guests_finished_by(finish_and_fetch);
    assert_int_equal(ctsar__window_fetch(padded, &slot, values(LO, HI), pass, &t), CTSAR_ENOMEM);
    assert_int_equal(finished, 1);
    assert_int_equal(on_unit(LO)[0], 100 + LO);
    assert_int_equal(ctsar__arrays_free(&region), CTSAR_OK);
    close_array();
}

static void nobody_reads_what_is_coming(void **state)
{
    (void)state;
    for (int who = -1; who < DEVICES; ++who) {
        open_array(0, false);
        assert_true(begin(rows(LO - 1, LO), true));
        assert_int_equal(ctsar__guest_expect(&guest), CTSAR_OK);
        fetch(who, LO - 1, LO);
        assert_int_equal(finished, 1);
        assert_int_equal(ctsar__directory_sync(host, &(ctsar__traffic){0}), CTSAR_OK);
        assert_int_equal(host[LO - 1][0], 77);
        close_array();
    }
}

static void what_is_not_expected_changes_nothing(void **state)
{
    (void)state;
    open_array(0, false);
    assert_true(begin(rows(LO - 1, LO), true));
    end();
    ctsar__traffic t = fetch(0, LO, HI);
    assert_int_equal(t.bytes_in, 2 * ROW);
    assert_true(t.seconds == 2 * (LATENCY + ROW / BANDWIDTH));
    assert_int_equal(on_unit(LO - 1)[0], LO - 1);
    close_array();
}

static void what_has_been_written_elsewhere_meanwhile_has_not_landed(void **state)
{
    (void)state;
    open_array(0, false);
    assert_true(begin(rows(LO - 1, LO), true));
    assert_int_equal(ctsar__guest_expect(&guest), CTSAR_OK);
    fill(host[LO - 1], 66);
    written_elsewhere(LO - 1, LO);
    ctsar__traffic t = fetch(0, LO, HI); /* the message comes first, and is not read */
    assert_int_equal(finished, 1);
    assert_int_equal(t.bytes_in, 2 * ROW);
    assert_true(t.seconds == 2 * (LATENCY + ROW / BANDWIDTH));
    assert_int_equal(on_unit(LO - 1)[0], 66);
    close_array();
}

static bool nothing_is_under_way(void)
{
    return false;
}

static void a_forked_child_does_not_wait_for_its_parents_guests(void **state)
{
    (void)state;
    int ended = 0;
    open_array(0, false);
    assert_true(begin(rows(LO, LO + 1), false));
    pid_t child = fork();
    if (child == 0) {
        ctsar__guests_finished_by(nothing_is_under_way);
        _exit(ctsar__directory_depersist(host, &(ctsar__traffic){0}) || host[LO][0] != 100 + LO);
    }
    assert_true(waitpid(child, &ended, 0) == child && ended == 0);
    end();
    close_array();
}

static void a_forked_child_has_on_the_host_what_did_not_come(void **state)
{
    (void)state;
    int ended = 0;
    open_array(0, false);
    assert_true(begin(rows(LO - 1, LO), true));
    assert_int_equal(ctsar__guest_expect(&guest), CTSAR_OK);
    pid_t child = fork();
    if (child == 0) {
        ctsar__guests_finished_by(nothing_is_under_way);
        fill((int *)guest.memory, -1);
        _exit(ctsar__directory_depersist(host, &(ctsar__traffic){0}) || host[LO - 1][0] != LO - 1);
    }
    assert_true(waitpid(child, &ended, 0) == child && ended == 0);
    end();
    close_array();
}

/* It would wait for itself. */
static void a_thread_that_holds_the_lock_of_messages_ends_the_process(void **state)
{
    (void)state;
    int ended = 0, said[2];
    char text[400] = "";
    open_array(0, false);
    ctsar__travel_settle();
    assert_true(begin(rows(LO, LO + 1), false));
    assert_int_equal(pipe(said), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(said[1], STDERR_FILENO);
        ctsar__node_lock();
        alarm(20); /* for ever */
        _exit(ctsar__directory_depersist(host, &(ctsar__traffic){0}) != 0);
    }
    close(said[1]);
    assert_true(waitpid(child, &ended, 0) == child);
    assert_true(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGABRT);
    assert_true(read(said[0], text, sizeof text - 1) > 0);
    assert_non_null(strstr(text, "a thread that holds the node's lock waits for messages"));
    close(said[0]);
    end();
    close_array();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_is_read_where_it_is),
        cmocka_unit_test(what_comes_is_written_where_it_is_read),
        cmocka_unit_test(who_reads_it_first_pays_for_the_bus),
        cmocka_unit_test(what_has_left_again_is_not_paid_for),
        cmocka_unit_test(padded_rows_go_without_what_is_between_them),
        cmocka_unit_test(without_one_place_on_an_accelerator_the_host_is_the_way),
        cmocka_unit_test(what_would_outlive_the_accelerator_comes_to_the_host),
        cmocka_unit_test(what_others_could_fetch_all_of_is_no_reason_to_trust_the_accelerator),
        cmocka_unit_test(what_cores_read_comes_to_the_host_from_then_on),
        cmocka_unit_test(a_window_with_a_guest_waits_before_it_is_given_back),
        cmocka_unit_test(a_window_with_a_guest_may_grow),
        cmocka_unit_test(what_is_fetched_while_a_guest_is_waited_for_stays),
        cmocka_unit_test(what_is_fetched_meanwhile_keeps_its_layout),
        cmocka_unit_test(nobody_reads_what_is_coming),
        cmocka_unit_test(what_is_not_expected_changes_nothing),
        cmocka_unit_test(what_has_been_written_elsewhere_meanwhile_has_not_landed),
        cmocka_unit_test(a_forked_child_does_not_wait_for_its_parents_guests),
        cmocka_unit_test(a_forked_child_has_on_the_host_what_did_not_come),
        cmocka_unit_test(a_thread_that_holds_the_lock_of_messages_ends_the_process),
    };
    return cmocka_run_group_tests_name("guest", tests, NULL, NULL);
}
