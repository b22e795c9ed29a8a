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

// dependent: k is carried along
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
