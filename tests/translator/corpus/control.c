// Control flow: what is skipped must stay as it was.

// independent
LOOP(under_an_if)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0)
            a[i] = b[i] * 2;
}

// independent
LOOP(continue_leaves_alone)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] < 0)
            continue;
        a[i] = -1;
    }
}

// independent: an inner break leaves the rest of a row alone
LOOP(inner_break_leaves_alone)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            if (bb[i][j] > 12)
                break;
            aa[i][j] = 5;
        }
}

// independent
LOOP(both_branches_write)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > c[i])
            a[i] = b[i];
        else
            a[i] = c[i];
}

// independent: each branch another array
LOOP(each_branch_another_array)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0)
            a[i] = b[i];
        else
            c[i] = b[i];
}

// independent: switch with a fall through and no default
LOOP(switch_falls_through)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        switch (flag[i] & 3) {
        case 0:
            a[i] = 1;
            break;
        case 1:
            a[i] = 2;
            /* fall through */
        case 2:
            c[i] = 3;
        }
}

// independent: goto forward
LOOP(goto_forward)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 0)
            goto positive;
        a[i] = -b[i];
        goto end;
    positive:
        a[i] = b[i] * 2;
    end:;
    }
}

// independent: the first iteration is another
LOOP(first_iteration_differs)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (i == 0)
            a[i] = b[i];
        else
            a[i] = b[i] + b[i - 1];
    }
}

// dependent: the first iteration's value is read by all others
LOOP(first_iteration_is_read)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (i == 0)
            a[0] = b[0] * 3;
        else
            a[i] = a[0] + b[i];
    }
}

// independent: odd ones read, even ones written
LOOP(parity_in_a_condition)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        if (i % 2 == 0)
            a[i] = a[i - 1] + 1;
}

// dependent: under a condition on data
LOOP(carried_under_data)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        if (b[i] > 0)
            a[i] = a[i - 1] + 1;
}

// independent: the guard keeps to the range
LOOP(guarded_neighbours)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double s = b[i];
        if (i > 0)
            s += b[i - 1];
        if (i < N - 1)
            s += b[i + 1];
        a[i] = s;
    }
}

// independent: a scalar set in both branches
LOOP(scalar_set_in_both_branches)
{
    double t;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 0)
            t = 1;
        else
            t = 2;
        a[i] += t;
    }
}

// independent: a scalar set and used under one condition
LOOP(scalar_set_and_used_under_a_condition)
{
    double t;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] < 0) {
            t = b[i] * 2;
            a[i] = t;
        }
}

// dependent: a scalar that keeps its value where the condition is false
LOOP(scalar_keeps_its_value)
{
    double t = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 0)
            t = b[i];
        a[i] = t;
    }
    keep(0, t);
}

// independent: do-while within the iteration
LOOP(do_while_within)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int n = i % 9, steps = 0;
        do {
            n = n % 2 ? 3 * n + 1 : n / 2;
            steps++;
        } while (n > 1 && steps < 40);
        counts[i] = steps;
    }
}

// independent: side effects in conditions
LOOP(side_effects_in_conditions)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = 0;
        if ((k = flag[i]) > 0 && k++ < 5)
            counts[i] = k;
        else
            counts[i] = -k;
    }
}

// independent: the comma
LOOP(comma)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i], c[i] = (d[i]++, d[i] * 2);
}

// independent: written in an inner loop that may be empty
LOOP(inner_loop_may_be_empty)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < flag[i]; j++)
            aa[i][j] = j;
}

// independent: nested ifs, three arrays
LOOP(nested_conditions)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0) {
            if (c[i] > b[i])
                a[i] += c[i] * d[i];
            else if (c[i] < 0)
                e[i] = a[i];
        } else
            d[i] = b[i] + 1;
}

// independent: ternaries choose what is read
LOOP(ternary_chooses_what_is_read)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = (b[i] > 0 ? c : d)[i];
}

// independent: loop left alone by all iterations
LOOP(never_written)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 1000)
            a[i] = 1;
}

// independent: && instead of if
LOOP(and_instead_of_if)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        b[i] > 2 && (a[i] = b[i]);
}

// independent: the scalar is read where it has been set
LOOP(set_and_read_under_one_condition)
{
    double t = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 3)
            t = c[i] * 2;
        if (b[i] > 3)
            a[i] += t;
    }
}

// independent: the condition is made of the function's own variables, and what is called cannot change them
LOOP(set_and_read_beside_a_call)
{
    double t = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        const int odd = i % 3;
        if (odd == 1)
            t = fabs(c[i]);
        else
            a[i] = fabs(b[i]);
        if (odd == 1)
            a[i] = t;
    }
}

// dependent: what the condition asks has changed in between
LOOP(condition_changes_with_memory)
{
    double t = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 3)
            t = c[i];
        b[i] += 8;
        if (b[i] > 3)
            a[i] = t;
    }
}

