// Loops whose headers, subscripts or bodies mean another thing than they seem to.
#include <alloca.h>
#include <stdint.h>

// unknown: short-circuit side effect
LOOP(short_circuit)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (flag[i] > 0 && k++ > 3) ? k : 0;
}

// unknown: a[k++]
LOOP(post_increment_index)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[k++] = b[i];
}

// unknown: a[i++]
LOOP(variable_increment_index)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N;)
        a[i++] = b[i];
}

// unknown: variable changed in the body
LOOP(variable_skips)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = b[i];
        if (flag[i] > 2) i++;
    }
}

// unknown: variable changed by its address
LOOP(variable_by_address)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int *p = &i;
        a[i] = b[i];
        if (flag[i] > 2) ++*p;
    }
}

// unknown: variable changed by a function
static void step_(int *p) { ++*p; }
LOOP(variable_by_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = b[i];
        if (flag[i] > 2) step_(&i);
    }
}

// unknown: bound changed in the body
LOOP(bound_changes)
{
    int n = N;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        if (i == 50) n = 60;
    }
}

// unknown: bound changed through a struct
struct bnd { int n; double *p; };
LOOP(bound_in_a_struct)
{
    struct bnd s = {N, a};
#pragma ctsar for hetero(1)
    for (int i = 0; i < s.n; i++) {
        a[i] = b[i];
        if (i == 50) s.n = 60;
    }
}

// unknown: bound of the file changed by a function
static int gn;
static void cut_(void) { gn = 60; }
LOOP(bound_by_function)
{
    gn = N;
#pragma ctsar for hetero(1)
    for (int i = 0; i < gn; i++) {
        a[i] = b[i];
        if (i == 50) cut_();
    }
}

// unknown: bound by a call
static int limit_(int i) { return i > 50 ? 60 : N; }
LOOP(bound_is_a_call)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < limit_(i); i++)
        a[i] = b[i];
}

// unknown: bound depends on variable
LOOP(bound_of_the_variable)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - i; i++)
        a[i] = b[i];
}

// unknown: bound is an element
LOOP(bound_is_an_element)
{
    counts[0] = 50;
#pragma ctsar for hetero(1)
    for (int i = 0; i < counts[0]; i++) {
        a[i] = b[i];
        counts[i % 3] = 30;
    }
}

// unknown: float variable
LOOP(float_variable)
{
#pragma ctsar for hetero(1)
    for (float f = 0; f < N; f += 0.5f)
        a[(int)f] = f;
}

// unknown: char variable wraps
LOOP(char_wraps)
{
    unsigned char n = 250;
#pragma ctsar for hetero(1)
    for (unsigned char i = 245; i != 4; i++)
        a[i % 100] = i;
}

// unknown: signed char
LOOP(signed_char)
{
#pragma ctsar for hetero(1)
    for (signed char i = 0; i < 100; i++)
        a[i] = i + b[i];
}

// unknown: short
LOOP(short_variable)
{
#pragma ctsar for hetero(1)
    for (short i = 0; i < N; i++)
        a[i] = i + b[i];
}

// unknown: unsigned char bound int, step 100
LOOP(char_steps)
{
#pragma ctsar for hetero(1)
    for (unsigned char i = 0; i < 200; i += 50)
        a[i] = i + b[i];
}

// unknown: size_t counting down
LOOP(size_t_down)
{
#pragma ctsar for hetero(1)
    for (size_t i = N; i-- > 0;)
        a[i] = i + b[i];
}

// unknown: size_t counting down carried
LOOP(size_t_down_carried)
{
#pragma ctsar for hetero(1)
    for (size_t i = N; i-- > 0;)
        a[i] = a[i + 1] + b[i];
}

// unknown: down by two
LOOP(down_by_two)
{
#pragma ctsar for hetero(1)
    for (int i = N - 1; i >= 0; i -= 2)
        a[i] = i + b[i];
}

