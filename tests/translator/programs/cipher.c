/* A block cipher of additions, shifts and exclusive ors (XTEA) in four modes: blocks alone, a
 * counter, chained decryption, and a keyed sum by lanes. Encryption that is chained is serial. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 16
#define DELTA 0x9E3779B9u
#define LANES 8
#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))

typedef struct { uint32_t k[4]; } key_type;
typedef struct { uint32_t v[2]; } block_type;

static void encipher(uint32_t *block, const uint32_t key[4])
{
    uint32_t v0 = block[0], v1 = block[1], sum = 0, i;
    for (i = 0; i < ROUNDS; i++) {
        v0 += ((v1 << 4 ^ v1 >> 5) + v1) ^ (sum + key[sum & 3]);
        sum += DELTA;
        v1 += ((v0 << 4 ^ v0 >> 5) + v0) ^ (sum + key[sum >> 11 & 3]);
    }
    block[0] = v0;
    block[1] = v1;
}

static void decipher(uint32_t *block, const uint32_t key[4])
{
    uint32_t v0 = block[0], v1 = block[1], sum = DELTA * ROUNDS, i;
    for (i = 0; i < ROUNDS; i++) {
        v1 -= ((v0 << 4 ^ v0 >> 5) + v0) ^ (sum + key[sum >> 11 & 3]);
        sum -= DELTA;
        v0 -= ((v1 << 4 ^ v1 >> 5) + v1) ^ (sum + key[sum & 3]);
    }
    block[0] = v0;
    block[1] = v1;
}

/* Every block alone. */
static void ecb(uint32_t *text, int blocks, const key_type *key)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < blocks; i++)
        encipher(text + 2 * i, key->k);
}

/* The cipher of a counter is the key stream. */
static void ctr(const uint32_t *in, uint32_t *out, int blocks, uint32_t nonce, const key_type *key)
{
    int i;
#pragma omp parallel for private(i) firstprivate(nonce) hetero(1)
    for (i = 0; i < blocks; i++) {
        block_type counter = {{nonce, (uint32_t)i}};
        encipher(counter.v, key->k);
        out[2 * i] = in[2 * i] ^ counter.v[0];
        out[2 * i + 1] = in[2 * i + 1] ^ counter.v[1];
    }
}

static void cbc_encrypt(const block_type *in, block_type *out, int blocks, block_type iv, const key_type *key)
{
    for (int i = 0; i < blocks; i++) {
        iv.v[0] ^= in[i].v[0];
        iv.v[1] ^= in[i].v[1];
        encipher(iv.v, key->k);
        out[i] = iv;
    }
}

static void cbc_decrypt(const block_type *restrict in, block_type *restrict out, int blocks, block_type iv, const key_type *key)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < blocks; i++) {
        block_type b = in[i], before = i ? in[i - 1] : iv;
        decipher(b.v, key->k);
        b.v[0] ^= before.v[0];
        b.v[1] ^= before.v[1];
        out[i] = b;
    }
}

/* Lanes take every eighth block. */
static uint32_t keyed_sum(const uint32_t *text, int blocks, const key_type *key)
{
    uint32_t lane[LANES], all = 0;
    int l, i;
#pragma omp parallel for private(l, i) hetero(1)
    for (l = 0; l < LANES; l++) {
        block_type s = {{(uint32_t)l, 0}};
        for (i = l; i < blocks; i += LANES) {
            s.v[0] ^= text[2 * i];
            s.v[1] += text[2 * i + 1];
            encipher(s.v, key->k);
        }
        lane[l] = s.v[0] ^ s.v[1];
    }
    for (l = 0; l < LANES; l++)
        all = ROTL(all, 5) ^ lane[l];
    return all;
}

static uint32_t fold(const void *p, int words)
{
    const uint32_t *w = p;
    uint32_t sum = 0;
    for (int i = 0; i < words; i++)
        sum = sum * 33 ^ w[i];
    return sum;
}

int main(int argc, char **argv)
{
    const key_type key = {{1, 0x2345, 0x6789abcd, 77}};
    int blocks = argc > 1 ? atoi(argv[1]) : 600, i, wrong = 0;
    uint32_t *text = malloc(8 * blocks), *work = malloc(8 * blocks), *back = malloc(8 * blocks);
    block_type *chain = malloc(blocks * sizeof *chain), *plain = malloc(blocks * sizeof *plain), iv = {{3, 5}};
    for (i = 0; i < 2 * blocks; i++)
        text[i] = i * 2654435761u;
    memcpy(work, text, 8 * blocks);
    ecb(work, blocks, &key);
    printf("ecb %08x\n", fold(work, 2 * blocks));
    ctr(text, work, blocks, 99, &key);
    ctr(work, back, blocks, 99, &key);
    printf("ctr %08x %d\n", fold(work, 2 * blocks), memcmp(back, text, 8 * blocks) == 0);
    memcpy(plain, text, 8 * blocks);
    cbc_encrypt(plain, chain, blocks, iv, &key);
    memset(plain, 0, blocks * sizeof *plain);
    cbc_decrypt(chain, plain, blocks, iv, &key);
#pragma omp parallel for reduction(+ : wrong) hetero(1)
    for (i = 0; i < blocks; i++)
        wrong += plain[i].v[0] != text[2 * i] || plain[i].v[1] != text[2 * i + 1];
    printf("cbc %08x %d\nsum %08x\n", fold(chain, 2 * blocks), wrong, keyed_sum(text, blocks, &key));
    free(text), free(work), free(back), free(chain), free(plain);
    return 0;
}
