// Variables that the body steps: k is first + i * c, and needs no iteration before.

// independent: by two, used afterwards
LOOP(stepped_by_two)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        a[k] = b[k];
        k += 2;
    }
    keep(0, k);
}

// independent: by a value that stays
LOOP(stepped_by_a_value)
{
    int k = 0, n = half, by = two;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        a[k] = b[i] + k;
        k += by;
    }
    keep(0, k);
}

// independent: by the least value
LOOP(stepped_by_one)
{
    int k = 0, n = many, by = one;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        a[k] = b[i] + k;
        k += by;
    }
    keep(0, k);
}

// guarded: by none, so all iterations write one element
LOOP(stepped_by_none)
{
    int k = 0, n = many, by = none;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        a[k] = b[i] + k;
        k += by;
    }
    keep(0, k);
}

// independent: downwards, which the split does not know; the cores execute it
LOOP(stepped_by_a_negative_value)
{
    int k = N, n = many - 1, by = -one;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        a[k] = b[i] + k;
        k += by;
    }
    keep(0, k);
}

// unknown: no iteration
LOOP(stepped_in_no_iteration)
{
    int k = 7, n = none, by = 3;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        a[k] = b[i] + k;
        k += by;
    }
    keep(0, k);
}

// unknown: less than none
LOOP(stepped_in_less_than_none)
{
    int k = 7, n = -five, by = 3;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        a[k] = b[i] + k;
        k += by;
    }
    keep(0, k);
}

// unknown: from elsewhere on
LOOP(stepped_from_elsewhere)
{
    int k = five, n = many / 4, by = 3;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        a[k] = b[i] + k;
        k += by;
    }
    keep(0, k);
}

// independent: behind where it is read, in the subscript
LOOP(stepped_in_the_subscript)
{
    int k = 0, l = N;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        a[k++] = b[--l];
    keep(0, k);
    keep(1, l);
}

// independent: read before and behind the step
LOOP(read_before_and_behind_the_step)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        a[k] = b[k];
        k++;
        a[k] = c[k] + k;
        k++;
    }
    keep(0, k);
}

// dependent: what is behind the step is the next one's
LOOP(read_behind_the_step_meets)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k] = b[k];
        k++;
        a[k] += 1;
    }
    keep(0, k);
}

// independent: without a directive of OpenMP's
LOOP(stepped_and_proven)
{
    long k = N;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        k--;
        a[k] = b[i];
    }
    keep(0, k);
}

// independent: k = k + c, k = c + k, k = k - c
LOOP(stepped_by_assignments)
{
    int k = 0, l = 1, m = N;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 3; i++) {
        a[k] = b[l];
        k = k + 3;
        l = 2 + l;
        m = m - 2;
        c[m] = 1;
    }
    keep(0, k);
    keep(1, l);
    keep(2, m);
}

// independent: in an inner loop
LOOP(stepped_in_a_nest)
{
    int k = 0, m = pitch;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < m; j++) {
            flat[k] = dense[k] + i - j;
            k++;
        }
    keep(0, k);
}

// unknown: the inner loop is never entered
LOOP(stepped_in_no_round)
{
    int k = 0, m = none;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < m; j++) {
            flat[k] = dense[k] + i - j;
            k++;
        }
    keep(0, k);
}

// unknown: nor is this one
LOOP(stepped_in_less_than_no_round)
{
    int k = 0, m = -five;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < m; j++) {
            flat[k] = dense[k] + i - j;
            k++;
        }
    keep(0, k);
}

static int in_a_deeper_nest(int n, int m, int w, double *to, const double *from)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < w; l++)
                to[k++] = from[i] + j * l;
    return k;
}

// independent: in two inner loops
LOOP(stepped_in_a_deeper_nest)
{
    keep(0, in_a_deeper_nest(M / 2, five, 2 * two, flat, dense));
}

// independent: in inner loops of constants, with more besides
LOOP(stepped_in_and_behind_an_inner_loop)
{
    int k = 3;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < 5; j++)
            a[k++] = b[j] + i;
        a[k] = -1;
        k += 2;
    }
    keep(0, k);
}

// independent: an inner loop that counts down, one that begins elsewhere
LOOP(stepped_in_other_inner_loops)
{
    int k = 0, n = pitch;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M / 2; i++) {
        for (int j = n - 1; j >= 0; j--)
            flat[k++] = dense[i * M + j];
        for (int j = 2; j <= n - 1; j++)
            flat[k++] = -j;
    }
    keep(0, k);
}

