// What a look at subscripts must not miss: headers that read, conversions, conditions, empty rows, orders.

// guarded: the header of an inner loop reads what others write, also where it has no round
static void rounds_by_a_number(int n, const int *p, const int *most, int *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int k = 0; k < most[p[i]]; k++)
            s++;
        to[i] = s + 1;
    }
}
LOOP(header_reads_what_is_written)
{
    for (int i = 0; i < N; i++)
        counts[i] = 0;
    rounds_by_a_number(50, ip, counts, counts);
}

// independent: ... of another array
static void rounds_by_another(int n, const int *p, const int *most, int *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int k = 0; k < most[p[i]]; k++)
            s++;
        to[i] = s + 1;
    }
}
LOOP(header_reads_another_array)
{
    rounds_by_another(50, ip, iq, counts);
}

// guarded: numbers are cut off, and lead to what is written
static void cut_off(int n, const int *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        unsigned char k = (unsigned char)(p[i] + q[i]);
        to[i] = from[k] + 1;
    }
}
LOOP(numbers_of_a_byte_in_place)
{
    for (int i = 0; i < N; i++) {
        ip[i] = 200;
        iq[i] = 56 + i / 2;
    }
    cut_off(100, ip, iq, a, a);
}

// independent: ... or apart from it
static void cut_off_again(int n, const int *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        unsigned char k = (unsigned char)(p[i] + q[i]);
        to[i] = from[k] + 1;
    }
}
LOOP(numbers_of_a_byte)
{
    cut_off_again(100, ip, iq, b, a);
}

// guarded: a sum without a sign wraps around, onto what is written
static void wraps(int n, const unsigned *p, const unsigned *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i] = from[p[i] + q[i]] + 1;
}
LOOP(sum_that_wraps_around)
{
    for (int i = 0; i < N; i++) {
        ip[i] = -50;
        iq[i] = 50 + i / 2;
    }
    wraps(100, (const unsigned *)ip, (const unsigned *)iq, a, a);
}

// independent: numbers that a condition leaves out lead anywhere
static void chosen_numbers(int n, const int *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        to[i] = 0;
        if (p[i] >= 100 && q[i] != 3)
            to[i] = from[p[i] - 100 + q[i]];
    }
}
LOOP(numbers_that_a_condition_leaves_out)
{
    for (int i = 0; i < N; i++)
        if (ip[i] < 100)
            ip[i] -= 1 << 20;
    chosen_numbers(half, ip, iq, b, a);
}

// guarded: ... where they are not left out
static void chosen_numbers_again(int n, const int *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        to[i] = 0;
        if (p[i] >= 100 && q[i] != 3)
            to[i] = from[p[i] - 100 + q[i]];
    }
}
LOOP(numbers_that_a_condition_leaves_in)
{
    chosen_numbers_again(half, ip, iq, a, a);
}

// guarded: a segment's first element is made of the one before
static void from_the_one_before(int n, const int *off, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++)
        for (int j = 0; j < off[i + 1] - off[i]; j++)
            x[off[i] + j] = x[off[i] + j - 1] + 1;
}
LOOP(segments_reach_the_one_before)
{
    from_the_one_before(50, ordered, a);
}

// independent: ... from the second on
static void from_the_second_on(int n, const int *off, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++)
        for (int j = 1; j < off[i + 1] - off[i]; j++)
            x[off[i] + j] = x[off[i] + j - 1] + 1;
}
LOOP(segments_go_on_by_themselves)
{
    for (int i = 0; i < N; i++)
        ordered[i] = 4 * i;
    from_the_second_on(50, ordered, a);
}

// independent: most segments are empty, and these may lie anywhere
static void some_segments(int n, const int *first, const int *count, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count[i]; j++)
            x[first[i] + j] = i;
}
LOOP(empty_segments_lie_anywhere)
{
    for (int i = 0; i < N; i++) {
        counts[i] = i % 3 ? -i : 4;
        ordered[i] = i % 3 ? -77 : 2 * i;
    }
    some_segments(100, ordered, counts, a);
}

