/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs a loop whose body is given in several versions, and compares each pass with a serial
 * reference.  CTSAR_REPORT=1 shows which unit used which version. */
#include <stdio.h>
#include <string.h>

#include "../common/app.h"
#include "work.h"

static const double tolerance = 1e-5;

static const work *work_called(const char *name)
{
    for (const work *const *w = works; *w; ++w)
        if (!strcmp((*w)->name, name))
            return *w;
    app_fail("there is no loop called %s; there are: gemm, convolution, reduction", name);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4)
        app_fail("usage: versions gemm|convolution|reduction [N [PASSES]]");
    const work *w = work_called(argv[1]);
    long n = argc > 2 ? app_number("N", argv[2], 1, 100000000) : 4096;
    long passes = argc > 3 ? app_number("PASSES", argv[3], 1, 100000) : 20;
    double most = 0;
    ctsar *s = NULL;
    w->open(n);
    ctsar_init(&s, (size_t)n, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_name(s, w->name);
    ctsar_set_kernel(s, w->family);
    for (long pass = 1; pass <= passes; ++pass) {
        w->pass(s, w->family);
        double error = w->error();
        most = error <= most ? most : error;
    }
    ctsar_free(&s);
    w->close();
    printf("%s: %ld passes of %ld %s, largest relative error %.2g\n", w->name, passes, n, w->what,
           most);
    return !(most <= tolerance);
}
