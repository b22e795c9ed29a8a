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

// independent: private, of a length that nothing else in the loop names
LOOP(variable_array_declared_private)
{
    int rows = one + one, columns = M;
    double t[rows][columns];
#pragma ctsar for hetero(1) private(t)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < M; j++)
            t[1][j] = bb[i][j] * 2;
        for (int j = 0; j < M; j++)
            aa[i][j] = t[1][M - 1 - j];
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

// independent: firstprivate, of a length that nothing else in the loop names
LOOP(firstprivate_variable_table)
{
    int rows = two + one;
    double t[rows];
    for (int k = 0; k < rows; k++)
        t[k] = k + 1;
#pragma ctsar for hetero(1) firstprivate(t)
    for (int i = 0; i < N; i++)
        a[i] = b[i] * t[i % 3];
}

// independent: firstprivate pointers, which the loop does not change
LOOP(firstprivate_pointers)
{
    double *to = a;
    const double *from = b;
#pragma omp parallel for hetero(1) firstprivate(to, from)
    for (int i = 0; i < N; i++)
        to[i] = from[i] * 2;
}

// dependent: such a pointer walks
LOOP(firstprivate_pointer_walks)
{
    double *to = a;
#pragma ctsar for hetero(1) firstprivate(to)
    for (int i = 0; i < N; i++)
        *to++ = b[i];
}

static void weighted(double *to, const double *from, double t[3])
{
#pragma omp parallel for hetero(1) firstprivate(t)
    for (int i = 0; i < N; i++)
        to[i] = from[i] * t[i % 3];
}

// unknown: firstprivate of a parameter, which is a pointer
LOOP(firstprivate_parameter)
{
    double t[3] = {1, 2, 3};
    weighted(a, b, t);
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

// independent: a scratch array of the function, filled by a loop
LOOP(scratch_filled_by_a_loop)
{
    double t[8];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            t[k] = b[i] * k;
        double s = 0;
        for (int k = 0; k < 8; k++)
            s += t[k] * t[7 - k];
        a[i] = s;
    }
}

// independent: within steps, and its first element is set apart
LOOP(scratch_within_steps)
{
    double t[M];
    for (int step = 0; step < 3; step++) {
#pragma ctsar for hetero(1)
        for (int i = 0; i < M; i++) {
            t[0] = aa[i][0];
            for (int k = 1; k < M; k++)
                t[k] = t[k - 1] + bb[i][k];
            for (int k = M - 2; k >= 0; k--)
                t[k] -= t[k + 1];
            for (int k = 0; k < M; k++)
                aa[i][k] = t[k];
        }
    }
}

// independent: solved backwards into another one
LOOP(scratch_solved_backwards)
{
    double t[M], r[M];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int k = 0; k < M; k++)
            t[k] = bb[i][k] + k;
        r[M - 1] = t[M - 1];
        for (int k = M - 2; k >= 0; k--)
            r[k] = t[k] - r[k + 1];
        for (int k = 0; k < M; k++)
            aa[i][k] = r[k];
    }
}

// independent: a matrix of a size that is known as the program runs is filled so far
LOOP(scratch_filled_so_far)
{
    double t[M][M];
    int n = pitch - 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < n; j++)
            for (int k = 0; k <= j; k++)
                t[j][k] = b[i] + j * k;
        double s = 0;
        for (int j = 0; j < n; j++)
            s += t[j][j] + t[j][0];
        a[i] = s;
    }
}

// independent: filled by a function of the file
static void three(double x, double *to)
{
    to[0] = x;
    to[1] = 2 * x;
    to[2] = x - 1;
}
LOOP(scratch_filled_by_a_function)
{
    double t[3], r[3];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        three(b[i], t);
        three(c[i], r);
        a[i] = t[0] * r[2] + t[1] * r[1] + t[2] * r[0];
    }
}

// independent: filled and read under one condition
LOOP(scratch_under_a_condition)
{
    double t[4];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0) {
            for (int k = 0; k < 4; k++)
                t[k] = c[i] + k;
            if (d[i] > 1)
                a[i] = t[0] + t[3];
        }
}

// independent: members of structs
LOOP(scratch_of_structs)
{
    struct point t[2];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t[0].x = b[i];
        t[1].x = c[i];
        t[1].y = t[0].x - t[1].x;
        a[i] = t[0].x + t[1].x * t[1].y;
    }
}

