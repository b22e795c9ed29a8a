// Calls: what the body's functions do.

static inline double square(double x)
{
    return x * x;
}
static void put(double *p, int k, double x)
{
    p[k] = x;
}
static void row(double *p, double x)
{
    for (int k = 0; k < M; k++)
        put(p, k, x + k);
}
static double row_sum(const double *p, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += p[k];
    return s;
}
static void perhaps(double *p, double x)
{
    if (x < 0)
        return;
    *p = x;
}
static inline int at(int i, int j)
{
    return i * M + j;
}

// independent
LOOP(a_pure_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = square(b[i]) + 1;
}

// independent: a function of another file, the C library's, of which a directive says so
#pragma ctsar pure
int toascii(int);
LOOP(a_pure_function_of_another_file)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = toascii(100 + i) + b[i];
}

// independent: the write is two calls deep
LOOP(two_calls_deep)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        row(aa[i], b[i]);
}

// independent: a row is passed and read
LOOP(row_is_passed)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        a[i] = row_sum(aa[i], M);
}

// independent: returns early and leaves alone
LOOP(returns_early)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        perhaps(&a[i], b[i]);
}

// independent: an index through a function
LOOP(index_through_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            flat[at(i, j)] = dense[at(i, M - 1 - j)];
}

// independent: an index through a macro
#define AT(m, i, j) (m)[(i) * M + (j)]
LOOP(index_through_a_macro)
{
    int i, j;
#pragma ctsar for hetero(1) private(i, j)
    for (i = 0; i < M; i++)
        for (j = 0; j < M; j++)
            AT(flat, i, j) = AT(dense, j, i);
}

// dependent: writes its neighbour's element
static void push(double *p, double x)
{
    p[1] = p[0] + x;
}
LOOP(writes_a_neighbour)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        push(a + i, b[i]);
}

// dependent: counts calls in a variable of the file
static int calls;
static double counted(double x)
{
    calls++;
    return x + calls;
}
LOOP(counts_calls)
{
    calls = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = counted(b[i]);
    keep(0, calls);
}

// independent: two results by pointers
static void both_roots(double x, double *low, double *high)
{
    *low = -x;
    *high = x;
}
LOOP(two_results_by_pointers)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double low, high;
        both_roots(b[i], &low, &high);
        a[i] = low;
        c[i] = high;
    }
}

// independent: results go into the arrays
LOOP(results_into_the_arrays)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        both_roots(b[i], &a[i], &c[i]);
}

// independent: recursion
static int digits(int n)
{
    return n < 10 ? 1 : 1 + digits(n / 10);
}
LOOP(recursion)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        counts[i] = digits(i * i);
}

// independent: memcpy of a row
LOOP(memcpy_of_a_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        memcpy(aa[i], bb[i], sizeof aa[i]);
}

// independent: memset of a row
LOOP(memset_of_a_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        memset(aa[i], 0, M * sizeof(double));
}

// independent: a local buffer is passed
LOOP(local_buffer_is_passed)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double t[M];
        row(t, b[i]);
        a[i] = row_sum(t, M);
    }
}

// independent: the body is one call with the index
static void one_iteration(int i)
{
    a[i] = b[i] * 3;
}
LOOP(body_is_one_call)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        one_iteration(i);
}

// independent: functions of math
double sqrt(double), fabs(double), floor(double), fmax(double, double);
LOOP(functions_of_math)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = fmax(floor(sqrt(fabs(b[i]))), 1);
}

// independent: builtins
LOOP(builtins)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (__builtin_expect(b[i] > 0, 1))
            counts[i] = __builtin_popcount((unsigned)i) + __builtin_isnan(b[i]);
}

// independent: through a pointer to a function
LOOP(through_a_pointer_to_a_function)
{
    double (*f)(double) = square;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = f(b[i]);
}

// independent: what rounds to integers, halves included
LOOP(rounded_to_integers)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        wide[i] = lround(a[i] / 4) + 100 * llround(b[i] / -2) + 10000 * lroundf(u[i] / 4);
        counts[i] = (int)lrint(a[i] / 4) + 100 * (int)llrint(-b[i] / 2) + 10000 * (int)lrintf(v[i] / 4);
        c[i] = nearbyint(d[i] / 4) + nearbyintf(u[i] / 2) / 3;
    }
}

// independent: abs and labs
LOOP(absolute_values)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        counts[i] = abs(flag[i]) + (int)labs(-wide[i]);
}

static int apart = 3;
static double at_the_files_offset(const double *from, int i)
{
    return from[i + apart];
}

