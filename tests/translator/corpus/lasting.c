// What a loop leaves behind in variables, and what iterations do in turns.

// independent: iterations that find something say so, all the same
LOOP(flag_found)
{
    int found = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 10)
            found = 1;
    keep(0, found);
}

// independent: the same, and it is named as shared
LOOP(flag_not_sorted)
{
    int ok = 1;
#pragma omp parallel for hetero(1) shared(ok)
    for (int i = 0; i < N - 1; i++) {
        if (b[i] > b[i + 1])
            ok = 0;
        a[i] = 1;
    }
    keep(0, ok);
}

// independent: every iteration sets it
LOOP(last_value_independent)
{
    double t = 0;
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < N; i++) {
        t = b[i];
        a[i] = t * 2;
    }
    keep(0, t);
}

// dependent: not every iteration sets it: who was the last to do so counts
LOOP(last_value_independent_if)
{
    double t = 0;
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < N; i++) {
        if (i % 7 == 1) {
        t = b[i];
        a[i] = t * 2; }
    }
    keep(0, t);
}

// independent: the loop's variable is used after a loop that only cores can have
LOOP(kept_and_live)
{
    int i;
#pragma ctsar for hetero(1)
    for (i = 0; i < N / 2; i++) {
        double t = a[i];
        a[i] = a[N - 1 - i];
        a[N - 1 - i] = t;
    }
    keep(0, i);
}

// independent: counted down, by two
LOOP(kept_and_live_down)
{
    int i, n = many;
#pragma ctsar for hetero(1)
    for (i = n / 2 - 1; i >= 0; i -= 2) {
        double t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
    keep(0, i);
}

// independent: there is no iteration
LOOP(kept_and_live_empty)
{
    int i, n = none;
#pragma ctsar for hetero(1)
    for (i = 3; i < n; i++) {
        double t = a[i];
        a[i] = a[N - 1 - i];
        a[N - 1 - i] = t;
    }
    keep(0, i);
}

// independent: no header of OpenMP
LOOP(kept_and_live_odd_header)
{
    int i;
#pragma ctsar for hetero(1)
    for (i = N / 2; i-- > 0;) {
        double t = a[i];
        a[i] = a[N - 1 - i];
        a[N - 1 - i] = t;
    }
    keep(0, i);
}

// independent: under OpenMP's directive
LOOP(kept_omp_live)
{
    int i;
#pragma omp parallel for hetero(1)
    for (i = 0; i < N / 2; i++) {
        double t = a[i];
        a[i] = a[N - 1 - i];
        a[N - 1 - i] = t;
    }
    keep(0, i);
}

// independent: an inner loop's variable
LOOP(kept_inner_live)
{
    int i, j, n = 0;
#pragma ctsar for hetero(1)
    for (i = 0; i < M / 2; i++)
        for (j = 0; j < M; j++) {
            double t = aa[i][j];
            aa[i][j] = aa[M - 1 - i][j];
            aa[M - 1 - i][j] = t;
        }
    n = j;
    keep(0, n);
}

static int anything;
// independent: a variable of the file
LOOP(file_flag)
{
    anything = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 10)
            anything = 1;
    keep(0, anything);
}

// independent: the place of the least value
LOOP(argmin_critical)
{
    double best = 1e9;
    int at = -1;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        double v = (b[i] - 3) * (b[i] - 3) * 1000 + i;
#pragma omp critical(best)
        {
            if (v < best) {
                best = v;
                at = i;
            }
        }
    }
    keep(0, at);
    keep(1, best);
}

// independent
LOOP(atomic_scalar)
{
    int n = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0) {
#pragma omp atomic
            n++;
        }
    keep(0, n);
}

// independent: places are given out
LOOP(atomic_capture)
{
    int n = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0) {
            int at;
#pragma omp atomic capture
            at = n++;
            a[at] = 1;
        }
    keep(0, n);
}

// independent
LOOP(atomic_element)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        counts[3] += flag[i];
    }
}

// independent: two iterations, one element
LOOP(atomic_halves)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        if (flag[i])
#pragma omp atomic update
            counts[i / 2] += flag[i];
}

