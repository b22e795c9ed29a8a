/* A picture turned by an angle; what lies outside stays as it was. */
#include <math.h>
#include <stdio.h>
#define S 72
static unsigned char src[S * S], dst[S * S];
int main(void)
{
    int x, y, u, v;
    unsigned long sum = 0;
    const double c = cos(0.5), s = sin(0.5);
    for (x = 0; x < S * S; x++) {
        src[x] = (unsigned char)(x * 11 + x / S);
        dst[x] = 7;
    }
#pragma omp parallel for private(x, y, u, v) hetero(1)
    for (y = 0; y < S; y++)
        for (x = 0; x < S; x++) {
            u = (int)floor(c * (x - S / 2) + s * (y - S / 2) + 0.3) + S / 2;
            v = (int)floor(-s * (x - S / 2) + c * (y - S / 2) + 0.3) + S / 2;
            if (u < 0 || v < 0 || u >= S || v >= S)
                continue;
            dst[y * S + x] = src[v * S + u];
        }
    for (x = 0; x < S * S; x++)
        sum = sum * 31 + dst[x];
    printf("%lx\n", sum);
    return 0;
}