// unknown: the function's offset is another than the variable of that name here
static void offset_out_of_sight(int n, double *restrict to, const double *restrict from)
{
    int apart = 100;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = at_the_files_offset(from, i) + 1;
    to[0] += apart;
}
LOOP(reads_at_an_offset_out_of_sight)
{
    offset_out_of_sight(100, a, b);
}

// unknown: the same where it carries
static void carries_out_of_sight(int n, double *x)
{
    int apart = 1000;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] = at_the_files_offset(x, i) + 1;
    x[0] += apart;
}
LOOP(carries_at_an_offset_out_of_sight)
{
    carries_out_of_sight(N, a);
}

// unknown: threads counted by a function of the file
static int omp_get_thread_num(void) { return 0; }
LOOP(sums_by_thread)
{
    double part[8] = {0};
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        part[omp_get_thread_num()] += b[i];
    keep(0, part[0]);
}

static int placed(int columns, int i, int j)
{
    return i * columns + j;
}
static int at_pitch(int i, int j)
{
    return i * pitch + j;
}
static int kept_within(int i, int n)
{
    if (i < 0)
        return 0;
    if (i >= n)
        return n - 1;
    return i;
}
static int at_next(int columns, int i, int j)
{
    const int row = i + 1;
    return placed(columns, row, j);
}
struct shape {
    int rows, columns;
};
static int of_shape(const struct shape *s, int i, int j)
{
    return i * s->columns + j;
}
static unsigned char narrow(int i)
{
    return (unsigned char)(i + 20);
}
static int lies_inside(int i, int n)
{
    return i > 0 && i < n - 1;
}
static int modulo(int i, int n)
{
    i %= n;
    return i;
}

// independent: an element is found by a function
LOOP(element_by_a_function)
{
    int m = five * 4;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < m; j++)
            flat[placed(m, i, j)] = dense[placed(m, i, j)] + 1;
}

// independent: by a function that reads a variable of the file
LOOP(element_by_a_function_of_the_file)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < pitch; j++)
            flat[at_pitch(i, j)] = dense[at_pitch(i, j)] + 1;
}

// independent: by a function of a function, the row behind
LOOP(element_of_the_next_row_by_functions)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j < M; j++)
            flat[placed(M, i, j)] = dense[at_next(M, i, j)] + dense[placed(M, i, j)];
}

// dependent: from the row behind
LOOP(from_the_next_row_by_functions)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j < M; j++)
            flat[at_next(M, i, j)] = flat[placed(M, i, j)] + j;
}

// independent: neighbours by a function that keeps to the array
LOOP(neighbours_by_a_function)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = b[kept_within(i - 1, n)] + b[kept_within(i + 1, n)];
}

// independent: the shape is a struct
LOOP(element_by_a_shape)
{
    struct shape s = {M, five * 4};
#pragma ctsar for hetero(1)
    for (int i = 0; i < s.rows; i++)
        for (int j = 0; j < s.columns; j++)
            flat[of_shape(&s, i, j)] = dense[of_shape(&s, i, j)] * 2;
}

// independent: a condition by a function
LOOP(inside_by_a_function)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        if (lies_inside(i, n))
            a[i] = b[i - 1] + b[i + 1];
}

// independent: an index that a function gives is kept
LOOP(kept_index_by_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        const int row = placed(M, i, 0);
        int last;
        last = placed(M, i, M - 1);
        for (int k = row; k <= last; k++)
            flat[k] = k;
    }
}

// data: what the function returns is converted to a narrow type, and wraps around
LOOP(narrow_index_by_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[narrow(i)] = i;
}

// unknown: the function changes its parameter
LOOP(modulo_by_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[modulo(i, N)] = b[i];
}

// dependent: a function folds iterations
LOOP(folded_by_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[kept_within(i, 100)] = i;
}

// unknown: a function reads the loop's variable by its name
static int counter;
static int at_counter(void) { return counter * 2 + flag[counter]; }
LOOP(reads_the_loops_variable)
{
#pragma ctsar for hetero(1)
    for (counter = 0; counter < N; counter++)
        a[counter] = at_counter();
}

// unknown: a pointer leads to the loop's variable
LOOP(variable_by_a_pointer)
{
    int i, *p = one ? &i : ip;
#pragma ctsar for hetero(1)
    for (i = 0; i < N; i++)
        a[i] = 2 * *p;
}

// unknown: a parameter leads to the loop's variable
static void by_parameter(int n, const int *p, double *to)
{
#pragma ctsar for hetero(1)
    for (counter = 0; counter < n; counter++)
        to[counter] = 2 * *p;
}
LOOP(variable_by_a_parameter)
{
    by_parameter(N, one ? &counter : ip, a);
}

