/*
 * Searches a database of sequences for a query: local alignments with affine gaps (Gotoh),
 * scores turned into bits, the best hits reported and aligned again with their ends.
 *
 * usage: align [sequences [hits]]
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUERY 24
#define MAXLEN 64
#define LETTERS 20
#define GAP_OPEN 11
#define GAP_EXTEND 1
#define max(a, b) ((a) > (b) ? (a) : (b))

typedef struct {
    int sequences, residues;
    int *start;          /* sequences + 1 of them */
    signed char *letter; /* residues of them, 0 .. LETTERS - 1 */
} database;

typedef struct {
    int score, end_query, end_subject;
    float bits;
} hit;

static int matrix[LETTERS][LETTERS];

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fprintf(stderr, "align: no memory\n");
        exit(1);
    }
    return p;
}

static void make_matrix(void)
{
    int a, b;
    for (a = 0; a < LETTERS; a++)
        for (b = 0; b <= a; b++)
            matrix[a][b] = matrix[b][a] = a == b ? 4 + a % 5 : (a / 4 == b / 4 ? 1 : -(1 + (a + b) % 4));
}

static database make_database(int sequences, const signed char *query)
{
    database db;
    unsigned r = 12345;
    int s, i;
    db.sequences = sequences;
    db.start = xmalloc((sequences + 1) * sizeof *db.start);
    db.start[0] = 0;
    for (s = 0; s < sequences; s++)
        db.start[s + 1] = db.start[s] + 20 + s * 7 % (MAXLEN - 20);
    db.residues = db.start[sequences];
    db.letter = xmalloc(db.residues);
    for (i = 0; i < db.residues; i++) {
        r = r * 1103515245u + 12345u;
        db.letter[i] = (signed char)((r >> 16) % LETTERS);
    }
    for (s = 3; s < sequences; s += 17) /* relatives of the query */
        for (i = 2; i < 16; i++)
            db.letter[db.start[s] + i] = query[i + s % 5];
    return db;
}

static hit search_one(const signed char *query, const signed char *subject, int n)
{
    int H[MAXLEN + 1], E[MAXLEN + 1], i, j, F, diagonal, h;
    hit best = {0, -1, -1, 0.0f};
    for (j = 0; j <= n; j++) {
        H[j] = 0;
        E[j] = INT_MIN / 2;
    }
    for (i = 0; i < QUERY; i++) {
        diagonal = 0;
        F = INT_MIN / 2;
        for (j = 1; j <= n; j++) {
            E[j] = max(E[j] - GAP_EXTEND, H[j] - GAP_OPEN);
            F = max(F - GAP_EXTEND, H[j - 1] - GAP_OPEN);
            h = diagonal + matrix[query[i]][subject[j - 1]];
            h = max(h, max(E[j], max(F, 0)));
            diagonal = H[j];
            H[j] = h;
            if (h > best.score) {
                best.score = h;
                best.end_query = i;
                best.end_subject = j - 1;
            }
        }
    }
    return best;
}

static void search(const database *db, const signed char *query, hit *hits)
{
    int s;
#pragma omp parallel for private(s) schedule(guided) hetero(1)
    for (s = 0; s < db->sequences; s++)
        hits[s] = search_one(query, db->letter + db->start[s], db->start[s + 1] - db->start[s]);
}

int main(int argc, char **argv)
{
    int sequences = argc > 1 ? atoi(argv[1]) : 90, wanted = argc > 2 ? atoi(argv[2]) : 5;
    int s, i, k, cells = 0, composition[LETTERS] = {0};
    float lambda = 0.267f, logk = -3.19f, best = 0;
    signed char query[QUERY];
    database db;
    hit *hits;
    long sum = 0;

    make_matrix();
    for (i = 0; i < QUERY; i++)
        query[i] = (signed char)(i * 7 % 11 + i % 3);
    db = make_database(sequences, query);
    hits = xmalloc(sequences * sizeof *hits);
    search(&db, query, hits);

#pragma omp parallel for private(i) reduction(+ : composition) hetero(1)
    for (i = 0; i < db.residues; i++)
        composition[db.letter[i]]++;
#pragma omp parallel for private(s) firstprivate(lambda, logk) reduction(+ : cells) reduction(max : best) hetero(1)
    for (s = 0; s < sequences; s++) {
        hits[s].bits = (lambda * hits[s].score - logk) / 0.693147f;
        best = hits[s].bits > best ? hits[s].bits : best;
        cells += QUERY * (db.start[s + 1] - db.start[s]);
    }

    printf("%d sequences, %d residues, %d cells, best %.2f bits\n", sequences, db.residues, cells, best);
    for (k = 0; k < wanted; k++) {
        int at = 0;
        for (s = 1; s < sequences; s++)
            if (hits[s].score > hits[at].score)
                at = s;
        printf("%3d: score %d, ends at %d and %d\n", at, hits[at].score, hits[at].end_query, hits[at].end_subject);
        hits[at].score = -hits[at].score;
    }
    for (s = 0; s < sequences; s++)
        sum = sum * 5 % 1000003 + abs(hits[s].score) + hits[s].end_subject;
    for (i = 0; i < LETTERS; i++)
        sum += (long)composition[i] * i;
    printf("%ld\n", sum);
    free(hits);
    free(db.start);
    free(db.letter);
    return 0;
}
