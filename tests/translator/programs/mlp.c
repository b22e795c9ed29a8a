/* A perceptron that learns by batches: layers are structs with flat weights; forward, backward,
   momentum, and how many answers are right. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { RELU, TANH, SOFTMAX } activation;

typedef struct layer {
    int inputs, outputs;
    activation act;
    float *weights, *bias;
    float *dw, *db; /* of the last step, for momentum */
} layer;

typedef struct {
    int samples, features, classes, batch, epochs;
    float rate, momentum;
} settings;

static float *floats(int n)
{
    float *p = calloc(n, sizeof *p);
    if (p == NULL) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return p;
}

static layer make_layer(int inputs, int outputs, activation act)
{
    layer l;
    int i;
    l.inputs = inputs;
    l.outputs = outputs;
    l.act = act;
    l.weights = floats(inputs * outputs);
    l.bias = floats(outputs);
    l.dw = floats(inputs * outputs);
    l.db = floats(outputs);
    for (i = 0; i < inputs * outputs; i++)
        l.weights[i] = (float)((i * 29 % 31) - 15) / 32;
    for (i = 0; i < outputs; i++)
        l.bias[i] = (float)(i % 5) / 8;
    return l;
}

static float relu(float x) { return x > 0 ? x : 0; }

static void forward(const layer *l, const float *in, float *out, int batch)
{
    int b, o, i;
    int ni = l->inputs, no = l->outputs;
    const float *w = l->weights, *bias = l->bias;
    const activation act = l->act;
#pragma omp parallel for private(b, o, i) hetero(1)
    for (b = 0; b < batch; b++) {
        float top = -1e30f, all = 0;
        for (o = 0; o < no; o++) {
            float s = bias[o];
            for (i = 0; i < ni; i++)
                s += w[o * ni + i] * in[b * ni + i];
            switch (act) {
            case RELU:
                s = relu(s);
                break;
            case TANH:
                s = tanhf(s);
                break;
            default:
                break;
            }
            if (s > top)
                top = s;
            out[b * no + o] = s;
        }
        if (act != SOFTMAX)
            continue;
        for (o = 0; o < no; o++) {
            out[b * no + o] = expf(out[b * no + o] - top);
            all += out[b * no + o];
        }
        for (o = 0; o < no; o++)
            out[b * no + o] /= all;
    }
}

/* From the errors of a layer's outputs those of its inputs. */
static void backward(const layer *l, const float *delta, const float *in, float *below, int batch)
{
    int b, i, o, ni = l->inputs, no = l->outputs;
#pragma omp parallel for collapse(2) private(o) hetero(1)
    for (b = 0; b < batch; b++)
        for (i = 0; i < ni; i++) {
            float s = 0;
            for (o = 0; o < no; o++)
                s += delta[b * no + o] * l->weights[o * ni + i];
            below[b * ni + i] = s * (1 - in[b * ni + i] * in[b * ni + i]);
        }
}

/* Each output has a row of weights of its own. */
static void update(layer *l, const float *delta, const float *in, int batch, float rate, float momentum)
{
    int o, i, b;
    int ni = l->inputs, no = l->outputs;
    float *w = l->weights, *dw = l->dw, *bias = l->bias, *db = l->db;
#pragma omp parallel for private(o, i, b) schedule(static) hetero(1)
    for (o = 0; o < no; o++) {
        float g = 0;
        for (i = 0; i < ni; i++) {
            float s = 0;
            for (b = 0; b < batch; b++)
                s += delta[b * no + o] * in[b * ni + i];
            dw[o * ni + i] = momentum * dw[o * ni + i] - rate * s / batch;
            w[o * ni + i] += dw[o * ni + i];
        }
        for (b = 0; b < batch; b++)
            g += delta[b * no + o];
        db[o] = momentum * db[o] - rate * g / batch;
        bias[o] += db[o];
    }
}

static double loss(const float *p, const int *label, float *delta, int batch, int classes, int *right)
{
    double sum = 0;
    int good = 0;
#pragma omp parallel for reduction(+ : sum, good) hetero(1)
    for (int b = 0; b < batch; b++) {
        int best = 0;
        for (int k = 0; k < classes; k++) {
            if (p[b * classes + k] > p[b * classes + best])
                best = k;
            delta[b * classes + k] = p[b * classes + k] - (k == label[b]);
        }
        good += best == label[b];
        sum -= log(p[b * classes + label[b]] + 1e-7);
    }
    *right += good;
    return sum / batch;
}

int main(int argc, char **argv)
{
    settings s = {144, 12, 4, 48, 6, 0.3f, 0.5f};
    layer one, two;
    float *x, *h, *y, *dy, *dh;
    int *label, i, e, at, right = 0;
    double error = 0, sum = 0;
    if (argc > 1)
        s.epochs = atoi(argv[1]);
    one = make_layer(s.features, 16, TANH);
    two = make_layer(16, s.classes, SOFTMAX);
    x = floats(s.samples * s.features);
    h = floats(s.batch * 16), dh = floats(s.batch * 16);
    y = floats(s.batch * s.classes), dy = floats(s.batch * s.classes);
    label = malloc(s.samples * sizeof(int));
    for (i = 0; i < s.samples; i++) {
        label[i] = i % s.classes;
        for (at = 0; at < s.features; at++)
            x[i * s.features + at] = (float)((i * 7 + at * 5) % 11 - 5) / 12 + (at % s.classes == label[i]);
    }
    for (e = 0; e < s.epochs; e++) {
        error = 0, right = 0;
        for (at = 0; at + s.batch <= s.samples; at += s.batch) {
            const float *in = x + at * s.features;
            forward(&one, in, h, s.batch);
            forward(&two, h, y, s.batch);
            error += loss(y, label + at, dy, s.batch, s.classes, &right);
            backward(&two, dy, h, dh, s.batch);
            update(&two, dy, h, s.batch, s.rate, s.momentum);
            update(&one, dh, in, s.batch, s.rate, s.momentum);
        }
    }
    for (i = 0; i < one.inputs * one.outputs; i++)
        sum += one.weights[i] * (i % 7 + 1);
    printf("loss %.3f, %d of %d right, weights %.3g\n", error, right, s.samples, sum);
    return 0;
}
