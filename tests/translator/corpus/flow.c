// Global data flow: what is known from elsewhere in the function.

// independent: a constant of the function
LOOP(a_constant_of_the_function)
{
    const int shift = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i + shift];
}

// independent: a local enum is a bound and a pitch
LOOP(a_local_enum)
{
    enum { ROWS = 12, COLUMNS = 16 };
#pragma ctsar for hetero(1)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            flat[i * COLUMNS + j] = dense[i * COLUMNS + j] + 1;
}

// data: the offset is known where the loop is reached
LOOP(known_offset_carries)
{
    int back = 1;
#pragma ctsar for hetero(1)
    for (int i = 2; i < N; i++)
        a[i] = a[i - back] + 1;
}

// independent: the offset is as large as the range
LOOP(known_offset_is_far)
{
    enum { FAR = N / 2 };
#pragma ctsar for hetero(1)
    for (int i = 0; i < FAR; i++)
        a[i] = a[i + FAR] * 2;
}

// independent: the condition chooses between two ranges, both apart
LOOP(two_ranges_apart)
{
    int half_ = N / 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        a[i] = b[i] + b[i + half_];
}

// independent: two sizes of the same value
static void two_names(int n, int m, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] = y[i * m + j] + i;
}
LOOP(rows_and_columns_as_parameters)
{
    two_names(M, M, flat, dense);
}

// independent: the pitch is larger than the bound
static void pitched(int n, int m, int lda, double *x, const double *y)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += y[i * lda + j];
        x[i] = s;
    }
}
LOOP(bound_and_pitch_differ)
{
    pitched(M, M - 3, M, a, dense);
}

// independent: bounds in a struct
LOOP(bounds_in_a_struct)
{
    struct {
        int rows, columns;
    } size = {M, M};
#pragma ctsar for hetero(1)
    for (int i = 0; i < size.rows; i++)
        for (int j = 0; j < size.columns; j++)
            flat[i * size.columns + j] = dense[i * size.columns + j] * 3;
}

// independent: a dead value of before the loop
LOOP(dead_value_of_before)
{
    double t = 5;
    keep(0, t);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        t = b[i] * b[i];
        a[i] = t + 1;
    }
}

// independent: values that are computed before the loop
LOOP(values_from_before)
{
    double scale = b[0] * 2, offset = scale + c[1];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = scale * b[i] + offset;
}

// independent: two loops after each other on the same arrays
LOOP(one_loop_after_another)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = b[i] + 1;
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        c[i] = a[i - 1] * 2;
}

// independent: within a serial loop, two arrays in turn
LOOP(within_a_serial_loop)
{
    for (int t = 0; t < 3; t++) {
#pragma ctsar for hetero(1)
        for (int i = 1; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
#pragma ctsar for hetero(1)
        for (int i = 1; i < N - 1; i++)
            a[i] = b[i] - 1;
    }
}

// independent: rows beyond the pivot, by a serial loop's variable
LOOP(rows_beyond_the_pivot)
{
    for (int k = 0; k < 4; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < M; i++)
            for (int j = k + 1; j < M; j++)
                aa[i][j] -= aa[i][k] * aa[k][j];
    }
}

// dependent: the pivot's row is among those that are written
LOOP(the_pivot_is_written_too)
{
    for (int k = 0; k < 3; k++) {
#pragma ctsar for hetero(1)
        for (int i = k; i < M; i++)
            for (int j = k; j < M; j++)
                aa[i][j] -= aa[k][j];
    }
}

// unknown: used after a loop that is left
LOOP(used_after_a_loop_that_is_left)
{
    double t = 0;
    while (1) {
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++) {
            t = b[i];
            a[i] = t;
        }
        break;
    }
    keep(0, t);
}

// unknown: used after a switch
LOOP(used_after_a_switch)
{
    double t = 0;
    switch (one) {
    case 1:
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++) {
            t = b[i];
            a[i] = t;
        }
        break;
    default:
        t = 3;
    }
    keep(0, t);
}

// unknown: set anew unless the loop is left
LOOP(set_anew_unless_left)
{
    double t = 0;
    while (1) {
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++) {
            t = b[i];
            a[i] = t;
        }
        if (five > 3)
            break;
        t = 0;
    }
    keep(0, t);
}

// unknown: used in the next round
LOOP(used_in_the_next_round)
{
    double t = 0;
    for (int k = 0; k < 3; k++) {
        c[k] = t;
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++) {
            t = b[i];
            a[i] = t;
        }
        continue;
    }
}

