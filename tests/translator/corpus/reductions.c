// Reductions, with OpenMP's clause as a user would have it, and without.

// independent
LOOP(sum_with_a_clause)
{
    double sum = 2;
#pragma ctsar for hetero(1) reduction(+: sum)
    for (int i = 0; i < N; i++)
        sum += b[i];
    keep(0, sum);
}

// dependent: nothing says that it is a sum
LOOP(sum_without_a_clause)
{
    double sum = 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        sum += b[i];
    keep(0, sum);
}

// independent
LOOP(product_of_ones)
{
    double p = 1;
#pragma ctsar for hetero(1) reduction(*: p)
    for (int i = 0; i < N; i++)
        p *= b[i] > 10 ? 2 : -1;
    keep(0, p);
}

// independent
LOOP(scalar_product)
{
    double sum = 0;
#pragma ctsar for hetero(1) reduction(+: sum)
    for (int i = 0; i < N; i++)
        sum += a[i] * b[i];
    keep(0, sum);
}

// independent
LOOP(least_and_greatest)
{
    double least = 1e9, most = -1e9;
#pragma ctsar for hetero(1) reduction(min: least) reduction(max: most)
    for (int i = 0; i < N; i++) {
        if (b[i] < least)
            least = b[i];
        most = b[i] > most ? b[i] : most;
    }
    keep(0, least);
    keep(1, most);
}

// dependent: the place of the greatest
LOOP(place_of_the_greatest)
{
    double most = -1e9;
    int at = -1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > most) {
            most = b[i];
            at = i;
        }
    keep(0, most);
    keep(1, at);
}

// independent: subtracted
LOOP(difference)
{
    double rest = 1000;
#pragma ctsar for hetero(1) reduction(-: rest)
    for (int i = 0; i < N; i++)
        rest -= b[i];
    keep(0, rest);
}

// independent: a count under a condition
LOOP(count_under_a_condition)
{
    int n = 0;
#pragma ctsar for hetero(1) reduction(+: n)
    for (int i = 0; i < N; i++)
        if (b[i] > c[i])
            n++;
    keep(0, n);
}

// independent: of a matrix, with C89 variables
LOOP(sum_of_a_matrix)
{
    int i, j;
    double sum = 0;
#pragma ctsar for hetero(1) private(i, j) reduction(+: sum)
    for (i = 0; i < M; i++)
        for (j = 0; j < M; j++)
            sum = sum + aa[i][j];
    keep(0, sum);
}

// independent: bits
LOOP(bits)
{
    int some = 0, every = -1, odd = 0;
#pragma ctsar for hetero(1) reduction(|: some) reduction(&: every) reduction(^: odd)
    for (int i = 0; i < N; i++) {
        some |= flag[i];
        every &= counts[i] | 8;
        odd ^= flag[i] * 3;
    }
    keep(0, some);
    keep(1, every);
    keep(2, odd);
}

// independent: logical
LOOP(logical)
{
    int any = 0, whole = 1;
#pragma ctsar for hetero(1) reduction(||: any) reduction(&&: whole)
    for (int i = 0; i < N; i++) {
        any = any || b[i] > 14;
        whole = whole && b[i] > -7;
    }
    keep(0, any);
    keep(1, whole);
}

// independent: a sum in each row, no reduction
LOOP(sum_in_each_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        a[i] = 0;
        for (int j = 0; j < M; j++)
            a[i] += aa[i][j];
    }
}

// independent: a sum and an array
LOOP(sum_and_an_array)
{
    double sum = 0;
#pragma ctsar for hetero(1) reduction(+: sum)
    for (int i = 0; i < N; i++) {
        a[i] = b[i] * 2;
        sum += a[i];
    }
    keep(0, sum);
}

// independent: the array's sum by columns, an array as reduction
LOOP(array_as_reduction)
{
    double sums[4] = {0};
#pragma ctsar for hetero(1) reduction(+: sums)
    for (int i = 0; i < N; i++)
        sums[i % 4] += b[i];
    for (int k = 0; k < 4; k++)
        keep(k, sums[k]);
}

// independent: an array section as reduction
LOOP(array_section_as_reduction)
{
    double sums[8] = {0};
#pragma ctsar for hetero(1) reduction(+: sums[0:8])
    for (int i = 0; i < N; i++)
        sums[i & 7] += b[i];
    for (int k = 0; k < 8; k++)
        keep(k, sums[k]);
}

// dependent: column sums without a clause
LOOP(column_sums_by_rows)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            a[j] += aa[i][j];
}

// dependent: into one element of an array
LOOP(sum_into_an_element)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        result[0] += b[i];
}

// dependent: into a struct's member
LOOP(sum_into_a_member)
{
    struct point p = {0, 0, 0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        p.x += b[i];
    keep(0, p.x);
}

// dependent: by a pointer
LOOP(sum_by_a_pointer)
{
    double sum = 0, *p = &sum;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *p += b[i];
    keep(0, sum);
}

// dependent: the reduction's value is used within the loop
LOOP(running_sum_is_used)
{
    double sum = 0;
#pragma ctsar for hetero(1) reduction(+: sum)
    for (int i = 0; i < N; i++) {
        sum += b[i];
        a[i] = sum;
    }
    keep(0, sum);
}

// dependent: a running sum
LOOP(running_sum)
{
    double sum = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        sum += b[i];
        a[i] = sum;
    }
    keep(0, sum);
}

// independent: unrolled by hand, two sums
LOOP(two_sums_unrolled)
{
    double s = 0, t = 0;
#pragma ctsar for hetero(1) reduction(+: s, t)
    for (int i = 0; i < N; i += 2) {
        s += b[i];
        t += b[i + 1];
    }
    keep(0, s + t);
}

// independent: bytes of a long double that mean nothing may differ
LOOP(sum_of_long_doubles)
{
    long double s = 0;
#pragma ctsar for hetero(1) reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += b[i];
    keep(0, (double)s);
}

// guarded: fmax forgets that there was no number before the loop
LOOP(greatest_from_no_number)
{
    double m = NAN;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        m = fmax(m, b[i]);
    keep(0, m);
}

// guarded: so does fminf
LOOP(smallest_from_no_number)
{
    float m = NAN;
#pragma ctsar for hetero(1) reduction(min: m)
    for (int i = 0; i < N; i++)
        m = fminf(u[i], m);
    keep(0, m);
}

// independent: a comparison keeps it
LOOP(greatest_stays_no_number)
{
    double m = NAN;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (b[i] > m)
            m = b[i];
    keep(0, m != m);
}

// independent: what is no number is skipped
LOOP(greatest_of_numbers)
{
    double m = -100, least = 100;
    b[5] = b[N - 1] = NAN;
#pragma ctsar for hetero(1) reduction(max: m) reduction(min: least)
    for (int i = 0; i < N; i++) {
        if (b[i] > m)
            m = b[i];
        least = fmin(least, b[i]);
    }
    keep(0, m);
    keep(1, least);
}

// independent: a cast that loses nothing, as f2c's dmax() has it
LOOP(greatest_behind_a_cast)
{
    double m = -100;
    float least = 100;
#pragma ctsar for hetero(1) reduction(max: m) reduction(min: least)
    for (int i = 0; i < N; i++) {
        m = (double)(m >= b[i] ? m : b[i]);
        least = (double)(least <= u[i] ? least : u[i]);
    }
    keep(0, m);
    keep(1, least);
}
