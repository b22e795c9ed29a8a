/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program for tests of what the library writes and reads:
 *
 *     program N PASSES [inline | mixed | persist] [END]
 *
 * Each pass of N iterations computes y = x / 3 and a sum in single precision, which is printed to
 * the bit.  mixed: ranges in the first third stand inline, others are launched.  persist: so do x
 * and y.  END says how it ends: "abort", "error" (of the library), "kill" (by SIGINT, with the
 * region open), "fork" (a child exits first), "renamed" (with another name from the second pass
 * on), "again" (a second and a third region, named as the first one, have a pass each); without
 * it, it frees the region and returns. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ctsar.h"
#include "support/environment.h"

static void thirds(long lo, long hi, const float *x, float *y, float *sum)
{
    for (long i = lo; i < hi; ++i) {
        y[i] = x[i] / 3;
        *sum += y[i];
    }
}

static void thirds_host(const ctsar_call *c)
{
    thirds(c->start, c->end, c->arg[0], c->arg[1], c->arg[2]);
}

static const ctsar_kernel kernel = {.name = "thirds", .host = thirds_host};

static void add(void *result, void *copy)
{
    *(float *)result += *(const float *)copy;
}

static int kept; /* CTSAR_MEM_PERSIST, or 0 */

/* Ranges from iteration `launched` on are launched. */
static float pass(ctsar *s, long n, float *x, float *y, long launched)
{
    static const float zero = 0;
    float sum = 0;
    const ctsar_arg args[] = {CTSAR_ARG_MEM(x), CTSAR_ARG_MEM(y), CTSAR_ARG_REDUC(&sum)};
#pragma omp parallel
    do {
        const float *in =
            ctsar_reg_mem(s, x, sizeof *x, (size_t)n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | kept);
        float *out =
            ctsar_reg_mem(s, y, sizeof *y, (size_t)n, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT | kept);
        float *own = ctsar_reg_reduc(s, &sum, &zero, sizeof sum, add);
        ctsar_next(s, (size_t)n);
        if (CSTART(s) >= launched)
            ctsar_launch(s, &kernel, args, 3);
        else
            thirds(CSTART(s), CEND(s), in, out, own);
    } while (ctsar_loop(s));
    return sum;
}

static void fork_and_exit(void)
{
    if (!FORKS_BESIDE_THREADS) /* what is told at exit allocates */
        return;
    pid_t child = fork();
    if (child == 0)
        exit(0);
    waitpid(child, NULL, 0);
}

static void end(const char *how, ctsar *s)
{
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "error"))
        ctsar_set_div(s, -1);
    if (!strcmp(how, "kill"))
        raise(SIGINT);
    if (!strcmp(how, "fork"))
        fork_and_exit();
}

/* Named while the kernel may be being built. */
static void pass_again(long n, float *x, float *y, long launched)
{
    ctsar *s = NULL;
    ctsar_init(&s, (size_t)n, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    if (launched == 0)
        ctsar_set_kernel(s, &kernel);
    ctsar_set_name(s, "thirds");
    pass(s, n, x, y, launched);
    ctsar_free(&s);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, passes = argc > 2 ? atol(argv[2]) : 3;
    const char *how = argc > 3 ? argv[argc - 1] : "";
    bool stands = argc > 3 && !strcmp(argv[3], "inline"),
         mixed = argc > 3 && !strcmp(argv[3], "mixed");
    long launched = stands ? n + 1 : mixed ? n / 3 : 0;
    kept = argc > 3 && !strcmp(argv[3], "persist") ? CTSAR_MEM_PERSIST : 0;
    float *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
    ctsar *s = NULL;
    ctsar_init(&s, (size_t)n, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_name(s, "thirds");
    if (launched == 0)
        ctsar_set_kernel(s, &kernel);
    for (long i = 0; i < n; ++i)
        x[i] = (float)(1 + i % 7);
    for (long p = 0; p < passes; ++p) {
        printf("%a\n", (double)pass(s, n, x, y, launched));
        if (!strcmp(how, "renamed"))
            ctsar_set_name(s, "renamed \"\\ \xc3\xa4 \xff");
    }
    fflush(stdout);
    end(how, s);
    ctsar_free(&s);
    for (int i = 0; i < 2 && !strcmp(how, "again"); ++i)
        pass_again(n, x, y, launched);
    free(x);
    free(y);
    return 0;
}
