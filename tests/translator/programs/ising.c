/* Spins on a chessboard, one colour at a time, each site with random numbers of its own. */
#include <stdio.h>
#define L 40
static signed char spin[L][L];
static unsigned state[L][L];
static unsigned draw(unsigned *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}
static void update(int colour, unsigned limit4, unsigned limit8)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < L; i++)
        for (j = (i + colour) & 1; j < L; j += 2) {
            int around = spin[(i + 1) % L][j] + spin[(i + L - 1) % L][j] + spin[i][(j + 1) % L] + spin[i][(j + L - 1) % L];
            int cost = 2 * spin[i][j] * around;
            unsigned r = draw(&state[i][j]);
            if (cost <= 0 || (cost == 4 && r < limit4) || (cost == 8 && r < limit8))
                spin[i][j] = (signed char)-spin[i][j];
        }
}
int main(void)
{
    int i, j, t;
    long m = 0, e = 0;
    for (i = 0; i < L; i++)
        for (j = 0; j < L; j++) {
            spin[i][j] = (i * 7 + j * 3) % 5 < 3 ? 1 : -1;
            state[i][j] = (unsigned)(i * L + j) * 2654435761u + 1;
        }
    for (t = 0; t < 10; t++) {
        update(0, 3000000, 500000);
        update(1, 3000000, 500000);
    }
    for (i = 0; i < L; i++)
        for (j = 0; j < L; j++) {
            m += spin[i][j] * (i % 3 + 1);
            e -= spin[i][j] * (spin[(i + 1) % L][j] + spin[i][(j + 1) % L]);
        }
    printf("%ld %ld\n", m, e);
    return 0;
}
