// As many dimensions as the library has; the associated one first and in the middle.
#include <stdio.h>

static double six[12][6][5][3][5][4], eight[2][3][2][9][2][3][2][2];

int main(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 5; k++)
                for (int m = 0; m < 5; m++)
                    for (int n = 0; n < 4; n++)
                        six[i][j][k][0][m][n] = i + 10 * j + 100 * k + (m == n);
#pragma ctsar for hetero(1) part_copy(eight[0:2][0:3][0:2][1:9][0:2][0:3][0:2][0:2])
    for (int i = 0; i < 9; i++)
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 3; b++)
                for (int c = 0; c < 2; c++)
                    for (int d = 0; d < 2; d++)
                        for (int e = 0; e < 3; e++)
                            for (int f = 0; f < 2; f++)
                                for (int g = 0; g < 2; g++)
                                    eight[a][b][c][i][d][e][f][g] += a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * i;
    double sum = 0;
    const double *s = &six[0][0][0][0][0][0], *e = &eight[0][0][0][0][0][0][0][0];
    for (unsigned k = 0; k < sizeof six / sizeof *s; k++)
        sum += k * s[k];
    for (unsigned k = 0; k < sizeof eight / sizeof *e; k++)
        sum += k * e[k];
    printf("%.0f %g\n", sum, six[1][2][3][0][2][2]);
    return 0;
}