// unknown: down carried
LOOP(down_carried)
{
#pragma ctsar for hetero(1)
    for (int i = N - 1; i > 0; i--)
        a[i] = a[i + 1] + b[i];
}

// unknown: unsigned wrap in a subscript
LOOP(unsigned_wrap)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        a[(i * 2147483649u) & 127] = i;
}

// unknown: unsigned wrap without mask
LOOP(unsigned_wrap_half)
{
    double *p = a;
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++)
        p[(i * 2147483648u) >> 31] = i;
}

// unknown: unsigned char subscript wraps
LOOP(char_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        unsigned char k = i * 2;
        a[k] = i;
    }
}

// unknown: cast in the subscript wraps
LOOP(cast_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[(unsigned char)(i * 2)] = i;
}

// unknown: uint32 wraps into size_t
LOOP(uint32_difference)
{
#pragma ctsar for hetero(1)
    for (uint32_t i = 1; i < N; i++) {
        uint32_t k = i - 2;
        if (k < N) a[k + 1] = a[i] + 1;
    }
}

// unknown: unsigned minus, then added
LOOP(unsigned_wraps_back)
{
    unsigned m = 4294967295u;
#pragma ctsar for hetero(1)
    for (unsigned i = 1; i < N; i++)
        a[i] = a[i + m] + 1;
}

// unknown: int stride times negative
LOOP(xor_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 128; i++)
        a[i ^ 1] = a[i] + 1;
}

// unknown: the shift of one
LOOP(shift_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 128; i++)
        a[i >> 1] = b[i] + 1;
}

// unknown: division of a negative
LOOP(division_negative)
{
#pragma ctsar for hetero(1)
    for (int i = -3; i < 4; i++)
        a[i / 2 + 10] = i;
}

// unknown: remainder of a negative
LOOP(remainder_negative)
{
#pragma ctsar for hetero(1)
    for (int i = -3; i < 4; i++)
        a[i % 3 + 10] = i;
}

// unknown: unsigned division
LOOP(unsigned_division)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < 4; i++)
        a[(i - 2) / 2147483647u] = i;
}

// unknown: bool variable
LOOP(bool_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 4; i++)
        a[(_Bool)i] = i;
}

// unknown: a boolean local
LOOP(bool_local)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 4; i++) {
        _Bool k = i;
        a[k] = i;
    }
}

// unknown: comparison as subscript
LOOP(comparison_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 4; i++)
        a[i > 2] = i;
}

// unknown: a float goes into the subscript
LOOP(float_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 64; i++)
        a[(int)(i * 0.5)] = i;
}

// unknown: exit in the body
LOOP(exit_within)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 1e9) exit(3);
        a[i] = b[i];
    }
}

// unknown: omp critical
LOOP(omp_critical)
{
    double s = 0;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        s += b[i];
    }
    keep(0, s);
}

// unknown: omp atomic
LOOP(omp_atomic)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        counts[iq[i]]++;
    }
}

// unknown: omp atomic, ctsar
LOOP(omp_atomic_ctsar)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        counts[iq[i]]++;
    }
}

// unknown: omp simd
LOOP(omp_simd_within)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        double s = 0;
#pragma omp simd reduction(+: s)
        for (int j = 0; j < M; j++)
            s += aa[i][j];
        a[i] = s;
    }
}

// unknown: omp parallel for within
LOOP(omp_parallel_within)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
#pragma omp parallel for
        for (int j = 0; j < M; j++)
            aa[i][j] += j;
    }
}

// unknown: VLA
LOOP(vla_within)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double t[i + 1];
        for (int j = 0; j <= i; j++) t[j] = aa[i][j];
        for (int j = 0; j <= i; j++) aa[i][j] = t[i - j];
    }
}

// unknown: alloca
LOOP(alloca_within)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *t = alloca(sizeof *t * M);
        for (int j = 0; j < M; j++) t[j] = aa[i][j];
        for (int j = 0; j < M; j++) aa[i][j] = t[M - 1 - j];
    }
}

// unknown: compound literal
LOOP(compound_literal)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i] = (struct point){a[i], b[i], pt[i].x};
}

