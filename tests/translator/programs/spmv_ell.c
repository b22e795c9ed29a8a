/* ELLPACK and its kin: columns of equal length, column-major, padding marked by -1; slices with
   lengths of their own; diagonals; what is longer than that goes to a list. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 500
#define WIDTH 6
#define SLICE 32
#define SLICES ((ROWS + SLICE - 1) / SLICE)
#define MOST 14

static int col[WIDTH * ROWS];
static float val[WIDTH * ROWS], x[ROWS], y[ROWS];

struct sliced {
    int start[SLICES + 1], width[SLICES];
    int *col;
    float *val;
    int row[ROWS]; /* rows in the order of their lengths, within a slice's neighbourhood */
};

typedef struct { int row, col; float val; } entry;

static int length_of(int row) { return 1 + row * row % MOST; }
static int column_of(int row, int k) { return (row * 7 + k * 31) % ROWS; }
static float value_of(int row, int k) { return (float)((row + k * 3) % 8 + 1) / 2; }

/* The first WIDTH of each row, and a list of the rest. */
static int fill(entry *rest)
{
    int i, k, n = 0;
    for (i = 0; i < ROWS; i++) {
        int length = length_of(i);
        for (k = 0; k < WIDTH; k++) {
            col[k * ROWS + i] = k < length ? column_of(i, k) : -1;
            val[k * ROWS + i] = k < length ? value_of(i, k) : 0;
        }
        for (; k < length; k++, n++) {
            rest[n].row = i;
            rest[n].col = column_of(i, k);
            rest[n].val = value_of(i, k);
        }
    }
    return n;
}

static void ell(void)
{
    int i, k, c;
#pragma omp parallel for private(i, k, c) hetero(1)
    for (i = 0; i < ROWS; i++) {
        float s = 0;
        for (k = 0; k < WIDTH; k++) {
            c = col[k * ROWS + i];
            if (c < 0)
                break;
            s += val[k * ROWS + i] * x[c];
        }
        y[i] = s;
    }
}

/* The list is in the order of rows: each row finds its part by halving, and adds it. */
static void rest_of(const entry *rest, int n)
{
#pragma omp parallel for schedule(static) hetero(1)
    for (int i = 0; i < ROWS; i++) {
        int lo = 0, hi = n;
        while (lo < hi) {
            int mid = lo + (hi - lo) / 2;
            if (rest[mid].row < i)
                lo = mid + 1;
            else
                hi = mid;
        }
        for (; lo < n && rest[lo].row == i; lo++)
            y[i] += rest[lo].val * x[rest[lo].col];
    }
}

/* Rows of about the same length come together; a slice is as wide as its longest row. */
static struct sliced *slices(void)
{
    struct sliced *s = calloc(1, sizeof *s);
    int n = 0, i, k, b, length;
    for (length = MOST; length > 0; length--)
        for (i = 0; i < ROWS; i++)
            if (length_of(i) == length)
                s->row[n++] = i;
    for (b = 0; b < SLICES; b++) {
        s->width[b] = length_of(s->row[b * SLICE]);
        s->start[b + 1] = s->start[b] + s->width[b] * SLICE;
    }
    s->col = malloc(s->start[SLICES] * sizeof(int));
    s->val = malloc(s->start[SLICES] * sizeof(float));
    for (b = 0; b < SLICES; b++)
        for (k = 0; k < s->width[b]; k++)
            for (i = 0; i < SLICE; i++) {
                int at = s->start[b] + k * SLICE + i, row = b * SLICE + i < ROWS ? s->row[b * SLICE + i] : -1;
                int inside = row >= 0 && k < length_of(row);
                s->col[at] = inside ? column_of(row, k) : 0;
                s->val[at] = inside ? value_of(row, k) : 0;
            }
    return s;
}

/* One iteration a slice; results stand in the order of slices, and go to their rows afterwards. */
static void sell(const struct sliced *s, float *sorted)
{
    int b, i, k;
#pragma omp parallel for private(i, k) schedule(dynamic, 1) hetero(1)
    for (b = 0; b < SLICES; b++) {
        float sum[SLICE] = {0};
        const int *c = s->col + s->start[b];
        const float *v = s->val + s->start[b];
        for (k = 0; k < s->width[b]; k++)
            for (i = 0; i < SLICE; i++)
                sum[i] += v[k * SLICE + i] * x[c[k * SLICE + i]];
        for (i = 0; i < SLICE && b * SLICE + i < ROWS; i++)
            sorted[b * SLICE + i] = sum[i];
    }
#pragma omp parallel for hetero(1)
    for (i = 0; i < ROWS; i++)
        y[s->row[i]] = sorted[i];
}

/* Diagonals, each an array; where one leaves the matrix there is nothing. */
static void diagonals(int n, int count, const int offset[count], float (*diagonal)[n], const float in[n], float out[n])
{
    int i, d, j;
#pragma omp parallel for private(i, d, j) hetero(1)
    for (i = 0; i < n; i++) {
        float s = 0;
        for (d = 0; d < count; d++) {
            j = i + offset[d];
            if (j >= 0 && j < n)
                s += diagonal[d][i] * in[j];
        }
        out[i] = s;
    }
}

static void report(const char *name)
{
    double sum = 0;
    int i;
    for (i = 0; i < ROWS; i++)
        sum += y[i] * (i % 5);
    printf("%s %.9g\n", name, sum);
}

int main(void)
{
    entry *rest = malloc(ROWS * MOST * sizeof *rest);
    struct sliced *s;
    float sorted[ROWS], (*d)[ROWS] = malloc(5 * sizeof *d);
    const int offset[5] = {-22, -1, 0, 1, 22};
    int i, k, n;
    for (i = 0; i < ROWS; i++)
        x[i] = (float)(i % 23) / 4;
    n = fill(rest);
    ell();
    report("ell");
    rest_of(rest, n);
    report("with the rest");
    s = slices();
    memset(y, 0, sizeof y);
    sell(s, sorted);
    report("sliced");
    for (k = 0; k < 5; k++)
        for (i = 0; i < ROWS; i++)
            d[k][i] = (float)(k == 2 ? 4 : -1) + (float)(i % 4) / 8;
    diagonals(ROWS, 5, offset, d, x, y);
    report("diagonals");
    printf("%d in the list, %d in slices\n", n, s->start[SLICES]);
    free(rest), free(s->col), free(s->val), free(s), free(d);
    return 0;
}
