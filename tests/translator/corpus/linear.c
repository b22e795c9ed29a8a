// Linear dependence: one array, one subscript that is the loop's variable and a constant.

// independent
LOOP(same_element)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = a[i] + b[i];
}

// dependent: each needs the one before
LOOP(reads_the_one_before)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] + b[i];
}

// dependent: the next one overwrites what is read
LOOP(reads_the_next_one)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        a[i] = a[i + 1] + b[i];
}

// independent: reads even ones, writes odd ones
LOOP(reads_even_writes_odd)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i += 2)
        a[i] = a[i - 1] + b[i];
}

// dependent: two steps back in steps of two
LOOP(steps_of_two_two_back)
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < N; i += 2)
        a[i] = a[i - 2] + b[i];
}

// independent: three back in steps of two is never written
LOOP(steps_of_two_three_back)
{
#pragma ctsar for hetero(1)
    for (int i = 4; i < N; i += 2)
        a[i] = a[i - 3] + b[i];
}

// independent: what is read lies beyond what is written
LOOP(reads_the_other_half)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        a[i] = a[i + N / 2] + b[i];
}

// dependent: the halves overlap in one element
LOOP(halves_overlap_by_one)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i <= N / 2; i++)
        a[i] = a[i + N / 2] + b[i];
}

// independent
LOOP(one_fixed_element_is_read)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        a[i] = a[0] + b[i];
}

// dependent: a[7] is written by an iteration
LOOP(one_fixed_element_is_written_too)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = a[7] + b[i];
}

// dependent: all write one element
LOOP(all_write_one_element)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[3] = b[i];
}

// dependent: reversed halves meet
LOOP(mirror_in_place)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        a[i] = a[N - 1 - i] + b[i];
}

// independent: each iteration owns i and its mirror image
LOOP(mirror_swap)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        double t = a[i];
        a[i] = a[N - 1 - i];
        a[N - 1 - i] = t;
    }
}

// dependent: distance five
LOOP(five_apart)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 5; i++)
        a[i + 5] = a[i] * 2;
}

// independent: two arrays
LOOP(two_arrays)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N - 1; i++)
        a[i] = b[i - 1] + b[i] + b[i + 1];
}

// dependent: the second statement reads what the iteration before wrote in the first
LOOP(by_way_of_another_statement)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++) {
        a[i] = b[i] + 1;
        c[i] = a[i - 1] * 2;
    }
}

// dependent: every other element, and its half
LOOP(doubled_subscript_reaches_itself)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N / 2; i++)
        a[2 * i] = a[i] + b[i];
}

// independent: even ones are written, odd ones read
LOOP(doubled_subscript_and_the_odd_ones)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++)
        a[2 * i] = a[2 * i + 1] + b[i];
}

// independent: rows
LOOP(rows_of_a_matrix)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 1; j < M; j++)
            aa[i][j] = aa[i][j - 1] + bb[i][j];
}

// dependent: from row to row
LOOP(from_row_to_row)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            aa[i][j] = aa[i - 1][j] + bb[i][j];
}

// dependent: along a diagonal
LOOP(along_the_diagonal)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < M; i++)
        for (int j = 1; j < M; j++)
            aa[i][j] = aa[i - 1][j - 1] + bb[i][j];
}

// independent: only the diagonal
LOOP(only_the_diagonal)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        aa[i][i] = bb[i][i] * 2;
}

// dependent: the diagonal is written, and read by other rows
LOOP(the_diagonal_is_read_by_others)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            if (i != j)
                aa[i][j] = aa[j][j] + 1;
            else
                aa[i][i] = aa[i][i] + 2;
}

// independent: the upper triangle from the lower one
LOOP(upper_from_lower)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++)
        for (int j = i + 1; j < M; j++)
            aa[i][j] = aa[j][i];
}

// independent: the lower triangle is written by columns
LOOP(lower_by_columns)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < M; j++)
        for (int i = j; i < M; i++)
            aa[i][j] = bb[j][i] + j;
}

// independent: the ends of what is read have more cases than can be written down
static void add_at_bits_and_multiples(int n, unsigned char *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i += 2)
        for (int j = 0; j < 4; j++)
            if (i >= j)
                x[(i & 31) * 71 + 3 * i] = x[(i & 31) * 71 + 3 * i + 1] + 1;
}
LOOP(bits_and_multiples)
{
    add_at_bits_and_multiples(N, (unsigned char *)flat);
}

// independent: a matrix by one number, which is taken apart into row and column
static void by_one_number(int n, int m, const double *from, double *to)
{
#pragma ctsar for hetero(1)
    for (int q = 0; q < n * m; q++) {
        int i = q / m, j = q % m;
        to[i * m + j] = 2 * from[i * m + j] + i - j;
    }
}
LOOP(row_and_column_of_one_number)
{
    by_one_number(M, pitch, dense, flat);
}

// independent: the same without a sign, and within the subscript
static void by_one_size(size_t n, size_t m, double *restrict to)
{
#pragma ctsar for hetero(1)
    for (size_t q = 0; q < n * m; q++)
        to[q % m + m * (q / m)] += 1;
}
LOOP(row_and_column_in_the_subscript)
{
    by_one_size(M, (size_t)pitch, flat);
}

// guarded: the row of another length
LOOP(row_and_column_of_other_lengths)
{
    int m = pitch;
#pragma ctsar for hetero(1)
    for (int q = 0; q < M * M; q++)
        flat[q / m * (m - 1) + q % m] += q;
}

