/* A codec for grey pictures: cosine transforms of 8 by 8 blocks, quantisation, zigzag, run lengths
   estimated, and all of it back; quality against size. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define W 64
#define H 48
#define BW (W / 8)
#define BH (H / 8)
#define CLAMP(v) ((v) < 0 ? 0 : (v) > 255 ? 255 : (v))

static unsigned char pixel[H][W], decoded[H][W];
static float basis[8][8];
static short packed[BH * BW][64];
static int size_of[BH * BW];
static unsigned char zigzag[64];
static const unsigned char luminance[64] = {
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

static void init(void)
{
    int i, j, k = 0, d;
    for (i = 0; i < 8; i++)
        for (j = 0; j < 8; j++)
            basis[i][j] = (float)((i ? 0.5 : 0.35355339) * cos((2 * j + 1) * i * 3.14159265 / 16));
    for (d = 0; d < 15; d++)
        for (i = 0; i < 8; i++) {
            int row = d % 2 ? i : 7 - i, column = d - row;
            if (column >= 0 && column < 8)
                zigzag[k++] = (unsigned char)(row * 8 + column);
        }
    for (i = 0; i < H; i++)
        for (j = 0; j < W; j++)
            pixel[i][j] = (unsigned char)CLAMP((int)(120 + 70 * sin(i / 9.0) + 50 * cos(j / 5.0) + (i * j) % 7));
}

static void forward(int by, int bx, float coef[8][8])
{
    int u, v, x, y;
    float tmp[8][8];
    for (v = 0; v < 8; v++)
        for (x = 0; x < 8; x++) {
            float s = 0;
            for (y = 0; y < 8; y++)
                s += basis[v][y] * (pixel[by * 8 + y][bx * 8 + x] - 128);
            tmp[v][x] = s;
        }
    for (v = 0; v < 8; v++)
        for (u = 0; u < 8; u++) {
            float s = 0;
            for (x = 0; x < 8; x++)
                s += basis[u][x] * tmp[v][x];
            coef[v][u] = s;
        }
}

static void inverse(float coef[8][8], int by, int bx)
{
    int u, v, x, y;
    float tmp[8][8];
    for (y = 0; y < 8; y++)
        for (u = 0; u < 8; u++) {
            float s = 0;
            for (v = 0; v < 8; v++)
                s += basis[v][y] * coef[v][u];
            tmp[y][u] = s;
        }
    for (y = 0; y < 8; y++)
        for (x = 0; x < 8; x++) {
            float s = 128.5f;
            for (u = 0; u < 8; u++)
                s += basis[u][x] * tmp[y][u];
            decoded[by * 8 + y][bx * 8 + x] = (unsigned char)CLAMP((int)s);
        }
}

static int quantum(int k, int quality)
{
    int q = (luminance[k] * (quality < 50 ? 5000 / quality : 200 - 2 * quality) + 50) / 100;
    return q < 1 ? 1 : q;
}

static int magnitude(int v)
{
    int bits = 0;
    for (v = abs(v); v; v >>= 1)
        bits++;
    return bits;
}

static void encode(int quality)
{
    int b, k;
#pragma omp parallel for private(b, k) hetero(1)
    for (b = 0; b < BH * BW; b++) {
        float coef[8][8];
        int run = 0, bits = 0;
        forward(b / BW, b % BW, coef);
        for (k = 0; k < 64; k++) {
            int at = zigzag[k], v = (int)lrintf(coef[at / 8][at % 8] / quantum(at, quality) + 0.003f);
            packed[b][k] = (short)v;
            if (v == 0) {
                run++;
                continue;
            }
            bits += 4 + run / 4 + magnitude(v);
            run = 0;
        }
        size_of[b] = bits + 4;
    }
}

static void decode(int quality)
{
    int by, bx, k;
#pragma omp parallel for private(by, bx, k) hetero(1)
    for (by = 0; by < BH; by++)
        for (bx = 0; bx < BW; bx++) {
            float coef[8][8];
            for (k = 0; k < 64; k++)
                coef[zigzag[k] / 8][zigzag[k] % 8] = (float)packed[by * BW + bx][k] * quantum(zigzag[k], quality);
            inverse(coef, by, bx);
        }
}

int main(void)
{
    static const int qualities[] = {10, 50, 75, 95};
    int q, i, j;
    init();
    for (q = 0; q < 4; q++) {
        long error = 0, sum = 0;
        int total = 0, worst = 0;
        encode(qualities[q]);
        decode(qualities[q]);
#pragma omp parallel for private(j) reduction(+ : error) reduction(max : worst) hetero(1)
        for (i = 0; i < H; i++)
            for (j = 0; j < W; j++) {
                int d = abs(pixel[i][j] - decoded[i][j]);
                error += d * d;
                worst = d > worst ? d : worst;
            }
#pragma omp parallel for reduction(+ : total) hetero(1)
        for (i = 0; i < BH * BW; i++)
            total += size_of[i];
        for (i = 0; i < BH * BW; i++)
            for (j = 0; j < 64; j++)
                sum += packed[i][j] * (j % 7 + 1);
        printf("quality %d: %d bits, about %.1f dB, worst within 3 of %d, %ld\n", qualities[q], total,
               10 * log10(65025.0 * W * H / (error + 1)), worst / 3 * 3, sum);
    }
    return 0;
}
