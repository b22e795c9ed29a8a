/* What a transformer does with rows: softmax, normalisation, attention with a mask, embedding, and
   the loss of the right answers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIM 24
#define HEADS 3
#define EACH (DIM / HEADS)

typedef double row[DIM];

typedef struct {
    int length, vocabulary;
    row *table;             /* of words */
    row *q, *k, *v, *out;   /* of places */
    double *score;          /* [head][place][place] */
} model;

static void softmax(double *a, int rows, int cols)
{
    int r, c;
#pragma omp parallel for private(c) hetero(1)
    for (r = 0; r < rows; r++) {
        double *row = a + (size_t)r * cols;
        double top = row[0], sum = 0;
        for (c = 1; c < cols; c++)
            if (row[c] > top) top = row[c];
        for (c = 0; c < cols; c++) {
            row[c] = exp(row[c] - top);
            sum += row[c];
        }
        for (c = 0; c < cols; c++)
            row[c] /= sum;
    }
}

static void center(double a[][DIM], double mean[], int rows)
{
    int r, c;
    double m;
#pragma omp parallel for private(r, c, m) hetero(1)
    for (r = 0; r < rows; r++) {
        m = 0;
        for (c = 0; c < DIM; c++)
            m += a[r][c];
        mean[r] = m / DIM;
        for (c = 0; c < DIM; c++)
            a[r][c] -= mean[r];
    }
}

/* Mean zero, deviation one, then a scale and a shift for each column. */
static void normalise(row *x, int rows, const row scale, const row shift)
{
#pragma omp parallel for schedule(static) hetero(1)
    for (int r = 0; r < rows; r++) {
        double mean = 0, square = 0;
        for (int c = 0; c < DIM; c++)
            mean += x[r][c] / DIM;
        for (int c = 0; c < DIM; c++)
            square += (x[r][c] - mean) * (x[r][c] - mean) / DIM;
        double by = 1 / sqrt(square + 1e-5);
        for (int c = 0; c < DIM; c++)
            x[r][c] = (x[r][c] - mean) * by * scale[c] + shift[c];
    }
}

/* Words to rows, with waves for their places. */
static void embed(const model *m, const int *words, row *x)
{
    int t, c;
#pragma omp parallel for private(t, c) hetero(1)
    for (t = 0; t < m->length; t++) {
        int w = words[t];
        for (c = 0; c < DIM; c++) {
            double angle = t / pow(100, (c / 2 * 2) / (double)DIM);
            x[t][c] = m->table[w][c] + (c % 2 ? cos(angle) : sin(angle));
        }
    }
}

static void multiply(row *x, const double w[DIM][DIM], row *y, int rows)
{
    int i, j, k;
#pragma omp parallel for collapse(2) private(i, j, k) hetero(1)
    for (i = 0; i < rows; i++)
        for (j = 0; j < DIM; j++) {
            double s = 0;
            for (k = 0; k < DIM; k++)
                s += x[i][k] * w[k][j];
            y[i][j] = s;
        }
}

/* Each place looks at those before it and at itself. */
static void attend(model *m)
{
    const int n = m->length;
    const double by = 1 / sqrt((double)EACH);
    double *score = m->score;
    row *q = m->q, *k = m->k, *v = m->v, *out = m->out;
#pragma omp parallel for collapse(2) hetero(1)
    for (int h = 0; h < HEADS; h++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double s = 0;
                if (j > i) {
                    score[(h * n + i) * n + j] = -1e30;
                    continue;
                }
                for (int c = h * EACH; c < (h + 1) * EACH; c++)
                    s += q[i][c] * k[j][c];
                score[(h * n + i) * n + j] = s * by;
            }
    softmax(score, HEADS * n, n);
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        for (int h = 0; h < HEADS; h++)
            for (int c = h * EACH; c < (h + 1) * EACH; c++) {
                double s = 0;
                for (int j = 0; j <= i; j++)
                    s += score[(h * n + i) * n + j] * v[j][c];
                out[i][c] += s;
            }
}

/* -log of what the right word has, and how often it has most. */
static double loss(const model *m, const int *right, int *hits)
{
    double sum = 0;
    int t, w, c, good = 0;
#pragma omp parallel for private(w, c) reduction(+ : sum, good) hetero(1)
    for (t = 0; t < m->length; t++) {
        double top = -1e30, all = 0, own = 0;
        int best = -1;
        for (w = 0; w < m->vocabulary; w++) {
            double s = 0, before = top;
            for (c = 0; c < DIM; c++)
                s += m->out[t][c] * m->table[w][c];
            if (s > top) {
                top = s;
                best = w;
            }
            all = all * exp(before - top) + exp(s - top);
            if (w == right[t])
                own = s;
        }
        sum += log(all) + top - own;
        good += best == right[t];
    }
    *hits = good;
    return sum;
}

int main(void)
{
    model m = {40, 30, NULL, NULL, NULL, NULL, NULL};
    int words[41], i, c, hits;
    double w[3][DIM][DIM], mean[40], sum = 0, l;
    row scale, shift, *x = malloc(m.length * sizeof(row));
    m.table = malloc(m.vocabulary * sizeof(row));
    m.q = malloc(m.length * sizeof(row)), m.k = malloc(m.length * sizeof(row));
    m.v = malloc(m.length * sizeof(row)), m.out = malloc(m.length * sizeof(row));
    m.score = malloc(HEADS * m.length * m.length * sizeof(double));
    for (i = 0; i <= m.length; i++)
        words[i] = i * 7 % 13 + i % 2 * 11;
    for (i = 0; i < m.vocabulary; i++)
        for (c = 0; c < DIM; c++)
            m.table[i][c] = ((i * 7 + c * c * 3) % 41) / 20.0 - 1;
    for (i = 0; i < 3 * DIM * DIM; i++)
        (&w[0][0][0])[i] = ((i * 31 + i / 7) % 29 - 14) / 60.0;
    for (c = 0; c < DIM; c++)
        scale[c] = 1 + c % 3 * 0.1, shift[c] = c % 5 * 0.02;
    embed(&m, words, x);
    memcpy(m.out, x, m.length * sizeof(row));
    normalise(x, m.length, scale, shift);
    multiply(x, w[0], m.q, m.length);
    multiply(x, w[1], m.k, m.length);
    multiply(x, w[2], m.v, m.length);
    attend(&m);
    l = loss(&m, words + 1, &hits);
    printf("loss %.6g, %d of %d\n", l, hits, m.length);
    center(m.out, mean, m.length);
    for (i = 0; i < m.length * DIM; i++)
        sum += m.out[i / DIM][i % DIM] * (i % 17) + mean[i / DIM];
    printf("%.6g\n", sum);
    return 0;
}
