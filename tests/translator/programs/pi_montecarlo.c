/* Pi by dice: every iteration has a generator of its own. */
#include <stdint.h>
#include <stdio.h>
static inline uint64_t next(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}
int main(void)
{
    long i, inside = 0;
    const long batches = 300, tries = 50;
#pragma omp parallel for reduction(+ : inside) hetero(1)
    for (i = 0; i < batches; i++) {
        uint64_t state = 88172645463325252ULL + (uint64_t)i * 2654435761ULL;
        long k;
        for (k = 0; k < tries; k++) {
            double x = (double)(next(&state) >> 11) / 9007199254740992.0;
            double y = (double)(next(&state) >> 11) / 9007199254740992.0;
            if (x * x + y * y <= 1.0)
                inside++;
        }
    }
    printf("%ld %.4f\n", inside, 4.0 * inside / (batches * tries));
    return 0;
}
