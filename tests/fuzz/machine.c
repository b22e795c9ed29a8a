/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fuzzer: the simulator's descriptions of machines and workloads.  Both readers get each input;
 * where they would end the program they return here, and what they had by then is freed. */
#define _GNU_SOURCE
#include <sanitizer/allocator_interface.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fail.h"
#include "machine.h"
#include "workload.h"

/* ---- What a reader has --------------------------------------------------------------- */

enum { MOST_LIVE = 1 << 16 };

static void *live[MOST_LIVE];
static int lives;
/* The fuzzer's own thread, which watches the memory, has memory that it frees itself. */
static _Thread_local bool counting;

static void note_malloc(const volatile void *p, size_t size)
{
    (void)size;
    if (!counting)
        return;
    if (lives == MOST_LIVE)
        abort();
    live[lives++] = (void *)(uintptr_t)p;
}

static void note_free(const volatile void *p)
{
    for (int i = lives; counting && i-- > 0;)
        if (live[i] == p) {
            live[i] = live[--lives];
            return;
        }
}

static void free_all(void)
{
    counting = false;
    while (lives > 0)
        free(live[--lives]);
}

/* ---- Readers --------------------------------------------------------------------------- */

static jmp_buf refused;
static char folder[] = "/tmp/ctsar-fuzz-XXXXXX", path[64];

_Noreturn void sim_fail(int status, const char *format, ...)
{
    (void)format;
    if (status != SIM_WRONG_INPUT)
        abort();
    longjmp(refused, 1);
}

void *sim_alloc(size_t count, size_t size)
{
    size_t some = count ? count : 1, each = size ? size : 1;
    void *room = some > (1u << 28) / each ? NULL : calloc(some, each);
    if (!room)
        longjmp(refused, 1);
    return room;
}

static void remove_folder(void)
{
    unlink(path);
    rmdir(folder);
}

static void write_input(const uint8_t *data, size_t size)
{
    if (!*path) {
        if (!mkdtemp(folder))
            abort();
        snprintf(path, sizeof path, "%s/input.json", folder);
        atexit(remove_folder);
    }
    FILE *f = fopen(path, "w");
    if (!f || fwrite(data, 1, size, f) != size || fclose(f))
        abort();
}

static void use_machine(void)
{
    machine m = machine_read(path);
    for (int u = 0; u < ctsar__team_units(m.team); ++u)
        if (!(machine_factor(&m, u, 3) > 0))
            abort();
    machine_limit(&m, 2, 1);
    machine_free(&m);
}

static void use_workload(void)
{
    enum { MOST = 100000 };
    static double sum[MOST + 1];
    workload w = workload_read(path);
    if (w.iterations <= MOST)
        workload_costs(&w, 1, 1, sum);
    workload_free(&w);
}

static void read_by(void (*use)(void))
{
    if (!setjmp(refused)) {
        counting = true;
        use();
        counting = false;
        lives = 0; /* what a whole input leaves is a leak */
    } else {
        free_all();
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (!__sanitizer_install_malloc_and_free_hooks(note_malloc, note_free))
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    write_input(data, size);
    read_by(use_machine);
    read_by(use_workload);
    return 0;
}
