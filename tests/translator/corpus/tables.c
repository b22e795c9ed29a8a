/* Subscripts that are found in tables: of constants, of which the elements are known, or of narrow types. */

static const int east[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, north[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

static void streamed(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int q = 0; q < 2; q++) {
                int y = (i - north[q + 2] + n) % n, x = (j - east[q] + m) % m;
                to[(i * m + j) * 2 + q] = from[(y * m + x) * 2 + q];
            }
}

// independent: a lattice gas streams, all around
LOOP(streams)
{
    streamed(10, pitch, flat, dense);
}

// independent: elements of a row change places by a table
LOOP(bounces_back)
{
    int n = 20;
    double *f = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double own[9];
        for (int q = 0; q < 9; q++)
            own[q] = f[i * 9 + opposite[q]];
        for (int q = 0; q < 9; q++)
            f[i * 9 + q] = own[q];
    }
}

static double pulled(int q, double x, double y)
{
    return 1 + 3 * (east[q] * x + north[q] * y);
}

// independent: the body and a function that it calls use one table
LOOP(used_here_and_by_a_function)
{
    int n = 20;
    double *f = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double x = 0, y = 0;
        for (int q = 0; q < 9; q++) {
            x += east[q] * f[i * 9 + q];
            y += north[q] * f[i * 9 + q];
        }
        for (int q = 0; q < 9; q++)
            f[i * 9 + q] += pulled(q, x, y);
    }
}

// independent: a table of the body's own
LOOP(table_in_the_body)
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < half; i++) {
        static const int away[3] = {-2, 0, +1};
        double s = 0;
        for (int k = 0; k < 3; k++)
            s += b[i + away[k]];
        a[i] = s;
    }
}

static const int jumps[4] = {0, 0, 1};

// dependent: what a table leads to is written by another iteration
LOOP(table_leads_to_others)
{
    double *f = a;
#pragma ctsar for hetero(1)
    for (int i = 0; i < half; i++)
        for (int q = 0; q < 4; q++)
            f[i] += f[i + jumps[q]];
}

static void looked_up(int n, const unsigned char *of, const double *table, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = table[of[i]];
}

// independent: bytes are looked up in what pointers lead to
LOOP(looked_up_by_bytes)
{
    looked_up(many, picture, flat, a);
}

static void looked_up_beside(int n, const unsigned char *of, const double *table, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = table[of[i]];
}

// guarded: in what is written, too
LOOP(looked_up_in_what_is_written)
{
    looked_up_beside(many, picture, flat, flat + 100);
}
