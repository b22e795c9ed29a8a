// Expressions of clauses are C: casts, sizeof, members, calls, macros, enumerators of the function, precedence.
#include <stdio.h>
#include <stddef.h>
#define WANT 2
#define FLAGS (1 | 2)
typedef struct { int rows; } shape;
enum { N = 100, SMALL = 1u << 4 };
static double a[N], b[N], m[N][8];
static int flag(shape *s) { return s->rows; }
int main(void)
{
    shape s = {N}, *p = &s; const size_t count = N;
    enum { LOCAL = N / 2 };
#pragma ctsar for hetero(FLAGS & WANT == 2) part_copy(a[1:N/2])
    for (int i = 0; i < N / 2; i++) a[i] = i;
#pragma ctsar for hetero(TRUE, all, chunk, 1.0 / 4, SMALL - 12) part_copy(a[N > 3:(size_t)count]) part_copyin(b[true:sizeof b / sizeof *b:LOCAL - 50])
    for (int i = 0; i < N; i++) a[i] += b[i];
#pragma ctsar for hetero(flag(&s) > 5 ? 1 : 0) part_copy(m[1:p->rows][0:2 * 4]) if (p->rows != 0)
    for (int i = 0; i < N; i++) for (int j = 0; j < 8; j++) m[i][j] = i + j;
    if (s.rows)
#pragma ctsar for hetero(1, cpu) part_copy(a[1:100ul])
        for (int i = 0; i < N; i++) a[i] += 1;
    else
        printf("never\n");
    printf("%g %g %g\n", a[7], a[60], m[4][3]);
    return 0;
}
