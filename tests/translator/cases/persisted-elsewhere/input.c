/* Loops on the cores reach arrays that persist, by other names and addresses than these: pointers into them, functions,
   members, headers, one block of several arrays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300, STEPS = 4 };
static double a[N], b[N], c[N];
static int where[N], limit[N];
static struct holder {
    double *x;
} holder = {c};
static struct whole {
    int n;
    double x[N];
} whole;

static double get(int i);
static double *behind_get(void); /* has a name that loops do not see */

static double of_c(int i)
{
    return c[i];
}

static double by_two(int i)
{
    return of_c(i) + 1;
}

static void set(int i, double value)
{
    c[i] = value;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
        c[i] = whole.x[i] = behind_get()[i] = 0;
        where[i] = i * 7 % N;
        limit[i] = N - 20;
    }
}

static void show(const char *name)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i + 1) + b[i] * (i + 2) + c[i] * (i + 3) + whole.x[i] * i + get(i) + limit[i];
    printf("%s %.17g\n", name, sum);
}

/* Accelerators have what is new of a and c, and of the others. */
static void on_units(int step, double *x)
{
#pragma ctsar for hetero(1) persist(a, c)
    for (int i = 0; i < N; i++) {
        a[i] += step;
        c[i] += a[i];
    }
#pragma ctsar for hetero(1) persist(x)
    for (int i = 0; i < N; i++)
        x[i] += step;
}

static void add(int n, double *x)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] += i;
}

static void add_if(int n, double *x, int all)
{
#pragma omp parallel for hetero(all)
    for (int i = 0; i < n; i++)
        x[i] += i;
}

static void add_by_index(int n, double *x)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        x[where[i]] += i;
}

static void add_of_team(int n, double *x)
{
#pragma omp parallel
    {
#pragma omp for hetero(1) nowait
        for (int i = 0; i < n / 2; i++)
            x[i] += i;
#pragma omp for hetero(1)
        for (int i = n / 2; i < n; i++)
            x[i] += i;
    }
}

static void add_serially(int n, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++)
        x[where[i] / 2] += x[where[i - 1] / 2] / 4;
}

/* A loop between what units do: `name` is of the function that does STEPS of them. */
#define LOOP(name, pragma, from, to, body)                                                                             \
    static void name(void)                                                                                             \
    {                                                                                                                  \
        struct holder *p = &holder;                                                                                    \
        for (int step = 0; step < STEPS; step++) {                                                                     \
            on_units(step, behind_get());                                                                              \
            on_units(step, whole.x);                                                                                   \
            _Pragma(pragma) for (int i = from; i < to; i++) body;                                                      \
        }                                                                                                              \
        (void)p;                                                                                                       \
    }
#define CALL(name, call)                                                                                               \
    static void name(void)                                                                                             \
    {                                                                                                                  \
        for (int step = 0; step < STEPS; step++) {                                                                     \
            on_units(step, behind_get());                                                                              \
            call;                                                                                                      \
        }                                                                                                              \
    }
