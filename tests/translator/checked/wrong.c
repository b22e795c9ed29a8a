/* Loops of which the directive says that their iterations are independent.  They are not: which
 * one is executed is the argument.  Above each, what check mode says. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20, M = 4 };

typedef struct cell {
    int *at;
    int v[M];
} cell;

static int index_[N], second[N];
static double x[N], y[N], grid[N][M];
static cell cells[N];

/* iteration 3 writes x[5], which iteration 1 writes, too; */
static void two_write_one(int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        x[index_[i] % n] += y[i];
}

/* iteration 4 reads x[2], which iteration 2 writes; */
static void one_reads_what_another_wrote(int n)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++)
        x[second[i] % n] = i == 4 ? x[2] : i;
}

/* iteration 5 writes x[5], which iteration 1 reads; */
static void one_writes_what_another_has_read(int n)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++)
        x[second[i] % n] = i == 1 ? x[5] : i;
}

/* iteration 8 writes '*at', 8 bytes at 0x */
static void a_step_and_a_pointer(int n)
{
#pragma ctsar for hetero(1) independent
    for (int i = 2; i < n; i += 3) {
        double *at = x + (i == 8 ? 4 : second[i * 2 % n] % n);
        *at = i;
    }
}

/* iteration 6 writes 'grid[i == 6 ? 1 : second[i] % n][j]', 8 bytes at 0x */
static void rows_of_a_matrix(int n)
{
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            grid[i == 6 ? 1 : second[i] % n][j]++;
}

/* iteration 7 writes 'cells[second[i] % n].at[0]', 4 bytes at 0x */
static void behind_a_member(int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        cells[second[i] % n].at[0] = i;
}

/* iteration number 8 writes 'cells[second[i] % n].v[i == 2 && j == 1 ? 0 : j]' */
static void two_loops_are_one(int n)
{
#pragma omp parallel for collapse(2) hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            cells[second[i] % n].v[i == 2 && j == 1 ? 0 : j] = i;
}

/* iteration 1 writes x[1], which iteration 19 writes, too; */
static void counting_down(int n)
{
    int k;
#pragma omp parallel for hetero(1)
    for (k = n - 1; k >= 1; k--)
        x[k == 19 ? second[1] % n : second[k] % n] = k;
}

typedef void loop(int n);

static const struct {
    const char *name;
    loop *does;
} loops[] = {
    {"two_write_one", two_write_one},
    {"one_reads_what_another_wrote", one_reads_what_another_wrote},
    {"one_writes_what_another_has_read", one_writes_what_another_has_read},
    {"a_step_and_a_pointer", a_step_and_a_pointer},
    {"rows_of_a_matrix", rows_of_a_matrix},
    {"behind_a_member", behind_a_member},
    {"two_loops_are_one", two_loops_are_one},
    {"counting_down", counting_down},
};

int main(int argc, char **argv)
{
    size_t k = argc > 1 ? (size_t)atoi(argv[1]) : 0;
    static int pool[N];
    for (int i = 0; i < N; i++) {
        index_[i] = i == 3 ? 5 : i == 1 ? 5 : i;
        second[i] = i;
        cells[i].at = &pool[i == 7 ? 2 : i];
        y[i] = i;
    }
    loops[k].does(N);
    double sum = 0;
    for (int i = 0; i < N; i++) {
        sum += (i + 1) * x[i] + pool[i] * 3;
        for (int j = 0; j < M; j++)
            sum += (i + j) * grid[i][j] + (i + 2 * j) * cells[i].v[j];
    }
    printf("%s %g\n", loops[k].name, sum);
    return 0;
}