// dependent: under a condition
LOOP(stepped_where_data_say)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0)
            a[k++] = b[i];
    keep(0, k);
}

// dependent: under a condition within an expression
LOOP(stepped_within_a_condition)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i] > 0 ? c[k++] : 0;
    keep(0, k);
}

// dependent: under a condition that is all of the statement
LOOP(stepped_where_a_condition_says)
{
    int k = 0, l = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k] = b[i];
        b[i] > 0 && k++;
        b[i] > 1 ? l++ : 0;
        c[l] = 1;
    }
    keep(0, k);
    keep(1, l);
}

// dependent: the step is left out
LOOP(step_left_out_by_continue)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k] = b[i];
        if (b[i] > 0)
            continue;
        k++;
    }
    keep(0, k);
}

// independent: left behind the step
LOOP(left_behind_the_step)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k++] = i;
        if (b[i] > 0)
            continue;
        c[i] = k;
    }
    keep(0, k);
}

// dependent: an inner loop is left before its last round
LOOP(stepped_in_a_loop_that_is_left)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < 5; j++) {
            if (b[i + j] > 9)
                break;
            a[k++] = b[j];
        }
    keep(0, k);
}

// dependent: an inner loop changes how often it goes round
LOOP(stepped_in_a_loop_that_changes)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < 9; j++) {
            a[k++] = b[j];
            j += flag[i] & 1;
        }
    keep(0, k);
}

// dependent: another number of rounds in each iteration that only data know
LOOP(stepped_as_often_as_data_say)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < (flag[i] & 3); j++)
            a[k++] = b[j];
    keep(0, k);
}

// dependent: the step is changed
LOOP(stepped_by_what_changes)
{
    int k = 0, c1 = 1;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        a[k] = i;
        k += c1;
        c1 = 3 - c1;
    }
    keep(0, k);
}

// dependent: the step is an element
LOOP(stepped_by_elements)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        a[k] = i;
        k += ordered[i] & 3;
    }
    keep(0, k);
}

// dependent: it is set, too
LOOP(stepped_and_set)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k] = b[i];
        k++;
        if (k == 7)
            k = 0;
    }
    keep(0, k);
}

static void hand_out(int *k)
{
    *k += 1;
}

// dependent: a function gets its address
LOOP(stepped_by_a_function)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        a[k] = b[i];
        k++;
        hand_out(&k);
    }
    keep(0, k);
}

// dependent: a pointer has its address
LOOP(stepped_by_way_of_a_pointer)
{
    int k = 0, *p = &k;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        a[k] = b[i];
        k++;
        *p += 1;
    }
    keep(0, k);
}

// dependent: the loop ends by it
LOOP(loop_ends_by_what_is_stepped)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; k < N; i++) {
        a[k] = i;
        k += 2;
    }
    keep(0, k);
}

// dependent: the loop's bound is made of it
LOOP(bound_is_made_of_what_is_stepped)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N - k; i++) {
        a[k] = i;
        k++;
    }
    keep(0, k);
}

// dependent: a narrow one wraps around
LOOP(narrow_one_wraps_around)
{
    unsigned char k = 250;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k % 16] += b[i];
        k++;
    }
    keep(0, k);
}

// independent: a narrow one that wraps around is a value
LOOP(narrow_value_wraps_around)
{
    unsigned char k = 250;
    short s = 32760;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = k;
        c[i] = s;
        k += 3;
        s += 300;
    }
    keep(0, k);
    keep(1, s);
}

// unknown: narrow ones as subscripts
LOOP(narrow_subscript)
{
    short s = 0;
    signed char q = -100;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 200; i++) {
        a[s] = q;
        s++;
        q++;
    }
    keep(0, s);
    keep(1, q);
}

// guarded: a narrow one that comes again
LOOP(narrow_subscript_comes_again)
{
    unsigned char k = 0;
    int n = many + 100;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        flat[k] = i;
        k++;
    }
    keep(0, k);
}

// independent: without a sign, a value that wraps around
LOOP(unsigned_value_wraps_around)
{
    unsigned h = 7;
    unsigned long w = 5;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = h;
        wide[i] = (long)w;
        h += 2654435761u;

        w -= 3;
    }
    keep(0, h);
}

