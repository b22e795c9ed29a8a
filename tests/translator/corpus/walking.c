// Walking pointers.

// independent: along a row
LOOP(walks_along_a_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *p = aa[i];
        for (int j = 0; j < M; j++)
            *p++ = bb[i][j] + j;
    }
}

// independent: along a row of a flat matrix
LOOP(walks_along_a_flat_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *to = flat + i * M;
        const double *from = dense + i * M, *end = from + M;
        while (from < end)
            *to++ = *from++ * 2;
    }
}

// dependent: walks on from iteration to iteration
LOOP(walks_on)
{
    double *p = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *p++ = b[i];
    keep(0, (double)(p - a));
}

// independent: down a column
LOOP(walks_down_a_column)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < M; j++) {
        double *p = &aa[0][j];
        for (int i = 0; i < M; i++, p += M)
            *p = i + j;
    }
}

// independent: reads by a walking pointer
LOOP(reads_by_walking)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        const double *p = aa[i];
        double s = 0;
        for (int j = 0; j < M; j++)
            s += *p++;
        a[i] = s;
    }
}

// dependent: walks beyond its row
LOOP(walks_beyond_its_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++) {
        double *p = aa[i];
        for (int j = 0; j < M + 1; j++)
            *p++ += i;
    }
}

// independent: backwards
LOOP(walks_backwards)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *p = aa[i] + M;
        for (int j = 0; j < M; j++)
            *--p = bb[i][j];
    }
}

// independent: a pointer that is subscripted
LOOP(row_pointer_subscripted)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M - 1; i++) {
        double *to = aa[i];
        const double *up = bb[i - 1], *down = bb[i + 1];
        for (int j = 0; j < M; j++)
            to[j] = up[j] + down[j];
    }
}

// independent: two stores, one step of two
LOOP(two_stores_in_each_step)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *p = aa[i];
        for (int j = 0; j < M / 2; j++) {
            p[0] = j;
            p[1] = -j;
            p += 2;
        }
    }
}

// independent: the pointer is chosen
LOOP(pointer_is_chosen)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *p = i % 2 ? aa[i] : bb[i];
        for (int j = 0; j < M; j++)
            p[j] = j;
    }
}

// independent: the loop's variable is a pointer
LOOP(the_variable_is_a_pointer)
{
#pragma ctsar for hetero(1)
    for (double *p = a; p < a + N; p++)
        *p = *p * 2 + 1;
}

// independent: a pointer to the struct walks over its fields
LOOP(walks_over_a_member)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = cells[i].v;
        *p++ = 1;
        *p++ = 2;
        *p = i;
    }
}

// independent: *(a + i)
LOOP(sum_of_pointer_and_index)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *(a + i) = *(b + i) + *(c + N - 1 - i);
}

// independent: i[a]
LOOP(subscript_turned_around)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        i[a] = b[i] * 2;
}
