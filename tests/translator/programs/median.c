/* Noise and medians: a median of nine with a little array that is sorted, windows of any size with a
   histogram that moves along the row, by rows and columns, and what it helps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct picture {
    int rows, cols;
    unsigned char *pixels;
} picture;

static void sort(int *v, int n)
{
    int i, j, t;
    for (i = 1; i < n; i++) {
        t = v[i];
        for (j = i - 1; j >= 0 && v[j] > t; j--)
            v[j + 1] = v[j];
        v[j + 1] = t;
    }
}

static unsigned dice(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}

static picture *blank(int rows, int cols)
{
    picture *p = malloc(sizeof(picture));
    if (!p || !(p->pixels = malloc(rows * cols)))
        exit(EXIT_FAILURE);
    p->rows = rows;
    p->cols = cols;
    return p;
}

/* Salt and pepper on one pixel in eight. */
static int spoil(picture *p, unsigned seed)
{
    int i, n = p->rows * p->cols, spoiled = 0;
    unsigned char *px = p->pixels;
    unsigned d;
#pragma omp parallel for private(d) reduction(+ : spoiled) hetero(1)
    for (i = 0; i < n; i++) {
        d = dice(seed + (unsigned)i);
        if ((d & 7) != 0)
            continue;
        px[i] = d & 8 ? 255 : 0;
        spoiled++;
    }
    return spoiled;
}

static void median_of_nine(const picture *from, picture *to)
{
    int rows = from->rows, cols = from->cols, r, c, dr, dc, n;
    const unsigned char *in = from->pixels;
    unsigned char *out = to->pixels;
#pragma omp parallel for private(r, c, dr, dc, n) hetero(1)
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            int window[9];
            n = 0;
            for (dr = -1; dr <= 1; dr++)
                for (dc = -1; dc <= 1; dc++)
                    if (r + dr >= 0 && r + dr < rows && c + dc >= 0 && c + dc < cols)
                        window[n++] = in[(r + dr) * cols + c + dc];
            sort(window, n);
            out[r * cols + c] = (unsigned char)window[n / 2];
        }
}

/* A histogram of the window goes along the row: a column comes, a column goes. */
static void median_by_histogram(const picture *from, picture *to, int half)
{
    const int rows = from->rows, cols = from->cols;
#pragma omp parallel for schedule(dynamic, 4) hetero(1)
    for (int r = 0; r < rows; r++) {
        short count[256];
        int inside = 0, top = r - half < 0 ? 0 : r - half, bottom = r + half >= rows ? rows - 1 : r + half;
        memset(count, 0, sizeof count);
        for (int c = -half; c < cols; c++) {
            if (c + half < cols)
                for (int k = top; k <= bottom; k++, inside++)
                    count[from->pixels[k * cols + c + half]]++;
            if (c - half - 1 >= 0)
                for (int k = top; k <= bottom; k++, inside--)
                    count[from->pixels[k * cols + c - half - 1]]--;
            if (c < 0)
                continue;
            int seen = 0, v = -1;
            do
                seen += count[++v];
            while (seen <= inside / 2);
            to->pixels[r * cols + c] = (unsigned char)v;
        }
    }
}

static inline int middle(int a, int b, int c)
{
    int lo = a < b ? a : b, hi = a < b ? b : a;
    return c < lo ? lo : c > hi ? hi : c;
}

/* Medians of three along columns, with the border left as it is. */
static void median_down(const picture *from, picture *to)
{
    int c;
#pragma omp parallel for hetero(1)
    for (c = 0; c < from->cols; c++) {
        const unsigned char *p = from->pixels + c;
        unsigned char *q = to->pixels + c;
        int r, step = from->cols;
        q[0] = p[0];
        for (r = 1; r < from->rows - 1; r++)
            q[r * step] = (unsigned char)middle(p[(r - 1) * step], p[r * step], p[(r + 1) * step]);
        q[(from->rows - 1) * step] = p[(from->rows - 1) * step];
    }
}

static double psnr(const picture *a, const picture *b)
{
    long long square = 0;
    int i, n = a->rows * a->cols;
#pragma omp parallel for reduction(+ : square) hetero(1)
    for (i = 0; i < n; i++) {
        int diff = a->pixels[i] - b->pixels[i];
        square += (long long)diff * diff;
    }
    return square ? 10 * log10(255.0 * 255.0 * n / square) : 99;
}

int main(int argc, char **argv)
{
    picture *clean = blank(50, 70), *noisy = blank(50, 70), *out = blank(50, 70), *again = blank(50, 70);
    int n, half = argc > 1 ? atoi(argv[1]) : 2;
    unsigned long sum = 0;
    for (n = 0; n < 50 * 70; n++)
        clean->pixels[n] = noisy->pixels[n] = (unsigned char)(n % 70 * 3 + (n / 700 % 2) * 40);
    printf("%d spoiled", spoil(noisy, 12345));
    printf(", %.5f dB\n", psnr(clean, noisy));
    median_of_nine(noisy, out);
    printf("nine: %.5f dB\n", psnr(clean, out));
    median_down(out, again);
    printf("down: %.5f dB\n", psnr(clean, again));
    median_by_histogram(noisy, again, half);
    printf("histogram: %.5f dB\n", psnr(clean, again));
    for (n = 0; n < 50 * 70; n++)
        sum = sum * 29 + out->pixels[n] + 3u * again->pixels[n];
    printf("%lx\n", sum);
    return 0;
}