// independent: without a sign, downwards
LOOP(unsigned_downwards)
{
    unsigned k = N;
#pragma omp parallel for hetero(1)
    for (unsigned i = 0; i < N; i++)
        a[--k] = b[i];
    keep(0, k);
}

// unknown: without a sign, from behind the greatest on
LOOP(unsigned_from_below)
{
    unsigned k = 0u - two;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        k += 2;
        a[k / 2] = b[i];
    }
    keep(0, k);
}

// independent: loops that count down, by steps, from elsewhere
LOOP(stepped_in_loops_of_other_forms)
{
    int k = 0, l = 0, m = 0, n = many;
#pragma omp parallel for hetero(1)
    for (int i = n - 1; i >= 0; i--)
        a[k++] = b[i];
#pragma omp parallel for hetero(1)
    for (int i = 3; i < n; i += 3) {
        c[i] = l;
        l += 6;
    }
#pragma omp parallel for hetero(1)
    for (int i = n - 2; i > 4; i -= 2) {
        d[i] = m;
        m -= 4;
    }
    keep(0, k);
    keep(1, l);
    keep(2, m);
}

// independent: every second element, close together
LOOP(stepped_slower_than_the_loop)
{
    int k = 0, l = 5, n = many - 1;
#pragma omp parallel for hetero(1)
    for (int i = 1; i < n; i += 2) {
        a[i] = k + l;
        k++;
        l -= 3;
    }
    keep(0, k);
    keep(1, l);
}

// independent: the same, on the cores, downwards
LOOP(stepped_slower_downwards_on_the_cores)
{
    int k = 0, l = 0, n = many - 1;
#pragma ctsar for hetero(1) independent
    for (int i = n; i > 1; i -= 2) {
        a[ip[i]] = k + l;
        k++;
        l -= 3;
    }
    keep(0, k);
    keep(1, l);
}

// unknown: every second element, close together, as a subscript
LOOP(stepped_slower_as_subscript)
{
    int k = 0, n = many;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i += 2)
        a[k++] = b[i];
    keep(0, k);
}

// unknown: the first value of the loop is set by the body
LOOP(first_value_is_set_by_the_body)
{
    int k = 0, first = two;
#pragma omp parallel for hetero(1)
    for (int i = first; i < N; i++) {
        first = i;
        a[k++] = b[first];
    }
    keep(0, k);
}

// dependent: in turns
LOOP(stepped_in_turns_by_two)
{
    int k = 0, l = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        a[k] = b[l];
        k += l;
        l++;
    }
    keep(0, k);
}

// independent: a triangle of which k is the number, taken as it comes
LOOP(value_in_a_companion_header)
{
    int i, j, k = 4;
#pragma omp parallel for hetero(1)
    for (i = 0, j = N - 1; i < N; i++, j--) {
        a[i] = b[j] + k;
        k += 2;
    }
    keep(0, k);
    keep(1, j);
}

// independent: declared in what a block expression steps
LOOP(stepped_in_a_declaration)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        int at = k++;
        a[at] = b[at] * 2;
    }
    keep(0, k);
}

// dependent: in a statement within an expression, under a condition
LOOP(stepped_in_a_statement_of_an_expression)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = ({ double t = 1; if (b[i] > 0) t = c[k++]; t; });
    keep(0, k);
}

// dependent: in a while, a switch
LOOP(stepped_in_a_switch)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = k;
        switch (flag[i]) {
        case 1:
            k++;
        }
    }
    keep(0, k);
}

static double read_of_walk(int n, const double *x)
{
    int k = 0;
    double s = 0;
#pragma omp parallel for hetero(1) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        s += x[k];
        k += 3;
    }
    return s + k;
}

// independent: read in a reduction
LOOP(stepped_in_a_reduction)
{
    keep(0, read_of_walk(N / 3, a));
}

// independent: an inner loop that counts on from it
LOOP(inner_loop_from_it)
{
    int k = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = k; j < k + M; j++)
            flat[j] = dense[j] + i;
        k += M;
    }
    keep(0, k);
}

// independent: rows by it
LOOP(rows_by_what_is_stepped)
{
    int row = M - 1;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < M; j++)
            aa[row][j] = bb[i][j] + j;
        row--;
    }
    keep(0, row);
}

static void walk_on(int n, double *to, const double *from)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        *to++ = *from++ * 2;
}