// guarded: another number's column
LOOP(row_and_column_of_two_numbers)
{
    int m = pitch;
#pragma ctsar for hetero(1)
    for (int q = 0; q < M * M - 8; q++)
        flat[q / m * m + (q + 7) % m] += q;
}

// unknown: what is kept in a narrow type is another number, which is written once all the same
LOOP(row_in_a_narrow_type)
{
    int m = five;
#pragma ctsar for hetero(1)
    for (int q = 0; q < N; q++) {
        signed char i = (signed char)(q / m);
        a[i * m + q % m] += q;
    }
}

// independent: rows without a sign, of which every second one begins later, read from their ends
static void later_by_parity(int n, int m, double *restrict to, const double *restrict from)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < (unsigned)n; i++)
        for (int j = 1 + (int)(i % 2); j < m - 1; j++)
            to[i * m + j] = 3 * from[i * m + (m - 1 - j)];
}
LOOP(rows_that_begin_by_a_remainder)
{
    later_by_parity(M, pitch, flat, dense);
}

// independent: planes
static void planes_by_parity(int n, int m, int k, double *restrict to, const double *restrict from)
{
#pragma ctsar for hetero(1) part_copyin(from[0:n][0:m][1:k]) part_copy(to[0:n][0:m][1:k])
    for (unsigned i = 0; i < (unsigned)k; i++)
        for (int p = (int)(i % 2); p < n; p++)
            for (int j = (int)(i % 2); j < m; j++)
                to[(p * m + j) * k + i] += from[(p * m + (m - 1 - j)) * k + i];
}
LOOP(planes_that_begin_by_a_remainder)
{
    planes_by_parity(M, pitch, M, &edge[0][0][0], &cube[0][0][0]);
}

// dependent: the next row from its end
static void next_by_parity(int n, int m, double *x)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 0; i < (unsigned)n; i++)
        for (int j = 1 + (int)(i % 2); j < m - 1; j++)
            x[i * m + j] = 3 * x[(i + 1) * m + (m - 1 - j)];
}
LOOP(rows_that_begin_by_a_remainder_and_meet)
{
    next_by_parity(M, pitch, flat);
}

// unknown: every second row begins in the one before
static void before_by_parity(int n, int m, double *x)
{
#pragma ctsar for hetero(1)
    for (unsigned i = 1; i < (unsigned)n; i++)
        for (int j = (int)(i % 2) - 1; j < m - 1; j++)
            x[i * m + j] += j;
}
LOOP(rows_that_begin_in_others_by_a_remainder)
{
    before_by_parity(M, pitch, flat);
}

// independent: a matrix with two subscripts by one number
static void two_by_one_number(int n, int m, const double (*from)[m], double (*to)[m])
{
#pragma ctsar for hetero(1)
    for (int q = 0; q < n * m; q++) {
        int i = q / m, j = q % m;
        to[i][j] = 2 * from[i][j] + i - j;
    }
}
LOOP(two_subscripts_of_one_number)
{
    two_by_one_number(M, pitch, bb, aa);
}

// independent: the same of a known size, in the subscripts
LOOP(two_subscripts_of_a_known_size)
{
#pragma ctsar for hetero(1)
    for (int q = 0; q < M * M; q++)
        aa[q / M][q % M] += bb[q / M][q % M] * q;
}

// independent: without a sign, and not from the first one
static void two_by_one_size(size_t n, size_t m, double to[n][m])
{
#pragma ctsar for hetero(1)
    for (size_t q = m + 3; q < n * m; q++)
        to[q / m][q % m] += 1;
}
LOOP(two_subscripts_without_a_sign)
{
    two_by_one_size(M, (size_t)pitch, aa);
}

// independent: with the next element of another one
LOOP(two_subscripts_and_the_next)
{
#pragma ctsar for hetero(1)
    for (int q = 0; q < M * M - 1; q++)
        aa[q / M][q % M] += bb[(q + 1) / M][(q + 1) % M];
}

// dependent: the next element of the same one
LOOP(two_subscripts_and_their_next)
{
#pragma ctsar for hetero(1)
    for (int q = 0; q < M * M - 1; q++)
        aa[q / M][q % M] += aa[(q + 1) / M][(q + 1) % M];
}

// unknown: rows of another length, of which a part is written
LOOP(two_subscripts_of_a_part)
{
#pragma ctsar for hetero(1)
    for (int q = 0; q < 5 * M; q++)
        aa[q / 5][q % 5] += q;
}

// unknown: the column of another number
LOOP(two_subscripts_of_two_numbers)
{
#pragma ctsar for hetero(1)
    for (int q = 0; q < M * M - 8; q++)
        aa[q / M][(q + 7) % M] += q;
}

// unknown: what is kept in a narrow type is another row, which is written once all the same
LOOP(two_subscripts_in_a_narrow_type)
{
#pragma ctsar for hetero(1)
    for (int q = 0; q < M * M; q++) {
        signed char i = (signed char)(q / M);
        aa[i][q % M] += q;
    }
}

// independent: the matrix is used otherwise, too
LOOP(two_subscripts_and_others)
{
#pragma omp parallel for hetero(1)
    for (int q = 0; q < M * M; q++)
        aa[q / M][q % M] += bb[q / M][q % M] - bb[M - 1][q % M];
}

// unknown: the row of one number as a pointer, which a function follows
static inline void count_one(double *row, int j)
{
    row[j] += 1;
}
static void rows_that_are_followed(int n, int m, double (*to)[m])
{
#pragma ctsar for hetero(1)
    for (int q = 0; q < n; q++)
        count_one(to[q / m], q % m);
}
LOOP(a_row_of_one_number_is_followed)
{
    rows_that_are_followed(M * M, M, aa);
}
