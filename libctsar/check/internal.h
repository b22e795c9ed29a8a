/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the files of check/ share. */
#ifndef CTSAR_CHECK_INTERNAL_H
#define CTSAR_CHECK_INTERNAL_H

#include <stdint.h>

#include "check.h"

/* ---- What can be found ------------------------------------------------------------- */

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

/* ---- An array ------------------------------------------------------------------------ */

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

typedef struct ctsar__tracked {
    struct ctsar__tracked *next;
    char *host;
    ctsar__shape shape;        /* as registered */
    ctsar__shape mended;       /* as it should have been, as far as is known */
    char name[48], source[48]; /* CTSAR__STALE: where it comes from */
    int ordinal;               /* among the turn's registrations */
    bool persists, through;
    bool overlaps;     /* the same memory is an output of the turn elsewhere */
    bool hides;        /* also its inputs are hidden on the host */
    struct kept *kept; /* in a pass */
    int extended;      /* how often the halo has been */
    bool raced;        /* it is known that items are read which other iterations write */

    /* Its addresses: a reservation, in which the pages [lo, hi) from the base can be touched. */
    char *map, *base;
    size_t map_bytes, lo, hi;
    bool readonly;
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

    /* Who wrote what in this pass, of an array that shares memory with another one's registration:
     * a number for each byte of the host's, 0: nobody. */
    uint32_t *writer;

    ctsar__finding finding[CTSAR__MISTAKES];
} ctsar__tracked;

typedef struct ctsar__checked_reduction {
    char *result, *copy;
    size_t size;
    bool in_turn;
    char *kept; /* three times size: the copy before the iteration, after its first execution; the
                   result */
} ctsar__checked_reduction;

/* ---- A region -------------------------------------------------------------------------- */

/* Which execution of an iteration it is. */
typedef enum ctsar__phase {
    CTSAR__FIRST,   /* over the first pattern */
    CTSAR__SECOND,  /* over the second one */
    CTSAR__CONFIRM, /* over the first one again */
    CTSAR__SEARCH,  /* over the second one in a part */
    CTSAR__SAME,    /* in the largest part that makes no difference, as found */
    CTSAR__DIFFERS  /* in one byte more */
} ctsar__phase;

/* A page that was touched and must not be. */
typedef struct ctsar__touched {
    ctsar__tracked *array;
    size_t page;              /* bytes from the array's map */
    ptrdiff_t read_at, wrote; /* bytes from its base; NOWHERE */
    bool opened;              /* it was not backed before */
} ctsar__touched;

enum { CTSAR__TOUCHED = 512 };
#define CTSAR__NOWHERE PTRDIFF_MIN

struct ctsar__check {
    const char *name;
    _Atomic unsigned long taken; /* the last pass that a thread has entered */
    unsigned long pass;
    ctsar__tracked *arrays;
    ctsar__tracked **turn; /* registered in this turn */
    int count, room;
    ctsar__checked_reduction *reduction;
    int reductions, reduction_room;

    long value; /* the iteration */
    ctsar__values all;
    unsigned long executed, executed_before; /* iterations, ever; when the pass began */
    bool begun;                              /* between _begin and _end */
    bool fresh;                              /* it has not been executed yet */
    int restarts;                            /* of it */
    ctsar__phase phase;
    size_t marks;         /* bytes that are not defined, in all arrays */
    size_t prefix;        /* so many of them have the second pattern */
    size_t same, differs; /* CTSAR__SEARCH: prefixes of which that is known */
    int searches;         /* in this pass */
    bool hidden;          /* are outputs hidden on the host? */
    char effect[128];     /* the output that differs: "out[3]" */

    ctsar__touched touched[CTSAR__TOUCHED];
    int touches;

    ctsar__finding direct; /* a reduction's result was written */
    long mistakes;         /* kinds of them by array, told */
    bool wrong;            /* a mistake has been found in this pass */
};

/* ---- space.c: addresses and pages ---------------------------------------------------------- */

size_t ctsar__check_page(void);
/* Lays the array out and reserves addresses.  ENOMEM. */
int ctsar__check_reserve(ctsar__tracked *a) CTSAR__CHECKED;
void ctsar__check_release(ctsar__tracked *a);
/* Opens the pages of bytes [lo, hi) from the base, and no others.  ENOMEM. */
int ctsar__check_open(ctsar__tracked *a, size_t lo, size_t hi, bool readonly) CTSAR__CHECKED;
/* May the open pages be written? */
int ctsar__check_protect(ctsar__tracked *a, size_t lo, size_t hi, bool readonly) CTSAR__CHECKED;

/* Do bytes lie in the array's space as they do on the host? */
bool ctsar__check_is_linear(const ctsar__tracked *a);
/* Where a byte of the space belongs on the host, counted from the host's array: outside of
 * [0, size) where it is beside the array.  *padding: it is between rows or windows. */
ptrdiff_t ctsar__check_host_offset(const ctsar__tracked *a, ptrdiff_t at, bool *padding);
/* Is the item an iteration's? */
bool ctsar__check_is_iteration(const ctsar__check *c, size_t item);
/* Which item of the associated dimension a byte of the host's array is in. */
size_t ctsar__check_item(const ctsar__shape *s, size_t offset);

/* ---- fill.c: an execution's contents --------------------------------------------------------- */

