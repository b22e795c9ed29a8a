// Induction: variables that follow the loop's.

// independent: a local that is computed anew
LOOP(computed_anew)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        int k = 2 * i + 1;
        a[k] = b[i];
    }
}

// independent: k is carried along, by one
LOOP(carried_along)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k] = b[i];
        k += 1;
    }
    keep(0, k);
}

// dependent: by two, under a condition
LOOP(carried_under_a_condition)
{
    int k = -1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        k++;
        if (b[i] > 0)
            k++;
        a[k] = b[i];
    }
    keep(0, k);
}

// independent: an inner one begins anew in every iteration
LOOP(inner_one_begins_anew)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int k = 0;
        for (int j = 0; j < M / 2; j++) {
            aa[i][k] = bb[i][j];
            k += 2;
        }
    }
}

// independent: declared above, set in each iteration
LOOP(declared_above_set_in_each)
{
    int k;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        k = N - 1 - i;
        a[i] = b[k];
    }
}

// independent: flat subscript in a variable that is assigned
LOOP(flat_subscript_assigned)
{
    int i, j, k;
#pragma ctsar for hetero(1) private(i, j, k)
    for (i = 0; i < M; i++)
        for (j = 0; j < M; j++) {
            k = i * M + j;
            flat[k] = dense[k] * 2;
        }
}

// independent: a base that is computed and stepped within the iteration
LOOP(base_stepped_within)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int k = i * M;
        for (int j = 0; j < M; j++)
            flat[k++] = dense[i * M + j];
    }
}

// independent: a while loop that steps
LOOP(while_that_steps)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int j = 0;
        while (j < M) {
            aa[i][j] = bb[i][j] + j;
            j++;
        }
    }
}

static void while_behind_pointers(int n, int m, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < m) {
            to[i * m + j] = from[i * m + j] + j;
            j++;
        }
    }
}

// independent: a while loop that steps, behind pointers
LOOP(while_that_steps_behind_pointers)
{
    while_behind_pointers(M, pitch, flat, dense);
}

static void while_by_two_back(int n, int m, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = m;
        double s = 0;
        while (j > 1) {
            s += from[i * m + j - 1];
            j -= 2;
        }
        to[i] = s;
    }
}

// independent: a while loop that steps back by two
LOOP(while_that_steps_back_by_two)
{
    while_by_two_back(M, pitch, a, dense);
}

// dependent: a while loop that goes too far
LOOP(while_that_goes_too_far)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int j = 0;
        while (j <= M) {
            flat[i * M + j] += j;
            j++;
        }
    }
}

static void while_goes_on(int n, int m, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < m) {
            to[i * m + j] = from[j];
            if (from[j] > 3)
                j++;
            j++;
        }
        to[i * m] = j;
    }
}

// unknown: a while loop that steps twice, and is known by what it leaves
LOOP(while_that_steps_twice)
{
    while_goes_on(M, pitch, flat, dense);
}

// independent: last element wraps around, read only
LOOP(wraps_around)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i == 0 ? N - 1 : i - 1];
}

// dependent: the element before by way of a variable that lags behind
LOOP(variable_that_lags_behind)
{
    int before = N - 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = b[before] + b[i];
        before = i;
    }
    keep(0, before);
}

// independent: nested linear functions
LOOP(nested_linear_functions)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int low = i * M, high = low + M;
        for (int k = low; k < high; k++)
            flat[k] = dense[k] + i;
    }
}

// independent: i counted down, subscript counted up
LOOP(down_and_up)
{
#pragma ctsar for hetero(1)
    for (int i = N - 1; i >= 0; i--)
        a[N - 1 - i] = b[i];
}

// independent: triangular packing
LOOP(triangular_numbers)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j <= i; j++)
            flat[i * (i + 1) / 2 + j] = aa[i][j];
}

