/* What the loop's header reads: the bound and the step are evaluated again with each iteration. */

// dependent: counting down, the loop writes the element that is its bound
LOOP(down_to_an_element)
{
    for (int i = 0; i < N; i++)
        counts[i] = 60;
#pragma ctsar for hetero(1)
    for (int i = N - 1; i > counts[100]; i--)
        counts[i] = i - 40;
}

static void down_to_what_is_pointed_at(int *to, const int *bound)
{
#pragma ctsar for hetero(1)
    for (int i = N - 1; i >= *bound; i--)
        to[i] = i - 40;
}

// data: counting down, the bound is among what is written
LOOP(down_to_what_is_written)
{
    for (int i = 0; i < N; i++)
        counts[i] = 60;
    down_to_what_is_pointed_at(counts, counts + 100);
}

static int first_of(const int *p)
{
    return p[0];
}

// dependent: a function reads the bound from what is written
LOOP(bound_by_a_function_of_what_is_written)
{
    counts[0] = 100;
#pragma ctsar for hetero(1)
    for (int i = 0; i < first_of(counts); i++)
        counts[i] = i + 20;
}

static void up_to_the_first_of(int *to, const int *bound)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < first_of(bound); i++)
        to[i] = i + 20;
}

// data: a function reads the bound through a pointer
LOOP(bound_by_a_function_behind_a_pointer)
{
    counts[5] = 100;
    up_to_the_first_of(counts, counts + 5);
}

// dependent: the length of a string that is written
LOOP(length_of_what_is_written)
{
    char *text = (char *)picture;
    memcpy(text, "the quick brown fox", 20);
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < strlen(text); i++)
        text[i] ^= ' ';
}

// dependent: the bound is written through a pointer of the iteration's own
LOOP(bound_written_by_another_name)
{
    for (int i = 0; i < N; i++)
        counts[i] = 70;
#pragma ctsar for hetero(1)
    for (int i = 0; i < counts[7]; i++) {
        int *at = &counts[i];
        *at = i + 20;
    }
}

static void put(int *at, int value)
{
    at[value] = value + 20;
}

// data: the bound is written by a function
LOOP(bound_written_by_a_function)
{
    for (int i = 0; i < N; i++)
        counts[i] = 70;
#pragma ctsar for hetero(1)
    for (int i = 0; i < counts[7]; i++)
        put(counts, i);
}

static int limit;

static void up_to_the_limit(int *to, int more)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < limit + more; i++)
        to[i] = i;
}

// guarded: a pointer leads to the variable of the bound
LOOP(bound_is_pointed_at)
{
    limit = 2; /* it is 0 behind the first iteration */
    up_to_the_limit(&limit, 0);
    result[0] = limit;
}

// independent: the same, elsewhere
LOOP(bound_is_not_pointed_at)
{
    limit = 50;
    up_to_the_limit(counts, two);
}

static int how_many(void)
{
    return limit;
}

static void up_to_how_many(int *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < how_many(); i++)
        to[i] = i;
}

// guarded: a function reads the variable that a pointer leads to
LOOP(bound_by_a_function_is_pointed_at)
{
    limit = 2; /* it is 0 behind the first iteration */
    up_to_how_many(&limit);
    result[0] = limit;
}

// independent: the number of an array's elements is a bound
LOOP(elements_of_an_array)
{
    double own[60];
    for (int i = 0; i < 60; i++)
        own[i] = i;
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        own[i] *= 2;
    memcpy(a, own, sizeof own);
}

// independent: the same of rows, and of an array inside a struct
LOOP(elements_of_rows)
{
    double own[12][5];
    memcpy(own, a, sizeof own);
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        for (size_t j = 0; j < sizeof own[i] / sizeof own[i][0]; j++)
            own[i][j] += b[i];
    memcpy(a, own, sizeof own);
}

static void down_around(double *x, unsigned n)
{
#pragma ctsar for hetero(1)
    for (unsigned i = n - 1; i < n; i--)
        x[i] = x[i] * 2 + i;
}