// independent: counted anew
LOOP(scratch_counted_anew)
{
    int t[8];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int k = 0; k < 8; k++)
            t[k] = 0;
        for (int j = 0; j < M; j++)
            t[image[i * M + j] & 7]++;
        for (int k = 0; k < 8; k++)
            aa[i][k] = t[k];
    }
}

// independent: on the cores, beside what no device can have
LOOP(scratch_beside_an_index)
{
    double t[2];
    double *restrict to = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t[0] = b[ip[i]];
        t[1] = t[0] + 1;
        to[i] = t[0] * t[1];
    }
}

// dependent: one element is the one of before
LOOP(scratch_one_element_short)
{
    double t[8] = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double s = t[7];
        for (int k = 0; k < 8; k++)
            t[k] = b[i] * k;
        for (int k = 0; k < 8; k++)
            s += t[k];
        a[i] = s;
    }
}

// dependent: the last iteration's is read after the loop
LOOP(scratch_read_behind)
{
    double t[8];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            t[k] = b[i] * k;
        a[i] = t[3] + t[4];
    }
    keep(0, t[5]);
}

// dependent: it is read by a pointer after the loop
LOOP(scratch_read_by_a_pointer)
{
    double t[8], *p = t;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            t[k] = b[i] * k;
        a[i] = t[3] + t[4];
    }
    keep(0, p[5]);
}

// dependent: it is read in the next step, before the loop
LOOP(scratch_read_in_the_next_step)
{
    double t[8] = {0}, s = 0;
    for (int step = 0; step < 3; step++) {
        s += t[5];
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < 8; k++)
                t[k] = b[i] * k + step;
            a[i] = t[3] + t[4];
        }
    }
    keep(0, s);
}

// dependent: a condition leaves it as it is
LOOP(scratch_filled_under_a_condition)
{
    double t[4] = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 0)
            for (int k = 0; k < 4; k++)
                t[k] = c[i] + k;
        a[i] = t[0] + t[3];
    }
}

// dependent: the condition has changed
LOOP(scratch_whose_condition_changes)
{
    double t[4] = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int set = b[i] > 0;
        for (int k = 0; k < 4; k++) {
            if (set)
                t[k] = c[i] + k;
            set = 1;
        }
        if (set)
            a[i] = t[0] + t[3];
    }
}

// dependent: rounds that need not be executed
LOOP(scratch_filled_in_a_while)
{
    double t[4] = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = b[i] > 0 ? 4 : 0;
        while (k > 0) {
            t[0] = c[i] + k;
            k--;
        }
        a[i] = t[0];
    }
}

// dependent: an element that a later round writes
LOOP(scratch_read_before_its_round)
{
    double t[M] = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        t[M - 1] = i;
        for (int k = 0; k < M - 1; k++) {
            aa[i][k] = t[k + 1];
            t[k] = bb[i][k];
        }
    }
}

// dependent: the filling may be left
LOOP(scratch_whose_filling_is_left)
{
    double t[8] = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++) {
            if (k > b[i] + 3)
                break;
            t[k] = b[i] * k;
        }
        a[i] = t[3] + t[7];
    }
}

// dependent: a function reads it before another call fills it
static double exchanged(double *t, double x)
{
    double before = 0;
    for (int k = 0; k < 3; k++) {
        before += t[k];
        t[k] = x + k;
    }
    return before;
}
LOOP(scratch_exchanged)
{
    double t[3] = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double s = exchanged(t, b[i]);
        a[i] = s + exchanged(t, c[i]);
    }
}

// dependent: a part of the iterations fills it
LOOP(scratch_filled_by_the_first)
{
    double t[4];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (i == 0)
            for (int k = 0; k < 4; k++)
                t[k] = c[k];
        a[i] = t[0] + t[3];
    }
}

// dependent: a function keeps the scratch's address
static double *kept_scratch;
static void three_and_keep(double x, double *to)
{
    if (x > 100)
        kept_scratch = to;
    to[0] = x;
    to[1] = 2 * x;
}
LOOP(scratch_whose_address_is_kept)
{
    double t[2];
    kept_scratch = d;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        three_and_keep(b[i] + i, t);
        a[i] = t[0] + t[1] + kept_scratch[1];
    }
}

// dependent: the same round of an inner loop comes twice
LOOP(scratch_in_two_inner_loops)
{
    double t[4] = {0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int l = 0; l < 2; l++) {
            for (int k = 0; k < 4; k++)
                s += t[k];
            if (l == 0)
                for (int k = 0; k < 4; k++)
                    t[k] = b[i] + k;
        }
        a[i] = s;
    }
}

