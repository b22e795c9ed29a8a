/* Vertices moved by bones: structs of floats, matrices chosen by an index, weights; bones hang on
   each other; normals of faces, gathered by vertices; the box around all; a blend of two shapes. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RINGS 20
#define AROUND 20
#define VERTICES (RINGS * AROUND)
#define FACES (2 * (RINGS - 1) * AROUND)
#define BONES 6

typedef struct { float x, y, z, w; } float4;
typedef struct { float m[3][4]; } bone_t;
typedef struct { float4 pos; int bone[2]; float weight[2]; } vertex_t;
typedef struct { unsigned short a, b, c; } face_t;
typedef struct { float4 lo, hi; } box_t;

static vertex_t mesh[VERTICES];
static bone_t bones[BONES];
static float4 out[VERTICES], normals[VERTICES], face_normal[FACES];
static face_t faces[FACES];
static int first_face[VERTICES + 1], face_of[3 * FACES];

static float4 make4(float x, float y, float z)
{
    float4 r = {x, y, z, 1};
    return r;
}

static float4 transform(const bone_t *b, float4 p)
{
    float4 r;
    r.x = b->m[0][0] * p.x + b->m[0][1] * p.y + b->m[0][2] * p.z + b->m[0][3];
    r.y = b->m[1][0] * p.x + b->m[1][1] * p.y + b->m[1][2] * p.z + b->m[1][3];
    r.z = b->m[2][0] * p.x + b->m[2][1] * p.y + b->m[2][2] * p.z + b->m[2][3];
    r.w = 1;
    return r;
}

static float4 cross(float4 a, float4 b)
{
    return make4(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* A tube; its rings are numbered from below. */
static void tube(void)
{
    int i, k = 0, r, s;
    for (i = 0; i < VERTICES; i++) {
        double angle = 6.283185307179586 * (i % AROUND) / AROUND;
        int ring = i / AROUND;
        mesh[i].pos = make4((float)(ring * 0.5), (float)cos(angle), (float)sin(angle));
        mesh[i].bone[0] = ring * BONES / RINGS;
        mesh[i].bone[1] = mesh[i].bone[0] + 1 < BONES ? mesh[i].bone[0] + 1 : mesh[i].bone[0];
        mesh[i].weight[0] = 1 - (float)(ring % 4) / 4;
        mesh[i].weight[1] = 1 - mesh[i].weight[0];
    }
    for (r = 0; r < RINGS - 1; r++)
        for (s = 0; s < AROUND; s++) {
            unsigned short a = (unsigned short)(r * AROUND + s), b = (unsigned short)(r * AROUND + (s + 1) % AROUND);
            face_t f = {a, b, (unsigned short)(a + AROUND)}, g = {b, (unsigned short)(b + AROUND), (unsigned short)(a + AROUND)};
            faces[k++] = f;
            faces[k++] = g;
        }
}

/* Which faces a vertex belongs to. */
static void adjacency(void)
{
    int next[VERTICES], f, v;
    for (f = 0; f < FACES; f++) {
        first_face[faces[f].a + 1]++;
        first_face[faces[f].b + 1]++;
        first_face[faces[f].c + 1]++;
    }
    for (v = 0; v < VERTICES; v++) {
        first_face[v + 1] += first_face[v];
        next[v] = first_face[v];
    }
    for (f = 0; f < FACES; f++) {
        face_of[next[faces[f].a]++] = f;
        face_of[next[faces[f].b]++] = f;
        face_of[next[faces[f].c]++] = f;
    }
}

/* Each bone turns about its beginning, with those before it. */
static void pose(float angle)
{
    bone_t whole = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    int i, r, c, k;
    for (i = 0; i < BONES; i++) {
        float s = sinf(angle), co = cosf(angle), at = (float)i * RINGS / BONES * 0.5f;
        bone_t turn = {{{co, -s, 0, at - co * at}, {s, co, 0, -s * at}, {0, 0, 1, 0}}}, next;
        for (r = 0; r < 3; r++)
            for (c = 0; c < 4; c++) {
                next.m[r][c] = c == 3 ? whole.m[r][3] : 0;
                for (k = 0; k < 3; k++)
                    next.m[r][c] += whole.m[r][k] * turn.m[k][c];
            }
        bones[i] = whole = next;
    }
}

