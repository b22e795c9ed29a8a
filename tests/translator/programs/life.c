/* The game of life on a torus, bytes, two worlds in turn by an index. */
#include <stdio.h>
#define ROWS 48
#define COLS 64
static unsigned char world[2][ROWS][COLS];

static int neighbours(unsigned char w[ROWS][COLS], int r, int c)
{
    int up = (r + ROWS - 1) % ROWS, down = (r + 1) % ROWS, left = (c + COLS - 1) % COLS, right = (c + 1) % COLS;
    return w[up][left] + w[up][c] + w[up][right] + w[r][left] + w[r][right] + w[down][left] + w[down][c] + w[down][right];
}

int main(void)
{
    int r, c, n, g, from = 0, to = 1, alive = 0;
    unsigned long sum = 0;
    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++)
            world[0][r][c] = (r * 7 + c * 13 + r * c) % 5 < 2;
    for (g = 0; g < 10; g++) {
#pragma omp parallel for private(r, c, n) hetero(1)
        for (r = 0; r < ROWS; r++)
            for (c = 0; c < COLS; c++) {
                n = neighbours(world[from], r, c);
                world[to][r][c] = n == 3 || (n == 2 && world[from][r][c]);
            }
        from = to;
        to = 1 - to;
    }
    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++) {
            alive += world[from][r][c];
            sum = sum * 3 + world[from][r][c];
        }
    printf("%d %lx\n", alive, sum);
    return 0;
}