#include <stdarg.h>
static int summed(int n, ...)
{
    int sum = 0;
    va_list from;
    va_start(from, n);
    while (n-- > 0)
        sum += va_arg(from, int);
    va_end(from);
    return sum;
}

// dependent: what a function takes by va_arg is another iteration's
LOOP(neighbour_by_va_arg)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        counts[i] = summed(2, i, counts[i - 1]);
}

// independent: it is its own
LOOP(own_by_va_arg)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        counts[i] = summed(3, counts[i], flag[i - 1], i);
}

// independent: ... or a variable's of its own, which the function sets
static void set_all(int n, ...)
{
    va_list to;
    va_start(to, n);
    for (int k = 0; k < n; k++)
        *va_arg(to, int *) = k;
    va_end(to);
}
LOOP(set_by_va_arg)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int t = 0, w = 0;
        set_all(2, &t, &w);
        counts[i] = i + w + t;
    }
}

// unknown: a function reads by its name what a clause gives each unit one of
static int scratch;
static int of_scratch(void) { return 2 * scratch; }
LOOP(reads_a_private_variable)
{
#pragma ctsar for hetero(1) private(scratch)
    for (int i = 0; i < N; i++) {
        scratch = flag[i] + 1;
        counts[i] = of_scratch();
    }
}

// dependent: ... a sum so far
LOOP(reads_a_reduction)
{
    scratch = 0;
#pragma ctsar for hetero(1) reduction(+ : scratch)
    for (int i = 0; i < N; i++) {
        scratch += flag[i];
        counts[i] = of_scratch();
    }
    keep(0, scratch);
}

// data: a pointer leads to a sum so far
LOOP(reduction_by_a_pointer)
{
    double sum = 0, *p = one ? &sum : b;
#pragma ctsar for hetero(1) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        sum += b[i];
        a[i] = *p;
    }
    keep(0, sum);
}

// independent: a generator for each iteration
LOOP(generator_for_each)
{
    unsigned seeds[N];
    for (int i = 0; i < N; i++)
        seeds[i] = i * 7;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = rand_r(&seeds[i]) % 100 + rand_r(seeds + i) % 7;
    keep(0, seeds[N - 1]);
}

// dependent: a generator for two
LOOP(generator_for_two)
{
    unsigned seeds[N];
    for (int i = 0; i < N; i++)
        seeds[i] = i * 7;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = rand_r(&seeds[i / 2]) % 100;
    keep(0, seeds[N - 1]);
}

static double of_a_vector(int n, const double x[n], int i)
{
    return x[i] + n;
}

// independent: a parameter says how long it is
LOOP(parameter_with_an_extent)
{
    int n = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = of_a_vector(n, b, i);
}

static double of_ten(const double x[static 10], int n, const double y[restrict n - 1], int i)
{
    return x[i] + y[i] + n;
}

// independent: in other ways
LOOP(parameters_with_extents)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = of_ten(b, N, c, i);
}

static double of_rows(int n, int m, const double x[n][m], int i)
{
    return x[i][1];
}

// independent: of a matrix, which no device has
LOOP(parameter_with_rows)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        a[i] = of_rows(M, M, aa, i);
}

struct table {
    int mask, low;
    const double *of;
    double step[4];
};
static int of_a_table(struct table *t, int i)
{
    return t->low + (i & t->mask);
}
static double out_of_a_table(struct table *t, int i)
{
    return t->of[of_a_table(t, i)] + t->step[i & 3];
}
static int plus_what_it_leads_to(int *p, int i)
{
    return *p + i;
}
static void forth(struct table *t, int i)
{
    struct table *behind = t + 1;
    if (i > 100)
        (behind - 1)->low = i;
}
static double stepped(struct table *t, int i)
{
    t++;
    t[-1].step[1] = i;
    return t[-1].step[0];
}

// independent: functions get the address of a variable, and only read it
LOOP(addresses_that_are_read_by)
{
    struct table t = {7, one, b, {1, 2, 3, 4}};
    int more = five;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = of_a_table(&t, i) + plus_what_it_leads_to(&more, i) + t.step[i & 1];
}

// independent: on cores, as what a member leads to is the host's
LOOP(addresses_and_what_lies_behind)
{
    struct table t = {7, one, b, {1, 2, 3, 4}};
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = out_of_a_table(&t, i);
}

// dependent: it is written behind a pointer that has moved
LOOP(addresses_that_are_written_by)
{
    struct table t = {7, one, b, {1, 2, 3, 4}};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        forth(&t, i);
        a[i] = t.low;
    }
}

// dependent: likewise, by a function that moves its parameter
LOOP(addresses_that_step)
{
    struct table t = {7, one, b, {1, 2, 3, 4}};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = stepped(&t, i);
    result[0] = t.step[1];
}
