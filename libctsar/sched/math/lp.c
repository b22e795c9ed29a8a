/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Deviation minimisation by GLPK (paper 3.2.1, Figure 3).
 *
 * GLPK keeps an environment per thread, and a problem may be touched by the thread
 * that made it alone.  So each thread keeps a problem per number of units, whose
 * coefficients each solution rewrites: the last basis is then usually optimal already,
 * and the solution costs a factorisation.  All of it ends with the thread.
 *
 * GLPK's tolerances are absolute: on times in raw microseconds it calls any split an
 * optimum.  So times are divided by the smallest, and the columns are the units'
 * times g_j = f_j p_j instead of their fractions, which are all of one magnitude:
 *     minimise  sum (t+ + t-)   subject to   sum g_j / p_j = 1,
 *     g_j - g_1 = t+_j - t-_j,   0 <= g_j <= cap_j p_j.
 * Coefficients that are no ordinary numbers make GLPK abort the process; they are
 * checked before.  So does an allocation that fails, unless its error hook leaves it; then its
 * environment is freed, with all problems in it, also the program's own of this thread.  Hooks
 * cannot be asked for, so those of a program that uses GLPK itself are gone after a solution. */
#include "sched/math/lp.h"

#include <math.h>

#include "base/grow.h"
#include "sched/math/lp_closed.h"

/* With times further apart, coefficients get lost in GLPK's tolerances. */
#define WIDEST_RATIO 1e13

#ifdef CTSAR_WITH_GLPK
#include <glpk.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

typedef struct problem {
    glp_prob *lp;  /* NULL: there was none of this size yet */
    int *column;   /* 1..n, of the g_j; with 1/p_j GLPK's form of the row of their sum */
    double *share; /* 1..n, the part of the whole that a unit does in the smallest p */
} problem;

/* A thread's problems: of[n] is the one for n units. */
typedef struct problems {
    problem *of;
    size_t room;
} problems;

/* The key's only use is to end with the thread. */
static _Thread_local problems *mine;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool key_exists;

static void problem_free(problem *q)
{
    if (q->lp)
        glp_delete_prob(q->lp);
    free(q->column);
    free(q->share);
    *q = (problem){0};
}

static void problems_free(problems *all)
{
    for (size_t n = 0; n < all->room; n++)
        problem_free(&all->of[n]);
    free(all->of);
    free(all);
    mine = NULL;
}

static void thread_ends(void *all)
{
    problems_free(all);
    glp_free_env();
}

static void key_create(void)
{
    key_exists = pthread_key_create(&key, thread_ends) == 0;
}

/* When the library is unloaded no thread may find its code through the key any more.
 * The environment stays: the program may be using GLPK in this thread as well. */
__attribute__((destructor)) static void key_delete(void)
{
    if (key_exists)
        pthread_key_delete(key);
    key_exists = false;
    if (mine)
        problems_free(mine);
}

static problems *problems_of_thread(void)
{
    if (mine)
        return mine;
    pthread_once(&key_once, key_create);
    problems *all = key_exists ? calloc(1, sizeof *all) : NULL;
    if (all && pthread_setspecific(key, all)) {
        free(all);
        all = NULL;
    }
    return mine = all;
}

/* Makes of[n] exist. */
static bool problems_reserve(problems *all, int n)
{
    size_t before = all->room;
    problem *of = ctsar__grow(all->of, &all->room, (size_t)n + 1, sizeof *of);
    if (!of)
        return false;
    for (size_t i = before; i < all->room; i++)
        of[i] = (problem){0};
    all->of = of;
    return true;
}

/* Columns of unit j, 1..n (t+ and t- from 2 on, where j deviates from unit 1).  Row 1 is
 * the sum, row j the deviation of unit j. */
static int time_column(int j)
{
    return j;
}
static int above_column(int n, int j)
{
    return n + j - 1;
}
static int below_column(int n, int j)
{
    return 2 * n + j - 2;
}

/* With every g in the basis all units end together, the optimum while no cap is active. */
static void start_basis(glp_prob *lp, int n)
{
    for (int j = 1; j <= n; j++) {
        glp_set_row_stat(lp, j, GLP_NS);
        glp_set_col_stat(lp, time_column(j), GLP_BS);
    }
    for (int j = 2; j <= n; j++) {
        glp_set_col_stat(lp, above_column(n, j), GLP_NL);
        glp_set_col_stat(lp, below_column(n, j), GLP_NL);
    }
}