// unknown: compound literal array
LOOP(compound_literal_array)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = ((double[]){1, 2, 3})[i % 3];
}

// unknown: thread local
static _Thread_local double tls;
LOOP(thread_local_carried)
{
    tls = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        tls += b[i];
        a[i] = tls;
    }
}

// unknown: thread local scratch
LOOP(thread_local_read)
{
    tls = 5;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = tls;
}
static double tpv;
#pragma omp threadprivate(tpv)

// unknown: threadprivate
LOOP(threadprivate_read)
{
    tpv = 5;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = tpv;
}

// unknown: thread local array
static _Thread_local double tla[N];
LOOP(thread_local_array)
{
    for (int i = 0; i < N; i++) tla[i] = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        tla[i] = tla[i] + b[i];
    for (int i = 0; i < N; i++) a[i] = tla[i];
}

// unknown: thread local in callee
static double tlget_(void) { return tls; }
LOOP(thread_local_callee)
{
    tls = 5;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = tlget_();
}

// unknown: scalar of the file used after
static double gsc;
LOOP(file_scalar_last)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        gsc = b[i];
        a[i] = gsc;
    }
    keep(0, gsc);
}

// unknown: scalar set under a condition, used after
LOOP(conditional_scalar)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (flag[i] > 0) t = b[i];
        a[i] = t;
    }
}

// unknown: scalar by address
LOOP(scalar_by_address)
{
    double t = 3;
    double *p = &t;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t = b[i];
        a[i] = *p;
    }
}

// unknown: reduction var by address
LOOP(reduction_by_address)
{
    double s = 0, *p = &s;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < N; i++) {
        s += b[i];
        if (i == 5) a[0] = *p;
    }
    keep(0, s);
}

// unknown: struct scalar accumulates
LOOP(struct_scalar)
{
    struct point s = {0, 0, 0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s.x += b[i];
    keep(0, s.x);
}

// unknown: array scalar outside
LOOP(small_array_outside)
{
    double t[3] = {0, 0, 0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t[0] = b[i];
        t[1] = t[0] * 2;
        a[i] = t[1] + t[2];
    }
    keep(0, t[1]);
}

// unknown: small array whose parts are carried
LOOP(small_array_carried)
{
    double t[3] = {0, 0, 0};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t[0] = b[i];
        a[i] = t[i % 3];
    }
}

// unknown: min and its place
LOOP(min_and_place)
{
    double m = 1e9; int at = -1;
#pragma ctsar for hetero(1) reduction(min: m)
    for (int i = 0; i < N; i++)
        if (b[i] < m) { m = b[i]; at = i; }
    keep(0, m); keep(1, at);
}

// unknown: goto over
LOOP(goto_within)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (flag[i] > 0) goto next;
        a[i] = b[i];
    next:;
    }
}

// unknown: switch falls
LOOP(switch_falls)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        switch (i % 4) {
        case 0: a[i] = 1;
        case 1: a[i] += 2; break;
        case 2: a[i] = b[i]; break;
        default: ;
        }
}

// unknown: Duff
LOOP(duff)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int j = 0;
        switch (i % 4) {
            do {
            case 0: aa[i][j++] = 1;
            case 1: aa[i][j++] = 2;
            case 2: aa[i][j++] = 3;
            case 3: aa[i][j++] = 4;
            } while (j < 12);
        }
    }
}

// unknown: while with pointer
LOOP(while_pointer)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double *p = &aa[i][0];
        while (p < &aa[i][M]) *p++ += 1;
    }
}

// unknown: inner loop variable outside
LOOP(inner_variable_outside)
{
    int j;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (j = 0; j < M; j++)
            aa[i][j] += 1;
    keep(0, j);
}

// unknown: inner loop continues
LOOP(inner_variable_continues)
{
    int j = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (; j < (i + 1) * 3; j++)
            a[j] = i;
}