// unknown: used where it goes on at once
LOOP(goes_on_at_once)
{
    double t = 0;
    for (int k = 0; k < 3; k++) {
        c[k] = t;
#pragma ctsar for hetero(1)
        for (int i = 0; i < N; i++) {
            t = b[i];
            a[i] = t;
        }
        if (k < 2)
            continue;
        t = 9;
    }
}

// independent: every case sets it
LOOP(every_case_sets)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        switch (flag[i]) {
        case 0: t = 1; break;
        case 1: t = 2;
        case 2: t = i; break;
        case 3:
        case 4: if (b[i] > 0) { t = 8; break; } t = 9; break;
        default: t = b[i];
        }
        a[i] = t;
    }
}

// dependent: one way out of a case does not set it
LOOP(one_way_out_of_a_case)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        switch (flag[i]) {
        case 0: t = 1; break;
        case 1: for (int k = 0; k < 3; k++) { if (b[k] > i) break; t = k; } break;
        default: t = b[i];
        }
        a[i] = t;
    }
}

// dependent: no default sets it
LOOP(default_does_not)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        switch (flag[i]) {
        case 0: t = 1; break;
        default: switch (flag[i + 1]) { case 1: t = 4; break; default: t = 4; }
        case 7: ; break;
        case 1: if (b[i] > 1) break; t = 4;
        }
        a[i] = t;
    }
}

// dependent: into a loop
LOOP(into_a_loop)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = 0;
        switch (flag[i] & 1) {
        default: for (k = 0; k < 1; k++) { t = b[i]; case 1: ; }
        }
        a[i] = t;
    }
}

// independent: set where both hold, and used there
LOOP(set_where_both_hold)
{
    double t = 3, s = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (flag[i] > 0 && (t = b[i]) > 1)
            c[i] = t;
        if (!(flag[i] > 1) || (s = b[i + 1]) < 2)
            d[i] = 1;
        else
            d[i] = s;
        e[i] = flag[i] && (t = c[i]) > 0 ? t : 0;
    }
}

// dependent: set where both hold, and used elsewhere
LOOP(set_where_both_hold_used_elsewhere)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (flag[i] > 0 || (t = b[i]) > 1)
            c[i] = t;
    }
}

// dependent: a scalar set in a loop of possibly no rounds
LOOP(inner_zero_trips)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < flag[i]; k++)
            t = b[k] + i;
        a[i] = t;
    }
}

// dependent: the same with while
LOOP(while_zero_trips)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = flag[i];
        while (k-- > 0)
            t = b[k + 1] + i;
        a[i] = t;
    }
}

// independent: do while sets at least once
LOOP(do_sets)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = flag[i];
        do
            t = b[k < 0 ? 0 : k] + i;
        while (k-- > 0);
        a[i] = t;
    }
}

// dependent: do with a continue before the set
LOOP(do_with_continue)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int k = flag[i];
        do {
            if (k < 2)
                continue;
            t = b[k] + i;
        } while (k-- > 0);
        a[i] = t;
    }
}

// dependent: set behind &&
LOOP(set_behind_and)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (flag[i] > 0 && (t = b[i]) > 1)
            c[i] = t;
        a[i] = t;
    }
}

// independent: set behind && and used there only
LOOP(set_behind_and_used_there)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (flag[i] > 0 && (t = b[i]) > 1)
            c[i] = t;
        a[i] = 1;
    }
}

// dependent: ternary
LOOP(set_in_ternary)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = flag[i] > 0 ? (t = b[i]) : t;
}

// independent: ternary sets in both
LOOP(set_in_both_of_ternary)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        flag[i] > 0 ? (t = b[i]) : (t = c[i]);
        a[i] = t;
    }
}

// dependent: switch without default
LOOP(switch_without_default)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        switch (flag[i]) {
        case 0: t = 1; break;
        case 1: t = 2; break;
        case 2: t = i;
        }
        a[i] = t;
    }
}

// independent: switch falls through with default
LOOP(switch_falls_through)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        switch (flag[i]) {
        case 0: t = 1; break;
        case 1: t = 2;
        case 2: t = i; break;
        default: t = b[i];
        }
        a[i] = t;
    }
}

// dependent: switch, one case breaks before the set
LOOP(switch_breaks_before)
{
    double t = 3;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        switch (flag[i]) {
        case 0: if (b[i] > 2) break; t = 1; break;
        default: t = b[i];
        }
        a[i] = t;
    }
}
