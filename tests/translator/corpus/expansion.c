// Scalar and array expansion: what each iteration could have of its own.

// independent
LOOP(exchange_by_a_scalar)
{
    double t;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

// independent: two scalars, one from the other
LOOP(two_scalars)
{
    double s, t;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        s = b[i] * 2;
        t = s + c[i];
        a[i] = s * t;
    }
}

// dependent: the scalar comes from the iteration before
LOOP(scalar_from_the_one_before)
{
    double t = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = t;
        t = b[i];
    }
    keep(0, t);
}

// independent: the scalar's last value is used after the loop
LOOP(last_value_is_used)
{
    double t = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t = b[i] * 2;
        a[i] = t;
    }
    keep(0, t);
}

// independent: an array in the body
LOOP(array_in_the_body)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double t[M];
        for (int j = 0; j < M; j++)
            t[j] = bb[i][j] * 2;
        for (int j = 0; j < M; j++)
            aa[i][j] = t[M - 1 - j];
    }
}

// dependent: an array of the function that all iterations use in turn
LOOP(array_that_all_use_in_turn)
{
    double t[M];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < M; j++)
            t[j] = bb[i][j] * 2;
        for (int j = 0; j < M; j++)
            aa[i][j] = t[M - 1 - j];
    }
    keep(0, t[3]);
}

// independent: the same array, declared private
LOOP(array_declared_private)
{
    double t[M];
#pragma ctsar for hetero(1) private(t)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < M; j++)
            t[j] = bb[i][j] * 2;
        for (int j = 0; j < M; j++)
            aa[i][j] = t[M - 1 - j];
    }
}

// independent: firstprivate
LOOP(firstprivate_table)
{
    int t[4] = {3, 1, 4, 1};
#pragma ctsar for hetero(1) firstprivate(t)
    for (int i = 0; i < N; i++)
        a[i] = b[i] * t[i % 4];
}

// independent: lastprivate
LOOP(lastprivate_scalar)
{
    double t = 0;
#pragma ctsar for hetero(1) lastprivate(t)
    for (int i = 0; i < N; i++) {
        t = b[i] + i;
        a[i] = t;
    }
    keep(0, t);
}

// independent: an inner loop's variable of the function, C89
LOOP(inner_variable_of_the_function)
{
    int i, j;
    double s;
#pragma ctsar for hetero(1) private(j, s)
    for (i = 0; i < M; i++) {
        s = 0;
        for (j = 0; j < M; j++)
            s += aa[i][j];
        a[i] = s;
    }
}

// independent: inner loops under a condition
LOOP(inner_variable_under_a_condition)
{
    int i, j;
#pragma ctsar for hetero(1)
    for (i = 0; i < M; i++)
        if (a[i] > 0)
            for (j = 0; j < M; j++)
                bb[i][j] = j;
}

// independent: a scalar that is set in an inner loop that runs
LOOP(scalar_set_in_an_inner_loop)
{
    double t;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            t = bb[i][j];
            aa[i][j] = t * t;
        }
}

// independent: static table in the body
LOOP(static_table_in_the_body)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        static const int weights[4] = {1, 3, 3, 1};
        a[i] = b[i] * weights[i & 3];
    }
}

// dependent: a static variable counts
LOOP(static_variable_counts)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        static int calls;
        calls++;
        a[i] = calls;
    }
}

// independent: a struct as a scalar
LOOP(struct_as_a_scalar)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        struct point p = {b[i], c[i], 1};
        p.z += p.x;
        a[i] = p.x * p.y + p.z;
    }
}

// independent: a struct of the function, set in each iteration
LOOP(struct_of_the_function)
{
    struct point p;
#pragma ctsar for hetero(1) private(p)
    for (int i = 0; i < N; i++) {
        p.x = b[i];
        p.y = c[i];
        a[i] = p.x * p.y;
    }
}

// independent: a one-element array as scratch in the body, by its address
LOOP(address_of_a_local)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double t = b[i], *p = &t;
        *p += 1;
        a[i] = t;
    }
}

// independent: tables of offsets
LOOP(static_table_of_rows)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M - 1; i++)
        for (int j = 1; j < M - 1; j++) {
            static const int dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
            double s = 0;
            for (int k = 0; k < 4; k++)
                s += bb[i + dx[k]][j + dy[k]];
            aa[i][j] = s;
        }
}
