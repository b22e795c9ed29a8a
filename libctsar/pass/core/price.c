/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stock is taken with the first question of
 * a round, and again with the first one at its end; in between prices are those of the data as they
 * lay when the round began.  That is what they are for all iterations that nobody has executed yet,
 * since only who executes an iteration moves its data. */
#include "pass/core/price.h"

#include "pass/core/bounds.h"
#include "pass/core/view.h"

static void take_stock(ctsar__pass *p)
{
    ctsar__price *price = &p->price;
    int status = ctsar__moves_take(&price->moves, p->arrays, ctsar__pass_number(p));
    (void)status; /* without memory moving is thought to cost nothing */
    price->taken = true;
}

/* By the one thread that calls the policy, under the queue's lock or while all others wait. */
static double seconds(const void *pass, ctsar__team team, int unit, ctsar__range r)
{
    ctsar__pass *p = (ctsar__pass *)(uintptr_t)pass;
    int acc = unit < team.cores ? -1 : unit - team.cores;
    if (ctsar__range_len(r) == 0)
        return 0;
    if (!p->price.taken)
        take_stock(p);
    return ctsar__moves_seconds(&p->price.moves, acc, ctsar__values_of(p->price.bounds, r),
                                acc < 0 || !p->acc[acc].supplied);
}

void ctsar__price_open(ctsar__pass *p, ctsar__bounds b)
{
    bool moves = p->accs && ctsar__arrays_persist(p->arrays, ctsar__pass_number(p));
    p->sched->env.move = (ctsar__move){moves ? seconds : NULL, p};
    p->price.bounds = b;
    p->price.taken = false;
    for (int a = 0; a < p->accs; ++a)
        p->acc[a].supplied = false;
}

void ctsar__price_note(ctsar__pass *p, int unit)
{
    int acc = unit - ctsar__pass_team(p).cores;
    if (acc >= 0)
        p->acc[acc].supplied = true;
}

void ctsar__price_free(ctsar__pass *p)
{
    ctsar__moves_free(&p->price.moves);
}
