/* SPDX-License-Identifier: BSD-3-Clause
 *
 * PNG files as arrays of pixels. */
#ifndef CTSAR_IMAGE_H
#define CTSAR_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pixel {
    uint8_t channel[4]; /* red, green, blue, alpha */
} pixel;

typedef struct image {
    uint32_t width, height;
    bool has_alpha; /* in the file; written only then */
    pixel *pixels;  /* width*height, row by row, owned */
} image;

/* Reads any PNG, as 8 bits a channel.  Ends the program with a message if the
 * file cannot be read or is no PNG. */
image image_read(const char *path);

/* Writes 8 bits a channel.  Ends the program with a message on failure. */
void image_write(const image *im, const char *path);

void image_free(image *im);

static inline size_t image_size(const image *im)
{
    return (size_t)im->width * im->height;
}

#endif
