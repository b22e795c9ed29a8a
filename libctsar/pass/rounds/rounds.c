/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/rounds/rounds.h"

#include <stddef.h>

#include "pass/core/orphans.h"
#include "pass/rounds/checked.h"
#include "pass/rounds/queue.h"
#include "pass/rounds/queue_real.h"
#include "pass/rounds/queue_virtual.h"
#include "pass/rounds/replay.h"
#include "pass/rounds/rescue.h"
#include "pass/rounds/split.h"
#include "pass/rounds/split_virtual.h"

/* In the order in which they are asked whether the next round is theirs. */
static const ctsar__round_ops *const kinds[] = {
    &ctsar__round_checked,       &ctsar__round_rescue,
    &ctsar__round_replay,        &ctsar__round_queue_real,
    &ctsar__round_queue_virtual, &ctsar__round_split_virtual,
    &ctsar__round_split,         NULL,
};

void ctsar__rounds_init(ctsar__pass *p)
{
    ctsar__queue_init(&p->queue);
    p->kinds = kinds;
    ctsar__round_choose(p);
}

void ctsar__rounds_free(ctsar__pass *p)
{
    ctsar__orphans_free(&p->rescue);
    ctsar__queue_free(&p->queue);
}
