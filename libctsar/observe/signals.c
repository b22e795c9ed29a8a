/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "observe/signals.h"

#include <stdbool.h>
#include <stdlib.h>

const int ctsar__signal[CTSAR__SIGNALS] = {SIGABRT, SIGINT, SIGTERM, SIGHUP};
static _Atomic unsigned nobodys; /* bit i: signal i had no handler before drivers came */

static bool is_default(const struct sigaction *a)
{
    return !(a->sa_flags & SA_SIGINFO) && a->sa_handler == SIG_DFL;
}

void ctsar__signals_look(void)
{
    if (!secure_getenv("CTSAR_TRACE") && !secure_getenv("CTSAR_REPORT"))
        return;
    for (int i = 0; i < CTSAR__SIGNALS; ++i) {
        struct sigaction now;
        if (sigaction(ctsar__signal[i], NULL, &now) == 0 && is_default(&now))
            nobodys |= 1u << i;
    }
}

/* A driver's handler comes behind ours: PoCL brings LLVM's, which ends the process. */
void ctsar__signals_take(int first, void (*handler)(int),
                         struct sigaction replaced[static CTSAR__SIGNALS])
{
    for (int i = first; i < CTSAR__SIGNALS; ++i) {
        struct sigaction ours = {.sa_handler = handler, .sa_flags = SA_RESTART};
        sigfillset(&ours.sa_mask);
        if (sigaction(ctsar__signal[i], NULL, &replaced[i]) == 0 &&
            (is_default(&replaced[i]) || nobodys & 1u << i) &&
            sigaction(ctsar__signal[i], &ours, NULL) == 0)
            nobodys |= 1u << i; /* for whoever else takes it */
    }
}

void ctsar__signals_give_back(int signal, const struct sigaction replaced[static CTSAR__SIGNALS])
{
    int i = 0;
    while (ctsar__signal[i] != signal)
        ++i;
    sigaction(signal, &replaced[i], NULL);
}
