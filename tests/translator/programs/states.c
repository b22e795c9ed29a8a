/* Little machines with a switch, each with a struct of its own that is changed in place: protocols,
   lights at crossings with bit-fields, words in lines, cars on a ring road. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum state { IDLE, RUN, WAIT, DONE };
typedef struct {
    enum state at;
    short timer, retries;
    unsigned log;
} machine;

typedef struct {
    unsigned colour : 2, phase : 3, broken : 1;
    unsigned char queue;
    unsigned long passed;
} crossing;

union number {
    float f;
    unsigned bits;
};

struct words {
    int lines, *begin;
    char *text;
};

enum { EMPTY = -1 };

static void tick(machine *m, int input)
{
    switch (m->at) {
    case IDLE:
        if (input > 3)
            m->at = RUN;
        break;
    case RUN:
        m->log = m->log * 5 + (unsigned)input;
        if (input == 0) {
            m->at = WAIT;
            m->timer = 3;
        }
        break;
    case WAIT:
        if (--m->timer == 0)
            m->at = ++m->retries > 2 ? DONE : RUN;
        break;
    default:
        break;
    }
}

static int protocols(machine *all, int n, int steps)
{
    int i, t, done = 0;
#pragma omp parallel for private(i, t) hetero(1)
    for (i = 0; i < n; i++)
        for (t = 0; t < steps; t++)
            tick(&all[i], (i * 7 + t * 3) % 8);
#pragma omp parallel for reduction(+ : done) hetero(1)
    for (i = 0; i < n; i++)
        if (all[i].at == DONE || all[i].retries)
            done++;
    return done;
}

/* Red, green and yellow; who waits may go on green. */
static void crossings(crossing *c, int n, int seconds)
{
    int i;
#pragma omp parallel for schedule(static) hetero(1)
    for (i = 0; i < n; i++) {
        if (c[i].broken)
            continue;
        for (int t = 0; t < seconds; t++) {
            if (++c[i].phase == 5) {
                c[i].phase = 0;
                c[i].colour = (c[i].colour + 1) % 3;
            }
            if ((t + i) % 3 == 0 && c[i].queue < 200)
                c[i].queue++;
            if (c[i].colour == 1 && c[i].queue > 0) {
                c[i].queue--;
                c[i].passed++;
            }
        }
    }
}

/* How many words, numbers and quoted strings a line has. */
static void tokens(const struct words *w, int (*count)[3])
{
    int line;
#pragma omp parallel for schedule(dynamic, 4) hetero(1)
    for (line = 0; line < w->lines; line++) {
        enum { BETWEEN, WORD, NUMBER, QUOTED } at = BETWEEN;
        int *own = count[line];
        const char *p = w->text + w->begin[line], *end = w->text + w->begin[line + 1];
        own[0] = own[1] = own[2] = 0;
        for (; p < end; p++) {
            char c = *p;
        again:
            switch (at) {
            case BETWEEN:
                if (c >= '0' && c <= '9') {
                    at = NUMBER;
                    own[1]++;
                } else if (c == '"') {
                    at = QUOTED;
                    own[2]++;
                } else if (c != ' ' && c != '\n') {
                    at = WORD;
                    own[0]++;
                }
                break;
            case WORD:
                if (c == ' ' || c == '\n')
                    at = BETWEEN;
                break;
            case NUMBER:
                if (c < '0' || c > '9') {
                    at = BETWEEN;
                    goto again;
                }
                break;
            case QUOTED:
                if (c == '"')
                    at = BETWEEN;
                break;
            }
        }
    }
}

/* Each car sees how far the next one is; all move at once, to another road. */
static int traffic(const int *road, int *next, int n, int top, unsigned dice)
{
    int i, moved = 0;
    for (i = 0; i < n; i++)
        next[i] = EMPTY;
    for (i = 0; i < n; i++) {
        int v = road[i], gap = 1;
        if (v == EMPTY)
            continue;
        while (gap <= top && road[(i + gap) % n] == EMPTY)
            gap++;
        v = v + 1 < top ? v + 1 : top;
        v = v < gap - 1 ? v : gap - 1;
        if (v > 0 && (dice + i * 2654435761u) >> 29 == 0)
            v--;
        next[(i + v) % n] = v;
        moved += v;
    }
    return moved;
}

