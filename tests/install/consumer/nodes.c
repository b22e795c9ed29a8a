/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Says as which of how many nodes it was started. */
#include <ctsar.h>
#include <stdio.h>

int main(void)
{
    int node = ctsar_node();
    printf("node %d of %d\n", node, ctsar_nodes());
    return 0;
}
