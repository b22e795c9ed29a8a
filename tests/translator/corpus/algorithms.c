// Steps of algorithms: sorting networks, merging, scans, rings of buffers, butterflies, particles, diagonals, batches.

// independent: pairs of a bitonic network, which only the user knows to be apart
LOOP(bitonic_network)
{
    for (int k = 2; k <= 128; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
#pragma omp parallel for hetero(1)
            for (int i = 0; i < 128; i++) {
                int l = i ^ j;
                if (l > i && ((i & k) == 0 ? a[i] > a[l] : a[i] < a[l])) {
                    double t = a[i];
                    a[i] = a[l];
                    a[l] = t;
                }
            }
}

// independent: neighbours in turns of even and odd ones
LOOP(odd_even_transposition)
{
    for (int p = 0; p < 20; p++)
#pragma ctsar for hetero(1)
        for (int i = p % 2; i < many - 1; i += 2)
            if (a[i] > a[i + 1]) {
                double t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
}

// independent: runs of growing length are merged in pairs
LOOP(pairs_of_runs_merged)
{
    double *from = a, *to = b;
    for (int width = 1; width < N; width *= 2) {
#pragma omp parallel for hetero(1)
        for (int i = 0; i < N; i += 2 * width) {
            int l = i, middle = i + width < N ? i + width : N, r = middle, end = i + 2 * width < N ? i + 2 * width : N;
            for (int k = i; k < end; k++)
                if (l < middle && (r >= end || from[l] <= from[r]))
                    to[k] = from[l++];
                else
                    to[k] = from[r++];
        }
        double *t = from;
        from = to, to = t;
    }
}

// independent: a row is sorted by insertion
LOOP(rows_sorted_by_insertion)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < M; i++) {
        double *row = dense + i * M;
        for (int j = 1; j < M; j++) {
            double v = row[j];
            int k = j - 1;
            for (; k >= 0 && row[k] > v; k--)
                row[k + 1] = row[k];
            row[k + 1] = v;
        }
    }
}

// independent: a step of a scan adds what stands a distance before
LOOP(scan_by_doubling)
{
    double *from = a, *to = b;
    for (int distance = 1; distance < many; distance *= 2) {
#pragma ctsar for hetero(1)
        for (int i = 0; i < many; i++)
            to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
        double *t = from;
        from = to, to = t;
    }
}

// independent: into a ring of a struct, from where it ends
LOOP(into_a_ring)
{
    static struct {
        int head, size;
        double at[N];
    } ring;
    ring.head = 200, ring.size = N;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < 100; i++)
        ring.at[(ring.head + i) % ring.size] = a[i];
    memcpy(b, ring.at, sizeof ring.at);
}

// independent: butterflies of a stage by their number
LOOP(butterflies_by_number)
{
    for (int h = 1; h < 128; h *= 2)
#pragma omp parallel for hetero(1)
        for (int t = 0; t < 64; t++) {
            int i = t / h * 2 * h + t % h;
            double one = a[i], other = a[i + h];
            a[i] = one + other;
            a[i + h] = one - other;
        }
}

static void self_sorting(int n, int s, const double *from, double *to)
{
    int m = n / 2;
#pragma ctsar for hetero(1)
    for (int p = 0; p < m; p++)
        for (int q = 0; q < s; q++) {
            double one = from[q + s * p], other = from[q + s * (p + m)];
            to[q + s * (2 * p)] = one + other;
            to[q + s * (2 * p + 1)] = one - other;
        }
}

// independent: stages of a transform that sorts itself, between two buffers
LOOP(butterflies_between_two_buffers)
{
    double *from = a, *to = b;
    for (int n = 128, s = 1; n > 1; n /= 2, s *= 2) {
        self_sorting(n, s, from, to);
        double *t = from;
        from = to, to = t;
    }
}

// independent: elements are exchanged with those at the reversed bits of their number
LOOP(exchanged_at_reversed_bits)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < 128; i++) {
        int r = 0;
        for (int k = 0; k < 7; k++)
            if (i & 1 << k)
                r |= 1 << (6 - k);
        if (i < r) {
            double t = a[i];
            a[i] = a[r];
            a[r] = t;
        }
    }
}

// independent: each particle takes its field from the cell that it is in, and moves
LOOP(particles_in_cells)
{
    for (int i = 0; i < N; i++)
        pt[i].x = i % 32;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < N; i++) {
        int cell = (int)pt[i].x;
        double w = pt[i].x - cell;
        pt[i].y += (1 - w) * a[cell] + w * a[cell + 1];
        pt[i].x += pt[i].y / 8;
        while (pt[i].x < 0)
            pt[i].x += 32;
        while (pt[i].x >= 32)
            pt[i].x -= 32;
    }
}

// independent: an anti-diagonal of a table
LOOP(antidiagonals_of_a_table)
{
    for (int s = 2; s <= 2 * (M - 1); s++) {
        int low = s - (M - 1) > 1 ? s - (M - 1) : 1, high = s - 1 < M - 1 ? s - 1 : M - 1;
#pragma ctsar for hetero(1)
        for (int i = low; i <= high; i++) {
            int j = s - i;
            double most = aa[i - 1][j] > aa[i][j - 1] ? aa[i - 1][j] : aa[i][j - 1];
            aa[i][j] = a[i] == b[j] ? aa[i - 1][j - 1] + 1 : most;
        }
    }
}

// independent: items of a knapsack, between two rows
LOOP(knapsack_between_two_rows)
{
    double *old = a, *new = b;
    for (int k = 0; k < 10; k++) {
        int weight = 3 + k * 7 % 20;
#pragma ctsar for hetero(1)
        for (int i = 0; i < many; i++) {
            double best = old[i];
            if (i >= weight && old[i - weight] + k > best)
                best = old[i - weight] + k;
            new[i] = best;
        }
        double *t = old;
        old = new, new = t;
    }
}

// independent: a batch of tridiagonal systems, with scratch of their own
LOOP(batch_of_tridiagonal_systems)
{
#pragma ctsar for hetero(1)
    for (int s = 0; s < M; s++) {
        double w[M], v[M];
        w[0] = 0.25;
        v[0] = aa[0][s] / 4;
        for (int i = 1; i < M; i++) {
            double m = 1 / (4 - w[i - 1]);
            w[i] = m;
            v[i] = (aa[i][s] + v[i - 1]) * m;
        }
        aa[M - 1][s] = v[M - 1];
        for (int i = M - 2; i >= 0; i--)
            aa[i][s] = v[i] + w[i] * aa[i + 1][s];
    }
}

// independent: words are taken apart into bytes
LOOP(words_into_bytes)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < 100; i++) {
        unsigned w = (unsigned)ip[i] * 2654435761u;
        image[4 * i] = w & 0xff;
        image[4 * i + 1] = w >> 8 & 0xff;
        image[4 * i + 2] = w >> 16 & 0xff;
        image[4 * i + 3] = w >> 24;
    }
}

// dependent: bits of one word are set by several iterations
LOOP(bits_of_shared_words)
{
    static unsigned long words[N / 60];
    memset(words, 0, sizeof words);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        if (a[i] > 0)
            words[i / 60] |= 1ul << i % 60;
    for (int k = 0; k < N / 60; k++)
        result[k] = words[k] % 1000003;
}
