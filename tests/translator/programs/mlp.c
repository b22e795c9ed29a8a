/* A perceptron with two layers, a batch at a time; weights are flat, layers are structs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct layer {
    int inputs, outputs;
    float *weights, *bias;
} layer;

static layer make_layer(int inputs, int outputs)
{
    layer l;
    int i;
    l.inputs = inputs;
    l.outputs = outputs;
    l.weights = malloc(sizeof(float) * inputs * outputs);
    l.bias = malloc(sizeof(float) * outputs);
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
#pragma omp parallel for private(b, o, i) hetero(1)
    for (b = 0; b < batch; b++)
        for (o = 0; o < no; o++) {
            float s = bias[o];
            for (i = 0; i < ni; i++)
                s += w[o * ni + i] * in[b * ni + i];
            out[b * no + o] = relu(s);
        }
}

int main(void)
{
    int batch = 48, i;
    layer one = make_layer(20, 32), two = make_layer(32, 10);
    float *x = malloc(sizeof(float) * batch * 20), *h = malloc(sizeof(float) * batch * 32), *y = malloc(sizeof(float) * batch * 10);
    double sum = 0;
    for (i = 0; i < batch * 20; i++)
        x[i] = (float)(i % 13) / 4 - 1;
    forward(&one, x, h, batch);
    forward(&two, h, y, batch);
    for (i = 0; i < batch * 10; i++)
        sum += y[i] * (i % 7 + 1);
    printf("%.6g\n", sum);
    return 0;
}