static void skin(void)
{
    int i, k;
#pragma omp parallel for private(i, k) hetero(1)
    for (i = 0; i < VERTICES; i++) {
        float4 acc = {0, 0, 0, 1};
        for (k = 0; k < 2; k++) {
            float4 t;
            if (mesh[i].weight[k] == 0)
                continue;
            t = transform(&bones[mesh[i].bone[k]], mesh[i].pos);
            acc.x += mesh[i].weight[k] * t.x;
            acc.y += mesh[i].weight[k] * t.y;
            acc.z += mesh[i].weight[k] * t.z;
        }
        out[i] = acc;
    }
}

static void find_normals(void)
{
    int f, v;
#pragma omp parallel for private(f) hetero(1)
    for (f = 0; f < FACES; f++) {
        const float4 *a = &out[faces[f].a], *b = &out[faces[f].b], *c = &out[faces[f].c];
        face_normal[f] = cross(make4(b->x - a->x, b->y - a->y, b->z - a->z), make4(c->x - a->x, c->y - a->y, c->z - a->z));
    }
#pragma omp parallel for schedule(static) hetero(1)
    for (v = 0; v < VERTICES; v++) {
        float x = 0, y = 0, z = 0, length;
        for (int k = first_face[v]; k < first_face[v + 1]; k++) {
            float4 n = face_normal[face_of[k]];
            x += n.x, y += n.y, z += n.z;
        }
        length = sqrtf(x * x + y * y + z * z);
        if (length > 0)
            x /= length, y /= length, z /= length;
        normals[v] = (float4){x, y, z, 0};
    }
}

static box_t around(void)
{
    float x0 = FLT_MAX, y0 = FLT_MAX, z0 = FLT_MAX, x1 = -FLT_MAX, y1 = -FLT_MAX, z1 = -FLT_MAX;
    box_t b;
    int i;
#pragma omp parallel for reduction(min : x0, y0, z0) reduction(max : x1, y1, z1) hetero(1)
    for (i = 0; i < VERTICES; i++) {
        x0 = fminf(x0, out[i].x), x1 = fmaxf(x1, out[i].x);
        y0 = fminf(y0, out[i].y), y1 = fmaxf(y1, out[i].y);
        z0 = fminf(z0, out[i].z), z1 = fmaxf(z1, out[i].z);
    }
    b.lo = make4(x0, y0, z0);
    b.hi = make4(x1, y1, z1);
    return b;
}

/* A shape between two shapes, component by component. */
static void blend(const float *from, float *into, int floats, float part)
{
#pragma omp parallel for hetero(1)
    for (int k = 0; k < floats; k++)
        into[k] = (1 - part) * into[k] + part * from[k];
}

int main(void)
{
    static float4 last[VERTICES];
    int i, frame;
    double sum = 0, light = 0;
    tube();
    adjacency();
    for (frame = 0; frame < 5; frame++) {
        box_t b;
        pose(0.1f * (float)frame);
        skin();
        find_normals();
        if (frame > 0)
            blend(&last[0].x, &out[0].x, 4 * VERTICES, 0.25f);
        b = around();
        for (i = 0; i < VERTICES; i++)
            last[i] = out[i];
        printf("%.4f %.4f %.4f .. %.4f %.4f %.4f\n", b.lo.x, b.lo.y, b.lo.z, b.hi.x, b.hi.y, b.hi.z);
    }
    for (i = 0; i < VERTICES; i++) {
        sum += out[i].x + 2 * out[i].y + 3 * out[i].z + out[i].w;
        light += (normals[i].x * 0.3 - normals[i].y * 0.8 + normals[i].z * 0.5) * (i % 9);
    }
    printf("%.6g %.5g\n", sum, light);
    return 0;
}
