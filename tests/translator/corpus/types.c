// Types, casts and spellings; forms of the loop's header.

// independent: float
LOOP(single_precision)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        u[i] = v[i] * 2.0f + 1;
}

// independent: double to float and int
LOOP(conversions)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        u[i] = (float)b[i] / 2;
        counts[i] = (int)(b[i] * 1.5);
        wide[i] = (long)b[i] << 3;
    }
}

// independent: bytes
LOOP(bytes)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M * M; i++)
        picture[i] = (unsigned char)(255 - image[i]);
}

// independent: bytes of pixels, three to one
LOOP(pixels)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M * M / 3; i++)
        picture[i] = (unsigned char)((image[3 * i] * 77 + image[3 * i + 1] * 150 + image[3 * i + 2] * 29) >> 8);
}

// independent: size_t
LOOP(variable_of_size_t)
{
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < N; i++)
        a[i] = b[i] * 2;
}

// independent: long long and short
LOOP(variable_of_long_long)
{
#pragma ctsar for hetero(1)
    for (long long i = 0; i < N; i++) {
        short k = (short)(i % 5);
        a[i] = b[i] + k;
    }
}

// independent: unsigned char as the loop's variable
LOOP(variable_of_unsigned_char)
{
#pragma ctsar for hetero(1)
    for (unsigned char i = 0; i < 200; i++)
        a[i] = b[i] + 2;
}

// independent: _Bool
LOOP(boolean)
{
    _Bool yes[N];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        yes[i] = b[i] > 3;
    for (int i = 0; i < N; i++)
        counts[i] = yes[i];
}

// independent: <=
LOOP(up_to_and_including)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i <= N; i++)
        a[i] = b[i - 1] * 2;
}

// independent: !=
LOOP(until_unequal)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i != N; ++i)
        a[i] = b[i] * 2;
}

// independent: mirrored comparison, declared above
LOOP(mirrored_comparison)
{
    int i;
#pragma ctsar for hetero(1)
    for (i = 0; N > i; i++)
        a[i] = b[i] - 2;
}

// independent: the loop's variable is used after the loop
LOOP(variable_used_after_the_loop)
{
    int i;
#pragma ctsar for hetero(1)
    for (i = 0; i < N; i++)
        a[i] = b[i] - 2;
    keep(0, i);
}

// independent: down in steps of two
LOOP(down_in_steps)
{
#pragma ctsar for hetero(1)
    for (int i = N; i > 0; i -= 2)
        a[i] = b[i] + 1;
}

// independent: negative numbers
LOOP(from_a_negative_number)
{
    double *middle = a + N / 2;
#pragma ctsar for hetero(1)
    for (int i = -N / 2; i < N / 2; i++)
        middle[i] = b[i + N / 2];
}

// independent: i = i + 3
LOOP(step_by_assignment)
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < N; i = i + 3)
        a[i] = b[i];
}

// independent: enums and chars as constants
enum kind { PLAIN, ROUND = 'r' };
LOOP(enums)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        enum kind k = flag[i] > 0 ? ROUND : PLAIN;
        counts[i] = k;
    }
}

// dependent: the variable is changed in the body
LOOP(variable_changed_in_the_body)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = b[i];
        if (b[i] > 5)
            i++;
    }
}

// dependent: the bound is changed in the body
LOOP(bound_changed_in_the_body)
{
    int n = N;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        if (b[i] > 14)
            n--;
    }
    keep(0, n);
}

// independent: compound assignments of all kinds
LOOP(compound_assignments)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        counts[i] += 3;
        counts[i] *= flag[i];
        counts[i] -= 1;
        counts[i] <<= 1;
        counts[i] ^= 5;
        counts[i] |= 64;
        counts[i] %= 37;
    }
}

// independent: ++ and -- of elements
LOOP(increments_of_elements)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        counts[i]++;
        --flag[i];
        a[i] = counts[i]--;
    }
}

// independent: complex numbers
LOOP(complex_numbers)
{
    double _Complex z[N];
    for (int i = 0; i < N; i++)
        z[i] = i + 2.0i * i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = __real__(z[i] * z[i]);
}

// independent: a number in a struct that has complex ones, and of a table of these
struct phase {
    double _Complex z;
    double length;
};
LOOP(complex_numbers_beside)
{
    static const double _Complex turns[4] = {1, 1.0i, -1, -1.0i};
    struct phase p[N];
    for (int i = 0; i < N; i++)
        p[i].z = 3.0i, p[i].length = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = p[i].length + __real__ turns[i % 4];
}

