__kernel void twice(__global const double *from, __global double *to, int size)
{
    to[get_global_id(0)] = 2 * from[get_global_id(0)];
}

__kernel void thrice(__global const double *from, __global double *to, int size)
{
    to[get_global_id(0)] = 3 * from[get_global_id(0)] + 1;
}