// guarded: segments in the other order
static void some_segments_again(int n, const int *first, const int *count, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count[i]; j++)
            x[first[i] + j] = i;
}
LOOP(segments_in_disorder)
{
    for (int i = 0; i < N; i++) {
        counts[i] = 3;
        ordered[i] = i % 2 ? i : i + 3;
    }
    some_segments_again(100, ordered, counts, a);
}

// data: what is written may be the segments' lengths
static void segments_of_numbers(int n, const int *first, const int *count, int *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count[i]; j++)
            x[first[i] + j] = 2;
}
LOOP(segments_onto_their_lengths)
{
    for (int i = 0; i < N; i++) {
        counts[i] = 1;
        ordered[i] = i + 1;
    }
    segments_of_numbers(100, ordered, counts, counts);
}

// independent: a loop that counts down
static void filled_downwards(int n, const int *first, const int *last, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = n - 1; i >= 0; i--)
        for (int k = last[i] - 1; k >= first[i]; k--)
            x[k] += i;
}
LOOP(segments_downwards)
{
    for (int i = 0; i < 100; i++)
        counts[i] = 2 * i + 1;
    filled_downwards(100, ordered, counts, a);
}

// guarded: ... over the last segment's first element
static void filled_downwards_again(int n, const int *first, const int *last, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = n - 1; i >= 0; i--)
        for (int k = last[i] - 1; k >= first[i]; k--)
            x[k] = i;
}
LOOP(segments_downwards_overlap)
{
    for (int i = 0; i < 100; i++)
        counts[i] = 2 * i + (i == 98 ? 3 : 1);
    filled_downwards_again(100, ordered, counts, a);
}

// independent: every third iteration
static void by_threes(int n, const int *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i += 3)
        to[i] = from[p[i] + q[i / 3]];
}
LOOP(steps_of_three)
{
    by_threes(half, iq, iq, b, a);
}

// guarded: ... of what is written
static void by_threes_again(int n, const int *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i += 3)
        to[i] = from[p[i] + q[i / 3]];
}
LOOP(steps_of_three_in_place)
{
    by_threes_again(half, iq, iq, a, a);
}

// independent: there is nothing to gather
static void nothing_gathered(int n, const int *count, const int *p, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        to[i] = 1;
        for (int k = 0; k < count[i]; k++)
            to[i] += from[p[4 * i + k]];
    }
}
LOOP(nothing_is_gathered)
{
    for (int i = 0; i < N; i++)
        counts[i] = -1;
    nothing_gathered(half, counts, NULL, NULL, a);
}

// independent: a distance decides whether a neighbour counts
static void near(int n, int most, const int *list, const double *x, const double *q, double *f)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < most; k++) {
            int j = list[i * most + k];
            double away = x[j] - x[i];
            if (away * away < 50)
                s += q[j] * away;
        }
        f[i] = s;
    }
}
LOOP(neighbours_that_are_near)
{
    near(M, five, iq, b, c, a);
}

// guarded: ... where what counts is written
static void near_again(int n, int most, const int *list, const double *x, const double *q, double *f)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < most; k++) {
            int j = list[i * most + k];
            double away = x[j] - x[i];
            if (away * away < 50)
                s += q[j] * away;
        }
        f[i] = s;
    }
}
LOOP(neighbours_that_are_near_in_place)
{
    near_again(M, five, iq, b, a, a);
}

// independent: numbers of two lists, which are read in any case
static void near_of_two(int n, const int *list, const int *other, const double *x, const double *q, double *f)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = list[i] + other[i];
        f[i] = x[j];
        if (x[j] < 3)
            f[i] += q[j + list[i]];
    }
}
LOOP(numbers_that_are_read_in_any_case)
{
    near_of_two(half, iq, iq, b, c, a);
}