LOOP(divided_reads, "omp parallel for hetero(1)", 0, N, b[i] += of_c(i))
LOOP(divided_reads_deeper, "omp parallel for hetero(1)", 0, N, b[i] += by_two(i))
LOOP(divided_reads_unseen, "omp parallel for hetero(1)", 0, N, b[i] += get(i))
LOOP(divided_member, "omp parallel for hetero(1)", 0, N, b[i] += p->x[i])
LOOP(divided_array_of_struct, "omp parallel for hetero(1)", 0, N, b[i] += whole.x[i])
LOOP(divided_header, "omp parallel for hetero(1)", (int)a[0], N - (int)c[0] % 7, b[i] += 1)
LOOP(kept_header, "omp parallel for hetero(1)", (int)a[0], N - (int)c[0] % 7, b[where[i]] += 1)
LOOP(kept_writes_member, "omp parallel for hetero(1)", 0, N, p->x[where[i]] += 1)
LOOP(kept_reads_member, "omp parallel for hetero(1)", 0, N, b[where[i]] += p->x[i])
LOOP(kept_reads, "omp parallel for hetero(1)", 0, N, b[where[i]] += of_c(i))
LOOP(kept_writes, "omp parallel for hetero(1)", 0, N, set(where[i], i))
LOOP(kept_array_of_struct, "omp parallel for hetero(1)", 0, N, b[where[i]] += whole.x[i])
CALL(middle, add(N - 1, c + 1))
CALL(middle_of_cores, add_if(N - 1, c + 1, step % 2))
CALL(middle_by_index, add_by_index(N - 1, c))
CALL(less_of_middle, add(N / 2, c + 1))
CALL(middle_of_team, add_of_team(N - 1, c + 1))
CALL(less_of_team, add_of_team(N / 2, c))
CALL(middle_serially, add_serially(N - 2, c + 1))

/* Two arrays in one block, of which the loop knows the first. */
static void parts(void)
{
    double *both = malloc(2 * N * sizeof *both), *x = both, *y = both + N;
    for (int i = 0; i < 2 * N; i++)
        both[i] = 0;
    for (int step = 0; step < STEPS; step++) {
#pragma ctsar for hetero(1) persist(x, y) part_copy(x[1:N], y[1:N])
        for (int i = 0; i < N; i++) {
            x[i] += step;
            y[i] += i;
        }
#pragma omp parallel for hetero(1)
        for (int i = 0; i < N; i++)
            both[N + where[i]] += 2;
    }
#pragma ctsar depersist(x, y)
    for (int i = 0; i < 2 * N; i++)
        b[i % N] += both[i] * i;
    free(both);
}

/* An index array is asked for numbers that accelerators have. */
static void index_array(void)
{
    int *at = limit;
    for (int step = 0; step < STEPS; step++) {
#pragma ctsar for hetero(1) persist(at) part_copy(at[1:N])
        for (int i = 0; i < N; i++)
            at[i] = step % 2 ? i / 2 : i;
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++)
            b[at[i]] = 0.5 * b[at[i]] + i;
    }
#pragma ctsar depersist(at)
}

static double taken[N];
static double *behind_get(void)
{
    return taken;
}

static double get(int i)
{
    return taken[i];
}

/* A table of pointers, whose elements lead on. */
static void by_table(void)
{
    double *rows[] = {a, c};
    for (int step = 0; step < STEPS; step++) {
        on_units(step, whole.x);
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++)
            rows[i & 1][where[i]] += rows[0][i];
    }
}

static void by_table_of_constants(void)
{
    double *const rows[] = {a, c};
    for (int step = 0; step < STEPS; step++) {
        on_units(step, whole.x);
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++)
            b[i] += rows[i & 1][where[i]];
    }
}

#define TRY(name)                                                                                                      \
    {                                                                                                                  \
        fill();                                                                                                        \
        name();                                                                                                        \
        depersist();                                                                                                   \
        show(#name);                                                                                                   \
    }

static void depersist(void)
{
    double *x = whole.x;
#pragma ctsar depersist(a, c, taken, x)
}

int main(void)
{
    TRY(divided_reads)
    TRY(divided_reads_deeper)
    TRY(divided_reads_unseen)
    TRY(divided_member)
    TRY(divided_array_of_struct)
    TRY(divided_header)
    TRY(kept_header)
    TRY(kept_writes_member)
    TRY(kept_reads_member)
    TRY(kept_reads)
    TRY(kept_writes)
    TRY(kept_array_of_struct)
    TRY(middle)
    TRY(middle_of_cores)
    TRY(middle_by_index)
    TRY(less_of_middle)
    TRY(middle_of_team)
    TRY(less_of_team)
    TRY(middle_serially)
    TRY(parts)
    TRY(index_array)
    TRY(by_table)
    TRY(by_table_of_constants)
    return 0;
}