// unknown: negative bound
LOOP(empty_loop)
{
#pragma ctsar for hetero(1)
    for (int i = N; i < 0; i++)
        a[i] = 1;
}

// unknown: comma conditions
LOOP(comma_condition)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; k++, i < N; i++)
        a[i] = b[i];
    keep(0, k);
}

// unknown: not equal, never met
LOOP(inclusive_max)
{
    int n = 10;
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i <= (unsigned)n; i++)
        a[i] = b[i];
}

// unknown: bound unsigned, variable int
LOOP(mixed_signs)
{
    unsigned n = 100;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}

// unknown: int from negative, unsigned bound
LOOP(negative_against_unsigned)
{
    unsigned n = 100;
#pragma ctsar for hetero(1)
    for (int i = -1; i < n; i++)
        a[i + 1] = b[i + 1];
}

// unknown: long bound, int variable
LOOP(long_bound)
{
    long n = 100;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}

// unknown: double bound
LOOP(double_bound)
{
    double n = 99.5;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}

// unknown: long long 64-bit bound beyond
LOOP(uint64_variable)
{
#pragma ctsar for hetero(1)
    for (uint64_t i = 0; i < 100; i++)
        a[i] = b[i];
}

// unknown: shadowed variable
LOOP(shadowed)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double s = 0;
        { int i; for (i = 0; i < M; i++) s += aa[i][i]; }
        a[i] = s;
    }
}

// unknown: macro hides a pointer
#define AT(k) a[(k) + 1]
LOOP(macro_hides)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        AT(i) = a[i] + 1;
}

// unknown: generic selection
LOOP(generic)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = _Generic(a[i + 1], double: a[i + 1], default: 0) + 1;
}

// unknown: inverted subscript
LOOP(inverted_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        (i + 1)[a] = i[a] + 1;
}

// unknown: conditional pointer subscripted
LOOP(conditional_pointer_subscripted)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = flag[i] > 0 ? &a[i] : &a[i];
        p[1] = a[i] + b[i];
    }
}

// unknown: function returns a global buffer
static double *buf_(void) { return c + 3; }
LOOP(returns_global_buffer)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = buf_();
        *p = *p * 3 + i;
    }
}

// unknown: local pointer assigned from a member
LOOP(assigned_from_member)
{
    struct bnd s = {3, a + 1};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p;
        p = s.p;
        p[i] = a[i] + 1;
    }
}

// unknown: local pointer assigned from a pointer of the file
static double *gptr;
LOOP(assigned_from_file_pointer)
{
    gptr = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p;
        p = gptr;
        p[i] = a[i] + 1;
    }
}

// unknown: local pointer assigned from a pointer of an array
static double *gptrs[2];
LOOP(assigned_from_pointers)
{
    gptrs[0] = gptrs[1] = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p;
        p = gptrs[i & 1];
        p[i] = a[i] + 1;
    }
}

// unknown: local pointer initialised from pointers
LOOP(initialised_from_pointers)
{
    gptrs[0] = gptrs[1] = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = gptrs[i & 1];
        p[i] = a[i] + 1;
    }
}

// unknown: struct copied to a local, its pointer used
LOOP(copied_struct_pointer)
{
    struct bnd s = {3, a + 1};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        struct bnd t = s;
        t.p[i] = a[i] + 1;
    }
}

// unknown: struct assigned to a local, its pointer used
LOOP(assigned_struct_pointer)
{
    struct bnd s = {3, a + 1};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        struct bnd t;
        t = s;
        t.p[i] = a[i] + 1;
    }
}

// unknown: struct from a function, its pointer used
static struct bnd make_(double *p) { return (struct bnd){1, p}; }
LOOP(struct_from_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        make_(a + 1).p[i] = a[i] + 1;
}

// unknown: struct with a pointer passed by value
static void into_(struct bnd s, int i) { s.p[i] = i; }
LOOP(struct_by_value)
{
    struct bnd s = {3, a + 1};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] += 1;
        into_(s, i);
    }
}

