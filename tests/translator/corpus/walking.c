// Walking pointers, and numbers that go on as they do.

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

// independent: walks on from iteration to iteration, by one
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

static void two_that_walk(int m, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *p = to + i * m;
        const double *q = &from[i * m];
        int j;
        for (j = 0; j < m; ++j, q++)
            *p++ += *q;
    }
}

// independent: two pointers, one of which steps in the header
LOOP(two_pointers_in_step)
{
    two_that_walk(pitch, flat, dense);
}

// independent: on behind the loop
LOOP(walks_on_behind_the_loop)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *p = aa[i];
        for (int j = M - 1; j > 0; j--) {
            *p = bb[i][j];
            p = p + 1;
        }
        *p++ = i;
    }
}

// dependent: one element too far behind the loop
LOOP(too_far_behind_the_loop)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++) {
        double *p = aa[i];
        for (int j = 0; j < M; j++)
            *p++ = j;
        *p += i;
    }
}

// data: it steps under a condition
LOOP(steps_under_a_condition)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++) {
        double *p = aa[i];
        for (int j = 0; j < M; j++) {
            if (j % 3)
                p++;
            *p = bb[i][j];
        }
    }
}

// dependent: a round is left before the step, and more are made for it
LOOP(steps_of_rounds_that_are_left)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++) {
        double *p = &aa[i][5];
        for (int j = 0; j < M; j++) {
            if (j > 5)
                continue;
            *p-- += 1;
            p--;
        }
    }
}

// independent: rounds within rounds, each beginning anew
LOOP(walks_in_each_round)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            double *p = &cube[i][j][M - 1];
            for (int k = 0; k < M; k++, p--)
                *p = bb[j][k] + i;
        }
}

// dependent: backwards into the row before
LOOP(walks_back_too_far)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++) {
        double *p = aa[i];
        for (int j = 0; j < 3; j++)
            *--p += i;
        aa[i][M - 1] = p[0];
    }
}

// dependent: down a column, and what another one writes is read from its row
LOOP(column_that_others_read)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < M; j++) {
        double *p = &aa[0][j];
        for (int i = 0; i < M; i++, p += M)
            *p = i + j + aa[3][M - 1 - j];
    }
}

// independent: what is only read is walked through by steps that differ
LOOP(reads_by_steps_that_differ)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        const double *p = b + i;
        if (i % 2)
            p += 3;
        a[i] += *p;
    }
}

static double sum_from(const double *x, int n)
{
    double s = 0;
    const double *end = x + n;
    for (; x < end; x++)
        s += *x;
    return s;
}

static double sum_back(const double *x, int n)
{
    double s = 0;
    while (n-- > 0)
        s += *x--;
    return s;
}

static double sum_by_another(const double *x, int n)
{
    const double *p = x;
    double s = 0;
    while (n-- > 0)
        s += *p++;
    return s;
}

static double chosen_of(const double *x, const double *y, int which)
{
    const double *p = which ? x : y;
    return p[3];
}

// independent: a function walks beyond the row
LOOP(walks_beyond_the_row_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 3; i++)
        a[i] = sum_from(dense + i * M, 2 * M + 3);
}

// independent: a function walks back, into the rows before
LOOP(walks_back_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 3; i < M; i++)
        a[i] = sum_back(dense + i * M, 2 * M + 3);
}

// independent: a function walks by a pointer of its own
LOOP(walks_by_another_pointer_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = sum_by_another(b + i, i % 10);
}

// independent: a function chooses the pointer
LOOP(pointer_is_chosen_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = chosen_of(b + i, c + i, i % 3);
}

// independent: the pointer is set behind its declaration
LOOP(pointer_is_set_later)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        const double *p;
        p = b + i;
        a[i] = p[i % 10];
    }
}

// unknown: the pointer is chosen, and reads elsewhere than where it leads to
LOOP(pointer_is_chosen_and_read_elsewhere)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        const double *p = i % 2 ? b + i : c + i;
        a[i] = p[5];
    }
}

// independent: a while counts down
LOOP(while_walks_along_a_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        const double *p = dense + i * M;
        int k = M;
        double s = 0;
        while (k--)
            s += *p++;
        a[i] = s;
    }
}

// dependent: a function reads what others write, as it walks
LOOP(walks_to_what_others_write)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = sum_from(a + i, 3);
}

// independent: functions that walk along rows
static double dot_for(const double *x, const double *y, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += *x++ * *y++;
    return s;
}
static double dot_while(const double *x, const double *y, int n)
{
    double s = 0;
    while (n--)
        s += *x++ * *y++;
    return s;
}
static void scaled(double *to, const double *from, int n, double by)
{
    const double *p = from, *q = from + 1;
    for (; n > 0; --n)
        *to++ = by * *p++ + q[-1] * n;
}
static void numbered(double *to, unsigned n)
{
    while (n-- > 0)
        to[n] += n;
}
static void by_walks(int rows, int m, double *restrict to, const double *restrict from, double *restrict sums)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < rows; i++)
        sums[i] = dot_for(from + i * m, from, m) - dot_while(&from[i * m], from + m, m);
