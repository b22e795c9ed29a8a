/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What joins nodes: the table of functions that a plugin offers.  libctsar itself is linked to no
 * message passing library. */
#ifndef CTSAR_TRANSPORT_H
#define CTSAR_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>

/* Changes with what follows; a plugin of another build is refused. */
#define CTSAR__TRANSPORT_VERSION "0.1.0 nodes 6"

/* Who takes part, and as which of them. */
typedef struct ctsar__world {
    int rank, size;
    int local_rank, local_size; /* among those of this machine */
    bool funneled;              /* only the thread that initialised MPI may call it, here ... */
    bool any_funneled;          /* ... or on another rank */
    bool meanwhile;             /* it may be called here while bodies run, whatever they call */
    bool cuda;                  /* it reads and writes memory of CUDA devices here */
} ctsar__world;

/* One rank's part of an array: in each of `blocks` blocks so many stretches of `width` bytes. */
typedef struct ctsar__part {
    size_t at;            /* bytes from the array's beginning to the first one */
    size_t blocks, block; /* `block` bytes from one's beginning to the next one's */
    size_t groups, apart; /* the same of stretches in a block */
    size_t width;         /* 0: the rank has no part */
} ctsar__part;

/* A part that goes to another rank, or comes from it.  `array` may be an accelerator's memory,
 * where that is within reach, and the peer's part laid out otherwise, in as many bytes. */
typedef struct ctsar__parcel {
    void *array;
    ctsar__part part;
    int peer;
    bool out;
} ctsar__parcel;

/* All but `callable` are called by all ranks in the same order, by one thread at a time for which
 * `callable` holds.  What goes wrong within is the end of the job. */
typedef struct ctsar__transport {
    const char *version;
    /* Joins the ranks of the communicator that `comm` points to; NULL: all.  `asked`: the user
     * wants that, also where the program uses MPI itself.  False: why not. */
    bool (*open)(const void *comm, bool asked, ctsar__world *world, char *why, size_t room);
    /* May the calling thread call the others now? */
    bool (*callable)(void);
    /* all[r] is what rank r has as `mine`, of `bytes` bytes. */
    void (*allgather)(const void *mine, void *all, size_t bytes);
    /* Each rank's part of the array is everywhere what that rank has there. */
    void (*share)(void *array, const ctsar__part *part);
    /* Begins so many of them; those between two ranks are in the same order on both.  What goes
     * stays as it is, and what comes is not looked at, until that is over. */
    void *(*begin)(const ctsar__parcel *parcel, int count);
    /* Has all come that was to come here?  Moves on what goes, too. */
    bool (*come)(void *messages);
    /* Waits until all has come that was to come here. */
    void (*arrive)(void *messages);
    /* Waits until all of it is over; frees it. */
    void (*finish)(void *messages);
    /* Ends all ranks. */
    void (*abort)(void);
    /* The last call. */
    void (*close)(void);
} ctsar__transport;

/* The name under which a plugin offers its table. */
#define CTSAR__TRANSPORT_SYMBOL "ctsar__transport_of_plugin"

#endif
