// Reductions that are none, and some that are: a step that asks what the variable is meanwhile.

// dependent: saturating count
LOOP(saturates)
{
    int s = 0;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < N; i++)
        if (s < 5)
            s++;
    keep(0, s);
}

// dependent: truncated at each step
LOOP(truncated_sum)
{
    int s = 0;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < N; i++)
        s += b[i] * 0.5;
    keep(0, s);
}

// dependent: not a maximum
LOOP(no_maximum)
{
    double m = 0;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (a[i] > m)
            m = b[i];
    keep(0, m);
}

// dependent: not a maximum either
LOOP(no_maximum_either)
{
    double m = 0;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        m = a[i] < m ? a[i] : m + 1;
    keep(0, m);
}

// dependent: two sums
LOOP(sum_of_sums)
{
    double s = 0, t = 0;
#pragma ctsar for hetero(1) reduction(+: s, t)
    for (int i = 0; i < N; i++) {
        s += b[i];
        t += s;
    }
    keep(0, s);
    keep(1, t);
}

// independent: all sorts
LOOP(reductions_of_all_sorts)
{
    unsigned char s = 3;
    unsigned x = 5, y = 0xffffff, z = 0;
    float lo = 100, hi = -100;
    int all = 1, any = 0;
    long p = 1;
    _Bool flagged = 0;
#pragma ctsar for hetero(1) reduction(+: s) reduction(^: x) reduction(&: y) reduction(|: z) reduction(min: lo) reduction(max: hi) reduction(&&: all) reduction(||: any, flagged) reduction(*: p)
    for (int i = 0; i < N; i++) {
        s += (unsigned char)ip[i];
        x ^= (unsigned)(ip[i] * 77);
        y &= (unsigned)(ip[i] | 0xf0f);
        z |= (unsigned)iq[i];
        lo = fminf(lo, u[i]);
        if (hi < u[i]) hi = u[i];
        all = all && flag[i] > -5;
        any = any || flag[i] > 20;
        flagged = flagged || flag[i] == 3;
        if (i % 50 == 0) p *= 3;
    }
    keep(0, s); keep(1, x); keep(2, y); keep(3, z); keep(4, lo); keep(5, hi); keep(6, all); keep(7, any); keep(8, p); keep(9, flagged);
}

// independent: subtraction
LOOP(reduction_of_minus)
{
    double s = 10;
#pragma omp parallel for hetero(1) reduction(-: s)
    for (int i = 0; i < N; i++)
        s -= a[i] * 2;
    keep(0, s);
}

// dependent: maximum in the other branch
LOOP(max_in_else)
{
    double m = -50;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (a[i] <= m)
            c[i] = 1;
        else
            m = a[i];
    keep(0, m);
}

// dependent: maximum said of a minimum in the other branch
LOOP(min_in_else)
{
    double m = -50;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (a[i] > m)
            c[i] = 1;
        else
            m = a[i];
    keep(0, m);
}

// independent: maximum under another condition
LOOP(max_under_condition)
{
    double m = -50;
    int any = 0;
#pragma ctsar for hetero(1) reduction(max: m) reduction(||: any)
    for (int i = 0; i < N; i++) {
        if (flag[i] > 0 && a[i] > m)
            m = a[i];
        if (!any && flag[i] == 2)
            any = 1;
    }
    keep(0, m);
    keep(1, any);
}

// dependent: what is compared changes before it is kept
LOOP(changed_in_between)
{
    double m = -50;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (a[i] > m) {
            a[i] = 5;
            m = a[i];
        }
    keep(0, m);
}

// dependent: or
LOOP(max_or)
{
    double m = -50;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (a[i] > m || flag[i] > 3)
            m = a[i];
    keep(0, m);
}

// dependent: product of quotients
LOOP(quotients)
{
    int p = 1 << 30;
#pragma ctsar for hetero(1) reduction(*: p)
    for (int i = 0; i < 8; i++)
        p = p / (i + 1);
    keep(0, p);
}

// dependent: constant minimum
LOOP(constant_minimum)
{
    int s = 2;
#pragma ctsar for hetero(1) reduction(min: s)
    for (int i = 0; i < N; i++)
        if (s > 3)
            s = 0;
    keep(0, s);
}

// independent: fabs
LOOP(fabs_max)
{
    double m = 0;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (fabs(a[i] - b[i]) > m)
            m = fabs(a[i] - b[i]);
    keep(0, m);
}

// independent: maximum in else, nothing else
LOOP(max_in_else_alone)
{
    double m = -50;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++) {
        if (a[i] <= m)
            ;
        else {
            m = a[i];
        }
    }
    keep(0, m);
}

// dependent: records
LOOP(records)
{
    double m = -50;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (a[i] > m) {
            m = a[i];
            c[i] = 1;
        }
    keep(0, m);
}

// dependent: first hit
LOOP(first_hit)
{
    int found = 0;
#pragma ctsar for hetero(1) reduction(||: found)
    for (int i = 0; i < N; i++)
        if (!found && a[i] > 5) {
            found = 1;
            c[i] = 1;
        }
    keep(0, found);
}

// dependent: max kept in a narrower type
LOOP(narrow_max)
{
    signed char m = -5;
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (ip[i] > m) m = ip[i];
    keep(0, m);
}

// independent: maximum of bytes
LOOP(maximum_of_bytes)
{
    unsigned char m = 3, k = 200;
#pragma ctsar for hetero(1) reduction(max: m) reduction(min: k)
    for (int i = 0; i < M; i++) {
        m = image[i] > m ? image[i] : m;
        if (picture[i] < k)
            k = picture[i];
    }
    keep(0, m);
    keep(1, k);
}

