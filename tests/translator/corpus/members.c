// Pointers, numbers and arrays that are found by following other pointers, and stay the same: grids, levels, pairs of buffers.

struct grid {
    int nx, ny;
    double h;
    double *u, *v;
    double **rows;
    double w[N], m[M][M];
    struct {
        double *left;
        int skip;
    } side;
    struct grid *finer;
};

static struct grid coarse, fine, levels[4];
static double *pair[2], *of_rows[M];

/* Two grids of M times M elements. */
static struct grid *grids(void)
{
    for (int j = 0; j < M; j++)
        of_rows[j] = &aa[j][0];
    for (int k = 0; k < N; k++)
        coarse.w[k] = a[k] + k % 3;
    memcpy(coarse.m, bb, sizeof coarse.m);
    coarse.nx = coarse.ny = fine.nx = fine.ny = M;
    coarse.h = fine.h = 2;
    coarse.u = a, coarse.v = b, coarse.rows = of_rows, coarse.side.left = c, coarse.side.skip = 3, coarse.finer = &fine;
    fine.u = d, fine.v = e, fine.finer = NULL;
    for (int l = 0; l < 4; l++) {
        levels[l] = coarse;
        levels[l].nx = N >> l;
        levels[l].u = flat + 2 * N - 2 * (N >> l);
        levels[l].v = levels[l].u;
    }
    pair[0] = a, pair[1] = b;
    return &coarse;
}

// independent: pointers and a number of a struct
LOOP(vectors_of_a_grid)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < g->nx; i++)
        g->v[i] = g->u[i] * g->h;
}

// independent: a flat matrix whose pitch is a member as well
LOOP(stencil_of_a_grid)
{
    struct grid *g = grids();
    g->nx = 12;
#pragma ctsar for hetero(1)
    for (int j = 1; j < g->ny - 1; j++)
        for (int i = 1; i < g->nx - 1; i++)
            g->v[j * g->nx + i] =
                g->u[j * g->nx + i] + g->h * (g->u[(j - 1) * g->nx + i] + g->u[(j + 1) * g->nx + i] - g->u[j * g->nx + i - 1]);
}

// independent: rows that are found by a member
LOOP(rows_of_a_grid)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++)
            g->rows[j][i] = g->rows[j][i] * 2 + g->h;
}

// guarded: rows that do not lie equally far apart, by a member, and twice there
LOOP(rows_of_a_grid_that_are_one_row)
{
    struct grid *g = grids();
    of_rows[3] = of_rows[5];
#pragma ctsar for hetero(1)
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++)
            g->rows[j][i] = g->rows[j][i] * 2 + g->h;
}

// independent: an array inside the struct
LOOP(array_inside_a_grid)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        g->w[i] = g->w[i] * g->h + g->u[i];
    memcpy(c, g->w, sizeof g->w);
}

// independent: a matrix inside the struct
LOOP(matrix_inside_a_grid)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int j = 0; j < M; j++)
        for (int i = 0; i < M; i++)
            g->m[j][i] += g->m[j][i] * g->h + i;
    memcpy(cc, g->m, sizeof g->m);
}

// independent: a row of a matrix inside the struct is made of the one before
LOOP(row_inside_a_grid_from_the_one_before)
{
    struct grid *g = grids();
    int k = five;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        g->m[k][i] = g->m[k - 1][i] * g->h + i;
    memcpy(cc, g->m, sizeof g->m);
}

// dependent: along a row of the matrix inside the struct
LOOP(along_a_row_inside_a_grid)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        g->m[2][i] = g->m[2][i - 1] + i;
    memcpy(cc, g->m, sizeof g->m);
}

// independent: the struct is a variable
LOOP(grid_that_is_a_variable)
{
    struct grid g = *grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < g.nx; i++)
        g.v[i] = g.u[i] * g.h + g.w[i];
}

// independent: an array of the variable is written, while a pointer of it is read
LOOP(array_and_pointer_of_a_variable)
{
    struct grid g = *grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        g.w[i] = g.u[i] + 1;
    memcpy(c, g.w, sizeof g.w);
}