// unknown: struct's address passed
static void into2_(struct bnd *s, int i) { s->p[i] = i; }
LOOP(struct_by_address)
{
    struct bnd s = {3, a + 1};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] += 1;
        into2_(&s, i);
    }
}

// unknown: a function writes through a pointer of the file
static void into3_(int i) { gptr[i] = i; }
LOOP(function_file_pointer)
{
    gptr = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] += 1;
        into3_(i);
    }
}

// unknown: a function reads through a pointer of the file
static double from3_(int i) { return gptr[i]; }
LOOP(function_reads_file_pointer)
{
    gptr = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = from3_(i);
}

// unknown: a function changes the pointer
static void move_(double **p) { *p += 1; }
LOOP(function_moves_the_pointer)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = &a[i];
        move_(&p);
        *p = a[i] + 1;
    }
}

// unknown: an unsigned difference decides
LOOP(unsigned_else)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++) {
        unsigned k = i - 1;
        if (k < N)
            a[k] = b[i];
        else
            a[5] = 1;
    }
}

// unknown: an unsigned difference decides, negated
LOOP(unsigned_not)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < N; i++) {
        if (!(i - 3 < N))
            a[i + 3] = 1;
        else
            a[i] = b[i];
    }
}

// unknown: unsigned against a signed negative
LOOP(signed_against_unsigned_condition)
{
    unsigned n = N;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = i - 2;
        if (k < n)
            a[i] = b[i];
        else
            a[9] = i;
    }
}

// unknown: an unsigned remainder
LOOP(unsigned_remainder)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < 100; i++)
        a[(i - 1) % 100] = a[i] + 1;
}

// unknown: the bound is an element of what is written
static void by_pointer(int *n, int *v)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < *n; i++)
        v[i] = 30;
}
LOOP(bound_in_the_output)
{
    counts[5] = 100;
    by_pointer(&counts[5], counts);
}

// unknown: the inner bound is an element of what is written
static void by_inner_pointer(const int *n, int *v)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < *n; j++)
            v[i] += j;
}
LOOP(inner_bound_in_the_output)
{
    counts[5] = 7;
    by_inner_pointer(&counts[5], counts);
}

// unknown: the step is a global that the body changes
static int gstep;
LOOP(step_of_the_file)
{
    gstep = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i += gstep) {
        a[i] = b[i];
        if (i == 100) gstep = 2;
    }
}

// unknown: a struct's scalar behind a pointer to its first member
static struct { double s; double v[40]; } whole;
LOOP(scalar_of_a_struct_by_pointer)
{
    whole.s = 3;
    double *p = (double *)&whole;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 40; i++)
        p[i] = whole.s + i;
    for (int i = 0; i < 40; i++)
        a[i] = whole.v[i];
}

// unknown: two pointers to rows of one matrix
static void row_pointers(double (*to)[M], double (*from)[M])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j < M; j++)
            to[i][j] = from[i][j] + 1;
}
LOOP(rows_overlap)
{
    row_pointers(aa + 1, aa);
}

// unknown: by way of a copy
LOOP(copied_struct_forward)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        struct point t = pt[i + 1];
        t.x += 1;
        pt[i] = t;
    }
}

// unknown: two fields of two elements
LOOP(fields_of_neighbours)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        pt[i].x = b[i];
        pt[i + 1].y = c[i];
    }
}

// unknown: a field read that the neighbour writes
LOOP(field_of_the_neighbour)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++) {
        pt[i].x = pt[i - 1].y;
        pt[i].y = b[i];
    }
}

// unknown: bits of a byte
LOOP(bits_of_a_byte)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 128; i++)
        image[i / 8] |= (unsigned char)(1 << i % 8);
}

// unknown: an index that walks in a while
LOOP(index_in_a_while)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int k = i;
        while (k < N) {
            a[k] += 1;
            k += 7;
        }
    }
}

// unknown: an index that a function sets
static void set_(int *k, int i) { *k = i / 2; }
LOOP(index_by_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int k = i;
        set_(&k, i);
        a[k] = i;
    }
}

