/* What random loops work on, and what becomes of it, as a number. */
#define FILL(a, type, seed)                                                       \
    for (unsigned k_ = 0; k_ < sizeof(a) / sizeof(type); k_++)                    \
    ((type *)(void *)(a))[k_] = (type)((k_ * 7 + (unsigned)(seed) * 5) % 11)

static unsigned long hash(unsigned long sum, const void *at, unsigned long size)
{
    sum ^= 14695981039346656037UL;
    for (unsigned long k = 0; k < size; k++)
        sum = (sum ^ ((const unsigned char *)at)[k]) * 1099511628211UL;
    return sum;
}

/* Each nest has the looks that it is run with, up to a -1. A second argument is the only look. */
#define RUN_LOOKS(...)                                                            \
    static const struct {                                                         \
        const char *name;                                                         \
        unsigned long (*run)(int);                                                \
        int looks[12];                                                            \
    } nests[] = {__VA_ARGS__};                                                    \
    int main(int count, char **words)                                             \
    {                                                                             \
        unsigned last = sizeof nests / sizeof *nests;                             \
        unsigned k = count > 1 ? (unsigned)atoi(words[1]) : 0;                    \
        if (count > 2)                                                            \
            last = k + 1;                                                         \
        for (; k < last; k++) {                                                   \
            printf("%s", nests[k].name);                                          \
            fflush(stdout);                                                       \
            for (int v = 0; nests[k].looks[v] >= 0; v++)                          \
                if (count < 3 || atoi(words[2]) == v)                             \
                    printf(" %lx", nests[k].run(nests[k].looks[v]));              \
            printf("\n");                                                         \
        }                                                                         \
        return 0;                                                                 \
    }
