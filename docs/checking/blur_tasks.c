/* Averages neighbouring values, in four tasks.  They have not declared the neighbours. */
#include <ctsar.h>

enum { N = 1000, PART = N / 4 };

static double in[N + 1], out[N];

static void blur(const ctsar_call *call)
{
    const double *a = call->arg[0];
    double *b = call->arg[1];
    for (long i = call->start; i < call->end; ++i)
        b[i] = (a[i] + a[i + 1]) / 2;
}
static const ctsar_kernel kernel = {.name = "blur", .host = blur};

int main(void)
{
    ctsar_tasks *t = NULL;
    for (int i = 0; i <= N; ++i)
        in[i] = i;
    ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT);
    for (size_t k = 0; k < N; k += PART) {
        const ctsar_access a[] = {CTSAR_IN_BOX(in, sizeof *in, {N + 1, k, PART}),
                                  CTSAR_OUT_BOX(out, sizeof *out, {N, k, PART})};
        ctsar_task(t, &kernel, 0, PART, a, 2, 0);
    }
    ctsar_tasks_wait(t, NULL);
    ctsar_tasks_free(&t);
}
