/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The public calls about arrays: registration in a turn, and what can be done with
 * registered and persisted arrays between passes. */
#include "check/persist.h"
#include "mem/directory.h"
#include "pass/core/gather.h"
#include "pass/turn/turn.h"
#include "region/call.h"

CTSAR_API __thread const char *ctsar_array_;

static int register_array(ctsar *s, ctsar__lane *l, void *host, const ctsar__shape *shape,
                          int shape_status, size_t *strides, void **pointer)
{
    const char *name = ctsar_array_;
    ctsar_array_ = NULL; /* a caller without the macro has none */
    if (shape_status)
        return shape_status;
    if (!host)
        return ctsar__error(CTSAR_EINVAL, "the host's array is NULL");
    return ctsar__turn_array(&s->pass, l, host, name, shape, strides, pointer);
}

void *(ctsar_reg_mem)(ctsar *s, void *host, size_t item_size, size_t items, unsigned flags)
{
    static const char call[] = "ctsar_reg_mem";
    ctsar__lane *l = NULL;
    void *pointer = NULL;
    ctsar__shape shape;
    if (ctsar__region_turn(s, call, &l))
        return NULL;
    int status = ctsar__shape_vector(item_size, items, flags, &shape);
    status = register_array(s, l, host, &shape, status, NULL, &pointer);
    return ctsar__region_report_in_turn(s, call, status) ? NULL : pointer;
}

void *(ctsar_reg_mem_2d)(ctsar *s, void *host, size_t elem_size, size_t rows, size_t cols,
                         size_t row_halo, size_t col_halo, unsigned flags, size_t *pitch)
{
    static const char call[] = "ctsar_reg_mem_2d";
    ctsar__lane *l = NULL;
    void *pointer = NULL;
    ctsar__shape shape;
    if (ctsar__region_turn(s, call, &l))
        return NULL;
    int status =
        ctsar__shape_2d(elem_size, rows, cols, row_halo, col_halo, flags, pitch != NULL, &shape);
    status = register_array(s, l, host, &shape, status, pitch, &pointer);
    return ctsar__region_report_in_turn(s, call, status) ? NULL : pointer;
}

static int check_dims(int ndim, const ctsar_dim *dims, unsigned flags)
{
    if (ndim < 1 || ndim > CTSAR_MAX_DIMS || !dims)
        return ctsar__error(CTSAR_EINVAL, "%d dimensions%s; there may be 1 to %d", ndim,
                            dims ? "" : " at NULL", CTSAR_MAX_DIMS);
    if (flags & (CTSAR_MEM_PARTIAL | CTSAR_MEM_PARTIAL_COL))
        return ctsar__error(CTSAR_EINVAL,
                            "flags %#x have CTSAR_MEM_PARTIAL or _COL; set `assoc` of a dimension",
                            flags);
    return CTSAR_OK;
}

static void *register_dims(ctsar *s, const char *call, void *host, size_t elem_size, int ndim,
                           const ctsar_dim *dims, const ctsar_map *map, unsigned flags,
                           size_t *strides)
{
    ctsar__lane *l = NULL;
    void *pointer = NULL;
    ctsar__shape shape;
    if (ctsar__region_turn(s, call, &l))
        return NULL;
    int status = check_dims(ndim, dims, flags);
    if (!status)
        status = ctsar__shape_nd(elem_size, ndim, dims, flags, strides != NULL, &shape);
    if (!status && map)
        status = ctsar__shape_map(&shape, map);
    status = register_array(s, l, host, &shape, status, strides, &pointer);
    return ctsar__region_report_in_turn(s, call, status) ? NULL : pointer;
}

void *(ctsar_reg_mem_nd)(ctsar *s, void *host, size_t elem_size, int ndim, const ctsar_dim *dims,
                         unsigned flags, size_t *strides)
{
    return register_dims(s, "ctsar_reg_mem_nd", host, elem_size, ndim, dims, NULL, flags, strides);
}

