/* The Mandelbrot set, iterations of very different length. */
#include <stdio.h>
#include <stdlib.h>
#define XSIZE 100
#define YSIZE 80
#define LIMIT 200
int main(void)
{
    int *image = (int *)malloc(XSIZE * YSIZE * sizeof(int));
    int x, y, n;
    double cr, ci, zr, zi, t;
    unsigned long sum = 0;
#pragma omp parallel for private(x, y, n, cr, ci, zr, zi, t) schedule(dynamic) hetero(1)
    for (y = 0; y < YSIZE; y++)
        for (x = 0; x < XSIZE; x++) {
            cr = -2.0 + x * 3.0 / XSIZE;
            ci = -1.2 + y * 2.4 / YSIZE;
            zr = zi = 0.0;
            n = 0;
            while (n < LIMIT && zr * zr + zi * zi < 4.0) {
                t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                n++;
            }
            image[y * XSIZE + x] = n;
        }
    for (n = 0; n < XSIZE * YSIZE; n++)
        sum = sum * 7 + image[n];
    printf("%lu\n", sum);
    free(image);
    return 0;
}