/* Finds the array's runs for the iteration, and opens their pages.  ENOMEM. */
int ctsar__check_prepare(ctsar__check *c, ctsar__tracked *a) CTSAR__CHECKED;
/* Puts in what the execution is to find.  ENOMEM. */
int ctsar__check_fill(ctsar__check *c, ctsar__tracked *a) CTSAR__CHECKED;
/* The pattern of a byte that is not defined; of one that is hidden on the host. */
unsigned char ctsar__check_pattern(const ctsar__check *c, const ctsar__tracked *a,
                                   const ctsar__run *r, bool second);
/* The first byte that has been written in a run, from the base; NOWHERE: none. */
ptrdiff_t ctsar__check_changed(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r);
/* Copies owned bytes out of the space. */
void ctsar__check_save(const ctsar__tracked *a, char *to);
/* Is the run hidden on the host while the body is executed? */
bool ctsar__check_is_hidden(const ctsar__tracked *a, const ctsar__run *r);
/* Outputs' own items are hidden from the body that looks for them on the host. */
void ctsar__check_hide(ctsar__check *c);
void ctsar__check_show(ctsar__check *c);
/* The first byte of the host's that has been written while it was hidden; NOWHERE. */
ptrdiff_t ctsar__check_hidden_changed(const ctsar__check *c, const ctsar__tracked *a);

/* ---- fault.c: pages that must not be touched ---------------------------------------------------
 */

/* Faults are looked at from here on, those of `c` (or NULL) taken for mistakes. */
void ctsar__check_watch(ctsar__check *c);
/* Closes the pages that were opened to let the execution go on. */
int ctsar__check_close_touched(ctsar__check *c) CTSAR__CHECKED;

/* ---- watch.c: whole inputs that need not be whole
 * ------------------------------------------------- */

/* The array has been filled: closes its pages, if that is to be seen. */
int ctsar__check_shut(const ctsar__check *c, ctsar__tracked *a) CTSAR__CHECKED;
void ctsar__check_unshut(ctsar__tracked *a);
/* A page of it, bytes from the base, is read. */
void ctsar__check_touch(const ctsar__check *c, ctsar__tracked *a, size_t page);
/* The pass has been executed. */
void ctsar__check_tell_sole(ctsar__check *c, ctsar__tracked *a);

/* ---- judge.c: what a read or a write is --------------------------------------------------------
 */

/* Records it; true: `mended` has changed, so that the iteration should be executed again. */
bool ctsar__check_judge_read(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at);
bool ctsar__check_judge_write(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at);
/* What a byte without definition was that an output turned out to depend on. */
bool ctsar__check_judge_mark(ctsar__check *c, size_t mark);
/* Notes that an output's own item has bytes that were not written, from byte `at` of it on. */
bool ctsar__check_judge_unwritten(ctsar__check *c, ctsar__tracked *a, size_t host);

/* ---- overlap.c --------------------------------------------------------------------------------
 */

/* The array's own items have been written: has anybody else written the same memory? */
void ctsar__check_overlap(ctsar__check *c, ctsar__tracked *a);
/* Is the array's memory also part of another one's in the turn, an output? */
bool ctsar__check_overlaps_output(const ctsar__check *c, const ctsar__tracked *a);
/* From byte `offset` of the host's array on, how many other iterations write as such an output, or
 * do not: *raced. */
size_t ctsar__check_raced(const ctsar__check *c, const ctsar__tracked *a, size_t offset,
                          size_t length, bool *raced);

/* ---- finding.c: messages -----------------------------------------------------------------------
 */

void ctsar__check_found(ctsar__check *c, ctsar__tracked *a, ctsar__mistake m, const char *format,
                        ...) __attribute__((format(printf, 4, 5)));
/* A reduction's result has been written by the body. */
void ctsar__check_found_direct(ctsar__check *c, const void *result);
/* "a[3][4]", of a byte of the host's array; `room` bytes of `out`. */
const char *ctsar__check_element(const ctsar__tracked *a, ptrdiff_t offset, char *out, size_t room);
/* Prints what has not been told. */
void ctsar__check_tell(ctsar__check *c);

/* ---- stale.c -------------------------------------------------------------------------------- */

/* Has the array what the host should not have read? */
void ctsar__check_look_for_stale(ctsar__check *c, ctsar__tracked *a);

/* ---- persist.c
 * ------------------------------------------------------------------------------------ */

/* Is the number of 4 or 8 bytes what stands in the place of what is away, or made of it?  Of which
 * array. */
bool ctsar__check_is_taken(const char *at, size_t bytes, unsigned char *number);
const char *ctsar__check_kept_name(unsigned char number);
bool ctsar__check_any_taken(void);
/* The array's first registration in a pass: the host has all that is current.  ENOMEM. */
int ctsar__check_recall(ctsar__check *c, ctsar__tracked *a) CTSAR__CHECKED;
/* The pass has been executed: outputs are somewhere else. */
void ctsar__check_keep(ctsar__check *c, ctsar__tracked *a);
/* From byte `offset` of the host's array on, how many are lost, or are not: *lost. */
size_t ctsar__check_lost(const ctsar__tracked *a, size_t offset, size_t length, bool *lost);
/* What was lost is there again. */
void ctsar__check_restore_lost(ctsar__tracked *a);
/* Between the first and the last of these it is known what persists. */
void ctsar__check_persist_open(void);
void ctsar__check_persist_close(void);
/* One checked pass at a time; also guards what is known of persisted arrays. */
void ctsar__check_lock(void);
void ctsar__check_unlock(void);

#endif
