/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What check mode knows of a region, its arrays and the iteration that is being executed: state
 * only. */
#ifndef CTSAR_CHECK_STATE_H
#define CTSAR_CHECK_STATE_H

#include <pthread.h>
#include <stdint.h>

#include "check/stretch.h"
#include "check/team.h"
#include "mem/layout.h"

typedef enum ctsar__mistake {
    CTSAR__WRITES_INPUT,   /* its own item of an input */
    CTSAR__WRITES_SHARED,  /* an input that all iterations share, or another one's item of it */
    CTSAR__WRITES_OTHER,   /* another item of an output than its own */
    CTSAR__WRITES_OUTSIDE, /* beside the array */
    CTSAR__READS_HALO,     /* an item that is not in the window */
    CTSAR__READS_RACE,     /* an item that another iteration of the pass writes */
    CTSAR__READS_OUTPUT,   /* its own item before it is written */
    CTSAR__READS_OUTSIDE,  /* beside the array */
    CTSAR__UNWRITTEN,      /* an output's own item, or part of it, is not written */
    CTSAR__PITCH,          /* indexed as on the host where the unit has a pitch of its own */
    CTSAR__WRITES_HOST,    /* the host's array itself, not through the pointer */
    CTSAR__READS_HOST,
    CTSAR__OVERLAP,       /* two iterations' items are the same memory */
    CTSAR__NOT_ANNOUNCED, /* the host wrote a persisted array without ctsar_host_modified */
    CTSAR__NOT_SYNCED,    /* ... or without ctsar_sync_mem before it */
    CTSAR__STALE,         /* made of a persisted array that the host read too early */
    CTSAR__SOLE,          /* not a mistake: a whole input of which iterations need their items */
    CTSAR__UNREPEATABLE,  /* not a mistake: the outputs differ on the same data */
    CTSAR__MISTAKES
} ctsar__mistake;

typedef struct ctsar__finding {
    long count;       /* iterations that it was found in */
    long first, last; /* of them */
    bool before;      /* it was found before any iteration */
    bool told;        /* printed */
    char what[320];   /* of the first one: "reads a[2], which ..." */
} ctsar__finding;

/* Some bytes of an array's pages, in an execution. */
typedef struct ctsar__run {
    size_t at, length; /* in bytes from the base */
    size_t host;       /* where they are in the host's array; SIZE_MAX: nowhere */
    size_t mark;  /* what is not defined is numbered through all arrays: the first one's number */
    bool defined; /* the host's values are copied in */
    bool owned;   /* the iteration may write them */
    bool raced;   /* they would be defined, did not other iterations write the same memory */
    bool lost;    /* they would be defined, had the host been synced */
} ctsar__run;

struct kept; /* persist.c */

/* Closed pages between a part's rows (holes.h). */
typedef enum ctsar__holes {
    CTSAR__NO_HOLES,
    CTSAR__HOLES,
    CTSAR__TOUCHED_HOLES /* they are open, with zeros */
} ctsar__holes;

typedef struct ctsar__tracked {
    struct ctsar__tracked *next;
    char *host;
    ctsar__shape shape;        /* as registered */
    ctsar__shape mended;       /* as it should have been, as far as is known */
    char name[48], source[48]; /* CTSAR__STALE: where it comes from */
    int ordinal;               /* among the turn's registrations */
    int index;                 /* of a part: among the task's accesses */
    bool persists, through;
    bool overlaps;     /* the same memory is an output of the turn elsewhere */
    bool hides;        /* also its inputs are hidden on the host */
    struct kept *kept; /* in a pass */
    int extended;      /* how often the halo has been */
    bool raced;        /* it is known that items are read which other iterations write */

    /* A part that a task accesses (part.c): this box of the array. */
    bool part;
    bool whole;      /* it has no sides of its own: some bytes */
    bool flat;       /* as it lies on the host */
    bool everything; /* mended: all of the array is input */
    bool dense;      /* a hole has been touched, so it has none any more */
    ctsar_side side[CTSAR_BOX_DIMS];

    /* Its addresses: a reservation, in which the pages [lo, hi) from the base can be touched. */
    char *map, *base;
    size_t map_bytes, lo, hi;
    bool readonly;
    _Atomic ctsar__holes holes;
    ctsar__layout layout;
    size_t strides[CTSAR__DIMS];
    unsigned long pass, loaded; /* the last that registered it; a whole input: that was copied in */
    bool in_turn;

    /* Of a whole input (watch.c). */
    unsigned long watched; /* the pass that these are about */
    bool sole;             /* iterations touch their own items' pages only, so far ... */
    bool used;             /* ... and any at all */
    bool shut;             /* pages are closed, to see it */

    /* The iteration that is being executed. */
    ctsar__items window; /* positions in each block */
    ctsar__run *run;
    size_t runs, room;
    size_t hidden_mark;               /* the number of the first byte hidden on the host */
    size_t hidden_bytes, owned_bytes; /* in hidden and in owned runs */
    char *truth;                      /* what is hidden */
    char *first, *second;             /* what the first two executions left of what is owned */
    size_t truth_room, owned_room;
    unsigned char *written; /* each byte of an element: has any iteration? or NULL: none yet */

    /* Who wrote what in this pass, of an array that shares memory with another one's registration:
     * a number for each byte of the host's, 0: nobody. */
    uint32_t *writer;

    /* Of a pass that may begin anew (sweep.c). */
    char *start;                   /* what it was when the pass began */
    uint32_t *learned;             /* who has written each byte: a number, 0: nobody */
    unsigned long started, learns; /* the pass that these are about */

    ctsar__finding finding[CTSAR__MISTAKES];
} ctsar__tracked;

