/* Record linkage: pairs of names, their edit distances with swaps, common prefixes, a similarity of
 * Jaro's kind and codes of sounds; pairs that are one person are counted and grouped. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS 150
#define LEN 24

struct person {
    char name[LEN];
    int born;
    char code[5];
};

struct score {
    int distance, prefix;
    double jaro;
    enum { DIFFERENT, PERHAPS, SAME } verdict;
};

static struct person left[PAIRS], right[PAIRS];
static struct score result[PAIRS];

static int min3(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
}

static int length_of(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

static int distance(const char *a, const char *b)
{
    int n = length_of(a), m = length_of(b), i, j;
    int before2[LEN + 1], before[LEN + 1], now[LEN + 1];
    for (j = 0; j <= m; j++) {
        before2[j] = 0;
        before[j] = j;
    }
    for (i = 1; i <= n; i++) {
        now[0] = i;
        for (j = 1; j <= m; j++) {
            now[j] = min3(now[j - 1] + 1, before[j] + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before2[j - 2] + 1 < now[j])
                now[j] = before2[j - 2] + 1;
        }
        for (j = 0; j <= m; j++) {
            before2[j] = before[j];
            before[j] = now[j];
        }
    }
    return before[m];
}

static double jaro(const char *a, const char *b)
{
    int n = length_of(a), m = length_of(b), i, j, matches = 0, swaps = 0, window = (n > m ? n : m) / 2 - 1;
    unsigned taken_a = 0, taken_b = 0;
    if (!n || !m)
        return n == m;
    for (i = 0; i < n; i++)
        for (j = i - window < 0 ? 0 : i - window; j < m && j <= i + window; j++)
            if (!(taken_b >> j & 1) && a[i] == b[j]) {
                taken_a |= 1u << i;
                taken_b |= 1u << j;
                matches++;
                break;
            }
    if (!matches)
        return 0;
    for (i = j = 0; i < n; i++) {
        if (!(taken_a >> i & 1))
            continue;
        while (!(taken_b >> j & 1))
            j++;
        swaps += a[i] != b[j++];
    }
    return ((double)matches / n + (double)matches / m + (matches - swaps / 2.0) / matches) / 3;
}

/* Soundex, as far as the letters of these names go. */
static void encode(struct person *who, int n)
{
    static const char group[] = "01230120022455012623010202";
    int p;
#pragma omp parallel for private(p) hetero(1)
    for (p = 0; p < n; p++) {
        const char *s = who[p].name;
        char last = 0;
        int k = 0;
        for (; *s && k < 4; s++) {
            char g = group[*s - 'a'];
            if (k == 0)
                who[p].code[k++] = (char)(*s - 32);
            else if (g != '0' && g != last)
                who[p].code[k++] = g;
            last = g;
        }
        while (k < 4)
            who[p].code[k++] = '0';
        who[p].code[4] = 0;
    }
}

static void invent(void)
{
    static const char *const part[] = {"ma", "ri", "jo", "han", "nes", "ka", "the", "ber", "t", "lin"};
    int p, k;
    for (p = 0; p < PAIRS; p++) {
        for (k = 0; k < 2 + p % 4; k++)
            strcat(left[p].name, part[(p * 3 + k * k) % 10]);
        strcpy(right[p].name, left[p].name);
        k = (int)strlen(right[p].name);
        if (p % 3 == 1)
            right[p].name[p % k] = 'e';
        if (p % 5 == 2)
            strcpy(right[p].name + k / 2, part[p % 10]);
        if (p % 4 == 3) {
            char c = right[p].name[0];
            right[p].name[0] = right[p].name[1];
            right[p].name[1] = c;
        }
        left[p].born = 1900 + p * 7 % 100;
        right[p].born = left[p].born + (p % 11 == 0);
    }
}

int main(void)
{
    int p, i, same = 0, perhaps = 0, far = 0, codes = 0;
    long sum = 0;
    double likeness = 0;
    invent();
    encode(left, PAIRS);
    encode(right, PAIRS);
#pragma omp parallel for private(p, i) schedule(dynamic) hetero(1)
    for (p = 0; p < PAIRS; p++) {
        struct score s;
        s.distance = distance(left[p].name, right[p].name);
        s.jaro = jaro(left[p].name, right[p].name);
        for (i = 0; left[p].name[i] && left[p].name[i] == right[p].name[i]; i++)
            ;
        s.prefix = i;
        s.verdict = s.distance <= 1 && left[p].born == right[p].born ? SAME : s.distance <= 2 || s.jaro > 0.9 ? PERHAPS : DIFFERENT;
        result[p] = s;
    }
#pragma omp parallel for private(p) reduction(+ : same, perhaps, codes, likeness) reduction(max : far) hetero(1)
    for (p = 0; p < PAIRS; p++) {
        switch (result[p].verdict) {
        case SAME:
            same++;
            break;
        case PERHAPS:
            perhaps++;
        default:
            if (result[p].distance > far)
                far = result[p].distance;
        }
        codes += left[p].code[0] == right[p].code[0] && left[p].code[1] == right[p].code[1] && left[p].code[2] == right[p].code[2];
        likeness += result[p].jaro;
    }
    for (p = 0; p < PAIRS; p++)
        sum += result[p].distance * (p % 7 + 1) + result[p].prefix + right[p].code[3];
    printf("%d same, %d perhaps, %d codes agree, farthest %d, mean %.6f, %ld\n", same, perhaps, codes, far, likeness / PAIRS, sum);
    printf("%s/%s %s/%s %.4f\n", left[7].name, right[7].name, left[7].code, right[7].code, result[7].jaro);
    return 0;
}
