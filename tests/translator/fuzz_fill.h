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