// independent: pointers walk
LOOP(pointers_walk)
{
    walk_on(N, a, b);
}

// guarded: pointers walk over what others read
LOOP(pointers_walk_over_each_other)
{
    double *p = a + 1;
    const double *q = a;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        *p++ = *q++ * 2;
}

// independent: by rows
LOOP(pointers_walk_by_rows)
{
    int m = pitch, stride = pitch;
    double *to = flat;
    const double *from = dense;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < m; j++)
            to[j] = from[j] + i;
        to += stride;
        from += m;
    }
    keep(0, (double)(to - flat));
}

// independent: by more than rows
LOOP(pointers_walk_by_more_than_rows)
{
    int m = pitch, stride = pitch + one;
    double *to = flat;
    const double *from = dense;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < m; j++)
            to[j] = from[j] + i;
        to += stride;
        from += m;
    }
    keep(0, (double)(to - flat));
}

// guarded: by less than rows
LOOP(pointers_walk_by_less_than_rows)
{
    int m = pitch, stride = pitch - one;
    double *to = flat;
    const double *from = dense;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < m; j++)
            to[j] = from[j] + i;
        to += stride;
        from += m;
    }
    keep(0, (double)(to - flat));
}

// guarded: all rows are one
LOOP(pointers_walk_nowhere)
{
    int m = pitch, stride = none;
    double *to = flat;
    const double *from = dense;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < m; j++)
            to[j] = from[j] + i;
        to += stride;
        from += m;
    }
    keep(0, (double)(to - flat));
}

// independent: upwards from the last row
LOOP(pointers_walk_upwards)
{
    int m = pitch, stride = pitch;
    double *to = flat + M * M - M;
    const double *from = dense;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < m; j++)
            to[j] = from[j] + i;
        to -= stride;
        from += m;
    }
    keep(0, (double)(to - flat));
}

// independent: pointers walk in an inner loop
static void walk_through(int n, int m, double *restrict to, const double *restrict from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            *to++ = *from++ + j;
}
LOOP(pointers_walk_through)
{
    walk_through(M, pitch, flat, dense);
}

// independent: a pointer of an object, used afterwards
LOOP(pointer_of_an_array_walks)
{
    double *p = a;
    const double *q = &b[3];
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        p[0] = q[1];
        p++;
        q++;
    }
    keep(0, (double)(p - a));
    keep(1, (double)(q - b));
}

// independent: backwards
LOOP(pointer_walks_backwards)
{
    double *p = a + N;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        *--p = b[i];
    keep(0, (double)(p - a));
}

// independent: to structs
LOOP(pointer_to_structs_walks)
{
    struct point *p = pt;
    const struct point *q = qt;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++, q++) {
        p->x = q->y + i;
        p->z += 1;
        p++;
    }
    keep(0, (double)(p - pt));
}

// dependent: a pointer walks where data say
LOOP(pointer_walks_where_data_say)
{
    double *p = a;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0)
            *p++ = b[i];
    keep(0, (double)(p - a));
}

// dependent: a pointer walks less far than it writes
LOOP(pointer_walks_too_slowly)
{
    double *p = a;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        p[0] = b[i];
        p[1] += 1;
        p++;
    }
    keep(0, (double)(p - a));
}

// unknown: two pointers that walk over one array, as one
LOOP(pointers_walk_in_place)
{
    double *p = a;
    const double *q = a;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        *p++ = *q++ * 2;
}

// independent: the pointer of a row of bytes
LOOP(pointers_to_bytes_walk)
{
    const unsigned char *p = image;
    unsigned char *q = picture;
#pragma omp parallel for hetero(1)
    for (int y = 0; y < M; y++)
        for (int x = 0; x < M; x++) {
            *q++ = (unsigned char)(255 - *p);
            p++;
        }
    keep(0, (double)(q - picture));
}

// dependent: the pointer itself is what others read
LOOP(pointer_is_read_by_way_of_another)
{
    double *p = a, **pp = &p;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        **pp = b[i];
        p++;
    }
    keep(0, (double)(p - a));
}

static void in_a_circle(int n, int first, double *to, const double *from)
{
    int k = first;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        to[2 * i] = from[k % 8] + i;
        k += 3;
    }
}

// unknown: a remainder of what may be below 0, behind pointers
LOOP(remainder_of_what_is_stepped)
{
    in_a_circle(N / 2, two - five, a, b + 8);
}

