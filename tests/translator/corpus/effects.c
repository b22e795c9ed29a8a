// What functions and unions do beside what the loop shows.
#include <string.h>
#include <math.h>
#include <errno.h>
#include <stddef.h>

// unknown: union punning
union pun { float f; int i; unsigned char b[4]; };
static union pun pu[N];
LOOP(union_pun)
{
    for (int i = 0; i < N; i++) pu[i].f = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        pu[i].f = pu[i + 1].i % 7;
    for (int i = 0; i < N; i++) a[i] = pu[i].f;
}

// unknown: union members by iteration
LOOP(union_bytes)
{
    for (int i = 0; i < N; i++) pu[i].i = i * 77777;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pu[i].b[0] = (unsigned char)(pu[i].i >> 8);
    for (int i = 0; i < N; i++) a[i] = pu[i].i;
}

// unknown: a union in a struct
struct su { union { double d; long l; } x; int k; };
static struct su sus[N];
LOOP(union_in_struct)
{
    for (int i = 0; i < N; i++) sus[i].x.d = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        sus[i].x.d = (double)(sus[i + 1].x.l % 1000);
    for (int i = 0; i < N; i++) a[i] = sus[i].x.d;
}

// unknown: anonymous union
struct au { union { double d; long l; }; int k; };
static struct au aus[N];
LOOP(anonymous_union)
{
    for (int i = 0; i < N; i++) aus[i].d = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        aus[i].d = (double)(aus[i + 1].l % 1000);
    for (int i = 0; i < N; i++) a[i] = aus[i].d;
}

// unknown: anonymous struct
struct as_ { struct { double p, q; }; int k; };
static struct as_ ass[N];
LOOP(anonymous_struct)
{
    for (int i = 0; i < N; i++) ass[i].p = i, ass[i].q = i + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        ass[i].p = ass[i + 1].q + ass[i + 1].p;
    for (int i = 0; i < N; i++) a[i] = ass[i].p;
}

// unknown: bit-fields
struct bf { unsigned l : 4, r : 12; };
static struct bf bfs[N];
LOOP(bit_fields)
{
    for (int i = 0; i < N; i++) bfs[i] = (struct bf){i, i};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        bfs[i].l = bfs[i + 1].r;
    for (int i = 0; i < N; i++) a[i] = bfs[i].l * 5 + bfs[i].r;
}

// unknown: bit-fields of one struct, neighbours
LOOP(bit_fields_carried)
{
    for (int i = 0; i < N; i++) bfs[i] = (struct bf){i, i};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        bfs[i].l = bfs[i + 1].l + 1;
    for (int i = 0; i < N; i++) a[i] = bfs[i].l * 5 + bfs[i].r;
}

// dependent: struct copy
LOOP(struct_copy)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        pt[i] = pt[i + 1];
}

// dependent: struct copy the other way
LOOP(struct_copy_back)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        pt[i] = pt[i - 1];
}

// dependent: struct copied, field read
LOOP(struct_copy_field)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++) {
        pt[i] = qt[i];
        a[i] = pt[i - 1].y;
    }
}

// dependent: memcpy
LOOP(memcpy_overlap)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 4; i++)
        memcpy(&a[i], &b[i], 4 * sizeof *a);
}

// dependent: memcpy by a + i
LOOP(memcpy_plus)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 4; i++)
        memcpy(a + i, b + i, 4 * sizeof *a);
}

// independent: memcpy rows
LOOP(memcpy_rows)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        memcpy(aa[i], bb[i], sizeof aa[i]);
}

// unknown: memcpy read
LOOP(memcpy_read)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 4; i++) {
        double t[4];
        memcpy(t, &a[i + 1], sizeof t);
        a[i] = t[3] + t[0];
    }
}

// unknown: memcpy read, another
LOOP(memcpy_read_other)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 4; i++) {
        double t[4];
        memcpy(t, &b[i], sizeof t);
        a[i] = t[3] + t[0];
    }
}

// unknown: memset
LOOP(memset_beyond)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 4; i++) {
        a[i] = i;
        memset(&a[i + 1], 0, 16);
    }
}

// unknown: memset first
LOOP(memset_beyond_first)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 4; i++)
        memset(&a[i], i, 16);
}

// unknown: qsort
static int cmp_(const void *l, const void *r) { double x = *(double *)l - *(double *)r; return (x > 0) - (x < 0); }
LOOP(qsort_windows)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 8; i++)
        qsort(&a[i], 8, sizeof *a, cmp_);
}

