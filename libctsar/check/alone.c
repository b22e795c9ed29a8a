/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread that leaves a checked pass by `break` never lets the others in. */
#include "check/alone.h"

#include <errno.h>
#include <pthread.h>

#include "base/clock.h"
#include "base/status.h"

static struct {
    pthread_mutex_t mutex; /* of all below */
    pthread_cond_t free;
    pthread_t owner;
    int depth;              /* how often the owner and its team are in; 0: nobody is */
    int bodies;             /* that the owner is executing, one in another */
    pthread_mutex_t within; /* of who is in besides the first time; recursive */
    ctsar__check *pass;     /* whose pass the owner checks, the innermost one, or NULL */
    double patience;        /* of the last region that was opened */
    void (*again)(void);    /* the owner comes in once more, or NULL; the owner's */
} door = {.mutex = PTHREAD_MUTEX_INITIALIZER, .patience = 30};

static void make_free(void)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&door.free, &attributes);
    pthread_condattr_destroy(&attributes);
}

static void make_within(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&door.within, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

/* In a child only the thread that forked goes on.  If another one was alone, nobody is. */
static void forked(void)
{
    pthread_mutex_init(&door.mutex, NULL);
    make_free();
    make_within();
    if (pthread_equal(door.owner, pthread_self()))
        return;
    door.depth = 0;
    door.pass = NULL;
    door.again = NULL;
    door.bodies = 0;
}

static void open_door(void)
{
    pthread_atfork(NULL, NULL, forked);
    make_free();
    make_within();
}

static void complain(const ctsar__check *c, double waited)
{
    if (door.pass)
        ctsar__warn("%s%swaiting for the checked pass of %s, which has not ended after %.3g s; one "
                    "pass is checked at a time, and a thread of that one is still in the loop's "
                    "body, or left the loop by break, return or the like, which the others wait "
                    "for in vain",
                    c ? c->name : "", c ? ": " : "", door.pass->name, waited);
}

static void wait_until_free(const ctsar__check *c)
{
    double began = ctsar__now();
    bool said = false;
    struct timespec last = ctsar__moment_in(door.patience);
    while (door.depth > 0) {
        int error = said ? pthread_cond_wait(&door.free, &door.mutex)
                         : pthread_cond_timedwait(&door.free, &door.mutex, &last);
        if (error == ETIMEDOUT && door.depth > 0) {
            complain(c, ctsar__now() - began);
            said = true;
        }
    }
}

/* Is the calling thread the owner, or one that the owner waits for in its body? */
static bool is_in(void)
{
    return door.depth > 0 &&
           (pthread_equal(door.owner, pthread_self()) || (door.bodies && ctsar__team_is_marked()));
}

/* One that is executed in the innermost one's body, until _pass_ends. */
static void begin_pass(ctsar__check *c, bool inside)
{
    pthread_mutex_lock(&door.mutex);
    c->outer = inside ? door.pass : NULL;
    door.pass = c;
    pthread_mutex_unlock(&door.mutex);
}

/* What another thread of the team has begun is over once `within` is had. */
void ctsar__check_alone(ctsar__check *c)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_door);
    pthread_mutex_lock(&door.mutex);
    if (c)
        door.patience = c->patience;
    bool inside = is_in();
    if (!inside) {
        wait_until_free(c);
        door.owner = pthread_self();
    }
    door.depth++;
    pthread_mutex_unlock(&door.mutex);
    if (inside)
        pthread_mutex_lock(&door.within);
    if (c)
        begin_pass(c, inside);
    if (inside && door.again)
        door.again();
}

static void count_bodies(int more)
{
    pthread_mutex_lock(&door.mutex);
    door.bodies += more;
    pthread_mutex_unlock(&door.mutex);
}

void ctsar__check_body_begins(ctsar__check *c)
{
    ctsar__team_mark_own(&c->before);
    count_bodies(1);
    c->begun = true;
}

void ctsar__check_body_ends(ctsar__check *c)
{
    if (!c->begun)
        return;
    c->begun = false;
    count_bodies(-1);
    ctsar__team_unmark(&c->before);
}

void ctsar__check_alone_again(void (*call)(void))
{
    door.again = call;
}

void ctsar__check_not_alone(void)
{
    pthread_mutex_lock(&door.mutex);
    if (--door.depth > 0)
        pthread_mutex_unlock(&door.within);
    else {
        door.pass = NULL;
        pthread_cond_signal(&door.free);
    }
    pthread_mutex_unlock(&door.mutex);
}

void ctsar__check_pass_ends(const ctsar__check *c)
{
    pthread_mutex_lock(&door.mutex);
    door.pass = c->outer;
    pthread_mutex_unlock(&door.mutex);
    ctsar__check_not_alone();
}
