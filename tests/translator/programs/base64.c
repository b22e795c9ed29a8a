/* Letters for bytes and back: base64 with '=' at the end, in lines of 64, checked after decoding;
 * and base16 in capital letters. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char table[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int8_t value_of[256];

typedef struct buffer {
    size_t length;
    unsigned char *bytes;
} buffer;

static buffer buffer_of(size_t length)
{
    buffer b = {length, calloc(length ? length : 1, 1)};
    if (b.bytes == NULL)
        abort();
    return b;
}

static void init_values(void)
{
    memset(value_of, -1, sizeof value_of);
    for (int i = 0; i < 64; i++)
        value_of[(unsigned char)table[i]] = (int8_t)i;
}

/* Whole groups of three bytes at once, the last one or two by hand. */
static buffer encode(const buffer *in)
{
    size_t groups = in->length / 3, rest = in->length % 3, g;
    buffer out = buffer_of(4 * (groups + (rest != 0)));
    const unsigned char *from = in->bytes;
    unsigned char *to = out.bytes;
#pragma omp parallel for private(g) hetero(1)
    for (g = 0; g < groups; g++) {
        unsigned v = from[3 * g] << 16 | from[3 * g + 1] << 8 | from[3 * g + 2];
        to[4 * g] = table[v >> 18 & 63];
        to[4 * g + 1] = table[v >> 12 & 63];
        to[4 * g + 2] = table[v >> 6 & 63];
        to[4 * g + 3] = table[v & 63];
    }
    if (rest) {
        unsigned v = from[3 * groups] << 16 | (rest == 2 ? from[3 * groups + 1] << 8 : 0);
        to[4 * groups] = table[v >> 18 & 63];
        to[4 * groups + 1] = table[v >> 12 & 63];
        to[4 * groups + 2] = rest == 2 ? table[v >> 6 & 63] : '=';
        to[4 * groups + 3] = '=';
    }
    return out;
}

static size_t padding(const buffer *text)
{
    size_t n = 0;
    while (n < 2 && n < text->length && text->bytes[text->length - 1 - n] == '=')
        n++;
    return n;
}

static buffer decode(const buffer *text, int *bad)
{
    size_t pad = padding(text), groups = text->length / 4;
    buffer out = buffer_of(groups * 3);
    int wrong = 0;
#pragma omp parallel for reduction(+ : wrong) hetero(1)
    for (size_t g = 0; g < groups; g++) {
        uint32_t v = 0;
        for (int k = 0; k < 4; k++) {
            int six = value_of[text->bytes[4 * g + k]];
            if (six < 0) {
                if (g + 1 != groups || k < 2)
                    wrong++;
                six = 0;
            }
            v = v << 6 | (uint32_t)six;
        }
        for (int k = 0; k < 3; k++)
            out.bytes[3 * g + k] = (unsigned char)(v >> (16 - 8 * k));
    }
    out.length -= pad;
    *bad = wrong;
    return out;
}

static void hex(const buffer *in, char *out)
{
    long i, n = (long)in->length;
#pragma omp parallel for hetero(1)
    for (i = 0; i < n; i++) {
        out[2 * i] = "0123456789ABCDEF"[in->bytes[i] >> 4];
        out[2 * i + 1] = "0123456789ABCDEF"[in->bytes[i] & 15];
    }
    out[2 * n] = 0;
}

static void wrap(const buffer *text, char *lines)
{
    long n = (long)text->length, i;
    long rows = (n + 63) / 64;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < rows; i++) {
        long width = n - 64 * i < 64 ? n - 64 * i : 64;
        memcpy(lines + 65 * i, text->bytes + 64 * i, (size_t)width);
        lines[65 * i + width] = '\n';
    }
}

static uint64_t fold(const void *data, size_t n)
{
    uint64_t h = 1469598103934665603u;
    for (const unsigned char *p = data; n--; p++)
        h = (h ^ *p) * 1099511628211u;
    return h;
}

int main(void)
{
    init_values();
    for (size_t length = 1498; length <= 1501; length++) {
        buffer in = buffer_of(length);
        for (size_t i = 0; i < length; i++)
            in.bytes[i] = (unsigned char)(i * 89 + i / 7);
        buffer text = encode(&in);
        int bad;
        buffer back = decode(&text, &bad);
        char *capitals = malloc(2 * length + 1), *lines = calloc(text.length / 64 + 1, 65);
        hex(&in, capitals);
        wrap(&text, lines);
        printf("%zu %zu %.8s..%.4s %016llx %d %d %.6s %016llx %016llx\n", length, text.length, (char *)text.bytes,
               (char *)text.bytes + text.length - 4, (unsigned long long)fold(text.bytes, text.length), bad,
               back.length == length && !memcmp(back.bytes, in.bytes, length), capitals,
               (unsigned long long)fold(capitals, 2 * length), (unsigned long long)fold(lines, text.length + text.length / 64));
        text.bytes[77] = '!';
        free(back.bytes);
        back = decode(&text, &bad);
        printf("one letter spoilt: %d\n", bad);
        free(in.bytes), free(text.bytes), free(back.bytes), free(capitals), free(lines);
    }
    return 0;
}
