// Sizes that are members of structs.
struct matrix { int rows, cols; double *data; };
struct imatrix { int rows, cols; int *data; };

// data: the pitch lies in the output
static void pitch_in_output(const struct imatrix *m, int *x, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m->cols; j++)
            x[i * m->cols + j] = i + j + 3;
}
LOOP(the_pitch_lies_in_the_output)
{
    struct imatrix *m = (struct imatrix *)(void *)&counts[20];
    m->rows = 4;
    m->cols = 3;
    pitch_in_output(m, counts, 12);
}

// independent: the pitch lies elsewhere
LOOP(the_pitch_lies_elsewhere)
{
    struct imatrix m = {M, 10, counts};
    pitch_in_output(&m, counts, 12);
}

// data: an offset that lies in the output
struct off { int by; double *data; };
static void offset_in_output(const struct off *o, int *x, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i + o->by] = i + 3;
}
LOOP(the_offset_lies_in_the_output)
{
    struct off *o = (struct off *)(void *)&counts[20];
    o->by = 5;
    offset_in_output(o, counts, 40);
}

// data: the pitch is smaller than a row
static void overlapping(const struct matrix *m, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < n; j++)
            m->data[i * m->cols + j] = m->data[i * m->cols + j] * 2 + i;
}
LOOP(rows_overlap_in_a_struct)
{
    struct matrix m = {M - 1, M - 2, flat};
    overlapping(&m, M);
}

// dependent: the pitch is changed
static void pitch_changes(struct matrix *m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 4; j++)
            m->data[i * m->cols + j] += i;
        m->cols = 2;
    }
}
LOOP(the_pitch_changes)
{
    struct matrix m = {M - 1, 10, flat};
    pitch_changes(&m);
}

// dependent: the pitch is changed through another name
static void pitch_changes2(struct matrix *m, struct matrix *o)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 4; j++)
            m->data[i * m->cols + j] += i;
        o[i / 8].cols = 2;
    }
}
LOOP(the_pitch_changes_by_another_name)
{
    struct matrix m = {M - 1, 10, flat};
    pitch_changes2(&m, &m);
}

// dependent: the pitch is changed by a function
static void narrow(struct matrix *m) { m->cols = 2; }
static void pitch_changes3(struct matrix *m)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 4; j++)
            m->data[i * m->cols + j] += i;
        narrow(m);
    }
}
LOOP(the_pitch_is_changed_by_a_function)
{
    struct matrix m = {M - 1, 10, flat};
    pitch_changes3(&m);
}

// dependent: the pitch is changed as a whole
static void pitch_changes4(struct matrix *m, const struct matrix *o)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 4; j++)
            m->data[i * m->cols + j] += i;
        *m = *o;
    }
}
LOOP(the_struct_is_assigned)
{
    struct matrix m = {M - 1, 10, flat}, o = {3, 3, flat};
    pitch_changes4(&m, &o);
}

// independent: an image with width and height
struct image { int width, height; unsigned char *pixels; };
static void threshold(const struct image *from, struct image *to, int limit)
{
#pragma ctsar for hetero(1)
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++) {
            int p = y * from->width + x;
            to->pixels[p] = from->pixels[p] > limit ? 255 : 0;
        }
}
LOOP(threshold_of_an_image)
{
    struct image f = {M, M, image}, t = {M, M, picture};
    threshold(&f, &t, 90);
}

// independent: a grid with sizes in a struct that is a variable
struct grid { int nx, ny; };
static void smooth(struct grid g, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < g.nx - 1; i++)
        for (int j = 1; j < g.ny - 1; j++)
            y[i * g.ny + j] = x[(i - 1) * g.ny + j] + x[(i + 1) * g.ny + j] + x[i * g.ny + j - 1];
}
LOOP(smooth_by_a_grid)
{
    smooth((struct grid){M, M}, dense, flat);
}