// unknown: an index set twice
LOOP(index_set_twice)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k;
        k = i;
        if (flag[i] > 0)
            k = i + 1;
        a[k] = b[i];
    }
}

// unknown: an index set before it is reset
LOOP(index_reset_behind)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i + k] = b[i];
        k = i % 2;
    }
}

// unknown: an array member of a struct
struct holder { int n; double v[N + 16]; };
static struct holder held;
LOOP(member_array_carried)
{
    for (int i = 0; i < N + 16; i++) held.v[i] = i % 7;
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        held.v[i] = held.v[i - 1] + 1;
    for (int i = 0; i < N; i++) a[i] = held.v[i];
}

// unknown: an array member by a pointer to the struct
static void member_by_pointer(struct holder *h)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < h->n; i++)
        h->v[i] = h->v[i + 1] + 1;
}
LOOP(member_array_by_pointer)
{
    held.n = N;
    for (int i = 0; i < N + 16; i++) held.v[i] = i % 7;
    member_by_pointer(&held);
    for (int i = 0; i < N; i++) a[i] = held.v[i];
}

// unknown: members of two structs that are one
static void two_holders(struct holder *to, const struct holder *from)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        to->v[i] = from->v[i - 1] + 1;
}
LOOP(two_names_of_a_struct)
{
    for (int i = 0; i < N + 16; i++) held.v[i] = i % 7;
    two_holders(&held, &held);
    for (int i = 0; i < N; i++) a[i] = held.v[i];
}

// unknown: a struct's array and a pointer into it
static void holder_and_array(struct holder *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        to->v[i] = from[i] + 1;
}
LOOP(pointer_into_a_member)
{
    for (int i = 0; i < N + 16; i++) held.v[i] = i % 7;
    holder_and_array(&held, held.v - 0 + 1 - 2 + 0 + 1 - 0 + 0);
    holder_and_array(&held, (double *)((char *)held.v - 8));
    for (int i = 0; i < N; i++) a[i] = held.v[i];
}

// unknown: an array of structs and a pointer to one's member
static void points_and_array(struct point *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 60; i++)
        to[i].x = from[i] + 1;
}
LOOP(pointer_into_an_element)
{
    points_and_array(pt + 1, &pt[0].x);
}

// unknown: a pointer that is a parameter's element
static void nested_pointer(double **to, double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        (*to)[i] = from[i] + 1;
}
LOOP(pointer_behind_a_parameter)
{
    double *p = a + 1;
    nested_pointer(&p, a);
}

// unknown: first element of pointers
static void first_pointer(double **to, double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        to[0][i] = from[i] + 1;
}
LOOP(first_of_the_pointers)
{
    double *p[2] = {a + 1, a};
    first_pointer(p, a);
}

// unknown: planes of pointers
LOOP(planes)
{
    double *p[2] = {a + 1, a};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        p[0][i] = p[1][i] + 1;
}

// unknown: pointers of a struct of pointers
struct planes { double *p[2]; };
static void planes_run(struct planes *s)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s->p[0][i] = s->p[1][i] + 1;
}
LOOP(planes_of_a_struct)
{
    struct planes s = {{a + 1, a}};
    planes_run(&s);
}

// unknown: a struct in a struct
struct outer { struct series in; };
static void outer_run(struct outer *s)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s->in.to[i] = s->in.from[i] + 1;
}
LOOP(struct_in_a_struct)
{
    struct outer s = {{a, a + 1, N}};
    outer_run(&s);
}

// unknown: a pointer to a struct in a struct
struct deep { struct series *in; };
static void deep_run(struct deep *s)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        s->in->to[i] = s->in->from[i] + 1;
}
LOOP(pointer_to_a_struct_in_a_struct)
{
    struct series in = {a, a + 1, N};
    struct deep s = {&in};
    deep_run(&s);
}

