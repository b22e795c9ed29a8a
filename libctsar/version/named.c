/* SPDX-License-Identifier: BSD-3-Clause */
#include "version/named.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/status.h"

enum { LISTED = 200 /* bytes of names */ };

typedef struct item {
    struct item *next;
    char *family, *version; /* NULL: of all; behind it */
    bool met;
} item;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all below */
static item *items, **last = &items;
static char families[LISTED]; /* that were executed */
static pid_t owner;           /* whose they are, and not its children's */

static bool equal(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static item *find(const ctsar__forced_version *f)
{
    item *i = items;
    while (i && !(equal(i->family, f->family) && equal(i->version, f->version)))
        i = i->next;
    return i;
}

/* Without memory it is not told. */
static void add(const ctsar__forced_version *f)
{
    item *i = calloc(1, sizeof *i);
    if (!i)
        return;
    i->family = f->family ? strdup(f->family) : NULL;
    i->version = strdup(f->version);
    i->met = !i->version || (f->family && !i->family);
    *last = i;
    last = &i->next;
}

void ctsar__named_expect(const ctsar__version_settings *s)
{
    if (!s->nforced)
        return;
    pthread_mutex_lock(&lock);
    owner = getpid();
    for (int k = 0; k < s->nforced; ++k)
        if (!find(&s->forced[k]))
            add(&s->forced[k]);
    pthread_mutex_unlock(&lock);
}

static bool has(const ctsar_kernel *family, const char *version)
{
    const ctsar_kernel *const *v = family->versions;
    while (*v && strcmp((*v)->name, version) != 0)
        v++;
    return *v;
}

static bool is_listed(const char *name)
{
    size_t length = strlen(name), at = 0;
    while (families[at]) {
        size_t end = at + strcspn(families + at, ",");
        if (end - at == length && !memcmp(families + at, name, length))
            return true;
        at = end + strspn(families + end, ", ");
    }
    return false;
}

static void list(const char *name)
{
    size_t used = strlen(families);
    if (!is_listed(name) && used + strlen(name) + sizeof ", " <= sizeof families)
        snprintf(families + used, sizeof families - used, "%s%s", used ? ", " : "", name);
}

/* One that is named and has no such version is an error, which is told at once. */
void ctsar__named_family(const ctsar_kernel *family)
{
    pthread_mutex_lock(&lock);
    for (item *i = items; i; i = i->next)
        i->met = i->met || (i->family ? equal(i->family, family->name) : has(family, i->version));
    if (items)
        list(family->name);
    pthread_mutex_unlock(&lock);
}

void ctsar__named_told(const char *version)
{
    pthread_mutex_lock(&lock);
    for (item *i = items; i; i = i->next)
        i->met = i->met || (!i->family && equal(i->version, version));
    pthread_mutex_unlock(&lock);
}

static void tell(const item *i)
{
    const char *those = *families ? "those that were: " : "none was";
    if (i->family)
        ctsar__warn("CTSAR_VERSIONS: %s:%s has had no effect, since no kernel %s with versions was "
                    "executed; %s%s",
                    i->family, i->version, i->family, those, families);
    else
        ctsar__warn("CTSAR_VERSIONS: %s has had no effect, since no kernel with a version of that "
                    "name was executed; %s%s",
                    i->version, those, families);
}

/* Behind all that the program does when it ends.  Threads may still be at work. */
__attribute__((destructor)) static void tell_all(void)
{
    if (owner != getpid() || pthread_mutex_trylock(&lock))
        return;
    while (items) {
        item *i = items;
        items = i->next;
        if (!i->met)
            tell(i);
        free(i->family);
        free(i->version);
        free(i);
    }
    last = &items;
    pthread_mutex_unlock(&lock);
}
