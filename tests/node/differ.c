/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program of which rank 1 does something else than the others:
 *
 *     differ [data | sum | n | step | registration | reduction | region | ends | fails | dies]
 *
 * Without an argument all do the same, and print what they have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctsar.h"

enum { N = 100 };

static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

static void pass(ctsar *s, const char *how, double *y, double *sum)
{
    static const double zero = 0;
    size_t items = strcmp(how, "registration") != 0 ? N + 1 : N + 2;
    long n = strcmp(how, "n") != 0 ? N : N - 10, step = strcmp(how, "step") != 0 ? 1 : 2;
#pragma omp parallel
    do {
        double *a = ctsar_reg_mem(s, y, sizeof *a, items, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        double *own = sum;
        if (strcmp(how, "reduction") != 0)
            own = ctsar_reg_reduc(s, sum, &zero, sizeof zero, add);
        ctsar_next_range(s, 0, n, step);
        for (long i = CSTART(s); i < CEND(s); i += step)
            *own += a[i] += (double)i;
    } while (ctsar_loop(s));
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 && ctsar_node() == 1 ? argv[1] : "";
    double y[N + 2] = {0}, sum = strcmp(how, "sum") != 0 ? 0 : 1;
    y[N] = strcmp(how, "data") != 0 ? 0 : 1;
    ctsar *s = NULL, *other = NULL;
    ctsar_init(&s, N, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_init(&other, N, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_name(s, "one");
    ctsar_set_name(other, "another");
    pass(s, "", y, &sum);
    if (!strcmp(how, "ends"))
        return 0;
    if (!strcmp(how, "fails"))
        return 3;
    if (!strcmp(how, "dies"))
        abort();
    pass(strcmp(how, "region") != 0 ? s : other, how, y, &sum);
    printf("%d of %d: %.17g %.17g\n", ctsar_node(), ctsar_nodes(), y[N - 1], sum);
    ctsar_free(&s);
    ctsar_free(&other);
    return 0;
}
