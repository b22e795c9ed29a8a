/* Histogram equalisation: a histogram by a reduction over an array, a table, and its application. */
#include <stdio.h>
#include <string.h>
#define PIXELS 9000
unsigned char in[PIXELS], out[PIXELS], lut[256];
int hist[256];

int main(void)
{
    int i, v, total = 0;
    unsigned long sum = 0;
    for (i = 0; i < PIXELS; i++)
        in[i] = (unsigned char)(i * i / 97 % 180 + 20);
    memset(hist, 0, sizeof hist);
#pragma omp parallel for reduction(+ : hist) hetero(1)
    for (i = 0; i < PIXELS; i++)
        hist[in[i]]++;
    for (v = 0; v < 256; v++) {
        total += hist[v];
        lut[v] = (unsigned char)((long)total * 255 / PIXELS);
    }
#pragma omp parallel for hetero(1)
    for (i = 0; i < PIXELS; i++)
        out[i] = lut[in[i]];
    for (i = 0; i < PIXELS; i++)
        sum = sum * 33 + out[i];
    printf("%d %lx\n", total, sum);
    return 0;
}