// unknown: qsort
LOOP(qsort_rows)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        qsort(aa[i], M, sizeof **aa, cmp_);
}

// unknown: modf
LOOP(modf_into)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double whole;
        a[i] = modf(b[i] / 3, &whole) + whole;
    }
}

// unknown: modf into an element of another
LOOP(modf_into_element)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = modf(b[i] / 3, &c[i + 1]);
}

// unknown: frexp
LOOP(frexp_into)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = frexp(b[i] + a[i], &counts[i]);
}

// unknown: frexp into one
LOOP(frexp_into_one)
{
    int e0 = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = frexp(b[i] + a[i], &e0) + e0;
}

// unknown: sscanf/snprintf
LOOP(snprintf_into)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        char t[20];
        snprintf(t, sizeof t, "%d", i);
        a[i] = strlen(t) + t[0];
    }
}

// unknown: snprintf into an array
LOOP(snprintf_into_array)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M * M - 8; i++)
        snprintf((char *)image + i, 4, "%d", i);
}

// unknown: errno
LOOP(errno_in_body)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (i == 7) errno = 5;
        a[i] = errno == 5 ? 1 : 2;
    }
}

// unknown: static local in a callee
static int counter_(void) { static int k; return k++; }
LOOP(static_in_callee)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = counter_() > -1 ? i : 0;
}

// unknown: global changed in a callee
static int gcount;
static int bump_(void) { return gcount++; }
LOOP(global_in_callee)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = bump_();
}

// unknown: global changed two deep
static int bump2_(void) { return bump_() + 1; }
LOOP(global_in_callee_deep)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = bump2_();
}

// unknown: global through a pointer in a callee
static int *gpc = &gcount;
static int bump3_(void) { return (*gpc)++; }
LOOP(global_by_pointer_in_callee)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = bump3_();
}

// unknown: global struct in a callee
static struct { int k; double v[3]; } gs;
static int bump4_(void) { return gs.k++; }
LOOP(global_struct_in_callee)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = bump4_();
}

// unknown: global struct's array in a callee
static int bump5_(void) { gs.v[1] += 1; return gs.v[1]; }
LOOP(global_struct_array_in_callee)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = bump5_();
}

// unknown: function pointer
static double (*fp_)(int) ;
static double impure_(int i) { gcount += i; return gcount; }
LOOP(function_pointer)
{
    fp_ = impure_;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = fp_(i);
}

// unknown: function pointer local
LOOP(function_pointer_local)
{
    double (*f)(int) = impure_;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = f(i);
}

// unknown: table of function pointers
static double pure_(int i) { return i; }
static double (*const table_[2])(int) = {pure_, impure_};
LOOP(function_table)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = table_[i % 2](i);
}

// unknown: function pointer passed to a function
static double apply_(double (*f)(int), int i) { return f(i); }
LOOP(function_passed)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = apply_(impure_, i);
}

// unknown: static in the body
LOOP(static_in_body)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        static int k;
        a[i] = k++;
    }
}

// unknown: function writes array by its name
static void poke_(int i) { a[i + 1] = i; }
LOOP(function_writes_array)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = 0;
        poke_(i);
    }
}

// unknown: function writes another array by its name
static void poke2_(int i) { b[i + 1] = a[i]; }
LOOP(function_writes_other)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = c[i];
        poke2_(i);
    }
}

// unknown: function reads written array by name
static double peek_(int i) { return a[i + 1]; }
LOOP(function_reads_array)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = peek_(i);
}

// unknown: function given a pointer goes elsewhere
static void shift_(double *p) { p[1] = p[0] + 1; }
LOOP(function_shifts)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        shift_(&a[i]);
}

// unknown: function that is given a struct pointer
static void next_(struct point *p) { p[1].x = p->x + 1; }
LOOP(function_next_struct)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        next_(&pt[i]);
}

// unknown: function container_of
static void container_(double *y) { struct point *p = (struct point *)((char *)y - offsetof(struct point, y)); p[1].x = p->x + 1; }
LOOP(container_of)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        container_(&pt[i].y);
}

// unknown: function returns the pointer
static double *id_(double *p) { return p + 1; }
LOOP(function_returns_pointer)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        *id_(&a[i]) = a[i] + 1;
}