// unknown: the struct that holds the pointer is written by it
struct self { long *at; long n; long v[30]; };
LOOP(pointer_into_its_struct)
{
    static struct self s;
    s.at = (long *)&s;
    s.n = 20;
    long *spare = (long *)calloc(64, sizeof *spare);
    struct self *p = &s;
    p->at = spare;
#pragma ctsar for hetero(1)
    for (int i = 0; i < p->n; i++)
        p->at[i] = i + 2;
    for (int i = 0; i < 20; i++) wide[i] = spare[i];
    free(spare);
}

// unknown: the loop's own bound behind the pointer
struct bound { int *at; int n; };
static void bound_run(struct bound *s)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < s->n; i++)
        s->at[i] = 3;
}
LOOP(bound_behind_the_pointer)
{
    static struct { int before[4]; struct bound s; int behind[100]; } m;
    m.s.n = 40;
    m.s.at = m.before + 0;
    int *spare = counts;
    m.s.at = spare;
    bound_run(&m.s);
}

// unknown: a loop in a function that writes by a static table
static double *const tables[2] = {a, b};
LOOP(static_table_of_pointers)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        tables[i % 2][i / 2] += tables[1][i] + 1;
}

// unknown: alloca in a function beside
LOOP(string_in_the_body)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        const char *s = i % 2 ? "odd" : "even";
        a[i] = s[0];
    }
}

// unknown: an enumerator hides a variable
LOOP(enumerator_hides)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        enum { k = 0 };
        a[i + k] = b[i];
    }
    keep(1, k);
}

// unknown: shadowing of an array
LOOP(array_shadowed)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *b = a + 1;
        b[i] = a[i] + 1;
    }
}

// unknown: reversed by a stride of minus one
LOOP(stride_of_minus_one)
{
    int s = -1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[N - 1 + s * i] = a[i] + 1;
}

// unknown: a stride that may be 0
static void strided(int s, int n, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[s * i] = x[s * i] * 2 + i;
}
LOOP(stride_of_zero)
{
    strided(0, 50, a);
    strided(2, 50, a);
}

// unknown: a stride squared
static void squared(int s, int t, int n, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < t; j++)
            x[s * i + j] = x[s * i + j] * 2 + i;
}
LOOP(rows_that_overlap)
{
    squared(3, 5, 20, a);
    squared(5, 3, 20, a);
    squared(-3, 5, 20, a + 60);
}

// unknown: sums of symbols
static void shifted(int s, int t, int n, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i + s] = x[i + t] + i;
}
LOOP(sums_of_symbols)
{
    shifted(1, 0, 50, a);
    shifted(0, 1, 50, a);
    shifted(3, 3, 50, a);
}

// unknown: a pointer of the iteration's own that a member gets
struct cur { double *p; };
LOOP(member_gets_an_address)
{
    struct cur s = {b};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        s.p = &a[i + 1];
        *s.p = a[i] + 1;
    }
}

// unknown: a local struct's pointer set in the body
LOOP(local_struct_gets_an_address)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        struct cur s;
        s.p = &a[i + 1];
        *s.p = a[i] + 1;
    }
}

// unknown: an array of pointers set in the body
LOOP(pointers_set_in_the_body)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p[2];
        p[0] = &a[i + 1];
        p[1] = &a[i];
        *p[0] = *p[1] + 1;
    }
}

// unknown: an address that a function returns by a parameter
static void give_(double **p, double *x) { *p = x + 1; }
LOOP(address_by_a_parameter)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p;
        give_(&p, &a[i]);
        *p = a[i] + 1;
    }
}

// unknown: a function that keeps an address
static double *kept_;
static void keep_(double *x) { kept_ = x; }
LOOP(function_keeps_an_address)
{
    kept_ = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i + 1] = *kept_ + 1;
        keep_(&a[i]);
    }
}

// unknown: a pointer swapped
LOOP(pointers_swapped)
{
    double *p = b, *q = c;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        p[i] = q[i] + 1;
        double *t = p;
        p = q;
        q = t;
    }
}

// unknown: const away
LOOP(const_away)
{
    const double *p = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        ((double *)p)[i + 1] = p[i] + 1;
}

