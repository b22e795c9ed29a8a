// Loop rerolling: unrolled by hand.

// independent
LOOP(unrolled_by_five)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i += 5) {
        a[i] += 2 * b[i];
        a[i + 1] += 2 * b[i + 1];
        a[i + 2] += 2 * b[i + 2];
        a[i + 3] += 2 * b[i + 3];
        a[i + 4] += 2 * b[i + 4];
    }
}

// independent
LOOP(unrolled_scalar_product)
{
    double sum = 0;
#pragma ctsar for hetero(1) reduction(+: sum)
    for (int i = 0; i < N; i += 4)
        sum += a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3];
    keep(0, sum);
}

// independent: blocks by a product
LOOP(blocks_by_a_product)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 4; i++) {
        a[4 * i] = b[i];
        a[4 * i + 1] = b[i] + 1;
        a[4 * i + 2] = b[i] + 2;
        a[4 * i + 3] = b[i] + 3;
    }
}

// independent: with a gap that stays as it was
LOOP(unrolled_with_a_gap)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i += 4) {
        a[i] = b[i];
        a[i + 1] = b[i + 1];
        a[i + 3] = b[i + 3];
    }
}

// dependent: unrolled by three in steps of two
LOOP(unrolled_too_far)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 2; i += 2) {
        a[i] = b[i];
        a[i + 1] = b[i + 1];
        a[i + 2] = b[i + 2] + 1;
    }
}

// independent: by indirection
LOOP(unrolled_gather)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i += 3) {
        a[i] = b[ip[i]];
        a[i + 1] = b[ip[i + 1]];
        a[i + 2] = b[ip[i + 2]];
    }
}

// independent: two rows in each iteration
LOOP(two_rows_in_each_iteration)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i += 2)
        for (int j = 0; j < M; j++) {
            aa[i][j] = bb[i][j] * 2;
            aa[i + 1][j] = bb[i + 1][j] * 3;
        }
}

// independent: a block of rows in an inner loop
LOOP(block_of_rows)
{
#pragma ctsar for hetero(1)
    for (int t = 0; t < M / 5; t++)
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < M; j++)
                aa[5 * t + i][j] = bb[5 * t + i][j] + t;
}

// independent: the end is treated apart
LOOP(unrolled_and_the_rest)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 6; i += 7)
        for (int k = 0; k < 7; k++)
            a[i + k] = b[i + k] * 2;
    for (int i = N - N % 7; i < N; i++)
        a[i] = b[i] * 2;
}
