/* Verifies blocks of a file: CRC-32 by slices of tables, Adler-32, and sums that are put together
 * to those of the whole. The last block is shorter. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SIZE 10000
#define BLOCK 96
#define BLOCKS ((SIZE + BLOCK - 1) / BLOCK)
#define ADLER 65521u

typedef struct block_sums {
    uint32_t crc;
    uint32_t adler;
    uint16_t ones; /* bits */
    bool spoilt;
} block_sums;

static uint8_t data[SIZE];
static uint32_t table[4][256];
static block_sums before[BLOCKS], after[BLOCKS];

static void make_tables(void)
{
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[0][n] = c;
    }
    for (uint32_t n = 0; n < 256; n++)
        for (int k = 1; k < 4; k++)
            table[k][n] = table[0][table[k - 1][n] & 0xff] ^ table[k - 1][n] >> 8;
}

static uint32_t crc(const uint8_t *p, size_t n)
{
    uint32_t c = 0xffffffffu;
    for (; n >= 4; n -= 4, p += 4) {
        c ^= (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        c = table[3][c & 0xff] ^ table[2][c >> 8 & 0xff] ^ table[1][c >> 16 & 0xff] ^ table[0][c >> 24];
    }
    while (n--)
        c = table[0][(c ^ *p++) & 0xff] ^ c >> 8;
    return ~c;
}

static uint32_t adler(const uint8_t *p, size_t n)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + p[i]) % ADLER;
        b = (b + a) % ADLER;
    }
    return b << 16 | a;
}

static uint32_t adler_combine(uint32_t first, uint32_t second, uint32_t length2)
{
    uint32_t a1 = first & 0xffff, b1 = first >> 16, a2 = second & 0xffff, b2 = second >> 16;
    uint32_t a = (a1 + a2 + ADLER - 1) % ADLER;
    uint32_t b = (uint32_t)((b1 + b2 + (uint64_t)length2 % ADLER * (a1 + ADLER - 1)) % ADLER);
    return b << 16 | a;
}

static void sum_blocks(block_sums *sums)
{
    int b, i;
#pragma omp parallel for private(b, i) hetero(1)
    for (b = 0; b < BLOCKS; b++) {
        int start = b * BLOCK, end = (b + 1) * BLOCK, bits = 0;
        if (end > SIZE)
            end = SIZE;
        for (i = start; i < end; i++)
            for (unsigned v = data[i]; v; v &= v - 1)
                bits++;
        sums[b].crc = crc(data + start, (size_t)(end - start));
        sums[b].adler = adler(data + start, (size_t)(end - start));
        sums[b].ones = (uint16_t)bits;
        sums[b].spoilt = false;
    }
}

int main(void)
{
    uint32_t all = 0, whole = 1, mixed = 0;
    int b, i, spoilt = 0, first = BLOCKS;
    unsigned ones = 0;
    make_tables();
#pragma omp parallel for hetero(1)
    for (i = 0; i < SIZE; i++)
        data[i] = (uint8_t)(i * 13 ^ i >> 4);
    sum_blocks(before);
    for (b = 0; b < BLOCKS; b++) {
        all = all * 31 + before[b].crc;
        whole = adler_combine(whole, before[b].adler, b == BLOCKS - 1 ? SIZE - b * BLOCK : BLOCK);
    }
    printf("%08" PRIx32 " %08" PRIx32 " %s\n", all, whole, whole == adler(data, SIZE) ? "matches" : "differs");
    for (i = 50; i < SIZE; i += 1777) /* bits fall over */
        data[i] ^= (uint8_t)(1u << i % 8);
    sum_blocks(after);
#pragma omp parallel for reduction(+ : spoilt, ones) reduction(^ : mixed) reduction(min : first) hetero(1)
    for (b = 0; b < BLOCKS; b++) {
        after[b].spoilt = after[b].crc != before[b].crc || after[b].adler != before[b].adler;
        ones += after[b].ones;
        mixed ^= after[b].crc;
        if (after[b].spoilt) {
            spoilt++;
            if (b < first)
                first = b;
        }
    }
    printf("%d blocks spoilt, from %d, %u bits, %08" PRIx32 "\n", spoilt, first, ones, mixed);
    for (b = 0; b < BLOCKS; b++)
        if (after[b].spoilt)
            printf("block %d: %08" PRIx32 " instead of %08" PRIx32 "\n", b, after[b].crc, before[b].crc);
    return 0;
}
