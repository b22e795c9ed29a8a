/* Pitches that are products, computed before the loop: int plane = ny * nz; */

// independent: neighbours in three dimensions
static void neighbours_(int nx, int ny, int nz, double *to, const double *from)
{
    int sy = nz, sx = ny * sy;
    int i, j, k;
#pragma ctsar for hetero(1)
    for (i = 1; i < nx - 1; i++)
        for (j = 1; j < ny - 1; j++)
            for (k = 1; k < nz - 1; k++) {
                int at = i * sx + j * sy + k;
                to[at] = from[at - sx] + from[at + sx] + from[at - sy] + from[at + sy] + from[at - 1] + from[at + 1];
            }
}
LOOP(neighbours)
{
    for (int i = 0; i < M * M * M; i++)
        (&edge[0][0][0])[i] = i % 17;
    neighbours_(M, M, M, &cube[0][0][0], &edge[0][0][0]);
}

// independent: sizes that a struct has, an assignment, a layer that is a column apart
struct box {
    int nx, ny, nz;
    double *u, *v;
};
static void from_a_struct_(const struct box *box)
{
    int nx = box->nx, ny = box->ny, nz = box->nz;
    double *u = box->u, *v = box->v;
    long plane;
    plane = (long)nx * ny;
#pragma ctsar for hetero(1)
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++)
                v[k * plane + j * nx + i] = 2 * u[k * plane + j * nx + i];
}
LOOP(sizes_from_a_struct)
{
    struct box box = {M / 2, M, M / 5, flat, &cube[0][0][0]};
    from_a_struct_(&box);
}

// data: a size has changed since
static void size_changes_(int nx, int ny, int nz, double *x)
{
    int plane = ny * nz;
    ny += 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++)
                x[i * plane + j * nz + k] = x[i * plane + j * nz + k] / 2 + i;
}
LOOP(size_that_has_changed)
{
    size_changes_(6, 5, 4, flat);
}

// data: it changes from round to round
static void rounds_(int nx, int ny, int nz, double *x)
{
    int plane = ny * nz;
    for (int t = 0; t < 2; t++) {
#pragma ctsar for hetero(1)
        for (int i = 0; i < nx; i++)
            for (int j = 0; j < ny; j++)
                for (int k = 0; k < nz; k++)
                    x[i * plane + j * nz + k] = x[i * plane + j * nz + k] / 2 + i;
        ny++;
    }
}
LOOP(size_that_goes_on)
{
    rounds_(6, 5, 4, flat);
}

// data: it is set anew under a condition
static void condition_(int nx, int ny, int nz, double *x)
{
    int plane = ny * nz;
    if (one)
        plane = nz;
#pragma ctsar for hetero(1)
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++)
                x[i * plane + j * nz + k] = x[i * plane + j * nz + k] / 2 + i;
}
LOOP(plane_by_a_condition)
{
    condition_(6, 5, 4, flat);
}

// data: a function sets it, by an address that it has got
static int *kept_address;
static void keep_address(int *at)
{
    kept_address = at;
}
static void grow(void)
{
    *kept_address += 2;
}
static void by_address_(int nx, int ny, int nz, double *x)
{
    keep_address(&ny);
    int plane = ny * nz;
    grow();
#pragma ctsar for hetero(1)
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++)
                x[i * plane + j * nz + k] = x[i * plane + j * nz + k] / 2 + i;
}
LOOP(size_that_a_function_changes)
{
    by_address_(6, 5, 4, flat);
}

// data: another variable of that name
static void hidden_(int nx, int ny, int nz, double *x)
{
    int plane = ny * nz;
    {
        int ny = 7;
#pragma ctsar for hetero(1)
        for (int i = 0; i < nx; i++)
            for (int j = 0; j < ny; j++)
                for (int k = 0; k < nz; k++)
                    x[i * plane + j * nz + k] = x[i * plane + j * nz + k] / 2 + i;
    }
}
LOOP(size_that_is_hidden)
{
    hidden_(6, 5, 4, flat);
}

// data: the product does not fit
static void narrow_(int nx, int ny, int nz, double *x)
{
    unsigned char plane = (unsigned char)(ny * nz);
#pragma ctsar for hetero(1)
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++)
                x[i * plane + j * nz + k] = x[i * plane + j * nz + k] / 2 + i;
}
LOOP(plane_that_is_too_narrow)
{
    narrow_(4, 20, 13, flat);
}

// data: it is reached by a jump
static void jump_(int nx, int ny, int nz, double *x)
{
    int plane, rounds = 0;
again:
    plane = ny * nz;
behind:
    rounds++;
#pragma ctsar for hetero(1)
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++)
                x[i * plane + j * nz + k] = x[i * plane + j * nz + k] / 2 + i;
    if (rounds == 1) {
        ny++;
        goto behind;
    }
    if (rounds == 2)
        goto again;
}
LOOP(plane_and_jumps)
{
    jump_(4, 5, 4, flat);
}

static void persisted(int n, int m, double (*x)[m])
{
#pragma ctsar for hetero(1) persist(x)
    for (int q = 0; q < n * m; q++)
        x[q / m][q % m] += q;
#pragma ctsar depersist(x)
}
// guarded: a persisted matrix that one number goes through, which other loops may have as rows
LOOP(persisted_matrix_by_one_number)
{
    persisted(M, M, aa);
}
