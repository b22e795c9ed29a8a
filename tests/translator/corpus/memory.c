// Memory that is reached by ways that nothing names: pointers in structs and arrays, casts, choices.

// unknown: a struct's pointers overlap by one
struct two_ { double *to, *from; };
static void two_run(struct two_ *s, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        s->to[i] = s->from[i] + 1;
}
LOOP(struct_pointers_overlap)
{
    struct two_ s = {a + 1, a};
    two_run(&s, N);
}

// unknown: a struct's pointers overlap by one, with an index array
struct three_ { double *to, *from; int *ix; };
static void three_run(struct three_ *s, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        s->to[i] = s->from[s->ix[i]] + 1;
}
LOOP(struct_pointers_gather)
{
    struct three_ s = {a + 1, a, ordered};
    three_run(&s, N / 2);
}

// data: the same, omp
static void four_run(struct three_ *s, int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        s->to[i] = s->from[s->ix[i]] + 1;
}
LOOP(struct_pointers_gather_omp)
{
    struct three_ s = {a + 1, a, ordered};
    four_run(&s, N / 2);
}

// unknown: struct pointer read with inner while bound
static void five_run(struct two_ *s, int n, const int *lens)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int k = 0; k < lens[i]; k++)
            t += s->from[k];
        s->to[i] = t;
    }
}
LOOP(struct_pointer_unbounded_read)
{
    struct two_ s = {a + 5, a};
    five_run(&s, 200, ordered);
}

// unknown: rows of a struct array share memory
struct row_ { double *at; int n; };
static void rows_run(struct row_ *r, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = 1; k < r[i].n; k++)
            r[i].at[k] = r[i].at[k - 1] + 1;
}
LOOP(rows_share_memory)
{
    struct row_ r[M];
    for (int i = 0; i < M; i++)
        r[i] = (struct row_){a + i, M};
    rows_run(r, M);
}

// data: rows of a struct array, omp
static void rows_run2(struct row_ *r, int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = 1; k < r[i].n; k++)
            r[i].at[k] = r[i].at[k - 1] + 1;
}
LOOP(rows_apart_omp)
{
    struct row_ r[M];
    for (int i = 0; i < M; i++)
        r[i] = (struct row_){aa[i], M};
    rows_run2(r, M);
}

// unknown: rows all the same, one element each
static void rows_run3(struct row_ *r, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        r[i].at[0] = r[i].at[0] * 3 + i;
}
LOOP(rows_all_the_same)
{
    struct row_ r[M];
    for (int i = 0; i < M; i++)
        r[i] = (struct row_){a, M};
    rows_run3(r, M);
}

// unknown: pointers to pointers share
static void pp_run(double **r, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        r[i][0] = r[i][0] * 3 + i;
}
LOOP(pointers_all_the_same)
{
    double *r[M];
    for (int i = 0; i < M; i++)
        r[i] = a;
    pp_run(r, M);
}

// unknown: static array of pointers
static double *spp[M];
LOOP(static_pointers_all_the_same)
{
    for (int i = 0; i < M; i++)
        spp[i] = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        spp[i][0] = spp[i][0] * 3 + i;
}

// unknown: the struct's member walks from an array
static void rows_vs_array(struct row_ *r, double *out, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        out[i] = r[i].at[0] + 1;
}
LOOP(rows_read_lies_in_output)
{
    struct row_ r[N];
    for (int i = 0; i < N; i++)
        r[i] = (struct row_){a + (i ? i - 1 : 0), 1};
    rows_vs_array(r, a, N);
}

// unknown: pp read in output
static void pp_vs_array(double **r, double *out, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        out[i] = r[i][0] + 1;
}
LOOP(pp_read_lies_in_output)
{
    double *r[N];
    for (int i = 0; i < N; i++)
        r[i] = a + (i ? i - 1 : 0);
    pp_vs_array(r, a, N);
}

// unknown: a linked list
struct node_ { struct node_ *next; double v; };
static struct node_ nodes[N];
LOOP(linked)
{
    for (int i = 0; i < N; i++) nodes[i] = (struct node_){&nodes[i ? i - 1 : 0], i};
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        nodes[i].v += nodes[i].next->v;
    for (int i = 0; i < N; i++) a[i] = nodes[i].v;
}

// unknown: pointer stored in a file-scope variable to the array
static double *gp;
LOOP(global_pointer_into)
{
    gp = a + 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        gp[i] = a[i] + 1;
}

// unknown: pointer cast to another type
LOOP(cast_pointer)
{
    float *p = (float *)a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        p[i] = (float)a[i] + 1;
}

// unknown: pointer cast in the body
LOOP(cast_in_body)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        ((float *)a)[i] = (float)a[i] + 1;
}

// unknown: pointer cast in the body to a larger type
LOOP(cast_in_body_larger)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2 - 1; i++)
        ((double *)u)[i] = u[i] + 1;
}

// unknown: pointer cast in the body to struct
struct pair_ { double l, r; };
LOOP(cast_to_a_struct)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        ((struct pair_ *)a)[i].r = a[i] + 1;
}