// unknown: const away by a local
LOOP(const_away_locally)
{
    const double *p = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *q = (double *)p;
        q[i + 1] = p[i] + 1;
    }
}

// unknown: const away in a function
static void away_(const double *x, int i) { ((double *)x)[i + 1] = x[i] + 1; }
LOOP(const_away_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        away_(a, i);
}

// unknown: void in a function
static void any_(void *x, int i) { double *y = x; y[i + 1] = y[i] + 1; }
LOOP(void_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        any_(a, i);
}

// unknown: another size in a function
static void halves_(void *x, int i) { float *y = x; y[i] = y[i + 1] + 1; }
LOOP(halves_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        halves_(a, i);
}

// unknown: void pointer local, other size
LOOP(void_pointer_of_another_size)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        void *v = a;
        float *y = v;
        y[i] = (float)a[i + 1];
    }
}

// unknown: structs of another size
LOOP(pairs_of_doubles)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 100; i++) {
        struct pair2 { double x, y; } *p = (void *)a;
        p[i].x = a[i] + 1;
    }
}

// unknown: a matrix by a pointer to rows of another length
LOOP(rows_of_another_length)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 10; i++) {
        double (*p)[7] = (double (*)[7])flat;
        for (int j = 0; j < 9; j++)
            p[i][j] = p[i][j] + i;
    }
}

// unknown: a matrix as a vector
LOOP(matrix_as_a_vector)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M * M - 1; i++)
        (&aa[0][0])[i] = aa[i / M][i % M] + aa[(i + 1) / M][(i + 1) % M];
}

// unknown: a matrix as a vector by a pointer
LOOP(matrix_as_a_vector_by_a_pointer)
{
    double *p = &aa[0][0];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            p[i * M + j] = aa[j][i] + 1;
}

// unknown: a struct's first member is the struct
LOOP(struct_as_its_member)
{
    double *p = &pt[0].x;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 60; i++)
        p[i] = pt[i].x + 1;
}

// unknown: long long as a pointer's difference
LOOP(index_of_long_long)
{
#pragma ctsar for hetero(1)
    for (long long i = 0; i < N; i++)
        a[(int)i] = a[(int)(i + 1)] + 1;
}

// unknown: an index that is a rounded float
LOOP(index_by_float)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = 0.5 * i;
        a[k] = i;
    }
}

// unknown: index of a bool expression
LOOP(index_by_not)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[!i] = i;
}

// unknown: an index with the comma
LOOP(index_by_comma)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[(i, 3)] = i;
}

// unknown: an index with an assignment
LOOP(index_by_assignment)
{
    int k = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[k = i / 2] = i;
    keep(0, k);
}

// unknown: a short product
LOOP(short_product)
{
#pragma ctsar for hetero(1)
    for (short i = 0; i < N; i++) {
        short k = (short)(i * 300);
        a[(unsigned short)k % 128] = i;
    }
}

// unknown: the sign of a shift
LOOP(negative_shift)
{
#pragma ctsar for hetero(1)
    for (int i = -4; i < 4; i++)
        a[(i >> 1) + 4] = i;
}

// unknown: a void pointer of another size, the same index
LOOP(void_pointer_same_index)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        void *v = a;
        float *y = v;
        y[i] = (float)a[i] + 1;
    }
}

// unknown: another size in a function, the same index
static void thirds_(void *x, int i) { float *y = x; y[i] = y[i] + 1; ((double *)x)[i] += 1; }
LOOP(same_index_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        thirds_(a, i);
}

// independent: a void pointer in between
static void plain_(void *x, int i) { double *y = x; y[i] = y[i] + 1; }
LOOP(void_in_between)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        plain_(a, i);
}

// dependent: rows of which one is subscripted beyond its end, for what others read by theirs
LOOP(one_row_for_all)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < M; j++)
        for (int i = 0; i < M; i++)
            if (bb[j][i] > -6)
                aa[0][M * i + j] = i + j + aa[3][M - 1 - j];
}
