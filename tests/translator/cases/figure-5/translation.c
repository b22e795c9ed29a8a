#include <ctsar.h>
#line 1 "input.c"
#include <stdio.h>
#include <stdlib.h>

#define N 96
typedef float T;
#define A 1.5f
#define B 0.5f

/* The loop at input.c:12 over one range of iterations. */
static inline __attribute__((always_inline)) void
ctsar_runGemm_12_range(const int start, const int end, T *c, const long c_pitch, const T *a,
                       const long a_pitch, const T *b)
{
#line 16 "input.c"
    for (int i = start; i < end; ++i) {
        for (int j = 0; j < 96; ++j) {
            c[i * c_pitch + j] *= 0.5f;
            for (int k = 0; k < 96; ++k) {
                c[i * c_pitch + j] += 1.5f * a[i * a_pitch + k] * b[(k*96) + j];
            }
        }
    }
#line 12 "input.c"
}

/* For cores and emulated accelerators. */
static void ctsar_runGemm_12_host(const ctsar_call *call)
{
    /* The compiler makes more of strides that it knows. */
    if (call->strides[0][0] == 96 && call->strides[1][0] == 96)
        ctsar_runGemm_12_range((int)call->start, (int)call->end, call->arg[0], 96, call->arg[1], 96,
                               call->arg[2]);
    else
        ctsar_runGemm_12_range((int)call->start, (int)call->end, call->arg[0],
                               (long)call->strides[0][0], call->arg[1], (long)call->strides[1][0],
                               call->arg[2]);
}

static const ctsar_kernel ctsar_runGemm_12_kernel = {
    .name = "ctsar_runGemm_12",
    .host = ctsar_runGemm_12_host,
};

#line 9 "input.c"
void runGemm(T **a_a, T **b_a, T **c_a) {
    T *a = *a_a, *b = *b_a, *c = *c_a;

    {
        static ctsar *ctsar_runGemm_12;
        static long ctsar_runGemm_12_callers;
        /* What the split takes for granted: subscripts that stay in their rows, arrays that lie apart. */
        if (ctsar_guard(((const char *)c + sizeof(T) * 96 * 96 <= (const char *)a || (const char *)a + sizeof(T) * 96 * 96 <= (const char *)c) &&
            ((const char *)c + sizeof(T) * 96 * 96 <= (const char *)b || (const char *)b + sizeof(T) * (96*96) <= (const char *)c) &&
            ((const char *)a != (const char *)b), "input.c:12") &&
            ctsar_enter(&ctsar_runGemm_12_callers)) {
            const long first = 0, last = 96;
            ctsar_init_at(&ctsar_runGemm_12, last - first, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL,
                          NULL, "input.c:12");
            ctsar_set_div(ctsar_runGemm_12, 10);
            ctsar_set_nowait(ctsar_runGemm_12, 1); /* the parallel region ends behind the pass */
            ctsar_set_kernel(ctsar_runGemm_12, &ctsar_runGemm_12_kernel);
#pragma omp parallel
            do {
                size_t c_pitch;
                ctsar_reg_mem_2d(ctsar_runGemm_12, c, sizeof(T), 96, 96, 0, 0,
                                 CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PAD, &c_pitch);
                size_t a_pitch;
                ctsar_reg_mem_2d(ctsar_runGemm_12, a, sizeof(T), 96, 96, 0, 0,
                                 CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PAD, &a_pitch);
                ctsar_reg_mem(ctsar_runGemm_12, b, sizeof(T), 96*96, CTSAR_MEM_INPUT);
                ctsar_next_range(ctsar_runGemm_12, first, last, 1);
                const ctsar_arg args[] = {
                    CTSAR_ARG_MEM(c),
                    CTSAR_ARG_MEM(a),
                    CTSAR_ARG_MEM(b),
                };
                ctsar_launch(ctsar_runGemm_12, &ctsar_runGemm_12_kernel, args, 3);
            } while (ctsar_loop(ctsar_runGemm_12));
            ctsar_leave(ctsar_runGemm_12, &ctsar_runGemm_12_callers);
        } else {
            ctsar_host_uses(NULL, 0, 1);
#pragma acc region for copyin(b[0:96*96])
#line 16 "input.c"
    for (int i = 0; i < 96; i++) {
        for (int j = 0; j < 96; ++j) {
            c[(i * 96) + j] *= 0.5f;
            for (int k = 0; k < 96; ++k) {
                c[(i*96) + j] += 1.5f * a[(i*96) + k] * b[(k*96) + j];
            }
        }
    }
#line 12 "input.c"
        }
    }
#line 24 "input.c"
}

int main(void)
{
    T *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), *c = malloc(N * N * sizeof *c);
    for (int i = 0; i < N * N; i++)
        a[i] = i % 7, b[i] = i % 5, c[i] = i % 3;
    for (int pass = 0; pass < 3; pass++)
        runGemm(&a, &b, &c);
    double sum = 0;
    for (int i = 0; i < N * N; i++)
        sum += c[i] * (i % 11);
    printf("%.10g\n", sum);
    return 0;
}
