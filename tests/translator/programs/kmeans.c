/* Clustering: the nearest centre of each point, then new centres on one thread. */
#include <float.h>
#include <stdio.h>
#define POINTS 600
#define DIMS 3
#define CENTRES 7
static float point[POINTS][DIMS], centre[CENTRES][DIMS];
static int label[POINTS];

static int assign(void)
{
    int i, c, d, changed = 0;
#pragma omp parallel for private(i, c, d) reduction(+ : changed) hetero(1)
    for (i = 0; i < POINTS; i++) {
        float best = FLT_MAX;
        int at = -1;
        for (c = 0; c < CENTRES; c++) {
            float dist = 0;
            for (d = 0; d < DIMS; d++) {
                float diff = point[i][d] - centre[c][d];
                dist += diff * diff;
            }
            if (dist < best) {
                best = dist;
                at = c;
            }
        }
        if (label[i] != at) {
            label[i] = at;
            changed++;
        }
    }
    return changed;
}

int main(void)
{
    int i, c, d, round = 0, changed;
    for (i = 0; i < POINTS; i++) {
        label[i] = -1;
        for (d = 0; d < DIMS; d++)
            point[i][d] = (float)((i * (d + 3) * 37) % 101);
    }
    for (c = 0; c < CENTRES; c++)
        for (d = 0; d < DIMS; d++)
            centre[c][d] = point[c * 80][d];
    do {
        int count[CENTRES] = {0};
        changed = assign();
        for (c = 0; c < CENTRES; c++)
            for (d = 0; d < DIMS; d++)
                centre[c][d] = 0;
        for (i = 0; i < POINTS; i++) {
            count[label[i]]++;
            for (d = 0; d < DIMS; d++)
                centre[label[i]][d] += point[i][d];
        }
        for (c = 0; c < CENTRES; c++)
            for (d = 0; d < DIMS; d++)
                centre[c][d] /= count[c] ? count[c] : 1;
    } while (changed > 0 && ++round < 12);
    printf("%d %d", round, changed);
    for (c = 0; c < CENTRES; c++)
        printf(" %.5g", centre[c][0] + 2 * centre[c][1] + 3 * centre[c][2]);
    printf("\n");
    return 0;
}
