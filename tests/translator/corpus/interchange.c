// Interchange: which of two loops may be divided.

// independent: the recurrence is along the inner loop
LOOP(recurrence_along_the_inner_loop)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 1; j < M; j++)
            aa[i][j] = aa[i][j - 1] + bb[i][j];
}

// independent: the outer loop is over columns
LOOP(outer_loop_over_columns)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < M; j++)
        for (int i = 1; i < M; i++)
            aa[i][j] = aa[i - 1][j] + bb[i][j];
}

// dependent: the recurrence is along the outer loop
LOOP(recurrence_along_the_outer_loop)
{
#pragma ctsar for hetero(1)
    for (int j = 1; j < M; j++)
        for (int i = 0; i < M; i++)
            aa[i][j] = aa[i][j - 1] + bb[i][j];
}

// dependent: a wavefront
LOOP(wavefront)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 1; j < M; j++)
            aa[i][j] = aa[i - 1][j] + aa[i][j - 1];
}

// independent: the inner loop of a wavefront along its diagonal
LOOP(along_an_antidiagonal)
{
    for (int t = 2; t < 6; t++) {
#pragma ctsar for hetero(1)
        for (int i = 1; i < t; i++)
            aa[i][t - i] = aa[i - 1][t - i] + aa[i][t - i - 1];
    }
}

// independent: the middle loop of three
LOOP(middle_loop_of_three)
{
    for (int i = 1; i < 4; i++) {
#pragma ctsar for hetero(1)
        for (int j = 0; j < M; j++)
            for (int k = 1; k < M; k++)
                cube[i][j][k] = cube[i - 1][j][k] + cube[i][j][k - 1];
    }
}

// independent: the inner loop is annotated
LOOP(the_inner_loop_is_annotated)
{
    for (int i = 1; i < 5; i++) {
#pragma ctsar for hetero(1)
        for (int j = 0; j < M; j++)
            aa[i][j] = aa[i - 1][j] * 2 + bb[j][i];
    }
}

// independent: a product of matrices
LOOP(product_of_matrices)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            cc[i][j] = 0;
            for (int k = 0; k < M; k++)
                cc[i][j] += aa[i][k] * bb[k][j];
        }
}

// independent: a product with the loops in another order
LOOP(product_with_k_in_the_middle)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int k = 0; k < M; k++)
            for (int j = 0; j < M; j++)
                cc[i][j] += aa[i][k] * bb[k][j];
}

// dependent: k outermost sums into one element
LOOP(product_with_k_outermost)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < M; k++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                cc[i][j] += aa[i][k] * bb[k][j];
}

// independent: a transposition
LOOP(transposition)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[j][i] = bb[i][j];
}

// independent: an exchange with the mirror image
LOOP(transposition_in_place)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < i; j++) {
            double t = aa[i][j];
            aa[i][j] = aa[j][i];
            aa[j][i] = t;
        }
}

// dependent: in place and all of it
LOOP(transposition_of_all_in_place)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] = aa[j][i] + i;
}

// independent: collapse
LOOP(collapse_of_two)
{
    int i, j;
#pragma ctsar for hetero(1) collapse(2)
    for (i = 0; i < M; i++)
        for (j = 0; j < M; j++)
            aa[i][j] = bb[i][j] * 2 + j;
}

// independent: tiles of rows
LOOP(tiles_of_rows)
{
#pragma ctsar for hetero(1)
    for (int ii = 0; ii < M; ii += 5)
        for (int i = ii; i < ii + 5; i++)
            for (int j = 0; j < M; j++)
                aa[i][j] = bb[i][j] + ii;
}

// independent: tiles with a minimum as their end
LOOP(tiles_with_a_minimum)
{
#define LEAST(x, y) ((x) < (y) ? (x) : (y))
#pragma ctsar for hetero(1)
    for (int ii = 0; ii < M; ii += 6)
        for (int i = ii; i < LEAST(ii + 6, M); i++)
            for (int j = 0; j < M; j++)
                aa[i][j] = bb[i][j] - ii;
}

// independent: four dimensions
static double four[4][5][6][7];
LOOP(four_dimensions)
{
    double sum = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 6; k++)
                for (int l = 0; l < 7; l++)
                    four[i][j][k][l] = i + 2 * j + 3 * k + 4 * l;
    for (int i = 0; i < 4 * 5 * 6 * 7; i++)
        sum += (&four[0][0][0][0])[i] * (i % 7);
    keep(0, sum);
}

// independent: six dimensions
static double six[3][2][3][2][3][2];
LOOP(six_dimensions)
{
    double sum = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 2; l++)
                    for (int m = 0; m < 3; m++)
                        for (int o = 0; o < 2; o++)
                            six[i][j][k][l][m][o] = i + 2 * j + 3 * k + 4 * l + 5 * m + 6 * o;
    for (int i = 0; i < 216; i++)
        sum += (&six[0][0][0][0][0][0])[i] * (i % 7);
    keep(0, sum);
}