void *(ctsar_reg_mem_map)(ctsar *s, void *host, size_t elem_size, int ndim, const ctsar_dim *dims,
                          const ctsar_map *map, unsigned flags, size_t *strides)
{
    return register_dims(s, "ctsar_reg_mem_map", host, elem_size, ndim, dims, map, flags, strides);
}

int ctsar_unreg_mem(ctsar *s, void *host)
{
    int status = ctsar__region_idle(s);
    if (!status)
        status = ctsar__gather("ctsar_unreg_mem", host, 1);
    if (!status)
        status = ctsar__arrays_unregister(&s->arrays, host);
    if (!status)
        ctsar__check_depersist(host);
    return ctsar__region_report(s, "ctsar_unreg_mem", status);
}

/* Arrays that swap their roles keep what they have. */
static int gather_both(const ctsar *s, const void *old_host, const void *new_host)
{
    static const char call[] = "ctsar_retarget_mem";
    size_t bytes = ctsar__arrays_bytes(&s->arrays, old_host);
    if (!bytes || ctsar__arrays_bytes(&s->arrays, new_host))
        return CTSAR_OK;
    int status = ctsar__gather(call, old_host, bytes);
    return status ? status : ctsar__gather(call, new_host, bytes);
}

int ctsar_retarget_mem(ctsar *s, void *old_host, void *new_host)
{
    int status = ctsar__region_idle(s);
    if (!status && (!old_host || !new_host))
        status = ctsar__error(CTSAR_EINVAL, "the array is to go from %p to %p", old_host, new_host);
    if (!status)
        status = gather_both(s, old_host, new_host);
    if (!status)
        status = ctsar__arrays_retarget(&s->arrays, old_host, new_host);
    if (!status && s->check)
        ctsar__check_retarget(s->check, old_host, new_host);
    return ctsar__region_report(s, "ctsar_retarget_mem", status);
}

int ctsar_sync_mem(ctsar *s, void *host)
{
    int status = s ? ctsar__region_idle(s) : CTSAR_OK;
    if (!status)
        status = ctsar__gather("ctsar_sync_mem", host, 1);
    if (!status)
        status = ctsar__directory_sync(host, &(ctsar__traffic){0});
    if (!status)
        ctsar__check_sync(host);
    return ctsar__region_report(s, "ctsar_sync_mem", status);
}

int ctsar_host_modified(ctsar *s, void *host)
{
    int status = s ? ctsar__region_idle(s) : CTSAR_OK;
    if (!status)
        status = ctsar__gather_written(host);
    if (!status)
        status = ctsar__directory_host_modified(host);
    if (!status)
        ctsar__check_host_modified(host);
    return ctsar__region_report(s, "ctsar_host_modified", status);
}

int ctsar_host_uses(const void *at, size_t bytes, bool writes)
{
    if (ctsar__pass_within())
        return CTSAR_OK;
    bytes = at ? bytes : SIZE_MAX;
    int status = ctsar__gather("ctsar_host_uses", at, bytes);
    if (!status)
        status = ctsar__directory_settle(at, bytes, writes, &(ctsar__traffic){0});
    if (!status)
        ctsar__check_uses(at, bytes, writes);
    return ctsar__region_report(NULL, "ctsar_host_uses", status);
}

int ctsar_discard(void *host)
{
    int status = ctsar__gather_none(host);
    if (!status)
        status = ctsar__directory_host_modified(host);
    if (!status)
        status =
            ctsar__directory_depersist(host, &(ctsar__traffic){0}); /* nothing is to be moved */
    if (!status)
        ctsar__check_discard(host);
    return ctsar__region_report(NULL, "ctsar_discard", status);
}

int ctsar_depersist(void *host)
{
    int status = ctsar__gather("ctsar_depersist", host, 1);
    if (!status)
        status = ctsar__directory_depersist(host, &(ctsar__traffic){0});
    if (!status)
        ctsar__check_depersist(host);
    return ctsar__region_report(NULL, "ctsar_depersist", status);
}
