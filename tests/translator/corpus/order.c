// Statement reordering, loop distribution, node splitting: what a vectorising compiler would rearrange.

// dependent: as it stands; the statements in another order would be independent
LOOP(reordering_would_help)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N - 1; i++) {
        a[i] = a[i - 1] * 0 + c[i - 1];
        c[i] = b[i];
    }
}

// independent: a value is used after it was made, in the same iteration
LOOP(made_and_used)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = b[i] * 2;
        c[i] = a[i] + 1;
        a[i] = c[i] * a[i];
    }
}

// dependent: the one reads ahead what the other writes
LOOP(reads_ahead_of_a_write)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++) {
        b[i] = a[i + 1] * 3;
        a[i] = c[i] + 1;
    }
}

// dependent: node splitting
LOOP(node_splitting)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++) {
        a[i] = b[i] + c[i] * d[i];
        e[i] = (a[i] + a[i + 1]) * 2;
    }
}

// independent: the copy that node splitting makes
LOOP(after_node_splitting)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++)
        c[i] = a[i + 1];
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++) {
        a[i] = b[i] + d[i];
        e[i] = a[i] + c[i];
    }
}

// dependent: one half could be distributed
LOOP(half_could_be_distributed)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++) {
        a[i] = b[i] * c[i];
        d[i] = d[i - 1] + a[i];
    }
}

// independent: distributed by hand
LOOP(distributed_by_hand)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++)
        a[i] = b[i] * c[i];
    for (int i = 1; i < N; i++)
        d[i] = d[i - 1] + a[i];
}

// dependent: two statements write one array, an element apart
LOOP(two_writes_an_element_apart)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N - 1; i++) {
        a[i + 1] = b[i];
        a[i] = c[i];
    }
}

// independent: two writes, even and odd
LOOP(two_writes_even_and_odd)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        a[2 * i] = b[i];
        a[2 * i + 1] = c[i];
    }
}

// independent: two writes of two halves
LOOP(two_writes_of_two_halves)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        a[i] = b[i];
        a[i + N / 2] = c[i];
    }
}

// dependent: two halves that overlap by one
LOOP(two_writes_of_overlapping_halves)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i <= N / 2; i++) {
        a[i] = b[i];
        a[i + N / 2] = c[i];
    }
}

// independent: the same element twice, the second write counts
LOOP(the_second_write_counts)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        a[i] = 1;
        if (b[i] > 0)
            a[i] = 2;
    }
}

// dependent: a write of what a neighbour reads, in two arrays crosswise
LOOP(crosswise)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N; i++) {
        a[i] = b[i - 1] + 1;
        b[i] = a[i] * 2 - a[i];
    }
}