// dependent: the same by a variable
LOOP(condition_changes_with_a_variable)
{
    double t = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = i % 5;
        if (k > 2)
            t = c[i];
        k++;
        if (k > 2)
            a[i] = t;
    }
}

// dependent: the same within the branch
LOOP(condition_changes_in_its_branch)
{
    double t = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = i % 5;
        if (k > 2)
            k = 0;
        else
            t = c[i], k = 4;
        if (k > 2)
            a[i] = t;
        else
            a[i] = t + 1;
    }
}

// dependent: two numbers that are not the same
LOOP(conditions_differ_by_a_number)
{
    double t = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 3.5)
            t = c[i];
        if (b[i] > 2.5)
            a[i] = t;
    }
}

// dependent: in the next round of the inner loop the condition is another
LOOP(condition_of_another_round)
{
    double t = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = i % 2;
        if (k == 1)
            t = c[i];
        for (int j = 0; j < 2; j++) {
            if (k == 1)
                a[i] += t;
            k = 1;
        }
    }
}

static void put(double *x, int i, double v)
{
    if (i >= 100)
        goto far;
    x[i] += v;
    return;
far:
    x[i - 100] = 3 * x[i - 100] + v;
}
// dependent: what is reached by goto is under no condition that sent others away
LOOP(goto_in_a_callee)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        put(a, i, b[i]);
}

// dependent: a case under an if is reached whatever that says
LOOP(case_under_an_if)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        switch (i >= 100) {
        case 0:
            if (i < 0) {
        case 1:
                a[i - 100] = 3 * a[i - 100] + b[i];
                break;
            }
            a[i] += 1;
        }
}

// dependent: the same in the body itself
LOOP(goto_guard)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (i >= 100)
            goto far;
        a[i] += b[i];
        continue;
    far:
        a[i - 100] = 3 * a[i - 100] + b[i];
    }
}

// independent
LOOP(goto_backward)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int j = 0;
    again:
        aa[i][j] = i + j;
        if (++j < M)
            goto again;
    }
}

static void goto_kept(int n, double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        if (y[i] > 0)
            goto next;
        double t = x[i];
        x[i] = x[2 * n - 1 - i];
        x[2 * n - 1 - i] = t;
    next:
        y[i] = 1;
    }
}
// unknown: a test would need the loop, with its labels, twice
LOOP(goto_in_a_kept_loop)
{
    goto_kept(N / 2, a, b);
}

// independent
LOOP(duffs_device)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int j = 0, n = 3;
        switch (i % 2) {
        case 0:
            do {
                aa[i][j++] = 1;
        case 1:
                aa[i][j++] = 2;
            } while (--n > 0);
        }
    }
}

// dependent
LOOP(assign_in_condition)
{
    int k;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if ((k = i - 100) >= 0)
            a[k] = 3 * a[k + 100] + b[i];
}

// dependent
LOOP(bool_offset)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = a[i + (i < 500)] + 1;
}

// dependent
LOOP(complement_offset)
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < N; i++)
        a[i] = a[i + ~0] + 1;
}

// dependent
LOOP(float_index)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[(int)(i * 0.5)] += b[i];
}

// dependent
LOOP(pointer_difference)
{
    double *p = a + 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = a[i + (p - a)] + 1;
}

// unknown: an inner loop whose body goes on by itself
static void goes_on_by_itself(int n, int m, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            j += 2;
            y[i] += x[j - 2] + x[j];
        }
}
LOOP(inner_loop_that_goes_on_by_itself)
{
    goes_on_by_itself(M, N / 2 + 2, b, a);
}

// unknown: an inner loop that goes on by what it reads
static void goes_on_by_data(int n, int m, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (x[j] > 5)
                j += 3;
            y[i] += x[j];
        }
}
LOOP(inner_loop_that_goes_on_by_data)
{
    goes_on_by_data(M, N, b, a);
}

// independent: labels where a test says before the loop who executes it
static void finds_under_a_test(int n, int m, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j;
        for (j = 0; j < m; j++)
            if (x[i] < j)
                goto found;
        y[i + n] = -1;
        goto next;
    found:
        y[i + n] = j + e[ip[i] % 4];
    next:;
    }
}
LOOP(labels_under_a_test)
{
    finds_under_a_test(N / 2, 5, b, a);
}

// independent: out of loops by goto, and the loop's variable is used
LOOP(goto_and_the_last_index)
{
    int i;
#pragma omp parallel for hetero(1)
    for (i = 1; i < many; i++) {
        int v = 3 * i + 1, k = 0;
        do {
            if (v == 1)
                goto done;
            v = v % 2 ? 3 * v + 1 : v / 2;
        } while (++k < 60);
    done:
        counts[i - 1] = k;
    }
    wide[0] = i;
}