// unknown: through a char pointer
LOOP(through_char)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *(double *)((char *)a + i * 8 + 8) = a[i] + 1;
}

// unknown: through an integer
LOOP(through_an_integer)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *(double *)((unsigned long)a + i * 8 + 8) = a[i] + 1;
}

// unknown: local pointer, cast
LOOP(local_pointer_cast)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        float *p = (float *)a;
        p[i] = (float)a[i] + 1;
    }
}

// unknown: pointer difference as an index
LOOP(pointer_difference)
{
    double *p = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[&p[i] - a] = a[i] + 1;
}

// unknown: conditional pointer
LOOP(conditional_pointer)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = flag[i] > 0 ? &a[i] : &a[i + 1];
        *p = b[i] + a[i];
    }
}

// unknown: conditional lvalue
LOOP(conditional_lvalue)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *(flag[i] > 0 ? &a[i] : &a[i + 1]) += b[i];
}

// unknown: conditional array
LOOP(conditional_array)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        (none ? b : a)[i + 1] = a[i] + c[i];
}

// unknown: comma lvalue
LOOP(comma_lvalue)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *(b[i] = 3, &a[i + 1]) = a[i] + c[i];
}

// unknown: a pointer of a struct that is local
LOOP(local_struct_with_pointer)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        struct row_ r = {a + i + 1, 3};
        r.at[0] = a[i] + 1;
    }
}

// unknown: a pointer in an array of the iteration's own
LOOP(local_array_of_pointers)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p[2] = {a + i + 1, b + i};
        p[0][0] = a[i] + 1;
    }
}

// unknown: a compound literal with a pointer
LOOP(compound_literal_pointer)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        ((struct row_){a + i + 1, 3}).at[0] = a[i] + 1;
}

// unknown: union of pointers
LOOP(union_of_pointers)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        union { double *d; float *f; } x = {a};
        x.d[i + 1] = a[i] + 1;
    }
}

// unknown: pointer of pointer
LOOP(pointer_to_a_pointer)
{
    double *p = a + 1, **q = &p;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        (*q)[i] = a[i] + 1;
}

// unknown: pointer to a pointer inside the body
LOOP(pointer_to_a_pointer_within)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = a + i;
        double **q = &p;
        (*q)++;
        *p = a[i] + 1;
    }
}

// unknown: pointer to a matrix row beyond
LOOP(matrix_row_beyond)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j <= M; j++)
            aa[i][j] = aa[i][j] * 2 + i;
}

// unknown: negative column
LOOP(matrix_negative_column)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = -1; j < M; j++)
            aa[i][j] = aa[i][j] * 2 + i;
}

// unknown: flat matrix whose pitch is too small
static void flat_run(double *m, int n, int cols, int lda)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < cols; j++)
            m[i * lda + j] = m[i * lda + j] * 2 + i;
}
LOOP(flat_pitch_too_small)
{
    flat_run(flat, M - 2, M + 3, M);
}

// unknown: flat pitch zero
LOOP(flat_pitch_zero)
{
    flat_run(flat, M - 2, M, 0);
}

// unknown: flat pitch negative
LOOP(flat_pitch_negative)
{
    flat_run(flat + M * M, M - 2, M, -M);
}

// unknown: pitch of one
static void flat_run1(double *m, int n, int lda)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        m[i * lda] = m[i * lda] * 2 + i;
}
LOOP(flat_one_column_pitch_zero)
{
    flat_run1(flat, M - 2, 0);
}

// unknown: offsets
static void off_run(double *m, int n, int k)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        m[i] = m[i + k] * 2 + i;
}
LOOP(symbolic_offset_negative)
{
    off_run(a + 20, 100, -3);
}

// unknown: offsets declared disjoint by n
static void off_run2(double *m, int n, int k)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        m[i] = m[n + i] * 2 + k;
}
LOOP(symbolic_halves)
{
    off_run2(a, 100, -3);
}

// unknown: the address of a scalar in a local
LOOP(address_of_a_scalar)
{
    double s = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = &s;
        *p += a[i];
    }
    keep(0, s);
}

// unknown: pointer to a scalar
LOOP(pointer_to_a_scalar)
{
    double s = 0, *p = &s;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *p += a[i];
    keep(0, s);
}

// unknown: pointer to a bound
LOOP(pointer_to_the_bound)
{
    int n = N, *p = &n;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        a[i] = i;
        if (i == 100) *p = 110;
    }
}

// independent: a string is looked up
LOOP(digits_of_a_string)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        picture[i] = (unsigned char)"0123456789abcdef"[image[i] & 15];
}

// independent: a table of ctype.h is looked up
#include <ctype.h>
LOOP(capitals)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        picture[i] = (unsigned char)toupper(image[i]);
}

static double *const always_a = a;
static const double *const always_b = b;

// independent: by way of constant pointers of the file, to what changes between two executions
LOOP(constant_pointers)
{
    for (int k = 0; k < 3; k++) {
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++)
            always_a[i] = always_b[i] + 1;
        for (int i = 0; i < N; i++)
            b[i] += a[i];
    }
}