// independent: a grid behind a pointer
static void smooth2(const struct grid *g, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < g->nx - 1; i++)
        for (int j = 1; j < g->ny - 1; j++)
            y[i * g->ny + j] = x[(i - 1) * g->ny + j] + x[(i + 1) * g->ny + j] + x[i * g->ny + j - 1];
}
LOOP(smooth_by_a_grid_behind_a_pointer)
{
    struct grid g = {M, M};
    smooth2(&g, dense, flat);
}

// independent: struct with pitch
static void matrix_scale(struct matrix *m, double by)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
            m->data[i * m->cols + j] *= by;
}
LOOP(matrix_in_a_struct)
{
 struct matrix m = {M, M, flat}; matrix_scale(&m, 2);
}

// guarded: three matrices in structs
static void matrix_product(const struct matrix *x, const struct matrix *y, struct matrix *z)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < x->rows; i++)
        for (int j = 0; j < y->cols; j++) {
            double s = 0;
            for (int k = 0; k < x->cols; k++)
                s += x->data[i * x->cols + k] * y->data[k * y->cols + j];
            z->data[i * z->cols + j] = s;
        }
}
LOOP(product_of_structs)
{
 struct matrix x = {M, M, dense}, y = {M, M, &aa[0][0]}, z = {M, M, flat}; matrix_product(&x, &y, &z);
}

// data: the product into itself
LOOP(product_into_itself)
{
 struct matrix x = {M, M, dense}; matrix_product(&x, &x, &x);
}

// independent: macro access to a struct
#define AT(m, i, j) ((m)->data[(size_t)(i) * (m)->cols + (j)])
static void matrix_transpose(const struct matrix *x, struct matrix *z)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < x->rows; i++)
        for (int j = 0; j < x->cols; j++)
            AT(z, j, i) = AT(x, i, j);
}
LOOP(transpose_of_structs)
{
 struct matrix x = {M, M, dense}, z = {M, M, flat}; matrix_transpose(&x, &z);
}

// independent: getters and setters
static inline double get(const struct matrix *m, int i, int j) { return m->data[i * m->cols + j]; }
static inline void set(struct matrix *m, int i, int j, double x) { m->data[i * m->cols + j] = x; }
static void matrix_add(const struct matrix *x, struct matrix *z)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < x->rows; i++)
        for (int j = 0; j < x->cols; j++)
            set(z, i, j, get(z, i, j) + get(x, i, j));
}
LOOP(getters_and_setters)
{
 struct matrix x = {M, M, dense}, z = {M, M, flat}; matrix_add(&x, &z);
}

// independent: a global struct of arrays
static struct { double x[N], y[N]; int n; } soa;
LOOP(global_struct_of_arrays)
{
    for (int i = 0; i < N; i++) soa.x[i] = i, soa.y[i] = 2 * i;
    soa.n = N;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < soa.n; i++)
        soa.y[i] += 3 * soa.x[i];
    for (int i = 0; i < N; i++) a[i] = soa.y[i];
}

// independent: a variable array whose columns are a variable of the file
static int columns = 8;
static void columns_of_the_file(double x[][columns], double y[][columns])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < columns; j++)
            x[i][j] += 2 * y[i][j];
}
LOOP(columns_are_a_variable_of_the_file)
{
    columns_of_the_file((void *)a, (void *)b);
}

// guarded: which has changed since
static void fewer_columns(void) { columns = 5; }
static void columns_changed(double x[][columns], double y[][columns])
{
    fewer_columns();
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < columns; j++)
            x[i][j] += 2 * y[i][j];
}
LOOP(columns_of_the_file_have_changed)
{
    columns = 8;
    columns_changed((void *)a, (void *)b);
    columns = 8;
}

// unknown: an extent that has changed since
static void halved(int m, double x[][m], double y[][m])
{
    m /= 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < m; j++)
            x[i][j] += 2 * y[i][j];
}
LOOP(columns_have_been_halved)
{
    halved(10, (void *)a, (void *)b);
}
