/* Little machines with a switch, each with a struct of its own that is changed in place. */
#include <stdio.h>
#include <stdlib.h>
enum state { IDLE, RUN, WAIT, DONE };
typedef struct {
    enum state at;
    short timer, retries;
    unsigned log;
} machine;
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
int main(void)
{
    int n = 300, steps = 40, i, t;
    machine *all = calloc(n, sizeof(machine));
    unsigned sum = 0;
#pragma omp parallel for private(i, t) hetero(1)
    for (i = 0; i < n; i++)
        for (t = 0; t < steps; t++)
            tick(&all[i], (i * 7 + t * 3) % 8);
    for (i = 0; i < n; i++)
        sum = sum * 3 + all[i].log + all[i].at * 7 + all[i].retries;
    printf("%u\n", sum);
    return 0;
}
