/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "machine/machine.h"
#include "support/environment.h"
#include "support/own_threads.h"

static void devices_stand_in_the_order_of_the_list(void **state)
{
    (void)state;
    const ctsar__machine *m, *same;
    units("emu:3,cpu:2", "simd=4;simd=32", "virtual");
    assert_int_equal(ctsar__machine_acquire(&m), CTSAR_OK);
    assert_int_equal(m->devices, 3);
    char first[40], last[40];
    const char *backend = is_emulated() ? "emu" : test_accelerator();
    snprintf(first, sizeof first, "%s0", backend);
    snprintf(last, sizeof last, is_emulated() ? "%s2" : "%s0*2", backend);
    assert_string_equal(m->device[0]->name, first);
    assert_string_equal(m->device[2]->name, last);
    assert_true(m->config.cores && m->config.core_cap == 2);
    assert_true(m->processors >= 1);
    /* In use, it stays as it is; afterwards the environment is read anew. */
    setenv("CTSAR_DEVICES", "cpu", 1);
    assert_int_equal(ctsar__machine_acquire(&same), CTSAR_OK);
    assert_ptr_equal(m, same);
    assert_int_equal(m->devices, 3);
    ctsar__machine_release();
    ctsar__machine_release();
    assert_int_equal(ctsar__machine_acquire(&m), CTSAR_OK);
    assert_int_equal(m->devices, 0);
    ctsar__machine_release();
}

static void default_times_go_with_the_simd_width(void **state)
{
    (void)state;
    const ctsar__machine *m;
    double time[3];
    if (!is_emulated())
        skip();                                      /* the width is the device's own */
    units("cpu,emu:2", "simd=4;simd=32", "virtual"); /* a core has 8 under this clock */
    assert_int_equal(ctsar__machine_acquire(&m), CTSAR_OK);
    ctsar__default_times(m, m->device, 2, time);
    assert_true(time[0] == 2 && time[1] == .25 && time[2] == 1);
    ctsar__machine_release();
}

static void a_machine_that_cannot_be_opened_can_be_tried_again(void **state)
{
    (void)state;
    const ctsar__machine *m;
    units("nothing", NULL, NULL);
    assert_int_equal(ctsar__machine_acquire(&m), CTSAR_ENODEV);
    units("emu", NULL, NULL);
    assert_int_equal(ctsar__machine_acquire(&m), CTSAR_OK);
    ctsar__machine_release();
}

/* By as many threads as may help. */
static void copy_to(ctsar__device *d)
{
    static char host[4 << 20];
    ctsar__space space;
    ctsar__event e;
    assert_int_equal(d->backend->reserve(d, sizeof host, &space), CTSAR_OK);
    assert_int_equal(d->backend->commit(d, &space, 0, sizeof host), CTSAR_OK);
    ctsar__copy2d copy = {space.base, host, sizeof host, sizeof host, sizeof host, 1};
    assert_int_equal(d->backend->copy_in(d, 0, &copy, &e), CTSAR_OK);
    assert_int_equal(d->backend->wait(d, &e), CTSAR_OK);
    d->backend->release(d, &space);
}

static void threads_that_copy_end_with_the_last_user(void **state)
{
    (void)state;
    const ctsar__machine *m;
    if (is_emulated())
        skip(); /* nothing is staged there */
    units("emu", NULL, NULL);
    setenv("CTSAR_PINNED", "4", 1);
    assert_int_equal(ctsar__machine_acquire(&m), CTSAR_OK);
    copy_to(m->device[0]);
    int with = tasks();
    ctsar__machine_release();
    /* One that has been joined may be listed for a moment. */
    for (int i = 0; i < 5000 && tasks() > with - 3; ++i)
        usleep(1000);
    assert_in_range(tasks(), 1, with - 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_stand_in_the_order_of_the_list),
        cmocka_unit_test(default_times_go_with_the_simd_width),
        cmocka_unit_test(a_machine_that_cannot_be_opened_can_be_tried_again),
        cmocka_unit_test(threads_that_copy_end_with_the_last_user),
    };
    return cmocka_run_group_tests_name("unit", tests, NULL, NULL);
}
