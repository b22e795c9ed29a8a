/* SPDX-License-Identifier: BSD-3-Clause */
#include "check/declared.h"

#include "check/finding.h"
#include "check/part.h"

enum { TEXT = 128 };

/* Would the body be in the box, were rows as far apart as the host's?  What is known to go beside
 * the box is not taken for that. */
static bool ignores_strides(const ctsar__tracked *a, ptrdiff_t at)
{
    ptrdiff_t first = (ptrdiff_t)ctsar__check_part_first(a);
    if (a->layout.block == a->shape.assoc * a->shape.inner || a->finding[CTSAR__READS_HALO].count ||
        a->finding[CTSAR__WRITES_OTHER].count)
        return false;
    return a->finding[CTSAR__PITCH].count ||
           ctsar__check_part_has(a, ctsar__check_part_offset(a, first) + at - first);
}

static void beside(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at, bool write)
{
    char text[TEXT];
    ptrdiff_t host = ctsar__check_part_offset(a, at);
    const char *does = write ? "writes" : "reads";
    bool inside = host >= 0 && (size_t)host < ctsar__shape_bytes(&a->shape);
    ctsar__check_element(a, host, text, sizeof text);
    if (ignores_strides(a, at))
        ctsar__check_found(c, a, CTSAR__PITCH, "%s %s with the host's distance of rows", does,
                           text);
    else if (inside)
        ctsar__check_found(c, a, write ? CTSAR__WRITES_OTHER : CTSAR__READS_HALO,
                           "%s %s, which it has not declared", does, text);
    else
        ctsar__check_found(c, a, write ? CTSAR__WRITES_OUTSIDE : CTSAR__READS_OUTSIDE,
                           "%s %s, which is beside %s", does, text,
                           a->whole ? "what it has declared" : "the array");
}

static bool add_flag(ctsar__tracked *a, unsigned flag)
{
    bool fresh = !(a->mended.flags & flag);
    a->mended.flags |= flag;
    return fresh;
}

bool ctsar__check_declared_read(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at)
{
    char text[TEXT];
    ptrdiff_t host = ctsar__check_part_offset(a, at);
    if (ctsar__check_part_holds(a, at)) {
        ctsar__check_element(a, host, text, sizeof text);
        ctsar__check_found(c, a, CTSAR__READS_OUTPUT,
                           "reads %s, which is declared OUT, before it has written it", text);
        return add_flag(a, CTSAR_MEM_INPUT);
    }
    beside(c, a, at, false);
    bool mends = !a->everything && a->finding[CTSAR__READS_HALO].count;
    a->everything = a->everything || mends;
    return mends;
}

bool ctsar__check_declared_write(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at)
{
    char text[TEXT];
    ptrdiff_t host = ctsar__check_part_offset(a, at);
    if (!ctsar__check_part_holds(a, at)) {
        beside(c, a, at, true);
        return false;
    }
    ctsar__check_element(a, host, text, sizeof text);
    ctsar__check_found(c, a, CTSAR__WRITES_INPUT, "writes %s, which is declared IN", text);
    return add_flag(a, CTSAR_MEM_OUTPUT);
}
