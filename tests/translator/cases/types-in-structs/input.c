/* Types that are defined within others, and enumerations as the integers that C takes them for. */
#include <stdio.h>

typedef enum { UP, DOWN = 7 } way;
typedef enum state { OFF, ON } state_t;
enum sign { MINUS = -1, NONE, PLUS };
enum __attribute__((packed)) small { S0, S1, S2 };
struct walker {
    enum kind { FAST, SLOW } kind;
    enum { LOST, FOUND = 5 } fate;
    way w;
    enum sign s;
    struct place {
        int x;
        struct height {
            int z;
        } h;
    } at;
    enum small t;
};
struct journey {
    struct walker who;
    union any {
        int i;
        float f;
    } how;
};

static enum kind other(enum kind k, way *w)
{
    *w = k + DOWN;
    return k == FAST ? SLOW : 0;
}

static const enum sign table[3] = {MINUS, NONE, PLUS};

int main(void)
{
    enum { N = 100 };
    static struct walker all[N];
    static struct journey journeys[N];
    static enum small tiny[N];
    static state_t states[N];
    static int wrapped[N];
    enum sign least = MINUS;
    long sum = 0;
    int i;
#pragma omp parallel for hetero(1)
    for (i = 0; i < N; i++) {
        struct walker *v = &all[i];
        enum kind k = i % 2;
        state_t state = i % 3 ? ON : 0;
        struct place at;
        struct height h = {i};
        way w = 1;
        enum sign s = least;
        k = other(k, &w);
        w++;
        s += i % 3;
        v->kind = k, v->w = w, v->s = s * 1;
        v->t = i % 3;
        v->fate = i % 4 ? FOUND : LOST;
        at.x = i;
        at.h = h;
        if ((k - 1) / 2 > 1000)
            at.x += 1000;
        if (table[i % 3] == s)
            at.h.z += 77;
        v->at = at;
        tiny[i] = (enum small)(i % 3);
        states[i] = state | (i % 5 == 1);
        switch (s) {
        case MINUS:
            tiny[i]++;
            break;
        case PLUS:
        default:
            break;
        }
    }
#pragma omp parallel for hetero(1)
    for (i = 0; i < N; i++) {
        union any u;
        u.i = i;
        journeys[i].who = all[i];
        journeys[i].how = u;
    }
#pragma omp parallel for hetero(1)
    for (i = 0; i < N; i++)
        wrapped[i] = (states[i] - 1) / 2 > 1000; /* without a sign, as none of its numbers has one */
    for (i = 0; i < N; i++) {
        const struct walker *v = &journeys[i].who;
        sum = (sum * 3 + v->kind + v->w * 5 + v->s + v->t + v->fate + v->at.x + v->at.h.z) % 1000003;
        sum += tiny[i] + states[i] + journeys[i].how.i + wrapped[i];
    }
    printf("%ld\n", sum);
    return 0;
}
