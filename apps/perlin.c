/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Perlin noise: octaves of gradient noise, each added to the image by a pass of its own, as a
 * sequence of image filters is.  The image stays on the units in between. */
#include "../polybench/common.h"

#include <math.h>

/* The dot product of a corner's gradient, one of eight, and the way from there. */
static DATA_TYPE gradient(int hash, DATA_TYPE x, DATA_TYPE y)
{
    DATA_TYPE u = (hash & 4) ? y : x, v = (hash & 4) ? x : y;
    return ((hash & 1) ? -u : u) + ((hash & 2) ? -2 * v : 2 * v);
}

static DATA_TYPE fade(DATA_TYPE t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

static void perlin(long rows, long cols, long octaves, const int *perm, DATA_TYPE *image)
{
    for (long octave = 0; octave < octaves; ++octave) {
        const DATA_TYPE scale = (DATA_TYPE)(1L << octave) / 64,
                        weight = 1 / (DATA_TYPE)(1L << octave);
#pragma ctsar for hetero(1) copyin(perm[0:512]) part_copy(image[1:rows][0:cols]) \
    persist(image, perm)
        for (long i = 0; i < rows; ++i)
            for (long j = 0; j < cols; ++j) {
                DATA_TYPE y = scale * i, x = scale * j;
                int row = (int)y, col = (int)x;
                DATA_TYPE fy = y - row, fx = x - col, ty = fade(fy), tx = fade(fx);
                int above = perm[row & 255] + (col & 255),
                    below = perm[(row & 255) + 1] + (col & 255);
                DATA_TYPE a = gradient(perm[above & 511], fx, fy);
                DATA_TYPE b = gradient(perm[(above + 1) & 511], fx - 1, fy);
                DATA_TYPE c = gradient(perm[below & 511], fx, fy - 1);
                DATA_TYPE d = gradient(perm[(below + 1) & 511], fx - 1, fy - 1);
                DATA_TYPE top = a + tx * (b - a), bottom = c + tx * (d - c);
                image[i * cols + j] += weight * (top + ty * (bottom - top));
            }
    }
#pragma ctsar depersist(image, perm)
}

static double corner(const double *perm, int row, int col, double fx, double fy, int down,
                     int right)
{
    int at = (int)perm[(row & 255) + down] + (col & 255) + right;
    int hash = (int)perm[at & 511];
    double x = fx - right, y = fy - down, u = (hash & 4) ? y : x, v = (hash & 4) ? x : y;

    return ((hash & 1) ? -u : u) + ((hash & 2) ? -2 * v : 2 * v);
}

static double smooth(double t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

static void perlin_serial(long rows, long cols, long octaves, const double *perm, double *image)
{
    for (long octave = 0; octave < octaves; ++octave)
        for (long i = 0; i < rows; ++i)
            for (long j = 0; j < cols; ++j) {
                double y = ldexp((double)i, (int)octave - 6), x = ldexp((double)j, (int)octave - 6);
                int row = (int)y, col = (int)x;
                double fy = y - row, fx = x - col, noise[2];
                for (int down = 0; down < 2; ++down) {
                    double left = corner(perm, row, col, fx, fy, down, 0);
                    double right = corner(perm, row, col, fx, fy, down, 1);
                    noise[down] = left + smooth(fx) * (right - left);
                }
                image[i * cols + j] +=
                    ldexp(noise[0] + smooth(fy) * (noise[1] - noise[0]), -(int)octave);
            }
}

static long rows, cols, octaves;
static int *perm;
static DATA_TYPE *image;

static void setup(long *dims, const char *data)
{
    (void)data;
    rows = dims[0], cols = dims[1], octaves = dims[2];
    perm = suite_array(int, "perm", 1, 512, SUITE_INPUT);
    image = suite_array(DATA_TYPE, "image", rows, cols, SUITE_INOUT | SUITE_RESULT);
    for (int i = 0; i < 256; ++i)
        perm[i] = i;
    for (int i = 255; i > 0; --i) {
        int k = (int)(suite_hash((uint32_t)i) * (i + 1)), swap = perm[i];
        perm[i] = perm[k];
        perm[k] = swap;
    }
    for (int i = 0; i < 256; ++i)
        perm[256 + i] = perm[i];
    for (long k = 0; k < rows * cols; ++k)
        image[k] = 0.5;
}

static void kernel(void)
{
    perlin(rows, cols, octaves, perm, image);
}

static void serial(void)
{
    perlin_serial(rows, cols, octaves, suite_serial(perm), suite_serial(image));
}

int main(int argc, char **argv)
{
    static const suite_code code = {
        .name = "perlin",
        .about = "octaves of noise, added to an image of rows x cols",
        .type = SUITE_TYPE_NAME,
        .dims = {"rows", "cols", "octaves"},
        .sizes = {{256, 256, 6}, {512, 512, 6}, {1024, 1024, 6}, {2048, 2048, 6}, {4096, 4096, 6}},
        .setup = setup,
        .kernel = kernel,
        .serial = serial};
    return suite_main(argc, argv, &code);
}
