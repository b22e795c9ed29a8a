/* Three bytes to four letters, by a table. */
#include <stdio.h>
#include <stdlib.h>
static const char table[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static void encode(const unsigned char *in, char *out, int groups)
{
    int g;
#pragma omp parallel for private(g) hetero(1)
    for (g = 0; g < groups; g++) {
        unsigned v = in[3 * g] << 16 | in[3 * g + 1] << 8 | in[3 * g + 2];
        out[4 * g] = table[v >> 18 & 63];
        out[4 * g + 1] = table[v >> 12 & 63];
        out[4 * g + 2] = table[v >> 6 & 63];
        out[4 * g + 3] = table[v & 63];
    }
}
int main(void)
{
    int groups = 500, i;
    unsigned long sum = 0;
    unsigned char *in = malloc(3 * groups);
    char *out = malloc(4 * groups + 1);
    for (i = 0; i < 3 * groups; i++)
        in[i] = (unsigned char)(i * 89 + i / 7);
    encode(in, out, groups);
    out[4 * groups] = 0;
    for (i = 0; i < 4 * groups; i++)
        sum = sum * 31 + (unsigned char)out[i];
    printf("%.20s %lx\n", out, sum);
    return 0;
}