#pragma ctsar for hetero(1)
    for (int i = 0; i < rows; i++)
        scaled(to + i * m, from + i * m, m, 2);
#pragma ctsar for hetero(1)
    for (int i = 0; i < rows; i++)
        numbered(&to[i * m], (unsigned)m);
}
LOOP(functions_walk_along_rows)
{
    by_walks(M, M, flat, dense, a);
}

// independent: walks that are counted down beside the pointers
LOOP(walks_that_are_counted_down)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        const double *p = dense + i * M, *q = bb[3];
        double s = 0;
        int n = M;
        while (n--)
            s += *p++ * *q++ - n;
        a[i] = s;
    }
}

// dependent: a function walks into the next row
static void walks_too_far(double *to, int n)
{
    while (n--)
        *to++ += 1;
}
LOOP(function_walks_into_the_next_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        walks_too_far(aa[i], M + 1);
}

// data: a function walks as far as a number says
static void walks_as_told(int rows, int m, int n, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < rows; i++)
        walks_too_far(to + i * m, n);
}
LOOP(function_walks_as_far_as_told)
{
    walks_as_told(M - 1, M, M + one, flat);
}

// unknown: the number is changed under a condition before it counts
static double dot_of_some(const double *x, int n)
{
    double s = 0;
    if (*x > 3)
        n = 2;
    while (n--)
        s += *x++;
    return s;
}
LOOP(function_walks_over_some)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        a[i] = dot_of_some(aa[i], M);
}

// unknown: the walk ends early
static double dot_until(const double *x, int n)
{
    double s = 0;
    while (n--) {
        if (*x > 7)
            break;
        s += *x++;
    }
    return s + *x;
}
LOOP(function_walks_until)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        a[i] = dot_until(aa[i], M);
}

// unknown: the number is used behind the walk
static void marked(double *x, int n)
{
    while (n-- > 3)
        *x++ += 1;
    x[n] = 7;
}
LOOP(function_walks_and_goes_on)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        marked(aa[i], M - 5);
}

// guarded: a narrow variable counts how far a pointer walks, and is cut off
LOOP(walks_as_far_as_a_narrow_count)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 4; i++) {
        double *p = flat + i * pitch;
        unsigned char n = 2 * one - i;
        while (n--) {
            *p = *p * 2 + i;
            p++;
        }
    }
}

// independent: a number goes on beside the counter
LOOP(a_number_beside_the_counter)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int k = i * M;
        for (int j = 0; j < M; j++, k++)
            flat[k] = dense[k] * 2 + j;
    }
}

// independent: a private number, which a statement sets
LOOP(a_private_number_along_rows)
{
    int i, j, k;
#pragma ctsar for hetero(1) private(j, k)
    for (i = 0; i < M; i++) {
        k = i * M;
        for (j = 0; j < M; j++) {
            flat[k] += dense[i * M + j];
            k++;
        }
    }
    keep(0, i);
}

// independent: a number goes down a row, and is used behind the loop
LOOP(a_number_down_rows)
{
    int k = 0;
#pragma ctsar for hetero(1) lastprivate(k)
    for (int i = 0; i < M; i++) {
        k = i * M + M;
        for (int j = 0; j < M; j++) {
            k--;
            flat[k] = dense[i * M + j] + k;
        }
    }
    keep(0, k);
}

// dependent: a number goes on beyond its row
LOOP(a_number_beyond_its_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int k = i * M;
        for (int j = 0; j < M + 1; j++, k++)
            flat[k] = flat[k] * 2 + i;
    }
}

// dependent: a number goes on by two
LOOP(a_number_by_two)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M / 2; i++) {
        int k = i * M;
        for (int j = 0; j < M; j++) {
            flat[k] = flat[k] * 2 + i;
            k += 2;
        }
    }
}

// unknown: a number goes on under a condition
LOOP(a_number_under_a_condition)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int k = i * M;
        for (int j = 0; j < M; j++) {
            flat[k] += j;
            if (dense[j] > 3)
                k++;
        }
    }
}

// dependent: a narrow number is cut off
LOOP(a_narrow_number)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        unsigned char k = i * M;
        for (int j = 0; j < M; j++, k++)
            flat[k] = flat[k] * 2 + j;
    }
}

// unknown: others have the number's address
LOOP(a_number_that_has_a_pointer)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int k = i * M, *to = &k;
        for (int j = 0; j < M; j++, k++)
            *to += 0, flat[k] += j;
    }
}