/* Row g_j - g_1 - t+_j + t-_j = 0 and its part of the objective. */
static void add_deviation(glp_prob *lp, int n, int j)
{
    int above = above_column(n, j), below = below_column(n, j);
    int column[5] = {0, time_column(1), time_column(j), above, below};
    double coefficient[5] = {0, -1, 1, -1, 1};
    glp_set_mat_row(lp, j, 4, column, coefficient);
    glp_set_row_bnds(lp, j, GLP_FX, 0, 0);
    glp_set_col_bnds(lp, above, GLP_LO, 0, 0);
    glp_set_col_bnds(lp, below, GLP_LO, 0, 0);
    glp_set_obj_coef(lp, above, 1);
    glp_set_obj_coef(lp, below, 1);
}

/* The problem without what depends on times and caps. */
static bool problem_create(problem *q, int n)
{
    q->column = malloc(((size_t)n + 1) * sizeof *q->column);
    q->share = malloc(((size_t)n + 1) * sizeof *q->share);
    if (!q->column || !q->share) {
        problem_free(q);
        return false;
    }
    q->lp = glp_create_prob();
    glp_set_obj_dir(q->lp, GLP_MIN);
    glp_add_rows(q->lp, n);
    glp_add_cols(q->lp, 3 * n - 2);
    glp_set_row_bnds(q->lp, 1, GLP_FX, 1, 1);
    for (int j = 1; j <= n; j++) {
        q->column[j] = time_column(j);
        glp_set_col_bnds(q->lp, time_column(j), GLP_LO, 0, 0);
    }
    for (int j = 2; j <= n; j++)
        add_deviation(q->lp, n, j);
    start_basis(q->lp, n);
    return true;
}

/* This thread's problem for n units; NULL without memory. */
static problem *problem_for(int n)
{
    problems *all = problems_of_thread();
    if (!all || !problems_reserve(all, n))
        return NULL;
    problem *q = &all->of[n];
    return q->lp || problem_create(q, n) ? q : NULL;
}

/* The largest g that the unit may have; a cap of the whole binds nothing. */
static void set_cap(const problem *q, int j, double cap)
{
    double most = cap / q->share[j];
    if (cap >= 1)
        glp_set_col_bnds(q->lp, time_column(j), GLP_LO, 0, 0);
    else
        glp_set_col_bnds(q->lp, time_column(j), most > 0 ? GLP_DB : GLP_FX, 0, most);
}

static void problem_rewrite(problem *q, int n, const double *p, double min, const double *cap,
                            double widen)
{
    for (int j = 1; j <= n; j++) {
        q->share[j] = min / p[j - 1];
        set_cap(q, j, cap ? cap[j - 1] * widen : 1);
    }
    glp_set_mat_row(q->lp, 1, n, q->column, q->share);
}

/* After iterations the factors carry the error of all updates, which a small share
 * amplifies to per cents of the unit's time: computes the solution anew from the basis. */
static bool refine(glp_prob *lp)
{
    return glp_factorize(lp) == 0 && glp_warm_up(lp) == 0 && glp_get_status(lp) == GLP_OPT;
}

static bool simplex(glp_prob *lp, int n)
{
    glp_smcp how;
    glp_init_smcp(&how);
    how.msg_lev = GLP_MSG_OFF;
    how.it_lim = 1000 + 100 * n;
    int before = glp_get_it_cnt(lp);
    if (glp_simplex(lp, &how) || glp_get_status(lp) != GLP_OPT)
        return false;
    return glp_get_it_cnt(lp) == before || refine(lp);
}

/* From the last basis, and if that leads nowhere once more from the first. */
static bool problem_solve(glp_prob *lp, int n)
{
    if (simplex(lp, n))
        return true;
    start_basis(lp, n);
    return simplex(lp, n);
}

/* Takes rounding out of the solution: no negative fraction, sum 1. */
static bool fractions(const problem *q, int n, double *f)
{
    double sum = 0;
    for (int j = 1; j <= n; j++) {
        f[j - 1] = fmax(glp_get_col_prim(q->lp, time_column(j)) * q->share[j], 0);
        sum += f[j - 1];
    }
    if (!(fabs(sum - 1) < 1e-6))
        return false;
    for (int j = 0; j < n; j++)
        f[j] /= sum;
    return true;
}

