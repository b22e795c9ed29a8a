/* The game of life and its relatives on a torus: bytes, two worlds in turn by an index; rules are
   sets of bits; a census after each generation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 48
#define COLS 64
#define GENERATIONS 10

typedef unsigned char cell;

typedef struct {
    const char *name;
    unsigned birth, survive;
} rule;

typedef struct {
    int alive, born, died, oldest;
    int top, bottom, left, right;
} census;

static cell world[2][ROWS][COLS];
static int age[ROWS][COLS];
static int alive_in_row[ROWS];

static const rule rules[] = {
    {"life", 1u << 3, 1u << 2 | 1u << 3},
    {"highlife", 1u << 3 | 1u << 6, 1u << 2 | 1u << 3},
    {"day and night", 1u << 3 | 1u << 6 | 1u << 7 | 1u << 8, 1u << 3 | 1u << 4 | 1u << 6 | 1u << 7 | 1u << 8},
};

static int neighbours(cell w[ROWS][COLS], int r, int c)
{
    int up = (r + ROWS - 1) % ROWS, down = (r + 1) % ROWS, left = (c + COLS - 1) % COLS, right = (c + 1) % COLS;
    return w[up][left] + w[up][c] + w[up][right] + w[r][left] + w[r][right] + w[down][left] + w[down][c] + w[down][right];
}

/* A pattern as it is written on the web: "bo$2bo$3o!". */
static void place(cell w[ROWS][COLS], int row, int col, const char *p)
{
    int r = row, c = col, n = 0;
    for (; *p && *p != '!'; p++) {
        int times = n ? n : 1;
        if (*p >= '0' && *p <= '9') {
            n = n * 10 + (*p - '0');
            continue;
        }
        n = 0;
        switch (*p) {
        case 'b':
            c += times;
            break;
        case 'o':
            while (times--)
                w[r % ROWS][c++ % COLS] = 1;
            break;
        case '$':
            r += times;
            c = col;
            break;
        }
    }
}

static void start(void)
{
    int r, c;
    memset(world, 0, sizeof world);
    memset(age, 0, sizeof age);
    for (r = 0; r < ROWS / 2; r++)
        for (c = 0; c < COLS; c++)
            world[0][r][c] = (r * 7 + c * 13 + r * c) % 5 < 2;
    place(world[0], 30, 5, "bo$2bo$3o!");
    place(world[0], 38, 40, "24bo$22bobo$12b2o6b2o!");
}

static census generation(int from, const rule *by)
{
    int r, c, n, to = 1 - from, born = 0, died = 0;
    census now = {0, 0, 0, 0, ROWS, -1, COLS, -1};
    const unsigned birth = by->birth, survive = by->survive;
#pragma omp parallel for private(r, c, n) reduction(+ : born, died) hetero(1)
    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++) {
            cell was = world[from][r][c], is;
            n = neighbours(world[from], r, c);
            is = (cell)(((was ? survive : birth) >> n) & 1);
            world[to][r][c] = is;
            age[r][c] = is ? age[r][c] + 1 : 0;
            born += is && !was;
            died += was && !is;
        }
    now.born = born;
    now.died = died;
    return now;
}

static void count(int of, census *now)
{
    int alive = 0, oldest = 0, top = ROWS, bottom = -1, left = COLS, right = -1;
#pragma omp parallel for reduction(+ : alive) reduction(max : oldest, bottom, right) \
    reduction(min : top, left) schedule(static) hetero(1)
    for (int r = 0; r < ROWS; r++) {
        int here = 0;
        for (int c = 0; c < COLS; c++) {
            if (!world[of][r][c])
                continue;
            here++;
            if (age[r][c] > oldest) oldest = age[r][c];
            if (c < left) left = c;
            if (c > right) right = c;
        }
        if (here) {
            if (r < top) top = r;
            if (r > bottom) bottom = r;
        }
        alive_in_row[r] = here;
        alive += here;
    }
    now->alive = alive, now->oldest = oldest;
    now->top = top, now->bottom = bottom, now->left = left, now->right = right;
}

static unsigned long hash(cell w[ROWS][COLS])
{
    unsigned long sum = 0;
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLS; c++)
            sum = sum * 3 + w[r][c];
        sum ^= (unsigned long)alive_in_row[r] << r % 40;
    }
    return sum;
}

int main(int argc, char **argv)
{
    size_t k;
    int g, generations = argc > 1 ? atoi(argv[1]) : GENERATIONS;
    for (k = 0; k < sizeof rules / sizeof *rules; k++) {
        int from = 0;
        census last = {0};
        start();
        for (g = 0; g < generations; g++) {
            last = generation(from, &rules[k]);
            from = 1 - from;
        }
        count(from, &last);
        printf("%s: %d alive, +%d -%d, oldest %d, within %d..%d x %d..%d, %lx\n", rules[k].name, last.alive, last.born,
               last.died, last.oldest, last.top, last.bottom, last.left, last.right, hash(world[from]));
    }
    return 0;
}
