/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A backend drives one kind of accelerator.  Each is one file with a constant
 * table of functions, and one line in registry.c.  All functions but those marked optional are
 * required.
 *
 * A device may be used by several threads at once; a reservation by one at a time.  Operations
 * are enqueued in one of its slots.  Those of one slot complete in order, those of different slots
 * are independent; what has been enqueued is known to be over when `wait` has returned for
 * its event.
 *
 * Addresses.  A space has an address for every byte it is asked for, whatever is backed: also where
 * the device knows no pointers, it reserves addresses of the host that are never backed, and finds
 * its buffer by them.  So who computes addresses needs no device. */
#ifndef CTSAR_DEVICE_H
#define CTSAR_DEVICE_H

#include <stdatomic.h>

#include "base/status.h"
#include "device/settings.h"

typedef struct ctsar__backend ctsar__backend;

/* A device's slots.  Each range in flight has one, from 0 on; inline bodies have slot 0.  The
 * last one is for copies that belong to no range of the device: a core or another device asks
 * for what is there. */
enum { CTSAR__SLOTS = 9, CTSAR__INFLIGHT_MOST = CTSAR__SLOTS - 1, CTSAR__SLOT_OTHERS = 8 };

enum { CTSAR__WHY = 400 }; /* bytes of a reason, its end included */

/* Where a copy goes, as a device sees it. */
typedef enum ctsar__way {
    CTSAR__WAY_IN,
    CTSAR__WAY_OUT,
    CTSAR__WAY_BETWEEN, /* from another device to it */
    CTSAR__WAYS
} ctsar__way;

/* What copies took so far. */
typedef struct ctsar__pace {
    _Atomic double per_byte; /* seconds, besides the overhead */
    _Atomic double bytes;    /* that this comes from; 0: nothing was copied yet */
} ctsar__pace;

/* One accelerator.  A backend's own state follows it. */
typedef struct ctsar__device {
    const ctsar__backend *backend;
    char name[32];          /* "emu0" */
    char model[96];         /* what times on it depend on, such as the product's name */
    unsigned simd;          /* width in elements; 0: as a core's */
    size_t memory;          /* capacity in bytes; SIZE_MAX: unlimited */
    const char *limit;      /* the variable that says how much that is; NULL: the device does */
    size_t granularity;     /* bytes that memory is committed by */
    double launch_overhead; /* seconds an empty kernel takes */
    double copy_overhead;   /* seconds an empty copy takes */
    int kernels;            /* that it executes at once, each as fast as alone; 0: one, or as the
                             * driver likes */
    int groups;             /* most items that a launch writes for a reduction; 1: as host code */
    char driver[96];        /* what drives it, with its version; "" where nothing does */
    char pci[16];           /* 0000:3b:00.0; "": it is on no such bus, or is not known to be */
    const char *windows;    /* how it backs windows with memory, for who looks */
    const char *copies;     /* how it copies; NULL: there is nothing to say */
    ctsar__pace pace[CTSAR__WAYS]; /* as ctsar__pace_note keeps it */
    _Atomic bool failed;           /* it is used no more, and what only it had is lost, ... */
    char why[CTSAR__WHY];          /* ... because of this; written before `failed` */
    double building;               /* virtual clock: seconds that building a kernel takes */
    _Atomic double patience;       /* seconds for which `wait` may look before it sleeps; > 0 where
                                    * processors are to spare */
    double timeout; /* seconds after which `wait` gives up; INFINITY: never.  Set by who
                     * opened it */
    struct ctsar__staging *staging; /* the way of its copies (staging.h); NULL: the backend's own */
    struct ctsar__device *abandoned; /* the next one of those that could not be closed */
} ctsar__device;

/* Addresses on a device.  Only [lo, hi) is backed by memory. */
typedef struct ctsar__space {
    char *base; /* of the whole reservation, aligned to a page at least */
    size_t bytes;
    size_t lo, hi;    /* asked for, in bytes from base */
    size_t committed; /* bytes that takes: [lo, hi) rounded out to pages, without what is kept
                       * besides as long as nothing else needs it */
    bool passing;     /* each range brings all that it needs: no contents have to be kept */
} ctsar__space;