// independent: a struct of the file
LOOP(grid_of_the_file)
{
    grids();
#pragma omp parallel for hetero(1)
    for (int i = 0; i < coarse.nx; i++)
        coarse.v[i] = coarse.u[i] * coarse.h;
}

// independent: structs in structs, and behind pointers in structs
LOOP(grids_of_grids)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < g->finer->nx; i++)
        g->finer->v[i] = g->side.left[i] + g->finer->u[i] * (*g).side.skip;
}

// independent: two buffers take turns
LOOP(pair_of_buffers)
{
    grids();
    for (int t = 0; t < 3; t++) {
#pragma ctsar for hetero(1)
        for (int i = 1; i < N - 1; i++)
            pair[(t + 1) % 2][i] = pair[t % 2][i - 1] + pair[t % 2][i + 1];
    }
}

// guarded: two buffers that are one
LOOP(pair_of_one_buffer)
{
    grids();
    pair[1] = pair[0];
#pragma ctsar for hetero(1)
    for (int i = 1; i < N - 1; i++)
        pair[one][i] = pair[none][i - 1] + pair[none][i + 1];
}

// independent: from one level to the next
LOOP(one_level_from_the_next)
{
    grids();
    int l = one;
#pragma ctsar for hetero(1)
    for (int i = 0; i < levels[l].nx; i++)
        levels[l].v[i] = levels[l - 1].u[2 * i] + levels[l].h;
}

// independent: a sum
LOOP(product_of_a_grid)
{
    struct grid *g = grids();
    double s = 0;
#pragma ctsar for hetero(1) reduction(+:s)
    for (int i = 0; i < g->nx; i++)
        s += g->u[i] * g->v[i];
    result[0] = s;
}

// independent: a pointer of the iteration's own leads there
LOOP(row_pointer_into_a_grid)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int j = 0; j < 10; j++) {
        double *to = g->v + j * 12;
        const double *from = &g->u[j * 12];
        for (int i = 0; i < 12; i++)
            to[i] = from[i] * g->h;
    }
}

// independent: no iteration, and no grid
LOOP(no_grid)
{
    struct grid *g = none ? grids() : NULL;
#pragma ctsar for hetero(1)
    for (int i = 0; i < none; i++)
        g->v[i] = g->u[i] * g->h;
}

// guarded: no grid, which a condition says
LOOP(no_grid_by_a_condition)
{
    struct grid *g = none ? grids() : NULL;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (none)
            g->v[i] = g->u[i] * g->h;
}

// independent: a grid is followed only where there is one
LOOP(finer_grid_that_is_not_there)
{
    struct grid *g = &fine;
    grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < g->nx; i++) {
        g->v[i] = g->h;
        if (g->finer != NULL)
            g->v[i] += g->finer->u[i];
    }
}

// unknown: what says that there is no grid is no NULL
LOOP(finer_grid_until_a_sentinel)
{
    struct grid *g = &fine;
    grids();
    g->finer = (struct grid *)-1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < g->nx; i++) {
        g->v[i] = g->h;
        if (g->finer != (struct grid *)-1)
            g->v[i] += g->finer->u[i];
    }
}

// independent: an inner loop follows what leads nowhere, and has no iteration
LOOP(finer_grid_that_no_inner_loop_reaches)
{
    struct grid *g = &fine;
    int m = none;
    grids();
    g->finer = (struct grid *)-1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < g->nx; i++) {
        g->v[i] = g->h;
        for (int j = 0; j < m; j++)
            g->v[i] += g->finer->u[j];
    }
}

// independent: an inner loop follows what another one asks for
LOOP(grid_of_an_inner_loop)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < g->ny; j++)
            for (int k = 0; k < g->finer->ny; k++)
                e[i] += g->finer->u[k];
}

// guarded: a vector of the struct lies in the struct's array, shifted
LOOP(vector_inside_of_its_grid)
{
    struct grid *g = grids();
    g->v = g->w + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        g->v[i] = g->w[i] + 1;
    memcpy(c, g->w, sizeof g->w);
}