// independent: a variable-length array in the body
LOOP(variable_array_in_the_body)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double t[pitch];
        for (int j = 0; j < pitch; j++)
            t[j] = aa[i][j] + 1;
        a[i] = t[i];
    }
}

// independent: arrays on the stack
LOOP(arrays_on_the_stack)
{
    double x[N], y[N];
    for (int i = 0; i < N; i++)
        y[i] = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        x[i] = y[i] + 1;
    memcpy(a, x, sizeof x);
}

// independent: OpenMP's own spelling, with a schedule
LOOP(spelled_as_openmp)
{
    int i;
    double t;
#pragma omp parallel for private(i, t) schedule(static) hetero(1)
    for (i = 0; i < N; i++) {
        t = b[i];
        a[i] = t + 1;
    }
}

// independent: shared, default(none), schedule(dynamic)
LOOP(shared_and_default)
{
    int i, n = N;
#pragma omp parallel for default(none) shared(a, b, n) private(i) schedule(dynamic, 4) hetero(1)
    for (i = 0; i < n; i++)
        a[i] = b[i] * 4;
}

// independent: if clause
LOOP(if_clause)
{
    int n = N;
#pragma omp parallel for if(n > 100) hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = b[i] * 4;
}

// independent: simd on the inner loop
LOOP(simd_on_the_inner_loop)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
#pragma omp simd
        for (int j = 0; j < M; j++)
            aa[i][j] = bb[i][j] * 4;
    }
}

// independent: parallel for simd, num_threads
LOOP(parallel_for_simd)
{
#pragma omp parallel for simd num_threads(2) hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i] * 4;
}

// independent: a variable that is named for its size alone
static void sizes_alone(double *restrict x, const float *y, const struct point *p, short h, int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] += sizeof(*y) + sizeof p->x + 3 * sizeof h;
}
LOOP(sizes_of_what_is_not_used)
{
    sizes_alone(a, u, pt, 1, many);
}

// independent: of a type that is another variable's
static void of_anothers_type(double *x, int n)
{
    __typeof__(x[0]) *y = x;
    __typeof__(x) z = b;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        y[i] = 2 * z[i];
}
LOOP(a_type_that_is_another_variables)
{
    of_anothers_type(a, many);
}

static unsigned two_before(int i)
{
    return i - 2;
}

// independent: what wraps around without a sign is added to a number, and the sum is small
LOOP(a_row_that_is_moved_without_a_sign)
{
    unsigned short three = 3;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < 5; i++)
        aa[1][three + (i - 2u)] = b[i];
#pragma omp parallel for hetero(1)
    for (int i = 0; i < 5; i++)
        bb[1][three - two_before(i)] = b[i];
}

static void moved_without_a_sign(double *x, unsigned short three)
{
#pragma ctsar for hetero(1) part_copy(x[1:M][0:M])
    for (int i = 0; i < M; i++)
        for (int j = 0; j < 3; j++)
            x[i * M + 2u * (j - 2u) + 2 * three] = b[i] + j;
}

// independent: the same in a flat matrix
LOOP(a_flat_row_that_is_moved_without_a_sign)
{
    moved_without_a_sign(&aa[0][0], 3);
}

// dependent: what `__alignof__` is of is no size
LOOP(alignment_of_a_structure)
{
    struct {
        double x, y, z;
    } of;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        a[i + __alignof__(of)] = a[i + 24] + 1;
}

// independent: parts of complex numbers, of which the other ones stay
LOOP(parts_of_complex_numbers)
{
    double _Complex z[N];
    for (int i = 0; i < N; i++)
        z[i] = b[i] + 3i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        __real__ z[i] = c[i];
        ++__imag__(z[i]);
    }
    for (int i = 0; i < N; i++)
        a[i] = __real__ z[i] + 2 * __imag__ z[i];
}

static void set_part(double *part, double x)
{
    *part = x;
}

// unknown: the same by their addresses
LOOP(parts_of_complex_numbers_by_address)
{
    double _Complex z[N];
    for (int i = 0; i < N; i++)
        z[i] = b[i] + 3i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        set_part(&__real__ z[i], c[i]);
    for (int i = 0; i < N; i++)
        a[i] = __real__ z[i] + 2 * __imag__ z[i];
}

// dependent: each iteration sets a part of one number
LOOP(part_of_one_complex_number)
{
    double _Complex z = 3i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = __real__ z;
        set_part(&__real__ z, b[i]);
    }
}
