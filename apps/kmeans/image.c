/* SPDX-License-Identifier: BSD-3-Clause
 *
 * PNG files by libpng's simplified interface. */
#include "image.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "../common/app.h"

image image_read(const char *path)
{
    png_image png = {.version = PNG_IMAGE_VERSION};

    /* libpng opens a missing file with a message of its own; errno's is plainer. */
    errno = 0;
    if (!png_image_begin_read_from_file(&png, path))
        app_fail("cannot read %s: %s", path, errno ? strerror(errno) : png.message);

    image im = {.width = png.width,
                .height = png.height,
                .has_alpha = (png.format & PNG_FORMAT_FLAG_ALPHA) != 0};
    if (image_size(&im) > (size_t)INT32_MAX)
        app_fail("%s has %u x %u pixels, more than this program takes", path, im.width, im.height);
    png.format = PNG_FORMAT_RGBA;
    im.pixels = app_alloc(image_size(&im) * sizeof *im.pixels);
    if (!png_image_finish_read(&png, NULL, im.pixels, 0, NULL))
        app_fail("cannot read %s: %s", path, png.message);
    return im;
}

/* The pixels without their alpha channel. */
static uint8_t (*opaque(const image *im))[3]
{
    uint8_t(*rgb)[3] = app_alloc(image_size(im) * sizeof *rgb);

    for (size_t i = 0; i < image_size(im); ++i)
        memcpy(rgb[i], im->pixels[i].channel, sizeof *rgb);
    return rgb;
}

void image_write(const image *im, const char *path)
{
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = im->width,
                     .height = im->height,
                     .format = im->has_alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB};
    uint8_t(*rgb)[3] = im->has_alpha ? NULL : opaque(im);
    const void *data = rgb ? (const void *)rgb : (const void *)im->pixels;

    errno = 0;
    if (!png_image_write_to_file(&png, path, 0, data, 0, NULL))
        app_fail("cannot write %s: %s", path, errno ? strerror(errno) : png.message);
    free(rgb);
}

void image_free(image *im)
{
    free(im->pixels);
    im->pixels = NULL;
}