// guarded: the number lies in the array that is written
LOOP(number_in_the_array)
{
    struct grid *g = (struct grid *)(void *)flat;
    g->h = 3;
    g->u = a;
    g->v = (double *)(void *)g - 4;
    g->v = flat;
    double *v = g->v;
    int lo = (int)(&g->h - v);
#pragma ctsar for hetero(1)
    for (int i = lo; i < lo + 1; i++)
        v[i] = g->u[i] * g->h;
    result[0] = g->h;
    memset(flat, 0, sizeof flat);
}

// guarded: the number is an element of what is written, half way
LOOP(number_that_changes_half_way)
{
    struct grid *g = grids();
    double *h = &g->h - 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 1; i++)
        h[i] = g->u[i] + g->h + 1;
    result[0] = g->h;
}

// guarded: the pitch is an element of what is written
LOOP(pitch_that_changes_half_way)
{
    struct grid *g = grids();
    int *n = &g->nx;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 2; i++)
        n[i] = i + g->nx + (int)g->u[i];
    result[0] = g->nx, result[1] = g->ny;
}

// unknown: which buffer is written changes as it runs
LOOP(buffers_by_turns)
{
    grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pair[i % 2][i] = 1 + i;
}

// unknown: the struct's pointer is moved by the loop
LOOP(pointer_that_the_loop_moves)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < 50; i++) {
        g->u = a + 100;
        g->v[i] = g->u[i];
    }
}

// unknown: a function of the file changes it
static void turn(struct grid *g)
{
    double *t = g->u;
    g->u = g->v;
    g->v = t;
}
LOOP(pointers_that_a_function_changes)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < 51; i++) {
        turn(g);
        g->v[i] = i;
    }
}

// unknown: the grid changes from iteration to iteration
LOOP(list_of_grids)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < 2; i++) {
        g->v[i] = g->u[i] + 1;
        g = g->finer;
    }
}

// independent: size and enumerator of members are not read
LOOP(size_of_a_member)
{
    struct grid *g = grids();
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        g->w[i] = (double)(sizeof g->w + sizeof g->u[0] + sizeof(*g->rows)) + g->h;
    memcpy(c, g->w, sizeof g->w);
}

// dependent: along a list
LOOP(along_a_list)
{
    grids();
    levels[0].finer = &levels[1], levels[1].finer = &levels[2], levels[2].finer = &levels[3], levels[3].finer = levels;
    struct grid *g = levels;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = g->nx;
        g = g->finer;
    }
}

// dependent: each iteration chooses the vector of the next
LOOP(vector_for_the_next)
{
    grids();
    double *p = d;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        wide[i] = (long)p[i];
        p = levels[i % 4].u;
    }
}

// independent: a pointer from outside, which each iteration sets
LOOP(pointer_that_each_iteration_sets)
{
    grids();
    struct grid *g;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        g = levels[i % 4].finer;
        wide[i] = g->nx + g->ny;
    }
}

static int at_grid(const struct grid *g, int i, int j)
{
    return j * g->nx + i;
}

// independent: elements of a grid by a function that is given the grid
LOOP(elements_by_a_function_of_the_grid)
{
    struct grid *g = grids();
    g->nx = g->ny = 15;
#pragma ctsar for hetero(1)
    for (int j = 1; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++)
            g->v[at_grid(g, i, j)] = g->u[at_grid(g, i, j - 1)] * g->h;
}

// dependent: elements of a grid by a function, from the row above
LOOP(rows_by_a_function_of_the_grid)
{
    struct grid *g = grids();
    g->nx = g->ny = 15;
#pragma ctsar for hetero(1)
    for (int j = 1; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++)
            g->v[at_grid(g, i, j)] = g->v[at_grid(g, i, j - 1)] * g->h;
}