// unknown: a step that is cut off is none
LOOP(step_is_cut_off)
{
    int k = 0;
    long by = 4294967296L * one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k] = b[i];
        k += by;
    }
    keep(0, k);
}

// unknown: a step without a sign that is one below 0
LOOP(step_is_below_none)
{
    int k = N;
    unsigned by = 0u - one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k] = b[i];
        k += by;
    }
    keep(0, k);
}

// unknown: the same as literals
LOOP(steps_are_cut_off_literals)
{
    int k = N, l = 5;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[k] += b[i];
        c[l] += b[i];
        k += 4294967295u;
        l += 4294967296;
    }
    keep(0, k);
    keep(1, l);
}

// unknown: down by what has no sign, in a wider type
LOOP(steps_down_by_what_has_no_sign)
{
    long k = N;
    unsigned by = two;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        k -= by;
        a[k] = b[i];
    }
    keep(0, k);
}

// unknown: down in a loop that counts without a sign
LOOP(steps_down_where_a_loop_has_no_sign)
{
    int l = M * M;
    unsigned m = pitch;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (unsigned j = 0; j < m; j++)
            flat[--l] = dense[i * M + j];
    keep(0, l);
}

// unknown: a pointer goes down by a size that has no sign
LOOP(pointer_goes_down_by_a_size)
{
    double *p = a + N;
    size_t by = 0ul - one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        *p = b[i];
        p += by;
    }
    keep(0, (double)(p - a));
}

// independent: from below 0 on
LOOP(stepped_from_below)
{
    int k = -1, l = M * M - 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        k += 1;
        a[k] = b[i] + l;
        l -= 3;
    }
    keep(0, k);
    keep(1, l);
}

// independent: beside the header, by a value
LOOP(stepped_beside_the_header)
{
    int k = 0, by = one, n = many;
    long l = 7;
    unsigned down = two;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++, k += by, l -= down)
        a[k] = b[i] + l;
    keep(0, k);
    keep(1, l);
}

// guarded: by none
LOOP(stepped_by_none_beside_the_header)
{
    int k = 0, by = none, n = many;
    long l = 7;
    unsigned down = two;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++, k += by, l -= down)
        a[k] = b[i] + l;
    keep(0, k);
    keep(1, l);
}

// independent: pointers by rows beside the header
LOOP(pointers_by_rows_beside_the_header)
{
    int m = pitch;
    double *to = flat;
    const double *from = dense;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++, to += m, from += m)
        for (int j = 0; j < m; j++)
            to[j] = from[j] * 2;
    keep(0, (double)(to - flat));
}

// dependent: by what the loop changes, beside the header
LOOP(stepped_beside_the_header_by_what_changes)
{
    int k = 0, by = one;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++, k += by) {
        a[k] = b[i];
        by = 3 - by;
    }
    keep(0, k);
}

// unknown: by what a pointer leads to, beside the header
LOOP(stepped_beside_the_header_by_what_is_written)
{
    int k = 0, by = one, *p = &by;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++, k += by) {
        a[k] = b[i];
        *p = 2;
    }
    keep(0, k);
}

// independent: what stands in a sizeof is not evaluated
LOOP(stepped_in_sizeof)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (double)(sizeof(k++) + (size_t)k);
    keep(0, k);
}

// dependent: in more than 64 bits
LOOP(stepped_in_128_bits)
{
    __int128 k = (__int128)one << 70, by = (__int128)two << 62;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = (double)(k >> 60);
        k += by;
    }
    keep(0, (double)(k >> 64));
}

// dependent: a constant in more than 64 bits, used afterwards
LOOP(stepped_by_three_in_128_bits)
{
    __int128 k = (__int128)one << 70;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = (double)(k >> 60);
        k += 3;
    }
    keep(0, (double)(k >> 64));
}

static int header_begin;

static double header_begin_changed(int i)
{
    header_begin = 5;
    return i;
}

// dependent: a function changes what the header begins with
LOOP(header_begin_changed_by_a_function)
{
    int i, k;
    header_begin = 2;
#pragma omp parallel for hetero(1)
    for (i = header_begin, k = 0; i < N / 2; i++, k += 2)
        a[k] = header_begin_changed(i);
    keep(0, k);
}

static double *header_at;

static double header_at_changed(int i)
{
    header_at = b;
    return i;
}