// guarded: ... and lead to what is written
static void near_of_two_again(int n, const int *list, const int *other, const double *x, const double *q, double *f)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int j = list[i] + other[i];
        f[i] = x[j];
        if (x[j] < 3)
            f[i] += q[j + list[i]];
    }
}
LOOP(numbers_that_are_read_in_any_case_in_place)
{
    near_of_two_again(half, iq, iq, b, a, a);
}

// unknown: a distance decides whether there is a number
static void near_by_another_list(int n, const int *list, const int *other, const double *x, const double *q, double *f)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        f[i] = 0;
        if (x[list[i]] < 0)
            f[i] = q[other[list[i]]];
    }
}
LOOP(number_that_a_distance_decides_about)
{
    near_by_another_list(M, iq, ip, b, c, a);
}

// unknown: ... or of which round it is
static void near_in_another_loop(int n, const int *list, const int *other, const double *x, const double *q, double *f)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        f[i] = 0;
        for (int k = 0; k < 2; k++)
            f[i] += x[list[2 * i + k] + other[i]];
        if (x[i] < 0)
            for (int k = 0; k < 4; k++)
                f[i] += q[list[2 * i + k] + other[i]];
    }
}
LOOP(number_of_another_loop)
{
    near_in_another_loop(M, iq, iq, b, c, a);
}

// unknown: a jump leaves out what follows, whose numbers lead nowhere
static void left_out(int n, const int *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) {
            if (p[i] + k > 6) {
                to[i] = k;
                break;
            }
            to[i] += from[q[p[i] + k]];
        }
}
LOOP(jump_leaves_numbers_out)
{
    for (int i = 0; i < N; i++) {
        ip[i] = i % 5 ? i % 7 : 1 << 28;
        iq[i] = i < 7 ? i : -1;
    }
    left_out(half, ip, iq, b, a);
}

// unknown: a switch and a while decide
static void decided(int n, const int *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int k = 0;
        to[i] = 0;
        while (k < p[i])
            to[i] += from[q[k += 2]];
        switch (p[i]) {
        case 1:
            to[i] += from[q[q[i]]];
            break;
        default:
            to[i]++;
        }
    }
}
LOOP(numbers_of_a_while)
{
    decided(20, flag, iq, b, a);
}

// data: the variable in a condition changes
static void changes(int n, const int *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        int found = 0;
        for (int k = 0; k < 4; k++) {
            if (!found)
                to[i] += from[p[q[i + k]]];
            found = q[i + k] == 9;
        }
    }
}
LOOP(condition_by_what_changes)
{
    changes(half, ip, iq, a, a);
}

// guarded: marks so far away that addresses by them wrap around, under a condition that is not looked at
static void far_marks(int n, const double *x, const long *p, const int *q, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        long k = p[i], m = q[i];
        to[i] = x[i];
        if (x[i] > 0)
            to[i] += from[k + m];
    }
}
LOOP(marks_beyond_memory)
{
    for (int i = 0; i < N; i++) {
        wide[i] = b[i] > 0 ? i : i % 2 ? 1L << 61 : 9223372036854775807L;
        iq[i] = 0;
    }
    far_marks(N, b, wide, iq, a, a + 1);
}

// guarded: ... in an index array
static void far_indices(int n, const double *x, const long *p, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        long k = p[i];
        to[i] = (double)(k % 7);
        if (x[i] > 0)
            to[i] += from[k];
    }
}
LOOP(indices_beyond_memory)
{
    for (int i = 0; i < N; i++)
        wide[i] = b[i] > 0 ? i : 1L << 61;
    far_indices(N, b, wide, a, a + 1);
}

// guarded: ... without a sign
static void far_sizes(int n, const double *x, const size_t *p, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        size_t k = p[i];
        to[i] = (double)(k % 7);
        if (x[i] > 0)
            to[i] += from[k];
    }
}
LOOP(sizes_beyond_memory)
{
    static size_t at[N];
    for (int i = 0; i < N; i++)
        at[i] = b[i] > 0 ? (size_t)i : (size_t)-1;
    far_sizes(N, b, at, a, a + 1);
}
