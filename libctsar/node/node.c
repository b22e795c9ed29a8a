/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "node/node.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "node/launcher.h"
#include "node/load.h"
#include "node/record.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ctsar__node node;
static _Atomic bool joined, started;
static enum { ALL, GIVEN, NOBODY } others; /* as ctsar__node_use says */
static const void *given;

const ctsar__node *ctsar__node_here(void)
{
    return joined ? &node : NULL;
}

static pthread_mutex_t calling = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool calling_here; /* `calling` is */

void ctsar__node_lock(void)
{
    pthread_mutex_lock(&calling);
    calling_here = true;
}

bool ctsar__node_trylock(void)
{
    bool got = pthread_mutex_trylock(&calling) == 0;
    calling_here = calling_here || got;
    return got;
}

void ctsar__node_unlock(void)
{
    calling_here = false;
    pthread_mutex_unlock(&calling);
}

bool ctsar__node_is_mine(void)
{
    return calling_here;
}

int ctsar__node_use(const void *comm)
{
    pthread_mutex_lock(&lock);
    int status = started ? ctsar__error(CTSAR_ESTATE, "the nodes are known already; call it before "
                                                      "the first ctsar_init and ctsar_node")
                         : CTSAR_OK;
    if (!status) {
        others = comm ? GIVEN : NOBODY;
        given = comm;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

/* In a child: MPI does not go along. */
static void forked(void)
{
    joined = false;
}

/* All ranks that end well say so to each other: who still is in a pass learns that another has
 * left.  A rank that ends otherwise does not wait for anybody; the launcher ends the job. */
static void at_exit(int status, void *unused)
{
    (void)unused;
    bool was = joined;
    joined = false; /* what runs later at exit is alone */
    if (!was || status != 0 || !node.transport->callable())
        return;
    const ctsar__record mine = {.deed = CTSAR__EXIT};
    ctsar__compare_nodes(&node, &mine);
    node.transport->close();
}

/* Of the command line's first bytes. */
static uint64_t hash_of_arguments(void)
{
    char text[8192];
    FILE *f = fopen("/proc/self/cmdline", "re");
    size_t size = f ? fread(text, 1, sizeof text, f) : 0;
    if (f)
        fclose(f);
    return ctsar__hash(0, text, size);
}

/* The others' versions and settings must be this one's, and their arguments where nobody has asked
 * for nodes: copies of a program with other arguments are often meant to be apart. */
static void compare(bool asked, const char *settings)
{
    ctsar__record mine = {.deed = CTSAR__START, .division = asked ? 0 : hash_of_arguments()};
    snprintf(mine.name, sizeof mine.name, "%s, %s", CTSAR__TRANSPORT_VERSION, settings);
    ctsar__compare_nodes(&node, &mine);
}

/* The others wait for what this rank says, and it has no room for what they say. */
static _Noreturn void end_without_memory(void)
{
    ctsar__warn("no memory to be one of %d nodes", node.world.size);
    node.transport->abort();
    abort();
}

/* `calls`: the program may call MPI, too. */
static int join(bool asked, bool calls, const char *settings)
{
    char why[256] = "", speaker[32];
    const void *comm = others == GIVEN ? given : NULL;
    if (!node.transport->open(comm, asked, &node.world, why, sizeof why))
        return ctsar__error(CTSAR_ENODEV, "%s", why);
    snprintf(speaker, sizeof speaker, "rank %d: ", node.world.rank);
    if (node.world.size > 1)
        ctsar__speak_as(speaker);
    node.world.meanwhile = node.world.meanwhile || !calls;
    node.said = calloc((size_t)node.world.size, sizeof *node.said);
    if (!node.said || on_exit(at_exit, NULL) || pthread_atfork(NULL, NULL, forked))
        end_without_memory();
    joined = true;
    compare(asked, settings);
    return CTSAR_OK;
}

/* Whether to look for other ranks at all.  A program that uses MPI itself may well have other data
 * on each rank, which dividing its loops would mix up: it has to ask. */
static bool looks(ctsar__nodes_mode mode)
{
    if (others != ALL || mode != CTSAR__NODES_FOUND)
        return others != NOBODY && mode != CTSAR__NODES_OFF;
    if (!ctsar__launched())
        return false;
    if (!ctsar__program_has_mpi())
        return true;
    if (ctsar__launched_first())
        ctsar__warn("the program uses MPI itself, so each rank's regions are its own; "
                    "CTSAR_NODES=mpi or ctsar_use_comm divides them over the ranks, where all "
                    "ranks have the same data; CTSAR_NODES=0 says that they are to be its own");
    return false;
}

/* Who has not asked for nodes and cannot have them is right alone, if slow. */
static int without(bool asked, int status)
{
    if (asked)
        return status;
    if (ctsar__launched_first())
        ctsar__warn("each rank executes all of every pass, as they cannot be joined: %s; "
                    "CTSAR_NODES=0 says that this is wanted",
                    ctsar__error_detail());
    return CTSAR_OK;
}

int ctsar__node_start(ctsar__nodes_mode mode, const char *settings)
{
    int status = CTSAR_OK;
    pthread_mutex_lock(&lock);
    if (!started && looks(mode)) {
        bool asked = mode == CTSAR__NODES_MPI || others == GIVEN, calls = ctsar__program_has_mpi();
        status = ctsar__transport_load(&node.transport);
        if (!status)
            status = join(asked, calls, settings);
        if (status)
            status = without(asked, status);
    }
    started = !status;
    pthread_mutex_unlock(&lock);
    return status;
}
