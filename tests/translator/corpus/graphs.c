// Graphs and grids by lists: pull, push, sparse formats, lattices that stream.

// independent: each vertex asks those before it
static void pulled(int n, const int *row, const int *col, const double *rank, const int *degree, double *next)
{
#pragma ctsar for hetero(1)
    for (int v_ = 0; v_ < n; v_++) {
        double s = 0;
        for (int e_ = row[v_]; e_ < row[v_ + 1]; e_++) {
            int w = col[e_];
            s += rank[w] / degree[w];
        }
        next[v_] = 0.5 + s;
    }
}
LOOP(rank_pull)
{
    for (int i = 0; i < N; i++)
        counts[i] = 1 << i % 4;
    pulled(100, ordered, ip, b, counts, a);
}

// guarded: ... and changes it
static void pulled_again(int n, const int *row, const int *col, const double *rank, const int *degree, double *next)
{
#pragma ctsar for hetero(1)
    for (int v_ = 0; v_ < n; v_++) {
        double s = 0;
        for (int e_ = row[v_]; e_ < row[v_ + 1]; e_++) {
            int w = col[e_];
            s += rank[w] / degree[w];
        }
        next[v_] = 0.5 + s;
    }
}
LOOP(rank_pull_in_place)
{
    for (int i = 0; i < N; i++)
        counts[i] = 1 << i % 4;
    pulled_again(100, ordered, ip, a, counts, a);
}

// unknown: each vertex that is not reached asks all before it, and what changes decides whether they are there
static void level_of(int n, int level, const int *row, const int *col, const int *dist, int *next)
{
#pragma ctsar for hetero(1)
    for (int v_ = 0; v_ < n; v_++) {
        int found = dist[v_];
        for (int e_ = row[v_]; e_ < row[v_ + 1]; e_++)
            if (found < 0 && dist[col[e_]] == level)
                found = level + 1;
        next[v_] = found;
    }
}
LOOP(bfs_pull_all)
{
    level_of(100, one, ordered, ip, flag, counts);
}

// data: ... and tells the others at once
static void level_of_again(int n, int level, const int *row, const int *col, const int *dist, int *next)
{
#pragma ctsar for hetero(1)
    for (int v_ = 0; v_ < n; v_++) {
        int found = dist[v_];
        for (int e_ = row[v_]; e_ < row[v_ + 1]; e_++)
            if (found < 0 && dist[col[e_]] == level)
                found = level + 1;
        next[v_] = found;
    }
}
LOOP(bfs_pull_in_place)
{
    level_of_again(100, one, ordered, ip, flag, flag);
}

// unknown: ... until one is found
static void level_until(int n, int level, const int *row, const int *col, const int *dist, int *next)
{
#pragma ctsar for hetero(1)
    for (int v_ = 0; v_ < n; v_++) {
        next[v_] = dist[v_];
        if (dist[v_] < 0)
            for (int e_ = row[v_]; e_ < row[v_ + 1]; e_++)
                if (dist[col[e_]] == level) {
                    next[v_] = level + 1;
                    break;
                }
    }
}
LOOP(bfs_pull)
{
    level_until(100, one, ordered, ip, flag, counts);
}

// data: the smallest label of all neighbours, in place
static void labels(int n, const int *row, const int *col, int *label)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            if (label[col[k]] < label[i])
                label[i] = label[col[k]];
}
LOOP(labels_in_place)
{
    labels(100, ordered, ip, counts);
}

// independent: each edge has a place of its own
static void pushed(int n, const int *place, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[place[i]] += 2 * from[i];
}
LOOP(push_to_own_places)
{
    pushed(N, ip, b, a);
}

// guarded: ... which some share
static void pushed_again(int n, const int *place, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[place[i]] += 2 * from[i];
}
LOOP(push_to_shared_places)
{
    pushed_again(N, iq, b, a);
}

// independent: a matrix of coordinates, each row once
static void coo(int n, const int *row, const int *col, const double *val, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < n; k++)
        y[row[k]] += val[k] * x[col[k]];
}
LOOP(coo_of_single_rows)
{
    coo(N, ip, iq, b, c, a);
}