// independent: two variables in the header
LOOP(two_variables_in_the_header)
{
    int i, j;
#pragma ctsar for hetero(1)
    for (i = 0, j = N - 1; i < N; i++, j--)
        a[i] = b[j];
}

// independent: the value is a product that wraps as unsigned
LOOP(unsigned_product)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++) {
        unsigned h = i * 2654435761u;
        counts[i] = (int)(h >> 20);
    }
}

// independent
LOOP(unsigned_bare)
{
#pragma ctsar for hetero(1)
    for (unsigned i = N; i--;)
        a[i] = b[i] * 3;
}

// independent
LOOP(size_neq)
{
    size_t i;
#pragma ctsar for hetero(1)
    for (i = N; i-- != 0;)
        a[i] = b[N - 1 - i] * 3;
    keep(0, (double)(i == (size_t)-1));
}

// independent
LOOP(down_neq)
{
#pragma ctsar for hetero(1)
    for (int i = N - 1; i != -1; --i)
        a[i] = b[i] * 3;
}

// independent
LOOP(down_three_after)
{
    int i, n = many;
#pragma ctsar for hetero(1)
    for (i = n - 1; i > 1; i -= 3)
        a[i] = b[i] * 3 + a[i - 1];
    keep(0, i);
}

// independent
LOOP(down_two_empty)
{
    int i, n = none;
#pragma ctsar for hetero(1)
    for (i = n - 1; i >= 1; i -= 2)
        a[i + 5] = b[i + 5] * 3;
    keep(0, i);
}

// independent
LOOP(down_two_rows)
{
    int n = pitch;
#pragma ctsar for hetero(1)
    for (int i = n - 1; i > 0; i -= 2)
        for (int j = 0; j < M; j++)
            aa[i][j] = aa[i - 1][j] + bb[i][j];
}

// independent
LOOP(down_two_pairs)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = n - 2; i >= 0; i -= 2) {
        a[i] = b[i];
        a[i + 1] = -b[i];
    }
}

// dependent
LOOP(down_two_meets)
{
#pragma ctsar for hetero(1)
    for (int i = N - 2; i >= 4; i -= 2)
        a[i] = a[i - 4] + 1;
}

// independent
LOOP(commas_three)
{
    int i, j, k;
#pragma ctsar for hetero(1) private(j, k)
    for (i = 1, j = 0, k = 2 * N - 2; i <= N / 2; ++i, j += 2, k -= 4)
        a[j] = b[j + 1] + k;
}

// independent
LOOP(commas_down)
{
#pragma ctsar for hetero(1)
    for (long i = N - 1, j = 0; i >= 0; i--, j++)
        a[j] = b[i];
}

// independent
LOOP(commas_step)
{
#pragma ctsar for hetero(1)
    for (int i = 0, j = 3; i < N; i += 2, j += 4)
        a[i] = b[i] + j;
}

// independent
LOOP(commas_rows)
{
    int i, j, k;
#pragma ctsar for hetero(1)
    for (i = 0, k = M - 1; i < M; i++, k--)
        for (j = 0; j < M; j++)
            aa[i][j] = bb[k][j] + k;
}

// independent
LOOP(commas_flat)
{
    int i, j, k;
#pragma ctsar for hetero(1)
    for (i = 0, k = 0; i < M; i++, k += M)
        for (j = 0; j < M; j++)
            flat[k + j] = dense[k + j] * 2;
}

// dependent
LOOP(commas_flat_meets)
{
    int i, j, k;
#pragma ctsar for hetero(1)
    for (i = 0, k = 0; i < M - 1; i++, k += M)
        for (j = 0; j <= M; j++)
            flat[k + j] += dense[k + j] * 2;
}

// independent
LOOP(commas_symbolic_pitch)
{
    int i, j, k, m = pitch;
#pragma ctsar for hetero(1)
    for (i = 0, k = five; i < M; i++, k++)
        for (j = 0; j < m; j++)
            aa[i][j] = k + j;
}

