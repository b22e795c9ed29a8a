/* Vertices moved by bones: structs of floats, matrices chosen by an index, weights. */
#include <stdio.h>
#define VERTICES 400
#define BONES 6
typedef struct { float x, y, z, w; } float4;
typedef struct { float m[3][4]; } bone_t;
typedef struct { float4 pos; int bone[2]; float weight[2]; } vertex_t;
static vertex_t mesh[VERTICES];
static bone_t bones[BONES];
static float4 out[VERTICES];
static float4 transform(const bone_t *b, float4 p)
{
    float4 r;
    r.x = b->m[0][0] * p.x + b->m[0][1] * p.y + b->m[0][2] * p.z + b->m[0][3];
    r.y = b->m[1][0] * p.x + b->m[1][1] * p.y + b->m[1][2] * p.z + b->m[1][3];
    r.z = b->m[2][0] * p.x + b->m[2][1] * p.y + b->m[2][2] * p.z + b->m[2][3];
    r.w = 1;
    return r;
}
int main(void)
{
    int i, j, k;
    double sum = 0;
    for (i = 0; i < BONES; i++)
        for (j = 0; j < 3; j++)
            for (k = 0; k < 4; k++)
                bones[i].m[j][k] = (float)(i + j * k) / 4;
    for (i = 0; i < VERTICES; i++) {
        mesh[i].pos.x = (float)(i % 7);
        mesh[i].pos.y = (float)(i % 11);
        mesh[i].pos.z = (float)(i % 3);
        mesh[i].bone[0] = i % BONES;
        mesh[i].bone[1] = (i + 2) % BONES;
        mesh[i].weight[0] = (float)(i % 4) / 4;
        mesh[i].weight[1] = 1 - mesh[i].weight[0];
    }
#pragma omp parallel for private(i, k) hetero(1)
    for (i = 0; i < VERTICES; i++) {
        float4 acc = {0, 0, 0, 1};
        for (k = 0; k < 2; k++) {
            float4 t = transform(&bones[mesh[i].bone[k]], mesh[i].pos);
            acc.x += mesh[i].weight[k] * t.x;
            acc.y += mesh[i].weight[k] * t.y;
            acc.z += mesh[i].weight[k] * t.z;
        }
        out[i] = acc;
    }
    for (i = 0; i < VERTICES; i++)
        sum += out[i].x + 2 * out[i].y + 3 * out[i].z + out[i].w;
    printf("%.8g\n", sum);
    return 0;
}