// independent: filled in the first round of an inner loop, read in the second
LOOP(scratch_of_the_round_before)
{
    double t[4];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int l = 0; l < 2; l++) {
            if (l == 1)
                for (int k = 0; k < 4; k++)
                    s += t[k];
            if (l == 0)
                for (int k = 0; k < 4; k++)
                    t[k] = b[i] + k;
        }
        a[i] = s;
    }
}

// dependent: an element's address leads to it after the loop
LOOP(scratch_read_by_an_address)
{
    double t[8], *p = &t[0];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            t[k] = b[i] * k;
        a[i] = t[3] + t[4];
    }
    keep(0, p[5]);
}

// dependent: a row's address leads to it after the loop
LOOP(scratch_read_by_a_row)
{
    double m[2][8], *p = m[0];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            m[0][k] = b[i] * k;
        a[i] = m[0][3] + m[0][4];
    }
    keep(0, p[5]);
}

// independent: its elements are read before the loop
LOOP(scratch_read_before)
{
    double t[8] = {1, 2, 3};
    keep(0, t[0] + t[2]);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            t[k] = b[i] * k;
        a[i] = t[3] + t[4];
    }
}

static void into_the_callers(double t[8])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            t[k] = b[i] * k;
        a[i] = t[7] + t[3];
    }
}

// dependent: the caller reads the array, which is a parameter
LOOP(scratch_of_the_caller)
{
    double t[8];
    into_the_callers(t);
    keep(0, t[3]);
}

static void rows_of_the_callers(double t[M][M])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            t[j][i] = bb[i][j] * 2;
}

// independent: a parameter's elements, each by one iteration
LOOP(matrix_of_the_caller)
{
    rows_of_the_callers(aa);
}

static void keep_the_fourth(double (*t)[8])
{
    keep(0, (*t)[3]);
}

// dependent: a function reads the array where that ends
LOOP(scratch_with_a_cleanup)
{
    __attribute__((cleanup(keep_the_fourth))) double t[8];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            t[k] = b[i] * k;
        a[i] = t[7] + t[3];
    }
}

// dependent: `?:` sets it in some iterations only
LOOP(scratch_that_a_short_choice_sets)
{
    double t[2] = {3, 4};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double x = b[i] ?: (t[0] = i);
        a[i] = x + t[0];
        t[0] = 2 * i;
    }
}

// dependent: what a type is asked of is not evaluated
LOOP(scratch_that_a_type_names)
{
    double t[2] = {3, 4};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        __typeof__(t[0] = i) x = 2;
        a[i] = t[0] + x;
        t[0] = i;
    }
}

// dependent: nor is what `_Generic` chooses by, and what it does not choose
LOOP(scratch_that_is_not_chosen)
{
    double t[2] = {3, 4};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int x = _Generic(t[0] = i, float: (t[0] = 3), default: 4);
        a[i] = t[0] + x;
        t[0] = i;
    }
}

// dependent: nor what compilers are asked whether it is constant, and of what type
LOOP(scratch_that_is_asked_of)
{
    double t[2] = {3, 4};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int x = __builtin_constant_p(t[0] = i) + __builtin_types_compatible_p(__typeof__(t[0] = i), int);
        a[i] = t[0] + x;
        t[0] = i;
    }
}

static void length_since_changed(int n, double *restrict x, const double *restrict y)
{
    double t[n];
    n /= 2;
#pragma ctsar for hetero(1) private(t)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2 * n; k++)
            t[k] = y[i] + k;
        x[i] += t[2 * n - 1];
    }
}
// independent: private, of a length whose variable has changed since
LOOP(private_length_has_changed)
{
    length_since_changed(many, a, b);
}

// independent: private, of a length that is found by a pointer
LOOP(private_length_behind_a_pointer)
{
    int *size = &pitch;
    double t[*size];
#pragma omp parallel for hetero(1) private(t)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < M; k++)
            t[k] = b[i] * k;
        a[i] = t[M - 1] - t[1];
    }
}

// independent: firstprivate, of such a length
LOOP(firstprivate_length_behind_a_pointer)
{
    int *size = &pitch;
    double t[*size];
    for (int k = 0; k < M; k++)
        t[k] = k * 3;
#pragma omp parallel for hetero(1) firstprivate(t)
    for (int i = 0; i < N; i++)
        a[i] += t[i % M];
}