/* An instance, for ctsar__lp_solve. */
typedef struct question {
    int n;
    const double *p, *cap;
    double min, widen;
} question;

static bool answer(const question *a, double *f)
{
    problem *q = problem_for(a->n);
    if (!q)
        return false;
    problem_rewrite(q, a->n, a->p, a->min, a->cap, a->widen);
    return problem_solve(q->lp, a->n) && fractions(q, a->n, f);
}

/* Instead of aborting. */
static void leave_glpk(void *from)
{
    longjmp(*(jmp_buf *)from, 1);
}

/* It has a word for the terminal when it fails, whatever was asked of it. */
static int say_nothing(void *info, const char *text)
{
    (void)info, (void)text;
    return 1;
}

/* After a failure only this may be done. */
static void free_environment(void)
{
    for (size_t n = 0; mine && n < mine->room; n++) {
        mine->of[n].lp = NULL; /* the environment's */
        problem_free(&mine->of[n]);
    }
    glp_free_env();
}

/* False also where GLPK has failed. */
static bool answer_or_leave(const question *a, double *f)
{
    jmp_buf here;
    glp_error_hook(leave_glpk, &here);
    if (setjmp(here)) {
        free_environment();
        return false;
    }
    return answer(a, f);
}

enum { ENVIRONMENT_EXISTS = 1 };

static bool solve_by_glpk(int n, const double *p, double min, const double *cap, double widen,
                          double *f)
{
    const question a = {n, p, cap, min, widen};
    /* Who frees the environment when the thread ends must be known before there is one. */
    if (!problems_of_thread() || glp_init_env() > ENVIRONMENT_EXISTS)
        return false;
    int terminal = glp_term_out(GLP_OFF); /* the thread's, so perhaps the program's too */
    glp_term_hook(say_nothing, NULL);
    bool solved = answer_or_leave(&a, f);
    if (glp_init_env() > ENVIRONMENT_EXISTS)
        return false;
    glp_error_hook(NULL, NULL);
    glp_term_hook(NULL, NULL);
    glp_term_out(terminal);
    return solved;
}

const char *ctsar__lp_solver(void)
{
    return "GLPK " CTSAR_STRING(GLP_MAJOR_VERSION) "." CTSAR_STRING(GLP_MINOR_VERSION);
}
#else
static bool solve_by_glpk(int n, const double *p, double min, const double *cap, double widen,
                          double *f)
{
    (void)n, (void)p, (void)min, (void)cap, (void)widen, (void)f;
    return false;
}

const char *ctsar__lp_solver(void)
{
    return "closed form";
}
#endif

static int check_times(int n, const double *p, double *min, double *max)
{
    *min = *max = p[0];
    for (int j = 0; j < n; j++) {
        if (!(p[j] > 0 && isfinite(p[j])))
            return ctsar__error(CTSAR_EINVAL,
                                "unit %d takes %g s per iteration; it must be positive and finite",
                                j, p[j]);
        *min = fmin(*min, p[j]);
        *max = fmax(*max, p[j]);
    }
    return CTSAR_OK;
}

static int check_caps(int n, const double *cap, double *widen)
{
    double sum = 0;
    for (int j = 0; j < n; j++) {
        if (!(cap[j] >= 0))
            return ctsar__error(CTSAR_EINVAL, "unit %d may have a fraction of %g at most; 0 to 1",
                                j, cap[j]);
        sum += fmin(cap[j], 1);
    }
    if (sum <= 0)
        return ctsar__error(CTSAR_EINVAL, "no unit may have any iteration; one cap must be over 0");
    *widen = sum < 1 ? 1 / sum : 1;
    return CTSAR_OK;
}

int ctsar__lp_solve(int n, const double *p, const double *cap, double *f)
{
    double min = 1, max = 1, widen = 1;
    int status = n >= 1 ? check_times(n, p, &min, &max)
                        : ctsar__error(CTSAR_EINVAL, "a split over %d units; at least 1", n);
    if (!status && cap)
        status = check_caps(n, cap, &widen);
    if (status)
        return status;
    if (n == 1 || max / min > WIDEST_RATIO || !solve_by_glpk(n, p, min, cap, widen, f))
        ctsar__lp_closed(n, p, cap, f);
    return CTSAR_OK;
}
