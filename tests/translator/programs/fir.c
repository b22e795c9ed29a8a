/* A filter of finite length, channels interleaved, and its power by channel. */
#include <stdio.h>
#include <stdlib.h>
#define TAPS 15
#define CHANNELS 2
static const float taps[TAPS] = {1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1};
int main(void)
{
    int frames = 800, i, k, ch;
    float *in = malloc(frames * CHANNELS * sizeof *in), *out = calloc(frames * CHANNELS, sizeof *out), acc;
    double left = 0, right = 0;
    for (i = 0; i < frames * CHANNELS; i++)
        in[i] = (float)((i * 29 % 31) - 15);
#pragma omp parallel for private(i, k, ch, acc) hetero(1)
    for (i = TAPS - 1; i < frames; i++)
        for (ch = 0; ch < CHANNELS; ch++) {
            acc = 0;
            for (k = 0; k < TAPS; k++)
                acc += taps[k] * in[(i - k) * CHANNELS + ch];
            out[i * CHANNELS + ch] = acc;
        }
#pragma omp parallel for private(i) reduction(+ : left, right) hetero(1)
    for (i = 0; i < frames; i++) {
        left += out[2 * i] * out[2 * i];
        right += out[2 * i + 1] * out[2 * i + 1];
    }
    printf("%.9g %.9g\n", left, right);
    return 0;
}