// dependent: a factor truncated at each step
LOOP(truncated_product)
{
    long p = 1L << 40;
#pragma ctsar for hetero(1) reduction(*: p)
    for (int i = 0; i < N; i++)
        p = p / 2 * 3;
    keep(0, (double)p);
}

// dependent: assigns until it is found
LOOP(assigns_until_found)
{
    int found = 0;
#pragma ctsar for hetero(1) reduction(||: found)
    for (int i = 0; i < N; i++)
        if (!found) {
            if ((c[i] = a[i]) > 5)
                found = 1;
        }
    keep(0, found);
}

// dependent: counts until it is found
LOOP(counts_until_found)
{
    int found = 0;
#pragma ctsar for hetero(1) reduction(||: found)
    for (int i = 0; i < N; i++)
        if (!found) {
            double before = c[i]++;
            (void)before;
            found = 1;
        }
    keep(0, found);
}

// dependent: assigns while all hold
LOOP(assigns_while_all)
{
    int all = 1;
#pragma ctsar for hetero(1) reduction(&&: all)
    for (int i = 0; i < N; i++)
        all = all && (c[i] = a[i]) > 2;
    keep(0, all);
}

static int set_to_three(double *x)
{
    *x = 3;
    return 0;
}

// dependent: calls while all hold
LOOP(calls_while_all)
{
    int all = 1;
#pragma ctsar for hetero(1) reduction(&&: all)
    for (int i = 0; i < N; i++)
        all = all && set_to_three(&c[i]);
    keep(0, all);
}

static unsigned char bytes[N];
static unsigned words[N];

// dependent: max kept in a type of the other sign
LOOP(max_of_the_other_sign)
{
    signed char m = -5;
    for (int i = 0; i < N; i++)
        bytes[i] = (unsigned char)(37 * i);
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (bytes[i] > m)
            m = (signed char)bytes[i];
    keep(0, m);
}

// dependent: max of unsigned numbers kept in an int
LOOP(max_of_unsigned)
{
    int m = 3;
    for (int i = 0; i < N; i++)
        words[i] = i % 2 ? 7u : 4294967000u + (unsigned)(i % 90);
#pragma ctsar for hetero(1) reduction(max: m)
    for (int i = 0; i < N; i++)
        if (words[i] > m)
            m = (int)words[i];
    keep(0, m);
}

// dependent: a greatest number that asks itself
LOOP(max_that_asks_itself)
{
    int s = 0;
#pragma ctsar for hetero(1) reduction(max: s)
    for (int i = 0; i < N; i++)
        if (!s)
            s = 1;
    keep(0, s);
}

// dependent: bits that ask themselves
LOOP(bits_that_ask_themselves)
{
    int s = 2;
#pragma ctsar for hetero(1) reduction(|: s)
    for (int i = 0; i < N; i++)
        if (!s)
            s = 4;
    keep(0, s);
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}
static double smaller(double x, double y)
{
    if (y < x)
        return y;
    return x;
}
static double sum_of(double x, double y)
{
    return x + y;
}
static int narrow_larger(short x, short y)
{
    return x > y ? x : y;
}

// independent: functions of the file that fold
LOOP(functions_that_fold)
{
    double most = -100, least = 100, s = 0;
#pragma ctsar for hetero(1) reduction(max: most) reduction(min: least) reduction(+: s)
    for (int i = 0; i < N; i++) {
        most = larger(a[i], most);
        least = smaller(least, b[i]);
        s = sum_of(s, a[i] * b[i]);
    }
    result[0] = most;
    result[1] = least;
    result[2] = s;
}

// independent: a macro whose value is a block's
LOOP(blocks_that_fold)
{
    double most = -100;
#pragma ctsar for hetero(1) reduction(max: most)
    for (int i = 0; i < N; i++)
        most = __extension__({
            __typeof__(most) x_ = most;
            __typeof__(a[i]) y_ = a[i] - b[i];
            x_ > y_ ? x_ : y_;
        });
    result[0] = most;
}

// dependent: a function that narrows
LOOP(function_that_narrows)
{
    int most = 70000;
#pragma ctsar for hetero(1) reduction(max: most)
    for (int i = 0; i < N; i++)
        most = narrow_larger(ip[i], most);
    keep(0, most);
}

// independent: a reduction is declared of what is scratch
LOOP(reduction_of_scratch)
{
    double s;
    int i, j;
#pragma omp parallel for private(j) reduction(+: s) hetero(1)
    for (i = 0; i < M; i++) {
        s = 0;
        for (j = 0; j < M; j++)
            s += aa[i][j];
        a[i] = s;
    }
}

// dependent: the same, used after the loop
LOOP(reduction_of_scratch_that_is_used)
{
    double s = 0;
    int i, j;
#pragma omp parallel for private(j) reduction(+: s) hetero(1)
    for (i = 0; i < M; i++) {
        s = 0;
        for (j = 0; j < M; j++)
            s += aa[i][j];
        a[i] = s;
    }
    result[0] = s;
}

// independent: types that are those of elements
LOOP(types_of_elements)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        __auto_type at = i % 2;
        const __typeof__(a[i]) x = a[i];
        __typeof__(ip[i + (at)]) k = 7;
        c[i] = __extension__({
            __typeof__(b[i]) y = b[i];
            x > y ? x : y + k + at;
        });
    }
}