// independent
LOOP(commas_bound_constant)
{
#pragma ctsar for hetero(1)
    for (int i = 0, n = many; i < n; i++)
        a[i] = b[i] + 1;
}

// dependent
LOOP(commas_changed)
{
#pragma ctsar for hetero(1)
    for (int i = 0, j = 0; i < N / 2; i++, j++) {
        a[j] = b[i];
        j += flag[i] & 1;
    }
}

// independent
LOOP(commas_kept)
{
    int i, j;
#pragma ctsar for hetero(1)
    for (i = 0, j = N - 1; i < N / 2; i++, j--) {
        double t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

// independent
LOOP(commas_meeting_ends)
{
#pragma ctsar for hetero(1)
    for (int i = 0, j = N - 1; i < j; i++, j--) {
        double t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

// independent
LOOP(step_beside_the_header)
{
    int j = N - 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++, j--)
        a[i] = b[j];
    keep(0, j);
}

// independent: two variables beside the header, rows by one of them, both used afterwards
LOOP(steps_beside_the_header_of_rows)
{
    int row = M - 1, k = 3;
    long down = 5;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++, row--, k += 2, down -= 3)
        for (int j = 0; j < M; j++)
            aa[row][j] = bb[i][j] + k + down;
    keep(0, row);
    keep(1, k + down);
}

// independent: one that wraps around beside the header
LOOP(steps_around_beside_the_header)
{
    unsigned char k = 250;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++, k++)
        a[i] = k;
    keep(0, k);
}

// guarded: a narrow one comes again
LOOP(steps_around_as_a_subscript)
{
    unsigned char k = 250;
    int n = many + 50;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++, k++)
        flat[k] += i;
    keep(0, k);
}

// unknown: the first value is set in the loop
LOOP(first_value_is_set_in_the_loop)
{
    int j = 0, first = two;
#pragma omp parallel for hetero(1)
    for (int i = first; i < N; i++, j++) {
        first = 0;
        a[j] = b[i] + first;
    }
    keep(0, j);
}

static void twice_beside_the_header(int n, int first, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++, first++)
        to[first] += from[first * 2] + from[first * 2 + 1];
}

// unknown: rows of two beside the header
LOOP(rows_of_two_beside_the_header)
{
    twice_beside_the_header(N / 2 - 3, one, a, b);
}

// independent: pointers beside the header
LOOP(pointers_beside_the_header)
{
    double *p = a;
    const double *q = b + N - 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++, p++, q--)
        *p = *q + i;
    keep(0, (double)(p - a));
    keep(1, (double)(q - b));
}

// independent: a pointer that the header sets
LOOP(pointer_that_the_header_sets)
{
    double *p;
    int i;
#pragma ctsar for hetero(1)
    for (i = 0, p = a; i < N / 2; i++, p += 2)
        p[1] = b[i] + p[0];
    keep(0, (double)(p - a));
    keep(1, i);
}

// independent: on the cores
LOOP(steps_beside_the_header_on_the_cores)
{
    int j = N - 1;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++, j--)
        a[ip[j]] = b[i] + j;
    keep(0, j);
}

// data: what is stepped beside the header meets the loop's own variable
LOOP(steps_beside_the_header_that_meet)
{
    int j = many - 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++, j--)
        a[i] = a[j] + 1;
}

// unknown: no iteration steps
LOOP(steps_beside_a_header_without_iterations)
{
    int j = 7;
#pragma ctsar for hetero(1)
    for (int i = 0; i < none; i++, j--)
        a[i] = b[j];
    keep(0, j);
}

// unknown: an unsigned that counts down to wrap
LOOP(unsigned_counts_down_to_wrap)
{
    unsigned n = N;
#pragma omp parallel for hetero(1)
    for (unsigned i = n - 1; i < n; i--)
        a[i] = b[i] * 2;
}

