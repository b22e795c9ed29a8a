/* A block cipher of additions, shifts and exclusive ors; two words are a block. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static void encipher(uint32_t *block, const uint32_t key[4])
{
    uint32_t v0 = block[0], v1 = block[1], sum = 0, i;
    for (i = 0; i < 16; i++) {
        v0 += ((v1 << 4 ^ v1 >> 5) + v1) ^ (sum + key[sum & 3]);
        sum += 0x9E3779B9u;
        v1 += ((v0 << 4 ^ v0 >> 5) + v0) ^ (sum + key[sum >> 11 & 3]);
    }
    block[0] = v0;
    block[1] = v1;
}
int main(void)
{
    const uint32_t key[4] = {1, 0x2345, 0x6789abcd, 77};
    int blocks = 600, i;
    uint32_t *text = malloc(8 * blocks), sum = 0;
    for (i = 0; i < 2 * blocks; i++)
        text[i] = i * 2654435761u;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < blocks; i++)
        encipher(text + 2 * i, key);
    for (i = 0; i < 2 * blocks; i++)
        sum = sum * 33 ^ text[i];
    printf("%08x\n", sum);
    return 0;
}