typedef struct ctsar__checked_reduction {
    char *result, *copy;
    size_t size;
    bool in_turn;
    char *kept; /* four times size: the copy before the iteration, after its first execution; the
                   result; the copy before the pass */
} ctsar__checked_reduction;

/* Which execution of an iteration it is. */
typedef enum ctsar__phase {
    CTSAR__FIRST,   /* over the first pattern */
    CTSAR__SECOND,  /* over the second one */
    CTSAR__CONFIRM, /* over the first one again */
    CTSAR__SEARCH,  /* over the second one in a part */
    CTSAR__SAME,    /* in the largest part that makes no difference, as found */
    CTSAR__DIFFERS, /* in one byte more */
    CTSAR__AGAIN    /* the same: what differs in turn is chance */
} ctsar__phase;

/* Which time the pass's iterations are executed (sweep.h). */
typedef enum ctsar__sweep {
    CTSAR__PLAIN,  /* the only one, as far as is known */
    CTSAR__LEARNS, /* what each of them writes is noted */
    CTSAR__JUDGES  /* it is known what the others write */
} ctsar__sweep;

/* A page that was touched and must not be. */
typedef struct ctsar__touched {
    ctsar__tracked *array;
    size_t page;              /* bytes from the array's map */
    ptrdiff_t read_at, wrote; /* bytes from its base; NOWHERE */
    bool opened;              /* it was not backed before */
} ctsar__touched;

/* What a body does besides its outputs, in an execution (effects.c). */
typedef struct ctsar__effects {
    char *at;
    size_t used, room;
    pthread_t by;  /* whose the first one is */
    bool several;  /* others are of other threads, so their order is left to chance ... */
    uint64_t each; /* ... and does not count here */
} ctsar__effects;

enum { CTSAR__TOUCHED = 512 };
#define CTSAR__NOWHERE PTRDIFF_MIN

typedef struct ctsar__check {
    const char *name;
    const char *what; /* that is executed: "iteration" */
    double patience;  /* seconds after which who waits for another checked pass says so */
    _Atomic unsigned long taken; /* the last pass that a thread has entered */
    unsigned long pass;
    ctsar__tracked *arrays;
    ctsar__tracked **turn; /* registered in this turn */
    int count;
    size_t room;
    ctsar__checked_reduction *reduction;
    int reductions;
    size_t reduction_room;

    long value; /* the iteration */
    ctsar__values all;
    unsigned long executed, executed_before; /* iterations, ever; when the pass began */
    bool begun;                              /* a body is executed */
    ctsar__team_mark before;                 /* of its thread, meanwhile */
    struct ctsar__check *outer;              /* in whose body this one is executed, or NULL */
    bool fresh;                              /* it has not been executed yet */
    int restarts;                            /* of it */
    ctsar__phase phase;
    size_t marks;         /* bytes that are not defined, in all arrays */
    size_t prefix;        /* so many of them have the second pattern */
    size_t same, differs; /* CTSAR__SEARCH: prefixes of which that is known */
    int searches;         /* in this pass */
    ctsar__sweep sweep;
    bool kept, rewinds; /* what the pass begins with is kept, if need be; it may begin anew ... */
    bool suspect;       /* ... and is to */
    uint32_t seen;      /* the last iteration that had been judged before it did */
    bool hidden;        /* are outputs hidden on the host? */
    char effect[128];   /* the output that differs: "out[3]" */
    ctsar__finding *differing; /* what to note of that if it is chance, or NULL */

    ctsar__touched touched[CTSAR__TOUCHED];
    int touches;

    struct {
        ctsar__effects now, first; /* of this execution; of the first one */
        bool any;                  /* bodies have some */
    } effects;

    struct {
        ctsar__elsewhere is;
        char *truth; /* what is there */
        size_t room;
        size_t mark, bytes; /* the number of the first byte that is hidden; of all */
        bool known;         /* bodies read there: nothing is hidden any more, all is watched */
        bool tells;         /* this task has outputs, which tell what it has read */
        bool revealed;      /* to this task, while its body was executed: it may have read before */
        ctsar__finding reads, writes;
    } elsewhere; /* elsewhere.c */

    ctsar__finding direct; /* a reduction's result was written */
    ctsar__finding chance; /* not a mistake: a reduction differs on the same data */
    long mistakes;         /* kinds of them by array, told */
    bool wrong;            /* a mistake has been found in this pass */
} ctsar__check;

#endif