// guarded: ... with rows that come again
static void coo_again(int n, const int *row, const int *col, const double *val, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < n; k++)
        y[row[k]] += val[k] * x[col[k]];
}
LOOP(coo_of_rows_that_come_again)
{
    coo_again(N, iq, ip, b, c, a);
}

// guarded: ... in place
static void coo_in_place(int n, const int *row, const int *col, const double *val, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < n; k++)
        y[row[k]] += val[k] * x[col[k]];
}
LOOP(coo_onto_itself)
{
    coo_in_place(N, ip, iq, b, a, a);
}

// independent: a permutation is inverted
static void inverted(int n, const int *p, int *inverse)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        inverse[p[i]] = i;
}
LOOP(permutation_is_inverted)
{
    inverted(N, ip, counts);
}

// guarded: ... in its own array
static void inverted_in_place(int n, const int *p, int *inverse)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        inverse[p[i]] = i;
}
LOOP(permutation_is_inverted_in_place)
{
    inverted_in_place(N, ip, ip);
}

// independent: rows and columns of a matrix by one permutation
static void reordered(int n, const int *p, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[i * n + j] = from[p[i] * n + p[j]];
}
LOOP(matrix_is_reordered)
{
    reordered(M, ordered, flat, dense);
}

// independent: an element goes to the row that its number says
static void to_rows(int n, int m, const int *p, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[p[i] * m + j] = from[i * m + j];
}
LOOP(rows_go_to_places)
{
    to_rows(M, M, ordered, dense, flat);
}

// guarded: ... to which others go
static void to_rows_again(int n, int m, const int *p, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[p[i] * m + j] = from[i * m + j];
}
LOOP(rows_go_to_shared_places)
{
    to_rows_again(M, M, iq, dense, flat);
}

// independent: a lattice streams by a table of neighbours
static void streamed(int n, int q, const int *next, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < q; k++)
            to[next[i * q + k]] = from[i * q + k];
}
LOOP(lbm_push)
{
    streamed(40, five, ip, b, a);
}

// guarded: ... of which two are the same
static void streamed_again(int n, int q, const int *next, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < q; k++)
            to[next[i * q + k]] = from[i * q + k];
}
LOOP(lbm_push_to_shared_places)
{
    streamed_again(40, five, iq, b, a);
}

// independent: a lattice streams by directions
static void streamed_by_plane(int n, int q, const int *next, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < q; k++)
            to[k * n + i] = from[next[k * n + i]];
}
LOOP(lbm_pull)
{
    streamed_by_plane(40, five, ip, b, a);
}

// guarded: ... in place
static void streamed_by_plane_again(int n, int q, const int *next, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < q; k++)
            to[k * n + i] = from[next[k * n + i]];
}
LOOP(lbm_pull_in_place)
{
    streamed_by_plane_again(40, five, ip, a, a);
}

// independent: a periodic grid
static void periodic(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + j] = from[(i + n - 1) % n * m + j] + from[i * m + (j + 1) % m];
}
LOOP(periodic_neighbours)
{
    periodic(M, M, flat, dense);
}

// guarded: ... in place
static void periodic_again(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i * m + j] = from[(i + n - 1) % n * m + j] + from[i * m + (j + 1) % m];
}
LOOP(periodic_neighbours_in_place)
{
    periodic_again(M, M, flat, flat);
}

// independent: red points by a list
static void relaxed(int n, const int *list, const double *old, double *new_)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < n; k++) {
        int i = list[k];
        new_[i] = (old[i - 1] + old[i + 1]) / 2;
    }
}
LOOP(points_of_a_list)
{
    for (int i = 0; i < N; i++)
        ordered[i]++;
    relaxed(100, ordered, b, a);
}

// guarded: ... in place, where two of them are neighbours
static void relaxed_again(int n, const int *list, const double *old, double *new_)
{
#pragma ctsar for hetero(1)
    for (int k = 0; k < n; k++) {
        int i = list[k];
        new_[i] = (old[i - 1] + old[i + 1]) / 2;
    }
}
LOOP(points_of_a_list_in_place)
{
    for (int i = 0; i < N; i++)
        ip[i] = i + 1;
    relaxed_again(100, ip, a, a);
}

// dependent: each vertex asks the one before it
LOOP(chain_by_vertices)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] * 0.5 + b[iq[i]];
}