// unknown: function returns the pointer, kept in a local
LOOP(function_returns_pointer_local)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = id_(&a[i]);
        *p = a[i] + 1;
    }
}

// unknown: unknown function
extern void *memmove(void *, const void *, size_t);
LOOP(memmove_shift)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 5; i++)
        memmove(&a[i + 1], &a[i], 24);
}

// unknown: strcpy
LOOP(strcpy_rows)
{
    memset(image, 'x', sizeof image); image[M * M - 1] = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        strcpy((char *)picture + i, (char *)image + M * M - 10);
}

// unknown: recursion
static int fib_(int n) { return n < 2 ? n : fib_(n - 1) + fib_(n - 2); }
LOOP(recursion)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = fib_(i % 10);
}

// unknown: statement expression
LOOP(statement_expression)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = ({ double t = b[i]; t * 2 + a[i]; });
}

// unknown: statement expression with carried
LOOP(statement_expression_carried)
{
    double s = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = ({ s += b[i]; s; });
}

// unknown: rand
LOOP(uses_rand)
{
    srand(3);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = rand() % 10;
}

// unknown: rand in callee
static int die_(void) { return rand() % 6; }
LOOP(rand_in_callee)
{
    srand(3);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = die_();
}

// unknown: printf order
LOOP(prints)
{
    FILE *f = tmpfile();
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        fprintf(f, "%d\n", i);
    rewind(f);
    for (int i = 0; i < N; i++) { int k = 0; fscanf(f, "%d", &k); a[i] = k; }
    fclose(f);
}

// unknown: putc
LOOP(putcs)
{
    FILE *f = tmpfile();
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        fputc(i, f);
    rewind(f);
    for (int i = 0; i < N; i++) a[i] = fgetc(f);
    fclose(f);
}

// unknown: reads from a file
LOOP(freads)
{
    FILE *f = tmpfile();
    for (int i = 0; i < N; i++) fputc(i, f);
    rewind(f);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = fgetc(f);
    fclose(f);
}

// unknown: malloc in the body
LOOP(mallocs)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *t = malloc(3 * sizeof *t);
        t[0] = a[i]; t[1] = t[0] * 2; t[2] = t[1] + t[0];
        a[i] = t[2];
        free(t);
    }
}

// unknown: strtok
LOOP(strtoks)
{
    char t[] = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
    strtok(t, " ");
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        a[i] = *strtok(NULL, " ");
}

// unknown: getenv setenv, time
LOOP(setenvs)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++) {
        char t[20]; snprintf(t, 20, "%d", i);
        a[i] = getenv("ADVX") ? atoi(getenv("ADVX")) : -1;
        setenv("ADVX", t, 1);
    }
    unsetenv("ADVX");
}

// unknown: assembler reads what the iteration before has written
LOOP(assembler_reads_before)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        __asm__("nop" : "=r"(counts[i]) : "0"(counts[i - 1] + 1));
}

// unknown: assembler changes a variable
LOOP(assembler_counts)
{
    int k = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        __asm__("nop" : "=r"(k) : "0"(k + 2));
        counts[i] = k;
    }
}

// unknown: assembler in a function that is given a pointer
static void moved_on_(int *p) { __asm__("nop" : "=r"(p[1]) : "0"(p[0] + 1)); }
LOOP(assembler_in_a_function)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        moved_on_(&counts[i]);
}

// unknown: assembler changes a subscript
LOOP(assembler_changes_a_subscript)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = i;
        __asm__("nop" : "=r"(k) : "0"(k & ~1));
        counts[k] += flag[i] + 2 * counts[k];
    }
}

// unknown: a function is called where a variable ends
static int ended;
static void ends(int *p) { ended = (3 * ended + *p) % 1000; }
LOOP(variable_with_a_cleanup)
{
    ended = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        __attribute__((cleanup(ends))) int k = flag[i];
        a[i] = k;
    }
    a[0] = ended;
}

// unknown: the same in a function
static int with_an_end(int i) { int k __attribute__((__cleanup__(ends))) = i; return 2 * k; }
LOOP(function_with_a_cleanup)
{
    ended = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = with_an_end(i);
    a[0] = ended;
}

// unknown: the attribute's other spelling
LOOP(variable_with_a_short_cleanup)
{
    ended = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        __attribute ((cleanup(ends))) int k = flag[i];
        a[i] = k;
    }
    a[0] = ended;
}