/* The same seen from where cars arrive: which one comes to this place, if any? */
static int traffic_by_place(const int *road, int *next, int n, int top, unsigned dice)
{
    int place, moved = 0;
#pragma omp parallel for reduction(+ : moved) hetero(1)
    for (place = 0; place < n; place++) {
        int speed = EMPTY, back;
        for (back = 0; back <= top; back++) {
            int i = (place - back + n) % n, v = road[i], gap = 1;
            if (v == EMPTY)
                continue;
            while (gap <= top && road[(i + gap) % n] == EMPTY)
                gap++;
            v = v + 1 < top ? v + 1 : top;
            v = v < gap - 1 ? v : gap - 1;
            if (v > 0 && (dice + i * 2654435761u) >> 29 == 0)
                v--;
            if (v == back)
                speed = v;
            break;
        }
        next[place] = speed;
        if (speed > 0)
            moved += speed;
    }
    return moved;
}

/* Square roots from bits alone, as a machine without them finds them. */
static void roots(float *v, int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++) {
        union number u;
        float half = v[i] * 0.5f;
        u.f = v[i];
        u.bits = 0x5f3759dfu - (u.bits >> 1);
        for (int k = 0; k < 3; k++)
            u.f *= 1.5f - half * u.f * u.f;
        v[i] *= u.f;
    }
}

int main(void)
{
    static const char *const lines[] = {"a = b1 + 42 * \"two words\"\n", "12ab \"\" x\n", "\n", "let 7 be 8 \"or 9\" or 10\n"};
    int n = 300, i, k, done, count[40][3], road[2][150], flow = 0, checked = 0;
    machine *all = calloc(n, sizeof(machine));
    crossing lights[60];
    struct words w = {40, malloc(41 * sizeof(int)), calloc(40, 32)};
    float roots_of[100];
    unsigned sum = 0;
    double total = 0;
    bool same = true;
    done = protocols(all, n, 40);
    for (i = 0; i < n; i++)
        sum = sum * 3 + all[i].log + all[i].at * 7 + all[i].retries;
    printf("%d done, %u\n", done, sum);
    memset(lights, 0, sizeof lights);
    for (i = 0; i < 60; i++)
        lights[i].colour = i % 3, lights[i].phase = i % 5, lights[i].broken = i % 11 == 4, lights[i].queue = i;
    crossings(lights, 60, 100);
    for (sum = 0, i = 0; i < 60; i++)
        sum = sum * 5 + lights[i].colour + lights[i].phase * 3 + lights[i].queue + lights[i].passed;
    printf("%u\n", sum);
    for (w.begin[0] = 0, i = 0; i < 40; i++) {
        strcpy(w.text + w.begin[i], lines[i * i % 4]);
        w.begin[i + 1] = w.begin[i] + (int)strlen(lines[i * i % 4]);
    }
    tokens(&w, count);
    for (sum = 0, i = 0; i < 40; i++)
        sum = sum * 3 + count[i][0] + 5 * count[i][1] + 7 * count[i][2];
    printf("%u\n", sum);
    for (i = 0; i < 150; i++)
        road[0][i] = i % 4 == 1 ? i % 3 : EMPTY;
    for (k = 0; k < 20; k++) {
        int other[150];
        flow += traffic_by_place(road[k % 2], road[1 - k % 2], 150, 5, k * 40503u << 8);
        checked += traffic(road[k % 2], other, 150, 5, k * 40503u << 8);
        same = same && !memcmp(other, road[1 - k % 2], sizeof other);
    }
    printf("flow %d, checked %d, %s\n", flow, checked, same ? "same" : "different");
    for (i = 0; i < 100; i++)
        roots_of[i] = (float)(i + 1) * 1.5f;
    roots(roots_of, 100);
    for (i = 0; i < 100; i++)
        total += roots_of[i];
    printf("%.6g\n", total);
    return 0;
}
