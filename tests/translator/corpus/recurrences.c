// Recurrences, of all kinds: each must be refused.

// dependent
LOOP(first_order)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        a[i] = b[i] - a[i - 1];
}

// dependent
LOOP(second_order)
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < N; i++)
        a[i] = a[i - 1] - a[i - 2];
}

// dependent: backwards
LOOP(backwards)
{
#pragma ctsar for hetero(1)
    for (int i = N - 2; i >= 0; i--)
        a[i] = b[i] - a[i + 1];
}

// dependent: counted down, carried upwards
LOOP(down_and_carried)
{
#pragma ctsar for hetero(1)
    for (int i = N - 2; i >= 0; i--)
        a[i + 1] = a[i] + b[i];
}

// dependent: a smoothing in place
LOOP(smoothing_in_place)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N - 1; i++)
        a[i] = a[i - 1] - 2 * a[i] + a[i + 1];
}

// dependent: a sum over all earlier ones
LOOP(sum_over_all_earlier)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < 60; i++)
        for (int j = 0; j < i; j++)
            a[i] += a[j] - b[j];
}

// dependent: triangular solution
LOOP(triangular_solution)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < i; j++)
            a[i] -= aa[i][j] * ((int)a[j] % 5);
}

// dependent: the row before, two columns on
LOOP(row_before_two_columns_on)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M - 2; j++)
            aa[i][j] = aa[i - 1][j + 2] + 1;
}

// dependent: flat, one row up
LOOP(flat_one_row_up)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            flat[i * M + j] += flat[(i - 1) * M + j];
}

// dependent: flat, one element back, which is the row before for the first
LOOP(flat_one_element_back)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            flat[i * M + j] += flat[i * M + j - 1];
}

// independent: one element back, but not in the first column
LOOP(flat_one_element_back_within_the_row)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 1; j < M; j++)
            flat[i * M + j] += flat[i * M + j - 1];
}

// data: by way of a local pointer
LOOP(by_way_of_a_pointer)
{
    double *p = a - 0, *q = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        q[i] = p[i] + b[i];
}

// dependent: by way of two arrays
LOOP(by_way_of_two_arrays)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++) {
        a[i] = b[i - 1] + 1;
        b[i] = a[i] > 2 ? 1 : c[i];
    }
}

// dependent: a filter with feedback
LOOP(filter_with_feedback)
{
    double state = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        state = (double)((int)(state * 3 + b[i]) % 17);
        a[i] = state;
    }
    keep(0, state);
}

// dependent: random numbers of one generator
LOOP(random_numbers)
{
    unsigned seed = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245u + 12345u;
        counts[i] = (int)(seed >> 16) & 255;
    }
}

// independent: a generator for each iteration
LOOP(random_numbers_of_their_own)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        unsigned seed = (unsigned)i;
        for (int k = 0; k < 4; k++)
            seed = seed * 1103515245u + 12345u;
        counts[i] = (int)(seed >> 16) & 255;
    }
}
