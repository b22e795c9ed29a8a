/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Asks for the nodes while rank 1 is refused its Nth allocation, says whether that was one, goes on
 * whatever the call returned, and prints a sum that all ranks compute:
 *
 *     no_room N
 */
#include <stdio.h>
#include <stdlib.h>

#include "ctsar.h"
#include "support/refuse.h"

enum { N = 10 };

int main(int argc, char **argv)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    long item[N], sum = 0;
    const bool refuses = rank && *rank == '1' && argc > 1;
    if (refuses)
        refuse_allocation(strtol(argv[1], NULL, 10));
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    ctsar_node();
    if (refuses && refuse_no_more())
        printf("refused\n");
    ctsar *s = NULL;
    ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
#pragma omp parallel num_threads(1)
    do {
        long *p = ctsar_reg_mem(s, item, sizeof *item, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i)
            p[i] = i;
    } while (ctsar_loop(s));
    ctsar_free(&s);
    for (int i = 0; i < N; ++i)
        sum += item[i];
    printf("%ld\n", sum);
    return 0;
}
