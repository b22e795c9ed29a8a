/* Adds to g in three tasks.  The second one has not declared that. */
#include <ctsar.h>

static double g[4];

static void add(const ctsar_call *call)
{
    double *x = call->arg[0];
    for (long i = call->start; i < call->end; ++i)
        x[i] += 1;
}
static const ctsar_kernel adds = {.name = "add", .host = add};

static void bump(const ctsar_call *call)
{
    (void)call;
    g[1] += 1;
}
static const ctsar_kernel bumps = {.name = "bump", .host = bump};

int main(void)
{
    ctsar_tasks *t = NULL;
    const ctsar_access all = CTSAR_INOUT_BOX(g, sizeof *g, {4, 0, 4});
    ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT);
    ctsar_task(t, &adds, 0, 4, &all, 1, 0);
    ctsar_task(t, &bumps, 0, 1, NULL, 0, 0);
    ctsar_task(t, &adds, 0, 4, &all, 1, 0);
    ctsar_tasks_wait(t, NULL);
    ctsar_tasks_free(&t);
}
