__kernel void multiply(__global const float *a, __global const float *b, __global float *c,
                       int side)
{
    int i = get_global_id(1), j = get_global_id(0);
    float sum = c[i * side + j];
    for (int k = 0; k < side; k++)
        sum += a[i * side + k] * b[k * side + j];
    c[i * side + j] = sum;
}

__kernel void by_element(__global const float *a, __global const float *b, __global float *c,
                         int side)
{
    int at = get_global_id(0);
    for (int k = 0; k < side; k++)
        c[at] += a[at / side * side + k] * b[k * side + at % side];
}

__kernel void below(__global float *c, int side, int first, float what)
{
    c[get_global_id(1) * side + get_global_id(0)] += what;
}