// independent: counting down without a sign, the loop ends where its variable goes around
LOOP(down_around_none)
{
    down_around(a, (unsigned)many);
}

static void down_around_from(double *x, size_t n)
{
#pragma ctsar for hetero(1)
    for (size_t i = n - 1; n > i; --i)
        x[i] = x[i] * 2 + (double)i;
}

// guarded: the same of no iterations, whose first value is the largest number
LOOP(down_around_of_none)
{
    down_around_from(a, (size_t)none);
}

static unsigned down_from(double *x, int n, unsigned from)
{
    unsigned i;
#pragma ctsar for hetero(1)
    for (i = from; i < n; i -= 1)
        x[i] = x[i] * 2 + i;
    return i;
}

// independent: the same from below the bound, which has a sign; the variable is read behind the
// loop
LOOP(down_around_from_below)
{
    result[0] = down_from(a, many, many - 100u);
}

static unsigned down_from_above(double *x, int n, unsigned from)
{
    unsigned i;
#pragma ctsar for hetero(1)
    for (i = from; i < n; i -= 1)
        x[i] = x[i] * 2 + i;
    return i;
}

// guarded: the same from above the bound, where no iteration is
LOOP(down_around_from_above)
{
    result[0] = down_from_above(a, 40, 50);
}

static unsigned down_counting(double *to, const double *from, unsigned n)
{
    unsigned p = 3;
#pragma ctsar for hetero(1)
    for (unsigned i = n - 1; i < n; i--)
        to[p++] = from[i];
    return p;
}

// independent: the same, while another variable counts up
LOOP(down_around_and_up)
{
    result[0] = down_counting(a, b, (unsigned)many);
}

static void rows_down_around(double *x, unsigned n, int rows)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < rows; k++)
        for (unsigned i = n - 1; i < n; i--)
            x[k * n + i] = x[k * n + i] * 2 + i;
}

// independent: the same in each row
LOOP(inner_down_around)
{
    rows_down_around(dense, M, M);
}

static void empty_rows_down_around(double *x, const double *y, unsigned n, int rows)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < rows; k++) {
        x[k] = 0;
        for (unsigned i = n - 1; i < n; i--)
            x[k] += y[i];
    }
}

// guarded: no row has an element
LOOP(inner_down_around_of_none)
{
    empty_rows_down_around(a, b, (unsigned)none, M);
}

static void rows_down_too_far(double *x, unsigned n, int rows)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < rows; k++)
        for (unsigned i = n; i < n + 1; i--)
            x[k * n + i] = x[k * n + i] * 2 + i;
}

// dependent: each row goes on to the first element of the next
LOOP(inner_down_around_too_far)
{
    rows_down_too_far(dense, M, M - 1);
}

// dependent: going around, each iteration reads what the one before wrote
LOOP(down_around_carried)
{
#pragma ctsar for hetero(1)
    for (unsigned i = N - 2; i < N; i--)
        a[i] = a[i + 1] + 1;
}

static unsigned down_to_what_changes(double *x, unsigned from)
{
    unsigned n = N;
#pragma ctsar for hetero(1)
    for (unsigned i = from; i < n; i--) {
        x[i] += 1;
        n = i > 100 ? n : 100;
    }
    return n;
}

// dependent: going around, the loop changes the bound that it begins below
LOOP(down_around_what_changes)
{
    result[0] = down_to_what_changes(a, N - 3);
}

static void down_to_what_is_pointed_at_too(unsigned *x, const unsigned *n)
{
#pragma ctsar for hetero(1)
    for (unsigned i = N - 1; i < *n; i--)
        x[i] = 100;
}

// guarded: the same by a pointer
LOOP(down_around_what_is_pointed_at)
{
    counts[150] = N;
    down_to_what_is_pointed_at_too((unsigned *)counts, (unsigned *)counts + 150);
}