// dependent: OpenMP with float bound
LOOP(float_bound)
{
    double n = 20.5;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] += 1;
}

// independent: a second variable, used after the loop
LOOP(second_variable_after)
{
    int i, j, n = many;
#pragma ctsar for hetero(1)
    for (i = 0, j = n; i < n; i++, j -= 2)
        a[i] = b[i] + j;
    keep(0, i);
    keep(1, j);
}

// independent: types that wrap, and a step of three
LOOP(second_variables_that_wrap)
{
    int i, n = many;
    short k;
    unsigned char u;
    unsigned long z;
#pragma ctsar for hetero(1)
    for (i = 1, k = 32700, u = 250, z = 3; i <= n; i += 3, k += 300, u += 9, z -= 6)
        a[i] = k + u + (double)(z % 7);
    keep(0, k);
    keep(1, u);
    keep(2, (double)(z + 1000));
}

// independent: there is no iteration
LOOP(second_variable_of_no_iteration)
{
    int i, j, n = none;
#pragma ctsar for hetero(1)
    for (i = five, j = n - 3; i < n; i++, j += 2)
        a[i] = j;
    keep(0, j);
}

// independent: the first one counts down
LOOP(second_variable_counting_up)
{
    int i, j;
    unsigned w;
#pragma ctsar for hetero(1)
    for (j = 4, i = many - 1, w = 1; i >= two; i -= 2, j += 4, w -= 2)
        a[i] = j + w % 10;
    keep(0, j);
    keep(1, w);
}

// independent: on the cores, where the clause says the same
LOOP(second_variable_on_cores)
{
    int i, j, n = many;
#pragma ctsar for hetero(1) independent
    for (i = 0, j = n - 1; i < n / 2; i++, j--) {
        double t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t + j;
    }
    keep(0, j);
    keep(1, i);
}

// independent: the same, counted down
LOOP(second_variable_on_cores_down)
{
    int i, j, n = many;
#pragma ctsar for hetero(1) independent
    for (i = n / 2 - 1, j = n / 2; i >= five; i -= 3, j += 3) {
        double t = a[i];
        a[i] = a[n - 1 - i];
        a[j] = t + j;
    }
    keep(0, j);
    keep(1, i);
}

// independent: by steps that do not meet the bound
LOOP(second_variable_on_cores_down_elsewhere)
{
    int i, j, n = many;
#pragma ctsar for hetero(1) independent
    for (i = n - 1, j = 0; i > 1; i -= 3, j += 6) {
        a[ip[i]] = b[i] + j;
        c[i] = a[ip[i]] - i;
    }
    keep(0, j);
    keep(1, i);
}

// independent: a bound beside the loop's variable, and a value of the last iteration
LOOP(bound_and_last_value)
{
    int i, n, k;
    double t = 0;
#pragma ctsar for hetero(1) lastprivate(k, t)
    for (i = 0, n = many, k = 2; i < n; i++, k++) {
        t = b[i] * 2;
        a[i] = t + k;
    }
    keep(0, k);
    keep(1, n);
    keep(2, t);
}

// data: what an inner loop leaves in its variable, kept while the next one counts with that
LOOP(left_by_an_inner_loop)
{
    int j, k;
#pragma ctsar for hetero(1)
    for (int i = 0; i < half; i++) {
        double s = 0;
        for (j = 0; j < 5; j++)
            s += j;
        k = j;
        for (j = 0; j < 3; j++)
            s += b[i + k] * j;
        a[i] = s;
    }
}

static void read_behind_an_inner_loop(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j;
        double s = 0;
        for (j = 0; j < 5; j++)
            s += j;
        int k = j;
        for (j = 0; j < 2; j++)
            s += from[i + k] * j;
        to[i] = s;
    }
}

// data: the same behind pointers, where nobody else says how long the array is
LOOP(left_by_an_inner_loop_behind_pointers)
{
    read_behind_an_inner_loop(half, a, b);
}
