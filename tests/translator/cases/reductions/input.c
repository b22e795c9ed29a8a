/* Every operator, on several types. */
#include <stdbool.h>
#include <stdio.h>

typedef double real;
enum { N = 257 };
static unsigned char bits[N];
static float values[N];

int main(void)
{
    for (int i = 0; i < N; ++i)
        bits[i] = (unsigned char)(i * 37 % 251), values[i] = (float)((i * 29) % 101) - 50;

    long sum = 10;
    unsigned long long product = 3;
    unsigned and = ~0u, or = 0, xor = 5;
    int all = 1, any = 0;
    bool each = true;
    real total = 0;
    float low = 3, high = -3;
    signed char least = 100;
    unsigned short most = 0;
#pragma ctsar for hetero(1, all, static) part_copyin(bits[1:N], values[1:N]) reduction(+: sum, total) reduction(*: product) \
    reduction(&: and) reduction(|: or) reduction(^: xor) reduction(&&: all, each) reduction(||: any) \
    reduction(min: low, least) reduction(max: high, most)
    for (int i = 0; i < N; ++i) {
        sum += bits[i];
        total += values[i];
        product *= 2 * (unsigned long long)bits[i] + 1;
        and &= bits[i] | 0xf0;
        or |= bits[i] & 0x5a;
        xor ^= bits[i];
        all = all && bits[i] < 252;
        each = each && values[i] > -60;
        any = any || values[i] > 49;
        low = values[i] < low ? values[i] : low;
        if (values[i] > high)
            high = values[i];
        if (bits[i] / 2 - 20 < least)
            least = (signed char)(bits[i] / 2 - 20);
        most = bits[i] > most ? bits[i] : most;
    }
    printf("%ld %g %llu %u %u %u %d %d %d %g %g %d %d\n", sum, total, product, and, or, xor, all, each, any, low, high, least, most);
    return 0;
}
