/* Knapsack by rows: each item's row from the row before. */
#include <stdio.h>
#include <stdlib.h>
#define ITEMS 20
#define CAPACITY 700
int main(void)
{
    int weight[ITEMS], value[ITEMS], i, w, take;
    int *prev = calloc(CAPACITY + 1, sizeof(int)), *cur = calloc(CAPACITY + 1, sizeof(int)), *swap;
    long sum = 0;
    for (i = 0; i < ITEMS; i++) {
        weight[i] = 10 + i * 37 % 90;
        value[i] = 5 + i * 53 % 70;
    }
    for (i = 0; i < ITEMS; i++) {
        int wi = weight[i], vi = value[i];
#pragma omp parallel for private(w, take) hetero(1)
        for (w = 0; w <= CAPACITY; w++) {
            cur[w] = prev[w];
            if (w >= wi) {
                take = prev[w - wi] + vi;
                if (take > cur[w])
                    cur[w] = take;
            }
        }
        swap = prev;
        prev = cur;
        cur = swap;
    }
    for (w = 0; w <= CAPACITY; w++)
        sum += prev[w];
    printf("%d %ld\n", prev[CAPACITY], sum);
    return 0;
}
