/* A checksum with a table for every block, the last one shorter. */
#include <stdint.h>
#include <stdio.h>
#define SIZE 10000
#define BLOCK 96
static uint8_t data[SIZE];
static uint32_t table[256], sums[(SIZE + BLOCK - 1) / BLOCK];
static void make_table(void)
{
    uint32_t n, k, c;
    for (n = 0; n < 256; n++) {
        for (c = n, k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[n] = c;
    }
}
int main(void)
{
    int b, i, blocks = (SIZE + BLOCK - 1) / BLOCK;
    uint32_t all = 0;
    make_table();
    for (i = 0; i < SIZE; i++)
        data[i] = (uint8_t)(i * 13 ^ i >> 4);
#pragma omp parallel for private(b, i) hetero(1)
    for (b = 0; b < blocks; b++) {
        uint32_t c = 0xffffffffu;
        int end = (b + 1) * BLOCK;
        if (end > SIZE)
            end = SIZE;
        for (i = b * BLOCK; i < end; i++)
            c = table[(c ^ data[i]) & 255] ^ c >> 8;
        sums[b] = ~c;
    }
    for (b = 0; b < blocks; b++)
        all = all * 31 + sums[b];
    printf("%08x\n", all);
    return 0;
}