// dependent: one of two sums is not protected
LOOP(forgotten_reduction)
{
    double s = 0, t = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        s += b[i];
#pragma omp atomic
        t += c[i];
    }
    keep(0, s);
    keep(1, t);
}

// independent
LOOP(critical_shared)
{
    double top = -100;
    int n = 0;
#pragma omp parallel for shared(top, n) hetero(1)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        {
        if (b[i] > top)
            top = b[i];
        n += 1;
        }
    }
    keep(0, top);
    keep(1, n);
}

// dependent: the last iterations leave it alone
LOOP(last_unless_skipped)
{
    double t = 0;
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < N; i++) {
        if (i > N - 5)
            continue;
        t = b[i];
        a[i] = t * 2;
    }
    keep(0, t);
}

// independent: the whole body in turns
LOOP(body_in_turns)
{
    int last = -1;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
#pragma omp critical
        if (b[i] > 5 && i > last)
            last = i;
    keep(0, last);
}

static int of_the_file;

static int seen_elsewhere(void)
{
    return of_the_file;
}

// independent: the loop's variable is the file's, and read by another function
LOOP(index_of_the_file)
{
#pragma ctsar for hetero(1)
    for (of_the_file = 0; of_the_file < N / 2; of_the_file++)
        a[of_the_file] = b[of_the_file];
    keep(0, seen_elsewhere());
}

// independent: the same, on the cores
LOOP(index_of_the_file_on_cores)
{
#pragma ctsar for hetero(1)
    for (of_the_file = 0; of_the_file < N / 2; of_the_file++) {
        double t = a[of_the_file];
        a[of_the_file] = a[N - 1 - of_the_file];
        a[N - 1 - of_the_file] = t;
    }
    keep(0, seen_elsewhere());
}

static int static_index(void)
{
    static int i;
    int before = i;
#pragma ctsar for hetero(1)
    for (i = 0; i < N; i++)
        a[i] = b[i] * 2;
    return before;
}

// independent: the next call reads it
LOOP(static_index_of_the_next_call)
{
    static_index();
    keep(0, static_index());
}

static double static_scalar(void)
{
    static double last = 2;
    double before = last;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        last = b[i] + 3;
        a[i] = last * 2;
    }
    return before;
}

// independent: the next call reads what the last iteration set
LOOP(static_scalar_of_the_next_call)
{
    static_scalar();
    keep(0, static_scalar());
}

static double behind_a_label(long n, double *x, const double *y)
{
    double t = 0;
#pragma ctsar for hetero(1) independent
    for (long i = 0; i < n; i++) {
        if (i > n - 5)
            goto skip;
        t = y[i];
    skip:
        x[i] = 1;
    }
    return t;
}

// dependent: a test would need the label twice, and the last iterations leave it alone
LOOP(last_behind_a_label)
{
    keep(0, behind_a_label(N, a, b));
}

// independent: of each type
LOOP(last_values_of_all_types)
{
    double t = 1;
    float f = 2;
    _Bool odd = 0;
    unsigned char small = 3;
    long big = 4;
    int i;
#pragma ctsar for hetero(1)
    for (i = five; i < many; i += 7) {
        t = b[i] / 2;
        f = -b[i];
        odd = i % 2;
        small = i * 9;
        big = i * 10000000000;
        a[i] = t;
    }
    keep(0, t);
    keep(1, f);
    keep(2, odd);
    keep(3, small);
    keep(4, big);
    keep(5, i);
}

// independent: as it was, where there is no iteration
LOOP(last_value_of_no_iteration)
{
    double t = 7;
    int n = none;
#pragma ctsar for hetero(1) lastprivate(t)
    for (int i = 0; i < n; i++) {
        t = b[i];
        a[i] = t;
    }
    keep(0, t);
}

// independent: the same, on the cores
LOOP(last_value_of_no_iteration_on_cores)
{
    double t = 7;
    int n = none;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        t = a[i];
        a[i] = a[N - 1 - i];
        a[N - 1 - i] = t;
    }
    keep(0, t);
}