// dependent: a function changes where the header's pointer begins
LOOP(header_pointer_changed_by_a_function)
{
    int i;
    double *p;
    header_at = a;
#pragma omp parallel for hetero(1)
    for (i = 0, p = header_at; i < N; i++, p++)
        *p = header_at_changed(i);
}

// dependent: the body moves where the header's pointer begins
LOOP(header_pointer_changed_by_a_pointer)
{
    double *from = a, **at = &from, *p;
    int i;
#pragma omp parallel for hetero(1)
    for (i = 0, p = from; i < N / 2; i++, p++) {
        *p = i;
        *at = b;
    }
    keep(0, from - b);
}

static int header_number;

// dependent: the body changes where the header begins
LOOP(header_begin_changed_by_a_pointer)
{
    int *at = two > 1 ? &header_number : counts, i, k;
    header_number = 0;
#pragma omp parallel for hetero(1)
    for (i = header_number, k = 0; i < N / 2; i++, k++) {
        a[k] = i;
        *at = 3;
    }
}

// dependent: and where its other variable does
LOOP(header_number_changed_by_a_pointer)
{
    int *at = two > 1 ? &header_number : counts, i, k;
    header_number = 0;
#pragma omp parallel for hetero(1)
    for (i = 0, k = header_number; i < N / 2; i++, k++) {
        a[k] = i;
        *at = 3;
    }
}

// independent: arrays are no such places
LOOP(header_number_and_arrays)
{
    int i, k;
    header_number = 0;
#pragma omp parallel for hetero(1)
    for (i = 0, k = header_number; i < N / 2; i++, k++) {
        counts[k] = i;
        cells[k].tag = i;
    }
}

// independent: what has another type is none
LOOP(header_pointer_and_numbers)
{
    double *p, *q = b;
    int i;
    header_at = a;
#pragma omp parallel for hetero(1)
    for (i = 0, p = header_at; i < N / 2; i++, p++)
        *p = i + q[i];
}

// independent: steps in a loop that a number of its own counts
static void rows_by_while(int n, int m, double *to)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < m) {
            to[k++] = i + j;
            j++;
        }
    }
}
LOOP(steps_in_a_while)
{
    rows_by_while(12, M, a);
}

// independent: ... a known number of times, two of them in each iteration
LOOP(steps_in_whiles_of_constants)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 40; i++) {
        int j = 0, l = 4;
        while (j < 3) {
            a[k] = b[k] + j;
            k += 1;
            j++;
        }
        while (l > 1) {
            a[k++] = l;
            l--;
        }
    }
}

// independent: ... and a pointer
static void rows_by_pointer(int n, int m, int more, double *to, const double *restrict from)
{
    double *p = to;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < m) {
            *p++ = from[i * m + j];
            j += 1;
        }
        p += more;
    }
}
LOOP(pointer_steps_in_a_while)
{
    rows_by_pointer(10, M, one, a, b);
}

// guarded: no round of it, by a number below 0
static void no_rows_by_while(int n, int m, double *to)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < m) {
            to[k++] = i + j;
            j++;
        }
        to[k++] = i;
    }
}
LOOP(steps_in_a_while_of_none)
{
    no_rows_by_while(12, -one, a);
}

// dependent: how often it goes round is the data's
LOOP(steps_in_a_while_of_data)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++) {
        int j = 0;
        while (j < counts[i]) {
            a[k++] = i;
            j++;
        }
    }
}

// dependent: the iteration sets how often it goes round
static void rounds_are_set(int n, int m, double *to)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < m) {
            to[k++] = i + j;
            if (j == 2)
                m = 5;
            j++;
        }
    }
}
LOOP(steps_in_a_while_that_sets_its_end)
{
    rounds_are_set(20, 8, a);
}

// dependent: not every round comes to the step
LOOP(steps_in_a_while_that_goes_on)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++) {
        int j = 0;
        while (j < 6) {
            j++;
            if (j == 3)
                continue;
            a[k++] = i + j;
        }
    }
}

// independent: down, and the step of two pointers
static void rows_by_countdown(int n, int m, double *to, const double *restrict from)
{
    double *p = to;
    const double *q = from;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = m;
        while (j-- > 0)
            *p++ = 2 * *q++;
    }
}
LOOP(pointers_step_in_a_countdown)
{
    rows_by_countdown(12, five, a, b);
}
