// Results: functions that set what an argument leads to.

static void halves(int i, double *whole, int *odd)
{
    *odd = i & 1;
    if (*odd) {
        *whole = i / 2;
        return;
    }
    whole[0] = i / 2 + 0.5;
}
static void of_three(int i, double *x)
{
    switch (i % 3) {
    case 0:
        *x = 4;
        break;
    case 1:
        *x = 5;
        break;
    default:
        *x = 6;
    }
}
static void sometimes(int i, double *x)
{
    if (i % 3)
        *x = i;
}
static double on_top(int i, double *x)
{
    *x += i;
    return *x;
}
static void by_rounds(int n, double *x)
{
    for (int k = 0; k < n; k++)
        *x = k;
}
static void point_at(struct point *p, int i)
{
    p->x = i;
    p->y = 2 * i;
}

// independent: of the C library
LOOP(results_of_the_library)
{
    double s, whole;
    int exponent;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = modf(b[i] / 4, &whole);
        a[i] += frexp(c[i], &exponent) + whole;
        s = a[i] + exponent;
        d[i] = s * s;
    }
}

// independent: of a function of the file, on each way through it
LOOP(results_of_a_function)
{
    double whole;
    int odd;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        halves(i, &whole, &odd);
        a[i] = whole + odd * b[i];
    }
}

// independent: whichever case
LOOP(results_of_a_switch)
{
    double x;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        of_three(i, &x);
        a[i] = x + b[i];
    }
}

// independent: the last one's is used
LOOP(results_of_the_last_iteration)
{
    double whole = 0;
    int odd;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        halves(i + (int)b[i], &whole, &odd);
        a[i] = whole + odd;
    }
    result[0] = whole;
}

// independent: the user says so
LOOP(results_in_private_variables)
{
    double x;
    struct point p;
    int i;
#pragma omp parallel for private(x, p) hetero(1)
    for (i = 0; i < N; i++) {
        by_rounds(two, &x);
        point_at(&p, i);
        a[i] = x + p.x * p.y;
    }
}

// independent: their addresses have been taken before
LOOP(results_in_private_variables_again)
{
    double whole;
    int odd, i;
    halves(one, &whole, &odd);
    result[1] = whole;
#pragma omp parallel for private(whole, odd) hetero(1)
    for (i = 0; i < N; i++) {
        halves(i, &whole, &odd);
        a[i] = whole - odd;
    }
}

// independent: text is read
LOOP(results_of_reading_text)
{
    float x, y;
    char *end;
    int i;
    static char lines[N][24];
    for (i = 0; i < N; i++)
        sprintf(lines[i], "%5.1f %5.1f end", b[i], c[i]);
#pragma omp parallel for private(x, y, end) hetero(1)
    for (i = 0; i < N; i++) {
        sscanf(lines[i], "%f %f", &x, &y);
        a[i] = x * y + strtod(lines[i], &end);
        d[i] = (double)(end - lines[i]);
    }
}

// dependent: a result that is not always set
LOOP(results_that_may_stay)
{
    double x = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        sometimes(i, &x);
        a[i] = x;
    }
}

// dependent: a result that is made of the one before
LOOP(results_that_are_read_first)
{
    double x = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = on_top(i, &x);
}

// dependent: a loop that may have no round
LOOP(results_of_no_round)
{
    double x = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        by_rounds(i % 3, &x);
        a[i] = x;
    }
}
