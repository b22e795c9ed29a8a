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
