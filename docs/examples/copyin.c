/* copyin: every unit gets all of it; for what is read at places that depend on data. */
#include <stdio.h>

enum { N = 300, COLOURS = 16 };
static unsigned char image[N];
static int palette[COLOURS], out[N];

static void apply(void)
{
#pragma ctsar for hetero(1) part_copyin(image[1:N]) copyin(palette[0:COLOURS]) part_copyout(out[1:N])
    for (int i = 0; i < N; i++)
        out[i] = palette[image[i]];
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < COLOURS; k++)
        palette[k] = k * k;
    for (int i = 0; i < N; i++)
        image[i] = (unsigned char)(i * 5 % COLOURS);
    apply();
    for (int i = 0; i < N; i++)
        sum += (long)out[i] * i;
    printf("%ld\n", sum);
    return 0;
}
