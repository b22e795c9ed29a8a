/* Channels of sound, interleaved: a filter by windowed sinc, decimation in phases, an envelope and
 * a delay with feedback for each channel, peaks and power. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TAPS 31
#define CHANNELS 4
#define PI 3.14159265358979f
#define DECIMATE 3

struct stereo_ish {
    int frames;
    short *pcm; /* frame by frame */
};

struct meter {
    float peak, power;
    int clipped;
};

static float taps[TAPS];
static struct meter meters[CHANNELS];

static void design(float cutoff)
{
    int k;
    float sum = 0;
    for (k = 0; k < TAPS; k++) {
        float t = k - (TAPS - 1) / 2.0f, w = 0.54f - 0.46f * cosf(2 * PI * k / (TAPS - 1));
        taps[k] = w * (t == 0 ? 2 * cutoff : sinf(2 * PI * cutoff * t) / (PI * t));
        sum += taps[k];
    }
    for (k = 0; k < TAPS; k++)
        taps[k] /= sum;
}

static short *synthesize(int frames)
{
    short *pcm = malloc(frames * CHANNELS * sizeof *pcm);
    int i, ch;
    for (i = 0; i < frames; i++)
        for (ch = 0; ch < CHANNELS; ch++)
            pcm[i * CHANNELS + ch] = (short)((i * (29 + ch) % 31 - 15) * 900 + (i / (40 + ch) % 2 ? 9000 : -9000));
    return pcm;
}

static void to_float(const short *pcm, float *out, int n)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        out[i] = pcm[i] / 32768.0f;
}

static void filter(const float *in, float *out, int frames)
{
    int i, k, ch;
    float acc;
#pragma omp parallel for private(i, k, ch, acc) hetero(1)
    for (i = TAPS - 1; i < frames; i++)
        for (ch = 0; ch < CHANNELS; ch++) {
            acc = 0;
            for (k = 0; k < TAPS; k++)
                acc += taps[k] * in[(i - k) * CHANNELS + ch];
            out[i * CHANNELS + ch] = acc;
        }
}

/* The filter's beginning: what is before the first frame is silence. */
static void warm_up(const float *in, float *out)
{
    int i, k, ch;
    for (i = 0; i < TAPS - 1; i++)
        for (ch = 0; ch < CHANNELS; ch++) {
            out[i * CHANNELS + ch] = 0;
            for (k = 0; k <= i; k++)
                out[i * CHANNELS + ch] += taps[k] * in[(i - k) * CHANNELS + ch];
        }
}

static int decimate(const float *in, float *out, int frames)
{
    int count = (frames + DECIMATE - 1) / DECIMATE, j;
#pragma omp parallel for hetero(1)
    for (j = 0; j < count; j++) {
        const float *from = in + j * DECIMATE * CHANNELS;
        float *to = out + j * CHANNELS;
        for (int ch = 0; ch < CHANNELS; ch++)
            *to++ = *from++;
    }
    return count;
}

/* One channel is one iteration: feedback is serial in time. */
static void echo(float *sound, int frames, int delay, float feedback)
{
    int ch, i;
#pragma omp parallel for private(ch, i) num_threads(2) hetero(1)
    for (ch = 0; ch < CHANNELS; ch++) {
        struct meter m = {0, 0, 0};
        for (i = 0; i < frames; i++) {
            float s = sound[i * CHANNELS + ch];
            if (i >= delay)
                s += feedback * sound[(i - delay) * CHANNELS + ch];
            if (s > 0.3f || s < -0.3f) {
                s = s > 0 ? 0.3f : -0.3f;
                m.clipped++;
            }
            sound[i * CHANNELS + ch] = s;
            m.power += s * s;
            m.peak = fmaxf(m.peak, fabsf(s));
        }
        meters[ch] = m;
    }
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 800, n = frames * CHANNELS, i, ch, shorter;
    short *pcm = synthesize(frames);
    float *in = malloc(n * sizeof *in), *out = calloc(n, sizeof *out), *low = calloc(n, sizeof *low), least = FLT_MAX;
    double left = 0, right = 0, sum = 0;
    design(0.11f);
    to_float(pcm, in, n);
    warm_up(in, out);
    filter(in, out, frames);
    shorter = decimate(out, low, frames);
    echo(low, shorter, 17, 0.6f);
#pragma omp parallel for private(i) reduction(+ : left, right) reduction(min : least) hetero(1)
    for (i = 0; i < frames; i++) {
        left += out[CHANNELS * i] * out[CHANNELS * i];
        right += out[CHANNELS * i + 1] * out[CHANNELS * i + 1];
        least = out[CHANNELS * i + 2] < least ? out[CHANNELS * i + 2] : least;
    }
    for (i = 0; i < shorter * CHANNELS; i++)
        sum += low[i] * (i % 23);
    printf("%d frames to %d: %.6g %.6g %.4f %.5g\n", frames, shorter, left, right, least, sum);
    for (ch = 0; ch < CHANNELS; ch++)
        printf("channel %d: peak %.4f power %.5g clipped %d\n", ch, meters[ch].peak, meters[ch].power, meters[ch].clipped);
    free(pcm), free(in), free(out), free(low);
    return 0;
}
