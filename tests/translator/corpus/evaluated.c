// What C evaluates of types: extents of variable arrays in casts, in `sizeof`, in `typeof`, and of parameters.

// unknown: a step in a sizeof is evaluated where it is an extent
LOOP(step_in_a_size)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (double)sizeof(double[k++]);
    keep(0, k);
}

static int stepped_by_reference(int *p)
{
    return (*p)++;
}

// dependent: a call in one
LOOP(call_in_a_size)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (double)sizeof(double[stepped_by_reference(&k)]);
    keep(0, k);
}

// dependent: an element is stepped in one
LOOP(element_stepped_in_a_size)
{
    int t[2] = {1, 2};
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (double)sizeof(double[t[0] += 2]);
    keep(0, t[0]);
}

static int evaluations;

static double counting_evaluations(void)
{
    return (double)sizeof(double[++evaluations]);
}

// dependent: a function steps a variable of the file in one
LOOP(size_in_a_function)
{
    evaluations = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = counting_evaluations();
    keep(0, evaluations);
}

// dependent: what iterations carry is read in one
LOOP(size_of_what_is_carried)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = (double)sizeof(double[k]);
        k = ip[i] + 1;
    }
    keep(0, k);
}

// dependent: another iteration's element is read in one
LOOP(size_of_anothers)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        counts[i] = (int)sizeof(char[counts[i - 1] * counts[i - 1] % 17 + i]);
}

// dependent: the same by a cast
LOOP(size_of_a_cast)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        counts[i] = (int)sizeof *(char(*)[counts[i - 1] * counts[i - 1] % 17 + i])b;
}

// dependent: the loop's variable is stepped in one
LOOP(variable_stepped_in_a_size)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (double)sizeof(double[i++ + 1]);
}

// unknown: in the bound of an inner loop
LOOP(size_bounds_an_inner_loop)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < (int)sizeof(char[k++]) % 5; j++)
            aa[i][j % M] = j;
    keep(0, k);
}

// independent: extents that stay
LOOP(size_that_stays)
{
    int k = many;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (double)sizeof(double[k]) + sizeof(char[k][two]);
}

// dependent: the size of an array is not that of its extent
LOOP(size_of_a_type)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 5; i++)
        for (int j = 0; j < 4; j++)
            a[i * (int)sizeof(char[1]) + j] = i;
}

// unknown: typeof evaluates extents
LOOP(step_in_a_typeof)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        __typeof__(double[k++]) t, *p = &t;
        a[i] = (double)sizeof t + (double)sizeof *p;
    }
    keep(0, k);
}

// unknown: so does a cast
LOOP(step_in_a_cast)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        (void)(double(*)[k++])b;
        a[i] = (double)sizeof *(double(*)[k++])b;
    }
    keep(0, k);
}

// unknown: a compound literal
LOOP(step_in_a_literal)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (double)sizeof *(double(*[1])[k++]){(void *)b}[0];
    keep(0, k);
}

// unknown: a subscript of a variable array
LOOP(step_in_a_subscript)
{
    int k = 1;
    double x[2][k];
    x[0][0] = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (double)sizeof x[k++ ? 0 : 0];
    keep(0, k);
}

// unknown: a type's name
LOOP(step_in_a_typedef)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        typedef double row[k++];
        row *p = (row *)b;
        a[i] = (double)(sizeof(row) + sizeof *p);
    }
    keep(0, k);
}

// unknown: a statement within an expression
LOOP(step_in_an_expression)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 4; i++)
        a[i] = ({
            double t[k++];
            (double)sizeof t;
        });
    keep(0, k);
}

static double counting_by_parameter(double x[evaluations++])
{
    return x[0] + evaluations;
}

// dependent: an extent of a parameter steps a variable of the file
LOOP(step_in_a_parameter)
{
    evaluations = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = counting_by_parameter(b);
}

static double of_own_parameter(int k, double x[k++])
{
    return x[0] + k;
}

// independent: the function's own is stepped
LOOP(step_of_a_parameter)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = of_own_parameter(i, b);
}

static double sized_by_reference(int *m, double x[][*m], int i)
{
    return x[0][i % 8] + sizeof *x;
}

// dependent: an extent of a parameter is another iteration's element
LOOP(extent_of_a_parameter)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++) {
        counts[i] = i % 7 + 2;
        a[i] = sized_by_reference(&counts[i - 1], (void *)dense, i);
    }
}

// unknown: the size of a variable array of the function
LOOP(size_of_the_functions_array)
{
    int m = many;
    double t[m];
    for (int i = 0; i < m; i++)
        t[i] = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (double)sizeof t + t[i];
}

// unknown: of a row of it, also where a pointer leads there
LOOP(size_of_a_row)
{
    int m = M;
    double t[m][m], (*p)[m] = t;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            t[i][j] = j;
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        a[i] = (double)sizeof t[0] + t[i][0];
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        b[i] = (double)sizeof *p + p[i][0];
}

static void sizes_of_a_parameter(int m, double t[][m])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        a[i] = t[i][3] + sizeof t[i] + sizeof t[i][0];
}

// unknown: of a parameter
LOOP(size_of_a_parameters_row)
{
    sizes_of_a_parameter(M, aa);
}

// independent: of an array that is private
LOOP(size_of_what_is_private)
{
    int m = M;
    double t[m];
#pragma ctsar for hetero(1, cpu) private(t)
    for (int i = 0; i < M; i++) {
        memset(t, 0, sizeof t);
        a[i] = t[3] + (double)sizeof t;
    }
}

struct offset {
    int x;
    double at[64];
};

// dependent: an offset is computed
LOOP(step_in_an_offset)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 4; i++)
        a[i] = (double)__builtin_offsetof(struct offset, at[k++]);
    keep(0, k);
}

// dependent: what is chosen is evaluated
LOOP(step_that_is_chosen)
{
    int k = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = _Generic(k, int: k++, default: 7) + __builtin_choose_expr(1, k++, 0);
    keep(0, k);
}

// independent: what the loop leaves is read in a size
LOOP(last_value_in_a_size)
{
    int k = 1;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        k = i + 2;
        a[i] = k;
    }
    keep(0, (double)sizeof(double[k]));
}

// independent: in a type's name
LOOP(last_value_in_a_typedef)
{
    int k = 1;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        k = i + 2;
        a[i] = k;
    }
    typedef double row[k];
    keep(0, (double)sizeof(row));
}

// independent: in a cast
LOOP(last_value_in_a_cast)
{
    int k = 1;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        k = i % 9 + 2;
        a[i] = k;
    }
    keep(0, ((double(*)[k])b)[1][0]);
}

// independent: in a cast that is asked for its size
LOOP(last_value_in_a_casts_size)
{
    int k = 1;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        k = i % 9 + 2;
        a[i] = k;
    }
    keep(0, (double)sizeof *(double(*)[k])b);
}