/* One operation on a device, from the call that enqueues it to the end of `wait`, which must be
 * called unless the first failed.  Under the virtual clock `seconds` comes from the device's
 * model. */
typedef struct ctsar__event {
    double seconds; /* its duration by the device's own clock; valid after wait */
    double held_up; /* a launch: seconds besides, in which the host set something up; likewise */
    void *handle;   /* the backend's */
} ctsar__event;

/* A strided 2-D copy: `rows` blocks of `width` bytes, the starts of two blocks
 * `dst_pitch` and `src_pitch` bytes apart. */
typedef struct ctsar__copy2d {
    char *dst;
    const char *src;
    size_t dst_pitch, src_pitch, width, rows;
} ctsar__copy2d;

/* An argument of a launch, on the device. */
typedef struct ctsar__launch_arg {
    ctsar_arg_kind kind;
    const ctsar__space *space; /* MEM, REDUC: it lies in */
    char *base;                /* MEM: of the array's element 0; REDUC: of the private copies */
    const size_t *strides;     /* MEM: in elements, outermost first */
    int nstrides;              /* 0: a vector */
    size_t elem;               /* bytes of an element, of a private copy */
    const void *value;         /* VALUE */
    size_t size;               /* its bytes; REDUC: bytes of a private copy */
} ctsar__launch_arg;

/* A kernel for one range.  All of it is the caller's and stays as it is until `wait`. */
typedef struct ctsar__launch {
    const ctsar_kernel *kernel;
    const ctsar_call *call; /* with arg and strides set, for forms that are functions */
    const ctsar__launch_arg *arg;
    int nargs;
    double seconds; /* virtual clock: what a core takes for the range */
} ctsar__launch;

struct ctsar__backend {
    const char *name, *help;
    ctsar_backend kind;
    bool survives_fork; /* devices may be used in a child of the process that opened them */
    bool refuses_whole; /* a copy that copy_in or copy_out refuses has not moved a byte */

    /* Can its devices execute the kernel?  NULL: can they execute a body that stands inline in a
     * region opened for `devices` (CTSAR_DEV_*)? */
    bool (*executes)(const ctsar_kernel *kernel, unsigned devices);

    /* How many devices there are by default, under `settings`; 0 when none.  NULL where `select`
     * is.
     */
    int (*count)(const ctsar__device_settings *settings);
    /* Optional, instead of `count`, where devices are found and not made up: those of a kind, ""
     * (all), one of `kinds`, or NULL (those that are used unasked).  Returns how many there are,
     * and stores the numbers of the first `room`; < 0: there is no such kind. */
    int (*select)(const char *kind, int *device, int room);
    const char *kinds; /* "gpu or cpu", or NULL */
    unsigned vendor;   /* goes with `select`: the PCI number of the vendor all of whose devices are
                        * the backend's, so that others leave them to it; 0: none */
    /* Goes with `select`: why there is no device, or NULL. */
    const char *(*absent)(void);
    /* Opens device `index` (0, 1, ...), with `select` the one that settings->choice[index] says,
     * and calibrates its overheads.  ENODEV, EDEVICE, ENOMEM. */
    int (*open)(const ctsar__device_settings *settings, int index, ctsar__device **device);
    void (*close)(ctsar__device *device);

    /* Reserves addresses for `bytes`, backed by nothing yet.  ENOMEM. */
    int (*reserve)(ctsar__device *device, size_t bytes, ctsar__space *space);
    /* Makes [lo, hi) (hi <= bytes) the part of the space that is backed.  What
     * was backed before and still is keeps its contents, unless the space is `passing`; the rest
     * is released, or kept for later as long as nothing else needs it.
     * ENOMEM when it does not fit the device's memory: then nothing has changed. */
    int (*commit)(ctsar__device *device, ctsar__space *space, size_t lo, size_t hi);
    /* Gives back memory and addresses.  A zeroed space is allowed. */
    void (*release)(ctsar__device *device, ctsar__space *space);