// independent: a struct, which the cores have
LOOP(last_struct_of_no_iteration)
{
    struct point p = {1, 2, 3};
    int n = none;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        p = pt[i];
        a[i] = p.x;
    }
    keep(0, p.y);
}

// independent: counted down, from below 0 on
LOOP(last_value_counting_down)
{
    int k = 0, t = 0;
#pragma ctsar for hetero(1) lastprivate(t) lastprivate(k)
    for (int i = five - 2; i > -many; i -= 4) {
        t = i;
        k = i * i;
        a[i + N] = t;
    }
    keep(0, t);
    keep(1, k);
}

// independent: 0 keeps its sign, and what is no number is none
LOOP(last_value_is_odd)
{
    double zero = 1, none_ = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < many; i++) {
        zero = i == many - 1 ? -0.0 : 5;
        none_ = i == many - 1 ? NAN : 5;
        a[i] = i;
    }
    keep(0, signbit(zero) != 0);
    keep(1, isnan(none_) != 0);
}

// independent: either branch sets it
LOOP(last_value_of_branches)
{
    double t = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 0)
            t = b[i];
        else
            t = i;
        a[i] = t;
    }
    keep(0, t);
}

// independent: an inner loop's variable and sum, which are the function's
LOOP(last_values_of_an_inner_loop)
{
    int j;
    double s;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        s = 0;
        for (j = 0; j < i + 2 && j < M; j++) {
            s += bb[i][j];
            aa[i][j] = i;
        }
        a[i] = s;
    }
    keep(0, j);
    keep(1, s);
}

static double last_of(long n, double *to, const double *from)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (long i = 0; i < n; i++) {
        t = from[i];
        to[i] += t;
    }
    return t;
}

// guarded: arrays that lie apart, and one that does not
LOOP(last_value_behind_pointers)
{
    keep(0, last_of(N, a, b));
    keep(1, last_of(N, a, a));
    keep(2, last_of(N - 1, a + 1, a));
    keep(3, last_of(0, a, b));
}

// dependent: it is read before it is set
LOOP(last_value_is_carried)
{
    double t = 0;
#pragma ctsar for hetero(1) lastprivate(t)
    for (int i = 0; i < N; i++) {
        a[i] = t;
        t = b[i];
    }
    keep(0, t);
}

// independent: it is asked for by the loop around
LOOP(last_value_in_a_condition_behind)
{
    int t, rounds = 0;
    for (int i = 0; i < N; i++)
        counts[i] = 7;
    do {
        t = 5;
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++) {
            t = counts[i] - 1;
            counts[i] = t;
        }
    } while (t > 3 && ++rounds < 9);
    keep(0, rounds);
}

// independent: a truth that is asked for by the loop around
LOOP(reduction_in_a_condition_behind)
{
    int changed, rounds = 0;
    do {
        changed = 0;
#pragma ctsar for hetero(1) reduction(||: changed)
        for (int i = 0; i < N; i++)
            if (a[i] > 2) {
                a[i]--;
                changed = 1;
            }
        rounds++;
    } while (changed);
    keep(0, rounds);
}

// independent: lastprivate and firstprivate
LOOP(last_value_of_a_first)
{
    double t = b[0];
#pragma omp parallel for firstprivate(t) lastprivate(t) hetero(1)
    for (int i = 0; i < N; i++) {
        t = 2 * b[i];
        c[i] = t;
    }
    keep(0, t);
}

// independent: the same, and not all set it
LOOP(last_value_of_a_first_that_may_stay)
{
    double t = b[0];
    int i;
#pragma omp parallel for firstprivate(t) lastprivate(t) hetero(1)
    for (i = 0; i < N; i++) {
        if (i > N / 2)
            t = 2 * b[i];
        c[i] = i > N / 2 ? t : b[0];
    }
    keep(0, t);
}

// independent: it is asked for by a pointer
LOOP(last_value_through_a_pointer)
{
    int t = 4, *p = &t;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t = ip[i];
        c[i] = t;
    }
    keep(0, *p);
}
