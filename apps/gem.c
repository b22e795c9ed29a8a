/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GEM: the electrostatic potential at vertices on a molecule's surface, from all of its atoms, by
 * the analytical generalised Born formula. */
#include "../polybench/common.h"

#include <math.h>

static void gem(long nv, long na, DATA_TYPE A, DATA_TYPE ab, const DATA_TYPE *vx,
                const DATA_TYPE *vy, const DATA_TYPE *vz, const DATA_TYPE *ax, const DATA_TYPE *ay,
                const DATA_TYPE *az, const DATA_TYPE *q, DATA_TYPE *phi)
{
    const DATA_TYPE inside = 1, outside = 80; /* dielectric constants */
    const DATA_TYPE r = A, r0 = A / 2; /* the vertex's distance from the centre; the atom's */
#pragma ctsar for hetero(1) part_copyin(vx[1:nv], vy[1:nv], vz[1:nv]) \
    copyin(ax[0:na], ay[0:na], az[0:na], q[0:na]) part_copyout(phi[1:nv])
    for (long v = 0; v < nv; ++v) {
        DATA_TYPE sum = 0;
        for (long k = 0; k < na; ++k) {
            DATA_TYPE dx = vx[v] - ax[k], dy = vy[v] - ay[k], dz = vz[v] - az[k];
            DATA_TYPE d2 = dx * dx + dy * dy + dz * dz;
            DATA_TYPE root = sqrt((A * A - r0 * r0) * (A * A - r * r) + A * A * d2);
            DATA_TYPE born = (1 / inside - 1 / outside) / ((1 + ab) * A) * A * A / root;
            sum += q[k] * (1 / (inside * (DATA_TYPE)sqrt(d2)) - born);
        }
        phi[v] = sum;
    }
}

static const double ab = 0.571412 / 80; /* alpha times inside/outside */
static long NA, NV;
static double radius;
static DATA_TYPE *vx, *vy, *vz, *ax, *ay, *az, *q, *phi;

/* The vertex lies on the surface, where the formula is a factor times the sum of q/d. */
static void serial(void)
{
    const double *x = suite_serial(vx), *y = suite_serial(vy), *z = suite_serial(vz);
    const double *px = suite_serial(ax), *py = suite_serial(ay), *pz = suite_serial(az);
    const double *charge = suite_serial(q);
    double *result = suite_serial(phi), factor = 1 - (1 - 1 / 80.) / (1 + ab);

    for (long v = 0; v < NV; ++v) {
        double sum = 0;
        for (long k = 0; k < NA; ++k) {
            double dx = x[v] - px[k], dy = y[v] - py[k], dz = z[v] - pz[k];
            sum += charge[k] / sqrt(dx * dx + dy * dy + dz * dz);
        }
        result[v] = factor * sum;
    }
}

static void register_arrays(void)
{
    vx = suite_array(DATA_TYPE, "vx", 1, NV, SUITE_INPUT);
    vy = suite_array(DATA_TYPE, "vy", 1, NV, SUITE_INPUT);
    vz = suite_array(DATA_TYPE, "vz", 1, NV, SUITE_INPUT);
    ax = suite_array(DATA_TYPE, "ax", 1, NA, SUITE_INPUT);
    ay = suite_array(DATA_TYPE, "ay", 1, NA, SUITE_INPUT);
    az = suite_array(DATA_TYPE, "az", 1, NA, SUITE_INPUT);
    q = suite_array(DATA_TYPE, "q", 1, NA, SUITE_INPUT);
    phi = suite_array(DATA_TYPE, "phi", 1, NV, SUITE_OUTPUT | SUITE_RESULT);
}

/* Atoms at random in a ball, vertices spread evenly over the sphere around it. */
static void setup(long *dims, const char *data)
{
    const double pi = 3.14159265358979323846;

    (void)data;
    NA = dims[0], NV = dims[1];
    radius = 2.1 * cbrt((double)NA);
    register_arrays();
    for (long k = 0; k < NA; ++k) {
        uint32_t h = 4 * (uint32_t)k;
        double at = (radius - 2) * cbrt(suite_hash(h)), cosine = 2 * suite_hash(h + 1) - 1;
        double sine = sqrt(1 - cosine * cosine), azimuth = 2 * pi * suite_hash(h + 2);
        ax[k] = (DATA_TYPE)(at * sine * cos(azimuth));
        ay[k] = (DATA_TYPE)(at * sine * sin(azimuth));
        az[k] = (DATA_TYPE)(at * cosine);
        q[k] = (DATA_TYPE)(332 * (suite_hash(h + 3) - 0.5));
    }
    for (long v = 0; v < NV; ++v) {
        double cosine = 1 - (double)(2 * v + 1) / (double)NV, sine = sqrt(1 - cosine * cosine);
        double azimuth = (double)v * pi * (3 - sqrt(5));
        vx[v] = (DATA_TYPE)(radius * sine * cos(azimuth));
        vy[v] = (DATA_TYPE)(radius * sine * sin(azimuth));
        vz[v] = (DATA_TYPE)(radius * cosine);
    }
}

static void kernel(void)
{
    gem(NV, NA, (DATA_TYPE)radius, (DATA_TYPE)ab, vx, vy, vz, ax, ay, az, q, phi);
}

static double flops(const long *dims)
{
    return 20.0 * (double)dims[0] * (double)dims[1];
}

int main(int argc, char **argv)
{
    static const suite_code code = {
        .name = "GEM",
        .about = "electrostatic potential at nv surface vertices from na atoms",
        .type = SUITE_TYPE_NAME,
        .dims = {"na", "nv"},
        .sizes = {{382, 5884}, {1441, 16529}, {5000, 50000}, {25086, 250000}, {476040, 593615}},
        .flops = flops,
        .setup = setup,
        .kernel = kernel,
        .serial = serial};
    return suite_main(argc, argv, &code);
}