// independent: a subscript without a sign chooses the buffer
LOOP(buffer_by_a_subscript_without_a_sign)
{
    double *all[5] = {c, a, b, d, e}, **from = all + 1;
    int t = none;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        from[2][i] = from[(t - 1u) % 2][i] * 2 + i;
}

// unknown: a variable that chooses the buffer is written by a pointer
LOOP(buffer_by_a_variable_that_changes)
{
    grids();
    int k = none, *at = &(k);
#pragma ctsar for hetero(1)
    for (int i = 0; i < 1; i++) {
        at[i] = 1;
        c[i] = pair[k][i + 3];
    }
}

// guarded: the vector of a struct is found by a restrict pointer
static void shifted_by_a_member(double *restrict p)
{
    struct series s;
    s.to = p + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s.to[i] = p[i] + 1;
}
LOOP(vector_found_by_a_restrict_pointer)
{
    shifted_by_a_member(a);
}

typedef double real;
struct reals {
    real h, *from, *to;
};
// independent: the name of a member's type means something else at the loop
LOOP(members_of_a_type_that_is_hidden)
{
    struct reals r = {2.5, a, b}, *g = &r;
    typedef char real;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        g->to[i] = g->from[i] * g->h;
    result[0] = sizeof(real);
}

static struct shape_of_all {
    int columns;
} *hidden;
static int at_hidden(int i, int j)
{
    return i * hidden->columns + j;
}
static void by_a_hidden_name(struct shape_of_all *hidden)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < hidden->columns; j++)
            flat[at_hidden(i, j)] = flat[at_hidden(i, j)] + dense[at_hidden(i, j)] + hidden->columns;
}
// data: a function has another variable of the name of one of the loop's function
LOOP(function_of_another_shape)
{
    struct shape_of_all narrow = {M / 2}, whole = {M};
    hidden = &narrow;
    by_a_hidden_name(&whole);
}

// guarded: a pointer that nobody may follow
LOOP(pointer_that_is_not_followed)
{
    struct grid *g = (struct grid *)(size_t)-1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        c[i] = i;
        if (none)
            c[i] += g->u[i] * g->h;
    }
}

static void advance(struct grid **g)
{
    *g = (*g)->finer;
}
// dependent: a function hands the pointer on
LOOP(pointer_that_a_function_moves)
{
    grids();
    levels[0].finer = &levels[1], levels[1].finer = &levels[2], levels[2].finer = &levels[3], levels[3].finer = levels;
    struct grid *g = levels;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = g->nx;
        advance(&g);
    }
}

static struct packed {
    unsigned low : 4, high : 12, rest : 16;
} bits[N + 1];

// dependent: two iterations write to one word
LOOP(bits_of_a_neighbour)
{
    memset(bits, 0, sizeof bits);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        bits[i].low = i;
        bits[i + 1].high = i;
    }
    for (int i = 0; i < N; i++)
        counts[i] = bits[i].low + bits[i].high;
}

// independent: bits of its own
LOOP(bits_of_its_own)
{
    memset(bits, 0, sizeof bits);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        bits[i].low = i;
        bits[i].high += flag[i] + bits[i].low;
    }
    for (int i = 0; i < N; i++)
        counts[i] = bits[i].low + bits[i].high;
}

// independent: rows of a struct's table of pointers, by a variable that is declared before the loop
LOOP(rows_by_a_variable_from_before)
{
    struct grid *g = grids();
    double sum = 0;
    int i, j;
#pragma ctsar for hetero(1) reduction(+ : sum)
    for (i = 0; i < g->ny; i++)
        for (j = 0; j < g->nx; j++)
            sum += g->rows[i][j];
    result[0] = sum;
}

// independent: pointers and numbers in an array of structs, by a variable that is declared before the loop
LOOP(levels_by_a_variable_from_before)
{
    grids();
    double sum = 0;
    unsigned l;
    int i;
#pragma ctsar for hetero(1) reduction(+ : sum)
    for (l = 0; l < 4; l++)
        for (i = 0; i < levels[l].nx; i++)
            sum += levels[l].u[i] * levels[l].h;
    result[0] = sum;
}
