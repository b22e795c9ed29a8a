// Search loops and packing: what an iteration does depends on how many came before, or ends the loop.

// dependent: leaves at the first hit
LOOP(leaves_at_the_first_hit)
{
    int at = -1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 13) {
            at = i;
            break;
        }
    keep(0, at);
}

// dependent: returns out of the loop
static int returns(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 13)
            return i;
    return -1;
}
LOOP(returns_out_of_the_loop)
{
    keep(0, returns());
}

// dependent: leaves by goto
LOOP(leaves_by_goto)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (b[i] > 13)
            goto out;
        a[i] = 1;
    }
out:
    keep(0, 1);
}

// dependent: a condition that changes
LOOP(condition_that_changes)
{
    int go = 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N && go; i++) {
        a[i] = b[i];
        go = b[i] < 12;
    }
    keep(0, go);
}

// dependent: the last hit
LOOP(last_hit)
{
    int at = -1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 13)
            at = i;
    keep(0, at);
}

// independent: a first hit by a minimum
LOOP(first_hit_by_a_minimum)
{
    int at = N;
#pragma ctsar for hetero(1) reduction(min: at)
    for (int i = 0; i < N; i++)
        if (b[i] > 13 && i < at)
            at = i;
    keep(0, at);
}

// dependent: packing
LOOP(packing)
{
    int n = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0)
            a[n++] = b[i];
    keep(0, n);
}

// dependent: unpacking
LOOP(unpacking)
{
    int n = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (b[i] > 0)
            a[i] = c[n++];
    keep(0, n);
}

// independent: packing within each row
LOOP(packing_within_each_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int n = 0;
        for (int j = 0; j < M; j++)
            if (bb[i][j] > 0)
                aa[i][n++] = bb[i][j];
        counts[i] = n;
    }
}

// independent: to places that were computed before
LOOP(search_in_each_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        int at = -1;
        for (int j = 0; j < M; j++)
            if (aa[i][j] > 10) {
                at = j;
                break;
            }
        counts[i] = at;
    }
}

// independent: the greatest of each row and its place
LOOP(greatest_of_each_row)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < M; i++) {
        double most = aa[i][0];
        int at = 0;
        for (int j = 1; j < M; j++)
            if (aa[i][j] > most) {
                most = aa[i][j];
                at = j;
            }
        a[i] = most;
        counts[i] = at;
    }
}

// independent: binary search in a table
LOOP(binary_search)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        int low = 0, high = N;
        while (low < high) {
            int middle = (low + high) / 2;
            if (ordered[middle] < wide[i] * 3)
                low = middle + 1;
            else
                high = middle;
        }
        counts[i] = low;
    }
}
