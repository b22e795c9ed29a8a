/* Looks for words in lines of text, after Horspool and with wild cards; lines are found before.
 * Counts lines, words and letters, and prints the lines with most matches. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES 300
#define MAXWORD 16

struct line {
    int start, length;
    int hits, words;
    unsigned long hash;
};

struct pattern {
    char text[MAXWORD];
    int length, wild; /* whether it has '?' */
    unsigned char skip[256];
};

static char text[LINES * 48];
static struct line lines[LINES];
static int total_length;

static void write_text(void)
{
    static const char *const word[] = {"aba", "abacus", "cab", "bac", "banana", "ab", "cabana", "bbb"};
    int i, k, at = 0;
    for (i = 0; i < LINES; i++) {
        for (k = 0; k < 1 + i * 7 % 5; k++) {
            const char *w = word[(i * 3 + k * k) % 8];
            memcpy(text + at, w, strlen(w));
            at += (int)strlen(w);
            text[at++] = k % 3 == 2 ? '\t' : ' ';
        }
        text[at++] = '\n';
    }
    total_length = at;
}

static int find_lines(void)
{
    int n = 0, at = 0;
    while (at < total_length) {
        const char *end = memchr(text + at, '\n', total_length - at);
        lines[n].start = at;
        lines[n].length = (int)(end - (text + at));
        at += lines[n++].length + 1;
    }
    return n;
}

static struct pattern compile(const char *word)
{
    struct pattern p;
    int i;
    memset(&p, 0, sizeof p);
    p.length = (int)strlen(word);
    memcpy(p.text, word, p.length);
    memset(p.skip, p.length, sizeof p.skip);
    for (i = 0; i < p.length; i++) {
        p.wild |= word[i] == '?';
        if (i < p.length - 1)
            p.skip[(unsigned char)word[i]] = (unsigned char)(p.length - 1 - i);
    }
    return p;
}

static int count_fast(const char *line, int n, const struct pattern *p)
{
    int i = 0, j, found = 0;
    while (i + p->length <= n) {
        for (j = p->length - 1; j >= 0 && line[i + j] == p->text[j]; j--)
            ;
        found += j < 0;
        i += p->skip[(unsigned char)line[i + p->length - 1]];
    }
    return found;
}

static int count_wild(const char *line, int n, const struct pattern *p)
{
    int i, j, found = 0;
    for (i = 0; i + p->length <= n; i++) {
        for (j = 0; j < p->length; j++)
            if (p->text[j] != '?' && line[i + j] != p->text[j])
                break;
        if (j == p->length)
            found++;
    }
    return found;
}

static int search(int n, const struct pattern *p)
{
    int i, total = 0;
#pragma omp parallel for private(i) reduction(+ : total) hetero(1)
    for (i = 0; i < n; i++) {
        const char *line = text + lines[i].start;
        lines[i].hits = p->wild ? count_wild(line, lines[i].length, p) : count_fast(line, lines[i].length, p);
        total += lines[i].hits;
    }
    return total;
}

/* Words and a hash of each line; the longest line. */
static int survey(int n, int *longest)
{
    int i, k, words = 0, most = 0;
#pragma omp parallel for private(i, k) reduction(+ : words) reduction(max : most) hetero(1)
    for (i = 0; i < n; i++) {
        int inside = 0, count = 0;
        unsigned long h = 5381;
        for (k = lines[i].start; k < lines[i].start + lines[i].length; k++) {
            int blank = text[k] == ' ' || text[k] == '\t';
            if (!blank && !inside)
                count++;
            inside = !blank;
            h = (h << 5) + h + (unsigned char)text[k];
        }
        lines[i].words = count;
        lines[i].hash = h;
        words += count;
        most = lines[i].length > most ? lines[i].length : most;
    }
    *longest = most;
    return words;
}

int main(int argc, char **argv)
{
    static const char *const usual[] = {"aba", "ana", "cab?na", "?b?", "bbb "};
    int n, i, k, letters = 0, longest, words, twins = 0;
    write_text();
    n = find_lines();
    words = survey(n, &longest);
#pragma omp parallel for reduction(+ : letters) hetero(1)
    for (i = 0; i < total_length; i++)
        if (text[i] >= 'a' && text[i] <= 'z')
            letters++;
    /* lines that stood there before */
#pragma omp parallel for private(k) reduction(+ : twins) schedule(dynamic, 16) hetero(1)
    for (i = 1; i < n; i++)
        for (k = i - 1; k >= 0; k--)
            if (lines[k].hash == lines[i].hash && lines[k].length == lines[i].length) {
                twins++;
                break;
            }
    printf("%d lines, %d words, %d letters, longest %d, twins %d\n", n, words, letters, longest, twins);
    for (k = 0; k < 5; k++) {
        struct pattern p = compile(argc > k + 1 ? argv[k + 1] : usual[k]);
        int total = search(n, &p), best = 0, fold = 0;
        for (i = 0; i < n; i++) {
            fold = (fold * 3 + lines[i].hits) % 10007;
            if (lines[i].hits > lines[best].hits)
                best = i;
        }
        printf("%-7s %4d, most in line %d: \"%.*s\" %d\n", p.text, total, best, lines[best].length, text + lines[best].start, fold);
    }
    return 0;
}
