// Shifted, strided and reversed writes.

// independent
LOOP(write_shifted_up)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i + 1] = 2 * b[i];
}

// independent
LOOP(write_shifted_down)
{
#pragma ctsar for hetero(1)
    for (int i = 3; i < N; i++)
        a[i - 3] = 2 * b[i];
}

// independent: a row up
LOOP(row_shifted)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i - 1][j] = bb[i][j];
}

// independent: shifted inwards
LOOP(shifted_inwards)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 2; i++)
        for (int j = 0; j < M - 2; j++)
            aa[i + 1][j + 1] = bb[i][j] + bb[i + 2][j + 2];
}

// independent
LOOP(reversed)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[N - 1 - i] = b[i] + i;
}

// independent: updated, reversed
LOOP(reversed_update)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[N - i] += b[i];
}

// independent
LOOP(every_second)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        a[2 * i] = b[i];
}

// independent
LOOP(every_third_shifted)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 3; i++)
        a[3 * i + 2] += b[i];
}

// independent
LOOP(in_steps_and_shifted)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i += 3)
        a[i + 2] = b[i] * 2;
}

// independent: pairs
LOOP(interleaved)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        a[2 * i] = b[i];
        a[2 * i + 1] = -c[i];
    }
}

// independent: reversed in steps
LOOP(reversed_in_steps)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        a[N - 2 * i] = b[i];
}

// independent: columns, reversed
LOOP(columns_reversed)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < M; j++)
        for (int i = 0; i < M; i++)
            aa[i][M - 1 - j] = bb[i][j];
}

// independent: rows of a flat matrix, shifted
LOOP(flat_rows_shifted)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j < M; j++)
            flat[(i + 1) * M + j] = dense[i * M + j];
}

// independent: one column of a flat matrix
LOOP(one_flat_column)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        flat[i * M + 3] = b[i];
}

// independent: a row of pairs
LOOP(row_of_pairs)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            flat[2 * (i * M + j)] = aa[i][j];
            flat[2 * (i * M + j) + 1] = bb[i][j];
        }
}

// dependent: rows shifted in place
LOOP(rows_shifted_in_place)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j < M; j++)
            aa[i + 1][j] = aa[i][j];
}

// independent: two writes, shifted each in its array
LOOP(two_arrays_shifted_differently)
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < N; i++) {
        a[i + 1] = b[i];
        c[i - 2] = b[i - 1];
    }
}

// independent: an upper left block of a larger matrix
LOOP(block_of_a_larger_matrix)
{
#pragma ctsar for hetero(1)
    for (int i = 4; i < 12; i++)
        for (int j = 6; j < 15; j++)
            aa[i][j] = bb[i][j] * 2;
}

// independent: widened
LOOP(one_to_four)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 4; i++)
        for (int k = 0; k < 4; k++)
            a[4 * i + k] = b[i] + k;
}

// independent: narrowed
LOOP(four_to_one)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 4; i++)
        a[i] = b[4 * i] + b[4 * i + 1] + b[4 * i + 2] + b[4 * i + 3];
}

// independent: restriction to a coarser grid
LOOP(coarser_grid)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M / 2 - 1; i++)
        for (int j = 1; j < M / 2 - 1; j++)
            aa[i][j] = bb[2 * i][2 * j] + bb[2 * i - 1][2 * j] + bb[2 * i + 1][2 * j];
}

// independent: interpolation to a finer grid
LOOP(finer_grid)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M / 2; i++)
        for (int j = 0; j < M / 2; j++) {
            aa[2 * i][2 * j] += bb[i][j];
            aa[2 * i + 1][2 * j] += bb[i][j] * 2;
        }
}

// independent: red and black within rows
LOOP(red_and_black)
{
    for (int colour = 0; colour < 2; colour++) {
#pragma ctsar for hetero(1)
        for (int i = 1; i < M - 1; i++)
            for (int j = 1 + (i + colour) % 2; j < M - 1; j += 2)
                cc[i][j] = aa[i][j] + bb[i][j - 1];
    }
}

// independent: red and black in place; the neighbours have the other colour
LOOP(red_and_black_in_place)
{
    for (int colour = 0; colour < 2; colour++) {
#pragma ctsar for hetero(1)
        for (int i = 1; i < M - 1; i++)
            for (int j = 1 + (i + colour) % 2; j < M - 1; j += 2)
                aa[i][j] = aa[i - 1][j] + aa[i + 1][j] + aa[i][j - 1] + aa[i][j + 1];
    }
}

// independent: written under a condition, and read without one
static void raised(double *x, int n, int first, double least)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (x[i + first] < least)
            x[i + first] = least;
}
LOOP(shifted_under_a_condition)
{
    raised(a, N - 8, 5, 3);
}

// independent: rows from one on, of which one branch or the other writes each element
static void in_two(double *x, int n, int first, int m, double limit)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double *row = x + (first + i) * m;
        for (int j = 0; j < m; j++) {
            if (row[j] < limit)
                row[j] = 1;
            else
                row[j] = 2;
        }
    }
}
LOOP(shifted_rows_in_two_branches)
{
    in_two(flat, M - 3, 2, M, 4);
}

// unknown: what is read without a condition are others
static void raised_by(double *x, int n, int first, double least)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (least > 2)
            x[i + first] = least;
}
LOOP(shifted_where_a_value_says_so)
{
    raised_by(a, N, 5, 1);
    raised_by(a, N, 5, 3);
}
