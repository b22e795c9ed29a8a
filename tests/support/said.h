/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is said on stderr meanwhile. */
#ifndef CTSAR_TESTS_SAID_H
#define CTSAR_TESTS_SAID_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char said[4000];
static FILE *said_file;
static int said_saved;

static inline void listen(void)
{
    said_file = tmpfile();
    said_saved = dup(2);
    assert_non_null(said_file);
    fflush(stderr);
    dup2(fileno(said_file), 2);
}

static inline void stop_listening(void)
{
    fflush(stderr);
    dup2(said_saved, 2);
    close(said_saved);
    rewind(said_file);
    said[fread(said, 1, sizeof said - 1, said_file)] = '\0';
    fclose(said_file);
}

/* How often the text has that. */
static inline int lines(const char *text, const char *with)
{
    int n = 0;
    for (const char *at = strstr(text, with); at; at = strstr(at + 1, with))
        n++;
    return n;
}

#endif