    /* Host to device, device to host.  The copy's description is the caller's again at once, its
     * bytes after `wait`. */
    int (*copy_in)(ctsar__device *device, int slot, const ctsar__copy2d *copy, ctsar__event *event);
    int (*copy_out)(ctsar__device *device, int slot, const ctsar__copy2d *copy,
                    ctsar__event *event);
    /* From `from` to `to`, two devices of this backend, enqueued on `to`.  Optional; NULL: only
     * by way of the host. */
    int (*copy_peer)(ctsar__device *to, ctsar__device *from, int slot, const ctsar__copy2d *copy,
                     ctsar__event *event);
    /* Optional; NULL: never.  Can MPI be called by this thread next with addresses of the device's
     * windows, as if they were the host's?  `aware`: MPI says that it knows devices' memory, as a
     * CUDA-aware one does. */
    bool (*reach)(ctsar__device *device, bool aware);
    /* Goes with `reach`, optional; NULL: nothing.  So many bytes have come into a window in that
     * way: takes, as an operation in the slot, what copying them in would. */
    int (*landed)(ctsar__device *device, int slot, size_t bytes, ctsar__event *event);
    /* Optional, both or none: makes what launches of a kernel need that is no family, unless it is
     * there, so that they do not wait for it; and whether it is, or cannot be made, without a wait.
     * What goes wrong is what the launch says.  By any thread, beside launches. */
    void (*build)(ctsar__device *device, const ctsar_kernel *kernel);
    bool (*built)(ctsar__device *device, const ctsar_kernel *kernel);
    /* Enqueues the kernel's form for this backend, which it has.  EDEVICE: also where it does not
     * build; EINVAL: its arguments are not the kernel's. */
    int (*launch)(ctsar__device *device, int slot, const ctsar__launch *launch,
                  ctsar__event *event);
    /* Optional: what an inline body enqueues on, a cudaStream_t of slot 0; makes the device the
     * calling thread's current one.  NULL on error. */
    void *(*stream)(ctsar__device *device);
    /* Books a body that the calling thread executed inline, on the device's
     * memory and in slot 0, in `seconds` of a core's time (real or modelled). */
    int (*executed)(ctsar__device *device, double seconds, ctsar__event *event);
    /* Returns when the event's operation is over, without using a core for longer than a sleep
     * would cost, or device->patience.  EDEVICE: it failed, or was not over after
     * device->timeout. */
    int (*wait)(ctsar__device *device, ctsar__event *event);
};

static inline int ctsar__device_kernels(const ctsar__device *d)
{
    return d->kernels > 1 ? d->kernels : 1;
}

/* Instead of closing a device on which something may never be over, or that is a parent's: it stays
 * until the process ends, with all that what is enqueued on it may use. */
void ctsar__device_abandon(ctsar__device *d);

/* The device has failed, for the reason that the calling thread's last error tells: from now on for
 * the process, in which the first reason stays. */
void ctsar__device_fail(ctsar__device *d);
/* EDEVICE, with that reason: a device that has failed is not used. */
int ctsar__device_refuse(const ctsar__device *d) CTSAR__MUST_CHECK;

/* The device has so many bytes, of which CTSAR_MEMORY may allow fewer. */
void ctsar__device_limit(ctsar__device *d, size_t bytes, const ctsar__device_settings *settings);
/* ENOMEM: a window of `bytes` does not fit, where `used` bytes of the device's memory are in use,
 * `had` of them by the window so far. */
int ctsar__device_full(const ctsar__device *d, size_t bytes, size_t used,
                       size_t had) CTSAR__MUST_CHECK;

/* Names a device of its backend as CTSAR_DEVICES calls it: "opencl0", "opencl0*1", "opencl0/1". */
void ctsar__device_call(ctsar__device *d, const ctsar__device_choice *c);

/* A core's SIMD width in single-precision elements: what the CPU offers, or 8
 * under the virtual clock so that a run does not depend on the machine. */
unsigned ctsar__core_simd(ctsar__clock clock);

#endif
